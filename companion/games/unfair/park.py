"""What lies on the table in Unfair: parks with areas, attractions, upgrades and damage; coins, hands, the score sheet.

Points are never stored as a total: ``scoring`` reads them from what lies here.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.game import Line, Seat, Value

HAND = 7
"""Attraction cards dealt to each hand (text)."""
SUPPLY = 4
"""Attractions face up in the middle (text)."""
HAND_LIMIT = 10
ROUNDS = 8
"""Rounds of the published game, and of the text where the option ends it so (U-08)."""
PARK_ACTIONS = 3
"""Actions a seat has in the published park step."""
SHEET_AREAS = 5
"""Attractions that a published park may hold."""

PHASES = ("build", "upgrade", "event", "buy")
"""The phases of a turn in the text, in their fixed order; each may be left out."""
STEPS = ("event", "park", "guests", "cleanup")
"""The steps of a published round."""


class Upgrade(Value, frozen=True):
    points: int
    income: int = 0


class Attraction(Value, frozen=True):
    """A built attraction. ``penalty`` is the number printed on the event that ruined it (0: none printed).

    ``ruin``: it was destroyed, and its area is not free again (an option); then it is worth nothing.
    """

    points: int
    income: int = 0
    upgrades: tuple[Upgrade, ...] = ()
    damaged: bool = False
    penalty: int = 0
    ruin: bool = False

    @property
    def open(self) -> bool:
        """Whether it earns: neither damaged nor destroyed."""
        return not self.damaged and not self.ruin


class Card(Value, frozen=True):
    """A player card: its points, its income, what it takes off each building's price."""

    points: int = 0
    income: int = 0
    discount: int = 0


class Sheet(Value, frozen=True):
    """The published score sheet of one seat: per attraction its icons, or its points where the table lacks them."""

    icons: tuple[int, ...] = (0,) * SHEET_AREAS
    points: tuple[int, ...] = (0,) * SHEET_AREAS
    staff: int = 0
    blueprints: int = 0
    failed: int = 0
    loans: int = 0
    coins: int = 0
    done: bool = False


class Park(Value, frozen=True):
    """What a seat has. ``bonuses`` are the points that events brought, ``loans`` the points that each loan costs.

    ``given`` are points that the players corrected by hand.
    """

    coins: int
    areas: tuple[Attraction | None, ...]
    hand: int = HAND
    card: Card | None = None
    bonuses: tuple[int, ...] = ()
    loans: tuple[int, ...] = ()
    sheet: Sheet = Sheet()
    given: int = 0

    @property
    def full(self) -> bool:
        return all(area is not None for area in self.areas)


class Rules(Value, frozen=True):
    """The options by name (``option.*`` in the catalogue), and what the box prints."""

    rules: str = "text"
    start_coins: int = 20
    base_income: str = "none"
    market_take: str = "printed_cost"
    event_draw: int = 1
    damage: str = "printed"
    demolish_frees_area: bool = True
    end_mode: str = "park_full"
    areas: int = 3
    upgrades_per_attraction: int = 1
    upgrade_price: str = "printed"
    attacks: bool = True
    loans: bool = False
    dummy: bool = False
    rounds: int = ROUNDS
    icon_points: tuple[int, ...] = ()
    loan: tuple[int, ...] = ()


class Deck(Value, frozen=True):
    """A deck by its count; ``sure``: counted from the box, or seen to be empty, and not our guess."""

    cards: int
    sure: bool

    def less(self, cards: int) -> Deck:
        return Deck(max(0, self.cards - cards), self.sure)

    @property
    def empty(self) -> bool:
        return self.sure and self.cards == 0


class Turn(Value, frozen=True):
    """What the seat in turn has done: upgrades attached, events played, upgrades bought; park actions left."""

    attached: int = 0
    played: int = 0
    bought: int = 0


class State(Value, frozen=True):
    """Everything that decides the match; every row per seat stands in the order of ``seats``.

    ``phase`` in the text: "cards" (everybody has a player card), "build", "upgrade", "event", "buy", "dummy", "over".
    Published: "event", "park", "guests", "cleanup", "sheet", "over". ``left`` are the published park actions that
    each seat has still to do, ``extra`` the seats that had a fourth one in this round. ``ending``: the trigger was
    met, this round is the last.
    """

    seats: tuple[Seat, ...]
    first: Seat
    rules: Rules
    parks: tuple[Park, ...]
    turn: Seat
    phase: str
    round: int = 1
    done: Turn = Turn()
    attractions: Deck = Deck(0, False)
    upgrades: Deck = Deck(0, False)
    supply: int = SUPPLY
    left: tuple[int, ...] = ()
    extra: tuple[Seat, ...] = ()
    ending: bool = False
    waived: tuple[Line, ...] = ()

    def park(self, seat: Seat) -> Park:
        return self.parks[self.seats.index(seat)]

    def next_seat(self, seat: Seat) -> Seat:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]


def with_park(state: State, seat: Seat, **changes: Any) -> State:
    """``state`` with fields of one park replaced."""
    at = state.seats.index(seat)
    return replace(state, parks=(*state.parks[:at], replace(state.parks[at], **changes), *state.parks[at + 1 :]))


def with_area(state: State, seat: Seat, area: int, attraction: Attraction | None) -> State:
    """``state`` with ``attraction`` (or nothing) in that area."""
    areas = state.park(seat).areas
    return with_park(state, seat, areas=(*areas[:area], attraction, *areas[area + 1 :]))
