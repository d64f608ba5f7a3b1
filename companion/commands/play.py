"""``mizban play``: the touch screen."""

from __future__ import annotations

import argparse
import re
from typing import Any

from companion.commands import NO, Parser, help_of, say
from companion.config import home
from companion.game import Line
from companion.games import GAMES
from companion.running import who_runs


def add_parser(subparsers: Any) -> None:
    """Add ``play``."""
    parser = subparsers.add_parser("play", help=help_of("play"), description=help_of("play"))
    names = [game.name for game in GAMES]
    parser.add_argument("game", nargs="?", metavar="GAME", choices=names, help=help_of("game"))
    parser.add_argument("--host", action="store_true", help=help_of("host"))
    parser.add_argument("--size", type=_size, metavar="WxH", help=help_of("size"))


def run(args: argparse.Namespace) -> int:
    """Open the screen and stay until it is closed; 1 where a table runs on these files already."""
    runs = who_runs(home().path)
    if runs is not None:
        return say(args.words, Line.of("error.table_runs", process=runs, folder=str(home().path)), NO)
    from companion.app import run as open_screen

    code: int | None = open_screen(args)
    return code or 0


def _size(text: str) -> str:
    if not re.fullmatch(r"[1-9][0-9]{1,4}x[1-9][0-9]{1,4}", text):
        raise argparse.ArgumentTypeError(Parser.words.text("cli.no_size", text=text))
    return text
