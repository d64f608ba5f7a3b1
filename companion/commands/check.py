"""``mizban check``: how every part is, and how to mend what is not well."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.commands import DONE, NO, help_of
from companion.config import Config, home, load
from companion.events import Health, encode
from companion.game import Line, MizbanError
from companion.games import GAMES

ROOM = 200 * 1024 * 1024
"""Bytes of the disk that should be free."""
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
    looks: tuple[tuple[str, Callable[[], Iterator[Health]]], ...] = (
        ("games", _games),
        ("store", _store),
        ("disk", _disk),
        ("text", _text),
        ("screen", _screen),
        ("camera", lambda: _camera(config)),
        ("devices", lambda: _devices(config)),
    )
    for name, look in looks:
        try:
            yield from look()
        except MizbanError as error:
            yield Health(name, False, error.line)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            yield Health(name, False, Line.of("health.not_seen", what=what))


def _games() -> Iterator[Health]:
    yield Health("games", bool(GAMES), Line.of("health.games", n=len(GAMES)))


def _store() -> Iterator[Health]:
    from companion.store import Store

    path = home().store
    if not path.exists():
        yield Health("store", True, Line.of("health.store_new", file=str(path)))
        return
    store = Store(path)
    yield from store.notes
    if not store.notes:
        yield Health("store", True, Line.of("health.store", file=str(path), n=len(store.matches())))


def _disk() -> Iterator[Health]:
    folder = home().path
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    line = Line.of("health.room", folder=str(folder), n=free // (1024 * 1024))
    writable = os.access(folder, os.W_OK)
    if not writable:
        line = Line.of("health.not_writable", folder=str(folder))
    yield Health("disk", writable and free >= ROOM, line, Line.of("remedy.disk_full"))


def _text() -> Iterator[Health]:
    from PIL import features

    missing = [name for name in ("raqm", "fribidi") if not features.check(name)]
    if missing:
        line = Line.of("health.text_unshaped", what=", ".join(missing))
        yield Health("text", False, line, Line.of("remedy.text_unshaped"))
    else:
        yield Health("text", True, Line.of("health.text"))


def _screen() -> Iterator[Health]:
    display = os.environ.get("DISPLAY") or next((str(card) for card in Path("/dev/dri").glob("card*")), "")
    line = Line.of("health.screen", what=display) if display else Line.of("health.no_screen")
    yield Health("screen", bool(display), line, None if display else Line.of("remedy.no_screen"))


def _camera(config: Config) -> Iterator[Health]:
    source = config.camera.source
    if source == "none":
        yield Health("camera", True, Line.of("health.camera_unused"))
        return
    path = Path(f"/dev/video{source}" if isinstance(source, int) or source.isdigit() else source)
    there = "://" in str(source) or path.exists()
    line = Line.of("health.camera" if there else "health.no_camera", what=str(path))
    yield Health("camera", there, line, None if there else Line.of("remedy.no_camera"))


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
