"""The keypad: 1 2 3 at the top left in both languages, since hands know it."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.screens.theme import theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "erase", "0", "done")


class Keypad(Drawn):
    """Types a number of up to ``longest`` digits into ``number``; event ``on_done`` with the last key.

    Keys fill the widget, 3 mm apart: give it 12 mm a key or more.
    """

    __events__ = ("on_done",)

    number = NumericProperty(0)
    typed = BooleanProperty(False)
    longest = NumericProperty(3)
    write_number = ObjectProperty(str)

    def __init__(self, **kwargs: Any) -> None:
        self.keys: dict[str, ActButton] = {}
        for name in KEYS:
            kind = "primary" if name == "done" else "key"
            icon = {"erase": "erase", "done": "done"}.get(name, "")
            self.keys[name] = ActButton(kind=kind, icon_name=icon, role="name")
        super().__init__(**kwargs)
        for name, key in self.keys.items():
            self.add_widget(key)
            key.bind(on_act=lambda _, name=name: self.press(name))
        self.fbind("write_number", self.repaint)

    def on_done(self) -> None: ...

    def press(self, name: str) -> None:
        """One key; the first digit replaces what stood there."""
        if name == "done":
            self.dispatch("on_done")
        elif name == "erase":
            self.number, self.typed = int(self.number) // 10, True
        else:
            before = int(self.number) if self.typed else 0
            if len(str(before)) < self.longest or before == 0:
                self.number, self.typed = before * 10 + int(name), True

    def paint(self) -> None:
        gap = theme.mm(3.0) if self.height > theme.mm(57) else theme.mm(2.0)
        wide, high = (self.width - 2 * gap) / 3, (self.height - 3 * gap) / 4
        for i, (name, key) in enumerate(self.keys.items()):
            column, row = i % 3, i // 3
            key.size = (round(wide), round(high))
            key.pos = (round(self.x + column * (wide + gap)), round(self.top - high - row * (high + gap)))
            if name.isdigit():
                key.text = self.write_number(int(name))
