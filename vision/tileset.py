"""A copy of the game as the camera knows it: what each terrain looks like, and what is in its box.

A tileset is taught once from a picture (:mod:`vision.teaching`), or it is the default for the classic set. It is one
JSON file. How many of each terrain and number there are is data of the box, and only a prior: a board that clearly
shows something else is read as it is.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadTileset
from vision.looks import LIGHT, SIZE, Features

TERRAINS = ("doctor", "airplane", "hotel", "factory", "coin", "desert")
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
CLASSIC_NAMES = {
    "airplane": "lumber",
    "doctor": "brick",
    "hotel": "grain",
    "factory": "wool",
    "coin": "ore",
    "desert": "desert",
}
STANDARD_TERRAINS = (("doctor", 3), ("airplane", 4), ("hotel", 4), ("factory", 4), ("coin", 3), ("desert", 1))
STANDARD_NUMBERS = ((2, 1), (3, 2), (4, 2), (5, 2), (6, 2), (8, 2), (9, 2), (10, 2), (11, 2), (12, 1))

Shares = NDArray[np.float64]


class Look(msgspec.Struct, frozen=True):
    """One drawing of ``terrain``: the middle of its features and their covariance, row by row (see `vision.looks`)."""

    terrain: str
    middle: tuple[float, ...]
    spread: tuple[float, ...]

    def __post_init__(self) -> None:
        if self.terrain not in TERRAINS or len(self.middle) != SIZE or len(self.spread) != SIZE * SIZE:
            raise BadTileset(what=f"the look of {self.terrain!r}")


class PieceColour(msgspec.Struct, frozen=True):
    """A player's colour as taught: the logarithms of BGR over the picture's own light."""

    name: str
    middle: tuple[float, float, float]


class Tileset(msgspec.Struct, frozen=True):
    """One copy: ``looks`` of its terrains, ``terrains`` and ``numbers`` in its box, ``colours`` of its pieces.

    ``named`` is false for a set whose tiles can only be grouped, not named.
    """

    name: str
    looks: tuple[Look, ...]
    terrains: tuple[tuple[str, int], ...] = STANDARD_TERRAINS
    numbers: tuple[tuple[int, int], ...] = STANDARD_NUMBERS
    colours: tuple[PieceColour, ...] = ()
    taught: bool = False

    def __post_init__(self) -> None:
        if {look.terrain for look in self.looks} != set(TERRAINS):
            raise BadTileset(what="terrains without a look")

    def expected(self) -> Shares:
        """The share of each of :data:`TERRAINS` in the box."""
        counts = np.array([dict(self.terrains).get(t, 0) for t in TERRAINS], float)
        return counts / counts.sum()

    def save(self, path: Path) -> None:
        """Write the JSON file ``path``."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=1))


def load_tileset(path: Path) -> Tileset:
    """:raises BadTileset: when the file is missing or not a tileset."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Tileset)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadTileset(what=f"{path}: {error}") from error


@cache
def classic() -> Tileset:
    """The default for the classic set, as it is shipped."""
    return load_tileset(Path(__file__).parent / "models" / "classic.json")


class Verdict(msgspec.Struct, frozen=True):
    """``shares`` (n, 6): how likely each terrain is for each tile; ``distance`` (n,): how far the tile is from the
    nearest look, in deviations."""

    shares: Shares
    distance: Shares

    def __post_init__(self) -> None:
        if self.shares.ndim != 2 or self.shares.shape[1] != len(TERRAINS) or len(self.distance) != len(self.shares):
            raise ValueError(f"a verdict of shapes {self.shares.shape} and {self.distance.shape}")


def judge(tileset: Tileset, seen: Features, weight: Shares | None = None, doubt: float = 2.0) -> Verdict:
    """The terrain of every tile from its features (n, 12), all tiles together.

    The light is what the tiles share: it is taken from the difference between the tiles and the looks that explain
    them, in turns. The box's contents are a prior of bounded strength. ``doubt`` divides the log-likelihoods: features
    of one tile are less independent than the covariance believes. ``weight`` (n,) says how much each tile counts for
    the light (a hidden one: 0).
    """
    weight = np.ones(len(seen)) if weight is None else weight
    expected = tileset.expected()
    which = np.array([TERRAINS.index(look.terrain) for look in tileset.looks])
    middles = np.array([look.middle for look in tileset.looks])
    inverse = np.array([np.linalg.inv(np.reshape(look.spread, (SIZE, SIZE))) for look in tileset.looks])
    logdet = np.array([-np.linalg.slogdet(i)[1] for i in inverse])
    tiles = seen.copy()
    tiles[:, :LIGHT] -= (tiles[:, :LIGHT] * weight[:, None]).sum(0) / max(weight.sum(), 1e-9)
    shares, by_look, squared = _explain(tiles, middles, inverse, logdet, which, expected, doubt)
    for _ in range(5):
        off = tiles[:, :LIGHT] - (by_look @ middles)[:, :LIGHT]
        counted = off[weight > 0.5] if (weight > 0.5).sum() >= 5 else off
        tiles[:, :LIGHT] -= 0.7 * np.median(counted, axis=0)
        shares, by_look, squared = _explain(tiles, middles, inverse, logdet, which, expected, doubt)
    return Verdict(shares, np.sqrt(squared.min(1) / SIZE))


def _explain(
    tiles: Features, middles: Features, inverse: Features, logdet: Shares, which: NDArray[np.int64], expected: Shares, doubt: float
) -> tuple[Shares, Shares, Shares]:
    away = tiles[:, None] - middles[None]
    squared = np.einsum("nki,kij,nkj->nk", away, inverse, away)
    # Far from every look nothing is likely: the tails are those of a Student's t, not of a bell.
    far = (SIZE + 6) * np.log1p(squared / 6)
    likely = (-0.5 * np.minimum(far, squared) - 0.5 * logdet) / doubt
    drawings = np.bincount(which, minlength=len(expected))
    likely = likely + np.log(expected[which] / drawings[which])
    by_look = np.exp(likely - likely.max(1, keepdims=True))
    by_look /= by_look.sum(1, keepdims=True)
    for _ in range(20):  # towards the box's contents, part of the way
        shares = _sum_by(by_look, which, len(expected))
        pull = (expected * len(tiles) / np.maximum(shares.sum(0), 0.3)) ** 0.3
        by_look = by_look * pull[which]
        by_look /= by_look.sum(1, keepdims=True)
    return _sum_by(by_look, which, len(expected)), by_look, squared


def _sum_by(by_look: Shares, which: NDArray[np.int64], count: int) -> Shares:
    total = np.zeros((len(by_look), count))
    for column, terrain in enumerate(which):
        total[:, terrain] += by_look[:, column]
    return total
