"""The table is right: every fact of Arnika set right, and both switches turned, by taps alone at a running match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from moments import arnika
from playing import Played
from tapper import Tapper

from companion.games.arnika import actions as act
from companion.screens.asking import key_of
from companion.screens.bootstrap import PANELS

pytestmark = pytest.mark.ui

TAPS = 80
"""Enough to fill in any fact, in pages too."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    """Four in the middle of a turn."""
    played = arnika(tmp_path, "play", panel=PANELS["10in"], languages=("fa", "en", "fa", "en"))
    yield played
    played.close()


def entries(played: Played) -> dict[str, Any]:
    """What the sheet of facts offers, by key: the choice and its words. The seat of the turn opens it."""
    seat = played.page.turn
    played.page.open_menu()
    played.driver.settle(0.3)
    played.driver.tap(played.sheet(seat).buttons["correct"])
    played.driver.settle(0.3)
    return {key_of(choice): (choice, words) for choice, words, _ in played.sheet(seat).options}


def set_right(played: Played, key: str, rng: Random) -> Any:
    """Choose the fact ``key`` and fill it in by taps; the event that was recorded."""
    before = len(played.table.snapshot.log)
    choice, _ = entries(played)[key]
    played.sheet(played.page.turn).done(choice)
    played.driver.settle(0.3)
    tapper = Tapper(played, rng)
    for _ in range(TAPS):
        if len(played.table.snapshot.log) > before:
            return played.table.snapshot.log[-1].event.body
        targets = played.page.middle.view.targets
        if played.page.ids.overlay.open:
            tapper._in_sheet(next(iter(played.page.ids.overlay.open.values())).sheet)
        elif targets:
            played.tap_spot(*rng.choice(targets))
        played.driver.settle(0.1)
    return None


def test_the_sheet_offers_every_fact_that_can_be_set_right_each_in_words_of_its_own(table: Played) -> None:
    offered = entries(table)
    assert offered.keys() == {key_of(choice) for choice in table.game.corrections(table.state)}
    assert len({words for _, words in offered.values()}) == len(offered)
    assert {"PutPiece(connection)", "PutPiece(junior)", "SetHands", "SetHands(None,None)"} <= offered.keys()


SLOWER = (
    ("PutPiece(senior)", act.PutPiece), ("CorrectCrisis", act.CorrectCrisis), ("CorrectScore", act.CorrectScore),
    ("CorrectLongest", act.CorrectLongest),
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("TakePiece(junior)", act.TakePiece),
        ("CorrectTurn", act.CorrectTurn),
        *(pytest.param(*fact, marks=pytest.mark.slow) for fact in SLOWER),
    ],
)
def test_a_fact_is_set_right_by_taps_and_recorded(table: Played, key: str, kind: type[Any]) -> None:
    assert isinstance(set_right(table, key, Random(4)), kind)


def test_both_switches_are_turned_by_taps_at_a_running_match(table: Played) -> None:
    rng = Random(1)
    assert isinstance(set_right(table, "SetHands(None,None)", rng), act.SetHands)
    assert not table.state.counted
    assert isinstance(set_right(table, "SetMap(False)", rng), act.SetMap)
    assert not table.state.map
    assert isinstance(set_right(table, "SetMap(True)", rng), act.SetMap)
    assert table.state.map
