"""Setting up the buttons by pressing them: which is at which side, kept in mizban.toml and used at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flowing import Evening

from companion.config import load
from companion.events import SIDES, Pressed
from companion.game import ButtonPressed, Seat
from companion.screens.bootstrap import PANELS

pytestmark = pytest.mark.ui


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with Evening(tmp_path, PANELS["10in"], "fa") as made:
        yield made


def press(evening: Evening, place: int) -> None:
    before = evening.page.map.seats
    evening.shell.bridge.tell(Pressed(ButtonPressed(Seat(place))))
    evening.driver.until(lambda: evening.page.map.seats != before or evening.page.troubled)


def asked_for(evening: Evening, side: str) -> None:
    evening.driver.until(lambda: evening.page.side == side)
    evening.settle()


def test_buttons_are_found_by_pressing_them_side_by_side_and_are_kept(evening: Evening) -> None:
    evening.go("health_page")
    evening.tap("button")
    page = evening.until_page("wiring_page")
    evening.tap("light")
    asked_for(evening, "south")
    buttons = [state.pin for state in evening.companion.devices.buttons.states()]
    assert buttons == [5, 6, 13, 19, 26, 21], "every button of the wiring is listened to"
    for side, places in zip(SIDES, ((2, 0), (), (5,), (1,)), strict=True):
        asked_for(evening, side)
        for place in places:
            press(evening, place)
        page.forward()
    evening.until_page("health_page")
    kept = load(evening.home.config)
    assert [(seat.side, seat.button, seat.light) for seat in kept.seats] == [
        ("south", 13, 20), ("south", 5, 12), ("north", 21, 23), ("east", 6, 16)
    ]  # fmt: skip
    assert [state.pin for state in evening.companion.devices.buttons.states()] == [13, 5, 21, 6]
    assert evening.shell.doors.sides == {0: "south", 1: "south", 2: "north", 3: "east"}


def test_a_button_pressed_at_two_sides_is_said_and_the_side_before_can_be_done_again(evening: Evening) -> None:
    page = evening.go("wiring_page")
    page.choose(1)
    asked_for(evening, "south")
    press(evening, 3)
    page.forward()
    asked_for(evening, "west")
    press(evening, 3)
    assert page.troubled
    page.back()
    asked_for(evening, "south")
    assert page.map.seats == ()
    press(evening, 3)
    assert [seat.side for seat in page.map.seats] == ["south"]


def test_who_leaves_in_between_changes_nothing(evening: Evening) -> None:
    page = evening.go("wiring_page")
    page.choose(0)
    asked_for(evening, "south")
    press(evening, 4)
    evening.go("attract")
    evening.driver.until(lambda: evening.companion.devices.buttons.states() == ())
    assert not evening.home.config.exists()


def test_where_staff_have_a_pin_nobody_else_changes_the_buttons(evening: Evening) -> None:
    evening.companion.pin.choose("271828")
    evening.go("health_page")
    evening.tap("button")
    page = evening.until_page("staff_page")
    assert page.step == "pin"
    for key in ("2", "7", "1", "8", "2", "8", "done"):
        evening.driver.tap(page.ids.pad.keys[key])
    evening.driver.until(lambda: page.step == "acts")
    evening.settle()
    evening.tap("wrench")
    evening.until_page("health_page")
    evening.tap("button")
    evening.until_page("wiring_page")


def test_the_buttons_of_a_match_stay_as_they_are(evening: Evening) -> None:
    evening.played("ethnos", 3, 4, left=20)
    page = evening.go("wiring_page")
    page.choose(0)
    evening.driver.until(lambda: page.told)
    assert page.troubled
    assert page.side == ""
