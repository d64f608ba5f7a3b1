"""The one way in: :meth:`Inbox.post` from any thread, :meth:`Inbox.run` in the thread that owns the table."""

from __future__ import annotations

import heapq
import logging
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from companion.events import Request
from companion.game import ButtonPressed, Signal

SETTLE = 0.01
"""Seconds that a press waits for one that happened before it and is still on its way."""

_log = logging.getLogger("mizban.inbox")


class Inbox:
    """Signals in the order in which they happened: a press counts from its edge, all else from its arrival."""

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic, settle: float = SETTLE) -> None:
        self._monotonic = monotonic
        self._settle = settle
        self._waiting: list[tuple[float, int, Any]] = []
        self._count = count()
        self._busy = False
        self._stopped = False
        self._changed = threading.Condition()

    def post(self, signal: Signal | Request) -> None:
        """Hand in ``signal``; never blocks and never raises. After :meth:`stop` it is dropped."""
        now = self._monotonic()
        at = signal.at if isinstance(signal, ButtonPressed) and 0 < signal.at <= now else now
        with self._changed:
            if not self._stopped:
                heapq.heappush(self._waiting, (at, next(self._count), signal))
                self._changed.notify_all()

    def run(self, take: Callable[[Any], None]) -> None:
        """Give each signal to ``take`` until :meth:`stop`. What ``take`` raises is logged and ends nothing."""
        while True:
            signal = self._next()
            if signal is None:
                return
            try:
                take(signal)
            except Exception:
                _log.exception("could not take %r", signal)
            finally:
                with self._changed:
                    self._busy = False
                    self._changed.notify_all()

    def stop(self) -> None:
        """Let :meth:`run` return once everything posted so far has been taken."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def settled(self, timeout: float = 5.0) -> bool:
        """Wait until everything posted so far has been taken; whether it was within ``timeout`` seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._busy, timeout)

    def _next(self) -> Any | None:
        with self._changed:
            while True:
                if self._waiting:
                    at, _, signal = self._waiting[0]
                    wait = at + self._settle - self._monotonic() if isinstance(signal, ButtonPressed) else 0.0
                    if wait <= 0 or self._stopped:
                        heapq.heappop(self._waiting)
                        self._busy = True
                        return signal
                    self._changed.wait(wait)
                elif self._stopped:
                    return None
                else:
                    self._changed.wait()
