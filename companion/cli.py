"""The ``mizban`` command. Results go to standard output, everything else to standard error.

Exit codes: 0 done, 1 the answer is no, 2 bad arguments or input (one line says what and where), 3 a part that is
needed is missing (with how to get it). A command's module is imported only when it is called.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from companion import __version__
from companion.commands import BAD, DONE, MISSING, Parser, say
from companion.game import Line, Missing, MizbanError
from companion.locale import LANGUAGES, Catalogue

COMMANDS = {
    "play": "play",
    "gallery": "gallery",
    "board": "board",
    "tileset": "tileset",
    "match": "match",
    "selfplay": "selfplay",
    "check": "check",
    "backup": "copies",
    "restore": "copies",
    "dice": "dice",
    "cafe": "cafe",
}
"""Each command and its module in :mod:`companion.commands`, which offers ``add_parser(subparsers)`` and
``run(args) -> int``. ``args.words`` is the catalogue to answer with; where a table's files lie says
:func:`companion.config.home`."""

PARTS = {
    "kivy": "pip install kivy==2.3.1",
    "cv2": "pip install opencv-python-headless",
    "serial": "pip install pyserial",
    "gpiozero": "pip install gpiozero",
    "paho": "pip install paho-mqtt",
    "segno": "pip install segno",
    "catanatron": "pip install catanatron",
    "psycopg": "pip install psycopg[binary]",
}
"""How to get a library that is not here."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that ``arguments`` (those of the process) ask for; its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        words = Catalogue(_language(given, os.environ))
        args = _parse(given, words)
    except SystemExit as stop:
        return int(stop.code or 0)
    except MizbanError as error:
        print(Catalogue("en").say(error.line), file=sys.stderr)
        return BAD
    level = os.environ.get("MIZBAN_LOG", "WARNING").upper()
    logging.basicConfig(stream=sys.stderr, level=level if level in logging.getLevelNamesMapping() else "WARNING")
    try:
        code: int = _module(args.command).run(args)
        _flush()
        return code
    except Missing as error:
        return say(words, error.line, MISSING)
    except MizbanError as error:
        return say(words, error.line, BAD)
    except ModuleNotFoundError as error:
        return _without(words, error, args.command)
    except BrokenPipeError:
        _drop_output()
        return DONE
    except OSError as error:
        what = error.strerror or str(error)
        if error.filename is not None:
            return say(words, Line.of("error.file", file=str(error.filename), what=what), BAD)
        _drop_output()
        return say(words, Line.of("error.output", what=what), BAD)
    except KeyboardInterrupt:
        return 130


def _flush() -> None:
    """Have the output on its way while a mistake can still be said. It is ``None`` where the caller closed it."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _drop_output() -> None:
    """Let what could not be written go, or Python would try it again at its end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parse(given: list[str], words: Catalogue) -> argparse.Namespace:
    Parser.speak(words)
    common = Parser(prog="mizban", add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--lang", choices=LANGUAGES, help=words.text("cli.help.lang"))
    common.add_argument("--home", metavar="DIR", help=words.text("cli.help.home"))
    early, rest = common.parse_known_args(given)  # these two may stand before or after the command
    if getattr(early, "home", None):
        os.environ["MIZBAN_HOME"] = early.home
    parser = Parser(prog="mizban", description=words.text("cli.help.mizban"), parents=[common], allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"mizban {__version__}")
    subparsers: Any = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    chosen = next((word for word in rest if word in COMMANDS), None)
    loaded = set()
    for command, module in COMMANDS.items():
        if find_spec(f"companion.commands.{module}") is None:
            if command == chosen:
                raise SystemExit(say(words, Line.of("error.no_command", command=command), MISSING))
            continue
        if COMMANDS.get(chosen or "") != module:
            subparsers.add_parser(command, help=words.text(f"cli.help.{command}"), add_help=False)
        elif module not in loaded:
            loaded.add(module)
            try:
                _module(command).add_parser(subparsers)
            except ModuleNotFoundError as error:
                raise SystemExit(_without(words, error, command)) from error
    args = parser.parse_args(rest)
    if args.command is None:
        parser.error(words.text("cli.which_command", known=", ".join(COMMANDS)))
    args.lang = words.language
    args.words = words
    return args


def _language(given: Sequence[str], environment: Mapping[str, str]) -> str:
    """What --lang says, else the environment, else English. A wrong --lang is the parser's to refuse."""
    for place, word in enumerate(given):
        said = given[place + 1] if word == "--lang" and place + 1 < len(given) else word.removeprefix("--lang=")
        if word.startswith("--lang") and said in LANGUAGES:
            return said
    names = ("MIZBAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    told = next((environment[name] for name in names if environment.get(name)), "")
    return "fa" if told.startswith("fa") else "en"


def _without(words: Catalogue, error: ModuleNotFoundError, command: str) -> int:
    """Say which part is not here and how to get it."""
    part = (error.name or "").partition(".")[0]
    if part in ("companion", "hardware", "vision"):
        return say(words, Line.of("error.no_command", command=command), MISSING)
    return say(words, Line.of("error.no_part", part=part, how=PARTS.get(part, f"pip install {part}")), MISSING)


def _module(command: str) -> Any:
    return importlib.import_module(f"companion.commands.{COMMANDS[command]}")


if __name__ == "__main__":
    sys.exit(main())
