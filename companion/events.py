"""What is remembered and what is told: matches, events, acts of the table, news. Pure values and their encoding.

An :class:`Event` is one line of the append-only log. Its body is an action of the game or an *act of the table*
(undo, consent, pause, correction of a name): these belong to no game, the table takes them before the game's
``interpret`` sees anything. News are what observers get; they never travel the other way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar, Union, cast

import msgspec

from companion.game import (
    Action,
    BadRecord,
    ButtonPressed,
    Choice,
    Game,
    Line,
    Place,
    Refusal,
    RollId,
    Seat,
    Setup,
    Standing,
    Value,
)
from companion.reasons import reason

SIDES = ("south", "west", "north", "east")
"""Sides of the table; the screen's lower edge is south. Clockwise."""


class Player(Value, frozen=True):
    """Who sits at ``seat``: a name as typed, a colour to match the pieces, a symbol, a side, a language.

    ``chair`` numbers the button and light there as the table's config does; ``None``: they have the seat's number.
    """

    seat: Seat
    name: str
    color: str = "red"
    symbol: str = "circle"
    side: str = "south"
    language: str = "fa"
    chair: int | None = None


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

    @property
    def clocked(self) -> tuple[Seat, ...]:
        """The seats in the order of their clocks: those of the set-up, then who joined later."""
        first = self.setup.seats
        return (*first, *(player.seat for player in self.players if player.seat not in first))

    @property
    def terms(self) -> str | None:
        """The set of words that the table chose, where the game offers several (option ``term_set``)."""
        return next((str(value) for name, value in self.setup.options if name == "term_set"), None)


# ---------------------------------------------------------------------------------------------- acts of the table


class Act(Action, frozen=True, tag=lambda name: f"table.{name}"):
    """What the table itself takes, in every game: the prefix of its tag keeps its names apart from any game's."""


class Undo(Act, frozen=True):
    """``seat`` asks to take back something.

    ``scope`` "action": the last one, whoever did it; "turn": its own last turn and what came after; "line": back to
    before the event ``seq``; "event": the event ``seq`` alone, what came after stays where it still fits; "redo": the
    last undo itself.
    """

    scope: str = "action"
    seq: int | None = None


class Undone(Act, frozen=True):
    """What is stored of an undo: the events ``seqs`` count no longer; ``consent`` are the seats that agreed."""

    seqs: tuple[int, ...] = ()
    consent: tuple[Seat, ...] = ()


class Amend(Act, frozen=True):
    """The event ``seq`` was really ``action``; with ``insert`` it stays and ``action`` comes right after it.

    ``seq`` 0 with ``insert`` is the beginning. ``drops`` are the later events that no longer fit and went with it,
    ``consent`` the seats that agreed: the table fills in both.
    """

    seq: int
    action: Any
    insert: bool = False
    drops: tuple[int, ...] = ()
    consent: tuple[Seat, ...] = ()


class Answer(Act, frozen=True):
    """``seat`` answers the open question ``question``."""

    question: str
    yes: bool = True


class Pause(Act, frozen=True):
    """The clocks stand still."""


class Unpause(Act, frozen=True):
    """The clocks go on."""


class Rename(Act, frozen=True):
    """Another name, colour, symbol, side or language for ``seat``; score and history stay."""

    player: Player


class Finish(Act, frozen=True):
    """The players end the match here; it stays in the record as ended without a winner of its own."""


class Hidden(Act, frozen=True):
    """Stands for an action that only ``seat`` may know, wherever the whole table or the world can see it."""

    action: str = ""


TABLE_ACTS: tuple[type[Action], ...] = (Undo, Undone, Amend, Answer, Pause, Unpause, Rename, Finish, Hidden)


# ---------------------------------------------------------------------------------------------- which match


class Begin(Value, frozen=True):
    """A new match comes to the table. Posted like a signal; the store must not know ``match.id`` yet."""

    match: Match


class Resume(Value, frozen=True):
    """A stored match is taken up again."""

    match: str


class Leave(Value, frozen=True):
    """The match leaves the table; it stays in the store and can be taken up again."""


class Call(Value, frozen=True):
    """Somebody at ``seat`` calls the staff; ``None``: they have come. It belongs to no match."""

    seat: Seat | None = None


Request = Begin | Resume | Leave | Call


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
    """Everything that an observer needs to show the match as of ``revision`` (the number of stored events).

    ``state`` is what the whole table may know (``game.view(state, None)``); what one seat may know besides, while it
    holds its button, is ``Table.seen_by(seat)``. ``choices`` are each for the zone of its own seat only, as what may
    be chosen can tell of a hidden hand: :meth:`public` leaves those out. ``log`` puts its sentences into lines when
    they are read. ``clock`` is what each seat (in the order of ``match.clocked``) had used at ``clock_at``
    (monotonic seconds); it runs on for the seats of ``standing.active`` unless ``paused``. ``waived`` are the rules
    that the players overruled.
    """

    match: Match
    state: Any
    standing: Standing
    choices: tuple[Choice, ...]
    log: Sequence[Entry]
    questions: tuple[Question, ...] = ()
    paused: bool = False
    clock: tuple[float, ...] = ()
    clock_at: float = 0.0
    waived: tuple[Line, ...] = ()

    @property
    def revision(self) -> int:
        return len(self.log)

    def used(self, seat: Seat | None, now: float) -> float:
        """Seconds that ``seat`` has used at ``now`` (monotonic seconds)."""
        clocked = self.match.clocked
        place = clocked.index(seat) if seat in clocked else len(clocked)
        used = self.clock[place] if place < len(self.clock) else 0.0
        if not self.paused and seat in self.standing.active and self.clock_at:
            used += max(0.0, now - self.clock_at)
        return used

    def public(self) -> Snapshot:
        """The same without choices: what may leave the table (MQTT, a page on the network)."""
        return msgspec.structs.replace(self, choices=())


class Resumed(msgspec.Struct, frozen=True):
    """A match was begun or taken up again."""

    snapshot: Snapshot


class Happened(msgspec.Struct, frozen=True):
    """``event`` is on disk and ``snapshot`` follows from it; ``before`` is the state it was applied to.

    Like the snapshot's state, both are as the whole table may know them: a secret action's body is :class:`Hidden`.
    """

    event: Event
    before: Any
    snapshot: Snapshot


class Refused(msgspec.Struct, frozen=True):
    """An action was not done; nothing is stored. With ``refusal.private`` set, only that seat may be told."""

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


class RollStored(msgspec.Struct, frozen=True):
    """The throw ``roll`` is on disk (told again for a repeated one): now the unit may forget it."""

    roll: RollId


class Pressed(msgspec.Struct, frozen=True):
    """A seat's button was pressed; told before anything else, with or without a match."""

    press: ButtonPressed


class Differs(msgspec.Struct, frozen=True):
    """The camera sees another board than the match has, at ``places``, and no legal action explains it.

    Empty ``places``: table and match agree again.
    """

    places: tuple[Place, ...]


class Called(msgspec.Struct, frozen=True):
    """The staff are called to ``seat``; ``None``: not any more."""

    seat: Seat | None


News = Resumed | Happened | Refused | Proposed | Health | Closed | RollStored | Pressed | Differs | Called


# ---------------------------------------------------------------------------------------------- encoding

T = TypeVar("T")

encode = msgspec.json.Encoder(order="deterministic").encode
"""Any value of ours as JSON, UTF-8. What it makes of a body or a match, :func:`decode_body` and so on read."""


@cache
def _bodies(game: type[Game[Any]]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[(*game.actions, *TABLE_ACTS)])


@cache
def _values(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode_body(data: bytes | str, game: type[Game[Any]] | Game[Any]) -> Any:
    """An action of ``game`` or an act of the table. :raises BadRecord: when it is neither."""
    kind = game if isinstance(game, type) else type(game)
    try:
        body = _bodies(kind).decode(data)
        if isinstance(body, Amend):
            return msgspec.structs.replace(body, action=decode_body(encode(body.action), kind))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(Line.of("error.bad_body", game=kind.name, what=reason(error))) from error
    return body


def decode_match(data: bytes | str) -> Match:
    """A match as :func:`encode` wrote it, lists as tuples again. :raises BadRecord: when it is none."""
    match = decode(data, Match)
    setup = match.setup
    setup = msgspec.structs.replace(setup, options=frozen(setup.options), box=frozen(setup.box))
    return msgspec.structs.replace(match, setup=setup)


def decode(data: bytes | str, kind: type[T]) -> T:
    """A value of ``kind``. :raises BadRecord: when ``data`` is none."""
    try:
        return cast(T, _values(cast(Any, kind)).decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(Line.of("error.bad_value", kind=kind.__name__, what=reason(error))) from error


def frozen(value: Any) -> Any:
    """``value`` with each list in it a tuple: JSON has no tuples, and a list can't be hashed."""
    return tuple(frozen(part) for part in value) if isinstance(value, list | tuple) else value
