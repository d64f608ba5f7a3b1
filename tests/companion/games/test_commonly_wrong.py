"""What people get wrong, entry by entry of the rules' pages, and the test vectors: each is a test of that name."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WRONG = {
    "ethnos": {
        "wrong token set at 2-3 players": "two_and_three_players_have_their_own_tribes_and_tokens",
        "troll tie-break in kingdoms": "troll_totals_break_ties_in_kingdoms",
        "troll tie-break of Merfolk": "troll_totals_break_the_tie_on_the_merfolk_track",
        "orc boards skipped at age end": "orc_boards_are_never_skipped_at_the_end_of_an_age",
        "Halfling band placing markers": "a_halfling_band_places_no_marker",
        "wizard draw with a full hand": "a_wizard_draws_as_many_as_its_band_whatever_the_hand_was",
        "third dragon as last card": "the_third_dragon_ends_the_age_at_once_even_as_the_last_card_of_the_deck",
        "leader not in its band": "the_leader_is_one_of_its_band_and_never_a_skeleton",
        "skeletons counted": "skeletons_do_not_count_for_points_but_for_the_marker",
        "-1 per hand card": "minus_one_for_each_card_in_hand_can_not_be_forgotten",
        "powering on extend": "a_power_works_once_and_only_when_a_band_is_formed",
        "ties pay nobody": "ties_pay_nobody_and_the_table_is_told",
        "losing band cards of earlier rounds": "band_cards_of_earlier_rounds_are_not_lost",
    },
    "whale_riders": {
        "sliding right after a buy": "tiles_slide_at_the_end_of_the_turn_and_not_after_a_buy",
        "returning spent tiles to the bag": "handed_in_tiles_never_return_to_the_bag",
        "the redraw filter; storms join only after filling":
            "the_redraw_filter_and_the_late_storms_are_told_before_the_first_turn",
        "buying storms": "storms_can_not_be_bought",
        "buying starting pearls before returning": "starting_pearls_are_for_riders_that_have_returned",
        "refilling the Sun port": "the_top_of_the_sun_port_is_never_refilled",
        "unused goods as points": "unused_goods_are_no_points",
        "splitting a two-crystal tile": "a_tile_of_two_crystals_stands_for_one_kind_only",
        "finishing the round after the 7th pearl": "the_round_is_not_finished_after_the_seventh_pearl",
        "drawing between the two actions": "cards_are_not_drawn_between_the_two_actions",
        "handing in pearl tiles": "handing_in_pearl_tiles_is_refused_but_may_be_overruled",
    },
    "unfair": {
        "building straight from the market": "building_straight_from_the_market_is_reminded_of",
        "the market is refilled at once": "the_supply_is_refilled_at_once",
        "long set-up": "the_long_set_up_is_told_step_by_step_and_types_one_card_a_seat",
        "attacks too harsh": "attacks_can_be_left_out_of_the_game",
        "paying once or twice": "paying_once_or_twice_is_said_while_building",
        "second upgrade on one attraction": "a_second_upgrade_on_one_attraction_is_refused_and_reminded_of",
        "ending at once": "the_round_is_finished_after_the_trigger",
        "no reminder of round income": "the_rounds_income_is_reminded_of_before_it_is_due",
    },
    "amun_re": {
        "nebulous first games": "first_games_feel_nebulous_so_every_phase_says_what_hands_do",
        "keeping no coins": "coins_for_offering_and_income_are_reminded_of_in_the_auction",
        "counting covered farms and ankhs": "covered_farms_and_ankhs_do_not_count",
        "discarding the 0": "the_zero_is_never_discarded",
        "bidding equal": "an_equal_bid_is_refused_and_reminded_of",
        "unoffered coins are income": "unoffered_coins_are_income",
        "the sum of pyramids": "the_sum_of_pyramids_is_no_honour",
        "-1 for fewest ankhs": "the_fewest_ankhs_lose_one",
        "two-player reward": "two_players_are_reminded_of_three_and_one",
    },
}  # fmt: skip
VECTORS = {"ethnos": ("v", 5), "whale_riders": ("x", 7), "unfair": ("y", 6), "amun_re": ("z", 8)}


def names_in(game: str) -> set[str]:
    """The names of the test functions of a game's rules."""
    found = set()
    for path in (HERE / game).glob("test_*.py"):
        tree = ast.parse(path.read_text())
        found |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return found


@pytest.mark.parametrize("game", WRONG)
def test_each_thing_that_is_commonly_got_wrong_is_a_test_of_that_name(game: str) -> None:
    wanted = {f"test_commonly_wrong_{name}" for name in WRONG[game].values()}
    assert wanted == {name for name in names_in(game) if name.startswith("test_commonly_wrong_")}


@pytest.mark.parametrize("game", VECTORS)
def test_each_test_vector_is_a_test_of_that_name(game: str) -> None:
    letter, n = VECTORS[game]
    for number in range(1, n + 1):
        assert any(name.startswith(f"test_{letter}{number}_") for name in names_in(game)), f"{letter.upper()}{number}"
