"""The way through something that comes in steps: what happened, which step it is now, who still owes something."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens import shapes
from companion.screens.theme import theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn

ROW = 8.0
"""From the title's middle to the steps' middle, in millimetres."""


@dataclass(frozen=True)
class StepsView:
    """``steps`` in their order, with their numbers as they are written; ``now`` is the index of the one that waits.

    ``owes``: symbol, colour, letter and how much, of each seat that the step waits for. ``marks``: the same with an
    icon and its colour, of every seat, where all do one thing after the other; then there need be no steps.
    """

    title: str
    note: str
    steps: tuple[tuple[str, str], ...]
    now: int
    owes: tuple[tuple[str, str, str, str], ...] = ()
    rtl: bool = False
    marks: tuple[tuple[str, str, str, str, str], ...] = ()


class StepsLine(Drawn):
    """Shows a :class:`StepsView` over what it lies on."""

    covers = True

    def _flow(self, x: float) -> float:
        return self.width - x if self.view.rtl else x

    def paint(self) -> None:
        view: StepsView | None = self.view
        if view is None:
            return
        self.fill(0, 0, self.width, self.height, "ground")
        side, middle = "right" if view.rtl else "left", self.height / 2
        x, y = theme.mm(3), middle + (theme.mm(ROW / 2) if view.steps else 0)
        owes = self._paint_owes(view, y)
        if view.steps or x + self.measure(view.title, "title") + owes < self.width:  # else the sheet below says it
            x += self.write(view.title, self._flow(x), y, "title", "brass", anchor=side, weight=700) + theme.mm(3)
        room = self.width - x - owes - theme.mm(4)
        if self.measure(view.note, "label") * 0.8 <= room:  # where it has no room, the steps say enough
            self.write(view.note, self._flow(x), y, "label", "text2", anchor=side, limit=room)
        if view.steps:
            self._paint_steps(view, middle - theme.mm(ROW / 2))

    def _paint_owes(self, view: StepsView, y: float) -> float:
        """The badges at the end of the line; how much room they take."""
        at, other = theme.mm(3), "left" if view.rtl else "right"
        for symbol, color, letter, words in reversed(view.owes):
            at += self.write(words, self._flow(self.width - at), y, "name", "brass", anchor=other) + theme.mm(1.2)
            size = theme.mm(6)
            paint_badge(self, self._flow(self.width - at - size / 2), y, size, symbol, color, letter)
            at += size + theme.mm(3)
        size = theme.mm(7)
        for symbol, color, letter, icon, ink in reversed(view.marks):
            self.icon(icon, self._flow(self.width - at - theme.mm(2.2)), y, theme.mm(4.4), ink)
            at += theme.mm(5.6)
            paint_badge(self, self._flow(self.width - at - size / 2), y, size, symbol, color, letter)
            at += size + theme.mm(3.4)
        return at

    def _paint_steps(self, view: StepsView, y: float) -> None:
        side = "right" if view.rtl else "left"
        size, px = round(theme.mm(5.6)), theme.px("label", view.rtl)
        gap = theme.mm(2.0 if self.width > theme.mm(100) else 1.0)
        marks = len(view.steps) * (size + gap) + (len(view.steps) - 1) * (2 * gap + theme.mm(3))
        long = sum(self.measure(words, "label") for _, words in view.steps)
        px = round(px * min(1.0, (self.width - theme.mm(5) - marks) / long))
        x = theme.mm(2.5)
        for i, (number, words) in enumerate(view.steps):
            now = i == view.now
            self.stamp_at(shapes.disc(size), self._flow(x + size / 2), y, "brass" if now else "raised2")
            self.write(number, self._flow(x + size / 2), y, "label", "on_brass" if now else "text2", px=round(px * 0.9))
            x += size + gap
            x += self.write(words, self._flow(x), y, "label", "text" if now else "text2", anchor=side, px=px)
            if i + 1 < len(view.steps):
                sign = "previous" if view.rtl else "next"
                self.icon(sign, self._flow(x + gap + theme.mm(1.5)), y, theme.mm(4), "text3")
                x += 2 * gap + theme.mm(3)
