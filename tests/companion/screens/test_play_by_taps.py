"""A whole match of Arnika by taps alone, in Persian, on the smallest panel."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playing import Played
from tapper import Tapper

from companion.screens.bootstrap import PANELS

LIKES = {
    "build": 30.0, "build:BuildSenior": 12.0, "build:BuildJunior": 12.0, "build:BuildConnection": 2.0, "cancel": 0.3,
    "BuyCard": 4.0, "trade": 0.4, "cards": 1.0, "PlayConsult": 9.0, "EndTurn": 5.0,
}  # fmt: skip


@pytest.mark.ui
def test_a_whole_match_of_arnika_is_played_by_taps_alone_in_persian(tmp_path: Path) -> None:
    played = Played(tmp_path, seats=2, panel=PANELS["7in"], language="fa", options=(("goal", 8),))
    played.driver.blind = True
    taps = Tapper(played, Random(4), LIKES).play(4000)
    standing = played.table.snapshot.standing
    assert standing.winners, taps
    assert max(score.total for score in standing.scores) >= 8
    played.close()


@pytest.mark.slow
@pytest.mark.ui
@pytest.mark.parametrize("panel", ["10in", "portrait", "9in", "21in", "7in-flat"])
@pytest.mark.parametrize("seats", [3, 4])
def test_a_whole_match_is_played_by_taps_on_every_panel(tmp_path: Path, panel: str, seats: int) -> None:
    languages = ("fa", "en", "fa", "en")[:seats]
    played = Played(tmp_path, seats=seats, panel=PANELS[panel], language="fa", languages=languages)
    played.driver.blind = True
    Tapper(played, Random(seats), LIKES).play(8000)
    played.close()
