"""The rooms and the arrows between them, kept by reading the sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.layers import violations

ROOT = Path(__file__).resolve().parent.parent


def test_imports_point_down_only_rules_are_pure_and_libraries_stay_at_home() -> None:
    assert violations(ROOT) == []


@pytest.mark.parametrize(
    ("file", "source", "word"),
    [
        ("companion/events.py", "from companion.table import Table", "does not lie below"),
        ("companion/events.py", "from companion import table", "does not lie below"),
        ("companion/store.py", "def f():\n    from .table import Table", "does not lie below"),
        ("companion/screens/match.py", "from companion.outputs import lights", "does not lie below"),
        ("companion/screens/match.py", "import companion.app", "does not lie below"),
        ("companion/games/arnika/rules.py", "import time", "no time"),
        ("companion/games/arnika/rules.py", "from datetime import datetime", "no datetime"),
        ("companion/games/arnika/rules.py", "import random", "only that class"),
        ("companion/games/arnika/rules.py", "from random import Random\nrng = Random()", "die of their own"),
        ("companion/games/arnika/rules.py", "data = open('x')", "no open()"),
        ("companion/games/arnika/rules.py", "import kivy.app", "kivy belongs in"),
        ("companion/table.py", "import sqlalchemy as sa", "sqlalchemy belongs in"),
        ("companion/screens/seats.py", "import cv2", "cv2 belongs in"),
        ("companion/outputs/lights.py", "from gpiozero import LED", "gpiozero belongs in"),
        ("vision/camera.py", "import serial", "serial belongs in"),
        ("vision/camera.py", "from companion.game import Seat", "imports nothing of companion"),
        ("hardware/dice.py", "import vision", "imports nothing of vision"),
        ("companion/helpers.py", "", "has no layer"),
    ],
)
def test_a_broken_arrow_is_named_with_its_file(tmp_path: Path, file: str, source: str, word: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    broken = violations(tmp_path)
    assert len(broken) == 1, broken
    assert word in broken[0]
    assert broken[0].startswith(file)


def test_an_arrow_that_points_down_is_no_violation(tmp_path: Path) -> None:
    path = tmp_path / "companion/games/arnika/rules.py"
    path.parent.mkdir(parents=True)
    path.write_text("from companion.game import Seat\nfrom random import Random\nfrom .geometry import EDGES\n")
    (tmp_path / "companion/table.py").write_text("from companion.events import Event\nimport time\n")
    assert violations(tmp_path) == []
