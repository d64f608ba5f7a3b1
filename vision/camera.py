"""A fixed camera: the board's geometry is found once, kept, and only re-checked, at a hundredth of the work.

What is compared is how the board's fine lines lie, hex by hex, against the picture in which the geometry was found.
Hands and pieces change some hexes; only when most have moved, or can't be recognised, has the board or the camera been
moved.
"""

from __future__ import annotations

from enum import Enum

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import board_finder, hexgrid
from vision.board_finder import Grid, rectify
from vision.drawings import lines
from vision.errors import Unreadable
from vision.reading import SURE, Reading, look_for_board, read_board, read_pieces_again
from vision.tileset import Tileset

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

UNIT, SIDE = 24, 144
"""Pixels a hex width, and the side, of the picture that is compared."""
REACH = 3
"""How far a hex is looked for around its place, pixels: an eighth of a hex width."""
KNOWN = 0.45
"""How well the lines of a hex and what it showed before must go together for it to be recognised."""
MOVED = 0.8
"""Pixels that most hexes lie off their places when the board has been moved: a thirtieth of a hex width."""
FEWEST = 8
"""Hexes that must be recognised; fewer are hidden, or it is another place altogether."""
INNER, SAME = 0.7, 0.9
"""The share of a hex's width, around its middle, whose lines must go together by the second for it to be unchanged."""
HALVED = np.diag([0.5, 0.5, 1.0])
SHIFTED = 0.06
"""Hex widths by which a board that is found again lies elsewhere."""


class Place(Enum):
    """Where the board lies, against the last picture."""

    FOUND = "found"
    KEPT = "kept"
    MOVED = "moved"
    HIDDEN = "hidden"


class Frame(msgspec.Struct, frozen=True):
    """What one picture of a fixed camera told: where the board lies, and the reading, ``None`` where too little of the
    board is to be seen."""

    place: Place
    reading: Reading | None


def remembered(reading: Reading, before: Reading) -> Reading:
    """``reading``, with what was sure ``before`` where it is doubtful now: tiles and numbers stay where they were laid,
    and a hand over one of them changes nothing. What is sure now counts, whatever it was."""
    tiles, known = [], set()
    for tile, old in zip(reading.tiles, before.tiles, strict=True):
        terrain, number = tile.terrain, tile.number
        sure = tile.confidence
        if sure.terrain < SURE <= old.confidence.terrain:
            terrain, sure = old.terrain, msgspec.structs.replace(sure, terrain=old.confidence.terrain)
            known.add(("terrain", tile.q, tile.r))
        if sure.number < SURE <= old.confidence.number:
            number, sure = old.number, msgspec.structs.replace(sure, number=old.confidence.number)
            known.add(("number", tile.q, tile.r))
        tiles.append(msgspec.structs.replace(tile, terrain=terrain, number=number, confidence=sure))
    asks = tuple(ask for ask in reading.ask if (ask.what, ask.q, ask.r) not in known)
    return msgspec.structs.replace(reading, tiles=tuple(tiles), ask=asks)


class FixedCamera:
    """Reads picture after picture of one camera. Not for several threads at once."""

    def __init__(self, tiles: Tileset | None = None) -> None:
        self.tiles = tiles
        self.grid: Grid | None = None
        self._lines: Floats | None = None
        self._now: Floats | None = None
        self._last: Reading | None = None
        self._shown: Floats | None = None

    def read(self, picture: Image, name: str = "") -> Frame:
        """The board in ``picture``. :raises Unreadable: when no board has been found yet, and there is none here."""
        place = self.settle(picture)
        if place is Place.HIDDEN:
            return Frame(place, None)
        assert self.grid is not None
        assert self._now is not None
        shown = self._now
        if place is Place.KEPT and self._last is not None and self._unchanged(shown):
            reading = read_pieces_again(picture, self._last, self.tiles, name)
        else:
            known = msgspec.structs.replace(self.grid, marks=self._marks(picture))
            reading = read_board(picture, self.tiles, known, name)
            if self._last is not None and place is Place.KEPT:
                reading = remembered(reading, self._last)
            self._shown = shown
        self._last = reading
        return Frame(place, reading)

    def _unchanged(self, shown: Floats) -> bool:
        """Whether every hex looks as it did when the board was last read."""
        assert self._shown is not None
        half = round(UNIT * INNER / 2)
        for x, y in hexgrid.CENTRES * UNIT + SIDE / 2 - 0.5:
            part = (slice(round(y) - half, round(y) + half + 1), slice(round(x) - half, round(x) + half + 1))
            alike = cv2.matchTemplate(shown[part], self._shown[part], cv2.TM_CCOEFF_NORMED)
            if float(alike[0, 0]) < SAME:
                return False
        return True

    def settle(self, picture: Image) -> Place:
        """Make sure where the board lies in ``picture``: a look of a few milliseconds, and a search only when it has
        moved. :raises Unreadable: when no board has been found yet, and there is none here."""
        if self.grid is None or self._lines is None:
            self._keep(picture, look_for_board(picture))
            return Place.FOUND
        self._now = self._seen(picture)
        off, known = self._compare(self._now)
        if known >= FEWEST and off < MOVED:
            return Place.KEPT
        try:
            grid = look_for_board(picture)
        except Unreadable:
            return Place.HIDDEN
        before, grid = self.grid.centres, self._turned(grid)
        self._keep(picture, grid)
        away = np.hypot(*(before - grid.centres).T)
        return Place.MOVED if float(np.median(away)) > SHIFTED * grid.unit else Place.KEPT

    def _turned(self, grid: Grid) -> Grid:
        """``grid`` in that of its six turns which is nearest to the one that was kept: a fixed camera keeps its own."""
        assert self.grid is not None
        old = self.grid.centres - self.grid.centres.mean(0)
        best, least = grid, np.inf
        for steps in range(6):
            angle = np.deg2rad(60 * steps)
            c, s = np.cos(angle), np.sin(angle)
            lens = grid.lens @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
            places = board_finder.project(lens, hexgrid.CENTRES)
            off = float(np.hypot(*(places - places.mean(0) - old).T).sum())
            if off < least:
                nearest = np.hypot(*(places[:, None] - grid.centres[None]).transpose(2, 0, 1)).argmin(1)
                best, least = Grid(lens, grid.centres[nearest], grid.score, grid.marks), off
        if best.lens is not grid.lens:
            best = msgspec.structs.replace(best, marks=None)
        return best

    def _keep(self, picture: Image, grid: Grid) -> None:
        self.grid = grid
        self._lines = self._now = self._seen(picture)

    def _seen(self, picture: Image) -> Floats:
        assert self.grid is not None
        lens, unit = self.grid.lens, self.grid.unit
        while unit > 3 * UNIT:  # averaging by fours is much less work than by parts of pixels
            height, width = (side // 2 for side in picture.shape[:2])
            picture = cv2.resize(picture[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
            lens, unit = HALVED @ lens, unit / 2
        blue, green, red = cv2.split(lines(rectify(picture, lens, UNIT, SIDE)))
        fine: Floats = (blue + green + red) / 3
        return fine

    def _marks(self, picture: Image) -> board_finder.Marks:
        assert self.grid is not None
        return board_finder.mark(rectify(picture, self.grid.lens, board_finder.CLOSE_UNIT, board_finder.CLOSE_LOOK))

    def _compare(self, now: Floats) -> tuple[float, int]:
        """How far off their places most recognised hexes lie, in pixels of the compared picture ``now``, and how many
        there are."""
        assert self._lines is not None
        offs = []
        half = UNIT // 2
        for x, y in hexgrid.CENTRES * UNIT + SIDE / 2 - 0.5:
            left, top = round(x) - half, round(y) - half
            before = self._lines[top : top + UNIT, left : left + UNIT]
            around = now[top - REACH : top + UNIT + REACH, left - REACH : left + UNIT + REACH]
            if around.shape != (UNIT + 2 * REACH, UNIT + 2 * REACH):
                continue
            alike = cv2.matchTemplate(around, before, cv2.TM_CCOEFF_NORMED)
            _, height, _, (column, row) = cv2.minMaxLoc(alike)
            if height > KNOWN:
                offs.append(float(np.hypot(column - REACH, row - REACH)))
        return (float(np.median(offs)), len(offs)) if offs else (0.0, 0)
