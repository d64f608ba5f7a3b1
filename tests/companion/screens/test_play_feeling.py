"""What moves, and that nothing waits for it: cards fly, pieces land, a path glows, a press answers at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest
from driver import Window, middle
from moments import kept
from playing import Played

from companion.game import Seat, Throw
from companion.games.arnika import actions as act
from companion.games.arnika.state import Phase
from companion.games.arnika.statistics import way_of
from companion.screens import bridge
from companion.screens.bootstrap import PANELS
from companion.screens.games.arnika_board import counted_way
from companion.screens.theme import MOTION, theme
from companion.screens.widgets.mover import FlyingCard, Mover

pytestmark = pytest.mark.ui


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Played]:
    """Four at a flat table; the one in the west is to roll."""
    setup, actions = kept()["roll"]
    played = Played(tmp_path, panel=PANELS["10in"], setup=lambda _: setup, record=actions[:-1])
    played.do(actions[-1])
    yield played
    theme.less_motion = False
    played.close()


def productive(played: Played) -> act.Roll:
    """A throw that brings somebody something."""
    state = played.state
    for total in (8, 6, 5, 9, 4, 10, 3, 11, 12, 2):
        roll = act.Roll(Seat(state.turn), Throw(total, (total - total // 2, total // 2)))
        after = played.game.apply(state, roll)
        if any(new.size > old.size for new, old in zip(after.hands, state.hands, strict=True)):
            return roll
    raise AssertionError("nothing produces")


def cards(played: Played) -> list[FlyingCard]:
    return [widget for widget in played.page.ids.flights.walk() if isinstance(widget, FlyingCard)]


def test_cards_fly_from_their_hexes_to_the_seats_that_earn_them_and_only_then_are_counted(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOTION, "fly", 2.0)
    table.do(productive(table))
    assert cards(table)
    seats = set(table.page.moving.arriving)
    assert seats
    assert all(not table.page.seat_view(seat).gains for seat in seats)
    table.driver.until(lambda: not table.page.moving.arriving)
    assert not cards(table)
    assert all(table.page.seat_view(seat).gains for seat in seats)


def test_less_motion_shows_what_was_gained_at_once(table: Played) -> None:
    theme.less_motion = True
    table.do(productive(table))
    assert not cards(table)
    assert table.page.gains
    assert all(table.page.seat_view(seat).gains for seat in table.page.gains)


def test_a_piece_lands_on_its_place_and_leaves_no_trace_of_its_fall(table: Played) -> None:
    token = table.page.middle.view.tokens[-1]
    table.page.middle.land(token)
    movers = [widget for widget in table.page.middle.children if isinstance(widget, Mover)]
    assert len(movers) == 1
    table.driver.until(lambda: not table.page.middle.children)


def test_the_longest_connection_glows_edge_by_edge_along_its_path_and_goes_dark_again(table: Played) -> None:
    state = table.state
    path = way_of(state, state.longest)
    assert len(path) >= 5
    shown: list[tuple[int, ...]] = []
    table.page.middle.fbind("view", lambda _, view: shown.append(view.glow))
    table.page.moving._light(path)
    table.driver.until(lambda: shown and shown[-1] == ())
    assert shown == [*(path[: n + 1] for n in range(len(path))), ()]


def test_the_way_that_was_counted_stays_on_the_board_when_all_is_over(table: Played) -> None:
    state = table.state
    assert counted_way(state) == ()
    over = msgspec.structs.replace(state, phase=Phase.OVER, winner=Seat(0))
    assert len(counted_way(over)) == state.lengths[state.longest] >= 5


def test_a_resumed_match_stands_still(table: Played) -> None:
    table.do(productive(table))
    table.page.moving.stop()
    assert not cards(table)
    assert not table.page.moving.arriving


def test_the_dice_settle_on_what_was_thrown(table: Played) -> None:
    table.page.ids.dice.view = (1, 1)
    table.do(act.Roll(Seat(table.state.turn), Throw(9, (5, 4))))
    table.driver.until(lambda: table.page.ids.dice.view == (5, 4))


def test_a_press_answers_within_a_frame(table: Played) -> None:
    button = table.page._zones[table.page.turn][1].acts.buttons["Roll"]
    finger = table.driver.press(*middle(button))
    table.driver.frames(1)
    assert button.state == "down"
    table.driver.lift(finger)


def test_an_answer_that_comes_soon_is_in_the_first_frame_after_the_tap(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "PATIENCE", 10.0)
    answers: list[Thread] = []

    def think(signal: Any) -> None:
        answers.append(Thread(target=table.table.take, args=(signal,)))
        answers[-1].start()

    table.bridge._post = think
    before = len(table.page.scene.snapshot.log)
    table.bridge.ask(productive(table))
    table.driver.frames(1)
    answers[0].join()
    assert len(table.page.scene.snapshot.log) == before + 1


def test_a_table_that_thinks_long_holds_no_frame(table: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "PATIENCE", 0.0)
    asked: list[Any] = []
    table.bridge._post = asked.append
    before = len(table.page.scene.snapshot.log)
    table.bridge.ask(productive(table))
    table.driver.frames(2)
    assert len(table.page.scene.snapshot.log) == before
    table.table.take(asked[0])
    table.driver.frames(2)
    assert len(table.page.scene.snapshot.log) == before + 1


def test_a_throw_lights_hexes_and_paints_nothing_else_of_the_board_again(table: Played) -> None:
    ground, lights, pieces, _ = table.page.middle._layers
    laid, dark, stood = ground.key, lights.key, pieces.key
    table.do(productive(table))
    assert ground.key is laid
    assert pieces.key is stood
    assert lights.key != dark


def test_what_flies_is_never_in_the_way_of_a_finger(table: Played) -> None:
    table.do(productive(table))
    button = table.page._zones[table.page.turn][1].acts.buttons["EndTurn"]
    table.driver.tap(button)
    assert table.state.turn != 1


def instructions(canvas: object) -> int:
    """How much is drawn in a frame."""
    return 1 + sum(instructions(child) for child in getattr(canvas, "children", ()))


def test_what_is_drawn_does_not_pile_up_however_long_a_match_lasts(table: Played) -> None:
    theme.less_motion = True
    counts = []
    for _ in range(6):
        seat = Seat(table.state.turn)
        table.do(act.Roll(seat, Throw(2, (1, 1))))
        table.do(act.EndTurn(seat))
        counts.append(instructions(Window.canvas))
    assert max(counts[2:]) < 1.3 * max(counts[:2])
