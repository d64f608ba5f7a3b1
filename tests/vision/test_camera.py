"""A fixed camera keeps the board's place, and notices when the board or the camera is moved."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.pictures import Image, table
from vision.board_finder import find_board
from vision.camera import FixedCamera, Place
from vision.errors import NoBoard


def shifted(x: float, y: float, degrees: float = 0.0) -> Image:
    height, width = table().shape[:2]
    lens = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 0.9)
    lens[:, 2] += (x, y)
    return cv2.warpAffine(table(), lens, (width, height), borderMode=cv2.BORDER_REPLICATE)


@pytest.fixture
def camera() -> FixedCamera:
    found = FixedCamera()
    assert found.settle(shifted(0, 0)) is Place.FOUND
    return found


def with_hand(picture: Image) -> Image:
    covered = picture.copy()
    height, width = covered.shape[:2]
    cv2.line(covered, (0, height), (width // 2, height // 2), (90, 120, 170), width // 9)
    return covered


def test_the_same_picture_and_a_hand_over_it_keep_the_place(camera: FixedCamera) -> None:
    before = camera.grid
    darker = (shifted(0, 0) * 0.7).astype(np.uint8)
    for picture in (shifted(0, 0), with_hand(shifted(0, 0)), darker):
        assert camera.settle(picture) is Place.KEPT
    assert camera.grid is before


@pytest.mark.parametrize("change", [(25, 0, 0.0), (0, -60, 0.0), (10, 10, 8.0)])
def test_a_moved_board_is_noticed_and_found_again_in_its_own_turn(
    camera: FixedCamera, change: tuple[float, float, float]
) -> None:
    assert camera.grid is not None
    before = camera.grid.centres
    moved = shifted(*change)
    assert camera.settle(moved) is Place.MOVED
    height, width = table().shape[:2]
    lens = cv2.getRotationMatrix2D((width / 2, height / 2), change[2], 1.0)
    lens[:, 2] += change[:2]
    expected = before @ lens[:, :2].T + lens[:, 2]
    off = np.hypot(*(expected - camera.grid.centres).T)
    assert np.percentile(off, 90) < 0.12 * camera.grid.unit


def test_a_board_that_is_hidden_is_no_other_board(camera: FixedCamera) -> None:
    before = camera.grid
    assert camera.settle(np.full_like(table(), 128)) is Place.HIDDEN
    assert camera.grid is before
    assert camera.settle(shifted(0, 0)) is Place.KEPT


def test_without_a_first_board_there_is_none_to_keep() -> None:
    with pytest.raises(NoBoard):
        FixedCamera().settle(np.full_like(table(), 128))


def test_a_frame_is_read_where_the_board_was(camera: FixedCamera) -> None:
    frame = camera.read(shifted(0, 0), "now")
    assert frame.place is Place.KEPT
    assert frame.reading is not None
    assert frame.reading.image == "now"
    afresh = find_board(shifted(0, 0))
    seen = np.array([tile.px for tile in frame.reading.tiles])
    away = np.hypot(*(seen[:, None] - afresh.centres[None]).transpose(2, 0, 1))
    assert away.min(1).max() < 0.1 * afresh.unit
