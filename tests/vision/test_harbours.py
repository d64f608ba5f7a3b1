"""Harbours are read where they are signs, and nothing is said where they are not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.pictures import BOARDS, needs_boards, table
from vision import board_finder, harbours, hexgrid, looks
from vision.labels import load_labels
from vision.picture import load
from vision.reading import SURE, read_board
from vision.scoring import score


@needs_boards
@pytest.mark.parametrize("name", ["100", "103"])
def test_every_harbour_of_a_board_with_signs_is_read_with_its_edge_and_kind(name: str) -> None:
    label = load_labels(BOARDS / f"{name}.json")[0]
    reading = read_board(load(label.file))
    found, wrong = score(reading, label)
    assert found.harbours_right == found.harbours == 9
    assert [w for w in wrong if w.what == "harbour" and not w.asked] == []
    assert all(h.edge in hexgrid.coast() for h in reading.harbours)


def test_a_frame_without_signs_has_no_harbours_and_no_questions_about_them() -> None:
    grid = board_finder.find_board(table())
    flat = board_finder.rectify(table(), grid.lens, looks.UNIT, looks.SIDE)
    assert harbours.read_harbours(flat) == ()


def test_no_two_of_the_nine_chosen_edges_are_neighbours() -> None:
    rng = np.random.default_rng(3)
    ring = harbours._ring()
    for _ in range(20):
        strength = rng.uniform(0, 1, 30)
        chosen = harbours._nine(strength)
        places = sorted(ring.index(edge) for edge in chosen)
        assert len(chosen) == harbours.COUNT
        assert all((b - a) % 30 > 1 for a, b in zip(places, places[1:] + places[:1], strict=True))


def test_the_nine_are_the_likeliest_of_all_that_may_stand_together() -> None:
    strength = np.full(30, 0.1)
    ring = harbours._ring()
    expected = [ring[k] for k in (0, 3, 6, 10, 13, 16, 20, 23, 26)]
    strength[expected] = 0.9
    strength[ring[1]] = 0.85  # a neighbour, nearly as likely
    assert sorted(harbours._nine(strength)) == sorted(expected)


@needs_boards
def test_a_harbour_that_a_hand_hides_is_asked_or_left_out() -> None:
    label = load_labels(BOARDS / "118.json")[0]
    reading = read_board(load(label.file))
    asked = {a.edge for a in reading.ask if a.what == "harbour"}
    for harbour in reading.harbours:
        assert harbour.confidence >= SURE or harbour.edge in asked
    _, wrong = score(reading, label)
    assert [w for w in wrong if w.what == "harbour" and not w.asked] == []
