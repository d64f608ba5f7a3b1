"""The match in the making: who sits where, in which colour, and what a name may be."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.events import SIDES, Player
from companion.game import Seat
from companion.screens.draft import COLORS, NAME_LETTERS, SYMBOLS, Draft, clean_name
from companion.screens.keyboards import ACTS, COLUMNS, LAYOUTS, typed, wants_capital


def seated(*sides: str) -> Draft:
    draft = Draft("arnika")
    for number, side in enumerate(sides):
        draft = draft.sit(msgspec.structs.replace(draft.newcomer(side), name=f"player {number}"))
    return draft


def test_newcomers_never_share_a_colour_a_symbol_or_a_chair() -> None:
    draft = seated("south", "north", "east", "west", "south", "north")
    for field in ("seat", "color", "symbol"):
        assert len({getattr(player, field) for player in draft.players}) == 6


def test_players_stand_in_clockwise_order_however_they_sat_down() -> None:
    draft = seated("east", "south", "north", "west")
    assert [player.side for player in draft.players] == list(SIDES)
    assert [player.seat for player in draft.seated()] == [0, 1, 2, 3]


def test_the_starter_stays_the_same_person_when_others_sit_down_or_leave() -> None:
    draft = seated("north", "east")
    starter = draft.players[1]
    draft = draft.starts(starter.seat)
    more = draft.sit(msgspec.structs.replace(draft.newcomer("south"), name="late"))
    assert more.players[more.first].name == starter.name
    fewer = more.leave(more.players[0].seat)
    assert fewer.players[fewer.first].name == starter.name


def test_a_taken_colour_is_swapped_with_its_holder() -> None:
    draft = seated("south", "north")
    one, other = draft.players
    draft = draft.sit(msgspec.structs.replace(one, color=other.color))
    assert [player.color for player in draft.players] == [other.color, one.color]


def test_reversing_the_order_keeps_the_starter() -> None:
    draft = seated("south", "west", "north").starts(Seat(1))
    back = draft.reversed()
    assert back.players[back.first].seat == Seat(1)
    assert [player.name for player in back.players] == [player.name for player in reversed(draft.players)]


def test_swapping_two_chairs_keeps_names_with_their_people() -> None:
    draft = seated("south", "north")
    swapped = draft.swap(Seat(0), Seat(1))
    assert {player.name: player.side for player in swapped.players} == {"player 0": "north", "player 1": "south"}


def test_no_side_takes_more_people_than_it_has_room_for() -> None:
    draft = seated("south", "south")
    assert not draft.room_at("south")
    assert draft.room_at("north")


def test_a_random_start_is_one_of_the_players() -> None:
    draft = seated("south", "west", "north")
    assert {draft.random_start(Random(seed)).first for seed in range(30)} == {0, 1, 2}


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("  نیلوفر ", "نیلوفر"),
        ("می‌نا", "می‌نا"),
        ("‌مینا‌", "مینا"),
        ("a\nb", "a b"),
        ("a\u202eb\u200f", "ab"),
        ("a‌‌b", "a‌b"),
        ("x" * 40, "x" * NAME_LETTERS),
    ],
)
def test_a_name_is_one_clean_line(raw: str, name: str) -> None:
    assert clean_name(raw) == name


def test_the_persian_keyboard_writes_every_letter_and_the_half_space() -> None:
    keys = {key for row in LAYOUTS["fa"] for key, _ in row}
    assert set("آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیئء") <= keys
    assert "zwnj" in keys
    text = ""
    for key in ["م", "ی", "zwnj", "zwnj", "ن", "ا"]:
        text = typed(text, key)
    assert text == "می‌نا"


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_rows_of_keys_fill_the_width(layout: tuple[tuple[tuple[str, float], ...], ...]) -> None:
    for row in layout:
        assert sum(width for _, width in row) == COLUMNS
        assert all(len(key) <= 1 or key in ACTS for key, _ in row)


def test_a_latin_name_begins_each_part_with_a_capital() -> None:
    text = ""
    for key in ["a", "l", "i", "space", "r"]:
        text = typed(text, key, shift=wants_capital(text))
    assert text == "Ali R"


def test_every_colour_and_symbol_of_a_draft_has_a_look() -> None:
    from companion.screens import theme

    assert set(COLORS) == set(theme.SEATS)
    assert SYMBOLS == theme.SYMBOLS


def test_a_player_is_known_by_chair_until_the_match_begins() -> None:
    draft = Draft().sit(Player(Seat(4), "Kaveh", side="west"))
    assert draft.seated()[0].seat == Seat(0)
    assert draft.players[0].seat == Seat(4)
