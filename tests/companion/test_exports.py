"""What people take home: every format says the same match, and no format says a secret."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion import exports, record
from companion.events import Event, Match, Player
from companion.game import Line as Sentence
from companion.game import Part, Score, Seat, Standing
from companion.games import find_game
from companion.history import History
from companion.selfplay import moves


def history_of(name: str, preset: str | None, cap: int, names: tuple[str, ...]) -> History:
    game, rng = find_game(name), Random(3)
    setup = game.random_setup(rng, len(names), game.complete((), preset))
    players = tuple(Player(seat, name) for seat, name in zip(setup.seats, names, strict=True))
    match = Match("evening-1", game.name, game.rules_version, setup, players, 1_700_000_000.0)
    history = History(game, match)
    for seq, body in enumerate(moves(game, setup, rng, cap=cap, told=True), 1):
        at = 1_700_000_000.0 + 60 * seq
        history.add(Event(f"e{seq}", match.id, seq, at, "touch", body, clock=(30.0 * seq,) * len(players)))
    return history


@pytest.fixture(scope="module")
def ended() -> History:
    history = history_of("ethnos", "published", 5000, ("آنا", "=HYPERLINK(1)", "Ci"))
    assert history.game.standing(history.state).over
    return history


@pytest.fixture(scope="module")
def secret() -> History:
    """A match of Amun-Re while a hand is chosen behind the cover."""
    history = history_of("amun_re", None, 5000, ("A", "B", "C"))
    game = history.game
    shorter = History(game, history.match)
    for event in history.events:
        shorter.add(event)
        if game.secret(shorter.states[-2], event.body, shorter.state):
            return shorter
    raise AssertionError("no secret in the whole match")


def words(history: History, language: str = "en") -> Any:
    return exports.words_for(history, language)


def test_the_record_goes_out_with_ascii_digits_and_comes_back(ended: History):
    out = exports.as_jsonl(ended, words(ended, "fa"), secrets=True)
    assert not any("۰" <= letter <= "۹" for letter in out.decode())
    assert record.parse(out.decode().splitlines()).history.state == ended.state


@pytest.mark.parametrize("language", ["fa", "en"])
def test_one_document_has_every_event_in_words(ended: History, language: str):
    document = json.loads(exports.as_json(ended, words(ended, language)))
    assert [event["seq"] for event in document["events"]] == list(range(1, len(ended.events) + 1))
    assert all(event["text"] for event in document["events"])
    assert [score["total"] for score in document["standing"]["scores"]] == [
        score.total for score in ended.game.standing(ended.state).scores
    ]


@pytest.mark.parametrize("language", ["fa", "en"])
def test_a_spreadsheet_opens_the_table_and_runs_nothing(ended: History, language: str):
    out = exports.as_csv(ended, words(ended, language))
    assert out.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(out.decode("utf-8-sig"))))
    assert len(rows) == 1 + len(ended.events)
    assert all(len(row) == len(rows[0]) for row in rows)
    totals = [str(score.total) for score in ended.game.standing(ended.state).scores]
    assert rows[-1][-3:] == totals
    assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row)
    assert any(cell == "'=HYPERLINK(1)" for cell in rows[0])


def test_bg_stats_gets_what_it_refuses_to_do_without(ended: History):
    link = exports.as_bgstats(ended, words(ended)).decode().strip()
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("bgstats", "app.bgstatsapp.com", "/createPlay.html")
    play = json.loads(parse_qs(parts.query)["data"][0])
    assert (play["sourceName"], play["sourcePlayId"]) == ("Mizban", "evening-1")
    assert set(play["game"]) == {"name", "sourceGameId", "highestWins", "noPoints"}
    assert len(play["playDate"]) == len("2023-11-14 22:13:20")
    standing = ended.game.standing(ended.state)
    for player, seat in zip(play["players"], ended.match.setup.seats, strict=True):
        assert isinstance(player["startPlayer"], bool)
        assert player["winner"] is (seat in standing.winners)
        assert player["score"] == str(standing.total(seat))
    assert sum(player["startPlayer"] for player in play["players"]) == 1
    assert play["players"][0]["name"] == "آنا"


def test_the_receipt_fits_a_code_and_needs_no_network(ended: History):
    text = exports.receipt(ended, words(ended, "fa"))
    assert len(text.encode()) < 600
    assert "http" not in text
    assert [line.partition(".")[0] for line in text.splitlines()[1:]] == sorted(
        line.partition(".")[0] for line in text.splitlines()[1:]
    )
    picture = ET.fromstring(exports.as_qr(ended, words(ended)))
    assert picture.tag.endswith("svg")


def test_a_camera_reads_the_code(ended: History):
    cv2 = pytest.importorskip("cv2")
    import numpy

    text = exports.receipt(ended, words(ended, "fa"))
    matrix = numpy.array([list(row) for row in exports.qr_code(text).matrix], dtype=numpy.uint8)
    picture = numpy.kron(numpy.pad(1 - matrix, 4, constant_values=1), numpy.ones((6, 6), numpy.uint8)) * 255
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read.strip() == text.strip()


def test_a_secret_goes_out_only_where_it_is_asked_for(secret: History):
    told = json.dumps(json.loads(exports.encode(secret.events[-1].body)))
    for name, form in exports.FORMATS.items():
        out = form(secret, words(secret)).decode("utf-8-sig")
        assert told not in out, name
    lines = exports.as_jsonl(secret, words(secret)).decode().splitlines()
    assert json.loads(lines[-2])["body"]["type"] == "table.Hidden"
    lines = exports.as_jsonl(secret, words(secret), secrets=True).decode().splitlines()
    assert json.dumps(json.loads(lines[-2])["body"]) == told


def standing(*totals: int, winners: tuple[int, ...] = (), lowest: bool = False, decimals: int = 0) -> Standing:
    line = Sentence("score.stones")
    scores = tuple(Score(Seat(i), total, (Part(line, total),)) for i, total in enumerate(totals))
    return Standing(scores, (), line, tuple(map(Seat, winners)), True, decimals, lowest)


@pytest.mark.parametrize(
    ("given", "ranks"),
    [
        (standing(5, 9, 7, winners=(1,)), [3, 1, 2]),
        (standing(9, 9, 7, winners=(0, 1)), [1, 1, 3]),
        (standing(9, 9, 7, winners=(1,)), [2, 1, 3]),
        (standing(5, 9, 7, winners=(0,), lowest=True), [1, 3, 2]),
        (standing(5, 5, 5), [1, 1, 1]),
    ],
)
def test_tied_players_share_a_rank_and_winners_come_first(given: Standing, ranks: list[int]):
    assert list(exports.ranked(given).values()) == ranks


@pytest.mark.parametrize(
    ("points", "decimals", "text"), [(125, 2, "1.25"), (-5, 1, "-0.5"), (7, 0, "7"), (-7, 0, "-7")]
)
def test_decimal_points_are_written_whole(points: int, decimals: int, text: str):
    assert exports._decimal(points, decimals) == text


def test_every_format_has_an_ending_for_its_file():
    assert set(exports.ENDINGS) == set(exports.FORMATS)


def test_the_shipped_evening_lasts_an_evening_from_when_it_began():
    read = record.read(Path(__file__).resolve().parents[2] / "examples" / "evening.jsonl")
    play = exports.bgstats_play(read.history, exports.words_for(read.history, "en"))
    assert 45 <= play["durationMin"] <= 180
    began = datetime.fromtimestamp(read.match.began, UTC)
    ended = datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert timedelta(0) < ended - began < timedelta(hours=4)
