"""What the boxes of Ethnos hold: tribes, kingdoms, tables of points. Sources: rules/ethnos.md, sections 1, 6 and 7."""

from __future__ import annotations

TRIBES = (
    "centaurs",
    "dwarves",
    "elves",
    "giants",
    "halflings",
    "merfolk",
    "minotaurs",
    "orcs",
    "skeletons",
    "trolls",
    "wingfolk",
    "wizards",
)
"""The twelve tribes of the published box; the Persian text names none and plays with six."""

KINGDOMS = ("blue", "gray", "green", "orange", "purple", "red")

TEXT_TRIBES = 6
TEXT_ROUNDS = 3
TEXT_REGIONS = {4: 10}
"""Regions by player count: the text gives four players only (E-02)."""
TEXT_REGIONS_PREFILL = 6
HAND = 5
"""Cards in hand at the end of a turn, at most; also what each holds after the deal (4 and 1)."""
BANDS_END_ROUND = 3
BAND = (3, 5)
"""Least and most cards of a band in the text."""
TEXT_POINTS = (3, 6, 10)
"""Points for bands of 3, 4 and 5 (E-08: the text's own table is missing; these are the published values)."""

PUBLISHED_HAND = 10
PUBLISHED_POINTS = (0, 0, 1, 3, 6, 10, 15)
"""Points by the size of a band; 15 for any larger one."""
ORC_POINTS = (0, 1, 3, 6, 10, 15, 20)
MERFOLK_FREE = (3, 7, 12, 18)
"""Steps of the merfolk track that give a free control marker."""
GLORY = (0, 0, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6, 6, 8, 8, 8, 10, 10)
"""Glory tokens for four to six players, three a kingdom."""
GLORY_SMALL = (0, 2, 2, 4, 4, 6, 6, 6, 8, 8, 8, 10)
"""Glory tokens for two and three players, two a kingdom."""


def is_small(seats: int) -> bool:
    """Whether the published game is played with five tribes, two ages and twelve tokens."""
    return seats < 4


def ages(seats: int) -> int:
    return 2 if is_small(seats) else 3


def tribes_in_play(seats: int) -> int:
    return 5 if is_small(seats) else 6


def giant_points(seats: int, age: int) -> int:
    """What the holder of the giant token scores at the end of ``age`` (counted from 1)."""
    return ((2, 5) if is_small(seats) else (2, 4, 6))[age - 1]


def merfolk_points(seats: int, age: int) -> int:
    """What the leader of the merfolk track scores at the end of ``age`` (counted from 1)."""
    return ((1, 3) if is_small(seats) else (1, 2, 4))[age - 1]


def published_band_points(size: int) -> int:
    return PUBLISHED_POINTS[min(max(size, 0), 6)]
