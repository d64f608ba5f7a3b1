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

from companion.events import Amend, Undone
from companion.game import Seat
from companion.games.arnika import actions as act
from companion.screens.asking import key_of
from companion.screens.bootstrap import PANELS
from companion.screens.widgets.button import ActButton

pytestmark = pytest.mark.ui

TAPS = 80
"""Enough to fill in any fact, in pages too."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    """Four in the middle of a turn."""
    played = arnika(tmp_path, "play", panel=PANELS["10in"], languages=("fa", "en", "fa", "en"))
    yield played
    played.close()


def from_menu(played: Played, name: str) -> None:
    """Open what the menu calls ``name`` at the seat of the turn; the menu has come to rest before it is tapped."""
    seat, overlay = played.page.turn, played.page.ids.overlay
    played.page.open_menu()
    played.driver.settle(0.5)
    played.driver.tap(played.sheet(seat).buttons[name])
    played.driver.until(lambda: overlay.key_of(seat) == name)
    played.driver.settle(0.3)


def entries(played: Played) -> dict[str, Any]:
    """What the sheet of facts offers, by key: the choice and its words. The seat of the turn opens it."""
    from_menu(played, "correct")
    seat = played.page.turn
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


def mending(played: Played, kind: type[Any], way: str) -> int:
    """Choose the last line of ``kind`` in the log and say by taps what is wrong with it; its number."""
    seat = played.page.turn
    seq = next(
        entry.event.seq
        for entry in reversed(played.table.snapshot.log)
        if isinstance(entry.event.body, kind) and not entry.undone
    )
    from_menu(played, "log")
    played.sheet(seat).list.chosen = seq
    played.driver.settle(0.2)
    played.driver.tap(played.sheet(seat).mend)
    played.driver.settle(0.3)
    button = next(w for w in played.sheet(seat).walk() if getattr(w, "icon_name", "") == way)
    played.driver.tap(button)
    played.driver.settle(0.3)
    return seq


def fill_in(played: Played, kind: type[Any], seed: int) -> Any:
    """Choose ``kind`` and fill it in by taps: the last event, or what the table asks before it changes the past."""
    seat, before = played.page.turn, len(played.table.snapshot.log)
    choice = next(choice for choice, _, _ in played.sheet(seat).options if choice.action is kind)
    played.sheet(seat).done(choice)
    tapper = Tapper(played, Random(seed))
    for _ in range(TAPS):
        played.driver.settle(0.1)
        questions = [question for question in played.table.snapshot.questions if question.kind == "amend"]
        if questions or len(played.table.snapshot.log) > before:
            return questions[0] if questions else played.table.snapshot.log[-1].event.body
        tapper._in_sheet(played.sheet(seat))
    return None


def test_a_throw_typed_wrong_earlier_is_changed_from_the_log(table: Played) -> None:
    seq = mending(table, act.Roll, "correct")
    changed = fill_in(table, act.Roll, 2)
    assert isinstance(changed, Amend)
    assert (changed.seq, type(changed.action), changed.insert) == (seq, act.Roll, False)
    assert table.state.throw == changed.action.throw


def test_what_was_forgotten_is_put_in_from_the_log(table: Played) -> None:
    seq = mending(table, act.Roll, "plus")
    put_in = fill_in(table, act.CorrectScore, 2)
    assert isinstance(put_in, Amend)
    assert (put_in.seq, type(put_in.action), put_in.insert) == (seq, act.CorrectScore, True)


@pytest.mark.slow
def test_a_line_that_never_happened_is_taken_out_from_the_log(table: Played) -> None:
    seq = mending(table, act.Roll, "erase")
    assert table.table.snapshot.log[-1].event.body == Undone(table.page.turn, (seq,))


def test_a_refusal_that_leaves_a_state_is_overruled_by_one_tap_and_the_record_says_so(table: Played) -> None:
    """An act out of turn: the seat reads why, and the table lets it be."""
    other = next(seat for seat in range(4) if seat != table.page.turn)
    before = len(table.table.snapshot.log)
    table.do(act.EndTurn(Seat(other)))
    table.driver.settle(0.4)
    assert len(table.table.snapshot.log) == before
    word = table.page.scene.text("button.overrule", Seat(other))
    button = next(w for w in table.driver.walk() if isinstance(w, ActButton) and w.text == word and w.width > 2)
    table.driver.tap(button)
    table.driver.settle(0.3)
    assert table.table.snapshot.log[-1].event.forced
    assert table.table.snapshot.log[-1].event.body == act.EndTurn(Seat(other))
