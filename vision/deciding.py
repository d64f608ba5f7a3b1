"""The most likely board given tiles, tokens and the box: terrains first, then numbers and the crisis pawn.

The box's contents are a prior of bounded strength: they settle what is close, and a board that clearly shows another
set is read as it is.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import hexgrid, looks
from vision.board_finder import Marks, peaks
from vision.hexgrid import Points
from vision.tileset import NUMBERS, TERRAINS, Tileset, judge
from vision.tokens import NOTHING, Tokens, close_to_flat

Image = NDArray[np.uint8]

TOKEN_SEEN = 0.35
"""A token mark above this counts as a token when the board is asked whether it has any."""
PAWN_SEEN = 0.5
DESERT = TERRAINS.index("desert")


class Choice(msgspec.Struct, frozen=True):
    """The likeliest value, its share, and what else it may be, likeliest first."""

    value: Any
    share: float
    between: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"a share of {self.share}")


class Decision(msgspec.Struct, frozen=True):
    """The board as decided, in the order of :data:`vision.hexgrid.CELLS`."""

    terrains: tuple[Choice, ...]
    numbers: tuple[Choice, ...]
    crisis: Choice | None
    crisis_at: Points
    glare: NDArray[np.float64]
    has_tokens: bool


def decide(flat: Image, centres: Points, tokens: Tokens, marks: Marks, tiles: Tileset) -> Decision:
    """Decide terrains, numbers and where the pawn stands on the upright board ``flat``."""
    pawns = _pawns(marks)
    covered = [
        (x, y, 0.19 * looks.UNIT) for (x, y), seen in zip(tokens.places, tokens.marked, strict=True) if seen > 0.2
    ]
    covered += [(x, y, 0.2 * looks.UNIT) for x, y, height in pawns if height > PAWN_SEEN]
    discs = np.array(covered).reshape(-1, 3)
    seen = looks.features(flat, centres, discs)
    glare = seen.glare
    verdict = judge(tiles, seen.evened(), (glare < 0.4).astype(float))
    terrain_shares = verdict.shares
    # A tile that glare has whitened, or that lies in a light of its own, says little: mix with the box's contents.
    strange = np.abs(seen.away()[:, 1:]).max(1)
    veil = np.maximum(np.clip((glare - 0.3) / 0.5, 0, 1), np.clip((strange - 0.3) / 0.6, 0, 0.5))[:, None]
    terrain_shares = terrain_shares * (1 - veil) + veil * tiles.expected()
    terrains = tuple(_choice(TERRAINS, shares) for shares in terrain_shares)
    has_tokens = int((tokens.marked > TOKEN_SEEN).sum()) >= 5
    where, at, crisis = _crisis(centres, pawns)
    numbers = _numbers(tokens, terrain_shares, tiles, has_tokens, where)
    return Decision(terrains, numbers, crisis, at, glare, has_tokens)


def _pawns(marks: Marks) -> NDArray[np.float64]:
    found = peaks(marks.pawns, 0.1)
    if len(found) == 0:
        return np.zeros((0, 3))
    return np.column_stack([close_to_flat(found[:, :2]), found[:, 2]])


def _crisis(centres: Points, pawns: NDArray[np.float64]) -> tuple[int | None, Points, Choice | None]:
    """The hex under the likeliest pawn."""
    inside = []
    for x, y, height in pawns:
        away = np.hypot(*(centres - (x, y)).T) / looks.UNIT
        i = int(away.argmin())
        if away[i] < 0.5:
            inside.append((float(height), i, (x, y)))
    if not inside or inside[0][0] < PAWN_SEEN:
        return None, np.zeros(2), None
    inside.sort(reverse=True)
    height, i, place = inside[0]
    second = next((h for h, j, _ in inside[1:] if j != i), 0.0)
    share = float(np.clip(height - second * 0.5, 0.05, 0.999)) if height < 0.9 or second > 0.3 else 0.995
    between = tuple(hexgrid.CELLS[j] for j in dict.fromkeys(j for _, j, _ in inside))[:3]
    return i, np.array(place), Choice(hexgrid.CELLS[i], share, between)


def _numbers(
    tokens: Tokens, terrain: NDArray[np.float64], tiles: Tileset, has_tokens: bool, pawn: int | None
) -> tuple[Choice, ...]:
    values: tuple[int | None, ...] = (*NUMBERS, None)
    if not has_tokens:
        return tuple(Choice(None, 0.995) for _ in tokens.places)
    shares = tokens.shares.copy()
    present = np.clip(tokens.marked / 0.4, 0.03, 1.0)
    shares[:, :NOTHING] *= present[:, None]
    shares[:, NOTHING] *= 1.0
    desert = terrain[:, DESERT]
    shares[:, :NOTHING] *= (1 - 0.995 * desert)[:, None]
    shares[:, NOTHING] *= 0.02 + 0.98 * desert
    shares /= shares.sum(1, keepdims=True)
    counts = np.array([dict(tiles.numbers).get(n, 0) for n in NUMBERS], float)
    for _ in range(10):
        total = shares[:, :NOTHING].sum(0)
        shares[:, :NOTHING] *= (np.maximum(counts, 0.2) / np.maximum(total, 0.5)) ** 0.15
        shares /= shares.sum(1, keepdims=True)
    return tuple(_choice(values, row) for row in shares)


def _choice(values: tuple[Any, ...], shares: NDArray[np.float64]) -> Choice:
    order = np.argsort(-shares)
    best = int(order[0])
    between = [values[i] for i in order if shares[i] > 0.004][:6]
    if len(between) < 2:
        between = [values[i] for i in order[:2]]
    return Choice(values[best], float(np.clip(shares[best], 0, 0.9999)), tuple(between))
