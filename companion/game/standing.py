"""How a match stands: scores and where each point comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
    ``tie`` says what broke a tie of those who had as many points as the winners.
    """

    scores: tuple[Score, ...]
    active: tuple[Seat, ...]
    prompt: Line
    winners: tuple[Seat, ...] = ()
    over: bool = False
    decimals: int = 0
    lowest: bool = False
    teams: tuple[tuple[Seat, ...], ...] = ()
    tie: Line | None = None

    def total(self, seat: Seat) -> int:
        return next(score.total for score in self.scores if score.seat == seat)


def first_of(ranks: Mapping[Seat, tuple[Any, ...]]) -> tuple[Seat, ...]:
    """Who stands first: those with the highest rank, which is points and then what breaks ties."""
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)


def broken_tie(ranks: Mapping[Seat, tuple[Any, ...]], names: Sequence[str]) -> Line | None:
    """What broke the tie of those with most points: ``tie.<name>`` of the place in the rank that left the winners.

    ``names`` name what stands in a rank after the points. Numbers are told: ``n`` of the winners, ``other`` of the
    next. ``None``: nobody was tied, or nothing broke it.
    """
    best = max(ranks.values())
    said = None
    for place, name in enumerate(names, start=1):
        even = [rank for rank in ranks.values() if rank[:place] == best[:place]]
        behind = [rank[place] for rank in even if rank[place] != best[place]]
        if behind:
            told = {"n": best[place], "other": max(behind)} if isinstance(best[place], int) else {}
            said = Line.of(f"tie.{name}", **told)
    return said
