"""Whether a table runs on these files: it holds a lock on one of them, which no crash leaves behind."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from pathlib import Path

NAME = "table.lock"
TRIES, PAUSE = 10, 0.02
"""Who looks whether a table runs holds the lock for a moment himself."""


class Running:
    """The mark of a running table on the folder ``home``."""

    def __init__(self, home: Path) -> None:
        self._path = home / NAME
        self._held: int | None = None

    def claim(self) -> bool:
        """Set the mark; whether that was possible: not where another table has it or the disk takes nothing."""
        try:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError:
            return False
        for _ in range(TRIES):
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                time.sleep(PAUSE)
                continue
            self._held = handle
            with contextlib.suppress(OSError):  # on a full disk the lock says it without the number
                os.ftruncate(handle, 0)
                os.pwrite(handle, str(os.getpid()).encode(), 0)
            return True
        os.close(handle)
        return False

    def release(self) -> None:
        """Take the mark away; the end of the process does so too."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def who_runs(home: Path) -> int | None:
    """The process of the table that runs on ``home``: 0 where its number can't be read, ``None`` where none runs."""
    try:
        with (home / NAME).open(encoding="ascii") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                said = file.read(20).strip()
                return int(said) if said.isdecimal() else 0
    except (OSError, UnicodeDecodeError):
        pass
    return None
