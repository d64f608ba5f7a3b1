"""How the screen's loop tells the time and waits."""

from __future__ import annotations

import time
from functools import partial

from kivy.clock import Clock


def use_plain_clock() -> None:
    """Let Kivy read the clock and sleep by Python's own calls.

    Kivy asks the C library through ctypes, four times a loop. That is a third of what a loop costs in which nothing
    happens, and sixty of those go by in a second while the players think. The clock stays the same one, so that what is
    scheduled already keeps its time.
    """
    Clock.time = partial(time.clock_gettime, time.CLOCK_MONOTONIC_RAW)
    Clock.usleep = lambda microseconds: time.sleep(microseconds * 1e-6)
