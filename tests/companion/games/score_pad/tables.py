"""Pads in the middle of a match, laid out for the tests."""

from __future__ import annotations

from typing import Any

from companion.game import Seat, Setup
from companion.games.score_pad import ScorePad
from companion.games.score_pad.pad import State

GAME = ScorePad()
A, B, C, D = map(Seat, range(4))
COLUMNS = (("کارت", "Cards"), ("جنگل", "Forest"), ("جریمه", "Penalties"))


def pad(
    n: int = 3, first: int = 0, preset: str | None = None, box: dict[str, Any] | None = None, **given: Any
) -> State:
    """A fresh pad for ``n``; ``box`` by field, every other name is an option."""
    seats = tuple(Seat(i) for i in range(n))
    options = GAME.complete(tuple(given.items()), preset)
    return GAME.start(Setup(seats, Seat(first), options, box=tuple((box or {}).items())))


def do(state: State, *moves: Any) -> State:
    """The state after legal ``moves``."""
    for move in moves:
        assert GAME.check(state, move) is None, f"{move}: {GAME.check(state, move)}"
        state = GAME.apply(state, move)
        assert GAME.invariants(state) == (), move
    return state


def why(state: State, move: Any) -> str | None:
    """The code of the refusal of ``move``, if it is refused."""
    refusal = GAME.check(state, move)
    return refusal.code if refusal else None


def totals(state: State) -> list[int]:
    return [score.total for score in GAME.standing(state).scores]


def winners(state: State) -> tuple[Seat, ...]:
    return GAME.standing(state).winners


def kinds(state: State) -> set[str]:
    """The names of the actions that somebody may take now."""
    return {choice.action.__name__ for choice in GAME.choices(state)}
