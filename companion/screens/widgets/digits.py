"""Typing numbers by hand: ten digits, a sign where there may be one, and a key to erase; 1 2 3 at the top left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty

from companion.game import Number
from companion.screens.theme import theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "sign", "0", "erase")


class Typed:
    """A number while it is typed: what stands there, and whether anybody has touched it yet."""

    def __init__(self, field: Number, start: int | None = None) -> None:
        self.field = field
        self.touched = False
        self.negative = field.high <= 0 and field.low < 0
        self.digits = 0 if start is None else abs(start)

    @property
    def number(self) -> int:
        return -self.digits if self.negative else self.digits

    @property
    def right(self) -> bool:
        """Whether the field takes it as it is."""
        return self.field.contains(self.number)

    @property
    def full(self) -> bool:
        """Whether no further digit fits: the next field may be asked."""
        more = self.digits * 10
        return self.touched and self.digits > 0 and more > max(abs(self.field.low), abs(self.field.high))

    def press(self, key: str) -> None:
        """One key; the first digit replaces what stood there, and a digit too many is not taken."""
        match key:
            case "erase":
                self.digits //= 10
            case "sign":
                self.negative = not self.negative if self.field.low < 0 < self.field.high else self.negative
                return
            case _:
                longer = (self.digits * 10 if self.touched else 0) + int(key)
                if longer <= max(abs(self.field.low), abs(self.field.high)):
                    self.digits = longer
        self.touched = True


class Digits(Drawn):
    """The keys; event ``on_key(name)``. ``signed``: a number may be less than nothing. Give each key 12 mm."""

    __events__ = ("on_key",)

    signed = BooleanProperty(False)

    def __init__(self, write_number: Callable[[int], str], **kwargs: Any) -> None:
        self.keys: dict[str, ActButton] = {}
        for name in KEYS:
            icon = {"erase": "erase", "sign": "plusminus"}.get(name, "")
            words = write_number(int(name)) if name.isdigit() else ""
            self.keys[name] = ActButton(kind="key", icon_name=icon, text=words, role="title")
            self.keys[name].bind(on_act=lambda _, name=name: self.dispatch("on_key", name))
        super().__init__(**kwargs)
        for key in self.keys.values():
            self.add_widget(key)
        self.fbind("signed", self.repaint)

    def on_key(self, name: str) -> None: ...

    def say(self, write_number: Callable[[int], str]) -> None:
        """Write the keys in other digits."""
        for name, key in self.keys.items():
            if name.isdigit():
                key.text = write_number(int(name))

    def arrange(self) -> None:
        self.keys["sign"].opacity = 1.0 if self.signed else 0.0
        self.keys["sign"].disabled = not self.signed
        gap = theme.mm(3.0) if self.height > theme.mm(56) else theme.mm(2.0)
        wide, high = (self.width - 2 * gap) / 3, (self.height - 3 * gap) / 4
        for i, key in enumerate(self.keys.values()):
            column, row = i % 3, i // 3
            key.size = (round(wide), round(high))
            key.pos = (round(self.x + column * (wide + gap)), round(self.top - high - row * (high + gap)))
