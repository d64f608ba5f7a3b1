"""A second reckoning of Ethnos: points kept like on a sheet of paper, from the actions alone.

It knows nothing of the states: it is told each action and, at a round's or an age's end, adds up by itself.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from companion.game import Setup
from companion.games.ethnos import actions as act

COLOURS = ["blue", "gray", "green", "orange", "purple", "red"]
TABLE = {1: 0, 2: 1, 3: 3, 4: 6, 5: 10}


class TextLedger:
    """The sheet of a ``text`` match."""

    def __init__(self, setup: Setup) -> None:
        self.options = dict(setup.options)
        self.points = dict.fromkeys(setup.seats, 0)
        self.cards = dict.fromkeys(setup.seats, 0)
        self.regions = [(piece.number, piece.detail) for _, piece in setup.board.of("region")]
        self.new_round()

    def new_round(self) -> None:
        self.bands: dict[Any, list[list[Any]]] = {seat: [] for seat in self.points}
        self.left: dict[Any, int] = {}

    def see(self, action: Any, hands: dict[Any, int]) -> None:
        """``hands`` are what the seats hold when the round is closed: full depth asks nobody."""
        if isinstance(action, act.FormBand):
            self.bands[action.seat].append([action.tribe, action.size])
            self.points[action.seat] += TABLE[action.size]
            self.cards[action.seat] += action.size
        elif isinstance(action, act.ExtendBand):
            fits = [
                b
                for b in self.bands[action.seat]
                if b[0] == action.tribe and b[1] + action.n <= 5 and action.size in (0, b[1])
            ]
            band = sorted(fits, key=lambda b: -b[1])[0]
            self.points[action.seat] += TABLE[band[1] + action.n] - TABLE[band[1]]
            self.cards[action.seat] += action.n
            band[1] += action.n
        elif isinstance(action, act.CardsLeft):
            self.left[action.seat] = action.n
        elif isinstance(action, act.CloseRound):
            self.close({**hands, **self.left})

    def close(self, left: dict[Any, int]) -> None:
        for seat, n in left.items():
            self.points[seat] += self.options["hand_penalty"] * n
            if self.options["floor_at_zero"] and self.points[seat] < 0:
                self.points[seat] = 0
        for value, tribe in self.regions:
            counts: dict[int, list[Any]] = defaultdict(list)
            for seat, bands in self.bands.items():
                if self.options["control"] == "all_active":
                    n = sum(size for _, size in bands)
                elif self.options["control"] == "markers":
                    n = len([1 for t, _ in bands if t == tribe])
                else:
                    n = sum(size for t, size in bands if t == tribe)
                if n:
                    counts[n].append(seat)
            if counts and len(counts[max(counts)]) == 1:
                self.points[counts[max(counts)][0]] += value
        self.new_round()

    def winners(self) -> list[Any]:
        best = max((self.points[seat], self.cards[seat]) for seat in self.points)
        return [seat for seat in self.points if (self.points[seat], self.cards[seat]) == best]


class PublishedLedger:
    """The sheet of a match as published."""

    def __init__(self, setup: Setup) -> None:
        self.seats = list(setup.seats)
        self.small = len(self.seats) < 4
        self.second = dict(setup.options)["two_player_second"]
        self.points = dict.fromkeys(self.seats, 0)
        self.markers = {(seat, c): 0 for seat in self.seats for c in COLOURS}
        self.track = dict.fromkeys(self.seats, 0)
        self.orcs: dict[Any, set[str]] = {seat: set() for seat in self.seats}
        self.tokens: dict[str, list[int]] = defaultdict(list)
        for place, piece in setup.board.of("kingdom"):
            self.tokens[COLOURS[place.id]].append(piece.number or 0)
        self.age = 1
        self.over = False
        self.new_age()

    def new_age(self) -> None:
        self.bands: list[Any] = []
        self.trolls: dict[Any, list[int]] = {seat: [] for seat in self.seats}
        self.giant: Any = None
        self.dragons = 0
        self.cashing: set[Any] = set()

    def see(self, action: Any) -> None:
        match action:
            case act.PlayBand():
                self.band(action)
            case act.FreeMarker(seat=seat, kingdom=kingdom):
                self.markers[seat, kingdom] += 1
            case act.Dragon():
                self.dragons += 1
                if self.dragons == 3:
                    self.score()
            case act.CashOrcs(seat=seat, kingdoms=marks):
                gone = {c for c, mark in zip(COLOURS, marks, strict=True) if mark}
                self.orcs[seat] -= gone
                self.points[seat] += [0, 1, 3, 6, 10, 15, 20][len(gone)]
                self.cashing.discard(seat)
                if not self.cashing:
                    self.next_age()

    def band(self, band: act.PlayBand) -> None:
        seat, n = band.seat, band.size
        self.bands.append(band)
        strength = n + 1 if band.leader == "minotaurs" else n
        if band.leader != "halflings" and strength > self.markers[seat, band.kingdom]:
            self.markers[seat, band.kingdom] += 1
        if band.leader == "giants" and (self.giant is None or n > self.giant[1]):
            self.giant = (seat, n)
            self.points[seat] += 2
        if band.leader == "merfolk":
            self.track[seat] += n
        if band.leader == "orcs":
            self.orcs[seat].add(band.kingdom)
        if band.leader == "trolls":
            gone = [token for tokens in self.trolls.values() for token in tokens]
            for token in (6, 5, 4, 3, 2, 1):
                if token <= n and token not in gone:
                    self.trolls[seat].append(token)
                    break

    def score(self) -> None:
        for band in self.bands:
            counted = band.size - band.skeletons + (1 if band.leader == "dwarves" else 0)
            self.points[band.seat] += TABLE.get(counted, 15)
        for colour in COLOURS:
            self.kingdom(colour)
        if self.giant:
            self.points[self.giant[0]] += ((2, 5) if self.small else (2, 4, 6))[self.age - 1]
        ahead = max((self.track[s], sum(self.trolls[s])) for s in self.seats)
        if ahead[0]:
            leaders = [s for s in self.seats if (self.track[s], sum(self.trolls[s])) == ahead]
            for seat in leaders:
                self.points[seat] += ((1, 3) if self.small else (1, 2, 4))[self.age - 1] // len(leaders)
        self.cashing = {seat for seat in self.seats if self.orcs[seat]}
        if self.age == (2 if self.small else 3):
            self.over = True
            for seat in self.seats:
                self.points[seat] += [0, 1, 3, 6, 10, 15, 20][len(self.orcs[seat])]
        elif not self.cashing:
            self.next_age()

    def kingdom(self, colour: str) -> None:
        inside = [s for s in self.seats if self.markers[s, colour]]
        inside.sort(key=lambda s: (-self.markers[s, colour], -sum(self.trolls[s])))
        tokens = sorted(sorted(self.tokens[colour])[: self.age])[::-1]
        if len(self.seats) == 2 and self.age == 2:
            if len(inside) == 1:
                self.points[inside[0]] += sum(tokens)
                return
            alike = len(inside) == 2 and self.rank(inside[0], colour) == self.rank(inside[1], colour)
            if self.second == "nothing" and not alike:
                inside, tokens = inside[:1], tokens[:1]
        worth = [*tokens, *[0] * len(inside)][: len(inside)]
        for seat in inside:
            same = [i for i, other in enumerate(inside) if self.rank(other, colour) == self.rank(seat, colour)]
            self.points[seat] += int(Fraction(sum(worth[i] for i in same), len(same)))

    def rank(self, seat: Any, colour: str) -> tuple[int, int]:
        return self.markers[seat, colour], sum(self.trolls[seat])

    def next_age(self) -> None:
        self.age += 1
        self.new_age()

    def winners(self) -> list[Any]:
        def key(seat: Any) -> tuple[int, int, list[int]]:
            sizes = sorted((b.size - b.skeletons for b in self.bands if b.seat == seat), reverse=True)
            return self.points[seat], sum(self.markers[seat, c] for c in COLOURS), sizes

        return [seat for seat in self.seats if key(seat) == max(map(key, self.seats))]
