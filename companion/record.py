"""A match as lines of JSON: the record that is exported, imported and replayed.

The first line says what was played and by whom, then comes one event a line, and the last line is the standing. What
a record brings is hostile until it has passed here: sizes, schema, and every action through the rules.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.events import (
    SIDES,
    TABLE_ACTS,
    Amend,
    Event,
    Hidden,
    Match,
    Player,
    Rename,
    Undone,
    decode_body,
    encode,
    frozen,
)
from companion.game import (
    BadRecord,
    Board,
    Fact,
    Game,
    Line,
    MizbanError,
    Quoted,
    Refusal,
    RollId,
    Seat,
    Setup,
    Standing,
)
from companion.games import find_game
from companion.history import History
from companion.locale import LANGUAGES
from companion.reasons import reason

FORMAT = "mizban/1"
LONGEST_LINE = 1 << 20
"""Characters of one line; the longest that a game has written so far had a few thousand."""
MOST_LINES = 50_000
LARGEST_FILE = 1 << 26
LATEST = 1e11
"""UTC seconds; nobody plays after the year 5000."""
LONGEST_NAME = 64
_ID = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}")
_WORD = re.compile(r"[a-z0-9_-]{1,32}")


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line."""

    format: str
    id: str
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[Player, ...]
    first: Seat
    when: str
    board: Board = Board()
    box: dict[str, Any] = {}


class EventLine(msgspec.Struct, frozen=True, kw_only=True):
    """Any line between the first and the last."""

    seq: int
    at: float
    source: str
    kind: str
    body: msgspec.Raw
    forced: bool = False
    undone: bool = False
    id: str = ""
    roll: RollId | None = None
    clock: tuple[float, ...] = ()


class LastLine(msgspec.Struct, frozen=True, kw_only=True):
    """The last line."""

    standing: Standing


@dataclass(frozen=True)
class Record:
    """What a file of lines holds, folded."""

    match: Match
    events: tuple[Event, ...]
    standing: Standing | None
    history: History


def fold(game: Game[Any], match: Match, events: Iterable[Event]) -> History:
    """The history of ``match`` with all of ``events``."""
    history = History(game, match)
    for event in events:
        history.add(event)
    return history


def lines(history: History, *, secrets: bool = False) -> Iterator[str]:
    """The record of ``history``, a JSON value each. Without ``secrets`` a body that still tells one is hidden."""
    match = history.begun  # who sat down later stands in the log
    setup = match.setup
    yield _line(
        Header(
            format=FORMAT,
            id=match.id,
            game=match.game,
            rules_version=match.rules_version,
            options=dict(setup.options),
            seats=match.players,
            first=setup.first,
            when=iso(match.began),
            board=setup.board,
            box=dict(setup.box),
        )
    )
    for event, entry in zip(history.events, history.log, strict=True):
        shown = event if secrets else entry.event
        yield _line(
            EventLine(
                seq=event.seq,
                at=event.at,
                source=event.source,
                kind=event.kind,
                body=msgspec.Raw(encode(shown.body)),
                forced=event.forced,
                undone=entry.undone,
                id=event.id,
                roll=event.roll,
                clock=event.clock,
            )
        )
    yield _line(LastLine(standing=history.game.standing(history.state)))


def iso(at: float) -> str:
    """UTC seconds as ISO 8601."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read(path: Path, games: Any = find_game) -> Record:
    """The record in the file ``path``. :raises BadRecord: with the file and the line that is none."""
    try:
        with open(path, encoding="utf-8-sig", opener=_open_at_once) as file:
            told = os.fstat(file.fileno())
            if not stat.S_ISREG(told.st_mode):
                raise BadRecord(Line.of("error.unreadable", file=str(path), what=Quoted(Line.of("reason.no_file"), "")))
            if told.st_size > LARGEST_FILE:
                raise _wrong(str(path), 1, "too_large")
            return parse(file, str(path), games)
    except OSError as error:
        what = error.strerror or str(error)
        raise BadRecord(Line.of("error.unreadable", file=str(path), what=what)) from error
    except UnicodeDecodeError as error:
        raise BadRecord(Line.of("error.unreadable", file=str(path), what=reason(error))) from error


def parse(text: Iterable[str], name: str = "-", games: Any = find_game) -> Record:
    """The record in the lines of ``text``; ``name`` is what an error calls the file."""
    numbered = enumerate(_bounded(text, name), 1)
    header = _decoded(next(numbered, (1, "")), Header, name)
    match, game = _match(header, name, games)
    history = _started(game, match, name)
    standing: Standing | None = None
    for number, line in numbered:
        if standing is not None:
            raise _wrong(name, number, "after_standing")
        if '"standing"' in line[:12]:
            standing = _decoded((number, line), LastLine, name).standing
        else:
            _fold_line(history, number, line, name)
    try:
        game.standing(game.view(history.state, None))
    except Exception as error:
        raise _wrong(name, 1, "rules", what=str(error)) from error
    return Record(history.begun, tuple(history.events), standing, history)


# ---------------------------------------------------------------------------------------------- inside


def _open_at_once(path: str, flags: int) -> int:
    """Open without waiting for the other end of a pipe, which is no file of ours anyway."""
    return os.open(path, flags | os.O_NONBLOCK)


def _fold_line(history: History, number: int, line: str, name: str) -> None:
    """Take one event as the table would have taken it."""
    told = _decoded((number, line), EventLine, name)
    game, match = history.game, history.match
    if told.seq != len(history.events) + 1:
        raise _wrong(name, number, "seq", seq=told.seq, next=len(history.events) + 1)
    try:
        body = decode_body(bytes(told.body), game)
    except BadRecord as error:
        raise _bad(name, number, error.line["what"]) from error
    if isinstance(body, Hidden):
        raise _wrong(name, number, "secret")
    _believable(name, number, told, body)
    if body.seat not in match.setup.seats or told.kind != type(body).__name__:
        raise _wrong(name, number, "seat_or_kind")
    event = Event(
        told.id or f"{match.id}-{told.seq}",
        match.id,
        told.seq,
        told.at,
        told.source,
        body,
        told.forced,
        told.roll,
        told.clock,
    )
    same_rules = match.rules_version == game.rules_version
    try:
        refusal: Refusal | Line | None = None
        if not isinstance(body, TABLE_ACTS):
            refusal = game.check(history.state, body)
            if told.forced and refusal is not None and refusal.overrulable:
                refusal = None
        elif isinstance(body, Undone | Amend):
            refusal = _wrong_place(history, body)
        if refusal is not None and same_rules:
            raise _bad(name, number, refusal, match.game)
        history.add(event)
    except MizbanError:
        raise
    except Exception as error:
        raise _wrong(name, number, "rules", what=str(error)) from error


def _believable(name: str, number: int, told: EventLine, body: Any) -> None:
    """What the types can't say of a line."""
    if not 0 <= told.at <= LATEST or not all(0 <= used <= LATEST for used in told.clock):
        raise _wrong(name, number, "time")
    if (told.id and not _ID.fullmatch(told.id)) or not _WORD.fullmatch(told.source):
        raise _wrong(name, number, "id")
    if isinstance(body, Rename) and (wrong := _odd(body.player)):
        raise _wrong(name, number, wrong)


def _odd(player: Player) -> str | None:
    """What no table would know how to show of ``player``: the last word of its reason's key."""
    if len(player.name) > LONGEST_NAME or not player.name.replace("\u200c", "").isprintable():
        return "name"
    if player.side not in SIDES or player.language not in LANGUAGES:
        return "side"
    if not (_WORD.fullmatch(player.color) and _WORD.fullmatch(player.symbol)):
        return "color"
    return None


def _wrong_place(history: History, body: Undone | Amend) -> Line | None:
    seqs = body.seqs if isinstance(body, Undone) else body.drops
    if not all(0 < seq <= len(history.events) for seq in seqs):
        return Line.of("reason.not_there")
    if isinstance(body, Amend) and not history.amendable(body):
        return Line.of("reason.not_there")
    return None


def _match(header: Header, name: str, games: Any) -> tuple[Match, Game[Any]]:
    if header.format != FORMAT:
        raise _wrong(name, 1, "format", format=header.format, known=FORMAT)
    try:
        game: Game[Any] = games(header.game)
    except KeyError as error:
        raise _wrong(name, 1, "game", game=header.game) from error
    if header.rules_version > game.rules_version:
        raise _wrong(name, 1, "rules_version", version=header.rules_version, ours=game.rules_version)
    if not _ID.fullmatch(header.id):
        raise _wrong(name, 1, "id")
    try:
        began = datetime.fromisoformat(header.when).timestamp()
    except (ValueError, OverflowError) as error:
        raise _wrong(name, 1, "when", when=header.when) from error
    seats = tuple(player.seat for player in header.seats)
    if seats != tuple(range(len(seats))) or header.first not in seats or not 0 <= began <= LATEST:
        raise _wrong(name, 1, "seats")
    if wrong := next(filter(None, map(_odd, header.seats)), None):
        raise _wrong(name, 1, wrong)
    options = tuple((key, frozen(value)) for key, value in header.options.items())
    box = tuple((key, frozen(value)) for key, value in header.box.items())
    setup = Setup(seats, header.first, options, header.board, box)
    return Match(header.id, header.game, header.rules_version, setup, header.seats, began), game


def _started(game: Game[Any], match: Match, name: str) -> History:
    try:
        return History(game, match)
    except MizbanError as error:
        raise _bad(name, 1, error.line, match.game) from error
    except Exception as error:
        raise _wrong(name, 1, "rules", what=str(error)) from error


def _bounded(text: Iterable[str], name: str) -> Iterator[str]:
    for number, line in enumerate(text, 1):
        if len(line) > LONGEST_LINE or number > MOST_LINES:
            raise _wrong(name, number, "too_large")
        if line.strip():
            yield line


def _decoded(numbered: tuple[int, str], kind: Any, name: str) -> Any:
    number, line = numbered
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise _bad(name, number, reason(error)) from error


def _line(value: Any) -> str:
    return encode(value).decode()


def _wrong(name: str, number: int, what: str, /, **facts: Fact) -> BadRecord:
    """What is wrong with line ``number``, by the last word of its reason's key."""
    return _bad(name, number, Quoted(Line.of(f"reason.{what}", **facts), ""))


def _bad(name: str, number: int, what: Fact | Line | Refusal, game: str = "") -> BadRecord:
    """What is wrong with line ``number``: a fact, or a sentence of ``game``."""
    said = Quoted(what.line if isinstance(what, Refusal) else what, game) if isinstance(what, Refusal | Line) else what
    return BadRecord(Line.of("error.record", file=name, line=number, what=said))
