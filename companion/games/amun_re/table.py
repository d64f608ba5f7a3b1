"""What lies on the table in Amun-Re: provinces in columns, lots with bids, the players' coins, the rounds behind us.

Points are never stored: :class:`Harvest` keeps what a round's end showed, and ``scoring`` reads honour from it.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.game import Line, Seat, Value

ROUNDS = 3
COLUMNS = 3
CARDS = tuple(range(9))
"""The coin cards of each player (text: nine cards, 0 to 8)."""
FIRST_HAND = 14
"""What the cards of the first hand may add up to (text)."""
FARMS_FOR_HONOUR = 9
PYRAMIDS_IN_BOX = 76
"""Pyramid tokens by the English rules; the French name 82 (M-15)."""

ICONS = ("pyramid", "farm", "caravan", "ankh")

Icons = tuple[int, int, int, int]
"""What a province card shows: pyramids, farms, caravans, ankhs."""


class Province(Value, frozen=True):
    """A card in somebody's column and the pyramids ``built`` on it (printed ones count where they are tokens)."""

    printed: int
    farms: int
    caravans: int
    ankhs: int
    built: int = 0


class Column(Value, frozen=True):
    """A stack of provinces, the newest last: only its farms, caravans and ankhs are seen, all its pyramids count."""

    provinces: tuple[Province, ...] = ()

    @property
    def top(self) -> Province | None:
        return self.provinces[-1] if self.provinces else None

    @property
    def pyramids(self) -> int:
        return sum(province.built for province in self.provinces)


class Bid(Value, frozen=True):
    seat: Seat
    coins: int


class Lot(Value, frozen=True):
    """A revealed province: the one active bid under it, its icons where somebody typed them, whether it was taken."""

    bid: Bid | None = None
    icons: Icons | None = None
    taken: bool = False


class Player(Value, frozen=True):
    """What a seat has. ``hand`` and ``offer`` are secret (``offer`` until all are sealed).

    ``limit`` is what the hand of this round may add up to, ``spent`` the cards that won provinces in this round (the
    0 comes back and is never here), ``shown`` the cards that the table saw in this round's auctions, ``kept`` the
    value of the cards that were not offered, ``built`` the pyramids of this round by column, ``paid`` their price.
    ``given`` are the honour tokens that the players corrected by hand.
    """

    columns: tuple[Column, ...] = ()
    limit: int = FIRST_HAND
    hand: tuple[int, ...] | None = None
    chosen: bool = False
    spent: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    offer: int | None = None
    sealed: bool = False
    kept: int | None = None
    built: tuple[int, ...] | None = None
    paid: int = 0
    given: int = 0

    @property
    def pyramids(self) -> int:
        return sum(column.pyramids for column in self.columns)

    @property
    def farms(self) -> int:
        return sum(column.top.farms for column in self.columns if column.top)

    @property
    def caravans(self) -> int:
        return sum(column.top.caravans for column in self.columns if column.top)

    @property
    def ankhs(self) -> int:
        return sum(column.top.ankhs for column in self.columns if column.top)

    @property
    def least(self) -> int:
        """The pyramids of the smallest of the three columns; a column that is not there has none."""
        return min((column.pyramids for column in self.columns), default=0) if len(self.columns) == COLUMNS else 0


class Crop(Value, frozen=True):
    """What one seat showed at a round's end."""

    least: int
    farms: int
    ankhs: int


class Harvest(Value, frozen=True):
    """One round's end: what each seat showed (in the order of the seats) and who had started the round."""

    crops: tuple[Crop, ...]
    starter: Seat


class Rates(Value, frozen=True):
    """What a farm and a caravan earn in this round."""

    farm: int
    caravan: int


class Reach(Value, frozen=True):
    """A column of the box's offering table: totals up to ``most`` (the last one: and above) earn these rates."""

    most: int
    farm: int
    caravan: int


class Rules(Value, frozen=True):
    """The options by name (``option.*`` in the catalogue), and what the box prints."""

    hand_entry: str = "never"
    hand14: str = "at_most"
    bidding: str = "each_bid"
    printed_pyramids: str = "tokens"
    space_limit: int = 0
    start_player: str = "per_round"
    offer_tie: str = "seat_order"
    ankh_tie: str = "all"
    negative: bool = False
    carry_rest: bool = False
    offering_table: tuple[Reach, ...] = ()
    pyramid_price: tuple[int, ...] = ()
    unverified: tuple[str, ...] = ()


class State(Value, frozen=True):
    """Everything that decides the match. ``players`` and every row per seat stand in the order of ``seats``.

    ``phase`` is "hand", "auction", "won" (the winners take their provinces), "offering", "rates" (asked where the box
    has no table), "income" or "over". ``starter`` holds the ankh token; ``turn`` bids next.
    """

    seats: tuple[Seat, ...]
    rules: Rules
    starter: Seat
    turn: Seat
    players: tuple[Player, ...]
    lots: tuple[Lot, ...] = ()
    round: int = 1
    auction: int = 1
    phase: str = "hand"
    rates: Rates | None = None
    harvests: tuple[Harvest, ...] = ()
    waived: tuple[Line, ...] = ()

    def player(self, seat: Seat) -> Player:
        return self.players[self.seats.index(seat)]

    def bid_of(self, seat: Seat) -> int | None:
        """The number of the lot under which ``seat`` has its active bid."""
        return next((i for i, lot in enumerate(self.lots) if lot.bid and lot.bid.seat == seat), None)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in the order of play, ``seat`` first."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    """``state`` with fields of one player replaced."""
    at = state.seats.index(seat)
    changed = replace(state.players[at], **changes)
    return replace(state, players=(*state.players[:at], changed, *state.players[at + 1 :]))
