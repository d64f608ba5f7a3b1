"""Where the board lies, by printed markers and by four points that somebody gave."""

from __future__ import annotations

import re

import cv2
import numpy as np

from tests.vision.pictures import Image, table
from vision import hexgrid, markers
from vision.board_finder import ROW_ENDS, find_within, from_fingers
from vision.reading import look_for_board


def printed(which: int, side: int) -> Image:
    """Marker ``which`` as a printer draws it from the sheet, with a white rim."""
    black = np.kron(markers.cells(which), np.ones((side // 6, side // 6)))
    return np.pad(np.where(black > 0, 0, 255).astype(np.uint8), side // 6, constant_values=255)


def with_markers() -> tuple[Image, np.ndarray]:
    height, width = table().shape[:2]
    picture = cv2.copyMakeBorder(table(), 120, 120, 120, 120, cv2.BORDER_CONSTANT, value=(90, 110, 130))
    middles = []
    for which, (x, y) in enumerate(((10, 10), (width + 150, 10), (10, height + 150), (width + 150, height + 150))):
        marker = printed(which, 60)
        side = len(marker)
        picture[y : y + side, x : x + side] = marker[..., None]
        middles.append((x + (side - 1) / 2, y + (side - 1) / 2))
    return picture, np.array(middles)


def test_the_sheet_is_a_pdf_that_draws_four_markers_of_the_stated_size() -> None:
    page = markers.sheet()
    assert page.startswith(b"%PDF-1.4")
    assert page.rstrip().endswith(b"%%EOF")
    frames = re.findall(rb"([\d.]+) ([\d.]+) re S", page)
    assert len(frames) == markers.COUNT
    assert abs(float(frames[0][0]) * 25.4 / 72 - markers.MILLIMETRES * 8 / 6) < 0.01
    start = int(page.rsplit(b"startxref\n", 1)[1].split()[0])
    assert page[start:].startswith(b"xref")


def test_markers_are_found_going_round_clockwise() -> None:
    picture, middles = with_markers()
    found = markers.find(picture)
    assert found is not None
    away = np.hypot(*(found[:, None] - middles[None]).transpose(2, 0, 1))
    assert away.min(1).max() < 1.5
    assert sorted(away.argmin(1)) == [0, 1, 2, 3]
    x, y = found.T
    assert (np.roll(y, -1) + y) @ (x - np.roll(x, -1)) > 0  # clockwise where y points down


def test_a_picture_without_markers_has_none() -> None:
    assert markers.find(table()) is None


def test_the_board_between_the_markers_is_the_board() -> None:
    picture, middles = with_markers()
    within = find_within(picture, markers.clockwise(middles))
    straight = look_for_board(table()).centres + 120
    away = np.hypot(*(straight[:, None] - within.centres[None]).transpose(2, 0, 1))
    assert away.min(1).max() < 0.15 * within.unit


def test_four_fingers_near_the_ends_of_two_rows_give_the_board() -> None:
    found = look_for_board(table())
    ends = found.centres[[hexgrid.CELLS.index(cell) for cell in ROW_ENDS]]
    near = ends + np.array([(4, -3), (-5, 2), (3, 5), (-2, -4)])
    for order in ([0, 1, 2, 3], [2, 0, 3, 1]):
        pointed = from_fingers(table(), near[order])
        away = np.hypot(*(found.centres[:, None] - pointed.centres[None]).transpose(2, 0, 1))
        assert away.min(1).max() < 0.1 * found.unit
        assert np.linalg.det(pointed.lens) > 0


def test_where_nothing_is_seen_the_fingers_alone_count() -> None:
    wall = np.full((600, 800, 3), 200, np.uint8)
    points = np.array([(300, 150), (500, 150), (500, 450), (300, 450)], float)
    grid = from_fingers(wall, points)
    ends = grid.centres[[hexgrid.CELLS.index(cell) for cell in ROW_ENDS]]
    assert np.abs(np.sort(ends, 0) - np.sort(points, 0)).max() < 1


def test_what_the_sheet_draws_is_found_as_four_markers() -> None:
    paper = np.full((842 * 2, 595 * 2, 3), 255, np.uint8)
    for x, y, wide, high in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", markers.sheet()):
        left, low, right, top = (v * 2 for v in (float(x), float(y), float(x) + float(wide), float(y) + float(high)))
        cv2.rectangle(paper, (round(left), 1684 - round(top)), (round(right), 1684 - round(low)), (0, 0, 0), -1)
    found = markers.find(paper)
    assert found is not None
    assert found.shape == (4, 2)
