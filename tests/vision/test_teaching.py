"""One picture teaches a copy's look; what can't teach says so."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision.pictures import BOARDS, needs_boards, table
from vision.errors import BadTileset
from vision.labels import load_labels
from vision.picture import load
from vision.reading import read_board
from vision.scoring import Score, score
from vision.teaching import teach_from_board, teach_from_row
from vision.tileset import TERRAINS, load_tileset


@needs_boards
def test_six_tiles_in_a_row_teach_a_copy_that_is_then_read() -> None:
    taught = teach_from_row("A", load(BOARDS / "enrol_A_tiles.jpg"))
    assert {look.terrain for look in taught.looks} == set(TERRAINS)
    label = load_labels(BOARDS / "100.json")[0]
    found, wrong = score(read_board(load(label.file), taught), label)
    assert found.tiles_right == 19
    assert not [w for w in wrong if w.what in ("terrain", "number") and not w.asked]


@needs_boards
def test_a_confirmed_board_teaches_a_copy_that_is_then_read() -> None:
    layout = json.loads((BOARDS / "101.json").read_text("utf-8"))
    taught = teach_from_board("B", load(BOARDS / "101.jpg"), layout)
    label = load_labels(BOARDS / "103.json")[0]
    found, _ = score(read_board(load(label.file), taught), label)
    assert found.tiles_right >= 17


def test_a_confirmed_board_says_what_is_in_the_box() -> None:
    layout = json.loads((Path(__file__).parents[2] / "examples" / "table.json").read_text("utf-8"))[0]
    taught = teach_from_board("mine", load(Path(__file__).parents[2] / "examples" / "table.jpg"), layout)
    assert dict(taught.terrains)["doctor"] == 4
    assert sum(count for _, count in taught.terrains) == 19
    assert sum(count for _, count in taught.numbers) == 18


def test_a_tileset_comes_back_from_its_file(tmp_path: Path) -> None:
    label = load_labels(Path(__file__).parents[2] / "examples" / "table.json")[0]
    picture = load(label.file)
    layout = {"hexes": [{"x": t.px[0], "y": t.px[1], "terrain": t.terrain} for t in label.tiles]}
    taught = teach_from_board("mine", picture, layout)
    taught.save(tmp_path / "mine.json")
    assert load_tileset(tmp_path / "mine.json") == taught


@pytest.mark.parametrize(
    "layout",
    [[], {}, {"tiles": []}, {"hexes": [{"x": 1}]}, {"layout": [{"center_px": [1, 2], "terrain": "sea"}] * 19}, 7],
)
def test_a_layout_that_is_none_teaches_nothing(layout: object) -> None:
    with pytest.raises(BadTileset):
        teach_from_board("x", table(), layout)


def test_a_picture_without_six_tiles_teaches_nothing() -> None:
    with pytest.raises(BadTileset):
        teach_from_row("x", np.full((600, 800, 3), 90, np.uint8))


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"name": "x", "looks": [], "within": []}'])
def test_a_file_that_is_no_tileset_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text, "utf-8")
    with pytest.raises(BadTileset):
        load_tileset(tmp_path / "x.json")


def test_scores_add_up() -> None:
    assert Score(pictures=1, asked=2) + Score(pictures=2, mistakes=1) == Score(pictures=3, asked=2, mistakes=1)


@needs_boards
def test_a_taught_drawing_is_known_again_under_glare_where_its_colours_are_gone() -> None:
    taught = teach_from_row("A", load(BOARDS / "enrol_A_tiles.jpg"))
    label = load_labels(BOARDS / "106.json")[0]
    found, wrong = score(read_board(load(label.file), taught), label)
    assert found.tiles_right == 19
    assert not [w for w in wrong if w.what in ("terrain", "number") and not w.asked]
