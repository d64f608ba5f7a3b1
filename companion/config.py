"""What a table is: ``mizban.toml``, and the folder in which everything that a table owns lies."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs
import tomlkit
from tomlkit.exceptions import TOMLKitError

from companion.game import BadConfig, Fact, Line
from companion.reasons import reason

Language = Literal["fa", "en"]
SideName = Literal["south", "west", "north", "east"]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the file. A name that it does not know is a mistake, and said to be one."""


class SeatPins(Part, frozen=True):
    """A place at the table with its hardware. ``button`` and ``light`` are BCM numbers; ``light`` a plain lamp."""

    side: SideName
    button: int | None = None
    light: int | None = None
    color: str | None = None
    language: Language | None = None


class Screen(Part, frozen=True):
    """The panel: its visible size in millimetres, turn in degrees; ``host``: it stands upright beside the table;
    ``less_motion``: nothing flies or slides.
    """

    width_mm: float | None = None
    height_mm: float | None = None
    rotation: Literal[0, 90, 180, 270] = 0
    theme: Literal["dark", "light", "contrast"] = "dark"
    host: bool = False
    less_motion: bool = False


class Sound(Part, frozen=True):
    """``volume`` from 0 (lights only) to 1."""

    volume: float = 0.5


class Dice(Part, frozen=True):
    """The dice unit: a port, or "auto": the device with serial number ``unit``, else the first that answers."""

    port: str = "auto"
    unit: str = ""


class Lights(Part, frozen=True):
    """``strip``: BCM number of a WS2812 strip's data line; ``pixels`` a seat."""

    strip: int | None = None
    pixels: int = 4


class Camera(Part, frozen=True):
    """``source``: "none", a number as in /dev/video0, a file, a folder or an URL. ``tileset`` names the copy's look."""

    source: str | int = "none"
    tileset: str = ""
    width: int = 1640
    height: int = 1232


class Cafe(Part, frozen=True):
    """A café's broker; without ``broker`` the table speaks to nobody. ``ca``: its certificate."""

    id: str = ""
    table: str = ""
    broker: str = ""
    port: int = 8883
    ca: str = ""
    user: str = ""
    password_file: str = ""
    database: str = ""


class Config(Part, frozen=True):
    """Everything that ``mizban.toml`` may say; what it leaves out has the default here."""

    language: Language = "fa"
    languages: tuple[Language, ...] = ("fa", "en")
    seats: tuple[SeatPins, ...] = ()
    screen: Screen = Screen()
    sound: Sound = Sound()
    dice: Dice = Dice()
    lights: Lights = Lights()
    camera: Camera = Camera()
    cafe: Cafe = Cafe()
    backups: str = ""


MOST_SEATS = 8
RANGES: dict[tuple[str, str], tuple[float, float]] = {
    ("screen", "width_mm"): (50, 2500),
    ("screen", "height_mm"): (50, 2500),
    ("sound", "volume"): (0, 1),
    ("lights", "pixels"): (1, 300),
    ("camera", "width"): (160, 8192),
    ("camera", "height"): (120, 8192),
    ("cafe", "port"): (1, 65_535),
}
"""Section and name of each figure, and between which it has to lie: from a phone's panel to a wall's."""


@dataclass(frozen=True)
class Home:
    """The folder of a table's own files."""

    path: Path

    @property
    def config(self) -> Path:
        return self.path / "mizban.toml"

    @property
    def store(self) -> Path:
        return self.path / "mizban.db"

    @property
    def tilesets(self) -> Path:
        return self.path / "tilesets"

    @property
    def boxes(self) -> Path:
        return self.path / "boxes"

    @property
    def templates(self) -> Path:
        return self.path / "templates"

    @property
    def backups(self) -> Path:
        return self.path / "backups"


def home(given: str | Path | None = None, environment: Mapping[str, str] = os.environ) -> Home:
    """``given``, else MIZBAN_HOME, else the platform's own place for data."""
    chosen = given or environment.get("MIZBAN_HOME")
    return Home(Path(chosen).expanduser() if chosen else platformdirs.user_data_path("mizban", appauthor=False))


def load(path: Path) -> Config:
    """The configuration in ``path``; the defaults where there is no such file.

    :raises BadConfig: with the file, the line, the key and what is wrong there.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError) as error:
        raise _bad(path, 1, "", reason(error)) from error
    return parse(text, path)


def parse(text: str, path: Path = Path("mizban.toml")) -> Config:
    """The configuration in ``text``; ``path`` is what an error names."""
    try:
        document = tomlkit.parse(text).unwrap()
    except TOMLKitError as error:
        raise _bad(path, getattr(error, "line", 1), "", reason(error)) from error
    try:
        config = msgspec.convert(document, Config)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        keys = [key if key else int(index) for key, index in re.findall(r"\.?([\w-]+)|\[(\d+)\]", where)]
        unknown = re.search(r"unknown field `([^`]+)`", what)
        if unknown:
            keys.append(unknown.group(1))
        raise _bad(path, line_of(text, keys), ".".join(map(str, keys)), reason(what)) from error
    _check(config, text, path)
    return config


def keep(path: Path, choices: Mapping[str, Any]) -> None:
    """Write ``choices`` ("screen.theme": "light") into the file at ``path``; all else stays as somebody wrote it.

    ``None`` takes a line away; a list of tables takes the place of those that are there.

    :raises BadConfig: where the file is wrong, or would be. :raises OSError: where it can't be written.
    """
    path = path.resolve()
    text = path.read_text("utf-8") if path.exists() else ""
    parse(text, path)
    document = tomlkit.parse(text)
    for name, value in choices.items():
        section, _, key = name.rpartition(".")
        if section and section not in document:
            if value is None:
                continue
            document[section] = tomlkit.table()
        table = document[section] if section else document
        if value is None:
            table.pop(key, None)
        else:
            table[key] = _tables(value) if isinstance(value, list) else value
    fresh = tomlkit.dumps(document)
    parse(fresh, path)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.new")
    try:
        with partial.open("w", encoding="utf-8") as file:
            file.write(fresh)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, partial)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def _tables(rows: list[dict[str, Any]]) -> tomlkit.items.AoT:
    tables = tomlkit.aot()
    for row in rows:
        table = tomlkit.table()
        table.update(row)
        tables.append(table)
    return tables


def _check(config: Config, text: str, path: Path) -> None:
    """What the types can't say: a pin has one use, a volume its range, a seat its own place."""
    used: dict[int, str] = {}
    pins: list[tuple[int, list[str | int]]] = []
    for i, seat in enumerate(config.seats):
        named = (("button", seat.button), ("light", seat.light))
        pins += [(pin, ["seats", i, name]) for name, pin in named if pin is not None]
    if config.lights.strip is not None:
        pins.append((config.lights.strip, ["lights", "strip"]))
    for pin, keys in pins:
        name = ".".join(map(str, keys))
        if not 0 <= pin <= 27:
            raise _wrong("no_pin", path, line_of(text, keys), name, pin=pin)
        if pin in used:
            raise _wrong("pin_taken", path, line_of(text, keys), name, pin=pin, other=used[pin])
        used[pin] = name
    for (part, name), (low, high) in RANGES.items():
        value = getattr(getattr(config, part), name)
        if value is not None and not low <= value <= high:
            facts = {"low": f"{low:g}", "high": f"{high:g}", "value": f"{value:g}"}
            raise _wrong("outside", path, line_of(text, [part, name]), f"{part}.{name}", **facts)
    if len(config.seats) > MOST_SEATS:
        raise _wrong("seats", path, line_of(text, ["seats", MOST_SEATS]), "seats", most=MOST_SEATS)


def line_of(text: str, keys: list[str | int]) -> int:
    """The line (from 1) of ``text`` where ``keys`` stand, or else the nearest table around them."""
    table: list[str | int] = []
    counts: dict[str, int] = {}
    best, depth = 1, -1
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*(\[\[?)\s*([^\]]+?)\s*\]", line)
        key = re.match(r"""\s*["']?([\w-]+(?:\s*\.\s*[\w-]+)*)["']?\s*=""", line)
        if header:
            table = [part.strip().strip("\"'") for part in header.group(2).split(".")]
            if header.group(1) == "[[":
                counts[header.group(2)] = counts.get(header.group(2), -1) + 1
                table.append(counts[header.group(2)])
            here = table
        elif key:
            here = [*table, *(part.strip() for part in key.group(1).split("."))]
        else:
            continue
        if len(here) > depth and here == keys[: len(here)]:
            best, depth = number, len(here)
    return best


def _wrong(what: str, path: Path, line: int, key: str, **facts: Fact) -> BadConfig:
    return BadConfig(Line.of(f"error.config.{what}", file=str(path), line=line, key=key, **facts))


def _bad(path: Path, line: int, key: str, what: Fact) -> BadConfig:
    return BadConfig(Line.of("error.config", file=str(path), line=line, key=key or "-", what=what))
