"""The numbers of a match: dice against chance, cards by cause, points over time, the way that is drawn."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from companion.games.arnika.actions import BankTrade, MoveCrisis, Steal
from companion.games.arnika.geometry import ENDS
from companion.games.arnika.state import State
from companion.games.arnika.statistics import (
    CAUSES,
    Statistics,
    band,
    chi_square_chance,
    dice_against_chance,
    dice_remark,
    remarks,
    statistics,
    way_of,
)
from companion.locale import LANGUAGES, Catalogue
from companion.selfplay import play_random, random_options
from tests.companion.games.arnika.tables import GAME, A, B, cards, do, hold, lay, playing, roll, way


def played(seed: int, told: bool = False) -> tuple[list[State], Statistics]:
    rng = Random(seed)
    drawn = dict(random_options(GAME, rng, ("text", "classic")[seed % 2]))
    options = tuple({**drawn, "map": True, "hands": "counted"}.items())
    setup = GAME.random_setup(rng, 2 + seed % 3, options)
    states = [GAME.start(setup)]
    match = play_random(
        GAME, rng, setup, longest=900, told=told, after=lambda before, action, after, n: states.append(after)
    )
    return states, statistics(states, match.actions)


@pytest.mark.parametrize("seed", range(6))
def test_what_came_less_what_went_is_what_each_hand_holds(seed: int) -> None:
    states, found = played(seed)
    for hand, flow in zip(states[-1].hands, found.cards, strict=True):
        assert sum(flow.gained) - sum(flow.lost) == hand.size


def test_a_theft_known_or_not_counts_the_same() -> None:
    """No number tells which card it was."""
    state = hold(lay(playing("classic", rolled=False), B, juniors=[2]), {B: cards(coin=2)})
    moved = do(state, roll(A, 7), MoveCrisis(A, 1))
    ends = [statistics([moved, do(moved, Steal(A, B, kind))], [Steal(A, B, kind)]).cards for kind in (None, "coin")]
    assert ends[0] == ends[1]
    assert ends[0][A].gained[CAUSES.index("theft")] == ends[0][B].lost[CAUSES.index("theft")] == 1


def test_a_trade_with_the_bank_counts_both_ways() -> None:
    state = hold(playing(), {A: cards(doctor=4)})
    trade = BankTrade(A, "doctor", "coin")
    flow = statistics([state, do(state, trade)], [trade]).cards[A]
    bank = CAUSES.index("bank")
    assert (flow.gained[bank], flow.lost[bank]) == (1, 4)


def test_who_was_starved_by_the_crisis_is_counted_by_cards() -> None:
    state = lay(lay(playing(rolled=False, crisis=0), A, juniors=[0]), B, seniors=[2])
    found = statistics([state, do(state, roll(A, 10))], [roll(A, 10)])
    assert [flow.starved for flow in found.cards] == [1, 2, 0, 0]
    assert remarks(found)[1].line.key == "stats.starved"
    assert GAME.remarks([state, do(state, roll(A, 10))], [roll(A, 10)]) == remarks(found)


def test_points_stand_at_the_start_after_each_turn_and_at_the_end() -> None:
    states, found = played(3)
    assert found.points[0] == tuple(0 for _ in states[0].seats)
    assert found.points[-1] == tuple(states[-1].points(seat) for seat in states[-1].seats)
    assert len(found.points) == states[-1].turns + 1


def test_the_way_that_is_drawn_is_the_one_that_is_counted() -> None:
    state = lay(playing(), A, juniors=[17], edges=[*way(16, 17, 18, 19, 20, 21), *way(18, 29)])
    assert way_of(state, A) in (way(16, 17, 18, 19, 20, 21), way(16, 17, 18, 19, 20, 21)[::-1])
    states, found = played(5)
    for seat, edges in enumerate(found.ways):
        assert len(edges) == states[-1].lengths[seat]
        assert all(set(ENDS[a]) & set(ENDS[b]) for a, b in pairwise(edges))


def test_statistics_want_one_state_more_than_actions() -> None:
    with pytest.raises(ValueError, match="2 states for 0 actions"):
        statistics([playing(), playing()], [])


# ------------------------------------------------------------------------------------------ dice


def test_every_throw_counts_the_second_of_a_seven_too_and_each_seat_has_its_own() -> None:
    _, found = played(2)
    assert found.dice.throws == sum(dice.throws for dice in found.dice_of)
    assert sum(bar.count for bar in found.dice.bars) == found.dice.throws
    assert [bar.total for bar in found.dice.bars] == list(range(2, 13))


def test_the_band_holds_what_fair_dice_do_nineteen_times_in_twenty() -> None:
    low, high = band(360, 6 / 36)
    assert (low, high) == (46, 74)
    rng = Random(1)
    inside = sum(low <= sum(rng.random() < 6 / 36 for _ in range(360)) <= high for _ in range(1000))
    assert 930 <= inside <= 980
    assert band(0, 0.5) == (0, 0)
    assert band(1, 1 / 36) == (0, 1)


def test_chi_square_agrees_with_the_printed_tables() -> None:
    assert chi_square_chance(18.307, 10) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_chance(3.940, 10) == pytest.approx(0.95, abs=1e-4)
    assert chi_square_chance(0.0, 10) == 1.0
    with pytest.raises(ValueError, match="even"):
        chi_square_chance(1.0, 9)


def test_a_small_sample_is_warned_of_and_says_nothing_of_the_dice() -> None:
    assert dice_against_chance([7] * 179).is_small
    assert dice_remark(dice_against_chance([7] * 30)).key == "stats.dice_few"


def test_loaded_dice_are_told_from_fair_ones_when_there_are_enough_throws() -> None:
    fair = [a + b for a in range(1, 7) for b in range(1, 7)] * 10
    assert dice_remark(dice_against_chance(fair)).key == "stats.dice_fair"
    assert dice_remark(dice_against_chance([*fair, *[12] * 60])).key == "stats.dice_odd"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_remark_and_every_cause_has_words(language: str) -> None:
    words = Catalogue(language, strict=True)
    assert all(words.text(f"stats.cause.{cause}", GAME.name) for cause in CAUSES)
    for seed in range(4):
        assert all(words.say(remark.line, GAME.name) for remark in remarks(played(seed)[1]))
    for throws in (30, 360):
        assert words.say(dice_remark(dice_against_chance([7] * throws)), GAME.name)
