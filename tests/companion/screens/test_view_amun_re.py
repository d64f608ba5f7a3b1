"""Amun-Re on its own screen: two taps a bid, offerings under a cover, and a whole match by taps alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driver import middle
from looks import faults
from playing import PANELS, Played
from viewed import shown

from companion.events import Pressed
from companion.game import ButtonPressed, Seat
from companion.games.amun_re import actions as act
from companion.screens.sealed import SealedSheet
from companion.screens.sums import SumsSheet
from companion.screens.theme import theme

pytestmark = pytest.mark.ui
slow = pytest.mark.slow
A, B, C = Seat(0), Seat(1), Seat(2)
BOX = (("offering_table", ((6, 2, 1), (40, 1, 2))), ("pyramid_price", (1, 3, 6, 10, 15)))


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Sheets stand at once, so that a tap need not wait for them."""
    before, theme.less_motion = theme.less_motion, True
    yield
    theme.less_motion = before


def fixed(setup: Any) -> Any:
    """Seat 0 starts, with the options as the text has them and a small box."""
    return type(setup)(setup.seats, A, setup.options, box=BOX)


def table_of(folder: Path, seats: int = 3, **more: Any) -> Played:
    played = Played(folder, game="amun_re", seats=seats, setup=fixed, **{"panel": PANELS["7in"], **more})
    played.do(act.HandsReady(A))
    return played


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    """Three seats in the first auction, Persian, on the smallest panel."""
    played = table_of(tmp_path)
    yield played
    played.close()


class Taps:
    """Fingers that count."""

    def __init__(self, played: Played) -> None:
        self.played, self.count = played, 0

    def on(self, widget: Any) -> None:
        self.count += 1
        self.played.driver.tap(widget)
        self.played.driver.frames(3)


def province(played: Played, lot: int) -> None:
    """Tap a province in the middle."""
    kingdom: Any = played.page.middle.center_piece  # type: ignore[union-attr]
    played.driver.tap_at(*kingdom.to_window(*kingdom.lot_center(lot)))


def column(played: Played, seat: Seat, number: int) -> None:
    """Tap a column of a seat."""
    around: Any = played.page.middle
    x, y = around.where((seat, number))
    played.driver.tap_at(around.x + x, around.y + y)


def bid(played: Played, seat: Seat, lot: int, coins: int) -> None:
    """Two taps: the province, and a card in the zone, or on a sheet where a flat panel is too small for nine cards."""
    province(played, lot)
    played.driver.frames(2)
    if played.page.stage.tight:  # type: ignore[attr-defined]
        played.driver.tap(played.sheet(seat).keys["coins", coins])
        played.driver.frames(2)
    else:
        played.tap_act(seat, f"coin:{coins}")


def uncover(played: Played, seat: Seat) -> Any:
    """Open the cover of the seat with a short tap."""
    sheet = played.sheet(seat)
    while not sheet.shown:  # on a busy machine a tap may last as long as a hold
        played.driver.tap(sheet.ring)
    played.driver.frames(2)
    return sheet


def seal(played: Played, seat: Seat, coins: int) -> None:
    """Open the cover, tap the number: it is sealed."""
    played.driver.tap(uncover(played, seat).keys[coins])
    played.driver.frames(2)


def auctions(played: Played, seats: tuple[Seat, ...]) -> None:
    """Three auctions by actions, each seat on a province of its own."""
    for number in range(3):
        while played.state.phase == "auction":
            seat = played.state.turn
            played.do(act.Bid(seat, seats.index(seat), 0))
        for seat in seats:
            played.do(act.TakeProvince(seat, number, (1, 2, 1, int(seat == A))))


# ------------------------------------------------------------------------------- bids


@pytest.mark.parametrize("card_first", [False, True])
def test_a_bid_is_two_taps_in_either_order(table: Played, card_first: bool) -> None:
    taps = [lambda: province(table, 1), lambda: table.tap_act(A, "coin:4")]
    for tap in reversed(taps) if card_first else taps:
        tap()
    assert table.state.lots[1].bid.coins == 4
    assert table.state.turn == B


def test_a_card_that_is_too_low_is_off_and_says_why(table: Played) -> None:
    bid(table, A, 0, 4)
    province(table, 0)
    table.tap_act(B, "coin:4")
    assert table.state.lots[0].bid.seat == A
    toast = table.page.ids.overlay.toast_of(B)
    assert toast is not None
    assert "۴" in toast.words


def test_who_is_outbid_is_told(table: Played) -> None:
    bid(table, A, 0, 4)
    bid(table, B, 0, 5)
    toast = table.page.ids.overlay.toast_of(A)
    assert toast is not None
    assert "آرش" in toast.words
    assert "۵" in toast.words


def test_a_spent_card_is_a_dash_for_everybody(table: Played) -> None:
    bid(table, A, 0, 4)
    for lot, seat in ((1, B), (2, C)):
        bid(table, seat, lot, 0)
    for seat in (A, B, C):
        table.do(act.TakeProvince(seat, 0, (0, 0, 0, 0)))
    acts = {one.key: one for one in table.page.stage.acts(table.page.scene, A)}  # type: ignore[arg-type]
    assert (acts["coin:4"].text, acts["coin:4"].enabled) == ("–", False)
    assert acts["coin:5"].enabled


@pytest.mark.parametrize(
    "panel", ["10in", "portrait", pytest.param("9in", marks=slow), pytest.param("21in", marks=slow)]
)
def test_every_province_and_card_can_be_tapped_on_every_panel(tmp_path: Path, panel: str) -> None:
    played = table_of(tmp_path, seats=5, panel=PANELS[panel], language="en")
    try:
        kingdom: Any = played.page.middle.center_piece  # type: ignore[union-attr]
        assert all(min(box.width, box.height) >= 12 * PANELS[panel].density - 2 for box in kingdom.lots())
        bid(played, A, 4, 3)
        assert played.state.lots[4].bid.coins == 3
    finally:
        played.close()


# ------------------------------------------------------------------------------- the cover


def test_an_offering_is_one_number_under_a_cover_and_one_seat_after_the_other(table: Played) -> None:
    auctions(table, (A, B, C))
    for seat, coins in ((A, 5), (B, 0), (C, 4)):
        assert list(table.page.ids.overlay.open) == [seat]
        assert table.state.phase == "offering"
        seal(table, seat, coins)
    assert [player.offer for player in table.state.players] == [5, 0, 4]
    assert table.state.phase == "income"


def test_a_closed_cover_shows_nothing_and_takes_nothing(table: Played) -> None:
    auctions(table, (A, B, C))
    sheet = table.sheet(A)
    assert isinstance(sheet, SumsSheet)
    table.driver.frames(2)
    assert all(key.parent is None for key in sheet.keys.values())
    assert not any(written.text in ("۲", "۵") for written in sheet.written)
    sheet.pick(5)
    assert table.state.player(A).sealed is False


def test_an_offering_is_one_tap_where_the_seats_button_opens_the_cover_and_two_without_it(table: Played) -> None:
    auctions(table, (A, B, C))
    taps = Taps(table)
    table.page.hear(Pressed(ButtonPressed(A)))
    table.driver.frames(3)
    taps.on(table.sheet(A).keys[5])
    assert (table.state.player(A).sealed, taps.count) == (True, 1)
    taps.on(table.sheet(B).ring)
    taps.on(table.sheet(B).keys[3])
    assert (table.state.player(B).sealed, taps.count) == (True, 1 + 2)
    table.do(act.Offer(C, 0))
    assert [player.offer for player in table.state.players] == [5, 3, 0]


def test_what_is_kept_is_one_number_too(table: Played) -> None:
    auctions(table, (A, B, C))
    for seat in (A, B, C):
        table.do(act.Offer(seat, 2))
    taps = Taps(table)
    table.tap_act(A, "Keep")
    table.driver.frames(3)
    taps.on(table.sheet(A).keys[6])
    assert (table.state.player(A).kept, taps.count) == (6, 1)


def test_a_sum_that_no_cards_make_is_off_under_the_cover(table: Played) -> None:
    for number in range(3):
        while table.state.phase == "auction":
            seat = table.state.turn
            table.do(act.Bid(seat, int(seat), number + 1 if seat == A else 0))
        for seat in (A, B, C):
            table.do(act.TakeProvince(seat, number, (0, 0, 0, 0)))
    keys = uncover(table, A).keys
    assert max(keys) == 14 - 6
    assert [n for n, key in keys.items() if not key.enabled] == [1, 2, 3]


@pytest.mark.parametrize("coins", [0, 36])
def test_where_no_finger_finds_so_many_sums_the_cards_are_tapped(tmp_path: Path, coins: int) -> None:
    played = table_of(tmp_path, seats=4, panel=PANELS["9in"])
    try:
        seats = tuple(map(Seat, range(4)))
        for seat in seats:
            played.do(act.SetLimit(seat, coins), forced=True)
        auctions(played, seats)
        assert isinstance(played.sheet(A), SealedSheet if coins else SumsSheet)
        sheet = uncover(played, A)
        played.driver.tap(sheet.buttons[8] if coins else sheet.keys[0])
        if coins:
            played.driver.tap(sheet.seal)
        played.driver.frames(2)
        assert played.state.player(A).sealed
    finally:
        played.close()


def test_the_cover_is_open_only_while_the_ring_is_held(table: Played) -> None:
    auctions(table, (A, B, C))
    sheet = table.sheet(A)
    finger = table.driver.press(*middle(sheet.ring))
    table.driver.frames(2)
    assert sheet.shown
    table.driver.settle(0.6)
    table.driver.lift(finger)
    table.driver.frames(2)
    assert not sheet.shown


def test_the_seats_own_button_opens_its_cover(table: Played) -> None:
    auctions(table, (A, B, C))
    sheet = table.sheet(A)
    table.page.hear(Pressed(ButtonPressed(B)))
    assert not sheet.shown
    table.page.hear(Pressed(ButtonPressed(A)))
    assert sheet.shown
    sheet.cover()
    assert not sheet.shown


def test_at_a_flat_table_everybody_seals_at_the_own_edge_and_nobody_waits(tmp_path: Path) -> None:
    played = table_of(tmp_path, panel=PANELS["10in"])
    try:
        auctions(played, (A, B, C))
        assert set(played.page.ids.overlay.open) == {A, B, C}
        seal(played, C, 2)
        assert set(played.page.ids.overlay.open) == {A, B}
        assert played.page.scene is not None
        assert played.page.scene.state.player(C).offer is None  # what the screen knows of it: that it is sealed
    finally:
        played.close()


# ------------------------------------------------------------------------------- income and pyramids


def test_building_shows_what_it_costs_and_what_is_left(table: Played) -> None:
    auctions(table, (A, B, C))
    for seat, coins in ((A, 2), (B, 0), (C, 0)):
        table.do(act.Offer(seat, coins))
    table.do(act.Keep(A, 6))
    table.tap_act(A, "Build")
    sheet = table.sheet(A)
    for stepper in sheet.steppers:
        table.driver.tap(stepper.more)
        table.driver.tap(stepper.more)
    assert (sheet.pyramids, sheet.gift, sheet.cost) == ((2, 2, 2), 3, 6)
    table.driver.tap(sheet.record)
    assert table.state.player(A).built == (2, 2, 2)
    assert table.state.player(A).paid == 6


# ------------------------------------------------------------------------------- a whole match


def lay(played: Played, seat: Seat, number: int) -> None:
    """The province that was won goes on a column; it shows one pyramid and one farm."""
    if played.state.round == 1 or number == 2:  # only one column is free
        played.tap_act(seat, f"TakeProvince({number})")
    else:
        column(played, seat, number)
    sheet = played.sheet(seat)
    for stepper in sheet.steppers[:2]:
        played.driver.tap_at(*stepper.to_window(stepper.center_x, stepper.top - 4))
    played.driver.tap(sheet.record)
    played.driver.frames(2)


def one_round(played: Played) -> None:
    """Hands, three auctions, offerings, income and building, by taps."""
    played.tap_act(played.state.starter, "HandsReady")
    for number in range(3):
        while played.state.phase == "auction":
            seat = played.state.turn
            bid(played, seat, int(seat), 0)
        for seat in (A, B):
            lay(played, seat, number)
    for seat in (A, B):
        seal(played, seat, int(seat == A and played.state.player(A).limit > 0))
    while played.state.phase == "income" and played.page.turn is not None:
        seat, before = played.page.turn, played.state
        name = "Keep" if before.player(seat).kept is None else "Build"
        played.tap_act(seat, name)
        sheet = played.sheet(seat)
        if name == "Build":
            for _ in range(sheet.owed):
                played.driver.tap(sheet.steppers[0].more)
            played.driver.tap(sheet.record)
        else:
            played.driver.tap(sheet.keys[0])
        played.driver.frames(2)
        assert played.state != before


def test_a_whole_match_by_taps_alone_in_persian(tmp_path: Path) -> None:
    """Two seats, three rounds; nothing but taps reaches the table."""
    played = Played(tmp_path, game="amun_re", seats=2, panel=PANELS["7in"], setup=fixed)
    try:
        for number in (1, 2, 3):
            assert played.state.round == number
            one_round(played)
        standing = played.table.snapshot.standing  # type: ignore[union-attr]
        assert standing.over
        assert [score.total for score in standing.scores] == [6, 6]
        assert played.state.player(A).pyramids > played.state.player(B).pyramids
        assert standing.winners == (A,)
    finally:
        played.close()


def test_who_has_sealed_and_who_is_at_it_stands_over_the_cover(tmp_path: Path) -> None:
    played = shown(tmp_path, "amun_re", "cover", PANELS["7in"], 4, "fa")
    try:
        seats = played.match.setup.seats
        for seat in seats:
            marks = played.page.ids.overlay.steps.view.marks
            icons = [icon for *_, icon, _ in marks]
            assert icons == ["lock"] * seat + ["eye"] + ["timer"] * (len(seats) - 1 - seat)
            assert faults(played.driver, language="fa") == []
            played.do(act.Offer(seat, 0))
    finally:
        played.close()
