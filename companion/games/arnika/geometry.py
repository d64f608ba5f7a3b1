"""The board as tables: 19 hexes, 54 corners, 72 edges, and sets of them as bit masks.

Pointy-top hexes in axial coordinates (q, r): +q is east, +r is south-east. A *cell* is any (q, r), land or sea; a
corner is where three cells meet, an edge is the side between two. Ids run in reading order:

- hexes row by row, r = -2..2, within a row by q;
- corners in six zig-zag rows of 7, 9, 11, 11, 9, 7 from top to bottom, left to right;
- edges by zig-zag rows and the verticals between them: 6, 4, 8, 5, 10, 6, 10, 5, 8, 4, 6.

A set of corners is an ``int`` whose bit ``i`` stands for corner ``i``; likewise for edges and hexes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NewType

Hex = NewType("Hex", int)
Corner = NewType("Corner", int)
Edge = NewType("Edge", int)
Mask = int
"""A set of hexes, corners or edges."""
Cell = tuple[int, int]

NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST = (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)
DIRECTIONS: tuple[Cell, ...] = (NORTH_EAST, EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST)


def step(cell: Cell, direction: Cell) -> Cell:
    return (cell[0] + direction[0], cell[1] + direction[1])


def position(cells: Iterable[Cell]) -> tuple[float, float]:
    """The middle of ``cells`` on the page, x to the right and y down, in hex widths."""
    cells = tuple(cells)
    x = sum(q + r / 2 for q, r in cells) / len(cells)
    y = sum(r * 3**0.5 / 2 for _, r in cells) / len(cells)
    return (x, y)


HEX_CELLS: tuple[Cell, ...] = tuple((q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2)
"""The cell of each hex."""

HEX_AT: dict[Cell, Hex] = {cell: Hex(i) for i, cell in enumerate(HEX_CELLS)}

_around = {cell: [step(cell, d) for d in DIRECTIONS] for cell in HEX_CELLS}


def _zigzag_rows() -> list[frozenset[Cell]]:
    """Every corner's three cells, in the order of the corners' ids.

    A zig-zag row runs between two rows of cells: its corners meet cells of rows r-1 and r and no other.
    """
    corners = {frozenset((cell, _around[cell][i], _around[cell][(i + 1) % 6])) for cell in HEX_CELLS for i in range(6)}
    return sorted(corners, key=lambda cells: (min(r for _, r in cells), position(cells)[0]))


CORNER_CELLS: tuple[frozenset[Cell], ...] = tuple(_zigzag_rows())
"""The three cells (land or sea) that meet at each corner."""

CORNER_AT: dict[frozenset[Cell], Corner] = {cells: Corner(i) for i, cells in enumerate(CORNER_CELLS)}

_sides = {frozenset((cell, other)) for cell in HEX_CELLS for other in _around[cell]}


def _ends(side: frozenset[Cell]) -> tuple[Corner, Corner]:
    first, second = sorted(corner for cells, corner in CORNER_AT.items() if side < cells)
    return (first, second)


def _side_order(side: frozenset[Cell]) -> tuple[float, float]:
    rows = [r for _, r in side]
    return (sum(rows) / 2, position(side)[0])


EDGE_CELLS: tuple[frozenset[Cell], ...] = tuple(sorted(_sides, key=_side_order))
"""The two cells on either side of each edge."""

EDGE_AT: dict[frozenset[Cell], Edge] = {side: Edge(i) for i, side in enumerate(EDGE_CELLS)}

ENDS: tuple[tuple[Corner, Corner], ...] = tuple(_ends(side) for side in EDGE_CELLS)
"""The two corners of each edge, the smaller first."""

EDGE_BETWEEN: dict[tuple[Corner, Corner], Edge] = {
    pair: Edge(i) for i, (a, b) in enumerate(ENDS) for pair in ((a, b), (b, a))
}

HEXES, CORNERS, EDGES = len(HEX_CELLS), len(CORNER_CELLS), len(EDGE_CELLS)
ALL_CORNERS: Mask = (1 << CORNERS) - 1
ALL_EDGES: Mask = (1 << EDGES) - 1


def mask(ids: Iterable[int]) -> Mask:
    """The set of ``ids``."""
    total = 0
    for i in ids:
        total |= 1 << i
    return total


def union(masks: Iterable[Mask]) -> Mask:
    """What lies in any of ``masks``."""
    found = 0
    for one in masks:
        found |= one
    return found


@lru_cache(maxsize=1 << 15)
def members(of: Mask) -> tuple[int, ...]:
    """The ids in the set ``of``, ascending."""
    ids = []
    while of:
        low = of & -of
        ids.append(low.bit_length() - 1)
        of ^= low
    return tuple(ids)


CORNERS_OF_HEX: tuple[Mask, ...] = tuple(
    mask(i for i, cells in enumerate(CORNER_CELLS) if cell in cells) for cell in HEX_CELLS
)
HEXES_OF_CORNER: tuple[tuple[Hex, ...], ...] = tuple(
    tuple(sorted(HEX_AT[cell] for cell in cells if cell in HEX_AT)) for cells in CORNER_CELLS
)
EDGES_OF_CORNER: tuple[Mask, ...] = tuple(
    mask(e for e, ends in enumerate(ENDS) if corner in ends) for corner in range(CORNERS)
)
CORNERS_BESIDE: tuple[Mask, ...] = tuple(
    mask(b if a == corner else a for a, b in ENDS if corner in (a, b)) for corner in range(CORNERS)
)
"""The two or three corners one edge away from each corner."""
CORNERS_OF_EDGE: tuple[Mask, ...] = tuple(mask(ends) for ends in ENDS)
HEXES_BESIDE: tuple[tuple[Hex, ...], ...] = tuple(
    tuple(sorted(HEX_AT[other] for other in _around[cell] if other in HEX_AT)) for cell in HEX_CELLS
)
NEIGHBOURS: tuple[tuple[Hex, Hex], ...] = tuple((Hex(i), b) for i in range(HEXES) for b in HEXES_BESIDE[i] if i < b)
"""The 42 pairs of hexes side by side."""
STEPS: tuple[tuple[tuple[Edge, Corner], ...], ...] = tuple(
    tuple((Edge(e), b if a == corner else a) for e, (a, b) in enumerate(ENDS) if corner in (a, b))
    for corner in range(CORNERS)
)
"""From each corner: the edges that leave it and where they lead."""

COAST: tuple[Edge, ...] = tuple(Edge(i) for i, side in enumerate(EDGE_CELLS) if sum(c in HEX_AT for c in side) == 1)
"""The edges between land and sea, where harbours lie."""


def _clockwise_coast() -> tuple[Edge, ...]:
    ring, left = [COAST[0]], set(COAST[1:])
    corner = ENDS[COAST[0]][1]
    while left:
        edge = next(e for e in left if corner in ENDS[e])
        left.remove(edge)
        ring.append(edge)
        a, b = ENDS[edge]
        corner = b if a == corner else a
    return tuple(ring)


COAST_RING: tuple[Edge, ...] = _clockwise_coast()
"""The coast as a ring of 30 edges."""


@lru_cache(maxsize=1 << 14)
def edges_at(corners: Mask) -> Mask:
    """The edges that touch any of ``corners``."""
    found = 0
    for corner in members(corners):
        found |= EDGES_OF_CORNER[corner]
    return found


@lru_cache(maxsize=1 << 14)
def corners_at(edges: Mask) -> Mask:
    """The corners at the ends of any of ``edges``."""
    found = 0
    for edge in members(edges):
        found |= CORNERS_OF_EDGE[edge]
    return found


@lru_cache(maxsize=1 << 14)
def too_close(buildings: Mask) -> Mask:
    """Corners that are taken by ``buildings`` or one edge away from them."""
    found = buildings
    for corner in members(buildings):
        found |= CORNERS_BESIDE[corner]
    return found
