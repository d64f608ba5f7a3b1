"""A sheet: what a seat opened or is asked. It grows from that seat's edge, faces it, and covers no other seat."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.screens.theme import PAD, RADIUS, SEATS, theme
from companion.screens.views import SeatView
from companion.screens.widgets.badge import paint_badge, rim
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn


class Sheet(Drawn):
    """The page of a sheet: a badge, a title, what :meth:`put` lays on it. Reading from the right in Persian.

    ``owner`` is the seat whose sheet it is. Positions are millimetres from the reading corner at the top. Event
    ``on_close``: the cross was tapped.
    """

    __events__ = ("on_close",)

    owner: SeatView = ObjectProperty(None)
    risen = NumericProperty(1.0)
    closable = True
    covers = True

    def __init__(self, owner: SeatView, title: str = "", **kwargs: Any) -> None:
        self.title = title
        self._put: list[tuple[Widget, float, float, float, float, bool]] = []
        self._cross: ActButton | None = None
        super().__init__(owner=owner, **kwargs)
        if self.closable:
            self._cross = ActButton(icon_name="close", kind="quiet")
            self._cross.bind(on_act=lambda _: self.dispatch("on_close"))
            self.add_widget(self._cross)
        self.fbind("owner", self.repaint)

    def on_close(self) -> None: ...

    @property
    def wide(self) -> float:
        """Millimetres across."""
        return self.width / theme.density

    @property
    def tall(self) -> float:
        return self.height / theme.density

    def fix(self) -> None:
        """It has no cross: it is to be answered."""
        self.closable = False
        if self._cross is not None:
            self.remove_widget(self._cross)
            self._cross = None

    def has_room(self, wide: float, tall: float) -> bool:
        """Whether a finger finds everything on a sheet of ``wide`` x ``tall`` pixels; else it is given a large one."""
        return True

    def put(self, widget: Widget, left: float, top: float, width: float, height: float, *, fixed: bool = False) -> None:
        """Lay ``widget`` there; ``fixed`` keeps its place in a Persian sheet too (keypads, dice)."""
        if widget.parent is not self:
            self.add_widget(widget)
        self._put = [entry for entry in self._put if entry[0] is not widget]
        self._put.append((widget, left, top, width, height, fixed))
        self._place(widget, left, top, width, height, fixed)

    def empty(self) -> None:
        """Take everything off but the cross."""
        for entry in self._put:
            self.remove_widget(entry[0])
        self._put.clear()

    def _place(self, widget: Widget, left: float, top: float, width: float, height: float, fixed: bool) -> None:
        if self.owner.rtl and not fixed:
            left = self.wide - left - width
        widget.size = (theme.mm(width), theme.mm(height))
        widget.pos = (round(self.x + theme.mm(left)), round(self.top - theme.mm(top + height)))

    def lay_out(self) -> None:
        """Put everything in its place; called before each painting."""

    def _flow(self, x: float) -> float:
        return self.width - x if self.owner.rtl else x

    def line(
        self,
        words: str,
        left: float,
        top: float,
        role: str = "body",
        color: Any = "text",
        *,
        limit: float,
        lines: int = 1,
        tall: float | None = None,
    ) -> float:
        """Text whose middle is ``top`` millimetres down, from ``left`` millimetres on in reading direction."""
        return self.write(
            words, self._flow(theme.mm(left)), self.height - theme.mm(top), role, color,
            anchor="right" if self.owner.rtl else "left", limit=theme.mm(limit), lines=lines,
            tall=None if tall is None else theme.mm(tall),
        )  # fmt: skip

    def arrange(self) -> None:
        self.lay_out()
        for entry in self._put:
            self._place(*entry)
        if self._cross is not None:
            self._place(self._cross, self.wide - PAD - 12.0 + 1.5, PAD - 1.5, 12.0, 12.0, False)

    def paint(self) -> None:
        radius = RADIUS["sheet"]
        self.shade(0, 0, self.width, self.height, radius, 2.0, 5.0)
        deep = theme.mm(radius)
        self.box(0, 0, self.width, self.height, radius, "panel")
        self.fill(0, 0, self.width, deep, "panel")  # it comes out of the edge: no corners there
        outline = rim(self.owner.color)
        if outline is not None:
            self.fill(0, 0, self.width, theme.mm(1.25), outline)
        self.fill(0, 0, self.width, theme.mm(1.0), SEATS[self.owner.color])
        self.paint_head()

    def paint_head(self) -> None:
        """The owner's badge and the title."""
        owner = self.owner
        paint_badge(
            self, self._flow(theme.mm(PAD + 4.6)), self.height - theme.mm(PAD + 4.6), theme.mm(8.4),
            owner.symbol, owner.color, owner.letter,
        )  # fmt: skip
        limit = self.wide - PAD * 2 - 13 - (14 if self.closable else 0)
        room = theme.mm(limit)
        role = next((role for role in ("title", "body") if self.measure(self.title, role) <= room), "")
        if not role and self.measure(self.title, "body") * 0.8 <= room:
            role = "body"
        self.line(self.title, PAD + 12.5, PAD + 4.6, role or "act", limit=limit, lines=1 if role else 2)


class Scrim(Widget):
    """Dims what a sheet does not concern; it takes no touches, so that the others go on."""


def rise(turned: Any) -> None:
    """Let the sheet in ``turned`` come out of its own edge."""
    seconds = theme.seconds("sheet_in")
    if not seconds:
        return
    away = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}[turned.side]
    depth = turned.inner[1]
    there = tuple(turned.pos)
    turned.pos = (there[0] + away[0] * depth, there[1] + away[1] * depth)
    Animation(pos=there, duration=seconds, t="out_cubic").start(turned)
