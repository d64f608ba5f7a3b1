"""A page: what stands on the screen at one time, laid out in millimetres from its reading corner.

A layout file gives each child an ``area``: left, top, width and height in millimetres, the left and the top being
those of a page that is read from the left; a Persian page is its mirror image. Maps are never mirrored: a child with
``fixed: True`` keeps its place. Pages hold nothing of their own about a match; they show values and post wishes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.game import Line
from companion.screens.theme import theme

KV = Path(__file__).parents[2] / "kv"


def load_layout(stem: str) -> None:
    """Read ``kv/<stem>.kv``, once: a second reading would apply its rules twice."""
    path = str(KV / f"{stem}.kv")
    if path not in Builder.files:
        Builder.load_file(path)


class Page(Widget):
    """Lays its children out by their ``area``. ``wide`` and ``tall`` are its own millimetres, ``words`` its language.

    ``upright``: it is read from one side only; ``narrow``: under 120 mm wide; ``small``: under 100 mm tall.
    """

    words = ObjectProperty(None, rebind=False)
    rtl = BooleanProperty(False)
    wide = NumericProperty(100.0)
    tall = NumericProperty(100.0)
    upright = BooleanProperty(False)
    narrow = BooleanProperty(False)
    small = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._bound: set[int] = set()
        super().__init__(**kwargs)
        self._soon = Clock.create_trigger(self.arrange, -1)
        for name in ("pos", "size", "children", "rtl"):
            self.fbind(name, self._later)
        theme.bind(density=self._measure)  # weakly: the theme outlives every page
        self.fbind("size", self._measure)
        self.fbind("words", self._speak)
        self._measure()
        self._speak()

    def _later(self, *_: Any) -> None:
        self._soon()

    def _measure(self, *_: Any) -> None:
        self.wide, self.tall = self.width / theme.density, self.height / theme.density
        self.narrow, self.small = self.wide < 120, self.tall < 100
        self._soon()

    def _speak(self, *_: Any) -> None:
        self.rtl = self.words is not None and self.words.language == "fa"

    def say(self, key: str, **facts: Any) -> str:
        """The sentence of ``key`` in the page's language; in a layout write ``self.words and root.say(...)``."""
        return "" if self.words is None else str(self.words.say(Line.of(key, **facts)))

    def arrange(self, *_: Any) -> None:
        """Give every child its place."""
        for child in self.children:
            area = getattr(child, "area", None)
            if area is None:
                continue
            if id(child) not in self._bound:
                self._bound.add(id(child))
                for name in ("area", "fixed"):
                    if hasattr(child, name):
                        child.fbind(name, self._later)
            self.put(child, *area)

    def put(self, child: Widget, left: float, top: float, width: float, height: float) -> None:
        """Place ``child``; millimetres from the reading corner."""
        if self.rtl and not getattr(child, "fixed", False):
            left = self.wide - left - width
        x, y = self.x + theme.mm(left), self.top - theme.mm(top + height)
        child.size = (max(0.0, theme.mm(width)), max(0.0, theme.mm(height)))
        child.pos = (x, y)
