"""The middle of the table for a game without a view of its own: what happened last, whose it was."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.theme import fade, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn


@dataclass(frozen=True)
class Recent:
    """One thing that happened; ``words`` is empty on a flat table, where no sentence may lie in the middle."""

    symbol: str
    color: str
    letter: str
    icon: str
    words: str
    rtl: bool


class Middle(Drawn):
    """Shows a tuple of :class:`Recent`, the newest last and brightest."""

    def paint(self) -> None:
        rows: tuple[Recent, ...] = self.view or ()
        if not rows:
            return
        if rows[-1].words:
            self._paint_rows(rows)
        else:
            self._paint_ring(rows)

    def _paint_rows(self, rows: tuple[Recent, ...]) -> None:
        step = min(theme.mm(12.0), self.height / (len(rows) + 0.5))
        top = (self.height + step * len(rows)) / 2
        for i, row in enumerate(rows):
            y = top - step * (i + 0.5)
            strong = 0.45 + 0.55 * (i + 1) / len(rows)
            rtl = row.rtl
            x = self.width - theme.mm(6.0) if rtl else theme.mm(6.0)
            paint_badge(self, x, y, theme.mm(7.0), row.symbol, row.color, row.letter, faded=i < len(rows) - 1)
            words = x - theme.mm(7.0) if rtl else x + theme.mm(7.0)
            self.write(
                row.words, words, y, "name" if i == len(rows) - 1 else "label", fade(theme.palette.text, strong),
                anchor="right" if rtl else "left", limit=self.width - theme.mm(16.0), lines=2,
            )  # fmt: skip

    def _paint_ring(self, rows: tuple[Recent, ...]) -> None:
        step = min(theme.mm(22.0), self.width / (len(rows) + 0.5))
        left = (self.width - step * len(rows)) / 2
        for i, row in enumerate(rows):
            newest = i == len(rows) - 1
            x, size = left + step * (i + 0.5), theme.mm(12.0 if newest else 8.0)
            look = theme.palette
            self.icon(row.icon, x, self.height / 2 + size * 0.75, size, look.brass if newest else fade(look.text3, 0.8))
            paint_badge(
                self, x, self.height / 2 - size * 0.7, size * 0.8, row.symbol, row.color, row.letter, faded=not newest
            )  # fmt: skip
