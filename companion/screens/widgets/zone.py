"""A seat's zone: who sits there, the score, what it holds, and on its turn what it may do.

It is laid out reading "bottom = own edge" and set into a :class:`~companion.screens.widgets.turned.Turned`; in a
Persian zone everything runs from the right.
"""

from __future__ import annotations

from typing import Any

from kivy.properties import OptionProperty

from companion.screens import shapes
from companion.screens import text as script
from companion.screens.layout import LARGE_ROWS
from companion.screens.theme import GAP, LEAST_TARGET, SEATS, fade, theme
from companion.screens.views import Act, SeatView, Sign
from companion.screens.widgets.acts import Acts, ActsView
from companion.screens.widgets.badge import paint_badge, rim
from companion.screens.widgets.card import paint_card, paint_chip
from companion.screens.widgets.drawn import Drawn

ROW_GAP = 0.6
"""Millimetres between the rows of a host view; a finger may hit them."""
SHORT = 13.0
"""Millimetres that a compact zone needs for a name beside the score."""
NAME = 28
"""Millimetres that a name may take in a compact zone; a longer one is set smaller."""


SHRINK = 0.55
"""How small a long name may become, in parts of its size: the least that is read at the own edge."""


class SeatZone(Drawn):
    """Shows a :class:`SeatView`; events ``on_act(key)``, ``on_why(act)``, ``on_badge`` (the badge was tapped)."""

    __events__ = ("on_act", "on_why", "on_badge")

    form = OptionProperty("compact", options=("compact", "bar", "deck", "row", "column"))

    def __init__(self, **kwargs: Any) -> None:
        self.acts = Acts()
        self.acts.bind(on_act=lambda _, key: self.dispatch("on_act", key))
        self.acts.bind(on_why=lambda _, act: self.dispatch("on_why", act))
        self._badge_box = (0.0, 0.0, 0.0, 0.0)
        super().__init__(**kwargs)
        self.fbind("form", self.repaint)

    def on_act(self, key: str) -> None: ...

    def on_why(self, act: Act) -> None: ...

    def on_badge(self) -> None: ...

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        """What takes a tap beside the buttons: left, bottom, width, height from the zone's corner."""
        return (self._badge_box,) if self.view is not None else ()

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        x, y, wide, high = self._badge_box
        if x <= touch.x - self.x <= x + wide and y <= touch.y - self.y <= y + high:
            self.dispatch("on_badge")
            return True
        return False

    # ------------------------------------------------------------------------------------------ painting

    def _flow(self, x: float, width: float = 0.0) -> float:
        """A place ``x`` from the start, as pixels from the left, for something ``width`` wide."""
        return self.width - x - width if self.view.rtl else x

    def paint(self) -> None:
        view: SeatView | None = self.view
        if view is None:
            return
        match self.form:
            case "compact":
                self._paint_compact(view)
            case "bar":
                self._paint_ground(view)
                n = len(view.acts)
                room = n * theme.mm(LEAST_TARGET + 0.3) + (n - 1) * theme.mm(GAP if n < 9 else 2.0)
                until = self.width - theme.mm(3.0) - room if n else None
                cards = 0 if n and view.prompt and self.width < theme.mm(170) else 3  # the words want the room
                start = self._paint_person(
                    view, theme.mm(2.6), self.height / 2 - theme.mm(0.2), until=until, cards=cards
                )
                margin = theme.mm(3.0) if self.height < theme.mm(35) else theme.mm(6.0)
                self._place_acts(view, start, margin, min(self.height - 2 * margin, theme.mm(28.0)), "row")
            case "deck":
                self._paint_ground(view)
                words = (view.waiting or view.prompt) if len(view.acts) > 2 else ""
                self._paint_person(view, theme.mm(4.0), self.height - theme.mm(10.5), words=words)
                few = len(view.acts) < 3
                high = min(self.height - theme.mm(24.0), theme.mm(28.0))
                if high < theme.mm(26.0):
                    high = min(high, theme.mm(20.0))
                self._place_acts(view, theme.mm(4.0), theme.mm(3.4), high, "row" if few else "spread")
            case "row":
                self._paint_row(view)
            case "column":
                self._paint_column(view)
        if self.form not in ("bar", "deck") and self.acts.parent is not None:
            self.remove_widget(self.acts)

    def _paint_ground(self, view: SeatView) -> None:
        look = theme.palette
        self.stamp(shapes.ramp(), 0, 0, look.glow, self.size)
        self._paint_edge(view)

    def _paint_edge(self, view: SeatView) -> None:
        """The line of the seat's colour along its edge."""
        outline = rim(view.color)
        thick = theme.mm(1.0)
        if outline is not None:
            self.fill(0, 0, self.width, thick + max(1.0, theme.mm(0.25)), fade(outline, 0.8))
        color = SEATS[view.color]
        self.fill(0, 0, self.width, thick, fade(color, 0.45) if view.state == "away" else color)

    def _paint_compact(self, view: SeatView) -> None:
        self._paint_edge(view)
        spare = self.width - theme.mm(11.0) * 1.45 - theme.mm(9.2) - self.measure(view.score, "score")
        if spare < theme.mm(SHORT):
            self._paint_short(view)
            return
        name = self._name_size(view, theme.mm(NAME))
        cards = len(view.gains[:2])
        while cards and name + theme.mm(4.0) + cards * theme.mm(12.4) > spare:
            cards -= 1
        limit = min(theme.mm(NAME), spare)
        free = spare - min(name, spare) - (theme.mm(1.0) + cards * theme.mm(12.4) if cards else 0)
        y = (self.height + theme.mm(0.8)) / 2
        self._paint_person(view, max(theme.mm(1.0), free / 2), y, limit=limit, cards=cards)

    def _paint_short(self, view: SeatView) -> None:
        """A zone so short that the name stands over the score and not beside it."""
        y = (self.height + theme.mm(0.8)) / 2
        badge = theme.mm(9.0)
        box = badge * 1.45
        ink = "text3" if view.state == "away" else "text"
        paint_badge(
            self, self._flow(theme.mm(1.0) + box / 2), y, badge, view.symbol, view.color, view.letter,
            state=view.state, clock=view.clock, faded=view.state == "away",
        )  # fmt: skip
        self._badge_box = (self._flow(theme.mm(0.5), box + theme.mm(1.0)), y - box / 2, box + theme.mm(1.0), box)
        start = theme.mm(2.0) + box
        room = self.width - start - theme.mm(1.0)
        x = self._flow(start + room / 2)
        self.write(view.name, x, self.height - theme.mm(3.6), "label", ink, limit=room)
        px = script.fit(view.score, round(theme.px("score", view.rtl) * 0.76), theme.weight("score"), room, 12)
        self.write(view.score, x, (self.height - theme.mm(5.6)) / 2 + theme.mm(0.6), "score", ink, px=px)

    def _name_size(self, view: SeatView, limit: float) -> float:
        signs = sum(theme.mm(6.2) + self.measure(sign.text, "label") for sign in view.signs)
        return max(min(self.measure(view.name, "name"), limit), signs)

    def _paint_person(
        self,
        view: SeatView,
        start: float,
        y: float,
        *,
        limit: float = 0.0,
        cards: int = 3,
        words: str = "",
        until: float | None = None,
    ) -> float:
        """Badge, name over signs, score, roll and ``cards`` gains from ``start`` on; returns where they end.

        ``words`` stand in the room that is left, and gains only where there are none. What would reach beyond
        ``until`` is left out or set smaller: gains, then signs, then the name.
        """
        deep = self.form in ("bar", "deck")
        away = view.state == "away"
        ink = "text3" if away else "text"
        badge = theme.mm(12.2 if deep else 11.0)
        box = badge * 1.45
        paint_badge(
            self, self._flow(start + box / 2), y, badge, view.symbol, view.color, view.letter,
            state=view.state, clock=view.clock, faded=away,
        )  # fmt: skip
        self._badge_box = (self._flow(start, box), y - box / 2, box, box)
        at = start + box + theme.mm(1.6)
        anchor = "right" if view.rtl else "left"
        limit = limit or theme.mm(34)
        wide = self._name_size(view, limit)
        score = self.measure(view.score, "score")
        last: float | None = None
        if not deep:  # a short zone leaves out signs before its score would leave it
            wide = min(wide, max(theme.mm(12), self.width - at - theme.mm(5.6) - score))
            limit, last = min(limit, wide), at + wide + theme.mm(3.0)
        elif until is not None and at + wide + score + theme.mm(8.6) > until:
            wide = max(theme.mm(12), until - at - score - theme.mm(8.6))
            limit, last = min(limit, wide), at + wide + theme.mm(3.0)
        self.write(view.name, self._flow(at), y + theme.mm(3.0 if view.signs else 0.0), "name", ink, anchor=anchor,
                   limit=max(limit, wide), shrink=SHRINK)  # fmt: skip
        self._paint_signs(view, at, y - theme.mm(3.8), last)
        at += wide + theme.mm(4.6)
        self.write(view.score, self._flow(at), y, "score", ink, anchor=anchor)
        at += score + theme.mm(4.0)
        end = self.width - theme.mm(4.0)
        if view.roll and end - at > theme.mm(56.0 if words else 20.0):
            at += self._paint_roll(view, at, y) + theme.mm(3.0)
        if words:
            role = "body" if self.measure(words, "body") < 2 * (end - at) else "act"
            if self.measure(words, role) * 0.8 < 2.5 * (end - at):  # else it is read among the reminders
                self.write(words, self._flow(at), y, role, "brass", anchor=anchor, limit=end - at, lines=3, weight=600,
                           shrink=0.8)  # fmt: skip
            return end
        for gain in view.gains[:cards]:
            if until is not None and at + theme.mm(12.4) > until:
                break
            high, broad = theme.mm(12.6), theme.mm(9.0)
            paint_card(
                self, self._flow(at, broad), y - high / 2, broad, high, gain.icon, gain.color,
                dark_icon=gain.dark_icon, count=gain.text, rtl=view.rtl,
            )  # fmt: skip
            at += broad + theme.mm(3.4)
        return at

    def _paint_signs(self, view: SeatView, at: float, y: float, end: float | None = None, grow: float = 1.0) -> None:
        """The signs from ``at`` on; those that would not be over before ``end`` are left out."""
        anchor = "right" if view.rtl else "left"
        px = round(theme.px("label") * grow)
        natural = sum((theme.mm(6.9) if one.icon else theme.mm(2.0)) * grow + self.measure(one.text, "label", px)
                      for one in view.signs)  # fmt: skip
        gap = theme.mm(2.0 if end is None or at + natural <= end else 1.2) * grow
        for sign in view.signs:
            size = theme.mm(4.0) * grow if sign.icon else 0.0
            if end is not None and at + size + theme.mm(0.9) + self.measure(sign.text, "label", px) > end:
                return
            if sign.icon:
                self.icon(sign.icon, self._flow(at + size / 2), y, size, sign.ink)
                at += size + theme.mm(0.9) * grow
            if sign.text:
                at += self.write(sign.text, self._flow(at), y, "label", "text2", anchor=anchor, px=px)
            at += gap

    def _paint_roll(self, view: SeatView, at: float, y: float) -> float:
        """The throw as a number: it may stand here, where one seat reads it."""
        size = theme.mm(5.0)
        words = round(theme.mm(7.4))
        wide = theme.mm(7.2) + size + self.measure(view.roll, "figure", words)
        high = theme.mm(9.4)
        self.box(self._flow(at, wide), y - high / 2, wide, high, 4.7, fade(theme.palette.raised2, 0.9))
        self.icon("dice", self._flow(at + theme.mm(2.4) + size / 2), y, size, "brass")
        anchor = "right" if view.rtl else "left"
        self.write(view.roll, self._flow(at + theme.mm(4.4) + size), y, "figure", "brass", anchor=anchor, px=words)
        return wide

    # ------------------------------------------------------------------------------------------ upright forms

    def _paint_row(self, view: SeatView) -> None:
        if view.state == "turn":
            self.stamp(shapes.slope(mirrored=view.rtl), 0, 0, "glow", self.size)
        away = view.state == "away"
        grow = max(1.0, min(self.height / theme.mm(22.0), LARGE_ROWS))
        bar = theme.mm(1.1)
        color = SEATS[view.color]
        outline = rim(view.color)
        if outline is not None:
            self.fill(self._flow(0, bar + 2), 0, bar + 2, self.height, outline)
        self.fill(self._flow(0, bar), 0, bar, self.height, color)
        y = self.height / 2
        badge = min(theme.mm(9.2) * grow, self.height * 0.62)
        center = theme.mm(8.0) * grow
        paint_badge(
            self, self._flow(center), y, badge, view.symbol, view.color, view.letter,
            state=view.state, clock=view.clock, faded=away,
        )  # fmt: skip
        self._badge_box = (self._flow(0, center * 2), 0, center * 2, self.height + theme.mm(ROW_GAP) - 1)
        anchor = "right" if view.rtl else "left"
        at = center * 2 - theme.mm(0.6)
        score_at = theme.mm(41.5) * grow
        ink = "text3" if away else "text"
        self.write(
            view.name, self._flow(at), y + theme.mm(3.0 if view.signs else 0.0) * grow, "name", ink, anchor=anchor,
            limit=score_at - at - theme.mm(1), px=round(theme.px("name", view.rtl) * grow), shrink=SHRINK,
        )  # fmt: skip
        self._paint_signs(view, at, y - theme.mm(3.4) * grow, score_at - theme.mm(1.0), grow)
        room = self.width - score_at - theme.mm(1.0)
        px = script.fit(view.score, self._score_px(view, grow), theme.weight("score"), room, 12)
        self.write(view.score, self._flow(score_at), y, "score", ink, anchor=anchor, px=px)
        at = score_at + theme.mm(11.0 if len(view.score) < 2 else 16.5) * grow
        stack = view.gains[:2]
        for i, gain in enumerate(stack):
            row = y + (i - (len(stack) - 1) / 2) * -theme.mm(7.2)
            wide = self.measure(gain.text, "name", round(theme.mm(4.6))) + theme.mm(8.0)
            paint_chip(
                self, self._flow(at, wide), row, gain.icon, gain.color, gain.text, dark_icon=gain.dark_icon,
                rtl=view.rtl,
            )  # fmt: skip

    def _score_px(self, view: SeatView, grow: float) -> int:
        return min(round(theme.px("score", view.rtl) * grow), round(self.height * 1.04))

    def _paint_column(self, view: SeatView) -> None:
        margin = theme.mm(1.0)
        if view.state == "turn":
            self.stamp(shapes.ramp(upside=True), 0, 0, "edge" if theme.name == "dark" else "glow", self.size)
        color = SEATS[view.color]
        self.box(margin, self.height - theme.mm(1.0), self.width - 2 * margin, theme.mm(1.4), 0.5, color)
        middle = self.width / 2
        ink = "text3" if view.state == "away" else "text"
        self.write(
            view.name,
            middle,
            self.height - theme.mm(4.6),
            "name",
            ink,
            limit=self.width - 2 * margin,
            px=round(theme.mm(4.6)),
            shrink=0.68,
        )
        if self.width < theme.mm(18.0) and len(view.score) > 2:
            self._paint_slim(view, ink)
            return
        badge = theme.mm(7.8)
        y = self.height - theme.mm(14.0)
        center = theme.mm(5.8)
        paint_badge(
            self, self._flow(center), y, badge, view.symbol, view.color, view.letter, faded=view.state == "away"
        )
        self._badge_box = (0, 0, self.width, self.height)
        px = theme.px("score", view.rtl) if len(view.score) < 2 else round(theme.px("score", view.rtl) * 0.74)
        room = self.width - center - badge / 2 - theme.mm(1.6)
        px = script.fit(view.score, px, theme.weight("score"), room, 12)
        self.write(view.score, self._flow((self.width + center + badge / 2) / 2), y, "score", ink, px=px)
        row = theme.mm(3.4)
        at = theme.mm(1.2)
        first = view.signs[:1]
        if view.gains:
            gain = view.gains[0]
            wide = self.measure(gain.text, "name", round(theme.mm(4.6))) + theme.mm(8.0)
            at, margin = theme.mm(0.7), theme.mm(0.4)
            words = self.measure(first[0].text, "label") if first else 0.0
            if at + theme.mm(5.2) + words + wide + margin > self.width:
                first = (Sign("", first[0].text),) if first else ()
            paint_chip(
                self,
                self._flow(self.width - wide - margin, wide),
                row,
                gain.icon,
                gain.color,
                gain.text,
                dark_icon=gain.dark_icon,
                rtl=view.rtl,
            )
        else:
            natural = sum(theme.mm(6.9) + self.measure(sign.text, "label") for sign in view.signs) - theme.mm(2.0)
            at, first = max(margin, (self.width - natural) / 2), view.signs
        signs = SeatView(view.seat, "", "", "", "", view.language, "", signs=first)
        self._paint_signs(signs, at, row, self.width - margin)

    def _paint_slim(self, view: SeatView, ink: str) -> None:
        """A column so slim that a long score stands under the badge."""
        y = self.height - theme.mm(12.0)
        paint_badge(
            self, self.width / 2, y, theme.mm(6.6), view.symbol, view.color, view.letter, faded=view.state == "away"
        )
        self._badge_box = (0, 0, self.width, self.height)
        room = self.width - theme.mm(1.6)
        px = script.fit(view.score, round(theme.px("score", view.rtl) * 0.74), theme.weight("score"), room, 12)
        self.write(view.score, self.width / 2, (y - theme.mm(4.6)) / 2, "score", ink, px=px)

    # ------------------------------------------------------------------------------------------ acts

    def _place_acts(self, view: SeatView, start: float, bottom: float, high: float, form: str) -> None:
        """The acts from ``start`` to the end of the zone."""
        end = theme.mm(3.0)
        wide = self.width - start - end
        self.acts.form = form
        self.acts.size = (round(wide), round(high))
        self.acts.pos = (round(self.x + self._flow(start, wide)), round(self.y + bottom))
        words = "" if form == "spread" else view.waiting or view.prompt
        self.acts.view = ActsView(view.acts, words, bool(view.waiting), view.rtl, view.notes)
        if self.acts.parent is None:
            self.add_widget(self.acts)
