"""``mizban gallery``: every widget of the screens in its states, to look at, or as pictures in a folder."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands import DONE, help_of
from companion.config import Config

THEMES = ("dark", "light", "contrast")


def add_parser(subparsers: Any) -> None:
    """Add ``gallery``."""
    parser = subparsers.add_parser("gallery", help=help_of("gallery"), description=help_of("gallery"))
    parser.add_argument("--size", metavar="WxH", help=help_of("size"))
    parser.add_argument("--host", action="store_true", help=help_of("host"))
    parser.add_argument("--theme", choices=THEMES, default="dark", help=help_of("gallery.theme"))
    parser.add_argument("--pictures", metavar="DIR", type=Path, help=help_of("gallery.pictures"))


def run(args: argparse.Namespace) -> int:
    """Open the gallery and stay until it is closed; with --pictures write each chapter in both languages and go."""
    from companion.app import choose_panel, show_gallery

    written = show_gallery(choose_panel(Config(), args.size, args.host), args.lang, args.theme, args.pictures)
    for path in written:
        print(path)
    return DONE
