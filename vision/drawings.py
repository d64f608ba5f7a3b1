"""Drawings of tiles compared as pictures: what no glare, lamp or shadow changes is where a drawing has its lines.

A taught copy keeps a small upright picture of each drawing it was shown. On a board each tile is compared with all of
them, at six turns and a little off its place, by how its fine lines go together with theirs: a number that neither the
light nor a veil over the tile moves. A drawing that was never taught says nothing, and then colours decide alone.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import hexgrid
from vision.errors import BadTileset
from vision.hexgrid import Points

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

UNIT = 32
"""Pixels a hex width in which drawings are compared."""
SIDE = 53
"""Side of a kept drawing, pixels: 1.65 hex widths, so that it can be turned."""
HALF = UNIT // 2
SHOWN = 0.76
"""The share of a hex, from its middle, that is compared: borders are the same on all tiles."""
TOKEN = 0.21
"""Around the middle, hex widths, that a token hides."""
LEAN = (-3.0, 0.0, 3.0)
"""Degrees that a hand lays a tile off its place, and pixels (:data:`REACH`)."""
REACH = 2
FINE = 0.12
"""What is wider than this many hex widths is light, not drawing."""
WHITE = 247
SAME, SPREAD = 0.72, 0.09
"""How well a tile and its own drawing go together, on the development pictures: mean and deviation."""
OTHER, OTHER_SPREAD = 0.40, 0.09
"""How well a tile and another terrain's best drawing go together."""
TAUGHT = 0.6
"""How often a tile shows a drawing that was taught."""
MOST = 7.0
"""The logarithm of the most that one drawing can say."""


CLEAR = 0.7
"""How much of a half must not be whitened, for it to count."""
HALF_ALIKE, HALF_SOFT, HALF_SHARP = 0.5, 0.04, 0.04
"""How well the better half of a tile goes together with its own drawing at the least, how softly that is meant, and the
difference between two drawings that makes one of them nearly three times as likely."""


class Drawing(msgspec.Struct, frozen=True):
    """One drawing of ``terrain``: ``picture`` is a PNG of :data:`SIDE` pixels square, :data:`UNIT` a hex width, the
    hex upright in its middle."""

    terrain: str
    picture: bytes

    def __post_init__(self) -> None:
        if not self.picture.startswith(b"\x89PNG"):
            raise BadTileset(what=f"the drawing of {self.terrain!r}")


def drawing_of(terrain: str, flat: Image, centre: Points, unit: float) -> Drawing:
    """The drawing around ``centre`` (2,) of a picture seen from above in which a hex is ``unit`` pixels wide."""
    scale = UNIT / unit
    left, top = (max(0, int(v - unit)) for v in centre)
    part = flat[top : int(centre[1] + unit) + 2, left : int(centre[0] + unit) + 2]
    x, y = SIDE / 2 - 0.5 - (centre[0] - left) * scale, SIDE / 2 - 0.5 - (centre[1] - top) * scale
    lens = np.array([[scale, 0, x], [0, scale, y]])
    smooth = cv2.GaussianBlur(part, (0, 0), 0.35 / scale) if scale < 0.8 else part
    small = cv2.warpAffine(smooth, lens, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    done, data = cv2.imencode(".png", small)
    if not done:
        raise BadTileset(what=f"the drawing of {terrain!r}")
    return Drawing(terrain, data.tobytes())


def lines(picture: Image) -> Floats:
    """The fine lines of ``picture``, without its light."""
    logs = np.log(picture.astype(np.float32) + 20)
    fine: Floats = logs - cv2.GaussianBlur(logs, (0, 0), UNIT * FINE)
    return fine


def _inside() -> NDArray[np.bool_]:
    mask = np.zeros((2 * HALF + 1, 2 * HALF + 1), np.uint8)
    cv2.fillConvexPoly(mask, np.round(hexgrid.RIM * UNIT * SHOWN + HALF).astype(np.int32), 1)
    y, x = np.mgrid[-HALF : HALF + 1, -HALF : HALF + 1]
    inside: NDArray[np.bool_] = (mask > 0) & (np.hypot(x, y) > TOKEN * UNIT)
    return inside


_INSIDE = np.flatnonzero(_inside().ravel())


def _sixths() -> NDArray[np.intp]:
    """Which sixth of the hex each value of a cut tile lies in."""
    y, x = np.mgrid[-HALF : HALF + 1, -HALF : HALF + 1]
    around = np.floor(np.arctan2(y, x) / (np.pi / 3) + 0.5).astype(np.intp) % 6
    return np.repeat(around.ravel()[_INSIDE], 3)


_SIXTHS = _sixths()


@lru_cache(maxsize=8)
def _turned(drawings: tuple[Drawing, ...]) -> Floats:
    """Each drawing's lines at six turns and as it may lean: (drawings, 6, 3, pixels)."""
    rows = []
    for drawing in drawings:
        picture = cv2.imdecode(np.frombuffer(drawing.picture, np.uint8), cv2.IMREAD_COLOR)
        if picture is None or picture.shape != (SIDE, SIDE, 3):
            raise BadTileset(what=f"the drawing of {drawing.terrain!r}")
        fine = lines(picture)
        middle = SIDE / 2 - 0.5
        for turn in range(6):
            for lean in LEAN:
                lens = cv2.getRotationMatrix2D((middle, middle), 60 * turn + lean, 1.0)
                lens[:, 2] += HALF - middle
                here = cv2.warpAffine(fine, lens, (2 * HALF + 1, 2 * HALF + 1), flags=cv2.INTER_LINEAR)
                rows.append(here.reshape(-1, 3)[_INSIDE].ravel())
    return np.array(rows, np.float32).reshape(len(drawings), 6, len(LEAN), -1)


def compare(
    drawings: tuple[Drawing, ...], flat: Image, centres: Points, unit: float, halves: bool = False
) -> NDArray[np.float64]:
    """How well each tile at ``centres`` (n, 2; pixels of ``flat``, ``unit`` a hex width) and each drawing go together
    at best, -1..1: (n, drawings). With ``halves``, how well that half of the tile does that goes together best."""
    turned = _turned(drawings)
    small = cv2.resize(flat, None, fx=UNIT / unit, fy=UNIT / unit, interpolation=cv2.INTER_AREA)
    scale = small.shape[0] / flat.shape[0]
    fine = lines(small)
    white = small.min(2) > WHITE
    fine[white] = 0
    seen = (~white).astype(np.float32)
    fine, seen = (cv2.copyMakeBorder(a, 4, 4, 4, 4, cv2.BORDER_CONSTANT) for a in (fine, seen))
    best = np.full((len(centres), len(drawings)), -1.0)
    straight = turned[:, :, len(LEAN) // 2].reshape(-1, turned.shape[-1])
    for i, (x, y) in enumerate((centres + 0.5) * scale - 0.5):
        column, row = round(x) + 4 - HALF, round(y) + 4 - HALF
        if not (REACH <= row <= fine.shape[0] - 2 * HALF - 3 and REACH <= column <= fine.shape[1] - 2 * HALF - 3):
            continue
        # Everywhere within reach at straight turns first, then the best turn of each drawing as it may lean.
        shifts = [(row + dy, column + dx) for dy in range(-REACH, REACH + 1) for dx in range(-REACH, REACH + 1)]
        tiles = np.array([_cut(fine, *at) for at in shifts])
        masks = np.array([np.repeat(_cut(seen, *at), 3) for at in shifts]) if white.any() or halves else None
        if halves:
            best[i] = _halves_alike(tiles, masks, straight).reshape(len(shifts), len(drawings), 6).max((0, 2))
            continue
        found = _alike(tiles, masks, straight).reshape(len(shifts), len(drawings), 6)
        turns = found.max(0).argmax(1)
        at = np.unique([int(found[:, k, turn].argmax()) for k, turn in enumerate(turns)])
        leaning = turned[np.arange(len(drawings)), turns].reshape(-1, turned.shape[-1])
        closer = _alike(tiles[at], None if masks is None else masks[at], leaning)
        best[i] = np.maximum(closer.reshape(len(at), len(drawings), len(LEAN)).max((0, 2)), found.max((0, 2)))
    return best


def _cut(picture: Floats, row: int, column: int) -> Floats:
    part = picture[row : row + 2 * HALF + 1, column : column + 2 * HALF + 1]
    whole: Floats = part.reshape(-1, *part.shape[2:])[_INSIDE].ravel()
    return whole


def _halves_alike(tiles: Floats, masks: Floats | None, drawings: Floats) -> Floats:
    """As :func:`_alike`, of the best three neighbouring sixths of a tile of which something is to be seen."""
    assert masks is not None
    parts = [k == _SIXTHS for k in range(6)]
    together = np.array([_times(tiles[:, part], drawings[:, part]) for part in parts])
    own = np.array([_times(masks[:, part], drawings[:, part] ** 2) for part in parts])
    shown = np.array([(tiles[:, part] ** 2).sum(1) for part in parts])
    clear = np.array([masks[:, part].mean(1) for part in parts])
    best = np.full(together.shape[1:], -1.0, np.float32)
    for k in range(6):
        half = [k, (k + 1) % 6, (k + 2) % 6]
        alike = together[half].sum(0) / (np.sqrt(shown[half].sum(0))[:, None] * np.sqrt(own[half].sum(0)) + 1e-3)
        best = np.maximum(best, np.where(clear[half].mean(0)[:, None] > CLEAR, alike, -1))
    return best


def _alike(tiles: Floats, masks: Floats | None, drawings: Floats) -> Floats:
    together = _times(tiles, drawings)
    if masks is None:
        own = np.sqrt((drawings**2).sum(1))[None]
    else:
        own = np.sqrt(_times(masks, drawings**2))
    alike: Floats = together / (np.sqrt((tiles**2).sum(1))[:, None] * own + 1e-3)
    return alike


def _times(a: Floats, b: Floats) -> Floats:
    """``a`` (n, k) times ``b`` (m, k) on one core: NumPy's own product wakes all of them for so little."""
    product: Floats = cv2.gemm(a, b, 1.0, None, 0.0, flags=cv2.GEMM_2_T)
    return product


def likely(alike: NDArray[np.float64], terrains: tuple[str, ...], names: tuple[str, ...]) -> NDArray[np.float64]:
    """How likely each of ``terrains`` makes what :func:`compare` found for the drawings called ``names``: (n, k)."""
    own = ((alike - SAME) / SPREAD).clip(max=0) ** 2
    other = ((alike - OTHER) / OTHER_SPREAD).clip(min=0) ** 2
    says = np.exp(np.clip((other - own) / 2, -MOST, MOST))
    shares = np.ones((len(alike), len(terrains)))
    for k, terrain in enumerate(terrains):
        drawn = [j for j, name in enumerate(names) if name == terrain]
        if drawn:
            shares[:, k] = TAUGHT * says[:, drawn].max(1) + 1 - TAUGHT
    return shares


def likely_by_halves(
    alike: NDArray[np.float64], terrains: tuple[str, ...], names: tuple[str, ...]
) -> NDArray[np.float64]:
    """How likely each of ``terrains`` makes the halves that :func:`compare` found for the drawings called ``names``:
    (n, k). It is never more than ten times as likely as another."""
    best = np.array([alike[:, [j for j, name in enumerate(names) if name == t]].max(1) for t in terrains]).T
    most = best.max(1, keepdims=True)
    some = 1 / (1 + np.exp(-(most - HALF_ALIKE) / HALF_SOFT))
    shares = np.exp((best - most) / HALF_SHARP)
    shares /= shares.sum(1, keepdims=True)
    even = 1 / len(terrains)
    said: NDArray[np.float64] = TAUGHT * (some * shares + (1 - some) * even) + (1 - TAUGHT) * even
    return said
