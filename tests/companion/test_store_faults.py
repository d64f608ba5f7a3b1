"""A disk that is full, a folder that takes nothing, a file of garbage: said clearly, and nothing is lost."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.events import Health
from companion.store import Store, StoreFailed
from tests.companion.playing import Played, toy_games, toy_match
from tests.companion.test_store import closed, open_store
from tests.companion.toy_game import random_action

ROOT = Path(__file__).resolve().parents[2]
EVENING = ROOT / "examples" / "evening.jsonl"


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """Every write beyond ``size`` bytes fails, in this whole process: a disk that takes no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 1000, 4096, 9000])
def test_a_disk_that_takes_no_more_refuses_loses_nothing_and_goes_on_when_it_does(tmp_path: Path, room: int):
    played, rng = Played(tmp_path, toy_match()), Random(room)

    def act() -> bool:
        assert not played.snapshot.standing.over
        return played.ask(random_action(played.state, rng)) is None

    assert act()
    before = [event.id for event in played.store.events(played.snapshot.match)]
    wal = Path(f"{played.path}-wal").stat().st_size
    with no_file_longer_than(wal + room):
        for _ in range(20):
            if not act():
                break
            before.append(played.snapshot.log[-1].event.id)
        else:
            pytest.fail("the disk took everything")
        ill = [news for news in played.told(Health) if not news.well]
        assert ill[-1].part == "store"
        assert ill[-1].remedy is not None
        assert not act(), "and still does not"
    assert act(), "there is room again"
    assert played.told(Health)[-1].well
    before.append(played.snapshot.log[-1].event.id)
    snapshot = played.snapshot
    played.pull_the_plug()
    assert [entry.event.id for entry in played.snapshot.log] == before
    assert played.snapshot.state == snapshot.state


@pytest.mark.parametrize("inside", ["nothing", "a store"])
def test_a_folder_that_may_not_be_written_is_said_in_one_line(tmp_path: Path, inside: str):
    home = tmp_path / "home"
    home.mkdir()
    if inside == "a store":
        Store(home / "mizban.db").close()
    home.chmod(0o555)
    for path in home.iterdir():
        path.chmod(0o444)
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    command = [sys.executable, "-m", "companion.cli", "match", "import", str(EVENING), "--home", str(home)]
    if os.geteuid() == 0:  # for whom modes mean nothing, unless he gives that up
        if shutil.which("setpriv") is None:
            pytest.skip("root may write anywhere, and there is no setpriv")
        command = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override", *command]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    home.chmod(0o755)
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    assert ran.stderr.count("\n") == 1, ran.stderr
    assert str(home) in ran.stderr
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before


@pytest.mark.parametrize("where", ["a file for a folder", "a folder for a file"])
def test_a_place_where_no_store_can_be_is_said(tmp_path: Path, where: str):
    path = tmp_path / "mizban.db"
    if where == "a folder for a file":
        path.mkdir()
    else:
        (tmp_path / "file").write_text("")
        path = tmp_path / "file" / "mizban.db"
    with pytest.raises(StoreFailed):
        open_store(path)


@pytest.mark.parametrize("where", ["front", "front page", "middle", "end", "cut", "empty", "text", "zeros"])
def test_garbage_in_the_file_never_stops_the_table_and_is_never_thrown_away(tmp_path: Path, where: str):
    path, copy = tmp_path / "mizban.db", tmp_path / "copy.db"
    closed(path, 60)
    store = open_store(path)
    store.backup(copy)
    store.close()
    whole = path.read_bytes()
    garbage = Random(where).randbytes(9000)
    middle = len(whole) // 2
    damaged = {
        "front": garbage[:100] + whole[100:],
        "front page": garbage[:4096] + whole[4096:],
        "middle": whole[:middle] + garbage + whole[middle + len(garbage) :],
        "end": whole[: -len(garbage)] + garbage,
        "cut": whole[:middle],
        "empty": b"",
        "text": "این یک پایگاه داده نیست\n".encode() * 400,
        "zeros": b"\0" * len(whole),
    }[where]
    for part in tmp_path.glob("mizban.db*"):
        part.unlink()
    path.write_bytes(damaged)
    again = open_store(path, backups=(copy,))
    kept = {one.match.id: one.events for one in again.matches()}
    if where == "empty":
        assert kept == {}, "a new file is no damage"
        return
    assert kept == {"m1": 60, "m2": 60}
    if again.notes:
        (note,) = again.notes
        assert not note.well
        assert path.with_name(str(note.line["file"])).read_bytes() == damaged
    again.close()
    assert open_store(path).notes == ()


def test_random_flips_anywhere_in_the_file_cost_at_most_what_they_hit(tmp_path: Path):
    """Whatever is damaged: the store opens, each log that it has is whole up to its end, the bad file is kept."""
    closed(tmp_path / "whole.db", 40)
    whole = (tmp_path / "whole.db").read_bytes()
    rng = Random(5)
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        damaged = bytearray(whole)
        for _ in range(rng.choice((1, 5, 50))):
            damaged[rng.randrange(len(damaged))] ^= rng.randrange(1, 256)
        (folder / "mizban.db").write_bytes(damaged)
        store = open_store(folder / "mizban.db")
        for one in store.matches():
            assert one.events <= 40
        for note in store.notes:
            assert (folder / str(note.line["file"])).read_bytes() == bytes(damaged)
        store.close()
        shutil.rmtree(folder)


def test_a_store_of_another_program_is_left_alone(tmp_path: Path):
    path = tmp_path / "mizban.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE event (id INTEGER, text TEXT)")
    connection.execute("INSERT INTO event VALUES (1, 'not ours')")
    connection.commit()
    connection.close()
    with pytest.raises(StoreFailed):
        Store(path, games=toy_games)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT text FROM event").fetchall() == [("not ours",)]
    connection.close()
