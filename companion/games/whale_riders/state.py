"""The state of a match of Whale Riders. Seats are indices into ``seats`` here."""

from __future__ import annotations

from companion.game import Seat, Value
from companion.games.whale_riders.coast import COINS, HAND


class Rules(Value, frozen=True):
    """The options of a match and what was typed of its box.

    ``sun_prices``: coins for each slot of the Sun port from the cheap end; empty where it was not typed. ``storms``:
    storm tiles that stay in the game, for the reminder only. ``port_names`` of ports 5 to 7 and ``goods_names`` in the
    order of ``GOODS``, as printed on this copy; empty where nobody typed them.
    """

    decrees: bool
    magic: bool
    count_decrees: bool
    swap_storms: bool
    sun_prices: tuple[int, ...] = ()
    storms: int | None = None
    port_names: tuple[str, ...] = ()
    goods_names: tuple[str, ...] = ()


class Tile(Value, frozen=True):
    """A tile in front of its owner: ``n`` of ``kind``; "start" is a starting pearl tile, "goods" one of any goods that
    was bought without saying which (*light* depth, ``n`` 0)."""

    kind: str
    n: int

    @property
    def pearls(self) -> int:
        return self.n if self.kind in ("pearl", "start") else 0


class Contract(Value, frozen=True):
    """A completed contract, face up before its owner."""

    coins: int
    pearls: int


class Rider(Value, frozen=True):
    """What a seat has. ``heading``: "out" (to the Crab port), "back", or "done" (returned to the Sun port).

    ``hand``: cards in hand, at most (a burn of an unknown number leaves one less); it is full again at a turn's end.
    """

    port: int = 0
    heading: str = "out"
    coins: int = COINS
    tiles: tuple[Tile, ...] = ()
    contracts: tuple[Contract, ...] = ()
    hand: int = HAND
    power: str = ""


class Decree(Value, frozen=True):
    """A clan's decree and who took it."""

    name: str
    owner: int | None = None


class Refill(Value, frozen=True):
    """What the seat at index ``who`` refills after its turn: its hand, and the ``ports`` it bought in, in order."""

    who: int
    cards: bool
    ports: tuple[int, ...]


class Adjustment(Value, frozen=True):
    """Pearls that the players agreed on outside of the rules."""

    who: int
    pearls: int


class WhaleState(Value, frozen=True):
    """A match. ``phase``: "decrees", "magic", "turn" or "over".

    ``sun``: pearls on each slot of the Sun port from its cheap end, 0 for a gap; without typed prices, the tiles left.
    ``used``: actions of this turn; ``moved_free``: the magic's first move was made; ``running``: "buy" or "fulfil"
    while the last action can go on; ``bought``: (port, price) of each tile bought in this turn, whose spaces stay open.
    """

    seats: tuple[Seat, ...]
    rules: Rules
    phase: str
    starter: int
    active: int
    depth: str
    riders: tuple[Rider, ...]
    sun: tuple[int, ...]
    decrees: tuple[Decree, ...] = ()
    magic: tuple[str, ...] = ()
    row_known: bool = False
    used: int = 0
    moved_free: bool = False
    running: str = ""
    bought: tuple[tuple[int, int], ...] = ()
    cards_used: bool = False
    refill: Refill | None = None
    turn: int = 0
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def rider(self) -> Rider:
        """The rider whose turn it is."""
        return self.riders[self.active]

    @property
    def pearls_left(self) -> int:
        """Starting pearl tiles that nobody has bought."""
        return sum(pearls > 0 for pearls in self.sun)


def with_rider(state: WhaleState, who: int, rider: Rider) -> tuple[Rider, ...]:
    return (*state.riders[:who], rider, *state.riders[who + 1 :])
