"""Motion without painting: what is held is painted once, and only its place, size and turn change from frame to
frame."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Scale, Translate
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.screens.theme import theme
from companion.screens.views import Gain
from companion.screens.widgets.card import paint_card
from companion.screens.widgets.drawn import Drawn


class Mover(Widget):
    """Holds one child whose middle it puts at ``place``, ``grown`` times as large, turned by ``angle`` degrees.

    It takes no touches: what flies is never in the way of a finger.
    """

    place = ListProperty([0.0, 0.0])
    grown = NumericProperty(1.0)
    angle = NumericProperty(0.0)

    def __init__(self, child: Widget, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.size = (0, 0)
        child.pos = (round(-child.width / 2), round(-child.height / 2))
        with self.canvas.before:
            PushMatrix()
            self._shift = Translate(*self.place)
            self._turn = Rotate(angle=self.angle)
            self._scale = Scale(self.grown)
        with self.canvas.after:
            PopMatrix()
        self.add_widget(child)
        for name in ("place", "grown", "angle"):
            self.fbind(name, self._follow)

    def _follow(self, *_: Any) -> None:
        self._shift.xy = tuple(self.place)
        self._turn.angle = self.angle
        self._scale.xyz = (self.grown, self.grown, 1.0)

    def on_touch_down(self, touch: Any) -> bool:
        return False

    def go(self, seconds: float, ease: str = "in_out_cubic", *, after: float = 0.0, **ends: Any) -> Animation:
        """Move to ``ends`` within ``seconds``, ``after`` a while; it leaves its layer when it has arrived."""
        way = Animation(duration=after) + Animation(duration=seconds, t=ease, **ends) if after else Animation(
            duration=seconds, t=ease, **ends)  # fmt: skip
        way.bind(on_complete=lambda *_: self.parent and self.parent.remove_widget(self))
        way.start(self)
        return way


class FlyingCard(Drawn):
    """A card on its way to a seat."""

    def paint(self) -> None:
        gain: Gain | None = self.view
        if gain is not None:
            paint_card(self, 0, 0, self.width, self.height, gain.icon, gain.color, dark_icon=gain.dark_icon)


def flying(gain: Gain) -> FlyingCard:
    """A card of the size that zones show."""
    return FlyingCard(view=gain, size=(theme.mm(9.0), theme.mm(12.6)))
