"""What the box holds is a prior: exact where it counts, overruled where the board clearly shows another set."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.box import arrangements, with_box


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.floats(0.1, 6))
def test_shares_are_those_of_all_arrangements_counted_one_by_one(seed: int, spread: float) -> None:
    likely = np.exp(np.random.default_rng(seed).normal(0, spread, (6, 3)))
    total, weights = np.zeros((6, 3)), []
    for order in set(permutations([0, 0, 0, 1, 1, 2])):
        weight = float(np.prod(likely[np.arange(6), order]))
        total[np.arange(6), order] += weight
        weights.append(weight)
    shares, log_mean = arrangements(likely, {(3, 2, 1): 1.0})
    np.testing.assert_allclose(shares, total / sum(weights), atol=1e-9)
    assert log_mean == pytest.approx(float(np.log(np.mean(weights))))


def test_the_last_doubt_is_settled_by_what_is_left_in_the_box() -> None:
    likely = np.full((4, 2), 0.01)
    likely[[0, 1, 2], [0, 0, 1]] = 0.99
    likely[3] = 0.49, 0.51
    shares, kept = with_box(likely, {(2, 2): 1.0}, np.full((4, 2), 0.5))
    assert shares[3, 1] > 0.9
    assert kept > 0.8


def test_a_board_that_clearly_shows_another_set_is_read_as_it_is() -> None:
    likely = np.full((4, 2), 1e-6)
    likely[:, 0] = 1
    shares, kept = with_box(likely, {(2, 2): 1.0}, np.full((4, 2), 0.5))
    assert (shares[:, 0] > 0.99).all()
    assert kept < 0.01


def test_a_box_that_does_not_fit_the_board_says_nothing() -> None:
    likely = np.array([[0.9, 0.1], [0.2, 0.8]])
    shares, kept = with_box(likely, {(3, 2): 1.0}, np.full((2, 2), 0.5))
    np.testing.assert_allclose(shares, likely)
    assert kept == 0


def test_where_the_box_overrules_the_picture_it_is_asked() -> None:
    likely = np.array([[0.999, 0.001], [0.999, 0.001], [0.6, 0.4], [0.001, 0.999]])
    shares, _ = with_box(likely, {(2, 2): 1.0}, np.full((4, 2), 0.5))
    assert shares[2].argmax() == 1
    assert shares[2].max() < 0.99
