"""Folding: the events that count make the state; an undo or an amendment folds again without or with others.

A :class:`History` grows by one event at a time, the same way while playing and while a match is taken up again, so
that there is one meaning of a log. States are immutable and all of them are kept: an undo costs no more than folding
what comes after the place that it touches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import msgspec

from companion.events import TABLE_ACTS, Amend, Entry, Event, Finish, Hidden, Match, Rename, Undone
from companion.game import Choice, Game, Line, Refusal, Seat, Who


@dataclass(frozen=True, slots=True)
class Step:
    """One action that counts. ``seq`` is the event that brought it (an inserted one: the amendment's)."""

    seq: int
    action: Any
    forced: bool


@dataclass(frozen=True, slots=True)
class Misfit:
    """An event that no longer fits after a change, and why."""

    seq: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Plan:
    """What a change of the past would do: what goes with it, and what is wrong with the amendment itself."""

    misfits: tuple[Misfit, ...] = ()
    refusal: Refusal | None = None


def dead(events: Sequence[Event]) -> set[int]:
    """The events that count no longer. An undo that was itself undone takes back nothing."""
    gone: set[int] = set()
    for event in reversed(events):
        if event.seq not in gone:
            match event.body:
                case Undone(seqs=seqs):
                    gone.update(seqs)
                case Amend(drops=drops):
                    gone.update(drops)
    return gone


def amendments(events: Sequence[Event], gone: set[int]) -> tuple[dict[int, Event], dict[int, list[Event]]]:
    """The amendments that count: which event each replaced line now is, and what was inserted after a line."""
    replaced: dict[int, Event] = {}
    inserted: dict[int, list[Event]] = {}
    for event in events:
        if isinstance(event.body, Amend) and event.seq not in gone:
            if event.body.insert:
                inserted.setdefault(event.body.seq, []).append(event)
            else:
                replaced[event.body.seq] = event
    return replaced, inserted


def timeline(events: Sequence[Event]) -> list[Step]:
    """The actions that count, in the order in which they are folded."""
    gone = dead(events)
    replaced, inserted = amendments(events, gone)
    steps: list[Step] = []

    def place(event: Event, action: Any) -> None:
        if event.seq not in gone:
            change = replaced.get(event.seq)
            if change is not None:
                steps.append(Step(event.seq, change.body.action, event.forced or change.forced))
            else:
                steps.append(Step(event.seq, action, event.forced))
        follow(event.seq)

    def follow(seq: int) -> None:
        for amendment in reversed(inserted.get(seq, ())):  # the last one stands right after its place
            place(amendment, amendment.body.action)

    follow(0)
    for event in events:
        if not isinstance(event.body, TABLE_ACTS):
            place(event, event.body)
    return steps


class History:
    """The log of ``match`` and the state that follows from it.

    ``match`` has the names of those who sit there now, ``begun`` of those who sat down first. ``waived`` are the
    refusals that the players overruled, as far as they still count; ``gone`` the events that don't.
    """

    def __init__(self, game: Game[Any], match: Match) -> None:
        self.game = game
        self.match = self.begun = match
        self.events: list[Event] = []
        self.steps: list[Step] = []
        self.states: list[Any] = [game.start(match.setup)]
        self.waived: tuple[Line, ...] = ()
        self.gone: set[int] = set()
        self._finish: int | None = None
        self._told: list[_Told] = []

    @property
    def state(self) -> Any:
        """As of the last event, secrets included."""
        return self.states[-1]

    @property
    def log(self) -> Log:
        """Every line so far, as the whole table may read it."""
        return Log(self.game, self._told, len(self._told), self.state)

    def after(self, action: Any) -> Any:
        """The state that ``action`` would lead to."""
        return self.game.apply(self.state, action)

    def add(self, event: Event, after: Any = None) -> None:
        """Fold ``event``, which is stored, into the state; ``after`` is that state where it is known already."""
        match event.body:
            case Undone() | Amend():
                self.events.append(event)
                self._refold()
            case body if isinstance(body, TABLE_ACTS):
                self.events.append(event)
                self._told.append(_Told(event))
                if isinstance(body, Finish):
                    self._finish = event.seq
                if isinstance(body, Rename):
                    others = tuple(p for p in self.match.players if p.seat != body.player.seat)
                    players = tuple(sorted((*others, body.player), key=lambda p: p.seat))
                    self.match = msgspec.structs.replace(self.match, players=players)
            case action:
                before = self.state
                state = self.game.apply(before, action) if after is None else after
                self.events.append(event)
                self.steps.append(Step(event.seq, action, event.forced))
                self.states.append(state)
                self._told.append(_Told(event, (before, action, state)))
                if event.forced:
                    self.waived = self._waived()

    # ------------------------------------------------------------------------------------------ asking

    def undoable(self) -> list[Event]:
        """The events that "undo" can take back, the newest last: what counts of actions, amendments, the end."""
        return [event for event in self.events if event.seq not in self.gone and _is_undoable(event)]

    def redoable(self) -> Event | None:
        """The undo that can itself be taken back: the last event that counts, acts of the clock left aside."""
        for event in reversed(self.events):
            if event.seq not in self.gone:
                if isinstance(event.body, Undone):
                    return event
                if _is_undoable(event):
                    return None
        return None

    def turn_of(self, seat: Seat) -> int | None:
        """The first event of the last turn in which ``seat`` acted; ``None`` where it never did."""
        start: int | None = None
        turn: Any = None
        for step, before in zip(reversed(self.steps), reversed(self.states[:-1]), strict=True):
            if start is None:
                if step.action.seat == seat:
                    start, turn = step.seq, self.game.turn(before)
            elif self.game.turn(before) == turn:
                start = step.seq
            else:
                break
        return start

    @property
    def finished(self) -> bool:
        """Whether the players ended the match before its game did."""
        return self._finish is not None and self._finish not in self.gone

    def amendable(self, body: Amend) -> bool:
        """Whether there is a line that ``body`` can change or follow."""
        if body.insert and body.seq == 0:
            return True
        return any(step.seq == body.seq for step in self.steps)

    def could_be(self, seq: int, *, after: bool = False) -> tuple[Choice, ...]:
        """What line ``seq`` may really have been, or what may have come right ``after`` it, its own seat's first.

        As far as everybody knew then: no secret shows in it, and the table still checks what is chosen. Nothing where
        the line is none that counts.
        """
        at = next((i for i, step in enumerate(self.steps) if step.seq == seq), None)
        if at is None:
            return ()
        state, seat = self.game.view(self.states[at + after], None), self.steps[at].action.seat
        found = (*self.game.choices(state), *self.game.corrections(state))
        return tuple(sorted((c for c in found if c.refusal is None and not c.secret), key=lambda c: c.seat != seat))

    def owner(self, seq: int) -> Seat:
        """Who did the event ``seq``."""
        body = self.events[seq - 1].body
        seat: Seat = body.action.seat if isinstance(body, Amend) else body.seat
        return seat

    def plan(self, body: Undone | Amend, *, forced: bool = False) -> Plan:
        """What would no longer fit with ``body`` in the log."""
        mine = len(self.events) + 1
        candidate = Event("", self.match.id, mine, 0.0, "", body, forced)
        steps = timeline([*self.events, candidate])
        same = _common(self.steps, steps)
        state = self.states[same]
        misfits = []
        for step in steps[same:]:
            amended = isinstance(body, Amend) and step.seq == (mine if body.insert else body.seq)
            refusal = self._refusal(state, step)
            if refusal is not None and amended:
                return Plan(refusal=refusal)
            if refusal is not None:
                misfits.append(Misfit(step.seq, refusal))
                continue
            state = self.game.apply(state, step.action)
        return Plan(tuple(misfits))

    # ------------------------------------------------------------------------------------------ inside

    def _refusal(self, state: Any, step: Step) -> Refusal | None:
        refusal = self.game.check(state, step.action)
        return None if refusal is not None and step.forced and refusal.overrulable else refusal

    def _waived(self) -> tuple[Line, ...]:
        forced = (
            self.game.check(self.states[place], step.action) for place, step in enumerate(self.steps) if step.forced
        )
        return tuple(dict.fromkeys(refusal.line for refusal in forced if refusal and refusal.private is None))

    def _refold(self) -> None:
        self.gone = dead(self.events)
        steps = timeline(self.events)
        same = _common(self.steps, steps)
        states = self.states[: same + 1]
        for step in steps[same:]:
            states.append(self.game.apply(states[-1], step.action))
        self.steps, self.states = steps, states
        self.waived = self._waived()
        self._told = self._retold()  # a new list: logs that were handed out keep reading the old one

    def _retold(self) -> list[_Told]:
        gone = self.gone
        replaced, _ = amendments(self.events, gone)
        scenes = {s.seq: (self.states[i], s.action, self.states[i + 1]) for i, s in enumerate(self.steps)}
        told = []
        for event, line in zip(self.events, [*self._told, None], strict=False):
            match event.body:
                case Amend(seq=seq, insert=insert):
                    counts = event.seq not in gone and (event.seq not in replaced if insert else replaced[seq] is event)
                    scene = scenes.get(event.seq if insert else seq)
                case body if isinstance(body, TABLE_ACTS):
                    counts, scene = event.seq not in gone, None
                case _:
                    counts, scene = event.seq in scenes and event.seq not in replaced, scenes.get(event.seq)
            if not counts or scene is None:  # keeps telling what it told when it counted
                scene = line.scene if line is not None else None
            if line is None or line.undone is counts or line.scene != scene:
                line = _Told(event, scene, not counts)
            told.append(line)
        return told


def _is_undoable(event: Event) -> bool:
    return isinstance(event.body, Amend | Finish) or not isinstance(event.body, TABLE_ACTS)


def _common(old: Sequence[Step], new: Sequence[Step]) -> int:
    count = 0
    for one, other in zip(old, new, strict=False):
        if one is not other and one != other:
            break
        count += 1
    return count


# ---------------------------------------------------------------------------------------------- the log, told


class _Told:
    """One line of the log: what is needed to say it when somebody reads it."""

    def __init__(self, event: Event, scene: tuple[Any, Any, Any] | None = None, undone: bool = False) -> None:
        self.event = event
        self.scene = scene
        self.undone = undone
        self._open = False
        self._lines: tuple[Line, ...] | None = None

    def lines(self, game: Game[Any]) -> tuple[Line, ...]:
        if self._lines is None:
            own = _said(self.event) if isinstance(self.event.body, TABLE_ACTS) else ()
            self._lines = own + (game.describe(*self.scene) if self.scene is not None else ())
        return self._lines

    def public(self, game: Game[Any], now: Any) -> Event:
        """The event with its body hidden where that still tells a secret at the state ``now``."""
        if self.scene is None or self._open:
            return self.event
        before, action, _ = self.scene
        if self.undone and not game.standing(now).over:
            now = before  # what somebody thought of and took back is nobody's business while they play
        if game.secret(before, action, now):
            hidden = Hidden(action.seat, type(action).__name__)
            return msgspec.structs.replace(self.event, body=hidden)
        self._open = not self.undone
        return self.event


class Log(Sequence[Entry]):
    """The lines of a log as of one moment, each put into sentences when it is read. Safe to read in any thread."""

    def __init__(self, game: Game[Any], told: list[_Told], length: int, now: Any) -> None:
        self._game = game
        self._told = told
        self._length = length
        self._now = now

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(index)
        line = self._told[index % self._length]
        return Entry(line.public(self._game, self._now), line.lines(self._game), line.undone)

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(self._length))


def _said(event: Event) -> tuple[Line, ...]:
    """What the log says of an act of the table."""
    body = event.body
    who = Who(body.seat)
    match body:
        case Undone(seqs=seqs):
            return (Line.of("log.table.undone", who=who, n=len(seqs)),)
        case Amend(seq=seq, insert=insert):
            return (Line.of("log.table.inserted" if insert else "log.table.amended", who=who, line=seq),)
        case Rename(player=player):
            return (Line.of("log.table.renamed", number=player.seat + 1, name=player.name),)
        case _:
            return (Line.of(f"log.table.{type(body).__name__.lower()}", who=who),)
