"""Promises of Unfair's rules: text first, then the rulings U-01 to U-18, the published sheet, what goes wrong."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import BadSetup, ButtonPressed, Seat, Setup
from companion.games.unfair import actions as act
from companion.games.unfair import scoring
from companion.games.unfair.park import Attraction, Deck, State, Upgrade, with_area, with_park
from tests.companion.games.unfair.tables import GAME, do, seated, standing_there, started, total, why

S0, S1, S2 = map(Seat, range(3))


def kinds(state: State) -> set[type]:
    return {choice.action for choice in GAME.choices(state) if choice.refusal is None}


def full_round(state: State) -> State:
    for _ in state.seats:
        state = do(state, act.EndTurn(state.turn))
    return state


# ------------------------------------------------------------------------------------------ a turn


def test_the_phases_of_a_turn_come_in_their_fixed_order() -> None:
    state = do(standing_there(started(), 0, 0, 5), act.PlayEvent(S0))
    assert (why(state, act.Build(S0, 1, 1, 1)), why(state, act.Attach(S0, 0, 1))) == ("phase_over", "phase_over")
    state = do(state, act.BuyAttraction(S0, 1))
    assert why(state, act.PlayEvent(S0)) == "phase_over"


def test_a_phase_missed_may_be_waved_through_and_is_written_down() -> None:
    state = do(started(), act.BuyAttraction(S0, 1))
    refusal = GAME.check(state, act.Build(S0, 0, 1, 4))
    assert refusal is not None
    assert refusal.overrulable
    state = GAME.apply(state, act.Build(S0, 0, 1, 4))
    assert [line.key for line in state.waived] == ["refusal.phase_over"]
    assert (state.phase, total(state, 0)) == ("buy", 4)


def test_every_phase_may_be_left_out_with_one_tap() -> None:
    state = started()
    end = next(choice for choice in GAME.choices(state) if choice.action is act.EndTurn)
    assert end.fields == ()
    assert do(state, end.build()).turn == S1


def test_any_number_is_built_each_into_an_empty_area_of_its_own() -> None:
    state = do(started(), act.Build(S0, 0, 1, 2), act.Build(S0, 2, 1, 2))
    assert why(state, act.Build(S0, 2, 1, 2)) == "area_taken"
    state = do(state, act.Build(S0, 1, 1, 2))
    assert state.park(S0).full
    assert state.park(S0).hand == 7 + 1 - 3


def test_a_build_is_paid_exactly_and_the_discount_of_the_player_card_counts() -> None:
    state = do(started(2, {0: (0, 0, 2)}), act.Build(S0, 0, 5, 3), act.Build(S0, 1, 1, 3))
    assert state.park(S0).coins == 20 - 3 - 0


def test_only_the_seat_in_turn_acts() -> None:
    assert why(started(), act.Build(S1, 0, 1, 1)) == "not_your_turn"
    assert why(started(), act.EndTurn(S1)) == "not_your_turn"


def test_one_event_a_turn_from_the_hand_and_only_in_ones_own_turn() -> None:
    state = do(started(), act.PlayEvent(S0))
    assert why(state, act.PlayEvent(S0)) == "one_event"
    assert why(state, act.PlayEvent(S1)) == "not_your_turn"
    assert state.park(S0).hand == 7


def test_effects_follow_a_played_event_only() -> None:
    state = started()
    assert why(state, act.Gain(S0, S1, 3)) == "event_first"
    state = do(state, act.PlayEvent(S0), act.Gain(S0, S1, 3), act.Bonus(S0, S0, 4), act.Draw(S0, S0, 2))
    assert (state.park(S1).coins, state.park(S0).bonuses, state.park(S0).hand) == (23, (4,), 9)
    assert why(do(state, act.BuyAttraction(S0, 1)), act.Gain(S0, S0, 1)) == "event_first"
    assert why(state, act.Gain(S0, S1, -24)) == "insufficient_coins"


def test_one_upgrade_is_bought_a_turn_and_any_number_of_attractions() -> None:
    state = do(started(), act.BuyAttraction(S0, 1), act.BuyUpgrade(S0, 2), act.BuyAttraction(S0, 1))
    assert why(state, act.BuyUpgrade(S0, 1)) == "one_upgrade_bought"
    assert state.park(S0).coins == 16


def test_the_seat_button_ends_the_turn_of_its_own_seat_only() -> None:
    state = started()
    assert GAME.interpret(state, ButtonPressed(S0)) == act.EndTurn(S0)
    assert GAME.interpret(state, ButtonPressed(S1)) is None
    assert GAME.interpret(seated(), ButtonPressed(S0)) is None


# ------------------------------------------------------------------------------------------ rulings


def test_u01_starting_coins_are_twenty_or_as_chosen() -> None:
    assert started().park(S0).coins == 20
    assert started(start_coins=40).park(S0).coins == 40


@pytest.mark.parametrize(("base", "earned"), [("none", 1 + 2 + 3), ("per_attraction", 1 + 2 + 3 + 1)])
def test_u02_income_comes_at_the_end_of_each_round_from_what_is_undamaged(base: str, earned: int) -> None:
    state = started(2, {0: (0, 1, 0)}, base_income=base)
    state = with_area(state, S0, 0, Attraction(5, 2, (Upgrade(1, 3),)))
    state = with_area(state, S0, 1, Attraction(5, 9, (Upgrade(1, 9),), damaged=True))
    state = full_round(state)
    assert state.park(S0).coins == 20 + earned


def test_u02_income_fires_once_a_round() -> None:
    state = started(3, {0: (0, 4, 0)})
    state = do(state, act.EndTurn(S0), act.EndTurn(S1))
    assert state.park(S0).coins == 20
    state = do(state, act.EndTurn(S2))
    assert state.park(S0).coins == 24


def test_u04_the_supply_costs_its_price_or_nothing() -> None:
    paid = next(choice for choice in GAME.choices(started()) if choice.action is act.BuyAttraction)
    free = next(choice for choice in GAME.choices(started(market_take="free")) if choice.action is act.BuyAttraction)
    assert [name for name, _ in paid.fields] == ["cost"]
    assert (free.fields, free.given) == ((), (("cost", 0),))


def test_u05_everybody_draws_an_event_at_each_round_start_by_option() -> None:
    state = started()
    assert state.park(S0).hand == 8
    assert full_round(state).park(S1).hand == 9
    assert full_round(started(event_draw=0)).park(S1).hand == 7


@pytest.mark.parametrize(
    ("damage", "penalty", "points"), [("printed", 3, 5 + 2 - 3), ("printed", 0, 0), ("zero", 3, 0)]
)
def test_u06_a_damaged_attraction_loses_the_printed_number_or_counts_nothing(
    damage: str, penalty: int, points: int
) -> None:
    state = do(standing_there(started(damage=damage), 1, 0, 5, 2), act.PlayEvent(S0), act.Damage(S0, S1, 0, penalty))
    assert total(state, 1) == points
    assert total(do(state, act.Repair(S0, S1, 0)), 1) == 7


def test_u06_the_printed_number_is_not_asked_for_where_damage_counts_nothing() -> None:
    for damage, names in (("printed", ["who", "area", "penalty"]), ("zero", ["who", "area"])):
        state = do(standing_there(started(damage=damage), 1, 0, 5), act.PlayEvent(S0))
        choice = next(choice for choice in GAME.choices(state) if choice.action is act.Damage)
        assert [name for name, _ in choice.fields] == names


def test_u07_a_damaged_attraction_keeps_its_area() -> None:
    state = do(standing_there(started(), 0, 0, 5), act.PlayEvent(S0), act.Damage(S0, S0, 0, 1))
    state = full_round(state)
    assert why(state, act.Build(S0, 0, 1, 1)) == "area_taken"


@pytest.mark.parametrize("frees", [True, False])
def test_u07_destroying_takes_the_upgrades_too_and_frees_the_area_by_option(frees: bool) -> None:
    state = do(standing_there(started(demolish_frees_area=frees), 0, 0, 5, 2), act.PlayEvent(S0))
    state = full_round(do(state, act.Destroy(S0, S0, 0)))
    assert total(state, 0) == 0
    assert why(state, act.Build(S0, 0, 1, 1)) == (None if frees else "area_taken")


def test_u07_a_trigger_that_was_met_is_not_taken_back_by_an_event() -> None:
    state = started(3)
    for area in range(3):
        state = do(state, act.Build(S0, area, 1, 1))
    state = do(state, act.EndTurn(S0), act.PlayEvent(S1), act.Destroy(S1, S0, 0), act.EndTurn(S1), act.EndTurn(S2))
    assert GAME.standing(state).over


def test_u08_a_park_may_be_full_in_round_one_with_a_warning() -> None:
    state = started()
    for area in range(2):
        state = do(state, act.Build(S0, area, 1, 1))
    last = act.Build(S0, 2, 1, 1)
    keys = [line.key for line in GAME.describe(state, last, do(state, last))]
    assert keys == ["log.Build", "log.park_full", "log.full_in_round_one"]


def test_u08_eight_rounds_end_a_match_that_full_parks_do_not() -> None:
    state = started(end_mode="eight_rounds", areas=5)
    for area in range(5):
        state = do(state, act.Build(S0, area, 0, 1))
    for number in range(1, 9):
        assert state.round == number
        state = with_park(with_park(state, S0, hand=3), S1, hand=3)
        state = full_round(state)
    assert GAME.standing(state).over


@pytest.mark.parametrize("most", [1, 2, 0])
def test_u09_upgrades_on_an_attraction_as_many_as_chosen(most: int) -> None:
    state = standing_there(started(upgrades_per_attraction=most), 0, 0, 5, 1)
    assert why(state, act.Attach(S0, 0, 1)) == ("upgraded" if most == 1 else None)


def test_u11_the_ability_of_the_player_card_brings_coins() -> None:
    state = with_park(started(), S0, coins=2)
    assert why(do(state, act.UseCard(S0, 1)), act.Build(S0, 0, 3, 5)) is None


def test_u11_loans_are_off_and_cost_points_at_the_end_where_they_are_on() -> None:
    assert why(started(), act.TakeLoan(S0, 5, 7)) == "no_loans"
    state = do(started(loans=True, box=(("loan", (5, 7)),)), act.TakeLoan(S0, 5, 7))
    assert (state.park(S0).coins, total(state, 0)) == (25, -7)
    typed = next(c for c in GAME.choices(state) if c.action is act.TakeLoan)
    assert typed.fields == ()


def test_u12_the_neutral_player_has_a_turn_of_its_own_where_two_want_one() -> None:
    state = full_round(started(dummy=True))
    assert (state.phase, state.round) == ("dummy", 1)
    state = do(state, act.DummyTurn(S0, 2))
    assert (state.phase, state.round) == ("build", 2)
    assert full_round(started(3, dummy=True)).round == 2
    assert full_round(started()).round == 2


@pytest.mark.parametrize(("price", "fields"), [("printed", 1), ("free", 0)])
def test_u13_an_upgrade_is_bought_for_its_printed_cost_or_free(price: str, fields: int) -> None:
    state = started(upgrade_price=price)
    buy = next(choice for choice in GAME.choices(state) if choice.action is act.BuyUpgrade)
    assert len(buy.fields) == fields


def test_u14_an_empty_deck_is_the_trigger_and_the_supply_may_stay_short() -> None:
    state = started(box=(("attraction_cards", 30),))
    state = replace(state, attractions=Deck(1, True))
    state = do(state, act.BuyAttraction(S0, 1))
    assert (state.ending, state.supply) == (True, 4)
    state = do(state, act.BuyAttraction(S0, 1))
    assert state.supply == 3
    assert GAME.standing(full_round(state)).over


def test_u14_a_guessed_deck_never_ends_the_match_by_itself() -> None:
    state = replace(started(), attractions=Deck(1, False))
    state = do(state, act.BuyAttraction(S0, 1), act.BuyAttraction(S0, 1))
    assert (state.ending, state.supply) == (False, 4)
    assert act.DeckEmpty in kinds(state)
    assert do(state, act.DeckEmpty(S0)).ending


def test_u15_the_hand_limit_holds_at_the_end_of_ones_own_turn_only() -> None:
    state = with_park(with_park(started(), S0, hand=10), S1, hand=14)
    assert why(state, act.EndTurn(S0)) is None
    assert why(do(state, act.EndTurn(S0)), act.EndTurn(S1)) == "hand_limit"


def test_u17_two_to_five_play_clockwise_from_any_first_seat() -> None:
    state = started(3, first=2)
    order = []
    for _ in range(3):
        order.append(state.turn)
        state = do(state, act.EndTurn(state.turn))
    assert order == [S2, S0, S1]
    assert state.round == 2
    for n in (1, 6):
        with pytest.raises(BadSetup):
            GAME.start(Setup(tuple(Seat(i) for i in range(n)), Seat(0), GAME.complete()))


# ------------------------------------------------------------------------------------------ the published sheet


def sheet(n: int = 2, **more: Any) -> State:
    return seated(n, preset="published", **more)


def test_the_published_round_goes_event_park_guests_cleanup() -> None:
    state = sheet()
    seen = [state.phase]
    while state.round == 1:
        state = do(state, act.ParkAction(state.turn) if state.phase == "park" else act.NextStep(S0))
        seen.append(state.phase)
    assert seen == ["event", "park", "park", "park", "park", "park", "park", "guests", "cleanup", "event"]


def test_park_actions_go_round_one_at_a_time_and_a_fourth_is_possible() -> None:
    state = do(sheet(), act.NextStep(S0), act.ExtraAction(S1))
    assert why(state, act.ExtraAction(S1)) == "one_extra"
    order = []
    while state.phase == "park":
        order.append(state.turn)
        state = do(state, act.ParkAction(state.turn))
    assert order == [S0, S1, S0, S1, S0, S1, S1]


@pytest.mark.parametrize("rounds", [8, 6])
def test_the_sheet_comes_after_the_last_round(rounds: int) -> None:
    state = sheet(rounds=rounds)
    while state.phase != "sheet":
        last = state.round
        state = do(state, act.ParkAction(state.turn) if state.phase == "park" else act.NextStep(S0))
    assert last == rounds
    for seat in state.seats:
        state = do(state, act.SheetDone(seat))
    assert GAME.standing(state).over


def test_the_sheet_adds_icons_staff_blueprints_loans_and_coins() -> None:
    state = sheet(box=(("icon_points", (1, 3, 6, 10)),))
    state = do(state, act.CountIcons(S0, 0, 4), act.CountPoints(S0, 1, 7), act.CountStaff(S0, 5))
    state = do(state, act.CountBlueprints(S0, 12, 2), act.CountLoans(S0, 6), act.CountCoins(S0, 9))
    assert total(state, 0) == 10 + 7 + 5 + 12 - 20 - 6 + 4


def test_counting_twice_replaces_and_never_adds() -> None:
    state = sheet(box=(("icon_points", (1, 3, 6, 10)),))
    state = do(state, act.CountIcons(S0, 0, 4), act.CountIcons(S0, 0, 2), act.CountPoints(S0, 1, 5))
    assert total(state, 0) == 3 + 5
    assert total(do(state, act.CountPoints(S0, 0, 8), act.CountIcons(S0, 1, 0)), 0) == 8


def test_the_icon_table_is_never_invented() -> None:
    state = sheet()
    assert why(state, act.CountIcons(S0, 0, 3)) == "icons_unknown"
    assert why(sheet(box=(("icon_points", (1, 3)),)), act.CountIcons(S0, 0, 3)) == "icons_unknown"
    assert act.CountIcons not in {c.action for c in GAME.corrections(state)}


def test_the_published_game_knows_no_tie_break_and_shares_the_win() -> None:
    state = with_park(replace(sheet(), phase="over", ending=True), S0, coins=50)
    assert GAME.standing(state).winners == (S0, S1)


def test_the_city_turns_harmful_after_the_fourth_round() -> None:
    assert [GAME.standing(replace(sheet(), round=n)).prompt.key for n in (4, 5)] == [
        "prompt.city_good",
        "prompt.city_harmful",
    ]


def test_the_button_says_that_a_park_action_or_a_step_is_done() -> None:
    state = sheet(first=1)
    assert GAME.interpret(state, ButtonPressed(S1)) == act.NextStep(S1)
    assert GAME.interpret(state, ButtonPressed(S0)) is None
    state = do(state, act.NextStep(S1))
    assert GAME.interpret(state, ButtonPressed(S1)) == act.ParkAction(S1)


def test_a_finished_sheet_is_closed_until_it_is_corrected_by_undo() -> None:
    state = sheet()
    while state.phase != "sheet":
        state = do(state, act.ParkAction(state.turn) if state.phase == "park" else act.NextStep(S0))
    state = do(state, act.SheetDone(S0))
    assert why(state, act.CountStaff(S0, 3)) == "sheet_done"


# ------------------------------------------------------------------------------------------ commonly wrong


def guides(state: State) -> set[str]:
    return {line.key for line in GAME.guide(state)}


def test_commonly_wrong_building_straight_from_the_market_is_reminded_of() -> None:
    assert "guide.build_from_market" in guides(do(sheet(), act.NextStep(S0)))


def test_commonly_wrong_the_long_set_up_is_told_step_by_step_and_types_one_card_a_seat() -> None:
    """Everything that hands do is said; a seat types its player card, and with the last one the first turn begins."""
    state = seated(3)
    assert guides(state) == {"guide.set_up_decks", "guide.set_up_hands"}
    for seat in state.seats:
        assert {choice.action for choice in GAME.choices(state)} == {act.TakeCard}
        state = do(state, act.TakeCard(seat, 0, 0, 0))
    assert state.phase == "build"
    assert guides(sheet()) == {"guide.set_up_published", "guide.set_up_city"}
    assert not guides(replace(sheet(), round=2))  # the published game types nothing before its first step


def test_commonly_wrong_the_supply_is_refilled_at_once() -> None:
    state = do(started(), act.BuyAttraction(S0, 1))
    assert state.supply == 4
    assert "guide.refill_market" in guides(state)


def test_commonly_wrong_attacks_can_be_left_out_of_the_game() -> None:
    state = do(standing_there(started(attacks=False), 1, 0, 5), act.PlayEvent(S0))
    assert why(state, act.Damage(S0, S1, 0)) == "no_attacks"
    assert not {act.Damage, act.Destroy} & kinds(state)


def test_commonly_wrong_paying_once_or_twice_is_said_while_building() -> None:
    assert "guide.pay_twice" in guides(started())
    assert "guide.pay_once" in guides(started(market_take="free"))


def test_commonly_wrong_the_round_is_finished_after_the_trigger() -> None:
    state = started()
    for area in range(3):
        state = do(state, act.Build(S0, area, 1, 1))
    assert "guide.finish_round" in guides(state)


def test_commonly_wrong_the_rounds_income_is_reminded_of_before_it_is_due() -> None:
    state = started(2, {0: (0, 2, 0)})
    assert "guide.income" not in guides(state)
    assert "guide.income" in guides(do(state, act.EndTurn(S0)))


# ------------------------------------------------------------------------------------------ the table is right


def test_corrections_set_facts_and_points_follow() -> None:
    state = do(started(), act.SetCoins(S1, 3), act.SetHand(S1, 5), act.SetAttraction(S1, 0, 6, 1), act.SetScore(S0, 9))
    assert (state.park(S1).coins, state.park(S1).hand, total(state, 1), total(state, 0)) == (3, 5, 6, 9)
    state = do(state, act.ClearArea(S1, 0), act.SetTurn(S0, S1))
    assert (total(state, 1), state.turn) == (0, S1)


def test_an_attraction_that_never_stood_there_triggers_no_end() -> None:
    state = started()
    for area in range(3):
        state = do(state, act.Build(S0, area, 1, 1))
    state = do(state, act.ClearArea(S0, 2))
    assert not state.ending
    assert GAME.invariants(state) == ()


@pytest.mark.parametrize(
    "move", [act.SetCoins(S0, -1), act.SetHand(S0, -1), act.SetAttraction(S0, 9, 1, 1), act.ClearArea(S0, 0)]
)
def test_a_correction_to_no_state_at_all_is_refused(move: object) -> None:
    refusal = GAME.check(started(), move)
    assert refusal is not None
    assert not refusal.overrulable


@pytest.mark.parametrize(
    "box",
    [(("icon_points", ("x",)),), (("loan", (1,)),), (("attraction_cards", 3),), (("icon_points", ()), ("loan", 4))],
)
def test_a_box_that_makes_no_sense_starts_no_match(box: tuple[tuple[str, Any], ...]) -> None:
    with pytest.raises(BadSetup):
        seated(box=box)


def test_income_and_score_are_read_and_never_stored() -> None:
    state = standing_there(started(), 0, 0, 5, 2, income=3)
    assert scoring.income(state.park(S0), state.rules) == 3
    assert total(standing_there(state, 0, 0, 4), 0) == 4


def test_commonly_wrong_a_second_upgrade_on_one_attraction_is_refused_and_reminded_of() -> None:
    state = replace(standing_there(started(), 0, 0, 5, 2), phase="upgrade")
    assert why(state, act.Attach(S0, 0, 1)) == "upgraded"
    assert "guide.one_upgrade" in {line.key for line in GAME.guide(state)}
