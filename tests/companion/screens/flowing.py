"""The whole companion with its screen, as ``mizban play`` builds it, stepped by the driver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from driver import Driver
from kivy.uix.widget import Widget

from companion.app import Companion, make_shell
from companion.config import Config, Home
from companion.events import Event, Match, Player, Resume
from companion.game import Asked, Seat, Setup
from companion.games import find_game
from companion.screens.bootstrap import PANELS, Panel
from companion.screens.theme import theme
from companion.screens.widgets.button import ActButton
from companion.selfplay import play_random

NAMES = {
    "fa": ("نیلوفر", "آرش", "مریم", "کاوه", "سپیده", "بهرام"),
    "en": ("Niloufar", "Arash", "Maryam", "Kaveh", "Sepideh", "Bahram"),
}
COLORS = ("red", "blue", "white", "orange", "green", "purple")
SYMBOLS = ("circle", "triangle", "square", "diamond", "hexagon", "star")
AROUND = ("south", "west", "north", "east", "south", "north")
BEGAN = 1_760_000_000.0


def players(seats: int, language: str) -> tuple[Player, ...]:
    """``seats`` people around the table, clockwise."""
    sides = sorted(AROUND[:seats], key=("south", "west", "north", "east").index)
    return tuple(Player(Seat(i), NAMES[language][i], COLORS[i], SYMBOLS[i], sides[i], language) for i in range(seats))


def drawn(game: str, seats: int, seed: int) -> tuple[Setup, tuple[Any, ...]]:
    """A whole random match of ``game``: how it was set up, and what was done."""
    rules, rng = find_game(game), Random(seed)
    setup = rules.random_setup(rng, seats)
    return setup, tuple(play_random(rules, rng, setup).actions)


class Evening:
    """A table with its screen. ``home`` is its folder."""

    def __init__(self, folder: Path, panel: Panel = PANELS["10in"], language: str = "fa", **config: Any) -> None:
        self.home = Home(folder)
        self.companion = Companion(self.home, Config(language=language, **config))  # type: ignore[arg-type]
        self.companion.start()
        self.shell = make_shell(self.companion, panel, language)
        self.driver = Driver(self.shell, panel)
        self.settle()

    def close(self) -> None:
        theme.name, theme.less_motion = "dark", False
        self.driver.close()
        self.companion.stop()

    def __enter__(self) -> Evening:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------ at the screen

    def settle(self) -> None:
        """Until what moves has come to rest."""
        self.driver.settle(0.17)

    @property
    def page(self) -> Any:
        """The page that stands on the screen."""
        return self.shell.page(self.shell.page_name)

    def go(self, name: str) -> Any:
        """Show page ``name`` at once."""
        self.shell.go(name)
        self.settle()
        return self.page

    def until_page(self, name: str) -> Any:
        self.driver.until(lambda: self.shell.page_name == name)
        self.settle()
        return self.page

    def visible(self, kind: type[Widget] = Widget) -> Iterator[Any]:
        """Widgets of ``kind`` that have a size and stand in the window."""
        for widget in self.driver.walk():
            if isinstance(widget, kind) and widget.width > 2 and widget.height > 2 and widget.opacity:
                yield widget

    def button(self, what: str | Callable[[Any], bool]) -> ActButton:
        """The topmost button of this icon, or that ``what`` is true of."""
        found = [
            button
            for button in self.visible(ActButton)
            if (button.icon_name == what if isinstance(what, str) else what(button))
        ]
        assert found, f"no button {what} on {self.shell.page_name}"
        return found[-1]

    def tap(self, what: str | Callable[[Any], bool]) -> None:
        """Tap that button."""
        self.driver.tap(self.button(what))
        self.settle()

    def say(self, key: str, **facts: Any) -> str:
        """The sentence of ``key`` in the table's language."""
        return str(self.shell.words.text(key, **facts))

    def written(self) -> list[str]:
        """Every piece of text that stands on the screen."""
        return [piece.text for widget in self.visible() for piece in getattr(widget, "written", ())]

    # ------------------------------------------------------------------------------------------ matches

    def played(
        self, game: str = "arnika", seats: int = 4, seed: int = 3, *, left: int = 0,
        kept: tuple[Setup, tuple[Any, ...]] | None = None,
    ) -> Match:  # fmt: skip
        """A whole random match of ``game``, or the one ``kept``, in the store but for its last ``left`` actions, and
        taken up."""
        rules = find_game(game)
        setup, actions = kept or drawn(game, seats, seed)
        match = Match(f"m{game}{seed}", game, rules.rules_version, setup, players(seats, self.shell.language), BEGAN)
        log = [
            Event(f"e{game}{seed}-{i}", match.id, i, BEGAN + 7.5 * i, "touch", action, clock=(0.0,) * seats)
            for i, action in enumerate(actions[: len(actions) - left or None], 1)
        ]
        self.companion.store.begin(match, log)
        self.last = actions[len(actions) - left :] if left else ()
        self.companion.inbox.post(Resume(match.id))
        self.until_page("match")
        return match

    def end(self, game: str = "arnika", seats: int = 4, seed: int = 3) -> Any:
        """Play a match to its end through the table; the page of its result."""
        self.played(game, seats, seed, left=1)
        for action in self.last:
            self.companion.inbox.post(Asked(action))
        self.until_page("result")
        self.driver.until(lambda: self.page._story is not None)
        self.settle()
        return self.page
