"""A record goes out, comes back the same, and is believed in nothing that the rules do not confirm."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import record
from companion.events import Event, Match, Player, Rename, Undone
from companion.game import BadRecord, Seat
from companion.games import find_game
from companion.games.arnika.actions import PlaceJunior
from companion.history import History
from companion.locale import LANGUAGES, Catalogue
from companion.selfplay import moves

Lines = list[Any]


def played(actions: int = 30) -> History:
    """A few actions of Ethnos, one of them taken back."""
    game, rng = find_game("ethnos"), Random(5)
    setup = game.random_setup(rng, 3, game.complete((), "published"))
    players = tuple(Player(seat, name) for seat, name in zip(setup.seats, ("آنا", "Bo", "Ci"), strict=True))
    match = Match("evening-1", game.name, game.rules_version, setup, players, 1_700_000_000.0)
    history = History(game, match)
    bodies = [*moves(game, setup, rng, cap=actions)][:6]
    for seq, body in enumerate([*bodies, Undone(Seat(0), (len(bodies),))], 1):
        history.add(Event(f"e{seq}", match.id, seq, 1_700_000_000.0 + seq, "touch", body, clock=(1.0, 2.0, 3.0)))
    return history


@pytest.fixture(scope="module")
def good() -> Lines:
    return [json.loads(line) for line in record.lines(played(), secrets=True)]


def text(lines: Lines) -> list[str]:
    return [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]


def changed(line_at: int, /, **values: Any) -> Callable[[Lines], Lines]:
    """One line says something else."""
    return lambda lines: [{**line, **values} if n == line_at % len(lines) else line for n, line in enumerate(lines)]


def seated(**values: Any) -> Callable[[Lines], Lines]:
    """The first player is another."""
    return lambda lines: changed(0, seats=[{**lines[0]["seats"][0], **values}, *lines[0]["seats"][1:]])(lines)


def renamed(**values: Any) -> Callable[[Lines], Lines]:
    """Somebody gets another name in the middle."""

    def change(lines: Lines) -> Lines:
        player = {**lines[0]["seats"][0], **values}
        body = {"type": "table.Rename", "seat": 0, "player": player}
        return [*lines[:2], {**lines[2], "kind": "Rename", "body": body}]

    return change


HOSTILE: dict[str, tuple[Callable[[Lines], Lines], int]] = {
    "empty": (lambda lines: [], 1),
    "no JSON": (lambda lines: ["mizban", *lines[1:]], 1),
    "another format": (changed(0, format="mizban/2"), 1),
    "newer rules": (changed(0, rules_version=99), 1),
    "no such game": (changed(0, game="chess"), 1),
    "a path for an id": (changed(0, id="../../etc/passwd"), 1),
    "an endless id": (changed(0, id="x" * 1000), 1),
    "no date": (changed(0, when="yesterday"), 1),
    "a date before all dates": (changed(0, when="0001-01-01"), 1),
    "nobody": (changed(0, seats=[]), 1),
    "too many seats": (lambda lines: changed(0, seats=lines[0]["seats"] * 9)(lines), 1),
    "the same seat twice": (lambda lines: changed(0, seats=[lines[0]["seats"][0]] * 3)(lines), 1),
    "a first seat that is not there": (changed(0, first=7), 1),
    "options that the game has not": (changed(0, options={"win": "always"}), 1),
    "an endless name": (seated(name="x" * 1000), 1),
    "a name that turns the line": (seated(name="a\u202eb"), 1),
    "a name of two lines": (seated(name="a\nb"), 1),
    "a side of the moon": (seated(side="dark"), 1),
    "a colour of no word": (seated(color="../red"), 1),
    "renamed to what is no name": (renamed(name="a\u202eb"), 3),
    "renamed to another language": (renamed(language="xx"), 3),
    "a number that is left out": (lambda lines: [lines[0], *lines[2:]], 2),
    "a line twice": (lambda lines: [*lines[:2], *lines[1:]], 3),
    "another kind": (changed(1, kind="Dance"), 2),
    "a body of another game": (changed(1, body={"type": "BuildJunior", "seat": 0, "corner": 3}), 2),
    "a body of no game": (changed(1, body={"type": "Dance", "seat": 0}), 2),
    "a seat that nobody has": (lambda lines: changed(1, body={**lines[1]["body"], "seat": 5})(lines), 2),
    "a time before time": (changed(1, at=-1.0), 2),
    "a time after time": (changed(1, at=1e300), 2),
    "a clock of its own": (changed(1, clock=[1e300]), 2),
    "an id with a quote": (changed(1, id="x' OR 1"), 2),
    "a source with a newline": (changed(1, source="touch\n"), 2),
    "undoing what is not there": (
        lambda lines: [*lines[:7], {**lines[7], "body": {"type": "table.Undone", "seat": 0, "seqs": [99]}}],
        8,
    ),
    "amending what is not there": (
        lambda lines: [
            *lines[:2],
            {
                **lines[2],
                "kind": "Amend",
                "body": {"type": "table.Amend", "seat": 0, "seq": 77, "action": lines[1]["body"]},
            },
        ],
        3,
    ),
    "amended into no action": (
        lambda lines: [
            *lines[:2],
            {
                **lines[2],
                "kind": "Amend",
                "body": {"type": "table.Amend", "seat": 0, "seq": 1, "action": {"type": "X"}},
            },
        ],
        3,
    ),
    "more after the end": (lambda lines: [*lines, lines[-1]], 9 + 1),
    "a standing of no shape": (changed(-1, standing=[]), 9),
    "a line without end": (lambda lines: [*lines[:1], " " * (record.LONGEST_LINE + 1)], 2),
    "nested without end": (lambda lines: [*lines[:1], "[" * 100_000], 2),
    "nested in a body": (
        lambda lines: [
            *lines[:1],
            '{"seq":1,"at":1,"source":"touch","kind":"Amend","body":{"type":"table.Amend","seat":0,"seq":1,"action":'
            + "[" * 5_000
            + "]" * 5_000
            + "}}",
        ],
        2,
    ),
    "a secret that was left out": (
        changed(1, kind="Hidden", body={"type": "table.Hidden", "seat": 0, "action": "Take"}),
        2,
    ),
}


def test_what_was_written_reads_back_the_same(good: Lines):
    history = played()
    read = record.parse(text(good))
    assert read.events == tuple(history.events)
    assert read.history.state == history.state
    assert read.standing == history.game.standing(history.state)
    assert (good[6]["undone"], good[7]["kind"]) == (True, "Undone")
    assert good[0]["rules_version"] == history.game.rules_version
    assert set(good[1]) == {"seq", "at", "source", "kind", "body", "forced", "undone", "id", "roll", "clock"}


def test_who_left_and_who_took_the_seat_are_both_in_the_record():
    history = played()
    player = Player(Seat(1), "Late Comer", "blue")
    seq = len(history.events) + 1
    history.add(Event("e-late", history.match.id, seq, 1_700_000_100.0, "touch", Rename(Seat(1), player)))
    lines = list(record.lines(history))
    assert '"Bo"' in lines[0]
    assert "Late Comer" in lines[-2]
    read = record.parse(lines)
    assert read.match.player(Seat(1)).name == "Bo"
    assert read.history.match.player(Seat(1)) == player
    assert list(record.lines(read.history)) == lines


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_record_is_refused_with_its_line(good: Lines, name: str):
    change, line = HOSTILE[name]
    with pytest.raises(BadRecord) as caught:
        record.parse(text(change([*good])), "some.jsonl")
    assert caught.value.line.key == "error.record"
    assert (caught.value.line["file"], caught.value.line["line"]) == ("some.jsonl", line)


def test_an_action_that_the_rules_refuse_is_refused(good: Lines):
    out_of_turn = {**good[2], "seq": 1}
    if out_of_turn["body"] == good[1]["body"]:
        pytest.skip("the second action could have been the first")
    with pytest.raises(BadRecord):
        record.parse(text([good[0], out_of_turn]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("corner", [99, -1])
def test_a_refused_line_says_why_in_the_words_of_its_game(language: str, corner: int):
    game = find_game("arnika")
    setup = game.random_setup(Random(1), 3)
    players = tuple(Player(seat, "") for seat in setup.seats)
    history = History(game, Match("a", game.name, game.rules_version, setup, players, 1_700_000_000.0))
    history.add(Event("e1", "a", 1, 1_700_000_001.0, "touch", PlaceJunior(setup.first, 3), clock=(0.0,) * 3))
    head, line, *rest = record.lines(history)
    with pytest.raises(BadRecord) as caught:
        record.parse([head, line.replace('"corner":3', f'"corner":{corner}'), *rest], "some.jsonl")
    words = Catalogue(language, strict=True)
    said = words.say(caught.value.line)
    assert words.text("refusal.no_such_place", "arnika") in said
    assert "refusal." not in said


def test_more_lines_than_any_match_has_are_not_read(good: Lines, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(record, "MOST_LINES", 5)
    with pytest.raises(BadRecord) as caught:
        record.parse(text(good))
    assert caught.value.line["line"] == 6


@pytest.mark.parametrize("what", ["missing", "folder", "pipe", "bytes", "huge"])
def test_what_is_no_file_of_text_is_refused_at_once(tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "given.jsonl"
    match what:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "bytes":
            path.write_bytes(b'{"format": "\xff\xfe"}')
        case "huge":
            monkeypatch.setattr(record, "LARGEST_FILE", 10)
            path.write_text("{}" * 100)
    with pytest.raises(BadRecord) as caught:
        record.read(path)
    assert caught.value.line["file"] == str(path)


def test_a_file_with_a_byte_order_mark_is_read(good: Lines, tmp_path: Path):
    path = tmp_path / "given.jsonl"
    path.write_text("\n".join(text(good)), "utf-8-sig")
    assert record.read(path).standing is not None


def test_random_damage_is_refused_or_harmless_and_never_breaks(good: Lines):
    rng = Random(8)
    whole = "\n".join(text(good))
    refused = 0
    for _ in range(300):
        damaged = list(whole)
        for _ in range(rng.choice((1, 1, 2, 8))):
            at = rng.randrange(len(damaged))
            damaged[at] = rng.choice(('"', "{", "9", "-", "\\", "\u0000", "ی", "", "null", damaged[at] * 2))
        try:
            record.parse("".join(damaged).split("\n"))
        except BadRecord:
            refused += 1
    assert refused > 100
