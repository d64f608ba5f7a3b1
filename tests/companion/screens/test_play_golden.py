"""The screens look as they did when somebody had looked at them."""

from __future__ import annotations

import pytest
from goldens import FOLDER, MOST, PLAY, SHARE, difference, name_of, play
from PIL import Image

SHORT = [("7in", "fa", "play", "dark"), ("10in", "en", "offer", "dark")]


@pytest.mark.ui
@pytest.mark.parametrize("entry", SHORT, ids=[name_of(*entry) for entry in SHORT])
def test_the_play_screen_looks_as_it_did(entry: tuple[str, str, str, str]) -> None:
    assert difference(play(*entry), Image.open(FOLDER / name_of(*entry))) <= SHARE


@pytest.mark.slow
@pytest.mark.ui
@pytest.mark.parametrize("entry", PLAY, ids=[name_of(*entry) for entry in PLAY])
def test_every_picture_looks_as_it_did(entry: tuple[str, str, str, str]) -> None:
    assert difference(play(*entry), Image.open(FOLDER / name_of(*entry))) <= SHARE


def test_every_picture_is_kept_and_all_are_small() -> None:
    assert {path.name for path in FOLDER.glob("play_*.png")} == {name_of(*entry) for entry in PLAY}
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < MOST


def test_a_word_that_moved_is_seen_as_a_difference() -> None:
    golden = Image.new("RGB", (400, 240), (20, 16, 12))
    seen = golden.copy()
    seen.paste((244, 236, 220), (100, 100, 160, 120))
    assert difference(seen, golden) > SHARE
    assert difference(golden, golden) == 0
