"""How a match begins: options and presets, the board, what is printed on the box."""

from __future__ import annotations

from typing import Any

from companion.game.words import Seat, Value


class Option(Value, frozen=True):
    """A ruling that a table may take another way. ``option.<name>`` and ``option.<name>.<value>`` are its words."""

    name: str
    values: tuple[Any, ...]
    default: Any


class Preset(Value, frozen=True):
    """A named set of options; what it does not name keeps its default. ``preset.<name>`` is its word."""

    name: str
    options: tuple[tuple[str, Any], ...] = ()


class Place(Value, frozen=True):
    """Where something lies: ``kind`` "hex", "corner", "edge" ... and its number in the game's own geometry."""

    kind: str
    id: int


class Piece(Value, frozen=True):
    """What lies there: ``kind`` ("hotel", "token", "harbour", "crisis", "junior" ...), whose it is, a number on it.

    ``detail`` says the rest, as a harbour's resource.
    """

    kind: str
    seat: Seat | None = None
    number: int | None = None
    detail: str | None = None


class Board(Value, frozen=True):
    """What a camera should see: places and pieces in a fixed order; one place may hold several."""

    pieces: tuple[tuple[Place, Piece], ...] = ()

    def at(self, place: Place) -> tuple[Piece, ...]:
        return tuple(piece for where, piece in self.pieces if where == place)

    def of(self, kind: str) -> tuple[tuple[Place, Piece], ...]:
        """Everything whose place is of ``kind``."""
        return tuple(pair for pair in self.pieces if pair[0].kind == kind)


class BoxField(Value, frozen=True):
    """Something printed on this copy of a box that the rules leave open: typed once, kept in a box file.

    ``kind`` is what each cell holds: "number" (``low``..``high``), "text" (at most ``high`` characters), "flag", or
    "word" (one of ``words``). ``shape`` is () for a single cell, (n,) for a row, (rows, columns) for a table; a 0
    stands for "as many as there are". ``prefill`` is shown until somebody types, ``None`` where nothing is known;
    unless ``verified`` it is marked as such and is a guess of ours, never a fact. ``optional`` fields may stay empty.
    ``box.<name>`` names the field, ``box.<name>.about`` says where on the box it is found.
    """

    name: str
    kind: str = "number"
    shape: tuple[int, ...] = ()
    prefill: Any = None
    verified: bool = False
    optional: bool = False
    low: int = 0
    high: int = 99
    words: tuple[str, ...] = ()

    def contains(self, value: object) -> bool:
        """Whether ``value`` (nested tuples or lists, as JSON gives them) is of this kind and shape."""
        return self._fits(value, self.shape)

    def _fits(self, value: object, shape: tuple[int, ...]) -> bool:
        if shape:
            return (
                isinstance(value, tuple | list)
                and (shape[0] == 0 or len(value) == shape[0])
                and all(self._fits(cell, shape[1:]) for cell in value)
            )
        match self.kind:
            case "number":
                return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
            case "text":
                return isinstance(value, str) and len(value) <= self.high
            case "flag":
                return isinstance(value, bool)
            case _:
                return value in self.words


class Setup(Value, frozen=True):
    """How a match begins: seats, who starts, the options (complete, by name), the board, the box's own tables.

    ``box`` holds what is printed on this copy and the rules leave open: names and JSON-able tuples.
    """

    seats: tuple[Seat, ...]
    first: Seat = Seat(0)
    options: tuple[tuple[str, Any], ...] = ()
    board: Board = Board()
    box: tuple[tuple[str, Any], ...] = ()

    def option(self, name: str) -> Any:
        """The value of option ``name``. :raises KeyError: when the setup does not state it."""
        for key, value in self.options:
            if key == name:
                return value
        raise KeyError(name)

    def printed(self, name: str) -> Any | None:
        """What the box says of ``name`` (lists, as JSON gives them, as tuples), or ``None``."""
        return next((_as_tuples(value) for key, value in self.box if key == name), None)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list | tuple) else value
