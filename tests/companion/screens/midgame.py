"""A game in the middle of a match, always the same one, played through the rules alone and then resumed on the screen;
and fingers that count their taps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from playing import Played

from companion.events import Unpause
from companion.game import Setup
from companion.games import find_game
from companion.screens.bootstrap import Panel


def record(game: Any, setup: Setup, n: int, seed: int, likes: Mapping[str, float]) -> list[Any]:
    """``n`` legal actions from ``setup``, or fewer where the match would be over; ``likes`` weighs them by name."""
    rng = Random(seed)
    state, actions = game.start(setup), []
    while len(actions) < n:
        choices = [c for c in game.choices(state) if c.refusal is None and likes.get(c.action.__name__, 3.0) > 0]
        choice = rng.choices(choices, [likes.get(c.action.__name__, 3.0) for c in choices])[0]
        action = choice.sample(rng)
        if game.check(state, action) is not None:
            continue
        state = game.apply(state, action)
        if game.over(state):
            break
        actions.append(action)
    return actions


def midgame(
    folder: Path, name: str, panel: Panel, language: str, n: int, likes: Mapping[str, float],
    *, seats: int = 4, seed: int = 7, preset: str | None = None, options: tuple[tuple[str, Any], ...] = (),
) -> Played:  # fmt: skip
    """``name`` after ``n`` actions, on ``panel`` and all in ``language``."""
    game = find_game(name)
    complete = game.complete(options, preset)
    setup = game.random_setup(Random(seed), seats, complete)
    done = record(game, setup, n, seed, likes)
    played = Played(
        folder, game=name, seats=seats, language=language, panel=panel, seed=seed, options=complete, record=done
    )
    go_on(played)
    return played


def go_on(played: Played) -> None:
    """Out of the pause with which a match is resumed."""
    snapshot = played.table.snapshot
    if snapshot is not None and snapshot.paused:
        played.do(Unpause(snapshot.match.setup.seats[0]))


class Fingers:
    """Taps and counts them; each waits until what it taps is there."""

    def __init__(self, played: Played) -> None:
        self.played, self.taps = played, 0

    def act(self, seat: Any, key: str) -> None:
        """The button ``key`` of the seat whose turn it is."""
        page, driver = self.played.page, self.played.driver
        driver.until(lambda: page.turn == seat and key in self._acts(seat).buttons)
        self.taps += 1
        self.played.tap_act(seat, key)
        driver.frames(3)

    def _acts(self, seat: Any) -> Any:
        page = self.played.page
        return page.ids.bar if page.frame.bar else page._zones[seat][1].acts

    def key(self, seat: Any, row: str, value: Any) -> None:
        """A key of the sheet that the seat has open."""
        driver = self.played.driver
        driver.until(lambda: (row, value) in getattr(self._sheet(seat), "keys", ()))
        driver.frames(2)
        self.taps += 1
        driver.tap(self._sheet(seat).keys[row, value])
        driver.frames(3)

    def _sheet(self, seat: Any) -> Any:
        entry = self.played.page.ids.overlay.open.get(seat)
        return entry.sheet if entry else None

    def at(self, widget: Any, place: tuple[float, float]) -> None:
        """A place of ``widget``, from its lower left corner."""
        self.taps += 1
        self.played.driver.tap_at(widget.x + place[0], widget.y + place[1])
        self.played.driver.frames(3)
