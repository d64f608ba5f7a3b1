"""The stepper: minus, a number, plus; its ends are off, and what is not recorded yet shows its result."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty

from companion.screens.theme import Rgba, theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.card import paint_card
from companion.screens.widgets.drawn import Drawn


class Stepper(Drawn):
    """``number`` from ``low`` to ``high`` in steps of ``step``; ``write_number`` turns it into the seat's digits.

    ``form`` "row" stands − n + side by side, "column" puts plus above and minus below. With a ``card`` (icon, colour,
    dark icon) the number stands on that card.
    """

    number = NumericProperty(0)
    low = NumericProperty(0)
    high = NumericProperty(99)
    step = NumericProperty(1)
    write_number = ObjectProperty(str)
    card = ObjectProperty(None, allownone=True)
    form = OptionProperty("row", options=("row", "column"))
    rtl = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.less = ActButton(icon_name="minus", kind="key")
        self.more = ActButton(icon_name="plus", kind="key")
        super().__init__(**kwargs)
        self.add_widget(self.less)
        self.add_widget(self.more)
        self.less.bind(on_act=lambda _: self._move(-self.step))
        self.more.bind(on_act=lambda _: self._move(self.step))
        for name in ("number", "low", "high", "card", "form"):
            self.fbind(name, self.repaint)

    def _move(self, by: float) -> None:
        self.number = min(self.high, max(self.low, self.number + by))

    def paint(self) -> None:
        key = min(theme.mm(14.0), self.height if self.form == "row" else self.width)
        self.less.enabled, self.more.enabled = self.number > self.low, self.number < self.high
        if self.form == "column":
            high = min(key, (self.height - theme.mm(13.0)) / 2 - theme.mm(1.5))
            wide = min(self.width, theme.mm(20.0))
            left = self.x + (self.width - wide) / 2
            self.more.size = self.less.size = (wide, high)
            self.less.pos, self.more.pos = (left, self.y), (left, self.top - high)
        else:
            self.more.size = self.less.size = (key, min(key, self.height))
            y = self.y + (self.height - self.less.height) / 2
            self.less.pos, self.more.pos = (self.x, y), (self.right - key, y)
        words = self.write_number(int(self.number))
        x, y = self.width / 2, self.height / 2
        if self.card is None:
            self.write(words, x, y, "figure", "text" if self.number else "text2")
            return
        icon, color, dark = self.card
        self._paint_card(icon, color, dark, words, x, y)

    def _paint_card(self, icon: str, color: Rgba, dark: bool, words: str, x: float, y: float) -> None:
        high = min(theme.mm(13.0), self.height - theme.mm(2))
        wide = high * 0.74
        paint_card(self, x - wide / 2, y - high / 2, wide, high, icon, color, dark_icon=dark, faded=not self.number,
                   count=words if self.number else "", rtl=self.rtl)  # fmt: skip
