"""The composition root: builds every part of a table, starts its threads, stops them cleanly. The only place that
knows all the rooms.

:class:`Companion` is everything but the screen and needs no Kivy; :func:`run` puts the screen on it. Each part that is
missing is told as :class:`~companion.events.Health`, and nothing else waits for it.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
import signal as signals
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec

from companion import config as settings
from companion.backups import Backups
from companion.boxes import SHIPPED, Box, Shelf, prefilled, read_templates
from companion.config import Config, Home
from companion.devices import Devices
from companion.events import Begin, Health, Leave, Match, News, Resume
from companion.exports import ENDINGS, FORMATS, receipt, words_for
from companion.game import BadConfig, BadRecord, ButtonPressed, Choice, Game, Line, Seat, Signal
from companion.games import GAMES, find_game
from companion.games.score_pad.templates import Template
from companion.health import Faults, faults_file, machine
from companion.inbox import Inbox
from companion.locale import LANGUAGES
from companion.outputs.lights import Lights
from companion.outputs.sound import Player, Sounds
from companion.outputs.watchdog import Watchdog
from companion.record import fold
from companion.running import Running
from companion.screens.bootstrap import Panel, display_size, panel_for, prepare, window_size
from companion.staff import Pin
from companion.store import Store
from companion.story import Story, story
from companion.table import Table
from companion.wiring import choices, on_trial

if TYPE_CHECKING:
    from companion.screens.draft import Draft
    from companion.screens.shell import Shell

PICTURES = ("*.jpg", "*.jpeg", "*.png", "*.webp")
PICTURES_SHOWN = 12
GUIDE_READ = ".guide-read"
"""The file that says that somebody has seen the guide at this table."""

_log = logging.getLogger("mizban.app")


@dataclass(frozen=True)
class Shot:
    """A picture that the table's camera took: where it lies, its light and sharpness in %, whether it is ``poor``."""

    path: Path
    light: int
    sharp: int
    poor: bool


class Companion:
    """A table without a screen: the store, the table on its own thread, the devices, what else watches.

    :raises StoreFailed: where the store can't be opened.
    """

    def __init__(self, home: Home, config: Config | None = None) -> None:
        home.path.mkdir(parents=True, exist_ok=True)
        self.home = home
        self.shelf = Shelf(home.boxes)
        self.pin = Pin(home.path)
        self.config = config or Config()
        self.backups = Backups(Path(self.config.backups).expanduser() if self.config.backups else home.backups)
        self.store = Store(home.store, backups=self.backups.newest())
        self.table = Table(self.store)
        self.inbox = Inbox()
        self._thread = threading.Thread(target=self.inbox.run, args=(self.table.take,), name="table", daemon=True)
        self._work = ThreadPoolExecutor(max_workers=1, thread_name_prefix="work")
        self.devices = Devices(self.config, self._from_device, self.tell)
        self.sides: dict[int, str] = {i: seat.side for i, seat in enumerate(self.config.seats)}
        self.lights = Lights(lambda seat, pattern, color: self.devices.light(seat, pattern, color))
        self.player = Player()
        self.sounds = Sounds(self.player.play, self.config.sound.volume)
        self.faults = Faults(faults_file(home))
        self._running = Running(home.path)
        self._settled = time.monotonic()
        self._watchers: tuple[Callable[[News], None], ...] = ()

    # ------------------------------------------------------------------------------------------ life

    def start(self) -> None:
        """Start the table's thread, then the devices that post to it."""
        self._running.claim()
        for observer in (self._stored, self.lights, self.sounds, self.faults):
            self.watch(observer)
        self.table.watch(self.backups.observer(self.store, self._work.submit))
        self._thread.start()
        self.devices.start()
        self.player.start()
        for note in self.store.notes:
            self.tell(note)

    def stop(self) -> None:
        """Stop the devices, let the table finish what it was told, close the store. Nothing that was told is lost."""
        self.devices.stop()
        self.player.stop()
        self._work.shutdown(wait=True, cancel_futures=True)
        self.inbox.stop()
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        self.store.close()
        self.faults.close()
        self._running.release()

    def __enter__(self) -> Companion:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def watch(self, observer: Callable[[News], None]) -> None:
        """Tell ``observer`` the table's news and how the parts are; it may be called from several threads."""
        self._watchers = (*self._watchers, observer)
        self.table.watch(observer)

    def tell(self, health: Health) -> None:
        """Tell every observer how a part is; from any thread."""
        for observer in self._watchers:
            observer(health)

    def health(self) -> tuple[Health, ...]:
        """How every part is now."""
        sound = self.player.health(self.sounds.volume)
        return (*machine(self.config, self.home), *self.devices.health(), sound, *self.store.notes)

    def silent(self) -> float:
        """How many seconds ago the slowest thread was last known to work, for the watchdog."""
        now = time.monotonic()
        if self._thread.is_alive() and self.inbox.settled(0):
            self._settled = now
        return now - min(self._settled, self.devices.ticked())

    def _stored(self, news: News) -> None:
        self.devices.observe(news)  # whichever are in use now

    def _from_device(self, signal: Signal) -> None:
        """Post what a device says; a button belongs to a chair, and means the seat that has this chair."""
        snapshot = self.table.snapshot
        if isinstance(signal, ButtonPressed) and snapshot is not None:
            seat = seat_on(snapshot.match, int(signal.seat))
            if seat is None:
                return
            signal = msgspec.structs.replace(signal, seat=seat)
        self.inbox.post(signal)

    # ------------------------------------------------------------------------------------------ matches

    def begin(self, draft: Draft) -> str:
        """Ask the table to begin the match that ``draft`` describes; its id."""
        game = find_game(draft.game)
        match = Match(
            uuid4().hex,
            game.name,
            game.rules_version,
            draft.setup(game, self._printed(game, draft)),
            draft.seated(),
            time.time(),
        )
        self.inbox.post(Begin(match))
        return match.id

    def _printed(self, game: Game[Any], draft: Draft) -> dict[str, Any]:
        """What is printed on the copy: of this table's box, or of the template that was chosen."""
        return dict(draft.box) if draft.template else self.box(game).for_setup()

    def resume(self, match: str) -> None:
        self.inbox.post(Resume(match))

    def leave(self) -> None:
        self.inbox.post(Leave())

    def unfinished(self) -> tuple[Match, ...]:
        """The matches that have not ended, the newest first."""
        return tuple(kept.match for kept in self.store.matches() if kept.ended is None)

    def story(self, match: str, language: str) -> tuple[Story, str]:
        """How the match ``match`` went, and its receipt in ``language``: read from the store, on any thread."""
        kept = self.store.match(match)
        history = fold(find_game(kept.game), kept, self.store.events(kept))
        return story(history), receipt(history, words_for(history, language))

    def past(self, match: str, seq: int, after: bool) -> tuple[Choice, ...]:
        """What line ``seq`` of ``match`` may really have been, or what may have come ``after`` it; on any thread."""
        kept = self.store.match(match)
        return fold(find_game(kept.game), kept, self.store.events(kept)).could_be(seq, after=after)

    def wipe(self, match: str) -> None:
        """Take the names of ``match`` out of the record and of every copy, in the background."""

        def wipe() -> None:
            self.store.wipe_names(match)
            self.backups.renew(self.store)

        self._work.submit(wipe)

    def export_last(self) -> Path:
        """Write the newest match, in every form, into a folder on the first stick or in the home folder; where it is.

        :raises BadRecord: where no match was ever played here. :raises OSError: when it can't be written.
        """
        kept = next((kept.match for kept in self.store.matches()), None)
        if kept is None:
            raise BadRecord(Line.of("error.no_match_yet"))
        history = fold(find_game(kept.game), kept, self.store.events(kept))
        words = words_for(history, self.config.language)
        day = time.strftime("%Y-%m-%d", time.localtime(kept.began))
        folder = next(iter(sticks()), Path.home()) / f"mizban-{kept.game}-{day}-{kept.id[:6]}"
        folder.mkdir(parents=True, exist_ok=True)
        for form, write in FORMATS.items():
            (folder / f"match.{ENDINGS[form]}").write_bytes(write(history, words))
        return folder

    def volume(self, volume: float | None = None) -> float:
        """Set how loud the sounds are where ``volume`` (0..1) is given; how loud they are."""
        if volume is not None:
            self.sounds.volume = volume
        return self.sounds.volume

    def keep(self, choices: Mapping[str, Any], language: str) -> None:
        """Keep what staff chose ("screen.theme": "light") for the next start; ``language`` is the screen's own, which
        a file that is not there yet has to say too.

        :raises BadConfig: where mizban.toml is wrong. :raises OSError: where it can't be written.
        """
        fresh = not self.home.config.exists()
        settings.keep(self.home.config, {"language": language, **choices} if fresh else choices)

    # ------------------------------------------------------------------------------------------ wiring

    def try_wiring(self, wiring: str | None) -> Line | None:
        """Use every button and light of ``wiring`` for a while, or (``None``) those of the configuration again.

        Why not, where a match stands at the table. It takes a second or two.
        """
        if self.table.snapshot is not None:
            return Line.of("error.wiring_in_match")
        self._use(self.config if wiring is None else on_trial(self.config, wiring))
        return None

    def keep_wiring(self, wiring: str, found: Mapping[str, Sequence[int]], language: str) -> None:
        """Keep at which side each button was pressed, and use these from now on.

        :raises BadConfig: where mizban.toml is wrong. :raises OSError: where it can't be written.
        """
        self.keep(choices(self.config, wiring, found), language)
        self.config = settings.load(self.home.config)
        self.sides.clear()
        self.sides.update({i: seat.side for i, seat in enumerate(self.config.seats)})
        self._use(self.config)

    def _use(self, config: Config) -> None:
        self.devices.stop()
        self.devices = Devices(config, self._from_device, self.tell)
        self.devices.start()

    # ------------------------------------------------------------------------------------------ boxes

    def box(self, game: Game[Any]) -> Box:
        """What is printed on this table's copy of ``game``; the prefills where its file is damaged, which is told."""
        try:
            return self.shelf.box(game)
        except BadConfig as error:
            self.tell(Health("box", False, error.line))
            return prefilled(game)

    def export_box(self, game: Game[Any]) -> Path:
        """Write the box to the first stick, else into the home folder; where it is. :raises OSError: when it can't."""
        target = next(iter(sticks()), Path.home()) / f"mizban-box-{game.name}.json"
        self.shelf.export(game, target)
        return target

    def bring_box(self, game: Game[Any]) -> Box:
        """Keep the newest box of ``game`` that lies on a stick, in the home folder or among the downloads.

        :raises BadConfig: where there is none, or it is none.
        """
        folders = [*sticks(), Path.home(), Path.home() / "Downloads"]
        found = [path for folder in folders for path in folder.glob(f"mizban-box-{game.name}*.json")]
        if not found:
            raise BadConfig(Line.of("error.box_no_file"))
        return self.shelf.bring(max(found, key=lambda path: path.stat().st_mtime))

    def templates(self) -> tuple[Template, ...]:
        """The pad's templates: those that come with the program, and the table's own."""
        return read_templates((SHIPPED, self.home.templates))[0]

    # ------------------------------------------------------------------------------------------ pictures

    def pictures(self) -> tuple[Path, ...]:
        """Pictures that lie where people put them, the newest first: the table's own folder, the home, USB sticks."""
        folders = [self.home.path / "pictures", Path.home() / "Pictures", Path.home() / "Downloads"]
        folders += sticks()
        found: dict[Path, float] = {}
        for folder in folders:
            for pattern in PICTURES:
                try:
                    found |= {path: path.stat().st_mtime for path in folder.glob(pattern)}
                except OSError:  # a stick that is pulled out, a folder that is not ours
                    continue
        return tuple(sorted(found, key=lambda path: -found[path])[:PICTURES_SHOWN])

    def work(self, job: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Run ``job`` on the working thread; ``done`` gets there what it returned, or the exception that it raised."""

        def run() -> None:
            try:
                result = job()
            except Exception as error:
                result = error
            done(result)

        self._work.submit(run)

    def read_picture(self, path: Path) -> Any:
        """The :class:`~vision.reading.Reading` of the picture. :raises VisionError: saying why there is none."""
        from vision.picture import load
        from vision.reading import read_board

        return read_board(load(path), self._tileset(), name=str(path))

    def take_picture(self) -> Shot:
        """Take a picture with the table's camera and keep it in the table's folder, in place of the last one.

        :raises OSError: when there is no such camera. :raises VisionError: when it gives no picture.
        """
        from PIL import Image

        from vision.snapshot import glance, snapshot

        camera = self.config.camera
        image = snapshot(camera.source, camera.width, camera.height)
        seen = glance(image)
        path = self.home.path / "camera.jpg"
        Image.fromarray(image[:, :, ::-1]).save(path, quality=92)
        return Shot(path, round(seen.bright * 100 / 255), round(seen.sharp * 100), seen.dark or seen.blurred)

    def _tileset(self) -> Any:
        from vision.tileset import classic, load_tileset

        name = self.config.camera.tileset
        return load_tileset(self.home.tilesets / f"{name}.json") if name else classic()


def sticks() -> list[Path]:
    """USB sticks that are plugged in."""
    return [path for root in ("/media", "/run/media") for path in sorted(Path(root).glob("*/*")) if path.is_dir()]


def seat_on(match: Match, chair: int) -> Seat | None:
    """The seat whose button and light are those of ``chair``."""
    for player in match.players:
        if chair == (int(player.seat) if player.chair is None else player.chair):
            return player.seat
    return None


# ---------------------------------------------------------------------------------------------- the screen


def make_shell(companion: Companion, panel: Panel, language: str) -> Shell:
    """The Kivy App on ``companion``; :func:`~companion.screens.bootstrap.prepare` was called before."""
    from companion.screens.bridge import Bridge
    from companion.screens.pages import PAGES
    from companion.screens.shell import Doors, Shell

    bridge = Bridge(companion.inbox.post)
    companion.watch(bridge.tell)

    def work(job: Callable[[], Any], done: Callable[[Any], None]) -> None:
        companion.work(job, lambda result: bridge.call(lambda: done(result)))

    doors = Doors(
        games=tuple(game() for game in GAMES),
        begin=companion.begin,
        resume=companion.resume,
        leave=companion.leave,
        unfinished=companion.unfinished,
        pictures=companion.pictures,
        read_picture=lambda path, done: work(lambda: companion.read_picture(path), done),
        take_picture=None
        if companion.config.camera.source == "none"
        else lambda done: work(companion.take_picture, done),
        story=lambda match, language, done: work(lambda: companion.story(match, language), done),
        past=lambda match, seq, after, done: work(lambda: companion.past(match, seq, after), done),
        wipe=companion.wipe,
        box=companion.box,
        keep_box=companion.shelf.keep,
        export_box=lambda game, done: work(lambda: companion.export_box(game), done),
        bring_box=lambda game, done: work(lambda: companion.bring_box(game), done),
        templates=companion.templates,
        guide_is_read=(companion.home.path / GUIDE_READ).exists,
        guide_read=(companion.home.path / GUIDE_READ).touch,
        pin_is_set=lambda: companion.pin.is_set,
        try_pin=lambda pin, done: work(lambda: companion.pin.refusal(pin), done),
        choose_pin=lambda pin, done: work(lambda: companion.pin.choose(pin), done),
        volume=companion.volume,
        keep=lambda choices, language, done: work(lambda: companion.keep(choices, language), done),
        export=lambda done: work(companion.export_last, done),
        check=companion.health,
        faults=lambda: companion.faults.last,
        try_light=lambda seat: companion.devices.try_light(Seat(seat)),
        try_wiring=lambda wiring, done: work(lambda: companion.try_wiring(wiring), done),
        keep_wiring=lambda wiring, found, language, done: work(
            lambda: companion.keep_wiring(wiring, found, language), done
        ),
        sides=companion.sides,
    )
    return Shell(bridge, doors, panel, PAGES, language=language)


def show_gallery(panel: Panel, language: str, colors: str, folder: Path | None = None) -> list[Path]:
    """Open the gallery of widgets, without a table; with ``folder`` write its pictures there and close it.

    Returns the pictures that were written.
    """
    prepare(panel)
    from companion.screens.bridge import Bridge
    from companion.screens.gallery_pictures import write_pictures
    from companion.screens.pages import PAGES
    from companion.screens.shell import Doors, Shell
    from companion.screens.theme import theme

    theme.name = colors
    doors = Doors((), begin=lambda draft: None, resume=lambda match: None, leave=lambda: None)
    shell = Shell(Bridge(lambda signal: None), doors, panel, PAGES, language=language)
    shell.first_page = "gallery"
    written: list[Path] = []
    if folder is not None:
        write_pictures(shell, folder, written)
    shell.run()
    return written


def choose_panel(config: Config, size: str | None = None, host: bool = False) -> Panel:
    """The panel: ``size`` "800x480" as given, else the 10 inch one, or all of a smaller display; millimetres and stand
    from the config."""
    width, height = (int(part) for part in size.lower().split("x")) if size else window_size(display_size())
    flat = False if host or config.screen.host else None
    return panel_for(width, height, config.screen.width_mm, flat)


def _dress(config: Config) -> None:
    """The colours and the motion that the table chose."""
    from companion.screens.theme import theme

    theme.name, theme.less_motion = config.screen.theme, config.screen.less_motion


def _watched(watchdog: Watchdog) -> None:
    """Life signs for systemd from Kivy's own clock: a screen that stands still gives none."""
    from kivy.clock import Clock

    def beat(_dt: float) -> None:  # Kivy ends an interval whose function says False
        watchdog.beat()

    watchdog.ready()
    Clock.schedule_interval(beat, 1.0)


def rest_memory() -> None:
    """Take what is there to stay out of the garbage collector's rounds, and all but the shortest rounds out of the way
    of a tap: the others stop every thread for long. Who calls this makes a full round himself from time to time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 1_000, 1_000)


def _rest_when_up() -> None:
    """Rest the memory when the first page has stood a while; then a full round each five minutes."""
    from kivy.clock import Clock

    Clock.schedule_once(lambda _dt: rest_memory(), 3.0)
    Clock.schedule_interval(lambda _dt: gc.collect(), 300.0)


def run(args: argparse.Namespace | Sequence[str] = ()) -> int:
    """Open the screen and stay until it is closed; ``args`` are those of ``mizban play``."""
    if not isinstance(args, argparse.Namespace):
        parser = argparse.ArgumentParser(prog="mizban play")
        parser.add_argument("game", nargs="?")
        parser.add_argument("--host", action="store_true")
        parser.add_argument("--size")
        parser.add_argument("--lang", choices=LANGUAGES, default="fa")
        args = parser.parse_args(list(args))
    home = settings.home(getattr(args, "home", None))
    config = settings.load(home.config)
    panel = choose_panel(config, args.size, args.host)
    language = config.language if home.config.exists() else args.lang
    prepare(panel, kiosk=bool(os.environ.get("MIZBAN_KIOSK")), rotation=config.screen.rotation)
    _dress(config)
    with Companion(home, config) as companion:
        shell = make_shell(companion, panel, language)
        shell.first_game = args.game
        watchdog = Watchdog(companion.silent)
        shell.bind(on_start=lambda *_: _watched(watchdog), on_stop=lambda *_: watchdog.stopping())
        shell.bind(on_start=lambda *_: _rest_when_up())
        signals.signal(signals.SIGTERM, lambda *_: shell.bridge.call(shell.stop))
        signals.signal(signals.SIGINT, lambda *_: shell.bridge.call(shell.stop))
        shell.run()
    return 0
