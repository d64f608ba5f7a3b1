"""The first page: it asks to be touched, from both long sides, and offers the match that was left standing."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.screens import shapes
from companion.screens import text as script
from companion.screens.page import Page, load_layout
from companion.screens.theme import DARK_ICON_TERRAIN, ICON_DARK, ICON_LIGHT, SEATS, TERRAIN, fade, mix, theme
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.sentence import Sentence

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("attract")

RING = ("red", "blue", "white", "orange", "green", "purple")
FLOWER = ("desert", "factory", "doctor", "coin", "factory", "airplane", "hotel")
"""The tile in the middle, then clockwise from the upper right."""


class Emblem(Drawn):
    """Six seats in a ring around a small board: what the table is, without a word."""

    def paint(self) -> None:
        x, y = self.width / 2, self.height / 2
        radius = min(self.width, self.height) * 0.4
        look = theme.palette
        outer = round(radius * 2)
        self.stamp_at(shapes.ring(outer, max(2, theme.density * 0.4)), x, y, fade(look.brass, 0.75))
        self.stamp_at(shapes.ring(round(outer * 0.8), max(1, theme.density * 0.2)), x, y, fade(look.line, 0.8))
        symbols = ("circle", "triangle", "square", "diamond", "hexagon", "star")
        for i, (color, symbol) in enumerate(zip(RING, symbols, strict=True)):
            at_x, at_y = x + radius * sin(i * pi / 3), y + radius * cos(i * pi / 3)
            self.stamp_at(shapes.disc(round(radius * 0.31)), at_x, at_y, look.ground)
            size = round(radius * 0.19)
            if color in ("purple", "brown", "black"):
                self.stamp_at(shapes.symbol(symbol, size, max(1, round(theme.mm(0.35)))), at_x, at_y, look.cream)
            self.stamp_at(shapes.symbol(symbol, size), at_x, at_y, SEATS[color])
        side = radius * 0.195
        for i, terrain in enumerate(FLOWER):
            turn = pi / 6 + (i - 1) * pi / 3
            far = 0.0 if i == 0 else side * 1.78
            self._tile(terrain, x + far * sin(turn), y + far * cos(turn), side)

    def _tile(self, terrain: str, x: float, y: float, side: float) -> None:
        hexagon = shapes.polygon(6)
        self.stamp_at(shapes.figure(hexagon, round(side * 2)), x, y, mix(TERRAIN[terrain], theme.palette.ground, 0.2))
        self.stamp_at(shapes.figure(hexagon, round(side * 1.82)), x, y, TERRAIN[terrain])
        ink = ICON_DARK if terrain in DARK_ICON_TERRAIN else ICON_LIGHT
        self.icon("sun" if terrain == "desert" else terrain, x, y, side * 1.0, ink)


class TouchHere(Sentence):
    """What to do, with a pointing finger before it."""

    def paint(self) -> None:
        rtl = script.base_direction(self.text) == "rtl"
        size, gap = theme.mm(8.0), theme.mm(3.5)
        edge = self.width if rtl else 0.0
        self.icon("touch", edge - size / 2 if rtl else size / 2, self.height / 2, size, "brass")
        self.write(
            self.text, edge - size - gap if rtl else size + gap, self.height / 2, "prompt", "brass_hi",
            anchor="right" if rtl else "left", limit=self.width - size - gap, lines=int(self.lines), weight=600,
        )  # fmt: skip


class Call(Page):
    """The name of the table and what to do, facing one side."""


class AttractPage(ButtonBehavior, Page):
    """Touch anywhere to begin."""

    shell = ObjectProperty()
    to_mend = NumericProperty(0)
    ring = NumericProperty(90.0)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)

    def entered(self) -> None:
        """Offer the match that was left standing, if there is one."""
        if self.shell.waiting:
            from companion.screens.resume import ResumeSheet

            self.shell.sheet(ResumeSheet(self.shell, self.shell.waiting))

    def on_touch_down(self, touch: Any) -> bool:
        self.shell.touched_at(touch.y)
        return bool(super().on_touch_down(touch))

    def on_release(self) -> None:
        self.shell.begin()
