"""From bounces to presses: pure functions of edges and times, in seconds of one monotonic clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

CONFIRM = 0.001
"""The contact must rest this long before it is believed. Reading it once, half a millisecond after the first edge,
took one burst of spikes in forty for a press; waiting for rest took none in 40,000 taps and costs the bounce."""
DELIVERY = 0.001
"""Nothing is decided sooner than this after the time it is decided for: edges that matter may still be on their way."""
LOCKOUT = 0.025
"""After a change the contact may bounce for this long; then it is read again."""
LATE = 0.005
"""An edge is at most this long on its way from the kernel; later it is lost."""
LONG = 0.8
"""A button held this long is a long press."""


@dataclass(frozen=True, slots=True)
class Change:
    """The contact closed (``down``) or opened, first at ``at``."""

    down: bool
    at: float


class Debounce:
    """One contact. Feed :meth:`edge` with every edge and its time, and call :meth:`step` at :attr:`due`.

    It is woken by the first edge, believes the contact when it has rested for :data:`CONFIRM`, then looks away for
    :data:`LOCKOUT` and reads the level again, so that no lost edge leaves it wrong for long. It follows the edges'
    own times: a thread that comes late misses nothing, and a press bears the time of its first edge.
    """

    def __init__(self, down: bool) -> None:
        self.down = down
        self.lost = 0
        """Edges that never arrived and were found by reading."""
        self._raw = down
        self._raw_at = 0.0
        self._since = 0.0
        self._due: float | None = None
        self._locked = False
        self._suspect: float | None = None
        self._recheck = 0.0

    @property
    def due(self) -> float | None:
        """When :meth:`step` has something to decide."""
        due = None if self._due is None else self._due + DELIVERY
        return due if self._suspect is None else max(self._recheck, due or 0.0)

    def edge(self, down: bool, at: float) -> list[Change]:
        """The contact closed or opened at ``at``."""
        self._suspect = None
        changes = self._settle(at)
        if down != self._raw:
            self._raw, self._raw_at = down, at
            if self._due is None:
                self._since = at
            if not self._locked:
                self._due = at + CONFIRM
        return changes

    def step(self, now: float, read: Callable[[], bool]) -> list[Change]:
        """Lets time pass till ``now``, with the contact read where that decides; every edge so far was fed.

        Where the contact reads otherwise than its edges say, an edge is on its way and waited for, as it bears the
        true time; after :data:`LATE` it counts as lost.
        """
        if self._due is not None and now < self._due + DELIVERY:
            return []
        actual = read()
        if actual == self._raw:
            self._suspect = None
            return self._settle(now)
        if self._suspect is None:
            self._suspect = now
        if now - self._suspect < LATE:
            self._recheck = now + CONFIRM
            return []
        self._suspect = None
        self.lost += 1
        if self._due is not None and not self._locked:
            self._raw, self._raw_at = actual, now  # an edge of a bounce or a spike was lost: let it rest again
            self._due = now + CONFIRM if actual != self.down else None
            return []
        return self.edge(actual, now)

    def _settle(self, until: float) -> list[Change]:
        changes = []
        while self._due is not None and self._due <= until:
            at = self._due
            if self._locked:
                self._locked, self._due = False, None
                if self._raw != self.down:
                    self._since, self._due = self._raw_at, max(at, self._raw_at + CONFIRM)
            elif self._raw != self.down:
                self.down = self._raw
                changes.append(Change(self.down, self._since))
                self._locked, self._due = True, max(at, self._since + LOCKOUT)
            else:
                self._due = None
        return changes


@dataclass(frozen=True, slots=True)
class Touch:
    """What a seat's button did: ``down``, ``up``, ``short`` (let go in time) or ``long`` (held, still down).

    ``at`` is the time of the edge that began the press, so that two seats compare fairly; for ``up`` its own.
    """

    seat: int
    kind: str
    at: float


class Presses:
    """Turns the changes of one seat's contact into touches; its hold timer runs on the debounced level alone."""

    def __init__(self, seat: int, down: bool) -> None:
        self.seat = seat
        self.stuck = down
        """Down from the start on: it counts for nothing till it was let go once."""
        self.hold_due: float | None = None
        self._since: float | None = None

    @property
    def held(self) -> bool:
        return self._since is not None

    def change(self, change: Change) -> list[Touch]:
        """What ``change`` means."""
        if change.down:
            self._since, self.hold_due = change.at, change.at + LONG
            return [Touch(self.seat, "down", change.at)]
        if self.stuck:
            self.stuck = False
            return []
        if self._since is None:
            return []
        began, self._since = self._since, None
        touches = [Touch(self.seat, "up", change.at)]
        if self.hold_due is not None:
            long = change.at - began >= LONG  # the timer was late, the hold was not
            touches.append(Touch(self.seat, "long" if long else "short", began))
        self.hold_due = None
        return touches

    def step(self, now: float) -> list[Touch]:
        """The long press, at the moment it becomes one."""
        if self.hold_due is None or self._since is None or now < self.hold_due:
            return []
        self.hold_due = None
        return [Touch(self.seat, "long", self._since)]
