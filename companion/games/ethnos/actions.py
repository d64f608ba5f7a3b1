"""Everything that happens in Ethnos. Chance and hidden hands stay at the table: only what everybody sees is told."""

from __future__ import annotations

from companion.game import Action

# ---------------------------------------------------------------------------------------------- before play


class ChooseTribes(Action, frozen=True):
    """The tribes in play: 1 beside each that is, in the order of :data:`~companion.games.ethnos.tribes.TRIBES`."""

    tribes: tuple[int, ...]


class PlaceRegion(Action, frozen=True):
    """The next region of the ``text``: the value printed on its token and the tribe that it belongs to (E-03, E-04)."""

    value: int
    tribe: str


class RegionsDone(Action, frozen=True):
    """No more regions: where the text gives no number for this many players (E-02)."""


class PlaceGlory(Action, frozen=True):
    """The glory tokens of the next kingdom, in ascending order; ``third`` is 0 where a kingdom has two."""

    first: int
    second: int
    third: int = 0


# ---------------------------------------------------------------------------------------------- turns of the text


class Lay(Action, frozen=True):
    """Lay one card of ``tribe`` from the hand, face up, into its row in front (*full* depth)."""

    tribe: str


class FormBand(Action, frozen=True):
    """Declare ``size`` cards of one ``tribe`` a band: points at once, and the tribe's power."""

    tribe: str
    size: int


class ExtendBand(Action, frozen=True):
    """Add ``n`` cards to an own band of ``tribe``; ``size`` says which (0: the largest that has room)."""

    tribe: str
    n: int
    size: int = 0


class UsePower(Action, frozen=True):
    """The power of the tribe just formed: "extra_card", "exchange", or "other" as its card says."""

    effect: str


class TakeCard(Action, frozen=True):
    """Take a card of the display into the hand; ends the turn. Surplus over five goes without a question."""


class SwapCard(Action, frozen=True):
    """Discard a card of the hand, then take one of the display; ends the turn."""


class EndTurn(Action, frozen=True):
    """End the turn, or pass on what is only offered (an own tribe's power, a centaur's second band)."""


class DeckEmpty(Action, frozen=True):
    """The round deck can't supply a card any more."""


class CardsLeft(Action, frozen=True):
    """``n`` cards were left in the hand at the end of the round."""

    n: int


class CloseRound(Action, frozen=True):
    """The round is counted: on to the next one, or to the end."""


# ---------------------------------------------------------------------------------------------- turns as published


class Recruit(Action, frozen=True):
    """Take a face-up card or the top of the deck into the hand."""


class PlayBand(Action, frozen=True):
    """Play a band of ``size`` cards led by ``leader`` for ``kingdom``; ``skeletons`` of them are skeletons."""

    kingdom: str
    leader: str
    size: int
    skeletons: int = 0


class Keep(Action, frozen=True):
    """Elves: keep ``n`` cards in hand."""

    n: int


class FreeMarker(Action, frozen=True):
    """Merfolk: a free control marker in ``kingdom``."""

    kingdom: str


class Dragon(Action, frozen=True):
    """``seat`` drew a dragon; the third one ends the age at once."""


class CashOrcs(Action, frozen=True):
    """Cash markers of the own orc board: 1 beside each kingdom whose marker goes (all 0: none)."""

    kingdoms: tuple[int, ...]


# ---------------------------------------------------------------------------------------------- the table is right


class SetDepth(Action, frozen=True):
    """Follow more or less from now on: "light" or "full"."""

    depth: str


class SetHand(Action, frozen=True):
    """``seat`` really holds ``n`` cards."""

    n: int


class SetDeck(Action, frozen=True):
    """The round deck really has ``n`` cards."""

    n: int


class SetLaid(Action, frozen=True):
    """``n`` cards of ``tribe`` really lie in ``seat``'s row."""

    tribe: str
    n: int


class SetMarkers(Action, frozen=True):
    """``seat`` really has ``n`` control markers in ``kingdom``."""

    kingdom: str
    n: int


class SetDragons(Action, frozen=True):
    """``n`` dragons have been seen in this age (0 to 2; the third is a :class:`Dragon`)."""

    n: int


class Adjust(Action, frozen=True):
    """``points`` more (or fewer) for ``seat``, agreed at the table; a part of its own in the score."""

    points: int


BEFORE_PLAY = (ChooseTribes, PlaceRegion, RegionsDone, PlaceGlory)
TEXT_TURN = (Lay, FormBand, ExtendBand, UsePower, TakeCard, SwapCard, EndTurn, DeckEmpty, CardsLeft, CloseRound)
PUBLISHED_TURN = (Recruit, PlayBand, Keep, FreeMarker, Dragon, CashOrcs)
CORRECTIONS = (SetDepth, SetHand, SetDeck, SetLaid, SetMarkers, SetDragons, Adjust)
ACTIONS = (*BEFORE_PLAY, *TEXT_TURN, *PUBLISHED_TURN, *CORRECTIONS)
