"""The screen with a keyboard alone: Tab goes from target to target in reading order, Enter does what a finger would.

A ring shows where one is, from the first Tab until a finger touches the screen. Enter is a finger held down as long as
the key is, so what must be held is held; Escape closes the sheet that stands. What lies under a sheet is not reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.screens.overlay import Layer
from companion.screens.pickers import NameField
from companion.screens.theme import theme
from companion.screens.widgets.acts import Acts
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.turned import Turned
from companion.screens.widgets.zone import SeatZone

if TYPE_CHECKING:
    from companion.screens.shell import Shell

TAB, ENTER, SPACE, ESCAPE = 9, (13, 271), 32, 27
"""Key codes of the window."""
BACK = ("close", "back", "forward")
"""Icons of buttons that Escape presses: a cross, or the arrow of the way back."""


@dataclass(frozen=True)
class Stop:
    """A target as it stands in the window: left, bottom, right, top in pixels; ``of`` is the widget that takes it."""

    left: float
    bottom: float
    right: float
    top: float
    of: Any

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


class Key(MotionEvent):
    """The finger of the Enter key, at a place of the window."""

    _count = 0

    def __init__(self, x: float, y: float) -> None:
        Key._count += 1
        wide, high = Window.system_size
        super().__init__("key", f"key{Key._count}", {"x": x / max(1, wide - 1), "y": y / max(1, high - 1)})
        self.scale_for_screen(wide, high)

    def depack(self, args: dict[str, float]) -> None:
        self.is_touch = True
        self.sx, self.sy = args["x"], args["y"]
        self.profile = ("pos",)
        super().depack(args)


class Focus(Drawn):
    """Lies over the pages and draws the ring; ``place`` is what has it."""

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self.shell = shell
        self.place: Stop | None = None
        self._finger: Key | None = None
        super().__init__(**kwargs)
        Window.bind(on_key_down=self.pressed, on_key_up=self.let_go, on_touch_down=self._touched)

    def paint(self) -> None:
        at = self.place
        if at is None:
            return
        reach, edge = theme.mm(1.0), theme.mm(0.3)
        left, bottom = max(at.left - reach, edge), max(at.bottom - reach, edge)
        right, top = min(at.right + reach, self.width - edge), min(at.top + reach, self.height - edge)
        self.box(left, bottom, right - left, top - bottom, 2.6, "text", outline=0.6)

    # ------------------------------------------------------------------------------------------ keys

    def pressed(self, _window: Any, key: int, _scan: Any, _text: Any, modifiers: list[str]) -> bool:
        """A key goes down; True: it was for the ring."""
        if self.shell.night.dark:
            self.shell.night.wake()
            return True
        if key == TAB:
            self.move(-1 if "shift" in modifiers else 1)
            return True
        if self._typing():
            return False  # the field that is open takes its keys itself
        if key == ESCAPE:
            return self._leave()
        if self.place is None or key not in (*ENTER, SPACE):
            return False
        if self._finger is None:
            self._finger = Key(*self.place.middle)
            EventLoop.post_dispatch_input("begin", self._finger)
        return True

    def let_go(self, _window: Any, key: int, *_: Any) -> bool:
        """A key comes up."""
        finger, self._finger = self._finger, None
        if finger is None or key not in (*ENTER, SPACE):
            self._finger = finger
            return False
        EventLoop.post_dispatch_input("end", finger)
        return True

    def move(self, by: int) -> None:
        """The ring goes to the next target, or to the one before."""
        stops = self.stops()
        if not stops:
            self.place = None
        else:
            now = self._now(stops)
            self.place = stops[(0 if by > 0 else -1) if now is None else (now + by) % len(stops)]
        self.repaint()

    def _now(self, stops: list[Stop]) -> int | None:
        """Which of ``stops`` has the ring; where that one is gone, the place before it in the order that there was."""
        if self.place is None:
            return None
        for i, stop in enumerate(stops):
            if stop.of is self.place.of and abs(stop.left - self.place.left) + abs(stop.top - self.place.top) < 2:
                return i
        x, y = self.place.middle
        near = [abs(stop.middle[0] - x) + abs(stop.middle[1] - y) for stop in stops]
        return near.index(min(near)) if min(near) < theme.mm(6) else None

    def _leave(self) -> bool:
        """Press what closes the uppermost sheet, or leads back."""
        found = [stop for stop in self.stops() if isinstance(stop.of, ActButton) and stop.of.icon_name in BACK]
        for icon in ("close", "forward" if self.shell.language == "fa" else "back"):
            for stop in found:
                if stop.of.icon_name == icon and stop.of.kind != "primary":
                    stop.of.dispatch("on_act")
                    return True
        return False

    def _typing(self) -> bool:
        return any(isinstance(widget, NameField) and widget.open for widget in self.shell.stage.walk())

    def _touched(self, _window: Any, touch: Any) -> None:
        if self.place is not None and not isinstance(touch, Key):
            self.place = None
            self.repaint()

    # ------------------------------------------------------------------------------------------ reading order

    def stops(self) -> list[Stop]:
        """What may be tapped now, in the order in which it is read: sheets, the seat of the turn, the rest."""
        found: list[tuple[int, Stop, list[Widget]]] = []
        covers: list[tuple[int, tuple[float, float, float, float]]] = []
        dims: list[tuple[int, Any]] = []
        for order, (widget, above) in enumerate(self._visible(self.shell.stage, [])):
            if getattr(widget, "covers", False):
                covers.append((order, _box(widget, 0, 0, widget.width, widget.height)))
            if hasattr(widget, "dims"):
                dims.append((order, widget))
            found += [(order, stop, [*above, widget]) for stop in _targets(widget)]
        kept = [
            (stop, above)
            for order, stop, above in found
            if not any(at > order and _inside(stop.middle, box) for at, box in covers)
            and not any(at > order and w not in above and w.dims(*stop.middle) for at, w in dims)
        ]
        if any(_in_sheet(above) for _, above in kept):  # a sheet that stands is read before all else
            kept.sort(key=lambda entry: not _in_sheet(entry[1]))
        groups: dict[int, list[tuple[Stop, list[Widget]]]] = {}
        for stop, above in kept:
            groups.setdefault(self._rank(above), []).append((stop, above))
        return [stop for rank in sorted(groups) for stop in self._read(groups[rank])]

    def _visible(self, widget: Widget, above: list[Widget]) -> Iterator[tuple[Widget, list[Widget]]]:
        if widget is self or widget.opacity < 0.05 or widget.disabled:
            return
        if widget.width > 2 and widget.height > 2:
            yield widget, above
        for child in reversed(widget.children):
            yield from self._visible(child, [*above, widget])

    def _rank(self, above: list[Widget]) -> int:
        """Sheets, then the zone of the turn or the acts of an upright panel, the middle, other zones; pages are one."""
        if _in_sheet(above):
            return 0
        zone = next((widget for widget in above if isinstance(widget, SeatZone)), None)
        if zone is not None:
            return 1 if zone.view is not None and zone.view.state == "turn" else 4
        if any(isinstance(widget, Acts) for widget in above):
            return 1
        return 2 if any(isinstance(widget, Layer) for widget in above) else 3

    def _read(self, entries: list[tuple[Stop, list[Widget]]]) -> list[Stop]:
        """Row by row from where the script begins; what faces a side of its own is read as that side sees it."""
        sides: dict[int, list[tuple[float, float, float, Stop]]] = {}
        for stop, above in entries:
            turned = next((widget for widget in reversed(above) if isinstance(widget, Turned)), None)
            rtl = next((bool(w.rtl) for w in reversed(above) if hasattr(w, "rtl")), self.shell.language == "fa")
            x, y = stop.middle if turned is None else turned.to_local(*stop.middle)
            high = min(stop.top - stop.bottom, stop.right - stop.left)
            sides.setdefault(id(turned), []).append((-y, -x if rtl else x, high, stop))
        ordered: list[Stop] = []
        for side in sides.values():
            rows: list[list[tuple[float, float, float, Stop]]] = []
            for entry in sorted(side, key=lambda entry: entry[0]):
                if rows and entry[0] - rows[-1][0][0] < min(entry[2], rows[-1][0][2]) * 0.5:
                    rows[-1].append(entry)
                else:
                    rows.append([entry])
            ordered += [entry[3] for row in rows for entry in sorted(row, key=lambda entry: entry[1])]
        return ordered


def _box(widget: Widget, x: float, y: float, wide: float, high: float) -> tuple[float, float, float, float]:
    """A box in pixels from the widget's corner as left, bottom, right, top in the window."""
    (ax, ay), (bx, by) = (
        widget.to_window(widget.x + x, widget.y + y),
        widget.to_window(widget.x + x + wide, widget.y + y + high),
    )
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _inside(at: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _in_sheet(above: list[Widget]) -> bool:
    return any(getattr(widget, "covers", False) for widget in above)


def _targets(widget: Any) -> Iterator[Stop]:
    """Where ``widget`` takes taps."""
    if isinstance(widget, ButtonBehavior | NameField):
        yield Stop(*_box(widget, 0, 0, widget.width, widget.height), widget)
    elif hasattr(widget, "spots"):
        for box in widget.spots():
            yield Stop(*_box(widget, *box), widget)
    elif hasattr(widget, "targets"):
        for box in widget.targets():
            yield Stop(*_box(widget, *box), widget)
