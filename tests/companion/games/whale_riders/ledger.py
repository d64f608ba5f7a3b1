"""A second reckoning of Whale Riders: pearls, coins and tiles kept on a sheet, from the actions alone."""

from __future__ import annotations

from typing import Any

from companion.game import Setup
from companion.games.whale_riders import actions as act


class Ledger:
    """The sheet of a match. ``light``: pearl tiles are kept apart, goods only counted."""

    def __init__(self, setup: Setup) -> None:
        options = dict(setup.options)
        box = dict(setup.box)
        self.count_decrees = options["decree_counts_decrees"]
        self.coins = dict.fromkeys(setup.seats, 3)
        self.port = dict.fromkeys(setup.seats, 0)
        self.out = dict.fromkeys(setup.seats, True)
        self.tile_pearls: dict[Any, list[int]] = {seat: [] for seat in setup.seats}
        self.goods = dict.fromkeys(setup.seats, 0)
        self.cards: dict[Any, list[int]] = {seat: [] for seat in setup.seats}
        self.won = dict.fromkeys(setup.seats, 0)
        self.power = dict.fromkeys(setup.seats, "")
        self.open = {piece.detail for _, piece in setup.board.of("decree")} if options["decrees"] else set()
        self.column = list(box.get("sun_pearls", [])) if "sun_prices" in box else []
        self.prices = list(box.get("sun_prices", []))
        self.sold = 0
        self.mover: Any = None

    def see(self, action: Any) -> None:
        seat = action.seat
        if self.mover != seat:
            self.column = [pearls for pearls in self.column if pearls]
            self.mover = seat
        match action:
            case act.TakeMagic(power=power):
                self.power[seat] = power
            case act.Move():
                if self.out[seat]:
                    self.port[seat] += 1
                    self.out[seat] = self.port[seat] < 7
                else:
                    self.port[seat] -= 1
            case act.Buy(price=price, pearls=pearls):
                self.pay(seat, price)
                self.gain(seat, pearls)
            case act.BuyTile(price=price, kind=kind, n=n):
                self.pay(seat, price)
                self.gain(seat, n if kind == "pearl" else 0)
            case act.BuyPearl(slot=slot):
                self.pay(seat, self.prices[slot])
                self.gain(seat, self.column[slot])
                self.column[slot] = 0
                self.sold += 1
            case act.BuyStart(pearls=pearls, price=price):
                self.pay(seat, price)
                self.gain(seat, pearls)
                self.sold += 1
            case act.Coin():
                self.coins[seat] += 2 if self.power[seat] == "m_double_coin" else 1
            case act.Fulfil(coins=coins, pearls=pearls, tiles=tiles):
                self.coins[seat] += coins
                self.cards[seat].append(pearls)
                self.goods[seat] -= tiles
            case act.Deliver(coins=coins, pearls=pearls, tiles=tiles):
                self.coins[seat] += coins
                self.cards[seat].append(pearls)
                gone = [1] * tiles[14] + [2] * tiles[15] + [1] * tiles[16] + [2] * tiles[17] + [3] * tiles[18]
                for n in gone:
                    self.tile_pearls[seat].remove(n)
                self.goods[seat] -= sum(tiles) - len(gone)
            case act.SwapTiles(a=a, b=b) if self.port[seat] == 0 and self.column:
                self.column[a], self.column[b] = self.column[b], self.column[a]
        if not isinstance(action, act.BEFORE_PLAY):
            self.decrees(seat)

    def pay(self, seat: Any, price: int) -> None:
        self.coins[seat] -= min(price, 1) if self.power[seat] == "m_flat_price" else price

    def gain(self, seat: Any, pearls: int) -> None:
        if pearls:
            self.tile_pearls[seat].append(pearls)
        else:
            self.goods[seat] += 1

    def tiles(self, seat: Any) -> int:
        return self.goods[seat] + len(self.tile_pearls[seat])

    def decrees(self, seat: Any) -> None:
        pearls_of = {"d3contracts": 3, "d8coins": 2, "d_crab": 2, "d_return": 3}
        coins_of = {"d8tiles": 2, "d8pearls": 3}
        while True:
            own = sum(self.tile_pearls[seat]) + sum(self.cards[seat]) + (self.won[seat] if self.count_decrees else 0)
            met = {
                "d3contracts": len(self.cards[seat]) > 2,
                "d8coins": self.coins[seat] > 7,
                "d8tiles": self.tiles(seat) > 7,
                "d8pearls": own > 7,
                "d_crab": not self.out[seat],
                "d_return": not self.out[seat] and self.port[seat] == 0,
            }
            now = [name for name in self.open if met[str(name)]]
            if not now:
                return
            for name in now:
                self.open.discard(name)
                self.won[seat] += pearls_of.get(str(name), 0)
                self.coins[seat] += coins_of.get(str(name), 0)

    def pearls(self, seat: Any) -> int:
        return sum(self.tile_pearls[seat]) + sum(self.cards[seat]) + self.won[seat]

    def winners(self) -> list[Any]:
        rank = {seat: (self.pearls(seat), self.coins[seat], self.tiles(seat)) for seat in self.coins}
        return [seat for seat in rank if rank[seat] == max(rank.values())]
