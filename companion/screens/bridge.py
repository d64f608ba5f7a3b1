"""The one crossing between the table's thread and Kivy.

The table tells its news on a thread of its own. :meth:`Bridge.tell` only puts them on a queue and wakes Kivy's clock;
they are delivered in order on Kivy's thread, all that wait in one frame. The other way, a screen posts what was asked
and learns by the news whether it was done. Nothing here knows a game, a screen or a device.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.events import Health, News
from companion.game import Asked, ButtonPressed, Signal

Listener = Callable[[News], None]


class Bridge:
    """News in, questions out. ``post`` is the inbox: it may be called from any thread and returns at once."""

    def __init__(self, post: Callable[[Signal], None]) -> None:
        self._post = post
        self._waiting: deque[News | ButtonPressed] = deque()
        self._listeners: list[Listener] = []
        self._pressed: list[Callable[[ButtonPressed], None]] = []
        self._wake = Clock.create_trigger(self._deliver)
        self.health: dict[str, Health] = {}

    # ------------------------------------------------------------------------------------------ any thread

    def tell(self, news: News) -> None:
        """An observer for the table: queued, and delivered with Kivy's next frame."""
        self._waiting.append(news)
        self._wake()

    def hear(self, press: ButtonPressed) -> None:
        """A seat's button, for the screens that take seats."""
        self._waiting.append(press)
        self._wake()

    # ------------------------------------------------------------------------------------------ Kivy's thread

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with every news from now on; the answer takes it off again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def listen_presses(self, listener: Callable[[ButtonPressed], None]) -> Callable[[], None]:
        """Call ``listener`` with every press of a seat's button; the answer takes it off again."""
        self._pressed.append(listener)
        return lambda: self._pressed.remove(listener)

    def ask(self, action: Any, *, forced: bool = False) -> None:
        """Somebody tapped ``action``; ``forced``: the players overrule the refusal they have read."""
        self._post(Asked(action, "touch", forced))

    def post(self, signal: Signal) -> None:
        """Any other signal, as a press of a seat's twin on the screen."""
        self._post(signal)

    def _deliver(self, _dt: float) -> None:
        while self._waiting:
            news = self._waiting.popleft()
            if isinstance(news, ButtonPressed):
                for heard in tuple(self._pressed):
                    heard(news)
                continue
            if isinstance(news, Health):
                self.health[news.part] = news
            for listener in tuple(self._listeners):
                listener(news)
