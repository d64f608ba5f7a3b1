"""``mizban match``: the record. List, show, export, import, replay."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from companion import exports, record
from companion.backups import open_store
from companion.commands import BAD, DONE, NO, help_of, say
from companion.config import home
from companion.events import Match, encode
from companion.game import BadRecord, Line
from companion.games import find_game
from companion.history import History
from companion.locale import Catalogue, digits, joined
from companion.store import Kept, Store, StoreFailed


def add_parser(subparsers: Any) -> None:
    """Add ``match`` with its own commands."""
    parser = subparsers.add_parser("match", help=help_of("match"), description=help_of("match"))
    commands = parser.add_subparsers(dest="match_command", metavar="list|show|export|import|replay", required=True)

    def command(name: str) -> Any:
        return commands.add_parser(name, help=help_of(f"match_{name}"), description=help_of(f"match_{name}"))

    listing = command("list")
    listing.add_argument("--json", action="store_true", help=help_of("json"))
    show = command("show")
    show.add_argument("id", metavar="ID", help=help_of("id"))
    show.add_argument("--json", action="store_true", help=help_of("json"))
    export = command("export")
    export.add_argument("id", metavar="ID", help=help_of("id"))
    export.add_argument("--format", default="jsonl", metavar="jsonl,json,csv,bgstats,qr", help=help_of("format"))
    export.add_argument("--out", type=Path, metavar="DIR", help=help_of("out"))
    export.add_argument("--secrets", action="store_true", help=help_of("secrets"))
    bring = command("import")
    bring.add_argument("file", type=Path, metavar="FILE", help=help_of("file"))
    bring.add_argument("--again", action="store_true", help=help_of("again"))
    replay = command("replay")
    replay.add_argument("file", type=Path, metavar="FILE.jsonl", help=help_of("file"))
    replay.add_argument("--json", action="store_true", help=help_of("json"))


def run(args: argparse.Namespace) -> int:
    """Do what ``args`` ask."""
    match args.match_command:
        case "list":
            return listing(args)
        case "show":
            return show(args)
        case "export":
            return export(args)
        case "import":
            return bring(args)
        case _:
            return replay(args)


def listing(args: argparse.Namespace) -> int:
    """Every match, the newest first."""
    kept = _store(args.words, reading=True).matches() if home().store.exists() else ()
    if args.json:
        print(json.dumps([_row(one) for one in kept], ensure_ascii=False))
        return DONE
    words, language = args.words, args.lang
    for one in kept:
        players = one.match.players
        names = joined((words.isolated(p.name) if p.name else words.name(p.seat) for p in players), language)
        state = words.text("cli.match.ended" if one.ended is not None else "cli.match.open")
        count, title = digits(f"{one.events:>5}", language), words.isolated(_title(words, one.match.game))
        print("  ".join((words.isolated(one.match.id), _began(words, one.match), title, count, state, names)))
    if not kept:
        say(args.words, Line.of("cli.match.none"))
    return DONE


def show(args: argparse.Namespace) -> int:
    """One match in words, its log and how it stands."""
    history = _history(args.id, args.words)
    words = exports.words_for(history, args.lang)
    if args.json:
        sys.stdout.write(exports.as_json(history, words).decode())
        return DONE
    match = history.match
    print(f"{words.isolated(_title(words, match.game))} · {words.isolated(match.id)} · {_began(words, match)}")
    for entry in history.log:
        mark = "~" if entry.undone else "!" if entry.event.forced else " "
        text = " · ".join(words.say(line, match.game) for line in entry.lines)
        print(f"{digits(str(entry.event.seq), words.language):>5} {mark} {text}")
    _print_standing(words, history)
    return DONE


def export(args: argparse.Namespace) -> int:
    """Write the asked formats: one to standard output, several (or with --out) to files whose names are printed."""
    formats = [name for name in args.format.split(",") if name]
    unknown = [name for name in formats if name not in exports.FORMATS]
    if unknown or not formats:
        known = ", ".join(exports.FORMATS)
        return say(args.words, Line.of("error.format", what=", ".join(unknown) or "-", known=known), BAD)
    history = _history(args.id, args.words)
    if args.secrets and not _staff(args.words):
        return NO
    words = exports.words_for(history, args.lang)
    made = {name: exports.FORMATS[name](history, words, secrets=args.secrets) for name in formats}
    if len(made) == 1 and args.out is None:
        sys.stdout.buffer.write(made[formats[0]])
        return DONE
    folder = args.out or Path()
    path = folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in made.items():
            path = folder / f"{history.match.id}.{exports.ENDINGS[name]}"
            if path.exists():
                say(args.words, Line.of("cli.export.over", file=str(path)))
            path.write_bytes(content)
            print(path)
    except OSError as error:
        return say(args.words, Line.of("error.store", file=str(path), what=error.strerror or str(error)), BAD)
    return DONE


def bring(args: argparse.Namespace) -> int:
    """Store a record that was exported; its id is printed. One that is not whole is not stored."""
    read = record.read(args.file)
    if read.standing is None:
        return say(args.words, Line.of("error.record_torn", file=str(args.file)), BAD)
    if not _stands_as_said(read) and read.match.rules_version == read.history.game.rules_version:
        return say(args.words, Line.of("error.other_standing", file=str(args.file)), BAD)
    store = _store(args.words)
    match, events = read.match, read.events
    known = any(kept.match.id == match.id for kept in store.matches())
    if known and not args.again:
        return say(args.words, Line.of("error.match_known", match=match.id), NO)
    if known:
        match = msgspec.structs.replace(match, id=uuid4().hex[:12])
    if known or any(store.has(event.id) for event in events):
        events = tuple(msgspec.structs.replace(event, id=f"{match.id}-{event.seq}", match=match.id) for event in events)
    try:
        store.begin(match, events)
    except StoreFailed as error:
        if error.line.key != "error.stored_already":  # another import of it came first, since we looked
            raise
        return say(args.words, Line.of("error.match_known", match=match.id), NO)
    if read.history.game.standing(read.history.state).over or read.history.finished:
        store.end(match.id, events[-1].at if events else match.began)
    print(match.id)
    return DONE


def replay(args: argparse.Namespace) -> int:
    """Fold a record by today's rules and print the standing; 1 where the record says another one, or was cut short."""
    read = record.read(args.file)
    words = exports.words_for(read.history, args.lang)
    standing = read.history.game.standing(read.history.state)
    same = _stands_as_said(read)
    if args.json:
        print(
            json.dumps(
                {
                    "match": read.match.id,
                    "game": read.match.game,
                    "events": len(read.events),
                    "standing": exports.standing_document(standing),
                    "same_as_recorded": same if read.standing is not None else None,
                },
                ensure_ascii=False,
            )
        )
    else:
        _print_standing(words, read.history)
    if read.standing is None:
        return say(args.words, Line.of("error.record_torn", file=str(args.file)), NO)
    return DONE if same else say(words, Line.of("error.other_standing", file=str(args.file)), NO)


# ---------------------------------------------------------------------------------------------- inside


def _stands_as_said(read: record.Record) -> bool:
    """Whether today's rules come to the standing that the record ends with, where it has one."""
    standing = read.history.game.standing(read.history.state)
    return read.standing is None or encode(read.standing) == encode(standing)


def _store(words: Catalogue, *, reading: bool = False) -> Store:
    """The store, opened; what opening it had to put right is said."""
    store = open_store(home(), reading=reading)
    for note in store.notes:
        say(words, note.line)
    return store


def _history(match_id: str, words: Catalogue) -> History:
    """The match whose id is, or begins with, ``match_id``. :raises BadRecord: where there is none, or several."""
    if not home().store.exists():
        raise BadRecord(Line.of("error.no_such_match", match=match_id))
    store = _store(words, reading=True)
    match = _one(match_id, (kept.match for kept in store.matches()))
    return record.fold(find_game(match.game), match, store.events(match))


def _one(match_id: str, matches: Iterable[Match]) -> Match:
    known = tuple(matches)
    found = [m for m in known if m.id == match_id] or [m for m in known if match_id and m.id.startswith(match_id)]
    if not found:
        raise BadRecord(Line.of("error.no_such_match", match=match_id))
    if len(found) > 1:
        raise BadRecord(Line.of("error.several_matches", match=match_id, n=len(found)))
    return found[0]


def _row(kept: Kept) -> dict[str, Any]:
    match = kept.match
    return {
        "id": match.id,
        "game": match.game,
        "rules_version": match.rules_version,
        "began": record.iso(match.began),
        "ended": None if kept.ended is None else record.iso(kept.ended),
        "events": kept.events,
        "players": [player.name for player in match.players],
    }


def _title(words: Catalogue, game: str) -> str:
    return words.text("game.name", game) if words.has("game.name", game) else game


def _began(words: Catalogue, match: Match) -> str:
    return digits(record.iso(match.began)[:16].replace("T", " "), words.language)


def _print_standing(words: Catalogue, history: History) -> None:
    standing, game = history.game.standing(history.state), history.match.game
    for score in standing.scores:
        parts = " · ".join(f"{words.say(part.line, game)} {words.number(part.points)}" for part in score.parts)
        won = f"  {words.text('cli.match.won')}" if score.seat in standing.winners else ""
        print(f"{words.isolated(words.name(score.seat))}: {words.number(score.total)}{won}   {parts}")


def _staff(words: Catalogue) -> bool:
    """Whether who sits at the keyboard knows the staff PIN."""
    import getpass

    from companion.staff import Pin

    pin = Pin(home().path)
    if not pin.is_set:
        say(words, Line.of("error.no_pin"))
        return False
    given = getpass.getpass(f"{words.text('cli.pin')} ") if sys.stdin.isatty() else sys.stdin.readline().strip()
    refusal = pin.refusal(given)
    if refusal is not None:
        say(words, refusal)
    return refusal is None
