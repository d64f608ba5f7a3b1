"""What a roll brings each seat, and what the bank can't pay ([T] 4.1)."""

from __future__ import annotations

from companion.game import Value
from companion.games.arnika.cards import NONE, Cards, covers, plus, sum_of, times
from companion.games.arnika.geometry import Mask
from companion.games.arnika.layout import Layout, yields
from companion.games.arnika.state import State


class Harvest(Value, frozen=True):
    """``gains`` by seat; ``short`` are the kinds that the bank could not pay; ``starved`` by seat what the crisis
    kept from it."""

    gains: tuple[Cards, ...]
    short: tuple[int, ...] = ()
    starved: tuple[Cards, ...] = ()


def harvest(state: State, total: int) -> Harvest:
    """Every hex with ``total`` and without the crisis gives a card to each junior on it, two to each senior.

    Two hexes of one kind and number at a corner count twice; the crisis blocks its hex and no other.
    """
    if not state.map or total == 7:
        nobody = tuple(NONE for _ in state.hands)
        return Harvest(nobody, (), nobody)
    crisis = state.crisis if state.rules.crisis_blocks else None
    claims, kept, sums = claimed(state.layout, total, state.juniors, state.seniors, crisis)
    if not state.counted or covers(state.bank, sums):
        return Harvest(claims, (), kept)
    short = tuple(kind for kind in range(5) if sums[kind] > state.bank[kind])
    return Harvest(_rationed(claims, short, state.bank, state.rules.shortage), short, kept)


def claimed(
    layout: Layout, total: int, juniors: tuple[Mask, ...], seniors: tuple[Mask, ...], crisis: int | None
) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards]:
    """What ``total`` owes each seat, what the crisis keeps from each, and what is owed in all."""
    claims = [NONE for _ in juniors]
    kept = list(claims)
    places = yields(layout)[total]
    for seat, large in enumerate(seniors):
        pieces = juniors[seat] | large
        for place in places:
            here = pieces & place.corners
            if here:
                cards = times(place.kind, here.bit_count() + (large & here).bit_count())
                table = kept if place.hex == crisis else claims
                table[seat] = plus(table[seat], cards)
    return tuple(claims), tuple(kept), sum_of(claims)


def _rationed(claims: tuple[Cards, ...], short: tuple[int, ...], bank: Cards, ruling: str) -> tuple[Cards, ...]:
    """Nobody gets a kind that can't be paid to everyone (A-08); a sole claimant may take the rest ([P2])."""
    paid = [list(row) for row in claims]
    for kind in short:
        claimants = [row for row in paid if row[kind]]
        rest = bank[kind] if ruling == "sole_claimant" and len(claimants) == 1 else 0
        for row in claimants:
            row[kind] = rest
    return tuple(map(tuple, paid))  # type: ignore[arg-type]
