"""A table to test with: a toy game, a clock that only moves when told, an observer that remembers."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from companion.events import Begin, Happened, Match, News, Player, Proposed, Refused, Resume
from companion.game import Asked, ButtonPressed, DiceRolled, Game, RollId, Seat, Setup, Throw
from companion.store import Store
from companion.table import Table
from tests.companion.toy_game import Bid, EndTurn, Lay, PebbleGame, Roll

A, B, C = Seat(0), Seat(1), Seat(2)


def toy_games(name: str) -> Game[Any]:
    assert name == PebbleGame.name, name
    return PebbleGame()


def toy_match(name: str = "m1", seats: int = 2, **options: Any) -> Match:
    chairs = tuple(Seat(i) for i in range(seats))
    setup = Setup(chairs, A, PebbleGame.complete(tuple(options.items())))
    players = tuple(Player(seat, f"P{seat}") for seat in chairs)
    return Match(name, PebbleGame.name, PebbleGame.rules_version, setup, players, 1000.0)


class Time:
    """UTC and monotonic seconds that stand still unless moved."""

    def __init__(self) -> None:
        self.now = 1_000_000.0
        self.monotonic = 50.0

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        self.monotonic += seconds


class Played:
    """A table with everything around it. ``news`` is what it told, in order."""

    store_kind: type[Store] = Store

    def __init__(self, folder: Path, match: Match | None = None) -> None:
        self.path = folder / "mizban.db"
        self.time = Time()
        self.news: list[News] = []
        self.ids = count(1)
        self.start()
        if match is not None:
            self.table.take(Begin(match))

    def start(self) -> None:
        self.store = self.store_kind(self.path, games=toy_games, now=lambda: self.time.now)
        self.table = Table(
            self.store,
            games=toy_games,
            now=lambda: self.time.now,
            monotonic=lambda: self.time.monotonic,
            new_id=lambda: f"e{self.time.now}-{next(self.ids)}",
        )
        self.table.watch(self.news.append)

    def pull_the_plug(self, away: float = 0.0) -> None:
        """End without a word, come back, take up the match."""
        assert self.snapshot is not None
        match = self.snapshot.match.id
        self.store.close()
        self.time.now += away
        self.time.monotonic = 7.0
        self.news.clear()
        self.start()
        self.table.take(Resume(match))

    @property
    def snapshot(self) -> Any:
        return self.table.snapshot

    @property
    def state(self) -> Any:
        """The whole state, secrets included (a test may look)."""
        return self.table._playing.history.state  # type: ignore[union-attr]

    def ask(self, action: Any, *, forced: bool = False, source: str = "touch") -> Refused | None:
        """Ask for ``action``; the refusal, if any."""
        return self.take(Asked(action, source, forced))

    def take(self, signal: Any) -> Refused | None:
        before = len(self.news)
        self.table.take(signal)
        return next((n for n in self.news[before:] if isinstance(n, Refused)), None)

    def done(self, *actions: Any) -> None:
        """Each of ``actions``, none of them refused."""
        for action in actions:
            refused = self.ask(action)
            assert refused is None, refused

    def press(self, seat: Seat, *, long: bool = False) -> Refused | None:
        return self.take(ButtonPressed(seat, long, self.time.monotonic))

    def throw(self, n: int, *faces: int | None, quality: str = "ok", boot: int = 1) -> DiceRolled:
        throw = DiceRolled(RollId("u1", boot, n), faces, 0, quality)
        self.take(throw)
        return throw

    def told(self, kind: type[Any]) -> list[Any]:
        return [news for news in self.news if isinstance(news, kind)]

    @property
    def happened(self) -> list[Happened]:
        return self.told(Happened)

    @property
    def questions(self) -> list[Proposed]:
        return self.told(Proposed)

    def kinds(self) -> list[str]:
        return [entry.event.kind for entry in self.snapshot.log]

    def live(self) -> list[str]:
        return [entry.event.kind for entry in self.snapshot.log if not entry.undone]


def roll(seat: Seat, total: int = 7) -> Roll:
    return Roll(seat, Throw(total))


def a_turn(seat: Seat, *spots: int, total: int = 7, seats: int = 2) -> tuple[Any, ...]:
    """A whole turn of ``seat`` with bids of nothing."""
    bids = tuple(Bid(Seat(other), 0) for other in range(seats))
    return (roll(seat, total), *(Lay(seat, spot) for spot in spots), EndTurn(seat), *bids)
