"""The number on each hex: the token found by its mark, read at four turns by a small network."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.board_finder import CLOSE_LOOK, CLOSE_UNIT, Marks, peaks
from vision.hexgrid import Points
from vision.looks import SIDE, UNIT
from vision.tileset import NUMBERS

Image = NDArray[np.uint8]

CROP = 48
REACH = 0.36
"""How far off its hex's middle a token may lie, in hex widths."""
NOTHING = len(NUMBERS)
"""The class "nothing to be read"."""
TURNS = 4
COOL = 1.0
"""Temperature of the network's scores, from the pictures that are kept for it (scripts/calibrate)."""


class Tokens(msgspec.Struct, frozen=True):
    """``places`` (n, 2): where each hex's token lies in the upright board; ``marked`` (n,): how strongly it was marked;
    ``shares`` (n, 11): how likely each of :data:`NUMBERS` is, and last that there is nothing to be read."""

    places: Points
    marked: NDArray[np.float64]
    shares: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.shares.shape != (len(self.places), NOTHING + 1) or self.marked.shape != (len(self.places),):
            raise ValueError(f"tokens of shapes {self.places.shape}, {self.marked.shape}, {self.shares.shape}")


@cache
def _network() -> Any:
    return cv2.dnn.readNetFromONNX(str(Path(__file__).parent / "models" / "tokens.onnx"))


def close_to_flat(points: Points) -> Points:
    """Pixels of the close look (whose marks found the board) to pixels of the upright board."""
    scaled: Points = (points - CLOSE_LOOK / 2) * (UNIT / CLOSE_UNIT) + SIDE / 2
    return scaled


def read_tokens(flat: Image, centres: Points, marks: Marks) -> Tokens:
    """Tokens of the upright board ``flat`` whose hexes lie at ``centres`` (n, 2)."""
    found = peaks(marks.tokens, 0.12)
    places, marked = centres.copy(), np.zeros(len(centres))
    if len(found):
        at = close_to_flat(found[:, :2])
        away = np.hypot(*(at[:, None] - centres[None]).transpose(2, 0, 1)) / UNIT
        for j in range(len(centres)):
            near = np.where((away[:, j] < REACH) & (away.argmin(1) == j))[0]
            if len(near):
                best = near[np.argmax(found[near, 2] - 0.5 * away[near, j])]
                places[j], marked[j] = at[best], found[best, 2]
    return Tokens(places, marked, classify(flat, places))


def classify(flat: Image, places: Points) -> NDArray[np.float64]:
    """How likely each class is for the crops around ``places`` (n, 2): (n, 11)."""
    crops = []
    for x, y in places:
        crop = cv2.getRectSubPix(flat, (CROP, CROP), (float(x), float(y)))
        crops += [np.ascontiguousarray(np.rot90(crop, k)) for k in range(TURNS)]
    network = _network()
    network.setInput(cv2.dnn.blobFromImages(crops, 1 / 255))
    said = np.asarray(network.forward(), np.float64).reshape(len(places), TURNS, -1) / COOL
    said -= said.max(2, keepdims=True)
    each = np.exp(said)
    each /= each.sum(2, keepdims=True)
    mean: NDArray[np.float64] = each.mean(1)
    return mean
