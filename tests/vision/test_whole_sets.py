"""The measured floors, over every labelled picture that is there: slow, run on demand."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.vision.pictures import BOARDS, FREE, ROOT, needs_boards, needs_photos


def measured(*arguments: str) -> Any:
    command = [sys.executable, "scripts/check_boards", *arguments, "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    return json.loads(ran.stdout)["all"]


@pytest.mark.slow
@needs_photos
def test_of_the_free_photographs_fourteen_have_every_tile_right_and_none_a_mistake() -> None:
    found = measured(str(FREE))
    assert found["terrain_exact"] >= 14
    assert found["located"] == found["answered"] == 17
    assert found["mistakes"] == 0


@pytest.mark.slow
@needs_boards
def test_every_rendered_board_is_found_and_read_without_a_mistake() -> None:
    found = measured(*(str(path) for path in sorted(BOARDS.glob("1*.json"))))
    assert found["located"] == 36
    assert found["tiles_right"] >= 0.95 * found["tiles"]
    assert found["exact"] >= 30
    assert found["mistakes"] == 0
    assert found["harbours_right"] >= 0.98 * found["harbours"]
    assert found["pieces_found"] >= 0.96 * max(found["pieces"], found["pieces_said"])
    assert found["colours_right"] >= 0.985 * found["pieces_found"]
