"""What is done at the pad, one class each. ``seat`` is who is meant, or who says it."""

from __future__ import annotations

from companion.game import Action, Seat


class Record(Action, frozen=True):
    """``seat`` scores ``points``: one more entry, or this round's."""

    points: int


class Mark(Action, frozen=True):
    """``seat`` scores ``points`` in the category ``column``."""

    column: int
    points: int


class Pass(Action, frozen=True):
    """The turn of ``seat`` is over; whatever it did not score stays empty."""


class TimeUp(Action, frozen=True):
    """The time of ``seat`` is up and the table agreed that the turn passes then."""


class CloseRound(Action, frozen=True):
    """The round is over, though not everybody scored."""


class Out(Action, frozen=True):
    """``seat`` is knocked out."""


class NameWinner(Action, frozen=True):
    """The players name ``seat`` as a winner."""


class EndGame(Action, frozen=True):
    """The match is over."""


class TogetherEnd(Action, frozen=True):
    """The table that plays together has won, or lost."""

    won: bool


class SetCell(Action, frozen=True):
    """A correction: ``seat`` has ``points`` in the column (round, category or entry) ``column``."""

    column: int
    points: int


class ClearCell(Action, frozen=True):
    """A correction: nothing stands in that column."""

    column: int


class SetTotal(Action, frozen=True):
    """A correction: ``seat`` has ``points`` in all now."""

    points: int


class SetTurn(Action, frozen=True):
    """A correction: it is the turn of ``who``."""

    who: Seat


class SetFirst(Action, frozen=True):
    """The round starts with ``who``."""

    who: Seat


class Reverse(Action, frozen=True):
    """The turn goes the other way round."""


class MoveSeat(Action, frozen=True):
    """``who`` plays at ``place`` in the order (0 is first)."""

    who: Seat
    place: int


class Join(Action, frozen=True):
    """``who`` sits down and plays last in the order."""

    who: Seat


class LeaveSeat(Action, frozen=True):
    """``who`` leaves; its points stay on the pad and win nothing."""

    who: Seat


PLAY: tuple[type[Action], ...] = (Record, Mark, Pass, TimeUp, CloseRound, Out, NameWinner, EndGame, TogetherEnd)
CORRECTIONS: tuple[type[Action], ...] = (
    SetCell,
    ClearCell,
    SetTotal,
    SetTurn,
    SetFirst,
    Reverse,
    MoveSeat,
    Join,
    LeaveSeat,
)
ACTIONS = (*PLAY, *CORRECTIONS)
