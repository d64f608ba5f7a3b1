"""What a roll brings each seat, and what the bank can't pay ([T] 4.1)."""

from __future__ import annotations

from companion.game import Value
from companion.games.arnika.cards import NONE, Cards
from companion.games.arnika.layout import yields
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
    nobody = tuple(NONE for _ in state.hands)
    if not state.map or total == 7 or not (hexes := yields(state.layout)[total]):
        return Harvest(nobody, (), nobody)
    claims = [[0] * 5 for _ in state.hands]
    kept = [[0] * 5 for _ in state.hands]
    touched = 0
    for place in hexes:
        blocked = place.hex == state.crisis and state.rules.crisis_blocks
        table = kept if blocked else claims
        for seat, (juniors, seniors) in enumerate(zip(state.juniors, state.seniors, strict=True)):
            n = (juniors & place.corners).bit_count() + 2 * (seniors & place.corners).bit_count()
            if n:
                table[seat][place.kind] += n
        if not blocked:
            touched |= 1 << place.kind
    short: list[int] = []
    if state.counted:
        for kind in range(5):
            if touched >> kind & 1 and sum(row[kind] for row in claims) > state.bank[kind]:
                short.append(kind)
                _ration(claims, kind, state.bank[kind], state.rules.shortage)
    return Harvest(
        tuple(tuple(row) for row in claims),  # type: ignore[misc]
        tuple(short),
        tuple(tuple(row) for row in kept),  # type: ignore[misc]
    )


def _ration(claims: list[list[int]], kind: int, left: int, ruling: str) -> None:
    """Nobody gets a kind that can't be paid to everyone (A-08); a sole claimant may take the rest ([P2])."""
    claimants = [row for row in claims if row[kind]]
    rest = left if ruling == "sole_claimant" and len(claimants) == 1 else 0
    for row in claimants:
        row[kind] = rest
