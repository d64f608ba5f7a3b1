"""The longest connection: the longest chain of one seat's connections, forks not counted, and who holds the card.

A chain never uses a connection twice and may pass a corner twice. It may end at another seat's junior or senior, never
pass it (A-13); the seat's own pieces don't matter. A circle counts whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.games.arnika.geometry import EDGES_OF_CORNER, ENDS, STEPS, Mask, corners_at, members

LEAST = 5
"""Connections that the card asks for."""


@lru_cache(maxsize=1 << 14)
def longest_chain(connections: Mask, blocked: Mask) -> tuple[int, ...]:
    """The edges of a longest chain in order; ``blocked`` are the corners with other seats' pieces.

    A chain that can't be made longer ends where every connection is used up: at a corner with one or three of them,
    or at a blocked one. Only a lone circle has no such corner. So the search starts there alone, and it stops when a
    chain uses all that hangs together. Without circles two walks are enough.
    """
    best: tuple[int, ...] = ()
    left = connections
    while left:
        part = _joined(left & -left, connections, blocked)
        left &= ~part
        if part.bit_count() > len(best):
            chain = _chain_in(part, blocked)
            if len(chain) > len(best):
                best = chain
    return best


def _joined(seed: Mask, connections: Mask, blocked: Mask) -> Mask:
    """The connections that hang together with ``seed`` without passing a blocked corner."""
    part, fresh = seed, seed
    while fresh:
        corners = corners_at(fresh) & ~blocked
        fresh = 0
        for corner in members(corners):
            fresh |= EDGES_OF_CORNER[corner]
        fresh &= connections & ~part
        part |= fresh
    return part


def _chain_in(part: Mask, blocked: Mask) -> tuple[int, ...]:
    """The longest chain within ``part``, which hangs together."""
    total = part.bit_count()
    corners = members(corners_at(part))
    steps = {corner: [way for way in STEPS[corner] if part >> way[0] & 1] for corner in corners}
    starts, ends = [], 0
    for corner in corners:
        n = len(steps[corner])
        if blocked >> corner & 1:
            ends += n
            starts.append(corner)
        else:
            ends += 1
            if n != 2:
                starts.append(corner)
    best: list[int] = []
    chain: list[int] = []
    far = -1

    def walk(corner: int, used: Mask) -> bool:
        """Whether all of ``part`` was used: no chain is longer. ``far`` is where the best chain ends."""
        nonlocal far
        for edge, end in steps[corner]:
            if used >> edge & 1:
                continue
            chain.append(edge)
            if len(chain) > len(best):
                best[:] = chain
                far = end
                if len(best) == total:
                    return True
            if not blocked >> end & 1 and walk(end, used | 1 << edge):
                return True
            chain.pop()
        return False

    if ends == total + 1:  # A tree: what is farthest from anywhere is one end of a longest chain.
        walk(starts[0], 0) or walk(far, 0)
    else:
        any(walk(start, 0) for start in starts or corners[:1])
    return tuple(best)


def chain_length(connections: Mask, blocked: Mask) -> int:
    return len(longest_chain(connections, blocked))


def holder(before: int | None, lengths: Sequence[int]) -> int | None:
    """Who holds the card now, from who held it and the lengths alone.

    The holder keeps it on a tie. When others are longer, or the holder fell under five, it goes to the single longest;
    several equal: it is set aside (rules of the published game, [P3] [P4]).
    """
    longest = max(lengths, default=0)
    if longest < LEAST:
        return None
    if before is not None and lengths[before] == longest:
        return before
    leaders = [seat for seat, length in enumerate(lengths) if length == longest]
    return leaders[0] if len(leaders) == 1 else None


def corners_of_chain(chain: Sequence[int]) -> tuple[int, ...]:
    """The corners that a chain of edges passes, in order, for drawing it."""
    if not chain:
        return ()
    if len(chain) == 1:
        return ENDS[chain[0]]
    first, second = ENDS[chain[0]], ENDS[chain[1]]
    start = first[0] if first[1] in second else first[1]
    corners = [start]
    for edge in chain:
        a, b = ENDS[edge]
        corners.append(b if corners[-1] == a else a)
    return tuple(corners)
