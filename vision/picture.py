"""Pictures from files and bytes: checked before they are decoded, so that no file takes more memory than is kept."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import NotAPicture, PictureTooLarge, PictureTooSmall, TooBlurred, TooDark, Truncated

Image = NDArray[np.uint8]

MOST_PIXELS = 40_000_000
"""A phone's largest everyday picture has 12 to 25 million; a hundred million would take 300 MB."""
LEAST_SIDE = 120
"""Pixels: below, no digit could be made out."""
MOST_BYTES = 100_000_000


def load(path: Path) -> Image:
    """The picture in the file ``path``, uint8 BGR, turned as its EXIF says.

    :raises OSError: when the file can't be read.
    :raises BadPicture: as :func:`decode`.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return decode(data)


def decode(data: bytes) -> Image:
    """The picture in ``data`` (JPEG, PNG, WebP, BMP or TIFF; grey, alpha and 16 bits become 8-bit BGR).

    :raises NotAPicture: when it is none of these. :raises Truncated: when it ends too early.
    :raises PictureTooLarge: when it has more than :data:`MOST_PIXELS`. :raises PictureTooSmall: when a side is under
        :data:`LEAST_SIDE`.
    """
    if len(data) > MOST_BYTES:
        raise PictureTooLarge(megapixels=0)
    size = _declared_size(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PictureTooLarge(megapixels=round(size[0] * size[1] / 1e6))
    if _ends_early(data):
        raise Truncated()
    if size is None:
        raise NotAPicture()
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise Truncated() if len(data) > 64 else NotAPicture()
    return checked(picture)


def checked(picture: NDArray[np.generic]) -> Image:
    """``picture`` as uint8 BGR, whatever depth and number of channels it had.

    :raises NotAPicture: for an array that is no picture. :raises PictureTooSmall, PictureTooLarge: by its sides.
    """
    if picture.ndim not in (2, 3) or picture.size == 0 or (picture.ndim == 3 and picture.shape[2] not in (1, 3, 4)):
        raise NotAPicture()
    height, width = picture.shape[:2]
    if height * width > MOST_PIXELS:
        raise PictureTooLarge(megapixels=round(height * width / 1e6))
    if min(height, width) < LEAST_SIDE:
        raise PictureTooSmall(width=width, height=height)
    if picture.dtype == np.uint16:
        picture = (picture >> 8).astype(np.uint8)  # type: ignore[operator]
    elif picture.dtype in (np.float32, np.float64):
        picture = np.clip(picture.astype(np.float32) * 255, 0, 255).astype(np.uint8)
    elif picture.dtype != np.uint8:
        raise NotAPicture()
    if picture.ndim == 2 or picture.shape[2] == 1:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    elif picture.shape[2] == 4:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
    whole: Image = np.ascontiguousarray(picture, np.uint8)
    return whole


def check_light(picture: Image) -> None:
    """:raises TooDark: when hardly anything rises above black. :raises TooBlurred: when there is no edge in it."""
    scale = 480 / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    bright = float(np.percentile(grey, 99))
    if bright < 28:
        raise TooDark()
    if float(grey.std()) < 4:  # an empty wall is not blurred
        return
    sharp = float(np.percentile(np.abs(cv2.Laplacian(grey.astype(np.float32), cv2.CV_32F)), 99.8)) / bright
    if sharp < 0.05:
        raise TooBlurred()


def check_sharp(board: Image) -> None:
    """:raises TooBlurred: when the upright ``board`` has no detail as fine as a digit's lines (the development pictures
    have 0.19 and more; digits are lost at 0.04)."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY).astype(np.float32)
    bright = float(np.percentile(grey[::4, ::4], 95)) + 8
    if float(np.percentile(np.abs(cv2.Laplacian(grey, cv2.CV_32F)[::2, 1::3]), 98)) / bright < 0.05:
        raise TooBlurred()


def _declared_size(data: bytes) -> tuple[int, int] | None:
    """Width and height as the header says; ``None`` where it is no format known here."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    if data[:2] == b"\xff\xd8":
        return _jpeg_size(data)
    if data[:2] == b"BM" and len(data) >= 26:
        width, height = struct.unpack("<ii", data[18:26])
        return abs(width), abs(height)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    if data[:4] in (b"II*\0", b"MM\0*"):
        return _tiff_size(data)
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            at += 1
            continue
        marker = data[at + 1]
        if marker in (0xFF, 0x01) or 0xD0 <= marker <= 0xD9:
            at += 1 if marker == 0xFF else 2
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return int(width), int(height)
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF


def _tiff_size(data: bytes) -> tuple[int, int] | None:
    order = "little" if data[:2] == b"II" else "big"
    start = int.from_bytes(data[4:8], order)  # type: ignore[arg-type]
    count = int.from_bytes(data[start : start + 2], order)  # type: ignore[arg-type]
    sides: dict[int, int] = {}
    for i in range(min(count, 64)):
        entry = data[start + 2 + i * 12 : start + 14 + i * 12]
        tag = int.from_bytes(entry[:2], order)  # type: ignore[arg-type]
        wide = 2 if int.from_bytes(entry[2:4], order) == 3 else 4  # type: ignore[arg-type]
        if tag in (256, 257):
            sides[tag] = int.from_bytes(entry[8 : 8 + wide], order)  # type: ignore[arg-type]
    return (sides[256], sides[257]) if len(sides) == 2 else None


def _ends_early(data: bytes) -> bool:
    """A JPEG without its end mark or a PNG without its last chunk; phones may add bytes after the mark."""
    if data[:2] == b"\xff\xd8":
        return b"\xff\xd9" not in data[max(2, len(data) // 2) :]
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return b"IEND" not in data[-64:]
    if data[:4] == b"RIFF":
        return len(data) < int.from_bytes(data[4:8], "little")
    return False
