"""Seat buttons: one gpiozero Button a seat, our own debounce, one thread that reads them all.

gpiozero's callbacks run on the one thread that delivers every edge of every pin: here they put a tuple on a queue
and do nothing else, so that no seat can stop another. A seat whose pin can't be had plays on by touch, says why, and
is tried again every :data:`RETRY` seconds.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.debounce import Change, Debounce, Presses, Touch
from hardware.pins import open_factory, why

log = logging.getLogger(__name__)

RETRY = 30.0
"""Seconds between two tries to open what is missing."""
POLL = 0.25
"""Seconds between two readings of a quiet pin: an edge that got lost is found here."""
STUCK = 30.0
"""A button held this long is reported as stuck."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """How the button of ``seat`` is: ``ready``, ``stuck``, or ``missing`` with the reason in a word and in full."""

    seat: int
    pin: int
    condition: str
    reason: str = ""
    detail: str = ""
    presses: int = 0
    lost_edges: int = 0


class _Seat:
    def __init__(self, seat: int, pin: int) -> None:
        self.seat, self.pin = seat, pin
        self.button: Any = None
        self.callback: Callable[[Any, Any], None] | None = None
        self.debounce = Debounce(False)
        self.presses = Presses(seat, False)
        self.count = 0
        self.reason = "untried"
        self.detail = ""
        self.down_since: float | None = None

    def read(self) -> bool:
        return bool(self.button.is_pressed)

    def state(self, now: float) -> SeatState:
        if self.button is None:
            return SeatState(self.seat, self.pin, "missing", self.reason, self.detail, self.count)
        stuck = self.presses.stuck or (self.down_since is not None and now - self.down_since > STUCK)
        condition = "stuck" if stuck else "ready"
        return SeatState(self.seat, self.pin, condition, presses=self.count, lost_edges=self.debounce.lost)


class SeatButtons:
    """The thread of the seat buttons. ``pins`` gives each seat's BCM number; buttons close to ground.

    ``heard`` gets every :class:`Touch` in the order of its edges, ``changed`` each new state of a seat. Both are
    called on this object's thread; what they raise is logged and goes no further. ``factory`` makes the pins, by
    default as :func:`hardware.pins.open_factory` does.
    """

    def __init__(
        self,
        pins: Mapping[int, int],
        heard: Callable[[Touch], None],
        changed: Callable[[SeatState], None] = lambda state: None,
        *,
        factory: Callable[[], Any] = open_factory,
        retry: float = RETRY,
    ) -> None:
        self._seats = {seat: _Seat(seat, pin) for seat, pin in pins.items()}
        self._heard = heard
        self._changed = changed
        self._make_factory = factory
        self._factory: Any = None
        self._retry = retry
        self._retry_at = 0.0
        self._poll_at = 0.0
        self._edges: queue.SimpleQueue[tuple[int, Any, Any, float] | None] = queue.SimpleQueue()
        self._states: dict[int, SeatState] = {}
        self._opened = threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="seats", daemon=True)
        self.ticked = time.monotonic()
        """When the thread last came round, monotonic seconds: a watchdog may look at it."""

    def start(self) -> None:
        """Starts the thread; returns when every pin was tried once."""
        self._thread.start()
        self._opened.wait(10)

    def stop(self) -> None:
        """Ends the thread, which gives the pins back."""
        self._stopping.set()
        self._edges.put(None)
        if self._thread.ident is not None:
            self._thread.join(5)

    def states(self) -> tuple[SeatState, ...]:
        """Every seat's state, by seat."""
        return tuple(self._states[seat] for seat in sorted(self._states))

    def held(self, seat: int) -> bool:
        """Whether the button of ``seat`` is down now, and was not so from the start."""
        known = self._seats.get(seat)
        return known is not None and known.presses.held

    def retry_now(self) -> None:
        """Tries what is missing at once, for a page with a button "try again"."""
        self._retry_at = 0.0
        self._edges.put(None)

    # ------------------------------------------------------------------------------------------ the thread

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                now = self.ticked = time.monotonic()
                if now >= self._retry_at and any(seat.button is None for seat in self._seats.values()):
                    self._retry_at = now + self._retry
                    self._open_missing()
                self._opened.set()  # with no seat at all, too: nobody waits for pins that nobody wants
                self._tell_states(now)
                try:
                    self._take_edges(self._pause(now))
                except Exception:  # a mistake of ours: no seat is given up for it
                    log.exception("an edge of a button was lost")
        finally:
            self._close()

    def _pause(self, now: float) -> float:
        due = [now + POLL, self._retry_at if self._retry_at > now else now + POLL]
        for seat in self._seats.values():
            due += [t for t in (seat.debounce.due, seat.presses.hold_due) if t is not None and seat.button is not None]
        return max(0.0, min(due) - now)

    def _take_edges(self, pause: float) -> None:
        """Waits for an edge or the next time that is due, then brings every seat up to now."""
        batch = []
        try:
            batch.append(self._edges.get(timeout=pause) if pause > 0 else self._edges.get_nowait())
            while True:
                batch.append(self._edges.get_nowait())
        except queue.Empty:
            pass
        found: list[tuple[float, Touch]] = []
        stamped = [(self._stamp(ticks, arrived), seat, level) for seat, level, ticks, arrived in filter(None, batch)]
        for at, number, level in sorted(stamped, key=lambda edge: edge[0]):
            seat = self._seats[number]
            if seat.button is not None:
                found += self._mean(seat, seat.debounce.edge(not level, at))
        now = time.monotonic()
        poll = now >= self._poll_at
        if poll:
            self._poll_at = now + POLL
        for seat in self._seats.values():
            if seat.button is not None and (poll or (seat.debounce.due is not None and seat.debounce.due <= now)):
                try:
                    found += self._mean(seat, seat.debounce.step(now, seat.read))
                except Exception as error:  # the pin went away: whatever the library raises, this seat alone is out
                    self._lose(seat, error)
            found += [(now, touch) for touch in seat.presses.step(now)]
        for _, touch in sorted(found, key=lambda pair: pair[0]):
            self._tell(touch)

    @staticmethod
    def _stamp(ticks: Any, arrived: float) -> float:
        """The edge's time on the monotonic clock; where the library counts from elsewhere, when it arrived."""
        return float(ticks) if isinstance(ticks, int | float) and 0 <= arrived - ticks < 1.0 else arrived

    @staticmethod
    def _mean(seat: _Seat, changes: list[Change]) -> list[tuple[float, Touch]]:
        """What ``changes`` mean, each with the time of the edge that it follows from."""
        touches = []
        for change in changes:
            seat.down_since = change.at if change.down else None
            touches += [(change.at, touch) for touch in seat.presses.change(change)]
        return touches

    def _tell(self, touch: Touch) -> None:
        if touch.kind in ("short", "long"):
            self._seats[touch.seat].count += 1
        try:
            self._heard(touch)
        except Exception:
            log.exception("a listener of the seat buttons failed")

    def _tell_states(self, now: float) -> None:
        for number, seat in self._seats.items():
            state = seat.state(now)
            before = self._states.get(number)
            self._states[number] = state
            if before is None or (before.condition, before.reason) != (state.condition, state.reason):
                try:
                    self._changed(state)
                except Exception:
                    log.exception("a listener of the seat buttons failed")

    # ------------------------------------------------------------------------------------------ pins

    def _open_missing(self) -> None:
        try:
            if self._factory is None:
                self._factory = self._make_factory()
        except Exception as error:  # no library, no chip, no rights: gpiozero raises ImportError and RuntimeError here
            for seat in self._seats.values():
                seat.reason, seat.detail = why(error), str(error)
            return
        for seat in self._seats.values():
            if seat.button is None:
                try:
                    self._open(seat)
                except Exception as error:  # lgpio.error is a plain Exception
                    self._lose(seat, error)

    def _open(self, seat: _Seat) -> None:
        from gpiozero import Button

        self._factory.pin(seat.pin)  # claims it: a Button that fails at this would keep its name reserved for ever
        seat.button = Button(seat.pin, pull_up=True, bounce_time=None, pin_factory=self._factory)
        put, number, monotonic = self._edges.put, seat.seat, time.monotonic

        def edge(ticks: Any, level: Any) -> None:
            put((number, level, ticks, monotonic()))

        seat.callback = edge  # gpiozero keeps it by a weak reference only
        seat.button.pin.when_changed = edge
        down = seat.read()
        seat.debounce, seat.presses = Debounce(down), Presses(seat.seat, down)
        seat.reason = seat.detail = ""
        seat.down_since = None

    def _lose(self, seat: _Seat, error: Exception) -> None:
        log.warning("the button of seat %d (pin %d): %s", seat.seat, seat.pin, error)
        button, seat.button = seat.button, None
        seat.reason, seat.detail = why(error), str(error)
        seat.presses = Presses(seat.seat, False)
        _shut(button)

    def _close(self) -> None:
        for seat in self._seats.values():
            button, seat.button = seat.button, None
            _shut(button)
        self._opened.set()


def _shut(button: Any) -> None:
    try:
        if button is not None:
            button.close()
    except Exception as error:  # closing a pin that is gone must not take the others along
        log.info("a pin could not be given back: %s", error)
