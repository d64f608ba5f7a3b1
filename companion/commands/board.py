"""``mizban board``: read a picture of the board, follow a camera, print corner markers."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import BAD, DONE, help_of
from companion.game import Line, Word
from companion.locale import Catalogue, digits

if TYPE_CHECKING:
    from vision.reading import Reading
    from vision.tileset import Tileset


def add_parser(subparsers: Any) -> None:
    """Add ``board`` with its own commands."""
    parser = subparsers.add_parser("board", help=help_of("board"), description=help_of("board"))
    commands = parser.add_subparsers(dest="board_command", metavar="read|watch|markers", required=True)
    read = commands.add_parser("read", help=help_of("board.read"), description=help_of("board.read"))
    read.add_argument("image", type=Path, metavar="IMAGE", help=help_of("board.image"))
    read.add_argument("--tileset", metavar="NAME_OR_DIR", help=help_of("board.tileset"))
    read.add_argument("--classic", action="store_true", help=help_of("board.classic"))
    read.add_argument("--corners", nargs=4, type=point, metavar="X,Y", help=help_of("board.corners"))
    read.add_argument("--json", action="store_true", help=help_of("json"))
    watch = commands.add_parser("watch", help=help_of("board.watch"), description=help_of("board.watch"))
    watch.add_argument("source", metavar="SOURCE", help=help_of("board.source"))
    watch.add_argument("--tileset", metavar="NAME_OR_DIR", help=help_of("board.tileset"))
    watch.add_argument("--classic", action="store_true", help=help_of("board.classic"))
    watch.add_argument("--json", action="store_true", help=help_of("json"))
    sheet = commands.add_parser("markers", help=help_of("board.markers"), description=help_of("board.markers"))
    sheet.add_argument(
        "to", type=Path, nargs="?", default=Path("markers.pdf"), metavar="PDF", help=help_of("board.pdf")
    )


def run(args: argparse.Namespace) -> int:
    """Do what ``args`` ask. 0: read (what is doubtful stands in ``ask``); 2: no reading, and why."""
    match args.board_command:
        case "markers":
            return markers(args)
        case "watch":
            return follow(args)
    return read(args)


def follow(args: argparse.Namespace) -> int:
    """Read picture after picture of a fixed camera, a folder or a video, and print each reading."""
    from vision.camera import FixedCamera, Place
    from vision.errors import Unreadable, VisionError
    from vision.snapshot import frames

    words = catalogue(args)
    try:
        camera = FixedCamera(named_tileset(args.tileset))
        for name, picture in frames(args.source):
            try:
                frame = camera.read(picture, name)
            except Unreadable as error:  # the next picture may show it
                complain(words, name, error_line(error))
                continue
            if frame.reading is None or frame.place is Place.MOVED:
                print(f"{name}: {words.text(f'vision.place.{frame.place.value}')}", file=sys.stderr)
            if frame.reading is None:
                continue
            if args.json:
                print(json.dumps(frame.reading.to_json(args.classic), ensure_ascii=False), flush=True)
            else:
                print(words.text("vision.frame", name=name))
                print_reading(words, frame.reading)
    except VisionError as error:
        return complain(words, args.source, error_line(error))
    except OSError as error:
        return complain(words, args.source, Line.of("vision.error.file", why=error.strerror or str(error)))
    return DONE


def point(text: str) -> tuple[float, float]:
    """``X,Y`` in pixels. :raises ValueError: for anything else."""
    x, y = (float(part) for part in text.split(","))
    return x, y


def markers(args: argparse.Namespace) -> int:
    """Write the sheet of printed markers."""
    from vision.markers import sheet

    try:
        args.to.write_bytes(sheet())
    except OSError as error:
        why = Line.of("vision.error.file", why=error.strerror or str(error))
        return complain(catalogue(args), str(args.to), why)
    print(catalogue(args).text("vision.markers", path=str(args.to)))
    return DONE


def catalogue(args: argparse.Namespace) -> Catalogue:
    """The words to answer with."""
    chosen: Catalogue = args.words
    return chosen


def read(args: argparse.Namespace) -> int:
    """Read one picture and print it."""
    from vision.errors import BadTileset, VisionError
    from vision.picture import load
    from vision.reading import read_board

    words = catalogue(args)
    try:
        tiles = named_tileset(args.tileset)
        picture = load(args.image)
        grid = pointed_out(picture, args.corners) if args.corners else None
        reading = read_board(picture, tiles, grid, name=str(args.image))
    except BadTileset as error:
        return complain(words, str(args.tileset), error_line(error))
    except VisionError as error:
        return complain(words, str(args.image), error_line(error))
    except OSError as error:
        return complain(words, str(args.image), Line.of("vision.error.file", why=error.strerror or str(error)))
    if args.json:
        print(json.dumps(reading.to_json(args.classic), ensure_ascii=False))
    else:
        print_reading(words, reading)
    return DONE


def pointed_out(picture: Any, corners: list[tuple[float, float]]) -> Any:
    """The board's geometry by four points that somebody gave."""
    from vision.board_finder import from_fingers

    return from_fingers(picture, corners)


def named_tileset(name: str | None) -> Tileset:
    """The tileset called ``name`` among the table's own, or in the file or folder ``name``; the default without one.

    :raises BadTileset: when there is none.
    """
    from vision.tileset import classic, load_tileset

    if name is None or name == "classic":
        return classic()
    path = Path(name)
    for candidate in (path, path / "tileset.json", tilesets_folder() / f"{name}.json"):
        if candidate.is_file():
            return load_tileset(candidate)
    return load_tileset(tilesets_folder() / f"{name}.json")


def tilesets_folder() -> Path:
    """Where a table keeps what its copies look like."""
    from companion.config import home

    return home().tilesets


def error_line(error: Any) -> Line:
    """The sentence of a :class:`vision.errors.VisionError`."""
    return Line(f"vision.error.{error.code}", tuple(error.facts.items()))


def complain(words: Catalogue, what: str, line: Line) -> int:
    """One line to standard error that says what and where; 2."""
    print(f"{what}: {words.say(line)}", file=sys.stderr)
    return BAD


def print_reading(words: Catalogue, reading: Reading) -> None:
    """A table of the hexes, then what to ask and what to beware of."""
    for tile in reading.tiles:
        number = words.number(tile.number) if tile.number is not None else "-"
        terrain = words.text(f"vision.terrain.{tile.terrain}")
        least = digits(f"{min(tile.confidence.terrain, tile.confidence.number):6.3f}", words.language)
        place, space = words.text("vision.place", q=tile.q, r=tile.r), " " * (7 - len(f"({tile.q},{tile.r})"))
        print(f"{place}{space}  {number:>3}  {least}  {terrain}")
    if reading.crisis:
        print(words.text("vision.crisis", q=reading.crisis.q, r=reading.crisis.r))
    for harbour in reading.harbours:
        (q, r), _ = harbour.edge
        print(words.text("vision.harbour", q=q, r=r, kind=Word(f"vision.harbour.{harbour.kind}")))
    for piece in reading.pieces:
        kind, colour = Word(f"vision.piece.{piece.kind}"), Word(f"vision.colour.{piece.color}")
        (q, r) = (piece.edge or piece.vertex or ((0, 0),))[0]
        print(words.text("vision.piece", q=q, r=r, kind=kind, colour=colour))
    groups: dict[int, int] = {}
    for ask in reading.ask:
        if ask.group is not None:
            groups[ask.group] = groups.get(ask.group, 0) + 1
    for ask in reading.ask:
        if ask.group is not None:  # one question for all tiles that look alike
            count = groups.pop(ask.group, 0)
            if count:
                print(words.text("vision.ask.group", count=count, q=ask.q or 0, r=ask.r or 0))
            continue
        q, r = (ask.edge or ask.vertex or ((ask.q or 0, ask.r or 0),))[0]
        print(words.text(f"vision.ask.{ask.what}", q=q, r=r))
    for warned in reading.warnings:
        print(words.text(f"vision.warning.{warned.code}", q=warned.q or 0, r=warned.r or 0))
