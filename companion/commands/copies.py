"""``mizban backup`` and ``mizban restore``: the store on another medium, and back."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from companion.backups import open_store
from companion.commands import DONE, NO, help_of, say
from companion.config import home
from companion.game import Line
from companion.store import restore


def add_parser(subparsers: Any) -> None:
    """Add ``backup`` and ``restore``."""
    backup = subparsers.add_parser("backup", help=help_of("backup"), description=help_of("backup"))
    backup.add_argument("to", type=Path, metavar="TO", help=help_of("to"))
    back = subparsers.add_parser("restore", help=help_of("restore"), description=help_of("restore"))
    back.add_argument("source", type=Path, metavar="FROM", help=help_of("from"))


def run(args: argparse.Namespace) -> int:
    """Do what ``args`` ask; the file that was written is printed."""
    store = home().store
    if args.command == "restore":
        before = restore(args.source, store)
        if before is not None:
            say(args.words, Line.of("cli.restore.before", file=str(before)))
        print(store)
        return DONE
    if not store.exists():
        return say(args.words, Line.of("error.no_store", file=str(store)), NO)
    to: Path = args.to
    if to.is_dir():
        to = to / f"mizban-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}.db"
    open_store(home(), reading=True).backup(to)
    print(to)
    return DONE
