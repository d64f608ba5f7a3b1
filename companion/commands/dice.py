"""``mizban dice``: listen to the dice line as text; put a dice unit that is none on a pseudo terminal."""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.commands import BAD, DONE, NO, number, whole

ASCII_DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")
"""A Persian keyboard types its own digits."""


def add_parser(subparsers: Any) -> None:
    """Add ``dice`` with its own commands."""
    words = subparsers._parser_class.words

    def told(key: str) -> str:
        text: str = words.text(f"cli.help.dice.{key}")
        return text.replace("%", "%%")

    parser = subparsers.add_parser("dice", help=words.text("cli.help.dice"), description=words.text("cli.help.dice"))
    commands = parser.add_subparsers(dest="dice_command", metavar="listen|simulate", required=True)
    listen = commands.add_parser("listen", help=told("listen"), description=told("listen"))
    listen.add_argument("port", nargs="?", metavar="PORT", help=told("port"))
    listen.add_argument("--seconds", type=number(0), metavar="S", help=told("seconds"))
    listen.add_argument("--acknowledge", action="store_true", help=told("acknowledge"))
    simulate = commands.add_parser("simulate", help=told("simulate"), description=told("simulate"))
    simulate.add_argument("--unit", default="SIM1", metavar="NAME", help=told("unit"))
    simulate.add_argument("--link", type=Path, metavar="PATH", help=told("link"))
    simulate.add_argument("--flash", type=Path, metavar="FOLDER", help=told("flash"))
    simulate.add_argument("--every", type=number(0.01), metavar="S", help=told("every"))
    simulate.add_argument("--throws", type=whole(0), metavar="N", help=told("throws"))
    simulate.add_argument("--seed", type=whole(), metavar="N", help=told("seed"))
    simulate.add_argument("--bad", type=number(0, 1), default=0.0, metavar="P", help=told("bad"))


def run(args: argparse.Namespace) -> int:
    """Do what ``args`` ask until the end of the input, --seconds, --throws or Ctrl-C."""
    with _ending_quietly():
        return listen(args) if args.dice_command == "listen" else simulate(args)
    return DONE


@contextlib.contextmanager
def _ending_quietly() -> Iterator[None]:
    """SIGTERM ends as Ctrl-C does, and neither is a mistake."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


def listen(args: argparse.Namespace) -> int:
    """Print each frame of the line with the time it came. Throws stay in the unit unless --acknowledge is given."""
    from hardware.dice import DiceLink, LinkState
    from hardware.ports import candidates, named, present
    from hardware.protocol import Roll, RollKey

    say = args.words
    if args.port and not os.path.exists(args.port):
        print(say.text("dice.no_port", port=args.port), file=sys.stderr)
        return BAD
    heard = 0
    began = time.monotonic()

    def line(body: str) -> None:
        nonlocal heard
        heard += 1
        print(f"{time.monotonic() - began:9.3f}  {body}", flush=True)

    def changed(state: LinkState) -> None:
        port = state.port.path if state.port else "-"
        text = say.text(f"dice.{state.phase.value}", port=port, unit=state.unit or "-")
        if text != last[0]:
            last[0] = text
            print(text, file=sys.stderr, flush=True)

    def throw(key: RollKey, roll: Roll) -> None:
        if args.acknowledge:
            link.acknowledge(key)

    last = [say.text("dice.searching")]
    print(last[0], file=sys.stderr, flush=True)
    search: Callable[[], Any] = partial(named, args.port) if args.port else lambda: candidates(present())
    link = DiceLink(search, throw, changed, spy=line)
    link.start()
    try:
        while args.seconds is None or time.monotonic() - began < args.seconds:
            time.sleep(0.05)
    finally:
        link.stop()
        print(say.text("dice.heard", n=heard) if heard else say.text("dice.nothing"), file=sys.stderr, flush=True)
    return DONE if heard else NO


def simulate(args: argparse.Namespace) -> int:
    """Run a fake unit; each line of the input is a throw ("3 4", "? 2", "cocked 1 6") or what befalls the unit."""
    from hardware.fake import FakeUnit, Wire

    say = args.words
    if args.link is not None and args.link.exists() and not args.link.is_symlink():
        print(say.text("dice.simulate.link_taken", file=str(args.link)), file=sys.stderr, flush=True)
        return BAD
    if args.link is not None and not args.link.parent.is_dir():
        print(say.text("error.no_folder", file=str(args.link.parent)), file=sys.stderr, flush=True)
        return BAD
    rng = Random(args.seed)
    wire = Wire(Random(args.seed), args.bad, args.bad, args.bad) if args.bad else None
    unit = FakeUnit(args.unit, args.flash, wire)
    try:
        unit.power()
        _plug(unit, args.link)
        print(say.text("dice.simulate.help"), file=sys.stderr, flush=True)
        next_throw = time.monotonic() + (args.every or 0)
        said = _Input(sys.stdin.fileno())
        while args.throws is None or len(unit.thrown) < args.throws or unit.pending:
            for text in said.lines(0.05):
                if not _obey(unit, text.split(), args.link, rng):
                    print(say.text("dice.simulate.what", text=text), file=sys.stderr, flush=True)
            if said.ended and not args.every:
                break
            due = args.every and time.monotonic() >= next_throw
            if due and (args.throws is None or len(unit.thrown) < args.throws):
                next_throw = time.monotonic() + args.every
                _obey(unit, ["throw"], args.link, rng)
    finally:
        try:
            unit.stop()
        finally:  # a second signal may come while it stops
            if args.link is not None and args.link.is_symlink():
                args.link.unlink()
    return DONE


class _Input:
    """Lines from a descriptor without waiting for them: a buffered reader hides lines from select."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self.ended = False

    def lines(self, wait: float) -> list[str]:
        """The whole lines that came within ``wait`` seconds."""
        if self.ended:
            time.sleep(wait)
        elif select.select([self._descriptor], [], [], wait)[0]:
            data = os.read(self._descriptor, 4096)
            self.ended = not data
            *whole, self._rest = (self._rest + data).split(b"\n")
            return [line.decode("utf-8", "replace").translate(ASCII_DIGITS).strip() for line in whole]
        return []


def _plug(unit: Any, link: Path | None) -> None:
    path = unit.plug()
    if link is not None:
        fresh = link.with_name(link.name + ".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(path)
        fresh.replace(link)
    print(link or path, flush=True)


def _obey(unit: Any, said: list[str], link: Path | None, rng: Random) -> bool:
    """Do one line of the input; whether it was understood."""
    match said:
        case []:
            pass
        case ["throw"]:
            unit.throw((rng.randint(1, 6), rng.randint(1, 6)))
        case ["unplug"]:
            unit.unplug()
        case ["plug"]:
            _plug(unit, link)
        case ["cut"]:
            unit.power_cut()
        case ["power"]:
            unit.power()
        case ["battery", percent] if percent.isdigit():
            unit.battery = int(percent)
        case [("cocked" | "tilt") as quality, *faces] if faces and _are_faces(faces):
            unit.throw(_faces(faces), quality)
        case faces if _are_faces(faces):
            unit.throw(_faces(faces))
        case _:
            return False
    return True


def _are_faces(faces: list[str]) -> bool:
    return all(face in ("?", "1", "2", "3", "4", "5", "6") for face in faces)


def _faces(faces: list[str]) -> tuple[int | None, ...]:
    return tuple(None if face == "?" else int(face) for face in faces)
