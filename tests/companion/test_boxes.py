"""What is printed on a copy is typed once, kept whole, carried from table to table, and never believed unread."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.boxes import LARGEST, Box, Shelf, decode_box, encode_box, missing, prefilled
from companion.game import BadConfig
from companion.games import GAMES, find_game

AMUN = find_game("amun_re")
PRICES = next(field for field in AMUN.box if field.name == "pyramid_price")
TABLE = next(field for field in AMUN.box if field.name == "offering_table")


def file(**changes: Any) -> bytes:
    good = {"mizban": "box", "version": 1, "game": "amun_re", "values": {"pyramid_price": [1, 3, 6]}, "unverified": []}
    return json.dumps({**good, **changes}).encode()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_prefills_of_every_game_fit_their_fields_and_go_through_a_file(game: Any):
    box = prefilled(game())
    assert all(next(f for f in game.box if f.name == name).contains(value) for name, value in box.values)
    assert decode_box(encode_box(box)) == box


def test_a_prefill_is_marked_until_somebody_has_looked_at_the_box():
    box = prefilled(AMUN)
    assert "pyramid_price" in box.unverified
    assert "pyramid_price" not in box.confirmed("pyramid_price").unverified
    typed = box.with_value(PRICES, [2, 4])
    assert (typed["pyramid_price"], typed.unverified) == ((2, 4), ())
    assert box.for_setup()["unverified"] == box.unverified
    assert "unverified" not in typed.for_setup()


def test_what_was_typed_is_never_asked_for_again(tmp_path: Path):
    shelf = Shelf(tmp_path / "boxes")
    shelf.keep(shelf.box(AMUN).with_value(TABLE, [[9, 1, 2], [20, 2, 3]]))
    again = Shelf(tmp_path / "boxes").box(AMUN)
    assert again["offering_table"] == ((9, 1, 2), (20, 2, 3))
    assert missing(AMUN, again) == ()
    assert [path.name for path in (tmp_path / "boxes").iterdir()] == ["amun_re.json"]


def test_a_box_is_carried_from_table_to_table(tmp_path: Path):
    here, there = Shelf(tmp_path / "here"), Shelf(tmp_path / "there")
    here.keep(here.box(AMUN).with_value(PRICES, [5]))
    here.export(AMUN, tmp_path / "stick.json")
    assert there.bring(tmp_path / "stick.json") == here.box(AMUN)
    assert there.box(AMUN) == here.box(AMUN)


HOSTILE = {
    "nothing": b"",
    "no JSON": b"{",
    "no text": b"\xff\xfe\x00",
    "a list": b"[]",
    "no box": file(mizban="record"),
    "no values": file(values=[1]),
    "a newer version": file(version=2),
    "another game": file(game="chess"),
    "no game": file(game=["amun_re"]),
    "a field that is none": file(values={"luck": 1}),
    "a negative price": file(values={"pyramid_price": [-1]}),
    "a price of words": file(values={"pyramid_price": ["one"]}),
    "a flag for a number": file(values={"pyramid_price": [True]}),
    "a table of two columns": file(values={"offering_table": [[1, 2]]}),
    "doubt about nothing": file(unverified=["offering_table"]),
    "doubt that is no list": file(unverified="pyramid_price"),
    "nested without end": b"[" * 100_000,
    "without end": b" " * (LARGEST + 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_box_is_refused_and_nothing_is_kept(tmp_path: Path, name: str):
    shelf = Shelf(tmp_path / "boxes")
    shelf.keep(Box("amun_re", (("pyramid_price", (7,)),)))
    (tmp_path / "stick.json").write_bytes(HOSTILE[name])
    with pytest.raises(BadConfig):
        shelf.bring(tmp_path / "stick.json")
    assert shelf.box(AMUN)["pyramid_price"] == (7,)


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(BadConfig):
        Shelf(tmp_path).bring(tmp_path / "nope.json")


def test_a_damaged_file_is_said_and_stays_as_it_is(tmp_path: Path):
    shelf = Shelf(tmp_path)
    (tmp_path / "amun_re.json").write_bytes(b"{torn")
    with pytest.raises(BadConfig):
        shelf.box(AMUN)
    assert (tmp_path / "amun_re.json").read_bytes() == b"{torn"


def test_a_field_that_is_newer_than_the_file_gets_its_prefill(tmp_path: Path):
    shelf = Shelf(tmp_path)
    shelf.keep(Box("amun_re"))
    assert shelf.box(AMUN) == prefilled(AMUN)
