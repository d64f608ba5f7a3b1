"""The score pad on its own screen: who writes, the running change, the sheet, clocks, and whole matches by taps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from driver import middle
from playing import PANELS, Played

from companion.game import Seat
from companion.games.score_pad import actions as act
from companion.screens.theme import LEAST_TARGET, theme

pytestmark = pytest.mark.ui
slow = pytest.mark.slow
A, B, C, D = map(Seat, range(4))
COLUMNS = (("کارت‌ها", "Cards"), ("جنگل", "Forest"), ("جریمه", "Penalties"))


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Sheets stand at once, so that a tap need not wait for them."""
    before, theme.less_motion = theme.less_motion, True
    yield
    theme.less_motion = before


class Pad(Played):
    """A pad of ``by`` on the smallest panel, in Persian."""

    def __init__(self, folder: Path, by: str = "running", *, box: dict[str, Any] | None = None, **more: Any) -> None:
        given = {"by": by, **more.pop("given", {})}
        items = tuple((box or {}).items())

        def made(setup: Any) -> Any:
            return type(setup)(setup.seats, A, self.game.complete(tuple(given.items())), box=items)

        super().__init__(folder, game="score_pad", setup=made, **{"seats": 3, "panel": PANELS["7in"], **more})

    def tap_badge(self, seat: Seat) -> None:
        turned, zone = self.page._zones[seat]
        x, y, wide, high = zone._badge_box
        self.driver.tap_at(*turned.to_parent(x + wide / 2, y + high / 2))

    def keys(self, *names: str) -> None:
        entry: Any = self.page.middle.entry  # type: ignore[union-attr]
        for name in names:
            self.driver.tap(entry.digits.keys[name])

    def record(self, seat: Seat) -> None:
        self.tap_act(seat, "record")
        self.driver.frames(2)

    def cell(self, row: int, place: int) -> None:
        sheet: Any = self.page.middle.sheet  # type: ignore[union-attr]
        self.driver.tap_at(*sheet.to_window(*sheet.cell_center(row, place)))

    @property
    def totals(self) -> list[int]:
        return [score.total for score in self.table.snapshot.standing.scores]  # type: ignore[union-attr]


@pytest.fixture
def pad(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pad]:
    played = Pad(tmp_path, **getattr(request, "param", {}))
    yield played
    played.close()


def test_points_are_a_badge_keys_and_record(pad: Pad) -> None:
    pad.tap_badge(C)
    pad.keys("4", "0")
    pad.record(C)
    assert pad.totals == [0, 0, 40]


def test_a_running_change_shows_its_result_until_it_is_recorded(pad: Pad) -> None:
    pad.do(act.Record(A, 40))
    pad.keys("5")
    change = pad.page.middle.entry.change  # type: ignore[union-attr]
    assert (change.before, change.after) == ("۴۰", "۴۵")
    assert "+۵" in change.delta
    assert pad.totals == [40, 0, 0]
    pad.record(A)
    assert (pad.totals, change.before) == ([45, 0, 0], "۴۵")


def test_points_may_be_less_than_nothing(pad: Pad) -> None:
    pad.keys("sign", "7")
    pad.record(A)
    assert pad.totals == [-7, 0, 0]


@pytest.mark.parametrize("pad", [{"given": {"decimals": 1}}], indirect=True)
def test_decimals_are_typed_as_they_are_written(pad: Pad) -> None:
    pad.keys("1", "2", "5")
    change = pad.page.middle.entry.change  # type: ignore[union-attr]
    assert change.after.strip("\u2066\u2069") == "۱۲٫۵"
    pad.record(A)
    assert pad.totals == [125, 0, 0]


@pytest.mark.parametrize("pad", [{"by": "rounds"}], indirect=True)
def test_by_round_the_next_who_has_not_written_is_asked_by_itself(pad: Pad) -> None:
    for seat, key in ((A, "1"), (B, "2"), (C, "3")):
        assert pad.page.turn == seat
        pad.keys(key)
        pad.record(seat)
    assert (pad.state.round, pad.totals) == (2, [1, 2, 3])


@pytest.mark.parametrize("pad", [{"by": "rounds"}], indirect=True)
def test_a_written_cell_of_the_sheet_is_tapped_to_correct_it(pad: Pad) -> None:
    for seat in (A, B, C):
        pad.do(act.Record(seat, 5))
    pad.tap_act(pad.page.turn, "sheet")
    pad.cell(0, 1)
    pad.keys("9")
    pad.record(B)
    assert pad.totals == [5, 9, 5]


@pytest.mark.parametrize(
    "pad", [{"by": "categories", "box": {"categories": COLUMNS, "times": (1, 2, -1)}}], indirect=True
)
def test_by_category_a_cell_of_the_sheet_and_its_points(pad: Pad) -> None:
    pad.cell(1, 2)
    change = pad.page.middle.entry.change  # type: ignore[union-attr]
    pad.keys("4")
    assert (change.name, change.after) == ("جنگل", "۸")  # each point counts twice
    pad.record(C)
    assert pad.totals == [0, 0, 8]
    assert pad.page.middle.sheet.view.rows[1].cells == ("", "", "۴")  # type: ignore[union-attr]


def test_where_columns_are_slim_a_whole_row_is_tapped_for_the_seat_that_writes(tmp_path: Path) -> None:
    box = {"categories": COLUMNS, "times": (1, 2, -1)}
    pad = Pad(tmp_path, "categories", seats=6, box=box)
    try:
        sheet: Any = pad.page.middle.sheet  # type: ignore[union-attr]
        assert sheet.slim
        least = (LEAST_TARGET - 0.25) * PANELS["7in"].density
        assert all(min(wide, high) >= least for _, _, wide, high in sheet.targets())
        pad.tap_badge(C)
        pad.cell(1, 0)  # anywhere in the row
        pad.keys("4")
        pad.record(C)
        assert pad.totals == [0, 0, 8, 0, 0, 0]
    finally:
        pad.close()


@pytest.mark.parametrize("pad", [{"given": {"entry": "turns"}}], indirect=True)
def test_in_turn_a_badge_of_another_seat_shows_its_points_and_the_turn_is_passed_by_one_tap(pad: Pad) -> None:
    pad.tap_badge(B)
    assert pad.page.turn == A
    assert pad.page.ids.overlay.key_of(B) == "points"
    pad.page.close(B)
    pad.tap_act(A, "Pass")
    assert pad.page.turn == B


@pytest.mark.parametrize("pad", [{"by": "rounds"}], indirect=True)
def test_who_speaks_for_the_table_closes_the_round_whoever_writes(pad: Pad) -> None:
    pad.keys("4")
    pad.record(A)
    pad.tap_act(B, "CloseRound")
    assert pad.state.round == 2


@pytest.mark.parametrize("pad", [{"given": {"entry": "turns"}}], indirect=True)
def test_a_seat_that_joins_gets_a_place_and_its_turn_and_one_that_leaves_is_passed_over(pad: Pad) -> None:
    pad.do(act.Join(A, D))
    assert {zone.seat for zone in pad.page.frame.zones} == {A, B, C, D}
    for seat in (A, B, C):
        pad.tap_act(seat, "Pass")
    assert pad.page.turn == D
    pad.keys("6")
    pad.record(D)
    assert pad.totals == [0, 0, 0, 6]
    pad.do(act.LeaveSeat(A, D))
    assert pad.page.turn == A


# ------------------------------------------------------------------------------- clocks


DOWN = {"given": {"entry": "turns", "clock": "down", "clock_minutes": 1, "time_up": "skip"}}


def spent(pad: Pad, *seconds: float) -> None:
    """The screen believes that the seats have used so much."""
    assert pad.page.scene is not None
    snapshot = pad.page.scene.snapshot
    pad.page.scene = replace(pad.page.scene, snapshot=type(snapshot)(**{
        **{name: getattr(snapshot, name) for name in snapshot.__struct_fields__},
        "clock": seconds, "clock_at": 0.0,
    }))  # fmt: skip


@pytest.mark.parametrize("pad", [DOWN], indirect=True)
def test_a_clock_counts_down_and_the_turn_passes_by_itself(pad: Pad) -> None:
    stage: Any = pad.page.stage
    spent(pad, 20.0, 0.0, 0.0)
    assert stage.time_words(pad.page.scene, A).strip("\u2066\u2069") == "۰:۴۰"
    stage.tick(pad.page, pad.page.middle)
    assert pad.state.turn == A
    spent(pad, 61.0, 0.0, 0.0)
    stage.tick(pad.page, pad.page.middle)
    assert pad.state.turn == B


@pytest.mark.parametrize("pad", [DOWN], indirect=True)
def test_a_seat_that_joins_has_a_clock_of_its_own(pad: Pad) -> None:
    pad.do(act.Join(A, D))
    stage: Any = pad.page.stage
    spent(pad, 20.0, 0.0, 0.0, 15.0)
    assert stage.time_words(pad.page.scene, D).strip("\u2066\u2069") == "۰:۴۵"
    assert len(pad.table.snapshot.clock) == 4  # type: ignore[union-attr]


@pytest.mark.parametrize("pad", [DOWN], indirect=True)
def test_nobody_is_passed_over_when_nobody_has_time_left(pad: Pad) -> None:
    spent(pad, 61.0, 62.0, 63.0)
    stage: Any = pad.page.stage
    stage.tick(pad.page, pad.page.middle)
    assert pad.state.turn == A
    assert pad.page.ids.overlay.toast_of(A) is not None


# ------------------------------------------------------------------------------- every panel


@pytest.mark.parametrize(
    "panel", ["10in", "7in", "portrait", pytest.param("9in", marks=slow), pytest.param("21in", marks=slow)]
)
@pytest.mark.parametrize("seats", [1, 6])
def test_every_key_can_be_hit_on_every_panel(tmp_path: Path, panel: str, seats: int) -> None:
    pad = Pad(tmp_path, panel=PANELS[panel], seats=seats, language="en",
              sides=("south", "south", "north", "north", "east", "west")[:seats])  # fmt: skip
    try:
        if PANELS[panel].flat:
            pad.tap_act(A, "record")
            pad.driver.frames(3)
            sheet = pad.sheet(A)
            keys, record = sheet.entry.digits.keys, sheet.record
        else:
            keys, record = pad.page.middle.entry.digits.keys, None  # type: ignore[union-attr]
        least = 11.5 * PANELS[panel].density
        assert all(min(key.width, key.height) >= least for key in keys.values())
        pad.driver.tap(keys["8"])
        if record is not None:
            pad.driver.tap(record)
            pad.driver.frames(2)
        else:
            pad.record(A)
        assert pad.totals[0] == 8
    finally:
        pad.close()


# ------------------------------------------------------------------------------- whole matches


def test_a_whole_match_by_taps_alone_in_persian(tmp_path: Path) -> None:
    """Rounds to a target; then the sheet by category to its last cell: nothing but taps reaches the table."""
    pad = Pad(tmp_path, "rounds", box={"target": 12})
    try:
        rounds = 0
        while not pad.state.over:
            seat = pad.page.turn
            pad.keys("5" if seat == B else "3")
            pad.record(seat)
            rounds += 1
            assert rounds < 20
        assert pad.totals == [9, 15, 9]
        assert pad.table.snapshot.standing.winners == (B,)  # type: ignore[union-attr]
    finally:
        pad.close()


def test_a_whole_sheet_by_category_by_taps_alone(tmp_path: Path) -> None:
    pad = Pad(tmp_path, "categories", seats=2, box={"categories": COLUMNS, "times": (1, 2, -1)})
    try:
        for row in range(3):
            for place, key in ((0, "4"), (1, "3")):
                pad.cell(row, place)
                pad.keys(key)
                pad.record(Seat(place))
        assert (pad.state.over, pad.totals) == (True, [8, 6])
    finally:
        pad.close()


def test_a_tap_outside_of_the_keys_types_nothing(pad: Pad) -> None:
    x, y = middle(pad.page.middle.entry.change)  # type: ignore[union-attr]
    pad.driver.tap_at(x, y)
    assert pad.page.middle.entry.typed.number == 0  # type: ignore[union-attr]
