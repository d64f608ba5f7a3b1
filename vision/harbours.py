"""Harbours: signs in the sea before the coast's edges, with an icon of what they trade.

Signs are compared with drawn icons by where their ink lies, at any turn: their colours differ from edition to edition.
A board whose harbours are drawn otherwise (ships on a printed frame) shows no such signs, and nothing is said then.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import hexgrid, looks
from vision.box import with_box
from vision.hexgrid import Cell, Points

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

KINDS = ("doctor", "airplane", "hotel", "factory", "coin", "3:1")
COUNT, SINGLE = 9, 1
"""Harbours on a coast, and how many there are of each kind that trades one thing; the rest trade anything."""
OUT = 0.313
"""How far out from its edge a sign stands, in hex widths."""
SIZE, SPAN, DISC = 32, 0.46, 0.155
"""Side of a sign's picture in pixels, and what it shows and how much of it counts, in hex widths."""
TURNS = 36
REACH = 2
"""How many pixels a sign may lie off its place."""
COARSE = tuple((x, y) for y in (0, REACH, 2 * REACH) for x in (0, REACH, 2 * REACH))
FINE = tuple((x, y) for y in range(2 * REACH + 1) for x in range(2 * REACH + 1))
CLOSER = 0.42
"""What is less like any icon than this is not looked at closely."""
SEEN = 0.68
"""How well a sign's ink goes together with its icon at least; nine signs of ten on the development pictures do so by
0.8, and where none stands the sea does so by 0.5."""
SURE_SIGN, EACH = 0.62, 60.0
"""Half-way between a sign and none, and how steeply the chance rises by likeness."""


class Sign(msgspec.Struct, frozen=True):
    """A harbour at ``edge`` = (land, sea), its likeliest kind first in ``between``; ``share`` is the first one's."""

    edge: tuple[Cell, Cell]
    share: float
    between: tuple[str, ...]
    place: tuple[float, float]

    def __post_init__(self) -> None:
        if not self.between or not 0 <= self.share <= 1:
            raise ValueError(f"a sign of {self.between} by {self.share}")


def inks(flat: Image, places: Points) -> Floats:
    """How dark or coloured, against its ground, what stands at each of ``places`` (n, 2; hex widths) is: (n, 36, 36),
    two pixels more on each side than a sign."""
    wide = SIZE + 2 * REACH
    scale = SPAN / SIZE * looks.UNIT
    corner = flat.shape[0] / 2 - 0.5 - scale * (wide - 1) / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    here = np.empty((len(places), wide, wide, 3), np.uint8)
    for k, (x, y) in enumerate(places * looks.UNIT + corner):
        lens = np.array([[scale, 0, x], [0, scale, y]])
        here[k] = cv2.warpAffine(flat, lens, (wide, wide), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    logs = _LOGS[here]
    inner = logs[:, REACH:-REACH, REACH:-REACH][:, _ROUND]
    place = round(0.75 * (inner.shape[1] - 1))
    ground = np.partition(inner, place, axis=1)[:, place]
    below = np.minimum(logs - ground[:, None, None], 0)
    dark: Floats = np.sqrt((below**2).sum(3))
    return dark


_LOGS = np.log(np.arange(256, dtype=np.float32) + 12)


def _round() -> NDArray[np.bool_]:
    y, x = np.mgrid[:SIZE, :SIZE] - (SIZE - 1) / 2
    inside: NDArray[np.bool_] = np.hypot(x, y) / SIZE * SPAN < DISC
    return inside


_ROUND = _round()


def even(rows: Floats) -> Floats:
    """Each row of ``rows`` less its mean, of length 1."""
    off = rows - rows.mean(1, keepdims=True)
    whole: Floats = (off / np.sqrt((off**2).sum(1, keepdims=True) + 1e-4)).astype(np.float32)
    return whole


def turned(icon: Floats, count: int = TURNS) -> Floats:
    """``icon`` (32, 32) at ``count`` turns, what counts of it: (count, pixels)."""
    middle = (SIZE - 1) / 2
    rows = []
    for k in range(count):
        lens = cv2.getRotationMatrix2D((middle, middle), 360 / count * k, 1.0)
        rows.append(cv2.warpAffine(icon, lens, (SIZE, SIZE), flags=cv2.INTER_LINEAR)[_ROUND])
    return even(np.array(rows, np.float32))


@cache
def _icons() -> Floats:
    """The drawn icons at all turns: (drawings of each kind * 6 * turns, pixels)."""
    drawn = cv2.imread(str(Path(__file__).parent / "models" / "harbours.png"), cv2.IMREAD_GRAYSCALE)
    assert drawn is not None
    rows = []
    for top in range(0, drawn.shape[0], SIZE):
        for left in range(0, drawn.shape[1], SIZE):
            rows.append(turned(drawn[top : top + SIZE, left : left + SIZE].astype(np.float32) / 255))
    return np.concatenate(rows)


@cache
def _signs() -> Points:
    """Where signs stand before the coast's edges, in hex widths: (30, 2)."""
    land, sea = (np.array([hexgrid.place(cell) for cell in cells]) for cells in zip(*hexgrid.coast(), strict=True))
    places: Points = (land + sea) / 2 + (sea - land) * OUT
    return places


def compare(flat: Image) -> NDArray[np.float64]:
    """How well what stands before each of the coast's thirty edges goes together with each kind's icon: (30, 6)."""
    darks = inks(flat, _signs())
    found = _alike(darks, COARSE)
    closer = np.flatnonzero(found.max(1) > CLOSER)
    if len(closer):
        found[closer] = _alike(darks[closer], FINE)
    return found


def _alike(darks: Floats, shifts: tuple[tuple[int, int], ...]) -> NDArray[np.float64]:
    rows = np.stack([darks[:, y : y + SIZE, x : x + SIZE][:, _ROUND] for x, y in shifts], 1)
    alike = cv2.gemm(even(rows.reshape(-1, rows.shape[2])), _icons(), 1.0, None, 0.0, flags=cv2.GEMM_2_T)
    found: NDArray[np.float64] = alike.reshape(len(darks), len(shifts), -1, len(KINDS), TURNS).max((1, 2, 4))
    return found.astype(np.float64)


def read_harbours(flat: Image) -> tuple[Sign, ...]:
    """The harbours before the coast of the upright board ``flat``; none where its harbours are not such signs."""
    alike = compare(flat)
    coast = hexgrid.coast()
    strength = alike.max(1)
    chosen = _nine(strength)
    if float(np.median(strength[chosen])) < SEEN:
        return ()
    kinds = _shares(alike[chosen])
    signs = []
    for i, shares in zip(chosen, kinds, strict=True):
        there = 1 / (1 + np.exp(-EACH * (strength[i] - SURE_SIGN)))
        order = np.argsort(-shares)
        between = tuple(KINDS[k] for k in order if shares[k] > 0.004)[:4]
        x, y = (float(v) for v in _signs()[i])
        signs.append(Sign(coast[i], float(there * shares[order[0]]), between, (x, y)))
    return tuple(signs)


def _ring() -> list[int]:
    """The coast's edges in the order in which one walks round it."""
    middles = []
    for land, sea in hexgrid.coast():
        (ax, ay), (bx, by) = hexgrid.place(land), hexgrid.place(sea)
        middles.append(np.arctan2((ay + by) / 2, (ax + bx) / 2))
    return [int(i) for i in np.argsort(middles)]


def _nine(strength: NDArray[np.float64]) -> list[int]:
    """The nine edges, no two of them neighbours, that are the likeliest together."""
    ring = _ring()
    best: tuple[float, list[int]] = (-np.inf, [])
    # Around a ring: once with its first edge left out, once with it chosen and both its neighbours left out.
    for start, taken in ((1, []), (2, [ring[0]])):
        row = ring[start:] if not taken else ring[start:-1]
        left = COUNT - len(taken)
        table: list[list[tuple[float, list[int]]]] = [[(-np.inf, [])] * (left + 1) for _ in range(len(row) + 2)]
        for line in table:
            line[0] = (0.0, [])
        for k, edge in enumerate(row):
            for n in range(1, left + 1):
                before = table[k][n - 1]
                with_it = (before[0] + float(strength[edge]), [*before[1], edge])
                table[k + 2][n] = max(table[k + 1][n], with_it, key=lambda pair: pair[0])
        total, edges = table[-1][left]
        total += float(sum(strength[edge] for edge in taken))
        if total > best[0]:
            best = (total, [*taken, *edges])
    return best[1]


def _shares(alike: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely each kind is for each of nine signs, given that each single kind stands there once: (9, 6)."""
    likely = np.exp(EACH * (alike - alike.max(1, keepdims=True)))
    likely = 0.995 * likely / likely.sum(1, keepdims=True) + 0.005 / len(KINDS)
    counts = (*[SINGLE] * (len(KINDS) - 1), COUNT - SINGLE * (len(KINDS) - 1))
    shares, _ = with_box(likely, {counts: 1.0}, np.full_like(likely, 1 / len(KINDS)))
    return shares
