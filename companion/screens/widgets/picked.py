"""Something with places of which a tap takes one: a list, a row of segments, cells, provinces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.screens.widgets.drawn import Drawn

Target = tuple[float, float, float, float]
"""Left, bottom, width and height of a place in pixels, from the widget's own lower left corner."""


class Picked(Drawn):
    """A subclass says where its places are and what it means that one was tapped.

    A tap counts where the finger comes down and goes up on the same place; elsewhere the touch is somebody else's.
    """

    def targets(self) -> Sequence[Target]:
        """Where it takes taps."""
        return ()

    def picked(self, place: int) -> None:
        """The place of that number was tapped."""

    def place_at(self, x: float, y: float) -> int | None:
        """The number of the place at ``x``, ``y`` of the plane that the widget stands in."""
        for place, (left, bottom, wide, high) in enumerate(self.targets()):
            if left <= x - self.x < left + wide and bottom <= y - self.y < bottom + high:
                return place
        return None

    def on_touch_down(self, touch: Any) -> bool:
        place = self.place_at(*touch.pos)
        if place is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        touch.ud[self] = place
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        if self.place_at(*touch.pos) == touch.ud[self]:
            self.picked(touch.ud[self])
        return True
