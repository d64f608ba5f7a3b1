"""The charts at the end of a match: the dice, the points along the way, what came and went, and the receipt's code.

Each shows one frozen view, in words of its language already. They read from the right in Persian; the axes of a chart
stay left to right, as they do in print.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

from PIL import Image, ImageDraw

from companion.screens import shapes
from companion.screens.text import texture_of
from companion.screens.theme import SEATS, Rgba, mix, theme
from companion.screens.widgets.badge import rim
from companion.screens.widgets.drawn import Drawn

NOTE = 5.4
"""Millimetres from one line of a note to the next."""
EXPECTED = 1.645
"""Standard deviations about the mean within which nine of ten counts fall."""


@dataclass(frozen=True)
class DiceView:
    """``bars`` are (sum as written, how often); ``dice`` dice fell so often in all; ``note`` judges them."""

    bars: tuple[tuple[str, int], ...]
    dice: int
    title: str
    legend: str
    rtl: bool = False
    grow: float = 1.0
    note: str = ""


@dataclass(frozen=True)
class CourseLine:
    """The totals of one seat along the match."""

    symbol: str
    color: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class CourseView:
    """``ticks`` are (total, as written)."""

    lines: tuple[CourseLine, ...]
    ticks: tuple[tuple[int, str], ...]
    title: str
    rtl: bool = False
    grow: float = 1.0


@dataclass(frozen=True)
class TallyView:
    """``heads`` are (symbol, color) by seat, ``rows`` (words, what came and went by seat, as written).

    ``chosen`` is the column of the seat that was picked; ``notes`` are sentences below, as many as there is room for.
    """

    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    notes: tuple[str, ...] = ()
    chosen: int | None = None
    rtl: bool = False
    grow: float = 1.0


@dataclass(frozen=True)
class ReceiptView:
    """A QR code of ``text`` and what to do with it."""

    text: str
    title: str
    note: str
    rtl: bool = False
    grow: float = 1.0


class Chart(Drawn):
    """Reading order and text sizes that all of them share. Under 12 mm nothing is drawn."""

    @property
    def roomy(self) -> bool:
        return self.view is not None and min(self.width, self.height) >= theme.mm(12)

    def flow(self, x: float, width: float = 0.0) -> float:
        """``x`` from the reading side, for something ``width`` wide."""
        return self.width - x - width if self.view.rtl else x

    def px(self, role: str) -> int:
        return round(theme.px(role) * self.view.grow)

    @property
    def start(self) -> str:
        return "right" if self.view.rtl else "left"

    @property
    def end(self) -> str:
        return "left" if self.view.rtl else "right"


class DiceChart(Chart):
    """Shows :class:`DiceView`: bars over the range that nine of ten evenings keep to; what leaves it is lit."""

    @property
    def _band(self) -> Rgba:
        return mix(theme.palette.line, theme.palette.ground, 0.4)

    def paint(self) -> None:
        view: DiceView | None = self.view
        if view is None or not view.bars or not self.roomy:
            return
        grow = view.grow
        note = theme.mm(NOTE * grow) * (2 if view.note else 0)
        if self.height - note < theme.mm(36 * grow):
            note /= 2
        head, foot = theme.mm(9 * grow), theme.mm(6.4 * grow) + note
        self._note(note)
        self.write(view.title, self.flow(0), self.height - head / 2, "name", anchor=self.start, px=self.px("name"),
                   limit=self.width * 0.5)  # fmt: skip
        wide = self.write(view.legend, self.flow(self.width), self.height - head / 2, "label", "text2",
                          anchor=self.end, px=self.px("label"), limit=self.width * 0.42)  # fmt: skip
        chip = theme.mm(6 * grow), theme.mm(3.4 * grow)
        side = self.width - wide - theme.mm(1.6) - chip[0]
        self.box(self.flow(side, chip[0]), self.height - head / 2 - chip[1] / 2, *chip, 0.8, self._band)
        thrown = sum(count for _, count in view.bars)
        chances = chances_of(view.dice)
        means = [thrown * chance for chance in chances]
        spread = [EXPECTED * sqrt(thrown * chance * (1 - chance)) for chance in chances]
        low = [max(0.0, mean - far) for mean, far in zip(means, spread, strict=True)]
        high = [mean + far for mean, far in zip(means, spread, strict=True)]
        top = max(*high, *(count for _, count in view.bars), 1)
        room = self.height - head - foot
        step = self.width / len(view.bars)

        def place(i: int, count: float) -> tuple[float, float]:
            return step * (i + 0.5), foot + room * count / top

        n = len(view.bars)
        outline = [place(i, high[i]) for i in range(n)] + [place(i, low[i]) for i in reversed(range(n))]
        size = (round(self.width), round(self.height))
        self.stamp(_area(tuple(outline), size), 0, 0, self._band)
        across = step * 0.6
        for i, (words, count) in enumerate(view.bars):
            x, y = place(i, count)
            lit = not low[i] - 0.5 <= count <= high[i] + 0.5
            color = theme.palette.brass if lit else mix(theme.palette.brass_lo, theme.palette.text2, 0.35)
            if count:
                self.box(x - across / 2, foot, across, max(y - foot, theme.mm(0.8)), 0.8, color)
            self.write(
                words,
                x,
                (foot + note) / 2 - theme.mm(0.4),
                "label",
                "text2",
                px=min(self.px("label"), round(step * 0.8)),
            )
        self.fill(0, foot - theme.mm(0.3), self.width, max(1.0, theme.mm(0.3)), "line")
        middle = tuple(place(i, means[i]) for i in range(n))
        self.stamp(_dashes(middle, size, max(1.6, theme.mm(0.35 * grow))), 0, 0, "text")

    def _note(self, tall: float) -> None:
        """The verdict on the dice along the lower edge, ``tall`` pixels high."""
        if tall:
            size = self.px("label")
            two = self.measure(self.view.note, "label", size) > self.width and tall > size * 2
            self.write(self.view.note, self.flow(0), tall / 2, "label", "text2", anchor=self.start, px=size,
                       limit=self.width, lines=2 if two else 1)  # fmt: skip


class TallyTable(Chart):
    """Shows :class:`TallyView`: a row for each cause, a column for each seat, what came beside what went."""

    def paint(self) -> None:
        view: TallyView | None = self.view
        if view is None or not view.rows or not self.roomy:
            return
        grow, line, count = view.grow, theme.mm(NOTE * view.grow), len(view.rows)
        head = min(theme.mm(9 * grow), self.height * 0.16)
        notes = view.notes[: max(0, int((self.height - head - count * theme.mm(5.4 * grow)) / line))]
        for i, words in enumerate(notes):
            self.write(words, self.flow(0), line * (len(notes) - i - 0.5), "label", "text2", anchor=self.start,
                       px=self.px("label"), limit=self.width)  # fmt: skip
        top = self.height - head
        each = min((top - line * len(notes)) / count, theme.mm(9 * grow))
        px, left, column, came, gap = self._columns(min(self.px("label"), round(each * 0.86)))
        for row in range(0, count, 2):
            self.box(-theme.mm(1), top - each * (row + 1), self.width + theme.mm(2), each, 1, "panel")
        for i in range(len(view.heads)):
            self._head(i, left + column * i, column, top, head, each * count)
        for row, (words, cells) in enumerate(view.rows):
            y = top - each * (row + 0.5)
            self.write(words, self.flow(0), y, "label", anchor=self.start, px=px, limit=left - theme.mm(1))
            for i, (more, less) in enumerate(cells):
                at = left + column * i + came
                self.write(more, self.flow(at), y, "label", anchor=self.end, px=px, weight=700)
                self.write(less, self.flow(at + gap), y, "label", "text2", anchor=self.start, px=px)

    def _columns(self, px: int) -> tuple[int, float, float, float, float]:
        """The size of the text, where the columns begin, how wide each is, where in it what came ends, and the gap."""
        view = self.view
        while True:
            left = max(self.measure(words, "label", px) for words, _ in view.rows) + theme.mm(2)
            wide = [max(self.measure(cell[side], "label", px) for _, cells in view.rows for cell in cells)
                    for side in (0, 1)]  # fmt: skip
            column, gap = (self.width - left) / len(view.heads), theme.mm(1.2)
            spare = column - sum(wide) * 1.06 - gap
            if spare > 0 or px <= theme.mm(3.2):
                return px, left, column, spare / 2 + wide[0] * 1.06, gap
            px -= 1

    def _head(self, i: int, at: float, column: float, top: float, head: float, below: float) -> None:
        """The symbol over column ``i``, and its ground where its seat was picked."""
        symbol, color = self.view.heads[i]
        if self.view.chosen == i:
            self.box(self.flow(at, column), top - below, column, head + below, 2, "raised2")
        x, y, size = self.flow(at + column / 2), top + head / 2, min(theme.mm(5.6 * self.view.grow), head * 0.7)
        if (outline := rim(color)) is not None:
            self.stamp_at(shapes.symbol(symbol, round(size), 2), x, y, outline)
        self.stamp_at(shapes.symbol(symbol, round(size)), x, y, SEATS[color])


@lru_cache(4)
def chances_of(dice: int) -> tuple[float, ...]:
    """How likely each sum of ``dice`` dice is, from the least."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, i - 5) : i + 1]) for i in range(len(ways) + 5)]
    return tuple(way / 6**dice for way in ways)


@lru_cache(8)
def _area(points: tuple[tuple[float, float], ...], size: tuple[int, int]) -> Any:
    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        pen.polygon([(x * k, (size[1] - y) * k) for x, y in points], fill=255)

    return shapes.white(shapes.smooth(size, draw))


@lru_cache(8)
def _dashes(points: tuple[tuple[float, float], ...], size: tuple[int, int], thick: float) -> Any:
    """A dotted line through ``points``."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        far, on = max(2.0, thick) * 3.2, 0.0
        for (x, y), (to_x, to_y) in itertools.pairwise(points):
            length = max(1e-6, sqrt((to_x - x) ** 2 + (to_y - y) ** 2))
            at = on
            while at < length:
                px, py = x + (to_x - x) * at / length, size[1] - y - (to_y - y) * at / length
                reach = max(1.0, thick) * 0.75
                pen.ellipse([(px - reach) * k, (py - reach) * k, (px + reach) * k, (py + reach) * k], fill=255)
                at += far
            on = at - length

    return shapes.white(shapes.smooth(size, draw))


class CourseChart(Chart):
    """Shows :class:`CourseView`: a line for each seat, its symbol at the end."""

    def paint(self) -> None:
        view: CourseView | None = self.view
        if view is None or not view.lines or len(view.lines[0].values) < 2 or not self.roomy:
            return
        grow = view.grow
        head, foot = theme.mm(8.5 * grow), theme.mm(2)
        self.write(view.title, self.flow(0), self.height - head / 2, "name", anchor=self.start, px=self.px("name"),
                   limit=self.width)  # fmt: skip
        px = self.px("label")
        left = max((self.measure(words, "label", px) for _, words in view.ticks), default=0) + theme.mm(2.5)
        size = theme.mm(4.2 * grow)
        right = self.width - size - theme.mm(5 * grow)
        every = [value for line in view.lines for value in line.values]
        low, high = min(0, *every), max(1, *every)
        room = self.height - head - foot - size

        def y_of(value: float) -> float:
            return foot + size / 2 + room * (value - low) / (high - low)

        for value, words in view.ticks:
            self.fill(left, y_of(value), right - left, max(1.0, theme.mm(0.25)), "raised2")
            self.write(words, left - theme.mm(2), y_of(value), "label", "text2", anchor="right", px=px)
        count = len(view.lines[0].values)
        ends = _apart([y_of(line.values[-1]) for line in view.lines], size * 1.08, foot + size / 2, self.height - head)
        drawn = round(self.width), round(self.height)
        for line, end in reversed(list(zip(view.lines, ends, strict=True))):
            points = [(left + (right - left) * i / (count - 1), y_of(value)) for i, value in enumerate(line.values)]
            points.append((right + theme.mm(3.2 * grow), end))
            outline = rim(line.color)
            thick = max(2.0, theme.mm(0.75 * grow))
            if outline is not None:
                self.stamp(_stroke(tuple(points), drawn, thick * 1.8), 0, 0, outline)
            self.stamp(_stroke(tuple(points), drawn, thick), 0, 0, SEATS[line.color])
            x = self.width - size / 2
            if outline is not None:
                self.stamp_at(shapes.symbol(line.symbol, round(size), 2), x, end, outline)
            self.stamp_at(shapes.symbol(line.symbol, round(size)), x, end, SEATS[line.color])


def _apart(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Places near ``wanted`` that are ``gap`` apart, where there is room for that."""
    order = sorted(range(len(wanted)), key=lambda i: -wanted[i])
    gap = min(gap, (high - low) / max(1, len(wanted) - 1)) if len(wanted) > 1 else gap
    placed: dict[int, float] = {}
    last = high + gap
    for i in order:
        last = placed[i] = min(wanted[i], last - gap)
    below = low - min(placed.values())
    if below > 0:
        floor = low
        for i in reversed(order):
            placed[i] = max(placed[i], floor)
            floor = placed[i] + gap
    return [placed[i] for i in range(len(wanted))]


@lru_cache(24)
def _stroke(points: tuple[tuple[float, float], ...], size: tuple[int, int], thick: float) -> Any:
    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        placed = [(x * k, (size[1] - y) * k) for x, y in points]
        pen.line(placed, fill=255, width=round(thick * k), joint="curve")

    return shapes.white(shapes.smooth(size, draw))


class Receipt(Chart):
    """Shows :class:`ReceiptView`; the code stands at the far end, its words beside it, or above where it is tall."""

    def paint(self) -> None:
        view: ReceiptView | None = self.view
        if view is None or not view.text or not self.roomy:
            return
        beside = self.width > self.height * 1.3
        side = min(self.height, self.width * 0.62) if beside else min(self.width, self.height - theme.mm(16))
        if side < theme.mm(10):
            return
        x = self.flow(self.width - side, side) if beside else (self.width - side) / 2
        y = self.height - side if beside else 0.0
        self.box(x, y, side, side, 1.8, "cream")
        code = _qr(view.text, round(side))
        self.stamp(code, x + (side - code.size[0]) / 2, y + (side - code.size[1]) / 2, (1, 1, 1, 1))
        if beside:
            edge, room = self.flow(self.width - side - theme.mm(4)), self.width - side - theme.mm(5)
            middle = y + side / 2
            # words end at the code: they belong to it
            self.write(view.title, edge, middle + theme.mm(3.6 * view.grow), "name", anchor=self.end, limit=room,
                       px=self.px("name"))  # fmt: skip
            self.write(view.note, edge, middle - theme.mm(3.4 * view.grow), "label", "text2", anchor=self.end,
                       limit=room, px=self.px("label"), lines=2)  # fmt: skip
        else:
            self.write(view.title, self.width / 2, self.height - theme.mm(4), "name", limit=self.width)
            self.write(view.note, self.width / 2, self.height - theme.mm(11), "label", "text2", limit=self.width)


@lru_cache(4)
def _qr(text: str, px: int) -> Any:
    """A QR code ``px`` pixels wide, its quiet border with it."""
    import segno

    rows = [list(row) for row in segno.make_qr(text, error="m", encoding="utf-8").matrix_iter(scale=1, border=2)]
    picture = Image.new("RGBA", (len(rows), len(rows)), (0, 0, 0, 0))
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                picture.putpixel((x, y), (20, 16, 12, 255))
    large = picture.resize((len(rows) * 8,) * 2, Image.Resampling.NEAREST)
    return texture_of(large.resize((px, px), Image.Resampling.BOX))
