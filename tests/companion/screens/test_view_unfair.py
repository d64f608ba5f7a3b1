"""Unfair on its own screen: parks, taps for a turn, and a whole match by taps alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looks import faults
from playing import PANELS, Played
from viewed import shown

from companion.game import Seat
from companion.games.unfair import actions as act
from companion.locale import Catalogue
from companion.screens.theme import LEAST_TARGET, theme
from companion.screens.widgets.button import ActButton

pytestmark = pytest.mark.ui
slow = pytest.mark.slow
A, B, C = Seat(0), Seat(1), Seat(2)


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Sheets stand at once, so that a tap need not wait for them."""
    before, theme.less_motion = theme.less_motion, True
    yield
    theme.less_motion = before


def pick(played: Played, seat: Seat, words: str) -> None:
    """Tap the button of the open sheet that says so."""
    played.driver.tap(next(button for button in played.sheet(seat).buttons if button.text == words))
    played.driver.frames(2)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    """Three seats in the first turn, Persian, on the smallest panel."""
    played = Played(tmp_path, game="unfair", seats=3, panel=PANELS["7in"], setup=fixed, record=CARDS[:-1])
    played.do(CARDS[-1])
    yield played
    played.close()


CARDS = tuple(act.TakeCard(seat, 3, 1, 0) for seat in (A, B, C))


def fixed(setup: Any) -> Any:
    """Seat 0 starts, with the options as the text has them and a box that nobody has typed."""
    return type(setup)(setup.seats, A, setup.options)


def area(played: Played, seat: Seat, number: int) -> None:
    """Tap an area of a park."""
    middle: Any = played.page.middle
    x, y = middle.where((seat, number))
    played.driver.tap_at(middle.x + x, middle.y + y)


def typed(played: Played, seat: Seat, *keys: str) -> None:
    """Tap keys of the open sheet, then record."""
    sheet = played.sheet(seat)
    for key in keys:
        played.driver.tap(sheet.digits.keys[key])
    played.driver.tap(sheet.record)
    played.driver.frames(2)


def test_an_empty_turn_is_one_tap(table: Played) -> None:
    table.tap_act(A, "EndTurn")
    assert table.state.turn == B


def test_building_is_an_area_and_the_figures_of_the_card(table: Played) -> None:
    area(table, A, 1)
    typed(table, A, "3", "5")  # no card costs thirty: the keys go on to the points by themselves
    park = table.state.park(A)
    assert (park.coins, park.areas[1].points) == (17, 5)


def test_the_button_lights_the_free_areas_and_a_tap_elsewhere_does_nothing(table: Played) -> None:
    table.tap_act(A, "build")
    areas = table.page.middle.strips[A][1].view.areas
    assert [one.lit for one in areas] == [True] * 3
    area(table, B, 0)
    assert table.page.ids.overlay.key_of(A) == ""
    area(table, A, 0)
    typed(table, A, "4", "6")
    assert table.state.park(A).areas[0].points == 6


def test_an_upgrade_is_tapped_onto_its_attraction(table: Played) -> None:
    table.do(act.Build(A, 0, 2, 5))
    area(table, A, 0)
    typed(table, A, "2")
    assert [upgrade.points for upgrade in table.state.park(A).areas[0].upgrades] == [2]
    view = table.page.middle.strips[A][1].view.areas[0]
    assert view.upgrades == (Catalogue("fa").number(2, signed=True),)


def test_an_event_ruins_an_attraction_that_is_tapped_in_its_park(table: Played) -> None:
    table.do(act.Build(A, 0, 2, 5))
    table.do(act.EndTurn(A))
    table.tap_act(B, "event")
    table.tap_act(B, "event")  # what does it do?
    pick(table, B, "خراب کردن")
    table.driver.frames(2)
    area(table, A, 0)
    typed(table, B, "4")
    attraction = table.state.park(A).areas[0]
    assert (attraction.damaged, attraction.penalty) == (True, 4)
    assert table.page.middle.strips[A][1].view.areas[0].state == "damaged"


def test_a_phase_that_is_over_says_so(table: Played) -> None:
    table.do(act.PlayEvent(A))
    table.tap_act(A, "build")
    toast = table.page.ids.overlay.toast_of(A)
    assert toast is not None
    assert "گذشته" in toast.words


def test_buying_asks_for_the_cost_alone(table: Played) -> None:
    table.tap_act(A, "buy")
    pick(table, A, "خرید جاذبه")
    table.driver.frames(2)
    typed(table, A, "6")
    assert (table.state.park(A).coins, table.state.park(A).hand) == (14, 9)


@pytest.mark.parametrize(
    "panel", ["10in", "7in", "portrait", pytest.param("9in", marks=slow), pytest.param("21in", marks=slow)]
)
@pytest.mark.parametrize(("seats", "areas"), [(4, 3), (5, 5)])
def test_every_area_can_be_tapped_on_every_panel(tmp_path: Path, panel: str, seats: int, areas: int) -> None:
    """Targets of 12 mm, also where five parks have five areas each; a flat panel of 9 inches asks on a sheet then."""
    language = "fa" if panel in ("10in", "7in") else "en"
    cards = tuple(act.TakeCard(Seat(i), 0, 0, 0) for i in range(seats))
    played = Played(tmp_path, game="unfair", seats=seats, panel=PANELS[panel], language=language, setup=fixed,
                    options=(("areas", areas),), record=cards[:-1])  # fmt: skip
    try:
        played.do(cards[-1])
        for _, strip in played.page.middle.strips.values():  # type: ignore[union-attr]
            for _, _, wide, high in strip.targets():
                assert min(wide, high) >= (LEAST_TARGET - 0.25) * PANELS[panel].density
        if played.page.stage.cramped:  # type: ignore[attr-defined]
            played.tap_act(A, "build")
            played.driver.frames(3)
            words = Catalogue(language).number(areas)
            sheet = played.sheet(A)
            played.driver.tap(next(w for w in sheet.walk() if isinstance(w, ActButton) and w.text == words))
            played.driver.frames(2)
        else:
            area(played, A, areas - 1)
        assert played.page.ids.overlay.key_of(A) == "fill:Build"
    finally:
        played.close()


def test_the_published_sheet_counts_icons_by_tapping_an_attraction(tmp_path: Path) -> None:
    options = played_options("published")
    played = Played(tmp_path, game="unfair", seats=2, panel=PANELS["7in"], options=options,
                    setup=lambda s: type(s)(s.seats, A, s.options, box=(("icon_points", (1, 3, 6)),)))  # fmt: skip
    try:
        played.tap_act(A, "NextStep")
        area(played, A, 2)
        typed(played, A, "2")
        assert played.state.park(A).sheet.icons[2] == 2
        assert played.page.middle.strips[A][1].view.areas[2].points == "۳"
        played.tap_act(A, "ParkAction")
        assert played.state.turn == B
    finally:
        played.close()


def played_options(preset: str) -> tuple[tuple[str, Any], ...]:
    from companion.games.unfair import Unfair

    return Unfair.complete((), preset)


def test_a_whole_match_by_taps_alone_in_persian(tmp_path: Path) -> None:
    """Two parks, built and ended by taps; nothing else reaches the table."""
    played = Played(tmp_path, game="unfair", seats=2, panel=PANELS["7in"], setup=fixed)
    try:
        for seat in (A, B):
            played.tap_act(seat, "TakeCard")
            typed(played, seat, "3")
        turns = 0
        while not played.table.snapshot.standing.over:  # type: ignore[union-attr]
            seat = played.state.turn
            free = [i for i, one in enumerate(played.state.park(seat).areas) if one is None]
            if free:
                area(played, seat, free[0])
                typed(played, seat, "3", "5" if seat == A else "4")
            built = [i for i, one in enumerate(played.state.park(seat).areas) if one and not one.upgrades]
            if turns % 2 and built:
                area(played, seat, built[0])
                typed(played, seat, "2")
            while played.state.park(seat).hand > 10:
                played.tap_act(seat, "Discard")
            played.tap_act(seat, "EndTurn")
            turns += 1
            assert turns < 20
        assert [score.total for score in played.table.snapshot.standing.scores] == [18, 21]  # type: ignore[union-attr]
        assert played.table.snapshot.standing.winners == (B,)  # type: ignore[union-attr]
    finally:
        played.close()


@pytest.mark.parametrize(("seats", "language"), [(4, "en"), (5, "en")])
def test_a_small_flat_panel_has_a_fingers_room_for_every_phase(tmp_path: Path, seats: int, language: str) -> None:
    played = shown(tmp_path, "unfair", "build", PANELS["7in-flat"], seats, language)
    assert faults(played.driver, language=language) == []
    played.close()
