"""The screen with a keyboard alone: where the ring goes, in which order, and that Enter does what a finger does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flowing import Evening
from moments import ARNIKA, arnika, record
from playing import Played
from viewed import shown

from companion.game import Seat
from companion.screens.bootstrap import PANELS
from companion.screens.focus import ENTER, ESCAPE, TAB
from companion.screens.menu import LogSheet
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.hexboard import HexBoard
from companion.screens.widgets.zone import SeatZone

pytestmark = pytest.mark.ui


def press(shell: Any, key: int, *modifiers: str) -> None:
    shell.focus.pressed(None, key, 0, "", list(modifiers))


def let_go(shell: Any, key: int) -> None:
    shell.focus.let_go(None, key)


def enter(played: Any) -> None:
    press(played.shell, ENTER[0])
    played.driver.frames(1)
    let_go(played.shell, ENTER[0])
    played.driver.frames(2)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    """Four at a flat table in the middle of a match; the seat of the turn may do several things."""
    played = arnika(tmp_path, "play")
    yield played
    played.close()


def test_tab_reads_the_acts_of_the_turn_then_the_corners_then_the_other_seats(table: Played) -> None:
    zone = table.page._zones[Seat(table.state.turn)][1]
    of = [stop.of for stop in table.shell.focus.stops()]
    acts = [stop for stop in of if stop in set(zone.acts.buttons.values()) or stop is zone]
    assert of[: len(acts)] == acts
    assert {table.page.ids.menu, table.page.ids.undo} <= set(of[len(acts) : len(acts) + 2])
    others = of[len(acts) + 2 :]
    assert len(others) == 3
    assert all(isinstance(stop, SeatZone) for stop in others)


def test_reading_order_runs_from_the_right_in_persian_and_from_the_left_in_english(tmp_path: Path) -> None:
    for language, sign in (("fa", -1), ("en", 1)):
        played = arnika(tmp_path / language, "play", panel=PANELS["7in"], language=language)
        bar = set(played.page.ids.bar.buttons.values())
        row = [stop.middle[0] for stop in played.shell.focus.stops() if stop.of in bar]
        assert len(row) > 2
        assert row == sorted(row, key=lambda x: sign * x)
        played.close()


def test_enter_does_what_a_tap_does_and_the_ring_shows_where(table: Played) -> None:
    turn = Seat(table.state.turn)
    button = table.page._zones[turn][1].acts.buttons["trade"]
    assert table.shell.focus.place is None
    while table.shell.focus.place is None or table.shell.focus.place.of is not button:
        press(table.shell, TAB)
    table.driver.frames(1)
    assert table.shell.focus.canvas.before.length() > 2
    enter(table)
    assert table.page.ids.overlay.key_of(turn)


def test_shift_and_tab_goes_the_other_way_round(table: Played) -> None:
    stops = table.shell.focus.stops()
    press(table.shell, TAB, "shift")
    assert table.shell.focus.place == stops[-1]
    press(table.shell, TAB)
    assert table.shell.focus.place == stops[0]


def test_a_sheet_keeps_the_ring_until_escape_closes_it(table: Played) -> None:
    turn = Seat(table.state.turn)
    table.page.act(turn, "trade")
    table.driver.settle(0.4)
    sheet = table.sheet(turn)
    inside = set(sheet.walk())
    of = [stop.of for stop in table.shell.focus.stops()]
    sheets = [stop in inside for stop in of]
    assert sheets[0]
    assert sheets == sorted(sheets, reverse=True)
    assert table.page.ids.menu not in of, "what a sheet dims is not reached"
    press(table.shell, ESCAPE)
    table.driver.frames(2)
    assert not table.page.ids.overlay.open


def test_lit_places_of_the_board_are_reached_and_enter_builds_there(tmp_path: Path) -> None:
    setup, actions = record(4, 3, ARNIKA["setup"].until)
    played = Played(tmp_path, setup=lambda _: setup, record=actions[:-1], panel=PANELS["7in"])
    try:
        played.do(actions[-1])
        played.driver.settle(0.3)
        focus, state = played.shell.focus, played.state
        lit = [stop for stop in focus.stops() if isinstance(stop.of, HexBoard)]
        assert len(lit) == len(played.page.acting.placing.spots)
        while focus.place is None or not isinstance(focus.place.of, HexBoard):
            press(played.shell, TAB)
        enter(played)
        assert played.state != state
    finally:
        played.close()


def test_what_must_be_held_is_held_by_the_key_as_well(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        evening.end("whale_riders", 3, 4)
        evening.tap("tidy")
        held = evening.button("wipe")
        focus = evening.shell.focus
        focus.place = next(stop for stop in focus.stops() if stop.of is held)
        enter(evening)
        assert evening.shell.page_name == "result"
        press(evening.shell, ENTER[0])
        evening.driver.until(lambda: evening.shell.page_name == "attract")
        let_go(evening.shell, ENTER[0])


def test_the_ring_goes_when_a_finger_comes(table: Played) -> None:
    press(table.shell, TAB)
    assert table.shell.focus.place is not None
    table.driver.tap_at(3, 3)
    assert table.shell.focus.place is None


def test_from_the_first_page_to_a_match_with_a_keyboard_alone(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en") as evening:
        shell = evening.shell

        def go_to(true: Any) -> None:
            for _ in range(60):
                press(shell, TAB)
                if true(shell.focus.place.of):
                    break
            else:
                raise AssertionError("Tab never came there")
            enter(evening)
            evening.driver.settle(0.4)

        go_to(lambda of: of is evening.page)
        go_to(lambda of: isinstance(of, ActButton) and of.text == evening.say("flow.guide.skip"))
        evening.until_page("chooser")
        go_to(lambda of: type(of).__name__ == "Cover" and of.view.name == "whale_riders")
        assert shell.draft.game == "whale_riders"
        go_to(lambda of: type(of).__name__ == "Cover" and of.view.name == "arnika")
        go_to(lambda of: isinstance(of, ActButton) and of.kind == "primary")
        evening.until_page("seats")
        for _ in range(2):
            go_to(lambda of: type(of).__name__ == "PlaceSpot" and not of.view.color)
            go_to(lambda of: isinstance(of, ActButton) and of.kind == "primary" and of.icon_name == "done")
        go_to(lambda of: isinstance(of, ActButton) and of.kind == "primary")
        evening.until_page("setup_board")
        go_to(lambda of: isinstance(of, ActButton) and of.icon_name == "shuffle")
        go_to(lambda of: isinstance(of, ActButton) and of.kind == "primary")
        evening.until_page("match")


@pytest.mark.parametrize(
    ("game", "view", "panel", "seats", "what"),
    [
        ("ethnos", "ages", "10in", 3, "LandsMap"), ("unfair", "build", "10in", 3, "Park"),
        ("amun_re", "auction", "10in", 3, "Kingdom"), ("amun_re", "cover", "7in", 3, "HoldRing"),
        ("score_pad", "categories", "7in", 3, "ScoreSheet"), ("score_pad", "rounds", "7in", 3, "ActButton"),
    ],
)  # fmt: skip
def test_what_is_tapped_in_the_middle_of_a_game_is_reached_by_tab(
    tmp_path: Path, game: str, view: str, panel: str, seats: int, what: str
) -> None:
    played = shown(tmp_path, game, view, PANELS[panel], seats, "fa")
    try:
        stops = played.shell.focus.stops()
        reached = {type(stop.of).__name__ for stop in stops}
        assert what in reached
        below = {id(widget) for widget in played.page.ids.middle.walk()}
        for widget in played.driver.walk():
            if id(widget) in below and hasattr(widget, "targets") and not played.page.ids.overlay.open:
                missed = [box for box in widget.targets() if not any(stop.of is widget for stop in stops)]
                assert missed == [], type(widget).__name__
    finally:
        played.close()


def test_a_line_of_the_log_is_chosen_by_the_keyboard(tmp_path: Path) -> None:
    played = arnika(tmp_path, "play", panel=PANELS["7in"])
    try:
        owner = played.page.seat_view(played.state.turn, full=False)
        played.page.stand(played.state.turn, "log", LogSheet(owner, played.page), large=True)
        played.driver.settle(0.4)
        sheet = played.sheet(played.state.turn)
        for _ in range(40):
            press(played.shell, TAB)
            if played.shell.focus.place.of is sheet.list:
                break
        enter(played)
        assert sheet.list.chosen > 0
    finally:
        played.close()
