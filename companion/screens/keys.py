"""Sheets of keys for games' own views: rows of keys of which each takes one, or a table of which one tap takes one.

They ask for several blanks of a choice on one sheet, so that a turn needs few taps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from kivy.properties import ObjectProperty

from companion.screens.theme import PAD, Rgba, contrast, mix, rgb, theme
from companion.screens.views import SeatView
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.sheet import Sheet

HEAD = PAD + 11.5
"""Where the rows begin, in millimetres from the top."""
NEAR, LEAST = 2.0, 12.0
"""Between keys, and across the smallest of them, in millimetres."""
LIGHT, DARK = rgb("FBF3E2"), rgb("1A120A")
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
        """Words that are too long for a line take two, under a smaller icon."""
        limit = self.width - 2 * theme.mm(0.9)
        if self.measure(self.text, self.role) <= limit * 1.25:
            super()._paint_stack(ink, sign)
            return
        size = min(self.height * 0.36, theme.mm(7.0))
        self._sign(self.width / 2, self.height * 0.74, size, sign)
        px = round(theme.px(self.role) * 0.86)
        self.write(self.text, self.width / 2, self.height * 0.3, self.role, ink, limit=limit, lines=2, px=px)


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

    def _before(self) -> float:
        """Millimetres for the words before the rows."""
        if not any(row.words or row.icon for row in self.rows):
            return 0.0
        words = max(self.measure(row.words, "label") for row in self.rows) / theme.density
        icon = 8.0 if any(row.icon for row in self.rows) else 0.0
        return min(words + icon + 3.0, self.wide * 0.3)

    def _lines(self) -> tuple[float, int, float]:
        """Millimetres before the keys, the lines of all rows, and how high a key is."""
        before = self._before()
        lines = sum(self._fold(row, before)[1] for row in self.rows)
        room = self.tall - HEAD - PAD + 1.0 - NEAR * (lines - 1)
        return before, lines, min(max(room / lines, 6.0), 19.0)

    def _fold(self, row: Row, before: float) -> tuple[int, int]:
        """Keys in a line and lines of ``row``."""
        room = self.wide - 2 * PAD - before
        most = max(1, int((room + NEAR) // (LEAST + NEAR)))
        lines = ceil(len(row.keys) / most)
        return ceil(len(row.keys) / lines), lines

    def lay_out(self) -> None:
        before, lines, high = self._lines()
        room = self.wide - 2 * PAD - before
        spare = self.tall - HEAD - PAD + 1.0 - lines * high - NEAR * (lines - 1)
        top = HEAD + max(0.0, spare / 2)
        for row in self.rows:
            across, _ = self._fold(row, before)
            wide = min((room - NEAR * (across - 1)) / across, 34.0)
            for i, key in enumerate(row.keys):
                line, at = divmod(i, across)
                button = self.keys[row.name, key.value]
                button.form = "row" if wide > 1.5 * high or not key.text else "stack"
                self.put(
                    button, PAD + before + at * (wide + NEAR), top + line * (high + NEAR), wide, high,
                )  # fmt: skip
            top += ceil(len(row.keys) / across) * (high + NEAR)

    def paint(self) -> None:
        super().paint()
        before, lines, high = self._lines()
        if not before:
            return
        spare = self.tall - HEAD - PAD + 1.0 - lines * high - NEAR * (lines - 1)
        top = HEAD + max(0.0, spare / 2)
        for row in self.rows:
            deep = self._fold(row, before)[1] * (high + NEAR) - NEAR
            at = PAD
            y = self.height - theme.mm(top + deep / 2)
            if row.icon:
                self.icon(row.icon, self._flow(theme.mm(at + 3.0)), y, theme.mm(6.0), row.color or "brass")
                at += 8.0
            self.line(row.words, at, top + deep / 2, "label", "text2", limit=before - (at - PAD) - 1.5, lines=2)
            top += deep + NEAR


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
