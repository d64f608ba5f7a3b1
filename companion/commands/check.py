"""``mizban check``: how every part is, and how to mend what is not well."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from companion.commands import DONE, NO, help_of, number
from companion.config import Config, home, load
from companion.devices import Devices
from companion.events import Health, encode
from companion.game import Line, MizbanError, Seat
from companion.health import faults_file, looked, machine, read_faults, store
from companion.locale import Catalogue, digits
from companion.outputs.sound import Player
from companion.running import who_runs
from hardware.lights import TRIAL

PATIENCE = 4.0
"""Seconds in which a dice unit has said hello."""


def add_parser(subparsers: Any) -> None:
    """Add ``check``."""
    parser = subparsers.add_parser("check", help=help_of("check"), description=help_of("check"))
    parser.add_argument("--json", action="store_true", help=help_of("json"))
    parser.add_argument(
        "--try", dest="trial", type=number(0, 3600), default=0.0, metavar="S", help=help_of("check.try")
    )


def run(args: argparse.Namespace) -> int:
    """Look at every part; 1 where one is not well."""
    if args.trial > 0 and who_runs(home().path) is None:
        print(args.words.text("check.try", n=round(args.trial)), file=sys.stderr)
    found = list(parts(args.trial))
    faults = read_faults(faults_file(home()))
    well = all(part.well for part in found)
    if args.json:
        document = [
            {
                "part": part.part,
                "well": part.well,
                "key": part.line.key,
                "what": args.words.say(part.line),
                "remedy": None if part.remedy is None else args.words.say(part.remedy),
                "facts": json.loads(encode(dict(part.line.facts))),
            }
            for part in found
        ]
        late = [
            {"at": f.at, "times": f.times, "part": f.health.part, "what": args.words.say(f.health.line)} for f in faults
        ]
        print(json.dumps({"well": well, "parts": document, "faults": late}, ensure_ascii=False))
    else:
        for part in found:
            print(f"{'+' if part.well else '!'} {_named(args.words, part.part)}: {args.words.say(part.line)}")
            if part.remedy is not None and not part.well:
                print(f"    {args.words.say(part.remedy)}")
        if faults:
            print(args.words.text("check.faults", n=len(faults)))
        for fault in faults:
            when = digits(time.strftime("%Y-%m-%d %H:%M", time.localtime(fault.at)), args.words.language)
            name, times = _named(args.words, fault.health.part), args.words.number(fault.times)
            print(f"  {when}  {name}: {args.words.say(fault.health.line)} ({times})")
    return DONE if well else NO


def _named(words: Catalogue, part: str) -> str:
    """The part as it is called: in English by the name that scripts know it by."""
    kind, _, number = part.partition(" ")
    if words.language == "en" or not words.has(f"flow.part.{kind}"):
        return part
    return f"{words.text(f'flow.part.{kind}')} {digits(number, words.language)}".strip()


def parts(trial: float = 0.0) -> Iterator[Health]:
    """The health of each part. One that can't be looked at is not well, and hides no other.

    ``trial`` seconds are left for people to press each button, while each light blinks. The devices and the camera of
    a table that runs are its own, and left to its health page.
    """
    config = Config()
    try:
        config = load(home().config)
        yield Health("config", True, Line.of("health.config", file=str(home().config)))
    except MizbanError as error:
        yield Health("config", False, error.line, Line.of("remedy.config", file=str(home().config)))
    yield from looked("store", lambda: store(home()))
    runs = who_runs(home().path)
    found = machine(config, home(), look=runs is None)
    yield from (part for part in found if runs is None or part.part != "screen")  # who looks from afar has none
    yield from looked("sound", lambda: [Player().health(config.sound.volume)])
    if runs is None:
        yield from looked("devices", lambda: _devices(config, trial))
    else:  # what a table holds would look like another program's
        yield Health("table", True, Line.of("health.table.runs", process=runs))


def _devices(config: Config, trial: float) -> Iterator[Health]:
    devices = Devices(config, lambda signal: None)
    devices.start()
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not (all(part.well for part in devices.health()) and _measured(devices)):
            time.sleep(0.1)
        end = time.monotonic() + trial
        while time.monotonic() < end:
            for state in devices.lights.states():
                devices.try_light(Seat(state.seat))
            time.sleep(max(0.0, min(TRIAL, end - time.monotonic())))
        yield from devices.health()
    finally:
        devices.stop()


def _measured(devices: Devices) -> bool:
    """Whether every dice unit that has a battery has said how full it is."""
    return all(link.state.battery is not None or "bat" not in link.state.caps for link in devices.dice)
