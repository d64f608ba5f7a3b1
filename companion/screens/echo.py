"""A finger that is told twice, by two readers of one panel, counts once."""

from __future__ import annotations

from typing import Any

from companion.screens.theme import theme

SECONDS = 0.05
NEAR = 2.0
"""Millimetres."""


class Echo:
    """Swallows a touch that comes down where another one, which is down still, came down a moment before."""

    def __init__(self) -> None:
        self._down: dict[Any, tuple[float, float, float]] = {}

    def down(self, _window: Any, touch: Any) -> bool:
        """A touch comes down; True: it is an echo, and nobody else hears of it."""
        x, y = touch.pos
        near = theme.mm(NEAR)
        echo = any(
            touch.time_start - at < SECONDS and abs(x - ox) < near and abs(y - oy) < near
            for ox, oy, at in self._down.values()
        )
        if not echo:
            self._down[touch.uid] = (x, y, touch.time_start)
        return echo

    def up(self, _window: Any, touch: Any) -> bool:
        self._down.pop(touch.uid, None)
        return False
