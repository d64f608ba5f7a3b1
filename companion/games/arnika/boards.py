"""Boards laid at random, balanced as the switches ask, and how fair any board is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.game import Board, Setup, Value
from companion.games.arnika.cards import DESERT, KINDS
from companion.games.arnika.geometry import COAST_RING, CORNERS, ENDS, HEXES, HEXES_BESIDE, HEXES_OF_CORNER, NEIGHBOURS
from companion.games.arnika.layout import ANY, Layout, board_of, corner_kinds, harbour_ends

TOKENS = (2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12)
SIXTEEN_TOKENS = (2, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 12)
"""Eighteen without one 3 and one 11: the text says only that there are sixteen (A-02)."""
FOUR_EACH = ("hotel", "factory")
HARBOURS = (ANY,) * 4 + KINDS
HARBOUR_STEPS = (3, 3, 4, 3, 3, 4, 3, 3, 4)
"""From one harbour to the next along the coast's 30 edges, as the frame's pieces have them."""
CHANCES = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""Of 36 throws of two dice."""
RED = (6, 8)
TRIES = 3_000


class Balance(Value, frozen=True):
    """What a balanced board avoids."""

    no_red_together: bool = True
    """No 6 or 8 beside a 6 or 8."""
    no_equal_numbers: bool = True
    """No number beside itself."""
    no_clusters: bool = True
    """No three hexes of one terrain in touch."""
    fair_harbours: bool = True
    """No special harbour at its own resource."""


FREE = Balance(False, False, False, False)


def balance_of(options: Mapping[str, Any]) -> Balance:
    """What ``options`` want a drawn board to avoid: everything, where they don't say."""
    return Balance(**{name: bool(options.get(name, True)) for name in Balance.__struct_fields__})


def terrains(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The 19 tiles of the box: 18 with a token and a desert, or 16 and three deserts (A-02, A-03)."""
    often = options.get("terrain", "doctor")
    counts = dict.fromkeys(FOUR_EACH, 4) | {"coin": 3, "doctor": 3, "airplane": 3}
    counts["airplane" if often == "airplane" else "doctor"] = 4
    if options.get("tokens") == 16:
        counts["hotel"] -= 1
        counts["factory"] -= 1
    tiles = [kind for kind, n in counts.items() for _ in range(n)]
    return (*tiles, *(DESERT for _ in range(HEXES - len(tiles))))


def tokens(options: Mapping[str, Any]) -> tuple[int, ...]:
    return SIXTEEN_TOKENS if options.get("tokens") == 16 else TOKENS


def shuffled_layout(
    rng: Random, tiles: Sequence[str], numbers: Sequence[int], balance: Balance | None = None
) -> Layout:
    """A random layout of ``tiles``, ``numbers`` and the nine harbours that keeps to ``balance``.

    Terrain first, numbers on it, harbours last, each drawn again until it fits. Where a box has too few tiles for a
    wish to come true, the last draw stands.
    """
    balance = balance or Balance()
    terrain = list(tiles)
    for _ in range(TRIES):
        rng.shuffle(terrain)
        if not balance.no_clusters or not clusters(terrain):
            break
    places = [i for i, kind in enumerate(terrain) if kind != DESERT]
    drawn = list(numbers)
    laid: list[int | None] = [None] * HEXES
    for _ in range(TRIES):
        rng.shuffle(drawn)
        laid = [None] * HEXES
        for i, number in zip(places, drawn, strict=False):
            laid[i] = number
        if _numbers_fit(laid, balance):
            break
    harbours = list(HARBOURS)
    start = rng.choice((0, 1))
    own = [_kinds_beside(edge, terrain) for edge, _ in _around(start, harbours, in_order=True)]
    for _ in range(TRIES):
        rng.shuffle(harbours)
        if not balance.fair_harbours or not any(kind in beside for kind, beside in zip(harbours, own, strict=True)):
            break
    return Layout(tuple(terrain), tuple(laid), _around(start, harbours))


def _kinds_beside(edge: int, terrain: Sequence[str]) -> set[str]:
    """The terrain around both ends of ``edge``."""
    return {terrain[h] for corner in ENDS[edge] for h in HEXES_OF_CORNER[corner]}


def _around(start: int, kinds: Sequence[str], *, in_order: bool = False) -> tuple[tuple[int, str], ...]:
    """The harbours along the coast by edge, or ``in_order`` of ``kinds``."""
    found, at = [], start
    for kind, gap in zip(kinds, HARBOUR_STEPS, strict=True):
        found.append((int(COAST_RING[at % len(COAST_RING)]), kind))
        at += gap
    return tuple(found if in_order else sorted(found))


def clusters(terrain: Sequence[str]) -> tuple[int, ...]:
    """Hexes with two or more neighbours of their own terrain."""
    return tuple(
        i
        for i, kind in enumerate(terrain)
        if kind != DESERT and sum(terrain[other] == kind for other in HEXES_BESIDE[i]) >= 2
    )


def red_pairs(numbers: Sequence[int | None]) -> tuple[tuple[int, int], ...]:
    """Neighbouring hexes that both carry 6 or 8."""
    return tuple((a, b) for a, b in NEIGHBOURS if numbers[a] in RED and numbers[b] in RED)


def equal_pairs(numbers: Sequence[int | None]) -> tuple[tuple[int, int], ...]:
    """Neighbouring hexes with one number."""
    return tuple((a, b) for a, b in NEIGHBOURS if numbers[a] is not None and numbers[a] == numbers[b])


def _numbers_fit(numbers: Sequence[int | None], balance: Balance) -> bool:
    if balance.no_red_together and red_pairs(numbers):
        return False
    return not (balance.no_equal_numbers and equal_pairs(numbers))


def easy_harbours(layout: Layout) -> tuple[int, ...]:
    """Corners where a special harbour lies at a hex of its own resource."""
    return tuple(
        corner
        for corner, kind in harbour_ends(layout).items()
        if kind != ANY and KINDS.index(kind) in corner_kinds(layout, corner)
    )


class Fairness(Value, frozen=True):
    """How even a board is, for one laid by hand, too.

    ``score`` is 100 where nothing is uneven. ``chances`` are the throws of 36 that pay each resource; ``best`` and
    ``spread`` the pips of the best corner and between it and the eighth best: a game of four takes eight.
    """

    score: int
    chances: tuple[int, ...]
    best: int
    spread: int
    red_pairs: int
    equal_pairs: int
    clusters: int
    easy_harbours: int


def corner_pips(layout: Layout, corner: int) -> int:
    """Throws of 36 that pay at ``corner``."""
    return sum(CHANCES.get(layout.numbers[h] or 0, 0) for h in HEXES_OF_CORNER[corner] if layout.terrain[h] != DESERT)


def fairness(layout: Layout) -> Fairness:
    """The fairness of ``layout``: from 100, each flaw takes points by its weight.

    A pair of red numbers costs 8, equal numbers 4, a cluster's hex 3, an easy harbour's corner 2; each pip by which a
    resource is off its even share costs 1, each pip between the best corner and the eighth best 2.
    """
    chances = [0] * len(KINDS)
    hexes = [0] * len(KINDS)
    for terrain, number in zip(layout.terrain, layout.numbers, strict=True):
        if terrain != DESERT:
            chances[KINDS.index(terrain)] += CHANCES.get(number or 0, 0)
            hexes[KINDS.index(terrain)] += 1
    pips = sorted((corner_pips(layout, corner) for corner in range(CORNERS)), reverse=True)
    per_hex = sum(chances) / max(1, sum(hexes))
    uneven = sum(abs(have - n * per_hex) for have, n in zip(chances, hexes, strict=True))
    red, equal = len(red_pairs(layout.numbers)), len(equal_pairs(layout.numbers))
    cluster, easy = len(clusters(layout.terrain)), len(easy_harbours(layout))
    spread = pips[0] - pips[7]
    loss = 8 * red + 4 * equal + 3 * cluster + 2 * easy + uneven + 2 * spread
    return Fairness(max(0, round(100 - loss)), tuple(chances), pips[0], spread, red, equal, cluster, easy)


def balanced_board(
    rng: Random, options: Mapping[str, Any], balance: Balance | None = None, setup: Setup | None = None
) -> Board:
    """A board drawn by ``rng`` for these options, the crisis on a desert; ``balance`` stands above theirs.

    ``setup.box`` may name this copy's own ``terrains`` (19) and ``tokens``.
    """
    tiles = (setup.printed("terrains") if setup else None) or terrains(options)
    numbers = (setup.printed("tokens") if setup else None) or tokens(options)
    layout = shuffled_layout(rng, tiles, numbers, balance or balance_of(options))
    return board_of(layout, layout.deserts[0])
