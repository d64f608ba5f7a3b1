"""Seat lights: patterns as functions of time, and the one thread that draws them.

A light says four things, by pattern and never by colour alone: solid, your turn; breathing, you are next; double
blink, you are asked; off, nothing. The thread writes only what changes; what lights up is in :mod:`hardware.lamps`.
"""

from __future__ import annotations

import contextlib
import logging
import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from hardware.lamps import WARM, Color, Lamp
from hardware.pins import why

log = logging.getLogger(__name__)

BREATH = 3.2
"""Seconds of one breath."""
BLINK = 1.6
"""Seconds from one double blink to the next."""
FRAME = 0.04
"""Seconds between two pictures of a moving pattern."""
STEPS = 64
"""Brightness is written in this many steps: fewer writes, and no eye sees the difference."""
RETRY = 30.0
TRIAL = 2 * BLINK
"""Seconds for which a light that is tried blinks, whatever it says otherwise."""


class Pattern(Enum):
    """What a light says."""

    OFF = "off"
    SOLID = "solid"
    BREATHING = "breathing"
    DOUBLE_BLINK = "double blink"

    @property
    def moves(self) -> bool:
        return self in (Pattern.BREATHING, Pattern.DOUBLE_BLINK)


def brightness(pattern: Pattern, seconds: float) -> float:
    """How bright ``pattern`` is ``seconds`` after it began, 0..1. Every pattern but off begins lit."""
    match pattern:
        case Pattern.OFF:
            return 0.0
        case Pattern.SOLID:
            return 1.0
        case Pattern.BREATHING:  # squared, as the eye sees it even
            return (0.5 + 0.5 * math.cos(2 * math.pi * seconds / BREATH)) ** 2
        case Pattern.DOUBLE_BLINK:
            phase = seconds % BLINK
            return 1.0 if phase < 0.14 or 0.28 <= phase < 0.42 else 0.0


@dataclass(frozen=True, slots=True)
class LampState:
    """How the light of ``seat`` is: lit by ``pattern``, or missing with the reason."""

    seat: int
    pattern: Pattern = Pattern.OFF
    color: Color = WARM
    well: bool = False
    reason: str = "untried"
    detail: str = ""


class LightShow:
    """The thread that draws the lights. ``open_lamp`` of each seat makes its lamp, and is tried again after a fault."""

    def __init__(
        self,
        lamps: Mapping[int, Callable[[], Lamp]],
        changed: Callable[[LampState], None] = lambda state: None,
        *,
        clock: Callable[[], float] = time.monotonic,
        retry: float = RETRY,
    ) -> None:
        self._open_lamp = dict(lamps)
        self._lamps: dict[int, Lamp] = {}
        self._states = {seat: LampState(seat) for seat in lamps}
        self._told: dict[int, bool] = {}
        self._began: dict[int, float] = dict.fromkeys(lamps, 0.0)
        self._tried: dict[int, float] = {}
        self._shown: dict[int, tuple[int, Color]] = {}
        self._changed = changed
        self._clock = clock
        self._retry = retry
        self._retry_at = -math.inf
        self._wake = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self.ticked = clock()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """All dark; ends the thread and gives the pins back."""
        with self._wake:
            self._stopping = True
            self._wake.notify()
        if self._thread.ident is not None:
            self._thread.join(5)

    def set(self, seat: int, pattern: Pattern, color: Color = WARM) -> None:
        """What the light of ``seat`` says from now on. A seat without a light is no mistake. Any thread."""
        with self._wake:
            state = self._states.get(seat)
            if state is not None and (state.pattern, state.color) != (pattern, color):
                self._states[seat] = replace(state, pattern=pattern, color=color)
                self._began[seat] = self._clock()
                self._wake.notify()

    def try_out(self, seat: int) -> bool:
        """Lets the light of ``seat`` blink for :data:`TRIAL` seconds, then say again what it said. Any thread.

        :returns: whether there is a light that can.
        """
        with self._wake:
            state = self._states.get(seat)
            if state is None or not state.well:
                return False
            self._tried[seat] = self._clock()
            self._wake.notify()
            return True

    def states(self) -> tuple[LampState, ...]:
        """Every seat's light, by seat."""
        with self._wake:
            return tuple(self._states[seat] for seat in sorted(self._states))

    def draw(self, now: float) -> None:
        """Brings every lamp to where it should be at ``now``; the thread does nothing else."""
        if now >= self._retry_at and len(self._lamps) < len(self._open_lamp):
            self._retry_at = now + self._retry
            self._open_missing()
        with self._wake:
            self._tried = {seat: began for seat, began in self._tried.items() if now - began < TRIAL}
            wanted = [self._wanted(state, now) for state in self._states.values() if state.well]
        for state, pattern, seconds in wanted:
            step = round(brightness(pattern, seconds) * STEPS)
            if self._shown.get(state.seat) != (step, state.color):
                try:
                    self._lamps[state.seat].show(step / STEPS, state.color)
                    self._shown[state.seat] = (step, state.color)
                except Exception as error:  # whatever the driver raises, the other lights go on
                    self._lose(state.seat, error)

    def _wanted(self, state: LampState, now: float) -> tuple[LampState, Pattern, float]:
        """What the light shows: what it says, or that it is tried."""
        if state.seat in self._tried:
            return state, Pattern.DOUBLE_BLINK, now - self._tried[state.seat]
        return state, state.pattern, now - self._began[state.seat]

    def _run(self) -> None:
        while True:
            now = self.ticked = self._clock()
            self.draw(now)
            with self._wake:
                if self._stopping:
                    break
                moving = bool(self._tried) or any(s.well and s.pattern.moves for s in self._states.values())
                dirty = not self._tried and any(
                    state.well and not state.pattern.moves and self._shown.get(state.seat) != self._target(state)
                    for state in self._states.values()
                )
                if not dirty:
                    self._wake.wait(FRAME if moving else 1.0)
        for seat in list(self._lamps):
            self._close(seat)

    @staticmethod
    def _target(state: LampState) -> tuple[int, Color]:
        return (STEPS if state.pattern is Pattern.SOLID else 0, state.color)

    def _open_missing(self) -> None:
        for seat, opener in self._open_lamp.items():
            if seat not in self._lamps:
                try:
                    self._lamps[seat] = opener()
                    self._note(seat, True)
                except Exception as error:  # lgpio.error is a plain Exception
                    self._lose(seat, error)

    def _lose(self, seat: int, error: Exception) -> None:
        self._close(seat)
        self._note(seat, False, why(error), str(error))

    def _close(self, seat: int) -> None:
        lamp = self._lamps.pop(seat, None)
        self._shown.pop(seat, None)
        if lamp is not None:
            with contextlib.suppress(Exception):  # it is lost already
                lamp.close()

    def _note(self, seat: int, well: bool, reason: str = "", detail: str = "") -> None:
        with self._wake:
            state = self._states[seat] = replace(self._states[seat], well=well, reason=reason, detail=detail)
        if self._told.get(seat) != well:
            self._told[seat] = well
            try:
                self._changed(state)
            except Exception:
                log.exception("a listener of the lights failed")
