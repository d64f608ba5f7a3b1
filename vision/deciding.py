"""The most likely board given tiles, tokens and the box: terrains first, then numbers and the crisis pawn.

The box's contents are a prior of bounded strength: they settle what is close, and a board that clearly shows another
set is read as it is.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import drawings, hexgrid, looks
from vision.board_finder import Marks, peaks
from vision.box import with_box
from vision.errors import NoBoard
from vision.hexgrid import Points
from vision.looks import LIGHT
from vision.tileset import NUMBERS, TERRAINS, Tileset, judge
from vision.tokens import NOTHING, Tokens, close_to_flat

Image = NDArray[np.uint8]

FEWEST_TOKENS, ROUND = 7, 0.62
"""A board on which fewer numbers are clear has no tokens on it (yet), unless discs of this roundness lie on it."""
PAWN_SEEN = 0.5
DESERT = TERRAINS.index("desert")
FOREIGN = 0.5
"""How little the looks of another set say."""
ONE_KIND = 0.06
"""Hexes whose middle colours differ less than this are all of one kind, and no board (boards differ by 0.2 or more)."""
MISREAD = 0.002
"""How often the token network is wrong however sure it is."""
BLANK_DESERT, BLANK_HEX = 0.97, 0.002
"""How often no token lies on a desert, and on another hex, of a board that has tokens."""
UNREAD = 0.02
"""How often no number is read on a hex that is no desert."""
HIDDEN, HIDDEN_BY_PAWN = 0.004, 0.9
"""How often a token can't be seen, and how often when the crisis pawn stands on its hex."""


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
    readable = int((tokens.shares[:, :NOTHING].max(1) > 0.8).sum())
    has_tokens = readable >= FEWEST_TOKENS or float(np.median(tokens.marked)) > ROUND
    if not has_tokens and float(seen.tiles[:, :LIGHT].std(0).max()) < ONE_KIND:
        raise NoBoard()  # a floor of hexagons, say
    # A tile that glare has whitened, or that lies in a light of its own, says little by its colours.
    strange = np.abs(seen.away()[:, 1:]).max(1)
    veil = np.maximum(np.clip((glare - 0.15) / 0.3, 0, 1), np.clip((strange - 0.3) / 0.6, 0, 0.5))
    verdict = judge(
        tiles,
        seen.evened(colours=tiles.rim is None),
        (glare < 0.4).astype(float),
        rim=np.median(seen.rims, axis=0),
        besides=_by_blank(tokens) if has_tokens else None,
        drawn=_by_drawing(flat, centres, tiles),
        veil=veil,
    )
    # Of another set than this nothing can be said but what lies alike, whatever it looks most like.
    doubt = FOREIGN * verdict.foreign
    terrain_shares = (1 - doubt) * verdict.shares + doubt * tiles.expected()
    terrains = tuple(_choice(TERRAINS, shares) for shares in terrain_shares)
    where, at, crisis = _crisis(centres, pawns)
    if has_tokens:
        hidden = np.maximum(HIDDEN, np.maximum(verdict.strange, glare > 0.5) * 0.8)
        if where is not None:
            hidden[where] = HIDDEN_BY_PAWN
        numbers = _numbers(tokens, terrain_shares, hidden, tiles)
        if crisis is None:
            crisis, at = _hiding(tokens, terrain_shares, verdict.strange)
    else:
        numbers = tuple(Choice(None, 0.995) for _ in centres)
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


def _hiding(tokens: Tokens, terrain: NDArray[np.float64], strange: NDArray[np.float64]) -> tuple[Choice | None, Points]:
    """The crisis pawn where it was not seen itself, but one token is: it hides the only number that can't be read.
    That is a guess, and asked."""
    blank = np.flatnonzero((tokens.shares[:, NOTHING] > 0.5) & (terrain[:, DESERT] < 0.5) & (strange < 0.5))
    if len(blank) != 1:
        return None, np.zeros(2)
    hexes = [int(blank[0]), int(terrain[:, DESERT].argmax())]
    return Choice(hexgrid.CELLS[hexes[0]], 0.8, tuple(hexgrid.CELLS[i] for i in hexes)), tokens.places[hexes[0]]


def _by_drawing(flat: Image, centres: Points, tiles: Tileset) -> NDArray[np.float64] | None:
    """How likely each terrain makes the lines of the drawings that are seen: (n, 6)."""
    if not tiles.drawings:
        return None
    alike = drawings.compare(tiles.drawings, flat, centres, looks.UNIT)
    return drawings.likely(alike, TERRAINS, tuple(drawing.terrain for drawing in tiles.drawings))


def _by_blank(tokens: Tokens) -> NDArray[np.float64]:
    """How likely each terrain makes it that a number is read on a hex, or none: (n, 6)."""
    blank = np.clip(tokens.shares[:, NOTHING], 0.002, 0.998)
    each = np.tile((UNREAD * blank + (1 - UNREAD) * (1 - blank))[:, None], (1, len(TERRAINS)))
    each[:, DESERT] = BLANK_DESERT * blank + (1 - BLANK_DESERT) * (1 - blank)
    return each


def _numbers(
    tokens: Tokens, terrain: NDArray[np.float64], hidden: NDArray[np.float64], tiles: Tileset
) -> tuple[Choice, ...]:
    """``hidden`` (n,): how likely it is that what lies on a hex is hidden by something."""
    values: tuple[int | None, ...] = (*NUMBERS, None)
    seen = (1 - MISREAD) * tokens.shares + MISREAD / len(values)
    # A number is there to be read, or it is hidden and looks like nothing.
    likely = (1 - hidden[:, None]) * seen + hidden[:, None] * seen[:, NOTHING:]
    likely[:, NOTHING] = seen[:, NOTHING]
    desert = terrain[:, DESERT]
    blank = BLANK_DESERT * desert + BLANK_HEX * (1 - desert)
    likely[:, :NOTHING] *= (1 - blank)[:, None]
    likely[:, NOTHING] *= blank
    counts = tuple(dict(tiles.numbers).get(n, 0) for n in NUMBERS)
    usual = np.ones_like(likely)
    usual[:, :NOTHING] *= np.array(counts) / max(sum(counts), 1)
    shares, _ = with_box(likely, {(*counts, len(likely) - sum(counts)): 1.0}, usual)
    return tuple(_choice(values, row) for row in shares)


def _choice(values: tuple[Any, ...], shares: NDArray[np.float64]) -> Choice:
    order = np.argsort(-shares)
    best = int(order[0])
    between = [values[i] for i in order if shares[i] > 0.004][:6]
    if len(between) < 2:
        between = [values[i] for i in order[:2]]
    return Choice(values[best], float(np.clip(shares[best], 0, 0.9999)), tuple(between))
