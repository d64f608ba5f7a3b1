"""The plug is pulled while the store writes: no file is damaged, and nothing that was told is lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.events import Begin, Happened
from companion.game import Asked
from companion.store import Store, sqlite
from companion.table import Table
from tests.companion.playing import toy_games, toy_match
from tests.companion.recorded_disk import Recorder, Sync, Told, put, recording
from tests.companion.toy_game import random_action

CUTS = 500


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder without a disk below it: what a cut leaves is reckoned, so nothing need be written through."""
    ram = Path("/dev/shm")
    if not os.access(ram, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="mizban-cuts-", dir=ram) as folder:
        yield Path(folder)


def record(path: Path, seed: int, actions: int) -> Recorder:
    """Play a match on a recorded disk; what the table tells is noted between the writes."""
    try:
        with recording() as recorder:
            store = Store(path, games=toy_games)
            table = Table(store, games=toy_games)
            table.take(Begin(toy_match(seats=3)))

            def tell(news: Any) -> None:
                if isinstance(news, Happened):
                    recorder.told(news.event.id)

            table.watch(tell)
            rng = Random(seed)
            for _ in range(actions):
                snapshot = table.snapshot
                assert snapshot is not None
                if snapshot.standing.over:
                    table.take(Begin(toy_match(f"m{len(recorder.notes)}", seats=3)))
                playing: Any = table._playing
                table.take(Asked(random_action(playing.history.state, rng)))
            store.close()
    except OSError as error:
        pytest.skip(f"Python's SQLite can't be recorded here: {error}")
    if not any(isinstance(note, Sync) for note in recorder.notes):
        pytest.skip("Python has a SQLite of its own, which can't be recorded")
    return recorder


def cut(recorder: Recorder, at: int, rng: Random, folder: Path) -> tuple[bool, int, int]:
    """Whether the file was damaged, how many told events are missing, how many are there that nobody was told of."""
    folder.mkdir()
    put(recorder.after_a_cut(at, rng), folder)
    store = Store(folder / "mizban.db", games=toy_games)
    damaged = bool(store.notes)
    there: list[str] = []
    for kept in store.matches():
        log = store.events(kept.match)
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        there += [event.id for event in log]
    store.close()
    shutil.rmtree(folder)
    told = {note.what for note in recorder.notes[:at] if isinstance(note, Told)}
    assert len(set(there)) == len(there)
    return damaged, len(told - set(there)), len(set(there) - told)


def test_five_hundred_cuts_damage_no_file_and_lose_nothing_that_was_told(memory: Path):
    recorder = record(memory / "mizban.db", 1, 120)
    rng = Random(2)
    start = next(i for i, note in enumerate(recorder.notes) if isinstance(note, Told))
    for number in range(CUTS):
        at = rng.randint(start, len(recorder.notes))
        damaged, lost, untold = cut(recorder, at, rng, memory / f"cut{number}")
        assert not damaged, f"cut {number} before note {at}"
        assert lost == 0, f"cut {number} before note {at}"
        assert untold <= 1, f"cut {number} before note {at}"


def test_a_cut_while_the_store_is_made_leaves_one_that_can_be_made_again(memory: Path):
    recorder = record(memory / "mizban.db", 1, 2)
    start = next(i for i, note in enumerate(recorder.notes) if isinstance(note, Told))
    rng = Random(3)
    for number in range(60):
        folder = memory / f"cut{number}"
        folder.mkdir()
        put(recorder.after_a_cut(rng.randint(0, start), rng), folder)
        store = Store(folder / "mizban.db", games=toy_games)
        assert not store.notes
        store.begin(toy_match("after"))
        store.close()


def test_the_recorded_disk_finds_what_a_weaker_setting_loses(memory: Path, monkeypatch: pytest.MonkeyPatch):
    """Otherwise the tests above would prove nothing."""
    weaker = tuple(("synchronous", "NORMAL", "1") if w[0] == "synchronous" else w for w in sqlite.WANTED)
    monkeypatch.setattr(sqlite, "WANTED", weaker)
    recorder = record(memory / "mizban.db", 1, 60)
    rng = Random(2)
    start = next(i for i, note in enumerate(recorder.notes) if isinstance(note, Told))
    losses = 0
    for number in range(40):
        _, lost, _ = cut(recorder, rng.randint(start, len(recorder.notes)), rng, memory / f"cut{number}")
        losses += lost > 0
    assert losses > 20
