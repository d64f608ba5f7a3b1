"""From a picture to a :class:`Reading`: what lies where on the board, how sure that is, and what to ask."""

from __future__ import annotations

import math
import time
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import board_finder, hexgrid, looks, markers, sites, tileset
from vision.board_finder import Grid
from vision.deciding import Decision, decide
from vision.errors import Unreadable
from vision.harbours import Sign, read_harbours
from vision.hexgrid import Cell
from vision.picture import check_light, check_sharp, checked
from vision.pieces import Found, read_pieces
from vision.tileset import CLASSIC_NAMES, Tileset
from vision.tokens import nearer, read_tokens

Image = NDArray[np.uint8]
Pixel = tuple[float, float]

SURE = 0.99
"""A value under this is asked."""


DOUBTFUL = 0.15
"""Where a piece is less likely than this there is none."""
LIKELY = 0.4
"""A harbour or piece less likely than this is asked, and not listed."""


class TileConfidence(msgspec.Struct, frozen=True):
    terrain: float
    number: float


class Tile(msgspec.Struct, frozen=True):
    """One hex; ``number`` is ``None`` where no token lies."""

    q: int
    r: int
    terrain: str
    number: int | None
    px: Pixel
    confidence: TileConfidence

    def __post_init__(self) -> None:
        if (self.q, self.r) not in hexgrid.CELLS or self.terrain not in tileset.TERRAINS:
            raise ValueError(f"no tile: {self.terrain} at ({self.q}, {self.r})")


class Crisis(msgspec.Struct, frozen=True):
    """The hex on which the crisis pawn stands."""

    q: int
    r: int
    px: Pixel
    confidence: float


class Harbour(msgspec.Struct, frozen=True):
    """A harbour at ``edge`` = (land, sea)."""

    edge: tuple[Cell, Cell]
    kind: str
    px: Pixel
    confidence: float


class Piece(msgspec.Struct, frozen=True):
    """A connection at an ``edge``, a junior or senior at a ``vertex``: sorted cells, land or sea."""

    kind: str
    color: str
    px: Pixel
    confidence: float
    edge: tuple[Cell, Cell] | None = None
    vertex: tuple[Cell, Cell, Cell] | None = None

    def __post_init__(self) -> None:
        if (self.edge is None) == (self.vertex is None):
            raise ValueError("a piece stands at an edge or at a vertex")


class Ask(msgspec.Struct, frozen=True):
    """A question: which of ``between`` is it? ``what`` is "terrain", "number", "crisis", "harbour" or "piece".

    ``q`` and ``r`` name the hex, ``edge`` or ``vertex`` the place, of which the question is. Tiles of a set that nobody
    has taught have a ``group``: those that look alike have the same, and one answer does for all of them.
    """

    what: str
    between: tuple[Any, ...]
    q: int | None = None
    r: int | None = None
    edge: tuple[Cell, Cell] | None = None
    vertex: tuple[Cell, Cell, Cell] | None = None
    group: int | None = None


class Warned(msgspec.Struct, frozen=True):
    """Something that makes the reading worse: ``glare`` on a hex, ``no_tokens``, ``unknown_set``."""

    code: str
    q: int | None = None
    r: int | None = None

    def __str__(self) -> str:
        word = self.code.replace("_", " ")
        return word if self.q is None else f"{word} on ({self.q},{self.r})"


class Reading(msgspec.Struct, frozen=True):
    """What a picture shows. Pixels are those of the picture with its EXIF turn applied."""

    image: str
    size: tuple[int, int]
    ms: int
    tiles: tuple[Tile, ...]
    crisis: Crisis | None
    harbours: tuple[Harbour, ...]
    pieces: tuple[Piece, ...]
    ask: tuple[Ask, ...]
    warnings: tuple[Warned, ...]
    grid: Grid | None = None

    def __post_init__(self) -> None:
        if len({(tile.q, tile.r) for tile in self.tiles}) != len(hexgrid.CELLS):
            raise ValueError("a reading names each of the nineteen hexes once")

    @property
    def sure(self) -> bool:
        """Whether nothing needs asking."""
        return not self.ask

    def tile(self, q: int, r: int) -> Tile:
        return self.tiles[hexgrid.CELLS.index((q, r))]

    def to_json(self, classic: bool = False) -> dict[str, Any]:
        """The reading in the form that the contract fixes; ``classic`` prints the classic set's names."""

        def named(terrain: Any) -> Any:
            return CLASSIC_NAMES.get(terrain, terrain) if classic and isinstance(terrain, str) else terrain

        def plain(value: msgspec.Struct) -> dict[str, Any]:
            kept = {k: v for k, v in msgspec.to_builtins(value).items() if v is not None}
            for key in ("terrain", "kind"):
                if key in kept:
                    kept[key] = named(kept[key])
            if "between" in kept:
                kept["between"] = [named(v) for v in kept["between"]]
            return kept

        return {
            "image": self.image,
            "size": list(self.size),
            "ms": self.ms,
            "sure": self.sure,
            "tiles": [plain(tile) | {"number": tile.number} for tile in self.tiles],
            "crisis": plain(self.crisis) if self.crisis else None,
            "harbours": [plain(harbour) for harbour in self.harbours],
            "pieces": [plain(piece) for piece in self.pieces],
            "ask": [plain(ask) for ask in self.ask],
            "warnings": [str(warned) for warned in self.warnings],
        }


def read_board(image: Image, tiles: Tileset | None = None, grid: Grid | None = None, name: str = "") -> Reading:
    """Read the board in ``image`` (BGR, as ``cv2.imread`` or :func:`vision.picture.load` give it).

    ``tiles`` is the copy's tileset (the classic default without one); ``grid`` is the geometry where it is known
    already, from a fixed camera: then it is not searched for. :raises BadPicture: for no picture.
    :raises Unreadable: where there is no whole board to be seen, or it is too dark or blurred.
    """
    began = time.perf_counter()
    picture = checked(image)
    chosen = tiles or tileset.classic()
    if grid is None:
        grid = look_for_board(picture)
    elif grid.marks is None:
        grid = board_finder.refine(picture, grid.lens)
    near, lens = nearer(picture, grid.lens)
    flat = board_finder.rectify(near, lens, looks.UNIT, looks.SIDE)
    inner = slice(looks.SIDE // 8, -looks.SIDE // 8)
    check_sharp(flat[inner, inner])
    centres = flat_centres(grid)
    assert grid.marks is not None
    tokens = read_tokens(near, flat, msgspec.structs.replace(grid, lens=lens), centres)
    board = sites.evened(flat)
    shares = sites.classify(board)
    decision = decide(flat, centres, tokens, shares[-len(hexgrid.CELLS) :], chosen)
    seen = Seen(decision, read_harbours(flat), _places(board, shares, chosen))
    return _compose(seen, grid, picture, name, began)


def read_pieces_again(image: Image, before: Reading, tiles: Tileset | None = None, name: str = "") -> Reading:
    """``before`` with the pieces that ``image`` shows: for a fixed camera whose hexes look as they did.

    :raises ValueError: where ``before`` keeps no geometry.
    """
    began = time.perf_counter()
    if before.grid is None:
        raise ValueError("a reading without its geometry")
    picture = checked(image)
    board = sites.evened(board_finder.rectify(picture, before.grid.lens, sites.UNIT, sites.SIDE), sites.UNIT)
    places = _places(board, sites.classify(board), tiles or tileset.classic())
    pieces, asks = _pieces(places, before.grid)
    kept = tuple(ask for ask in before.ask if ask.what != "piece")
    ms = round((time.perf_counter() - began) * 1000)
    return msgspec.structs.replace(before, image=name, ms=ms, pieces=pieces, ask=(*kept, *asks))


def _places(board: sites.Evened, shares: NDArray[np.float64], tiles: Tileset) -> tuple[Found, ...]:
    colours = tuple((colour.name, colour.middle) for colour in tiles.colours)
    places = read_pieces(board, shares, colours)
    if colours:
        return places
    # What was never taught is told where it is sure, and not asked about.
    return tuple(place for place in places if place.share >= SURE)


def look_for_board(picture: Image) -> Grid:
    """The board's geometry, with the help of printed markers where it is not found without.

    :raises Unreadable: with the reason where it can be told: too dark, too blurred.
    """
    try:
        return board_finder.find_board(picture)
    except Unreadable:
        around = markers.find(picture)
        if around is not None:
            return board_finder.find_within(picture, around)
        check_light(picture)
        raise


def flat_centres(grid: Grid) -> hexgrid.Points:
    """The hexes' own middles in pixels of the upright board (:data:`vision.looks.SIDE`)."""
    to_units: hexgrid.Points = np.linalg.inv(grid.lens).astype(np.float64)
    own = board_finder.project(to_units, grid.centres)
    centres: hexgrid.Points = own * looks.UNIT + looks.SIDE / 2
    return centres


class Seen(msgspec.Struct, frozen=True):
    """What was seen of one picture, before it is put into a reading."""

    decision: Decision
    signs: tuple[Sign, ...]
    places: tuple[Found, ...]


def _compose(seen: Seen, grid: Grid, picture: Image, name: str, began: float) -> Reading:
    decision = seen.decision
    asks: list[Ask] = []
    warnings: list[Warned] = []
    tiles: list[Tile] = []
    for i, (q, r) in enumerate(hexgrid.CELLS):
        terrain, number = decision.terrains[i], decision.numbers[i]
        px = (round(float(grid.centres[i, 0]), 1), round(float(grid.centres[i, 1]), 1))
        confidence = TileConfidence(_told(terrain.share), _told(number.share))
        tiles.append(Tile(q, r, terrain.value, number.value, px, confidence))
        if confidence.terrain < SURE:
            asks.append(Ask("terrain", terrain.between, q, r, group=decision.groups[i] if decision.groups else None))
        if confidence.number < SURE:
            asks.append(Ask("number", number.between, q, r))
        if decision.glare[i] > 0.25:
            warnings.append(Warned("glare", q, r))
    if decision.groups is not None:
        warnings.append(Warned("unknown_set"))
    if not decision.has_tokens:
        warnings.append(Warned("no_tokens"))
    crisis = None
    if decision.crisis.value is not None:
        q, r = decision.crisis.value
        at = board_finder.project(grid.lens, (decision.crisis_at[None] - looks.SIDE / 2) / looks.UNIT)[0]
        crisis = Crisis(q, r, (round(float(at[0]), 1), round(float(at[1]), 1)), _told(decision.crisis.share))
    if _told(decision.crisis.share) < SURE:
        q, r = (crisis.q, crisis.r) if crisis else (0, 0)
        asks.append(Ask("crisis", decision.crisis.between, q, r))
    harbours = []
    for sign in seen.signs:
        x, y = grid.project(np.array([sign.place]))[0]
        if sign.share >= LIKELY:
            px = (round(float(x), 1), round(float(y), 1))
            harbours.append(Harbour(sign.edge, sign.between[0], px, _told(sign.share)))
        if _told(sign.share) < SURE:
            asks.append(Ask("harbour", (*sign.between, None), edge=sign.edge))
    pieces, questions = _pieces(seen.places, grid)
    height, width = picture.shape[:2]
    ms = round((time.perf_counter() - began) * 1000)
    return Reading(
        name,
        (width, height),
        ms,
        tuple(tiles),
        crisis,
        tuple(harbours),
        pieces,
        (*asks, *questions),
        tuple(warnings),
        grid,
    )


def _pieces(places: tuple[Found, ...], grid: Grid) -> tuple[tuple[Piece, ...], tuple[Ask, ...]]:
    told = [_piece(place, grid) for place in places]
    return tuple(piece for piece, _ in told if piece), tuple(ask for _, ask in told if ask)


def _piece(place: Found, grid: Grid) -> tuple[Piece | None, Ask | None]:
    """The piece that stands at ``place``, and the question about it, as far as there are such."""
    if place.there < DOUBTFUL:
        return None, None
    cells = place.site.cells
    edge = (cells[0], cells[1]) if place.site.sort == "edge" else None
    vertex = (cells[0], cells[1], cells[2]) if place.site.sort == "corner" else None
    share = place.share
    x, y = grid.project(np.array([place.site.place]))[0]
    px = (round(float(x), 1), round(float(y), 1))
    piece = Piece(place.kind, place.color, px, _told(share), edge, vertex) if place.there >= 0.5 else None
    if _told(share) >= SURE:
        return piece, None
    between = [f"{colour} {kind}" for colour in place.colors for kind in place.kinds]
    return piece, Ask("piece", (*between, None), edge=edge, vertex=vertex)


def _told(share: float) -> float:
    """``share`` as it is told: rounded down, so that nothing is sure by its rounding."""
    return math.floor(share * 10_000) / 10_000


def set_threads(count: int) -> None:
    """How many of the machine's cores a reading may use."""
    cv2.setNumThreads(count)
