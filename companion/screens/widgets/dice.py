"""Dice as pips: they read the same from every side of the table, and settle for a moment when they change."""

from __future__ import annotations

from random import Random
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, OptionProperty, StringProperty

from companion.screens import shapes
from companion.screens.theme import fade, theme
from companion.screens.widgets.drawn import Drawn

PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.26, 0.26), (0.74, 0.74)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)),
    5: ((0.26, 0.26), (0.74, 0.26), (0.5, 0.5), (0.26, 0.74), (0.74, 0.74)),
    6: ((0.26, 0.22), (0.74, 0.22), (0.26, 0.5), (0.74, 0.5), (0.26, 0.78), (0.74, 0.78)),
}


def paint_die(on: Drawn, x: float, y: float, side: float, face: int | None) -> None:
    """One die with its lower left corner at ``x, y``; a face that is not known is blank."""
    on.shade(x, y, side, side, 2.4, 0.5, 1.2)
    on.box(x, y, side, side, 2.4 * side / theme.mm(13), "cream")
    pip = shapes.disc(max(3, round(side * 0.19)))
    for px, py in PIPS.get(face or 0, ()):
        on.stamp_at(pip, x + px * side, y + py * side, "ink")


class Dice(Drawn):
    """The dice of the last throw, along the longer way of the widget; ``view`` is a tuple of faces."""

    flow = OptionProperty("auto", options=("auto", "row", "column"))
    total = StringProperty("")
    """The sum as a numeral beside the dice, on a screen that is read from one side; alone where it was typed."""
    rtl = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._shown: tuple[int, ...] | None = None
        self._rattle: Any = None
        super().__init__(**kwargs)
        for name in ("total", "rtl"):
            self.fbind(name, self.repaint)

    def throw(self, faces: tuple[int, ...] | None) -> None:
        """Show ``faces`` after three quick turns; at once where less motion is wanted."""
        if faces == self.view:
            return
        if self._rattle is not None:
            self._rattle.cancel()
        if not faces or theme.less_motion or self.view is None:
            self.view = faces
            return
        rng, left = Random(sum(faces)), [4]
        target = faces

        def turn(_dt: float) -> bool:
            left[0] -= 1
            self.view = target if left[0] <= 0 else tuple(rng.randint(1, 6) for _ in target)
            return left[0] > 0

        self._rattle = Clock.schedule_interval(turn, 0.06)

    def paint(self) -> None:
        faces = self.view
        start = 0.0
        if self.total:
            wide = self.measure(self.total, "figure", round(theme.mm(13.0)))
            start = self.width - wide - theme.mm(3.0) if faces else 0.0
            x = start + theme.mm(3.0 if faces else 0.0)
            at, anchor = (self.width - x, "right") if self.rtl else (x, "left")
            self.write(self.total, at, self.height / 2, "figure", "brass", anchor=anchor, px=round(theme.mm(13.0)))
        if not faces:
            return
        row = self.width >= self.height if self.flow == "auto" else self.flow == "row"
        gap = 0.24
        n = len(faces)
        room = start or self.width
        left = self.width - room if self.rtl else 0.0
        side = min((room if row else self.height) / (n + gap * (n - 1)), self.height if row else room)
        step = side * (1 + gap)
        length = side + step * (n - 1)
        for i, face in enumerate(faces):
            if row:
                first = 0.0 if self.flow == "auto" else (room - length) / 2
                x, y = (self.width - first - length if self.rtl else first) + i * step, (self.height - side) / 2
            else:
                x, y = left + (room - side) / 2, (self.height + length) / 2 - side - i * step
            paint_die(self, x, y, side, face)


def paint_histogram(on: Drawn, x: float, y: float, width: float, height: float, counts: tuple[int, ...]) -> None:
    """How often each sum 2..12 fell, as bars from their expectation; for the log."""
    most = max((*counts, 1))
    step = width / len(counts)
    for i, count in enumerate(counts):
        on.fill(x + i * step + step * 0.15, y, step * 0.7, height * count / most, fade(theme.palette.brass, 0.9))
