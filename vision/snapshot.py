"""One picture from a camera, now, and how good it is: what a health page asks, and a set-up that has no picture yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import NotAPicture
from vision.picture import Image, checked, load

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
WARM_UP = 5
"""Frames that a camera needs to settle its exposure."""
DARK = 28.0
"""Brightness of the brightest hundredth of a picture, 0..255, below which nothing can be read."""
BLURRED = 0.035
"""Share of that brightness by which the sharpest hundredth of the edges must differ."""


@dataclass(frozen=True)
class Glance:
    """How a picture is: ``bright`` 0..255, ``sharp`` as a share of it, and whether either is too little to read it."""

    width: int
    height: int
    bright: float
    sharp: float

    @property
    def dark(self) -> bool:
        return self.bright < DARK

    @property
    def blurred(self) -> bool:
        return not self.dark and self.sharp < BLURRED


def snapshot(source: str | int, width: int = 1640, height: int = 1232) -> Image:
    """One picture of ``source``: a camera's number or device, a file, the newest picture of a folder, or an URL.

    :raises OSError: when there is no such source. :raises NotAPicture: when it gives none.
    """
    path = Path(str(source))
    if path.is_dir():
        found = [file for file in path.iterdir() if file.suffix.lower() in PICTURES]
        if not found:
            raise FileNotFoundError(f"no picture in {path}")
        return load(max(found, key=lambda file: file.stat().st_mtime))
    if path.is_file() and path.suffix.lower() in PICTURES:
        return load(path)
    number = int(str(source)) if str(source).isdigit() else None
    camera = cv2.VideoCapture(number) if number is not None else cv2.VideoCapture(str(source))
    try:
        if not camera.isOpened():
            raise OSError(f"{source} can't be opened")
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        frame = None
        for _ in range(WARM_UP):
            taken, latest = camera.read()
            frame = latest if taken else frame
        if frame is None:
            raise NotAPicture()
        return checked(frame)
    finally:
        camera.release()


def frames(source: str | int) -> Iterator[tuple[str, Image]]:
    """Picture after picture of ``source``, each with its name: the pictures of a folder in the order of their names, a
    video to its end, a camera until it gives no more.

    :raises OSError: when there is no such source. :raises BadPicture: for a file that can't be read.
    """
    path = Path(str(source))
    if path.is_dir():
        found = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURES)
        if not found:
            raise FileNotFoundError(f"no picture in {path}")
        for file in found:
            yield file.name, load(file)
        return
    number = int(str(source)) if str(source).isdigit() else None
    camera = cv2.VideoCapture(number) if number is not None else cv2.VideoCapture(str(source))
    try:
        if not camera.isOpened():
            raise OSError(f"{source} can't be opened")
        count = 0
        while True:
            taken, frame = camera.read()
            if not taken:
                return
            yield str(count), checked(frame)
            count += 1
    finally:
        camera.release()


def glance(picture: Image) -> Glance:
    """Light and sharpness of ``picture``, by the measure of :func:`vision.picture.check_light`."""
    height, width = picture.shape[:2]
    scale = 480 / max(height, width)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    bright = float(np.percentile(grey, 99))
    edges = np.abs(cv2.Laplacian(grey.astype(np.float32), cv2.CV_32F))
    return Glance(width, height, bright, float(np.percentile(edges, 99)) / max(bright, 1.0))
