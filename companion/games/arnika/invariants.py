"""What must be true of every state, whatever was played, overruled, corrected or undone."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt

from companion.games.arnika.cards import CONNECTIONS, DECK, JUNIORS, OF_EACH, SENIORS
from companion.games.arnika.geometry import CORNERS_BESIDE, corners_at, edges_at, members
from companion.games.arnika.hands import possible
from companion.games.arnika.longest import holder
from companion.games.arnika.scoring import parts
from companion.games.arnika.state import Phase, State, lengths_of


def broken(state: State, thorough: bool) -> Iterator[str]:
    """What is broken in ``state``."""
    yield from _cards(state)
    yield from _pieces(state)
    yield from _flow(state)
    if thorough:
        yield from _board(state)
        yield from _points(state)
        if state.counted and not possible(state.hands, state.bank):
            yield "no deal of the cards fits the hands and the bank"


def _cards(state: State) -> Iterator[str]:
    if min(hand.size for hand in state.hands) < 0:
        yield "a hand is negative"
    if state.counted:
        if min(state.bank) < 0 or max(state.bank) > OF_EACH:
            yield f"the bank holds {state.bank}"
        if sum(hand.size for hand in state.hands) + sum(state.bank) != OF_EACH * 5:
            yield "hands and bank are not 95 cards"
        for seat, hand in enumerate(state.hands):
            if any(map(gt, hand.least, hand.most)) or min(hand.least) < 0:
                yield f"seat {seat}: a range is empty"
            if not sum(hand.least) <= hand.size <= sum(hand.most):
                yield f"seat {seat}: the ranges miss the hand's size"
        columns = (
            zip(*(hand.least for hand in state.hands), strict=True),
            zip(*(hand.most for hand in state.hands), strict=True),
        )
        for kind, (left, low, high) in enumerate(zip(state.bank, *columns, strict=True)):
            if not sum(low) <= OF_EACH - left <= sum(high):
                yield f"kind {kind}: 19 cards do not add up"
    out_of_deck = sum(state.used) + sum(d.unplayed for d in state.development)
    if state.deck + out_of_deck != DECK or state.deck < 0:
        yield "development cards do not add up to 25"


def _pieces(state: State) -> Iterator[str]:
    for seat in state.seats:
        counts = (
            ("juniors", state.juniors_of(seat), JUNIORS),
            ("seniors", state.seniors_of(seat), SENIORS),
            ("connections", state.connections_of(seat), CONNECTIONS),
        )
        for name, n, limit in counts:
            if not 0 <= n <= limit:
                yield f"seat {seat}: {n} {name}"
    corners = edges = 0
    for seat in state.seats:
        if state.juniors[seat] & state.seniors[seat] or state.buildings(seat) & corners:
            yield "two pieces at one corner"
        if state.connections[seat] & edges:
            yield "two connections on one edge"
        corners |= state.buildings(seat)
        edges |= state.connections[seat]


def _flow(state: State) -> Iterator[str]:
    if state.phase in (Phase.DISCARD, Phase.LOSE) and not any(state.due):
        yield f"{state.phase.value} waits for nobody"
    if (state.phase is Phase.OVER) != (state.winner is not None):
        yield "over and won are not the same"
    if state.phase is Phase.ROADS and not state.free:
        yield "free connections without any"
    if any(offer.seat != state.turn and state.turn not in offer.asked for offer in state.offers):
        yield "an offer between two others"


def _board(state: State) -> Iterator[str]:
    buildings = state.all_buildings
    if "distance" not in state.waived and any(CORNERS_BESIDE[c] & buildings for c in members(buildings)):
        yield "two pieces side by side"
    if state.map and "joined" not in state.waived:
        for seat in state.seats:
            if state.loose[seat].connections <= 0 and not _joined(state, seat):
                yield f"seat {seat}: a connection touches nothing"
    if state.lengths != lengths_of(state.connections, state.juniors, state.seniors):
        yield "chain lengths are stale"
    if state.map and "longest" not in state.waived and not any(loose.connections for loose in state.loose):
        found = holder(state.longest, state.lengths)
        if found != state.longest:
            yield f"longest connection lies with {state.longest}, not {found}"


def _joined(state: State, seat: int) -> bool:
    """Whether every connection leads back to one of the seat's buildings (or, in the set-up, awaits none)."""
    reached, fresh = 0, edges_at(state.buildings(seat)) & state.connections[seat]
    while fresh:
        reached |= fresh
        fresh = edges_at(corners_at(reached)) & state.connections[seat] & ~reached
    return reached == state.connections[seat]


def _points(state: State) -> Iterator[str]:
    for seat in state.seats:
        if sum(part.points for part in parts(state, seat)) != state.points(seat):
            yield f"seat {seat}: parts and points differ"
