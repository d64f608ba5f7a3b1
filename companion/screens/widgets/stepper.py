"""The stepper: minus, a number, plus; its ends are off, and what is not recorded yet shows its result."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty

from companion.screens.theme import theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.card import paint_card
from companion.screens.widgets.drawn import Drawn


class Stepper(Drawn):
    """``number`` from ``low`` to ``high`` in steps of ``step``; ``write_number`` turns it into the seat's digits.

    ``form`` "row" stands − n + side by side, "column" puts plus above and minus below. With a ``card`` (icon, colour,
    dark icon) the number stands on that card; in the form "card" a tap on it adds one, and only minus is a button;
    in the form "tap", for a low sheet, there is none.
    """

    number = NumericProperty(0)
    low = NumericProperty(0)
    high = NumericProperty(99)
    step = NumericProperty(1)
    write_number = ObjectProperty(str)
    card = ObjectProperty(None, allownone=True)
    form = OptionProperty("row", options=("row", "column", "card", "tap"))
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

    def targets(self) -> tuple[tuple[float, float, float, float], ...]:
        """Where a tap adds one, beside the buttons: left, bottom, width, height from the stepper's corner."""
        if self.form not in ("card", "tap"):
            return ()
        low = self.less.height if self.form == "card" else 0.0
        return ((0.0, low, self.width, self.height - low),)

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if self.form in ("card", "tap") and self.collide_point(*touch.pos):
            self._move(self.step)
            return True
        return False

    def arrange(self) -> None:
        self.less.enabled, self.more.enabled = self.number > self.low, self.number < self.high
        for button, wanted in ((self.more, self.form not in ("card", "tap")), (self.less, self.form != "tap")):
            if wanted is not (button.parent is self):
                (self.add_widget if wanted else self.remove_widget)(button)
        key = min(theme.mm(14.0), self.height if self.form == "row" else self.width)
        wide = min(self.width, theme.mm(20.0))
        left = self.x + (self.width - wide) / 2
        match self.form:
            case "column":
                high = min(key, (self.height - theme.mm(13.0)) / 2 - theme.mm(1.5))
                self.more.size = self.less.size = (wide, high)
                self.less.pos, self.more.pos = (left, self.y), (left, self.top - high)
            case "card":
                self.less.size, self.less.pos = (wide, min(theme.mm(14.0), self.height * 0.38)), (left, self.y)
            case _:
                self.more.size = self.less.size = (key, min(key, self.height))
                y = self.y + (self.height - self.less.height) / 2
                self.less.pos, self.more.pos = (self.x, y), (self.right - key, y)

    def paint(self) -> None:
        words = self.write_number(int(self.number))
        if self.card is None:
            self.write(words, self.width / 2, self.height / 2, "figure", "text" if self.number else "text2")
            return
        icon, color, dark = self.card
        low = self.less.height + theme.mm(2.2) if self.form == "card" else 0.0
        room = self.height - low
        high = room - theme.mm(1.0) if self.form in ("card", "tap") else min(theme.mm(13.0), room - theme.mm(2))
        high = min(high, theme.mm(26.0), self.width / 0.74)
        wide = high * 0.74
        paint_card(
            self, self.width / 2 - wide / 2, low + room / 2 - high / 2, wide, high, icon, color, dark_icon=dark,
            faded=not self.number and self.high <= 0, count=words if self.number else "", rtl=self.rtl,
        )  # fmt: skip
