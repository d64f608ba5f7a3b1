"""How a match stands: scores and where each point comes from."""

from __future__ import annotations

from companion.game.words import Line, Seat, Value


class Part(Value, frozen=True):
    """Where points come from: "3 juniors: 3"."""

    line: Line
    points: int


class Score(Value, frozen=True):
    """What ``seat`` has: the sum of ``parts`` (computed, never incremented)."""

    seat: Seat
    total: int
    parts: tuple[Part, ...] = ()


class Remark(Value, frozen=True):
    """A sentence beside the end of a match; ``about`` is the chart that it belongs to, "dice" or "cards"."""

    line: Line
    about: str = "cards"


class Tally(Value, frozen=True):
    """What was counted along a match by seat: how much of it came to each and went from each ("trade: +4, −3")."""

    line: Line
    came: tuple[int, ...]
    went: tuple[int, ...]


class Standing(Value, frozen=True):
    """How the match stands: scores, whose move it is, what the table does now, and who has won.

    ``decimals`` digits of all points stand behind the point; ``lowest``: the lowest total wins; ``teams`` win together.
    """

    scores: tuple[Score, ...]
    active: tuple[Seat, ...]
    prompt: Line
    winners: tuple[Seat, ...] = ()
    over: bool = False
    decimals: int = 0
    lowest: bool = False
    teams: tuple[tuple[Seat, ...], ...] = ()

    def total(self, seat: Seat) -> int:
        return next(score.total for score in self.scores if score.seat == seat)
