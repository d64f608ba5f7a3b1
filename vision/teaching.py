"""Teach a tileset: from six tiles in a row, or from one board whose layout somebody has confirmed.

Things laid apart on a table are found as what the table is not: the table's colour is taken as a smooth surface over
the picture, and what stands out from it in closed shapes of like size are the tiles.
"""

from __future__ import annotations

from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import board_finder, hexgrid, looks
from vision.drawings import Drawing, drawing_of
from vision.errors import BadTileset
from vision.labels import FROM_CLASSIC
from vision.looks import LIGHT, SIZE, Features
from vision.picture import checked
from vision.pieces import PALE, PALETTE
from vision.reading import flat_centres, look_for_board
from vision.tileset import NUMBERS, STANDARD_NUMBERS, STANDARD_TERRAINS, TERRAINS, Look, PieceColour, Tileset, classic

Image = NDArray[np.uint8]

ONE_PICTURE = np.array([0.10, 0.03, 0.03] + [0.3] * 6 + [0.5] * 3)
"""How much further a look may be from its middle when that was seen in one picture only: drawings that were not
taught, and what tokens and pieces hide of a drawing."""
ONE_COPY = np.array([0.7, 0.4, 0.4] + [0.7] * 9)
"""How much less tiles of one terrain vary where one copy is taught than over the copies that the default knows."""
PARTLY_HIDDEN = np.array([0.0] * 3 + [0.15] * 6 + [0.2] * 3)
"""How far pieces and tokens off their places move what is left of a drawing; its middle colour hardly changes."""
DULLED = 0.75
"""How much less colour a piece has on a board, where seams and shadows lie next to it, than close by on a table."""
FEWEST_PIECES = 2
"""A colour is a player's when this many pieces have it: the pawn stands alone."""
GREY, LIGHT_GREY = 0.1, 4.2
"""What has less colour than the first is grey: white when lighter than the second, else black."""
SAME_DRAWING = 1.6
"""Tiles of one terrain nearer than this (root mean square, in deviations) show one drawing."""


class Shape(msgspec.Struct, frozen=True):
    """A thing on the table: ``middle`` and ``outline`` (n, 2) in pixels, ``area`` in square pixels."""

    middle: tuple[float, float]
    area: float
    outline: NDArray[np.float64]


def shapes(picture: Image, least: float = 0.002) -> tuple[Shape, ...]:
    """Closed shapes that stand out from the table, at least the share ``least`` of the picture large."""
    scale = 600 / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB).astype(np.float64)
    height, width = lab.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], 2).reshape(-1, 6)
    colours = lab.reshape(-1, 3)
    table = np.ones(len(colours), bool)
    for _ in range(6):
        chosen = np.flatnonzero(table)[:: max(1, int(table.sum()) // 4000)]
        surface, *_ = np.linalg.lstsq(terms[chosen], colours[chosen], rcond=None)
        off = colours - terms @ surface
        spread = np.maximum(np.median(np.abs(off[table]), axis=0) * 1.5, (2.5, 1.2, 1.2))
        far = np.sqrt(((off / spread) ** 2).mean(1))
        table = far < 2.5
    strange = (far.reshape(height, width) > 3.2).astype(np.uint8)
    closed = cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        area = cv2.contourArea(contour)
        hull = cv2.convexHull(contour)
        if area < least * height * width or area < 0.8 * cv2.contourArea(hull):
            continue
        moments = cv2.moments(hull)
        middle = (moments["m10"] / moments["m00"] / scale, moments["m01"] / moments["m00"] / scale)
        found.append(Shape(middle, area / scale**2, hull[:, 0].astype(np.float64) / scale))
    return tuple(found)


def row_of(picture: Image, count: int) -> tuple[Shape, ...]:
    """The ``count`` shapes of most alike size, in the order of the row: from left to right, or from the top down.

    :raises BadTileset: when there are fewer.
    """
    found = sorted(shapes(picture), key=lambda s: s.area)
    if len(found) < count:
        raise BadTileset(what=f"{len(found)}/{count}")
    ratios = [found[i + count - 1].area / found[i].area for i in range(len(found) - count + 1)]
    start = int(np.argmin(ratios))
    if ratios[start] > 2.2:
        raise BadTileset(what=f"{len(found)}/{count}")
    chosen = found[start : start + count]
    middles = np.array([s.middle for s in chosen])
    axis = 0 if np.ptp(middles[:, 0]) >= np.ptp(middles[:, 1]) else 1
    return tuple(sorted(chosen, key=lambda s: s.middle[axis]))


def upright_hex(picture: Image, shape: Shape) -> Image:
    """The hex-shaped ``shape`` brought to :data:`vision.looks.UNIT` pixels a hex width, pointing up, in the middle of
    a picture 1.4 hex widths square."""
    hexagon = _hexagon(shape.outline)
    side = int(looks.UNIT * 1.4)
    target = hexgrid.RIM * looks.UNIT + side / 2
    lens, _ = cv2.findHomography(hexagon, target, 0)
    shrink = looks.UNIT / np.sqrt(shape.area * 2 / 3**0.5)
    if shrink < 0.7:
        fine = shrink * 1.2
        picture = cv2.resize(picture, None, fx=fine, fy=fine, interpolation=cv2.INTER_AREA)
        lens = lens @ np.diag([1 / fine, 1 / fine, 1.0])
    flat: Image = cv2.warpPerspective(picture, lens, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return flat


def _hexagon(outline: NDArray[np.float64]) -> NDArray[np.float64]:
    """The six corners of a convex outline, clockwise, the topmost first."""
    hull = outline.astype(np.float32)
    low, high = 0.005, 0.2
    corners = hull
    for _ in range(20):
        middle = (low + high) / 2
        corners = cv2.approxPolyDP(hull[:, None], middle * cv2.arcLength(hull[:, None], True), True)[:, 0]
        if len(corners) > 6:
            low = middle
        elif len(corners) < 6:
            high = middle
        else:
            break
    if len(corners) != 6:
        centre, reach = hull.mean(0), np.sqrt(cv2.contourArea(hull) * 2 / 3**0.5)
        corners = (centre + hexgrid.RIM * reach).astype(np.float32)
    around = np.arctan2(*(corners - corners.mean(0)).T[::-1])
    ordered = corners[np.argsort(around)]
    return np.roll(ordered, -int(ordered[:, 1].argmin()), 0).astype(np.float64)


def teach_colours(image: Image) -> tuple[PieceColour, ...]:
    """The players' colours from a picture of each piece in each colour, laid apart on a table.

    :raises BadTileset: when no colour is seen on at least two pieces. :raises BadPicture: for no picture.
    """
    picture = checked(image)
    seen: dict[str, list[NDArray[np.float64]]] = {}
    for shape in shapes(picture, least=0.0005):
        reach = max(2, int(0.17 * shape.area**0.5))
        x, y = (round(v) for v in shape.middle)
        part = picture[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].reshape(-1, 3)
        logs = np.log(part.astype(np.float64) + 3)
        blue, red = float(np.median(logs[:, 0] - logs[:, 1])), float(np.median(logs[:, 2] - logs[:, 1]))
        colour = DULLED * np.array([blue, red])
        seen.setdefault(_named(colour, float(np.median(logs))), []).append(colour)
    found = []
    for name, colours in seen.items():
        if len(colours) >= FEWEST_PIECES:
            blue, red = np.median(colours, axis=0)
            found.append(PieceColour(name, (PALETTE[name][0], float(blue), float(red))))
    if not found:
        raise BadTileset(what="0/2")
    return tuple(found)


def _named(colour: NDArray[np.float64], light: float) -> str:
    """What people call a piece of this ``colour`` (blue and red over green)."""
    if float(np.hypot(*colour)) < GREY:
        return "white" if light > LIGHT_GREY else "black"
    known = {name: np.array(middle[1:]) for name, middle in PALETTE.items() if name not in PALE}
    return min(known, key=lambda name: float(np.hypot(*(known[name] - colour))))


def pooled_spread(base: Tileset | None = None) -> Features:
    """How one drawing's features vary from picture to picture, as the default tileset has seen it: (12, 12)."""
    spreads = [np.reshape(look.spread, (SIZE, SIZE)) for look in (base or classic()).looks]
    mean: Features = np.mean(spreads, axis=0)
    return mean


def teach_from_row(name: str, image: Image, base: Tileset | None = None) -> Tileset:
    """A tileset from a picture of six tiles in a row: doctor, airplane, hotel, factory, coin, desert.

    :raises BadTileset: when six tiles can't be found. :raises BadPicture: for no picture.
    """
    picture = checked(image)
    rows, rims, drawings = [], [], []
    for terrain, shape in zip(TERRAINS, row_of(picture, len(TERRAINS)), strict=True):
        flat = upright_hex(picture, shape)
        middle = np.array([[flat.shape[1] / 2, flat.shape[0] / 2]])
        drawings.append(drawing_of(terrain, flat, middle[0] - 0.5, looks.UNIT))
        seen = looks.features(flat, middle, np.zeros((0, 3)))
        rows.append(seen.tiles[0])
        rims.append(seen.rims[0])
    return _from_features(name, np.array(rows), np.array(rims), list(TERRAINS), base, drawings)


def teach_from_board(name: str, image: Image, layout: Any, base: Tileset | None = None) -> Tileset:
    """A tileset from a picture of a whole board and its confirmed layout.

    ``layout`` is a reading's JSON, or a label of the forms of :mod:`vision.labels`: what counts are the terrain and
    the place in the picture of each hex. :raises BadTileset: when they don't fit the picture.
    """
    picture = checked(image)
    grid = look_for_board(picture)
    flat = board_finder.rectify(picture, grid.lens, looks.UNIT, looks.SIDE)
    truth = places_of(layout)
    away = np.hypot(*(grid.centres[:, None] - np.array([px for px, _, _ in truth])[None]).transpose(2, 0, 1))
    nearest = away.argmin(1)
    if len(set(nearest.tolist())) != len(hexgrid.CELLS) or away.min(1).max() > 0.4 * grid.unit:
        raise BadTileset(what="layout")
    terrains = [truth[int(j)][1] for j in nearest]
    centres = flat_centres(grid)
    seen = looks.features(flat, centres)
    clear = seen.glare < 0.3
    if set(TERRAINS) - {t for t, ok in zip(terrains, clear, strict=True) if ok}:
        clear[:] = True
    kept = [t for t, ok in zip(terrains, clear, strict=True) if ok]
    drawings = [
        drawing_of(terrain, flat, centre, looks.UNIT)
        for terrain, centre, ok in zip(terrains, centres, clear, strict=True)
        if ok
    ]
    taught = _from_features(name, seen.evened(colours=False)[clear], seen.rims, kept, base, drawings)
    return msgspec.structs.replace(taught, terrains=_counted(terrains, TERRAINS), numbers=_numbers_of(truth))


def places_of(layout: Any) -> list[tuple[tuple[float, float], str, int | None]]:
    """Where each hex lies in the picture, its terrain and its number."""
    try:
        if "tiles" in layout:
            rows = [((t["px"][0], t["px"][1]), t["terrain"], t.get("number")) for t in layout["tiles"]]
        elif "layout" in layout:
            rows = [((t["center_px"][0], t["center_px"][1]), t["terrain"], t.get("number")) for t in layout["layout"]]
        else:
            rows = [((h["x"], h["y"]), h["terrain"], h.get("number")) for h in layout["hexes"]]
        named = [(px, FROM_CLASSIC.get(terrain, terrain), number) for px, terrain, number in rows]
        wrong = {terrain for _, terrain, _ in named} - set(TERRAINS)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise BadTileset(what="layout") from error
    if len(named) != len(hexgrid.CELLS) or wrong:
        raise BadTileset(what="layout")
    return named


def _counted(values: list[Any], known: tuple[Any, ...]) -> tuple[tuple[Any, int], ...]:
    return tuple((value, values.count(value)) for value in known if value in values)


def _numbers_of(truth: list[tuple[tuple[float, float], str, int | None]]) -> tuple[tuple[int, int], ...]:
    """The box's numbers, where every hex that has one shows it; else the classic ones."""
    numbers = [number for _, _, number in truth if number in NUMBERS]
    whole = len(numbers) == sum(terrain != "desert" for _, terrain, _ in truth)
    return _counted(numbers, NUMBERS) if whole else STANDARD_NUMBERS


def _from_features(
    name: str,
    seen: Features,
    rims: Features,
    terrains: list[str],
    base: Tileset | None,
    drawings: list[Drawing],
) -> Tileset:
    spread = pooled_spread(base) + np.diag(np.square(ONE_PICTURE))
    counts = dict(STANDARD_TERRAINS)
    weight = np.array([counts[t] / terrains.count(t) for t in terrains], float)
    tiles = seen.copy()
    light = (tiles[:, :LIGHT] * weight[:, None]).sum(0) / weight.sum()
    tiles[:, :LIGHT] -= light
    bright, blue, red = (float(c) for c in np.median(rims, axis=0) - light)
    known = np.reshape((base or classic()).within, (SIZE, SIZE))
    matrix = known * np.outer(ONE_COPY, ONE_COPY) + np.diag(np.square(PARTLY_HIDDEN))
    within = tuple(map(float, matrix.ravel()))
    inverse = np.linalg.inv(matrix)
    found: list[Look] = []
    for terrain in TERRAINS:
        own = tiles[[t == terrain for t in terrains]]
        if len(own) == 0:
            raise BadTileset(what=terrain)
        for middle in _drawings(own, inverse):
            found.append(Look(terrain, tuple(map(float, middle)), tuple(map(float, spread.ravel()))))
    return Tileset(name, tuple(found), within, (), taught=True, rim=(bright, blue, red), drawings=tuple(drawings))


def _drawings(tiles: Features, inverse: Features) -> list[NDArray[np.float64]]:
    """The middles of the drawings among tiles of one terrain: those alike are one."""
    groups: list[list[NDArray[np.float64]]] = []
    for tile in tiles:
        for group in groups:
            off = tile - np.mean(group, axis=0)
            if np.sqrt(off @ inverse @ off / SIZE) < SAME_DRAWING:
                group.append(tile)
                break
        else:
            groups.append([tile])
    return [np.mean(group, axis=0) for group in groups]
