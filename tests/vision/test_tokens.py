"""Tokens are read at the turns at which a number is likely to stand upright, and at the others only where need be."""

from __future__ import annotations

import numpy as np

from tests.vision.pictures import table
from vision import hexgrid, networks, tokens
from vision.reading import look_for_board
from vision.tokens import NOTHING, TURNS


def test_a_token_is_read_at_its_likely_turns_as_it_is_at_all_twelve():
    grid = look_for_board(table())
    near, lens = tokens.nearer(table(), grid.lens)
    shares = tokens.classify(near, lens, hexgrid.CENTRES)
    seen = tokens.turned(tokens.evened(tokens.crops(near, lens, hexgrid.CENTRES)))
    said = networks.scores("tokens", seen.reshape(-1, *seen.shape[2:]), TURNS).reshape(len(seen), TURNS, -1)
    assert np.abs(shares - tokens.weigh(said)).max() < 0.003


def test_where_nothing_is_to_be_read_every_turn_says_so():
    wall = np.full((400, 400, 3), 128, np.uint8)
    shares = tokens.classify(wall, np.diag([100.0, 100.0, 1.0]), np.array([(2.0, 2.0)]))
    assert shares[0].argmax() == NOTHING


def test_the_fourth_turn_of_a_token_is_its_first_with_the_board_turned_by_a_quarter():
    grid = look_for_board(table())
    near, lens = tokens.nearer(table(), grid.lens)
    quarter = lens @ np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    middle = np.zeros((1, 2))
    fourth = tokens.turned(tokens.crops(near, lens, middle))[0, 3]
    first = tokens.turned(tokens.crops(near, quarter, middle))[0, 0]
    assert np.abs(fourth - first).max() < 0.01


def test_looks_that_agree_stay_sure_and_looks_that_differ_leave_a_doubt() -> None:
    four, three = np.full(11, 0.001), np.full(11, 0.001)
    four[2] = three[1] = 0.99
    same = tokens.agreed(np.array([[four, four, four]]))[0]
    apart = tokens.agreed(np.array([[four, four, three]]))[0]
    assert same[2] > 0.98
    assert apart.argmax() == 2
    assert apart[2] < 0.95
