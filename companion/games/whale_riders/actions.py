"""Everything that happens in Whale Riders. Cards in hand, the bag and the piles stay at the table."""

from __future__ import annotations

from companion.game import Action


class ChooseDecrees(Action, frozen=True):
    """The clan's decrees that were drawn: 1 beside each, in the order of ``DECREES``."""

    decrees: tuple[int, ...]


class TakeMagic(Action, frozen=True):
    """Take a tile of the magic of the whales, one of the three leftmost of the row."""

    power: str


class Move(Action, frozen=True):
    """One port onward; at the Crab port the rider turns round (W-04, W-20)."""


class Buy(Action, frozen=True):
    """Buy a tile of the own port (*light* depth): its space's ``price`` and how many ``pearls`` it shows."""

    price: int
    pearls: int


class BuyTile(Action, frozen=True):
    """Buy a tile of the own port (*full* depth): its space's ``price``, what it shows and how many."""

    price: int
    kind: str
    n: int


class BuyPearl(Action, frozen=True):
    """Buy the starting pearl tile on ``slot`` of the Sun port, counted from the cheap end."""

    slot: int


class BuyStart(Action, frozen=True):
    """Buy a starting pearl tile where this copy's Sun port was not typed: ``pearls`` on it and its ``price``."""

    pearls: int
    price: int


class Coin(Action, frozen=True):
    """Take a coin."""


class Burn(Action, frozen=True):
    """Burn ``n`` cards of the hand; 0: some (*light* depth does not ask)."""

    n: int = 0


class Fulfil(Action, frozen=True):
    """Complete a contract (*light* depth): what the card gives, and how many tiles went to the box for it."""

    coins: int
    pearls: int
    tiles: int


class Deliver(Action, frozen=True):
    """Complete a contract (*full* depth) that asks for ``demand``, with these ``tiles``.

    ``demand``: "goods" (as many of each kind as ``goods`` says), "each" (one of every kind), "six" (any six) or "five"
    (five tiles). ``tiles`` counts each type of tile, in the order of :data:`~.contracts.TILE_TYPES`.
    """

    coins: int
    pearls: int
    demand: str
    goods: tuple[int, ...]
    tiles: tuple[int, ...]


class SwapTiles(Action, frozen=True):
    """Magic: swap two tiles of the own port; ``a`` and ``b`` are slots of the Sun port where it is followed."""

    a: int = -1
    b: int = -1


class EndTurn(Action, frozen=True):
    """No more cards to complete, or tiles to buy, within the second action: the turn ends."""


class SetDepth(Action, frozen=True):
    """Follow more or less from now on: "light" or "full"."""

    depth: str


class SetCoins(Action, frozen=True):
    """``seat`` really has ``n`` coins."""

    n: int


class SetRider(Action, frozen=True):
    """The rider really stands at ``port``, heading "out", "back", or "done"."""

    port: int
    heading: str


class GainTile(Action, frozen=True):
    """``seat`` really has one more of this type of tile."""

    tile: str


class LoseTile(Action, frozen=True):
    """``seat`` really has one fewer of this type of tile."""

    tile: str


class Adjust(Action, frozen=True):
    """``pearls`` more (or fewer) for ``seat``, agreed at the table; a part of its own in the score."""

    pearls: int


BEFORE_PLAY = (ChooseDecrees, TakeMagic)
BUYING = (Buy, BuyTile, BuyPearl, BuyStart)
FULFILLING = (Fulfil, Deliver)
TURN = (Move, *BUYING, Coin, Burn, *FULFILLING, SwapTiles, EndTurn)
CORRECTIONS = (SetDepth, SetCoins, SetRider, GainTile, LoseTile, Adjust)
ACTIONS = (*BEFORE_PLAY, *TURN, *CORRECTIONS)
