"""Connections, juniors and seniors in play: where, at what cost, how many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from companion.game import Action, Choice, Refusal, Seat, Who
from companion.games.arnika.actions import BuildConnection, BuildJunior, BuildSenior, StopRoads
from companion.games.arnika.cards import CONNECTION_COST, CONNECTIONS, JUNIOR_COST, JUNIORS, SENIOR_COST, SENIORS, Cards
from companion.games.arnika.ending import replace, with_board
from companion.games.arnika.geometry import CORNERS, EDGES, EDGES_OF_CORNER, ENDS, Mask, corners_at
from companion.games.arnika.purse import check_cost, missing_for_each, pay
from companion.games.arnika.refusals import firmest, ill_timed, refuse
from companion.games.arnika.spots import (
    barred_choice,
    check_corner,
    check_edge,
    connection_spots,
    junior_spots,
    spot_choice,
    waive,
    waived_distance,
)
from companion.games.arnika.state import Loose, Phase, State, changed

PLAYING = (Phase.PLAY,)
BUILDING = (Phase.PLAY, Phase.ROADS)
NOT_JOINED = refuse("not_joined")
NO_OWN_JUNIOR = refuse("no_own_junior", overrulable=False)


def check_connection(state: State, action: BuildConnection) -> Refusal | None:
    seat = action.seat
    late = ill_timed(state, seat, BUILDING)
    if state.connections_of(seat) >= CONNECTIONS:
        return firmest(late, _none_left(seat, "connection", CONNECTIONS))
    apart = None
    if state.map:
        edge = action.edge
        if edge is None or not 0 <= edge < EDGES or not connection_spots(state, seat) >> edge & 1:
            apart = check_edge(state, edge) or _unjoined(state, seat, edge)
    elif action.edge is not None:
        return refuse("map_off", overrulable=False)
    free = state.free and seat == state.turn
    short = None if free else check_cost(state, seat, CONNECTION_COST)
    return firmest(late, apart, short)


def _unjoined(state: State, seat: Seat, edge: int | None) -> Refusal:
    """Why a free ``edge`` is out of reach: whose piece stands between it and ``seat``'s connections (A-14), if one."""
    if edge is not None:
        for corner in ENDS[edge]:
            owner = state.owner(corner)
            if owner is not None and owner != seat and EDGES_OF_CORNER[corner] & state.connections[seat]:
                return refuse("passes_piece", who=Who(owner))
    return NOT_JOINED


def apply_connection(state: State, action: BuildConnection) -> State:
    seat, edge = action.seat, action.edge
    free = state.free > 0 and seat == state.turn
    changes: dict[str, Any] = {}
    if edge is None:
        changes["loose"] = _loosened(state, seat, connections=1)
    else:
        changes["connections"] = changed(state.connections, seat, state.connections[seat] | 1 << edge)
        if not connection_spots(state, seat) >> edge & 1:
            changes["waived"] = waive(state, "joined")
    if free:
        return roads_left(with_board(state, **changes, free=state.free - 1))
    changes["hands"], changes["bank"] = pay(state, seat, CONNECTION_COST)
    return with_board(state, **changes, built=True)


def roads_left(state: State) -> State:
    """``state`` in the phase that fits its free connections: on with the turn when none can be placed."""
    if state.phase is Phase.OVER:
        return state
    seat = state.turn
    can = state.connections_of(seat) < CONNECTIONS and (not state.map or connection_spots(state, seat))
    if state.free and can:
        return replace(state, phase=Phase.ROADS)
    return replace(state, free=0, phase=Phase.PLAY if state.rolled else Phase.ROLL)


def check_stop_roads(state: State, action: StopRoads) -> Refusal | None:
    return ill_timed(state, action.seat, (Phase.ROADS,), overrulable=False)


def apply_stop_roads(state: State, action: StopRoads) -> State:
    return roads_left(replace(state, free=0))


def choose_free_connection(state: State) -> Choice:
    return choose_builds(state, missing_for_each(state, state.turn))[0]


def choose_stop_roads(state: State) -> Choice:
    return Choice(state.turn, StopRoads)


def choose_builds(state: State, short: Sequence[Cards | None]) -> list[Choice]:
    """A connection, a junior, a senior: each a button, greyed where it can't be; ``short`` as ``missing_for_each``."""
    if not state.map:
        return _counted_choices(state)
    return [_choose_connection(state, short[0]), _choose_junior(state, short[1]), _choose_senior(state, short[2])]


def _choose_connection(state: State, short: Cards | None) -> Choice:
    """A connection, free by a card or paid; ``short`` is what is missing for it."""
    seat = state.turn
    spots = connection_spots(state, seat)
    if state.connections_of(seat) >= CONNECTIONS:
        return barred_choice(seat, BuildConnection, "edge", "no_connection_left", CONNECTIONS)
    if state.free and spots:
        return spot_choice(seat, BuildConnection, "edge", spots)
    return _offered(seat, BuildConnection, "edge", spots, short)


def _offered(seat: Seat, action: type[Action], field: str, spots: Mask, short: Cards | None) -> Choice:
    """``action`` as a button: greyed without a place for it or without the cards."""
    if not spots:
        return barred_choice(seat, action, field, "no_spot")
    return spot_choice(seat, action, field, spots, short)


# ------------------------------------------------------------------------------------------ juniors and seniors


def check_junior(state: State, action: BuildJunior) -> Refusal | None:
    seat, corner = action.seat, action.corner
    late = ill_timed(state, seat, PLAYING)
    if state.juniors_of(seat) >= JUNIORS:
        return firmest(late, _none_left(seat, "junior", JUNIORS))
    apart = None
    if state.map:
        if corner is None or not 0 <= corner < CORNERS or not junior_spots(state, seat) >> corner & 1:
            apart = check_corner(state, corner) or NOT_JOINED
    elif corner is not None:
        return refuse("map_off", overrulable=False)
    return firmest(late, apart, check_cost(state, seat, JUNIOR_COST))


def apply_junior(state: State, action: BuildJunior) -> State:
    seat, corner = action.seat, action.corner
    hands, bank = pay(state, seat, JUNIOR_COST)
    changes: dict[str, Any] = {}
    if corner is None:
        changes["loose"] = _loosened(state, seat, juniors=1)
    else:
        changes["juniors"] = changed(state.juniors, seat, state.juniors[seat] | 1 << corner)
        waived = waived_distance(state, corner)
        if not corners_at(state.connections[seat]) >> corner & 1 and "joined" not in waived:
            waived = (*waived, "joined") if state.loose[seat].connections <= 0 else waived
        changes["waived"] = waived
    return with_board(state, **changes, hands=hands, bank=bank, built=True)


def _choose_junior(state: State, short: Cards | None) -> Choice:
    seat = state.turn
    if state.juniors_of(seat) >= JUNIORS:
        return barred_choice(seat, BuildJunior, "corner", "no_junior_left", JUNIORS)
    return _offered(seat, BuildJunior, "corner", junior_spots(state, seat), short)


def check_senior(state: State, action: BuildSenior) -> Refusal | None:
    seat, corner = action.seat, action.corner
    late = ill_timed(state, seat, PLAYING)
    if state.seniors_of(seat) >= SENIORS:
        return firmest(late, _none_left(seat, "senior", SENIORS))
    if state.map:
        if corner is None:
            return refuse("say_where", overrulable=False)
        if not 0 <= corner < CORNERS or not state.juniors[seat] >> corner & 1:
            return NO_OWN_JUNIOR
    elif corner is not None:
        return refuse("map_off", overrulable=False)
    if state.juniors_of(seat) < 1:
        return NO_OWN_JUNIOR
    return firmest(late, check_cost(state, seat, SENIOR_COST))


def apply_senior(state: State, action: BuildSenior) -> State:
    seat, corner = action.seat, action.corner
    hands, bank = pay(state, seat, SENIOR_COST)
    changes: dict[str, Any] = {}
    if corner is None:
        changes["loose"] = _loosened(state, seat, juniors=-1, seniors=1)
    else:
        changes["juniors"] = changed(state.juniors, seat, state.juniors[seat] & ~(1 << corner))
        changes["seniors"] = changed(state.seniors, seat, state.seniors[seat] | 1 << corner)
    return with_board(state, **changes, hands=hands, bank=bank, built=True)


def _choose_senior(state: State, short: Cards | None) -> Choice:
    seat = state.turn
    if state.seniors_of(seat) >= SENIORS:
        return barred_choice(seat, BuildSenior, "corner", "no_senior_left", SENIORS)
    if not state.juniors[seat] or state.juniors_of(seat) < 1:
        return barred_choice(seat, BuildSenior, "corner", "no_own_junior")
    return _offered(seat, BuildSenior, "corner", state.juniors[seat], short)


@lru_cache(maxsize=64)
def _none_left(seat: Seat, piece: str, n: int) -> Refusal:
    """All pieces of a kind are on the board: no state could hold one more."""
    return refuse(f"no_{piece}_left", overrulable=False, who=Who(seat), n=n)


def _loosened(state: State, seat: int, juniors: int = 0, seniors: int = 0, connections: int = 0) -> tuple[Loose, ...]:
    old = state.loose[seat]
    new = Loose(old.juniors + juniors, old.seniors + seniors, old.connections + connections)
    return (*state.loose[:seat], new, *state.loose[seat + 1 :])


def _counted_choices(state: State) -> list[Choice]:
    """The builds where the map is not followed: no place is asked."""
    seat = state.turn
    return [
        _counted_choice(seat, BuildConnection, "edge", check_connection(state, BuildConnection(seat))),
        _counted_choice(seat, BuildJunior, "corner", check_junior(state, BuildJunior(seat))),
        _counted_choice(seat, BuildSenior, "corner", check_senior(state, BuildSenior(seat))),
    ]


@lru_cache(maxsize=256)
def _counted_choice(seat: Seat, action: type[Any], field: str, refusal: Refusal | None) -> Choice:
    return Choice(seat, action, (), refusal, ((field, None),))
