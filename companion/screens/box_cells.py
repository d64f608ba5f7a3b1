"""The fields of a box as a list, and the cells of one of them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.theme import GAP, theme
from companion.screens.widgets.picked import Picked

STATES = {"well": ("well", "good"), "guess": ("warning", "warn"), "empty": ("plus", "text3")}
"""Icon and ink of what is known of a field."""


@dataclass(frozen=True)
class FieldLine:
    """A field: its name and what is known of it ("well", "guess", "empty")."""

    name: str
    title: str
    note: str
    state: str


@dataclass(frozen=True)
class FieldLines:
    lines: tuple[FieldLine, ...] = ()
    chosen: str = ""
    rtl: bool = False


class FieldList(Picked):
    """Shows :class:`FieldLines`; event ``on_pick(name)``. Rows are 18 mm high and may touch: they only select."""

    __events__ = ("on_pick",)
    row_height = 18.0

    def on_pick(self, name: str) -> None: ...

    def targets(self) -> list[tuple[float, float, float, float]]:
        """Where it takes taps: left, bottom, width, height from its own corner."""
        if self.view is None:
            return []
        high = theme.mm(self.row_height)
        return [(0.0, self.height - (i + 1) * high, self.width, high) for i in range(len(self.view.lines))]

    def paint(self) -> None:
        if self.view is None:
            return
        for (x, y, wide, high), line in zip(self.targets(), self.view.lines, strict=True):
            if line.name == self.view.chosen:
                self.box(x, y + 1, wide, high - 2, 2.6, "raised2")
            icon, ink = STATES[line.state]
            side, size = theme.mm(6.5), theme.mm(5.6)
            self.icon(icon, wide - side if self.view.rtl else side, y + high / 2, size, ink)
            start = wide - theme.mm(12) if self.view.rtl else theme.mm(12)
            anchor = "right" if self.view.rtl else "left"
            room = wide - theme.mm(14)
            two = self.measure(line.title, "label") > room
            self.write(line.title, start, y + high * (0.65 if two else 0.66), "label", anchor=anchor, limit=room,
                       lines=2, weight=700)  # fmt: skip
            self.write(line.note, start, y + high * (0.17 if two else 0.27), "label", "text2", anchor=anchor,
                       limit=room, px=round(theme.mm(3.7)))  # fmt: skip

    def picked(self, place: int) -> None:
        self.dispatch("on_pick", self.view.lines[place].name)


@dataclass(frozen=True)
class CellsView:
    """Cells row by row as written ("" : empty), with headings over the columns where there are several."""

    words: tuple[str, ...] = ()
    columns: int = 1
    headings: tuple[str, ...] = ()
    chosen: int = 0
    across: int = 1
    numbered: tuple[str, ...] = ()
    doubtful: bool = False
    rtl: bool = False


class Cells(Picked):
    """Shows :class:`CellsView`; event ``on_pick(place)``. A single column stands ``across`` cells in a line."""

    __events__ = ("on_pick",)
    cell = 13.0
    head = 11.0

    def on_pick(self, place: int) -> None: ...

    def wanted(self) -> float:
        """The height that it needs, in millimetres."""
        if self.view is None or not self.view.words:
            return 0.0
        per = self.view.columns if self.view.columns > 1 else max(1, self.view.across)
        rows = -(-len(self.view.words) // per)
        return rows * (self.cell + GAP) + (self.head if self.view.headings else 0.0)

    def targets(self) -> list[tuple[float, float, float, float]]:
        view: CellsView | None = self.view
        if view is None or not view.words or self.width < 2:
            return []
        per = view.columns if view.columns > 1 else max(1, view.across)
        gap, high = theme.mm(GAP), theme.mm(self.cell)
        bar = theme.mm(2)
        wide = (self.width - bar - gap * (per - 1)) / per
        top = self.height - (theme.mm(self.head) if view.headings else 0.0)
        found = []
        for i in range(len(view.words)):
            row, column = divmod(i, per)
            x = column * (wide + gap)
            found.append((self.width - x - wide if view.rtl else x, top - (row + 1) * high - row * gap, wide, high))
        return found

    def paint(self) -> None:
        view: CellsView | None = self.view
        if view is None:
            return
        look = theme.palette
        boxes = self.targets()
        for (x, _, wide, _), words in zip(boxes, view.headings, strict=False):
            self.write(words, x + wide / 2, self.height - theme.mm(self.head / 2 - 0.4), "label", "text2", limit=wide,
                       lines=2, px=round(theme.mm(3.6)))  # fmt: skip
        for i, ((x, y, wide, high), words) in enumerate(zip(boxes, view.words, strict=True)):
            self.box(x, y, wide, high, 2.0, look.raised2 if words else look.panel)
            if i == view.chosen:
                self.box(x, y, wide, high, 2.0, look.brass, outline=0.6)
            elif not words:
                self.box(x, y, wide, high, 2.0, look.line, outline=0.35)
            if view.numbered:
                size = round(theme.mm(3.4))
                at = x + wide - theme.mm(3) if view.rtl else x + theme.mm(3)
                self.write(view.numbered[i], at, y + high - theme.mm(3), "label", "text2", px=size)
            self.write(words, x + wide / 2, y + high / 2, "name", "warn" if view.doubtful else "text",
                       limit=wide - theme.mm(3))  # fmt: skip

    def picked(self, place: int) -> None:
        self.dispatch("on_pick", place)
