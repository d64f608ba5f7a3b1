"""A copy of the game as the camera knows it: what each terrain looks like, and what is in its box.

A tileset is taught once from a picture (:mod:`vision.teaching`), or it is the default for the classic set. It is one
JSON file. How many of each terrain and number there are is data of the box, and only a prior: a board that clearly
shows something else is read as it is.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import hexgrid
from vision.box import with_box
from vision.drawings import Drawing
from vision.errors import BadTileset
from vision.looks import LIGHT, SIZE, Features

TERRAINS = ("doctor", "airplane", "hotel", "factory", "coin", "desert")
DESERT = TERRAINS.index("desert")
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
    """One copy: ``looks`` of its terrains, ``terrains`` (empty where nobody has said) and ``numbers`` in its box,
    ``colours`` of its pieces.

    ``within`` is how tiles of one terrain vary on one board: a covariance, row by row. ``rim`` is the colour of the
    tiles' printed borders on the same scale as the looks' middles, where it is known: it shows the light on a board.
    ``drawings`` are the tiles' pictures, where the copy was taught.
    """

    name: str
    looks: tuple[Look, ...]
    within: tuple[float, ...]
    terrains: tuple[tuple[str, int], ...] = STANDARD_TERRAINS
    numbers: tuple[tuple[int, int], ...] = STANDARD_NUMBERS
    colours: tuple[PieceColour, ...] = ()
    taught: bool = False
    rim: tuple[float, float, float] | None = None
    drawings: tuple[Drawing, ...] = ()

    def __post_init__(self) -> None:
        if {look.terrain for look in self.looks} != set(TERRAINS):
            raise BadTileset(what="terrains without a look")
        if len(self.within) != SIZE * SIZE:
            raise BadTileset(what="within")

    def boxes(self) -> dict[tuple[int, ...], float]:
        """How many of each of :data:`TERRAINS` the box may hold, and how likely each such set is: as stated for this
        copy; else any set of one desert, three terrains of four and two of three (which two is not the same in all
        editions), of which the default expects what is stated for most copies."""
        stated = tuple(dict(self.terrains).get(terrain, 0) for terrain in TERRAINS)
        if self.terrains and self.taught:
            return {stated: 1.0}
        fewer = combinations(range(DESERT), 2)
        sets = [(*(3 if i in three else 4 for i in range(DESERT)), 1) for three in fewer]
        if not self.terrains:
            alone: dict[tuple[int, ...], float] = dict.fromkeys(sets, (1 - THREE_DESERTS) / len(sets))
            # Some boxes have three deserts: any two other tiles are missing then.
            bare = [
                (*(n - (i in pair) for i, n in enumerate(s[:DESERT])), 3)
                for s in sets
                for pair in combinations(range(DESERT), 2)
            ]
            for box in bare:
                alone[box] = alone.get(box, 0.0) + THREE_DESERTS / len(bare)
            return alone
        return {s: EXPECTED_SET if s == stated else (1 - EXPECTED_SET) / (len(sets) - 1) for s in sets}

    def expected(self) -> Shares:
        """The share of each of :data:`TERRAINS` in the box."""
        boxes = self.boxes()
        counts = np.average(list(boxes), axis=0, weights=list(boxes.values()))
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
        raise BadTileset(what=f"{path}: {getattr(error, 'strerror', None) or error}") from error


@cache
def classic() -> Tileset:
    """The default for the classic set, as it is shipped."""
    return load_tileset(Path(__file__).parent / "models" / "classic.json")


class Verdict(msgspec.Struct, frozen=True):
    """``shares`` (n, 6): how likely each terrain is for each tile; ``strange`` (n,): how likely it is that what is seen
    there is no tile of the set at all, but a hand, a cup or glare; ``foreign``: how likely it is that the board is of
    another set than the one that it was compared with."""

    shares: Shares
    strange: Shares
    foreign: float = 0.0

    def __post_init__(self) -> None:
        if self.shares.ndim != 2 or self.shares.shape[1] != len(TERRAINS) or len(self.strange) != len(self.shares):
            raise ValueError(f"a verdict of shapes {self.shares.shape} and {self.strange.shape}")


ROUNDS = 8
TAILS = 6.0
STRANGE_FROM, STRANGE_SOFT = 22.0, 2.5
"""Squared distance (by the looks' own spread) from which a tile is rather something else than any look, and how softly
the one becomes the other: on the development pictures hands lie at 14 to 50, tiles in sight below 13."""
OWN_SET, OTHER_SET = 13.3, 15.0
"""The distance that three tiles of four keep, up to which a board is of the set it is compared with, and from which of
another: on the development pictures photographs of the classic set have 2 to 13, renders read without teaching 16 to
44, and as taught 1 to 12."""
THREE_DESERTS = 0.1
"""How often a copy of which nobody has said what is in its box has three deserts."""
EXPECTED_SET = 0.8
"""How often a copy of the classic game has as many of each terrain as the classic rules say."""
VAGUE = 0.2
"""The power to which a strange tile's likelihoods still count."""
BY_ITSELF = 0.1
"""How much of a tile's share is what it looks like whatever the box holds: where that leaves a doubt of a tenth it is
asked. Without it, five tiles of 7,030 were wrong and not asked where boards were read in their other five turns."""
RIM_ROOM = np.array([0.12, 0.07, 0.08])
"""How far the light may be from what the borders show: brightness, blue over green, red over green."""
MISTAKEN, MISTAKEN_TAUGHT = 1e-3, 3e-3
"""How often a tile looks by its colours like another terrain altogether; where drawings are known, they say more."""


def judge(
    tileset: Tileset,
    seen: Features,
    weight: Shares | None = None,
    doubt: float = 1.5,
    rim: Features | None = None,
    besides: Shares | None = None,
    drawn: Shares | None = None,
    veil: Shares | None = None,
) -> Verdict:
    """The terrain of every tile from its features (n, 12), in the order of :data:`vision.hexgrid.CELLS`, all together.

    Tiles share the light, which may slope over the board: it is taken from the difference between the tiles and the
    looks that explain them, in turns. Tiles of one terrain on one board are more like each other than like the tileset
    (the light changes colours in ways that no addition undoes), so each look moves as far as its own variation from
    picture to picture allows, and then binds more tightly. The box's contents are a prior of bounded strength.
    ``doubt`` divides the log-likelihoods: features of one tile are less independent than the covariance believes.
    ``weight`` (n,) says how much each tile counts for all that (a hidden one: 0). ``rim`` (3,) is the usual colour of
    the borders on this board: where the tileset knows its own, the light is hardly more than their difference.
    ``besides`` (n, 6) is how likely each terrain makes what else is seen on the hex: a number, or none; ``drawn``
    (n, 6) how likely it makes the lines of the drawing there. ``veil`` (n,) 0..1 says how little colours count there.
    """
    weight = np.ones(len(seen)) if weight is None else weight
    explain = _Explanation(tileset, len(seen), doubt, besides, drawn, veil)
    tiles = seen.copy()
    light = (tiles[:, :LIGHT] * weight[:, None]).sum(0) / max(weight.sum(), 1e-9)
    room = np.full(LIGHT, np.inf)
    if rim is not None and tileset.rim is not None:
        light, room = rim - np.array(tileset.rim), RIM_ROOM
    tiles[:, :LIGHT] -= light
    moved = np.zeros(LIGHT)
    places = hexgrid.CENTRES if len(seen) == len(hexgrid.CENTRES) else np.zeros((len(seen), 2))
    slope = np.column_stack([np.ones(len(seen)), places])
    counted = weight > 0.5 if (weight > 0.5).sum() >= 5 else np.ones(len(seen), bool)
    by_look, strange = explain(tiles)
    for turn in range(ROUNDS - 1):
        off = tiles[:, :LIGHT] - (by_look @ explain.middles)[:, :LIGHT]
        step = np.clip(moved + 0.7 * np.median(off[counted], axis=0), -room, room) - moved
        tiles[:, :LIGHT] -= step
        moved += step
        if turn >= 1:
            off = np.clip(tiles[:, :LIGHT] - (by_look @ explain.middles)[:, :LIGHT], -0.3, 0.3)[counted]
            terms = slope[counted]
            fitted = np.linalg.solve(terms.T @ terms + np.diag([1e-6, 8, 8]), terms.T @ off)
            tiles[:, :LIGHT] -= 0.7 * slope[:, 1:] @ fitted[1:]
        if turn >= 2:
            explain.move(tiles, by_look * (weight * (1 - strange))[:, None])
        by_look, strange = explain(tiles, settled=turn >= ROUNDS - 4)
    foreign = float(np.clip((np.percentile(explain.off, 75) - OWN_SET) / (OTHER_SET - OWN_SET), 0, 1))
    return Verdict(explain.by_terrain(by_look), strange, foreign)


class _Explanation:
    """The looks of one tileset, moving towards the tiles of one board."""

    def __init__(
        self,
        tileset: Tileset,
        count: int,
        doubt: float,
        besides: Shares | None,
        drawn: Shares | None,
        veil: Shares | None,
    ) -> None:
        self.doubt = doubt
        self.besides = np.ones((count, len(TERRAINS))) if besides is None else besides
        self.drawn = np.ones((count, len(TERRAINS))) if drawn is None else drawn
        self.veil = np.zeros(count) if veil is None else veil
        self.expected = tileset.expected()
        self.boxes = tileset.boxes()
        self.usual = 0.5 * self.expected + 0.5 / len(TERRAINS)
        self.which = np.array([TERRAINS.index(look.terrain) for look in tileset.looks])
        self.drawings = np.bincount(self.which, minlength=len(TERRAINS))
        self.taught = np.array([look.middle for look in tileset.looks])
        self.middles = self.taught.copy()
        self.within = np.reshape(tileset.within, (SIZE, SIZE))
        self.between = np.array([np.reshape(look.spread, (SIZE, SIZE)) for look in tileset.looks])
        self.inner, self.known = np.linalg.inv(self.within), np.linalg.inv(self.between)
        self.loose: Features = np.linalg.inv(self.within + self.between)
        self._trust(self.between)
        self.off = np.zeros(count)
        self.mistaken = MISTAKEN_TAUGHT if drawn is not None else MISTAKEN

    def __call__(self, tiles: Features, settled: bool = False) -> tuple[Shares, Shares]:
        """How likely each look is for each tile (n, looks), and how likely something else is (n,)."""
        squared = _squared(tiles, self.middles, self.tight)
        # Far from every look nothing is likely: the tails are those of a Student's t, not of a bell.
        far = (SIZE + TAILS) * np.log1p(squared / TAILS)
        likely = (-0.5 * np.minimum(far, squared) - 0.5 * self.logdet) / self.doubt
        strange = np.zeros(len(tiles))
        if settled:  # before that, it is rather the light that is strange
            least = _squared(tiles, self.taught, self.loose).min(1)
            self.off = least
            strange = 1 / (1 + np.exp(-np.clip((least - STRANGE_FROM) / STRANGE_SOFT, -30, 30)))
        likely = np.exp(likely - likely.max(1, keepdims=True)) / self.drawings[self.which]
        each = self.by_terrain(likely)
        each = (1 - self.mistaken) * each / each.sum(1, keepdims=True) + self.mistaken / len(TERRAINS)
        vague = each**VAGUE / (each**VAGUE).sum(1, keepdims=True)
        vagueness = np.maximum(strange, self.veil)[:, None]
        each = ((1 - vagueness) * each + vagueness * vague) * self.drawn
        # What hides a tile hides its token too: no number read says nothing then.
        each *= self.besides ** np.where(self.besides[:, -1] > self.besides[:, 0], 1 - strange, 1.0)[:, None]
        usual = np.broadcast_to(self.usual, each.shape)
        shares, _ = with_box(each, self.boxes, usual)
        alone = each * usual
        shares = (1 - BY_ITSELF) * shares + BY_ITSELF * alone / alone.sum(1, keepdims=True)
        # A terrain's share is parted among its drawings as they explain the tile.
        within = self.by_terrain(likely)[:, self.which]
        by_look = shares[:, self.which] * likely / np.maximum(within, 1e-300)
        by_look = np.where(within > 1e-290, by_look, shares[:, self.which] / self.drawings[self.which])
        return by_look, strange

    def move(self, tiles: Features, by_look: Shares) -> None:
        """Each look goes to the tiles that it explains, as far as it may vary between pictures."""
        many = by_look.sum(0)
        off = by_look.T @ tiles - many[:, None] * self.taught
        unsure = np.linalg.inv(self.known + many[:, None, None] * self.inner)
        moved = self.taught + (unsure @ self.inner @ off[:, :, None])[..., 0]
        many = many[:, None]
        # A look that explains less than half a tile stays as it was taught.
        self.middles = np.where(many < 0.5, self.taught, moved)
        self._trust(np.where(many[..., None] < 0.5, self.between, unsure))

    def _trust(self, unsure: Features) -> None:
        """From here on each look's middle is ``unsure`` (looks, 12, 12) by so much."""
        spread = self.within + unsure
        self.tight: Features = np.linalg.inv(spread).astype(np.float64)
        self.logdet = np.linalg.slogdet(spread)[1]

    def by_terrain(self, by_look: Shares) -> Shares:
        """Looks summed to terrains: (n, 6)."""
        total = np.zeros((len(by_look), len(TERRAINS)))
        for column, terrain in enumerate(self.which):
            total[:, terrain] += by_look[:, column]
        return total


def _squared(tiles: Features, middles: Features, inverse: Features) -> Features:
    """The squared distance of each of ``tiles`` (n, 12) from each of ``middles`` (looks, 12) by its own measure
    ``inverse`` (looks, 12, 12): (n, looks)."""
    away = tiles[None] - middles[:, None]
    squared: Features = ((away @ inverse) * away).sum(2).T
    return squared
