"""Where pieces may lie, and why not elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.game import Choice, Refusal, Seat, Spot, Who
from companion.games.arnika.geometry import (
    ALL_CORNERS,
    ALL_EDGES,
    CORNERS,
    CORNERS_BESIDE,
    EDGES,
    Mask,
    corners_at,
    edges_at,
    members,
    too_close,
)
from companion.games.arnika.refusals import refuse
from companion.games.arnika.state import State


def connection_spots(state: State, seat: int) -> Mask:
    """Free edges that touch ``seat``'s pieces, not through another's junior or senior (A-14)."""
    free = ALL_EDGES & ~state.all_connections
    if state.loose[seat].connections > 0:
        return free  # Some of its connections lie where the app does not know.
    own = state.buildings(seat)
    reach = corners_at(state.connections[seat]) & ~state.all_buildings | own
    return edges_at(reach) & free


def junior_spots(state: State, seat: int) -> Mask:
    """Corners on ``seat``'s connections that the distance rule leaves free."""
    free = ALL_CORNERS & ~too_close(state.all_buildings)
    if state.loose[seat].connections > 0:
        return free
    return corners_at(state.connections[seat]) & free


def set_up_spots(state: State) -> Mask:
    return ALL_CORNERS & ~too_close(state.all_buildings)


def check_corner(state: State, corner: int | None) -> Refusal | None:
    if corner is None:
        return refuse("say_where", overrulable=False)
    if not 0 <= corner < CORNERS:
        return refuse("no_such_place", overrulable=False)
    if (owner := state.owner(corner)) is not None:
        return refuse("corner_taken", overrulable=False, who=Who(owner))
    near = CORNERS_BESIDE[corner] & state.all_buildings
    if near:
        owner = state.owner(members(near)[0])
        return refuse("too_close", who=Who(owner if owner is not None else state.turn))
    return None


def check_edge(state: State, edge: int | None) -> Refusal | None:
    if edge is None:
        return refuse("say_where", overrulable=False)
    if not 0 <= edge < EDGES:
        return refuse("no_such_place", overrulable=False)
    if (owner := state.road_owner(edge)) is not None:
        return refuse("edge_taken", overrulable=False, who=Who(owner))
    return None


def waived_distance(state: State, corner: int) -> tuple[str, ...]:
    if CORNERS_BESIDE[corner] & state.all_buildings:
        return waive(state, "distance")
    return state.waived


def waive(state: State, name: str) -> tuple[str, ...]:
    return state.waived if name in state.waived else (*state.waived, name)


@lru_cache(maxsize=1 << 12)
def spot_choice(seat: Seat, action: type[Any], field: str, spots: Mask, refusal: Refusal | None = None) -> Choice:
    return Choice(seat, action, ((field, Spot(field, members(spots))),), refusal)
