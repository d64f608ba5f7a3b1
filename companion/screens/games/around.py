"""What lies in front of each seat: a strip beside its zone that faces it, and what is left in the middle of the table.

Upright panels have no sides: the strips are rows beside the seats (or under each other), all reading the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from kivy.uix.widget import Widget

from companion.game import Seat
from companion.screens.layout import Box, Frame
from companion.screens.theme import theme
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.picked import Picked
from companion.screens.widgets.turned import Turned

APART = 2.4
"""Millimetres between the cells of a strip as they are drawn; what takes the finger reaches over half of it."""
ROW, LEAST_HEAD = 12.1, 16.0
"""How high a strip of a portrait panel is for a finger, and what the middle keeps for itself, in millimetres."""
CORNER = 16.5
"""Millimetres that the corner buttons of an upright panel take from the middle's far side."""


def strips(frame: Frame, density: float, deep: float, long: float, head: float) -> tuple[dict[Seat, Box], Box]:
    """The box of each seat's strip and the box of the middle, in pixels.

    ``deep`` and ``long`` are millimetres a strip would like to have; ``head`` is what the middle keeps for itself on
    a portrait panel. In the host view the strips stand beside the rows of their seats and the middle gets what is
    between the corner buttons.
    """
    k = density
    if frame.form == "flat":
        return _around(frame, deep * k, long * k, k)
    room = frame.middle
    far = CORNER * k
    left = room.x + (far if frame.menu.x < room.x + room.width / 2 else 2 * k)
    wide = room.width - far - 2 * k
    if frame.form == "host":
        boxes = {zone.seat: Box(left, zone.box.y + 0.6 * k, wide, zone.box.height - 1.2 * k) for zone in frame.zones}
        low, high = frame.undo.top + k, frame.menu.y - k
        return boxes, Box(frame.menu.x, low, frame.menu.width, high - low)
    spare = room.height / k - 1 - len(frame.zones) * 17
    head = max(spare, min(head, room.height / k - 1 - len(frame.zones) * ROW), LEAST_HEAD)
    top = room.top - head * k
    each = min((top - room.y - k) / max(1, len(frame.zones)), 17 * k)
    boxes = {
        zone.seat: Box(left, round(top - each * (i + 1)), wide, round(each - 1.2 * k))
        for i, zone in enumerate(frame.zones)
    }
    return boxes, Box(left, top, wide, head * k)


def _around(frame: Frame, deep: float, long: float, k: float) -> tuple[dict[Seat, Box], Box]:
    gap = 2.5 * k
    boxes: dict[Seat, Box] = {}
    taken = dict.fromkeys(("south", "west", "north", "east"), gap)
    short = [zone.box for zone in frame.zones if zone.side in ("west", "east")]  # they stand in the way of long ones
    for zone in sorted(frame.zones, key=lambda zone: zone.side in ("south", "north")):
        box, side = zone.box, zone.side
        taken[side] = deep + 2 * gap
        if side in ("west", "east"):
            low, high = max(box.y, frame.middle.y) + gap, min(box.top, frame.middle.top) - gap
            corner = frame.menu if side == "west" else frame.undo
            if corner.x < box.right + 2 * gap + deep and corner.right > box.x - 2 * gap - deep:
                high = min(high, corner.y - gap)
            length = min(long, high - low)
            y = min(max(box.center[1] - length / 2, low), high - length)
            boxes[zone.seat] = Box(box.right + gap if side == "west" else box.x - gap - deep, y, deep, length)
            continue
        y = box.top + gap if side == "south" else box.y - gap - deep
        low, high = box.x + gap, box.right - gap
        if y + deep + gap > frame.menu.y and y - gap < frame.menu.top:  # beside the corner buttons
            low, high = max(low, frame.menu.right + gap), min(high, frame.undo.x - gap)
        for other in (*short, *(boxes[z.seat] for z in frame.zones if z.box in short)):
            if other.y < y + deep + gap and other.top > y - gap:
                if other.x < frame.middle.center[0]:
                    low = max(low, other.right + gap)
                else:
                    high = min(high, other.x - gap)
        length = min(long, high - low)
        boxes[zone.seat] = Box(min(max(box.center[0] - length / 2, low), high - length), y, length, deep)
    room = frame.middle
    return boxes, Box(
        room.x + taken["west"],
        room.y + taken["south"],
        room.width - taken["west"] - taken["east"],
        room.height - taken["south"] - taken["north"],
    )


class Around(Widget):
    """The strips of the seats, each turned to its own, about one ``center``; event ``on_spot(seat, number)``."""

    __events__ = ("on_spot",)

    def __init__(self, center: Drawn, make: Callable[[], Any], **kwargs: Any) -> None:
        self.center_piece = center
        self.make = make
        self.strips: dict[Seat, tuple[Turned, Any]] = {}
        self._turned_center = Turned()
        super().__init__(**kwargs)
        self._turned_center.add_widget(center)
        self.add_widget(self._turned_center)

    def on_spot(self, seat: Seat, number: int) -> None: ...

    def arrange(self, frame: Frame, boxes: Mapping[Seat, Box], middle: Box, facing: str = "south") -> None:
        """Put a strip in each of ``boxes``, the piece of the middle in ``middle``, read from the side ``facing``."""
        for seat in set(self.strips) - set(boxes):
            self.remove_widget(self.strips.pop(seat)[0])
        for seat, box in boxes.items():
            if seat not in self.strips:
                turned, strip = Turned(), self.make()
                strip.bind(on_spot=lambda _, number, seat=seat: self.dispatch("on_spot", seat, number))
                turned.add_widget(strip)
                self.strips[seat] = turned, strip
                self.add_widget(turned)
            turned, _ = self.strips[seat]
            turned.side = frame.zone(seat).side if frame.form == "flat" else "south"
            turned.pos, turned.size = (round(box.x), round(box.y)), (round(box.width), round(box.height))
        self._turned_center.side = facing if frame.form == "flat" else "south"
        self._turned_center.pos = round(middle.x), round(middle.y)
        self._turned_center.size = round(max(2, middle.width)), round(max(2, middle.height))

    def where(self, spot: tuple[Any, int]) -> tuple[float, float]:
        """The middle of the place ``number`` of a seat's strip, in pixels from the lower left corner."""
        seat, number = spot
        turned, strip = self.strips[seat]
        x, y = turned.to_parent(*strip.place_of(number))
        return x - self.x, y - self.y


class Strip(Picked):
    """Cells side by side that can be tapped; event ``on_spot(number)``. Subclasses say where a cell is and paint."""

    __events__ = ("on_spot",)

    def on_spot(self, number: int) -> None: ...

    def cells(self) -> tuple[Box, ...]:
        """Where each cell is, from the strip's own lower left corner."""
        raise LookupError("a strip of its own says where its cells are")

    def place_of(self, number: int) -> tuple[float, float]:
        x, y = self.cells()[number].center
        return self.x + x, self.y + y

    def row(self, n: int, *, rtl: bool, head: float = 0.0, most: float = 34.0) -> tuple[Box, ...]:
        """``n`` cells side by side, at most ``most`` millimetres wide, beside ``head`` pixels for a badge."""
        gap = theme.mm(APART)
        wide = (self.width - head - gap * (n - 1)) / n
        if wide + gap < theme.mm(12.4):  # rather closer than too small for a finger
            gap = theme.mm(1.0)
            wide = (self.width - head - gap * (n - 1)) / n
        wide = min(theme.mm(most), wide)
        start = (self.width - head - wide * n - gap * (n - 1)) / 2 + (0.0 if rtl else head)
        boxes = [Box(start + i * (wide + gap), 0, wide, self.height) for i in range(n)]
        return tuple(reversed(boxes) if rtl else boxes)

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        """What takes a tap: left, bottom, width, height of each cell and half of the gaps about it."""
        boxes = self.cells()
        apart = min((abs(a.x - b.x) - a.width for a, b in pairwise(boxes)), default=theme.mm(APART))
        side, over = max(0.0, apart / 2 - 0.5), theme.mm(0.5)
        return tuple((box.x - side, box.y - over, box.width + 2 * side, box.height + 2 * over) for box in boxes)

    def picked(self, place: int) -> None:
        self.dispatch("on_spot", place)
