"""Files of every kind come in as a picture or as a clear word, and none takes more memory than is kept."""

from __future__ import annotations

import struct
import tracemalloc
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.pictures import table
from vision.errors import BadPicture, NotAPicture, PictureTooLarge, PictureTooSmall, Truncated
from vision.picture import Image, checked, decode, load


def packed(picture: np.ndarray, kind: str = ".png") -> bytes:
    done, data = cv2.imencode(kind, picture)
    assert done
    return data.tobytes()


def png_of(width: int, height: int) -> bytes:
    """A PNG of one black line's bytes that claims to be ``width`` by ``height``."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", [".png", ".jpg", ".webp", ".bmp", ".tiff"])
def test_every_usual_format_is_read(kind: str) -> None:
    assert decode(packed(table(), kind)).shape == table().shape


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(cv2.cvtColor(table(), cv2.COLOR_BGR2GRAY), id="grey"),
        pytest.param(cv2.cvtColor(table(), cv2.COLOR_BGR2BGRA), id="alpha"),
        pytest.param(table().astype(np.uint16) * 257, id="16 bits"),
        pytest.param(cv2.cvtColor(table(), cv2.COLOR_BGR2GRAY).astype(np.uint16) * 257, id="16 bits grey"),
    ],
)
def test_other_depths_and_channels_become_eight_bit_colour(picture: np.ndarray) -> None:
    for read in (checked(picture), decode(packed(picture))):
        assert read.dtype == np.uint8
        assert read.shape == table().shape
        grey = cv2.cvtColor(table(), cv2.COLOR_BGR2GRAY).astype(int)
        assert np.abs(cv2.cvtColor(read, cv2.COLOR_BGR2GRAY).astype(int) - grey).mean() < 2


@pytest.mark.parametrize("kind", [".png", ".jpg", ".webp"])
@pytest.mark.parametrize("kept", [0.3, 0.9])
def test_a_file_cut_short_is_called_so(kind: str, kept: float) -> None:
    data = packed(table(), kind)
    with pytest.raises(Truncated):
        decode(data[: int(len(data) * kept)])


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", b"not a picture at all", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"%PDF-1.7"]
)
def test_what_is_no_picture_is_called_so(data: bytes) -> None:
    with pytest.raises(BadPicture):
        decode(data)


def test_a_single_pixel_is_too_small() -> None:
    with pytest.raises(PictureTooSmall):
        decode(packed(np.zeros((1, 1, 3), np.uint8)))


def test_a_hundred_megapixels_are_refused_before_they_are_decoded() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(PictureTooLarge) as refused:
            decode(png_of(10_000, 10_000))
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    assert refused.value.facts == {"megapixels": 100}


def test_a_picture_that_lies_about_its_size_is_no_picture() -> None:
    with pytest.raises(BadPicture):
        decode(png_of(3_000, 2_000))


@pytest.mark.parametrize("shape", [(0, 5, 3), (5,), (200, 200, 2), (2, 2, 2, 2)])
def test_an_array_that_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(NotAPicture):
        checked(np.zeros(shape, np.uint8))


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=300), st.sampled_from([b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8", b"BM", b"RIFF    WEBP", b"II*\0"])
)
def test_no_bytes_raise_anything_but_a_clear_word(body: bytes, start: bytes) -> None:
    try:
        picture: Image = decode(start + body)
    except BadPicture:
        return
    assert picture.ndim == 3


def test_a_missing_file_is_the_systems_own_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "nothing.jpg")
