"""Taking back and correcting the past of a match of Arnika: what waits, who is next and the cards come back with it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.events import Amend, Event, Match, Undone
from companion.game import Setup
from companion.games.arnika.actions import (
    CrisisReroll,
    Discard,
    EndTurn,
    MoveCrisis,
    PlaceConnection,
    PlaceJunior,
    PutPiece,
    Roll,
)
from companion.games.arnika.state import Phase, State
from companion.history import History
from companion.selfplay import play_random
from tests.companion.games.arnika.tables import GAME, A, B, edge, roll, setup, way


class Log:
    """A history that is written to one action after the other, each of them legal."""

    def __init__(self, made: Setup) -> None:
        self.history = History(GAME, Match("m", GAME.name, GAME.rules_version, made, (), 0.0))

    @property
    def state(self) -> State:
        state: State = self.history.state
        return state

    def add(self, *actions: Any, forced: bool = False) -> None:
        for action in actions:
            seq = len(self.history.events) + 1
            self.history.add(Event(f"e{seq}", "m", seq, float(seq), "touch", action, forced))
            assert GAME.invariants(self.state) == ()

    def take_back(self, *seqs: int) -> None:
        self.add(Undone(A, seqs))


@pytest.fixture
def begun() -> Log:
    """Two seats, everything placed, A to roll: eight events."""
    log = Log(setup(seats=2))
    log.add(PlaceJunior(A, 9), PlaceConnection(A, edge(9, 10)), PlaceJunior(B, 29), PlaceConnection(B, edge(29, 30)))
    log.add(PlaceJunior(B, 33), PlaceConnection(B, edge(33, 34)), PlaceJunior(A, 20), PlaceConnection(A, edge(20, 21)))
    return log


def test_an_undo_of_the_first_action_leads_to_the_empty_board() -> None:
    log = Log(setup(seats=2))
    before = log.state
    log.add(PlaceJunior(A, 9))
    log.take_back(1)
    assert log.state == before


def test_an_undo_that_crosses_a_turn_gives_the_turn_back(begun: Log) -> None:
    begun.add(roll(A, 2))
    before = begun.state
    begun.add(EndTurn(A), roll(B, 4))
    begun.take_back(10, 11)
    assert begun.state == before
    assert (begun.state.turn, begun.state.phase) == (A, Phase.PLAY)


def test_an_undo_in_the_middle_of_a_seven_gives_back_what_was_pending(begun: Log) -> None:
    for total in (6, 6, 6, 6, 10, 10, 10, 12, 12, 12):
        begun.add(Roll(begun.state.turn, roll(A, total).throw), EndTurn(begun.state.turn))
    assert begun.state.hands[A].size > 7
    begun.add(roll(begun.state.turn, 7))
    waiting = begun.state
    assert waiting.phase is Phase.DISCARD
    cards = next(choice for choice in GAME.choices(waiting) if choice.seat == A).fields[0][1].sample(Random(1))
    begun.add(Discard(A, cards))
    begun.take_back(len(begun.history.events))
    assert begun.state == waiting
    assert begun.state.due == waiting.due


def test_an_undo_of_the_second_throw_waits_for_it_again(begun: Log) -> None:
    begun.add(roll(A, 7))
    assert begun.state.phase is Phase.REROLL
    begun.add(CrisisReroll(A, roll(A, 4).throw), MoveCrisis(A, 5))
    begun.take_back(10, 11)
    assert (begun.state.phase, begun.state.crisis) == (Phase.REROLL, 9)


def test_a_longest_connection_comes_back_with_an_undo(begun: Log) -> None:
    """The card is a function of the board: what gave it away is gone, so it lies where it lay."""
    begun.add(roll(A, 2))
    begun.add(*(PutPiece(A, A, "connection", place) for place in way(10, 11, 12, 13, 14)))
    assert begun.state.lengths[A] == 5
    held = begun.state.longest
    begun.take_back(len(begun.history.events))
    assert (held, begun.state.longest, begun.state.lengths[A]) == (A, None, 4)


def test_changing_an_earlier_event_names_the_first_later_one_that_no_longer_fits(begun: Log) -> None:
    """A's second junior was really elsewhere: its connection no longer touches it; all the rest still fits."""
    begun.add(roll(A, 2), EndTurn(A), roll(B, 4))
    plan = begun.history.plan(Amend(A, 7, PlaceJunior(A, 51)))
    assert plan.refusal is None
    assert plan.misfits[0].seq == 8
    assert plan.misfits[0].refusal.code == "not_at_junior"


def test_an_amendment_that_is_no_state_is_refused_itself(begun: Log) -> None:
    plan = begun.history.plan(Amend(A, 7, PlaceJunior(A, 29)))
    assert plan.refusal is not None
    assert plan.refusal.code == "corner_taken"


def test_a_throw_set_right_later_pays_what_it_should_have_paid(begun: Log) -> None:
    begun.add(roll(A, 2), EndTurn(A))
    before = begun.state.hands[A].size
    assert begun.history.plan(Amend(A, 9, roll(A, 6))).misfits == ()
    begun.add(Amend(A, 9, roll(A, 6)))
    assert begun.state.hands[A].size == before + 2, "two juniors stand at the six"


def test_every_prefix_of_a_match_is_reached_again_by_undo() -> None:
    rng = Random(8)
    made = GAME.random_setup(rng, 3, GAME.complete((), "classic"))
    played = play_random(GAME, rng, made, longest=120, told=True)
    log = Log(made)
    seen = [log.state]
    for action in played.actions:
        log.add(action)
        seen.append(log.state)
    for n in range(len(played.actions), 100, -1):
        log.take_back(n)
        assert log.state == seen[n - 1]
