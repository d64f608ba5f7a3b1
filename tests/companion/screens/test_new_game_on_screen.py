"""A game that nobody made a view for is played on the screen by taps alone: the toy of ``toy_game.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playing import Played
from tapper import Tapper

import companion.games
from companion.events import Undo
from companion.locale import add_folder
from companion.screens.bootstrap import PANELS
from tests.companion.toy_game import PebbleGame

WORDS = Path(__file__).resolve().parents[1] / "toy_words"


@pytest.fixture
def pebbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    """The three steps of "add a game", the package being ``toy_game.py``."""
    monkeypatch.setattr(companion.games, "GAMES", (*companion.games.GAMES, PebbleGame))
    add_folder(WORDS)
    played = Played(
        tmp_path, game="pebbles", seats=3, language="fa", languages=("fa", "en", "fa"), panel=PANELS["10in"]
    )
    yield played
    played.close()


@pytest.mark.ui
def test_a_game_without_a_view_is_played_by_taps_undone_and_taken_to_its_end(pebbles: Played) -> None:
    tapper = Tapper(pebbles, Random(4), {"Lay": 9.0})
    before = pebbles.table.snapshot
    while not (log := pebbles.table.snapshot.log) or log[-1].event.kind != "Roll" or len(log) < 5:
        before = pebbles.table.snapshot
        tapper.step()
    rolled = pebbles.state
    pebbles.page.undo()
    pebbles.driver.frames(3)
    assert pebbles.state == before.state
    pebbles.do(Undo(pebbles.state.turn, "redo"))
    assert pebbles.state == rolled
    tapper.play(1500)
    log = pebbles.table.snapshot.log
    assert {entry.event.kind for entry in log} >= {"Roll", "Lay", "EndTurn", "Bid", "Undone"}
    assert all(entry.event.source == "touch" for entry in log)
