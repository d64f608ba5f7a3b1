"""A dice unit without a unit: the firmware's own core on a pseudo terminal, with all that can befall it.

The fake can be unplugged and plugged in again, cut from its power at any instruction, made to keep its throws in a
file, and put on a bad cable (:class:`Wire`). It runs the same code of :mod:`hardware.firmware` that a real unit runs.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from hardware.firmware.mdl_ear import Ear
from hardware.firmware.mdl_line import Line, crc16
from hardware.firmware.mdl_memory import Memory
from hardware.firmware.mdl_throws import Throws
from hardware.firmware.mdl_unit import Unit
from hardware.ports import Port


class Wire:
    """A cable that damages, loses and doubles pieces of what it carries, each with its own probability.

    A piece is one write of the unit or one read of the host: a frame, as a rule. Damage is one to three flipped
    bits or one burst of up to sixteen.
    """

    def __init__(self, rng: Random, damage: float = 0.0, loss: float = 0.0, doubling: float = 0.0) -> None:
        self.rng = rng
        self.damage, self.loss, self.doubling = damage, loss, doubling
        self.damaged = self.lost = self.doubled = 0

    def carry(self, data: bytes) -> bytes:
        """What arrives of ``data``."""
        if self.rng.random() < self.loss:
            self.lost += 1
            return b""
        if self.rng.random() < self.damage:
            self.damaged += 1
            data = damaged(data, self.rng)
        if self.rng.random() < self.doubling:
            self.doubled += 1
            data += data
        return data


def damaged(data: bytes, rng: Random) -> bytes:
    """``data`` with one to three bits flipped, or with one burst of two to sixteen bits."""
    bits = int.from_bytes(data, "big")
    width = len(data) * 8
    if rng.random() < 0.5:
        for position in rng.sample(range(width), min(width, rng.randint(1, 3))):
            bits ^= 1 << position
    else:
        length = min(width, rng.randint(2, 16))
        burst = 1 | 1 << (length - 1) | rng.getrandbits(length)
        bits ^= burst << rng.randint(0, width - length)
    return bits.to_bytes(len(data), "big")


class PowerLost(Exception):
    """The power went in the middle of a write to the flash; ``whole`` where all of it was there already."""

    def __init__(self, whole: bool) -> None:
        super().__init__()
        self.whole = whole


class FileSlots:
    """The two texts of a unit's flash as files; in memory where ``folder`` is ``None``."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._texts: dict[int, str] = {}
        self.tear_after: int | None = None
        """Set: the next write ends after so many letters, by :class:`PowerLost`."""
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)

    def read(self, slot: int) -> str:
        if self._folder is None:
            return self._texts.get(slot, "")
        return (self._folder / f"slot{slot}").read_text("ascii", errors="replace")

    def write(self, slot: int, text: str) -> None:
        tear, self.tear_after = self.tear_after, None
        written = text[:tear]
        if self._folder is None:
            self._texts[slot] = written
        else:
            with open(self._folder / f"slot{slot}", "w", encoding="ascii") as file:
                file.write(written)
        if tear is not None:
            raise PowerLost(written == text)


class FakeUnit:
    """A dice unit on a pty. It starts unplugged and without power: :meth:`plug` and :meth:`power` it.

    Its thread is its processor; every method may be called from any thread. ``thrown`` lists what it kept, as
    (boot, n, faces, quality): the truth that a record is measured against.
    """

    def __init__(
        self,
        serial: str = "FAKE1",
        folder: Path | None = None,
        wire: Wire | None = None,
        caps: str = "2d6+bat+led",
    ) -> None:
        self.serial = serial
        self.caps = caps
        self.battery: int | None = 87
        self.lights: dict[int, str] = {}
        self.thrown: list[tuple[int, int, tuple[int | None, ...], str]] = []
        self._slots = FileSlots(folder)
        self._wire = wire
        self._unit: Unit | None = None
        self._ear: Ear
        self._master = -1
        self._path = ""
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"fake {serial}", daemon=True)
        self._thread.start()

    def plug(self) -> str:
        """Connects the cable. :returns: the path of the port, another one each time."""
        with self._lock:
            self.unplug()
            self._master, slave = pty.openpty()
            tty.setraw(slave)
            os.set_blocking(self._master, False)
            self._path = os.ttyname(slave)
            os.close(slave)  # so that the path dies with the cable
            return self._path

    def unplug(self) -> None:
        """Pulls the cable: the host's port fails from now on. The unit lives on if it has power."""
        with self._lock:
            if self._master >= 0:
                os.close(self._master)
                self._master = -1

    def search(self) -> list[Port]:
        """The port as the host's bus would list it: there only while it is plugged in."""
        with self._lock:
            return [Port(self._path, 0x2E8A, 0x0005, self.serial, "Mizban dice")] if self._master >= 0 else []

    def power(self) -> None:
        """Switches the unit on: it counts a boot and takes up its kept throws."""
        with self._lock, self._until_power_goes():
            throws = Throws(Memory(self._slots.read, self._slots.write, crc16), _now())
            self._unit = Unit(self.serial, Line(self._send), throws, _now(), self.caps)
            self._unit.battery = self.battery
            self._ear = Ear(self._unit, self._light)

    def power_cut(self) -> None:
        """Takes the power away: everything that is not in the flash is gone."""
        with self._lock:
            self._unit = None
            self._slots.tear_after = None

    def power_cut_in_write(self, letters: int) -> None:
        """Takes the power away in the middle of the next write to the flash, after ``letters`` of it."""
        with self._lock:
            self._slots.tear_after = letters

    @contextlib.contextmanager
    def _until_power_goes(self) -> Iterator[None]:
        try:
            yield
        except PowerLost:
            self._unit = None

    @property
    def powered(self) -> bool:
        return self._unit is not None

    @property
    def pending(self) -> int:
        """Throws that no host has acknowledged yet."""
        with self._lock:
            return len(self._unit.throws.pending) if self._unit is not None else 0

    def throw(self, faces: Sequence[int | None], quality: str = "ok") -> bool:
        """Lets the dice fall. :returns: whether the unit kept the throw: false without power or without room."""
        with self._lock:
            if self._unit is None:
                return False
            throws = self._unit.throws
            try:
                self._unit.rolling()
                kept = self._unit.throw(faces, _now(), quality)
                throws.flush()
            except PowerLost as lost:
                self._unit = None
                kept = lost.whole
            if kept:
                self.thrown.append((throws.boot, throws.n, tuple(faces), quality))
            return kept

    def say(self, text: bytes) -> None:
        """Puts raw bytes on the line, for a wrong device or a newer unit."""
        self._send(text.decode("latin-1"))

    def stop(self) -> None:
        """Ends the fake; returns when its thread has."""
        self._stopping.set()
        self._thread.join(5)
        self.unplug()

    def _light(self, seat: int, color: str) -> None:
        self.lights[seat] = color

    def _send(self, text: str) -> None:
        data = text.encode("latin-1")
        with self._lock:
            if self._wire is not None:
                data = self._wire.carry(data)
            if self._master >= 0 and data:
                with contextlib.suppress(OSError):  # nobody reads: a unit's line has no memory either
                    os.write(self._master, data)

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                master = self._master
            if master < 0:
                self._stopping.wait(0.02)
            else:
                self._listen(master)
            with self._lock, self._until_power_goes():
                if self._unit is not None:
                    self._unit.battery = self.battery
                    self._unit.step(_now())

    def _listen(self, master: int) -> None:
        data = b""
        try:
            if select.select([master], [], [], 0.02)[0]:
                with self._lock:
                    if self._master == master:  # else the number may already belong to somebody else's file
                        data = os.read(master, 4096)
        except (OSError, ValueError):  # no host has the port open, or the cable was pulled meanwhile
            self._stopping.wait(0.02)
            return
        if data and self._wire is not None:
            data = self._wire.carry(data)
        with self._lock, self._until_power_goes():
            if data and self._unit is not None:
                self._ear.hear(data, _now())


def _now() -> int:
    return int(time.monotonic() * 1000)
