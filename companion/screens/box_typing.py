"""What is typed of a box field: its cells as one row, some of them empty still. No Kivy here."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.boxes import Box
from companion.game import BoxField, Value

MOST_CELLS = 60
"""Of a field that has as many cells as there are."""


class Typing(Value, frozen=True):
    """The cells of a field, row by row, ``columns`` in a row; ``None``: empty. ``open``: rows may come and go."""

    cells: tuple[Any, ...]
    columns: int = 1
    open: bool = False

    @property
    def rows(self) -> int:
        return len(self.cells) // self.columns

    @property
    def whole(self) -> bool:
        """Whether every cell is filled."""
        return bool(self.cells) and None not in self.cells

    def with_cell(self, place: int, value: Any) -> Typing:
        """With ``value`` in the cell ``place``."""
        cells = (*self.cells[:place], value, *self.cells[place + 1 :])
        return msgspec.structs.replace(self, cells=cells)

    def grown(self) -> Typing:
        """With one more row, where rows may come."""
        if not self.open or len(self.cells) + self.columns > MOST_CELLS:
            return self
        return msgspec.structs.replace(self, cells=(*self.cells, *(None,) * self.columns))

    def shrunk(self) -> Typing:
        """Without the last row, where rows may go; one always stays."""
        if not self.open or self.rows < 2:
            return self
        return msgspec.structs.replace(self, cells=self.cells[: -self.columns])

    def value(self, field: BoxField) -> Any | None:
        """The field's value, or ``None`` where something is empty or does not fit."""
        if not self.whole:
            return None
        match len(field.shape):
            case 0:
                found: Any = self.cells[0]
            case 1:
                found = self.cells
            case _:
                found = tuple(self.cells[i : i + self.columns] for i in range(0, len(self.cells), self.columns))
        return found if field.contains(found) else None


def typing_of(field: BoxField, box: Box) -> Typing:
    """The cells of ``field`` as ``box`` has them; empty ones where it says nothing."""
    columns = field.shape[1] if len(field.shape) > 1 else 1
    rows = field.shape[0] if field.shape else 1
    open_ = bool(field.shape) and rows == 0
    if not box.says(field.name):
        return Typing((None,) * columns * max(1, rows), columns, open_)
    value = box[field.name]
    cells = (value,) if not field.shape else tuple(value)
    if len(field.shape) > 1:
        cells = tuple(cell for row in cells for cell in row)
    return Typing(cells or (None,) * columns, columns, open_)


def kept(box: Box, field: BoxField, typing: Typing) -> Box:
    """``box`` with what was typed, as far as it is whole. A guess stays marked until somebody says it is printed so."""
    value = typing.value(field)
    if value is None:
        return (
            box if box.says(field.name) and any(cell is not None for cell in typing.cells) else box.without(field.name)
        )
    doubtful = field.name in box.unverified
    fresh = box.with_value(field, value)
    return Box(fresh.game, fresh.values, (*fresh.unverified, field.name)) if doubtful else fresh
