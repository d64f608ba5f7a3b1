"""The pictures on the chooser's cards, one for each game, drawn as shapes at the panel's own resolution.

A game without a picture of its own gets a plain one: its cover is no condition for playing it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from PIL import Image, ImageDraw

from companion.screens import icons, text
from companion.screens.shapes import polygon, star
from companion.screens.theme import TERRAIN, Rgba

FINE = 3
Ink = tuple[int, int, int]


def hexa(code: str) -> Ink:
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def ink_of(color: Rgba) -> Ink:
    red, green, blue = (round(part * 255) for part in color[:3])
    return red, green, blue


class Sheet:
    """A picture whose shorter side is 100 units, the origin in its middle, y downwards."""

    def __init__(self, width: int, height: int, ground: Ink) -> None:
        self.picture = Image.new("RGB", (width * FINE, height * FINE), ground)
        self.pen = ImageDraw.Draw(self.picture)
        self.unit = min(width, height) * FINE / 100
        self.half = width * FINE / 2 / self.unit, height * FINE / 2 / self.unit

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.picture.width / 2 + x * self.unit, self.picture.height / 2 + y * self.unit

    def shape(self, points: list[tuple[float, float]], fill: Ink, edge: Ink | None = None, thick: float = 0) -> None:
        placed = [self.at(*point) for point in points]
        self.pen.polygon(placed, fill=fill)
        if edge is not None:
            self.pen.line([*placed, placed[0], placed[1]], fill=edge, width=round(thick * self.unit), joint="curve")

    def disc(
        self, x: float, y: float, radius: float, fill: Ink | None, edge: Ink | None = None, thick: float = 0
    ) -> None:
        (left, top), (right, bottom) = self.at(x - radius, y - radius), self.at(x + radius, y + radius)
        self.pen.ellipse((left, top, right, bottom), fill=fill, outline=edge, width=round(thick * self.unit))

    def line(self, points: list[tuple[float, float]], fill: Ink, thick: float) -> None:
        self.pen.line([self.at(*point) for point in points], fill=fill, width=round(thick * self.unit), joint="curve")

    def word(self, words: str, x: float, y: float, size: float, fill: Ink, weight: int = 700) -> None:
        self.pen.text(self.at(x, y), words, fill=fill, font=text.font(weight, round(size * self.unit)), anchor="mm")

    def icon(self, name: str, x: float, y: float, size: float, fill: Ink) -> None:
        self.word(icons.glyph(name), x, y, size, fill, weight=0)

    def wave(self, y: float, fill: Ink, thick: float, high: float = 2.0) -> None:
        wide = self.half[0]
        points = [(-wide + i * wide / 24, y + high * sin(i * pi / 4)) for i in range(49)]
        self.line(points, fill, thick)


def _arnika(sheet: Sheet) -> None:
    side = 21.0
    hexes = (("desert", 0), ("factory", 8), ("airplane", 10), ("doctor", 5), ("hotel", 9), ("coin", 6), ("doctor", 11))
    for i, (terrain, number) in enumerate(hexes):
        turn = pi / 6 + (i - 1) * pi / 3
        far = 0.0 if i == 0 else side * 1.76
        x, y = far * sin(turn), -far * cos(turn)
        points = [(x + (px - 0.5) * 2 * side, y + (py - 0.5) * 2 * side) for px, py in polygon(6)]
        fill = ink_of(TERRAIN[terrain])
        sheet.shape(points, fill, tuple(round(c * 0.78) for c in fill), 1.6)  # type: ignore[arg-type]
        if not number:
            sheet.icon("desert", x, y, 19, hexa("6B5632"))
            continue
        sheet.disc(x, y, 10, hexa("F3E6C8"))
        ink = hexa("B3261E") if number in (6, 8) else hexa("2A2018")
        sheet.word(str(number), x, y - 1.5, 10, ink)
        pips = 6 - abs(7 - number)
        for pip in range(pips):
            sheet.disc(x + (pip - (pips - 1) / 2) * 2.4, y + 5.6, 0.85, ink)
    corner = [(side * sin(i * pi / 3), -side * cos(i * pi / 3)) for i in range(6)]
    for path, color in (((5, 0, 1), "D24A30"), ((4, 3, 2), "628CD6")):
        ends = [corner[i] for i in path]
        sheet.line(ends, hexa("14100C"), 7.5)
        sheet.line(ends, hexa(color), 4.4)
        _house(sheet, *ends[0], hexa(color))
        _house(sheet, *ends[1], hexa(color))


def _house(sheet: Sheet, x: float, y: float, fill: Ink) -> None:
    points = [(x, y - 7), (x + 6, y - 1.5), (x + 6, y + 6), (x - 6, y + 6), (x - 6, y - 1.5)]
    sheet.shape(points, fill, hexa("14100C"), 2)


def _ethnos(sheet: Sheet) -> None:
    wide, high = sheet.half
    sheet.disc(0, high + 34, wide * 0.5 + 48, hexa("37294A"))
    for x, turn, color, sign in ((-23, -16, "33766B", "farm"), (23, 16, "43609A", "water"), (0, 0, "7A3926", "tribe")):
        angle = turn * pi / 180
        points = []
        for dx, dy in ((-17, -25), (17, -25), (17, 25), (-17, 25)):
            points.append(
                (x + dx * cos(angle) - dy * sin(angle), abs(turn) * 0.3 - 6 + dx * sin(angle) + dy * cos(angle))
            )
        fill = hexa(color)
        sheet.shape(points, fill, hexa("14100C"), 2.4)
        sheet.icon(sign, x, abs(turn) * 0.3 - 6, 20, hexa("FBF3E2"))
    sheet.disc(0, 34, 10.5, hexa("E3A94B"), hexa("14100C"), 1.6)
    sheet.word("6", 0, 33.4, 12, hexa("1A120A"))


def _whales(sheet: Sheet) -> None:
    wide, high = sheet.half
    sheet.disc(24, -25, 14, hexa("F2C677"))
    for x, peak, color in ((-34, 26, "CBDDE2"), (-10, 34, "CBDDE2"), (20, 20, "B5CDD4"), (42, 26, "CBDDE2")):
        sheet.shape([(x - 24, 4), (x, 4 - peak), (x + 24, 4)], hexa(color))
    for x, peak in ((-24, 11), (8, 13), (34, 10)):
        sheet.shape([(x - 26, 4), (x, 4 - peak), (x + 26, 4)], hexa("98B4BD"))
    sheet.shape([(-wide, 2), (wide, 2), (wide, high), (-wide, high)], hexa("1D4A5A"))
    body = [(-34 + 62 * t, 17 - 17 * sin(pi * min(1, t * 1.25)) ** 0.8 if t < 0.8 else 17 - 17 * (1 - t)) for t in
            [i / 24 for i in range(25)]]  # fmt: skip
    belly = [(28 - 62 * t, 16 + 11 * sin(pi * t) ** 0.7) for t in [i / 24 for i in range(25)]]
    sheet.shape([*body, *belly], hexa("0E1C24"))
    sheet.shape([(22, 14), (36, 4), (44, -6), (34, -5), (31, 1), (25, -5), (19, -4), (27, 8)], hexa("0E1C24"))
    sheet.disc(-24, 15, 1.7, hexa("FBF3E2"))
    sheet.line([(-33, 21), (-22, 26), (-8, 27.5)], hexa("7FB4D6"), 2.4)
    sheet.disc(-2, -5, 3.6, hexa("E3A94B"))
    sheet.shape([(-6, 3), (-4, -1), (0, -1), (3, 3)], hexa("E3A94B"))
    sheet.line([(4, -10), (4, 3)], hexa("E3A94B"), 1.6)
    sheet.wave(33, hexa("173C49"), 7, 2.4)
    sheet.wave(42, hexa("173C49"), 9, 2.4)


def _unfair(sheet: Sheet) -> None:
    wide, high = sheet.half
    sheet.shape([(-wide, high - 7), (wide, high - 7), (wide, high), (-wide, high)], hexa("1C0D12"))
    for side in (-1, 1):
        sheet.line([(0, -6), (side * 19, high - 7)], hexa("8E6A3E"), 4.4)
    for i in range(10):
        turn = i * pi / 5
        sheet.line([(0, -6), (33 * sin(turn), -6 - 33 * cos(turn))], hexa("7A5A36"), 1.4)
    sheet.disc(0, -6, 34, None, hexa("E3A94B"), 2.6)
    sheet.disc(0, -6, 5.5, hexa("E3A94B"))
    colors = ("F9DB21", "D24A30", "D24A30", "628CD6", "EE9309", "F6F1E6", "6BC29D", "7A40BE")
    for i, color in enumerate(colors):
        turn = 0.35 + i * pi / 4
        x, y = 34 * sin(turn), -6 - 34 * cos(turn)
        (left, top), (right, bottom) = sheet.at(x - 6, y - 4), sheet.at(x + 6, y + 8)
        sheet.pen.pieslice((left, top, right, bottom), 0, 180, fill=hexa(color))


def _amun_re(sheet: Sheet) -> None:
    wide, high = sheet.half
    sheet.disc(20, -20, 26, None, hexa("8A6126"), 0.8)
    sheet.disc(20, -20, 17, hexa("F2C677"))
    ground = 17.0
    for x, peak, reach in ((26, 30, 28), (-14, 46, 42)):
        sheet.shape([(x - reach, ground), (x, ground - peak), (x + reach * 0.25, ground)], hexa("E8BC6C"))
        sheet.shape([(x, ground - peak), (x + reach, ground), (x + reach * 0.22, ground)], hexa("A87532"))
    sheet.shape([(-wide, ground), (wide, ground), (wide, high), (-wide, high)], hexa("1F5A63"))
    for y in (24.0, 33.0, 42.0):
        sheet.wave(y, hexa("5FA7AB"), 1.4, 1.3)


def _score_pad(sheet: Sheet) -> None:
    sheet.shape([(-26, -36), (22, -36), (30, -28), (30, 36), (-26, 36)], hexa("F3E6C8"))
    sheet.shape([(22, -36), (30, -28), (22, -28)], hexa("CDBEA6"))
    for x, row in ((-13.0, (6, 4)), (2.0, (5, 7)), (17.0, (4, 3))):
        for i, length in enumerate((*row, 5)):
            sheet.line([(x - length, -18 + i * 16), (x + length, -18 + i * 16)], hexa("8C8071"), 3)
    for x in (-5.5, 9.5):
        sheet.line([(x, -28), (x, 30)], hexa("CDBEA6"), 1)
    sheet.line([(-20, 6), (24, 6)], hexa("B3261E"), 1)
    sheet.shape([(10, 40), (38, 8), (43, 12), (15, 44)], hexa("E3A94B"))
    sheet.shape([(10, 40), (15, 44), (8, 46)], hexa("2A2018"))


def _plain(sheet: Sheet) -> None:
    for i, (color, turn) in enumerate((("E3A94B", 0.0), ("628CD6", 2.1), ("D24A30", 4.2))):
        points = [(24 * sin(turn) + (x - 0.5) * 34, -24 * cos(turn) + (y - 0.5) * 34) for x, y in
                  (star() if i == 0 else polygon(3 + i))]  # fmt: skip
        sheet.shape(points, hexa(color))


COVERS: dict[str, tuple[str, Callable[[Sheet], None]]] = {
    "arnika": ("1B2A33", _arnika),
    "ethnos": ("2A2233", _ethnos),
    "whale_riders": ("16303D", _whales),
    "unfair": ("301A22", _unfair),
    "amun_re": ("3A2615", _amun_re),
    "score_pad": ("2A2E28", _score_pad),
}
"""The ground and the painter of each game's cover."""


@lru_cache(32)
def cover(game: str, width: int, height: int, radius: int, side: str = "top") -> Any:
    """The texture of a game's cover; ``side``: which corners are round, "top", "left" or "right"."""
    ground, paint = COVERS.get(game, ("2A221B", _plain))
    sheet = Sheet(width, height, hexa(ground))
    paint(sheet)
    picture = sheet.picture.reduce(FINE)
    mask = Image.new("L", (width * FINE, height * FINE), 0)
    round_corners = {"top": (True, True, False, False), "left": (True, False, False, True),
                     "right": (False, True, True, False)}[side]  # fmt: skip
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, width * FINE - 1, height * FINE - 1), radius * FINE, fill=255, corners=round_corners
    )
    shown = picture.convert("RGBA")
    shown.putalpha(mask.reduce(FINE))
    return text.texture_of(shown)
