"""What a game is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from companion.game.choices import Choice
from companion.game.errors import BadSetup
from companion.game.setup import Board, BoxField, Option, Preset, Setup
from companion.game.signals import Signal
from companion.game.standing import Remark, Standing, Tally
from companion.game.words import Action, Line, Refusal, Seat, Who

State = TypeVar("State")


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
    seldom: ClassVar[Mapping[type[Any], int]] = {}
    """Kinds of action that random play draws once in so many tries: a card that is rare, an end called by hand."""
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

    def seated(self, state: State) -> tuple[Seat, ...]:
        """Who may act beside the seats of the set-up: those who joined later, where a game lets seats join."""
        return ()

    def turn(self, state: State) -> Any:
        """Which turn it is, for "undo my turn": a value that changes when the turn passes and not before.

        By default the state's own ``turn`` where it has one, else who is active.
        """
        turn = getattr(state, "turn", None)
        return self.standing(state).active if turn is None else turn

    def following(self, state: State) -> Seat | None:
        """Who is next after the seat whose turn it is, or ``None`` where that is open: its light breathes.

        By default clockwise, in the order of the scores. Override where the order of play is another one.
        """
        standing = self.standing(state)
        seats = [score.seat for score in standing.scores]
        turn = getattr(state, "turn", None)
        if turn not in seats:
            turn = standing.active[0] if len(standing.active) == 1 else None
        if standing.over or turn not in seats or len(seats) < 2:
            return None
        return seats[(seats.index(turn) + 1) % len(seats)]

    def cue(self, before: State, action: Any, after: State) -> str | None:
        """The sound that ``action`` is worth besides those of every game (a name of ``assets/sounds``), as a seven."""
        return None

    def secret(self, before: State, action: Any, now: State) -> bool:
        """Whether ``action``, taken at ``before``, still tells something that the whole table may not know ``now``.

        By default what was filled in behind a cover (:attr:`Choice.secret`) stays secret until the match is over.
        Override where it is revealed earlier; ``now`` is a later state of the same match.
        """
        kind = type(action)
        return not self.standing(now).over and any(c.secret and c.action is kind for c in self.choices(before))

    def over(self, state: State) -> bool:
        """Whether the match has ended; override where the standing costs more than the answer."""
        return self.standing(state).over

    def told(self, state: State, action: Any, rng: Random) -> Any:
        """``action`` with what only the players know filled in by ``rng``, for self-play: as the kind of a card stolen.

        The match can be played without it, too: then that stays open, as at a real table.
        """
        return action

    def guide(self, state: State) -> tuple[Line, ...]:
        """Reminders beside the prompt for this phase: what tables commonly forget (``guide.*``), a line each."""
        return ()

    def remarks(self, states: Sequence[State], actions: Sequence[Any]) -> tuple[Remark, ...]:
        """What the end of a match may tell beside the score, from all its states and the actions between them.

        Public facts only, a line each.
        """
        return ()

    def tallies(self, states: Sequence[State], actions: Sequence[Any]) -> tuple[Tally, ...]:
        """What came to each seat and went from it along a match, as cards by cause: a row each, public facts only."""
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
