"""``mizban check``: how every part is, and how to mend what is not well."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

from companion.commands import DONE, NO, help_of
from companion.config import Config, home, load
from companion.events import Health, encode
from companion.game import Line, MizbanError
from companion.health import looked, machine, store

PATIENCE = 4.0
"""Seconds in which a dice unit has said hello."""


def add_parser(subparsers: Any) -> None:
    """Add ``check``."""
    parser = subparsers.add_parser("check", help=help_of("check"), description=help_of("check"))
    parser.add_argument("--json", action="store_true", help=help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Look at every part; 1 where one is not well."""
    found = list(parts())
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
        print(json.dumps({"well": well, "parts": document}, ensure_ascii=False))
    else:
        for part in found:
            print(f"{'+' if part.well else '!'} {part.part}: {args.words.say(part.line)}")
            if part.remedy is not None and not part.well:
                print(f"    {args.words.say(part.remedy)}")
    return DONE if well else NO


def parts() -> Iterator[Health]:
    """The health of each part. One that can't be looked at is not well, and hides no other."""
    config = Config()
    try:
        config = load(home().config)
        yield Health("config", True, Line.of("health.config", file=str(home().config)))
    except MizbanError as error:
        yield Health("config", False, error.line, Line.of("remedy.config", file=str(home().config)))
    yield from looked("store", lambda: store(home()))
    yield from machine(config, home())
    yield from looked("devices", lambda: _devices(config))


def _devices(config: Config) -> Iterator[Health]:
    from companion.devices import Devices

    devices = Devices(config, lambda signal: None)
    devices.start()
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not all(part.well for part in devices.health()):
            time.sleep(0.1)
        yield from devices.health()
    finally:
        devices.stop()
