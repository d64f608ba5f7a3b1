"""A second, independent reckoning of the pad, kept by hand from the actions alone."""

from __future__ import annotations

from typing import Any

from companion.game import Seat, Setup
from companion.games.score_pad import actions as act


class Ledger:
    """Asks the rules nothing but which round it is; ``see`` gets every action in order."""

    def __init__(self, setup: Setup) -> None:
        box = dict(setup.box)
        self.by = dict(setup.options)["by"]
        self.start = box.get("start_points", 0)
        self.times = box.get("times", ())
        self.rows: dict[Seat, dict[int, int]] = {seat: {} for seat in setup.seats}

    def see(self, action: Any, round_: int) -> None:
        match action:
            case act.Record(seat=seat, points=points):
                row = self.rows[seat]
                row[round_ if self.by == "rounds" else len(row)] = points
            case act.Mark(seat=seat, column=column, points=points):
                self.rows[seat][column] = points * (self.times[column] if self.times else 1)

    def total(self, seat: Seat) -> int:
        return self.start + sum(self.rows[seat].values())
