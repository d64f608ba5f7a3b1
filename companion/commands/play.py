"""``mizban play``: the touch screen."""

from __future__ import annotations

import argparse
from typing import Any

from companion.commands import help_of


def add_parser(subparsers: Any) -> None:
    """Add ``play``."""
    parser = subparsers.add_parser("play", help=help_of("play"), description=help_of("play"))
    parser.add_argument("game", nargs="?", metavar="GAME", help=help_of("game"))
    parser.add_argument("--host", action="store_true", help=help_of("host"))
    parser.add_argument("--size", metavar="WxH", help=help_of("size"))


def run(args: argparse.Namespace) -> int:
    """Open the screen and stay until it is closed."""
    from companion.app import run as open_screen

    code: int | None = open_screen(args)
    return code or 0
