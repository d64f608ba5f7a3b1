"""Whale Riders on its own screen: taps for a turn, the coast that looks right, a whole match by taps alone."""

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
from companion.games.whale_riders import actions as act
from companion.games.whale_riders.coast import START_PEARLS, START_PRICES
from companion.games.whale_riders.contracts import TILE_NAMES, held
from companion.screens.games.whale_riders import WhaleStage
from companion.screens.games.whale_riders_coast import Coast, CoastView
from companion.screens.theme import theme

pytestmark = pytest.mark.ui
A, B, C = Seat(0), Seat(1), Seat(2)
SUN = (("sun_pearls", START_PEARLS), ("sun_prices", START_PRICES))


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    """Sheets stand at once, so that a tap need not wait for them."""
    before, theme.less_motion = theme.less_motion, True
    yield
    theme.less_motion = before


def begun(tmp_path: Path, *, seats: int = 2, panel: str = "7in", box: Any = SUN, **options: Any) -> Fingers:
    """A match whose first turn is A's, Persian; with ``box`` as this copy's Sun port."""
    played = Played(
        tmp_path, game="whale_riders", seats=seats, panel=PANELS[panel], options=tuple(options.items()),
        setup=lambda setup: replace(setup, first=A, box=box),
    )  # fmt: skip
    go_on(played)
    return Fingers(played)


@pytest.fixture
def coast(tmp_path: Path) -> Iterator[Fingers]:
    fingers = begun(tmp_path)
    yield fingers
    fingers.played.close()


def rider(fingers: Fingers, who: int = 0) -> Any:
    return fingers.played.state.riders[who]


# -------------------------------------------------------------------------------- taps for a turn


@pytest.mark.parametrize("key", ["Move", "Coin", "Burn"])
def test_an_action_is_one_tap_and_two_end_the_turn(coast: Fingers, key: str) -> None:
    coast.act(A, key)
    assert (coast.played.state.active, coast.taps) == (0, 1)
    coast.act(A, key)
    assert (coast.played.state.active, coast.taps) == (1, 2)


def test_a_purchase_is_two_taps(coast: Fingers) -> None:
    coast.act(A, "Move")
    coast.act(A, "Buy")
    coast.key(A, "1", (2, 1))
    assert coast.taps == 1 + 2
    assert (rider(coast).coins, rider(coast).tiles[0].pearls) == (1, 1)


def test_a_contract_is_its_coins_its_pearls_and_its_tiles(coast: Fingers) -> None:
    coast.played.do(act.GainTile(A, "goods"))
    coast.played.do(act.GainTile(A, "goods"))
    coast.act(A, "Fulfil")
    coast.key(A, "coins", 4)
    coast.key(A, "pearls", 3)
    coast.key(A, "tiles", 2)
    assert coast.taps == 4
    assert (rider(coast).coins, rider(coast).contracts[0].pearls, rider(coast).tiles) == (7, 3, ())


def test_a_starting_pearl_of_a_typed_sun_port_is_two_taps(coast: Fingers) -> None:
    coast.played.do(act.SetRider(A, 0, "done"))
    coast.act(A, "BuyPearl")
    coast.key(A, "slot", 1)
    assert coast.taps == 2
    assert rider(coast).coins == 1
    assert coast.played.state.sun[1] == 0


def test_a_starting_pearl_of_an_untyped_sun_port_asks_for_its_price_too(tmp_path: Path) -> None:
    fingers = begun(tmp_path, box=())
    fingers.played.do(act.SetRider(A, 0, "done"))
    fingers.act(A, "BuyStart")
    fingers.key(A, "pearls", 2)
    fingers.key(A, "price", 3)
    assert (rider(fingers).coins, fingers.played.state.pearls_left) == (0, 6)
    fingers.played.close()


def test_a_tile_in_full_depth_is_its_picture_on_the_cheapest_space(tmp_path: Path) -> None:
    fingers = begun(tmp_path, depth="full")
    fingers.act(A, "Move")
    fingers.act(A, "BuyTile")
    fingers.key(A, "tile", ("kelp", 3))
    assert fingers.taps == 1 + 2
    tile = rider(fingers).tiles[0]
    assert (tile.kind, tile.n, rider(fingers).coins) == ("kelp", 3, 3)
    fingers.played.close()


def test_a_contract_in_full_depth_takes_the_tiles_that_are_marked(tmp_path: Path) -> None:
    fingers = begun(tmp_path, depth="full")
    for name in ("shell_2", "crystal_1", "shell_2", "meat_3"):
        fingers.played.do(act.GainTile(A, name))
    fingers.act(A, "Deliver")
    for row, value in (("coins", 2), ("pearls", 1), ("demand", "six")):
        fingers.key(A, row, value)
    driver = fingers.played.driver
    driver.until(lambda: hasattr(fingers.played.sheet(A), "buttons"))
    driver.frames(3)
    sheet = fingers.played.sheet(A)
    for tile in (("shell_2", 0), ("crystal_1", 0), ("meat_3", 0)):
        driver.tap(sheet.buttons[tile])
    driver.tap(sheet.record)
    driver.frames(3)
    assert dict(zip(TILE_NAMES, held(rider(fingers)), strict=True))["shell_2"] == 1
    assert len(rider(fingers).tiles) == 1
    assert rider(fingers).contracts[0].pearls == 1
    fingers.played.close()


def test_magic_lets_a_purchase_go_on_and_the_button_ends_it(tmp_path: Path) -> None:
    fingers = begun(tmp_path)
    state = fingers.played.state
    assert state.phase == "turn"
    fingers.act(A, "Coin")
    fingers.played.do(act.GainTile(A, "goods"))
    fingers.played.do(act.Fulfil(A, 0, 0, 1))
    assert fingers.played.state.running == "fulfil"
    fingers.act(A, "EndTurn")
    assert fingers.played.state.active == 1
    fingers.played.close()


def test_decrees_are_marked_before_play(tmp_path: Path) -> None:
    played = Played(
        tmp_path, game="whale_riders", seats=2, panel=PANELS["portrait"], options=(("decrees", True),),
        setup=lambda setup: replace(setup, first=A, board=Board()),
    )  # fmt: skip
    fingers = Fingers(played)
    fingers.act(A, "ChooseDecrees")
    sheet = played.sheet(A)
    for name in ("d8coins", "d_crab", "d_return"):
        played.driver.tap(sheet.buttons[name])
    played.driver.tap(sheet.record)
    played.driver.frames(3)
    assert [decree.name for decree in played.state.decrees] == ["d8coins", "d_crab", "d_return"]
    played.close()


# -------------------------------------------------------------------------------- how it looks


def test_the_coast_shows_riders_pearls_the_storm_and_decrees(tmp_path: Path) -> None:
    fingers = begun(tmp_path, seats=4, panel="10in", decrees=True)
    fingers.played.do(act.Move(A))
    fingers.played.do(act.Move(A))
    picture: Any = fingers.played.page.middle.picture  # type: ignore[union-attr]
    view: CoastView = picture.view
    assert isinstance(picture, Coast)
    assert [(r.port, r.heading) for r in view.riders] == [(2, "out"), (0, "out"), (0, "out"), (0, "out")]
    assert view.sun == START_PEARLS
    assert len(view.decrees) == 3
    assert not view.left  # no numeral lies in the middle of a flat table
    fingers.played.close()


def test_ports_without_a_name_are_told_by_pips_until_the_box_names_them(tmp_path: Path) -> None:
    fingers = begun(tmp_path, box=(*SUN, ("port_names", ("Seal", "Otter", "Whale"))))
    picture: Any = fingers.played.page.middle.picture  # type: ignore[union-attr]
    assert picture.view.names[4:7] == ("Seal", "Otter", "Whale")
    fingers.played.close()


# -------------------------------------------------------------------------------- whole matches


HURRY = {"Move": 9.0, "Buy": 1.5, "BuyStart": 30.0, "BuyPearl": 30.0, "Coin": 5.0, "Burn": 0.5, "Fulfil": 4.0}
"""What somebody likes who wants to be home soon."""


def test_a_whole_match_is_played_by_taps_alone_in_persian(tmp_path: Path) -> None:
    played = Played(tmp_path, game="whale_riders", seats=2, panel=PANELS["7in"])
    played.driver.blind = True
    assert isinstance(played.page.stage, WhaleStage)
    Tapper(played, Random(4), HURRY).play(900)
    assert played.table.snapshot.standing.winners  # type: ignore[union-attr]
    played.close()


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["text", "expansions"])
@pytest.mark.parametrize(
    ("panel", "seats", "depth"),
    [("10in", 4, "full"), ("portrait", 3, "full"), ("9in", 2, "light"), ("21in", 6, "light")],
)
def test_whole_matches_are_played_by_taps_on_every_panel(
    tmp_path: Path, panel: str, seats: int, depth: str, preset: str
) -> None:
    both = preset == "expansions"
    options = (("decrees", both), ("magic", both), ("depth", depth))
    played = Played(tmp_path, game="whale_riders", seats=seats, panel=PANELS[panel], options=options)
    played.driver.blind = True
    Tapper(played, Random(seats), HURRY).play(9000)
    played.close()


def test_the_generic_screen_plays_it_too(tmp_path: Path) -> None:
    played = Played(tmp_path, game="whale_riders", seats=2, panel=PANELS["7in"])
    generic(played)
    tapper = Tapper(played, Random(4), HURRY)
    while played.state.turn < 12:
        assert tapper.taps < 300
        tapper.step()
    played.close()


@pytest.mark.slow
@pytest.mark.parametrize("depth", ["light", "full"])
def test_the_generic_screen_plays_a_whole_match(tmp_path: Path, depth: str) -> None:
    options = (("decrees", True), ("magic", True), ("depth", depth))
    played = Played(tmp_path, game="whale_riders", seats=3, panel=PANELS["7in"], options=options)
    generic(played)
    played.driver.blind = True
    Tapper(played, Random(4), HURRY).play(4000)
    played.close()
