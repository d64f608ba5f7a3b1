"""Hands as the app follows them: per seat how many cards, per seat and kind the least and the most.

Only what the table sees is counted, so a theft leaves a range. The rows add up to the hands' sizes and the columns
to 19 minus the bank; :func:`tightened` draws the ranges as close as these sums allow, :func:`possible` says exactly
whether some deal of the cards fits. Where every card was seen, ``least`` and ``most`` are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.game import Value
from companion.games.arnika.cards import FULL_BANK, NONE, OF_EACH, Cards, covers, minus, plus


class Hand(Value, frozen=True):
    """``size`` cards; of each kind at least ``least`` and at most ``most``."""

    size: int
    least: Cards
    most: Cards

    @property
    def is_known(self) -> bool:
        """Whether every card is known."""
        return self.least == self.most


EMPTY = Hand(0, NONE, NONE)
Hands = tuple[Hand, ...]


def known(cards: Cards) -> Hand:
    return Hand(sum(cards), cards, cards)


def unknown(size: int) -> Hand:
    """``size`` cards of which nothing is known."""
    most = min(size, OF_EACH)
    return Hand(size, NONE, (most,) * 5)


def gained(hand: Hand, cards: Cards) -> Hand:
    """``hand`` and ``cards`` that the table saw it take."""
    least = plus(hand.least, cards)
    size = hand.size + cards[0] + cards[1] + cards[2] + cards[3] + cards[4]
    if hand.least == hand.most:
        return Hand(size, least, least)
    return Hand(size, least, plus(hand.most, cards))


def paid(hand: Hand, cards: Cards) -> Hand:
    """``hand`` without ``cards`` that the table saw it give; that it had them is known now."""
    size = hand.size - cards[0] - cards[1] - cards[2] - cards[3] - cards[4]
    most = minus(hand.most, cards)
    if hand.least == hand.most:
        return Hand(size, most, most)
    least = tuple(max(0, a - b) for a, b in zip(hand.least, cards, strict=True))
    return Hand(size, least, most)  # type: ignore[arg-type]


def changed(hands: Hands, seat: int, hand: Hand) -> Hands:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def moved_unseen(hands: Hands, giver: int, taker: int) -> Hands:
    """One card went from ``giver`` to ``taker`` and nobody else saw which."""
    from_hand, to_hand = hands[giver], hands[taker]
    least = tuple(max(0, n - 1) for n in from_hand.least)
    could = tuple(min(1, n) for n in from_hand.most)
    taken = Hand(to_hand.size + 1, to_hand.least, plus(to_hand.most, could))  # type: ignore[arg-type]
    left = Hand(from_hand.size - 1, least, from_hand.most)  # type: ignore[arg-type]
    return changed(changed(hands, giver, left), taker, taken)


def tightened(hands: Hands, bank: Cards) -> Hands:
    """``hands`` with every range as narrow as the sums of rows and columns make it, each on its own."""
    for hand in hands:
        if hand.least != hand.most:
            break
    else:
        return hands
    least = [list(hand.least) for hand in hands]
    most = [list(hand.most) for hand in hands]
    sizes = [hand.size for hand in hands]
    columns = [OF_EACH - n for n in bank]
    seats = range(len(hands))
    moving = True
    while moving:
        moving = False
        rows = [(sum(least[s]), sum(most[s])) for s in seats]
        sums = [(sum(least[s][k] for s in seats), sum(most[s][k] for s in seats)) for k in range(5)]
        for s in seats:
            for k in range(5):
                low, high = least[s][k], most[s][k]
                if low == high:
                    continue
                up = min(high, sizes[s] - rows[s][0] + low, columns[k] - sums[k][0] + low)
                down = max(low, sizes[s] - rows[s][1] + high, columns[k] - sums[k][1] + high)
                if (down, up) != (low, high) and down <= up:
                    least[s][k], most[s][k], moving = down, up, True
        # The sums are those of the round's beginning: still true, only not the tightest; the loop runs again.
    return tuple(
        Hand(size, tuple(low), tuple(high))  # type: ignore[arg-type]
        for size, low, high in zip(sizes, least, most, strict=True)
    )


def possible(hands: Hands, bank: Cards, needs: Mapping[int, Cards] | None = None) -> bool:
    """Whether the cards can lie so that every seat in ``needs`` has at least what is asked of it.

    Exact: a flow from the seats' open cards to the kinds that are not accounted for.
    """
    floors: list[Cards] = []
    for seat, hand in enumerate(hands):
        need = (needs or {}).get(seat, NONE)
        floor = tuple(max(a, b) for a, b in zip(hand.least, need, strict=True))
        if not covers(hand.most, floor):  # type: ignore[arg-type]
            return False
        floors.append(floor)  # type: ignore[arg-type]
    rows = [hand.size - sum(floor) for hand, floor in zip(hands, floors, strict=True)]
    columns = [OF_EACH - bank[k] - sum(floor[k] for floor in floors) for k in range(5)]
    if min(rows) < 0 or min(columns) < 0 or sum(rows) != sum(columns):
        return False
    room = [[hand.most[k] - floor[k] for k in range(5)] for hand, floor in zip(hands, floors, strict=True)]
    return _deal(rows, columns, room) == 0


def _deal(rows: list[int], columns: list[int], room: list[list[int]]) -> int:
    """How many cards find no place when ``rows`` are dealt into ``columns`` with ``room`` for each pair."""
    placed = [[0] * 5 for _ in rows]
    for seat in range(len(rows)):
        while rows[seat] and _push(seat, columns, room, placed, set()):
            rows[seat] -= 1
    return sum(rows)


def _push(seat: int, columns: list[int], room: list[list[int]], placed: list[list[int]], seen: set[int]) -> bool:
    """Give ``seat`` one more card, moving others' cards to other kinds where that makes place."""
    seen.add(seat)
    for kind in range(5):
        if placed[seat][kind] >= room[seat][kind]:
            continue
        if columns[kind]:
            columns[kind] -= 1
            placed[seat][kind] += 1
            return True
        for other in range(len(placed)):
            if placed[other][kind] and other not in seen and _push(other, columns, room, placed, seen):
                placed[other][kind] -= 1
                placed[seat][kind] += 1
                return True
    return False


def recounted(sizes: Sequence[int]) -> Hands:
    """Hands of which only the sizes are known."""
    return tuple(unknown(size) for size in sizes)


def bank_of(hands: Hands) -> Cards:
    """What the bank must hold when every hand is known."""
    total = NONE
    for hand in hands:
        total = plus(total, hand.least)
    return minus(FULL_BANK, total)
