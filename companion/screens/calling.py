"""A frame round the whole screen while the staff are called: seen from afar and from every side, in nobody's way."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty

from companion.screens.theme import fade, theme
from companion.screens.widgets.drawn import Drawn

WIDTH = 2.4
"""Of the frame, in millimetres."""
BEAT = 0.9
"""Seconds from bright to dim."""


class CallFrame(Drawn):
    """Drawn while it is ``on``; it breathes, or stands still where less motion is wanted. It takes no touch."""

    on = BooleanProperty(False)
    glow = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("glow", self.repaint)
        self.fbind("on", self._switched)

    def _switched(self, *_: Any) -> None:
        Animation.cancel_all(self, "glow")
        self.glow = 1.0
        self.repaint()
        if self.on and not theme.less_motion:
            breath = Animation(glow=0.35, duration=BEAT, t="in_out_sine") + Animation(
                glow=1.0, duration=BEAT, t="in_out_sine"
            )
            breath.repeat = True
            breath.start(self)

    def paint(self) -> None:
        if not self.on:
            return
        ink, edge = fade(theme.palette.brass, self.glow), theme.mm(WIDTH)
        for x, y, wide, high in (
            (0, 0, self.width, edge),
            (0, self.height - edge, self.width, edge),
            (0, edge, edge, self.height - 2 * edge),
            (self.width - edge, edge, edge, self.height - 2 * edge),
        ):
            self.fill(x, y, wide, high, ink)

    def on_touch_down(self, touch: Any) -> bool:
        del touch
        return False
