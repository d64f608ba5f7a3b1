"""MDL/1, the dice line: frames of one text line each, and the messages inside them.

::

    frame = "$" body "*" 4 hex digits CR        body: 1..96 printable ASCII characters without $ and *
    check = CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF) over the body

A line feed may follow the carriage return, or stand for it. Nothing in this module raises on what it is fed: noise,
a half frame or a stranger's words are counted in :class:`Frames` and otherwise ignored, so that a reader thread can
live for years on a bad cable.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass, field

PROTOCOL = 1
"""The version of the protocol that this module speaks."""

LONGEST_BODY = 96
"""A body of more characters is dropped and counted, so no noise fills the memory."""

SIDES = 6
"""Faces of a die run from 1 to this."""

MOST_DICE = 12
"""More dice than this in one throw are no throw."""

_DOLLAR, _STAR, _CR, _LF = b"$*\r\n"
_HEX = frozenset(b"0123456789ABCDEF")


def check(body: bytes | bytearray) -> int:
    """The CRC-16/CCITT-FALSE of ``body``; 0x29B1 for ``123456789``."""
    return binascii.crc_hqx(body, 0xFFFF)


def frame(body: str) -> bytes:
    """The line that carries ``body``. :raises ValueError: for a body that no frame can carry."""
    raw = body.encode("ascii")
    if not 1 <= len(raw) <= LONGEST_BODY or any(not _may_stand(byte) for byte in raw):
        raise ValueError(f"no frame can carry {body!r}")
    return b"$%b*%04X\r\n" % (raw, check(raw))


def _may_stand(byte: int) -> bool:
    return 0x20 <= byte <= 0x7E and byte != _DOLLAR and byte != _STAR


@dataclass
class Frames:
    """Cuts a stream of bytes, in pieces of any size, into the bodies of its sound frames.

    ``bad`` counts frames that began and were dropped, ``noise`` bytes outside any frame (line ends excepted). It
    holds at most one frame, whatever comes.
    """

    bad: int = 0
    noise: int = 0
    _body: bytearray = field(default_factory=bytearray)
    _check: bytearray = field(default_factory=bytearray)
    _stage: int = 0  # 0 between frames, 1 in the body, 2 in the check

    def feed(self, data: bytes) -> list[str]:
        """The bodies whose frames end within ``data``, in order."""
        bodies: list[str] = []
        for byte in data:
            if byte == _DOLLAR:
                if self._stage:
                    self.bad += 1
                self._body.clear()
                self._check.clear()
                self._stage = 1
            elif self._stage == 0:
                self.noise += byte not in (_CR, _LF)
            elif self._stage == 1:
                if byte == _STAR and self._body:
                    self._stage = 2
                elif _may_stand(byte) and len(self._body) < LONGEST_BODY:
                    self._body.append(byte)
                else:
                    self._drop()
            elif len(self._check) < 4:
                if byte in _HEX:
                    self._check.append(byte)
                else:
                    self._drop()
            elif byte in (_CR, _LF) and int(self._check, 16) == check(self._body):
                bodies.append(self._body.decode("ascii"))
                self._stage = 0
            else:
                self._drop()
        return bodies

    def _drop(self) -> None:
        self.bad += 1
        self._stage = 0


# ---------------------------------------------------------------------------------------------- unit -> host


@dataclass(frozen=True, slots=True)
class RollKey:
    """The primary key of a throw: the unit's serial number, its boot counter, the throw's number since then."""

    unit: str
    boot: int
    n: int


@dataclass(frozen=True, slots=True)
class Hello:
    """The unit names itself, after a reset and as the answer to HI."""

    proto: int
    unit: str
    boot: int
    firmware: str = ""
    caps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """A throw; ``None`` in ``faces`` is a die that the unit could not read. ``quality`` is ok, cocked or tilt."""

    boot: int
    n: int
    faces: tuple[int | None, ...]
    age_ms: int
    quality: str = "ok"

    @property
    def clear(self) -> bool:
        """Whether the throw counts as it is, without asking the table."""
        return self.quality == "ok" and None not in self.faces


@dataclass(frozen=True, slots=True)
class Rolling:
    """The dice are in motion."""

    boot: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Once a second: battery in percent (``None``: on the cable), throws not acknowledged, bad frames the unit saw."""

    boot: int
    battery: int | None = None
    pending: int = 0
    bad: int = 0


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    token: str


@dataclass(frozen=True, slots=True)
class Fault:
    """The unit reports a fault of its own: ``full`` (it keeps no more throws), ``flash``, ``sensor`` ..."""

    code: str


FromUnit = Hello | Roll | Rolling | Heartbeat | Pong | Fault

# ---------------------------------------------------------------------------------------------- host -> unit


@dataclass(frozen=True, slots=True)
class Hi:
    """The host asks who is there."""

    proto: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Ack:
    """Every throw of ``boot`` up to ``n`` is stored."""

    boot: int
    n: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a :class:`Pong` with the same token (letters and digits)."""

    token: str


@dataclass(frozen=True, slots=True)
class Light:
    """The light at ``seat`` takes this colour, ``rrggbb``."""

    seat: int
    color: str


ToUnit = Hi | Ack | Ping | Light
Message = FromUnit | ToUnit


def say(message: Message) -> str:
    """The body that means ``message``."""
    match message:
        case Hello(proto, unit, boot, firmware, caps):
            rest = f",fw={firmware}" if firmware else ""
            rest += f",caps={'+'.join(caps)}" if caps else ""
            return f"HELLO,proto={proto},unit={unit},boot={boot}{rest}"
        case Roll(boot, n, faces, age_ms, quality):
            shown = ";".join("?" if face is None else str(face) for face in faces)
            return f"ROLL,{boot},{n},{shown},age={age_ms}" + (f",q={quality}" if quality != "ok" else "")
        case Rolling(boot):
            return f"ROLLING,{boot}"
        case Heartbeat(boot, battery, pending, bad):
            rest = "" if battery is None else f",bat={battery}"
            return f"HB,{boot}{rest},pend={pending},bad={bad}"
        case Pong(token):
            return f"PONG,{token}"
        case Fault(code):
            return f"ERR,{code}"
        case Hi(proto):
            return f"HI,proto={proto}"
        case Ack(boot, n):
            return f"ACK,{boot},{n}"
        case Ping(token):
            return f"PING,{token}"
        case Light(seat, color):
            return f"LED,{seat},{color}"


def hear(body: str) -> Message | None:
    """What ``body`` means, or ``None`` where it means nothing to this protocol.

    Unknown kinds and unknown ``key=value`` fields are ignored, so that a newer unit works with an older host; a
    message that lacks what it must have, or has it out of range, is as good as unknown.
    """
    kind, *rest = body.split(",")
    plain = [part for part in rest if "=" not in part]
    named = dict(part.split("=", 1) for part in rest if "=" in part)
    try:
        match kind, plain:
            case "HELLO", _:
                caps = tuple(cap for cap in named.get("caps", "").split("+") if cap)
                return Hello(
                    _whole(named["proto"]), _name(named["unit"]), _whole(named["boot"]), named.get("fw", ""), caps
                )
            case "ROLL", [boot, n, faces, *_]:
                quality = named.get("q", "ok")
                return Roll(_whole(boot), _whole(n, 1), _faces(faces), _whole(named["age"]), quality)
            case "ROLLING", [boot, *_]:
                return Rolling(_whole(boot))
            case "HB", [boot, *_]:
                battery = min(100, _whole(named["bat"])) if "bat" in named else None
                return Heartbeat(_whole(boot), battery, _whole(named.get("pend", "0")), _whole(named.get("bad", "0")))
            case "PONG", [token, *_]:
                return Pong(_name(token))
            case "ERR", [code, *_]:
                return Fault(_name(code))
            case "HI", _:
                return Hi(_whole(named["proto"]))
            case "ACK", [boot, n, *_]:
                return Ack(_whole(boot), _whole(n))
            case "PING", [token, *_]:
                return Ping(_name(token))
            case "LED", [seat, color, *_]:
                return Light(_whole(seat), _color(color))
    except (KeyError, ValueError):
        return None
    return None


def _whole(text: str, low: int = 0) -> int:
    """A number as the protocol writes it: ASCII digits alone, at most ten of them, no sign and no space."""
    if not (text.isascii() and text.isdigit() and len(text) <= 10) or int(text) < low:
        raise ValueError(text)
    return int(text)


def _name(text: str) -> str:
    if not 1 <= len(text) <= 32 or not all(c.isalnum() or c in "-_.:" for c in text):
        raise ValueError(text)
    return text


def _color(text: str) -> str:
    if len(text) != 6 or not all(c in "0123456789abcdefABCDEF" for c in text):
        raise ValueError(text)
    return text.lower()


def _faces(text: str) -> tuple[int | None, ...]:
    faces = tuple(None if part == "?" else _whole(part, 1) for part in text.split(";"))
    if len(faces) > MOST_DICE or any(face is not None and face > SIDES for face in faces):
        raise ValueError(text)
    return faces
