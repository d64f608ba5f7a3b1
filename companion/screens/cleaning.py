"""The screen may be wiped: nothing reacts until the lock in its middle is held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty

from companion.screens import shapes
from companion.screens.theme import fade, theme
from companion.screens.widgets.drawn import Drawn

if TYPE_CHECKING:
    from companion.screens.shell import Shell

LOCK = 26.0
"""The lock's width in millimetres."""


class Cleaning(Drawn):
    """Lies over everything while it is ``on`` and takes every touch; a finger that stays on the lock ends it."""

    on = BooleanProperty(False)
    held = NumericProperty(0.0)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self.shell = shell
        super().__init__(**kwargs)
        for name in ("on", "held"):
            self.fbind(name, self.repaint)

    def paint(self) -> None:
        if not self.on:
            return
        x, y, size = self.width / 2, self.height / 2, theme.mm(LOCK)
        self.fill(0, 0, self.width, self.height, "ground")
        self.stamp_at(shapes.ring(round(size), max(2.0, theme.mm(0.6))), x, y, "line")
        if self.held:
            self.stamp_at(shapes.disc(max(4, round(size * self.held))), x, y, fade(theme.palette.brass, 0.4))
        self.icon("lock", x, y, size * 0.5, "brass")
        words = self.shell.words.text("flow.cleaning")
        self.write(words, x, y - size / 2 - theme.mm(9), "body", "text2", limit=self.width - theme.mm(20), lines=2)

    def _on_lock(self, touch: Any) -> bool:
        away = max(abs(touch.x - self.x - self.width / 2), abs(touch.y - self.y - self.height / 2))
        return bool(away < theme.mm(LOCK / 2))

    def on_touch_down(self, touch: Any) -> bool:
        if not self.on:
            return False
        touch.grab(self)
        if self._on_lock(touch):
            filling = Animation(held=1.0, duration=theme.seconds("hold"))
            filling.bind(on_complete=lambda *_: self._open())
            filling.start(self)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if self.on and not self._on_lock(touch):
            self._let_go()
        return self.on

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            self._let_go()
            return True
        return False

    def _let_go(self) -> None:
        Animation.cancel_all(self, "held")
        self.held = 0.0

    def _open(self) -> None:
        self.on, self.held = False, 0.0
