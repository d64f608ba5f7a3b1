"""Around the flat table: each of these went wrong at somebody's table once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import Finger, middle
from looks import faults
from moments import ARNIKA, arnika, kept, record
from playing import AROUND, Played

from companion.events import Pause, Undo
from companion.game import Asked, Seat
from companion.games.arnika import actions as act
from companion.screens import layout
from companion.screens.bootstrap import PANELS, Panel
from companion.screens.layout import Box
from companion.screens.text import PERSIAN_DIGIT
from companion.screens.theme import LETTERS, ROLES, SEATS, SYMBOLS, theme
from companion.screens.widgets.toast import ToastView

SITS = {n: [(Seat(i), side) for i, side in enumerate(sides)] for n, sides in AROUND.items()}


def apart(one: Box, other: Box) -> bool:
    return one.right <= other.x or other.right <= one.x or one.top <= other.y or other.top <= one.y


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    """Four at a flat table, two of whom read English; the one in the west is to roll."""
    setup, actions = kept()["roll"]
    languages = ("fa", "en", "fa", "en")
    played = Played(tmp_path, setup=lambda _: setup, record=actions[:-1], languages=languages)
    played.do(actions[-1])
    yield played
    played.close()


# ---------------------------------------------------------------------------------------------- where things stand


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
@pytest.mark.parametrize("seats", SITS)
def test_undo_and_menu_stay_in_reach_whoever_is_told_something(panel: Panel, seats: int) -> None:
    for turn, _ in SITS[seats]:
        made = layout.frame(panel, SITS[seats], turn)
        for seat, _ in SITS[seats]:
            toast, _ = layout.toast_box(panel, made, seat)
            assert apart(toast, made.undo) or panel.flat is False, (turn, seat)
            assert apart(toast, made.menu) or panel.flat is False, (turn, seat)


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
@pytest.mark.parametrize("seats", SITS)
def test_a_seat_never_changes_its_side_and_no_two_zones_overlap(panel: Panel, seats: int) -> None:
    for turn, _ in SITS[seats]:
        made = layout.frame(panel, SITS[seats], turn)
        assert sorted(zone.seat for zone in made.zones) == list(range(seats))
        if panel.flat:
            assert {zone.seat: zone.side for zone in made.zones} == dict(SITS[seats])
        for i, zone in enumerate(made.zones):
            assert all(apart(zone.box.inset(1), other.box.inset(1)) for other in made.zones[i + 1 :])
            assert zone.box.x >= 0
            assert zone.box.y >= 0
            assert zone.box.right <= panel.width
            assert zone.box.top <= panel.height


def test_an_upright_screen_faces_one_way() -> None:
    made = layout.frame(PANELS["7in"], SITS[4], Seat(2))
    assert {zone.side for zone in made.zones} == {"south"}


@pytest.mark.parametrize("panel", PANELS.values(), ids=PANELS)
def test_sizes_come_from_millimetres_whatever_the_pixels(panel: Panel) -> None:
    was = theme.density
    theme.use_density(panel.density)
    try:
        assert theme.px("score", persian=True) * PERSIAN_DIGIT / panel.density >= 11.5
        assert theme.px("label") / panel.density >= 4.0
    finally:
        theme.use_density(was)


# ---------------------------------------------------------------------------------------------- facing a seat


@pytest.mark.ui
def test_the_menu_opens_at_the_seat_that_called_it_and_touch_follows(table: Played) -> None:
    table.driver.tap(table.page.ids.menu)
    table.driver.settle(0.4)
    assert table.page.ids.overlay.open[Seat(1)].turned.side == "west"
    table.driver.tap(table.sheet(1).buttons["pause"])
    assert table.table.snapshot is not None
    assert table.table.snapshot.paused


@pytest.mark.ui
def test_a_keypad_faces_the_seat_that_opened_it(table: Played) -> None:
    table.tap_act(1, "Roll")
    table.driver.settle(0.4)
    assert table.page.ids.overlay.open[Seat(1)].turned.side == "west"
    table.driver.tap(table.sheet(1).keys[8])
    assert table.state.throw.total == 8


@pytest.mark.ui
def test_each_seat_reads_its_own_language_and_digits(table: Played) -> None:
    views = {seat: table.page.seat_view(Seat(seat)) for seat in range(4)}
    assert all(view.score in "۰۱۲۳۴۵۶۷۸۹" for view in (views[0], views[2]))
    assert all(view.score in "0123456789" for view in (views[1], views[3]))
    assert type(table.table.snapshot.standing.total(Seat(0))) is int  # digits are a matter of display


@pytest.mark.ui
def test_a_seat_is_known_by_symbol_letter_and_colour_never_by_colour_alone(table: Played) -> None:
    views = [table.page.seat_view(Seat(seat)) for seat in range(4)]
    for marks in ({v.symbol for v in views}, {v.color for v in views}):
        assert len(marks) == 4
    assert {view.symbol for view in views} <= set(SYMBOLS)
    assert {view.color for view in views} <= set(SEATS)
    assert all(view.letter == LETTERS[view.language][view.symbol] for view in views)
    assert all(token.symbol for token in table.page.middle.view.tokens)


# ---------------------------------------------------------------------------------------------- fingers


@pytest.mark.ui
def test_several_seats_answer_at_once_with_several_fingers(tmp_path: Path) -> None:
    played = arnika(tmp_path, "seven", panel=PANELS["10in"])
    sheets = [entry.sheet for entry in played.page.ids.overlay.open.values()]
    assert len(sheets) > 1
    steppers = [next(s for s in sheet.steppers if s.high > 0) for sheet in sheets]
    fingers = []
    for stepper in steppers:
        x, y = stepper.to_window(stepper.center_x, stepper.y + stepper.height * 0.75)
        fingers.append(played.driver.press(x, y))
    played.driver.frames(2)
    for finger in fingers:
        played.driver.lift(finger)
    assert [stepper.number for stepper in steppers] == [1] * len(steppers)
    played.close()


@pytest.mark.ui
def test_a_touch_that_is_told_twice_counts_once(table: Played) -> None:
    table.driver.tap(table.page.ids.menu)
    table.driver.settle(0.4)
    x, y = middle(table.page.ids.menu)
    assert not table.shell.echo.down(None, Finger(x, y))
    assert table.shell.echo.down(None, Finger(x, y))
    far = Finger(x + theme.mm(30), y)
    assert not table.shell.echo.down(None, far)


@pytest.mark.ui
def test_a_short_tap_destroys_nothing(table: Played) -> None:
    table.driver.tap(table.page.ids.menu)
    table.driver.settle(0.4)
    finish = table.sheet(1).buttons["finish"]
    assert finish.kind == "danger"
    table.driver.tap(finish, hold=3)
    assert table.table.snapshot is not None
    assert not table.table.snapshot.standing.over


# ---------------------------------------------------------------------------------------------- undo, time


@pytest.mark.ui
def test_undo_of_the_first_and_of_the_last_action_brings_back_what_stood_there(table: Played) -> None:
    before = table.page.middle.view
    table.tap_act(1, "Roll")
    table.driver.settle(0.3)
    table.driver.tap(table.sheet(1).keys[2])
    assert table.state.throw.total == 2
    table.driver.tap(table.page.ids.undo)
    table.driver.frames(3)
    assert table.page.middle.view == before
    toast = table.page.ids.overlay.toast_of(Seat(1))
    assert toast is not None
    assert toast.act  # and a way to have it again


@pytest.mark.ui
def test_a_refusal_says_why_at_the_seat_that_it_concerns_and_blocks_nobody(table: Played) -> None:
    table.do(act.BuyCard(Seat(2)))
    toast = table.page.ids.overlay.toast_of(Seat(2))
    assert toast is not None
    assert toast.kind == "refused"
    table.tap_act(1, "Roll")
    assert table.page.ids.overlay.open


@pytest.mark.ui
def test_a_pause_shows_itself_and_goes_on_with_a_tap(table: Played) -> None:
    table.table.take(Asked(Pause(Seat(1)), "touch"))
    table.driver.frames(3)
    assert table.page.ids.overlay.paused is not None
    table.tap_act(1, "unpause")
    table.driver.frames(3)
    assert table.page.ids.overlay.paused is None
    assert not table.table.snapshot.paused


@pytest.mark.ui
def test_a_long_turn_is_shown_and_never_ended(table: Played) -> None:
    turn = table.page.turn
    table.page._turn_began = (turn, table.page._used(turn) - 10_000.0)
    log = len(table.table.snapshot.log)
    table.page._tick(0.0)
    table.driver.frames(2)
    assert table.page._zones[turn][1].view.clock == 60
    assert len(table.table.snapshot.log) == log


@pytest.mark.ui
def test_an_undo_into_the_turn_of_another_asks_that_seat_and_faces_it(table: Played) -> None:
    own = next(e.event.seq for e in reversed(list(table.table.snapshot.log)) if getattr(e.event.body, "seat", 1) == 3)
    table.table.take(Asked(Undo(Seat(1), "line", own), "touch"))
    table.driver.frames(3)
    asked = {question.seat for question in table.table.snapshot.questions}
    assert asked
    for seat in asked:
        turned = table.page.ids.overlay.open[seat].turned
        assert turned.side == table.match.player(seat).side


# ---------------------------------------------------------------------------------------------- names


LONG = ("محمدحسین‌پور", "نورالهدی‌سادات", "Maximilian B", "عبدالرحمان‌زاده")


@pytest.mark.ui
@pytest.mark.parametrize("panel", ["7in", "10in", "portrait"])
def test_names_of_twelve_letters_and_more_are_never_cut(tmp_path: Path, panel: str) -> None:
    theme.less_motion = True
    played = arnika(tmp_path, "play", panel=PANELS[panel], names=LONG)
    try:
        assert [fault for fault in faults(played.driver) if "cut off" in fault or "lies over" in fault] == []
    finally:
        theme.less_motion = False
        played.close()


def test_every_letter_of_the_alphabet_of_seats_is_told_from_a_digit() -> None:
    assert "ا" not in LETTERS["fa"].values()
    assert "ه" not in LETTERS["fa"].values()
    assert ROLES["label"][0] >= 4.2


def test_a_tap_on_a_lit_place_counts_though_a_toast_lies_over_it(tmp_path: Path) -> None:
    setup, actions = record(4, 3, ARNIKA["setup"].until)
    played = Played(tmp_path, setup=lambda _: setup, record=actions[:-1], panel=PANELS["7in"])
    try:
        played.do(actions[-1])
        page, state = played.page, played.state
        turn = Seat(state.turn)
        box, _ = layout.toast_box(page.panel, page.frame, turn)
        board, placing = page.middle, page.acting.placing
        assert placing is not None
        spot = min(placing.spots, key=lambda spot: board.where(spot)[1])
        x, y = board.to_window(board.x + board.where(spot)[0], board.y + board.where(spot)[1])
        page.ids.overlay.toast(
            turn, ToastView("done", "x", False), Box(box.x, round(y - box.height / 2), box.width, box.height), "south"
        )
        played.driver.frames(2)
        played.driver.tap_at(x, y)
        assert page.ids.overlay.toast_of(turn) is None
        assert played.state != state
    finally:
        played.close()


def test_a_tap_on_a_toast_over_nothing_lit_only_takes_it_away(table: Played) -> None:
    page, state = table.page, table.state
    page.telling.toast(Seat(state.turn), "done", "x")
    table.driver.frames(2)
    table.driver.tap(page.ids.overlay._toasts[Seat(state.turn)])
    assert page.ids.overlay.toast_of(Seat(state.turn)) is None
    assert table.state == state
    assert not page.ids.overlay.open


@pytest.mark.ui
@pytest.mark.parametrize("panel", ["7in", "portrait"])
def test_a_seven_shows_its_steps_and_who_still_owes_on_an_upright_screen(tmp_path: Path, panel: str) -> None:
    played = arnika(tmp_path, "seven", panel=PANELS[panel], language="en")
    try:
        steps = played.page.ids.overlay.steps
        assert steps.parent is not None
        assert [words for _, words in steps.view.steps] == ["Return cards", "Crisis to the desert", "Go on"]
        assert [int(words) for *_, words in steps.view.owes] == [n for n in played.state.due if n]
        assert faults(played.driver, language="en") == []
        played.page.undo()  # the throw is taken back, or somebody is asked whether it may be
        played.do(Undo(Seat(played.state.turn), "action"))
        assert (played.state.phase == "discard") is (steps.parent is not None)
    finally:
        played.close()


@pytest.mark.ui
def test_a_sheet_that_rises_takes_away_what_was_said_in_passing_where_it_stands(tmp_path: Path) -> None:
    played = arnika(tmp_path, "play", panel=PANELS["10in"])
    try:
        turn = played.page.turn
        played.page.telling.toast(turn, "done", "x")
        played.driver.frames(2)
        assert played.page.ids.overlay.toast_of(turn) is not None
        played.tap_act(turn, "trade")
        played.driver.frames(2)
        assert played.page.ids.overlay.open[turn]
        assert played.page.ids.overlay.toast_of(turn) is None
    finally:
        played.close()


@pytest.mark.ui
def test_what_a_seat_is_asked_stays_though_its_points_are_tapped(tmp_path: Path) -> None:
    played = arnika(tmp_path, "discard", panel=PANELS["10in"])
    try:
        overlay = played.page.ids.overlay
        asked = next(seat for seat in overlay.open if overlay.key_of(seat).startswith("ask:"))
        sheet = overlay.open[asked].sheet
        played.page.open_seat(asked)
        played.driver.frames(2)
        assert overlay.open[asked].sheet is sheet
    finally:
        played.close()
