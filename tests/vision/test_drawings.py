"""A tile that is half hidden is known by the half that shows."""

from __future__ import annotations

import numpy as np
import pytest

from vision import looks
from vision.drawings import Drawing, Image, compare, drawing_of, likely_by_halves

NAMES = ("doctor", "airplane", "hotel")
MIDDLE = np.array([looks.SIDE / 2, looks.SIDE / 2])


def drawn(seed: int) -> Image:
    """An upright board with blots of one terrain all over it."""
    rng = np.random.default_rng(seed)
    small = rng.integers(40, 220, (64, 64, 3)).astype(np.uint8)
    return np.kron(small, np.ones((12, 12, 1), np.uint8))[: looks.SIDE, : looks.SIDE]


@pytest.fixture(scope="module")
def known() -> tuple[Drawing, ...]:
    return tuple(drawing_of(name, drawn(k), MIDDLE, looks.UNIT) for k, name in enumerate(NAMES))


def hidden(picture: Image, share: float) -> Image:
    """With something plain over that share of the tile in the middle, from the left."""
    covered = picture.copy()
    left = int(MIDDLE[0] - looks.UNIT)
    covered[:, left : int(MIDDLE[0] + (share - 0.5) * looks.UNIT)] = (70, 110, 160)
    return covered


def test_the_half_that_shows_goes_together_with_its_drawing_as_well_as_a_whole_tile(
    known: tuple[Drawing, ...],
) -> None:
    board = hidden(drawn(1), 0.45)
    whole = compare(known, board, MIDDLE[None], looks.UNIT)[0]
    halves = compare(known, board, MIDDLE[None], looks.UNIT, halves=True)[0]
    assert halves.argmax() == 1
    assert halves[1] > whole[1] + 0.1


def test_halves_favour_one_terrain_but_never_settle_it_alone(known: tuple[Drawing, ...]) -> None:
    halves = compare(known, hidden(drawn(2), 0.45), MIDDLE[None], looks.UNIT, halves=True)
    shares = likely_by_halves(halves, NAMES, NAMES)[0]
    assert shares.argmax() == 2
    assert shares.max() / shares.min() < 10


def test_a_tile_whitened_by_glare_says_nothing_by_its_halves(known: tuple[Drawing, ...]) -> None:
    white = np.full_like(drawn(0), 255)
    halves = compare(known, white, MIDDLE[None], looks.UNIT, halves=True)
    shares = likely_by_halves(halves, NAMES, NAMES)[0]
    assert np.ptp(shares) < 1e-9
