"""Cards: the five resources and what things cost, the development deck.

A bunch of resource cards is a tuple of five counts in the order of :data:`KINDS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Cards = tuple[int, int, int, int, int]

KINDS = ("doctor", "airplane", "hotel", "factory", "coin")
KIND_INDEX = {kind: i for i, kind in enumerate(KINDS)}
DESERT = "desert"
TERRAINS = (*KINDS, DESERT)

OF_EACH = 19
"""Resource cards of each kind in the box (95 = 5 x 19)."""
NONE: Cards = (0, 0, 0, 0, 0)
FULL_BANK: Cards = (OF_EACH,) * 5

CONNECTION_COST: Cards = (1, 1, 0, 0, 0)
JUNIOR_COST: Cards = (1, 1, 1, 1, 0)
SENIOR_COST: Cards = (0, 0, 2, 0, 3)
CARD_COST: Cards = (0, 0, 1, 1, 1)
COSTS = (CONNECTION_COST, JUNIOR_COST, SENIOR_COST, CARD_COST)

CONNECTIONS, JUNIORS, SENIORS = 15, 5, 4
"""Pieces of one colour in the box."""

CONSULT, POINT, ROADS, PLENTY, MONOPOLY, OTHER = range(6)
"""Kinds of development cards; ``OTHER`` is a progress card that the app does not know."""
DEVELOPMENTS = ("consult", "point", "roads", "plenty", "monopoly", "other")
DEVELOPMENT_INDEX = {name: i for i, name in enumerate(DEVELOPMENTS)}
CONSULTS, PROGRESS, POINTS = 14, 6, 5
DECK = CONSULTS + PROGRESS + POINTS

ONE: tuple[Cards, ...] = tuple(tuple(int(i == k) for i in range(5)) for k in range(5))  # type: ignore[misc]
"""One card of each kind."""


def plus(a: Cards, b: Cards) -> Cards:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])


def minus(a: Cards, b: Cards) -> Cards:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4])


def sum_of(bunches: Iterable[Cards]) -> Cards:
    """All of ``bunches`` together."""
    found = NONE
    for cards in bunches:
        if cards is not NONE:
            found = plus(found, cards)
    return found


def covers(a: Cards, b: Cards) -> bool:
    """Whether ``a`` holds at least ``b`` of each kind."""
    return a[0] >= b[0] and a[1] >= b[1] and a[2] >= b[2] and a[3] >= b[3] and a[4] >= b[4]


@lru_cache(maxsize=256)
def times(kind: int, n: int) -> Cards:
    """``n`` cards of ``kind``."""
    return tuple(n if i == kind else 0 for i in range(5))  # type: ignore[return-value]
