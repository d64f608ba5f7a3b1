"""The append-only store: matches, their events, every throw of a dice unit. SQLAlchemy Core, and nowhere else.

An event is on disk when :meth:`Store.append` returns, and not at all when it raises. The store of a table is a SQLite
file (what is SQLite's own is in ``sqlite.py``); the same tables and statements serve PostgreSQL.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, create_engine, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from companion.events import Event, Health, Match, decode, decode_body, decode_match, encode
from companion.game import BadRecord, DiceRolled, Game, Line, MizbanError, RollId
from companion.games import find_game
from companion.store import sqlite
from companion.store.schema import APPEND_ONLY, events, matches, metadata, rolls

_log = logging.getLogger("mizban.store")
_FACES: Any = tuple[int | None, ...]
_CLOCK: Any = tuple[float, ...]
UNSTORED, UNREAD = "error.store", "error.store_unread"
"""What is said where nothing better fits: of writing, and of reading."""


class StoreFailed(MizbanError, OSError):
    """Nothing was stored, or what was asked for could not be read. ``full``: because the disk has no room left."""

    def __init__(self, line: Line, *, full: bool = False) -> None:
        super().__init__(line)
        self.full = full


@dataclass(frozen=True)
class Kept:
    """A match as the list of matches shows it. ``events`` counts its lines."""

    match: Match
    ended: float | None
    events: int


class Store:
    """The store at ``where``: a path of a file, or an URL of SQLAlchemy's. ``games`` finds a game by its name.

    A damaged file is set aside by name and what can be read of it salvaged; ``notes`` then says so. The newest of
    ``backups`` fills in what the file has lost.

    ``reading``: for who only reads. The file is left as it is, damage apart, and a full disk or one that can't be
    written is no hindrance; whatever would write then raises.

    :raises StoreFailed: where the file can't be opened or does not keep its promises.
    """

    def __init__(
        self,
        where: Path | str,
        *,
        games: Callable[[str], Game[Any]] = find_game,
        backups: Sequence[Path] = (),
        reading: bool = False,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._games = games
        self._now = now
        self.notes: tuple[Health, ...] = ()
        self.path = None if isinstance(where, str) and "://" in where else Path(where)
        with _as_ours(self.path, UNREAD if reading else UNSTORED):
            self._engine = self._open_file(self.path, backups, reading) if self.path else create_engine(str(where))
            # a store that nobody closes lets go of its file with its last reference: no connection outlives it
            weakref.finalize(self, self._engine.dispose)
            self._reading = self._engine.execution_options(reading=True)
            if reading and not self.notes:
                return
            metadata.create_all(self._engine)
            if self.path:
                with self._engine.begin() as connection:
                    for trigger in APPEND_ONLY:
                        connection.exec_driver_sql(trigger)

    def close(self) -> None:
        """Let go of the file. Nothing is lost by not calling it."""
        self._engine.dispose()

    # ------------------------------------------------------------------------------------------ writing

    def begin(self, match: Match, log: Sequence[Event] = ()) -> None:
        """Store a new match, with its ``log`` where it comes from elsewhere, in one commit.

        :raises StoreFailed: also where its id is known already.
        """
        row = {
            "id": match.id,
            "game": match.game,
            "rules_version": match.rules_version,
            "body": encode(match).decode(),
            "began": match.began,
        }
        with _as_ours(self.path), self._engine.begin() as connection:
            connection.execute(insert(matches), row)
            if log:
                connection.execute(insert(events), [_event_row(event) for event in log])

    def append(self, event: Event, throw: DiceRolled | None = None) -> None:
        """Store ``event``, and the ``throw`` that it records unless that is stored already, in one commit."""
        with _as_ours(self.path), self._engine.begin() as connection:
            if throw is not None and not self._knows(connection, throw.id):
                connection.execute(insert(rolls), _roll_row(throw, event.match, event.seq - 1, event.at))
            connection.execute(insert(events), _event_row(event))

    def keep(self, throw: DiceRolled, match: str | None, after: int = 0) -> bool:
        """Store a throw that no event records (yet) and that came ``after`` so many events. Whether it is new."""
        with _as_ours(self.path), self._engine.begin() as connection:
            if self._knows(connection, throw.id):
                return False
            connection.execute(insert(rolls), _roll_row(throw, match, after, self._now()))
            return True

    def end(self, match: str, at: float | None) -> None:
        """Mark the match as ended, or (``None``) as one that can go on after all."""
        with _as_ours(self.path), self._engine.begin() as connection:
            connection.execute(update(matches).where(matches.c.id == match).values(ended=at))

    def wipe_names(self, match: str) -> None:
        """Take the players' names out of the record for good: a group has left."""
        kept = self.match(match)
        with _as_ours(self.path), self._engine.begin() as connection:
            nameless = tuple(msgspec.structs.replace(player, name="") for player in kept.players)
            body = encode(msgspec.structs.replace(kept, players=nameless)).decode()
            connection.execute(update(matches).where(matches.c.id == match).values(body=body))
            mine = (events.c.match == match) & (events.c.kind == "Rename")
            for row in connection.execute(select(events.c.seq, events.c.body).where(mine)).all():
                rename = decode_body(row.body, self._games(kept.game))
                wiped = msgspec.structs.replace(rename, player=msgspec.structs.replace(rename.player, name=""))
                at = mine & (events.c.seq == row.seq)
                connection.execute(update(events).where(at).values(body=encode(wiped).decode()))
        if self.path is not None:
            with _as_ours(self.path):
                sqlite.forget(self.path)

    # ------------------------------------------------------------------------------------------ reading

    def match(self, match: str) -> Match:
        """The match called ``match``. :raises BadRecord: when there is none."""
        with _as_ours(self.path, UNREAD), self._reading.connect() as connection:
            body = connection.execute(select(matches.c.body).where(matches.c.id == match)).scalar()
        if body is None:
            raise BadRecord(Line.of("error.no_such_match", match=match))
        return decode_match(body)

    def matches(self) -> tuple[Kept, ...]:
        """Every match, the newest first; one whose row can't be read hides no other."""
        counted = select(func.count()).where(events.c.match == matches.c.id).scalar_subquery()
        query = select(matches.c.body, matches.c.ended, counted.label("lines")).order_by(matches.c.began.desc())
        with _as_ours(self.path, UNREAD), self._reading.connect() as connection:
            found = []
            for row in connection.execute(query):
                try:
                    found.append(Kept(decode_match(row.body), row.ended, row.lines))
                except BadRecord as error:
                    _log.error("a match in the store can't be read: %s", error)
            return tuple(found)

    def unfinished(self) -> Match | None:
        """The newest match that has not ended: what a table takes up again after a power cut."""
        return next((kept.match for kept in self.matches() if kept.ended is None), None)

    def events(self, match: Match) -> list[Event]:
        """The log of ``match`` in order. :raises BadRecord: naming the line that its game can't read."""
        game = self._games(match.game)
        query = select(events).where(events.c.match == match.id).order_by(events.c.seq)
        with _as_ours(self.path, UNREAD), self._reading.connect() as connection:
            return [_event(row, game) for row in connection.execute(query).all()]

    def has(self, event: str) -> bool:
        """Whether the event with this id is stored: what to ask when no answer came to a commit."""
        with _as_ours(self.path, UNREAD), self._reading.connect() as connection:
            return connection.execute(select(events.c.seq).where(events.c.id == event)).first() is not None

    def knows(self, roll: RollId) -> bool:
        """Whether this throw is stored."""
        with _as_ours(self.path, UNREAD), self._reading.connect() as connection:
            return self._knows(connection, roll)

    def throws(self, match: str) -> list[tuple[int, DiceRolled]]:
        """Every throw that came during the match, with the number of events that it had then, in order."""
        order = (rolls.c.after, rolls.c.at, rolls.c.boot, rolls.c.n)
        query = select(rolls).where(rolls.c.match == match).order_by(*order)
        with _as_ours(self.path, UNREAD), self._reading.connect() as connection:
            return [
                (r.after, DiceRolled(RollId(r.unit, r.boot, r.n), decode(r.faces, _FACES), quality=r.quality))
                for r in connection.execute(query)
            ]

    def pragmas(self) -> dict[str, str]:
        """What a connection of the store really runs with (SQLite; otherwise empty)."""
        if self.path is None:
            return {}
        with self._reading.connect() as connection:
            return {
                pragma: str(connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()).lower()
                for pragma, _, _ in sqlite.WANTED
            }

    # ------------------------------------------------------------------------------------------ copies

    def backup(self, to: Path) -> None:
        """A whole copy at ``to``, readable by itself. :raises StoreFailed: where it can't be written."""
        if self.path is None:
            raise StoreFailed(Line.of("error.backup_not_here"))
        if to.exists():
            raise StoreFailed(Line.of("error.backup_exists", file=str(to)))
        with _as_ours(self.path, UNREAD):
            source = sqlite.open_to_read(self.path)
        with closing(source), _as_ours(to):
            sqlite.copy_into(source, to)

    # ------------------------------------------------------------------------------------------ inside

    @staticmethod
    def _knows(connection: Any, roll: RollId) -> bool:
        found = (rolls.c.unit == roll.unit) & (rolls.c.boot == roll.boot) & (rolls.c.n == roll.n)
        return connection.execute(select(rolls.c.n).where(found)).first() is not None

    def _open_file(self, path: Path, backups: Sequence[Path], reading: bool) -> Engine:
        if not reading:
            path.parent.mkdir(parents=True, exist_ok=True)
        what = sqlite.damage(path)
        if what is None:
            ours = {table.name: frozenset(table.columns.keys()) for table in metadata.sorted_tables}
            if strange := sqlite.strange_table(path, ours):
                raise StoreFailed(Line.of("error.store_strange", file=str(path), what=strange))
            return sqlite.reading_engine_for(path) if reading else sqlite.engine_for(path)
        aside = sqlite.set_aside(path, _stamp(self._now()))
        engine = sqlite.engine_for(path)
        metadata.create_all(engine)
        found = [sqlite.readable_rows(source) for source in (aside, *backups)]
        kept, lost = _merged(found)
        with engine.begin() as connection:
            for table, rows in ((matches, kept["match"]), (rolls, kept["roll"]), (events, kept["event"])):
                if rows:
                    connection.execute(insert(table), rows)
        self.notes = (
            Health(
                "store",
                False,
                Line.of("health.store_damaged", file=aside.name, n=len(kept["event"]), lost=lost),
                Line.of("remedy.store_damaged", file=aside.name),
            ),
        )
        return engine


def restore(source: Path, path: Path, *, now: Callable[[], float] = time.time) -> Path | None:
    """Make the backup ``source`` the store at ``path``. The name under which the store of before now lies.

    :raises StoreFailed: where ``source`` is no whole store, a table has the store open, or the store's place takes
        nothing; then nothing was changed.
    """
    with _as_ours(source, UNREAD):
        if not source.is_file():
            reason = os.strerror(errno.EISDIR if source.is_dir() else errno.ENOENT)
            raise StoreFailed(Line.of("error.no_backup", file=str(source), what=reason))
        what = sqlite.damage(source)
        if what is not None or not sqlite.readable_rows(source)["match"]:
            raise StoreFailed(Line.of("error.no_backup", file=str(source), what=what or "no match in it"))
    with _as_ours(path):
        if path.exists() and sqlite.is_in_use(path):
            raise StoreFailed(Line.of("error.store_in_use", file=str(path)))
        return sqlite.put_in_place(source, path, _stamp(now()))


# ---------------------------------------------------------------------------------------------- rows


def _roll_row(throw: DiceRolled, match: str | None, after: int, now: float) -> dict[str, Any]:
    return {
        "unit": throw.id.unit,
        "boot": throw.id.boot,
        "n": throw.id.n,
        "match": match,
        "after": after,
        "at": now - throw.age_ms / 1000,
        "faces": encode(throw.faces).decode(),
        "quality": throw.quality,
    }


def _event_row(event: Event) -> dict[str, Any]:
    roll = event.roll
    return {
        "match": event.match,
        "seq": event.seq,
        "id": event.id,
        "at": event.at,
        "source": event.source,
        "kind": event.kind,
        "body": encode(event.body).decode(),
        "forced": event.forced,
        "clock": encode(event.clock).decode(),
        "unit": roll and roll.unit,
        "boot": roll and roll.boot,
        "n": roll and roll.n,
    }


def _event(row: Any, game: Game[Any]) -> Event:
    match, seq, name, at, source, _kind, body, forced, clock, unit, boot, n = row  # in the order of the columns
    try:
        done = decode_body(body, game)
        roll = None if unit is None else RollId(unit, boot, n)
        return Event(name, match, seq, at, source, done, forced, roll, decode(clock, _CLOCK))
    except BadRecord as error:
        facts = dict(error.line.facts)
        raise BadRecord(Line.of("error.bad_event", match=match, seq=seq, what=facts["what"])) from error


def _merged(found: Sequence[dict[str, list[dict[str, Any]]]]) -> tuple[dict[str, list[dict[str, Any]]], int]:
    """What several damaged or older copies still know together, and how many lines stand behind a hole.

    A log is good up to the first line that is missing: what comes after can't be folded.
    """
    known = {row["id"]: row for rows in reversed(found) for row in rows["match"] if _decodes(row)}
    logs: dict[str, dict[int, dict[str, Any]]] = {match: {} for match in known}
    for rows in reversed(found):
        for row in rows["event"]:
            if row["match"] in logs:
                logs[row["match"]][row["seq"]] = row
    kept = [log[seq] for log in logs.values() for seq in _whole(log)]
    lost = sum(len(log) for log in logs.values()) - len(kept)
    thrown = {(row["unit"], row["boot"], row["n"]): row for rows in reversed(found) for row in rows["roll"]}
    throws = [row for row in thrown.values() if row["match"] is None or row["match"] in known]
    return {"match": list(known.values()), "roll": throws, "event": kept}, lost


def _whole(log: dict[int, dict[str, Any]]) -> Iterator[int]:
    seq = 1
    while seq in log:
        yield seq
        seq += 1


def _decodes(row: dict[str, Any]) -> bool:
    try:
        decode_match(row["body"])
    except BadRecord:
        return False
    return True


def _stamp(now: float) -> str:
    return time.strftime("%Y%m%d-%H%M%S", time.gmtime(now))


class _as_ours:  # noqa: N801 - reads as a statement
    """Turns what the database or the disk raises into :class:`StoreFailed` with words that a person understands."""

    def __init__(self, path: Path | None, otherwise: str = UNSTORED) -> None:
        self._path = str(path or "database")
        self._otherwise = otherwise

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not isinstance(error, SQLAlchemyError | sqlite3.Error | OSError) or isinstance(error, StoreFailed):
            return
        cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
        if sqlite.is_full(cause, self._path):
            raise StoreFailed(Line.of("error.disk_full", file=self._path), full=True) from error
        if isinstance(error, IntegrityError):
            raise StoreFailed(Line.of("error.stored_already", file=self._path, what=str(cause))) from error
        what = sqlite.why_not_opened(cause, self._path) or getattr(cause, "strerror", None) or str(cause)
        raise StoreFailed(Line.of(self._otherwise, file=self._path, what=what)) from error
