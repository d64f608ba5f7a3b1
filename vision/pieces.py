"""Pieces: connections at edges, juniors and seniors at corners, in the players' colours.

Two things speak for a piece: the network of :mod:`vision.sites` sees its shape, and its place has a player's colour.
Which colours are in play is taught with the copy, or taken from the picture itself.
"""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import hexgrid
from vision.sites import CLASSES, SIDE, UNIT, Evened, Site, place_of, sites

Image = NDArray[np.uint8]
Shares = NDArray[np.float64]

PALETTE: dict[str, tuple[float, float, float]] = {
    "red": (3.8, -0.05, 1.0),
    "blue": (3.9, 0.62, -0.25),
    "orange": (4.1, -0.72, 0.57),
    "white": (4.77, -0.08, -0.03),
    "green": (3.8, -0.57, -0.85),
    "brown": (3.6, -0.18, 0.25),
    "yellow": (4.35, -1.1, 0.08),
    "purple": (4.0, 0.7, 0.4),
    "black": (2.9, 0.0, 0.0),
}
"""Brightness, blue over green and red over green (logarithms, the board's white being 128) of players' colours."""
PALE = ("white", "black")
"""Colours that are no colours: boards have borders, sands and shadows like them."""
NEAR = 4.0
"""Squared deviations within which a pixel has a colour."""
PALE_ROOM, ROOM, ROOM_BY_COLOUR, BRIGHT_ROOM = 0.15, 0.12, 0.25, 0.35
STRONG = 0.5
"""A share of a place that has a colour, and a chance by its shape, that together say that it is in play."""
PALE_COUNTS = 0.5
"""How much of a place's share that is pale counts: borders lie beside pieces of every colour."""
HIDES = 0.5
"""How much less a piece is believed in beside a hex that something covers: it may be a part of that."""
LEAST = 0.05
"""Where a piece is less likely than this, none is told of."""
COLOUR_SURE = 25.0
"""How steeply a colour's chance rises with the share of the place that has it."""
PLAYERS = 4
KINDS = {"edge": ("connection",), "corner": ("junior", "senior")}


class Found(msgspec.Struct, frozen=True):
    """A piece at ``site``, or a place that may have one: how likely any piece is there (``there``), its kind and colour
    with how likely these are if there is one, and what else they may be, likeliest first."""

    site: Site
    there: float
    kind: str
    kind_share: float
    kinds: tuple[str, ...]
    color: str
    color_share: float
    colors: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.kind not in KINDS[self.site.sort] or not 0 <= self.there <= 1:
            raise ValueError(f"no piece: {self.kind} at {self.site.cells} by {self.there}")

    @property
    def share(self) -> float:
        """How likely just this piece stands there."""
        return self.there * self.kind_share * self.color_share


@cache
def _pixels() -> NDArray[np.intp]:
    """Which pixels of the evened board each of the 126 edges and corners is looked at: (126, pixels)."""
    rows = []
    for site in sites():
        if site.sort == "hex":
            continue
        ((x, y),) = place_of(np.array([site.place]))
        if site.sort == "edge":
            across, along = (
                a.ravel() for a in np.meshgrid(np.linspace(-0.036, 0.036, 5), np.linspace(-0.12, 0.12, 15))
            )
        else:
            far, turn = np.meshgrid(np.sqrt(np.linspace(0.02, 1, 5)) * 0.073, np.arange(15) * 2 * np.pi / 15)
            across, along = (far * np.cos(turn)).ravel(), (far * np.sin(turn)).ravel()
        c, s = np.cos(site.turn), np.sin(site.turn)
        columns = np.clip(np.round(x + (across * c + along * s) * UNIT), 0, SIDE - 1)
        lines = np.clip(np.round(y + (along * c - across * s) * UNIT), 0, SIDE - 1)
        rows.append((lines * SIDE + columns).astype(np.intp))
    return np.array(rows)


_LOGS = np.log(np.arange(256, dtype=np.float32) + 3)


def colour_shares(board: Evened, colours: dict[str, tuple[float, float, float]]) -> Shares:
    """The share of each edge and corner that has each of ``colours``: (126, colours)."""
    blue, green, red = np.moveaxis(_LOGS[board.picture.reshape(-1, 3)[_pixels()]], 2, 0)
    seen = ((blue + green + red) / 3, blue - green, red - green)
    off = []
    for name, colour in colours.items():
        room = ROOM + ROOM_BY_COLOUR * float(np.hypot(*colour[1:]))
        rooms = (PALE_ROOM if name in PALE else BRIGHT_ROOM, room, room)
        light, bluer, redder = (((v - c) / r) ** 2 for v, c, r in zip(seen, colour, rooms, strict=True))
        off.append(light + bluer + redder)
    squared = np.array(off)
    nearest = np.where(squared.min(0) < NEAR, squared.argmin(0), -1)
    shares: Shares = np.array([(nearest == k).mean(1) for k in range(len(colours))]).T
    return shares


def colours_of(taught: tuple[tuple[str, tuple[float, float, float]], ...]) -> dict[str, tuple[float, float, float]]:
    """The colours that may be on the board: those that were taught, else the whole palette."""
    return dict(taught) if taught else PALETTE


def in_play(board: Evened, shares: Shares, colours: dict[str, tuple[float, float, float]]) -> list[str]:
    """The names of the colours that are in play, as far as places speak for them by shape and colour together."""
    owned = colour_shares(board, colours)
    shape = 1 - shares[: len(owned), 0] - shares[: len(owned), 1]
    best = owned.argmax(1)
    spoken = {
        name: float((shape * owned[:, k])[(best == k) & (shape > STRONG) & (owned[:, k] > STRONG)].sum())
        for k, name in enumerate(colours)
    }
    return [name for name in sorted(spoken, key=lambda name: -spoken[name]) if spoken[name] > 0][:PLAYERS]


# How much shape (its log-odds) and colour (its share over a half) count, and what speaks against a piece: for colours
# and for pale ones; fitted on the development pictures.
WEIGHTS = {"edge": (1.35, 5.5, -0.7), "corner": (1.55, 3.1, 1.9)}
PALE_WEIGHTS = {"edge": (1.85, 2.4, 1.6), "corner": (2.1, 2.6, 1.35)}


def read_pieces(
    board: Evened, shares: Shares, taught: tuple[tuple[str, tuple[float, float, float]], ...] = ()
) -> tuple[Found, ...]:
    """The edges and corners that may have a piece, by ``shares`` (145, 6) of :func:`vision.sites.classify`."""
    colours = colours_of(taught)
    if not taught:
        colours = {name: colours[name] for name in in_play(board, shares, colours)}
    if not colours:
        return ()
    owned = colour_shares(board, colours)
    names = list(colours)
    counts = owned * np.array([PALE_COUNTS if name in PALE else 1.0 for name in names])
    best = counts.argmax(1)
    strength = owned[np.arange(len(owned)), best]
    free = np.clip(shares[: len(owned), 0] + shares[: len(owned), 1], 1e-5, 1 - 1e-5)
    weights = np.array(
        [(PALE_WEIGHTS if names[k] in PALE else WEIGHTS)[site.sort] for site, k in zip(sites(), best, strict=False)]
    )
    odds = weights[:, 0] * np.log((1 - free) / free) + weights[:, 1] * (strength - 0.5) - weights[:, 2]
    hidden = dict(zip(hexgrid.CELLS, shares[-len(hexgrid.CELLS) :, CLASSES.index("covered")], strict=True))
    beside = np.array([max(hidden.get(cell, 0.0) for cell in site.cells) for site in sites()[: len(owned)]])
    there = (1 - HIDES * beside) / (1 + np.exp(-odds))
    return tuple(
        _found(sites()[i], float(there[i]), shares[i], counts[i], names) for i in np.flatnonzero(there > LEAST)
    )


def _found(site: Site, there: float, shape: Shares, own: Shares, names: list[str]) -> Found:
    kinds = KINDS[site.sort]
    kind_shares = np.array([shape[CLASSES.index(kind)] for kind in kinds]) + 1e-4
    kind_shares /= kind_shares.sum()
    likely = np.exp(COLOUR_SURE * (own - own.max()))
    likely /= likely.sum()
    by_kind, by_name = np.argsort(-kind_shares), np.argsort(-likely)
    return Found(
        site,
        there,
        kinds[by_kind[0]],
        float(kind_shares[by_kind[0]]),
        tuple(kinds[i] for i in by_kind),
        names[int(by_name[0])],
        float(likely[by_name[0]]),
        tuple(names[i] for i in by_name if likely[i] > 0.004),
    )
