"""The staff's PIN: kept as an argon2 hash, tries counted where a restart can't forget them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from companion.game import Line

SHORTEST = 6
"""Digits."""
FREE_TRIES = 5
FIRST_WAIT, LONGEST_WAIT = 30.0, 900.0
"""Seconds between tries after the free ones; each further failure doubles it."""


class _Kept(msgspec.Struct):
    hash: str = ""
    failures: int = 0


class Pin:
    """The PIN of the table whose files lie in ``folder``.

    The waiting time runs on a monotonic clock and starts anew with the program: neither a restart nor another date
    shortens it.
    """

    def __init__(self, folder: Path, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._path = folder / "staff.json"
        self._monotonic = monotonic
        self._hasher = PasswordHasher()
        self._not_before = monotonic() + _wait(self._read().failures)

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN at all."""
        return bool(self._read().hash)

    @property
    def wait(self) -> float:
        """Seconds until the next try counts."""
        return max(0.0, self._not_before - self._monotonic())

    def choose(self, pin: str) -> Line | None:
        """Set the PIN, or say why it is none: six ASCII digits or more, not all the same and not in a row."""
        if not (pin.isascii() and pin.isdigit() and len(pin) >= SHORTEST):
            return Line.of("error.pin_short", n=SHORTEST)
        if len(set(pin)) == 1 or pin in "01234567890" or pin in "09876543210":
            return Line.of("error.pin_easy")
        self._write(_Kept(self._hasher.hash(pin)))
        return None

    def refusal(self, pin: str) -> Line | None:
        """``None`` where ``pin`` is right, else why not. A failure is on disk before it is answered."""
        kept = self._read()
        if not kept.hash:
            return Line.of("error.no_pin")
        if self.wait > 0:
            return Line.of("error.pin_wait", n=int(self.wait) + 1)
        kept.failures += 1
        self._write(kept)  # before looking: pulling the plug gives no free try
        self._not_before = self._monotonic() + _wait(kept.failures)
        try:
            self._hasher.verify(kept.hash, pin)
        except (Argon2Error, InvalidHashError):
            return Line.of("error.pin_wrong", n=max(0, FREE_TRIES - kept.failures))
        kept.failures = 0
        self._write(kept)
        self._not_before = self._monotonic()
        return None

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except (FileNotFoundError, msgspec.DecodeError):
            return _Kept()

    def _write(self, kept: _Kept) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(kept))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)


def _wait(failures: int) -> float:
    """Seconds to wait after so many failures in a row."""
    if failures < FREE_TRIES:
        return 0.0
    doubled: float = FIRST_WAIT * 2.0 ** min(failures - FREE_TRIES, 16)
    return min(LONGEST_WAIT, doubled)
