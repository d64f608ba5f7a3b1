"""The set-up: two juniors and two connections each ([T] 3)."""

from __future__ import annotations

from companion.game import Choice, Refusal, Seat
from companion.games.arnika.actions import PlaceConnection, PlaceJunior
from companion.games.arnika.cards import NONE, ONE, Cards, covers, plus
from companion.games.arnika.ending import with_board
from companion.games.arnika.geometry import ALL_EDGES, EDGES_OF_CORNER, Mask
from companion.games.arnika.layout import corner_kinds
from companion.games.arnika.purse import receive
from companion.games.arnika.refusals import ill_timed, refuse
from companion.games.arnika.spots import check_corner, check_edge, set_up_spots, spot_choice, waive, waived_distance
from companion.games.arnika.state import Phase, State, changed


def setup_turn(first: Seat, seats: int, placed: int, order: str) -> Seat:
    """Whose junior comes after ``placed`` juniors: forward, then back in snake order (A-06)."""
    turn = placed if placed < seats or order == "forward" else 2 * seats - 1 - placed
    return Seat((first + turn) % seats)


def check_place_junior(state: State, action: PlaceJunior) -> Refusal | None:
    if refusal := ill_timed(state, action.seat, (Phase.PLACE_JUNIOR,), overrulable=False):
        return refusal
    return check_corner(state, action.corner)


def apply_place_junior(state: State, action: PlaceJunior) -> State:
    """The junior stands, and brings its first cards where the rules say so (A-07)."""
    seat, corner = action.seat, action.corner
    second = state.placed >= len(state.hands)
    pays = {"second": second, "both": True, "none": False}[state.rules.setup_resources]
    cards: Cards = NONE
    if pays:
        for kind in corner_kinds(state.layout, corner):
            more = plus(cards, ONE[kind])
            cards = more if not state.counted or covers(state.bank, more) else cards
    hands, bank = receive(state, seat, cards)
    return with_board(
        state,
        juniors=changed(state.juniors, seat, state.juniors[seat] | 1 << corner),
        placed=state.placed + 1,
        anchor=corner,
        phase=Phase.PLACE_CONNECTION,
        hands=hands,
        bank=bank,
        waived=waived_distance(state, corner),
    )


def choose_place_junior(state: State) -> Choice:
    return spot_choice(state.turn, PlaceJunior, "corner", set_up_spots(state))


def check_place_connection(state: State, action: PlaceConnection) -> Refusal | None:
    if refusal := ill_timed(state, action.seat, (Phase.PLACE_CONNECTION,), overrulable=False):
        return refusal
    if refusal := check_edge(state, action.edge):
        return refusal
    if not _anchored(state) >> action.edge & 1:
        return refuse("not_at_junior")
    return None


def _anchored(state: State) -> Mask:
    """Free edges at the junior just placed; any free edge where corrections left none there."""
    free = ALL_EDGES & ~state.all_connections
    return free if state.anchor is None else EDGES_OF_CORNER[state.anchor] & free or free


def apply_place_connection(state: State, action: PlaceConnection) -> State:
    seats, placed = len(state.hands), state.placed
    done = placed == 2 * seats
    return with_board(
        state,
        connections=changed(state.connections, action.seat, state.connections[action.seat] | 1 << action.edge),
        waived=state.waived if _anchored(state) >> action.edge & 1 else waive(state, "joined"),
        anchor=None,
        phase=Phase.ROLL if done else Phase.PLACE_JUNIOR,
        turn=state.first if done else setup_turn(state.first, seats, placed, state.rules.setup_order),
        turns=1 if done else 0,
    )


def choose_place_connection(state: State) -> Choice:
    return spot_choice(state.turn, PlaceConnection, "edge", _anchored(state))
