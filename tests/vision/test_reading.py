"""A reading says what lies on the board, what it doubts, and in clear words why there is none."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from tests.vision.pictures import TABLE, Image, table, without_board
from vision import hexgrid
from vision.errors import HalfABoard, TooBlurred, TooDark, Unreadable
from vision.labels import load_labels
from vision.picture import load
from vision.reading import SURE, Reading, look_for_board, read_board
from vision.scoring import score


@pytest.fixture(scope="module")
def reading() -> Reading:
    return read_board(load(TABLE), name="table.jpg")


def test_the_example_is_read_without_a_mistake_in_silence(reading: Reading) -> None:
    label = load_labels(TABLE.with_suffix(".json"))[0]
    found, wrong = score(reading, label)
    assert found.located == 1
    assert [w for w in wrong if not w.asked] == []
    assert found.answered == 1
    assert found.tiles_right >= 18
    assert found.numbers_right >= 18


def test_what_is_doubtful_is_asked_and_nothing_else(reading: Reading) -> None:
    doubted = {("terrain", t.q, t.r) for t in reading.tiles if t.confidence.terrain < SURE}
    doubted |= {("number", t.q, t.r) for t in reading.tiles if t.confidence.number < SURE}
    assert {(a.what, a.q, a.r) for a in reading.ask if a.what in ("terrain", "number")} == doubted
    assert reading.sure == (not reading.ask)
    assert all(len(a.between) >= 2 for a in reading.ask)


def test_the_json_has_the_form_that_was_agreed(reading: Reading) -> None:
    told = json.loads(json.dumps(reading.to_json()))
    assert set(told) == {"image", "size", "ms", "sure", "tiles", "crisis", "harbours", "pieces", "ask", "warnings"}
    assert sorted((t["q"], t["r"]) for t in told["tiles"]) == sorted(hexgrid.CELLS)
    assert set(told["tiles"][0]) == {"q", "r", "terrain", "number", "px", "confidence"}
    assert {t["terrain"] for t in reading.to_json(classic=True)["tiles"]} <= {
        "lumber", "brick", "grain", "wool", "ore", "desert",
    }  # fmt: skip


@pytest.mark.parametrize("turn", [cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180])
def test_a_turned_picture_shows_the_same_board_turned_and_never_mirrored(turn: int) -> None:
    straight, turned = look_for_board(table()), look_for_board(cv2.rotate(table(), turn))
    height, width = table().shape[:2]
    x, y = straight.centres.T
    moved = np.stack([height - 1 - y, x] if turn == cv2.ROTATE_90_CLOCKWISE else [width - 1 - x, height - 1 - y], 1)
    away = np.hypot(*(moved[:, None] - turned.centres[None]).transpose(2, 0, 1))
    assert away.min(1).max() < 0.15 * turned.unit
    pairs = dict(zip(hexgrid.CELLS, (hexgrid.CELLS[int(j)] for j in away.argmin(1)), strict=True))
    assert any(all(hexgrid.turned(a, n) == b for a, b in pairs.items()) for n in range(6))
    assert np.linalg.det(turned.lens) > 0


def test_a_known_geometry_is_not_searched_for_again(reading: Reading) -> None:
    again = read_board(load(TABLE), grid=reading.grid)
    assert [t.terrain for t in again.tiles] == [t.terrain for t in reading.tiles]


@pytest.mark.parametrize("what", sorted(without_board()))
def test_a_picture_without_a_board_has_no_reading(what: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_board(without_board()[what])
    assert refused.value.code == "no_board"


def parts() -> dict[str, Image]:
    height, width = table().shape[:2]
    return {
        "upper half": table()[: height // 2],
        "two thirds": table()[:, : width * 2 // 3],
        "without the upper third": table()[height * 35 // 100 :],
    }


@pytest.mark.parametrize("part", sorted(parts()))
def test_part_of_a_board_is_never_taken_for_a_board(part: str) -> None:
    with pytest.raises(HalfABoard) as refused:
        look_for_board(parts()[part])
    assert refused.value.facts["seen"] < 17


def test_a_dark_picture_is_called_dark() -> None:
    with pytest.raises(TooDark):
        read_board((table() * 0.03).astype(np.uint8))


@pytest.mark.parametrize("sigma", [4, 8, 20])
def test_a_blurred_picture_is_called_blurred(sigma: int) -> None:
    with pytest.raises(TooBlurred):
        read_board(cv2.GaussianBlur(table(), (0, 0), sigma))


def test_glare_is_warned_of_where_it_lies() -> None:
    height, width = table().shape[:2]
    y, x = np.mgrid[:height, :width]
    light = 600 * np.exp(-((x - width * 0.42) ** 2 + (y - height * 0.5) ** 2) / (2 * (width * 0.06) ** 2))
    shot = np.clip(table() + light[..., None], 0, 255).astype(np.uint8)
    reading = read_board(shot)
    glare = [w for w in reading.warnings if w.code == "glare"]
    assert 1 <= len(glare) <= 4
    for warned in glare:
        px = reading.tile(warned.q or 0, warned.r or 0).px
        assert np.hypot(px[0] - width * 0.42, px[1] - height * 0.5) < width * 0.2


def test_grey_pictures_are_read_or_asked_about() -> None:
    grey = cv2.cvtColor(table(), cv2.COLOR_BGR2GRAY)
    reading = read_board(grey)
    found, _ = score(reading, load_labels(TABLE.with_suffix(".json"))[0])
    assert len(reading.tiles) == 19
    assert reading.ask or found.terrain_exact
