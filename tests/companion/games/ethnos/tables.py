"""Matches of Ethnos for the tests: a set-up in a line, and actions one after the other, each of them legal."""

from __future__ import annotations

from typing import Any

from companion.game import Board, Piece, Place, Seat, Setup
from companion.games.ethnos import Ethnos
from companion.games.ethnos.state import EthnosState, PublishedTable, TextTable

GAME = Ethnos()
A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)
TEXT_TRIBES = ("dwarves", "elves", "merfolk", "minotaurs", "skeletons", "wizards")
KINGDOM_TOKENS = ((0, 2, 4), (0, 4, 8), (2, 4, 6), (2, 6, 6), (4, 6, 8), (6, 10, 10))


def text(
    seats: int = 3,
    regions: tuple[tuple[int, str], ...] = ((6, "elves"), (4, "dwarves")),
    box: tuple[tuple[str, Any], ...] = (("cards", 72),),
    **options: Any,
) -> EthnosState:
    """A ``text`` match whose first turn is A's, with ``regions`` as (value, tribe)."""
    laid = tuple((Place("region", i), Piece("region", number=v, detail=t)) for i, (v, t) in enumerate(regions))
    tribes = tuple((Place("tribe", i), Piece("tribe", detail=tribe)) for i, tribe in enumerate(TEXT_TRIBES))
    given = tuple(options.items())
    return GAME.start(Setup(_seats(seats), A, GAME.complete(given, "text"), Board((*tribes, *laid)), box))


def published(seats: int = 4, tribes: tuple[str, ...] = (), **options: Any) -> EthnosState:
    """A match as published whose first turn is A's; ``KINGDOM_TOKENS`` lie in the kingdoms."""
    n = 5 if seats < 4 else 6
    chosen = (tribes + tuple(t for t in TEXT_TRIBES if t not in tribes))[:n]
    laid = tuple(
        (Place("kingdom", k), Piece("glory", number=value))
        for k, row in enumerate(KINGDOM_TOKENS)
        for value in row[: 2 if seats < 4 else 3]
    )
    named = tuple((Place("tribe", i), Piece("tribe", detail=tribe)) for i, tribe in enumerate(chosen))
    options_ = GAME.complete(tuple(options.items()), "published")
    return GAME.start(Setup(_seats(seats), A, options_, Board((*named, *laid))))


def _seats(n: int) -> tuple[Seat, ...]:
    return tuple(Seat(i) for i in range(n))


def do(state: EthnosState, *actions: Any) -> EthnosState:
    """``state`` after ``actions``, each of them checked first."""
    for action in actions:
        refusal = GAME.check(state, action)
        assert refusal is None, f"{action}: {refusal}"
        state = GAME.apply(state, action)
    return state


def why(state: EthnosState, action: Any) -> str | None:
    """The code of the refusal, ``None`` where ``action`` is allowed."""
    refusal = GAME.check(state, action)
    return refusal.code if refusal else None


def total(state: EthnosState, seat: Seat) -> int:
    return GAME.standing(state).total(seat)


def as_text(state: EthnosState) -> TextTable:
    assert isinstance(state.table, TextTable)
    return state.table


def as_published(state: EthnosState) -> PublishedTable:
    assert isinstance(state.table, PublishedTable)
    return state.table


def offered(state: EthnosState, seat: Seat) -> set[str]:
    """Names of the actions that ``seat`` may take now."""
    return {c.action.__name__ for c in GAME.choices(state) if c.seat == seat and c.refusal is None}
