"""``mizban tileset``: teach the camera what one copy of the game looks like."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands import BAD, help_of, say, words
from companion.commands.board import complain, error_line, tilesets_folder
from companion.game import Line

if TYPE_CHECKING:
    from vision.tileset import Tileset

DONE = 0
MOST_BYTES = 4_000_000
"""A layout is a few thousand bytes; a reading's JSON some ten thousand."""


def add_parser(subparsers: Any) -> None:
    """Add ``tileset`` with its own commands."""
    parser = subparsers.add_parser("tileset", help=help_of("tileset"), description=help_of("tileset"))
    commands = parser.add_subparsers(dest="tileset_command", metavar="teach", required=True)
    teach = commands.add_parser("teach", help=help_of("tileset.teach"), description=help_of("tileset.teach"))
    teach.add_argument("name", metavar="NAME", help=help_of("tileset.name"))
    teach.add_argument("--tiles", type=Path, metavar="IMG", help=help_of("tileset.tiles"))
    teach.add_argument("--tokens", type=Path, metavar="IMG", help=help_of("tileset.tokens"))
    teach.add_argument("--pieces", type=Path, metavar="IMG", help=help_of("tileset.pieces"))
    teach.add_argument("--board", type=Path, metavar="IMG", help=help_of("tileset.board"))
    teach.add_argument("--layout", type=Path, metavar="JSON", help=help_of("tileset.layout"))


def run(args: argparse.Namespace) -> int:
    """Do what ``args`` ask. 0: taught and stored; 2: not, saying why."""
    from vision.errors import VisionError

    catalogue = words(args)
    if (args.tiles is None) == (args.board is None) or (args.board is None) != (args.layout is None):
        return say(catalogue, Line.of("vision.teach.which"), BAD)
    if not args.name or Path(args.name).name != args.name or args.name.startswith("."):
        return say(catalogue, Line.of("vision.teach.name", name=args.name), BAD)
    picture = args.tiles or args.board
    try:
        taught = learn(args)
        path = tilesets_folder() / f"{args.name}.json"
        taught.save(path)
    except VisionError as error:
        return complain(catalogue, str(picture), error_line(error))
    except OSError as error:
        where = error.filename or picture
        return complain(catalogue, str(where), Line.of("vision.error.file", why=error.strerror or str(error)))
    print(catalogue.say(Line.of("vision.taught", name=args.name, drawings=len(taught.looks), path=str(path))))
    if taught.colours:
        print(catalogue.say(Line.of("vision.taught.colours", colours=len(taught.colours))))
    if args.tokens is not None:
        say(catalogue, Line.of("vision.teach.not_needed"))
    return DONE


def learn(args: argparse.Namespace) -> Tileset:
    """What the pictures of ``args`` teach. :raises VisionError: where they can't. :raises OSError: for a lost file."""
    from msgspec.structs import replace

    from vision.picture import load
    from vision.teaching import teach_colours

    if args.tokens is not None:
        load(args.tokens)  # one that can't be read is said, though digits need no teaching
    colours = teach_colours(load(args.pieces)) if args.pieces is not None else ()
    return replace(learn_tiles(args), colours=colours)


def learn_tiles(args: argparse.Namespace) -> Tileset:
    """What six tiles in a row, or a confirmed board, teach. :raises VisionError, OSError: as :func:`learn`."""
    from vision.errors import BadTileset
    from vision.picture import load
    from vision.teaching import teach_from_board, teach_from_row

    if args.tiles is not None:
        return teach_from_row(args.name, load(args.tiles))
    with args.layout.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    try:
        layout = json.loads(text)
    except ValueError as error:
        raise BadTileset(what=args.layout.name) from error
    return teach_from_board(args.name, load(args.board), layout)
