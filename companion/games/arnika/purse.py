"""Cards between hands and bank, as closely as the match follows them (counted, or light)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.game import Refusal, Seat
from companion.games.arnika.cards import COSTS, NONE, Cards, covers, minus, plus, sum_of
from companion.games.arnika.hands import Hands, changed, gained, moved_unseen, paid, possible, tightened, unknown
from companion.games.arnika.refusals import lacking
from companion.games.arnika.state import State

NOTHING_MISSING = (None,) * len(COSTS)


def can_pay(state: State, seat: int, cards: Cards) -> bool:
    """Whether ``seat`` may have ``cards``: false only where it certainly has not."""
    hand = state.hands[seat]
    if not state.counted or covers(hand.least, cards):
        return True
    if hand.least == hand.most or not covers(hand.most, cards):
        return False
    return possible(state.hands, state.bank, {seat: cards})


def can_all_pay(state: State, needs: Mapping[int, Cards]) -> bool:
    """Whether the cards may lie so that all of ``needs`` can be met at once."""
    if not state.counted or all(covers(state.hands[seat].least, cards) for seat, cards in needs.items()):
        return True
    return possible(state.hands, state.bank, needs)


def missing(state: State, seat: int, cards: Cards) -> Cards | None:
    """The cards that ``seat`` certainly lacks of ``cards``; ``None`` where it may have them.

    With ranges each kind may be there and the sum all the same not: then all of ``cards`` are named.
    """
    if not state.counted:
        return None
    hand = state.hands[seat]
    if hand.least == hand.most:
        return _shortfall(hand.most, cards)
    return None if can_pay(state, seat, cards) else _shortfall(hand.most, cards) or cards


def missing_for_each(state: State, seat: int) -> tuple[Cards | None, ...]:
    """The same for each of :data:`COSTS`, in one look at a hand that is known."""
    if not state.counted:
        return NOTHING_MISSING
    hand = state.hands[seat]
    if hand.least == hand.most:
        return _shortfalls(hand.most)
    return tuple([missing(state, seat, cost) for cost in COSTS])


@lru_cache(maxsize=1 << 12)
def _shortfalls(hand: Cards) -> tuple[Cards | None, ...]:
    return tuple([_shortfall(hand, cost) for cost in COSTS])


def _shortfall(hand: Cards, cards: Cards) -> Cards | None:
    """What of ``cards`` is not in ``hand``."""
    if covers(hand, cards):
        return None
    a, b, c, d, e = minus(cards, hand)
    return (max(0, a), max(0, b), max(0, c), max(0, d), max(0, e))


def check_cost(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    """Refuses ``seat`` what it certainly can't pay."""
    short = missing(state, seat, cards)
    return None if short is None else lacking(seat, short)


def pay(state: State, seat: int, cards: Cards) -> tuple[Hands, Cards]:
    """Hands and bank after ``seat`` gave ``cards`` to the bank."""
    if not state.counted:
        return _resized(state.hands, seat, -sum(cards)), state.bank
    hands = changed(state.hands, seat, paid(state.hands[seat], cards))
    bank = plus(state.bank, cards)
    return tightened(hands, bank), bank


def receive(state: State, seat: int, cards: Cards) -> tuple[Hands, Cards]:
    """Hands and bank after ``seat`` took ``cards`` from the bank."""
    if not state.counted:
        return _resized(state.hands, seat, sum(cards)), state.bank
    hands = changed(state.hands, seat, gained(state.hands[seat], cards))
    bank = minus(state.bank, cards)
    return tightened(hands, bank), bank


def swap(state: State, seat: int, gives: Cards, gets: Cards) -> tuple[Hands, Cards]:
    """Hands and bank after ``seat`` gave ``gives`` to the bank for ``gets``."""
    if not state.counted:
        return _resized(state.hands, seat, sum(gets) - sum(gives)), state.bank
    hands = changed(state.hands, seat, gained(paid(state.hands[seat], gives), gets))
    bank = minus(plus(state.bank, gives), gets)
    return tightened(hands, bank), bank


def receive_all(state: State, gains: tuple[Cards, ...]) -> tuple[Hands, Cards]:
    """Hands and bank after every seat took its ``gains``."""
    if not state.counted:
        return tuple(unknown(h.size + sum(g)) for h, g in zip(state.hands, gains, strict=True)), state.bank
    taken = sum_of(gains)
    if taken == NONE:
        return state.hands, state.bank
    hands = tuple([gained(hand, cards) if any(cards) else hand for hand, cards in zip(state.hands, gains, strict=True)])
    bank = minus(state.bank, taken)
    return tightened(hands, bank), bank


def exchange(state: State, giver: int, cards: Cards, taker: int, others: Cards) -> Hands:
    """Hands after ``giver`` gave ``cards`` and got ``others`` from ``taker``."""
    if not state.counted:
        n = sum(others) - sum(cards)
        return _resized(_resized(state.hands, giver, n), taker, -n)
    hands = changed(state.hands, giver, gained(paid(state.hands[giver], cards), others))
    hands = changed(hands, taker, gained(paid(hands[taker], others), cards))
    return tightened(hands, state.bank)


def steal(state: State, victim: int, thief: int, card: Cards | None) -> Hands:
    """Hands after one card went from ``victim`` to ``thief``; ``None``: unseen."""
    if not state.counted:
        return _resized(_resized(state.hands, victim, -1), thief, 1)
    if card is None:
        return tightened(moved_unseen(state.hands, victim, thief), state.bank)
    hands = changed(state.hands, victim, paid(state.hands[victim], card))
    return tightened(changed(hands, thief, gained(hands[thief], card)), state.bank)


def give_back(state: State, seat: int, n: int) -> Hands:
    """Hands after ``seat`` gave back ``n`` cards that are not followed by kind."""
    return _resized(state.hands, seat, -n)


def _resized(hands: Hands, seat: int, by: int) -> Hands:
    return changed(hands, seat, unknown(max(0, hands[seat].size + by)))
