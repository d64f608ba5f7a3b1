"""The commands of ``mizban``, a module each: ``add_parser(subparsers)`` and ``run(args) -> int``."""

from __future__ import annotations

import argparse
import gettext
import os
import sys
from typing import ClassVar, NoReturn

from companion.game import Line
from companion.locale import FOLDER, Catalogue

DONE, NO, BAD, MISSING = 0, 1, 2, 3
"""Exit codes: done; the answer is no; bad arguments or input; a part that is needed is missing."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, in the language of the person."""

    words: ClassVar[Catalogue]

    @classmethod
    def speak(cls, words: Catalogue) -> None:
        """Answer with ``words``. What argparse itself says comes from its own catalogue, ``argparse.po``."""
        cls.words = words
        os.environ["LANGUAGE"] = words.language
        gettext.bindtextdomain("argparse", str(FOLDER))
        gettext.textdomain("argparse")

    def error(self, message: str) -> NoReturn:
        print(self.words.text("cli.bad_arguments", command=self.prog, what=message), file=sys.stderr)
        raise SystemExit(BAD)


def help_of(name: str) -> str:
    """The help text ``cli.help.<name>`` in the language of this call (a percent sign is argparse's own)."""
    return Parser.words.text(f"cli.help.{name}").replace("%", "%%")


def say(words: Catalogue, line: Line, code: int = DONE) -> int:
    """One line to standard error; ``code``, for a return statement."""
    print(words.say(line), file=sys.stderr)
    return code


def words(args: argparse.Namespace) -> Catalogue:
    """The catalogue to answer with."""
    chosen: Catalogue = args.words
    return chosen
