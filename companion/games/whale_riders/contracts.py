"""What a contract asks and which tiles cover it: rules page, section 3."""

from __future__ import annotations

from functools import cache, lru_cache

from companion.games.whale_riders.coast import GOODS
from companion.games.whale_riders.state import Rider, Tile

DEMANDS = ("goods", "each", "six", "five")
UNKNOWN = Tile("goods", 0)
TILE_TYPES: tuple[Tile, ...] = (
    *(Tile(kind, n) for kind in GOODS for n in (1, 2, 3)),
    Tile("crystal", 1),
    Tile("crystal", 2),
    Tile("pearl", 1),
    Tile("pearl", 2),
    *(Tile("start", n) for n in (1, 2, 3)),
    UNKNOWN,
)
"""Every type of tile that can lie in front of somebody, in a fixed order."""
TILE_NAMES = tuple("goods" if tile == UNKNOWN else f"{tile.kind}_{tile.n}" for tile in TILE_TYPES)
UNKNOWN_SHOWS = 3
"""A tile that was bought without saying what it shows is given the benefit of the doubt."""


def held(rider: Rider) -> tuple[int, ...]:
    """How many of each type of tile the rider has."""
    return _counted(rider.tiles)


@lru_cache(1 << 8)
def _counted(tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    return tuple(tiles.count(tile) for tile in TILE_TYPES)


def handed(tiles: tuple[int, ...]) -> tuple[Tile, ...]:
    """The tiles that a count of each type stands for."""
    return tuple(tile for tile, n in zip(TILE_TYPES, tiles, strict=True) for _ in range(n))


def covers(tiles: tuple[Tile, ...], demand: str, goods: tuple[int, ...], all_wild: bool = False) -> bool:
    """Whether ``tiles`` meet the demand.

    A crystal is any good, but a tile of two stands for one kind only; with the magic ``all_wild`` so does every tile
    of goods (W-14). What a tile shows beyond the need is lost.
    """
    usable = tuple(tile for tile in tiles if not tile.pearls)
    if demand == "five":
        return len(tiles) >= 5
    if demand == "six":
        return sum(_shows(tile) for tile in usable) >= 6
    need = (1,) * len(GOODS) if demand == "each" else goods
    wild = []
    for tile in usable:
        if tile.kind in GOODS and not all_wild:
            at = GOODS.index(tile.kind)
            need = (*need[:at], max(0, need[at] - tile.n), *need[at + 1 :])
        else:
            wild.append(_shows(tile))
    return _wild_cover(tuple(sorted(wild, reverse=True)), tuple(sorted(need)))


def _shows(tile: Tile) -> int:
    return UNKNOWN_SHOWS if tile == UNKNOWN else tile.n


@cache
def _wild_cover(wild: tuple[int, ...], need: tuple[int, ...]) -> bool:
    """Whether tiles that each stand for one kind can meet what is still needed of each kind."""
    if not any(need):
        return True
    if not wild or sum(wild) < sum(need):
        return False
    first, rest = wild[0], wild[1:]
    options = {tuple(sorted((*need[:at], max(0, n - first), *need[at + 1 :]))) for at, n in enumerate(need) if n > 0}
    return any(_wild_cover(rest, left) for left in options)
