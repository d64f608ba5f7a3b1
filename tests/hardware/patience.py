"""Waiting for another thread: no test here asserts how long something takes."""

import time
from collections.abc import Callable


def eventually(true: Callable[[], object], seconds: float = 60.0) -> bool:
    """Whether ``true()`` comes true at all; the limit only ends a hopeless wait."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.005)
    return bool(true())
