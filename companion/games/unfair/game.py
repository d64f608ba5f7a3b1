"""Unfair, parks and events for 2 to 5 players: ``text`` played as the Persian text has it, ``published`` as a sheet.

Source: the Persian text; where it is silent or contradicts itself, the rulings U-01 to U-18 of the rules' page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.game import (
    BadSetup,
    BoxField,
    ButtonPressed,
    Choice,
    Game,
    Line,
    Option,
    Preset,
    Refusal,
    Seat,
    Setup,
    Signal,
    Standing,
    Word,
    broken_tie,
    first_of,
)
from companion.games.unfair import actions as act
from companion.games.unfair import choosing, corrections, scoring, sheet, telling, turns
from companion.games.unfair.park import HAND, PHASES, SHEET_AREAS, SUPPLY, Deck, Park, Rules, State


class Unfair(Game[State]):
    name = "unfair"
    actions = act.ACTIONS
    state = State
    rules_version = 1
    minutes = (45, 90)
    weight = 2
    options = (
        Option("rules", ("text", "published"), "text"),
        Option("start_coins", (10, 15, 20, 25, 30, 40), 20),
        Option("base_income", ("none", "per_attraction"), "none"),
        Option("market_take", ("printed_cost", "free"), "printed_cost"),
        Option("event_draw", (1, 0), 1),
        Option("damage", ("printed", "zero"), "printed"),
        Option("demolish_frees_area", (True, False), True),
        Option("end_mode", ("park_full", "eight_rounds"), "park_full"),
        Option("rounds", (8, 6), 8),
        Option("areas", (3, 5), 3),
        Option("upgrades_per_attraction", (1, 2, 3, 0), 1),
        Option("upgrade_price", ("printed", "free"), "printed"),
        Option("attacks", (True, False), True),
        Option("loans", (False, True), False),
        Option("dummy", (False, True), False),
    )
    presets = (
        Preset("text", (("rules", "text"),)),
        Preset(
            "published",
            (
                ("rules", "published"),
                ("start_coins", 20),
                ("market_take", "free"),
                ("end_mode", "eight_rounds"),
                ("areas", 5),
                ("upgrades_per_attraction", 0),
            ),
        ),
    )
    box = (
        BoxField("attraction_cards", prefill=100, low=30, high=400),
        BoxField("upgrade_cards", prefill=30, low=0, high=400),
        BoxField("icon_points", shape=(0,), optional=True, low=0, high=300),
        BoxField("loan", shape=(2,), optional=True, low=0, high=60),
    )

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 6)

    def start(self, setup: Setup) -> State:
        if len(setup.seats) not in self.seats({}) or setup.first not in setup.seats:
            raise BadSetup(Line.of("error.bad_seats", n=len(setup.seats)))
        for field in self.box:
            value = setup.printed(field.name)
            if value is not None and not field.contains(value):
                raise BadSetup(Line.of("error.bad_box", what=Word(f"box.{field.name}")))
        rules = Rules(
            **dict(self.complete(setup.options)),
            icon_points=setup.printed("icon_points") or (),
            loan=setup.printed("loan") or (),
        )
        park = Park(rules.start_coins, (None,) * rules.areas)
        dealt = HAND * len(setup.seats) + SUPPLY
        state = State(
            seats=setup.seats,
            first=setup.first,
            rules=rules,
            parks=(park,) * len(setup.seats),
            turn=setup.first,
            phase="event" if rules.rules == "published" else "cards",
            attractions=_deck(setup, "attraction_cards", 100).less(dealt),
            upgrades=_deck(setup, "upgrade_cards", 30),
        )
        return state if rules.rules == "published" else turns.draw_events(state)

    def choices(self, state: State) -> tuple[Choice, ...]:
        published = state.rules.rules == "published"
        return choosing.sheet_choices(state) if published else choosing.text_choices(state)

    def corrections(self, state: State) -> tuple[Choice, ...]:
        found = corrections.choices(state)
        if state.phase in PHASES and state.rules.rules == "text" and not state.attractions.empty:
            return (*found, Choice(state.turn, act.DeckEmpty))
        return found

    def check(self, state: State, action: Any) -> Refusal | None:
        if not isinstance(action, act.ACTIONS):
            return Refusal("no_such_action", overrulable=False)
        if action.seat not in state.seats:
            return Refusal("no_such_seat", overrulable=False)
        if isinstance(action, corrections.Correction):
            return corrections.check(state, action)
        published = state.rules.rules == "published"
        if isinstance(action, act.SHEET) != published:
            return Refusal("not_now", overrulable=False)
        return sheet.check(state, action) if published else turns.check(state, action)

    def apply(self, state: State, action: Any) -> State:
        refusal = self.check(state, action)
        if refusal is not None and refusal.line not in state.waived:
            state = replace(state, waived=(*state.waived, refusal.line))
        if isinstance(action, corrections.Correction):
            return corrections.apply(state, action)
        if isinstance(action, act.SHEET):
            return sheet.step(state, action)
        return turns.step(state, action)

    def standing(self, state: State) -> Standing:
        over = self.over(state)
        ranks = scoring.ranks(state) if over else {}
        return Standing(
            scores=tuple(scoring.score(state, seat) for seat in state.seats),
            active=self._active(state),
            prompt=telling.prompt(state),
            winners=first_of(ranks) if over else (),
            over=over,
            tie=broken_tie(ranks, scoring.TIE_BREAKS) if over else None,
        )

    def over(self, state: State) -> bool:
        return state.phase == "over"

    @staticmethod
    def _active(state: State) -> tuple[Seat, ...]:
        match state.phase:
            case "over":
                return ()
            case "cards":
                return tuple(seat for seat in state.seats if state.park(seat).card is None)
            case "sheet":
                return tuple(seat for seat in state.seats if not state.park(seat).sheet.done)
            case "dummy" | "guests" | "cleanup":
                return (state.first,)
            case "event" if state.rules.rules == "published":
                return (state.first,)
            case _:
                return (state.turn,)

    def view(self, state: State, seat: Seat | None) -> State:
        return state  # hands and decks are never known to the companion: there is nothing to hide

    def interpret(self, state: State, signal: Signal) -> Any | None:
        """A seat's button ends its turn; on the published sheet it says that a park action or a step is done."""
        match signal:
            case ButtonPressed(seat=seat, long=False) if seat in state.seats:
                if state.rules.rules == "text":
                    return act.EndTurn(seat) if state.phase in PHASES and seat == state.turn else None
                if state.phase == "park":
                    return act.ParkAction(seat) if seat == state.turn else None
                if state.phase in ("event", "guests", "cleanup") and seat == state.first:
                    return act.NextStep(seat)
        return None

    def describe(self, before: State, action: Any, after: State) -> tuple[Line, ...]:
        return telling.story(before, action, after)

    def guide(self, state: State) -> tuple[Line, ...]:
        return telling.reminders(state)

    def turn(self, state: State) -> Any:
        return (state.round, state.turn, state.phase if state.rules.rules == "published" else "")

    def invariants(self, state: State, *, thorough: bool = True) -> tuple[str, ...]:
        found: list[str] = []
        for seat, park in zip(state.seats, state.parks, strict=True):
            if park.coins < 0 or park.hand < 0:
                found.append(f"seat {seat} has {park.coins} coins and {park.hand} cards")
            if len(park.areas) != state.rules.areas or len(park.sheet.icons) != SHEET_AREAS:
                found.append(f"seat {seat} has {len(park.areas)} areas")
            most = state.rules.upgrades_per_attraction
            if most and not state.waived and any(a and len(a.upgrades) > most for a in park.areas):
                found.append(f"seat {seat} has an attraction with too many upgrades")
            if park.full and not state.ending:
                found.append(f"the park of seat {seat} is full and no round is the last")
        if not 0 <= state.supply <= SUPPLY or (state.supply < SUPPLY and not state.attractions.empty):
            found.append(f"{state.supply} attractions lie in the supply")
        if state.phase == "over" and not state.ending:
            found.append("the match is over without a reason")
        if (state.done.attached > 1 or state.done.played > 1 or state.done.bought > 1) and not state.waived:
            found.append(f"too much in one turn: {state.done}")
        return tuple(found)

    def random_setup(self, rng: Random, seats: int, options: Sequence[tuple[str, Any]] = ()) -> Setup:
        setup = super().random_setup(rng, seats, options)
        table = tuple(sorted(rng.sample(range(1, 120), rng.randint(8, 20))))
        box: tuple[tuple[str, Any], ...] = (("icon_points", table), ("loan", (5, 7)))
        if rng.random() < 0.5:
            box = (*box, ("attraction_cards", rng.randint(45, 70)), ("upgrade_cards", rng.randint(0, 40)))
        return replace(setup, box=box if rng.random() < 0.8 else box[2:])


def _deck(setup: Setup, name: str, guess: int) -> Deck:
    """The deck as typed from the box, or our guess from the text's "about", which is never sure."""
    cards = setup.printed(name)
    return Deck(guess, False) if cards is None or name in (setup.printed("unverified") or ()) else Deck(cards, True)
