"""The board's geometry: nineteen pointy-top hexes in axial coordinates, their corners and edges.

Lengths are in hex widths (flat to flat), the board's centre is the origin, x points right and y down; +q is east and
+r south-east. A corner is the sorted triple of cells (land or sea) that meet there, an edge the sorted pair of cells.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
Points = NDArray[np.float64]

NEIGHBOURS: tuple[Cell, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""NE, E, SE, SW, W, NW: clockwise."""

CELLS: tuple[Cell, ...] = tuple((q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2)
"""The land, row by row, as the record's hex ids count."""

ROW = 3**0.5 / 2
"""Between two rows, in hex widths."""


def place(cell: Cell) -> tuple[float, float]:
    """The centre of ``cell``."""
    q, r = cell
    return q + r / 2, r * ROW


CENTRES: Points = np.array([place(cell) for cell in CELLS])
"""(19, 2)."""

_ANGLES = np.deg2rad(np.arange(-90, 270, 60))
RIM: Points = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], 1) / 3**0.5
"""(6, 2): corners of a hex from its centre, clockwise from the north."""


def add(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def corner_cells(cell: Cell, k: int) -> tuple[Cell, Cell, Cell]:
    """The key of corner ``k`` (clockwise from the north) of ``cell``."""
    a, b = add(cell, NEIGHBOURS[k - 1]), add(cell, NEIGHBOURS[k])
    first, second, third = sorted((cell, a, b))
    return first, second, third


@cache
def corners() -> dict[tuple[Cell, Cell, Cell], tuple[float, float]]:
    """The 54 corners with their places."""
    found: dict[tuple[Cell, Cell, Cell], tuple[float, float]] = {}
    for cell in CELLS:
        x, y = place(cell)
        for k in range(6):
            found.setdefault(corner_cells(cell, k), (x + float(RIM[k, 0]), y + float(RIM[k, 1])))
    return found


@cache
def edges() -> dict[tuple[Cell, Cell], tuple[tuple[float, float], tuple[float, float]]]:
    """The 72 edges with the places of their two ends."""
    found: dict[tuple[Cell, Cell], tuple[tuple[float, float], tuple[float, float]]] = {}
    for cell in CELLS:
        x, y = place(cell)
        for k, step in enumerate(NEIGHBOURS):
            first, second = sorted((cell, add(cell, step)))
            a, b = RIM[k], RIM[(k + 1) % 6]
            found.setdefault((first, second), ((x + float(a[0]), y + float(a[1])), (x + float(b[0]), y + float(b[1]))))
    return found


def coast() -> tuple[tuple[Cell, Cell], ...]:
    """The 30 edges between land and sea, each as (land, sea)."""
    return tuple((cell, add(cell, step)) for cell in CELLS for step in NEIGHBOURS if add(cell, step) not in CELLS)


def turned(cell: Cell, steps: int) -> Cell:
    """``cell`` after the board is turned clockwise by ``steps`` sixths."""
    q, r = cell
    for _ in range(steps % 6):
        q, r = -r, q + r
    return q, r
