"""A real table behind the real play page, on one thread: what a test taps is stored before the next frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from driver import Driver
from kivy.uix.widget import Widget

from companion.events import Begin, Event, Match, Player, Resume
from companion.game import Asked, Seat, Setup
from companion.games import find_game
from companion.record import fold
from companion.screens.bootstrap import PANELS, Panel
from companion.screens.bridge import Bridge
from companion.screens.match import MatchPage
from companion.screens.shell import Doors, Shell
from companion.store import Store
from companion.story import story
from companion.table import Table

NAMES = {
    "fa": ("نیلوفر", "آرش", "مریم", "کاوه", "سپیده", "بهرام"),
    "en": ("Niloufar", "Arash", "Maryam", "Kaveh", "Sepideh", "Bahram"),
}
COLORS = ("red", "blue", "white", "orange", "green", "purple")
SYMBOLS = ("circle", "triangle", "square", "diamond", "hexagon", "star")
AROUND = {
    2: ("south", "north"),
    3: ("south", "west", "north"),
    4: ("south", "west", "north", "east"),
    5: ("south", "south", "west", "north", "east"),
    6: ("south", "south", "west", "north", "north", "east"),
}


class Played:
    """A match of ``game`` at a table of its own; ``do`` asks for an action as a tap does. ``at``: when it always is."""

    def __init__(
        self, folder: Path, *, game: str = "arnika", seats: int = 4, language: str = "fa",
        panel: Panel = PANELS["10in"], sides: tuple[str, ...] = (), languages: tuple[str, ...] = (), seed: int = 7,
        options: tuple[tuple[str, Any], ...] = (), setup: Callable[[Setup], Setup] = lambda setup: setup,
        record: Sequence[Any] = (), names: tuple[str, ...] = (),
        at: float | None = None,
    ) -> None:  # fmt: skip
        self.game = find_game(game)
        self.store = Store(folder / "mizban.db")
        self.table = Table(self.store) if at is None else Table(self.store, now=lambda: at)
        self.bridge = Bridge(self.table.take)
        self.table.watch(self.bridge.tell)
        doors = Doors(
            (self.game,), begin=lambda draft: None, resume=lambda match: None, leave=lambda: None, past=self._past,
            story=self._story,
        )  # fmt: skip
        pages = {"attract": lambda shell: Widget(), "match": MatchPage, "result": lambda shell: Widget()}
        self.shell = Shell(self.bridge, doors, panel, pages)  # type: ignore[arg-type]
        self.shell.language = language
        self.driver = Driver(self.shell, panel)
        spoken = languages or (language,) * seats
        chairs = sides or AROUND[seats]
        players = tuple(
            Player(Seat(i), (names or NAMES[spoken[i]])[i], COLORS[i], SYMBOLS[i], chairs[i], spoken[i])
            for i in range(seats)
        )
        made = setup(self.game.random_setup(Random(seed), seats, options))
        self.match = Match("m1", game, self.game.rules_version, made, players, 1_760_000_000.0)
        if record:
            self._keep(record)
        else:
            self.table.take(Begin(self.match))
        self.driver.frames(3)

    def _keep(self, record: Sequence[Any]) -> None:
        """The match begins with ``record`` already on disk, and is resumed."""
        clock = (0.0,) * len(self.match.players)
        self.store.begin(
            self.match,
            [
                Event(f"e{n}", self.match.id, n, self.match.began + 9.0 * n, "touch", body, clock=clock)
                for n, body in enumerate(record, 1)
            ],
        )
        self.table.take(Resume(self.match.id))

    def _story(self, match: str, language: str, done: Callable[[Any], None]) -> None:
        kept = self.store.match(match)
        done((story(fold(self.game, kept, self.store.events(kept))), ""))

    def _past(self, match: str, seq: int, after: bool, done: Callable[[Any], None]) -> None:
        kept = self.store.match(match)
        done(fold(self.game, kept, self.store.events(kept)).could_be(seq, after=after))

    @property
    def page(self) -> MatchPage:
        page = self.shell.page("match")
        assert isinstance(page, MatchPage)
        return page

    @property
    def state(self) -> Any:
        assert self.table.snapshot is not None
        return self.table.snapshot.state

    def do(self, action: Any, *, forced: bool = False) -> None:
        """Ask for ``action``, and let the screen show it."""
        self.table.take(Asked(action, "touch", forced))
        self.driver.frames(2)

    def tap_act(self, seat: int, key: str) -> None:
        """Tap the button ``key`` in the zone (or the bar) of ``seat``."""
        acts = self.page.ids.bar if self.page.frame.bar else self.page._zones[Seat(seat)][1].acts
        self.driver.tap(acts.buttons[key])

    def tap_spot(self, kind: str, number: int) -> None:
        """Tap a place of the board."""
        board: Any = self.page.middle
        x, y = board.where((kind, number))
        self.driver.tap_at(*board.to_window(board.x + x, board.y + y))

    def sheet(self, seat: int) -> Any:
        """What the seat has open."""
        return self.page.ids.overlay.open[Seat(seat)].sheet

    def close(self) -> None:
        self.driver.close()
