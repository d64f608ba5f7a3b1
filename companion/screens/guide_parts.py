"""What the guide is drawn of: a large sign, and dots that say where in it one is."""

from __future__ import annotations

from companion.screens import shapes
from companion.screens.theme import fade, theme
from companion.screens.widgets.drawn import Drawn


class Sign(Drawn):
    """The icon of a step, large, in a ring of light. ``view`` is its name."""

    def paint(self) -> None:
        if not self.view:
            return
        size = round(min(self.width, self.height))
        x, y = self.width / 2, self.height / 2
        self.stamp_at(shapes.disc(size), x, y, fade(theme.palette.brass, 0.14))
        self.stamp_at(shapes.ring(size, max(2.0, theme.mm(0.5))), x, y, fade(theme.palette.brass, 0.7))
        self.icon(self.view, x, y, size * 0.5, "brass")


class Steps(Drawn):
    """Where in the guide one is; ``view`` is (step, of how many, rtl)."""

    def paint(self) -> None:
        if self.view is None:
            return
        step, count, rtl = self.view
        size, gap = theme.mm(2.6), theme.mm(3.4)
        for i in range(count):
            at = self.width / 2 + (i - (count - 1) / 2) * (size + gap) * (-1 if rtl else 1)
            self.stamp_at(shapes.disc(round(size)), at, self.height / 2, "brass" if i == step else "line")
