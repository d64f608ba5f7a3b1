"""What stands at the edges, corners and on the hexes of the upright board, by a small network that looks at each.

Every site is shown to it the same way round: an edge runs up and down, of a corner's three edges one runs down. It was
taught on generated boards, so it knows no edition and no colour.
"""

from __future__ import annotations

from functools import cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import hexgrid, looks, networks
from vision.hexgrid import Cell, Points

Image = NDArray[np.uint8]

UNIT, SIDE = 64, 448
"""Pixels a hex width, and the side, of the picture that sites are cut from."""
SIZE = 28
"""Side of a site's picture."""
SPANS = {"edge": 0.54, "corner": 0.54, "hex": 1.1}
"""What it shows, in hex widths."""
CLASSES = ("nothing", "covered", "connection", "junior", "senior", "pawn")
ALLOWED = {"edge": (0, 1, 2), "corner": (0, 1, 3, 4), "hex": (0, 1, 5)}
AT_ONCE = 29
"""How many of the 145 sites the network looks at together."""
COOL = 1.0
"""Temperature of the network's scores, by the development pictures."""


class Site(msgspec.Struct, frozen=True):
    """A place: its sort, the cells that meet there (two, three or one), where it lies in hex widths, and the turn in
    radians that brings it upright."""

    sort: str
    cells: tuple[Cell, ...]
    place: tuple[float, float]
    turn: float


@cache
def sites() -> tuple[Site, ...]:
    """The 72 edges, the 54 corners and the 19 hexes."""
    found = []
    for pair, (a, b) in hexgrid.edges().items():
        turn = float(np.arctan2(b[0] - a[0], b[1] - a[1]))
        found.append(Site("edge", pair, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), turn))
    placed = hexgrid.corners()
    turns: dict[tuple[Cell, ...], float] = {}
    for cell in hexgrid.CELLS:
        for k in range(6):  # every other corner of a hex has its third edge above
            turns[hexgrid.corner_cells(cell, k)] = 0.0 if k % 2 else float(np.pi)
    found += [Site("corner", cells, place, turns[cells]) for cells, place in placed.items()]
    return tuple(found + [Site("hex", (cell,), hexgrid.place(cell), 0.0) for cell in hexgrid.CELLS])


@cache
def barred() -> NDArray[np.float32]:
    """What is added to the network's scores, for each site has classes that can't be there: (145, 6)."""
    bars = np.full((len(sites()), len(CLASSES)), -1e4, np.float32)
    for row, site in zip(bars, sites(), strict=True):
        row[list(ALLOWED[site.sort])] = 0
    return bars


class Evened(msgspec.Struct, frozen=True):
    """The upright board over its own white: uint8 (448, 448, 3), 128 being white."""

    picture: Image

    def __post_init__(self) -> None:
        if self.picture.shape != (SIDE, SIDE, 3):
            raise ValueError(f"an evened board of shape {self.picture.shape}")


def evened(flat: Image, unit: float = looks.UNIT) -> Evened:
    """``flat``, the upright board with hexes ``unit`` pixels wide, over what is the brightest that is usual on it."""
    wide = round(flat.shape[0] * UNIT / unit)
    small = flat if wide == flat.shape[0] else cv2.resize(flat, (wide, wide), interpolation=cv2.INTER_AREA)
    rim = (SIDE - wide) // 2
    small = cv2.copyMakeBorder(small, rim, SIDE - wide - rim, rim, SIDE - wide - rim, cv2.BORDER_REPLICATE)
    inner = small[SIDE // 8 : -SIDE // 8 : 5, SIDE // 8 : -SIDE // 8 : 5].reshape(-1, 3)
    white = np.percentile(inner, 90, axis=0) + 8
    levels = np.arange(256)[:, None] / white * 128
    picture: Image = cv2.LUT(small, np.clip(levels, 0, 255).astype(np.uint8)[None])
    return Evened(picture)


def cut(board: Image, rim: int = 0) -> Image:
    """Every site's picture, upright, from an evened board: uint8 (145, SIZE, SIZE, 3), ``rim`` pixels more around."""
    coarse = cv2.resize(board, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    wide = SIZE + 2 * rim
    pictures = np.empty((len(sites()), wide, wide, 3), np.uint8)
    middle = (wide - 1) / 2
    for k, site in enumerate(sites()):
        source, unit = (coarse, UNIT / 2) if site.sort == "hex" else (board, float(UNIT))
        scale = SPANS[site.sort] / SIZE * unit
        c, s = scale * np.cos(site.turn), scale * np.sin(site.turn)
        x, y = (v * unit + source.shape[0] / 2 - 0.5 for v in site.place)
        lens = np.array([[c, s, x - (c + s) * middle], [-s, c, y - (c - s) * middle]])
        pictures[k] = cv2.warpAffine(
            source, lens, (wide, wide), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
    return pictures


def classify(board: Evened) -> NDArray[np.float64]:
    """How likely each of :data:`CLASSES` is at each of :func:`sites`: (145, 6)."""
    pictures = (cut(board.picture).transpose(0, 3, 1, 2) / np.float32(128)).astype(np.float32)
    said = (networks.scores("sites", pictures, AT_ONCE) + barred()) / COOL
    shares = np.exp(said - said.max(1, keepdims=True))
    total: NDArray[np.float64] = shares / shares.sum(1, keepdims=True)
    return total


def place_of(points: Points) -> Points:
    """Hex widths (n, 2) to pixels of the evened board."""
    placed: Points = np.asarray(points, np.float64) * UNIT + SIDE / 2 - 0.5
    return placed
