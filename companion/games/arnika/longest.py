"""The longest connection: the longest chain of one seat's connections, forks not counted, and who holds the card.

A chain never uses a connection twice and may pass a corner twice. It may end at another seat's junior or senior, never
pass it (A-13); the seat's own pieces don't matter. A circle counts whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.games.arnika.geometry import EDGES_OF_CORNER, ENDS, STEPS, Mask, corners_at, edges_at, members, union

LEAST = 5
"""Connections that the card asks for."""


@lru_cache(maxsize=1 << 14)
def chain_length(connections: Mask, blocked: Mask) -> int:
    """How many edges a longest chain has; ``blocked`` are the corners with other seats' pieces."""
    best = 0
    for part, levels in _parts(connections, blocked):
        if part.bit_count() > best:
            best = max(best, len(levels or _searched(part, blocked)))
    return best


@lru_cache(maxsize=1 << 8)
def longest_chain(connections: Mask, blocked: Mask) -> tuple[int, ...]:
    """The edges of a longest chain in order; ``blocked`` are the corners with other seats' pieces."""
    best: tuple[int, ...] = ()
    for part, levels in _parts(connections, blocked):
        if part.bit_count() > len(best):
            best = max(best, _traced(levels, blocked) if levels else _searched(part, blocked), key=len)
    return best


def _parts(connections: Mask, blocked: Mask) -> Iterator[tuple[Mask, list[Mask]]]:
    """What hangs together without passing a blocked corner, and the levels of a longest chain where it has no circle.

    What is farthest from any edge of a tree is one end of a longest chain; what is farthest from there is the other.
    """
    left = connections
    while left:
        levels = _levels(left & -left, left, blocked)
        part = union(levels)
        left &= ~part
        circles = _ends(part, blocked) != part.bit_count() + 1
        yield part, [] if circles else _levels(levels[-1] & -levels[-1], part, blocked)


def _levels(seed: Mask, connections: Mask, blocked: Mask) -> list[Mask]:
    """The ``connections`` that hang together with ``seed``: itself, those beside it, those beside these ..."""
    levels = []
    while seed:
        levels.append(seed)
        connections &= ~seed
        seed = edges_at(corners_at(seed) & ~blocked) & connections
    return levels


def _ends(part: Mask, blocked: Mask) -> int:
    """The corners of ``part``, a blocked one counted for each connection that ends there."""
    corners = corners_at(part)
    cut = sum((EDGES_OF_CORNER[corner] & part).bit_count() for corner in members(corners & blocked))
    return (corners & ~blocked).bit_count() + cut


def _traced(levels: list[Mask], blocked: Mask) -> tuple[int, ...]:
    """The chain that leads through all ``levels`` of a tree, from its last edge back to the first."""
    edge = levels[-1] & -levels[-1]
    chain = [edge]
    for level in reversed(levels[:-1]):
        edge = edges_at(corners_at(edge) & ~blocked) & level
        chain.append(edge)
    return tuple(edge.bit_length() - 1 for edge in chain)


def _searched(part: Mask, blocked: Mask) -> tuple[int, ...]:
    """The longest chain within ``part``, which hangs together and has circles: the ways are walked one by one.

    A chain that can't be made longer ends where every connection is used up: at an odd corner (one or three of them)
    or at a blocked one. Only a lone circle has none, so the walks start there alone. A chain has two ends, so for each
    two odd ends more it leaves out a connection at least: when one is as long as that allows, no other is looked for.
    """
    steps = {c: [way for way in STEPS[c] if part >> way[0] & 1] for c in members(corners_at(part))}
    starts = [corner for corner, ways in steps.items() if blocked >> corner & 1 or len(ways) != 2]
    odd = sum(len(steps[corner]) if blocked >> corner & 1 else 1 for corner in starts)
    enough = part.bit_count() - max(0, odd // 2 - 1)
    best: list[int] = []
    chain: list[int] = []

    def walk(corner: int, used: Mask) -> bool:
        """Whether a chain that is long enough was found."""
        for edge, end in steps[corner]:
            if used >> edge & 1:
                continue
            chain.append(edge)
            if len(chain) > len(best):
                best[:] = chain
                if len(best) == enough:
                    return True
            if not blocked >> end & 1 and walk(end, used | 1 << edge):
                return True
            chain.pop()
        return False

    any(walk(start, 0) for start in starts or steps)
    return tuple(best)


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
