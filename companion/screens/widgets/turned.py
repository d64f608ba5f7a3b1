"""A part of the screen that faces one side of the table: laid out once, bottom at its own edge, then turned."""

from __future__ import annotations

from typing import Any

from kivy.graphics import MatrixInstruction, PopMatrix, PushMatrix
from kivy.graphics.transformation import Matrix
from kivy.properties import OptionProperty
from kivy.uix.widget import Widget

from companion.events import SIDES

TURNS = {"south": 0, "east": 1, "north": 2, "west": 3}
"""Quarter turns counter-clockwise that make a page face the side."""


class Turned(Widget):
    """Holds one child that fills it, turned to ``side``; touches are turned with it.

    ``pos`` and ``size`` are the outer box, on the screen; the child sees ``inner``, with width and height swapped
    where the side is a short one.
    """

    side = OptionProperty("south", options=SIDES)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self._matrix = MatrixInstruction()
        with self.canvas.after:
            PopMatrix()
        self._there, self._back = Matrix(), Matrix()
        for name in ("pos", "size", "side"):
            self.fbind(name, self._place)

    @property
    def inner(self) -> tuple[float, float]:
        """Width and height as the child sees them."""
        return (self.height, self.width) if self.side in ("east", "west") else (self.width, self.height)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        super().add_widget(widget, *args, **kwargs)
        self._place()

    def _place(self, *_: Any) -> None:
        wide, high = self.inner
        x, y = self.pos
        turns = TURNS[self.side]
        # exact quarter turns, so that pixels stay pixels
        a, b, c, d = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))[turns]
        dx, dy = ((0, 0), (high, 0), (wide, high), (0, wide))[turns]
        self._there = Matrix()
        self._there.set(array=[[a, c, 0, 0], [b, d, 0, 0], [0, 0, 1, 0], [x + dx, y + dy, 0, 1]])
        self._back = self._there.inverse()
        self._matrix.matrix = self._there
        for child in self.children:
            child.pos = (0, 0)
            child.size = (wide, high)

    def to_parent(self, x: float, y: float, **_: Any) -> tuple[float, float]:
        there = self._there.transform_point(x, y, 0)
        return there[0], there[1]

    def to_local(self, x: float, y: float, **_: Any) -> tuple[float, float]:
        here = self._back.transform_point(x, y, 0)
        return here[0], here[1]

    def _turned_touch(self, event: str, touch: Any) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        handled = any(child.dispatch(event, touch) for child in self.children[:])
        touch.pop()
        return handled

    def on_touch_down(self, touch: Any) -> bool:
        return self.collide_point(*touch.pos) and self._turned_touch("on_touch_down", touch)

    def on_touch_move(self, touch: Any) -> bool:
        return self._turned_touch("on_touch_move", touch)

    def on_touch_up(self, touch: Any) -> bool:
        return self._turned_touch("on_touch_up", touch)
