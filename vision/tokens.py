"""The number on each hex: the token found by its mark, read at up to twelve turns by a small network.

The network knows digits that stand upright, and says "nothing" to all else; which turn it is that has a digit upright
comes out by itself. A much smaller one guesses it beforehand, so that most tokens need no look at all twelve.
"""

from __future__ import annotations

from functools import cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import networks
from vision.board_finder import CLOSE_LOOK, CLOSE_UNIT, Grid, peaks, project
from vision.hexgrid import Points
from vision.looks import SIDE, UNIT
from vision.tileset import NUMBERS

Image = NDArray[np.uint8]

CROP = 36
RADIUS = 16.0
"""Of a token in the network's picture, pixels."""
REAL_RADIUS = 0.155
"""Of a token on the board, in hex widths."""
REACH = 0.36
"""How far off its hex's middle a token may lie, in hex widths."""
NOTHING = len(NUMBERS)
"""The class "nothing to be read"."""
TURNS = 12
LIKELY, CLEAR = 4, 0.998
"""Turns at which a token is read first, and the chance from which a number is clear there; what the other turns might
add is then less than 0.003, on the development pictures."""
OWN_TURNS = 3
"""Turns that have to be cut from the picture: the others are quarters of these."""
SCALE = REAL_RADIUS / RADIUS
"""Hex widths a pixel of the network's picture."""


class Tokens(msgspec.Struct, frozen=True):
    """``places`` (n, 2): where each hex's token lies in the upright board; ``marked`` (n,): how strongly it was marked;
    ``shares`` (n, 11): how likely each of :data:`NUMBERS` is, and last that there is nothing to be read."""

    places: Points
    marked: NDArray[np.float64]
    shares: NDArray[np.float64]

    def __post_init__(self) -> None:
        if self.shares.shape != (len(self.places), NOTHING + 1) or self.marked.shape != (len(self.places),):
            raise ValueError(f"tokens of shapes {self.places.shape}, {self.marked.shape}, {self.shares.shape}")


def close_to_flat(points: Points) -> Points:
    """Pixels of the close look (whose marks found the board) to pixels of the upright board."""
    scaled: Points = (points - CLOSE_LOOK / 2) * (UNIT / CLOSE_UNIT) + SIDE / 2
    return scaled


def read_tokens(picture: Image, flat: Image, grid: Grid, centres: Points) -> Tokens:
    """Tokens on the board that lies in ``picture`` at ``grid``; ``flat`` is the upright board, in which its hexes'
    middles are ``centres`` (19, 2)."""
    discs = find_discs(flat, centres, _marked(grid, centres))
    first = np.array([hexes[0] for hexes in discs])
    places, marked = first[:, :2].copy(), first[:, 2].copy()
    near, lens = nearer(picture, grid.lens)
    shares = classify(near, lens, (places - SIDE / 2) / UNIT)
    # Of two discs on one hex (a coin in the drawing), the token is the one that has a number.
    second = [j for j, hexes in enumerate(discs) if len(hexes) > 1 and shares[j, NOTHING] > 0.3]
    if second:
        other = np.array([discs[j][1] for j in second])
        read = classify(near, lens, (other[:, :2] - SIDE / 2) / UNIT)
        for j, disc, share in zip(second, other, read, strict=True):
            if share[NOTHING] < shares[j, NOTHING]:
                places[j], marked[j], shares[j] = disc[:2], disc[2], share
    doubtful = np.flatnonzero(shares.max(1) < DOUBTED)
    if len(doubtful):
        around = (places[doubtful, None] - SIDE / 2) / UNIT + AROUND
        read = classify(near, lens, around.reshape(-1, 2)).reshape(len(doubtful), len(AROUND), -1)
        shares[doubtful] = agreed(np.concatenate([shares[doubtful, None], read], 1))
    return Tokens(places, marked, shares)


DOUBTED = 0.99
"""A token less sure than this is read all around its place as well: that halves the mistakes."""
AROUND = np.array([(0.02, 0.0), (-0.02, 0.0), (0.0, 0.02), (0.0, -0.02)])
"""Where, off its place, in hex widths."""
NEVER = 1e-5
"""A share that no look is surer of than this tells nothing more."""


def agreed(looks: NDArray[np.float64]) -> NDArray[np.float64]:
    """What several looks (n, looks, 11) at a token say together: (n, 11). None of them counts more than another, and
    they are too much alike to count as so many."""
    logs = np.log(looks + NEVER).mean(1)
    shares: NDArray[np.float64] = np.exp(logs - logs.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    return shares


def _marked(grid: Grid, centres: Points) -> Points:
    """Where the network that found the board marks each hex's token: good to a tenth of a hex width (n, 2)."""
    assert grid.marks is not None
    found = peaks(grid.marks.tokens, 0.3)
    if len(found) == 0:
        return centres
    places = close_to_flat(found[:, :2])
    away = np.hypot(*(centres[:, None] - places[None]).transpose(2, 0, 1))
    strength = np.where(away < REACH * UNIT, found[None, :, 2], 0)
    strongest = strength.argmax(1)
    marked: Points = np.where(strength.max(1)[:, None] > 0, places[strongest], centres)
    return marked


def find_discs(flat: Image, centres: Points, marked: Points) -> list[list[tuple[float, float, float]]]:
    """The one or two likeliest discs of a token's size on each hex of the upright board: x, y, how round, 0..1.

    Where a disc lies, brightness rises (or falls) towards one point from all around: the gradients on a ring of a
    token's radius all point to its middle or all away from it. First comes the roundest near the place that is
    ``marked`` (n, 2): icons of a drawing may be rounder than a token that glare whitens.
    """
    corners = np.floor(centres / 2 - REACH * UNIT / 2).astype(int)
    x, y = (corners[:, axis, None] + np.arange(LOOK) for axis in (0, 1))

    def away(places: Points, unit: float) -> NDArray[np.float32]:
        """How far each pixel of each look lies from its hex's place, squared, in ``unit`` pixels: (n, look, look)."""
        across, down = (x - places[:, :1] / 2) / unit, (y - places[:, 1:] / 2) / unit
        squared: NDArray[np.float32] = (across[:, None] ** 2 + down[:, :, None] ** 2).astype(np.float32)
        return squared

    off = away(centres, REACH * UNIT / 2)
    here = _roundness(flat, corners) * (1 - 0.15 * off) * (off < 1)
    prior = FAR + (1 - FAR) * np.exp(-away(marked, NEAR * UNIT / 2) / 2)
    firsts = (here * prior).reshape(len(centres), -1).argmax(1)
    lines, columns = np.mgrid[:LOOK, :LOOK]
    found = []
    for hexagon, first, corner in zip(here, firsts, corners, strict=True):
        discs: list[tuple[float, float, float]] = []
        for at in (int(first), None):
            row, column = divmod(int(hexagon.argmax()) if at is None else at, LOOK)
            height = float(hexagon[row, column])
            if discs and height < SECOND * discs[0][2]:
                break
            left, top = int(corner[0]) + column, int(corner[1]) + row
            discs.append((left * 2 + 0.5, top * 2 + 0.5, height))
            hexagon[np.hypot(columns - column, lines - row) < 0.12 * UNIT / 2] = 0
        found.append(discs)
    return found


def _roundness(flat: Image, corners: NDArray[np.intp]) -> NDArray[np.float32]:
    """How far the gradients around each pixel all point to it or all away from it, as around a token's middle, in looks
    with their upper left ``corners`` (n, 2) in pixels of half the upright board: (n, look, look)."""
    half = cv2.LUT(cv2.resize(flat, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), _LOGS)
    gx, gy = (cv2.split(cv2.Sobel(half, cv2.CV_32F, *order, ksize=3)) for order in ((1, 0), (0, 1)))
    strength = [across * across + down * down for across, down in zip(gx, gy, strict=True)]
    for k in (1, 2):  # of the channels that with the strongest edge counts
        stronger = cv2.compare(strength[k], strength[0], cv2.CMP_GT)
        for channels in (gx, gy, strength):
            cv2.copyTo(channels[k], stronger, channels[0])
    # What a ring reaches of neighbouring looks is its margin; there sums run round from one end to the other.
    rim = (ROOM - LOOK) // 2
    edges = (gx[0], gy[0], np.sqrt(strength[0]))
    around = [cv2.copyMakeBorder(g, ROOM, ROOM, ROOM, ROOM, cv2.BORDER_REPLICATE) for g in edges]
    at = np.clip(corners - rim + ROOM, 0, len(half) + ROOM)
    across, down, size = np.array([[g[y : y + ROOM, x : x + ROOM] for x, y in at] for g in around])
    # An edge counts by its direction; what is nearly flat counts little, but less so where glare has whitened it all.
    clear = size[:, rim:-rim, rim:-rim].mean((1, 2))
    size += FLAT * np.clip(clear / np.median(clear), FAINT, 1)[:, None, None]
    looks = np.array([across, down]) / size
    sums = np.fft.rfft2(looks)
    best = np.zeros((len(corners), ROOM, ROOM), np.float32)
    for radius in RADII:
        best = np.maximum(best, np.abs(np.fft.irfft2((sums * _ring(radius * UNIT / 2)[:, None]).sum(0))))
    return best[:, rim : rim + LOOK, rim : rim + LOOK]


_LOGS = np.log(np.arange(256, dtype=np.float32) + 12)
FLAT, FAINT = 0.25, 0.2
"""An edge (a logarithm's slope) this strong counts half; at the least this much of it, where all is faint."""
LOOK, ROOM = 42, 72
"""Sides of what is looked at on each hex, and with what the widest ring reaches beyond it, in pixels of half the
upright board."""
NEAR, FAR = 0.1, 0.4
"""A disc as many hex widths off the mark counts by three fifths, one far away by the second."""
SECOND = 0.6
"""A second disc at least this much as round as the first may be the token too."""
RADII = (0.138, 0.152, 0.166)
"""Of tokens, in hex widths, within what perspective and editions make of them."""


@cache
def _ring(radius: float) -> NDArray[np.complex64]:
    """Spectra (2, 72, 37) of the kernels that ask how far gradients across and down on a ring of ``radius`` pixels
    point inwards."""
    reach = int(radius + 3)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    far = np.hypot(x, y) + 1e-6
    weight = np.exp(-((far - radius) ** 2) / (2 * 0.8**2))
    weight /= weight.sum()
    kernels = np.zeros((2, ROOM, ROOM), np.float32)
    kernels[:, : 2 * reach + 1, : 2 * reach + 1] = x / far * weight, y / far * weight
    spectra: NDArray[np.complex64] = np.fft.rfft2(np.roll(kernels, (-reach, -reach), (1, 2))).astype(np.complex64)
    return spectra


def classify(picture: Image, lens: Points, places: Points) -> NDArray[np.float64]:
    """How likely each class is for the tokens at ``places`` (n, 2; hex widths, which ``lens`` takes to ``picture``, of
    :func:`nearer`): (n, 11)."""
    own = evened(crops(picture, lens, places))
    seen, order = turned(own), np.argsort(-_upright(own), 1)
    likely, rest = order[:, :LIKELY], order[:, LIKELY:]
    said = _said(seen[np.arange(len(seen))[:, None], likely])
    shares = weigh(said)
    # Where nothing clear stands at the likely turns the others are looked at, too.
    unclear = np.flatnonzero(shares[:, :NOTHING].max(1) < CLEAR)
    if len(unclear):
        more = _said(seen[unclear[:, None], rest[unclear]])
        shares[unclear] = weigh(np.concatenate([said[unclear], more], 1))
    return shares


def _said(seen: NDArray[np.float32]) -> NDArray[np.float64]:
    """What the network says of pictures at some turns (n, turns, 3, 36, 36): (n, turns, 11)."""
    return networks.scores("tokens", seen.reshape(-1, 3, CROP, CROP), LIKELY).reshape(*seen.shape[:2], -1)


def _upright(own: NDArray[np.float32]) -> NDArray[np.float64]:
    """How much each turn of each token looks as if something stood upright there, by :func:`crops` in grey and
    half as large: (n, 12)."""
    grey = own[..., 0] + own[..., 1] + own[..., 2]
    rows = grey[:, :, ::2] + grey[:, :, 1::2]
    half: NDArray[np.float32] = (rows[..., ::2] + rows[..., 1::2]) * np.float32(1 / 12)
    seen = turned(half[..., None]).reshape(-1, 1, CROP // 2, CROP // 2)
    return networks.scores("turns", seen, TURNS).reshape(len(own), TURNS)


def weigh(said: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores at each turn (n, turns, 11) to shares (n, 11): a number is as likely as its best turns say, against the
    nothing that the same turns say."""
    over = said[:, :, :NOTHING] - said[:, :, NOTHING:]
    best = over.max(1)
    odds = (best + np.log(np.exp(over - best[:, None]).sum(1))) / COOL + BIAS
    scores = np.concatenate([odds, np.zeros((len(odds), 1))], 1)
    scores -= scores.max(1, keepdims=True)
    shares = np.exp(scores)
    total: NDArray[np.float64] = shares / shares.sum(1, keepdims=True)
    return total


COOL = 1.0
"""Temperature of the network's scores, by the development pictures."""
BIAS = 0.0


def nearer(picture: Image, lens: Points) -> tuple[Image, Points]:
    """``picture`` as small as tokens are still read well in it, and ``lens`` for that: warping takes single pixels, so
    that what is much finer has to be averaged first."""
    a, b = project(lens, np.array([(-0.5, 0.0), (0.5, 0.0)]))
    shrink = 1 / (SCALE * max(float(np.hypot(*(b - a))), 1e-6))
    if shrink >= 0.7:
        return picture, lens
    height, width = picture.shape[:2]
    fine = shrink * 1.3
    small = cv2.resize(picture, None, fx=fine, fy=fine, interpolation=cv2.INTER_AREA)
    return small, np.diag([small.shape[1] / width, small.shape[0] / height, 1.0]) @ lens


def crops(picture: Image, lens: Points, places: Points) -> NDArray[np.float32]:
    """The surroundings of each place at the first :data:`OWN_TURNS` turns: (n, 3, 36, 36, 3), 0..1. The other turns are
    these by quarters."""
    found = np.empty((len(places), OWN_TURNS, CROP, CROP, 3), np.uint8)
    middle = (CROP - 1) / 2
    for i, (x, y) in enumerate(places):
        for k in range(OWN_TURNS):
            angle = 2 * np.pi * k / TURNS
            c, s = SCALE * np.cos(angle), SCALE * np.sin(angle)
            to_board = np.array([[c, -s, x - (c - s) * middle], [s, c, y - (s + c) * middle], [0, 0, 1.0]])
            found[i, k] = cv2.warpPerspective(
                picture,
                lens @ to_board,
                (CROP, CROP),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
    return (found / np.float32(255)).astype(np.float32)


def turned(own: NDArray[np.float32]) -> NDArray[np.float32]:
    """:func:`crops` (n, 3, 36, 36, 3) at all twelve turns, channels first: (n, 12, 3, 36, 36)."""
    first = np.ascontiguousarray(own.transpose(0, 1, 4, 2, 3))
    return np.concatenate([np.rot90(first, quarter, (3, 4)) for quarter in range(TURNS // OWN_TURNS)], 1)


def _disc() -> NDArray[np.float32]:
    y, x = np.mgrid[:CROP, :CROP] - (CROP - 1) / 2
    inside = (x**2 + y**2 < RADIUS**2).astype(np.float32)
    share: NDArray[np.float32] = (inside / inside.sum()).astype(np.float32)[None, :, :, None]
    return share


_ON_TOKEN = _disc()


def evened(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    """``pictures`` (..., 36, 36, 3) without their light: each channel over its mean on the token, less 1, over the
    common deviation."""
    on_token = _ON_TOKEN.reshape(-1)
    flat = pictures.reshape(-1, CROP * CROP, 3)
    mean = np.einsum("npc,p->nc", flat, on_token)
    ratio = flat / (mean[:, None] + 0.02) - 1
    spread = np.sqrt(np.einsum("npc,npc,p->n", ratio, ratio, on_token, optimize=False) / 3)
    ratio = (ratio / (spread[:, None, None] + 0.02)).reshape(pictures.shape)
    clipped: NDArray[np.float32] = np.clip(ratio, -4, 4).astype(np.float32)
    return clipped
