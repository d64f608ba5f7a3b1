"""A second, independent reckoning of Unfair, kept by hand from the actions alone."""

from __future__ import annotations

from typing import Any

from companion.game import Seat, Setup
from companion.games.unfair import actions as act


class Ledger:
    """Asks the rules nothing; ``see`` gets every action in order."""

    def __init__(self, setup: Setup) -> None:
        self.options = dict(setup.options)
        self.box = dict(setup.box)
        self.built: dict[tuple[Seat, int], list[int]] = {}
        self.damage: dict[tuple[Seat, int], int] = {}
        self.plus: dict[Seat, int] = dict.fromkeys(setup.seats, 0)
        self.sheet: dict[tuple[Seat, str], int] = {}

    def see(self, action: Any) -> None:
        match action:
            case act.TakeCard(seat=seat, points=points) | act.Bonus(who=seat, points=points):
                self.plus[seat] += points
            case act.TakeLoan(seat=seat, points=points):
                self.plus[seat] -= points
            case act.Build(seat=seat, area=area, points=points):
                self.built[seat, area] = [points]
            case act.Attach(seat=seat, area=area, points=points):
                self.built[seat, area].append(points)
            case act.Damage(who=who, area=area, penalty=penalty):
                self.damage[who, area] = penalty
            case act.Repair(who=who, area=area):
                del self.damage[who, area]
            case act.Destroy(who=who, area=area):
                self.built.pop((who, area))
                self.damage.pop((who, area), None)
            case act.CountIcons(seat=seat, area=area, icons=icons):
                self.sheet[seat, f"area {area}"] = self.box["icon_points"][icons - 1] if icons else 0
            case act.CountPoints(seat=seat, area=area, points=points):
                self.sheet[seat, f"area {area}"] = points
            case act.CountStaff(seat=seat, points=points):
                self.sheet[seat, "staff"] = points
            case act.CountBlueprints(seat=seat, points=points, failed=failed):
                self.sheet[seat, "blueprints"] = points - 10 * failed
            case act.CountLoans(seat=seat, points=points):
                self.sheet[seat, "loans"] = -points
            case act.CountCoins(seat=seat, coins=coins):
                self.sheet[seat, "coins"] = coins // 2

    def total(self, seat: Seat) -> int:
        points = self.plus[seat] + sum(n for (who, _), n in self.sheet.items() if who == seat)
        for (who, area), row in self.built.items():
            if who != seat:
                continue
            if (who, area) not in self.damage:
                points += sum(row)
            elif self.options["damage"] == "printed" and self.damage[who, area]:
                points += sum(row) - self.damage[who, area]
        return points
