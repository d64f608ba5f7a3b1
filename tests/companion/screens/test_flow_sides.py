"""A flat table is read from all its sides: pages with one reading side face who called them, and turn when asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from flowing import Evening
from looks import faults

from companion.game import Seat
from companion.screens.bootstrap import PANELS
from companion.screens.seat_sheet import SeatSheet
from companion.screens.seats import PlaceSpot

pytestmark = pytest.mark.ui


def upside_down(widget: Any) -> bool:
    """Whether ``widget`` is read from the north of the table."""
    return bool(widget.to_window(widget.x, widget.y)[1] > widget.to_window(widget.x, widget.top)[1])


def test_pages_face_the_side_from_which_the_table_was_woken(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        wide, high = evening.page.size
        evening.driver.tap_at(wide / 2, high * 0.9)
        evening.settle()
        guide = evening.shell.sheets.children[0]
        assert upside_down(guide)
        evening.tap(lambda button: button.text == evening.say("flow.guide.skip"))
        assert upside_down(evening.until_page("chooser"))
        assert faults(evening.driver, language="en") == []
        evening.tap("rotate")
        assert not upside_down(evening.page)


def test_a_page_that_is_turned_leaves_every_seat_at_its_own_side(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        evening.go("chooser")
        evening.shell.turn_round()
        page = evening.go("seats")
        evening.shell.draft = evening.shell.draft.sit(
            msgspec.structs.replace(evening.shell.draft.newcomer("north"), name="Maryam")
        )
        evening.settle()
        (spot,) = [spot for spot in evening.visible(PlaceSpot) if spot.view.color]
        assert upside_down(spot)
        assert spot.to_window(*spot.center)[1] > page.height * 0.8
        page.edit(0)
        evening.driver.settle(0.35)
        assert upside_down(next(evening.visible(SeatSheet)))
        assert faults(evening.driver) == []


@pytest.mark.parametrize(("side", "turned"), [("south", False), ("north", True), ("west", False)])
def test_the_result_faces_the_winner_and_turns_for_the_others(tmp_path: Path, side: str, turned: bool) -> None:
    with Evening(tmp_path, PANELS["10in"], "fa") as evening:
        evening.played("arnika", 4)
        snapshot = evening.shell.snapshot
        (winner,) = snapshot.standing.winners
        players = tuple(
            msgspec.structs.replace(p, side=side) if p.seat == winner else p for p in snapshot.match.players
        )
        match = msgspec.structs.replace(snapshot.match, players=players)
        evening.shell.snapshot = msgspec.structs.replace(snapshot, match=match)
        page = evening.go("result")
        assert upside_down(page) is turned
        assert faults(evening.driver) == []
        evening.tap("rotate")
        assert upside_down(page) is not turned
        assert snapshot.match.player(Seat(0)).name


def test_a_screen_that_stands_upright_never_turns(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        evening.driver.tap_at(400, 460)
        evening.settle()
        assert evening.shell.side == "south"
        evening.go("chooser")
        assert not [b for b in evening.visible() if getattr(b, "icon_name", "") == "rotate"]
