"""The dice link: from a serial port that comes and goes to throws that are counted once.

:class:`Talk` is the host's side of MDL/1 without a port or a clock; :class:`DiceLink` is the thread that owns one
port: it alone opens, reads, writes and closes it, because closing a serial port under another thread's read fails.
A throw is offered until :meth:`DiceLink.acknowledge` says that it is stored, and only then acknowledged to the unit.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import termios
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from serial import Serial, SerialException

from hardware.ports import Port
from hardware.protocol import (
    PROTOCOL,
    Ack,
    Fault,
    Frames,
    FromUnit,
    Heartbeat,
    Hello,
    Hi,
    Light,
    Ping,
    Pong,
    Roll,
    Rolling,
    RollKey,
    ToUnit,
    frame,
    hear,
    say,
)

log = logging.getLogger(__name__)

BAUD = 115_200
GREETING = 4.0
"""Seconds without a HELLO after which a device on the port is a stranger; an Arduino needs two to leave its reset."""
QUIET = 2.5
"""Seconds of silence after which the host asks again."""
AWAY = 5.0
"""Seconds of silence after which the unit counts as away."""
LOST = 15.0
"""Seconds of silence after which the port is closed and looked for anew."""
AGAIN = 1.0
"""Seconds after which a throw that nobody has acknowledged is offered once more."""
PING_EVERY = 5.0
STRANGER_FOR = 30.0
"""Seconds for which a port that does not speak MDL/1 is left alone, unless it is unplugged before."""
REMEMBERED = 512
"""Acknowledged throws that a link remembers: a unit keeps 16."""

LOST_PORT = (OSError, termios.error, ValueError, TypeError)
"""What pyserial raises when a port goes: SerialException and plain OSError, termios.error while it configures, and
ValueError or TypeError on a descriptor that is gone."""


class Phase(Enum):
    """How far a link is."""

    SEARCHING = "searching"  # no port
    GREETING = "greeting"  # a port, and nobody has said HELLO yet
    READY = "ready"
    AWAY = "away"  # no word for five seconds
    STRANGER = "stranger"  # something else is on the port
    NEWER = "newer"  # a unit that speaks another version of the protocol


@dataclass(frozen=True)
class LinkState:
    """What is known about a link now; a new value at each change."""

    phase: Phase = Phase.SEARCHING
    port: Port | None = None
    unit: str | None = None
    boot: int | None = None
    firmware: str = ""
    caps: tuple[str, ...] = ()
    proto: int | None = None
    battery: int | None = None
    pending: int = 0
    bad_here: int = 0
    """Bad frames that arrived here."""
    bad_there: int = 0
    """Bad frames that arrived at the unit."""
    odd: int = 0
    """Throws that contradicted an earlier one of the same key, and were not believed."""
    throws: int = 0
    round_trip_ms: float | None = None
    fault: str | None = None
    """The last fault that the unit told, until it says otherwise by a new HELLO."""
    error: str | None = None
    """Why the port could not be opened or was lost."""


Faces = tuple[int | None, ...]
Heard = Callable[[RollKey, Roll], None]


@dataclass
class Talk:
    """One conversation with whatever is on a port: bytes and monotonic seconds in, throws and bytes out.

    ``acknowledged`` outlives a conversation: what was stored before the plug was pulled is acknowledged again when
    it is repeated, and not offered.
    """

    now: float
    acknowledged: OrderedDict[RollKey, Faces | None] = field(default_factory=OrderedDict)
    only: str | None = None
    state: LinkState = field(default_factory=lambda: LinkState(Phase.GREETING))
    spy: Callable[[str], None] | None = None
    _frames: Frames = field(default_factory=Frames)
    _out: list[ToUnit] = field(default_factory=list)
    _offered: dict[RollKey, tuple[Roll, float]] = field(default_factory=dict)
    _began: float = 0.0
    _heard_at: float = 0.0
    _said_hi: float = 0.0
    _pinged: float = 0.0
    _pings: int = 0
    _moving: bool = False

    def __post_init__(self) -> None:
        self._began = self._heard_at = self._pinged = self.now
        self._hi(self.now)

    def receive(self, data: bytes, now: float) -> list[tuple[RollKey, Roll]]:
        """The throws in ``data`` that are to be offered: new ones, and those that nobody took for a second."""
        throws: list[tuple[RollKey, Roll]] = []
        for body in self._frames.feed(data):
            if self.spy is not None:
                self.spy(body)
            message = hear(body)
            if isinstance(message, FromUnit):
                self._heard_at = now
                throws += self._take(message, now)
        if self._frames.bad != self.state.bad_here:
            self.state = replace(self.state, bad_here=self._frames.bad)
        return throws

    def _take(self, message: FromUnit, now: float) -> list[tuple[RollKey, Roll]]:
        state = self.state
        if state.phase is Phase.AWAY:
            self.state = state = replace(state, phase=Phase.READY)
        match message:
            case Hello():
                self._meet(message)
            case Roll():
                return self._roll(message, now)
            case Rolling():
                self._moving = True
            case Heartbeat(boot, battery, pending, bad):
                if boot != state.boot:
                    self._hi(now)
                self.state = replace(state, battery=battery, pending=pending, bad_there=bad)
            case Pong(token):
                if token == str(self._pings):
                    self.state = replace(state, round_trip_ms=round((now - self._pinged) * 1000, 2))
            case Fault(code):
                self.state = replace(state, fault=code)
        return []

    def _meet(self, hello: Hello) -> None:
        if self.only is not None and hello.unit != self.only:
            phase = Phase.STRANGER
        else:
            phase = Phase.READY if hello.proto == PROTOCOL else Phase.NEWER
        self.state = replace(
            self.state,
            phase=phase,
            unit=hello.unit,
            boot=hello.boot,
            firmware=hello.firmware,
            caps=hello.caps,
            proto=hello.proto,
            fault=None,
        )

    def _roll(self, roll: Roll, now: float) -> list[tuple[RollKey, Roll]]:
        self._moving = False
        state = self.state
        if state.phase is not Phase.READY or state.unit is None or state.boot is None or roll.boot > state.boot:
            self._hi(now)  # a throw has no key before the unit has named itself and its boot
            return []
        key = RollKey(state.unit, roll.boot, roll.n)
        known, offered_at = self._offered.get(key, (None, 0.0))
        faces = self.acknowledged.get(key) or (known.faces if known else roll.faces)
        if faces != roll.faces:
            self.state = replace(state, odd=state.odd + 1)
            return []
        if key in self.acknowledged:
            self._out.append(Ack(roll.boot, roll.n))
            return []
        if known is not None and now - offered_at < AGAIN:
            return []
        if known is None:
            self.state = replace(state, throws=state.throws + 1)
        self._offered[key] = (roll, now)
        while len(self._offered) > REMEMBERED:
            del self._offered[next(iter(self._offered))]
        return [(key, roll)]

    def acknowledge(self, key: RollKey) -> None:
        """The throw ``key`` is stored: tell the unit, now and whenever it repeats it."""
        offered = self._offered.pop(key, None)
        self.acknowledged[key] = offered[0].faces if offered else self.acknowledged.get(key)
        while len(self.acknowledged) > REMEMBERED:
            self.acknowledged.popitem(last=False)
        if key.unit == self.state.unit:
            self._out.append(Ack(key.boot, key.n))

    def say(self, message: ToUnit) -> None:
        """Queues ``message``."""
        self._out.append(message)

    def moving(self) -> bool:
        """Whether the dice have begun to roll since the last throw."""
        return self._moving

    def tick(self, now: float) -> None:
        """Lets time pass: asks a silent unit, measures the round trip, notices who is away or a stranger."""
        silent = now - self._heard_at
        match self.state.phase:
            case Phase.GREETING:
                if now - self._began > GREETING and silent > GREETING:
                    self.state = replace(self.state, phase=Phase.STRANGER)
                elif now - self._said_hi > 0.5:
                    self._hi(now)
            case Phase.READY:
                if silent > AWAY:
                    self.state = replace(self.state, phase=Phase.AWAY)
                elif now - self._pinged > PING_EVERY:
                    self._pinged, self._pings = now, self._pings + 1
                    self._out.append(Ping(str(self._pings)))
                if silent > QUIET and now - self._said_hi > 1.0:
                    self._hi(now)
            case Phase.AWAY | Phase.NEWER:
                if now - self._said_hi > 1.0:
                    self._hi(now)

    def _hi(self, now: float) -> None:
        if not self._said_hi or now - self._said_hi > 0.2:
            self._said_hi = now
            self._out.append(Hi())

    def over(self, now: float) -> bool:
        """Whether the port is better given up."""
        return self.state.phase is Phase.STRANGER or now - self._heard_at > LOST

    def outgoing(self) -> bytes:
        """What is to be written now; each byte is handed out once."""
        out, self._out = self._out, []
        return b"".join(frame(say(message)) for message in out)


def open_port(path: str) -> Serial:
    """The port at ``path``, for us alone. :raises OSError: where it is not there, or another process has it."""
    return Serial(path, BAUD, timeout=0, write_timeout=0.5, exclusive=True)


class DiceLink:
    """The reader thread of one dice unit: finds its port, opens it, talks, and does so again for ever.

    ``search`` lists the ports to try, best first. ``heard`` gets each throw, perhaps more than once, until it is
    acknowledged; ``changed`` gets each new state. Both are called on the link's thread and should only enqueue; what
    they raise is logged and goes no further.
    """

    def __init__(
        self,
        search: Callable[[], Sequence[Port]],
        heard: Heard,
        changed: Callable[[LinkState], None] = lambda state: None,
        *,
        only: str | None = None,
        name: str = "dice",
        spy: Callable[[str], None] | None = None,
    ) -> None:
        self._search = search
        self._heard = heard
        self._changed = changed
        self._only = only
        self._spy = spy
        self._acknowledged: OrderedDict[RollKey, Faces | None] = OrderedDict()
        self._orders: deque[RollKey | ToUnit] = deque(maxlen=1024)
        self._strangers: dict[str, float] = {}
        self._stopping = threading.Event()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self.state = LinkState()
        self.ticked = time.monotonic()
        """When the thread last came round, monotonic seconds: a watchdog may look at it."""

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread, which closes its port; returns when both are done."""
        self._stopping.set()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(5)
        if not self._thread.is_alive() and self._wake_read >= 0:
            os.close(self._wake_read)
            os.close(self._wake_write)
            self._wake_read = self._wake_write = -1

    def acknowledge(self, key: RollKey) -> None:
        """The throw ``key`` is on disk. Any thread; whether or not the unit is there now."""
        self._orders.append(key)
        self._wake()

    def light(self, seat: int, color: str) -> None:
        """Sets the light of ``seat`` on the unit to ``rrggbb``, where the unit has lights."""
        if "led" in self.state.caps:
            self._orders.append(Light(seat, color))
            self._wake()

    def _wake(self) -> None:
        if self._wake_write >= 0:
            with contextlib.suppress(OSError):  # a full pipe wakes as well
                os.write(self._wake_write, b"!")

    def _tell(self, state: LinkState) -> None:
        if state != self.state:
            self.state = state
            try:
                self._changed(state)
            except Exception:
                log.exception("a listener of the dice link failed")

    def _offer(self, key: RollKey, roll: Roll) -> None:
        try:
            self._heard(key, roll)
        except Exception:
            log.exception("a throw could not be handed on; it is offered again")

    def _run(self) -> None:
        pause = 0.2
        while not self._stopping.is_set():
            self.ticked = time.monotonic()
            try:
                pause = 0.2 if self._try_ports() else min(2.0, pause * 2)
            except Exception as error:  # a mistake of ours, or of a spy: the port is closed, and looked for anew
                log.exception("a conversation with a dice unit failed")
                self._tell(LinkState(error=_reason(error)))
                pause = 2.0
            self._stopping.wait(pause)

    def _try_ports(self) -> bool:
        """Talks on the first port that a unit answers on, till it is lost; false where there is none."""
        try:
            found = list(self._search())
        except Exception as error:  # a search is the caller's, and sysfs may change under it
            self._tell(LinkState(error=str(error)))
            return False
        now = time.monotonic()
        present = {port.path for port in found}
        self._strangers = {path: until for path, until in self._strangers.items() if path in present and until > now}
        for port in found:
            if port.path in self._strangers or self._stopping.is_set():
                continue
            try:
                serial = open_port(port.path)
            except LOST_PORT as error:
                self._tell(LinkState(port=port, error=_reason(error)))
                continue
            with contextlib.closing(serial):
                talk = Talk(
                    time.monotonic(), self._acknowledged, self._only, LinkState(Phase.GREETING, port), self._spy
                )
                lost = self._talk(serial, talk)
            if talk.state.phase is Phase.STRANGER:
                self._strangers[port.path] = time.monotonic() + STRANGER_FOR
                self._tell(replace(talk.state, error=lost))
            else:
                self._tell(LinkState(port=port, unit=talk.state.unit, error=lost))
            if talk.state.unit is not None:
                return True
        if not found:
            self._tell(LinkState())
        return False

    def _talk(self, serial: Serial, talk: Talk) -> str | None:
        """Carries one conversation to its end. :returns: why the port was lost, or ``None``."""
        try:
            while not self._stopping.is_set():
                now = self.ticked = time.monotonic()
                talk.tick(now)
                self._pass_orders(talk)
                out = talk.outgoing()
                if out:
                    serial.write(out)
                self._tell(talk.state)
                if talk.over(now):
                    return None
                ready, _, _ = select.select([serial.fileno(), self._wake_read], [], [], 0.1)
                if self._wake_read in ready:
                    os.read(self._wake_read, 4096)
                if len(ready) > (self._wake_read in ready):
                    for key, roll in talk.receive(serial.read(4096), time.monotonic()):
                        self._offer(key, roll)
        except LOST_PORT as error:
            return _reason(error)
        return None

    def _pass_orders(self, talk: Talk) -> None:
        while self._orders:
            order = self._orders.popleft()
            if isinstance(order, RollKey):
                talk.acknowledge(order)
            else:
                talk.say(order)


def _reason(error: BaseException) -> str:
    if isinstance(error, SerialException) and "lock" in str(error):
        return "busy"
    return str(error) or type(error).__name__
