"""Matches of Whale Riders for the tests: a set-up in a line, riders set where they are needed, legal actions."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.game import Board, Piece, Place, Seat, Setup
from companion.games.whale_riders import WhaleRiders
from companion.games.whale_riders.coast import MAGIC, START_PEARLS, START_PRICES
from companion.games.whale_riders.contracts import TILE_NAMES
from companion.games.whale_riders.state import Rider, Tile, WhaleState, with_rider

GAME = WhaleRiders()
A, B, C = Seat(0), Seat(1), Seat(2)
SUN_BOX = (("sun_pearls", START_PEARLS), ("sun_prices", START_PRICES))


def begin(
    seats: int = 2, *, decrees: tuple[str, ...] = (), magic: bool = False, box: Any = SUN_BOX, **options: Any
) -> WhaleState:
    """A match whose first turn is A's; with ``decrees`` those, with ``magic`` the row in the order of the box."""
    laid = [(Place("decree", i), Piece("decree", detail=name)) for i, name in enumerate(decrees)]
    if magic:
        laid += [(Place("magic", i), Piece("magic", detail=name)) for i, name in enumerate(MAGIC)]
    given = {"decrees": bool(decrees), "magic": magic, **options}
    setup = Setup(_seats(seats), A, GAME.complete(tuple(given.items())), Board(tuple(laid)), box)
    return GAME.start(setup)


def _seats(n: int) -> tuple[Seat, ...]:
    return tuple(Seat(i) for i in range(n))


def rider(state: WhaleState, seat: Seat, **facts: Any) -> WhaleState:
    """The same match with facts of ``seat``'s rider set."""
    who = state.seats.index(seat)
    return replace(state, riders=with_rider(state, who, replace(state.riders[who], **facts)))


def at_port(port: int = 1, **facts: Any) -> WhaleState:
    """A two-seat match with A at ``port``."""
    return rider(begin(), A, port=port, **facts)


def returned(pearls: tuple[int, ...] = START_PEARLS, **facts: Any) -> WhaleState:
    """A has returned to the Sun port, where ``pearls`` are left."""
    state = rider(begin(), A, heading="done", **{"coins": 20, **facts})
    return replace(state, sun=(*pearls, *(0,) * (7 - len(pearls))))


def goods(*tiles: str) -> tuple[Tile, ...]:
    """Tiles by name: "shell_2", "crystal_1" ..."""
    return tuple(Tile("goods", 0) if t == "goods" else Tile(t.split("_")[0], int(t.split("_")[1])) for t in tiles)


def counts(*tiles: str) -> tuple[int, ...]:
    """How many of each type, as :class:`Deliver` wants them."""
    return tuple(tiles.count(name) for name in TILE_NAMES)


def do(state: WhaleState, *actions: Any) -> WhaleState:
    """``state`` after ``actions``, each of them checked first."""
    for action in actions:
        refusal = GAME.check(state, action)
        assert refusal is None, f"{action}: {refusal}"
        state = GAME.apply(state, action)
        assert GAME.invariants(state) == ()
    return state


def why(state: WhaleState, action: Any) -> str | None:
    """The code of the refusal, ``None`` where ``action`` is allowed."""
    refusal = GAME.check(state, action)
    return refusal.code if refusal else None


def a(state: WhaleState) -> Rider:
    """A's rider."""
    return state.riders[0]


def offered(state: WhaleState) -> set[str]:
    """Names of the actions that may be taken now."""
    return {c.action.__name__ for c in GAME.choices(state) if c.refusal is None}


def guided(state: WhaleState) -> list[str]:
    return [line.key for line in GAME.guide(state)]
