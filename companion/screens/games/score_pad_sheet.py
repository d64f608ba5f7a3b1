"""The score pad on the screen: the sheet with a column for each seat, and keys with a running change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.screens import text as script
from companion.screens.fields import HEAD
from companion.screens.layout import Box
from companion.screens.theme import LEAST_TARGET, PAD, SEATS, fade, theme
from companion.screens.views import SeatView
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.digits import Digits, Typed
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.sheet import Sheet

LEAST = 3.2
"""The least em of a number in the sheet, in millimetres."""
KEYS_WIDE = 54.0
"""Millimetres across the keys where they stand beside the change."""


@dataclass(frozen=True)
class SheetRow:
    """A round, a category or an entry: its words, a cell for each seat, which of them may be written now."""

    words: str
    cells: tuple[str, ...]
    open: tuple[bool, ...] = ()


@dataclass(frozen=True)
class PadView:
    """The whole sheet: a badge a seat, rows, totals. ``chosen``: the column of the seat that writes now."""

    badges: tuple[tuple[str, str, str], ...] = ()
    rows: tuple[SheetRow, ...] = ()
    totals: tuple[str, ...] = ()
    sum_words: str = ""
    chosen: int | None = None
    title: str = ""
    note: str = ""
    rtl: bool = False


class ScoreSheet(Drawn):
    """Shows a :class:`PadView`; events ``on_cell(row, seat)`` (places in the view), ``on_head(seat)``.

    Where the rows are more than fit the last ones are shown; a tap on the words of the first one turns the page.
    """

    __events__ = ("on_cell", "on_head")

    def __init__(self, **kwargs: Any) -> None:
        self.page = 0
        super().__init__(**kwargs)

    def on_cell(self, row: int, seat: int) -> None: ...

    def on_head(self, seat: int) -> None: ...

    # ------------------------------------------------------------------------------------------ geometry

    @property
    def _high(self) -> float:
        """Pixels of a row: targets where cells are open, else what reads well."""
        view: PadView = self.view
        least = theme.mm(12.0) if any(any(row.open) for row in view.rows) else theme.mm(8.0)
        return max(least, min(theme.mm(13.0), (self.height - 2 * self._band) / max(1, len(view.rows))))

    @property
    def _band(self) -> float:
        """How high the head and the foot are: less in a low sheet, so that a row has room between them."""
        return max(theme.mm(7.0), min(theme.mm(11.0), (self.height - theme.mm(12.5)) / 2))

    def shown(self) -> range:
        """The rows that are shown."""
        view: PadView | None = self.view
        if view is None:
            return range(0)
        n, fits = len(view.rows), max(1, int((self.height - self._title - 2 * self._band) // self._high))
        if n <= fits:
            return range(n)
        pages = -(-n // fits)
        last = n - (self.page % pages) * fits
        return range(max(0, last - fits), max(fits, last))

    @property
    def _title(self) -> float:
        return theme.mm(9.0) if self.view is not None and self.view.title and self.height > theme.mm(60.0) else 0.0

    def _columns(self) -> tuple[float, float]:
        """Where the first column begins in reading direction, and how wide one is."""
        n = max(1, len(self.view.badges))
        words = min(theme.mm(34.0), self.width * (0.3 if self.width > theme.mm(19.0) * n else 0.2))
        longest = max((self.measure(word, "label") for row in self.view.rows for word in row.words.split()), default=0)
        words = max(words, min(longest * 0.8 + theme.mm(0.8), self.width * 0.26))
        return words, min(theme.mm(30.0), (self.width - words) / n)

    def cell(self, row: int, seat: int) -> Box:
        """Where a cell is, from the lower left corner; ``row`` counts the rows shown, -1 is the head."""
        words, wide = self._columns()
        whole = words + wide * len(self.view.badges)
        x = (self.width - whole) / 2 + words + seat * wide
        x = self.width - x - wide if self.view.rtl else x
        top = self._top - self._band
        if row < 0:
            return Box(x, top, wide, self._band)
        return Box(x, top - self._high * (row + 1), wide, self._high)

    @property
    def _top(self) -> float:
        used = self._title + 2 * self._band + self._high * len(self.shown())
        return (self.height + min(used, self.height)) / 2 - self._title

    def cell_center(self, row: int, seat: int) -> tuple[float, float]:
        """The middle of the cell of row ``row`` of the view (-1: the head), on the screen's own plane."""
        shown = self.shown()
        x, y = self.cell(row - shown.start if row >= 0 else -1, seat).center
        return self.x + x, self.y + y

    # ------------------------------------------------------------------------------------------ touching

    @property
    def slim(self) -> bool:
        """Whether columns are too narrow for a finger: then a whole row is one target, for the seat that writes."""
        return self._columns()[1] < theme.mm(LEAST_TARGET) and any(any(row.open) for row in self.view.rows)

    def _turns_page(self, x: float, y: float) -> bool:
        """Whether ``x``, ``y`` lies on the words of the first row while there are more rows than fit."""
        shown, first = self.shown(), self.cell(0, 0)
        words = self._columns()[0]
        at = self.width - x if self.view.rtl else x
        whole = words + self._columns()[1] * len(self.view.badges)
        return len(shown) < len(self.view.rows) and first.y <= y and at < (self.width - whole) / 2 + words

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        """Cells that may be written: left, bottom, width, height; whole rows where the columns are slim."""
        view: PadView | None = self.view
        if view is None or not view.badges:
            return ()
        found = []
        for i, number in enumerate(self.shown()):
            open_ = [seat for seat, may in enumerate(view.rows[number].open) if may]
            if open_ and self.slim:
                box = self.cell(i, 0)
                found.append((0.0, box.y, self.width, box.height))
                continue
            for box in (self.cell(i, seat) for seat in open_):
                found.append((box.x, box.y, box.width, box.height))
        return tuple(found)

    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """What a keyboard can reach: the badges, cells that may be written, the words that turn the page."""
        view: PadView | None = self.view
        if view is None or not view.badges or min(self.width, self.height) < theme.mm(20.0):
            return ()
        heads = [self.cell(-1, seat) for seat in range(len(view.badges))]
        first, wide = self.cell(0, 0), self._columns()[0]
        if len(self.shown()) < len(view.rows):
            heads.append(Box(first.right if view.rtl else first.x - wide, first.y, wide, first.height))
        return (*((box.x, box.y, box.width, box.height) for box in heads), *self.targets())

    def on_touch_down(self, touch: Any) -> bool:
        if self.view is None or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        x, y = touch.x - self.x, touch.y - self.y
        shown = self.shown()
        if self.slim and self.view.chosen is not None and not self._turns_page(x, y):
            for row in range(len(shown)):
                box = self.cell(row, 0)
                if box.y <= y < box.top:  # who writes is chosen at the badges
                    self.dispatch("on_cell", shown[row], self.view.chosen)
                    return True
        for row in range(-1, len(shown)):
            for seat in range(len(self.view.badges)):
                box = self.cell(row, seat)
                if box.x <= x < box.right and box.y <= y < box.top:
                    if row < 0:
                        self.dispatch("on_head", seat)
                    else:
                        self.dispatch("on_cell", shown[row], seat)
                    return True
        if len(shown) < len(self.view.rows):
            self.page += 1
            self.repaint()
        return True

    # ------------------------------------------------------------------------------------------ painting

    def paint(self) -> None:
        view: PadView | None = self.view
        if view is None or min(self.width, self.height) < theme.mm(20.0) or not view.badges:
            return
        look = theme.palette
        words, wide = self._columns()
        start = (self.width - words - wide * len(view.badges)) / 2
        start = self.width - start if view.rtl else start
        anchor = "right" if view.rtl else "left"
        if self._title:
            self.write(view.title, self.width / 2, self._top + theme.mm(5.0), "body", "brass", limit=self.width)
        if view.chosen is not None:
            head, foot = self.cell(-1, view.chosen), self.cell(len(self.shown()) - 1, view.chosen)
            self.box(head.x, foot.y - self._band, head.width, head.top - foot.y + self._band, 2.0, fade(look.glow, 0.9))
        for seat, badge in enumerate(view.badges):
            box = self.cell(-1, seat)
            paint_badge(self, *box.center, min(theme.mm(7.4), box.width * 0.6), *badge)
        shown = self.shown()
        for i, number in enumerate(shown):
            row = view.rows[number]
            y = self.cell(i, 0).center[1]
            self.fill(min(start, start + (-1 if view.rtl else 1) * (words + wide * len(view.badges))),
                      self.cell(i, 0).top, words + wide * len(view.badges), 1, fade(look.line, 0.6))  # fmt: skip
            more = i == 0 and len(shown) < len(view.rows)
            lines = 2 if self._high > theme.mm(11) else 1
            ink = look.text if more else look.text2
            self.write(row.words, start, y, "label", ink, anchor=anchor, limit=words - theme.mm(0.8), lines=lines,
                       shrink=0.78)  # fmt: skip
            if more:
                x = start + (-1 if view.rtl else 1) * theme.mm(2.4)
                self.icon("history", x, self.cell(-1, 0).center[1], theme.mm(4.4), look.brass)
            self._paint_cells(row, i)
        y = self.cell(len(shown) - 1, 0).y - self._band / 2
        self.fill(min(start, start + (-1 if view.rtl else 1) * (words + wide * len(view.badges))),
                  y + self._band / 2, words + wide * len(view.badges), 2, look.brass_lo)  # fmt: skip
        self.write(view.sum_words, start, y, "label", look.text2, anchor=anchor, limit=words - theme.mm(2))
        for seat, total in enumerate(view.totals):
            x = self.cell(0, seat).center[0]
            self.write(total, x, y, "figure", look.text, px=self._size(view.totals, "figure", wide - theme.mm(1)))

    def _size(self, numbers: tuple[str, ...], role: str, room: float) -> int:
        """The em in which the longest of ``numbers`` stands in ``room`` pixels: all of a row are as large."""
        longest = max(numbers, key=lambda words: self.measure(words, role), default="")
        persian = script.base_direction(longest) == "rtl"
        return script.fit(longest, theme.px(role, persian), theme.weight(role), room, round(theme.mm(LEAST)))

    def _paint_cells(self, row: SheetRow, i: int) -> None:
        look = theme.palette
        px = self._size(row.cells, "body", self.cell(i, 0).width - theme.mm(0.8))
        for seat, words in enumerate(row.cells):
            box = self.cell(i, seat)
            if seat < len(row.open) and row.open[seat]:
                inset = theme.mm(0.9)
                self.box(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset, 1.6, look.line,
                         outline=0.35)  # fmt: skip
                self.icon("plus", *box.center, theme.mm(3.6), fade(look.text3, 0.6))
            if words:
                self.write(words, *box.center, "body", look.text, px=px, weight=600)


class RunningChange(Drawn):
    """ "40 +5, then 45": what stands, what is added, what comes of it; in reading direction."""

    before, delta, after = StringProperty(""), StringProperty(""), StringProperty("")
    name = StringProperty("")
    seat_color = StringProperty("")
    rtl = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for prop in ("before", "delta", "after", "name", "rtl", "seat_color"):
            self.fbind(prop, self.repaint)

    def paint(self) -> None:
        look = theme.palette
        y = self.height / 2
        px = round(min(theme.mm(7.4), self.height * 0.62))
        large = round(min(theme.mm(13.0), self.height * 1.02))
        gap = theme.mm(2.4)
        persian = self.rtl
        parts = ((self.before, px, look.text2), (self.delta, px, look.brass), ("", px, look.text3),
                 (self.after, large, look.text))  # fmt: skip
        wide = sum((self.measure(words, "figure", size) if words else px * 0.9) + gap for words, size, _ in parts) - gap
        at = (self.width - wide) if self.name else (self.width - wide) / 2
        if self.name:
            room = at - theme.mm(3)
            side = theme.mm(1.0)
            self.box(self.width - side if persian else 0, y - self.height * 0.3, side, self.height * 0.6, 0.5,
                     SEATS.get(self.seat_color, look.line))  # fmt: skip
            if room > theme.mm(13.0):
                self.write(self.name, self.width - theme.mm(2.6) if persian else theme.mm(2.6), y, "label", look.text2,
                           anchor="right" if persian else "left", limit=room, lines=2)  # fmt: skip
        for words, size, ink in parts:
            long = self.measure(words, "figure", size) if words else px * 0.9
            x = self.width - at - long if persian else at
            if words:
                self.write(words, x, y, "figure", ink, px=size, anchor="left")
            else:
                self.icon("back" if persian else "forward", x + long / 2, y, px * 0.7, ink)
            at += long + gap


class Entry(Drawn):
    """The keys under the running change; event ``on_typed``. What stands there is the stage's to say."""

    __events__ = ("on_typed",)

    def __init__(self, typed: Typed, **kwargs: Any) -> None:
        self.typed = typed
        self.change = RunningChange()
        self.digits = Digits(str)
        self.digits.bind(on_key=lambda _, key: self.press(key))
        super().__init__(**kwargs)
        self.change.bind(rtl=self.repaint)
        self.add_widget(self.change)
        self.add_widget(self.digits)

    def on_typed(self) -> None: ...

    def press(self, key: str) -> None:
        self.typed.press(key)
        self.dispatch("on_typed")

    def arrange(self) -> None:
        if self.width > theme.mm(100.0):  # side by side, the keys at the end of the line
            keys = theme.mm(KEYS_WIDE)
            at = 0.0 if self.change.rtl else self.width - keys
            self.digits.size, self.digits.pos = (keys, self.height), (self.x + at, self.y)
            room = self.width - keys - theme.mm(PAD)
            self.change.size = (room, theme.mm(14.0))
            self.change.pos = (self.x + (self.width - room if self.change.rtl else 0), self.top - theme.mm(HEAD + 13.0))
            return
        head = theme.mm(7.4) if self.height < theme.mm(66.0) else theme.mm(14.0)
        self.change.size, self.change.pos = (self.width, head), (self.x, self.top - head)
        self.digits.size, self.digits.pos = (self.width, self.height - head - theme.mm(0.5)), (self.x, self.y)


class EntrySheet(Sheet):
    """The same at the edge of a seat: for a table that lies flat. Event handlers come from the stage."""

    def __init__(self, owner: SeatView, title: str, entry: Entry, record: str, done: Callable[[], None]) -> None:
        super().__init__(owner, title)
        self.entry = entry
        self.record = ActButton(icon_name="done", kind="primary", text=record, form="row", role="name")
        self.record.bind(on_act=lambda _: done())

    def lay_out(self) -> None:
        wide, tall = self.wide, self.tall
        if wide - 2 * PAD - 14 > 100:
            self.put(self.entry, PAD, PAD, wide - 2 * PAD - 14, tall - 2 * PAD)
            self.put(self.record, PAD, tall - PAD - 20, wide - 3 * PAD - KEYS_WIDE - 14, 20)
            return
        self.put(self.entry, PAD, HEAD, wide - 2 * PAD, tall - HEAD - PAD - 19)
        self.put(self.record, PAD, tall - PAD - 16, wide - 2 * PAD, 16)
