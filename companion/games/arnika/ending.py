"""When a match is won: ten points in the own turn, at once ([T] 5)."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.arnika.refusals import SET_UP
from companion.games.arnika.state import Phase, State, holder_of, lengths_of

replace = msgspec.structs.replace


def settled(state: State) -> State:
    """``state``, over if the seat whose turn it is has enough points that everybody sees."""
    if state.winner is not None or state.phase in SET_UP or state.points(state.turn) < state.rules.goal:
        return state
    return replace(state, phase=Phase.OVER, winner=state.turn, offers=(), due=(), free=0)


def with_board(state: State, **changes: Any) -> State:
    """``state`` with pieces changed: chains measured anew, the card passed on, the end looked at.

    Measured from scratch after every placement of anybody, as another's junior can cut a chain.
    """
    state = replace(state, **changes)
    lengths = lengths_of(state.connections, state.juniors, state.seniors)
    if lengths == state.lengths:
        return settled(state)
    longest = holder_of(state.longest, lengths) if state.map else state.longest
    return settled(replace(state, lengths=lengths, longest=longest))
