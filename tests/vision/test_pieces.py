"""Pieces and the crisis pawn: told where they stand, in the players' colours; nothing is made up on an empty board."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.pictures import BOARDS, needs_boards, table
from vision import board_finder, hexgrid, looks, sites
from vision.errors import BadTileset
from vision.labels import load_labels
from vision.picture import load
from vision.pieces import PALETTE, Found, colour_shares
from vision.reading import read_board, read_pieces_again
from vision.scoring import score
from vision.teaching import teach_colours, teach_from_row
from vision.tileset import Tileset


def taught(edition: str) -> Tileset:
    (pieces,) = BOARDS.glob(f"enrol_{edition}_pieces*.jpg")
    tiles = teach_from_row(edition, load(BOARDS / f"enrol_{edition}_tiles.jpg"))
    return msgspec.structs.replace(tiles, colours=teach_colours(load(pieces)))


def test_every_edge_corner_and_hex_is_one_site_upright() -> None:
    sorts = [site.sort for site in sites.sites()]
    assert (sorts.count("edge"), sorts.count("corner"), sorts.count("hex")) == (72, 54, 19)
    ends = hexgrid.edges()
    for site in sites.sites():
        if site.sort == "edge":
            a, b = ends[site.cells[0], site.cells[1]]
            along = np.array(b) - np.array(a)
            turned = np.array([np.cos(site.turn), -np.sin(site.turn)]) @ along
            assert abs(turned) < 1e-9


@needs_boards
@pytest.mark.parametrize(
    ("edition", "colours"),
    [("A", {"red", "blue", "orange", "white"}), ("B", {"green", "brown", "yellow", "purple"})],
)
def test_the_players_colours_are_learned_by_their_names(edition: str, colours: set[str]) -> None:
    assert {colour.name for colour in taught(edition).colours} == colours


def test_a_table_without_pieces_teaches_no_colours() -> None:
    with pytest.raises(BadTileset):
        teach_colours(np.full((600, 800, 3), 90, np.uint8))


@needs_boards
def test_pieces_are_found_in_their_colours_on_a_board_with_few() -> None:
    label = load_labels(BOARDS / "103.json")[0]
    reading = read_board(load(label.file), taught("B"))
    found, wrong = score(reading, label)
    assert found.pieces_found >= 0.9 * found.pieces
    assert found.colours_right == found.pieces_found
    assert not [w for w in wrong if w.what in ("piece", "colour", "crisis") and not w.asked]


@needs_boards
def test_pieces_alone_can_be_read_again_where_the_board_is_known() -> None:
    tiles = taught("B")
    picture = load(BOARDS / "103.jpg")
    before = read_board(picture, tiles)
    again = read_pieces_again(picture, before, tiles, "again")
    assert again.tiles == before.tiles
    assert again.image == "again"
    kinds = {(p.kind, p.color, p.edge or p.vertex) for p in before.pieces}
    assert len(kinds & {(p.kind, p.color, p.edge or p.vertex) for p in again.pieces}) >= 0.9 * len(kinds)


def test_without_taught_colours_nothing_is_asked_about_pieces() -> None:
    reading = read_board(table())
    assert [a for a in reading.ask if a.what == "piece"] == []


def test_a_place_has_the_colour_that_it_is_painted_in() -> None:
    grid = board_finder.find_board(table())
    flat = board_finder.rectify(table(), grid.lens, looks.UNIT, looks.SIDE)
    board = sites.evened(flat)
    painted = board.picture.copy()
    site = sites.sites()[5]
    light, blue, red = PALETTE["purple"]
    green = np.exp(light - (blue + red) / 3) - 3
    ink = tuple(float(np.exp(np.log(green + 3) + off) - 3) for off in (blue, 0.0, red))
    ((x, y),) = sites.place_of(np.array([site.place]))
    cv2.circle(painted, (round(x), round(y)), 12, ink, -1)
    shares = colour_shares(sites.Evened(painted), PALETTE)
    assert list(PALETTE)[int(shares[5].argmax())] == "purple"
    assert shares[5].max() > 0.9


def test_a_piece_of_the_wrong_sort_for_its_place_can_not_be_made() -> None:
    with pytest.raises(ValueError, match="no piece"):
        Found(sites.sites()[0], 0.9, "junior", 1.0, ("junior",), "red", 1.0, ("red",))
