"""Coin cards: what a hand may hold, which sums its cards can make, who is rewarded for an offering."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.game import Seat
from companion.games.amun_re.table import CARDS, FIRST_HAND, Player, Rules


def left(player: Player) -> tuple[int, ...]:
    """The cards that may still be in hand after the auctions: of the hand where it is known, of all nine otherwise."""
    return tuple(card for card in (player.hand or CARDS) if card not in player.spent)


def most_left(player: Player) -> int:
    """What can at most be left to offer and to keep, as everybody at the table can reckon it."""
    return max(0, min(player.limit, sum(CARDS)) - sum(player.spent))


@lru_cache(maxsize=1024)
def splits(cards: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """Every (offered, kept) that ``cards`` can make, some of them staying outside of the hand."""
    ways = {(0, 0)}
    for card in cards:
        ways |= {(a + card, b) for a, b in ways} | {(a, b + card) for a, b in ways}
    return frozenset(ways)


def can_offer(player: Player, coins: int) -> bool:
    """Whether cards of ``player`` add up to ``coins``."""
    return (coins, 0) in splits(left(player))


def can_keep(player: Player, coins: int) -> bool:
    """Whether cards of ``player`` beside the offered ones add up to ``coins``."""
    return (player.offer or 0, coins) in splits(left(player))


def kept(player: Player, rules: Rules, round_: int) -> int | None:
    """What ``player`` kept, where the table can know it without asking; ``None``: it has to be asked.

    A hand that was told says it; so does an exact first hand (M-04); and who has nothing left keeps nothing.
    """
    gone = sum(player.spent) + (player.offer or 0)
    if player.hand is not None:
        return max(0, sum(player.hand) - gone)
    if rules.hand14 == "exact" and round_ == 1:
        return max(0, FIRST_HAND - gone)
    return 0 if most_left(player) <= (player.offer or 0) else None


def rewards(offers: Mapping[Seat, int], order: Iterable[Seat], tie: str) -> dict[Seat, int]:
    """The pyramids that each seat gets for its offering (text; ties M-07, no coins no reward M-12).

    ``order`` is the order of play from the starting player. By "seat_order" it breaks ties; by "share" equal offers
    get the same, the reward of the best place among them, and the places that they fill are not given again.
    """
    seats = sorted(order, key=lambda seat: -offers[seat])  # stable: equal offers stay in the order of play
    second, others = (1, 0) if len(seats) == 2 else (2, 1)
    given: dict[Seat, int] = {}
    for place, seat in enumerate(seats):
        if tie == "share":
            place = sum(offers[other] > offers[seat] for other in seats)
        given[seat] = (3 if place == 0 else second if place == 1 else others) if offers[seat] > 0 else 0
    return given
