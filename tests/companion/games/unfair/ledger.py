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
        self.coins: dict[Seat, int] = dict.fromkeys(setup.seats, self.options["start_coins"])
        self.cards: dict[Seat, tuple[int, int]] = {}
        self.earning: dict[tuple[Seat, int], list[int]] = {}
        self.turns = 0

    def see(self, action: Any) -> None:
        self.count_points(action)
        self.count_coins(action)

    def count_coins(self, action: Any) -> None:
        match action:
            case act.TakeCard(seat=seat, income=income, discount=discount):
                self.cards[seat] = (income, discount)
            case act.Build(seat=seat, area=area, cost=cost, income=income):
                self.coins[seat] -= max(0, cost - self.cards[seat][1])
                self.earning[seat, area] = [income]
            case act.Attach(seat=seat, area=area, income=income):
                self.earning[seat, area].append(income)
            case act.Destroy(who=who, area=area):
                del self.earning[who, area]
            case act.UseCard(seat=seat, coins=coins) | act.TakeLoan(seat=seat, coins=coins):
                self.coins[seat] += coins
            case act.Gain(who=who, coins=coins):
                self.coins[who] += coins
            case act.BuyAttraction(seat=seat, cost=cost) | act.BuyUpgrade(seat=seat, cost=cost):
                self.coins[seat] -= cost
            case act.EndTurn():
                self.turns += 1
                dummy = self.options["dummy"] and len(self.coins) == 2
                if self.turns % len(self.coins) == 0 and not dummy:
                    self.end_round()
            case act.DummyTurn():
                self.end_round()

    def end_round(self) -> None:
        for seat, (income, _) in self.cards.items():
            self.coins[seat] += income
        for (seat, area), row in self.earning.items():
            if (seat, area) not in self.damage:
                self.coins[seat] += sum(row) + (1 if self.options["base_income"] == "per_attraction" else 0)

    def winners(self) -> list[Seat]:
        text = self.options["rules"] == "text"
        rank = {seat: (self.total(seat), self.coins[seat] if text else 0) for seat in self.coins}
        return [seat for seat in rank if rank[seat] == max(rank.values())]

    def count_points(self, action: Any) -> None:
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
