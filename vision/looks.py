"""What a tile looks like as numbers: colour without the light, how colour and brightness spread, how fine the grain is.

Colours are logarithms, so that the light is an addition: a warm lamp or a dim room moves all tiles of a picture by the
same three numbers, and :func:`vision.tileset.settle_light` takes them away again.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.hexgrid import RIM, Points

Image = NDArray[np.uint8]
Features = NDArray[np.float64]

UNIT = 110.0
"""Pixels a hex width in the upright board (a token's radius is 17 of them, as the token network learned it)."""
SIDE = 768
"""Side of the upright board: it shows 3.4 hex widths around the middle, harbours included."""
LIGHT = 3
"""The first features are brightness, blue over green and red over green: what the light moves."""
SIZE = 12
_GRAIN = (1.0, 2.0, 4.0)


class Seen(msgspec.Struct, frozen=True):
    """``tiles`` (n, 12): features of each tile; ``glare`` (n,): the share of it that is whitened; ``rims`` (n, 3): the
    colour of each tile's printed border, which is the same for all tiles of a set and so shows the light there."""

    tiles: Features
    glare: NDArray[np.float64]
    rims: Features

    def __post_init__(self) -> None:
        count = len(self.tiles)
        if self.tiles.shape != (count, SIZE) or self.glare.shape != (count,) or self.rims.shape != (count, LIGHT):
            raise ValueError(f"looks of shapes {self.tiles.shape}, {self.glare.shape}, {self.rims.shape}")

    def away(self) -> Features:
        """How far the light at each tile is from the board's usual light, by the borders: (n, 3)."""
        off: Features = self.rims - np.median(self.rims, axis=0)
        return off

    def evened(self, colours: bool = True) -> Features:
        """Features with the light that the borders show taken out, as far as borders differ less than the art does
        (where a set has no borders, they differ as much); without ``colours``, only its brightness."""
        off = self.away()
        usual = np.median(np.abs(off), axis=0)
        art = np.median(np.abs(self.tiles[:, :LIGHT] - np.median(self.tiles[:, :LIGHT], axis=0)), axis=0)
        trust = np.clip(1.5 - 2 * usual / (art + 0.01), 0, 1)
        if not colours:
            trust[1:] = 0
        tiles = self.tiles.copy()
        tiles[:, :LIGHT] -= 0.7 * trust * np.clip(off, -0.8, 0.8)
        return tiles


def features(flat: Image, centres: Points, covered: Points | None = None) -> Seen:
    """What the tiles at ``centres`` (n, 2; pixels of the upright board) look like.

    ``covered`` (m, 3) are discs (x, y, radius) to leave out: tokens and the pawn.
    """
    small = cv2.resize(flat, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    channels = _channels(small)
    whitened = (np.minimum.reduce(cv2.split(small)) > WHITE).ravel()
    numbered = np.arange(whitened.size).reshape(small.shape[:2])
    rows, glare, rims = [], [], []
    for x, y in centres / 2:
        discs = np.array([(x, y, 0.2 * UNIT / 2)]) if covered is None else covered / 2
        inner, border = _pixels(numbered, x, y, discs)
        seen, white = channels.take(inner, axis=1), whitened[inner]
        glare.append(float(white.mean()))
        rims.append(_rim(channels[:LIGHT].take(border, axis=1)))
        shown = seen[:LIGHT, ~white] if 0 < glare[-1] < 0.7 else seen[:LIGHT]
        spreads = _percentiles(shown, (0.1, 0.5, 0.9))
        rows.append(
            [low_mid_high[1] for low_mid_high in spreads]
            + [value for low, mid, high in spreads for value in (low - mid, high - mid)]
            + [float(grain) for grain in np.log(seen[LIGHT:].std(1) + 0.01)]
        )
    return Seen(np.array(rows), np.array(glare), np.array(rims))


WHITE = 245
"""A pixel of which even the darkest channel is over this is whitened."""
_LOGS = np.log(np.arange(256, dtype=np.float32) + 4)


def _channels(small: Image) -> NDArray[np.float32]:
    """Brightness, blue over green, red over green and three grains of every pixel: (6, pixels)."""
    blue, green, red = cv2.split(cv2.LUT(small, _LOGS))
    brightness = (blue + green + red) / 3
    layers, before = [], brightness
    for sigma in _GRAIN:
        blurred = cv2.GaussianBlur(brightness, (0, 0), sigma)
        layers.append(before - blurred)
        before = blurred
    found: NDArray[np.float32] = np.array([brightness, blue - green, red - green, *layers])
    return found.reshape(len(found), -1)


def _pixels(
    numbered: NDArray[np.intp], x: float, y: float, discs: NDArray[np.float64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which of the ``numbered`` pixels lie on the hex around ``x``, ``y`` beside all ``discs``, and which on its
    border."""
    reach = int(UNIT * 0.5) + 2
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = numbered[top : int(y) + reach, left : int(x) + reach]
    rim = RIM * UNIT / 2

    def hexagon(size: float) -> NDArray[np.int32]:
        return np.round(rim * size + (x - left, y - top)).astype(np.int32)

    inside = cv2.fillConvexPoly(np.zeros(part.shape, np.uint8), hexagon(0.8), 1)
    for cx, cy, radius in discs:
        if abs(cx - x) < UNIT / 2 and abs(cy - y) < UNIT / 2:
            cv2.circle(inside, (round(cx - left), round(cy - top)), int(radius), 0, -1)
    if cv2.countNonZero(inside) < 50:
        cv2.fillConvexPoly(inside, hexagon(0.8), 1)
    border = cv2.fillConvexPoly(np.zeros(part.shape, np.uint8), hexagon(0.96), 1)
    cv2.fillConvexPoly(border, hexagon(0.87), 0)
    return part[inside > 0], part[border > 0]


def _percentiles(values: NDArray[np.float32], shares: tuple[float, ...]) -> NDArray[np.float32]:
    """Of each row of ``values`` (k, n) what the ``shares`` of it are below: (k, shares)."""
    places = [round(share * (values.shape[1] - 1)) for share in shares]
    found: NDArray[np.float32] = np.partition(values, places, axis=1)[:, places]
    return found


def _rim(pixels: NDArray[np.float32]) -> list[float]:
    """Brightness, blue over green and red over green of a border with ``pixels`` (3, n): seams, pieces and shadows are
    its darker part."""
    low, high = _percentiles(pixels[:1], (0.4, 0.95))[0]
    kept = pixels[:, (pixels[0] >= low) & (pixels[0] <= high)]
    return [float(value) for value in _percentiles(kept, (0.5,))[:, 0]]
