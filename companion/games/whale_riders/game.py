"""Whale Riders: the :class:`~companion.game.Game`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.game import (
    Board,
    BoxField,
    ButtonPressed,
    Choice,
    Game,
    Line,
    Number,
    OneOf,
    Option,
    Preset,
    Refusal,
    Seat,
    Setup,
    Signal,
    Standing,
    broken_tie,
    first_of,
)
from companion.games.whale_riders import actions as act
from companion.games.whale_riders import play, scoring, setup, turn, words
from companion.games.whale_riders.coast import CRAB, GOODS, START_PEARLS, START_PRICES, SUN
from companion.games.whale_riders.contracts import TILE_NAMES, held
from companion.games.whale_riders.state import WhaleState

HEADINGS = ("out", "back", "done")
GAINED = tuple(name for name in TILE_NAMES if not name.startswith("start"))
"""Tiles that a correction can give: starting pearls are followed on the Sun port."""


class WhaleRiders(Game[WhaleState]):
    """Ride the ice coast, buy tiles, complete contracts, and come back for the pearls of the Sun port.

    The coast's 28 spaces are not mirrored: only what riders gain is entered. In *light* depth a tile is pearls or
    goods, in *full* depth every tile is known and a contract is checked against what is handed in.
    """

    name = "whale_riders"
    actions = act.ACTIONS
    state = WhaleState
    options = (
        Option("depth", ("light", "full"), "light"),
        Option("decrees", (False, True), False),
        Option("magic", (False, True), False),
        Option("decree_counts_decrees", (False, True), False),
        Option("swap_storms", (True, False), True),
    )
    presets = (Preset("text"), Preset("expansions", (("decrees", True), ("magic", True))))
    box = (
        BoxField("sun_pearls", shape=(7,), prefill=START_PEARLS, low=1, high=3, optional=True),
        BoxField("sun_prices", shape=(7,), prefill=START_PRICES, low=1, high=12, optional=True),
        BoxField("port_names", kind="text", shape=(3,), high=20, optional=True),
        BoxField("goods_names", kind="text", shape=(len(GOODS),), high=20, optional=True),
        BoxField("storms", high=60, optional=True),
    )
    rules_version = 1
    minutes = (45, 60)
    weight = 2

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 7)

    def start(self, setup_: Setup) -> WhaleState:
        if len(setup_.seats) not in self.seats({}) or setup_.first not in setup_.seats:
            raise words.bad_seats()
        return setup.start(setup_)

    def choices(self, state: WhaleState) -> tuple[Choice, ...]:
        if state.phase == "over":
            return ()
        return tuple(turn.choices(state) if state.phase == "turn" else setup.choices(state))

    def check(self, state: WhaleState, action: Any) -> Refusal | None:
        if not isinstance(action, act.ACTIONS) or action.seat not in state.seats:
            return Refusal("not_in_these_rules", overrulable=False)
        if isinstance(action, act.CORRECTIONS):
            allowed = any(choice.contains(action) for choice in self.corrections(state))
            if allowed and isinstance(action, act.SetRider) and not _is_on_coast(action.port, action.heading):
                return Refusal("no_such_place", overrulable=False)
            return None if allowed else Refusal("no_such_correction", overrulable=False)
        if state.phase == "over":
            return Refusal("game_over", overrulable=False)
        if state.phase != "turn":
            return setup.check(state, action)
        return turn.check(state, action)

    def apply(self, state: WhaleState, action: Any) -> WhaleState:
        return play.apply(state, action)

    def standing(self, state: WhaleState) -> Standing:
        over = state.phase == "over"
        scores = tuple(scoring.score(state, who) for who in range(len(state.seats)))
        active = () if over else (state.seats[state.active],)
        if not over:
            return Standing(scores, active, words.prompt(state))
        ranks = scoring.ranks(state)
        tie = broken_tie(ranks, scoring.TIE_BREAKS)
        return Standing(scores, active, words.prompt(state), first_of(ranks), over, tie=tie)

    def over(self, state: WhaleState) -> bool:
        return state.phase == "over"

    def view(self, state: WhaleState, seat: Seat | None) -> WhaleState:
        """The state itself: contracts in hand, the bag and the piles never enter the app."""
        return state

    def interpret(self, state: WhaleState, signal: Signal) -> Any | None:
        """A short press ends the turn where cards or purchases could go on; two actions end it by themselves."""
        if isinstance(signal, ButtonPressed) and not signal.long:
            for choice in self.choices(state):
                if choice.action is act.EndTurn and choice.seat == signal.seat:
                    return choice.build()
        return None

    def board(self, state: WhaleState) -> Board:
        return setup.shown_board(state)

    def corrections(self, state: WhaleState) -> tuple[Choice, ...]:
        if state.phase not in ("turn", "over"):
            return ()
        result: list[Choice] = []
        for seat, rider in zip(state.seats, state.riders, strict=True):
            result.append(Choice(seat, act.Adjust, (("pearls", Number(-20, 20)),)))
            if state.phase == "over":
                continue
            result.append(Choice(seat, act.SetCoins, (("n", Number(0, 60)),)))
            ports = ("port", Number(SUN, CRAB))
            result.append(Choice(seat, act.SetRider, (ports, ("heading", OneOf(HEADINGS)))))
            result.append(Choice(seat, act.GainTile, (("tile", OneOf(GAINED)),)))
            owned = tuple(name for name, n in zip(TILE_NAMES, held(rider), strict=True) if n)
            if owned:
                result.append(Choice(seat, act.LoseTile, (("tile", OneOf(owned)),)))
        if state.phase == "turn":
            seat = state.seats[state.active]
            result.append(Choice(seat, act.SetDepth, (("depth", OneOf(("light", "full"))),)))
        return tuple(result)

    def describe(self, before: WhaleState, action: Any, after: WhaleState) -> tuple[Line, ...]:
        return words.describe(before, action, after)

    def turn(self, state: WhaleState) -> Any:
        return state.turn

    def guide(self, state: WhaleState) -> tuple[Line, ...]:
        return words.guide(state)

    def invariants(self, state: WhaleState, *, thorough: bool = True) -> tuple[str, ...]:
        return play.invariants(state)

    def random_setup(self, rng: Random, seats: int, options: Sequence[tuple[str, Any]] = ()) -> Setup:
        return setup.random_setup(rng, seats, self.complete(options))


def _is_on_coast(port: int, heading: str) -> bool:
    """Whether a rider at ``port`` can head that way: it turns at the Crab port and is done at the Sun port."""
    match heading:
        case "out":
            return port < CRAB
        case "back":
            return port > SUN
        case _:
            return port == SUN
