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
from vision.box import with_box
from vision.errors import NoBoard
from vision.grouping import group
from vision.hexgrid import Points
from vision.looks import LIGHT
from vision.sites import CLASSES
from vision.tileset import NUMBERS, TERRAINS, Tileset, Verdict, judge
from vision.tokens import NOTHING, Tokens

Image = NDArray[np.uint8]

FEWEST_TOKENS, ROUND = 7, 0.62
"""A board on which fewer numbers are clear has no tokens on it (yet), unless discs of this roundness lie on it."""
DESERT = TERRAINS.index("desert")
PAWN, COVERED = CLASSES.index("pawn"), CLASSES.index("covered")
COVERED_DOUBT = 0.3
"""How much less the terrain of a covered hex is trusted."""
FOREIGN = 0.5
"""How little the looks of another set say."""
MORE_DESERTS = 1.6
"""Expected deserts from which a board has more than one."""
ONE_KIND = 0.06
"""Hexes whose middle colours differ less than this are all of one kind, and no board (boards differ by 0.2 or more)."""
MISREAD = 0.003
"""How often the token network is wrong however sure it is."""
BY_PAWN, BY_DESERT, BY_UNREAD, BY_NONE, BY_COVER = 1.2, 3.0, 3.0, 1.5, 2.0
"""How much it counts that the pawn is seen (its log-odds), that a hex is the desert, that its number can't be read, and
how much speaks for there being none: fitted on the development pictures."""
DOUBTED = 0.99
"""A tile less sure than this is looked at by halves: a hand seldom hides all of one."""
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
    """The board as decided, in the order of :data:`vision.hexgrid.CELLS`; ``groups`` says which tiles look alike, where
    the set is not known."""

    terrains: tuple[Choice, ...]
    numbers: tuple[Choice, ...]
    crisis: Choice
    crisis_at: Points
    glare: NDArray[np.float64]
    has_tokens: bool
    groups: tuple[int, ...] | None = None


def decide(flat: Image, centres: Points, tokens: Tokens, hexes: NDArray[np.float64], tiles: Tileset) -> Decision:
    """Decide terrains, numbers and where the pawn stands on the upright board ``flat``; ``hexes`` (n, 6) is how likely
    each of :data:`vision.sites.CLASSES` is on each hex."""
    covered = [
        (x, y, 0.19 * looks.UNIT) for (x, y), seen in zip(tokens.places, tokens.marked, strict=True) if seen > 0.2
    ]
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
    alike = drawings.compare(tiles.drawings, flat, centres, looks.UNIT) if tiles.drawings else None
    cover = _covered(hexes[:, COVERED], alike)
    veil = np.maximum(veil, cover)
    drawn = _by_drawing(alike, tiles)

    def judged(drawn: NDArray[np.float64] | None) -> Verdict:
        return judge(
            tiles,
            seen.evened(colours=tiles.rim is None),
            (glare < 0.4).astype(float),
            rim=np.median(seen.rims, axis=0),
            besides=_by_blank(tokens) if has_tokens else None,
            drawn=drawn,
            veil=veil,
        )

    verdict = judged(drawn)
    if drawn is not None and verdict.foreign == 0 and (doubtful := verdict.shares.max(1) < DOUBTED).any():
        halves = drawings.compare(tiles.drawings, flat, centres[doubtful], looks.UNIT, halves=True)
        drawn[doubtful] *= drawings.likely_by_halves(halves, TERRAINS, _names(tiles))
        verdict = judged(drawn)
    # Of another set than this nothing can be said but what lies alike, whatever it looks most like.
    doubt = FOREIGN * verdict.foreign
    terrain_shares = (1 - doubt) * verdict.shares + doubt * tiles.expected()
    doubts = COVERED_DOUBT * cover[:, None]
    terrain_shares = (1 - doubts) * terrain_shares + doubts * tiles.expected()
    terrains = tuple(_choice(TERRAINS, shares) for shares in terrain_shares)
    pawn = _crisis(hexes[:, [PAWN, 0]], tokens, terrain_shares, cover, has_tokens)
    crisis = _crisis_choice(pawn)
    at = centres[hexgrid.CELLS.index(crisis.value)] if crisis.value is not None else np.zeros(2)
    if has_tokens:
        hidden = np.maximum(HIDDEN, np.maximum(verdict.strange, glare > 0.5) * 0.8)
        hidden = np.maximum(hidden, np.maximum(HIDDEN_BY_PAWN * pawn[:-1], 0.9 * cover))
        numbers = _numbers(tokens, terrain_shares, hidden, tiles)
    else:
        numbers = tuple(Choice(None, 0.995) for _ in centres)
    groups = group(flat, centres, seen.evened(colours=False)) if verdict.foreign > 0 else None
    return Decision(terrains, numbers, crisis, at, glare, has_tokens, groups)


def _crisis(
    pawns: NDArray[np.float64],
    tokens: Tokens,
    terrain: NDArray[np.float64],
    cover: NDArray[np.float64],
    has_tokens: bool,
) -> NDArray[np.float64]:
    """How likely the crisis pawn stands on each hex, and last that there is none: (n + 1,).

    It is seen itself (``pawns`` (n, 2): how likely it and nothing are there), it waits on the desert, or it hides the
    one number that can't be read. It may stand unseen under whatever lies over a hex (``cover`` (n,))."""
    seen = np.log(np.clip(pawns[:, 0], 1e-4, 1) / np.clip(pawns[:, 1], 1e-4, 1))
    desert = terrain[:, DESERT]
    unread = tokens.shares[:, NOTHING] * (1 - desert) * has_tokens
    clear = BY_PAWN * seen + BY_UNREAD * (unread > 0.5) * unread
    scores = np.append(np.where(cover > 0.5, BY_COVER * cover, clear) + BY_DESERT * desert, BY_NONE)
    chances = np.exp(scores - scores.max())
    shares: NDArray[np.float64] = chances / chances.sum()
    return shares


def _crisis_choice(shares: NDArray[np.float64]) -> Choice:
    cells: tuple[Any, ...] = (*hexgrid.CELLS, None)
    order = np.argsort(-shares)
    between = tuple(cells[i] for i in order if shares[i] > 0.01)[:6]
    if len(between) < 2:
        between = tuple(cells[i] for i in order[:2])
    return Choice(cells[order[0]], float(np.clip(shares[order[0]], 0, 0.9999)), between)


def _by_drawing(alike: NDArray[np.float64] | None, tiles: Tileset) -> NDArray[np.float64] | None:
    """How likely each terrain makes the lines of the drawings that are seen: (n, 6)."""
    if alike is None:
        return None
    return drawings.likely(alike, TERRAINS, _names(tiles))


def _names(tiles: Tileset) -> tuple[str, ...]:
    return tuple(drawing.terrain for drawing in tiles.drawings)


def _covered(said: NDArray[np.float64], alike: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """How likely something lies over each hex: the network has ``said`` so (n,), or it shows none of the drawings, and
    on a board that shows them everywhere else that is much the same."""
    if alike is None:
        clear: NDArray[np.float64] = 1 / (1 + np.exp(-(said - 0.6) / 0.06))
        return clear
    known = alike.max(1)
    cover = 1 / (1 + np.exp(-(said - 0.3) / 0.06))
    wary = 1 / (1 + np.exp(-(said - 0.09) / 0.015))
    if float((known > 0.55).mean()) > 0.8:
        wary = np.maximum(wary, 0.55)
    whole: NDArray[np.float64] = np.where(known < 0.45, np.maximum(cover, wary), np.where(known > 0.6, 0.0, cover))
    return whole


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
    # With more deserts than the box has, there are fewer tokens, and which ones nobody knows.
    whole = float(desert.sum()) < MORE_DESERTS + len(likely) - 1 - sum(counts)
    shares, _ = with_box(likely, {(*counts, len(likely) - sum(counts)): 1.0} if whole else {}, usual)
    return tuple(_choice(values, row) for row in shares)


def _choice(values: tuple[Any, ...], shares: NDArray[np.float64]) -> Choice:
    order = np.argsort(-shares)
    best = int(order[0])
    between = [values[i] for i in order if shares[i] > 0.004][:6]
    if len(between) < 2:
        between = [values[i] for i in order[:2]]
    return Choice(values[best], float(np.clip(shares[best], 0, 0.9999)), tuple(between))
