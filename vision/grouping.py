"""Tiles of a set that nobody has taught, put together by likeness: their names can be asked once a group.

Two tiles are alike when their lines go together at some turn, or when colour and grain are the same. Groups grow from
the most alike pair on, until as many are left as a box has terrains.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision import drawings, looks
from vision.drawings import Image
from vision.hexgrid import Points
from vision.looks import Features

GROUPS = 6
ALIKE, SOFT = 0.5, 0.08
"""How well the lines of two tiles go together when it is as likely as not that they show one drawing."""
FEATURE_ROOM = np.array([0.18, 0.06, 0.06] + [0.12] * 6 + [0.35] * 3)
"""How far tiles of one terrain on one board lie apart by their looks."""


def group(flat: Image, centres: Points, seen: Features) -> tuple[int, ...]:
    """A number of its group for each tile at ``centres`` (n, 2; pixels of the upright board) with the looks ``seen``
    (n, 12), counted from 0 in the order in which groups first appear."""
    shown = tuple(drawings.drawing_of(str(i), flat, centre, looks.UNIT) for i, centre in enumerate(centres))
    alike = drawings.compare(shown, flat, centres, looks.UNIT)
    alike = np.maximum(alike, alike.T)
    off = (seen[:, None] - seen[None]) / FEATURE_ROOM
    apart = np.sqrt((np.minimum(off**2, 16)).mean(2))
    # A drawing recognised brings two tiles together; one that isn't says little, for a terrain may have several.
    apart = apart * (1 - 0.8 / (1 + np.exp(-(alike - ALIKE) / SOFT)))
    return _joined(apart, GROUPS)


def _joined(apart: NDArray[np.float64], count: int) -> tuple[int, ...]:
    """Join the two groups whose members are least ``apart`` (n, n) on average, until ``count`` are left."""
    groups = [[i] for i in range(len(apart))]
    while len(groups) > count:
        pairs = [(i, j) for i in range(len(groups)) for j in range(i)]
        near = [float(apart[np.ix_(groups[i], groups[j])].mean()) for i, j in pairs]
        i, j = pairs[int(np.argmin(near))]
        groups[j] += groups.pop(i)
    order = sorted(groups, key=min)
    return tuple(next(k for k, members in enumerate(order) if i in members) for i in range(len(apart)))
