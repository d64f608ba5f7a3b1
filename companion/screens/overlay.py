"""What stands over the play screen: each seat's sheet at its own edge, a dimmed rest, toasts at their seats."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.game import Seat
from companion.screens.layout import Box
from companion.screens.theme import fade, theme
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.sheet import Sheet, rise
from companion.screens.widgets.steps import StepsLine, StepsView
from companion.screens.widgets.toast import Toast, ToastView
from companion.screens.widgets.turned import Turned


class Layer(Widget):
    """A plain layer: touches go to what stands on it and fall through where nothing does."""


@dataclass
class _Open:
    sheet: Sheet
    turned: Turned
    key: str


class Overlay(Drawn):
    """Sheets by seat and toasts. ``clear_boxes`` are left undimmed: the zones of seats that still may act.

    ``paused``: the box of the middle while the match stands still; it is dimmed and takes no taps. ``lit(x, y)``:
    whether a place below is lit there that a tap is meant for, even where a toast lies over it.
    """

    def __init__(self, **kwargs: Any) -> None:
        self.open: dict[Seat, _Open] = {}
        self.clear_boxes: tuple[Box, ...] = ()
        self.paused: Box | None = None
        self.lit: Callable[[float, float], bool] = lambda x, y: False
        self._toasts: dict[Seat | None, Turned] = {}
        super().__init__(**kwargs)
        self.steps = StepsLine()

    # ------------------------------------------------------------------------------------------ sheets

    def show(self, seat: Seat, key: str, sheet: Sheet, box: Box, side: str) -> None:
        """Stand ``sheet`` at the edge of ``seat``; another of the same ``key`` takes its place without moving."""
        before = self.open.pop(seat, None)
        if before is not None:
            self.remove_widget(before.turned)
        turned = Turned(side=side, pos=(box.x, box.y), size=(box.width, box.height))
        turned.add_widget(sheet)
        self.open[seat] = _Open(sheet, turned, key)
        self.add_widget(turned, index=len(self._toasts))
        if before is None or before.key != key:
            self._make_room(turned)
            rise(turned)
        self.repaint()

    def _make_room(self, sheet: Turned) -> None:
        """Take away what was said in passing where ``sheet`` rises: who opens it has read that, and taps the sheet."""
        for seat, toast in tuple(self._toasts.items()):
            view = self.toast_of(seat)
            if view is not None and not view.stays and not view.act and toast.collide_widget(sheet):
                self.hush(seat)

    def close(self, seat: Seat) -> None:
        """Take the sheet of ``seat`` away."""
        gone = self.open.pop(seat, None)
        if gone is not None:
            self.remove_widget(gone.turned)
            self.repaint()

    def close_all(self) -> None:
        for seat in tuple(self.open):
            self.close(seat)

    def show_steps(self, view: StepsView | None, left: float, right: float) -> None:
        """Over the sheets, where they stand and leave room from ``left`` to ``right``: how far the table has come."""
        top = max((entry.turned.top for entry in self.open.values()), default=self.height)
        high = min(self.height - top - theme.mm(1.5), theme.mm(17.0))
        if view is None or not self.open or high < theme.mm(14.0):
            if self.steps.parent is not None:
                self.remove_widget(self.steps)
            return
        self.steps.view = view
        self.steps.pos, self.steps.size = (left, top + theme.mm(0.8)), (right - left, high)
        if self.steps.parent is None:
            self.add_widget(self.steps, index=len(self.children))

    def key_of(self, seat: Seat) -> str:
        """Which sheet the seat has open; empty: none."""
        return self.open[seat].key if seat in self.open else ""

    def dims(self, x: float, y: float) -> bool:
        """Whether what lies below this layer at ``x, y`` is dimmed."""
        clear = any(b.x <= x <= b.right and b.y <= y <= b.top for b in self.clear_boxes)
        return self._still(x, y) or (bool(self.open) and not clear)

    def _still(self, x: float, y: float) -> bool:
        """Whether ``x, y`` is on the middle of a table that is paused."""
        box = self.paused
        return box is not None and box.x <= x <= box.right and box.y <= y <= box.top

    def paint(self) -> None:
        """Dim everything but the boxes that stay clear."""
        if self.paused is not None:
            box = self.paused
            self.fill(box.x, box.y, box.width, box.height, fade(theme.palette.scrim, 0.85))
            self.icon("pause", *box.center, min(theme.mm(32.0), box.height * 0.5), "brass")
        if not self.open:
            return
        color = fade(theme.palette.scrim, 1.0)
        rows = sorted({0.0, self.height, *(edge for b in self.clear_boxes for edge in (b.y, b.top))})
        for low, high in itertools.pairwise(rows):
            covered = sorted((b.x, b.right) for b in self.clear_boxes if b.y <= low and b.top >= high)
            at = 0.0
            for left, right in covered:
                if left > at:
                    self.fill(at, low, left - at, high - low, color)
                at = max(at, right)
            if at < self.width:
                self.fill(at, low, self.width - at, high - low, color)

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        # a tap beside the sheets on what is dimmed does nothing, but does not reach what lies under it either
        return self._still(*touch.pos) or any(entry.turned.collide_point(*touch.pos) for entry in self.open.values())

    # ------------------------------------------------------------------------------------------ toasts

    def toast(
        self, seat: Seat | None, view: ToastView, box: Box, side: str, on_act: Callable[[], None] | None = None
    ) -> None:
        """Say something at ``seat`` for four seconds, or until it is tapped where it stays."""
        self.hush(seat)
        toast = Toast(view=view, wanted=lambda x, y: not self.dims(x, y) and self.lit(x, y))
        turned = Turned(side=side, pos=(box.x, box.y), size=(box.width, box.height))
        turned.add_widget(toast)
        self._toasts[seat] = turned
        self.add_widget(turned)

        def away(*_: Any) -> None:
            if self._toasts.get(seat) is turned:
                self.hush(seat)

        def acted(*_: Any) -> None:
            away()
            if on_act is not None:
                on_act()

        toast.bind(on_act=acted, on_dismiss=away)
        if not view.stays:
            Clock.schedule_once(away, theme.seconds("toast") * (2 if view.act else 1))

    def hush(self, seat: Seat | None) -> None:
        """Take the toast of ``seat`` away."""
        gone = self._toasts.pop(seat, None)
        if gone is not None:
            self.remove_widget(gone)

    def toast_of(self, seat: Seat | None) -> ToastView | None:
        """What the toast at ``seat`` says, for tests and for the log."""
        turned = self._toasts.get(seat)
        return turned.children[0].view if turned else None
