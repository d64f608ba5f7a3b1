"""A second, independent reckoning of Amun-Re, kept by hand from the actions alone, as a scribe at the table would."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from companion.game import Seat, Setup
from companion.games.amun_re import actions as act


class Ledger:
    """Follows a match of default rulings but for the options that it is told; asks the rules nothing."""

    def __init__(self, setup: Setup) -> None:
        self.seats = list(setup.seats)
        self.options = dict(setup.options)
        self.prices = dict(setup.box).get("pyramid_price", (1, 3, 6, 10, 15, 21))
        self.starter = setup.first
        self.pyramids: dict[Seat, dict[int, int]] = {s: defaultdict(int) for s in self.seats}
        self.visible: dict[Seat, dict[int, tuple[int, ...]]] = {s: {} for s in self.seats}
        self.honour = dict.fromkeys(self.seats, 0)
        self.built: set[Seat] = set()
        self.finished = 0

    def _turned(self) -> list[Seat]:
        at = self.seats.index(self.starter)
        return self.seats[at:] + self.seats[:at]

    def _ankhs(self, seat: Seat) -> int:
        return sum(icons[3] for icons in self.visible[seat].values())

    def _most_ankhs_next(self) -> Seat:
        best = max(self._ankhs(s) for s in self.seats)
        return next(s for s in self._turned() if self._ankhs(s) == best)

    def see(self, action: Any, won: int) -> None:
        """``won`` is how many provinces have been taken in the match after ``action``."""
        match action:
            case act.TakeProvince(seat=seat, column=column, icons=icons):
                self.visible[seat][column] = icons
                if self.options["printed_pyramids"] == "tokens":
                    self.pyramids[seat][column] += icons[0]
                if self.options["start_player"] == "per_auction" and won % len(self.seats) == 0:
                    self.starter = self._most_ankhs_next()
            case act.Build(seat=seat, pyramids=placed) | act.BuildFor(seat=seat, pyramids=placed):
                for column, n in enumerate(placed):
                    self.pyramids[seat][column] += n
                self.built.add(seat)
                if len(self.built) == len(self.seats):
                    self._end_of_round()

    def _end_of_round(self) -> None:
        self.built = set()
        self.finished += 1
        counts = {s: self._ankhs(s) for s in self.seats}
        for seat in self.seats:
            self.honour[seat] += min(self.pyramids[seat][c] for c in range(3))
            self.honour[seat] += 1 if sum(icons[1] for icons in self.visible[seat].values()) >= 9 else 0
            self.honour[seat] += self._for_ankhs(counts, seat)
            if not self.options["negative"]:
                self.honour[seat] = max(0, self.honour[seat])
        self.last_starter = self.starter
        self.starter = self._most_ankhs_next()

    def _for_ankhs(self, counts: dict[Seat, int], seat: Seat) -> int:
        high, low = max(counts.values()), min(counts.values())
        if high == low or counts[seat] not in (high, low):
            return 0
        rivals = [s for s in self._turned() if counts[s] == counts[seat]]
        worth = 1 if counts[seat] == high else -1
        match self.options["ankh_tie"]:
            case "all":
                return worth
            case "none":
                return worth if len(rivals) == 1 else 0
            case _:
                return worth if rivals[0] == seat else 0

    def winner(self) -> Seat:
        at = self.seats.index(self.last_starter)
        near = {s: (self.seats.index(s) - at) % len(self.seats) for s in self.seats}
        rank = sorted(self.seats, key=lambda s: (-self.honour[s], -sum(self.pyramids[s].values()), near[s]))
        return rank[0]
