"""Life signs for systemd (``Type=notify``, ``WatchdogSec``): given from the screen's clock, and only while all live.

The protocol is one datagram of text to the socket that NOTIFY_SOCKET names (sd_notify(3)). Without it nothing happens.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping

PATIENCE = 20.0
"""Seconds for which a thread may be silent: a slow card takes a while to write."""


class Watchdog:
    """``silent`` says how many seconds ago the slowest worker was last known to work."""

    def __init__(
        self,
        silent: Callable[[], float],
        environment: Mapping[str, str] = os.environ,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._silent = silent
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._every = int(environment.get("WATCHDOG_USEC", "0") or 0) / 1_000_000 / 3
        self._monotonic = monotonic
        self._beat_at = 0.0

    def ready(self) -> None:
        """The first picture stands."""
        self._say("READY=1")

    def stopping(self) -> None:
        """The end was asked for."""
        self._say("STOPPING=1")

    def beat(self) -> bool:
        """A life sign, where one is due and every worker lives; call it from the screen's clock.

        :returns: whether one was given.
        """
        now = self._monotonic()
        if not self._every or now < self._beat_at or self._silent() > PATIENCE:
            return False
        self._beat_at = now + self._every
        self._say("WATCHDOG=1")
        return True

    def _say(self, text: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            try:
                line.sendto(text.encode(), address)
            except OSError:
                return  # systemd is not there to hear it: nothing that a table could do about it
