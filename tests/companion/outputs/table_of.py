"""A real match of a real game at a real table, for observers to watch."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.events import Begin, Match, Player
from companion.game import Asked, Seat
from companion.games import find_game
from companion.store import Store
from companion.table import Table

COLORS = ("red", "blue", "white", "orange")


class Evening:
    """``seats`` players at a table with ``game``; :meth:`play` lets chance choose ``n`` legal actions."""

    def __init__(self, folder, game: str = "arnika", seats: int = 4, seed: int = 1) -> None:
        self.rng = Random(seed)
        self.game = find_game(game)
        self.store = Store(folder / "mizban.db")
        self.table = Table(self.store)
        players = tuple(Player(Seat(i), f"P{i}", COLORS[i], chair=(i + 1) % seats) for i in range(seats))
        setup = self.game.random_setup(self.rng, seats)
        self.match = Match("m1", game, self.game.rules_version, setup, players, 1000.0)

    def begin(self) -> None:
        self.table.take(Begin(self.match))

    @property
    def snapshot(self) -> Any:
        assert self.table.snapshot is not None
        return self.table.snapshot

    def ask(self, action: Any) -> None:
        self.table.take(Asked(action))

    def play(self, n: int = 1, until: Any = lambda snapshot: False) -> None:
        """At most ``n`` random legal actions, ending as soon as ``until(snapshot)`` holds."""
        for _ in range(n):
            if until(self.snapshot) or self.snapshot.standing.over:
                return
            open_choices = [choice for choice in self.snapshot.choices if choice.refusal is None]
            for _ in range(200):
                action = self.rng.choice(open_choices).sample(self.rng)
                if self.game.check(self.snapshot.state, action) is None:
                    self.ask(action)
                    break
