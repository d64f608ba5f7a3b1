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

from vision import hexgrid
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
    """One drawing of ``terrain``: the middle of its features (see `vision.looks`), and how that middle varies from one
    picture to another: a covariance, row by row."""

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

    ``within`` is how tiles of one terrain vary on one board: a covariance, row by row.
    """

    name: str
    looks: tuple[Look, ...]
    within: tuple[float, ...]
    terrains: tuple[tuple[str, int], ...] = STANDARD_TERRAINS
    numbers: tuple[tuple[int, int], ...] = STANDARD_NUMBERS
    colours: tuple[PieceColour, ...] = ()
    taught: bool = False

    def __post_init__(self) -> None:
        if {look.terrain for look in self.looks} != set(TERRAINS):
            raise BadTileset(what="terrains without a look")
        if len(self.within) != SIZE * SIZE:
            raise BadTileset(what="within")

    def expected(self) -> Shares:
        """The share of each of :data:`TERRAINS` in the box."""
        counts = np.array([dict(self.terrains).get(t, 0) for t in TERRAINS], float)
        shares: Shares = counts / counts.sum()
        return shares

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
    """``shares`` (n, 6): how likely each terrain is for each tile; ``strange`` (n,): how likely it is that what is seen
    there is no tile of the set at all, but a hand, a cup or glare."""

    shares: Shares
    strange: Shares

    def __post_init__(self) -> None:
        if self.shares.ndim != 2 or self.shares.shape[1] != len(TERRAINS) or len(self.strange) != len(self.shares):
            raise ValueError(f"a verdict of shapes {self.shares.shape} and {self.strange.shape}")


ROUNDS = 8
TAILS = 6.0
STRANGE_SHARE, STRANGE_SPREAD = 0.02, 4.0
"""How often something lies over a tile, and how much wider than all the tiles together its looks spread."""
PULL = 0.3
"""How far the box's contents draw a reading: 0 not at all, 1 all the way."""


def judge(tileset: Tileset, seen: Features, weight: Shares | None = None, doubt: float = 1.5) -> Verdict:
    """The terrain of every tile from its features (n, 12), in the order of :data:`vision.hexgrid.CELLS`, all together.

    Tiles share the light, which may slope over the board: it is taken from the difference between the tiles and the
    looks that explain them, in turns. Tiles of one terrain on one board are more like each other than like the tileset
    (the light changes colours in ways that no addition undoes), so each look moves as far as its own variation from
    picture to picture allows, and then binds more tightly. The box's contents are a prior of bounded strength.
    ``doubt`` divides the log-likelihoods: features of one tile are less independent than the covariance believes.
    ``weight`` (n,) says how much each tile counts for all that (a hidden one: 0).
    """
    weight = np.ones(len(seen)) if weight is None else weight
    explain = _Explanation(tileset, len(seen), doubt)
    tiles = seen.copy()
    tiles[:, :LIGHT] -= (tiles[:, :LIGHT] * weight[:, None]).sum(0) / max(weight.sum(), 1e-9)
    places = hexgrid.CENTRES if len(seen) == len(hexgrid.CENTRES) else np.zeros((len(seen), 2))
    slope = np.column_stack([np.ones(len(seen)), places])
    counted = weight > 0.5 if (weight > 0.5).sum() >= 5 else np.ones(len(seen), bool)
    by_look, strange = explain(tiles)
    for turn in range(ROUNDS - 1):
        off = tiles[:, :LIGHT] - (by_look @ explain.middles)[:, :LIGHT]
        tiles[:, :LIGHT] -= 0.7 * np.median(off[counted], axis=0)
        if turn >= 1:
            off = np.clip(tiles[:, :LIGHT] - (by_look @ explain.middles)[:, :LIGHT], -0.3, 0.3)[counted]
            terms = slope[counted]
            fitted = np.linalg.solve(terms.T @ terms + np.diag([1e-6, 8, 8]), terms.T @ off)
            tiles[:, :LIGHT] -= 0.7 * slope[:, 1:] @ fitted[1:]
        if turn >= 2:
            explain.move(tiles, by_look * (weight * (1 - strange))[:, None])
        by_look, strange = explain(tiles)
    shares = explain.by_terrain(by_look)
    return Verdict(shares * (1 - strange[:, None]) + strange[:, None] * explain.expected, strange)


class _Explanation:
    """The looks of one tileset, moving towards the tiles of one board."""

    def __init__(self, tileset: Tileset, count: int, doubt: float) -> None:
        self.count, self.doubt = count, doubt
        self.expected = tileset.expected()
        self.which = np.array([TERRAINS.index(look.terrain) for look in tileset.looks])
        self.drawings = np.bincount(self.which, minlength=len(TERRAINS))
        self.taught = np.array([look.middle for look in tileset.looks])
        self.middles = self.taught.copy()
        self.within = np.reshape(tileset.within, (SIZE, SIZE))
        self.between = np.array([np.reshape(look.spread, (SIZE, SIZE)) for look in tileset.looks])
        self.unsure = self.between.copy()
        apart = self.taught - self.taught.mean(0)
        self.anything = STRANGE_SPREAD * (apart.T @ apart / len(apart) + self.within + self.between.mean(0))

    def __call__(self, tiles: Features) -> tuple[Shares, Shares]:
        """How likely each look is for each tile (n, looks), and how likely something else is (n,)."""
        spread = self.within[None] + self.unsure
        inverse, logdet = np.linalg.inv(spread), np.linalg.slogdet(spread)[1]
        away = tiles[:, None] - self.middles[None]
        squared = np.einsum("nki,kij,nkj->nk", away, inverse, away, optimize=True)
        # Far from every look nothing is likely: the tails are those of a Student's t, not of a bell.
        far = (SIZE + TAILS) * np.log1p(squared / TAILS)
        likely = (-0.5 * np.minimum(far, squared) - 0.5 * logdet) / self.doubt
        off = tiles - self.taught.mean(0)
        other = -0.5 * np.einsum("ni,ij,nj->n", off, np.linalg.inv(self.anything), off)
        other = (np.maximum(other, -15.0) - 0.5 * np.linalg.slogdet(self.anything)[1]) / self.doubt
        odds = np.exp(np.clip(other + np.log(STRANGE_SHARE) - likely.max(1), -30, 30))
        likely = likely + np.log(np.maximum(self.expected, 1e-3)[self.which] / self.drawings[self.which])
        by_look = np.exp(likely - likely.max(1, keepdims=True))
        by_look /= by_look.sum(1, keepdims=True)
        for _ in range(20):  # towards the box's contents, part of the way
            total = self.by_terrain(by_look).sum(0)
            pull = (self.expected * self.count / np.maximum(total, 0.3)) ** PULL
            by_look = by_look * pull[self.which]
            by_look /= by_look.sum(1, keepdims=True)
        return by_look, odds / (1 + odds)

    def move(self, tiles: Features, by_look: Shares) -> None:
        """Each look goes to the tiles that it explains, as far as it may vary between pictures."""
        inner = np.linalg.inv(self.within)
        for k, taught in enumerate(self.taught):
            many = by_look[:, k].sum()
            if many < 0.5:
                self.middles[k], self.unsure[k] = taught, self.between[k]
                continue
            seen = (by_look[:, k : k + 1] * (tiles - taught)).sum(0) / many
            self.unsure[k] = np.linalg.inv(np.linalg.inv(self.between[k]) + many * inner)
            self.middles[k] = taught + self.unsure[k] @ (many * inner @ seen)

    def by_terrain(self, by_look: Shares) -> Shares:
        """Looks summed to terrains: (n, 6)."""
        total = np.zeros((len(by_look), len(TERRAINS)))
        for column, terrain in enumerate(self.which):
            total[:, terrain] += by_look[:, column]
        return total
