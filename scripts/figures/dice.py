"""The dice line: from the last byte of a throw on a pty to the throw on disk and on the table's news.

And to the frame that shows it, in a process with the screen at its own pace. The peer is the same bytes through
the same pty to a bare thread that blocks in ``read`` and does nothing else: what the machine itself takes.
"""

from __future__ import annotations

import contextlib
import os
import pty
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.config import Config, Dice, Home
from companion.devices import Devices
from companion.events import News, RollStored
from companion.inbox import Inbox
from companion.store import Store
from companion.table import Table
from hardware.protocol import Hello, Roll, frame, say
from scripts.figures.figure import Figure, percentile
from scripts.figures.screen import asking

THROWS = 300
GAP = 0.02
"""Seconds between two throws: faster than any hand."""


class Line:
    """A pty: what is written on one end comes out on the other, at :attr:`path`."""

    def __init__(self) -> None:
        self.end, self.other = pty.openpty()
        tty.setraw(self.other)
        self.path = os.ttyname(self.other)

    def greet(self, known: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None) -> None:
        """Say hello until the host is heard to have taken it: it empties the line when it opens it."""
        os.set_blocking(self.end, False)
        while not known():
            os.write(self.end, frame(say(Hello(1, "FIGURE", 1))))
            time.sleep(0.1)
            meanwhile()

    def throw(self, n: int) -> None:
        """The throw of number ``n``, none of them a seven, after all that the host has said, or the line would fill."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self.end, 4096):
                pass
        one = n % 6 + 1
        os.write(self.end, frame(say(Roll(1, n, (one, one), 0))))

    def close(self) -> None:
        os.close(self.end)
        os.close(self.other)


def ours() -> list[float]:
    """Milliseconds from writing a throw's frame until it is stored and told."""
    line, told = Line(), threading.Event()
    taken: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        table, inbox = Table(Store(Home(Path(folder)).store)), Inbox()
        devices = Devices(Config(dice=Dice(port=line.path)), inbox.post)

        def observe(news: News) -> None:
            devices.observe(news)
            if isinstance(news, RollStored):
                told.set()

        table.watch(observe)
        thread = threading.Thread(target=inbox.run, args=(table.take,), daemon=True)
        thread.start()
        devices.start()
        try:
            line.greet(lambda: devices.dice[0].state.unit is not None)
            for n in range(1, THROWS + 1):
                time.sleep(GAP)
                told.clear()
                began = time.perf_counter()
                line.throw(n)
                if told.wait(5):
                    taken.append((time.perf_counter() - began) * 1000)
        finally:
            devices.stop()
            inbox.stop()
            thread.join(10)
            line.close()
    return taken


def bare() -> list[float]:
    """Milliseconds for the same bytes to a thread that only reads them."""
    line, read = Line(), threading.Event()
    taken: list[float] = []
    body = frame(say(Roll(1, 1, (3, 4), 0)))

    def reading() -> None:
        while os.read(line.other, 4096) != b"end":
            read.set()

    thread = threading.Thread(target=reading, daemon=True)
    thread.start()
    for _ in range(THROWS):
        time.sleep(GAP)
        read.clear()
        began = time.perf_counter()
        os.write(line.end, body)
        read.wait(5)
        taken.append((time.perf_counter() - began) * 1000)
    os.write(line.end, b"end")
    thread.join(5)
    line.close()
    return taken


def measure() -> Iterator[Figure]:
    mine, theirs = ours(), bare()
    note = f"{len(mine)} of {THROWS} throws, stored (fsync) and told"
    for name, share in (("dice bytes-to-told p50", 0.5), ("dice bytes-to-told p99", 0.99)):
        peer = percentile(theirs, share)
        yield Figure(name, percentile(mine, share), "ms", "a bare read", peer, more_is_better=False, note=note)
    with asking() as ask:
        shown = ask("throws")
    note = f"{shown['throws']} throws, to the frame with the dice"
    for name, share in (("dice bytes-to-shown p50", "p50"), ("dice bytes-to-shown p99", "p99")):
        yield Figure(name, shown[share] * 1000, "ms", note=note)
