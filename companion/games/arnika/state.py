"""All there is to know about a running match, as one frozen value.

Everything that decides whose move it is stands here, also in the middle of a seven, so that a match resumes and an
undo lands exactly where it was. Tuples are by seat where not said otherwise.
"""

from __future__ import annotations

from enum import StrEnum

from companion.game import Seat, Throw, Value
from companion.games.arnika.cards import DECK, FULL_BANK, Cards
from companion.games.arnika.geometry import Mask, union
from companion.games.arnika.hands import Hand, unknown
from companion.games.arnika.layout import Layout
from companion.games.arnika.longest import chain_length, holder
from companion.games.arnika.options import Rules

KINDS_OF_CARDS = 6
NO_CARDS = (0,) * KINDS_OF_CARDS
POINTS_OF_A_SPECIAL_CARD = 2
CONSULTS_FOR_TOP = 3


class Phase(StrEnum):
    """What the table waits for."""

    PLACE_JUNIOR = "place_junior"
    PLACE_CONNECTION = "place_connection"
    ROLL = "roll"
    DISCARD = "discard"
    """After a seven: every seat in ``due`` gives back cards."""
    HOME = "home"
    """After a seven: the crisis goes back to a desert."""
    REROLL = "reroll"
    """After a seven with the crisis on the desert: a second throw."""
    MOVE = "move"
    """The seat whose turn it is chooses the crisis's hex."""
    LOSE = "lose"
    """Every seat in ``due`` loses a card to the crisis."""
    STEAL = "steal"
    ROADS = "roads"
    """Free connections are placed."""
    PLAY = "play"
    OVER = "over"


class Offer(Value, frozen=True):
    """``seat`` gives ``gives`` and wants ``wants``; ``asked`` are those who have not answered yet."""

    seat: Seat
    gives: Cards
    wants: Cards
    asked: tuple[Seat, ...]


class Loose(Value, frozen=True):
    """Pieces in play whose place the app does not know (the map was off).

    A count under zero: that many pieces on the map are gone since, like juniors that became seniors.
    """

    juniors: int = 0
    seniors: int = 0
    connections: int = 0


class Development(Value, frozen=True, cache_hash=True):
    """One seat's development cards: unplayed ones that are known by kind and unseen ones, and what lies face up.

    ``fresh`` and ``fresh_unseen`` are those of them that were bought this turn.
    """

    known: tuple[int, ...] = NO_CARDS
    unseen: int = 0
    fresh: tuple[int, ...] = NO_CARDS
    fresh_unseen: int = 0
    consults: int = 0
    points: int = 0

    @property
    def unplayed(self) -> int:
        return sum(self.known) + self.unseen


NO_DEVELOPMENT = Development()
NO_LOOSE = Loose()


class State(Value, frozen=True):
    rules: Rules
    layout: Layout
    first: Seat
    phase: Phase
    turn: Seat
    crisis: int | None
    """The crisis's hex; ``None`` without a map."""
    hands: tuple[Hand, ...]
    juniors: tuple[Mask, ...]
    seniors: tuple[Mask, ...]
    connections: tuple[Mask, ...]
    loose: tuple[Loose, ...]
    development: tuple[Development, ...]
    lengths: tuple[int, ...]
    adjusted: tuple[int, ...]
    """Points that the table gave or took by correcting a score."""
    turns: int = 0
    """Turns begun since the set-up."""
    placed: int = 0
    """Juniors placed in the set-up, by all seats."""
    anchor: int | None = None
    """The junior of the set-up whose connection is next."""
    rolled: bool = False
    throw: Throw | None = None
    target: int | None = None
    """The second throw of a seven: where the crisis must go."""
    due: tuple[int, ...] = ()
    """Cards that each seat must still give back."""
    built: bool = False
    """Whether something was built or bought this turn."""
    played: bool = False
    """Whether a development card was played this turn."""
    free: int = 0
    """Free connections still to place."""
    bank: Cards = FULL_BANK
    deck: int = DECK
    used: tuple[int, ...] = NO_CARDS
    """Development cards that were played or turned up, by kind."""
    longest: Seat | None = None
    top: Seat | None = None
    """The top consultant (classic: largest army)."""
    offers: tuple[Offer, ...] = ()
    map: bool = True
    counted: bool = True
    winner: Seat | None = None
    waived: tuple[str, ...] = ()
    """Invariants that the players overruled."""

    @property
    def seats(self) -> range:
        return range(len(self.hands))

    def buildings(self, seat: int) -> Mask:
        return self.juniors[seat] | self.seniors[seat]

    @property
    def all_buildings(self) -> Mask:
        return union(self.juniors) | union(self.seniors)

    def foreign_buildings(self, seat: int) -> Mask:
        return self.all_buildings & ~(self.juniors[seat] | self.seniors[seat])

    @property
    def all_connections(self) -> Mask:
        return union(self.connections)

    def juniors_of(self, seat: int) -> int:
        return self.juniors[seat].bit_count() + self.loose[seat].juniors

    def seniors_of(self, seat: int) -> int:
        return self.seniors[seat].bit_count() + self.loose[seat].seniors

    def connections_of(self, seat: int) -> int:
        return self.connections[seat].bit_count() + self.loose[seat].connections

    def points(self, seat: int) -> int:
        """The points that everybody can see."""
        loose = self.loose[seat]
        return (
            self.juniors[seat].bit_count()
            + loose.juniors
            + 2 * (self.seniors[seat].bit_count() + loose.seniors)
            + (POINTS_OF_A_SPECIAL_CARD if self.longest == seat else 0)
            + (POINTS_OF_A_SPECIAL_CARD if self.top == seat else 0)
            + self.development[seat].points
            + self.adjusted[seat]
        )

    @property
    def crisis_is_home(self) -> bool:
        return self.crisis in self.layout.deserts

    def owner(self, corner: int) -> Seat | None:
        """Whose junior or senior stands at ``corner``."""
        return next((Seat(s) for s in self.seats if self.buildings(s) >> corner & 1), None)

    def road_owner(self, edge: int) -> Seat | None:
        return next((Seat(s) for s in self.seats if self.connections[s] >> edge & 1), None)

    def offer_of(self, seat: int) -> Offer | None:
        return next((offer for offer in self.offers if offer.seat == seat), None)


def changed(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """``values`` with that of ``seat`` replaced."""
    return (*values[:seat], value, *values[seat + 1 :])


def lengths_of(connections: tuple[Mask, ...], juniors: tuple[Mask, ...], seniors: tuple[Mask, ...]) -> tuple[int, ...]:
    """The longest chain of each seat."""
    everybody = union(juniors) | union(seniors)
    return tuple(
        chain_length(own, everybody & ~(juniors[seat] | seniors[seat])) for seat, own in enumerate(connections)
    )


def holder_of(before: Seat | None, lengths: tuple[int, ...]) -> Seat | None:
    found = holder(before, lengths)
    return None if found is None else Seat(found)


def top_of(before: Seat | None, consults: tuple[int, ...]) -> Seat | None:
    """Who is top consultant: the first with three, then whoever has strictly more."""
    most = max(consults)
    if most < CONSULTS_FOR_TOP:
        return None
    if before is not None and consults[before] == most:
        return before
    leaders = [seat for seat, n in enumerate(consults) if n == most]
    return Seat(leaders[0]) if len(leaders) == 1 else None


def hidden(hand: Hand) -> Hand:
    """What others see of a hand: its size."""
    return unknown(hand.size)
