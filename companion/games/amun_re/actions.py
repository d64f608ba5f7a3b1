"""What a seat does in Amun-Re, one class each."""

from __future__ import annotations

from companion.game import Action, Seat
from companion.games.amun_re.table import Icons


class ChooseHand(Action, frozen=True):
    """Tell the table secretly which cards the hand of this round has: one entry a card value, 0 or 1 of each."""

    cards: tuple[int, ...]


class HandsReady(Action, frozen=True):
    """Everybody holds the cards of this round; the first provinces lie open."""


class Reveal(Action, frozen=True):
    """Type what the open province ``lot`` shows before it is won (never needed)."""

    lot: int
    icons: Icons


class Bid(Action, frozen=True):
    """Lay the coin card ``coins`` under the province ``lot``; a lower bid there goes back to its owner's hand."""

    lot: int
    coins: int


class Win(Action, frozen=True):
    """The light way: ``seat`` got a province of this auction for the card ``coins``."""

    coins: int


class TakeProvince(Action, frozen=True):
    """Lay the won province on the column ``column`` (0, 1, 2); it shows ``icons``."""

    column: int
    icons: Icons


class Offer(Action, frozen=True):
    """Seal an offering of ``coins`` in all."""

    coins: int


class SetRates(Action, frozen=True):
    """What the temple's column on the box pays in this round for each farm and each caravan."""

    farm: int
    caravan: int


class Keep(Action, frozen=True):
    """The cards that were not offered are worth ``coins``."""

    coins: int


class Build(Action, frozen=True):
    """Place ``pyramids`` on the three columns: the reward first, the others bought at the box's price."""

    pyramids: tuple[int, ...]


class BuildFor(Action, frozen=True):
    """Place ``pyramids`` and pay ``coins`` as the players reckoned them."""

    pyramids: tuple[int, ...]
    coins: int


class ConfirmPrices(Action, frozen=True):
    """The prices that the companion offers are the ones on this box."""


class SetIcons(Action, frozen=True):
    """A correction: the visible province of ``column`` shows ``icons``."""

    column: int
    icons: Icons


class SetPyramids(Action, frozen=True):
    """A correction: ``pyramids`` stand in ``column``."""

    column: int
    pyramids: int


class SetLimit(Action, frozen=True):
    """A correction: the hand of this round may be worth ``coins``."""

    coins: int


class SetHonour(Action, frozen=True):
    """A correction: ``seat`` holds ``honour`` honour tokens now."""

    honour: int


class SetStarter(Action, frozen=True):
    """A correction: the ankh token lies with ``starter``."""

    starter: Seat


class SetBidding(Action, frozen=True):
    """Follow each bid, or only who won for how much ("each_bid", "results")."""

    bidding: str


ACTIONS: tuple[type[Action], ...] = (
    ChooseHand,
    HandsReady,
    Reveal,
    Bid,
    Win,
    TakeProvince,
    Offer,
    SetRates,
    Keep,
    Build,
    BuildFor,
    ConfirmPrices,
    SetIcons,
    SetPyramids,
    SetLimit,
    SetHonour,
    SetStarter,
    SetBidding,
)
