"""What a seat does in Unfair, one class each: by the text, on the published score sheet, corrections."""

from __future__ import annotations

from companion.game import Action, Seat


class TakeCard(Action, frozen=True):
    """The player card of ``seat``: points, income at each round's end, discount on each building."""

    points: int
    income: int
    discount: int


class Build(Action, frozen=True):
    """Build an attraction in ``area`` at its printed ``cost``."""

    area: int
    cost: int
    points: int
    income: int = 0


class UseCard(Action, frozen=True):
    """The player card's ability gives ``coins`` now."""

    coins: int


class TakeLoan(Action, frozen=True):
    """Borrow ``coins``; ``points`` are lost at the end."""

    coins: int
    points: int


class Attach(Action, frozen=True):
    """Attach an upgrade to the attraction in ``area``."""

    area: int
    points: int
    income: int = 0


class PlayEvent(Action, frozen=True):
    """Play an event from the hand; what it does follows, if the companion should know."""


class Gain(Action, frozen=True):
    """The event gives ``who`` coins, or takes them."""

    who: Seat
    coins: int


class Draw(Action, frozen=True):
    """The event lets ``who`` take ``cards``."""

    who: Seat
    cards: int


class Bonus(Action, frozen=True):
    """The event brings ``who`` ``points`` for the final score."""

    who: Seat
    points: int


class Damage(Action, frozen=True):
    """The event ruins an attraction; ``penalty`` is the number printed on it (0: none)."""

    who: Seat
    area: int
    penalty: int = 0


class Destroy(Action, frozen=True):
    """The event destroys an attraction with all its upgrades."""

    who: Seat
    area: int


class Repair(Action, frozen=True):
    """The event takes a damage marker away."""

    who: Seat
    area: int


class BuyAttraction(Action, frozen=True):
    """Take a face-up attraction into the hand for its printed ``cost``; the supply is refilled at once."""

    cost: int = 0


class BuyUpgrade(Action, frozen=True):
    """Take the top card of the upgrade deck into the hand."""

    cost: int = 0


class DeckEmpty(Action, frozen=True):
    """The attraction deck has no card left."""


class Discard(Action, frozen=True):
    """Throw ``cards`` away to come down to the hand limit."""

    cards: int


class EndTurn(Action, frozen=True):
    """The turn is over."""


class DummyTurn(Action, frozen=True):
    """The neutral player took ``cards`` attractions from the supply, by the rules of the box."""

    cards: int


class NextStep(Action, frozen=True):
    """Published: everybody has passed, or taken the income, or cleaned up."""


class ParkAction(Action, frozen=True):
    """Published: one of the park actions was done."""


class ExtraAction(Action, frozen=True):
    """Published: a card gives ``seat`` one more park action in this round."""


class CountIcons(Action, frozen=True):
    """Published: the attraction ``area`` has ``icons`` icons."""

    area: int
    icons: int


class CountPoints(Action, frozen=True):
    """Published: the attraction ``area`` is worth ``points``, where the icon table was never typed or is too short."""

    area: int
    points: int


class CountStaff(Action, frozen=True):
    """Published: the staff of ``seat`` is worth ``points``."""

    points: int


class CountBlueprints(Action, frozen=True):
    """Published: finished blueprints bring ``points``; ``failed`` were not finished."""

    points: int
    failed: int


class CountLoans(Action, frozen=True):
    """Published: loans take ``points`` off."""

    points: int


class CountCoins(Action, frozen=True):
    """Published: ``coins`` are left."""

    coins: int


class SheetDone(Action, frozen=True):
    """Published: the sheet of ``seat`` is complete."""


class SetCoins(Action, frozen=True):
    """A correction: ``seat`` has ``coins``."""

    coins: int


class SetHand(Action, frozen=True):
    """A correction: ``seat`` holds ``cards``."""

    cards: int


class SetAttraction(Action, frozen=True):
    """A correction: the attraction in ``area`` is worth ``points`` and earns ``income``."""

    area: int
    points: int
    income: int


class ClearArea(Action, frozen=True):
    """A correction: nothing is built in ``area``."""

    area: int


class SetScore(Action, frozen=True):
    """A correction: ``seat`` has ``points`` in all now."""

    points: int


class SetTurn(Action, frozen=True):
    """A correction: it is the turn of ``who``."""

    who: Seat


TEXT: tuple[type[Action], ...] = (
    TakeCard,
    Build,
    UseCard,
    TakeLoan,
    Attach,
    PlayEvent,
    Gain,
    Draw,
    Bonus,
    Damage,
    Destroy,
    Repair,
    BuyAttraction,
    BuyUpgrade,
    DeckEmpty,
    Discard,
    EndTurn,
    DummyTurn,
)
SHEET: tuple[type[Action], ...] = (
    NextStep,
    ParkAction,
    ExtraAction,
    CountIcons,
    CountPoints,
    CountStaff,
    CountBlueprints,
    CountLoans,
    CountCoins,
    SheetDone,
)
CORRECTIONS: tuple[type[Action], ...] = (SetCoins, SetHand, SetAttraction, ClearArea, SetScore, SetTurn)
ACTIONS = (*TEXT, *SHEET, *CORRECTIONS)
