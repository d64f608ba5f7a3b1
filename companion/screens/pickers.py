"""What a seat picks about itself: a symbol, the colour of its pieces, its name."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty

from companion.screens import shapes
from companion.screens import text as script
from companion.screens.theme import SEATS, mix, theme
from companion.screens.widgets.badge import paint_badge, rim
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.picked import Picked, Target


@dataclass(frozen=True)
class Holder:
    """The seat that has a symbol or colour already; a small badge stands on it."""

    symbol: str
    color: str
    letter: str


@dataclass(frozen=True)
class Look:
    """One thing to pick: a ``symbol`` in ``color``, or (``symbol`` "circle") a colour alone."""

    key: str
    symbol: str
    color: str | None
    holder: Holder | None = None


@dataclass(frozen=True)
class Looks:
    looks: tuple[Look, ...] = ()
    chosen: str = ""
    rtl: bool = False


class Picker(Picked):
    """Shows :class:`Looks` in as few rows as keep each 12 mm wide; event ``on_pick(key)``.

    One that somebody holds may be picked too: the two change theirs.
    """

    __events__ = ("on_pick",)

    plates = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        self._places: list[tuple[float, float, Look]] = []
        self._reach = (0.0, 0.0)
        super().__init__(**kwargs)

    def on_pick(self, key: str) -> None: ...

    def paint(self) -> None:
        view: Looks | None = self.view
        if view is None or min(self.size) < theme.mm(6):
            return
        n = len(view.looks)
        rows = max(1, ceil(n / max(1, int(self.width / theme.mm(12.0)))))
        columns = ceil(n / rows)
        wide, high = min(self.width / columns, theme.mm(17.0)), self.height / rows
        size = min(wide - theme.mm(2.6), high - theme.mm(2.6), theme.mm(11.5))
        self._reach = wide / 2, high / 2
        self._places = []
        if size < theme.mm(3):
            return
        for i, look in enumerate(view.looks):
            row, column = divmod(i, columns)
            x = (column + 0.5) * wide
            y = self.height - (row + 0.5) * high
            self._places.append((self.width - x if view.rtl else x, y, look))
        for x, y, look in self._places:
            self._paint_look(look, x, y, size, look.key == view.chosen)

    def _paint_look(self, look: Look, x: float, y: float, size: float, chosen: bool) -> None:
        colors = theme.palette
        side = round(size * (0.82 if self.plates else 1.0))
        if chosen and self.plates:
            half = size / 2 + theme.mm(1.0)
            self.box(x - half, y - half, 2 * half, 2 * half, 2.0, colors.raised2)
            self.box(x - half, y - half, 2 * half, 2 * half, 2.0, colors.brass, outline=0.6)
        elif chosen:
            self.stamp_at(shapes.ring(round(side + theme.mm(2.4)), max(2.0, theme.mm(0.6))), x, y, colors.brass)
        fill = SEATS[look.color] if look.color else colors.text2
        if look.holder is not None:
            fill = mix(fill, colors.panel, 0.72)
        outline = rim(look.color) if look.color else None
        if outline is not None and look.holder is None:
            self.stamp_at(shapes.symbol(look.symbol, side, max(1, round(theme.mm(0.35)))), x, y, outline)
        self.stamp_at(shapes.symbol(look.symbol, side), x, y, fill)
        if look.holder is not None:
            held, corner = look.holder, size * 0.36
            paint_badge(self, x - corner, y + corner, size * 0.46, held.symbol, held.color, held.letter)

    def targets(self) -> list[Target]:
        wide, high = self._reach
        return [(x - wide, y - high, 2 * wide, 2 * high) for x, y, _ in self._places]

    def picked(self, place: int) -> None:
        self.dispatch("on_pick", self._places[place][2].key)


@dataclass(frozen=True)
class Name:
    """A name while it is typed; ``hint`` stands there as long as it is empty."""

    text: str = ""
    hint: str = ""
    rtl: bool = False


class NameField(Drawn):
    """One line with its cursor at the end: what is typed on the screen, or on a keyboard while it is ``open``.

    Events ``on_tapped`` (tapped), ``on_key(key)`` as :class:`~companion.screens.keyboard.Keyboard` has it.
    """

    __events__ = ("on_tapped", "on_key")

    open = BooleanProperty(False)
    blink = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        self._keyboard: Any = None
        super().__init__(**kwargs)
        self.fbind("open", self._listen)

    def on_tapped(self) -> None: ...

    def on_key(self, key: str) -> None: ...

    def _listen(self, *_: Any) -> None:
        """Take what a real keyboard types while the field is open."""
        self.repaint()
        if self.open and self._keyboard is None:
            self._keyboard = Window.request_keyboard(self._lost, self, "text")
            self._keyboard.bind(on_key_down=self._typed_act, on_textinput=self._typed)
        elif not self.open and self._keyboard is not None:
            self._keyboard.release()

    def _lost(self) -> None:
        if self._keyboard is not None:
            self._keyboard.unbind(on_key_down=self._typed_act, on_textinput=self._typed)
        self._keyboard = None

    def _typed(self, _keyboard: Any, words: str) -> None:
        for letter in words:
            self.dispatch("on_key", "space" if letter == " " else "zwnj" if letter == "\u200c" else letter)

    def _typed_act(self, _keyboard: Any, code: tuple[int, str], _text: str, _modifiers: list[str]) -> bool:
        act = {"backspace": "erase", "enter": "done", "numpadenter": "done", "escape": "done"}.get(code[1])
        if act is not None:
            self.dispatch("on_key", act)
        return act is not None

    def paint(self) -> None:
        view: Name | None = self.view
        if view is None:
            return
        look = theme.palette
        self.box(0, 0, self.width, self.height, 2.6, look.raised)
        self.box(0, 0, self.width, self.height, 2.6, look.brass if self.open else look.line, outline=0.35)
        pad, sign = theme.mm(3.6), theme.mm(6.0)
        end = pad + sign / 2
        self.icon("keyboard", end if view.rtl else self.width - end, self.height / 2, sign, look.text3)
        start = self.width - pad if view.rtl else pad
        room = self.width - 2 * pad - sign - theme.mm(3)
        anchor = "right" if view.rtl else "left"
        shown = view.text or view.hint
        wide = self.write(shown, start, self.height / 2, "title", "text" if view.text else "text3",
                          anchor=anchor, limit=room, weight=600)  # fmt: skip
        if self.open:
            own_way = script.base_direction(view.text) == "rtl" if view.text else view.rtl
            gap = theme.mm(0.8)
            ends_left = own_way if view.rtl else own_way and bool(view.text)
            if not view.text:
                x = start
            elif view.rtl:
                x = start - wide - gap if ends_left else start + gap
            else:
                x = start + wide + gap if not ends_left else start - gap
            self.fill(x - theme.mm(0.25), self.height * 0.24, theme.mm(0.5), self.height * 0.52, look.brass)

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos):
            self.dispatch("on_tapped")
            return True
        return bool(super().on_touch_down(touch))
