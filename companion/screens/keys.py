"""Sheets of keys for games' own views: rows of keys of which each takes one, or a table of which one tap takes one.

They ask for several blanks of a choice on one sheet, so that a turn needs few taps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from kivy.properties import ObjectProperty

from companion.screens import text as script
from companion.screens.theme import PAD, Rgba, contrast, mix, rgb, theme
from companion.screens.views import SeatView
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.sheet import Sheet

HEAD = PAD + 11.5
"""Where the rows begin, in millimetres from the top."""
NEAR, NEAREST, LEAST, WORDY, NAMED = 1.5, 0.6, 12.0, 14.0, 17.0
"""Between keys (and where there is no room to spare), across the smallest of them, of those with words, and with a
picture and words, in millimetres."""
WORDS_OVER = 5.3
"""How much room words over a row take."""
LIGHT, DARK = rgb("FBF3E2"), rgb("1A120A")
LEAST_WORDS = 3.2
"""The least em of words on a key, in millimetres."""
READABLE = 4.6
"""The least contrast of words on a key; a ground that gives less is made darker or lighter."""


@dataclass(frozen=True)
class Key:
    """A key: what it means, its words, its icon, its ground where that means something."""

    value: Any
    text: str = ""
    icon: str = ""
    color: Rgba | None = None
    enabled: bool = True
    why: str = ""


@dataclass(frozen=True)
class Row:
    """Keys of which one is taken, with the words and the icon before them; ``chosen``: what is taken unless another."""

    name: str
    keys: tuple[Key, ...]
    words: str = ""
    icon: str = ""
    color: Rgba | None = None
    chosen: Any = None


class ColorKey(ActButton):
    """A key on a ground of its own."""

    ground = ObjectProperty(None, allownone=True)

    def _colors(self) -> tuple[Rgba | None, Rgba, Rgba]:
        if self.ground is None or not self.enabled:
            return super()._colors()
        look = theme.palette
        ground = mix(self.ground, look.brass_hi, 0.35) if self.state == "down" else self.ground
        ink, away = max(((LIGHT, DARK), (DARK, LIGHT)), key=lambda pair: contrast(ground, pair[0]))
        while contrast(ground, ink) < READABLE:
            ground = mix(ground, away, 0.06)
        return ground, ink, ink

    def _paint_stack(self, ink: Rgba, sign: Rgba) -> None:
        """Words that are too long for a line take two, under a smaller icon; none gets smaller than can be read."""
        limit = self.width - 2 * theme.mm(0.8)
        weight = theme.weight(self.role)
        px, least = theme.px(self.role), ceil(LEAST_WORDS * theme.density)
        rows: tuple[str, ...] = (self.text,)
        size = script.fit(self.text, px, weight, limit, least)
        if script.width(self.text, size, weight) > limit and self.height >= theme.mm(14):
            size = least
            rows = script.wrap(self.text, size, weight, limit)
        many = len(rows) > 1
        icon = min(self.height * (0.36 if many else 0.42), theme.mm(7.0 if many else 9.5))
        self._sign(self.width / 2, self.height * (0.76 if many else 0.64), icon, sign)
        step = size * 1.3
        middle = self.height * (0.3 if many else 0.255) + step * (len(rows) - 1) / 2
        for i, row in enumerate(rows):
            self.write(row, self.width / 2, middle - i * step, self.role, ink, px=size, weight=weight)


class KeysSheet(Sheet):
    """Asks for one key of each row and calls ``done(values)`` with the values by row when the last one is taken.

    ``at_once``: any key of any row is the answer by itself; then ``done({row: value})`` has one row.
    """

    def __init__(
        self, owner: SeatView, title: str, rows: tuple[Row, ...], done: Callable[[Mapping[str, Any]], None],
        *, at_once: bool = False,
    ) -> None:  # fmt: skip
        self.rows, self.done, self.at_once = rows, done, at_once
        self.taken: dict[str, Any] = {row.name: row.chosen for row in rows if row.chosen is not None}
        self.keys: dict[tuple[str, Any], ColorKey] = {}
        for row in rows:
            for key in row.keys:
                button = ColorKey(
                    text=key.text, icon_name=key.icon, ground=key.color, enabled=key.enabled,
                    role="name" if len(key.text) < 4 else "act", kind="key",
                )  # fmt: skip
                button.bind(on_act=lambda _, row=row, key=key: self.take(row.name, key.value))
                self.keys[row.name, key.value] = button
        super().__init__(owner, title)
        self._mark()

    def take(self, row: str, value: Any) -> None:
        """The key ``value`` of ``row`` was tapped."""
        if self.at_once:
            self.done({row: value})
            return
        self.taken[row] = value
        self._mark()
        if len(self.taken) == len(self.rows):
            self.done(dict(self.taken))

    def _mark(self) -> None:
        for (row, value), button in self.keys.items():
            chosen = self.taken.get(row) == value and row in self.taken
            button.kind = "chosen" if chosen else "key"

    # ------------------------------------------------------------------------------------------ laying out

    @property
    def many(self) -> bool:
        """Whether it wants the room of a large sheet."""
        return len(self.rows) > 3 or (len(self.rows) > 2 and max(len(row.keys) for row in self.rows) > 5)

    def has_room(self, wide: float, tall: float) -> bool:
        self.size = wide, tall
        return self._places()[1] >= LEAST

    @property
    def narrow(self) -> bool:
        """Whether words stand over their rows, as on a portrait panel."""
        return self.wide < 122.0

    def _before(self) -> float:
        """Millimetres for the words before the rows."""
        if self.narrow or not any(row.words or row.icon for row in self.rows):
            return 0.0
        words = max(self.measure(row.words, "label") for row in self.rows) / theme.density
        icon = 8.0 if any(row.icon for row in self.rows) else 0.0
        return min(words + icon + 3.0, self.wide * 0.175)

    def _places(self) -> tuple[float, float, float, list[tuple[Row, int, float, float]]]:
        """Millimetres before the keys, how high a key is, between two lines, and of each row: keys in a line, its top,
        the middle of its words."""
        before = self._before()
        over = WORDS_OVER if self.narrow else 0.0
        folds = [self._fold(row, before) for row in self.rows]
        lines = sum(lines for _, lines in folds)
        heads = sum(over for row in self.rows if row.words or row.icon)
        start, near = HEAD, NEAR
        room = self.tall - start - PAD + 1.0 - heads
        if (room - near * (lines - 1)) / lines < LEAST:
            start, near = HEAD - 0.8, NEAREST
            room = self.tall - start - 2.0 - heads
        room -= near * (lines - 1)
        high = min(max(room / lines, 6.0), 19.0)
        top = start + max(0.0, (room - lines * high) / 2)
        places = []
        for row, (across, folded) in zip(self.rows, folds, strict=True):
            deep = folded * (high + near) - near
            named = over if row.words or row.icon else 0.0
            middle = top + (named / 2 if self.narrow else deep / 2)
            places.append((row, across, top + named, middle))
            top += named + deep + near
        return before, high, near, places

    def _fold(self, row: Row, before: float) -> tuple[int, int]:
        """Keys in a line and lines of ``row``."""
        room = self.wide - 2 * PAD - before
        least = LEAST
        if self.narrow and any(key.icon and key.text for key in row.keys):
            least = NAMED
        elif self.narrow and any(len(key.text) > 4 for key in row.keys):
            least = WORDY
        most = max(1, int((room + NEAR) // (least + NEAR)))
        lines = ceil(len(row.keys) / most)
        return ceil(len(row.keys) / lines), lines

    def lay_out(self) -> None:
        before, high, near, places = self._places()
        room = self.wide - 2 * PAD - before
        for row, across, top, _ in places:
            wide = min((room - NEAR * (across - 1)) / across, 34.0)
            for i, key in enumerate(row.keys):
                line, at = divmod(i, across)
                button = self.keys[row.name, key.value]
                beside = wide - 7.6 - min(high * 0.44, 8.0)  # what a picture leaves of the width
                fits = self.measure(key.text, "act") / theme.density * 0.8 <= beside
                button.form = "row" if not key.text or (wide > 1.5 * high and fits) else "stack"
                self.put(button, PAD + before + at * (wide + NEAR), top + line * (high + near), wide, high)

    def paint(self) -> None:
        super().paint()
        before, _, _, places = self._places()
        for row, _, _, middle in places:
            if not (row.words or row.icon):
                continue
            at = PAD
            if row.icon:
                y = self.height - theme.mm(middle)
                self.icon(row.icon, self._flow(theme.mm(at + 3.0)), y, theme.mm(4.6 if self.narrow else 6.0),
                          row.color or "brass")  # fmt: skip
                at += 8.0
            limit = self.wide - 2 * PAD - 8.0 if self.narrow else before - (at - PAD) - 1.5
            self.line(row.words, at, middle, "label", "text2", limit=limit, lines=1 if self.narrow else 2)


class MarksSheet(Sheet):
    """Keys that are marked and unmarked, ``low`` to ``high`` of them; ``done(marks)`` with 1 beside each marked key."""

    def __init__(
        self, owner: SeatView, title: str, keys: tuple[Key, ...], low: int, high: int,
        done: Callable[[tuple[int, ...]], None], record: Callable[[int], str],
    ) -> None:  # fmt: skip
        self.low, self.high, self.done, self.words = low, high, done, record
        self.marked: set[Any] = set()
        self.buttons: dict[Any, ColorKey] = {}
        for key in keys:
            button = ColorKey(
                text=key.text, icon_name=key.icon, ground=key.color, enabled=key.enabled, kind="key", form="row",
            )  # fmt: skip
            button.bind(on_act=lambda _, value=key.value: self.mark(value))
            self.buttons[key.value] = button
        self.record = ActButton(icon_name="done", kind="primary")
        self.record.bind(on_act=lambda _: self.finish())
        super().__init__(owner, title)
        self._show()

    def mark(self, value: Any) -> None:
        """Mark ``value``, or take its mark away."""
        if value in self.marked:
            self.marked.discard(value)
        elif len(self.marked) < self.high:
            self.marked.add(value)
        self._show()

    def _show(self) -> None:
        for value, button in self.buttons.items():
            button.kind = "chosen" if value in self.marked else "key"
            button.opacity = 1.0 if value in self.marked or len(self.marked) < self.high else 0.55
        self.record.text = self.words(len(self.marked))
        self.record.enabled = self.low <= len(self.marked) <= self.high

    def finish(self) -> None:
        """Record the marks."""
        if self.low <= len(self.marked) <= self.high:
            self.done(tuple(int(value in self.marked) for value in self.buttons))

    def lay_out(self) -> None:
        side = 22.0 if self.wide > 110 else 0.0
        wide = self.wide - 2 * PAD - (side + NEAR if side else 0.0)
        tall = self.tall - HEAD - PAD - (0.0 if side else 16.0)
        across = max(1, min(len(self.buttons), int((wide + NEAR) // (30.0 + NEAR))))
        lines = ceil(len(self.buttons) / across)
        across = ceil(len(self.buttons) / lines)
        each = (wide - NEAR * (across - 1)) / across
        high = min((tall - NEAR * (lines - 1)) / lines, 18.0)
        for i, button in enumerate(self.buttons.values()):
            line, at = divmod(i, across)
            self.put(button, PAD + at * (each + NEAR), HEAD + line * (high + NEAR), each, high)
        if side:
            self.put(self.record, self.wide - PAD - side, self.tall - PAD - 20, side, 20)
            self.record.form = "stack"
        else:
            self.put(self.record, PAD, self.tall - PAD - 14, self.wide - 2 * PAD, 14)
            self.record.form = "row"
