"""The reader on one core at 1640x1232: a full read, a read with known geometry, a frame while watching, and memory.

Times are of the processor, not of the clock, so that a busy machine changes them little. The peer of a read is what any
reader has to do first: decode the same JPEG.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from scripts.figures.figure import Figure
from vision.camera import FixedCamera
from vision.picture import load
from vision.reading import read_board

TABLE = Path(__file__).parents[2] / "examples" / "table.jpg"
SIZE = (1640, 1232)
ROUNDS = 7


def shot() -> np.ndarray:
    """The photograph of examples/ as a camera of 1640x1232 would give it."""
    picture = load(TABLE)
    height, width = picture.shape[:2]
    scale = min(SIZE[0] / width, SIZE[1] / height)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    right, below = SIZE[0] - small.shape[1], SIZE[1] - small.shape[0]
    sides = (below // 2, below - below // 2, right // 2, right - right // 2)
    return cv2.copyMakeBorder(small, *sides, cv2.BORDER_REFLECT)


def milliseconds(work: Callable[[], object]) -> float:
    """The median processor time of ``work`` over some rounds, the first (which loads the networks) not counted."""
    work()
    taken = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - began))
    return statistics.median(taken)


def measure() -> Iterator[Figure]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        picture = shot()
        data = cv2.imencode(".jpg", picture)[1]
        decode = milliseconds(lambda: cv2.imdecode(data, cv2.IMREAD_COLOR))
        note = "1640x1232, one core, goal 250"
        full = milliseconds(lambda: read_board(picture))
        yield Figure("full read of a board", full, "ms", "decoding its JPEG", decode, more_is_better=False, note=note)
        grid = read_board(picture).grid
        known = milliseconds(lambda: read_board(picture, grid=grid))
        note = "goal 60"
        yield Figure("read with known geometry", known, "ms", "decoding", decode, more_is_better=False, note=note)
        camera = FixedCamera()
        camera.read(picture)
        watching = milliseconds(lambda: camera.read(picture))
        note = "of a fixed camera, its hexes as before"
        yield Figure("frame while watching", watching, "ms", "decoding", decode, more_is_better=False, note=note)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield Figure("peak memory of the process", memory, "MB", more_is_better=False, note="goal 250")
    finally:
        cv2.setNumThreads(threads)
