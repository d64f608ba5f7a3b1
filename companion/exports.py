"""What people take home of a match: lines or one document of JSON, a table for a spreadsheet, BG Stats, a QR code.

Stored digits are ASCII and stay so. Without ``secrets`` nothing leaves that the whole table may not know.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.events import encode
from companion.game import Score, Seat, Standing
from companion.history import History
from companion.locale import FSI, LRI, PDI, Catalogue
from companion.record import iso, lines


def as_jsonl(history: History, words: Catalogue, *, secrets: bool = False) -> bytes:
    """The record, one value a line (see :mod:`companion.record`)."""
    return "".join(line + "\n" for line in lines(history, secrets=secrets)).encode()


def as_json(history: History, words: Catalogue, *, secrets: bool = False) -> bytes:
    """One document: the first line of the record with ``events`` and ``standing`` in it, and each event in words."""
    first, *events, last = (json.loads(line) for line in lines(history, secrets=secrets))
    game = history.match.game
    for event, entry in zip(events, history.log, strict=True):
        event["text"] = [_plain(words.say(line, game)) for line in entry.lines]
    document = {**first, "events": events, **last}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def as_csv(history: History, words: Catalogue, *, secrets: bool = False) -> bytes:
    """A row an event, with each player's total after it; UTF-8 with a byte order mark, as spreadsheets want it.

    A cell that a spreadsheet would take for a formula starts with an apostrophe.
    """
    match, game = history.match, history.game
    out = io.StringIO()
    table = csv.writer(out)
    names = [words.name(seat) for seat in match.setup.seats]
    columns = ("seq", "time", "player", "source", "kind", "text", "forced", "undone")
    table.writerow([_safe(words.text(f"export.{column}")) for column in columns] + [_safe(name) for name in names])
    after = {step.seq: state for step, state in zip(history.steps, history.states[1:], strict=True)}
    standing = game.standing(history.states[0])
    for entry in history.log:
        event = entry.event
        if event.seq in after:
            standing = game.standing(after[event.seq])
        text = " · ".join(_plain(words.say(line, match.game)) for line in entry.lines)
        marks = ["1" if flag else "" for flag in (event.forced, entry.undone)]
        who = words.name(event.body.seat)
        totals = [_decimal(standing.total(seat), standing.decimals) for seat in match.setup.seats]
        cells = [str(event.seq), iso(event.at), _safe(who), event.source, event.kind, _safe(text), *marks, *totals]
        table.writerow(cells)
    return out.getvalue().encode("utf-8-sig")


def bgstats_play(history: History, words: Catalogue) -> dict[str, Any]:
    """The match as BG Stats takes it up.

    Its apps refuse a player without ``startPlayer`` and ``winner``; ``score`` and ``rank`` are the names that several
    public projects send and are not otherwise confirmed. ``playDate`` is the end of the play in UTC.
    """
    match = history.match
    standing = history.game.standing(history.state)
    ended = history.events[-1].at if history.events else match.began
    ranks = ranked(standing)
    title = words.text("game.name", match.game) if words.has("game.name", match.game) else match.game
    game = {
        "name": title,
        "sourceGameId": match.game,
        "highestWins": not standing.lowest,
        "noPoints": False,
    }
    played = sum(history.events[-1].clock) if history.events else 0.0
    return {
        "sourceName": "Mizban",
        "sourcePlayId": match.id,
        "playDate": datetime.fromtimestamp(ended, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": round(max(played, ended - match.began if not played else 0.0) / 60),
        "game": game,
        "players": [
            {
                "name": words.name(seat),
                "sourcePlayerId": f"{match.id}:{seat}",
                "startPlayer": seat == match.setup.first,
                "score": _decimal(standing.total(seat), standing.decimals),
                "rank": ranks[seat],
                "winner": seat in standing.winners,
            }
            for seat in match.setup.seats
        ],
    }


def as_bgstats(history: History, words: Catalogue, *, secrets: bool = False) -> bytes:
    """The link that hands the play to BG Stats."""
    data = json.dumps(bgstats_play(history, words), ensure_ascii=False, separators=(",", ":"))
    return f"bgstats://app.bgstatsapp.com/createPlay.html?data={quote(data, safe='')}\n".encode()


def receipt(history: History, words: Catalogue) -> str:
    """A result that fits a QR code and needs no network: game, date, a line a player, the best first."""
    match = history.match
    standing = history.game.standing(history.state)
    ranks = ranked(standing)
    game = words.text("game.name", match.game) if words.has("game.name", match.game) else match.game
    rows = [f"{game} · {datetime.fromtimestamp(match.began, UTC):%Y-%m-%d}"]
    for seat in sorted(match.setup.seats, key=lambda seat: (ranks[seat], seat)):
        crown = " *" if seat in standing.winners else ""
        rows.append(f"{ranks[seat]}. {words.name(seat)}: {_decimal(standing.total(seat), standing.decimals)}{crown}")
    return "\n".join(rows) + "\n"


def as_qr(history: History, words: Catalogue, *, secrets: bool = False) -> bytes:
    """The receipt as a QR code, an SVG picture."""
    out = io.BytesIO()
    qr_code(receipt(history, words)).save(out, kind="svg", scale=8, border=4, xmldecl=True)
    return out.getvalue()


def qr_code(text: str) -> Any:
    """A QR code (segno) of ``text``, with as much error correction as still keeps it small."""
    import segno

    return segno.make_qr(text, error="m", encoding="utf-8")


FORMATS: dict[str, Callable[..., bytes]] = {
    "jsonl": as_jsonl,
    "json": as_json,
    "csv": as_csv,
    "bgstats": as_bgstats,
    "qr": as_qr,
}
"""By the name that ``mizban match export --format`` takes; each is called with the history, words, secrets=."""

_KEPT = {ord(mark): "" for mark in (FSI, LRI, PDI)} | {ord("۰") + digit: str(digit) for digit in range(10)}

ENDINGS = {"jsonl": "jsonl", "json": "json", "csv": "csv", "bgstats": "bgstats.txt", "qr": "svg"}


def words_for(history: History, language: str) -> Catalogue:
    """A catalogue of ``language`` that knows the players."""
    match = history.match
    return Catalogue(language, {player.seat: player.name for player in match.players}, terms=match.terms)


def ranked(standing: Standing) -> dict[Seat, int]:
    """Each seat's rank: winners first, then by total; equal totals share a rank."""

    def key(score: Score) -> tuple[bool, int]:
        return (score.seat not in standing.winners, score.total if standing.lowest else -score.total)

    keys = {score.seat: key(score) for score in standing.scores}
    return {seat: 1 + sum(other < mine for other in keys.values()) for seat, mine in keys.items()}


def standing_document(standing: Standing) -> Any:
    """The standing as plain values for JSON."""
    return json.loads(encode(standing))


def _decimal(points: int, decimals: int) -> str:
    if not decimals:
        return str(points)
    sign = "-" if points < 0 else ""
    whole, rest = divmod(abs(points), 10**decimals)
    return f"{sign}{whole}.{rest:0{decimals}d}"


def _plain(text: str) -> str:
    """As it is kept in a file: digits in ASCII, no isolates (who reads it sets a direction of his own)."""
    return text.translate(_KEPT)


def _safe(text: str) -> str:
    return f"'{text}" if text[:1] in tuple("=+-@\t\r") else text
