"""The on-screen keyboard: big keys in Persian and English, with the half-space; it faces the seat that opened it."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.locale import Catalogue
from companion.screens.keyboards import Row, rows_for
from companion.screens.theme import LEAST_TARGET, theme
from companion.screens.widgets.drawn import Drawn

ICONS = {"erase": "erase", "shift": "shift"}


class Keyboard(Drawn):
    """Event ``on_key(key)``: a letter, or one of the acts of the layout. ``layout`` "fa", "en", "digits-fa" ...

    Keys touch each other in what they take, so that no tap between two is lost; they are drawn apart.
    """

    __events__ = ("on_key",)

    layout = StringProperty("fa")
    words: Catalogue = ObjectProperty(None)
    shifted = ObjectProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._keys: list[tuple[float, float, float, float, str]] = []
        self._down: dict[Any, str] = {}
        super().__init__(**kwargs)
        for name in ("layout", "words", "shifted"):
            self.fbind(name, self.repaint)

    def on_key(self, key: str) -> None: ...

    def _place(self) -> None:
        columns = int(self.width / theme.density / LEAST_TARGET)
        rows: tuple[Row, ...] = rows_for(self.layout, columns)
        high = self.height / len(rows)
        self._keys = []
        for i, row in enumerate(rows):
            pitch = self.width / sum(width for _, width in row)
            left = 0.0
            for key, width in row:
                self._keys.append((left, self.height - (i + 1) * high, width * pitch, high, key))
                left += width * pitch

    def key_at(self, x: float, y: float) -> str:
        """The key that takes a touch there; "" where there is none."""
        for left, bottom, width, high, key in self._keys:
            if left <= x - self.x < left + width and bottom <= y - self.y < bottom + high:
                return key
        return ""

    def box_of(self, key: str) -> tuple[float, float, float, float]:
        """Where ``key`` lies: left, bottom, width, height from the keyboard's corner. :raises KeyError:"""
        for left, bottom, width, high, name in self._keys:
            if name == key:
                return left, bottom, width, high
        raise KeyError(key)

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        """Where each key takes a tap: left, bottom, width, height from the keyboard's corner."""
        return tuple((left, bottom, wide, high) for left, bottom, wide, high, key in self._keys if key)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        key = self.key_at(*touch.pos)
        if key:
            touch.grab(self)
            self._down[touch.uid] = key
            self.repaint()
            self.dispatch("on_key", key)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._down.pop(touch.uid, None)
        self.repaint()
        return True

    def paint(self) -> None:
        if self.width < theme.mm(LEAST_TARGET * 4):
            return
        self._place()
        look = theme.palette
        gap = theme.mm(1.3)
        pressed = set(self._down.values())
        px = round(min(theme.mm(6.4), self._keys[0][3] * 0.5))
        for left, bottom, width, high, key in self._keys:
            if not key:
                continue
            x, y, wide, tall = left + gap / 2, bottom + gap / 2, width - gap, high - gap
            letter = len(key) == 1
            down = key in pressed
            ground = look.brass if key == "done" else look.raised2 if letter or key == "space" else look.raised
            if down:
                ground = look.brass_lo
            self.box(x, y, wide, tall, 2.0, ground)
            ink = look.on_brass if key == "done" and not down else look.text if letter else look.text2
            if key in ICONS:
                on = key == "shift" and self.shifted
                self.icon(ICONS[key], x + wide / 2, y + tall / 2, tall * 0.52, look.brass_hi if on else ink)
            elif letter:
                shown = key.upper() if self.shifted and self.layout == "en" else key
                self.write(shown, x + wide / 2, y + tall / 2, "body", ink, px=px, weight=600)
            else:
                self.write(self._word(key), x + wide / 2, y + tall / 2, "label", ink, limit=wide - gap, lines=2)

    def _word(self, key: str) -> str:
        digits = self.layout.startswith("digits")
        name = "letters" if key == "digits" and digits else key
        return "" if self.words is None else self.words.text(f"flow.key.{name}")
