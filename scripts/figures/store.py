"""The store: durable appends beside bare sqlite3 with the same promises, and the resume of 5,000 events."""

from __future__ import annotations

import sqlite3
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.events import Event, Match, Player, Resume
from companion.game import Asked
from companion.games import find_game
from companion.history import History
from companion.selfplay import play_random
from companion.store import Store
from companion.table import Table
from scripts.figures.figure import Figure, alternating, seconds

APPENDS = 300
RESUMED = 5_000
EARLY, LATE, ACTS = 100, 4_900, 100


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
        store.begin(match, events)

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
        began = time.process_time()
        resume()
        note = f"{len(events)} events of one match; {time.process_time() - began:.2f} s of the processor"
        yield Figure("resume", value, "s", "reading the rows alone", peer, more_is_better=False, note=note)
        size = sum(path.stat().st_size for path in Path(folder).glob("resume.db*"))
        store.close()
        yield Figure("size of an event on disk", size / len(events), "bytes", note="with its index and the log ahead")

        late, early = alternating(
            lambda: act_after(LATE, match, events, Path(folder) / f"late{next(stores)}.db"),
            lambda: act_after(EARLY, match, events, Path(folder) / f"early{next(stores)}.db"),
        )
        note = f"stored and told, {ACTS} acts after {LATE} events"
        yield Figure("an act late in a match", late, "ms", f"after {EARLY}", early, more_is_better=False, note=note)


def act_after(already: int, match: Match, events: list[Event], path: Path) -> float:
    """Milliseconds of the processor that the table takes for an act when the match has ``already`` so many events."""
    store = Store(path)
    store.begin(match, events[:already])
    table = Table(store)
    table.watch(lambda news: None)
    table.take(Resume(match.id))
    began = time.process_time()
    for event in events[already : already + ACTS]:
        table.take(Asked(event.body))
    taken = time.process_time() - began
    assert table.snapshot is not None
    assert table.snapshot.revision == already + ACTS, "an act was refused"
    store.close()
    return 1000 * taken / ACTS
