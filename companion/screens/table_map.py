"""A map of the table as it stands in the room: who sits at which side. A tap or a drag moves one's own seat.

It is never mirrored. On a sheet that faces a side it turns against the sheet, so that it keeps showing the room: the
side of whoever reads it is below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.events import SIDES
from companion.screens import shapes
from companion.screens.theme import theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.turned import TURNS


@dataclass(frozen=True)
class MapSeat:
    """Somebody on the map."""

    chair: int
    side: str
    symbol: str
    color: str
    letter: str


@dataclass(frozen=True)
class MapView:
    """Who sits where, clockwise; ``own``: the chair that may be moved; ``facing``: the side that reads the map."""

    seats: tuple[MapSeat, ...] = ()
    own: int = -1
    facing: str = "south"
    free: tuple[str, ...] = SIDES


class TableMap(Drawn):
    """Shows a :class:`MapView`; events ``on_side(side)`` (a free side was tapped) and ``on_seat(chair)``."""

    __events__ = ("on_side", "on_seat")

    def __init__(self, **kwargs: Any) -> None:
        self._places: list[tuple[float, float, str, int]] = []
        self._dragged: tuple[float, float] | None = None
        super().__init__(**kwargs)

    def on_side(self, side: str) -> None: ...

    def on_seat(self, chair: int) -> None: ...

    def _turn(self, side: str) -> str:
        """Where ``side`` of the room is on this map: "south" is below."""
        quarter = {"south": 0, "east": 1, "north": 2, "west": 3}
        names = {number: name for name, number in quarter.items()}
        return names[(quarter[side] - TURNS[self.view.facing]) % 4]

    def _spots(self) -> list[tuple[float, float, str, int]]:
        """Middle of each seat and of each free side: x, y, side, chair (-1: free)."""
        view: MapView = self.view
        step = theme.mm(13.0)
        reach_x, reach_y = self.width / 2 - step / 2, self.height / 2 - step / 2
        out = {"south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}
        # clockwise along a side, as seen from above: west at the south side, north at the west side ...
        along = {"south": (-1.0, 0.0), "west": (0.0, 1.0), "north": (1.0, 0.0), "east": (0.0, -1.0)}
        found = []
        for side in SIDES:
            chairs = [seat.chair for seat in view.seats if seat.side == side]
            if side in view.free and view.own not in chairs:
                chairs.append(-1)
            (x, y), (dx, dy) = out[self._turn(side)], along[self._turn(side)]
            for i, chair in enumerate(chairs):
                shift = (i - (len(chairs) - 1) / 2) * step
                found.append((self.width / 2 + x * reach_x + dx * shift, self.height / 2 + y * reach_y + dy * shift,
                              side, chair))  # fmt: skip
        return found

    def paint(self) -> None:
        view: MapView | None = self.view
        if view is None or min(self.size) < theme.mm(20):
            return
        look = theme.palette
        inset = theme.mm(8.0)
        self.box(inset, inset, self.width - 2 * inset, self.height - 2 * inset, 3.4, look.raised2)
        across = self._turn("south") in ("south", "north")
        wide, high = (theme.mm(9), theme.mm(5.6)) if across else (theme.mm(5.6), theme.mm(9))
        self.box((self.width - wide) / 2, (self.height - high) / 2, wide, high, 0.8, look.line, outline=0.6)
        self._places = self._spots()
        for x, y, _, chair in self._places:
            own = chair == view.own and chair >= 0
            if own and self._dragged:
                x, y = self._dragged
            if chair < 0:
                self.stamp_at(shapes.disc(round(theme.mm(9.0))), x, y, look.panel)
                self.stamp_at(shapes.ring(round(theme.mm(9.0)), max(2.0, theme.mm(0.4))), x, y, look.line)
                continue
            seat = next(seat for seat in view.seats if seat.chair == chair)
            paint_badge(
                self, x, y, theme.mm(9.0), seat.symbol, seat.color, seat.letter, state="asked" if own else "compact"
            )

    def spot_at(self, x: float, y: float) -> tuple[str, int] | None:
        """The side and chair of the spot nearest to the touch, within 9 mm."""
        near = min(self._places, key=lambda s: (s[0] - x) ** 2 + (s[1] - y) ** 2, default=None)
        if near is None or (near[0] - x) ** 2 + (near[1] - y) ** 2 > theme.mm(9.0) ** 2:
            return None
        return near[2], near[3]

    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """Seats to change places with and free sides, for a keyboard."""
        side = theme.mm(10.0)
        own = self.view.own if self.view is not None else -1
        return tuple((x - side / 2, y - side / 2, side, side) for x, y, _, chair in self._places if chair != own)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or self.view is None:
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._dragged = touch.x - self.x, touch.y - self.y
        self.repaint()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._dragged = None
        self.repaint()
        spot = self.spot_at(touch.x - self.x, touch.y - self.y)
        if spot is not None and spot[1] < 0:
            self.dispatch("on_side", spot[0])
        elif spot is not None and spot[1] != self.view.own:
            self.dispatch("on_seat", spot[1])
        return True


class AskedMap(TableMap):
    """The table with a finger on each free place: whose button is to be pressed."""

    def paint(self) -> None:
        super().paint()
        for x, y, _, chair in self._spots() if self.view is not None else ():
            if chair < 0:
                self.icon("press", x, y, theme.mm(6), "brass")
