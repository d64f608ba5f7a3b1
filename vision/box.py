"""What is in the box as a prior: how likely each value is on each hex, given that the whole set lies on the board.

A set that lies as the box says is one of very many arrangements; how well these explain the picture against "anything
at all" tells whether the box's word holds for this board. Where it does not, it is not used.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Shares = NDArray[np.float64]

KEPT_SET = 0.8
"""How often a board has exactly the box's set lying on it."""
MOST_STATES = 200_000


def with_box(likely: Shares, boxes: dict[tuple[int, ...], float], usual: Shares) -> tuple[Shares, float]:
    """Shares of each value on each hex, and how likely it is that the set lies on the board as a box has it.

    ``likely`` (n, k): how likely the picture is for each value at each place. ``boxes``: how many of each value the
    box holds, n in all, or several such sets with how likely each is; without any that fits the box says nothing.
    ``usual`` (n, k): how likely each value is at each place where sets of any kind are possible.
    """
    free = likely * usual
    any_set = free.sum(1, keepdims=True)
    alone = free / any_set
    fitting = {box: share for box, share in boxes.items() if sum(box) == len(likely) and min(box) >= 0}
    if not fitting or np.prod(np.max(list(fitting), axis=0) + 1.0) > MOST_STATES:
        return alone, 0.0
    shares, log_mean = arrangements(likely, fitting)
    odds = np.log(KEPT_SET / (1 - KEPT_SET)) + log_mean - float(np.log(any_set).sum())
    kept = float(1 / (1 + np.exp(-np.clip(odds, -50, 50))))
    mixed = kept * shares + (1 - kept) * alone
    overruled = (mixed.argmax(1) != alone.argmax(1))[:, None]
    # Sets in the wild are not always the box's: where it overrules the picture, that is never done in silence.
    return np.where(overruled, 0.9 * mixed + 0.1 * alone, mixed), kept


def arrangements(likely: Shares, boxes: dict[tuple[int, ...], float]) -> tuple[Shares, float]:
    """Over all arrangements of the ``boxes``: the share of each value at each place (n, k),
    and the logarithm of the mean likelihood. Exact: the sums over what is used up after each place, forward and
    backward."""
    places = len(likely)
    most = tuple(int(n) for n in np.max(list(boxes), axis=0))
    levels, number = _lattice(most, places)
    scaled = likely / likely.max(1, keepdims=True)
    before, heights = [np.array([1.0, 0.0])], []
    for level, row in zip(levels, scaled, strict=True):
        total = np.zeros(level.sources.shape[1] + 1)  # the last stands for no state
        np.einsum("vs,v->s", before[-1].take(level.sources), row, out=total[:-1])
        heights.append(total.max())
        before.append(total / heights[-1])
    after = np.zeros(len(before[-1]))
    for box, share in boxes.items():
        after[number[box]] = float(np.exp(-_log_ways(box))) * share
    log_sum = float(np.log(likely.max(1)).sum() + np.log(heights).sum())
    log_sum += float(np.log(max(float((before[-1] * after).sum()), 1e-300)))
    shares = np.zeros_like(likely)
    for level, row, ways, share in reversed(list(zip(levels, scaled, before, shares, strict=False))):
        reached = after.take(level.targets)
        np.einsum("vs,s->v", reached, ways[:-1], out=share)
        after = np.zeros(len(ways))
        np.einsum("vs,v->s", reached, row, out=after[:-1])
        after /= after.max()
    shares *= scaled
    shares /= shares.sum(1, keepdims=True)
    return shares, log_sum


class _Level(NamedTuple):
    """The steps of one place, between states (how many of each value are used up) before it and after: ``sources``
    (values, after) says from which state each is reached by each value, ``targets`` (values, before) to which each
    leads; one number more than there are stands for none."""

    sources: NDArray[np.intp]
    targets: NDArray[np.intp]


@lru_cache(maxsize=8)
def _lattice(most: tuple[int, ...], places: int) -> tuple[tuple[_Level, ...], NDArray[np.intp]]:
    """The steps of each place, and the number of each state among those in which as many values are used up."""
    shape = tuple(c + 1 for c in most)
    used = np.indices(shape).reshape(len(most), -1)
    total = used.sum(0)
    number = np.zeros(total.shape, np.intp)
    states = [np.flatnonzero(total == level) for level in range(places + 1)]
    for here in states:
        number[here] = np.arange(len(here))
    strides = np.array([int(np.prod(shape[v + 1 :])) for v in range(len(most))])

    def beside(here: NDArray[np.intp], there: NDArray[np.intp], step: int) -> NDArray[np.intp]:
        found = np.full((len(most), len(here)), len(there))
        for v, cap in enumerate(most):
            inside = (used[v, here] + step >= 0) & (used[v, here] + step <= cap)
            found[v, inside] = number[here[inside] + step * strides[v]]
        return found

    pairs = pairwise(states)
    levels = tuple(_Level(beside(after, before, -1), beside(before, after, 1)) for before, after in pairs)
    return levels, number.reshape(shape)


@lru_cache(maxsize=256)
def _log_ways(counts: tuple[int, ...]) -> float:
    def log_factorial(n: int) -> float:
        return float(np.log(np.arange(1, n + 1)).sum())

    return log_factorial(sum(counts)) - sum(log_factorial(c) for c in counts)
