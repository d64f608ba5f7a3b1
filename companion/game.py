"""The words of the domain: what a game is, what may be chosen, what is refused, what is told.

Every room of the companion speaks in these values and this module imports nothing of ours. A game is a set of
pure functions over frozen values (:class:`Game`); everything that happens at a table is an *action*, a small
frozen class of the game's own; what a person may do now is a *choice*, an action with blanks. Nothing here reads
a clock, a die, a file or a thread.

Sentences are data, too: a :class:`Line` is a key of the catalogues with facts, so that the same refusal can be
read in Persian at one edge of the table and in English at another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any, ClassVar, Generic, NewType, TypeVar

import msgspec

Seat = NewType("Seat", int)
"""A place at the table, clockwise from 0."""


class Value(msgspec.Struct, frozen=True, tag=True):
    """A frozen, hashable value that survives encoding; ``tag`` makes unions of values decodable."""


class Action(Value, frozen=True, tag=True, kw_only=False):
    """What a seat does. Subclass once for each kind; matched with ``match``; ``seat`` is who acts."""

    seat: Seat


# ---------------------------------------------------------------------------------------------- sentences


class Who(Value, frozen=True):
    """A fact that is a seat: the screen writes the player's name."""

    seat: Seat


class Word(Value, frozen=True):
    """A fact that is itself a key of the catalogues, like a resource's name."""

    key: str


Fact = int | str | Who | Word | tuple["Counted", ...]


class Counted(Value, frozen=True):
    """An amount of something that has a name: "2 hotel"."""

    n: int
    word: Word


class Line(Value, frozen=True):
    """A sentence as data: a key of the game's catalogue and the facts that fill its placeholders.

    A fact ``n`` chooses the plural form.
    """

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()

    @classmethod
    def of(cls, key: str, **facts: Fact) -> Line:
        """The line ``key`` with ``facts`` in the order given."""
        return cls(key, tuple(facts.items()))

    def __getitem__(self, name: str) -> Fact:
        for key, fact in self.facts:
            if key == name:
                return fact
        raise KeyError(name)


class Refusal(Value, frozen=True):
    """Why an action is not done: a code with facts, put into words by the catalogues (``refusal.<code>``).

    ``overrulable`` says whether the players may do it all the same ("the table is right"): false where the result
    would be no state at all, like two pieces at one corner. ``private`` names the only seat that may see it, where
    the reason depends on a hidden hand.
    """

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()
    overrulable: bool = True
    private: Seat | None = None

    @property
    def line(self) -> Line:
        return Line(f"refusal.{self.code}", self.facts)


# ---------------------------------------------------------------------------------------------- fields


class Throw(Value, frozen=True):
    """What the dice show: their sum, and the faces where they are known (a sum may be typed)."""

    total: int
    faces: tuple[int, ...] | None = None


class OneOf(Value, frozen=True):
    """One of several values (names of kinds, seats, tuples of these); ``option.<field>.<value>`` are their words."""

    options: tuple[Any, ...]

    def contains(self, value: object) -> bool:
        return value in self.options

    def values(self) -> Iterator[Any]:
        return iter(self.options)

    def count(self) -> int:
        return len(self.options)

    def sample(self, rng: Random) -> Any:
        return rng.choice(self.options)


class Players(Value, frozen=True):
    """One of several seats."""

    seats: tuple[Seat, ...]

    def contains(self, value: object) -> bool:
        return value in self.seats

    def values(self) -> Iterator[Seat]:
        return iter(self.seats)

    def count(self) -> int:
        return len(self.seats)

    def sample(self, rng: Random) -> Seat:
        return rng.choice(self.seats)


class Spot(Value, frozen=True):
    """One of several places of one kind on the board ("hex", "corner", "edge", "port", "region" ...)."""

    kind: str
    places: tuple[int, ...]

    def contains(self, value: object) -> bool:
        return value in self.places

    def values(self) -> Iterator[int]:
        return iter(self.places)

    def count(self) -> int:
        return len(self.places)

    def sample(self, rng: Random) -> int:
        return rng.choice(self.places)


class Number(Value, frozen=True):
    """A whole number from ``low`` to ``high`` (both count), in steps of ``step``.

    ``decimals`` of its digits stand behind the point: 125 with 2 decimals is a score of 1.25.
    """

    low: int
    high: int
    step: int = 1
    decimals: int = 0

    def contains(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0

    def values(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1, self.step))

    def count(self) -> int:
        return max(0, (self.high - self.low) // self.step + 1)

    def sample(self, rng: Random) -> int:
        return rng.randrange(self.low, self.high + 1, self.step)


class Amounts(Value, frozen=True):
    """How many of each kind: a tuple beside ``kinds``, each at most its limit, ``low``..``high`` in all."""

    kinds: tuple[str, ...]
    limits: tuple[int, ...]
    low: int
    high: int

    def contains(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(self.limits)
            and all(isinstance(n, int) and 0 <= n <= limit for n, limit in zip(value, self.limits, strict=True))
            and self.low <= sum(value) <= self.high
        )

    def values(self) -> Iterator[tuple[int, ...]]:
        return (v for v in product(*(range(limit + 1) for limit in self.limits)) if self.low <= sum(v) <= self.high)

    def count(self) -> int:
        """An upper bound of how many values there are: whether to enumerate them, not how many they are."""
        return prod(limit + 1 for limit in self.limits)

    def sample(self, rng: Random) -> tuple[int, ...]:
        most = min(self.high, sum(self.limits))
        taken = [0] * len(self.limits)
        for _ in range(rng.randint(min(self.low, most), most)):
            taken[rng.choice([i for i, limit in enumerate(self.limits) if taken[i] < limit])] += 1
        return tuple(taken)


class Faces(Value, frozen=True):
    """What ``dice`` dice show, as a :class:`Throw`: with the faces, or the sum alone."""

    dice: int = 2
    sides: int = 6

    def contains(self, value: object) -> bool:
        if not isinstance(value, Throw):
            return False
        if value.faces is None:
            return self.dice <= value.total <= self.dice * self.sides
        return (
            len(value.faces) == self.dice
            and all(1 <= face <= self.sides for face in value.faces)
            and sum(value.faces) == value.total
        )

    def values(self) -> Iterator[Throw]:
        return (Throw(total) for total in range(self.dice, self.dice * self.sides + 1))

    def count(self) -> int:
        return self.dice * (self.sides - 1) + 1

    def sample(self, rng: Random) -> Throw:
        faces = tuple(rng.randint(1, self.sides) for _ in range(self.dice))
        return Throw(sum(faces), faces)


class Text(Value, frozen=True):
    """Free words of the players, at most ``longest`` characters."""

    longest: int

    def contains(self, value: object) -> bool:
        return isinstance(value, str) and 0 < len(value) <= self.longest

    def values(self) -> Iterator[str]:
        raise TypeError("free text has no list of values")

    def count(self) -> int:
        return 1 << 62

    def sample(self, rng: Random) -> str:
        return "x" * rng.randint(1, self.longest)


Field = OneOf | Players | Spot | Number | Amounts | Faces | Text

BOUNDED = 512
"""A choice with at most this many ways is enumerated; a trade has up to 23 million."""


class Choice(Value, frozen=True):
    """An action with blanks that ``seat`` may fill in now.

    ``action`` is the class; ``fields`` are its blanks in the order in which they are asked; ``given`` are arguments
    that are not asked (beside ``seat``). ``refusal`` is set where the choice is shown although it can't be taken now
    (a greyed button says why). ``secret`` means that the blanks are filled in behind a cover.

    Fields are independent of each other: ``contains`` is necessary, and :meth:`Game.check` has the last word.
    """

    seat: Seat
    action: type[Any]
    fields: tuple[tuple[str, Field], ...] = ()
    refusal: Refusal | None = None
    given: tuple[tuple[str, Any], ...] = ()
    secret: bool = False

    def build(self, **values: Any) -> Any:
        """The action with its blanks filled in; :raises TypeError: when one is missing."""
        return self.action(seat=self.seat, **dict(self.given), **values)

    def contains(self, action: object) -> bool:
        """Whether ``action`` is this choice with blanks filled in by values that the fields allow."""
        return (
            type(action) is self.action
            and getattr(action, "seat", None) == self.seat
            and all(getattr(action, name) == value for name, value in self.given)
            and all(field.contains(getattr(action, name)) for name, field in self.fields)
        )

    @property
    def bounded(self) -> bool:
        """Whether :meth:`actions` enumerates (at most :data:`BOUNDED` ways)."""
        return prod(field.count() for _, field in self.fields) <= BOUNDED

    def actions(self) -> Iterator[Any]:
        """Every way to fill in the blanks. :raises ValueError: where the choice is not bounded."""
        if not self.bounded:
            raise ValueError(f"{self.action.__name__} has too many ways to list")
        names = [name for name, _ in self.fields]
        for values in product(*(field.values() for _, field in self.fields)):
            yield self.build(**dict(zip(names, values, strict=True)))

    def sample(self, rng: Random) -> Any:
        """The action with blanks filled in at random; it may still be refused by :meth:`Game.check`."""
        return self.build(**{name: field.sample(rng) for name, field in self.fields})


# ---------------------------------------------------------------------------------------------- set-up


class Option(Value, frozen=True):
    """A ruling that a table may take another way. ``option.<name>`` and ``option.<name>.<value>`` are its words."""

    name: str
    values: tuple[Any, ...]
    default: Any


class Preset(Value, frozen=True):
    """A named set of options; what it does not name keeps its default. ``preset.<name>`` is its word."""

    name: str
    options: tuple[tuple[str, Any], ...] = ()


class Place(Value, frozen=True):
    """Where something lies: ``kind`` "hex", "corner", "edge" ... and its number in the game's own geometry."""

    kind: str
    id: int


class Piece(Value, frozen=True):
    """What lies there: ``kind`` ("hotel", "token", "harbour", "crisis", "junior" ...), whose it is, a number on it.

    ``detail`` says the rest, as a harbour's resource.
    """

    kind: str
    seat: Seat | None = None
    number: int | None = None
    detail: str | None = None


class Board(Value, frozen=True):
    """What a camera should see: places and pieces in a fixed order; one place may hold several."""

    pieces: tuple[tuple[Place, Piece], ...] = ()

    def at(self, place: Place) -> tuple[Piece, ...]:
        return tuple(piece for where, piece in self.pieces if where == place)

    def of(self, kind: str) -> tuple[tuple[Place, Piece], ...]:
        """Everything whose place is of ``kind``."""
        return tuple(pair for pair in self.pieces if pair[0].kind == kind)


class BoxField(Value, frozen=True):
    """Something printed on this copy of a box that the rules leave open: typed once, kept in a box file.

    ``kind`` is what each cell holds: "number" (``low``..``high``), "text" (at most ``high`` characters), "flag", or
    "word" (one of ``words``). ``shape`` is () for a single cell, (n,) for a row, (rows, columns) for a table; a 0
    stands for "as many as there are". ``prefill`` is shown until somebody types, ``None`` where nothing is known;
    unless ``verified`` it is marked as such and is a guess of ours, never a fact. ``optional`` fields may stay empty.
    ``box.<name>`` names the field, ``box.<name>.about`` says where on the box it is found.
    """

    name: str
    kind: str = "number"
    shape: tuple[int, ...] = ()
    prefill: Any = None
    verified: bool = False
    optional: bool = False
    low: int = 0
    high: int = 99
    words: tuple[str, ...] = ()

    def contains(self, value: object) -> bool:
        """Whether ``value`` (nested tuples or lists, as JSON gives them) is of this kind and shape."""
        return self._fits(value, self.shape)

    def _fits(self, value: object, shape: tuple[int, ...]) -> bool:
        if shape:
            return (
                isinstance(value, tuple | list)
                and (shape[0] == 0 or len(value) == shape[0])
                and all(self._fits(cell, shape[1:]) for cell in value)
            )
        match self.kind:
            case "number":
                return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
            case "text":
                return isinstance(value, str) and len(value) <= self.high
            case "flag":
                return isinstance(value, bool)
            case _:
                return value in self.words


class Setup(Value, frozen=True):
    """How a match begins: seats, who starts, the options (complete, by name), the board, the box's own tables.

    ``box`` holds what is printed on this copy and the rules leave open: names and JSON-able tuples.
    """

    seats: tuple[Seat, ...]
    first: Seat = Seat(0)
    options: tuple[tuple[str, Any], ...] = ()
    board: Board = Board()
    box: tuple[tuple[str, Any], ...] = ()

    def option(self, name: str) -> Any:
        """The value of option ``name``. :raises KeyError: when the setup does not state it."""
        for key, value in self.options:
            if key == name:
                return value
        raise KeyError(name)

    def printed(self, name: str) -> Any | None:
        """What the box says of ``name`` (lists, as JSON gives them, as tuples), or ``None``."""
        return next((_as_tuples(value) for key, value in self.box if key == name), None)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value


# ---------------------------------------------------------------------------------------------- standing


class Part(Value, frozen=True):
    """Where points come from: "3 juniors: 3"."""

    line: Line
    points: int


class Score(Value, frozen=True):
    """What ``seat`` has: the sum of ``parts`` (computed, never incremented)."""

    seat: Seat
    total: int
    parts: tuple[Part, ...] = ()


class Standing(Value, frozen=True):
    """How the match stands: scores, whose move it is, what the table does now, and who has won.

    ``decimals`` digits of all points stand behind the point; ``lowest``: the lowest total wins; ``teams`` win together.
    """

    scores: tuple[Score, ...]
    active: tuple[Seat, ...]
    prompt: Line
    winners: tuple[Seat, ...] = ()
    over: bool = False
    decimals: int = 0
    lowest: bool = False
    teams: tuple[tuple[Seat, ...], ...] = ()

    def total(self, seat: Seat) -> int:
        return next(score.total for score in self.scores if score.seat == seat)


# ---------------------------------------------------------------------------------------------- signals


class RollId(Value, frozen=True):
    """The primary key of a throw: the dice unit, its boot counter and the number since."""

    unit: str
    boot: int
    n: int


class DiceRolled(Value, frozen=True):
    """The dice unit reports a throw, ``age_ms`` after it fell. ``None`` in ``faces``: a die it could not read."""

    id: RollId
    faces: tuple[int | None, ...]
    age_ms: int = 0
    quality: str = "ok"


class ButtonPressed(Value, frozen=True):
    """The button of ``seat`` was pressed (and let go, or held ``long``) at ``at`` monotonic seconds."""

    seat: Seat
    long: bool = False
    at: float = 0.0


class BoardSeen(Value, frozen=True):
    """The camera saw this board; ``doubtful`` places were not read surely."""

    board: Board
    doubtful: tuple[Place, ...] = ()


class Asked(Value, frozen=True):
    """Somebody asks for an action: ``source`` says how ("touch", "camera", "import" ...); ``forced``: overruled."""

    action: Any
    source: str = "touch"
    forced: bool = False


class Tick(Value, frozen=True):
    """Time went by; ``at`` in UTC seconds."""

    at: float


Signal = DiceRolled | ButtonPressed | BoardSeen | Asked | Tick

State = TypeVar("State")


# ---------------------------------------------------------------------------------------------- errors


class MizbanError(Exception):
    """Everything that the companion raises on purpose; ``line`` is what a person reads.

    ::

        MizbanError
        ├── BadRecord (ValueError)     a stored or imported line that does not decode, with its number
        ├── BadSetup (ValueError)      seats, options or a board that the game can't start with
        ├── BadConfig (ValueError)     mizban.toml, with the line
        └── Missing (RuntimeError)     a part that is needed is not there, with how to get it
    """

    def __init__(self, line: Line) -> None:
        super().__init__(line.key, *line.facts)
        self.line = line


class BadRecord(MizbanError, ValueError): ...


class BadSetup(MizbanError, ValueError): ...


class BadConfig(MizbanError, ValueError): ...


class Missing(MizbanError, RuntimeError): ...


# ---------------------------------------------------------------------------------------------- the game


class Game(ABC, Generic[State]):
    """The rules of one game: stateless, pure. ``State`` is a frozen value of its own.

    The life of an action is ``check -> apply``; :meth:`apply` never refuses, so that what the players overrule can
    be applied too. Chance is part of the action (``Roll(seat, throw)``): a game never throws a die itself.
    """

    name: ClassVar[str]
    actions: ClassVar[tuple[type[Action], ...]]
    state: ClassVar[type[Any]]
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    box: ClassVar[tuple[BoxField, ...]] = ()
    rules_version: ClassVar[int] = 1
    minutes: ClassVar[tuple[int, int]] = (30, 60)
    weight: ClassVar[int] = 2

    @abstractmethod
    def seats(self, options: Mapping[str, Any]) -> range:
        """How many may sit with these options."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The first state. :raises BadSetup: where the set-up is not one of this game."""

    @abstractmethod
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Who may do what now, and what each still needs to be told."""

    @abstractmethod
    def check(self, state: State, action: Any) -> Refusal | None:
        """Why ``action`` is not allowed now, or ``None``."""

    @abstractmethod
    def apply(self, state: State, action: Any) -> State:
        """The state after ``action``. Never refuses: what ``check`` refused and is overrulable applies, too."""

    @abstractmethod
    def standing(self, state: State) -> Standing:
        """Scores with where each point comes from, active seats, the prompt, the winners."""

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> State:
        """What ``seat`` (``None``: the whole table) may know: the same state with secrets removed."""

    def interpret(self, state: State, signal: Signal) -> Any | None:
        """What a throw or a seat's button means now, as an action; ``None``: nothing."""
        return None

    def board(self, state: State) -> Board:
        """What a camera should see."""
        return Board()

    def corrections(self, state: State) -> tuple[Choice, ...]:
        """The facts that the players may set right at any time ("the table is right"), as choices of their own.

        A correction is an action like any other; :meth:`check` refuses one only where the result is no state at all.
        """
        return ()

    def describe(self, before: State, action: Any, after: State) -> tuple[Line, ...]:
        """What the log says of ``action``, first what was done, then what it brought each seat. Public facts only."""
        return (Line(f"log.{type(action).__name__}", (("seat", Who(action.seat)),)),)

    def turn(self, state: State) -> Any:
        """Which turn it is, for "undo my turn": a value that changes when the turn passes and not before.

        By default the state's own ``turn`` where it has one, else who is active.
        """
        turn = getattr(state, "turn", None)
        return self.standing(state).active if turn is None else turn

    def secret(self, before: State, action: Any, now: State) -> bool:
        """Whether ``action``, taken at ``before``, still tells something that the whole table may not know ``now``.

        By default what was filled in behind a cover (:attr:`Choice.secret`) stays secret until the match is over.
        Override where it is revealed earlier; ``now`` is a later state of the same match.
        """
        kind = type(action)
        return not self.standing(now).over and any(c.secret and c.action is kind for c in self.choices(before))

    def guide(self, state: State) -> tuple[Line, ...]:
        """Reminders beside the prompt for this phase: what tables commonly forget (``guide.*``), a line each."""
        return ()

    def invariants(self, state: State, *, thorough: bool = True) -> tuple[str, ...]:
        """What is broken in ``state``, in English for developers; empty where all is well. Cheap unless thorough."""
        return ()

    def random_setup(self, rng: Random, seats: int, options: Sequence[tuple[str, Any]] = ()) -> Setup:
        """A legal set-up drawn by ``rng``, for self-play and for "balanced random" on the screen."""
        return Setup(tuple(Seat(i) for i in range(seats)), Seat(rng.randrange(seats)), self.complete(options))

    @classmethod
    def complete(cls, given: Sequence[tuple[str, Any]] = (), preset: str | None = None) -> tuple[tuple[str, Any], ...]:
        """Every option by name: the defaults, the preset's, then the given ones.

        :raises BadSetup: for a name or a value that the game does not have.
        """
        chosen: dict[str, Any] = {option.name: option.default for option in cls.options}
        presets = {p.name: p for p in cls.presets}
        if preset is not None and preset not in presets:
            raise BadSetup(Line.of("error.no_such_preset", preset=preset))
        for name, value in (*(presets[preset].options if preset else ()), *given):
            option = next((o for o in cls.options if o.name == name), None)
            if option is None:
                raise BadSetup(Line.of("error.no_such_option", option=name))
            if option.values and value not in option.values:
                raise BadSetup(Line.of("error.bad_option", option=name, value=str(value)))
            chosen[name] = value
        return tuple(chosen.items())
