"""Promises of Amun-Re's rules: text first, then the rulings M-01 to M-17, then what tables commonly get wrong."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import Amounts, BadSetup, ButtonPressed, Seat, Setup
from companion.games.amun_re import actions as act
from companion.games.amun_re import coins, honour, income
from companion.games.amun_re.auction import province
from companion.games.amun_re.table import Column, Player, Province, Reach, with_player
from tests.companion.games.amun_re.tables import GAME, TABLE, auction, column, do, fresh, holding, offering, over, why

S0, S1, S2, S3 = map(Seat, range(4))
NOTHING = (0, 0, 0)


def won_all(state, *icons: tuple[int, int, int, int]):  # type: ignore[no-untyped-def]
    """Everybody bids a 0 on a province of its own and takes it to the first free column."""
    for lot, seat in enumerate(state.clockwise_from(state.turn)):
        state = do(state, act.Bid(seat, lot, 0))
    for seat, what in zip(state.seats, icons or ((0, 0, 0, 0),) * len(state.seats), strict=True):
        choice = next(c for c in GAME.choices(state) if c.seat == seat)
        column_ = dict(choice.given).get("column")
        if column_ is None:
            column_ = dict(choice.fields)["column"].places[0]
        state = do(state, act.TakeProvince(seat, column_, what))
    return state


# ------------------------------------------------------------------------------------------ auction


def test_the_auction_goes_clockwise_from_the_starting_player_past_active_bids() -> None:
    state = auction(4, first=2)
    assert state.turn == S2
    state = do(state, act.Bid(S2, 0, 1), act.Bid(S3, 1, 2), act.Bid(S0, 0, 3))
    assert state.turn == S1
    state = do(state, act.Bid(S1, 2, 0))
    assert state.turn == S2  # the only one without an active bid


def test_one_active_bid_a_seat() -> None:
    state = do(auction(3), act.Bid(S0, 0, 1))
    assert why(state, act.Bid(S0, 1, 2)) == "already_bidding"


def test_the_auction_ends_with_one_card_under_each_province() -> None:
    state = do(auction(3), act.Bid(S0, 0, 1), act.Bid(S1, 1, 2), act.Bid(S2, 2, 3))
    assert state.phase == "won"
    assert [state.player(s).spent for s in state.seats] == [(1,), (2,), (3,)]


def test_a_winning_zero_goes_back_to_the_hand() -> None:
    state = won_all(auction(2))
    assert state.auction == 2
    assert all(player.spent == () for player in state.players)
    assert why(state, act.Bid(S0, 0, 0)) is None


def test_a_card_is_spent_once_a_round() -> None:
    state = do(auction(2), act.Bid(S0, 0, 4), act.Bid(S1, 1, 1))
    state = do(state, act.TakeProvince(S0, 0, (0, 0, 0, 0)), act.TakeProvince(S1, 0, (0, 0, 0, 0)))
    assert why(state, act.Bid(S0, 0, 4)) == "card_spent"


def test_cards_that_everybody_saw_never_add_up_to_more_than_the_hand() -> None:
    state = do(auction(2), act.Bid(S0, 0, 8), act.Bid(S1, 1, 0))
    state = do(state, act.TakeProvince(S0, 0, (0, 0, 0, 0)), act.TakeProvince(S1, 0, (0, 0, 0, 0)))
    refusal = GAME.check(state, act.Bid(S0, 0, 7))
    assert refusal is not None
    assert refusal.code == "hand_over_limit"
    assert dict(refusal.facts) == {"n": 14, "sum": 15}
    assert why(state, act.Bid(S0, 0, 6)) is None


def test_three_auctions_make_three_columns() -> None:
    state = auction(3)
    for _ in range(3):
        state = won_all(state)
    assert state.phase == "offering"
    assert [len(player.columns) for player in state.players] == [3, 3, 3]


def test_winners_only_is_a_lighter_way_with_the_same_end() -> None:
    state = auction(3, bidding="results")
    assert why(state, act.Bid(S0, 0, 1)) == "not_now"
    state = do(state, act.Win(S1, 3), act.Win(S0, 0), act.Win(S2, 5))
    assert state.phase == "won"
    assert [state.player(s).spent for s in state.seats] == [(), (3,), (5,)]


def test_the_depth_of_following_changes_in_the_middle_of_an_auction() -> None:
    state = do(auction(3), act.Bid(S0, 1, 2), act.SetBidding(S0, "results"))
    state = do(state, act.Win(S2, 1), act.Win(S1, 4))
    assert state.phase == "won"


def test_icons_typed_before_the_win_are_not_asked_again() -> None:
    state = do(auction(2), act.Reveal(S0, 0, (1, 2, 3, 0)), act.Bid(S0, 0, 1), act.Bid(S1, 1, 1))
    assert state.player(S0).columns[0].top == Province(1, 2, 3, 0, built=1)
    assert [choice.seat for choice in GAME.choices(state)] == [S1]


# ------------------------------------------------------------------------------------------ later rounds


def second_round(**options: object):  # type: ignore[no-untyped-def]
    state = offering(auction(2, box=TABLE, **options), s0=(column(2, 3, 1, 2), column(1), column(1)))
    state = do(state, act.Offer(S0, 0), act.Offer(S1, 0), act.Keep(S0, 14), act.Keep(S1, 3))
    return do(state, act.Build(S0, NOTHING), act.Build(S1, NOTHING))


def test_a_new_province_covers_farms_caravans_and_ankhs_but_pyramids_stay() -> None:
    state = do(second_round(), act.HandsReady(S0))
    state = do(state, act.Bid(S0, 0, 1), act.Bid(S1, 1, 0), act.TakeProvince(S0, 0, (1, 0, 2, 0)))
    player = state.player(S0)
    assert (player.columns[0].pyramids, player.farms, player.caravans, player.ankhs) == (3, 0, 2, 0)


def test_one_new_province_a_column_and_round() -> None:
    state = do(second_round(), act.HandsReady(S0), act.Bid(S0, 0, 1), act.Bid(S1, 1, 0))
    state = do(state, act.TakeProvince(S0, 2, (0, 0, 0, 0)), act.TakeProvince(S1, 0, (0, 0, 0, 0)))
    state = do(state, act.Bid(S0, 0, 2), act.Bid(S1, 1, 0))
    assert why(state, act.TakeProvince(S0, 2, (0, 0, 0, 0))) == "column_covered"
    assert why(state, act.TakeProvince(S0, 0, (0, 0, 0, 0))) is None


def test_most_ankhs_start_the_next_round_and_a_tie_goes_clockwise_from_the_present_one() -> None:
    assert second_round().starter == S0
    state = holding(
        fresh(3, first=1), s0=(column(ankhs=2), column(), column()), s2=(column(ankhs=2), column(), column())
    )
    assert honour.next_starter(state) == S2
    assert honour.next_starter(replace(state, starter=S0)) == S0


def test_all_coin_cards_come_home_at_the_end_of_a_round() -> None:
    player = second_round().player(S0)
    assert (player.spent, player.offer, player.kept, player.hand) == ((), None, None, None)


def test_an_empty_purse_still_plays_the_zero() -> None:
    state = with_player(do(second_round(), act.HandsReady(S0)), S0, limit=0)
    assert why(state, act.Bid(S0, 0, 0)) is None
    assert why(state, act.Bid(S0, 0, 1)) == "hand_over_limit"


# ------------------------------------------------------------------------------------------ rulings


def test_m01_the_temple_finds_its_column_and_the_last_one_is_open_upwards() -> None:
    state = offering(auction(2, box=TABLE))
    for offer, rates in ((0, (1, 3)), (2, (1, 3)), (3, (2, 1)), (14, (3, 0))):
        after = do(state, act.Offer(S0, offer), act.Offer(S1, 0))
        assert after.rates is not None
        assert (after.rates.farm, after.rates.caravan) == rates
    rules = replace(state.rules, offering_table=(Reach(2, 1, 1), Reach(4, 7, 7)))
    after = do(replace(state, rules=rules), act.Offer(S0, 14), act.Offer(S1, 14))
    assert after.rates is not None
    assert after.rates.farm == 7


def test_m01_without_a_table_the_rates_are_asked_once_a_round_and_never_invented() -> None:
    state = do(offering(auction(2)), act.Offer(S0, 1), act.Offer(S1, 2))
    assert (state.phase, state.rates) == ("rates", None)
    state = do(state, act.SetRates(S0, 2, 1))
    assert state.phase == "income"


def test_m02_prefilled_prices_are_marked_unverified_until_somebody_confirms_them() -> None:
    state = do(offering(auction(2, box=TABLE)), act.Offer(S0, 1), act.Offer(S1, 2))
    assert state.rules.unverified == ("pyramid_price",)
    assert any(line.key == "guide.price_unverified" for line in GAME.guide(state))
    state = do(state, act.ConfirmPrices(S1))
    assert state.rules.unverified == ()
    assert why(state, act.ConfirmPrices(S1)) == "not_now"


def test_m02_prices_typed_from_the_box_are_used_and_trusted() -> None:
    state = fresh(box=(("pyramid_price", [2, 5, 9]),))
    assert (state.rules.pyramid_price, state.rules.unverified) == ((2, 5, 9), ())


def test_m02_coins_spent_can_always_be_told_by_hand() -> None:
    state = do(offering(auction(2, box=TABLE)), act.Offer(S0, 0), act.Offer(S1, 0), act.Keep(S0, 14))
    assert why(state, act.Build(S0, (5, 0, 0))) == "too_expensive"
    assert why(state, act.BuildFor(S0, (5, 0, 0), 14)) is None
    assert why(state, act.BuildFor(S0, (5, 0, 0), 15)) == "too_expensive"
    assert why(state, act.Build(S0, (9, 0, 0))) == "price_unknown"


def test_m03_what_does_not_fit_into_the_hand_is_lost_unless_the_option_carries_it() -> None:
    for carry, left in ((False, 3), (True, 3 + 20 - 3)):
        state = second_round(carry_rest=carry)
        assert state.player(S0).limit == 14 + 3 * 1 + 1 * 3  # seat 1 used 3 of its 14: that rest never carries
        assert state.player(S1).limit == 3
        state = offering(state)
        state = do(state, act.Offer(S0, 0), act.Offer(S1, 0), act.Keep(S0, 3), act.Keep(S1, 0))
        state = do(state, act.Build(S0, NOTHING), act.Build(S1, NOTHING))
        assert state.player(S0).limit == left


def test_m04_an_exact_first_hand_is_held_and_needs_no_counting_later() -> None:
    state = fresh(2, hand_entry="secret", hand14="exact", box=TABLE)
    assert why(state, act.ChooseHand(S0, (1, 0, 0, 0, 0, 0, 0, 0, 1))) == "hand_under_limit"
    state = do(offering(auction(2, hand14="exact", box=TABLE)), act.Offer(S0, 5), act.Offer(S1, 0))
    assert [player.kept for player in state.players] == [9, 14]


def test_m05_printed_pyramids_are_tokens_or_spaces() -> None:
    for printed, pyramids, room in (("tokens", 2, income.UNLIMITED), ("spaces", 0, 2)):
        state = do(auction(2, printed_pyramids=printed), act.Bid(S0, 0, 1), act.Bid(S1, 1, 1))
        state = do(state, act.TakeProvince(S0, 0, (2, 0, 0, 0)))
        assert state.player(S0).columns[0].pyramids == pyramids
        assert income.room(state, S0) == (room,)


def test_m05_a_limit_of_spaces_holds_for_new_pyramids_only() -> None:
    state = do(offering(auction(2, space_limit=2, box=TABLE), s0=(column(4), column(), column())), act.Offer(S0, 14))
    state = do(state, act.Offer(S1, 0))
    assert income.room(state, S0) == (2, 2, 2)
    assert why(state, act.Build(S0, (3, 0, 0))) == "no_space"


def test_m05_a_reward_without_space_need_not_be_placed() -> None:
    state = do(offering(auction(2, printed_pyramids="spaces", box=TABLE)), act.Offer(S0, 1), act.Offer(S1, 0))
    assert (income.reward(state, S0), income.owed(state, S0)) == (3, 0)
    state = do(state, act.Keep(S0, 0))
    assert why(state, act.Build(S0, NOTHING)) is None


def test_m06_the_ankh_token_moves_after_each_auction_where_the_option_says_so() -> None:
    icons = ((0, 0, 0, 0), (0, 0, 0, 1))
    assert won_all(auction(2), *icons).turn == S0
    assert won_all(auction(2, start_player="per_auction"), *icons).turn == S1


def test_m07_equal_offers_share_the_better_reward_where_the_option_says_so() -> None:
    offers = {S0: 5, S1: 5, S2: 2, S3: 0}
    assert coins.rewards(offers, (S1, S2, S3, S0), "seat_order") == {S0: 2, S1: 3, S2: 1, S3: 0}
    assert coins.rewards(offers, (S1, S2, S3, S0), "share") == {S0: 3, S1: 3, S2: 1, S3: 0}


@pytest.mark.parametrize(
    ("tie", "given"),
    [("all", (1, 1, -1, -1)), ("none", (0, 0, 0, 0)), ("seat", (0, 1, -1, 0))],
)
def test_m08_ties_of_ankhs_follow_their_option(tie: str, given: tuple[int, ...]) -> None:
    assert honour.ankh_honour((3, 3, 1, 1), 1, tie) == given


def test_m08_equal_ankhs_for_everybody_are_worth_nothing() -> None:
    assert honour.ankh_honour((2, 2, 2), 0, "all") == (0, 0, 0)


def test_m09_honour_may_fall_below_zero_only_by_option() -> None:
    rows = {n: Player(columns=(column(ankhs=ankhs), column(), column())) for n, ankhs in enumerate((1, 0))}
    assert honour.score(over(fresh(2), rows, 0), S1).total == 0
    assert honour.score(over(fresh(2, negative=True), rows, 0), S1).total == -1


def test_m11_printed_and_rewarded_pyramids_count_in_the_tie_break() -> None:
    few, many = Player(columns=(column(1), column(1), column(1))), Player(columns=(column(1), column(1), column(2)))
    assert GAME.standing(over(fresh(2), {0: few, 1: many}, 0)).winners == (S1,)


def test_m15_the_box_running_out_of_pyramids_is_a_reminder_and_no_refusal() -> None:
    state = holding(auction(2), s0=(column(77), column(), column()))
    assert any(line.key == "guide.pyramids_run_out" for line in GAME.guide(state))


# ------------------------------------------------------------------------------------------ secrets


def test_a_sealed_offering_is_nobodys_business_until_the_last_one() -> None:
    state = do(offering(auction(3, box=TABLE)), act.Offer(S1, 5))
    for viewer in (None, S0, S2):
        seen = GAME.view(state, viewer)
        assert seen.player(S1).offer is None
        assert seen.player(S1).sealed
    assert GAME.view(state, S1).player(S1).offer == 5
    assert GAME.secret(offering(auction(3)), act.Offer(S1, 5), state)
    assert all("5" not in str(line) for line in GAME.describe(state, act.Offer(S1, 5), state))
    done = do(state, act.Offer(S0, 1), act.Offer(S2, 0))
    assert GAME.view(done, None).player(S1).offer == 5
    assert not GAME.secret(offering(auction(3)), act.Offer(S1, 5), done)


def test_every_offering_is_a_secret_choice_of_one_number() -> None:
    choices = GAME.choices(offering(auction(3)))
    assert [(choice.seat, choice.secret, len(choice.fields)) for choice in choices] == [(s, True, 1) for s in (0, 1, 2)]


def test_hands_are_never_asked_for_unless_the_table_wants_it() -> None:
    assert [choice.action for choice in GAME.choices(fresh())] == [act.HandsReady]


def test_a_told_hand_stays_with_its_owner_even_in_refusals_and_waivers() -> None:
    state = do(fresh(2, hand_entry="secret"), act.ChooseHand(S0, (1, 1, 1, 0, 0, 0, 0, 0, 0)))
    state = do(state, act.ChooseHand(S1, (1, 0, 0, 0, 0, 0, 0, 0, 1)))
    assert GAME.view(state, S1).player(S0).hand is None
    assert GAME.view(state, None).player(S0).hand is None
    refusal = GAME.check(state, act.Bid(S0, 0, 5))
    assert refusal is not None
    assert (refusal.code, refusal.private) == ("card_not_in_hand", S0)
    forced = GAME.apply(state, act.Bid(S0, 0, 5))
    assert [line.key for line in forced.waived] == ["waived.private"]


def test_a_told_hand_answers_what_was_kept() -> None:
    state = with_player(offering(auction(2, box=TABLE)), S0, hand=(0, 1, 2, 5), spent=(1,))
    assert why(state, act.Offer(S0, 3)) == "no_cards_make"
    state = do(state, act.Offer(S0, 2), act.Offer(S1, 14))
    assert [player.kept for player in state.players] == [5, 0]


# ------------------------------------------------------------------------------------------ commonly wrong


def test_commonly_wrong_coins_for_offering_and_income_are_reminded_of_in_the_auction() -> None:
    assert {line.key for line in GAME.guide(auction())} == {"guide.keep_coins", "guide.strictly_higher"}


def test_commonly_wrong_unoffered_coins_are_income() -> None:
    state = do(offering(auction(2, box=TABLE)), act.Offer(S0, 4), act.Offer(S1, 0), act.Keep(S0, 10))
    assert income.budget(state, S0) == 10


def test_commonly_wrong_the_sum_of_pyramids_is_no_honour() -> None:
    state = over(fresh(2), {0: Player(columns=(column(9), column(9), column(0)))}, 0)
    assert honour.score(state, S0).total == 0


def test_commonly_wrong_two_players_are_reminded_of_three_and_one() -> None:
    assert "guide.reward_two" in {line.key for line in GAME.guide(offering(auction(2)))}


def test_commonly_wrong_the_fewest_ankhs_lose_one() -> None:
    rows = {0: Player(columns=(column(2), column(2), column(2, ankhs=1))), 1: Player(columns=(column(2),) * 3)}
    assert [honour.score(over(fresh(2), rows, 0), seat).total for seat in (S0, S1)] == [3, 1]


# ------------------------------------------------------------------------------------------ the table is right


def test_a_phase_end_cannot_score_twice() -> None:
    state = second_round()
    assert len(state.harvests) == 1
    assert why(state, act.Build(S0, NOTHING)) == "not_now"


def test_the_plain_bid_is_two_taps_and_an_offering_one_number() -> None:
    (bid,) = [choice for choice in GAME.choices(auction()) if choice.action is act.Bid]
    assert [name for name, _ in bid.fields] == ["lot", "coins"]
    assert all(len(choice.fields) == 1 for choice in GAME.choices(offering(auction())))


def test_the_seat_button_starts_the_round_and_builds_nothing_where_nothing_waits() -> None:
    assert GAME.interpret(fresh(first=1), ButtonPressed(S1)) == act.HandsReady(S1)
    assert GAME.interpret(fresh(first=1), ButtonPressed(S0)) is None
    state = do(offering(auction(2, box=TABLE)), act.Offer(S0, 2), act.Offer(S1, 0), act.Keep(S0, 0), act.Keep(S1, 0))
    assert GAME.interpret(state, ButtonPressed(S0)) is None  # three pyramids wait to be placed
    assert GAME.interpret(state, ButtonPressed(S1)) == act.Build(S1, NOTHING)


def test_corrections_set_facts_and_points_follow() -> None:
    state = second_round()
    state = do(state, act.SetPyramids(S0, 0, 5), act.SetIcons(S0, 1, (3, 1, 1, 1)), act.SetHonour(S1, 4))
    assert [c.pyramids for c in state.player(S0).columns] == [5, 3, 1]
    assert GAME.standing(state).total(S1) == 4
    state = do(state, act.SetPyramids(S0, 0, 0), act.SetStarter(S0, S1), act.SetLimit(S0, 20))
    assert state.player(S0).columns[0].pyramids == 0
    assert (state.turn, state.player(S0).limit) == (S1, 20)


@pytest.mark.parametrize(
    "move",
    [act.SetPyramids(S0, 0, -1), act.SetPyramids(S0, 7, 1), act.SetLimit(S0, -1), act.SetStarter(S0, Seat(9))],
)
def test_a_correction_to_no_state_at_all_is_refused(move: object) -> None:
    refusal = GAME.check(second_round(), move)
    assert refusal is not None
    assert not refusal.overrulable


def test_an_overruled_bid_is_done_and_stands_in_the_waived_rules() -> None:
    state = do(auction(3), act.Bid(S0, 0, 4))
    state = GAME.apply(state, act.Bid(S1, 0, 4))
    assert [line.key for line in state.waived] == ["refusal.bid_must_exceed"]
    assert state.bid_of(S0) is None
    assert state.bid_of(S1) == 0


@pytest.mark.parametrize(
    "box",
    [
        (("offering_table", ((5, 1, 1), (5, 2, 2))),),
        (("offering_table", ((5, 1),)),),
        (("pyramid_price", (3, 2)),),
        (("pyramid_price", ("a",)),),
    ],
)
def test_a_box_that_makes_no_sense_starts_no_match(box: tuple[tuple[str, object], ...]) -> None:
    with pytest.raises(BadSetup):
        fresh(box=box)


@pytest.mark.parametrize("seats", [(), (Seat(0),), tuple(Seat(i) for i in range(6))])
def test_only_two_to_five_sit_down(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(BadSetup):
        GAME.start(Setup(seats, Seat(0), GAME.complete()))


def test_a_gap_between_seats_changes_nothing() -> None:
    seats = (Seat(0), Seat(2), Seat(5))
    state = GAME.start(Setup(seats, Seat(5), GAME.complete()))
    state = do(state, act.HandsReady(Seat(5)), act.Bid(Seat(5), 0, 1))
    assert state.turn == Seat(0)


def test_rewards_and_purchases_are_asked_for_in_one_field() -> None:
    state = do(offering(auction(2, box=TABLE)), act.Offer(S0, 4), act.Offer(S1, 0), act.Keep(S0, 10))
    build = next(choice for choice in GAME.choices(state) if choice.action is act.Build)
    field = dict(build.fields)["pyramids"]
    assert isinstance(field, Amounts)
    assert (field.low, field.high) == (3, 3 + 4)


def test_commonly_wrong_first_games_feel_nebulous_so_every_phase_says_what_hands_do() -> None:
    phases = ("hand", "auction", "won", "offering", "rates", "income", "over")
    said = {GAME.standing(replace(auction(3), phase=phase)).prompt.key for phase in phases[:-1]}
    assert len(said) == len(phases) - 1
    for phase in ("hand", "auction", "won", "offering", "income"):
        assert GAME.guide(replace(auction(3), phase=phase))


def test_commonly_wrong_covered_farms_and_ankhs_do_not_count() -> None:
    two = Column((province((1, 5, 1, 3), "tokens"), province((0, 1, 0, 0), "tokens")))
    player = Player(columns=(two, column(), column()))
    assert (player.farms, player.caravans, player.ankhs, player.pyramids) == (1, 0, 0, 1)
    assert "guide.visible_only" in {line.key for line in GAME.guide(replace(auction(3), phase="income"))}


def test_commonly_wrong_the_zero_is_never_discarded() -> None:
    state = do(auction(2), act.Bid(S0, 0, 0), act.Bid(S1, 1, 3))
    assert (state.player(S0).spent, state.player(S1).spent) == ((), (3,))
    assert "guide.zero_returns" in {line.key for line in GAME.guide(state)}


def test_commonly_wrong_an_equal_bid_is_refused_and_reminded_of() -> None:
    state = do(auction(3), act.Bid(S0, 0, 4))
    assert why(state, act.Bid(S1, 0, 4)) == "bid_must_exceed"
    assert "guide.strictly_higher" in {line.key for line in GAME.guide(state)}
