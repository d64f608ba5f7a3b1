"""Where pieces may lie, and why not elsewhere."""

from __future__ import annotations

from functools import lru_cache

from companion.game import Action, Choice, Refusal, Seat, Spot, Who
from companion.games.arnika.cards import Cards
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
    union,
)
from companion.games.arnika.refusals import lacking, refuse
from companion.games.arnika.state import State

Masks = tuple[Mask, ...]


def connection_spots(state: State, seat: int) -> Mask:
    """Free edges that touch ``seat``'s pieces, not through another's junior or senior (A-14)."""
    if state.loose[seat].connections > 0:
        return ALL_EDGES & ~state.all_connections  # Some of its connections lie where the app does not know.
    return _reachable_edges(seat, state.juniors, state.seniors, state.connections)


@lru_cache(maxsize=1 << 12)
def _reachable_edges(seat: int, juniors: Masks, seniors: Masks, connections: Masks) -> Mask:
    buildings = union(juniors) | union(seniors)
    reach = corners_at(connections[seat]) & ~buildings | juniors[seat] | seniors[seat]
    return edges_at(reach) & ALL_EDGES & ~union(connections)


def junior_spots(state: State, seat: int) -> Mask:
    """Corners on ``seat``'s connections that the distance rule leaves free."""
    if state.loose[seat].connections > 0:
        return set_up_spots(state)
    return _reachable_corners(state.juniors, state.seniors, state.connections[seat])


@lru_cache(maxsize=1 << 12)
def _reachable_corners(juniors: Masks, seniors: Masks, connections: Mask) -> Mask:
    return corners_at(connections) & ALL_CORNERS & ~too_close(union(juniors) | union(seniors))


def set_up_spots(state: State) -> Mask:
    """Corners that the distance rule leaves free."""
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


def spot_choice(seat: Seat, action: type[Action], field: str, spots: Mask, short: Cards | None = None) -> Choice:
    """``action`` at one of ``spots``; greyed where ``seat`` lacks the cards ``short``."""
    return Choice(seat, action, _blank(field, spots), None if short is None else lacking(seat, short))


@lru_cache(maxsize=1 << 12)
def _blank(field: str, spots: Mask) -> tuple[tuple[str, Spot]]:
    return ((field, Spot(field, members(spots))),)


@lru_cache(maxsize=1 << 10)
def barred_choice(seat: Seat, action: type[Action], field: str, code: str, n: int = 0) -> Choice:
    """The same without a place or a piece for it: ``code`` says why."""
    refusal = refuse(code, overrulable=False, who=Who(seat), n=n) if n else refuse(code, overrulable=False)
    return Choice(seat, action, ((field, Spot(field, ())),), refusal)
