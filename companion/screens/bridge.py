"""The one crossing between the table's thread and Kivy.

The table tells its news on a thread of its own. :meth:`Bridge.tell` only puts them on a queue and wakes Kivy's clock;
they are delivered in order on Kivy's thread, all that wait in one frame. The other way, a screen posts what was asked
and learns by the news whether it was done. Nothing here knows a game, a screen or a device.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Event
from typing import Any

from kivy.clock import Clock

from companion.events import Health, News, Request
from companion.game import Asked, Signal

Listener = Callable[[News], None]

PATIENCE = 0.016
"""Seconds that a frame waits for the table's answer to what was just tapped: an answer that comes so soon is all that
is drawn, where a frame of what closed meanwhile would only keep it waiting."""


class Bridge:
    """News in, questions out. ``post`` is the inbox: it may be called from any thread and returns at once."""

    def __init__(self, post: Callable[[Signal | Request], None]) -> None:
        self._post = post
        self._waiting: deque[News | Callable[[], None]] = deque()
        self._listeners: list[Listener] = []
        self._wake = Clock.create_trigger(self._deliver)
        self._soon = Clock.create_trigger(self._await_answer, -1)
        self._told = Event()
        self.health: dict[str, Health] = {}

    # ------------------------------------------------------------------------------------------ any thread

    def tell(self, news: News) -> None:
        """An observer for the table: queued, and delivered with Kivy's next frame."""
        self._waiting.append(news)
        self._told.set()
        self._wake()

    def call(self, errand: Callable[[], None]) -> None:
        """Run ``errand`` on Kivy's thread, in order with the news: how a working thread hands over its result."""
        self._waiting.append(errand)
        self._wake()

    # ------------------------------------------------------------------------------------------ Kivy's thread

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with every news from now on; the answer takes it off again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def ask(self, action: Any, *, forced: bool = False) -> None:
        """Somebody tapped ``action``; ``forced``: the players overrule the refusal they have read."""
        self.post(Asked(action, "touch", forced))

    def post(self, signal: Signal | Request) -> None:
        """Any other signal, as a press of a seat's twin on the screen."""
        self._told.clear()
        self._post(signal)
        self._soon()

    def _await_answer(self, _dt: float) -> None:
        if self._told.wait(PATIENCE):
            self._deliver(0.0)

    def _deliver(self, _dt: float) -> None:
        while self._waiting:
            news = self._waiting.popleft()
            if callable(news):
                news()
                continue
            if isinstance(news, Health):
                self.health[news.part] = news
            for listener in tuple(self._listeners):
                listener(news)
