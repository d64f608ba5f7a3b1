"""What is laid on a board by hand: tiles, number tokens, harbours, each with how many the box has left; and the cards
that ask about what a picture left doubtful."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from companion.screens import shapes
from companion.screens.theme import DARK_ICON_TERRAIN, ICON_DARK, ICON_LIGHT, TERRAIN, fade, theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.picked import Picked


@dataclass(frozen=True)
class Item:
    """One thing to lay: a terrain (``icon`` its name), a number (``words``, ``pips``), or a harbour."""

    key: Any
    words: str = ""
    icon: str = ""
    pips: int = 0
    left: str = ""
    out: bool = False


@dataclass(frozen=True)
class Items:
    items: tuple[Item, ...] = ()
    chosen: Any = None
    rtl: bool = False
    columns: int = 3


class Palette(Picked):
    """Shows :class:`Items`; event ``on_pick(key)``. What has run out may be picked: the box may be another one."""

    __events__ = ("on_pick",)

    def __init__(self, **kwargs: Any) -> None:
        self._places: list[tuple[float, float, float, float, Item]] = []
        super().__init__(**kwargs)

    def on_pick(self, key: Any) -> None: ...

    def targets(self) -> list[tuple[float, float, float, float]]:
        """Where it takes taps: left, bottom, width, height from its own corner."""
        return [place[:4] for place in self._places] if self.width > 2 else []

    def paint(self) -> None:
        view: Items | None = self.view
        self._places = []
        if view is None or not view.items or min(self.size) < theme.mm(12):
            return
        rows = ceil(len(view.items) / view.columns)
        gap = theme.mm(2.0)
        wide = (self.width - gap * (view.columns - 1)) / view.columns
        high = min((self.height - gap * (rows - 1)) / rows, theme.mm(24))
        for i, item in enumerate(view.items):
            row, column = divmod(i, view.columns)
            x = column * (wide + gap)
            x = self.width - x - wide if view.rtl else x
            y = self.height - (row + 1) * high - row * gap
            self._places.append((x, y, wide, high, item))
            self._paint_item(item, x, y, wide, high, item.key == view.chosen)

    def _paint_item(self, item: Item, x: float, y: float, wide: float, high: float, chosen: bool) -> None:
        look = theme.palette
        self.box(x, y, wide, high, 2.6, look.raised2)
        if chosen:
            self.box(x, y, wide, high, 2.6, look.brass, outline=0.6)
        size = min(high * 0.62, wide * 0.42, theme.mm(13))
        stacked = bool(item.icon and item.words) and high > theme.mm(15)
        cx, cy = x + wide / 2, y + high / 2 + (theme.mm(2.6) if stacked else 0)
        if item.icon:
            color = TERRAIN.get(item.icon)
            if color is not None:
                self.stamp_at(
                    shapes.figure(shapes.polygon(6), round(size)), cx, cy, fade(color, 0.45 if item.out else 1)
                )
            ink = ICON_DARK if item.icon in DARK_ICON_TERRAIN else ICON_LIGHT
            self.icon(item.icon, cx, cy, size * (0.5 if color else 0.8), ink if color else look.text2)
            if stacked:
                self.write(item.words, x + wide / 2, y + theme.mm(3.6), "label", "text2", limit=wide - theme.mm(2))
        elif item.pips or item.words.isdigit():
            self.stamp_at(shapes.disc(round(size)), cx, cy, fade(look.cream, 0.8 if item.out else 1))
            ink = look.hot if item.pips >= 5 else look.ink
            self.write(item.words, cx, cy + size * 0.06, "figure", ink, px=round(size * 0.52), weight=700)
            dot = max(2, round(size * 0.075))
            for pip in range(item.pips):
                self.stamp_at(shapes.disc(dot), cx + (pip - (item.pips - 1) / 2) * dot * 1.5, cy - size * 0.3, ink)
        else:
            self.write(item.words, cx, cy, "body", "text", limit=wide - theme.mm(3), weight=600)
        if item.left:
            self.write(item.left, x + wide - theme.mm(1.6), y + high - theme.mm(3.2), "label",
                       "text3" if item.out else "text2", anchor="right", px=round(theme.mm(4.2)),
                       weight=600)  # fmt: skip

    def picked(self, place: int) -> None:
        self.dispatch("on_pick", self._places[place][4].key)


@dataclass(frozen=True)
class Doubt:
    """A tile that a picture left doubtful: its cut-out, what is asked, and what it may be."""

    hex: int
    number: str
    picture: Any
    title: str
    note: str
    note_icon: str
    choices: tuple[tuple[Any, str, str], ...]
    rtl: bool = False


class DoubtCard(Drawn):
    """Shows a :class:`Doubt`; event ``on_answer(hex, value)``. A choice is (value, words, icon)."""

    __events__ = ("on_answer",)

    def __init__(self, **kwargs: Any) -> None:
        self._buttons: list[ActButton] = []
        super().__init__(**kwargs)

    def on_answer(self, hex_: int, value: Any) -> None: ...

    def paint(self) -> None:
        doubt: Doubt | None = self.view
        if doubt is None:
            return
        look = theme.palette
        self.box(0, 0, self.width, self.height, 3.4, look.panel)
        round_ = min(self.height - theme.mm(4), theme.mm(20))
        pad = theme.mm(2.6)

        def flow(x: float) -> float:
            return self.width - x if doubt.rtl else x

        x, y = flow(pad + round_ / 2), self.height / 2
        self.stamp_at(shapes.disc(round(round_ + theme.mm(1.0))), x, y, look.brass)
        if doubt.picture is not None:
            Drawn.stamp(self, doubt.picture, x - round_ / 2, y - round_ / 2, (1, 1, 1, 1), (round_, round_))
        chip = theme.mm(5.6)
        self.stamp_at(shapes.disc(round(chip)), flow(pad + chip * 0.35), y + round_ / 2 - chip * 0.3, look.brass)
        self.write(doubt.number, flow(pad + chip * 0.35), y + round_ / 2 - chip * 0.3, "label", look.on_brass,
                   px=round(chip * 0.62), weight=700)  # fmt: skip
        start = pad + round_ + theme.mm(3)
        shown = doubt.choices[: 2 if self.width < theme.mm(85) else 3]
        each = min(theme.mm(16), max(theme.mm(12), (self.width * 0.5 - theme.mm(2) * len(shown)) / max(1, len(shown))))
        room = self.width - start - (each + theme.mm(2)) * len(shown) - theme.mm(3)
        if room < theme.mm(24):  # the buttons say what is asked
            shown = doubt.choices[:3]
            free = self.width - start - theme.mm(3) - theme.mm(2) * (len(shown) - 1)
            self._place_buttons(shown, min(theme.mm(20), free / max(1, len(shown))), doubt.rtl)
            return
        self._place_buttons(shown, each, doubt.rtl)
        anchor = "right" if doubt.rtl else "left"
        narrow = self.measure(doubt.title, "body") > room
        self.write(doubt.title, flow(start), y + theme.mm(4.2 if narrow else 3.2), "label" if narrow else "body",
                   anchor=anchor, limit=room, lines=2 if narrow else 1, weight=700)  # fmt: skip
        size = theme.mm(4.4)
        low = y - theme.mm(5.4 if narrow else 4.2)
        self.icon(doubt.note_icon, flow(start + size / 2), low, size, look.brass_hi)
        after = size + theme.mm(1.4)
        self.write(doubt.note, flow(start + after), low, "label", "text2", anchor=anchor, limit=room - after)

    def _place_buttons(self, shown: tuple[tuple[Any, str, str], ...], each: float, rtl: bool) -> None:
        while len(self._buttons) > len(shown):
            self.remove_widget(self._buttons.pop())
        while len(self._buttons) < len(shown):
            button = ActButton(role="title")
            button.bind(on_act=lambda b: self.dispatch("on_answer", self.view.hex, b.value))
            self._buttons.append(button)
            self.add_widget(button)
        for i, ((value, words, icon), button) in enumerate(zip(shown, self._buttons, strict=True)):
            button.value, button.text, button.icon_name = value, words, icon
            button.role = "title" if len(words) < 3 else "act"
            high = min(self.height - theme.mm(4), theme.mm(20))
            x = self.width - theme.mm(3) - (len(shown) - i) * (each + theme.mm(2)) + theme.mm(2)
            x = self.width - x - each if rtl else x
            button.size = (round(each), round(high))
            button.pos = (round(self.x + x), round(self.y + (self.height - high) / 2))
