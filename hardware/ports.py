"""Serial ports by what is plugged in, never by a number that changes with the order of plugging."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from serial.tools import list_ports

BOARDS = {
    0x2E8A: "RP2040 or RP2350",
    0x303A: "ESP32-S2, S3 or C3",
    0x239A: "Adafruit",
    0x0D28: "micro:bit",
    0x2341: "Arduino",
    0x10C4: "CP210x bridge",
    0x1A86: "CH340 bridge",
    0x0403: "FTDI bridge",
}
"""USB vendors whose boards may be a dice unit; who it really is, only its HELLO says."""


@dataclass(frozen=True)
class Port:
    """A serial port: the device's path, and who its USB descriptor says it is."""

    path: str
    vid: int | None = None
    pid: int | None = None
    serial: str | None = None
    product: str | None = None

    @property
    def identity(self) -> str:
        """What to remember of this port: ``vid:pid:serial`` in hexadecimal where it is USB, the path where not."""
        if self.vid is None or self.pid is None:
            return self.path
        return f"{self.vid:04x}:{self.pid:04x}:{self.serial or '-'}"


def present() -> list[Port]:
    """Every serial port of this machine, USB or not."""
    return [
        Port(info.device, info.vid, info.pid, info.serial_number, info.product)
        for info in sorted(list_ports.comports(), key=lambda info: str(info.device))
    ]


def candidates(ports: Iterable[Port], remembered: Iterable[str] = ()) -> list[Port]:
    """The ports on which a dice unit may be: remembered identities first, then boards of :data:`BOARDS`."""
    known = list(remembered)
    ports = list(ports)
    first = sorted((p for p in ports if p.identity in known), key=lambda p: known.index(p.identity))
    return first + [p for p in ports if p.vid in BOARDS and p not in first]


def identified(ports: Iterable[Port], identity: str) -> list[Port]:
    """The ports with this :attr:`Port.identity`, wherever they are plugged in; ``-`` as its serial fits any."""
    wanted = identity.lower().removesuffix(":-")
    return [p for p in ports if p.identity.lower() == wanted or p.identity.lower().startswith(wanted + ":")]


def named(path: str) -> list[Port]:
    """The one port at ``path``, if it is there; with its USB identity where it has one."""
    if not os.path.exists(path):
        return []
    real = os.path.realpath(path)
    return [next((Port(path, p.vid, p.pid, p.serial, p.product) for p in present() if p.path == real), Port(path))]
