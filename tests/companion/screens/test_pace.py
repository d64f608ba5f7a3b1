"""Faults: a kiosk that burns a core while nobody plays. What a loop of nothing costs, and that it keeps its time."""

from __future__ import annotations

import time

import driver  # noqa: F401  Kivy is prepared by it
import pytest
from kivy.clock import Clock

from companion.screens.pace import use_plain_clock

pytestmark = pytest.mark.ui


def test_the_plain_clock_is_the_one_that_kivy_scheduled_by() -> None:
    clock = object.__getattribute__(Clock, "_obj")
    theirs = type(clock).time
    use_plain_clock()
    before = theirs()
    ours = Clock.time()
    assert before <= ours <= theirs()


def test_a_wait_of_the_plain_clock_is_in_millionths_of_a_second() -> None:
    use_plain_clock()
    before = time.monotonic()
    Clock.usleep(20_000)
    assert time.monotonic() - before >= 0.02
