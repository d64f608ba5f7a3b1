"""Who won, the table of results, and where the points of a seat come from.

Each shows one frozen view, in words of its language already, and reads from the right in Persian.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from companion.screens.charts import Chart
from companion.screens.theme import Rgba, luminance, rgb, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn

RAMP = ("F3E6C8", "E3A94B", "B5833A", "8C7350", "CDB68C", "7A5A26", "D8C9A4", "9A8058")
RAMP_BY_DAY = ("6B4E1E", "B5833A", "D9A441", "8C7350", "4A3A22", "C4A96F", "A08A60", "7A6A4A")
"""Grounds of the parts of a score: warm and neutral, so that none wears a seat's colour; on dark, on light."""


@dataclass(frozen=True)
class Piece:
    """A part of a score in its bar: how many points, as written, and which colour of :data:`RAMP`."""

    points: int
    words: str
    tint: int


@dataclass(frozen=True)
class Result:
    """A seat's line in the table of results."""

    seat: int
    name: str
    letter: str
    symbol: str
    color: str
    score: str
    won: bool
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Results:
    """The table, the best first. ``legend`` names the tints; ``chosen`` is the seat whose points are listed."""

    rows: tuple[Result, ...]
    legend: tuple[tuple[int, str], ...] = ()
    chosen: int | None = None
    rtl: bool = False
    grow: float = 1.0


@dataclass(frozen=True)
class PartsView:
    """Where the points of a seat come from: (words, points as written)."""

    name: str
    symbol: str
    color: str
    letter: str
    score: str
    parts: tuple[tuple[str, str], ...]
    rtl: bool = False
    grow: float = 1.0


def tint(number: int) -> Rgba:
    """The ground of part ``number``."""
    ramp = RAMP_BY_DAY if theme.name == "light" else RAMP
    return rgb(ramp[number % len(ramp)])


class Headline(Drawn):
    """Who won. ``view`` is (players with their letters, title, note, grow)."""

    def paint(self) -> None:
        if self.view is None:
            return
        players, title, note, rtl, grow = self.view
        size = min(self.height * 0.94, theme.mm(21 * grow), self.width * 0.2)
        step = size * (0.8 if len(players) > 1 else 1.0)
        at = 0.0
        for symbol, color, letter in players[:3]:
            x = self.width - at - size / 2 if rtl else at + size / 2
            paint_badge(self, x, self.height / 2, size * 0.92, symbol, color, letter)
            at += step
        at += (size - step if players else 0) + (theme.mm(4.5) if players else 0)
        x, anchor = (self.width - at, "right") if rtl else (at, "left")
        room = self.width - at
        px = min(round(theme.px("prompt") * 1.2 * grow), round(self.height * 0.5))
        two = self.measure(title, "title", round(px * 0.76)) > room
        if not note:
            self.write(title, x, self.height / 2, "title", anchor=anchor, limit=room, px=px, weight=700, lines=2)
            return
        upper = self.height * (0.66 if two else 0.68)
        if two:
            px = round(px * 0.72)
        self.write(title, x, upper, "title", anchor=anchor, limit=room, px=px, weight=700, lines=2 if two else 1)
        low = min(round(theme.px("body") * 0.9 * grow), round(self.height * 0.26))
        self.write(note, x, self.height * (0.16 if two else 0.22), "body", "text2", anchor=anchor, limit=room, px=low)


class Standings(Chart):
    """Shows :class:`Results`; event ``on_pick(seat)``."""

    __events__ = ("on_pick",)

    def __init__(self, **kwargs: Any) -> None:
        self._rows: list[tuple[float, float, int]] = []
        super().__init__(**kwargs)

    def on_pick(self, seat: int) -> None: ...

    def paint(self) -> None:
        view: Results | None = self.view
        self._rows = []
        if view is None or not view.rows or not self.roomy:
            return
        grow = view.grow
        lines = self._legend_lines()
        legend = theme.mm(6.6 * grow) * len(lines)
        each = min((self.height - legend) / len(view.rows), theme.mm(15 * grow))
        badge = min(each * 0.74, theme.mm(10 * grow))
        px = min(self.px("score") * (29.5 / 28 if view.rtl else 1), each * 0.98, self.width * 0.17)
        scores = max(self.measure(row.score, "score", round(px)) for row in view.rows) + theme.mm(1)
        name = min(self.width * 0.27, max(self.measure(row.name, "name", self.px("name")) for row in view.rows))
        left = badge + theme.mm(5 * grow) + name + theme.mm(3 * grow)
        room = self.width - left - scores - theme.mm(5 * grow)
        most = max(sum(abs(piece.points) for piece in row.pieces) for row in view.rows) or 1
        for i, row in enumerate(view.rows):
            y = self.height - each * (i + 0.5)
            self._rows.append((y - each / 2, each, row.seat))
            if view.chosen == row.seat:
                self.box(-theme.mm(1.5), y - each / 2 + 1, self.width + theme.mm(3), each - 2, 2.6, "panel")
            paint_badge(self, self.flow(badge / 2 + theme.mm(1)), y, badge, row.symbol, row.color, row.letter)
            self.write(row.name, self.flow(badge + theme.mm(5 * grow)), y, "name", anchor=self.start,
                       limit=name + 1, px=self.px("name"))  # fmt: skip
            self._bar(row, left, y, room / most, each)
            self.write(row.score, self.flow(self.width), y, "score", "brass" if row.won else "text",
                       anchor=self.end, px=round(px), weight=700)  # fmt: skip
        for i, line in enumerate(lines):
            self._legend(line, self.height - each * len(view.rows) - theme.mm(6.6 * grow) * (i + 0.5))

    def _bar(self, row: Result, left: float, y: float, point: float, each: float) -> None:
        high = min(theme.mm(7.4 * self.view.grow), each * 0.62)
        gap = max(1.0, theme.mm(0.5))
        at = left
        for piece in row.pieces:
            wide = abs(piece.points) * point
            if wide < 2:
                continue
            ground = tint(piece.tint)
            inner = max(2.0, wide - gap)
            if piece.points < 0:
                self.box(self.flow(at, inner), y - high / 2, inner, high, 1.2, "bad", outline=0.4)
                ink = theme.palette.bad
            else:
                self.box(self.flow(at, inner), y - high / 2, inner, high, 1.2, ground)
                ink = rgb("1A120A") if luminance(ground) > 0.16 else rgb("F3E6C8")
            size = round(min(self.px("label"), high * 0.72))
            if self.measure(piece.words, "label", size) < wide - theme.mm(1):
                self.write(piece.words, self.flow(at + inner / 2), y, "label", ink, px=size, weight=700)
            at += wide

    def _legend_lines(self) -> list[tuple[tuple[int, str], ...]]:
        """The legend in as many lines as its words need."""
        legend, lines = self.view.legend, 1
        while legend:
            per = ceil(len(legend) / lines)
            rows = [legend[i : i + per] for i in range(0, len(legend), per)]
            if lines >= 3 or all(self._entry_gap(row) >= theme.mm(2.4) for row in rows):
                return rows
            lines += 1
        return []

    def _entry(self, words: str) -> float:
        return theme.mm(3.4 * self.view.grow) + theme.mm(1.4) + self.measure(words, "label", self.px("label"))

    def _entry_gap(self, row: tuple[tuple[int, str], ...]) -> float:
        free = self.width - theme.mm(1) - sum(self._entry(words) for _, words in row)
        return free if len(row) < 2 else free / (len(row) - 1)

    def _legend(self, row: tuple[tuple[int, str], ...], y: float) -> None:
        size, gap = theme.mm(3.4 * self.view.grow), theme.mm(1.4)
        between = min(self._entry_gap(row), theme.mm(4.5 * self.view.grow))
        at = theme.mm(1)
        for number, words in row:
            self.box(self.flow(at, size), y - size / 2, size, size, 0.8, tint(number))
            self.write(words, self.flow(at + size + gap), y, "label", "text2", anchor=self.start, px=self.px("label"))
            at += self._entry(words) + between

    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """The rows, for a keyboard."""
        return tuple((0.0, bottom, self.width, high) for bottom, high, _ in self._rows)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or not self._rows:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        for bottom, high, seat in self._rows:
            if bottom <= touch.y - self.y < bottom + high and self.collide_point(*touch.pos):
                self.dispatch("on_pick", seat)
        return True


class PartsList(Chart):
    """Shows :class:`PartsView`; in two columns where one is too short."""

    def paint(self) -> None:
        view: PartsView | None = self.view
        if view is None or not self.roomy:
            return
        grow = view.grow
        head = theme.mm(11 * grow)
        badge = theme.mm(8 * grow)
        y = self.height - head / 2
        paint_badge(self, self.flow(badge / 2), y, badge, view.symbol, view.color, view.letter)
        score = self.write(view.score, self.flow(self.width), y, "figure", "brass", anchor=self.end,
                           px=self.px("figure"))  # fmt: skip
        self.write(view.name, self.flow(badge + theme.mm(3)), y, "name", anchor=self.start, px=self.px("name"),
                   limit=self.width - badge - score - theme.mm(8))  # fmt: skip
        room = self.height - head
        least = theme.mm(4.9 * grow)
        fits = max(1, int(room / least))
        columns = 1 if len(view.parts) <= fits or self.width < theme.mm(80) else 2
        shown = view.parts[: fits * columns]
        rows = max(1, ceil(len(shown) / columns))
        each = min(room / rows, theme.mm(10 * grow))
        gap = theme.mm(8)
        wide = (self.width - gap * (columns - 1)) / columns
        px = (
            self.px("body")
            if each > theme.mm(8.4 * grow) and columns == 1
            else min(self.px("label"), round(each * 0.8))
        )
        for i, (words, points) in enumerate(shown):
            column, row = divmod(i, rows)
            x, y = column * (wide + gap), room - each * (row + 0.5)
            number = self.write(points, self.flow(x + wide), y, "name", "brass", anchor=self.end, px=px, weight=700)
            self.write(words, self.flow(x), y, "body", anchor=self.start, px=px, limit=wide - number - theme.mm(3))
            if row < rows - 1:
                self.fill(self.flow(x, wide), y - each / 2, wide, 1, "raised2")
