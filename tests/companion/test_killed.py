"""Killed at random moments of a running match: nothing that was told is lost, nothing is there twice."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from companion.events import Event, Resume
from companion.store import Store
from companion.table import Table
from tests.companion.killed import Killed, Told, seen


def come_back(killed: Killed) -> tuple[Store, Table]:
    """The store and the table as the next start finds them, with the match that was played."""
    store = Store(killed.path)
    table = Table(store)
    left = store.unfinished() or store.matches()[0].match
    table.take(Resume(left.id))
    return store, table


def look(killed: Killed, recent: int | None = 2) -> int:
    """Compare what is there with what was told, in the ``recent`` matches; how many events nobody was told of."""
    store, table = come_back(killed)
    assert not store.notes, store.notes
    kept = store.matches()
    logs: dict[str, list[Event]] = {one.match.id: store.events(one.match) for one in kept[:recent]}
    for log in logs.values():
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
    there = {event.id: event for log in logs.values() for event in log}
    assert len(there) == sum(map(len, logs.values()))
    recently = [told for told in killed.told if told.match in logs]
    for told in recently:
        assert told.id in there, f"lost: {told}"
        assert (there[told.id].seq, there[told.id].clock) == (told.seq, told.clock)
    rolls = [event.roll for event in there.values() if event.roll is not None]
    assert len(set(rolls)) == len(rolls), "a throw counted twice"
    snapshot: Any = table.snapshot
    playing: Any = table._playing
    log = logs[snapshot.match.id]
    if log:
        assert snapshot.clock == log[-1].clock
        assert snapshot.paused, "nobody's clock runs before somebody is back"
        last: Told | None = next((told for told in reversed(killed.told) if told.id == log[-1].id), None)
        if last is not None:
            assert seen(playing.history.state, snapshot) == last.seen
    store.close()
    told_of = {told.id for told in killed.told}
    assert len(told_of) == len(killed.told), "told twice"
    return sum(one.events for one in kept) - len(told_of)


def kill(folder: Path, times: int, store: type[Store] = Store) -> dict[str, float]:
    killed = Killed(folder / "mizban.db", "arnika", 1, store)
    began = time.monotonic()
    Store(killed.path).close()
    while not killed.told:  # the first match is begun
        killed.one_more()
    alive, untold = 0, look(killed)
    for number in range(times):
        alive += killed.one_more()
        now = look(killed)
        assert now - untold in (0, 1), f"kill {number}: more than one event that nobody was told of"
        untold = now
    assert look(killed, None) == untold
    return {
        "kills": times,
        "lives that told something": alive,
        "events told": len(killed.told),
        "stored, not yet told": untold,
        "throws": killed.stored,
        "seconds": round(time.monotonic() - began, 1),
    }


def test_a_dozen_kills_lose_nothing_and_double_nothing(tmp_path: Path):
    assert kill(tmp_path, 12)["lives that told something"] > 5


class Lazy(Store):
    """Writes each event when the next one comes."""

    _waiting: tuple[Any, ...] = ()

    def append(self, event: Event, throw: Any = None) -> None:
        if self._waiting:
            super().append(*self._waiting)
        self._waiting = (event, throw)


def test_the_kills_find_a_store_that_is_lazy(tmp_path: Path):
    """Otherwise the test above would prove nothing."""
    with pytest.raises(AssertionError, match="lost"):
        kill(tmp_path, 12, Lazy)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_two_hundred_kills_lose_nothing_and_double_nothing(tmp_path: Path):
    print(kill(tmp_path, 200))
