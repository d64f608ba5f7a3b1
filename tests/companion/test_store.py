"""The store keeps its promises: on disk or not at all, append-only, damaged files set aside, full disks said."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from companion.events import Event, Match, Player, Rename, encode
from companion.game import BadRecord, DiceRolled, RollId
from companion.store import Store, StoreFailed, restore
from tests.companion.playing import A, B, Played, a_turn, roll, toy_games, toy_match


def open_store(path: Path, **given: Any) -> Store:
    return Store(path, games=toy_games, now=lambda: 1_700_000_000.0, **given)


def event(match: Match, seq: int, body: Any = None, **given: Any) -> Event:
    return Event(f"{match.id}-{seq}", match.id, seq, 5.0, "touch", body or roll(A), **given)


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    store = open_store(tmp_path / "mizban.db")
    store.begin(toy_match())
    return store


def test_every_connection_runs_with_wal_and_full_synchronous(kept: Store):
    seen: list[dict[str, str]] = []
    seen.append(kept.pragmas())

    def look() -> None:
        kept.append(event(toy_match(), 1 + len(seen)))
        seen.append(kept.pragmas())

    for _ in range(3):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    again = open_store(kept.path)  # type: ignore[arg-type]
    seen.append(again.pragmas())
    for engine in (kept._engine, kept._reading, again._engine):
        with engine.connect() as connection:
            seen.append({name: str(connection.execute(text(f"PRAGMA {name}")).scalar()).lower() for name in seen[0]})
    assert all(
        found == {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "secure_delete": "1"}
        for found in seen
    ), seen


def test_a_connection_that_does_not_keep_its_promise_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from companion.store import sqlite

    monkeypatch.setattr(sqlite, "WANTED", (("synchronous", "OFF", "2"),))
    with pytest.raises(StoreFailed, match=r"error\.store"):
        open_store(tmp_path / "mizban.db")


def test_events_come_back_as_they_were(kept: Store):
    match = toy_match()
    written = [
        event(match, 1, clock=(1.5, 0.0), roll=RollId("u", 1, 2)),
        event(match, 2, roll(B), forced=True),
        event(match, 3, Rename(A, Player(A, "آنا", "blue"))),
    ]
    for one in written:
        kept.append(one)
    assert kept.events(match) == written
    assert kept.match("m1") == match
    assert [(k.match.id, k.ended, k.events) for k in kept.matches()] == [("m1", None, 3)]


@pytest.mark.parametrize("change", ["seq", "id"])
def test_a_line_of_the_log_is_written_once(kept: Store, change: str):
    match = toy_match()
    kept.append(event(match, 1))
    double = event(match, 1) if change == "id" else Event("other", match.id, 1, 5.0, "touch", roll(B))
    with pytest.raises(StoreFailed):
        kept.append(double)
    assert [one.id for one in kept.events(match)] == ["m1-1"]


@pytest.mark.parametrize("statement", ["DELETE FROM event", "UPDATE event SET body='x'"])
def test_the_log_only_grows(kept: Store, statement: str):
    kept.append(event(toy_match(), 1))
    connection = sqlite3.connect(kept.path)  # type: ignore[arg-type]
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        connection.execute(statement)
    connection.close()


def test_names_can_be_wiped_and_nothing_else_goes(kept: Store):
    match = toy_match()
    kept.append(event(match, 1))
    kept.append(event(match, 2, Rename(A, Player(A, "Ana", "blue"))))
    kept.wipe_names("m1")
    assert [player.name for player in kept.match("m1").players] == ["", ""]
    assert kept.events(match)[1].body.player == Player(A, "", "blue")
    assert kept.events(match)[0] == event(match, 1)
    for part in kept.path.parent.iterdir():  # type: ignore[union-attr]
        assert b"Ana" not in part.read_bytes(), part


def test_a_throw_is_stored_once_by_unit_boot_and_number(kept: Store):
    throw = DiceRolled(RollId("u", 3, 7), (2, None))
    assert kept.keep(throw, "m1")
    assert not kept.keep(DiceRolled(RollId("u", 3, 7), (6, 6)), "m1")
    assert kept.knows(throw.id)
    assert not kept.knows(RollId("u", 4, 7))
    assert kept.throws("m1") == [(0, throw)]


def test_throw_and_event_are_one_commit(kept: Store):
    match = toy_match()
    throw = DiceRolled(RollId("u", 1, 1), (3, 4))
    kept.append(event(match, 1))
    with pytest.raises(StoreFailed):
        kept.append(event(match, 1, roll=throw.id), throw)
    assert not kept.knows(throw.id)


def test_an_event_is_found_by_the_id_that_it_had_before_the_commit(kept: Store):
    assert not kept.has("m1-1")
    kept.append(event(toy_match(), 1))
    assert kept.has("m1-1")


def test_a_match_that_nobody_knows_is_said_by_name(kept: Store):
    with pytest.raises(BadRecord) as caught:
        kept.match("nope")
    assert caught.value.line["match"] == "nope"


def test_a_line_that_its_game_cannot_read_is_named(kept: Store):
    kept.append(event(toy_match(), 1))
    connection = sqlite3.connect(kept.path)  # type: ignore[arg-type]
    connection.executescript('DROP TRIGGER event_as_it_was; UPDATE event SET body=\'{"type":"Dance"}\'')
    connection.close()
    with pytest.raises(BadRecord) as caught:
        kept.events(toy_match())
    assert (caught.value.line["match"], caught.value.line["seq"]) == ("m1", 1)


def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(tmp_path: Path):
    played = Played(tmp_path, toy_match())
    played.done(*a_turn(A))
    with played.store._engine.connect() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    refused = None
    done = 0
    for n in range(400):
        refused = played.ask(roll(B) if n == 0 else Rename(B, Player(B, "x" * 200)))
        if refused is not None:
            break
        done += 1
    assert refused is not None, "the disk never filled"
    assert refused.refusal.code == "disk_full"
    assert any(not health.well and health.part == "store" for health in played.told(type(played.news[-1])))
    before = len(played.snapshot.log)
    assert len(played.store.events(played.snapshot.match)) == before == 4 + done
    with played.store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    played.done(Rename(B, Player(B, "there is room")))
    assert played.news[-2].part == "store"  # type: ignore[union-attr]
    assert played.news[-2].well  # type: ignore[union-attr]
    played.pull_the_plug()
    assert len(played.snapshot.log) == before + 1


# ---------------------------------------------------------------------------------------------- damage


def filled(path: Path, lines: int = 300) -> Store:
    store = open_store(path)
    for name in ("m1", "m2"):
        match = toy_match(name)
        store.begin(match, [event(match, seq) for seq in range(1, lines + 1)])
    return store


def closed(path: Path, lines: int = 300) -> None:
    store = filled(path, lines)
    store.close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def test_a_damaged_file_is_set_aside_by_name_and_what_can_be_read_is_saved(tmp_path: Path):
    path = tmp_path / "mizban.db"
    closed(path)
    whole = path.read_bytes()
    torn = bytearray(whole)
    middle = len(torn) // 2 // 4096 * 4096
    torn[middle : middle + 3 * 4096] = b"\xa5" * (3 * 4096)
    path.write_bytes(torn)
    store = open_store(path)
    (note,) = store.notes
    aside = path.with_name(str(note.line["file"]))
    assert not note.well
    assert note.remedy is not None
    assert aside.read_bytes() == bytes(torn)
    assert ".damaged-20231114-" in aside.name
    kept = {k.match.id: k.events for k in store.matches()}
    assert set(kept) == {"m1", "m2"}
    assert 0 < sum(kept.values()) < 600
    for name in kept:
        log = store.events(store.match(name))
        assert log == [event(toy_match(name), seq) for seq in range(1, len(log) + 1)]
    store.append(event(toy_match("m1"), kept["m1"] + 1))


def test_the_newest_backup_fills_what_the_damage_took(tmp_path: Path):
    path, copy = tmp_path / "mizban.db", tmp_path / "copy.db"
    closed(path)
    store = open_store(path)
    store.backup(copy)
    store.close()
    path.write_bytes(b"this was a database once" * 1000)
    again = open_store(path, backups=(copy,))
    assert {k.match.id: k.events for k in again.matches()} == {"m1": 300, "m2": 300}
    assert len(again.notes) == 1


def test_a_second_damage_overwrites_nothing(tmp_path: Path):
    path = tmp_path / "mizban.db"
    for _ in range(3):
        path.write_bytes(b"no database" * 500)
        open_store(path).close()
    assert len(list(tmp_path.glob("mizban.db.damaged-*"))) >= 3


# ---------------------------------------------------------------------------------------------- copies


def test_a_backup_is_whole_and_is_never_written_over_another_file(tmp_path: Path):
    store = filled(tmp_path / "mizban.db")
    store.backup(tmp_path / "sub" / "copy.db")
    with pytest.raises(StoreFailed):
        store.backup(tmp_path / "sub" / "copy.db")
    copy = open_store(tmp_path / "sub" / "copy.db")
    assert copy.events(toy_match("m2")) == store.events(toy_match("m2"))


def test_restoring_keeps_the_store_of_before_under_another_name(tmp_path: Path):
    path = tmp_path / "mizban.db"
    store = filled(path, 20)
    store.backup(tmp_path / "copy.db")
    store.append(event(toy_match("m1"), 21))
    store.close()
    before = restore(tmp_path / "copy.db", path, now=lambda: 1_700_000_000.0)
    assert before is not None
    assert len(open_store(path).events(toy_match("m1"))) == 20
    assert len(open_store(before).events(toy_match("m1"))) == 21


def test_a_store_that_a_table_has_open_is_not_replaced(tmp_path: Path):
    path = tmp_path / "mizban.db"
    store = filled(path, 5)
    store.backup(tmp_path / "copy.db")
    with pytest.raises(StoreFailed, match="store_in_use"):
        restore(tmp_path / "copy.db", path)
    store.append(event(toy_match("m1"), 6))
    store.close()
    assert restore(tmp_path / "copy.db", path) is not None


@pytest.mark.parametrize("content", [None, b"", b"not a database at all" * 300])
def test_what_is_no_backup_is_not_restored(tmp_path: Path, content: bytes | None):
    path, source = tmp_path / "mizban.db", tmp_path / "copy.db"
    filled(path, 5).close()
    if content is not None:
        source.write_bytes(content)
    with pytest.raises(StoreFailed):
        restore(source, path)
    assert len(open_store(path).events(toy_match("m1"))) == 5


def test_bodies_are_stored_with_ascii_digits_and_readable(kept: Store):
    kept.append(event(toy_match(), 1))
    assert (
        encode(kept.events(toy_match())[0].body)
        == b'{"type":"Roll","seat":0,"throw":{"type":"Throw","total":7,"faces":null}}'
    )
