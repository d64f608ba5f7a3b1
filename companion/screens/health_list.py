"""Health lines: each part with what is wrong and how to mend it, and the seats with their buttons and lights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.screens import shapes
from companion.screens import text as script
from companion.screens.theme import fade, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn

INK = {"well": "good", "mend": "warn", "unused": "text3"}
SMALL, STEP = 3.9, 5.2
"""The em of what is said of a part, and from line to line, in millimetres."""
SIGN = {"well": "check", "mend": "warning", "unused": ""}


@dataclass(frozen=True)
class HealthLine:
    """A part: ``state`` "well", "mend" or "unused"; ``remedy`` in words where there is something to mend."""

    part: str
    icon: str
    title: str
    what: str
    remedy: str
    state: str


@dataclass(frozen=True)
class ChairLine:
    """A seat's button and light."""

    symbol: str
    color: str
    letter: str
    state: str


@dataclass(frozen=True)
class HealthView:
    lines: tuple[HealthLine, ...] = ()
    chairs: tuple[ChairLine, ...] = ()
    chairs_title: str = ""
    chairs_note: str = ""
    columns: int = 1
    rtl: bool = False


class HealthList(Drawn):
    """Shows :class:`HealthView`; event ``on_chair(number)``: a seat's badge was tapped."""

    __events__ = ("on_chair",)
    gap = 2.5

    def __init__(self, **kwargs: Any) -> None:
        self._chairs: list[tuple[float, float, float, float]] = []
        super().__init__(**kwargs)

    def on_chair(self, number: int) -> None: ...

    def targets(self) -> list[tuple[float, float, float, float]]:
        """Where it takes taps: left, bottom, width, height from its own corner."""
        return self._chairs if self.width > 2 else []

    def _wide(self) -> float:
        """How wide a column is, in pixels."""
        return (self.width - theme.mm(self.gap) * (self.view.columns - 1)) / self.view.columns

    def _lines(self, words: str, limit: float) -> int:
        """Lines that ``words`` take within ``limit`` pixels, 4 at most."""
        if not words:
            return 0
        return min(4, len(script.wrap(words, round(theme.mm(SMALL)), theme.weight("label"), max(limit, theme.mm(20)))))

    def _tall(self, line: HealthLine) -> float:
        """How high the card of ``line`` is, in millimetres."""
        said = self._lines(line.what, self._wide() - theme.mm(28))
        remedy = self._lines(line.remedy, self._wide() - theme.mm(19))
        return 16.5 + STEP * (said - 1) + (STEP * remedy + 2.0 if remedy else 0.0)

    def _chairs_tall(self) -> float:
        """How high the card of the chairs is: a note that has no room beside its title stands under it."""
        return 28.0 + STEP * self._noted()

    def _noted(self) -> int:
        """Lines of the note under the title; 0: it stands beside it."""
        beside = self.width - self.measure(self.view.chairs_title, "label") - theme.mm(26)
        if self.measure(self.view.chairs_note, "label", round(theme.mm(SMALL))) <= beside:
            return 0
        return self._lines(self.view.chairs_note, self.width - theme.mm(19))

    def _placed(self) -> tuple[list[tuple[HealthLine, int, float]], float]:
        """Each line with its column and its top in millimetres, and how high it all is."""
        view: HealthView = self.view
        start = self._chairs_tall() + self.gap if view.chairs else 0.0
        tops = [start] * view.columns
        placed = []
        for line in view.lines:
            column = tops.index(min(tops))
            placed.append((line, column, tops[column]))
            tops[column] += self._tall(line) + self.gap
        return placed, max(tops)

    def wanted(self) -> float:
        """The height that it needs, in millimetres."""
        return 0.0 if self.view is None else self._placed()[1]

    def paint(self) -> None:
        view: HealthView | None = self.view
        self._chairs = []
        if view is None:
            return
        if view.chairs:
            self._paint_chairs(view)
        gap, wide = theme.mm(self.gap), self._wide()
        for line, column, top in self._placed()[0]:
            x = column * (wide + gap)
            x = self.width - x - wide if view.rtl else x
            high = theme.mm(self._tall(line))
            self._paint_line(line, x, self.height - theme.mm(top) - high, wide, high)

    def _paint_line(self, line: HealthLine, x: float, y: float, wide: float, high: float) -> None:
        rtl = self.view.rtl
        self.box(x, y, wide, high, 3.4, "panel")

        def flow(at: float) -> float:
            return x + wide - at if rtl else x + at

        anchor = "right" if rtl else "left"
        ink = INK[line.state]
        middle = y + high - theme.mm(8.2)
        self.icon(line.icon, flow(theme.mm(8)), middle, theme.mm(7), ink)
        if SIGN[line.state]:
            self.icon(SIGN[line.state], flow(wide - theme.mm(7)), middle, theme.mm(5), ink)
        room = wide - theme.mm(28)
        start = flow(theme.mm(15))
        self.write(line.title, start, middle + theme.mm(2.9), "label", anchor=anchor, limit=room, weight=700)
        small = round(theme.mm(SMALL))
        said = self._lines(line.what, room)
        low = middle - theme.mm(3.0 + STEP * (said - 1) / 2)
        self.write(line.what, start, low, "label", ink if line.state == "mend" else "text2",
                   anchor=anchor, limit=room, px=small, lines=said)  # fmt: skip
        if line.remedy:
            remedy = self._lines(line.remedy, wide - theme.mm(19))
            self.write(line.remedy, start, y + theme.mm(3.0 + STEP * remedy / 2), "label", "text", anchor=anchor,
                       limit=wide - theme.mm(19), px=small, lines=remedy)  # fmt: skip

    def _paint_chairs(self, view: HealthView) -> None:
        high = theme.mm(self._chairs_tall())
        y = self.height - high
        self.box(0, y, self.width, high, 3.4, "panel")
        rtl = view.rtl

        def flow(at: float) -> float:
            return self.width - at if rtl else at

        anchor, end = ("right", "left") if rtl else ("left", "right")
        mend = any(chair.state == "mend" for chair in view.chairs)
        self.icon("press", flow(theme.mm(8)), y + high - theme.mm(6.5), theme.mm(7), "warn" if mend else "good")
        title = self.write(view.chairs_title, flow(theme.mm(15)), y + high - theme.mm(6.5), "label", anchor=anchor,
                           limit=self.width * 0.5, weight=700)  # fmt: skip
        small, noted = round(theme.mm(SMALL)), self._noted()
        if noted:
            self.write(view.chairs_note, flow(theme.mm(15)), y + high - theme.mm(9.5 + STEP * noted / 2), "label",
                       "text2", anchor=anchor, limit=self.width - theme.mm(19), px=small, lines=noted)  # fmt: skip
        else:
            self.write(view.chairs_note, flow(self.width - theme.mm(4)), y + high - theme.mm(6.5), "label", "text2",
                       anchor=end, limit=self.width - title - theme.mm(24), px=small)  # fmt: skip
        step = min(theme.mm(24), (self.width - theme.mm(6)) / len(view.chairs))
        badge = min(theme.mm(9.5), step * 0.5)
        for i, chair in enumerate(view.chairs):
            x = flow(theme.mm(3) + step * (i + 0.5))
            middle = y + theme.mm(8.5)
            paint_badge(self, x - theme.mm(2.4), middle, badge, chair.symbol, chair.color, chair.letter)
            sign = SIGN[chair.state] or "minus"
            self.icon(sign, x + badge * 0.5 + theme.mm(2.2), middle, theme.mm(4), INK[chair.state])
            self._chairs.append((x - step / 2, y, step, theme.mm(17)))

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or not self._chairs:
            return bool(super().on_touch_down(touch))
        for x, y, wide, high in self._chairs:
            if x <= touch.x - self.x < x + wide and y <= touch.y - self.y < y + high:
                touch.grab(self)
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        for i, (x, y, wide, high) in enumerate(self._chairs):
            if x <= touch.x - self.x < x + wide and y <= touch.y - self.y < y + high:
                self.dispatch("on_chair", i)
        return True


class Chip(Drawn):
    """How many things are to mend; ``view`` is (words, well, rtl)."""

    def paint(self) -> None:
        if self.view is None:
            return
        words, well, rtl = self.view
        ink = theme.palette.good if well else theme.palette.warn
        high = min(self.height, theme.mm(10))
        size = theme.mm(4.6)
        room = self.width - theme.mm(12)
        wide = min(self.measure(words, "label"), room) + theme.mm(13)
        x = self.width - wide if rtl else 0.0
        self.box(x, (self.height - high) / 2, wide, high, 5, fade(ink, 0.2))
        icon_x = x + wide - theme.mm(5) if rtl else x + theme.mm(5)
        words_x = x + wide - theme.mm(9) if rtl else x + theme.mm(9)
        self.icon("well" if well else "warning", icon_x, self.height / 2, size, ink)
        self.write(words, words_x, self.height / 2, "label", anchor="right" if rtl else "left", limit=room)


class Dots(Drawn):
    """How many digits of a PIN are typed; ``view`` is (typed, wanted at least, rtl)."""

    def paint(self) -> None:
        if self.view is None:
            return
        typed, least, rtl = self.view
        count = max(least, typed)
        size = round(min(theme.mm(6), self.width / (count * 1.5)))
        for i in range(count):
            at = size * (1.5 * i + 0.5)
            x = self.width - at if rtl else at
            if i < typed:
                self.stamp_at(shapes.disc(size), x, self.height / 2, "brass")
            else:
                self.stamp_at(shapes.ring(size, max(1.5, theme.mm(0.5))), x, self.height / 2, "line")


class Shield(Drawn):
    """The staff's sign."""

    def paint(self) -> None:
        self.icon("staff", self.width / 2, self.height / 2, min(self.width, self.height), "brass")
