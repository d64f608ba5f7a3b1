"""The seats' clocks: what each has used of its time, counted up from logged intervals of a monotonic source."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.events import Event, Pause, Rename, Unpause
from companion.game import Seat


class Clocks:
    """Counts for the seats that are ``active`` unless the players paused, or nobody is back yet after a restart.

    Who joins later has a clock from then on, after those of the others (:attr:`~companion.events.Match.clocked`).

    ``held`` is the latter: what lies between the last stored event and the first one after a restart is nobody's time.
    """

    def __init__(self, seats: Sequence[Seat], monotonic: Callable[[], float]) -> None:
        self._seats = tuple(seats)
        self._monotonic = monotonic
        self._used = [0.0] * len(self._seats)
        self._active: tuple[Seat, ...] = ()
        self.paused = False
        self.held = False
        self.at = monotonic()

    @property
    def stands(self) -> bool:
        """Whether no clock runs, for whatever reason."""
        return self.paused or self.held

    @property
    def used(self) -> tuple[float, ...]:
        """Seconds each seat had used at ``at``."""
        return tuple(self._used)

    def read(self) -> tuple[float, ...]:
        """Seconds each seat has used now, to the millisecond."""
        now = self._monotonic()
        if not self.stands:
            for place, seat in enumerate(self._seats):
                if seat in self._active:
                    self._used[place] += max(0.0, now - self.at)
        self.at = now
        return tuple(round(used, 3) for used in self._used)

    def restore(self, events: Sequence[Event]) -> None:
        """As the log left them, standing still until something happens at the table."""
        for event in events:
            self._note(event)
        if events and len(events[-1].clock) <= len(self._seats):  # who joined last had used nothing when it was stored
            self._used[: len(events[-1].clock)] = events[-1].clock
        self.held = bool(events)
        self.at = self._monotonic()

    def happened(self, event: Event, active: Sequence[Seat]) -> None:
        """``event``, which carries a reading of these clocks, is stored; now ``active`` are to move."""
        self._note(event)
        self.held = False
        self._active = tuple(active)

    def run_for(self, active: Sequence[Seat]) -> None:
        """It is up to ``active`` now."""
        self._active = tuple(active)

    def _note(self, event: Event) -> None:
        match event.body:
            case Pause():
                self.paused = True
            case Unpause():
                self.paused = False
            case Rename(player=player) if player.seat not in self._seats:  # somebody joined
                self._seats = (*self._seats, player.seat)
                self._used.append(0.0)
