"""How the machine is, part by part, and the faults of late: what ``mizban check`` and the health page show.

A :class:`~companion.events.Health` says it all as data: the part, whether it is well, what is wrong (a line of the
catalogues with its figures) and how to mend it. The devices' own come from :mod:`companion.devices`; here is what the
machine itself can tell. A look that fails is a part that is not well, and hides no other.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from companion.backups import open_store
from companion.config import Camera, Config, Home
from companion.events import Health, News, decode, encode, frozen
from companion.game import BadRecord, Line, MizbanError
from companion.games import GAMES

log = logging.getLogger(__name__)

ROOM = 200 * 1024 * 1024
"""Bytes of the disk that should be free."""
HOT = 80
"""Degrees Celsius at which a Pi begins to slow down."""
KEPT = 20
"""Faults that are remembered."""
SETTLE = 10.0
"""Seconds between two writings of the faults: a loose cable must not wear out the card."""

LOW_NOW, LOW_ONCE = 1 << 0, 1 << 16
"""Bits of ``vcgencmd get_throttled``: under-voltage now, and since the start."""


class Fault(msgspec.Struct, frozen=True):
    """``health`` was not well at ``at`` (seconds since 1970), for the ``times``-th time since it was first said."""

    at: float
    health: Health
    times: int = 1


class Faults:
    """An observer that remembers the last :data:`KEPT` faults, across restarts where it has a ``path``.

    The same fault of the same part is one entry with a count, however often it comes. Any thread may call it.
    """

    def __init__(self, path: Path | None = None, *, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.Lock()
        self._written = 0.0
        self._last: tuple[Fault, ...] = read_faults(path) if path is not None else ()

    def __call__(self, news: News) -> None:
        if not isinstance(news, Health) or news.well:
            return
        with self._lock:
            same = next((old for old in self._last if _alike(old.health, news)), None)
            fault = Fault(self._clock(), news, 1 if same is None else same.times + 1)
            self._last = (fault, *(old for old in self._last if old is not same))[:KEPT]
            if same is None or fault.at - self._written >= SETTLE:
                self._write(fault.at)

    @property
    def last(self) -> tuple[Fault, ...]:
        """The faults, the newest first."""
        return self._last

    def close(self) -> None:
        """Puts on disk what was not worth a writing of its own."""
        with self._lock:
            if self._last:
                self._write(self._clock())

    def _write(self, at: float) -> None:
        if self._path is None:
            return
        self._written = at
        try:
            fresh = self._path.with_suffix(".new")
            fresh.write_bytes(encode(self._last))
            fresh.replace(self._path)
        except OSError as error:  # a full or read-only disk is itself a fault, and told by its own look
            log.info("the faults are not kept: %s", error)


def read_faults(path: Path) -> tuple[Fault, ...]:
    """The faults in ``path``, the newest first; none where there is no such file, or nothing readable in it."""
    try:
        found = decode(path.read_bytes(), tuple[Fault, ...])
    except (OSError, BadRecord):
        return ()
    return tuple(msgspec.structs.replace(fault, health=_frozen(fault.health)) for fault in found)[:KEPT]


def faults_file(home: Home) -> Path:
    """Where a table keeps its faults."""
    return home.path / "faults.json"


def _frozen(health: Health) -> Health:
    def line(given: Line | None) -> Line | None:
        return None if given is None else Line(given.key, frozen(given.facts))

    return msgspec.structs.replace(health, line=line(health.line), remedy=line(health.remedy))


def _alike(one: Health, other: Health) -> bool:
    return one.part == other.part and one.line.key == other.line.key


# ---------------------------------------------------------------------------------------------- the machine


def machine(config: Config, home: Home, *, look: bool = False) -> tuple[Health, ...]:
    """How everything is but the table's devices and its store, in a fixed order. Milliseconds; any thread.

    With ``look`` the camera takes a picture, which needs a second or two.
    """
    looks: tuple[tuple[str, Callable[[], Iterable[Health]]], ...] = (
        ("games", games),
        ("disk", lambda: disk(home.path)),
        ("text", text),
        ("screen", screen),
        ("touch", touch),
        ("camera", lambda: (picture if look else camera)(config.camera)),
        ("clock", clock),
        ("heat", heat),
        ("power", power),
    )
    return tuple(part for name, look in looks for part in looked(name, look))


def looked(name: str, look: Callable[[], Iterable[Health]]) -> Iterator[Health]:
    """What ``look`` found; where it could not look, that."""
    try:
        yield from look()
    except MizbanError as error:
        yield Health(name, False, error.line)
    except Exception as error:
        yield Health(name, False, Line.of("health.not_seen", what=f"{type(error).__name__}: {error}"))


def games() -> Iterator[Health]:
    yield Health("games", bool(GAMES), Line.of("health.games", n=len(GAMES)))


def store(home: Home) -> Iterator[Health]:
    """The store's file, for who has not opened it: opened once, with what opening it had to put right."""
    path = home.store
    if not path.exists():
        yield Health("store", True, Line.of("health.store_new", file=str(path)))
        return
    opened = open_store(home, reading=True)
    try:
        yield from opened.notes
        if not opened.notes:
            yield Health("store", True, Line.of("health.store", file=str(path), n=len(opened.matches())))
    finally:
        opened.close()


def disk(folder: Path) -> Iterator[Health]:
    """Room, and whether it can be written, where the table's files lie or will lie."""
    while not folder.exists():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    if not _writable(folder):
        line, remedy = Line.of("health.disk.readonly", folder=str(folder)), Line.of("remedy.disk.readonly")
        yield Health("disk", False, line, remedy)
        return
    line = Line.of("health.room", folder=str(folder), n=free // (1024 * 1024))
    yield Health("disk", free >= ROOM, line, None if free >= ROOM else Line.of("remedy.disk_full"))


def _writable(folder: Path) -> bool:
    """By rights and by mount: root may write anywhere but on what is mounted to be read."""
    read_only = bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    return os.access(folder, os.W_OK) and not read_only


def text() -> Iterator[Health]:
    from PIL import features

    missing = [name for name in ("raqm", "fribidi") if not features.check(name)]
    if missing:
        line = Line.of("health.text_unshaped", what=", ".join(missing))
        yield Health("text", False, line, Line.of("remedy.text_unshaped"))
    else:
        yield Health("text", True, Line.of("health.text"))


def screen(cards: Path = Path("/dev/dri")) -> Iterator[Health]:
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    display = display or next((str(card) for card in sorted(cards.glob("card*"))), "")
    line = Line.of("health.screen", what=display) if display else Line.of("health.no_screen")
    yield Health("screen", bool(display), line, None if display else Line.of("remedy.no_screen"))


def touch(inputs: Path = Path("/proc/bus/input/devices")) -> Iterator[Health]:
    """The touch panels that the kernel knows. None is no fault: a mouse will do."""
    try:
        described = inputs.read_text("utf-8", errors="replace")
    except OSError:
        described = ""
    panels = [name for name, direct in _input_devices(described) if direct]
    if panels:
        yield Health("touch", True, Line.of("health.touch", what=", ".join(panels)))
    else:
        yield Health("touch", True, Line.of("health.no_touch"))


def _input_devices(described: str) -> Iterator[tuple[str, bool]]:
    """Each device's name, and whether its surface is what it points at (INPUT_PROP_DIRECT, bit 1)."""
    for block in described.split("\n\n"):
        name = re.search(r'^N: Name="(.*)"', block, re.M)
        props = re.search(r"^B: PROP=.*?([0-9a-f]+)\s*$", block, re.M)
        if name:
            yield name[1], bool(props and int(props[1], 16) & 0b10)


def camera(wanted: Camera) -> Iterator[Health]:
    """Whether the source is there; :func:`picture` takes one and tells of light and sharpness."""
    source = wanted.source
    if source == "none":
        yield Health("camera", True, Line.of("health.camera_unused"))
        return
    path = Path(f"/dev/video{source}" if isinstance(source, int) or source.isdigit() else source)
    there = "://" in str(source) or path.exists()
    line = Line.of("health.camera" if there else "health.no_camera", what=str(path))
    yield Health("camera", there, line, None if there else Line.of("remedy.no_camera"))


def picture(wanted: Camera) -> Iterator[Health]:
    """A picture of the camera, taken now: a second or two, and not while another thread watches it."""
    (there,) = camera(wanted)
    if wanted.source == "none" or not there.well:
        yield there
        return
    from vision.errors import VisionError
    from vision.snapshot import glance, snapshot

    try:
        seen = glance(snapshot(wanted.source, wanted.width, wanted.height))
    except (OSError, VisionError) as error:
        line = Line.of("health.camera.nothing", what=str(wanted.source), why=str(error) or type(error).__name__)
        yield Health("camera", False, line, Line.of("remedy.no_camera"))
        return
    light, sharp = round(seen.bright * 100 / 255), round(seen.sharp * 100)
    if seen.dark:
        line = Line.of("health.camera.dark", light=light)
        yield Health("camera", False, line, Line.of("remedy.camera.dark"))
    elif seen.blurred:
        line = Line.of("health.camera.blurred", sharp=sharp)
        yield Health("camera", False, line, Line.of("remedy.camera.blurred"))
    else:
        size = f"{seen.width}x{seen.height}"
        yield Health("camera", True, Line.of("health.camera.well", size=size, light=light, sharp=sharp))


def clock(built: float | None = None, now: Callable[[], float] = time.time) -> Iterator[Health]:
    """Whether the clock does not stand before this program was installed, as that of a Pi without a network does."""
    built = Path(__file__).stat().st_mtime if built is None else built
    if now() >= built - 86_400:
        yield Health("clock", True, Line.of("health.clock.well"))
    else:
        yield Health("clock", False, Line.of("health.clock.unset"), Line.of("remedy.clock.unset"))


def heat(zones: Path = Path("/sys/class/thermal")) -> Iterator[Health]:
    """The hottest zone of the board; nothing where it has no thermometer."""
    degrees = []
    for zone in zones.glob("thermal_zone*/temp"):
        with contextlib.suppress(OSError, ValueError):
            degrees.append(int(zone.read_text()) // 1000)
    if degrees:
        hot = max(degrees) >= HOT
        line = Line.of("health.heat.hot" if hot else "health.heat.well", degrees=max(degrees))
        yield Health("heat", not hot, line, Line.of("remedy.heat.hot") if hot else None)


def power(throttled: Callable[[], int | None] | None = None) -> Iterator[Health]:
    """The supply of a Pi, now and since the start; nothing where the machine does not measure it."""
    bits = (throttled or _throttled)()
    if bits is None:
        return
    if bits & LOW_NOW:
        yield Health("power", False, Line.of("health.power.low"), Line.of("remedy.power.low"))
    elif bits & LOW_ONCE:
        yield Health("power", False, Line.of("health.power.was_low"), Line.of("remedy.power.low"))
    else:
        yield Health("power", True, Line.of("health.power.well"))


def _throttled() -> int | None:
    """The firmware's own bits, else the kernel's alarm (raspberrypi-hwmon); ``None`` off a Pi."""
    vcgencmd = shutil.which("vcgencmd")
    if vcgencmd:
        with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
            said = subprocess.run([vcgencmd, "get_throttled"], capture_output=True, text=True, timeout=1, check=True)
            return int(said.stdout.strip().partition("=")[2], 16)
    for name in Path("/sys/class/hwmon").glob("hwmon*/name"):
        with contextlib.suppress(OSError, ValueError):
            if name.read_text().strip() == "rpi_volt":
                return LOW_ONCE if int((name.parent / "in0_lcrit_alarm").read_text()) else 0
    return None
