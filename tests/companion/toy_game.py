"""Pebbles, a game of five rules: the fixture of the table's tests, and the proof that a game touches nothing else.

A throw brings its total in pebbles. A stone costs three and takes one of nine spots, each worth its number. When a
turn ends everybody bids pebbles behind a cover; the highest bid (all are paid) wins a point. Twelve points win.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import msgspec

from companion.game import (
    Action,
    BadSetup,
    Board,
    ButtonPressed,
    Choice,
    Counted,
    DiceRolled,
    Faces,
    Game,
    Line,
    Number,
    Option,
    Part,
    Piece,
    Place,
    Preset,
    Refusal,
    Score,
    Seat,
    Setup,
    Signal,
    Spot,
    Standing,
    Throw,
    Value,
    Who,
    Word,
)

SPOTS = 9


class Roll(Action, frozen=True):
    throw: Throw


class Lay(Action, frozen=True):
    spot: int


class EndTurn(Action, frozen=True): ...


class Bid(Action, frozen=True):
    pebbles: int


class SetPebbles(Action, frozen=True):
    """A correction: ``seat`` really has that many."""

    pebbles: int


class Pebbles(Value, frozen=True):
    seats: tuple[Seat, ...]
    goal: int
    turn: Seat
    phase: str
    hands: tuple[int, ...]
    stones: tuple[tuple[int, Seat], ...] = ()
    bids: tuple[int | None, ...] = ()
    points: tuple[int, ...] = ()


class PebbleGame(Game[Pebbles]):
    name = "pebbles"
    actions = (Roll, Lay, EndTurn, Bid, SetPebbles)
    state = Pebbles
    options: ClassVar[tuple[Option, ...]] = (Option("goal", (12, 20), 12),)
    presets: ClassVar[tuple[Preset, ...]] = (Preset("text"), Preset("long", (("goal", 20),)))

    def seats(self, options: Any) -> range:
        return range(2, 5)

    def start(self, setup: Setup) -> Pebbles:
        n = len(setup.seats)
        if n not in self.seats({}):
            raise BadSetup(Line.of("error.seats", n=n))
        return Pebbles(setup.seats, setup.option("goal"), setup.first, "roll", (0,) * n, (), (None,) * n, (0,) * n)

    def choices(self, state: Pebbles) -> tuple[Choice, ...]:
        turn = state.turn
        match state.phase:
            case "roll":
                return (Choice(turn, Roll, (("throw", Faces(2)),)),)
            case "act":
                free = tuple(spot for spot in range(SPOTS) if spot not in dict(state.stones))
                poor = self.check(state, Lay(turn, free[0])) if free else Refusal("board_full", overrulable=False)
                return (Choice(turn, Lay, (("spot", Spot("spot", free)),), poor), Choice(turn, EndTurn))
            case "bid":
                return tuple(
                    Choice(seat, Bid, (("pebbles", Number(0, state.hands[seat])),), secret=True)
                    for seat in state.seats
                    if state.bids[seat] is None
                )
            case _:
                return ()

    def check(self, state: Pebbles, action: Any) -> Refusal | None:
        match action:
            case SetPebbles(pebbles=pebbles):
                return Refusal("negative", overrulable=False) if pebbles < 0 else None
            case _ if state.phase == "over":
                return Refusal("over", overrulable=False)
            case Bid(seat=seat, pebbles=pebbles):
                if state.phase != "bid" or state.bids[seat] is not None:
                    return Refusal("not_now", overrulable=False)
                if not 0 <= pebbles <= state.hands[seat]:
                    return Refusal("too_few", (("n", 1),), overrulable=False, private=seat)
                return None
            case Roll(throw=throw):
                if state.phase == "bid" or not 2 <= throw.total <= 12:
                    return Refusal("no_throw", overrulable=False)
                if state.phase == "act":
                    return Refusal("rolled_already")
            case Lay(seat=seat, spot=spot):
                if state.phase == "bid" or spot in dict(state.stones) or not 0 <= spot < SPOTS:
                    return Refusal("taken", overrulable=False)
                if state.phase == "roll":
                    return Refusal("roll_first")
                if state.hands[seat] < 3:
                    return Refusal("too_poor", (("n", 3 - state.hands[seat]),))
            case EndTurn():
                if state.phase != "act":
                    return Refusal("roll_first", overrulable=False)
        return None if action.seat == state.turn else Refusal("not_your_turn", (("who", Who(state.turn)),))

    def apply(self, state: Pebbles, action: Any) -> Pebbles:
        replace = msgspec.structs.replace
        seat = action.seat
        match action:
            case SetPebbles(pebbles=pebbles):
                return replace(state, hands=_with(state.hands, seat, pebbles))
            case Roll(throw=throw):
                hands = _with(state.hands, state.turn, state.hands[state.turn] + throw.total)
                return replace(state, hands=hands, phase="act")
            case Lay(spot=spot):
                hands = _with(state.hands, seat, max(0, state.hands[seat] - 3))
                stones = tuple(sorted((*state.stones, (spot, seat))))
                return _won(replace(state, hands=hands, stones=stones))
            case EndTurn():
                return replace(state, phase="bid")
            case Bid(pebbles=pebbles):
                state = replace(state, bids=_with(state.bids, seat, pebbles))
                if None in state.bids:
                    return state
                bids = [bid or 0 for bid in state.bids]
                best = bids.index(max(bids))
                return _won(
                    replace(
                        state,
                        hands=tuple(max(0, hand - bid) for hand, bid in zip(state.hands, bids, strict=True)),
                        points=_with(state.points, best, state.points[best] + 1),
                        bids=(None,) * len(bids),
                        turn=Seat((state.turn + 1) % len(state.seats)),
                        phase="roll",
                    )
                )
        raise TypeError(action)

    def standing(self, state: Pebbles) -> Standing:
        over = state.phase == "over"
        scores = tuple(_score(state, seat) for seat in state.seats)
        best = max(score.total for score in scores)
        waiting = tuple(seat for seat in state.seats if state.bids[seat] is None) if state.phase == "bid" else ()
        return Standing(
            scores,
            () if over else waiting or (state.turn,),
            Line.of(f"prompt.{state.phase}"),
            tuple(score.seat for score in scores if score.total == best) if over else (),
            over,
        )

    def view(self, state: Pebbles, seat: Seat | None) -> Pebbles:
        shown = tuple(bid if bid is None or who == seat else -1 for who, bid in enumerate(state.bids))
        return msgspec.structs.replace(state, bids=shown)

    def secret(self, before: Pebbles, action: Any, now: Pebbles) -> bool:
        """A bid is secret until all are in: then the table has seen it."""
        return isinstance(action, Bid) and now.phase == "bid" and now.points == before.points

    def interpret(self, state: Pebbles, signal: Signal) -> Any | None:
        match signal:
            case DiceRolled(faces=faces) if state.phase == "roll" and len(faces) == 2:
                seen = tuple(face or 0 for face in faces)
                return Roll(state.turn, Throw(sum(seen), seen))
            case ButtonPressed(seat=seat, long=False) if state.phase == "act" and seat == state.turn:
                return EndTurn(seat)
            case _:
                return None

    def board(self, state: Pebbles) -> Board:
        return Board(tuple((Place("spot", spot), Piece("stone", seat)) for spot, seat in state.stones))

    def corrections(self, state: Pebbles) -> tuple[Choice, ...]:
        return tuple(Choice(seat, SetPebbles, (("pebbles", Number(0, 99)),)) for seat in state.seats)

    def describe(self, before: Pebbles, action: Any, after: Pebbles) -> tuple[Line, ...]:
        match action:
            case Roll(seat=seat, throw=throw):
                return (Line.of("log.Roll", seat=Who(seat), what=(Counted(throw.total, Word("word.pebble")),)),)
            case _:
                return super().describe(before, action, after)

    def invariants(self, state: Pebbles, *, thorough: bool = True) -> tuple[str, ...]:
        return tuple(f"seat {i} has {hand} pebbles" for i, hand in enumerate(state.hands) if hand < 0)


def _with(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _score(state: Pebbles, seat: Seat) -> Score:
    spots = sum(spot for spot, whose in state.stones if whose == seat)
    bids = state.points[seat]
    return Score(seat, spots + bids, (Part(Line.of("score.stones"), spots), Part(Line.of("score.bids", n=bids), bids)))


def _won(state: Pebbles) -> Pebbles:
    full = len(state.stones) == SPOTS
    if full or any(_score(state, seat).total >= state.goal for seat in state.seats):
        return msgspec.structs.replace(state, phase="over")
    return state


def random_action(state: Pebbles, rng: Random) -> Any:
    """A legal action of a match that is not over."""
    game = PebbleGame()
    choices = [choice for choice in game.choices(state) if choice.refusal is None]
    while True:
        action = rng.choice(choices).sample(rng)
        if game.check(state, action) is None:
            return action
