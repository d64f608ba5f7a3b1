"""Pictures that the tests read: the photograph in examples/, and those of ../shared where it is there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.picture import load

Image = NDArray[np.uint8]

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "examples" / "table.jpg"
SHARED = ROOT.parent / "shared"
BOARDS = SHARED / "boards" / "dev"
FREE = SHARED / "photos" / "free.json"

needs_boards = pytest.mark.skipif(not BOARDS.is_dir(), reason="../shared/boards is not here")
needs_photos = pytest.mark.skipif(not FREE.is_file(), reason="../shared/photos is not here")


@cache
def table() -> Image:
    """The photograph of examples/, scaled to 960 pixels."""
    picture = load(TABLE)
    scale = 960 / max(picture.shape[:2])
    small: Image = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small


def without_board() -> dict[str, Image]:
    """Ten pictures without a board."""
    rng = np.random.default_rng(4)
    height, width = 600, 800
    y, x = np.mgrid[:height, :width]
    pictures = {
        "wall": np.full((height, width, 3), 230, np.uint8),
        "noise": rng.integers(0, 256, (height, width, 3), dtype=np.uint8),
        "checks": np.dstack([((x // 40 + y // 40) % 2 * 200 + 20)] * 3).astype(np.uint8),
        "stripes": np.dstack([(x // 15 % 2 * 200 + 20)] * 3).astype(np.uint8),
    }
    cards = np.full((height, width, 3), (60, 110, 70), np.uint8)
    coins = np.full((height, width, 3), (90, 120, 150), np.uint8)
    for _ in range(40):
        left, top = (int(v) for v in rng.integers(0, [width, height]))
        ink = tuple(int(v) for v in rng.integers(0, 256, 3))
        cv2.rectangle(cards, (left, top), (left + 70, top + 100), ink, -1)
        cv2.circle(coins, (left, top), int(rng.integers(10, 50)), ink, -1)
    page = np.full((height, width, 3), 240, np.uint8)
    for line in range(14):
        cv2.putText(page, "the table is the truth", (30, 40 + line * 40), 0, 1.1, (20, 20, 20), 2)
    rim = np.stack([np.cos(np.deg2rad(np.arange(30, 390, 60))), np.sin(np.deg2rad(np.arange(30, 390, 60)))], 1)
    one = np.full((height, width, 3), 120, np.uint8)
    cv2.fillPoly(one, [(rim * 120 + (400, 300)).astype(np.int32)], (60, 160, 60))
    floor = np.full((height, width, 3), 120, np.uint8)
    for q in range(-9, 10):
        for r in range(-8, 9):
            hexagon = rim * 52 + (400 + (q + r / 2) * 90, 300 + r * 78)
            cv2.polylines(floor, [hexagon.astype(np.int32)], True, (40, 40, 40), 3)
    chess = np.full((height, width, 3), (40, 90, 60), np.uint8)
    for i in range(64):
        left, top = 150 + i % 8 * 60, 60 + i // 8 * 60
        ink = (200, 220, 230) if (i + i // 8) % 2 else (40, 60, 90)
        cv2.rectangle(chess, (left, top), (left + 60, top + 60), ink, -1)
    return {
        **pictures,
        "cards": cards,
        "coins": coins,
        "page": page,
        "one tile": one,
        "floor of hexagons": floor,
        "chess board": chess,
    }
