"""The commands of ``mizban``, a module each: ``add_parser(subparsers)`` and ``run(args) -> int``."""

from __future__ import annotations

import argparse
import gettext
import os
import sys
from collections.abc import Callable
from typing import ClassVar, NoReturn, TypeVar

from companion.game import Line
from companion.locale import FOLDER, Catalogue

_N = TypeVar("_N", int, float)

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


def whole(low: int | None = None, high: int | None = None) -> Callable[[str], int]:
    """A type for argparse: a whole number from ``low`` to ``high``, in either script's digits."""
    return _number(int, "cli.no_whole", low, high)


def number(low: float | None = None, high: float | None = None) -> Callable[[str], float]:
    """A type for argparse: a number from ``low`` to ``high``, in either script's digits."""
    return _number(float, "cli.no_number", low, high)


def _number(read: Callable[[str], _N], otherwise: str, low: float | None, high: float | None) -> Callable[[str], _N]:
    def convert(text: str) -> _N:
        try:
            value = read(text.replace("٫", "."))
            if value != value:
                raise ValueError(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(Parser.words.text(otherwise, text=text)) from error
        if (low is not None and value < low) or (high is not None and value > high):
            limits = {"low": _limit(low), "high": _limit(high)}
            key = "cli.outside.from" if high is None else "cli.outside.between"
            raise argparse.ArgumentTypeError(Parser.words.text(key, text=text, **limits))
        return value

    return convert


def _limit(limit: float | None) -> str:
    return "" if limit is None else f"{limit:g}"


def say(words: Catalogue, line: Line, code: int = DONE) -> int:
    """One line to standard error; ``code``, for a return statement."""
    print(words.say(line), file=sys.stderr)
    return code


def words(args: argparse.Namespace) -> Catalogue:
    """The catalogue to answer with."""
    chosen: Catalogue = args.words
    return chosen
