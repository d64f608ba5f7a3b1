"""The log as a list of lines: when, who, what; undone lines stay, greyed; dragged with a finger, a tap chooses one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion.screens.theme import RADIUS, fade, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn


@dataclass(frozen=True)
class LogLine:
    """One line: ``seq`` of its event, the time as written, the seat's badge, an icon, the sentence."""

    seq: int
    time: str
    symbol: str
    color: str
    letter: str
    icon: str
    words: str
    undone: bool = False
    forced: bool = False


class LogList(Drawn):
    """``view`` is a tuple of :class:`LogLine`, oldest first; ``chosen`` the seq of the line that was tapped."""

    chosen = NumericProperty(0)
    offset = NumericProperty(0.0)
    rtl = ObjectProperty(False)
    row_height = 12.0

    def __init__(self, **kwargs: Any) -> None:
        self._drag: tuple[float, float] | None = None
        super().__init__(**kwargs)
        for name in ("chosen", "offset", "rtl"):
            self.fbind(name, self.repaint)

    @property
    def _row(self) -> float:
        return theme.mm(self.row_height)

    def _most(self) -> float:
        return max(0.0, len(self.view or ()) * self._row - self.height)

    # ------------------------------------------------------------------------------------------ touching

    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """Lines that are seen whole, for a keyboard."""
        row, skip = self._row, self._from_top()
        bottoms = (self.height - (i + 1) * row + skip for i in range(len(self.view or ())))
        return tuple((0.0, y, self.width, row) for y in bottoms if -1 <= y <= self.height - row + 1)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._drag = (touch.y, self.offset)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._drag is None:
            return False
        self.offset = min(self._most(), max(0.0, self._drag[1] - (touch.y - self._drag[0])))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._drag is None:
            return False
        touch.ungrab(self)
        if abs(touch.y - self._drag[0]) < theme.mm(3.0):
            row = int((self.top - touch.y + self._from_top()) // self._row)
            lines = self.view or ()
            if 0 <= row < len(lines):
                self.chosen = 0 if self.chosen == lines[row].seq else lines[row].seq
        self._drag = None
        return True

    def _from_top(self) -> float:
        """How far the first visible pixel is from the list's beginning: the newest lines are shown first."""
        return self._most() - self.offset

    # ------------------------------------------------------------------------------------------ painting

    def paint(self) -> None:
        lines: tuple[LogLine, ...] = self.view or ()
        row, skip = self._row, self._from_top()
        first = int(skip // row)
        last = min(len(lines), int((skip + self.height) // row) + 1)
        for i in range(first, last):
            y = self.height - (i + 1) * row + skip
            if y + row <= self.height + 1 and y >= -1:
                self._paint_line(lines[i], y, row)
        if self._most():
            track = max(theme.mm(6.0), self.height * self.height / (len(lines) * row))
            at = (self.height - track) * (1 - skip / self._most())
            x = theme.mm(0.6) if self.rtl else self.width - theme.mm(1.2)
            self.box(x, at, theme.mm(0.6), track, 0.3, "line")

    def _paint_line(self, line: LogLine, y: float, row: float) -> None:
        chosen = line.seq == self.chosen
        inner = theme.mm(1.0)
        if chosen:
            self.box(0, y + inner / 2, self.width, row - inner, RADIUS["button"], "raised2")
            self.box(0, y + inner / 2, self.width, row - inner, RADIUS["button"], "brass", outline=0.45)
        elif not line.undone:
            self.box(0, y + inner / 2, self.width, row - inner, RADIUS["button"], fade(theme.palette.raised, 0.55))

        def flow(x: float) -> float:
            return self.width - x if self.rtl else x

        middle = y + row / 2
        anchor = "right" if self.rtl else "left"
        ink = "text3" if line.undone else "text"
        at = theme.mm(3.0)
        if self.width > theme.mm(95.0):  # a narrow list needs the room for its sentences
            self.write(line.time, flow(at), middle, "label", "text3", anchor=anchor)
            at += theme.mm(13.5)
        if line.symbol:
            paint_badge(
                self, flow(at + theme.mm(3.2)), middle, theme.mm(6.4), line.symbol, line.color, line.letter,
                faded=line.undone,
            )  # fmt: skip
        at += theme.mm(9.0)
        self.icon(line.icon, flow(at + theme.mm(2.4)), middle, theme.mm(4.8), "text3" if line.undone else "brass")
        at += theme.mm(7.2)
        end = theme.mm(9.0) if line.undone or line.forced else theme.mm(3.0)
        room = self.width - at - end
        one = self.measure(line.words, "act") <= room
        self.write(
            line.words, flow(at), middle, "act", ink, anchor=anchor, limit=room, lines=1 if one else 2, weight=500
        )
        if line.undone:
            self.icon("undo", flow(self.width - theme.mm(5.0)), middle, theme.mm(4.0), "text3")
        elif line.forced:
            self.icon("hand", flow(self.width - theme.mm(5.0)), middle, theme.mm(4.0), "warn")
