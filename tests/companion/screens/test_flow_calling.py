"""Calling the staff: from the menu of a seat, seen round the whole screen, ended by whoever comes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flowing import Evening

from companion.events import Called
from companion.game import ButtonPressed
from companion.screens.bootstrap import PANELS
from companion.screens.menu import MenuSheet

pytestmark = pytest.mark.ui
PIN = "271828"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with Evening(tmp_path, PANELS["10in"], "fa") as made:
        made.companion.pin.choose(PIN)
        made.played("ethnos", 3, 4, left=20)
        yield made


def menu(evening: Evening) -> MenuSheet:
    evening.driver.tap(evening.page.ids.menu)
    evening.settle()
    return next(evening.visible(MenuSheet))


def test_staff_are_called_and_taken_back_from_the_menu_and_the_frame_says_so(evening: Evening) -> None:
    heard: list[Called] = []
    evening.companion.watch(lambda news: heard.append(news) if isinstance(news, Called) else None)
    sheet = menu(evening)
    seat = sheet.owner.seat
    evening.driver.tap(sheet.buttons["call_staff"])
    evening.driver.until(lambda: evening.shell.call_frame.on)
    assert heard == [Called(seat)]
    evening.settle()
    evening.driver.tap(menu(evening).buttons["staff_came"])
    evening.driver.until(lambda: not evening.shell.call_frame.on)
    assert heard == [Called(seat), Called(None)]


def test_a_button_held_at_a_table_that_stands_still_calls_the_staff_and_held_again_takes_it_back(
    evening: Evening,
) -> None:
    seat = evening.shell.snapshot.match.setup.seats[1]
    hold = ButtonPressed(seat, long=True)
    evening.shell.bridge.post(ButtonPressed(seat))
    evening.driver.until(lambda: not evening.shell.snapshot.paused)
    evening.shell.bridge.post(hold)
    evening.driver.until(lambda: evening.shell.snapshot.paused)
    evening.settle()
    assert not evening.shell.call_frame.on, "the first hold only stops the match"
    turn = evening.page.turn
    assert evening.page.seat_view(turn).prompt == evening.page.scene.text("play.paused_call", turn)
    evening.shell.bridge.post(hold)
    evening.driver.until(lambda: evening.shell.calling == seat)
    evening.shell.bridge.post(hold)
    evening.driver.until(lambda: evening.shell.calling is None)
    evening.shell.bridge.post(ButtonPressed(seat))
    evening.driver.until(lambda: not evening.shell.snapshot.paused)


def test_the_frame_takes_no_touch_and_goes_when_staff_open_their_page(evening: Evening) -> None:
    evening.driver.tap(menu(evening).buttons["call_staff"])
    evening.driver.until(lambda: evening.shell.call_frame.on)
    evening.settle()
    page = evening.go("staff_page")
    for key in (*PIN, "done"):
        evening.driver.tap(page.ids.pad.keys[key])
    evening.driver.until(lambda: page.step == "acts")
    evening.driver.until(lambda: not evening.shell.call_frame.on)


def test_a_table_without_staff_has_none_to_call(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "fa") as made:
        made.played("ethnos", 3, 4, left=20)
        assert "call_staff" not in menu(made).buttons
