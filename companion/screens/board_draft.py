"""A hex board in the making: read from a picture, drawn at random, or laid by hand, and corrected by taps. No Kivy.

What a picture said stays beside each tile (where it is in the picture, how sure it is), so that the page can draw the
reading over the picture and pulse what is doubtful until somebody has looked at it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.game import Board, Line, Piece, Place, Value
from companion.games.arnika.boards import terrains, tokens
from companion.games.arnika.geometry import COAST, EDGE_AT, HEX_AT, HEXES
from companion.games.arnika.layout import ANY, NUMBERS

TERRAINS = ("doctor", "airplane", "hotel", "factory", "coin", "desert")
DESERT = "desert"
HARBOUR_KINDS = (ANY, *TERRAINS[:-1])

__all__ = ["ANY", "DESERT", "HARBOUR_KINDS", "NUMBERS", "TERRAINS", "BoardDraft", "Tile", "from_board", "from_reading"]


class Tile(Value, frozen=True):
    """A hex: what lies there, where it is in the picture (pixels), and what it may be instead while it is doubtful."""

    terrain: str | None = None
    number: int | None = None
    px: tuple[float, float] | None = None
    maybe_terrain: tuple[str, ...] = ()
    maybe_number: tuple[int | None, ...] = ()

    @property
    def doubtful(self) -> bool:
        return bool(self.maybe_terrain or self.maybe_number)

    @property
    def complete(self) -> bool:
        """Whether it is known: a terrain, and a number unless it is a desert."""
        return self.terrain is not None and (self.terrain == DESERT or self.number is not None)


class BoardDraft(Value, frozen=True):
    """Nineteen tiles, the harbours as (edge, kind), the hex of the crisis; ``size`` of the picture in pixels."""

    tiles: tuple[Tile, ...] = (Tile(),) * HEXES
    harbours: tuple[tuple[int, str], ...] = ()
    crisis: int | None = None
    size: tuple[int, int] | None = None

    # ------------------------------------------------------------------------------------------ changing

    def with_tile(self, hex_: int, tile: Tile) -> BoardDraft:
        return msgspec.structs.replace(self, tiles=(*self.tiles[:hex_], tile, *self.tiles[hex_ + 1 :]))

    def lay(self, hex_: int, terrain: str) -> BoardDraft:
        """With ``terrain`` there, surely; a desert carries no number."""
        old = self.tiles[hex_]
        number = None if terrain == DESERT else old.number
        maybe = () if terrain == DESERT else old.maybe_number
        return self.with_tile(
            hex_, msgspec.structs.replace(old, terrain=terrain, number=number, maybe_terrain=(), maybe_number=maybe)
        )

    def number(self, hex_: int, number: int | None) -> BoardDraft:
        """With ``number`` there, surely."""
        old = self.tiles[hex_]
        return self.with_tile(hex_, msgspec.structs.replace(old, number=number, maybe_number=()))

    def confirm(self, hex_: int) -> BoardDraft:
        """Somebody looked: the tile is as it stands."""
        return self.with_tile(hex_, msgspec.structs.replace(self.tiles[hex_], maybe_terrain=(), maybe_number=()))

    def harbour(self, edge: int, kind: str | None) -> BoardDraft:
        """With a harbour of ``kind`` at the coast's ``edge``, or none there."""
        kept = tuple(pair for pair in self.harbours if pair[0] != edge)
        return msgspec.structs.replace(self, harbours=tuple(sorted((*kept, (edge, kind)))) if kind else kept)

    # ------------------------------------------------------------------------------------------ asking

    @property
    def doubtful(self) -> tuple[int, ...]:
        return tuple(i for i, tile in enumerate(self.tiles) if tile.doubtful)

    @property
    def empty(self) -> tuple[int, ...]:
        """Hexes that still lack a terrain or a number."""
        return tuple(i for i, tile in enumerate(self.tiles) if not tile.complete)

    def left(self, options: Mapping[str, Any]) -> dict[Any, int]:
        """How many tiles of each terrain and tokens of each number the box has left; under 0: too many lie here."""
        box: Counter[Any] = Counter([*terrains(options), *tokens(options)])
        laid: Counter[Any] = Counter()
        for tile in self.tiles:
            laid[tile.terrain] += tile.terrain is not None
            laid[tile.number] += tile.number is not None
        return {key: box[key] - laid[key] for key in (*TERRAINS, *NUMBERS)}

    def unusual(self, options: Mapping[str, Any]) -> Line | None:
        """A word of caution where the board is not what a whole box makes; the players may know better."""
        if self.empty:
            return None
        left = self.left(options)
        number = next((key for key, n in left.items() if n < 0 and isinstance(key, int)), None)
        if number is not None:
            return Line.of("flow.board.too_many_numbers", number=number, n=-left[number])
        return Line.of("flow.board.not_a_whole_box") if any(left.values()) else None

    @property
    def ready(self) -> bool:
        """Whether a match can begin on it."""
        return not self.empty and not self.doubtful and any(tile.terrain == DESERT for tile in self.tiles)

    def board(self) -> Board:
        """The board as a game's set-up takes it; call it when :attr:`ready`."""
        pieces: list[tuple[Place, Piece]] = []
        deserts = [i for i, tile in enumerate(self.tiles) if tile.terrain == DESERT]
        crisis = self.crisis if self.crisis in deserts else deserts[0]
        for i, tile in enumerate(self.tiles):
            place = Place("hex", i)
            pieces.append((place, Piece(tile.terrain or DESERT)))
            if tile.number is not None and tile.terrain != DESERT:
                pieces.append((place, Piece("token", number=tile.number)))
            if i == crisis:
                pieces.append((place, Piece("crisis")))
        pieces += [(Place("edge", edge), Piece("harbour", detail=kind)) for edge, kind in self.harbours]
        return Board(tuple(pieces))


def from_board(board: Board) -> BoardDraft:
    """A board that is known, to be changed."""
    draft = BoardDraft()
    for place, piece in board.pieces:
        if place.kind == "hex" and piece.kind in TERRAINS:
            draft = draft.lay(place.id, piece.kind)
        elif place.kind == "hex" and piece.kind == "token":
            draft = draft.number(place.id, piece.number)
        elif place.kind == "hex" and piece.kind == "crisis":
            draft = msgspec.structs.replace(draft, crisis=place.id)
        elif piece.kind == "harbour":
            draft = draft.harbour(place.id, piece.detail or ANY)
    return draft


def from_reading(reading: Mapping[str, Any], harbours: Sequence[tuple[int, str]] = ()) -> BoardDraft:
    """What ``mizban board read --json`` says, as a draft; ``harbours`` stand where the picture shows none.

    What the reading asks is doubtful; a value without an alternative is doubtful between itself and nothing.
    """
    draft = BoardDraft(size=(int(reading["size"][0]), int(reading["size"][1])))
    for tile in reading["tiles"]:
        x, y = tile["px"]
        number = None if tile["terrain"] == DESERT else tile["number"]
        draft = draft.with_tile(HEX_AT[tile["q"], tile["r"]], Tile(tile["terrain"], number, (float(x), float(y))))
    for ask in reading["ask"]:
        if ask.get("q") is None or (ask["q"], ask["r"]) not in HEX_AT:
            continue
        place = HEX_AT[ask["q"], ask["r"]]
        old = draft.tiles[place]
        if ask["what"] == "terrain":
            draft = draft.with_tile(place, msgspec.structs.replace(old, maybe_terrain=tuple(ask["between"])))
        elif ask["what"] == "number":
            draft = draft.with_tile(place, msgspec.structs.replace(old, maybe_number=tuple(ask["between"])))
    if reading.get("crisis"):
        draft = msgspec.structs.replace(draft, crisis=HEX_AT[reading["crisis"]["q"], reading["crisis"]["r"]])
    seen: list[tuple[int, str]] = []
    for harbour in reading["harbours"]:
        edge = EDGE_AT.get(frozenset((int(q), int(r)) for q, r in harbour["edge"]))
        if edge is not None and edge in COAST:
            seen.append((int(edge), ANY if harbour["kind"] == "3:1" else harbour["kind"]))
    return msgspec.structs.replace(draft, harbours=tuple(sorted(seen)) or tuple(harbours))
