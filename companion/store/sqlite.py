"""What is SQLite's own: pragmas, transactions, full disks, damaged files, copies.

Figures behind WAL and synchronous=FULL: writes replayed with cuts at random instants left no corrupt file and lost no
acknowledged event; WAL with NORMAL lost events in most of the cuts, DELETE with FULL in a third.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import QueuePool

WANTED: tuple[tuple[str, str, str], ...] = (
    ("journal_mode", "WAL", "wal"),
    ("synchronous", "FULL", "2"),
    ("foreign_keys", "ON", "1"),
    ("secure_delete", "ON", "1"),
)
"""Pragma, what it is set to, what it then has to read back as, on every connection."""

LEAST_ROOM = 64 * 1024
"""Bytes without which not even the index of a write-ahead log can be made."""

TABLES = ("match", "roll", "event")


class WeakPragma(sqlite3.OperationalError):
    """The file system or the build of SQLite does not keep what the store promises."""


def engine_for(path: Path) -> Engine:
    """An engine for the file ``path``; each of its connections is checked before anybody uses it."""
    engine = create_engine(URL.create("sqlite", database=str(path)), connect_args={"timeout": 5.0})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def reading_engine_for(path: Path) -> Engine:
    """An engine that only reads the file, wherever it lies."""
    engine = create_engine("sqlite://", creator=lambda: open_to_read(path), poolclass=QueuePool)
    event.listen(engine, "connect", _prepare_to_read)
    event.listen(engine, "begin", _begin)
    return engine


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that can read the file, on a full disk and on one that can't be written too.

    A write-ahead log wants two files beside the store. Where they can't be made, a store without a log is read as one
    that nobody changes (a table that had it open would have made them), and one with a log from a copy.

    :raises sqlite3.DatabaseError: where it can't be read at all.
    """
    uri = path.absolute().as_uri()
    refused: sqlite3.OperationalError | None = None
    for how in ("mode=rw", "mode=ro"):
        try:
            return _readable(f"{uri}?{how}")
        except sqlite3.OperationalError as error:
            refused = error
            if not path.exists() or error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
    assert refused is not None
    log = Path(f"{path}-wal")
    if not log.exists() or not log.stat().st_size:
        return _readable(f"{uri}?mode=ro&immutable=1")
    try:
        with tempfile.TemporaryDirectory(prefix="mizban-") as folder:  # the connection keeps its files open
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(log, f"{copy}-wal")
            return _readable(f"{copy.as_uri()}?mode=rw")
    except OSError:
        raise refused from None


def _readable(uri: str) -> sqlite3.Connection:
    """A connection that has read. :raises sqlite3.DatabaseError: where it can't; nothing is left open."""
    connection = sqlite3.connect(uri, uri=True, timeout=5.0, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare_to_read(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None
    connection.text_factory = _text
    connection.execute("PRAGMA query_only=ON")


def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
    connection.isolation_level = None  # transactions begin where we say so, not where the driver guesses
    connection.text_factory = _text
    for pragma, value, expected in WANTED:
        connection.execute(f"PRAGMA {pragma}={value}")
        found = str(connection.execute(f"PRAGMA {pragma}").fetchone()[0]).lower()
        if found != expected:
            raise WeakPragma(f"{pragma} is {found}, not {expected}")


def _text(stored: bytes) -> str:
    """One bad byte in one row must not hide the other rows; who decodes the row's JSON judges what it is worth."""
    return stored.decode("utf-8", "replace")


def _begin(connection: Any) -> None:
    reads = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def is_full(error: BaseException, path: str) -> bool:
    """Whether ``error`` says that the disk of ``path`` has no room left, or comes of that."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or "disk is full" in str(error) or getattr(error, "errno", 0) == errno.ENOSPC:
        return True
    folder = Path(path).parent
    if code != sqlite3.SQLITE_IOERR or not folder.is_dir():
        return False
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize < LEAST_ROOM


def why_not_opened(error: BaseException, path: str) -> str | None:
    """What SQLite does not tell of a file that can't be opened: that its folder takes nothing."""
    folder = Path(path).parent
    if getattr(error, "sqlite_errorcode", 0) & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return None
    if not folder.is_dir():
        return None
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return os.strerror(errno.EROFS)
    return None if os.access(folder, os.W_OK) else os.strerror(errno.EACCES)


def is_damaged(error: BaseException) -> bool:
    """Whether ``error`` says that the file is no (whole) database."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def damage(path: Path) -> str | None:
    """What is wrong with the file, or ``None`` when it is whole (or not there)."""
    if not path.exists():
        return None
    try:
        connection = open_to_read(path)
        try:
            found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        if is_damaged(error):
            return str(error)
        raise
    except UnicodeDecodeError:  # what it says of the damage quotes it
        return "its schema is no text"
    return None if found == "ok" else found


def strange_table(path: Path, ours: Mapping[str, frozenset[str]]) -> str | None:
    """A table that is called as one of ours and lacks columns of it: then the file is another program's."""
    if not path.exists():
        return None
    connection = open_to_read(path)
    try:
        for table, columns in ours.items():
            found = {name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))}
            if found and columns - found:
                return table
    finally:
        connection.close()
    return None


def is_in_use(path: Path) -> bool:
    """Whether somebody has the file open as a store: with a write-ahead log, each connection holds a lock on it."""
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", timeout=0.2, uri=True)
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    except UnicodeDecodeError:
        return False
    return False


def set_aside(path: Path, stamp: str) -> Path:
    """Rename the file with all that belongs to it; what it is called now. Nothing is ever overwritten."""
    target, count = path.with_name(f"{path.name}.damaged-{stamp}"), 1
    while target.exists():
        count += 1
        target = path.with_name(f"{path.name}.damaged-{stamp}-{count}")
    for suffix in ("", "-wal", "-shm"):
        part = Path(f"{path}{suffix}")
        if part.exists():
            part.rename(f"{target}{suffix}")
    _sync_folder(path.parent)
    return target


def readable_rows(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Every row that can still be read, by table: from the front up to the damage, and from the back down to it."""
    found: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}
    try:
        connection = open_to_read(path)
        connection.row_factory = sqlite3.Row
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # what it says of the damage quotes it
        return found
    try:
        for table in TABLES:
            rows: dict[int, dict[str, Any]] = {}
            for direction in ("ASC", "DESC"):
                try:
                    for row in connection.execute(f"SELECT rowid AS _, * FROM {table} ORDER BY rowid {direction}"):
                        known = dict(row)
                        rows[known.pop("_")] = known
                except (sqlite3.DatabaseError, UnicodeDecodeError):
                    continue
            found[table] = [rows[rowid] for rowid in sorted(rows)]
    finally:
        connection.close()
    return found


def copy_into(source: sqlite3.Connection, target: Path) -> None:
    """A whole, compact copy at ``target`` (VACUUM INTO), complete and looked through, or not there at all.

    Who calls it has looked that nothing is there.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.part")
    partial.unlink(missing_ok=True)
    try:
        source.execute("VACUUM INTO ?", (str(partial),))
        if (wrong := damage(partial)) is not None:
            raise sqlite3.DatabaseError(wrong)
        _sync_file(partial)
        partial.rename(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def forget(path: Path) -> None:
    """Let nothing of what was overwritten stay in the write-ahead log."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def put_in_place(source: Path, path: Path, stamp: str) -> Path | None:
    """Make a copy of ``source`` the store at ``path``; the name that the file there now has, where there was one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    try:
        shutil.copyfile(source, partial)
        _sync_file(partial)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    before = None
    if path.exists():
        before = path.with_name(f"{path.name}.before-{stamp}")
        for suffix in ("", "-wal", "-shm"):
            if Path(f"{path}{suffix}").exists():
                Path(f"{path}{suffix}").rename(f"{before}{suffix}")
    partial.rename(path)
    _sync_folder(path.parent)
    return before


def _sync_file(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
