"""States of Amun-Re in the middle of a match, laid out for the tests."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.game import Seat, Setup
from companion.games.amun_re import AmunRe, actions
from companion.games.amun_re.table import Column, Harvest, Player, Province, State, with_player

GAME = AmunRe()
TABLE = (("offering_table", ((2, 1, 3), (9, 2, 1), (20, 3, 0))),)


def fresh(n: int = 3, first: int = 0, box: tuple[tuple[str, Any], ...] = (), **options: Any) -> State:
    seats = tuple(Seat(i) for i in range(n))
    return GAME.start(Setup(seats, Seat(first), GAME.complete(tuple(options.items())), box=box))


def auction(n: int = 3, first: int = 0, **more: Any) -> State:
    """The first auction of round 1, nothing bid."""
    state = fresh(n, first, **more)
    return do(state, actions.HandsReady(state.starter))


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


def column(pyramids: int = 0, farms: int = 0, caravans: int = 0, ankhs: int = 0) -> Column:
    return Column((Province(pyramids, farms, caravans, ankhs, built=pyramids),))


def holding(state: State, **by_seat: tuple[Column, Column, Column]) -> State:
    """``s0=(column(), ...)`` lays three columns before seat 0 and so on; the others get three empty ones."""
    for seat in state.seats:
        state = with_player(state, seat, columns=by_seat.get(f"s{seat}", (column(), column(), column())))
    return state


def offering(state: State, **by_seat: tuple[Column, Column, Column]) -> State:
    """Three provinces each, nothing spent, the offering to come."""
    return replace(holding(state, **by_seat), phase="offering", auction=3, lots=())


def over(state: State, players: dict[int, Player], starter: int) -> State:
    """A finished match of one harvest in which ``players`` stand as given."""
    from companion.games.amun_re.honour import crop

    row = tuple(players.get(seat, Player()) for seat in state.seats)
    harvest = Harvest(tuple(map(crop, row)), Seat(starter))
    return replace(state, players=row, harvests=(harvest,), phase="over", round=3)
