"""The screen goes dark when nobody has touched it for long and no match is on; the touch that wakes it does no more.

Dark is drawn, not switched: cheap panels that are put to sleep never wake again. A button, a throw or any other news
from the table wakes it as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty

from companion.events import Health, News
from companion.screens.widgets.drawn import Drawn

if TYPE_CHECKING:
    from companion.screens.shell import Shell

AFTER = 600.0
"""Seconds."""


class Night(Drawn):
    """Lies over everything; ``dark``: it covers the screen and takes the next touch for itself."""

    dark = BooleanProperty(False)

    def __init__(self, shell: Shell, after: float = AFTER, **kwargs: Any) -> None:
        self.shell = shell
        super().__init__(**kwargs)
        self.fbind("dark", self.repaint)
        self._fall = Clock.create_trigger(self._falls, after)
        shell.bridge.listen(self._heard)
        self._fall()

    def _falls(self, _dt: float) -> None:
        snapshot = self.shell.snapshot
        if snapshot is not None and not snapshot.standing.over:
            self._fall()
        else:
            self.dark = True

    def wake(self) -> None:
        """Light, and another while of it."""
        self.dark = False
        self._fall.cancel()
        self._fall()

    def _heard(self, news: News) -> None:
        if not isinstance(news, Health):
            self.wake()

    def paint(self) -> None:
        if self.dark:
            self.fill(0, 0, self.width, self.height, (0.0, 0.0, 0.0, 1.0))

    def on_touch_down(self, touch: Any) -> bool:
        was_dark = self.dark
        self.wake()
        if was_dark:
            touch.grab(self)
        return bool(was_dark)

    def on_touch_move(self, touch: Any) -> bool:
        return touch.grab_current is self

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self:
            touch.ungrab(self)
            return True
        return False
