"""What went wrong at real tables and in well-known programs of this family: each case is held off by tests of ours.

The cases stand in the notebook's ``faults.md``; :data:`HELD` names the tests for each, by the beginning of its source.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[3]
NOTEBOOK = TESTS.parents[1] / "shared" / "faults.md"
HEADINGS = (
    "Catan-family", "Longest Road / route", "Bank, production, discard, harbours",
    "Robber, development cards, winning", "Undo, turn order, corrections, versions",
)  # fmt: skip

HELD: dict[str, tuple[str, ...]] = {
    # Catan-family
    "khlebobul/board_buddy#65": (
        "test_a_switch_alone_keeps_its_promise_on_every_board",
        "test_all_switches_hold_together_and_the_box_stays_whole",
        "test_a_board_as_it_should_be_is_met_with_silence",
    ),
    "thyer/CS340winter2016#356": (
        "test_discards_go_back_to_the_bank_and_are_due_once",
        "test_t4_hands_of_7_8_9_and_15_return_0_4_4_and_7_on_a_seven",
        "test_a_second_reckoning_agrees_after_every_action",
    ),
    "bcollazo/catanatron PR#358": ("test_the_crisis_blocks_its_hex_and_not_the_whole_junior",),
    "vasl#197": (
        "test_every_throw_counts_the_second_of_a_seven_too_and_each_seat_has_its_own",
        "test_the_throws_of_the_seats_are_those_of_the_table",
        "test_the_band_holds_what_fair_dice_do_nineteen_times_in_twenty",
    ),
    "swlegion/tts#6": (
        "test_chi_square_agrees_with_the_printed_tables",
        "test_a_small_sample_is_warned_of_and_says_nothing_of_the_dice",
        "test_loaded_dice_are_told_from_fair_ones_when_there_are_enough_throws",
    ),
    "redlib r/colonist": (
        "test_points_stand_at_the_start_after_each_turn_and_at_the_end",
        "test_what_came_less_what_went_is_what_each_hand_holds_at_the_end",
        "test_who_was_starved_by_the_crisis_is_counted_by_cards",
    ),
    # Longest Road / route
    "bcollazo/catanatron#378": ("test_a_connection_that_ends_at_an_opponents_building_counts_whole",),
    "bcollazo/catanatron#384": (
        "test_the_chain_is_as_long_as_trying_every_way_finds_it",
        "test_t1_the_card_goes_to_the_single_longest_of_five_or_more",
        "test_t1_the_card_is_set_aside_when_two_others_are_equal",
    ),
    "thyer/CS340winter2016#579": (
        "test_an_opponents_junior_is_enough_to_take_the_card_away",
        "test_the_card_is_reckoned_anew_after_each_correction_too",
        "test_a_longest_connection_comes_back_with_an_undo",
    ),
    "jdmonin/JSettlers2#95": ("test_an_own_junior_that_joins_two_ways_lengthens_them",),
    "SaitoTech/saito-lite-rust#447": ("test_nobody_builds_through_an_opponents_junior",),
    "SaitoTech/saito-lite-rust#688": ("test_t1_an_opponents_junior_on_the_way_leaves_three_and_takes_the_card",),
    "thyer/CS340winter2016#69": (
        "test_the_holder_follows_from_the_last_holder_and_the_lengths_alone",
        "test_the_card_stays_where_it_is_when_nobody_builds",
    ),
    # Bank, production, discard, harbours
    "thyer/CS340winter2016#585": ("test_what_is_paid_for_pieces_and_cards_goes_back_to_the_bank",),
    "thyer/CS340winter2016#587": ("test_discards_go_back_to_the_bank_and_are_due_once",),
    "thyer/CS340winter2016#230": ("test_a_bank_trade_needs_the_card_in_the_bank",),
    "jdmonin/JSettlers2#85": (
        "test_t3_one_hotel_in_the_bank_and_two_claims_of_one_pay_nobody",
        "test_t3_one_hotel_in_the_bank_and_a_single_claim_of_two",
        "test_a_short_kind_leaves_the_other_kinds_alone",
    ),
    "TheAbysmalKraken/NatakAPI#44": ("test_a_discard_is_never_more_than_is_due_and_never_asked_of_seven_cards",),
    "thyer/CS340winter2016#293": ("test_a_discard_is_never_more_than_is_due_and_never_asked_of_seven_cards",),
    "thyer/CS340winter2016#584": ("test_the_rate_follows_from_the_pieces_that_stand_at_harbours_now",),
    "thyer/CS340winter2016#486": ("test_like_for_like_is_no_trade",),
    # Robber, development cards, winning
    "thyer/CS340winter2016#216": (
        "test_stealing_from_empty_hands_is_skipped",
        "test_victims_are_other_seats_at_the_hex_with_a_card",
    ),
    "thyer/CS340winter2016#372": ("test_the_robber_may_go_to_any_other_hex_where_nobody_stands_too",),
    "thyer/CS340winter2016#471": ("test_a_bought_card_does_not_count_until_it_is_played",),
    "thyer/CS340winter2016#492": ("test_the_top_consultant_has_three_and_a_rival_needs_strictly_more",),
    "bcollazo/catanatron#149": (
        "test_a_card_is_not_played_in_the_turn_it_was_bought",
        "test_one_card_a_turn_before_or_after_the_dice",
        "test_point_cards_are_exempt_from_one_a_turn_and_from_waiting",
    ),
    "jdmonin/JSettlers2#91": ("test_a_refused_card_changes_nothing", "test_illegal_action_is_refused_and_not_stored"),
    "jdmonin/JSettlers2#86": ("test_the_two_points_of_a_special_card_are_there_once",),
    "jdmonin/JSettlers2#71": (
        "test_a_card_played_before_the_dice_leads_back_to_the_dice",
        "test_the_standing_and_the_end_count_the_same_points",
    ),
    # Undo, turn order, corrections, versions
    "boardgameio/boardgame.io#345": ("test_undo_is_global_and_last_first_and_asks_whose_action_it_is",),
    "boardgameio/boardgame.io#565": (
        "test_an_undo_in_the_middle_of_a_seven_gives_back_what_was_pending",
        "test_an_undo_of_the_second_throw_waits_for_it_again",
    ),
    "magefree/mage#2046": (
        "test_an_undo_that_crosses_a_turn_gives_the_turn_back",
        "test_every_prefix_of_a_match_is_reached_again_by_undo",
    ),
    "andy2great/commander-life#44": ("test_what_was_taken_back_is_in_no_number_of_the_match",),
    "boardgamers/powergrid#4": ("test_who_left_and_who_took_the_seat_are_both_in_the_record",),
    "tobymao/18xx#6237": (
        "test_old_matches_replay_to_the_same_end",
        "test_there_is_an_old_match_of_each_preset",
        "test_a_history_that_grew_step_by_step_equals_one_folded_at_once",
    ),
}


def cases() -> list[str]:
    """The sources of all cases under our headings."""
    if not NOTEBOOK.exists():
        pytest.skip("the notebook is not beside this checkout")
    found, heading = [], ""
    for line in NOTEBOOK.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
        elif heading in HEADINGS and line.startswith("| ") and not line.startswith("| reported in"):
            found.append(line.split("|")[1].strip())
    return found


def test_every_case_of_the_notebook_is_held_by_a_test() -> None:
    sources = cases()
    assert len(sources) >= 35
    for source in sources:
        assert any(re.match(re.escape(begin) + r"\b", source.replace(" , ", ", ")) for begin in HELD), source


def test_every_test_that_is_named_is_there() -> None:
    there = set()
    for path in TESTS.rglob("test_*.py"):
        there.update(re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for names in HELD.values() for name in names}
    assert named <= there, named - there
