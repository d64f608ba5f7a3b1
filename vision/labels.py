"""Labelled pictures: the truth that readings are measured by, in the two forms that the notebook keeps.

``photos/*.json`` is a list of photographs with the classic set's names and hexes in reading order; ``boards/*/*.json``
is one rendered picture with axial coordinates, visibility, harbours and pieces.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from vision.hexgrid import Cell

FROM_CLASSIC = {
    "brick": "doctor",
    "wood": "airplane",
    "lumber": "airplane",
    "wheat": "hotel",
    "grain": "hotel",
    "sheep": "factory",
    "wool": "factory",
    "ore": "coin",
    "desert": "desert",
}


class TrueTile(msgspec.Struct, frozen=True):
    """One hex as it is: where in the picture, what, and whether the terrain and the number can be seen at least half.

    ``terrain`` is ``None`` where it can't be decided by eye; ``judged`` is false where the truth about the number isn't
    known (hidden by a pawn).
    """

    px: tuple[float, float]
    terrain: str | None
    number: int | None
    visible: bool = True
    number_visible: bool = True
    judged: bool = True
    cell: Cell | None = None


class TruePiece(msgspec.Struct, frozen=True):
    kind: str
    color: str
    place: tuple[Cell, ...]
    visible: bool = True


class TrueHarbour(msgspec.Struct, frozen=True):
    edge: tuple[Cell, Cell]
    kind: str
    visible: bool = True


class Label(msgspec.Struct, frozen=True):
    """One labelled picture. ``pieces`` and ``harbours`` are ``None`` where they are not labelled place by place."""

    file: Path
    copy: str
    tiles: tuple[TrueTile, ...]
    crisis: int | None
    crisis_known: bool
    tags: tuple[str, ...] = ()
    pieces: tuple[TruePiece, ...] | None = None
    harbours: tuple[TrueHarbour, ...] | None = None

    def __post_init__(self) -> None:
        if len(self.tiles) != 19:
            raise ValueError(f"{self.file}: {len(self.tiles)} hexes")


def load_labels(path: Path, pictures: Path | None = None) -> tuple[Label, ...]:
    """The labels in ``path``; pictures are looked for in ``pictures``, then beside the labels.

    :raises ValueError: when the file is in neither form. Labels without their picture are returned all the same.
    """
    data = msgspec.json.decode(path.read_bytes())
    folders = [folder for folder in (pictures, path.parent) if folder is not None]
    if isinstance(data, list):
        return tuple(_photo(entry, folders) for entry in data if entry.get("hexes"))
    if isinstance(data, dict) and "layout" in data:
        return (_render(data, folders),)
    raise ValueError(f"{path}: no labels of a board")


def _find(name: str, folders: list[Path]) -> Path:
    return next((folder / name for folder in folders if (folder / name).exists()), folders[0] / name)


def _photo(entry: dict[str, Any], folders: list[Path]) -> Label:
    bare = all(h["number"] is None for h in entry["hexes"])
    tiles = tuple(
        TrueTile(
            (h["x"], h["y"]),
            FROM_CLASSIC.get(h["terrain"], h["terrain"]),
            h["number"],
            number_visible=not h["robber"],
            judged=bare or h["number"] is not None or h["terrain"] == "desert",
        )
        for h in entry["hexes"]
    )
    return Label(
        _find(entry["file"], folders), entry["copy"], tiles, entry["robber"], True, tuple(entry.get("tags", ()))
    )


def _cell(value: list[int]) -> Cell:
    return value[0], value[1]


def _render(data: dict[str, Any], folders: list[Path]) -> Label:
    tiles = tuple(
        TrueTile(
            (t["center_px"][0], t["center_px"][1]),
            t["terrain"],
            t["number"],
            visible=t["visible"] >= 0.5,
            number_visible=t.get("token_visible") is None or t["token_visible"] >= 0.5,
            cell=(t["q"], t["r"]),
        )
        for t in data["layout"]
    )
    cells = [tile.cell for tile in tiles]
    crisis = data.get("crisis")
    known = crisis is None or crisis.get("visible", True)
    pieces = tuple(
        TruePiece(
            p["kind"],
            p["color"],
            tuple(sorted(_cell(c) for c in p.get("edge") or p["vertex"])),
            bool(p.get("visible", True)),
        )
        for p in data.get("pieces", ())
    )
    harbours = tuple(
        TrueHarbour((_cell(h["edge"][0]), _cell(h["edge"][1])), h["kind"], bool(h.get("visible", True)))
        for h in data.get("harbours", ())
    )
    where = cells.index((crisis["q"], crisis["r"])) if crisis else None
    return Label(
        _find(data["image"], folders),
        f"render {data['edition']}",
        tiles,
        where,
        known,
        (data["light"],),
        pieces,
        harbours,
    )
