"""The generic screen, from choices and fields alone, plays the games that have a view of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playing import PANELS, Played
from tapper import Tapper
from viewed import generic

from companion.screens.theme import theme

pytestmark = pytest.mark.ui
GAMES = [
    ("unfair", {"EndTurn": 12.0, "Build": 6.0, "TakeCard": 9.0}),
    ("amun_re", {"HandsReady": 9.0, "Bid": 9.0, "Reveal": 0.1, "TakeProvince": 9.0, "Build": 9.0, "BuildFor": 0.1}),
    ("score_pad", {"EndGame": 0.02, "Record": 9.0}),
]


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    before, theme.less_motion = theme.less_motion, True
    yield
    theme.less_motion = before


def table_of(folder: Path, game: str, seats: int) -> Played:
    """A table of ``game`` whose page knows nothing of it."""
    played = Played(folder, game=game, seats=seats, panel=PANELS["7in"], language="fa")
    played.driver.blind = True
    generic(played)
    return played


@pytest.mark.parametrize(("game", "likes"), GAMES, ids=[game for game, _ in GAMES])
def test_the_generic_screen_takes_a_dozen_actions_by_taps(tmp_path: Path, game: str, likes: dict[str, float]) -> None:
    played = table_of(tmp_path, game, 2)
    tapper = Tapper(played, Random(4), likes)
    while not tapper.over and len(played.table.snapshot.log) < 12:  # type: ignore[union-attr]
        assert tapper.taps < 400
        tapper.step()
    played.close()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "likes"), GAMES, ids=[game for game, _ in GAMES])
def test_the_generic_screen_plays_a_whole_match(tmp_path: Path, game: str, likes: dict[str, float]) -> None:
    played = table_of(tmp_path, game, 2)
    Tapper(played, Random(4), likes).play(6000)
    played.close()
