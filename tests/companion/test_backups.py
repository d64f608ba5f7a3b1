"""The table copies its store by itself, keeps few copies, and mends a damaged store with the newest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.backups import Backups
from companion.events import Finish, Leave, Resume
from companion.store import Store
from tests.companion.playing import A, B, Played, a_turn, roll, toy_games, toy_match


@pytest.fixture
def two(tmp_path: Path) -> Played:
    return Played(tmp_path, toy_match())


def at(folder: Path, played: Played, kept: int = 3) -> Backups:
    return Backups(folder, kept=kept, now=lambda: played.time.now)


def test_a_match_that_ended_or_left_is_copied_once(two: Played, tmp_path: Path):
    backups = at(tmp_path / "copies", two)
    waiting: list[Callable[[], Any]] = []
    two.table.watch(backups.observer(two.store, waiting.append))
    two.done(roll(A))
    assert waiting == [], "not at every act"
    two.done(Finish(A))
    two.table.take(Leave())
    assert len(waiting) == 1
    waiting.pop()()
    (copy,) = backups.newest()
    assert [event.kind for event in Store(copy, games=toy_games).events(toy_match())] == ["Roll", "Finish"]
    two.table.take(Resume("m1"))
    two.table.take(Leave())
    assert len(waiting) == 1


def test_only_the_newest_copies_stay_and_nothing_else_in_the_folder_goes(two: Played, tmp_path: Path):
    backups = at(tmp_path / "copies", two)
    made = []
    for _ in range(5):
        made.append(backups.make(two.store))
        two.time.pass_by(60)
    (backups.folder / "mine.db").write_text("mine")
    assert backups.make(two.store) is not None
    assert len(backups.newest()) == 3
    assert backups.newest()[1:] == (made[4], made[3])
    assert (backups.folder / "mine.db").exists()


def test_two_copies_of_one_second_are_two(two: Played, tmp_path: Path):
    backups = at(tmp_path / "copies", two)
    assert backups.make(two.store) != backups.make(two.store)
    assert len(backups.newest()) == 2


def test_without_the_stick_no_copy_is_made_and_nothing_breaks(two: Played, tmp_path: Path):
    assert at(tmp_path / "media" / "stick" / "copies", two).make(two.store) is None
    (tmp_path / "file").write_text("")
    assert at(tmp_path / "file" / "copies", two).make(two.store) is None
    assert not (tmp_path / "media").exists()


def test_a_damaged_store_is_filled_from_the_newest_copy(two: Played, tmp_path: Path):
    backups = at(tmp_path / "copies", two)
    two.done(*a_turn(A))
    backups.make(two.store)
    two.time.pass_by(60)
    two.done(*a_turn(B))
    backups.make(two.store)
    two.store.close()
    for part in tmp_path.glob("mizban.db*"):
        part.write_bytes(b"not any more" * 900)
    store = Store(two.path, games=toy_games, backups=backups.newest())
    assert len(store.events(toy_match())) == len(a_turn(A)) + len(a_turn(B))
    assert len(store.notes) == 1


def test_no_copy_keeps_a_name_that_was_wiped(two: Played, tmp_path: Path):
    backups = at(tmp_path / "copies", two)
    backups.make(two.store)
    backups.make(two.store)
    two.store.wipe_names("m1")
    backups.renew(two.store)
    (copy,) = backups.newest()
    assert [player.name for player in Store(copy, games=toy_games).match("m1").players] == ["", ""]
    assert not [path for path in backups.folder.iterdir() if b'"P0"' in path.read_bytes()]
