"""What lies on the board, set right: pieces, hexes, harbours, the crisis. See :mod:`.correcting`."""

from __future__ import annotations

from companion.game import Refusal, Who
from companion.games.arnika.actions import (
    CorrectCrisis,
    CorrectHarbour,
    CorrectHex,
    CorrectPieces,
    PutPiece,
    TakePiece,
)
from companion.games.arnika.cards import CONNECTIONS, DESERT, JUNIORS, KINDS, SENIORS, TERRAINS
from companion.games.arnika.ending import replace, with_board
from companion.games.arnika.geometry import COAST, CORNERS, CORNERS_BESIDE, EDGES, HEXES
from companion.games.arnika.layout import ANY, NUMBERS, Layout
from companion.games.arnika.refusals import NO_SUCH_PLACE, NO_SUCH_SEAT, refuse, sits
from companion.games.arnika.spots import connection_spots, waive
from companion.games.arnika.state import Loose, State, changed

# ------------------------------------------------------------------------------------------ pieces


def check_put(state: State, action: PutPiece) -> Refusal | None:
    whose, place = action.whose, action.place
    if not sits(state, whose):
        return NO_SUCH_SEAT
    if not state.map:
        return refuse("map_off", overrulable=False)
    match action.kind:
        case "connection":
            if not 0 <= place < EDGES:
                return NO_SUCH_PLACE
            if (owner := state.road_owner(place)) is not None:
                return refuse("edge_taken", overrulable=False, who=Who(owner))
            if state.connections_of(whose) - max(0, state.loose[whose].connections) >= CONNECTIONS:
                return refuse("no_connection_left", overrulable=False, who=Who(whose), n=CONNECTIONS)
        case "junior" | "senior":
            if not 0 <= place < CORNERS:
                return NO_SUCH_PLACE
            if (owner := state.owner(place)) is not None and owner != whose:
                return refuse("corner_taken", overrulable=False, who=Who(owner))
            junior = action.kind == "junior"
            pieces, limit = (state.juniors, JUNIORS) if junior else (state.seniors, SENIORS)
            if pieces[whose] >> place & 1:
                return refuse("corner_taken", overrulable=False, who=Who(whose))
            if pieces[whose].bit_count() >= limit:
                return refuse(f"no_{action.kind}_left", overrulable=False, who=Who(whose), n=limit)
        case _:
            return NO_SUCH_PLACE
    return None


def apply_put(state: State, action: PutPiece) -> State:
    """The piece lies there; one that was counted without a place is it."""
    whose, place, loose = action.whose, action.place, state.loose[action.whose]
    bit = 1 << place
    juniors, seniors, connections = state.juniors[whose], state.seniors[whose], state.connections[whose]
    waived = state.waived
    match action.kind:
        case "connection":
            if loose.connections > 0 or not connection_spots(state, whose) & bit:
                waived = waive(state, "joined")
            connections |= bit
            loose = Loose(loose.juniors, loose.seniors, _less(loose.connections))
        case "junior":
            juniors, seniors = juniors | bit, seniors & ~bit
            loose = Loose(_less(loose.juniors), loose.seniors, loose.connections)
        case _:
            juniors, seniors = juniors & ~bit, seniors | bit
            loose = Loose(loose.juniors, _less(loose.seniors), loose.connections)
    if action.kind != "connection":
        if CORNERS_BESIDE[place] & state.all_buildings:
            waived = waive(replace(state, waived=waived), "distance")
        waived = waive(replace(state, waived=waived), "joined")
    return with_board(
        state,
        juniors=changed(state.juniors, whose, juniors),
        seniors=changed(state.seniors, whose, seniors),
        connections=changed(state.connections, whose, connections),
        loose=(*state.loose[:whose], loose, *state.loose[whose + 1 :]),
        waived=waived,
    )


def _less(n: int) -> int:
    """One fewer without a place, if there is one."""
    return n - 1 if n > 0 else n


def check_take(state: State, action: TakePiece) -> Refusal | None:
    pieces = {"connection": state.connections, "junior": state.juniors, "senior": state.seniors}.get(action.kind)
    if pieces is None or action.place < 0 or not any(mask >> action.place & 1 for mask in pieces):
        return refuse("no_piece_there", overrulable=False)
    return None


def apply_take(state: State, action: TakePiece) -> State:
    gone = ~(1 << action.place)
    changes: dict[str, tuple[int, ...]] = {}
    match action.kind:
        case "connection":
            changes["connections"] = tuple(mask & gone for mask in state.connections)
        case "junior":
            changes["juniors"] = tuple(mask & gone for mask in state.juniors)
        case _:
            changes["seniors"] = tuple(mask & gone for mask in state.seniors)
    return with_board(state, **changes, waived=waive(state, "joined"))


def check_pieces(state: State, action: CorrectPieces) -> Refusal | None:
    if not sits(state, action.whose):
        return NO_SUCH_SEAT
    counts = ((action.juniors, JUNIORS), (action.seniors, SENIORS), (action.connections, CONNECTIONS))
    if any(not 0 <= n <= limit for n, limit in counts):
        return refuse("not_so_many_pieces", overrulable=False)
    return None


def apply_pieces(state: State, action: CorrectPieces) -> State:
    whose = action.whose
    loose = Loose(
        action.juniors - state.juniors[whose].bit_count(),
        action.seniors - state.seniors[whose].bit_count(),
        action.connections - state.connections[whose].bit_count(),
    )
    # Some may have been joined to what had no place before.
    waived = waive(state, "joined") if state.loose[whose].connections > 0 else state.waived
    return with_board(state, loose=(*state.loose[:whose], loose, *state.loose[whose + 1 :]), waived=waived)


# ------------------------------------------------------------------------------------------ board


def check_hex(state: State, action: CorrectHex) -> Refusal | None:
    if not state.layout.terrain:
        return refuse("map_off", overrulable=False)
    if not 0 <= action.hex < HEXES or action.terrain not in TERRAINS:
        return NO_SUCH_PLACE
    if action.number is not None and (action.number not in NUMBERS or action.terrain == DESERT):
        return refuse("no_such_number", overrulable=False)
    if action.terrain != DESERT and state.layout.deserts == (action.hex,):
        return refuse("last_desert", overrulable=False)
    return None


def apply_hex(state: State, action: CorrectHex) -> State:
    layout, i = state.layout, action.hex
    terrain = (*layout.terrain[:i], action.terrain, *layout.terrain[i + 1 :])
    numbers = (*layout.numbers[:i], action.number, *layout.numbers[i + 1 :])
    return replace(state, layout=Layout(terrain, numbers, layout.harbours))


def check_harbour(state: State, action: CorrectHarbour) -> Refusal | None:
    if not state.layout.terrain:
        return refuse("map_off", overrulable=False)
    if action.edge not in COAST or action.kind not in (*KINDS, ANY, None):
        return NO_SUCH_PLACE
    return None


def apply_harbour(state: State, action: CorrectHarbour) -> State:
    harbours = dict(state.layout.harbours)
    harbours.pop(action.edge, None)
    if action.kind is not None:
        harbours[action.edge] = action.kind
    layout = Layout(state.layout.terrain, state.layout.numbers, tuple(sorted(harbours.items())))
    return replace(state, layout=layout)


def check_crisis(state: State, action: CorrectCrisis) -> Refusal | None:
    if not state.layout.terrain:
        return refuse("map_off", overrulable=False)
    return None if 0 <= action.hex < HEXES else NO_SUCH_PLACE


def apply_crisis(state: State, action: CorrectCrisis) -> State:
    return replace(state, crisis=action.hex)
