"""``mizban selfplay``: random legal play through the rules alone, everything that must hold asserted."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.commands import BAD, DONE, NO, Parser, help_of, say, whole
from companion.events import frozen
from companion.game import Line
from companion.games import GAMES, find_game


def add_parser(subparsers: Any) -> None:
    """Add ``selfplay``."""
    parser = subparsers.add_parser("selfplay", help=help_of("selfplay"), description=help_of("selfplay"))
    parser.add_argument("game", metavar="GAME", choices=[game.name for game in GAMES], help=help_of("game"))
    parser.add_argument("--matches", type=whole(1), default=100, metavar="N", help=help_of("matches"))
    parser.add_argument("--seed", type=whole(), default=1, metavar="S", help=help_of("seed"))
    parser.add_argument("--preset", metavar="NAME", help=help_of("preset"))
    parser.add_argument("--seats", type=whole(1), metavar="N", help=help_of("seats"))
    parser.add_argument("--options", type=_options, default=(), metavar="JSON", help=help_of("options"))
    parser.add_argument("--vary", action="store_true", help=help_of("vary"))
    parser.add_argument("--json", action="store_true", help=help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Play; 1 at the first thing that does not hold, which is printed with its seed."""
    from companion.selfplay import Broken, selfplay

    if args.matches < 1:
        return say(args.words, Line.of("error.matches", n=args.matches), BAD)
    game = find_game(args.game)
    try:
        figures = selfplay(
            game,
            args.matches,
            args.seed,
            options=args.options,
            preset=args.preset,
            seats=args.seats,
            vary=args.vary,
        )
    except Broken as broken:
        return say(args.words, Line.of("cli.selfplay.broken", what=str(broken)), NO)
    document = {
        "game": game.name,
        "seed": args.seed,
        "matches": figures.matches,
        "ended": figures.ended,
        "actions": figures.actions,
        "longest": figures.longest,
        "seconds": round(figures.seconds, 3),
        "matches_per_s": round(figures.matches_per_second, 1),
        "actions_per_s": round(figures.actions_per_second, 1),
        "wins": {str(seat + 1): n for seat, n in figures.wins},
    }
    if args.json:
        print(json.dumps(document))
        return DONE
    print(
        args.words.text(
            "cli.selfplay.done",
            n=figures.matches,
            ended=figures.ended,
            actions=figures.actions,
            longest=figures.longest,
            matches=str(document["matches_per_s"]),
            rate=str(round(figures.actions_per_second)),
        )
    )
    return DONE


def _options(text: str) -> tuple[tuple[str, Any], ...]:
    try:
        given = json.loads(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(Parser.words.text("cli.no_json", what=str(error))) from error
    if not isinstance(given, dict):
        raise argparse.ArgumentTypeError(Parser.words.text("cli.no_options"))
    return tuple((str(name), frozen(value)) for name, value in given.items())
