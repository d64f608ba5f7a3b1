"""States of Unfair in the middle of a match, laid out for the tests."""

from __future__ import annotations

from typing import Any

from companion.game import Seat, Setup
from companion.games.unfair import Unfair, actions
from companion.games.unfair.park import Attraction, State, Upgrade, with_area

GAME = Unfair()


def seated(n: int = 2, first: int = 0, preset: str = "text", box: tuple[Any, ...] = (), **options: Any) -> State:
    seats = tuple(Seat(i) for i in range(n))
    return GAME.start(Setup(seats, Seat(first), GAME.complete(tuple(options.items()), preset), box=box))


def started(n: int = 2, cards: dict[int, tuple[int, int, int]] | None = None, **more: Any) -> State:
    """The first turn of a match; every player card is blank unless ``cards`` has one for the seat."""
    state = seated(n, **more)
    return do(state, *(actions.TakeCard(seat, *(cards or {}).get(seat, (0, 0, 0))) for seat in state.seats))


def do(state: State, *moves: Any) -> State:
    """The state after legal ``moves``."""
    for move in moves:
        assert GAME.check(state, move) is None, f"{move}: {GAME.check(state, move)}"
        state = GAME.apply(state, move)
    return state


def why(state: State, move: Any) -> str | None:
    """The code of the refusal of ``move``, if it is refused."""
    refusal = GAME.check(state, move)
    return refusal.code if refusal else None


def standing_there(state: State, seat: int, area: int, points: int, *upgrades: int, income: int = 0) -> State:
    attraction = Attraction(points, income, tuple(Upgrade(n) for n in upgrades))
    return with_area(state, Seat(seat), area, attraction)


def total(state: State, seat: int) -> int:
    return GAME.standing(state).total(Seat(seat))
