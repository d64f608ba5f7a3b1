"""Parks on the screen: each seat's areas with attractions, upgrades and damage, and the round in the middle."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens import shapes
from companion.screens import text as script
from companion.screens.games.around import Strip
from companion.screens.layout import Box
from companion.screens.theme import fade, mix, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn

BADGE = 8.6
"""Millimetres that a badge takes at the start of a strip."""


@dataclass(frozen=True)
class Area:
    """One area as its seat reads it. ``points`` is empty where nothing is built; ``state``: "empty", "open",
    "damaged" or "ruin". ``upgrades`` are their points, ``sum`` those in one where there is no room for each; ``income``
    is what it earns a round, empty for nothing."""

    points: str = ""
    state: str = "empty"
    upgrades: tuple[str, ...] = ()
    income: str = ""
    lit: bool = False
    sum: str = ""


@dataclass(frozen=True)
class ParkView:
    """A seat's areas; ``badge`` (symbol, colour, letter) where the strip does not lie beside its zone; ``taps``: an
    area is large enough for a finger."""

    areas: tuple[Area, ...] = ()
    rtl: bool = False
    badge: tuple[str, str, str] | None = None
    taps: bool = True


@dataclass(frozen=True)
class StepView:
    icon: str
    words: str
    state: str


@dataclass(frozen=True)
class RoundView:
    """What the middle says: the round, the steps of the turn, what hands do now, the supply (cards, of how many)."""

    title: str = ""
    short: tuple[str, str] = ("", "")
    steps: tuple[StepView, ...] = ()
    prompt: str = ""
    guide: str = ""
    supply: tuple[int, int] = (0, 0)
    deck: str = ""
    last: str = ""
    rtl: bool = False


class Park(Strip):
    """Shows a :class:`ParkView` as a row of cells."""

    def cells(self) -> tuple[Box, ...]:
        view: ParkView | None = self.view
        n = len(view.areas) if view is not None else 0
        if not n:
            return ()
        assert view is not None
        return self.row(n, rtl=view.rtl, head=theme.mm(BADGE) if view.badge else 0.0)

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        view: ParkView | None = self.view
        return super().targets() if view is not None and view.taps else ()

    def paint(self) -> None:
        view: ParkView | None = self.view
        if view is None:
            return
        for area, box in zip(view.areas, self.cells(), strict=True):
            if min(box.width, box.height) < theme.mm(5.0):
                return  # not in its place yet
            self._paint_area(area, box, view.rtl)
        if view.badge is not None:
            x = theme.mm(BADGE / 2 - 1.0)
            paint_badge(self, self.width - x if view.rtl else x, self.height / 2, theme.mm(BADGE - 3.5), *view.badge)

    def _paint_area(self, area: Area, box: Box, rtl: bool) -> None:
        look = theme.palette
        if area.lit:
            self.box(box.x - theme.mm(0.8), box.y - theme.mm(0.8), box.width + theme.mm(1.6),
                     box.height + theme.mm(1.6), 2.6, fade(look.brass, 0.28))  # fmt: skip
        match area.state:
            case "empty" | "ruin":
                self.box(box.x, box.y, box.width, box.height, 2.0, look.brass if area.lit else look.line,
                         outline=0.6 if area.lit else 0.35)  # fmt: skip
                sign = "plus" if area.state == "empty" else "damage"
                ink = look.brass if area.lit else fade(look.text3, 0.5)
                self.icon(sign, *box.center, min(box.height * 0.4, theme.mm(5.0)), ink)
                return
            case "damaged":
                self.box(box.x, box.y, box.width, box.height, 2.0, mix(look.raised2, look.bad, 0.3))
            case _:
                self.shade(box.x, box.y, box.width, box.height, 2.0, 0.4, 1.2)
                self.box(box.x, box.y, box.width, box.height, 2.0, look.raised2)
        if area.lit:
            self.box(box.x, box.y, box.width, box.height, 2.0, look.brass, outline=0.6)
        self._paint_built(area, box, rtl)

    def _paint_built(self, area: Area, box: Box, rtl: bool) -> None:
        look = theme.palette
        hurt = area.state == "damaged"
        narrow, slim = box.width < theme.mm(20.0), box.width < theme.mm(8.0)
        size = min(box.height * 0.52, theme.mm(7.2), box.width * 0.36)
        end = 0.0 if slim else theme.mm(1.4) if narrow else theme.mm(3.0)

        def flow(x: float) -> float:
            return box.x + (box.width - x if rtl else x)

        y = box.y + box.height * (0.58 if box.height > theme.mm(12.0) else 0.5)
        px = round(max(theme.mm(3.4), min(theme.mm(8.4), box.height * 0.62, box.width * 0.42)))
        room = box.width - 2 * end - (0.0 if box.width < theme.mm(13.0) else size + theme.mm(0.6))
        px = script.fit(area.points, px, theme.weight("figure"), room, round(theme.mm(3.2 if slim else 3.4)))
        broad = self.measure(area.points, "figure", px)
        if not slim and broad + size + theme.mm(0.6) <= box.width - 2 * end:
            self.icon("park", flow(end + size / 2), y, size, look.text3 if hurt else look.brass)
        x, anchor = (box.center[0], "center") if slim else (flow(box.width - end), "left" if rtl else "right")
        self.write(area.points, x, y, "figure", look.text3 if hurt else look.text, anchor=anchor, px=px)
        chip, small = theme.mm(4.6), round(theme.mm(3.6))
        chips = area.upgrades
        if len(chips) > 1 and sum(self.measure(plus, "act", small) + theme.mm(2.8) for plus in chips) > box.width:
            chips = (area.sum,)
        at = 0.0 if slim else theme.mm(0.6)
        for plus in chips:
            wide = self.measure(plus, "act", small) + theme.mm(2.2)
            wide = min(wide, box.width) if slim else wide
            at, x = at + wide + theme.mm(0.6), flow(at + wide / 2)
            self.box(x - wide / 2, box.y - chip * 0.25, wide, chip, 2.3, look.brass)
            self.write(plus, x, box.y + chip * 0.25, "act", look.on_brass, px=small, weight=700)
        if hurt:
            round_ = theme.mm(5.6)
            x, low = flow(box.width * 0.5), box.y + round_ * 0.2
            self.stamp_at(shapes.disc(round(round_)), x, low, look.bad)
            self.icon("wrench", x, low, round_ * 0.62, look.text)
        elif area.income and at + theme.mm(9.0) < box.width:
            words = area.income
            x = flow(box.width - end)
            low = box.y + theme.mm(1.9)
            wide = self.write(words, x, low, "label", look.text2, anchor="left" if rtl else "right",
                              px=round(theme.mm(3.4)))  # fmt: skip
            reach = wide + theme.mm(2.4)
            self.icon("coin", x + (reach if rtl else -reach), low, theme.mm(3.0), look.text2)


class RoundPiece(Drawn):
    """Shows a :class:`RoundView`: in a tall narrow room only the round, in a wide one the steps and the sentence."""

    def paint(self) -> None:
        view: RoundView | None = self.view
        if view is None:
            return
        if min(self.width, self.height) < theme.mm(10.0):
            return
        if self.width < theme.mm(34.0):
            self._paint_narrow(view)
        elif self.height < theme.mm(30.0):
            self._paint_low(view)
        else:
            self._paint_whole(view)

    def _paint_narrow(self, view: RoundView) -> None:
        y = self.height / 2
        word, number = view.short
        ink = "brass" if view.last else "text2"
        self.write(word, self.width / 2, y + theme.mm(5.0), "label", ink, limit=self.width)
        self.write(number, self.width / 2, y - theme.mm(2.0), "title", "brass" if view.last else "text")
        if view.last and self.height > theme.mm(24):
            self.icon("finish", self.width / 2, y - theme.mm(9.0), theme.mm(5.0), "brass")

    def _paint_low(self, view: RoundView) -> None:
        """The steps, and below them what hands do now and, where there is room, what tables forget."""
        self._line_of_steps(view, self.height - theme.mm(5.6), theme.mm(8.6), False)
        row, top = theme.mm(5.8), self.height - theme.mm(10.6)
        for sentence, ink in ((view.prompt, "brass"), (view.guide, "text2")):
            lines = 1 if self.measure(sentence, "label") * 0.9 <= self.width else 2
            if not sentence or top < row:
                continue
            lines = min(lines, int(top / row))
            if ink == "text2" and self.measure(sentence, "label") * 0.78 > self.width * (lines - 0.2 * (lines > 1)):
                continue  # it is read among the reminders
            self.write(sentence, self.width / 2, top - lines * row / 2, "label", ink, limit=self.width, lines=lines,
                       weight=600 if ink == "brass" else None)  # fmt: skip
            top -= lines * row

    def _paint_whole(self, view: RoundView) -> None:
        """Title, steps, what hands do now and what tables forget, one under the other about the middle."""
        wide = self.width - theme.mm(4)
        words: list[tuple[str, str, str, int]] = []
        room = self.height - theme.mm(30.0) - (theme.mm(11.0) if self._supply_fits(view) else 0.0)
        for sentence, role, ink in ((view.prompt, "body", "brass"), (view.guide, "label", "text2")):
            lines = min(
                3, 1 + int(self.measure(sentence, role) > wide) + int(self.measure(sentence, role) > 1.8 * wide)
            )
            high = lines * theme.px(role) * 1.42 + theme.mm(2.0)
            if sentence and room >= high:
                words.append((sentence, role, ink, lines))
                room -= high
        total = theme.mm(30.0) + sum(n * theme.px(role) * 1.42 + theme.mm(2.0) for _, role, _, n in words)
        y = self.height / 2 + total / 2 + (theme.mm(5.0) if self._supply_fits(view) else 0.0)
        self.write(
            view.title, self.width / 2, y - theme.mm(4.5), "title", "brass" if view.last else "text", limit=self.width
        )
        self._line_of_steps(view, y - theme.mm(16.5), theme.mm(12.0), True)
        y -= theme.mm(30.0)
        for sentence, role, ink, lines in words:
            high = lines * theme.px(role) * 1.42 + theme.mm(2.0)
            self.write(sentence, self.width / 2, y - high / 2, role, ink, limit=wide, lines=lines,
                       weight=600 if ink == "brass" else None)  # fmt: skip
            y -= high
        self._paint_supply(view)

    def _supply_fits(self, view: RoundView) -> bool:
        return view.supply[1] > 0 and self.height >= theme.mm(52.0)

    def _line_of_steps(self, view: RoundView, y: float, size: float, named: bool) -> None:
        n = len(view.steps)
        if not n:
            return
        look = theme.palette
        step = min(theme.mm(27.0), self.width / n)
        size = min(size, step * 0.72)
        left = (self.width - step * n) / 2
        named = named and all(self.measure(one.words, "label") * 0.8 <= step - theme.mm(1) for one in view.steps)
        for i, one in enumerate(view.steps):
            place = n - 1 - i if view.rtl else i
            x = left + step * (place + 0.5)
            if i:
                before = x + (step if view.rtl else -step)
                start, end = sorted((x, before))
                ink = look.brass_lo if one.state in ("done", "now") else look.line
                room = size / 2 + theme.mm(1.6)
                self.box(start + room, y - theme.mm(0.35), max(4, end - start - 2 * room), theme.mm(0.7), 0.3, ink)
            ground = {"now": look.brass, "done": look.brass_lo}.get(one.state, look.raised)
            ink = {"now": look.on_brass, "done": look.brass_hi}.get(one.state, look.text3)
            self.stamp_at(shapes.disc(round(size)), x, y, ground)
            self.icon("done" if one.state == "done" else one.icon, x, y, size * 0.52, ink)
            if named:
                ink = look.text if one.state == "now" else look.text3
                self.write(one.words, x, y - size / 2 - theme.mm(3.4), "label", ink, limit=step - theme.mm(1))

    def _paint_supply(self, view: RoundView) -> None:
        """The face-up cards and the deck beside them, small, along the lower edge."""
        cards, of = view.supply
        if not self._supply_fits(view):
            return
        look = theme.palette
        wide, high, gap = theme.mm(5.0), theme.mm(7.0), theme.mm(1.4)
        total = (wide + gap) * of + theme.mm(12.0)
        x = (self.width - total) / 2
        for i in range(of):
            self.box(x + i * (wide + gap), theme.mm(2.0), wide, high, 1.0, look.raised2 if i < cards else look.line,
                     outline=0.0 if i < cards else 0.3)  # fmt: skip
            if i < cards:
                self.icon("park", x + i * (wide + gap) + wide / 2, theme.mm(2.0) + high / 2, wide * 0.6, look.text3)
        at = x + of * (wide + gap) + theme.mm(2.0)
        self.icon("deck", at + theme.mm(2.2), theme.mm(5.5), theme.mm(4.4), look.text3)
        self.write(view.deck, at + theme.mm(5.4), theme.mm(5.5), "label", "text3", anchor="left")
