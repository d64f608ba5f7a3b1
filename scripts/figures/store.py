"""The store: durable appends beside bare sqlite3 with the same promises, and the resume of 5,000 events."""

from __future__ import annotations

import sqlite3
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.events import Event, Match, Player
from companion.games import find_game
from companion.history import History
from companion.selfplay import play_random
from companion.store import Store
from scripts.figures.figure import Figure, alternating, seconds

APPENDS = 300
RESUMED = 5_000


def recorded(count: int) -> tuple[Match, list[Event]]:
    """A random classic match of four seats to 13 points that lasts ``count`` actions, and these as events."""
    game, rng = find_game("arnika"), Random(5)
    options = game.complete([("goal", 13)], preset="classic")
    bodies: tuple[object, ...] = ()
    while len(bodies) < count:
        setup = game.random_setup(rng, 4, options)
        bodies = play_random(game, rng, setup, longest=count).actions
    players = tuple(Player(seat, f"player {seat}") for seat in setup.seats)
    match = Match(uuid.uuid4().hex, game.name, game.rules_version, setup, players, 0.0)
    clock = (0.0,) * len(players)
    return match, [
        Event(uuid.uuid4().hex, match.id, n, float(n), "touch", body, clock=clock) for n, body in enumerate(bodies, 1)
    ]


def measure() -> Iterator[Figure]:
    match, events = recorded(APPENDS)
    with tempfile.TemporaryDirectory() as folder:
        stores = iter(range(100))

        def ours() -> float:
            store = Store(Path(folder) / f"ours{next(stores)}.db")
            store.begin(match)
            taken = seconds(lambda: [store.append(event) for event in events])
            store.close()
            return len(events) / taken

        def bare() -> float:
            connection = sqlite3.connect(Path(folder) / f"bare{next(stores)}.db", isolation_level=None)
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("CREATE TABLE event (id TEXT PRIMARY KEY, seq INTEGER, body TEXT)")

            def append(event: Event) -> None:
                connection.execute("INSERT INTO event VALUES (?, ?, ?)", (event.id, event.seq, "x" * 120))

            taken = seconds(lambda: [append(event) for event in events])
            connection.close()
            return len(events) / taken

        value, peer = alternating(ours, bare)
        yield Figure("durable appends", value, "1/s", "bare sqlite3, same pragmas", peer)

        match, events = recorded(RESUMED)
        store = Store(Path(folder) / "resume.db")
        store.begin(match)
        store.append_all(events)

        def resume() -> float:
            def fold() -> None:
                history = History(find_game(match.game), match)
                for event in store.events(match):
                    history.add(event)

            return seconds(fold)

        def rows() -> float:
            connection = sqlite3.connect(Path(folder) / "resume.db")
            return seconds(lambda: connection.execute("SELECT * FROM event").fetchall())

        value, peer = alternating(resume, rows)
        note = f"{len(events)} events of one match"
        yield Figure("resume", value, "s", "reading the rows alone", peer, more_is_better=False, note=note)
        store.close()
