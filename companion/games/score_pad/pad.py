"""What is written on the pad: a row of points for each seat, whose turn it is, and the rules that the table chose.

Points are whole numbers in units of the last decimal (12.5 with one decimal is 125). Nothing is added up on the way:
``scoring`` reads totals from the rows.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.game import Line, Named, Seat, Value

Row = tuple[int | None, ...]


class Category(Value, frozen=True):
    """A column: its name in Persian and in English, as a template or the box screen has it, and its factor."""

    fa: str = ""
    en: str = ""
    times: int = 1


class Rules(Value, frozen=True):
    """The options by name (``option.*`` in the catalogue), and what the template or the box screen says.

    ``ties`` are asked in order; ``teams`` names the team of each seat by its place at the start.
    """

    by: str = "running"
    winner: str = "highest"
    entry: str = "any"
    start: str = "same"
    decimals: int = 0
    teams: str = "none"
    tie: str = "shared"
    target_ends: str = "round"
    clock: str = "none"
    clock_minutes: int = 10
    time_up: str = "advice"
    target: int | None = None
    rounds: int = 0
    start_points: int = 0
    lowest_entry: int = -999
    highest_entry: int = 999
    categories: tuple[Category, ...] = ()
    ties: tuple[str, ...] = ()
    team_of: tuple[int, ...] = ()

    def heading(self, column: int, key: str = "word.category", **facts: Any) -> Line:
        """The sentence ``key`` of a category: the catalogue picks the name in its language, or numbers the column."""
        category = self.categories[column]
        if category.fa:
            return Line.of(key, name=Named(category.fa, category.en), **facts)
        return Line.of(f"{key}.unnamed", number=column + 1, **facts)

    @property
    def tie_rules(self) -> tuple[str, ...]:
        return self.ties or (self.tie,)


class State(Value, frozen=True):
    """Everything that decides the match.

    ``seats`` are all that ever sat, ``rows`` their points in that order, ``given`` what corrections added to their
    totals. ``order`` is the order of play of who is there now; ``out`` are seats that were knocked out. ``round``
    counts from 1, ``done`` had their turn in it. ``named`` are winners that the players named; ``won`` is what a
    table that plays together said of itself.
    """

    seats: tuple[Seat, ...]
    rules: Rules
    rows: tuple[Row, ...]
    given: tuple[int, ...]
    teams: tuple[int, ...]
    order: tuple[Seat, ...]
    first: Seat
    turn: Seat
    out: tuple[Seat, ...] = ()
    round: int = 1
    done: tuple[Seat, ...] = ()
    named: tuple[Seat, ...] = ()
    won: bool | None = None
    ending: bool = False
    over: bool = False
    waived: tuple[Line, ...] = ()

    def row(self, seat: Seat) -> Row:
        return self.rows[self.seats.index(seat)]

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who is at the table and not knocked out, in the order of play."""
        return tuple(seat for seat in self.order if seat not in self.out)

    @property
    def by_turns(self) -> bool:
        return self.rules.entry == "turns"

    def following(self, seat: Seat) -> tuple[Seat, ...]:
        """Who plays after ``seat``, the next one first, ``seat`` itself last."""
        if seat not in self.order:
            return self.playing
        at = self.order.index(seat)
        turned = self.order[at + 1 :] + self.order[: at + 1]
        return tuple(other for other in turned if other not in self.out)


def with_row(state: State, seat: Seat, row: Row) -> State:
    """``state`` with another row of points for ``seat``."""
    at = state.seats.index(seat)
    return replace(state, rows=(*state.rows[:at], row, *state.rows[at + 1 :]))


def put(row: Row, column: int, points: int | None) -> Row:
    """``row`` with ``points`` in ``column``; columns before it that were never written stay empty."""
    row = row + (None,) * (column + 1 - len(row))
    return (*row[:column], points, *row[column + 1 :])
