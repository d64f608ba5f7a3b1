"""Actions, overruled ones, corrections and undo in any order: every state is one, and tells no foreign secret."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.game import Choice, Seat, Throw
from companion.games.arnika import Arnika
from companion.games.arnika import actions as act
from companion.games.arnika.cards import DEVELOPMENTS, KINDS
from companion.games.arnika.layout import NUMBERS
from companion.games.arnika.state import State
from companion.selfplay import random_options

GAME = Arnika()
RANDOM = st.integers(0, 2**32).map(Random)


def anything(rng: Random, seats: int) -> Any:
    """Any action of play by anybody, sensible or not: what a table might tell the app."""
    seat = Seat(rng.randrange(seats))
    corner, edge, place = rng.randrange(-1, 55), rng.randrange(-1, 73), rng.randrange(-1, 20)
    some = tuple(rng.choice((0, 0, 0, 1, 2)) for _ in KINDS)
    others = tuple(rng.choice((0, 0, 1, 3)) for _ in KINDS)
    kind, victim = rng.choice(KINDS), Seat(rng.randrange(seats))
    throw = Throw(rng.randint(2, 12))
    ways = (
        *(act.PlaceJunior(seat, corner), act.PlaceConnection(seat, edge), act.Roll(seat, throw), act.EndTurn(seat)),
        *(act.Discard(seat, some), act.DiscardCount(seat, rng.randint(0, 9)), act.CrisisHome(seat, place)),
        *(act.CrisisReroll(seat, throw), act.MoveCrisis(seat, place), act.LoseCard(seat, rng.choice((None, kind)))),
        *(act.Steal(seat, victim, rng.choice((None, kind))), act.BuildConnection(seat, rng.choice((None, edge)))),
        *(act.BuildJunior(seat, rng.choice((None, corner))), act.BuildSenior(seat, rng.choice((None, corner)))),
        *(act.StopRoads(seat), act.TakeLongest(seat, rng.choice((None, victim)))),
        *(act.BuyCard(seat, rng.choice((None, *DEVELOPMENTS))), act.PlayConsult(seat), act.PlayRoads(seat)),
        *(act.PlayPlenty(seat, some), act.PlayMonopoly(seat, kind), act.PlayOther(seat, "?")),
        *(act.RevealPoints(seat, rng.randint(1, 3)), act.BankTrade(seat, kind, rng.choice(KINDS))),
        *(act.OfferTrade(seat, some, others), act.CounterOffer(seat, some, others), act.AcceptTrade(seat, victim)),
        *(act.DeclineTrade(seat, victim), act.WithdrawOffer(seat)),
    )
    return rng.choice(ways)


class Evening(RuleBasedStateMachine):
    """One match and its history; the last state is always what folding the history gives."""

    @initialize(rng=RANDOM)
    def begin(self, rng: Random) -> None:
        options = random_options(GAME, rng, rng.choice(("text", "classic")))
        self.setup = GAME.random_setup(rng, rng.choice((2, 3, 4)), options)
        self.states: list[State] = [GAME.start(self.setup)]
        self.log: list[Any] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def do(self, action: Any) -> None:
        self.log.append(action)
        self.states.append(GAME.apply(self.state, action))

    def fill_in(self, choices: tuple[Choice, ...], rng: Random) -> Any | None:
        allowed = [choice for choice in choices if choice.refusal is None]
        action = rng.choice(allowed).sample(rng) if allowed else None
        return action if action is not None and GAME.check(self.state, action) is None else None

    @rule(rng=RANDOM, told=st.booleans(), n=st.integers(1, 12))
    def play(self, rng: Random, told: bool, n: int) -> None:
        for _ in range(n):
            action = self.fill_in(GAME.choices(self.state), rng)
            if action is not None:
                self.do(GAME.told(self.state, action, rng) if told else action)

    @rule(rng=RANDOM)
    def correct(self, rng: Random) -> None:
        action = self.fill_in(GAME.corrections(self.state), rng)
        if action is not None:
            self.do(action)

    @rule(rng=RANDOM)
    def overrule(self, rng: Random) -> None:
        for _ in range(20):
            action = anything(rng, len(self.state.hands))
            refusal = GAME.check(self.state, action)
            if refusal is not None and refusal.overrulable:
                return self.do(action)
        return None

    @rule(rng=RANDOM)
    def count_the_hands(self, rng: Random) -> None:
        """The switch to counted hands, as a table would use it: from what everybody sees."""
        sizes = tuple(rng.randint(0, 8) for _ in self.state.hands)
        bank = [19] * 5
        for _ in range(sum(sizes)):
            bank[rng.choice([kind for kind in range(5) if bank[kind]])] -= 1
        action = act.SetHands(Seat(0), tuple(bank), sizes)  # type: ignore[arg-type]
        if GAME.check(self.state, action) is None:
            self.do(action)

    @rule(rng=RANDOM)
    def set_a_number_right(self, rng: Random) -> None:
        action = act.CorrectHex(Seat(0), rng.randrange(19), rng.choice(KINDS), rng.choice(NUMBERS))
        if GAME.check(self.state, action) is None:
            self.do(action)

    @precondition(lambda self: self.log)
    @rule(n=st.integers(1, 4))
    def undo(self, n: int) -> None:
        """The state before is the fold without the last actions."""
        n = min(n, len(self.log))
        del self.log[-n:], self.states[-n:]
        state = GAME.start(self.setup)
        for action in self.log:
            state = GAME.apply(state, action)
        assert state == self.state

    @precondition(lambda self: len(self.log) > 1)
    @rule(rng=RANDOM)
    def take_back_one_in_the_middle(self, rng: Random) -> None:
        """What came after is folded as far as it still fits; what does not is found at its first misfit."""
        at = rng.randrange(len(self.log))
        state, states = self.states[at], self.states[: at + 1]
        kept: list[Any] = self.log[:at]
        for action in self.log[at + 1 :]:
            refusal = GAME.check(state, action)
            if refusal is not None and not refusal.overrulable:
                break
            state = GAME.apply(state, action)
            kept.append(action)
            states.append(state)
        self.log, self.states = kept, states

    @invariant()
    def all_that_must_hold_holds(self) -> None:
        if not hasattr(self, "states"):
            return
        state = self.state
        assert GAME.invariants(state) == ()
        assert hash(state) == hash(msgspec.structs.replace(state))
        choices, standing = GAME.choices(state), GAME.standing(state)
        assert standing.over or any(choice.refusal is None for choice in choices), state.phase
        public = GAME.view(state, None)
        assert GAME.view(public, None) == public
        for seat in state.seats:
            own = GAME.view(state, Seat(seat))
            assert GAME.view(own, None) == public
            assert GAME.view(own, Seat(seat)) == own
            assert own.hands[seat] == state.hands[seat]
        assert GAME.standing(public).scores == standing.scores
        if self.log:
            assert GAME.describe(self.states[-2], self.log[-1], state)


class LongEvening(Evening):
    """The same at length, drawn anew each time it is run."""


UNHURRIED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
Evening.TestCase.settings = settings(
    max_examples=25, stateful_step_count=20, deadline=None, derandomize=True, suppress_health_check=UNHURRIED
)
LongEvening.TestCase.settings = settings(
    max_examples=1000, stateful_step_count=60, deadline=None, database=None, suppress_health_check=UNHURRIED
)
TestEvening = Evening.TestCase
TestLongEvening = pytest.mark.timeout(0)(pytest.mark.slow(LongEvening.TestCase))
