"""What is remembered and what is told: matches, events, acts of the table, news. Pure values and their encoding.

An :class:`Event` is one line of the append-only log. Its body is an action of the game or an *act of the table*
(undo, consent, pause, correction of a name): these belong to no game, the table takes them before the game's
``interpret`` sees anything. News are what observers get; they never travel the other way.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.game import Action, Choice, Line, Refusal, RollId, Seat, Setup, Standing, Value

SIDES = ("south", "west", "north", "east")
"""Sides of the table; the screen's lower edge is south. Clockwise."""


class Player(Value, frozen=True):
    """Who sits at ``seat``: a name as typed, a colour to match the pieces, a symbol, a side, a language."""

    seat: Seat
    name: str
    color: str = "red"
    symbol: str = "circle"
    side: str = "south"
    language: str = "fa"


class Match(Value, frozen=True):
    """One match: its game with the rules' version, how it was set up, who plays. ``began`` is UTC seconds."""

    id: str
    game: str
    rules_version: int
    setup: Setup
    players: tuple[Player, ...]
    began: float

    def player(self, seat: Seat) -> Player:
        return next(player for player in self.players if player.seat == seat)


# ---------------------------------------------------------------------------------------------- acts of the table


class Undo(Action, frozen=True):
    """``seat`` asks to take back: ``scope`` "action" (the last one), "turn" (its own turn) or "line" (back to before
    the event ``seq``)."""

    scope: str = "action"
    seq: int | None = None


class Undone(Action, frozen=True):
    """What is stored of an undo: the events ``seqs`` count no longer; ``consent`` are the seats that agreed."""

    seqs: tuple[int, ...] = ()
    consent: tuple[Seat, ...] = ()


class Amend(Action, frozen=True):
    """The event ``seq`` was really ``action`` (``None``: it stays, and ``action`` comes after it if ``insert``)."""

    seq: int
    action: Any = None
    insert: bool = False


class Answer(Action, frozen=True):
    """``seat`` answers the open question ``question``."""

    question: str
    yes: bool = True


class Pause(Action, frozen=True):
    """The clocks stand still."""


class Unpause(Action, frozen=True):
    """The clocks go on."""


class Rename(Action, frozen=True):
    """Another name, colour, symbol, side or language for ``seat``; score and history stay."""

    player: Player


class Finish(Action, frozen=True):
    """The players end the match here; it stays in the record as ended without a winner of its own."""


TABLE_ACTS: tuple[type[Action], ...] = (Undo, Undone, Amend, Answer, Pause, Unpause, Rename, Finish)


# ---------------------------------------------------------------------------------------------- the log


class Event(Value, frozen=True):
    """One line of the log. ``id`` is made before the commit, ``seq`` counts from 1 within the match.

    ``at`` is UTC seconds, ``clock`` what each seat had used of its time when the event was stored (seconds).
    ``roll`` is the dice unit's key where the event records its throw.
    """

    id: str
    match: str
    seq: int
    at: float
    source: str
    body: Any
    forced: bool = False
    roll: RollId | None = None
    clock: tuple[float, ...] = ()

    @property
    def kind(self) -> str:
        return type(self.body).__name__


class Entry(Value, frozen=True):
    """A line of the log as shown: the event, its sentences (public facts only), whether it was undone."""

    event: Event
    lines: tuple[Line, ...]
    undone: bool = False


class Question(Value, frozen=True):
    """Something that the table asks ``seat`` quietly, yes or no; ``kind`` "undo", "throw", "camera".

    ``lines`` list what goes with a yes, like later events that no longer fit.
    """

    id: str
    kind: str
    seat: Seat
    line: Line
    lines: tuple[Line, ...] = ()


# ---------------------------------------------------------------------------------------------- news


class Snapshot(msgspec.Struct, frozen=True):
    """Everything that an observer needs to show the match as of ``revision`` (the number of stored events)."""

    match: Match
    state: Any
    standing: Standing
    choices: tuple[Choice, ...]
    log: tuple[Entry, ...]
    questions: tuple[Question, ...] = ()
    paused: bool = False
    clock: tuple[float, ...] = ()
    clock_at: float = 0.0
    waived: tuple[Line, ...] = ()

    @property
    def revision(self) -> int:
        return len(self.log)


class Resumed(msgspec.Struct, frozen=True):
    """A match was begun or taken up again."""

    snapshot: Snapshot


class Happened(msgspec.Struct, frozen=True):
    """``event`` is on disk and ``snapshot`` follows from it; ``before`` is the state it was applied to."""

    event: Event
    before: Any
    snapshot: Snapshot


class Refused(msgspec.Struct, frozen=True):
    """An action was not done; nothing is stored."""

    refusal: Refusal
    action: Any
    source: str


class Proposed(msgspec.Struct, frozen=True):
    """The table asks something, or a question went away (then ``question`` is in no snapshot's list any more)."""

    question: Question
    snapshot: Snapshot


class Health(msgspec.Struct, frozen=True):
    """``part`` ("dice", "seat 2", "camera", "store") is well, or what is wrong and how to mend it."""

    part: str
    well: bool
    line: Line
    remedy: Line | None = None


class Closed(msgspec.Struct, frozen=True):
    """No match is at the table any more."""

    match: str


News = Resumed | Happened | Refused | Proposed | Health | Closed
