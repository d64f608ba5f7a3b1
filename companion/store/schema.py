"""The tables, the same for SQLite at a table and PostgreSQL in a café."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

matches = Table(
    "match",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("body", Text, nullable=False, doc="the Match as JSON: options, seats, players"),
    Column("began", Float, nullable=False),
    Column("ended", Float, doc="UTC seconds; null while it can go on"),
)

events = Table(
    "event",
    metadata,
    Column("match", String(64), ForeignKey("match.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("id", String(64), nullable=False, unique=True, doc="made before the commit"),
    Column("at", Float, nullable=False),
    Column("source", String(32), nullable=False),
    Column("kind", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Column("forced", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("unit", String(64)),
    Column("boot", BigInteger),
    Column("n", BigInteger),
)

rolls = Table(
    "roll",
    metadata,
    Column("unit", String(64), nullable=False),
    Column("boot", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("match", String(64), ForeignKey("match.id")),
    Column("after", Integer, nullable=False, doc="how many events the match had when it came"),
    Column("at", Float, nullable=False, doc="UTC seconds when it fell"),
    Column("faces", Text, nullable=False),
    Column("quality", String(16), nullable=False),
    UniqueConstraint("unit", "boot", "n", name="throw_once"),
)

APPEND_ONLY = (
    """CREATE TRIGGER IF NOT EXISTS event_stays BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the log only grows'); END""",
    """CREATE TRIGGER IF NOT EXISTS event_as_it_was BEFORE UPDATE ON event WHEN OLD.kind <> 'Rename'
    BEGIN SELECT RAISE(ABORT, 'the log only grows'); END""",
)
"""SQLite's own guard of the log. Only a name may be wiped, when a group leaves and its names go."""
