"""Where the board lies in a picture: a small network marks hexes and corners, a lattice of nineteen is fitted to them.

Nothing here knows a frame, a colour or an edition: what is fitted are the hexes themselves, so that a frame of any
colour, a frame that the picture cuts and no frame at all are the same case.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import hexgrid
from vision.errors import HalfABoard, NoBoard
from vision.hexgrid import Points

Image = NDArray[np.uint8]
Heat = NDArray[np.float32]

STRIDE = 4
WIDE_LOOK, CLOSE_LOOK = 384, 384
"""Sides of the square pictures that the network sees: the whole picture, then the board alone."""
CLOSE_UNIT = 54.0
"""Pixels a hex width in the close look."""
LONGEST = 1024
"""Pixels of the longer side of the picture in which the board is looked for."""
CLEAR = 0.8
"""A lattice that explains this share of the marks is the board's."""
PEAK = 0.25
"""A mark below this is none."""
SEEN, MOST_HIDDEN, FEWEST_SEEN = 0.3, 3, 6
"""A hex marked more than the first is seen; up to three may be hidden by hands, with less than six there is no board.
On the development pictures the weakest but three is marked 0.63, on half a board 0.13."""


class Marks(msgspec.Struct, frozen=True):
    """What the network marks, each float32 (h/4, w/4) in 0..1."""

    centres: Heat
    corners: Heat
    tokens: Heat
    pawns: Heat
    land: Heat

    def __post_init__(self) -> None:
        shapes = {heat.shape for heat in (self.centres, self.corners, self.tokens, self.pawns, self.land)}
        if len(shapes) != 1 or self.centres.ndim != 2:
            raise ValueError(f"marks of different shapes: {shapes}")


class Grid(msgspec.Struct, frozen=True):
    """Where the board lies: ``lens`` (3, 3) takes hex widths (see :mod:`vision.hexgrid`) to pixels of the picture.

    ``centres`` (19, 2) are the hexes' own middles in pixels, which a hand has laid a little off the lattice.
    ``score`` is the share of hexes and corners that the network marked where the lattice has them.
    ``marks`` are those of the close look, in whose pixels a hex is :data:`CLOSE_UNIT` wide.
    """

    lens: Points
    centres: Points
    score: float
    marks: Marks | None = None

    def __post_init__(self) -> None:
        if self.lens.shape != (3, 3) or self.centres.shape != (19, 2):
            raise ValueError(f"a grid of shapes {self.lens.shape} and {self.centres.shape}")

    def project(self, points: Points) -> Points:
        """Hex widths (n, 2) to pixels of the picture."""
        return project(self.lens, points)

    @property
    def unit(self) -> float:
        """Pixels a hex width at the board's middle."""
        a, b, c, d = self.project(np.array([(-0.5, 0.0), (0.5, 0.0), (0.0, -0.5), (0.0, 0.5)]))
        return float((np.hypot(*(b - a)) + np.hypot(*(d - c))) / 2)


def project(lens: Points, points: Points) -> Points:
    """``points`` (n, 2) through the homography ``lens``."""
    carried = np.column_stack([points, np.ones(len(points))]) @ lens.T
    flat: Points = carried[:, :2] / carried[:, 2:]
    return flat


@cache
def _network() -> Any:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).parent / "models" / "grid.onnx"))


def mark(picture: Image) -> Marks:
    """Marks of ``picture``, uint8 BGR whose sides divide by 16."""
    network = _network()
    network.setInput(cv2.dnn.blobFromImage(picture, 1 / 255))
    said = np.asarray(network.forward(), np.float32)[0]
    heat = 1 / (1 + np.exp(-said))
    return Marks(*heat)


def peaks(heat: Heat, least: float = PEAK, most: int = 80) -> NDArray[np.float64]:
    """Local maxima of ``heat``, strongest first: rows of x, y in pixels of the marked picture, and the height."""
    swollen = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.where((heat >= swollen) & (heat >= least))
    if len(xs) == 0:
        return np.zeros((0, 3))
    order = np.argsort(-heat[ys, xs])[:most]
    ys, xs = ys[order], xs[order]
    padded = np.pad(heat, 1)
    rows, columns = (v[:, None, None] + np.arange(3).reshape(shape) for v, shape in ((ys, (3, 1)), (xs, (1, 3))))
    around = padded[rows, columns].astype(np.float64) ** 2
    total = around.sum((1, 2)) + 1e-9
    dx = (around[:, :, 2].sum(1) - around[:, :, 0].sum(1)) / total
    dy = (around[:, 2].sum(1) - around[:, 0].sum(1)) / total
    return np.column_stack([(xs + dx) * STRIDE + 1.5, (ys + dy) * STRIDE + 1.5, heat[ys, xs]])


def find_board(picture: Image) -> Grid:
    """The board in ``picture`` (uint8 BGR).

    :raises NoBoard: when there is none to be seen.
    :raises HalfABoard: when more than three of its hexes are outside the picture or hidden.
    """
    shrink = LONGEST / max(picture.shape[:2])
    if shrink < 1:  # the marks need no more, and each look at a smaller picture is cheaper
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        grid = find_board(small)
        grow = np.diag([picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0], 1.0])
        return Grid(grow @ grid.lens, project(grow, grid.centres), grid.score, grid.marks)
    height, width = picture.shape[:2]
    best: Grid | None = None
    for side in (WIDE_LOOK, 640):
        scale = side / max(height, width)
        small = cv2.resize(
            picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        )
        canvas = np.full((-(-small.shape[0] // 16) * 16, -(-small.shape[1] // 16) * 16, 3), 114, np.uint8)
        canvas[: small.shape[0], : small.shape[1]] = small
        fitted = fit_lattice(mark(canvas))
        if fitted is None:
            continue
        lens, _ = fitted
        grown = np.diag([1 / scale, 1 / scale, 1.0]) @ lens
        grid = refine(picture, grown)
        if best is None or grid.score > best.score:
            best = grid
        if best.score > 0.75:
            break
    if best is None or best.score < 0.45:
        raise NoBoard()
    inside = ((best.centres > 0) & (best.centres < (width, height))).all(1)
    seen = int((inside & (_seen(best) > SEEN)).sum())
    if seen < FEWEST_SEEN:
        raise NoBoard()
    if seen < len(hexgrid.CELLS) - MOST_HIDDEN:
        raise HalfABoard(seen=seen, all=len(hexgrid.CELLS))
    if not _on_land(best):
        raise NoBoard()
    return best


def find_within(picture: Image, around: Points) -> Grid:
    """The board that lies within the four points ``around`` (4, 2; pixels, clockwise): markers near its corners, say.

    :raises NoBoard: when there is none. :raises HalfABoard: when more than three of its hexes are hidden.
    """
    side = 640
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    to_square = cv2.getPerspectiveTransform(around.astype(np.float32), square)
    # A little more than what the points hold: they may stand right at the hexes.
    room = np.array([[0.8, 0, side * 0.1], [0, 0.8, side * 0.1], [0, 0, 1.0]])
    seen = cv2.warpPerspective(picture, room @ to_square, (side, side), flags=cv2.INTER_AREA)
    grid = find_board(seen)
    lens: Points = np.linalg.inv(room @ to_square) @ grid.lens
    return refine(picture, lens)


ROW_ENDS: tuple[hexgrid.Cell, ...] = ((0, -2), (2, -2), (0, 2), (-2, 2))
"""The hexes at the ends of the top and the bottom row of three, clockwise."""


def from_fingers(picture: Image, points: Points | Sequence[tuple[float, float]]) -> Grid:
    """The board as somebody has pointed it out: ``points`` (4, 2; pixels) on the middles of the first and last hex of
    two opposite rows of three, in any order. The last resort: where the network sees nothing, the points alone count.
    """
    points = np.asarray(points, np.float64)
    away = points - points.mean(0)
    around = points[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    flat = np.array([hexgrid.place(cell) for cell in ROW_ENDS], np.float32)
    if np.hypot(*(around[1] - around[0])) > np.hypot(*(around[2] - around[1])):  # the short sides are the rows
        around = np.roll(around, 1, 0)
    lens: Points = cv2.getPerspectiveTransform(flat, around.astype(np.float32)).astype(np.float64)
    found = refine(picture, lens)
    off = np.abs(project(found.lens, flat.astype(np.float64)) - around).max()
    if found.marks is not None and found.score > 0.45 and off < 0.5 * found.unit:
        return found
    marks = mark(rectify(picture, lens, CLOSE_UNIT, CLOSE_LOOK))
    return Grid(lens, project(lens, hexgrid.CENTRES), 0.0, marks)


def _close(points: Points) -> Points:
    """Hex widths to pixels of the close look, where the lattice is the one found."""
    return points * CLOSE_UNIT + CLOSE_LOOK / 2


def _seen(grid: Grid) -> NDArray[np.float32]:
    """How strongly each hex of ``grid`` is marked in the close look: (19,)."""
    assert grid.marks is not None
    return _sample(grid.marks.centres, _close(hexgrid.CENTRES))


def _on_land(grid: Grid) -> bool:
    """Whether the hexes of ``grid`` look like tiles of a board, not like a honeycomb of another kind."""
    assert grid.marks is not None
    return float(np.sort(_sample(grid.marks.land, _close(hexgrid.CENTRES)))[MOST_HIDDEN]) > 0.4


def refine(picture: Image, lens: Points) -> Grid:
    """Look closely: bring the board upright by ``lens``, mark again, fit again."""
    for _ in range(2):
        middle = CLOSE_LOOK / 2
        to_close = np.array([[CLOSE_UNIT, 0, middle], [0, CLOSE_UNIT, middle], [0, 0, 1.0]])
        close = rectify(picture, lens, CLOSE_UNIT, CLOSE_LOOK)
        marks = mark(close)
        fitted = fit_lattice(marks, to_close)
        if fitted is None:
            break
        inner, score = fitted
        centres = _own_centres(marks, inner)
        back = lens @ np.linalg.inv(to_close)
        moved = np.abs(project(inner, hexgrid.CENTRES) - project(to_close, hexgrid.CENTRES)).max()
        found = Grid(back @ inner, project(back, centres), score, marks)
        if moved < CLOSE_UNIT * 0.12:
            return Grid(lens, project(back, centres), score, marks) if moved < 0.5 else found
        lens = found.lens
    else:
        return found
    return Grid(lens, project(lens, hexgrid.CENTRES), 0.0)


def rectify(picture: Image, lens: Points, unit: float, side: int) -> Image:
    """The board seen straight from above: ``side`` pixels square, its centre in the middle, ``unit`` a hex width."""
    middle = side / 2
    to_flat = np.array([[unit, 0, middle], [0, unit, middle], [0, 0, 1.0]])
    carried = lens @ np.linalg.inv(to_flat)
    a, b = project(lens, np.array([(-0.5, 0.0), (0.5, 0.0)]))
    shrink = unit / max(float(np.hypot(*(b - a))), 1e-6)
    if shrink < 0.6:  # warping takes single pixels: average them first
        height, width = picture.shape[:2]
        fine = min(1.0, shrink * 1.2)
        picture = cv2.resize(picture, None, fx=fine, fy=fine, interpolation=cv2.INTER_AREA)
        carried = np.diag([picture.shape[1] / width, picture.shape[0] / height, 1.0]) @ carried
    flat: Image = cv2.warpPerspective(
        picture, carried, (side, side), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT
    )
    return flat


def _own_centres(marks: Marks, lens: Points) -> Points:
    """Each hex's own middle near its place on the lattice, in pixels of the close look."""
    expected = project(lens, hexgrid.CENTRES)
    found = peaks(marks.centres)
    own = expected.copy()
    if len(found):
        away = np.hypot(*(expected[:, None] - found[None, :, :2]).transpose(2, 0, 1))
        nearest = away.argmin(1)
        for i, j in enumerate(nearest):
            if away[i, j] < CLOSE_UNIT * 0.12:
                own[i] = found[j, :2]
    return own


def fit_lattice(marks: Marks, near: Points | None = None) -> tuple[Points, float] | None:
    """The homography from hex widths to pixels of the marked picture that explains the marks best, and its score.
    It is looked for around ``near`` first, where that is known."""
    found = peaks(marks.centres)
    if len(found) < 6:
        return None
    points = found[:, :2]
    corners = peaks(marks.corners, most=160)[:, :2]
    if near is not None:
        tuned = _tune(points, corners, near)
        if tuned is not None and (score := _score(marks, tuned)) > CLEAR:
            return tuned, score
    weight = found[:, 2]
    middle = (points * weight[:, None]).sum(0) / weight.sum()
    best: tuple[Points, float] | None = None
    for seed in np.argsort(np.hypot(*(points - middle).T))[:6]:
        grown = _grow(points, int(seed))
        if grown is None:
            continue
        fitted = _settle(marks, points, corners, grown)
        if fitted is not None and (best is None or fitted[1] > best[1]):
            best = fitted
        if best is not None and best[1] > 0.9:
            break
    return best


def _grow(points: Points, seed: int) -> dict[hexgrid.Cell, int] | None:
    """Give points axial coordinates, walking from ``seed`` (which becomes (0, 0)) to neighbours of neighbours."""
    away = points - points[seed]
    far = np.hypot(*away.T)
    ring = [int(i) for i in np.argsort(far)[1:9]]
    if len(ring) < 3:
        return None
    best: dict[hexgrid.Cell, int] | None = None
    for i in ring[:3]:
        for j in ring:
            if i == j:
                continue
            e, s = away[i], away[j]
            cross, dot = e[0] * s[1] - e[1] * s[0], float(e @ s)
            angle, ratio = np.degrees(np.arctan2(cross, dot)), far[j] / far[i]
            if not (32 < angle < 95 and 0.5 < ratio < 2.0):
                continue
            known = _walk(points, seed, e, s)
            if best is None or len(known) > len(best):
                best = known
    return best if best is not None and len(best) >= 6 else None


def _walk(points: Points, seed: int, east: Points, south_east: Points) -> dict[hexgrid.Cell, int]:
    dots = points[:, 0] + 1j * points[:, 1]
    known: dict[hexgrid.Cell, int] = {(0, 0): seed}
    taken = {seed}
    basis = {(0, 0): (complex(*east), complex(*south_east))}
    frontier: list[hexgrid.Cell] = [(0, 0)]
    while frontier:
        cell = frontier.pop(0)
        here, (one, two) = complex(dots[known[cell]]), basis[cell]
        step_long = min(abs(one), abs(two), abs(two - one))
        for step in hexgrid.NEIGHBOURS:
            other = hexgrid.add(cell, step)
            if other in known or max(abs(other[0]), abs(other[1]), abs(other[0] + other[1])) > 4:
                continue
            off = np.abs(dots - (here + step[0] * one + step[1] * two))
            i = int(off.argmin())
            if off[i] > 0.3 * step_long or i in taken:
                continue
            known[other] = i
            taken.add(i)
            # The step to the next cell is like the one that led here, a little nearer to what was seen.
            seen = 0.4 * (complex(dots[i]) - here - (step[0] * one + step[1] * two)) / (abs(step[0]) + abs(step[1]))
            basis[other] = (one + seen * step[0], two + seen * step[1])
            frontier.append(other)
    return known


def _settle(
    marks: Marks, points: Points, corners: Points, known: dict[hexgrid.Cell, int]
) -> tuple[Points, float] | None:
    """Choose which nineteen of the walked cells are the land, and fit the homography to hexes and corners."""
    cells = list(known)
    flat = np.array([hexgrid.place(c) for c in cells])
    seen = points[[known[c] for c in cells]]
    lens, _ = cv2.findHomography(flat, seen, cv2.RANSAC, 6.0)
    if lens is None:
        return None
    best: tuple[Points, float] | None = None
    shifts = sorted(
        {c for c in cells if max(abs(c[0]), abs(c[1]), abs(c[0] + c[1])) <= 4}, key=lambda c: -_share(cells, c)
    )[:4]
    for shift in shifts:
        dx, dy = hexgrid.place(shift)
        moved: Points = lens @ np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]])
        tuned = _tune(points, corners, moved)
        if tuned is None:
            continue
        score = _score(marks, tuned)
        if best is None or score > best[1]:
            best = (tuned, score)
        if score > CLEAR:
            break
    return best


def _share(cells: list[hexgrid.Cell], shift: hexgrid.Cell) -> int:
    return sum((c[0] - shift[0], c[1] - shift[1]) in hexgrid.CELLS for c in cells)


_CORNERS = np.array(list(hexgrid.corners().values()))
_SEA = np.array(
    [hexgrid.place((q, r)) for q in range(-3, 4) for r in range(-3, 4) if max(abs(q), abs(r), abs(q + r)) == 3]
)


def _tune(points: Points, corners: Points, lens: Points) -> Points | None:
    """Least squares over the hexes and corners that lie near the lattice."""
    for reach in (0.3, 0.18, 0.12):
        unit = np.hypot(*(project(lens, np.array([(0.5, 0.0)])) - project(lens, np.array([(-0.5, 0.0)])))[0])
        sources, targets = [], []
        for places, seen in ((hexgrid.CENTRES, points), (_CORNERS, corners)):
            if len(seen) == 0:
                continue
            expected = project(lens, places)
            away = np.hypot(*(expected[:, None] - seen[None]).transpose(2, 0, 1))
            near = away.min(1) < reach * unit
            sources.append(places[near])
            targets.append(seen[away.argmin(1)[near]])
        if sum(map(len, sources)) < 8:
            return None
        fitted, _ = cv2.findHomography(np.concatenate(sources), np.concatenate(targets), 0)
        if fitted is None or not np.isfinite(fitted).all():
            return None
        lens = fitted
    return lens if np.linalg.det(lens) > 0 else None


def _sample(heat: Heat, points: Points) -> NDArray[np.float32]:
    """The highest mark within a cell of each of ``points`` (pixels of the marked picture)."""
    swollen = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    at = np.round((points - 1.5) / STRIDE).astype(int)
    inside = (at >= 0).all(1) & (at[:, 0] < heat.shape[1]) & (at[:, 1] < heat.shape[0])
    values = np.zeros(len(points), np.float32)
    values[inside] = swollen[at[inside, 1], at[inside, 0]]
    return values


def _score(marks: Marks, lens: Points) -> float:
    """The share of hexes and corners marked where the lattice has them, less what is marked in the sea around."""
    land = float(np.minimum(_sample(marks.centres, project(lens, hexgrid.CENTRES)) * 1.5, 1).mean())
    ends = float(np.minimum(_sample(marks.corners, project(lens, _CORNERS)) * 1.5, 1).mean())
    sea = float(_sample(marks.centres, project(lens, _SEA)).mean())
    return 0.6 * land + 0.4 * ends - 0.5 * sea
