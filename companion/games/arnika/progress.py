"""The six progress cards: two free connections, two cards from the bank, all cards of a kind, or another (A-17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.game import Amounts, Choice, OneOf, Refusal, Seat, Text
from companion.games.arnika.actions import PlayMonopoly, PlayOther, PlayPlenty, PlayRoads
from companion.games.arnika.building import roads_left
from companion.games.arnika.cards import (
    CONNECTIONS,
    KIND_INDEX,
    KINDS,
    MONOPOLY,
    OTHER,
    PLENTY,
    ROADS,
    Cards,
    covers,
    times,
)
from companion.games.arnika.development import check_card, spend
from companion.games.arnika.ending import replace
from companion.games.arnika.hands import Hand, Hands, gained, paid, possible, tightened, unknown
from companion.games.arnika.purse import receive
from companion.games.arnika.refusals import bank_lacks, firmest, refuse
from companion.games.arnika.spots import connection_spots
from companion.games.arnika.state import State, changed

LONGEST_TEXT = 60
WORDS = Text(LONGEST_TEXT)


def check_roads(state: State, action: PlayRoads) -> Refusal | None:
    seat = action.seat
    full = state.connections_of(seat) >= CONNECTIONS or (state.map and not connection_spots(state, seat))
    return firmest(check_card(state, seat, ROADS), NO_ROADS if full else None)


def apply_roads(state: State, action: PlayRoads) -> State:
    state = replace(state, **spend(state, action.seat, ROADS), played=True)
    return roads_left(replace(state, free=2)) if action.seat == state.turn else state


def check_plenty(state: State, action: PlayPlenty) -> Refusal | None:
    wanted = _plenty(state)
    if min(action.cards) < 0 or sum(action.cards) != wanted:
        return refuse("two_cards", overrulable=False, n=wanted)
    if state.counted and not covers(state.bank, action.cards):
        short: Cards = tuple(  # type: ignore[assignment]
            max(0, a - b) for a, b in zip(action.cards, state.bank, strict=True)
        )
        return bank_lacks(short)
    return check_card(state, action.seat, PLENTY)


def _plenty(state: State) -> int:
    """Two cards, or what the bank has left."""
    return min(2, sum(state.bank)) if state.counted else 2


def apply_plenty(state: State, action: PlayPlenty) -> State:
    state = replace(state, **spend(state, action.seat, PLENTY), played=True)
    hands, bank = receive(state, action.seat, action.cards)
    return replace(state, hands=hands, bank=bank)


def check_monopoly(state: State, action: PlayMonopoly) -> Refusal | None:
    """How many each seat gives is asked where the app can't know it."""
    seat = action.seat
    if action.kind not in KIND_INDEX:
        return refuse("no_such_kind", overrulable=False)
    taken = action.taken if action.taken is not None else _counted_taken(state, seat, KIND_INDEX[action.kind])
    if taken is None or len(taken) != len(state.hands) or min(taken) < 0 or taken[seat]:
        return refuse("say_how_many", overrulable=False)
    if _monopolized(state, seat, KIND_INDEX[action.kind], taken) is None:
        return refuse("not_so_many", overrulable=False)
    return check_card(state, seat, MONOPOLY)


def _counted_taken(state: State, seat: Seat, kind: int) -> tuple[int, ...] | None:
    """How many of ``kind`` each other seat holds, where that is known."""
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    if not state.counted or any(hand.least[kind] != hand.most[kind] for hand in others):
        return None
    return tuple(0 if other == seat else hand.least[kind] for other, hand in enumerate(state.hands))


def _monopolized(state: State, seat: Seat, kind: int, taken: tuple[int, ...]) -> Hands | None:
    """Hands after the others gave all they had of ``kind``, which was ``taken``; ``None`` where it can't be so."""
    if not state.counted:
        if any(n > hand.size for n, hand in zip(taken, state.hands, strict=True)):
            return None
        return tuple(
            unknown(hand.size + (sum(taken) if other == seat else -n))
            for other, (hand, n) in enumerate(zip(state.hands, taken, strict=True))
        )
    told: list[Hand] = []
    for other, (hand, n) in enumerate(zip(state.hands, taken, strict=True)):
        if other == seat:
            told.append(hand)
        elif hand.least[kind] <= n <= hand.most[kind]:
            least, most = changed(hand.least, kind, n), changed(hand.most, kind, n)
            told.append(Hand(hand.size, least, most))  # type: ignore[arg-type]
        else:
            return None
    if not possible(tuple(told), state.bank):
        return None
    hands = tuple(
        gained(hand, times(kind, sum(taken))) if other == seat else paid(hand, times(kind, n))
        for other, (hand, n) in enumerate(zip(told, taken, strict=True))
    )
    return tightened(hands, state.bank)


def apply_monopoly(state: State, action: PlayMonopoly) -> State:
    kind = KIND_INDEX[action.kind]
    taken = action.taken if action.taken is not None else _counted_taken(state, action.seat, kind)
    hands = None if taken is None else _monopolized(state, action.seat, kind, taken)
    state = replace(state, **spend(state, action.seat, MONOPOLY), played=True)
    return state if hands is None else replace(state, hands=hands)


def check_other(state: State, action: PlayOther) -> Refusal | None:
    if not 0 < len(action.text) <= LONGEST_TEXT:
        return refuse("no_text", overrulable=False)
    return check_card(state, action.seat, OTHER)


def apply_other(state: State, action: PlayOther) -> State:
    return replace(state, **spend(state, action.seat, OTHER), played=True)


def choose_progress(state: State, cards: Sequence[Choice]) -> tuple[Choice, ...]:
    """A choice for each kind of progress card: of ``cards`` by kind, those that may be played with their blanks."""
    seat = state.turn
    roads, plenty, monopoly, other = cards[ROADS:]
    if roads.refusal is None:
        roads = _roads_choice(state, seat)
    if plenty.refusal is None:
        plenty = _plenty_choice(state, seat)
    if monopoly.refusal is None:
        monopoly = _monopoly_choice(state, seat)
    if state.rules.progress_set != "open":
        return roads, plenty, monopoly
    if other.refusal is None:
        other = Choice(seat, PlayOther, (("text", WORDS),))
    return roads, plenty, monopoly, other


def _roads_choice(state: State, seat: Seat) -> Choice:
    can = state.connections_of(seat) < CONNECTIONS and (not state.map or connection_spots(state, seat))
    return Choice(seat, PlayRoads, (), None if can else NO_ROADS)


def _plenty_choice(state: State, seat: Seat) -> Choice:
    n = _plenty(state)
    return Choice(seat, PlayPlenty, (("cards", Amounts(KINDS, state.bank if state.counted else (2,) * 5, n, n)),))


def _monopoly_choice(state: State, seat: Seat) -> Choice:
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    if state.counted and all(hand.is_known for hand in others):
        return Choice(seat, PlayMonopoly, (("kind", OneOf(KINDS)),), None, (("taken", None),))
    limits = tuple(
        0 if other == seat else max(hand.most) if state.counted else hand.size for other, hand in enumerate(state.hands)
    )
    names = tuple(seat_names(len(state.hands)))
    fields: tuple[tuple[str, Any], ...] = (
        ("kind", OneOf(KINDS)),
        ("taken", Amounts(names, limits, 0, sum(limits))),
    )
    return Choice(seat, PlayMonopoly, fields)


@lru_cache(maxsize=4)
def seat_names(seats: int) -> tuple[str, ...]:
    """The kinds of an :class:`Amounts` that counts by seat: ``seat.0`` ..."""
    return tuple(f"seat.{seat}" for seat in range(seats))


NO_ROADS = refuse("no_spot")
