"""A pad of ten digits that tells each key, for what is no plain number: a PIN, or the cells of a table."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty

from companion.screens.theme import theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.keypad import KEYS


class NumberPad(Drawn):
    """Event ``on_key(key)``: a digit, "erase" or "done". 1 2 3 stand at the top left in both languages.

    ``may_finish``: whether "done" is on.
    """

    __events__ = ("on_key",)

    write_number = ObjectProperty(str)
    may_finish = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        self.keys: dict[str, ActButton] = {}
        for name in KEYS:
            icon = {"erase": "erase", "done": "done"}.get(name, "")
            self.keys[name] = ActButton(kind="primary" if name == "done" else "key", icon_name=icon, role="figure")
        super().__init__(**kwargs)
        for name, key in self.keys.items():
            self.add_widget(key)
            key.bind(on_act=lambda _, name=name: self.dispatch("on_key", name))
        for name in ("write_number", "may_finish"):
            self.fbind(name, self.repaint)
        self.fbind("size", self._put_away)
        self._put_away()

    def _put_away(self, *_: Any) -> None:
        """Without a size it has no keys either."""
        if self.width < 2 or self.height < 2:
            for key in self.keys.values():
                key.size = (0, 0)

    def on_key(self, key: str) -> None: ...

    def arrange(self) -> None:
        gap = theme.mm(3.0)
        wide, high = (self.width - 2 * gap) / 3, (self.height - 3 * gap) / 4
        for i, (name, key) in enumerate(self.keys.items()):
            row, column = divmod(i, 3)
            key.size = (round(wide), round(high))
            key.pos = (round(self.x + column * (wide + gap)), round(self.top - high - row * (high + gap)))
            if name.isdigit():
                key.text = self.write_number(int(name))
        self.keys["done"].enabled = self.may_finish
