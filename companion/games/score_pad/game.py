"""The score pad: a game for every other box. The worked example of "add a game" in CONTRIBUTING.md.

The pad knows no rules but those of writing: who scores when, what is added up, when it ends, who wins. A template
(:mod:`companion.games.score_pad.templates`) fills in what a certain game wants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.game import (
    BadSetup,
    BoxField,
    ButtonPressed,
    Choice,
    Game,
    Line,
    Number,
    OneOf,
    Option,
    Players,
    Preset,
    Refusal,
    Seat,
    Setup,
    Signal,
    Spot,
    Standing,
    Word,
)
from companion.games.score_pad import actions as act
from companion.games.score_pad import scoring, telling, writing
from companion.games.score_pad.pad import Category, Rules, State
from companion.games.score_pad.templates import MOST_CATEGORIES, TIES, is_tie
from companion.games.score_pad.writing import MOST_SEATS

FAR = 999_999
UNNAMED = 5
"""Columns of a pad by category to which nobody gave names."""
CATEGORIES = (
    ("کارت‌ها", "Cards"), ("جنگل", "Forest"), ("رودها", "Rivers"), ("شهرها", "Towns"), ("پیک‌ها", "Couriers"),
    ("گنج", "Treasure"), ("هدف‌ها", "Goals"), ("جریمه", "Penalties"),
)  # fmt: skip
"""Columns of a random pad, for play without players."""


class ScorePad(Game[State]):
    name = "score_pad"
    actions = act.ACTIONS
    state = State
    seldom: ClassVar[Mapping[type[Any], int]] = dict.fromkeys(
        (act.EndGame, act.TogetherEnd, act.Out, act.NameWinner, act.CloseRound), 40
    )
    rules_version = 1
    minutes = (10, 120)
    weight = 1
    options = (
        Option("by", ("running", "rounds", "categories"), "running"),
        Option("winner", ("highest", "lowest", "together", "named", "last"), "highest"),
        Option("entry", ("any", "turns"), "any"),
        Option("start", ("same", "rotate"), "same"),
        Option("teams", ("none", "two", "three"), "none"),
        Option("decimals", (0, 1, 2), 0),
        Option("tie", TIES, "shared"),
        Option("target_ends", ("round", "at_once", "never"), "round"),
        Option("clock", ("none", "up", "down"), "none"),
        Option("clock_minutes", (1, 3, 5, 10, 15, 30), 10),
        Option("time_up", ("advice", "skip"), "advice"),
    )
    presets = (
        Preset("running"),
        Preset("rounds", (("by", "rounds"),)),
        Preset("categories", (("by", "categories"),)),
        Preset("together", (("by", "rounds"), ("winner", "together"))),
    )
    box = (
        BoxField("target", optional=True, low=-FAR, high=FAR),
        BoxField("rounds", optional=True, low=0, high=99),
        BoxField("start_points", optional=True, low=-FAR, high=FAR),
        BoxField("lowest_entry", optional=True, low=-FAR, high=FAR),
        BoxField("highest_entry", optional=True, low=-FAR, high=FAR),
        BoxField("categories", "text", (0, 2), optional=True, high=40),
        BoxField("times", shape=(0,), optional=True, low=-99, high=99),
        BoxField("ties", "text", (0,), optional=True, high=20),
        BoxField("team_of", shape=(0,), optional=True, low=0, high=MOST_SEATS - 1),
    )

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(1, MOST_SEATS + 1)

    def start(self, setup: Setup) -> State:
        if len(setup.seats) not in self.seats({}) or setup.first not in setup.seats:
            raise BadSetup(Line.of("error.bad_seats", n=len(setup.seats)))
        rules = self._rules(setup)
        n = len(setup.seats)
        return State(
            seats=setup.seats,
            rules=rules,
            rows=((),) * n,
            given=(0,) * n,
            teams=rules.team_of[:n],
            order=setup.seats,
            first=setup.first,
            turn=setup.first,
        )

    def _rules(self, setup: Setup) -> Rules:
        """The options and the box as one value. :raises BadSetup: naming what is wrong."""
        found: dict[str, Any] = dict(self.complete(setup.options))
        for field in self.box:
            value = setup.printed(field.name)
            if value is None:
                continue
            if not field.contains(value):
                raise BadSetup(Line.of("error.bad_box", what=Word(f"box.{field.name}")))
            found[field.name] = value
        names, times = found.pop("categories", ()), found.pop("times", ())
        if found["by"] == "categories" and not names:
            names = (("", ""),) * UNNAMED
        if len(names) > MOST_CATEGORIES or (times and len(times) != len(names)):
            raise BadSetup(Line.of("error.bad_box", what=Word("box.categories")))
        factors = times or (1,) * len(names)
        found["categories"] = tuple(Category(fa, en, n) for (fa, en), n in zip(names, factors, strict=True))
        if not all(map(is_tie, found.get("ties", ()))):
            raise BadSetup(Line.of("error.bad_box", what=Word("box.ties")))
        if found.get("lowest_entry", -FAR) > found.get("highest_entry", FAR):
            raise BadSetup(Line.of("error.bad_box", what=Word("box.lowest_entry")))
        scale = 10 ** found["decimals"]
        found.setdefault("lowest_entry", min(-999 * scale, found.get("highest_entry", 0)))
        found.setdefault("highest_entry", max(999 * scale, found["lowest_entry"]))
        n = len(setup.seats)
        teams = {"none": n, "two": 2, "three": 3}[found["teams"]]
        typed = found.get("team_of", ())
        if typed and len(typed) != n:
            raise BadSetup(Line.of("error.bad_box", what=Word("box.team_of")))
        found["team_of"] = typed if typed and found["teams"] != "none" else tuple(i % teams for i in range(n))
        return Rules(**found)

    # -------------------------------------------------------------------------------------- choices

    def choices(self, state: State) -> tuple[Choice, ...]:
        if state.over or not state.playing:
            return ()
        rules = state.rules
        found: list[Choice] = []
        points = Number(rules.lowest_entry, rules.highest_entry, decimals=rules.decimals)
        for seat in (state.turn,) if state.by_turns else state.playing:
            if rules.by == "categories":
                row = state.row(seat)
                empty = tuple(c for c in range(len(rules.categories)) if c >= len(row) or row[c] is None)
                if empty:
                    found.append(Choice(seat, act.Mark, (("column", Spot("column", empty)), ("points", points))))
            elif rules.by == "running" or state.by_turns or seat not in state.done:
                found.append(Choice(seat, act.Record, (("points", points),)))
        if state.by_turns:
            found.append(Choice(state.turn, act.Pass))
            if (rules.clock, rules.time_up) == ("down", "skip"):
                found.append(Choice(state.turn, act.TimeUp))
        elif rules.by == "rounds" and state.done:
            found.append(Choice(state.first, act.CloseRound))
        if rules.winner == "last":
            found += [Choice(seat, act.Out) for seat in state.playing]
        return (*found, *self._endings(state))

    @staticmethod
    def _endings(state: State) -> list[Choice]:
        speaker = state.turn if state.by_turns else state.first
        match state.rules.winner:
            case "together":
                return [Choice(speaker, act.TogetherEnd, (("won", OneOf((True, False))),))]
            case "named":
                named = [Choice(seat, act.NameWinner) for seat in state.playing if seat not in state.named]
                return named + ([Choice(speaker, act.EndGame)] if state.named else [])
            case _ if any(state.rows):
                return [Choice(speaker, act.EndGame)]
            case _:
                return []

    def corrections(self, state: State) -> tuple[Choice, ...]:
        found: list[Choice] = []
        points = Number(state.rules.lowest_entry, state.rules.highest_entry, decimals=state.rules.decimals)
        totals = Number(-FAR, FAR, decimals=state.rules.decimals)
        speaker = state.turn
        for seat in state.seats:
            written = tuple(range(writing.columns(state, seat)))
            if written:
                column = ("column", Spot("column", written))
                found.append(Choice(seat, act.SetCell, (column, ("points", points))))
                found.append(Choice(seat, act.ClearCell, (column,)))
            found.append(Choice(seat, act.SetTotal, (("points", totals),)))
        if state.playing and not state.over:
            everybody = ("who", Players(state.playing))
            if state.by_turns:
                found.append(Choice(speaker, act.SetTurn, (everybody,)))
            found.append(Choice(speaker, act.SetFirst, (everybody,)))
            places = Number(0, len(state.order) - 1)
            found.append(Choice(speaker, act.MoveSeat, (("who", Players(state.order)), ("place", places))))
            found.append(Choice(speaker, act.Reverse))
            free = tuple(Seat(n) for n in range(MOST_SEATS) if n not in state.order)
            if free:
                found.append(Choice(speaker, act.Join, (("who", Players(free)),)))
            if len(state.order) > 1:
                found.append(Choice(speaker, act.LeaveSeat, (("who", Players(state.order)),)))
        return tuple(found)

    # -------------------------------------------------------------------------------------- check and apply

    def check(self, state: State, action: Any) -> Refusal | None:
        if not isinstance(action, act.ACTIONS):
            return Refusal("no_such_action", overrulable=False)
        if action.seat not in state.seats:
            return Refusal("no_such_seat", overrulable=False)
        if isinstance(action, writing.Correction):
            return writing.check_correction(state, action)
        return writing.check(state, action)

    def apply(self, state: State, action: Any) -> State:
        refusal = self.check(state, action)
        if refusal is not None and refusal.line not in state.waived:
            state = replace(state, waived=(*state.waived, refusal.line))
        return (writing.correct if isinstance(action, writing.Correction) else writing.step)(state, action)

    # -------------------------------------------------------------------------------------- telling

    def over(self, state: State) -> bool:
        return state.over

    def standing(self, state: State) -> Standing:
        rules = state.rules
        active: tuple[Seat, ...] = ()
        if not state.over:
            active = (state.turn,) if state.by_turns else state.playing
            if rules.by == "rounds" and not state.by_turns:
                active = tuple(seat for seat in active if seat not in state.done)
        together = rules.teams != "none" or rules.winner == "together"
        winners, tie = scoring.outcome(state) if state.over else ((), None)
        return Standing(
            scores=tuple(scoring.score(state, seat) for seat in state.seats),
            active=active,
            prompt=telling.prompt(state),
            winners=winners,
            over=state.over,
            decimals=rules.decimals,
            lowest=rules.winner == "lowest",
            teams=scoring.sides(state) if together else (),
            tie=tie,
        )

    def view(self, state: State, seat: Seat | None) -> State:
        return state  # everything on the pad is public

    def interpret(self, state: State, signal: Signal) -> Any | None:
        """A seat's button passes the turn of its own seat."""
        match signal:
            case ButtonPressed(seat=seat, long=False) if state.by_turns and not state.over and seat == state.turn:
                return act.Pass(seat)
        return None

    def describe(self, before: State, action: Any, after: State) -> tuple[Line, ...]:
        return telling.story(before, action, after)

    def guide(self, state: State) -> tuple[Line, ...]:
        return telling.reminders(state)

    def turn(self, state: State) -> Any:
        return (state.round, state.turn if state.by_turns else None)

    def seated(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def invariants(self, state: State, *, thorough: bool = True) -> tuple[str, ...]:
        found: list[str] = []
        n = len(state.seats)
        if not len(state.rows) == len(state.given) == len(state.teams) == n:
            found.append("rows, corrections and teams are not one for each seat")
        if not set(state.order) <= set(state.seats) or len(set(state.order)) != len(state.order):
            found.append(f"the order {state.order} is not one of {state.seats}")
        if not state.over and (state.turn not in state.playing or state.first not in state.order):
            found.append(f"it is the turn of {state.turn}, who does not play")
        if state.rules.by == "categories" and any(len(row) > len(state.rules.categories) for row in state.rows):
            found.append("a row has more entries than there are categories")
        if state.rules.by == "rounds" and any(len(row) > state.round for row in state.rows):
            found.append(f"a row is longer than the {state.round} rounds")
        return tuple(found)

    def random_setup(self, rng: Random, seats: int, options: Sequence[tuple[str, Any]] = ()) -> Setup:
        setup = super().random_setup(rng, seats, options)
        by = setup.option("by")
        box: list[tuple[str, Any]] = [("lowest_entry", -20), ("highest_entry", rng.randint(20, 60))]
        if rng.random() < 0.7:
            box.append(("target", rng.randint(50, 300)))
        if by == "rounds" or rng.random() < 0.5:
            box.append(("rounds", rng.randint(2, 12)))
        if by == "categories":
            count = rng.randint(2, 8)
            box.append(("categories", tuple(CATEGORIES[:count])))
            box.append(("times", tuple(rng.choice((-1, 1, 1, 2, 3)) for _ in range(count))))
        return replace(setup, box=tuple(box))
