"""A row of segments: one of a few values, chosen by a tap. Its parts may touch, because they only select."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.screens.theme import theme
from companion.screens.widgets.picked import Picked


@dataclass(frozen=True)
class Segment:
    """One value of a row; ``why`` not empty: it can't be chosen, and a tap says so."""

    key: Any
    text: str
    icon: str = ""
    why: str = ""


@dataclass(frozen=True)
class Row:
    """The values of a row and the one that is chosen."""

    segments: tuple[Segment, ...] = ()
    chosen: Any = None


class Segments(Picked):
    """Shows a :class:`Row`; events ``on_choose(key)`` and ``on_why(segment)``. In a Persian row the first is right.

    Each segment takes the room that its words need; 12 mm high at least. Where they are too many for one line they
    stand in ``rows``.
    """

    __events__ = ("on_choose", "on_why")

    role = StringProperty("act")
    rtl = BooleanProperty(False)
    track = StringProperty("panel")
    rows = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("role", "rtl", "track", "rows"):
            self.fbind(name, self.repaint)

    def on_choose(self, key: Any) -> None: ...

    def on_why(self, segment: Segment) -> None: ...

    def needs(self) -> list[float]:
        """The width in pixels that each segment's words take."""
        least = theme.mm(12.0)
        return [max(least, self.measure(part.text, self.role) + theme.mm(6 if part.text else 4)
                    + (theme.mm(8) if part.icon and part.text else 0)) for part in self.view.segments]  # fmt: skip

    def targets(self) -> list[tuple[float, float, float, float]]:
        """Where it takes taps: left, bottom, width, height from its own corner."""
        return [] if self.view is None else [span[:4] for span in self.spans()]

    def spans(self) -> list[tuple[float, float, float, float, Segment]]:
        """Left edge, bottom, width and height of every segment, in pixels from the row's own corner."""
        parts, needs = self.view.segments, self.needs()
        rows = max(1, min(int(self.rows), len(parts)))
        per = -(-len(parts) // rows)
        high = self.height / rows
        spans = []
        for row in range(rows):
            mine = slice(row * per, (row + 1) * per)
            taken = needs[mine]
            spare = (self.width - sum(taken)) / max(1, len(taken))
            if spare < 0:
                taken = [need * self.width / sum(taken) for need in taken]
                spare = 0
            at = 0.0
            for part, need in zip(parts[mine], taken, strict=True):
                wide = need + spare
                left = self.width - at - wide if self.rtl else at
                spans.append((left, self.height - (row + 1) * high, wide, high, part))
                at += wide
        return spans

    def paint(self) -> None:
        if self.view is None:
            return
        look = theme.palette
        self.box(0, 0, self.width, self.height, 2.6, self.track)
        inset = theme.mm(0.8)
        for left, bottom, wide, high, part in self.spans():
            chosen = part.key == self.view.chosen
            ink = look.on_brass if chosen else look.text3 if part.why else look.text2
            if chosen:
                self.box(left + inset, bottom + inset, wide - 2 * inset, high - 2 * inset, 1.8, look.brass)
            x, y = left + wide / 2, bottom + high / 2
            if part.icon and part.text:
                size = theme.mm(5.6)
                room = min(self.measure(part.text, self.role), wide - size - theme.mm(4))
                start = x - (room + size + theme.mm(1.6)) / 2
                icon_x = start + room + theme.mm(1.6) + size / 2 if self.rtl else start + size / 2
                words_x = start + room / 2 if self.rtl else start + size + theme.mm(1.6) + room / 2
                self.icon(part.icon, icon_x, y, size, ink)
                self.write(part.text, words_x, y, self.role, ink, limit=room + 2)
            elif part.icon:
                self.icon(part.icon, x, y, min(high * 0.5, theme.mm(7)), ink)
            else:
                lines = 2 if high >= theme.mm(11.5) and self.role == "act" else 1
                room = high - theme.mm(0.8)
                self.write(part.text, x, y, self.role, ink, limit=wide - theme.mm(2.4), lines=lines, tall=room)

    def picked(self, place: int) -> None:
        part = self.spans()[place][4]
        if part.why:
            self.dispatch("on_why", part)
        elif part.key != self.view.chosen:
            self.dispatch("on_choose", part.key)
