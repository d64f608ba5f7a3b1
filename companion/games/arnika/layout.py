"""The tiles of one match: terrain, number tokens and harbours, from and to the shared :class:`~companion.game.Board`.

Places on the board, as the screen and the camera see them: ``Place("hex", id)`` holds the terrain as a piece's kind, a
``token`` with its number and the ``crisis``; ``Place("edge", id)`` holds a ``harbour`` whose detail is a resource or
``any``, and ``connection``; ``Place("corner", id)`` holds ``junior`` and ``senior``. Ids as in :mod:`.geometry`.
"""

from __future__ import annotations

from functools import lru_cache

from companion.game import BadSetup, Board, Line, Piece, Place, Value
from companion.games.arnika.cards import DESERT, KIND_INDEX, KINDS, TERRAINS
from companion.games.arnika.geometry import COAST, CORNERS_OF_EDGE, CORNERS_OF_HEX, ENDS, HEXES, HEXES_OF_CORNER, Mask

ANY = "any"
"""A harbour that takes three of any one kind."""
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


class Layout(Value, frozen=True, cache_hash=True):
    """What lies where: ``terrain`` and ``numbers`` by hex (``None``: no token), ``harbours`` as (edge, kind)."""

    terrain: tuple[str, ...]
    numbers: tuple[int | None, ...]
    harbours: tuple[tuple[int, str], ...] = ()

    @property
    def deserts(self) -> tuple[int, ...]:
        return tuple(i for i, terrain in enumerate(self.terrain) if terrain == DESERT)

    def numbered(self, number: int) -> tuple[int, ...]:
        """The hexes that carry ``number``."""
        return tuple(i for i, n in enumerate(self.numbers) if n == number)


BLANK = Layout((), ())
"""No map: the match was begun without one."""


class Yield(Value, frozen=True):
    """A hex that a roll touches: which resource its ``corners`` get."""

    hex: int
    kind: int
    corners: Mask


@lru_cache(maxsize=256)
def yields(layout: Layout) -> tuple[tuple[Yield, ...], ...]:
    """For each sum 0..12 the hexes that produce."""
    table: list[list[Yield]] = [[] for _ in range(13)]
    for i, (terrain, number) in enumerate(zip(layout.terrain, layout.numbers, strict=True)):
        if number is not None and terrain != DESERT:
            table[number].append(Yield(i, KIND_INDEX[terrain], CORNERS_OF_HEX[i]))
    return tuple(tuple(row) for row in table)


@lru_cache(maxsize=256)
def harbour_corners(layout: Layout) -> tuple[Mask, tuple[Mask, ...]]:
    """The corners at harbours for any kind, and at those for each kind."""
    free, special = 0, [0] * len(KINDS)
    for edge, kind in layout.harbours:
        if kind == ANY:
            free |= CORNERS_OF_EDGE[edge]
        else:
            special[KIND_INDEX[kind]] |= CORNERS_OF_EDGE[edge]
    return free, tuple(special)


@lru_cache(maxsize=1 << 13)
def bank_rates(layout: Layout, buildings: Mask) -> tuple[int, ...]:
    """How many cards of each kind the bank takes for one, for a seat with ``buildings``: 4, 3 or 2."""
    free, special = harbour_corners(layout)
    usual = 3 if buildings & free else 4
    return tuple(2 if buildings & corners else usual for corners in special)


def corner_kinds(layout: Layout, corner: int) -> tuple[int, ...]:
    """The resources of the hexes around ``corner``, one entry a hex."""
    return tuple(KIND_INDEX[layout.terrain[h]] for h in HEXES_OF_CORNER[corner] if layout.terrain[h] != DESERT)


def layout_of(board: Board) -> Layout:
    """The tiles of ``board``.

    How many of each terrain and number a box holds is the box's business; here only the shape is checked.

    :raises BadSetup: when a hex has no terrain or a number that no token carries, when no desert is there, when a
        harbour lies inland.
    """
    terrain: dict[int, str] = {}
    numbers: dict[int, int | None] = {}
    harbours: dict[int, str] = {}
    for place, piece in board.pieces:
        if place.kind == "hex" and piece.kind in TERRAINS:
            terrain[place.id] = piece.kind
        elif place.kind == "hex" and piece.kind == "token":
            numbers[place.id] = piece.number
        elif place.kind == "edge" and piece.kind == "harbour":
            harbours[place.id] = piece.detail or ANY
    if sorted(terrain) != list(range(HEXES)):
        raise BadSetup(Line.of("error.hexes", n=len(terrain)))
    for i, number in numbers.items():
        if number not in NUMBERS or terrain.get(i, DESERT) == DESERT:
            raise BadSetup(Line.of("error.token", number=str(number), hex=i))
    if DESERT not in terrain.values():
        raise BadSetup(Line.of("error.no_desert"))
    for edge, kind in harbours.items():
        if edge not in COAST or kind not in (*KINDS, ANY):
            raise BadSetup(Line.of("error.harbour", edge=edge))
    return Layout(
        tuple(terrain[i] for i in range(HEXES)),
        tuple(numbers.get(i) for i in range(HEXES)),
        tuple(sorted(harbours.items())),
    )


def board_of(layout: Layout, crisis: int | None = None) -> Board:
    """The tiles as a board, with the crisis on ``crisis``."""
    pieces: list[tuple[Place, Piece]] = []
    for i, terrain in enumerate(layout.terrain):
        place = Place("hex", i)
        pieces.append((place, Piece(terrain)))
        if (number := layout.numbers[i]) is not None:
            pieces.append((place, Piece("token", number=number)))
        if i == crisis:
            pieces.append((place, Piece("crisis")))
    pieces += [(Place("edge", edge), Piece("harbour", detail=kind)) for edge, kind in layout.harbours]
    return Board(tuple(pieces))


def harbour_ends(layout: Layout) -> dict[int, str]:
    """The kind of harbour at each corner that touches one."""
    return {corner: kind for edge, kind in layout.harbours for corner in ENDS[edge]}
