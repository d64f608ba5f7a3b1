"""A second reckoning of Arnika where every card is told: hands, bank, points and special cards from the actions alone.

It knows nothing of the states and shares no code with the rules but the board's tables: it is told each action, and
keeps cards in counters and pieces in sets. Chains are found by trying every way.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.game import Setup
from companion.games.arnika import actions as act
from companion.games.arnika.geometry import CORNER_CELLS, ENDS, HEX_CELLS

KINDS = ("doctor", "airplane", "hotel", "factory", "coin")
COSTS = {
    "connection": Counter(doctor=1, airplane=1),
    "junior": Counter(doctor=1, airplane=1, hotel=1, factory=1),
    "senior": Counter(hotel=2, coin=3),
    "card": Counter(hotel=1, factory=1, coin=1),
}


class Ledger:
    def __init__(self, setup: Setup) -> None:
        self.options = dict(setup.options)
        self.seats = list(setup.seats)
        self.hex: dict[int, str] = {}
        self.number: dict[int, int] = {}
        self.harbour: dict[int, str] = {}
        self.crisis = -1
        for place, piece in setup.board.pieces:
            match place.kind, piece.kind:
                case "hex", "token":
                    self.number[place.id] = piece.number or 0
                case "hex", "crisis":
                    self.crisis = place.id
                case "hex", terrain:
                    self.hex[place.id] = terrain
                case _:
                    for corner in ENDS[place.id]:
                        self.harbour[corner] = piece.detail or "any"
        self.around = [[h for h, cell in enumerate(HEX_CELLS) if cell in cells] for cells in CORNER_CELLS]
        self.hands: dict[int, Counter[str]] = {s: Counter() for s in self.seats}
        self.bank = Counter(dict.fromkeys(KINDS, 19))
        self.stands: dict[int, tuple[int, int]] = {}
        self.ways: dict[int, int] = {}
        self.laid = 0
        self.consults = dict.fromkeys(self.seats, 0)
        self.revealed = dict.fromkeys(self.seats, 0)
        self.longest: int | None = None
        self.top: int | None = None
        self.free = 0
        self.offers: dict[int, Any] = {}
        self.placing = 2 * len(self.seats)

    # -- cards

    def take(self, seat: int, cards: Counter[str]) -> None:
        self.hands[seat] += cards
        self.bank -= cards

    def give(self, seat: int, cards: Counter[str]) -> None:
        self.take(seat, Counter())
        for kind, n in cards.items():
            self.hands[seat][kind] -= n
            self.bank[kind] += n

    def see(self, action: Any) -> None:
        seat = action.seat
        match action:
            case act.PlaceJunior(corner=corner):
                self.stands[corner] = (seat, 1)
                self.placing -= 1
                pays = self.options["setup_resources"]
                if pays == "both" or (pays == "second" and self.placing < len(self.seats)):
                    self.take(seat, Counter(self.hex[h] for h in self.around[corner] if self.hex[h] != "desert"))
            case act.PlaceConnection(edge=edge):
                self.ways[edge] = seat
            case act.Roll(throw=throw):
                self.harvest(throw.total)
            case act.Discard(cards=cards):
                self.give(seat, Counter(dict(zip(KINDS, cards, strict=True))))
            case act.LoseCard(kind=str() as kind):
                self.give(seat, Counter([kind]))
            case act.CrisisHome(hex=place) | act.MoveCrisis(hex=place):
                self.crisis = place
            case act.Steal(victim=victim, kind=str() as kind):
                self.hands[victim][kind] -= 1
                self.hands[seat][kind] += 1
            case act.BuildConnection(edge=int() as edge):
                self.ways[edge] = seat
                if self.free:
                    self.free -= 1
                else:
                    self.give(seat, COSTS["connection"])
            case act.BuildJunior(corner=int() as corner):
                self.stands[corner] = (seat, 1)
                self.give(seat, COSTS["junior"])
            case act.BuildSenior(corner=int() as corner):
                self.stands[corner] = (seat, 2)
                self.give(seat, COSTS["senior"])
            case act.StopRoads() | act.EndTurn():
                self.free = 0
                self.offers = {}
            case act.BuyCard():
                self.give(seat, COSTS["card"])
            case act.PlayConsult():
                self.consults[seat] += 1
                if self.options["crisis_mode"] == "arnika":
                    deserts = [h for h, terrain in self.hex.items() if terrain == "desert"]
                    if len(deserts) == 1:
                        self.crisis = deserts[0]
            case act.PlayRoads():
                self.free = 2
            case act.PlayPlenty(cards=cards):
                self.take(seat, Counter(dict(zip(KINDS, cards, strict=True))))
            case act.PlayMonopoly(kind=kind):
                for other in self.seats:
                    if other != seat:
                        self.hands[seat][kind] += self.hands[other].pop(kind, 0)
            case act.RevealPoints(n=n):
                self.revealed[seat] += n
            case act.BankTrade(gives=gives, gets=gets):
                self.give(seat, Counter({gives: self.rate(seat, gives)}))
                self.take(seat, Counter([gets]))
            case act.OfferTrade() | act.CounterOffer():
                self.offers[seat] = action
            case act.AcceptTrade(by=by):
                offer = self.offers[by]
                for giver, taker, cards in ((by, seat, offer.gives), (seat, by, offer.wants)):
                    for kind, n in zip(KINDS, cards, strict=True):
                        self.hands[giver][kind] -= n
                        self.hands[taker][kind] += n
            case _:
                pass
        self.pass_cards()

    def harvest(self, number: int) -> None:
        due: dict[str, Counter[int]] = {kind: Counter() for kind in KINDS}
        for corner, (seat, worth) in self.stands.items():
            for h in self.around[corner]:
                stopped = self.options["crisis_blocks"] and h == self.crisis
                if self.number.get(h) == number and number != 7 and not stopped:
                    due[self.hex[h]][seat] += worth
        for kind, claims in due.items():
            if sum(claims.values()) <= self.bank[kind]:
                for seat, n in claims.items():
                    self.take(seat, Counter({kind: n}))
            elif len(claims) == 1 and self.options["shortage"] == "sole_claimant":
                self.take(next(iter(claims)), Counter({kind: self.bank[kind]}))

    def rate(self, seat: int, kind: str) -> int:
        at = {
            self.harbour[corner] for corner, (who, _) in self.stands.items() if who == seat and corner in self.harbour
        }
        return 2 if kind in at else 3 if "any" in at else 4

    # -- special cards and points

    def chain(self, seat: int) -> int:
        own = {edge for edge, who in self.ways.items() if who == seat}
        at: dict[int, list[int]] = {}
        for edge in own:
            for corner in ENDS[edge]:
                at.setdefault(corner, []).append(edge)
        best = 0

        def walk(corner: int, used: frozenset[int]) -> None:
            nonlocal best
            best = max(best, len(used))
            if used and self.stands.get(corner, (seat, 0))[0] != seat:
                return
            for edge in at[corner]:
                if edge not in used:
                    a, b = ENDS[edge]
                    walk(b if a == corner else a, used | {edge})

        for corner in at:
            walk(corner, frozenset())
        return best

    def pass_cards(self) -> None:
        if len(self.ways) + len(self.stands) != self.laid:
            self.laid = len(self.ways) + len(self.stands)
            before, self.longest = self.longest, None
            chains = {seat: self.chain(seat) for seat in self.seats}
            most = max(chains.values())
            if most >= 5:
                leaders = [seat for seat in self.seats if chains[seat] == most]
                self.longest = before if before in leaders else leaders[0] if len(leaders) == 1 else None
        for seat, n in self.consults.items():
            if n >= 3 and (self.top is None or n > self.consults[self.top]):
                self.top = seat

    def points(self, seat: int) -> int:
        on_board = sum(worth for who, worth in self.stands.values() if who == seat)
        return on_board + 2 * (self.longest == seat) + 2 * (self.top == seat) + self.revealed[seat]
