"""Taking back, correcting the past, consent: named after what goes wrong at real tables."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.events import Amend, Answer, Event, Pause, Rename, Undo, Undone
from companion.game import Asked, Throw
from companion.history import History, timeline
from tests.companion.playing import A, B, C, Played, a_turn, roll, toy_match
from tests.companion.toy_game import Bid, EndTurn, Lay, PebbleGame, Roll, SetPebbles, random_action


@pytest.fixture
def two(tmp_path: Path) -> Played:
    return Played(tmp_path, toy_match())


@pytest.fixture
def three(tmp_path: Path) -> Played:
    return Played(tmp_path, toy_match(seats=3))


def asked(played: Played) -> list[tuple[str, int]]:
    return [(question.kind, question.seat) for question in played.snapshot.questions]


def test_undo_on_an_empty_log_is_refused(two: Played):
    refused = two.ask(Undo(A))
    assert refused is not None
    assert refused.refusal.code == "nothing_to_undo"


def test_ones_own_last_action_is_taken_back_at_once(two: Played):
    two.done(roll(A), Lay(A, 3))
    two.done(Undo(A))
    assert two.live() == ["Roll", "Undone"]
    two.done(Undo(A))
    assert two.snapshot.state == PebbleGame().start(two.snapshot.match.setup)


def test_undone_lines_stay_in_the_log(two: Played):
    two.done(roll(A), Lay(A, 3), Undo(A))
    assert [(entry.event.kind, entry.undone) for entry in two.snapshot.log] == [
        ("Roll", False),
        ("Lay", True),
        ("Undone", False),
    ]
    assert two.snapshot.log[1].lines[0].key == "log.Lay"


def test_undo_is_global_and_last_first_and_asks_whose_action_it_is(two: Played):
    two.done(*a_turn(A), roll(B))
    two.done(Undo(A))
    assert two.kinds()[-1] == "Roll"
    assert asked(two) == [("undo", B)]
    assert [line.key for line in two.snapshot.questions[0].lines] == ["log.Roll"]
    two.press(B)
    assert two.snapshot.log[-1].event.body == Undone(A, (5,), (B,))
    assert two.snapshot.questions == ()


def test_a_consent_by_tap_serves_as_well_as_the_button(two: Played):
    two.done(*a_turn(A), roll(B), Undo(A))
    two.done(Answer(B, two.snapshot.questions[0].id))
    assert two.live()[-1] == "Undone"


def test_nobody_answers_for_another_seat(two: Played):
    two.done(*a_turn(A), roll(B), Undo(A))
    refused = two.ask(Answer(A, two.snapshot.questions[0].id))
    assert refused is not None
    assert asked(two) == [("undo", B)]


def test_a_no_leaves_everything_as_it_is(two: Played):
    two.done(*a_turn(A), roll(B), Undo(A))
    refused = two.press(B, long=True)
    assert refused is not None
    assert refused.refusal.code == "declined"
    assert "Undone" not in two.kinds()
    assert two.snapshot.questions == ()


def test_a_question_of_a_log_that_moved_on_is_withdrawn(two: Played):
    two.done(*a_turn(A), roll(B), Undo(A))
    two.done(Lay(B, 2))
    assert two.snapshot.questions == ()
    gone = [p for p in two.questions if p.question.kind == "undo"]
    assert len(gone) == 2
    assert gone[-1].snapshot.questions == ()


def test_every_seat_that_an_undo_touches_is_asked(three: Played):
    three.done(*a_turn(A, seats=3), roll(B), EndTurn(B), Bid(C, 0), Undo(A, "line", 1))
    assert asked(three) == [("undo", B), ("undo", C)]
    three.press(B)
    assert "Undone" not in three.kinds()
    three.press(C)
    assert three.snapshot.log[-1].event.body.consent == (B, C)
    assert three.snapshot.state == PebbleGame().start(three.snapshot.match.setup)


def test_my_turn_is_taken_back_in_one_go(two: Played):
    two.done(*a_turn(A), *a_turn(B), roll(A), Lay(A, 1), Lay(A, 2))
    before = two.snapshot.state.turn
    two.done(Undo(A, "turn"))
    assert two.snapshot.log[-1].event.body == Undone(A, (9, 10, 11))
    assert (two.snapshot.state.turn, two.snapshot.state.phase) == (before, "roll")


def test_going_back_to_a_line_takes_everything_from_there(two: Played):
    two.done(roll(A), Lay(A, 1), Lay(A, 2), Undo(A, "line", 2))
    assert two.snapshot.log[-1].event.body == Undone(A, (2, 3))


def test_pauses_and_names_are_not_what_undo_takes_back(two: Played):
    two.done(roll(A), Pause(B), Rename(B, two.snapshot.match.player(B)), Undo(A))
    assert two.snapshot.log[-1].event.body == Undone(A, (1,))


def test_an_undo_can_be_taken_back(two: Played):
    two.done(roll(A), Lay(A, 3))
    before = two.snapshot.state
    two.done(Undo(A), Undo(A, "redo"))
    assert two.snapshot.state == before
    assert two.live() == ["Roll", "Lay", "Undone"]
    two.done(Undo(A, "redo"))
    assert two.live() == ["Roll", "Undone", "Undone"]
    two.done(EndTurn(A))
    refused = two.ask(Undo(A, "redo"))
    assert refused is not None


def test_staff_may_undo_without_asking_and_the_record_says_so(two: Played):
    two.done(*a_turn(A), roll(B))
    two.ask(Undo(A), forced=True, source="staff")
    event = two.snapshot.log[-1].event
    assert (event.body, event.forced, event.source) == (Undone(A, (5,)), True, "staff")


def test_an_undo_before_the_restart_is_an_undo_after_it(two: Played):
    two.done(roll(A), Lay(A, 3), Undo(A), Lay(A, 4))
    before = two.snapshot
    two.pull_the_plug()
    assert two.snapshot.state == before.state
    assert list(two.snapshot.log) == list(before.log)


# ---------------------------------------------------------------------------------------------- changing the past


def test_a_past_event_that_all_later_ones_fit_is_changed_at_once(two: Played):
    two.done(roll(A, 7), Lay(A, 3), EndTurn(A))
    two.done(Amend(A, 1, Roll(A, Throw(9))))
    assert two.snapshot.state.hands[A] == 6
    assert [(e.event.kind, e.undone) for e in two.snapshot.log] == [
        ("Roll", True),
        ("Lay", False),
        ("EndTurn", False),
        ("Amend", False),
    ]
    amended = two.snapshot.log[3].lines
    assert [line.key for line in amended] == ["log.table.amended", "log.Roll"]
    assert amended[1]["what"][0].n == 9


def test_later_events_that_no_longer_fit_are_listed_and_go_only_with_consent(two: Played):
    two.done(roll(A, 7), Lay(A, 3), Lay(A, 4), EndTurn(A))
    two.done(Amend(A, 1, Roll(A, Throw(4))))
    (question,) = two.snapshot.questions
    assert question.kind == "amend"
    assert question.line["first"] == 3
    assert [line.key for line in question.lines] == ["log.Roll", "log.Lay"]
    assert two.kinds()[-1] == "EndTurn"
    two.press(A)
    assert two.snapshot.log[-1].event.body == Amend(A, 1, Roll(A, Throw(4)), False, (3,), (A,))
    assert two.snapshot.state.stones == ((3, A),)
    assert two.snapshot.state.phase == "bid"


def test_the_owner_of_what_goes_with_it_is_asked_too(two: Played):
    two.done(roll(A), EndTurn(A), Bid(A, 0), Bid(B, 0), roll(B, 3), Lay(B, 5), EndTurn(B))
    two.ask(Amend(A, 5, Roll(B, Throw(2))))
    assert sorted(asked(two)) == [("amend", A), ("amend", B)]


def test_an_event_can_be_put_in_where_it_was_forgotten(two: Played):
    two.done(roll(A, 9), EndTurn(A))
    two.done(Amend(A, 1, Lay(A, 3), insert=True))
    assert two.snapshot.state.stones == ((3, A),)
    two.done(Amend(A, 3, Lay(A, 4), insert=True))
    assert two.snapshot.state.stones == ((3, A), (4, A))
    assert two.snapshot.state.phase == "bid"
    two.pull_the_plug()
    assert two.snapshot.state.stones == ((3, A), (4, A))


def test_an_insertion_that_does_not_fit_itself_is_refused_with_its_reason(two: Played):
    two.done(roll(A, 2), EndTurn(A))
    refused = two.ask(Amend(A, 1, Lay(A, 3), insert=True))
    assert refused is not None
    assert refused.refusal.code == "too_poor"
    assert two.ask(Amend(A, 1, Lay(A, 3), insert=True), forced=True) is None
    assert [line.key for line in two.snapshot.waived] == ["refusal.too_poor"]


def test_an_amendment_can_be_taken_back_and_changed_again(two: Played):
    two.done(roll(A, 7), Amend(A, 1, roll(A, 9)), Amend(A, 1, roll(A, 11)))
    assert two.snapshot.state.hands[A] == 11
    assert [entry.undone for entry in two.snapshot.log] == [True, True, False]
    two.done(Undo(A))
    assert two.snapshot.state.hands[A] == 9
    two.done(Undo(A))
    assert two.snapshot.state.hands[A] == 7
    assert [entry.undone for entry in two.snapshot.log] == [False, True, True, False, False]


def test_one_event_in_the_middle_can_be_taken_out(two: Played):
    two.done(roll(A, 9), Lay(A, 3), Lay(A, 4), Undo(A, "event", 2))
    assert two.snapshot.state.stones == ((4, A),)
    assert two.snapshot.state.hands[A] == 6


@pytest.mark.parametrize("seq", [0, 3, 99, -1])
def test_a_line_that_is_not_there_cannot_be_changed(two: Played, seq: int):
    two.done(roll(A), Lay(A, 3), Undo(A))
    refused = two.ask(Amend(A, seq, roll(A, 5)))
    assert refused is not None
    assert refused.refusal.code == "no_such_line"


# ---------------------------------------------------------------------------------------------- at random


@pytest.mark.parametrize("seed", range(6))
def test_undo_restores_at_every_step_including_the_first_and_the_last(tmp_path: Path, seed: int):
    rng = Random(seed)
    played = Played(tmp_path, toy_match(seats=2 + seed % 3))
    table = played.table
    while not played.snapshot.standing.over:
        before = played.state
        action = random_action(before, rng)
        table.take(Asked(action))
        assert played.state != before
        table.take(Asked(Undo(action.seat)))
        assert played.state == before, f"seed {seed}: {action}"
        table.take(Asked(action))
    assert not played.told(type(None))


@pytest.mark.parametrize("seed", range(8))
def test_a_history_that_grew_step_by_step_equals_one_folded_at_once(seed: int):
    """Actions, forced ones, corrections, undo, redo and amendments in any order."""
    rng = Random(seed)
    game, match = PebbleGame(), toy_match(seats=3)
    grown = History(game, match)

    def event(body: Any, forced: bool = False) -> Event:
        return Event(f"e{len(grown.events)}", match.id, len(grown.events) + 1, 0.0, "touch", body, forced)

    def undo(seqs: tuple[int, ...]) -> None:
        drops = tuple(misfit.seq for misfit in grown.plan(Undone(A, seqs)).misfits)
        grown.add(event(Undone(A, seqs + drops)))

    for _ in range(120):
        undoable = grown.undoable()
        match rng.randrange(10):
            case 0 if undoable:
                undo(tuple(e.seq for e in undoable[-rng.randint(1, 4) :]))
            case 1 if (last := grown.redoable()) is not None:
                undo((last.seq,))
            case 2 if grown.steps:
                step = rng.choice(grown.steps)
                body = Amend(A, step.seq, SetPebbles(A, rng.randrange(20)), insert=rng.random() < 0.5)
                plan = grown.plan(body)
                if plan.refusal is None:
                    drops = tuple(misfit.seq for misfit in plan.misfits)
                    grown.add(event(Amend(A, body.seq, body.action, body.insert, drops)))
            case 3:
                grown.add(event(SetPebbles(B, rng.randrange(20))))
            case 4:
                grown.add(event(Pause(A)))
            case _ if not game.standing(grown.state).over:
                action = random_action(grown.state, rng)
                grown.add(event(action))
    state = game.start(match.setup)
    for step in timeline(grown.events):
        state = game.apply(state, step.action)
    assert grown.state == state
    again = History(game, match)
    for e in grown.events:
        again.add(e)
    assert again.state == state
    assert again.states == grown.states
    assert list(again.log) == list(grown.log)
    live = {step.seq for step in grown.steps}
    for entry in grown.log:
        if entry.event.kind in ("Roll", "Lay", "EndTurn", "Bid", "SetPebbles") and not entry.undone:
            assert entry.event.seq in live
