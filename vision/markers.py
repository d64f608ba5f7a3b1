"""Printed markers around the board: four squares (ArUco 4x4) on a sheet, and where they are in a picture.

They stand anywhere near the board's four corners. What they give is the place of the board, at any tilt and in any
clutter; where each hex lies is then found as always.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hexgrid import Points

Image = NDArray[np.uint8]

COUNT = 4
MILLIMETRES = 45.0
"""Side of a printed marker: read from 1.5 m by a camera of 1640 pixels."""
_POINTS = 72 / 25.4
_PAGE = (210.0, 297.0)
_CELLS = 6


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def cells(which: int) -> NDArray[np.bool_]:
    """The black cells of marker ``which`` (0..3), its border included: (6, 6)."""
    drawn = cv2.aruco.generateImageMarker(_dictionary(), which, _CELLS, borderBits=1)
    black: NDArray[np.bool_] = drawn < 128
    return black


def sheet() -> bytes:
    """A PDF of one A4 page with the four markers, each in a thin frame to cut along."""
    strokes = ["0.6 G 0.4 w"]
    for which in range(COUNT):
        left = _PAGE[0] / 4 * (1 if which % 2 == 0 else 3) - MILLIMETRES / 2
        top = _PAGE[1] / 4 * (1 if which < 2 else 3) - MILLIMETRES / 2
        margin = MILLIMETRES / _CELLS
        strokes.append(_box(left - margin, top - margin, MILLIMETRES + 2 * margin, "S"))
        side = MILLIMETRES / _CELLS
        strokes.append("0 g")
        for row, column in zip(*np.nonzero(cells(which)), strict=True):
            # A hair larger than a cell, so that no printer leaves a white line between two.
            strokes.append(_box(left + column * side, top + row * side, side + 0.05, "f"))
    content = "\n".join(strokes).encode()
    wide, high = (v * _POINTS for v in _PAGE)
    box = f"[0 0 {wide:.2f} {high:.2f}]"
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R /Resources << >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    page, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(page))
        page += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    ends = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, len(page))
    return page + b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1) + table + ends


def _box(left: float, top: float, wide: float, how: str, high: float | None = None) -> str:
    tall = wide if high is None else high
    x, y = left * _POINTS, (_PAGE[1] - top - tall) * _POINTS
    return f"{x:.2f} {y:.2f} {wide * _POINTS:.2f} {tall * _POINTS:.2f} re {how}"


def find(picture: Image) -> Points | None:
    """The middles of the four markers in ``picture``, in pixels, going round clockwise (4, 2); ``None`` where not all
    four are seen."""
    detector = cv2.aruco.ArucoDetector(_dictionary(), cv2.aruco.DetectorParameters())
    corners, names, _ = detector.detectMarkers(picture)
    if names is None:
        return None
    middles = {int(name): found[0].mean(0) for name, found in zip(names.ravel(), corners, strict=True)}
    if not all(which in middles for which in range(COUNT)):
        return None
    points: Points = np.array([middles[which] for which in range(COUNT)], np.float64)
    return clockwise(points)


def clockwise(points: Points) -> Points:
    """``points`` (4, 2) going round their middle clockwise as the picture shows them."""
    away = points - points.mean(0)
    around: Points = points[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    return around
