"""Everything that may happen in a match, one small class each. Resources are named as in ``cards.KINDS``.

Chance and secrets come from the table: a throw is entered, a card that nobody saw is ``None``.
"""

from __future__ import annotations

from companion.game import Action, Seat, Throw
from companion.games.arnika.cards import Cards

# ------------------------------------------------------------------------------------------ set-up and turn


class PlaceJunior(Action, frozen=True):
    """A free junior in the set-up."""

    corner: int


class PlaceConnection(Action, frozen=True):
    """The free connection beside the junior just placed."""

    edge: int


class Roll(Action, frozen=True):
    """The dice of the turn."""

    throw: Throw


class EndTurn(Action, frozen=True):
    """The dice go to the left."""


# ------------------------------------------------------------------------------------------ seven and crisis


class Discard(Action, frozen=True):
    """Cards given back to the bank after a seven, all at once or in parts."""

    cards: Cards


class DiscardCount(Action, frozen=True):
    """How many cards were given back, where the app does not follow which."""

    n: int


class CrisisHome(Action, frozen=True):
    """After a seven, the crisis goes from its hex back to a desert."""

    hex: int


class CrisisReroll(Action, frozen=True):
    """After a seven with the crisis on the desert: the second throw, which names its new hex."""

    throw: Throw


class MoveCrisis(Action, frozen=True):
    """The crisis goes to a hex that the mover chooses."""

    hex: int


class LoseCard(Action, frozen=True):
    """The one card that the crisis costs; ``None`` where the app does not follow which."""

    kind: str | None = None


class Steal(Action, frozen=True):
    """One card drawn from ``victim``'s hand; ``None``: only those two know which."""

    victim: Seat
    kind: str | None = None


# ------------------------------------------------------------------------------------------ building


class BuildConnection(Action, frozen=True):
    """A connection, paid or free by a card; ``None``: the app does not follow the map."""

    edge: int | None = None


class BuildJunior(Action, frozen=True):
    corner: int | None = None


class BuildSenior(Action, frozen=True):
    """A junior becomes a senior."""

    corner: int | None = None


class StopRoads(Action, frozen=True):
    """The rest of the free connections is left."""


class TakeLongest(Action, frozen=True):
    """Where the map is not followed, the table says who holds the longest connection (``None``: nobody)."""

    whose: Seat | None


# ------------------------------------------------------------------------------------------ development cards


class BuyCard(Action, frozen=True):
    """The top card of the deck; ``card`` is ``None`` as the app does not see it."""

    card: str | None = None


class PlayConsult(Action, frozen=True):
    """A consult card (classic: a knight)."""


class PlayRoads(Action, frozen=True):
    """Two connections for free."""


class PlayPlenty(Action, frozen=True):
    """Two cards of choice from the bank."""

    cards: Cards


class PlayMonopoly(Action, frozen=True):
    """All cards of ``kind`` from every other hand; ``taken`` by seat where the app can't know how many."""

    kind: str
    taken: tuple[int, ...] | None = None


class PlayOther(Action, frozen=True):
    """A progress card that the app does not know; what it did is entered as corrections."""

    text: str


class RevealPoints(Action, frozen=True):
    """``n`` point cards are turned up."""

    n: int


# ------------------------------------------------------------------------------------------ trade


class BankTrade(Action, frozen=True):
    """Cards of one kind for one card; the rate follows from the harbours."""

    gives: str
    gets: str


class OfferTrade(Action, frozen=True):
    """``seat`` offers ``gives`` for ``wants`` to one seat, or to all others (``None``)."""

    gives: Cards
    wants: Cards
    to: Seat | None = None


class CounterOffer(Action, frozen=True):
    """A seat that was asked says what it would do instead; the one whose turn it is may accept."""

    gives: Cards
    wants: Cards


class AcceptTrade(Action, frozen=True):
    """``seat`` takes the offer of ``by``."""

    by: Seat


class DeclineTrade(Action, frozen=True):
    by: Seat


class WithdrawOffer(Action, frozen=True):
    """``seat`` takes its own offer back."""


# ------------------------------------------------------------------------------------------ the table is right


class CorrectHand(Action, frozen=True):
    """``whose`` hand is exactly this; ``None`` in a copy without secrets."""

    whose: Seat
    cards: Cards | None


class PutPiece(Action, frozen=True):
    """A piece lies there: ``kind`` connection (on an edge), junior or senior (on a corner)."""

    whose: Seat
    kind: str
    place: int


class TakePiece(Action, frozen=True):
    """No piece of that kind lies there."""

    kind: str
    place: int


class CorrectPieces(Action, frozen=True):
    """How many pieces ``whose`` has in play, where the map is not followed."""

    whose: Seat
    juniors: int
    seniors: int
    connections: int


class CorrectHex(Action, frozen=True):
    """This hex is ``terrain`` with ``number``."""

    hex: int
    terrain: str
    number: int | None


class CorrectHarbour(Action, frozen=True):
    """On this edge lies a harbour of ``kind`` (``any`` or a resource), or none."""

    edge: int
    kind: str | None


class CorrectTurn(Action, frozen=True):
    """It is ``whose`` turn, with the dice thrown or not."""

    whose: Seat
    rolled: bool


class CorrectScore(Action, frozen=True):
    """``whose`` score is ``points``; what the board does not account for stands as a part of its own."""

    whose: Seat
    points: int


class CorrectCrisis(Action, frozen=True):
    """The crisis stands there."""

    hex: int


class CorrectLongest(Action, frozen=True):
    """The longest connection's card lies with ``whose``."""

    whose: Seat | None


class CorrectCards(Action, frozen=True):
    """``whose`` development cards: unplayed in hand, consult cards and point cards face up."""

    whose: Seat
    unplayed: int
    consults: int
    points: int


class SetMap(Action, frozen=True):
    """Follow the map, or not."""

    on: bool


class SetHands(Action, frozen=True):
    """Count the hands from here, or follow them lightly.

    Counting begins with what everybody can see: the bank's five stacks and how many cards each seat holds. Both are
    ``None`` for light.
    """

    bank: Cards | None = None
    sizes: tuple[int, ...] | None = None
