"""Ethnos on its own screen: taps for a turn, hands counted, lands that look right, a whole match by taps alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from midgame import Fingers, go_on
from msgspec.structs import replace
from playing import PANELS, Played
from tapper import Tapper
from viewed import generic

from companion.game import Board, Seat
from companion.games.ethnos import actions as act
from companion.games.ethnos.tribes import KINGDOMS
from companion.screens.games.ethnos import EthnosStage
from companion.screens.theme import theme

pytestmark = pytest.mark.ui
A, B, C = Seat(0), Seat(1), Seat(2)


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Sheets stand at once, so that a tap need not wait for them."""
    before, theme.less_motion = theme.less_motion, True
    yield
    theme.less_motion = before


def first(setup: Any) -> Any:
    """Seat 0 starts."""
    return replace(setup, first=A)


@pytest.fixture
def text(tmp_path: Path) -> Iterator[Fingers]:
    """Three seats in their first turn by the text, Persian, on the smallest panel."""
    played = Played(tmp_path, game="ethnos", seats=3, panel=PANELS["7in"], setup=first)
    yield Fingers(played)
    played.close()


@pytest.fixture
def published(tmp_path: Path) -> Iterator[Fingers]:
    """Four seats as published, English, on a flat table."""
    options = (("rules", "published"), ("control", "markers"))
    played = Played(
        tmp_path, game="ethnos", seats=4, panel=PANELS["10in"], language="en", options=options, setup=first,
        record=[act.Recruit(Seat(i % 4)) for i in range(12)],
    )  # fmt: skip
    go_on(played)
    yield Fingers(played)
    played.close()


# -------------------------------------------------------------------------------- taps for a turn


def test_taking_a_card_is_one_tap(text: Fingers) -> None:
    text.act(A, "TakeCard")
    assert (text.played.state.table.active, text.taps) == (1, 1)


def test_forming_a_band_is_two_taps(text: Fingers) -> None:
    tribe = text.played.state.table.tribes[2]
    text.act(A, "FormBand")
    text.key(A, "4", (tribe, 4))
    assert text.taps == 2
    assert [(band.tribe, band.size) for band in text.played.state.table.bands[0]] == [(tribe, 4)]
    assert A not in text.played.page.ids.overlay.open


def test_extending_a_band_is_two_taps(text: Fingers) -> None:
    tribe = text.played.state.table.tribes[0]
    for action in (act.FormBand(A, tribe, 3), act.TakeCard(A), act.TakeCard(B), act.TakeCard(C)):
        text.played.do(action)
    text.act(A, "ExtendBand")
    text.key(A, f"{tribe} 3", (tribe, 2, 3))
    assert text.taps == 2
    assert text.played.state.table.bands[0][0].size == 5


def test_a_band_as_published_is_a_kingdom_a_leader_and_a_size(published: Fingers) -> None:
    table = published.played.state.table
    leader = next(tribe for tribe in table.tribes if tribe not in ("skeletons", "centaurs", "elves", "merfolk"))
    lands: Any = published.played.page.middle.picture  # type: ignore[union-attr]
    published.at(lands, lands.cells()[KINGDOMS.index("purple")].center)
    published.key(A, "leader", leader)
    published.key(A, "size", 2)
    band = published.played.state.table.bands[0][0]
    assert (band.kingdom, band.leader, band.size, published.taps) == ("purple", leader, 2, 3)
    toast = published.played.page.ids.overlay.toast_of(A)
    assert "marker" in toast.words  # whether one goes down is said, not guessed


def test_a_band_as_published_may_begin_with_its_button(published: Fingers) -> None:
    leader = next(tribe for tribe in published.played.state.table.tribes if tribe != "skeletons")
    published.act(A, "PlayBand")
    for row, value in (("kingdom", "red"), ("leader", leader), ("size", 1)):
        published.key(A, row, value)
    assert published.played.state.table.bands[0][0].kingdom == "red"


def test_recruiting_is_one_tap(published: Fingers) -> None:
    published.act(A, "Recruit")
    assert published.played.state.table.active == 1


def test_counting_hands_is_one_tap_a_seat_and_the_round_is_closed_once(text: Fingers) -> None:
    for i in range(3):
        text.played.do(act.FormBand(A, text.played.state.table.tribes[i], 3))
        if i < 2:
            for seat in (A, B, C):
                text.played.do(act.TakeCard(seat))
    text.played.do(act.UsePower(A, "other"))
    assert text.played.state.table.phase == "count"
    for seat, n in ((A, 2), (B, 0), (C, 6)):
        text.key(seat, "n", n)
    assert text.taps == 3
    assert text.played.state.table.left == (2, 0, 6)
    score = text.played.table.snapshot.standing.total(A)  # type: ignore[union-attr]
    text.act(text.played.page.turn, "CloseRound")
    assert text.played.state.table.round == 2
    assert text.played.table.snapshot.standing.total(A) == score  # type: ignore[union-attr]


def test_a_key_that_is_off_leaves_the_sheet_open(tmp_path: Path) -> None:
    options = (("depth", "full"), ("turn", "from_hand"))
    fingers = Fingers(Played(tmp_path, game="ethnos", seats=2, panel=PANELS["7in"], options=options, setup=first))
    tribe = fingers.played.state.table.tribes[0]
    fingers.played.do(act.SetHand(A, 4))
    fingers.act(A, "FormBand")
    fingers.key(A, "5", (tribe, 5))
    assert fingers.played.state.table.bands[0] == ()
    fingers.key(A, "4", (tribe, 4))
    assert fingers.played.state.table.bands[0][0].size == 4
    fingers.played.close()


def test_tribes_and_regions_are_set_up_by_taps(tmp_path: Path) -> None:
    played = Played(
        tmp_path, game="ethnos", seats=3, panel=PANELS["portrait"], options=(("regions", 6),),
        setup=lambda setup: replace(setup, first=A, board=Board()),
    )  # fmt: skip
    fingers = Fingers(played)
    fingers.act(A, "ChooseTribes")
    sheet = played.sheet(A)
    for tribe in ("dwarves", "elves", "merfolk", "minotaurs", "orcs", "wizards"):
        played.driver.tap(sheet.buttons[tribe])
    played.driver.tap(sheet.record)
    played.driver.frames(3)
    assert played.state.table.phase == "regions"
    for value in range(6):
        fingers.act(A, "PlaceRegion")
        fingers.key(A, "value", value)
        fingers.key(A, "tribe", "orcs")
    assert [region.value for region in played.state.table.regions] == list(range(6))
    assert played.state.table.phase == "turn"
    played.close()


# -------------------------------------------------------------------------------- how it looks


def test_no_numeral_stands_alone_in_the_middle_of_a_flat_table(text: Fingers) -> None:
    from companion.screens.games.ethnos import lands_view

    scene = text.played.page.scene
    assert scene is not None
    assert lands_view(scene, flat=False).title
    view = lands_view(scene, flat=True)
    assert view.flat
    assert all(len(land.values) == 1 for land in view.lands)  # each is written in two corners, with its bar


# -------------------------------------------------------------------------------- whole matches


def test_a_whole_match_is_played_by_taps_alone_in_persian(tmp_path: Path) -> None:
    played = Played(tmp_path, game="ethnos", seats=2, panel=PANELS["7in"])
    assert isinstance(played.page.stage, EthnosStage)
    Tapper(played, Random(4), {"TakeCard": 10.0, "FormBand": 6.0}).play(900)
    assert played.table.snapshot.standing.winners  # type: ignore[union-attr]
    played.close()


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["text", "published"])
@pytest.mark.parametrize(("panel", "seats"), [("10in", 4), ("portrait", 3), ("9in", 2), ("21in", 5)])
def test_whole_matches_are_played_by_taps_on_every_panel(tmp_path: Path, panel: str, seats: int, preset: str) -> None:
    options = (("rules", preset),)
    played = Played(tmp_path, game="ethnos", seats=seats, panel=PANELS[panel], options=options)
    played.driver.blind = True
    Tapper(played, Random(seats), {"TakeCard": 10.0, "FormBand": 6.0, "Dragon": 0.5, "Recruit": 9.0}).play(9000)
    played.close()


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["text", "published"])
def test_the_generic_screen_plays_a_whole_match(tmp_path: Path, preset: str) -> None:
    played = Played(tmp_path, game="ethnos", seats=3, panel=PANELS["7in"], options=(("rules", preset),))
    generic(played)
    played.driver.blind = True
    Tapper(played, Random(4), {"TakeCard": 10.0, "FormBand": 6.0, "Dragon": 0.5, "Recruit": 9.0}).play(4000)
    played.close()


def test_the_generic_screen_plays_it_too(tmp_path: Path) -> None:
    played = Played(tmp_path, game="ethnos", seats=2, panel=PANELS["7in"])
    generic(played)
    tapper = Tapper(played, Random(4), {"TakeCard": 10.0, "FormBand": 6.0})
    while played.state.table.round == 1:
        assert tapper.taps < 500
        tapper.step()
    played.close()
