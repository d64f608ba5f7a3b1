"""Amun-Re on the screen: the columns before each seat, the provinces with their bids, the Nile with its temple."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.screens import shapes
from companion.screens import text as script
from companion.screens.games.around import Strip
from companion.screens.layout import Box
from companion.screens.theme import fade, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.picked import Picked

Badge = tuple[str, str, str]
ICONS = ("pyramid", "farm", "caravan", "ankh")
BADGE = 10.0
NARROWEST = 11.0
"""Millimetres of a column of the offering table, under which only the one that pays now is shown."""
NARROW = 17.0
"""Millimetres of a column of the offering table, under which its two rates stand one below the other."""


@dataclass(frozen=True)
class ColumnCell:
    """One column as its seat reads it: pyramids, and (icon, number) of what its top province shows."""

    pyramids: str
    shows: tuple[tuple[str, str], ...] = ()
    laid: bool = True
    lit: bool = False


@dataclass(frozen=True)
class ColumnsView:
    columns: tuple[ColumnCell, ...] = ()
    rtl: bool = False
    badge: Badge | None = None


@dataclass(frozen=True)
class LotView:
    """A province: its words, its icons (number, or empty where nobody typed them), the bid and whose it is."""

    words: str
    icons: tuple[str, ...] = ()
    bid: str = ""
    badge: Badge | None = None
    chosen: bool = False
    empty: str = ""


@dataclass(frozen=True)
class Bank:
    """A column of the box's offering table beside the Nile: up to which total, and what it pays; ``short``: its words
    where there is little room."""

    words: str
    short: str
    farm: str
    caravan: str
    now: bool = False


@dataclass(frozen=True)
class KingdomView:
    """The middle: a title, the provinces (in an auction) or the Nile, what hands do now, what tables forget."""

    title: str = ""
    short: tuple[str, str] = ("", "")
    lots: tuple[LotView, ...] = ()
    nile: tuple[Bank, ...] = ()
    total: str = ""
    prompt: str = ""
    guides: tuple[str, ...] = ()
    rtl: bool = False
    barred: bool = True


class Columns(Strip):
    """Shows a :class:`ColumnsView`."""

    def cells(self) -> tuple[Box, ...]:
        view: ColumnsView | None = self.view
        n = len(view.columns) if view is not None else 0
        if view is None or not n:
            return ()
        return self.row(n, rtl=view.rtl, head=theme.mm(BADGE) if view.badge else 0.0)

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        """A column takes a tap while it is lit."""
        view: ColumnsView | None = self.view
        lit = view is not None and any(column.lit for column in view.columns)
        return super().targets() if lit else ()

    def paint(self) -> None:
        view: ColumnsView | None = self.view
        if view is None:
            return
        for column, box in zip(view.columns, self.cells(), strict=True):
            if min(box.width, box.height) < theme.mm(5.0):
                return  # not in its place yet
            self._paint_column(column, box, view.rtl)
        if view.badge is not None:
            x = theme.mm(BADGE / 2 - 1.0)
            paint_badge(self, self.width - x if view.rtl else x, self.height / 2, theme.mm(BADGE - 3.5), *view.badge)

    def _paint_column(self, column: ColumnCell, box: Box, rtl: bool) -> None:
        look = theme.palette

        def flow(x: float) -> float:
            return box.x + (box.width - x if rtl else x)

        if not column.laid:
            self.box(box.x, box.y, box.width, box.height, 2.0, look.brass if column.lit else look.line,
                     outline=0.6 if column.lit else 0.35)  # fmt: skip
            return
        self.shade(box.x, box.y, box.width, box.height, 2.0, 0.4, 1.2)
        self.box(box.x, box.y, box.width, box.height, 2.0, look.raised2)
        if column.lit:
            self.box(box.x, box.y, box.width, box.height, 2.0, look.brass, outline=0.6)
        if box.width < theme.mm(9.0):
            px = script.fit(column.pyramids, round(theme.mm(5.0)), theme.weight("figure"), box.width * 0.9, 12)
            self.write(column.pyramids, *box.center, "figure", look.text, px=px)
            return
        tall = box.height > theme.mm(11.0)
        y = box.y + box.height * (0.66 if tall and column.shows else 0.5)
        size = min(theme.mm(6.0), box.height * 0.5)
        self.icon("pyramid", flow(theme.mm(1.8) + size / 2), y, size, look.brass)
        px = round(min(theme.mm(7.4), box.height * 0.56))
        anchor = "right" if rtl else "left"
        end = theme.mm(2.8) + size
        px = script.fit(column.pyramids, px, theme.weight("figure"), box.width - end - theme.mm(0.6), 12)
        end += self.write(column.pyramids, flow(end), y, "figure", look.text, anchor=anchor, px=px)
        at, low = (theme.mm(1.8), box.y + box.height * 0.24) if tall else (end + theme.mm(2.0), y)
        small, words = theme.mm(3.4), round(theme.mm(3.6))
        for icon, number in column.shows:
            if at + small + theme.mm(0.5) + self.measure(number, "label", words) > box.width:
                break
            self.icon(icon, flow(at + small / 2), low, small, look.text2)
            at += small + theme.mm(0.5)
            at += self.write(number, flow(at), low, "label", look.text2, anchor=anchor, px=words) + theme.mm(1.2)


class Kingdom(Picked):
    """Shows a :class:`KingdomView`; event ``on_lot(number)``: a province was tapped."""

    __events__ = ("on_lot",)

    def on_lot(self, number: int) -> None: ...

    def _head(self, view: KingdomView) -> float:
        """How deep the title of an auction is, and what tables forget below it."""
        if self.height <= theme.mm(44.0):
            return 0.0
        return theme.mm(9.0) + (theme.mm(6.0) * self._told(view)[1] if self.height > theme.mm(52.0) else 0.0)

    def _told(self, view: KingdomView) -> tuple[str, int]:
        """The reminders that fit into two lines, and how many lines they take."""
        for n in range(len(view.guides), 0, -1):
            words = " · ".join(view.guides[:n])
            length = self.measure(words, "label")
            if length <= self.width * 1.8:
                return words, 1 if length <= self.width else 2
        return "", 0

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        """What takes a tap: left, bottom, width, height from the own corner."""
        return tuple((box.x, box.y, box.width, box.height) for box in self.lots())

    def lots(self) -> tuple[Box, ...]:
        """Where each province is, from the lower left corner."""
        view: KingdomView | None = self.view
        n = len(view.lots) if view is not None else 0
        if not n or view is None:
            return ()
        head, gap = self._head(view), theme.mm(2.4)
        columns = n if (self.width - gap * (n - 1)) / n >= theme.mm(22.0) else -(-n // 2)
        rows = -(-n // columns)
        most = theme.mm(56.0 if self.height > theme.mm(100.0) else 38.0)
        wide = min(most, (self.width - gap * (columns - 1)) / columns)
        deep = (self.height - head - gap * (rows - 1)) / rows - theme.mm(1.0)
        high = min(deep, theme.mm(80.0), max(wide * 1.5, theme.mm(36.0))) if rows == 1 else deep
        top = (self.height - head + high * rows + gap * (rows - 1)) / 2
        boxes = []
        for i in range(n):
            row, column = divmod(i, columns)
            here = min(columns, n - row * columns)
            start = (self.width - wide * here - gap * (here - 1)) / 2
            place = here - 1 - column if view.rtl else column
            boxes.append(Box(start + place * (wide + gap), top - high * (row + 1) - gap * row, wide, high))
        return tuple(boxes)

    def lot_center(self, number: int) -> tuple[float, float]:
        x, y = self.lots()[number].center
        return self.x + x, self.y + y

    def picked(self, place: int) -> None:
        self.dispatch("on_lot", place)

    # ------------------------------------------------------------------------------------------ painting

    def paint(self) -> None:
        view: KingdomView | None = self.view
        if view is None or min(self.width, self.height) < theme.mm(10.0):
            return
        if view.lots:
            head = self._head(view)
            if head:
                self.write(view.title, self.width / 2, self.height - theme.mm(4.5), "body", "text2", limit=self.width)
            if head > theme.mm(12.0):
                words, lines = self._told(view)
                y = self.height - theme.mm(8.5) - theme.mm(6.0) * lines / 2
                self.write(words, self.width / 2, y, "label", "text2", limit=self.width, lines=lines)
            for lot, box in zip(view.lots, self.lots(), strict=True):
                if min(box.width, box.height) >= theme.mm(10.0):  # else it is not in its place yet
                    self._paint_lot(lot, box, view)
        elif self.width < theme.mm(34.0) or self.height < theme.mm(16.0):
            word, number = view.short
            self.write(word, self.width / 2, self.height / 2 + theme.mm(5.0), "label", "text2", limit=self.width)
            self.write(number, self.width / 2, self.height / 2 - theme.mm(2.0), "title", "text", limit=self.width)
        else:
            self._paint_nile(view)

    def numeral(
        self, words: str, x: float, y: float, px: int, color: Any, barred: bool, anchor: str = "center"
    ) -> float:
        """A number; on a flat table it stands on a bar, so that it is read the right way round from every side."""
        wide = self.write(words, x, y, "figure", color, px=px, anchor=anchor)
        if barred:
            left = {"center": x - wide / 2, "left": x, "right": x - wide}[anchor]
            self.box(
                left, y - px * 0.36 - theme.mm(1.1), max(wide, theme.mm(2.2)), theme.mm(0.6), 0.3, fade(color, 0.8)
            )
        return wide

    def _paint_lot(self, lot: LotView, box: Box, view: KingdomView) -> None:
        look = theme.palette
        self.shade(box.x, box.y, box.width, box.height, 3.0, 0.6, 1.8)
        self.box(box.x, box.y, box.width, box.height, 3.0, look.raised if lot.chosen else look.panel)
        if lot.chosen:
            self.box(box.x, box.y, box.width, box.height, 3.0, look.brass, outline=0.7)
        pad = theme.mm(2.2)
        if box.height < theme.mm(16.0):
            self._paint_lot_line(lot, box, view)
            return
        low = box.width > box.height * 0.95
        start = box.right - pad if view.rtl else box.x + pad
        self.write(lot.words, start, box.top - theme.mm(4.6), "label", look.text2,
                   anchor="right" if view.rtl else "left", limit=box.width - 2 * pad)  # fmt: skip
        slot = box.height - pad - theme.mm(8.4) if low else min(box.height * 0.46, theme.mm(21.0))
        if low:
            half = box.width / 2 - pad
            ends, starts = (box.x + pad, box.x + box.width / 2) if view.rtl else (box.x + box.width / 2, box.x + pad)
            self._paint_icons(lot, Box(starts, box.y + pad * 0.6, half, box.height - theme.mm(9.0)), view)
            hole = Box(ends, box.y + pad, half, slot)
        else:
            self._paint_icons(lot, Box(box.x + pad, box.y + slot + pad * 1.4, box.width - 2 * pad,
                                       box.height - slot - pad * 1.4 - theme.mm(9.0)), view)  # fmt: skip
            hole = Box(box.x + pad, box.y + pad, box.width - 2 * pad, slot)
        if not lot.bid or lot.badge is None:
            self.box(hole.x, hole.y, hole.width, hole.height, 2.0, look.line, outline=0.35)
            self.write(lot.empty, *hole.center, "label", look.text3, limit=hole.width)
            return
        self.box(hole.x, hole.y, hole.width, hole.height, 2.0, look.ground)
        wide = min((slot - theme.mm(2.4)) * 0.74, hole.width * 0.52)
        high = min(slot - theme.mm(2.4), wide / 0.7)
        x = hole.x + theme.mm(1.2)
        self.box(x, hole.center[1] - high / 2, wide, high, 1.6, look.cream)
        px = round(min(theme.mm(10.5), wide * 0.86))
        self.numeral(lot.bid, x + wide / 2, hole.center[1] + theme.mm(0.4), px, look.ink, view.barred)
        rest = hole.width - wide - theme.mm(1.2)
        paint_badge(self, x + wide + rest / 2, hole.center[1], min(rest * 0.62, theme.mm(9.5)), *lot.badge)

    def _paint_lot_line(self, lot: LotView, box: Box, view: KingdomView) -> None:
        """A province in one line: its words, then the bid and whose it is."""
        look, pad, y = theme.palette, theme.mm(2.0), box.center[1]

        def flow(x: float) -> float:
            return box.right - x if view.rtl else box.x + x

        anchor = "right" if view.rtl else "left"
        if not lot.bid or lot.badge is None:
            self.write(f"{lot.words} · {lot.empty}", flow(pad), y, "label", look.text2, anchor=anchor,
                       limit=box.width - 2 * pad)  # fmt: skip
            return
        high = min(box.height - theme.mm(2.4), theme.mm(9.0))
        wide, badge = high * 0.8, high * 0.92
        if self.measure(lot.words, "label") > box.width - 2 * pad - wide - badge - theme.mm(4):
            pad = theme.mm(1.2)
        self.write(lot.words, flow(pad), y, "label", look.text2, anchor=anchor,
                   limit=box.width - 2 * pad - wide - badge - theme.mm(3))  # fmt: skip
        x = flow(box.width - pad - badge - theme.mm(1.5) - wide / 2)
        self.box(x - wide / 2, y - high / 2, wide, high, 1.4, look.cream)
        self.numeral(lot.bid, x, y + theme.mm(0.4), round(high * 0.6), look.ink, view.barred)
        paint_badge(self, flow(box.width - pad - badge / 2), y, badge, *lot.badge)

    def _paint_icons(self, lot: LotView, box: Box, view: KingdomView) -> None:
        look = theme.palette
        if box.height < theme.mm(6.0):
            return
        if not lot.icons:
            size = min(box.height * 0.8, theme.mm(11.0))
            self.icon("pyramid", *box.center, size, fade(look.text3, 0.35))
            return
        for i, (icon, number) in enumerate(zip(ICONS, lot.icons, strict=True)):
            column, row = i % 2, i // 2
            column = 1 - column if view.rtl else column
            x = box.x + box.width * (0.25 + 0.5 * column)
            y = box.top - box.height * (0.27 + 0.5 * row)
            size = min(theme.mm(5.4), box.height * 0.42, box.width * 0.22)
            ink = look.brass if number else fade(look.text3, 0.4)
            side = size * 0.62
            self.icon(icon, x + (side if view.rtl else -side), y, size, ink)
            if number:
                self.numeral(
                    number, x - (side if view.rtl else -side) * 0.9, y, round(size * 1.06), look.text, view.barred
                )

    def _paint_nile(self, view: KingdomView) -> None:
        """Title, the river with the temple at its column, then what hands do now and what tables forget."""
        look = theme.palette
        wide = self.width - theme.mm(4)
        nile = view.nile if wide >= theme.mm(NARROWEST) * len(view.nile) else tuple(b for b in view.nile if b.now)
        title, least = theme.mm(11.0), theme.mm(13.0)
        if nile and wide / len(nile) < theme.mm(NARROW):  # its cells read one below the other
            least = theme.mm(19.0)
        room = self.height - title - theme.mm(1.0)
        river = least if nile and room >= least else 0.0
        room -= river
        words = []
        for sentence, role, ink in (
            (view.prompt, "body", look.brass), *((guide, "label", look.text2) for guide in view.guides)
        ):  # fmt: skip
            length = self.measure(sentence, role)
            lines = min(3, 1 + int(length > wide) + int(length > 1.8 * wide))
            high = lines * theme.px(role) * script.LEADING + theme.mm(1.0)
            if sentence and room >= high:
                words.append((sentence, role, ink, lines, high))
                room -= high
        if river:
            river = min(theme.mm(22.0), river + room)
        total = title + river + sum(high for *_, high in words)
        y = self.height / 2 + total / 2
        role = "title" if self.measure(view.title, "title") <= wide else "body"
        lines = 1 if self.measure(view.title, role) * 0.75 <= wide else 2
        self.write(view.title, self.width / 2, y - title / 2, role if lines == 1 else "label", look.text, limit=wide,
                   lines=lines, weight=700)  # fmt: skip
        y -= title + river
        if river:
            self._paint_river(nile, Box(theme.mm(2), y, wide, river), view.rtl)
        for sentence, role, ink, lines, high in words:
            self.write(sentence, self.width / 2, y - high / 2, role, ink, limit=wide, lines=lines, tall=high,
                       weight=600 if role == "body" else None)  # fmt: skip
            y -= high

    def _paint_river(self, nile: tuple[Bank, ...], box: Box, rtl: bool) -> None:
        look = theme.palette
        self.box(box.x, box.y, box.width, box.height, 3.0, look.sea)
        step = theme.mm(9.0)
        for i in range(int(box.width / step)):
            self.icon("water", box.x + step * (i + 0.5), box.y + box.height * 0.5, theme.mm(6.0), fade(look.rim, 0.9))
        n = len(nile)
        each = min(box.width / n, theme.mm(40.0))
        left = box.x + (box.width - each * n) / 2
        for i, bank in enumerate(nile):
            place = n - 1 - i if rtl else i
            edge = theme.mm(0.8 if each > theme.mm(NARROW) else 0.5)
            cell = Box(left + place * each + edge, box.y + theme.mm(1.6), each - 2 * edge, box.height - theme.mm(3.2))
            self._paint_bank(bank, cell, rtl)

    def _paint_bank(self, bank: Bank, cell: Box, rtl: bool) -> None:
        """Its words over what a farm and a caravan earn: side by side, or in a narrow cell one below the other."""
        look = theme.palette
        self.box(cell.x, cell.y, cell.width, cell.height, 2.0, look.brass if bank.now else fade(look.ground, 0.62))
        ink = look.on_brass if bank.now else look.text2
        narrow = cell.width < theme.mm(NARROW - 1.6)
        limit = cell.width - theme.mm(1)
        words = bank.words if self.measure(bank.words, "label") <= limit else bank.short
        top = cell.height * (0.8 if narrow else 0.72)
        self.write(words, cell.center[0], cell.y + top, "label", ink, limit=limit)
        size, px = theme.mm(4.0), round(theme.mm(4.4))
        for side, (icon, number) in enumerate((("farm", bank.farm), ("caravan", bank.caravan))):
            x, y = cell.center[0], cell.y + cell.height * (0.48 - 0.32 * side)
            if not narrow:
                x, y = cell.x + cell.width * (0.28 + 0.44 * (1 - side if rtl else side)), cell.y + cell.height * 0.3
            self.icon(icon, x - size * 0.5, y, size, ink)
            self.write(number, x + size * 0.5, y, "label", ink, px=px, weight=700)
        if bank.now:
            self.stamp_at(shapes.disc(round(theme.mm(6.4))), cell.center[0], cell.top, look.cream)
            self.icon("temple", cell.center[0], cell.top, theme.mm(4.2), look.ink)
