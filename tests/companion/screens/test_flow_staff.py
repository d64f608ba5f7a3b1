"""Around the match: the guide on first use, the dark screen, the staff's PIN and page, the health of every part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flowing import Evening
from looks import faults
from stations import TABLE

from companion.config import Camera, SeatPins, load
from companion.events import Health, Pressed
from companion.game import ButtonPressed, Line, Seat
from companion.screens.bootstrap import PANELS
from companion.screens.guide import STEPS
from companion.screens.health_list import HealthList
from companion.screens.theme import theme

pytestmark = pytest.mark.ui
PIN = "271828"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    pins = (SeatPins("south", button=5, light=6), SeatPins("north", button=16, light=17))
    with Evening(tmp_path, PANELS["7in"], "fa", seats=pins) as made:
        yield made


def type_pin(evening: Evening, pin: str) -> None:
    for key in (*pin, "done"):
        evening.driver.tap(evening.page.ids.pad.keys[key])
    evening.driver.until(lambda: not evening.page.waiting)
    evening.settle()


def test_the_guide_comes_once_can_be_skipped_and_shown_again(evening: Evening) -> None:
    evening.driver.tap(evening.page)
    evening.settle()
    assert evening.say("flow.guide.edge").split()[0] in " ".join(evening.written())
    evening.tap(lambda button: button.text == evening.say("flow.guide.skip"))
    evening.until_page("chooser")
    evening.go("attract")
    evening.driver.tap(evening.page)
    evening.until_page("chooser")
    evening.go("staff_page")
    evening.tap("book")
    for _ in STEPS:
        evening.tap(lambda button: button.kind == "primary" and button.parent.parent is evening.shell.sheets)
    assert not evening.shell.sheets.children


def test_the_touch_that_wakes_a_dark_screen_does_nothing_else(evening: Evening) -> None:
    evening.shell.night.dark = True
    evening.driver.frames(2)
    evening.driver.tap(evening.page)
    evening.settle()
    assert not evening.shell.night.dark
    assert evening.shell.page_name == "attract"
    assert not evening.shell.sheets.children
    evening.driver.tap(evening.page)
    evening.settle()
    assert evening.shell.sheets.children


def test_a_seats_button_wakes_the_screen_and_it_never_sleeps_while_a_match_is_on(evening: Evening) -> None:
    night = evening.shell.night
    night.dark = True
    evening.shell.bridge.tell(Pressed(ButtonPressed(Seat(0))))
    evening.driver.until(lambda: not night.dark)
    evening.played("whale_riders", 3, 3, left=20)
    night._falls(0.0)
    assert not night.dark


def test_a_pin_is_set_by_typing_it_twice_and_then_locks_the_page(evening: Evening) -> None:
    page = evening.go("staff_page")
    assert page.step == "acts"
    evening.tap("lock")
    type_pin(evening, PIN)
    type_pin(evening, "271829")
    assert (page.step, page.troubled) == ("new", True)
    type_pin(evening, PIN)
    type_pin(evening, PIN)
    assert (page.step, page.told) == ("acts", evening.say("flow.staff.pin_set"))
    evening.go("attract")
    evening.go("staff_page")
    assert page.step == "pin"
    type_pin(evening, "111222")
    assert (page.step, page.troubled, page.typed) == ("pin", True, "")
    type_pin(evening, PIN)
    assert page.step == "acts"
    evening.tap("wrench")
    evening.tap("close")
    assert (evening.shell.page_name, page.step) == ("staff_page", "acts")


def test_nothing_that_was_typed_of_a_pin_stays_behind(evening: Evening) -> None:
    evening.companion.pin.choose(PIN)
    page = evening.go("staff_page")
    evening.driver.tap(page.ids.pad.keys["4"])
    evening.go("attract")
    assert page.typed == ""


def test_sound_look_motion_and_language_change_at_once(evening: Evening) -> None:
    page = evening.go("staff_page")
    before = evening.companion.volume()
    evening.tap(page.loud_icon)
    assert evening.companion.volume() != before
    evening.tap("theme")
    assert theme.name == "light"
    evening.tap("motion")
    assert theme.less_motion
    evening.tap("language")
    assert evening.say("flow.staff.title") in evening.written()
    assert evening.shell.language == "en"


def test_what_staff_choose_holds_after_the_next_start(evening: Evening) -> None:
    page = evening.go("staff_page")
    for icon in (page.loud_icon, "theme", "motion", "language"):
        evening.tap(icon)
    file = evening.companion.home.config
    evening.driver.until(lambda: load(file).language == "en")
    kept = load(file)
    assert (kept.screen.theme, kept.screen.less_motion) == ("light", True)
    assert kept.sound.volume == evening.companion.volume()
    assert page.told == ""


def test_a_choice_that_can_not_be_kept_holds_for_now_and_says_so(evening: Evening) -> None:
    page = evening.go("staff_page")
    evening.companion.home.config.mkdir()
    evening.tap("theme")
    evening.driver.until(lambda: page.told)
    assert page.troubled
    assert theme.name == "light"


def test_what_is_to_mend_stands_first_with_its_remedy_and_is_told_in_words(evening: Evening) -> None:
    page = evening.go("health_page")
    shown = next(evening.visible(HealthList)).view
    states = [line.state for line in shown.lines if line.part != "fault"]
    assert states == sorted(states, key=("mend", "well", "unused").index)
    assert all(line.remedy for line in shown.lines if line.part == "dice")
    assert len(shown.chairs) == 2
    well = Line.of("health.dice.ready", unit="D1", pending=0, bad=0)
    evening.shell.bridge.tell(Health("dice", True, well))
    evening.driver.until(lambda: page._health[-1].well)


def test_the_last_faults_stand_under_the_parts_with_how_often_they_came(evening: Evening) -> None:
    stuck = Health("seat 2", False, Line.of("health.button.stuck", number=2, pin=16))
    for _ in range(3):
        evening.companion.tell(stuck)
    page = evening.go("health_page")
    evening.driver.until(lambda: page.ids.list.view is not None)
    faults = [line for line in page.ids.list.view.lines if line.part == "fault"]
    assert len(faults) == len(evening.companion.faults.last)
    (mine,) = [line for line in faults if line.what == evening.shell.words.say(stuck.line)]
    assert "جای ۲" in mine.title
    assert "۳ بار" in mine.title
    assert page.ids.list.view.lines[-len(faults) :] == tuple(faults)


def test_a_button_that_is_pressed_proves_itself_and_a_badge_lets_its_light_blink(evening: Evening) -> None:
    page = evening.go("health_page")
    chairs = [chair.state for chair in page._chairs()]
    evening.shell.bridge.tell(Pressed(ButtonPressed(Seat(1))))
    evening.driver.until(lambda: page._pressed == {1})
    assert [chair.state for chair in page._chairs()] == [chairs[0], "well"]
    tried: list[int] = []
    object.__setattr__(evening.shell.doors, "try_light", tried.append)
    listed = next(evening.visible(HealthList))
    x, y, wide, high = listed.targets()[1]
    evening.driver.tap_at(*listed.to_window(listed.x + x + wide / 2, listed.y + y + high / 2))
    assert tried == [1]


def test_the_self_test_counts_fingers_that_touch_at_once(evening: Evening) -> None:
    page = evening.go("health_page")
    fingers = [evening.driver.press(100 + 60 * i, 20) for i in range(3)]
    evening.driver.frames(2)
    for finger in fingers:
        evening.driver.lift(finger)
    evening.settle()
    assert page.fingers == 3
    assert page._line(Health("touch", True, Line.of("health.no_touch"))).what == evening.say("flow.health.fingers", n=3)


def test_less_motion_wears_a_sign_of_its_own(evening: Evening) -> None:
    page = evening.go("staff_page")
    evening.tap("motion")
    assert theme.less_motion
    assert page.motion_icon == "still"
    evening.tap("still")
    assert not theme.less_motion


CAMERA = Camera(str(TABLE))
"""A picture stands in for what a camera above the table sees."""


@pytest.mark.parametrize("panel", ["7in", "portrait", "10in"])
def test_health_shows_what_the_camera_sees_and_how_good_it_is(tmp_path: Path, panel: str) -> None:
    with Evening(tmp_path, PANELS[panel], "fa", camera=CAMERA) as evening:
        page = evening.go("health_page")
        evening.driver.until(lambda: page.camera and page.camera.path is not None)
        assert page.camera.path.exists()
        assert [words for words, _ in page.camera.bars] == [evening.say(f"flow.health.{k}") for k in ("light", "sharp")]
        evening.settle()
        assert [fault for fault in faults(evening.driver) if "/" not in fault] == []


def test_a_camera_that_gives_no_picture_is_said_and_blocks_nothing(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en", camera=Camera("/dev/video77")) as evening:
        page = evening.go("health_page")
        evening.driver.until(lambda: page.camera.note == evening.say("flow.health.no_shot"))
        page = evening.go("setup_board") if evening.go("chooser") else None
        page.choose_picture()
        evening.settle()
        evening.tap(lambda button: button.text == evening.say("flow.board.take"))
        evening.driver.until(lambda: page.mode == "pictures")
        assert page.troubled


def test_a_table_without_a_camera_says_so_where_a_picture_is_chosen(evening: Evening) -> None:
    evening.go("chooser")
    evening.go("setup_board").choose_picture()
    evening.settle()
    assert evening.say("flow.board.no_camera").split()[0] in " ".join(evening.written())
    assert not [b for b in evening.visible() if getattr(b, "text", "") == evening.say("flow.board.take")]


@pytest.mark.slow
def test_the_camera_takes_the_picture_that_the_board_is_read_from(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en", camera=CAMERA) as evening:
        evening.go("chooser")
        page = evening.go("setup_board")
        page.choose_picture()
        evening.settle()
        evening.tap(lambda button: button.text == evening.say("flow.board.take"))
        evening.driver.until(lambda: page.mode == "doubts", 90.0)
        evening.settle()
        assert page.from_camera
        assert evening.button(lambda button: button.text == evening.say("flow.board.again"))
