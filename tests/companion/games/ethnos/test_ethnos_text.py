"""The text: what people get wrong, the rulings of section 6 and their options."""

from __future__ import annotations

import pytest

from companion.game import BadSetup, ButtonPressed, Seat, Setup
from companion.games.ethnos.actions import (
    Adjust,
    CardsLeft,
    ChooseTribes,
    CloseRound,
    DeckEmpty,
    EndTurn,
    ExtendBand,
    FormBand,
    Lay,
    PlaceRegion,
    RegionsDone,
    SetDepth,
    SwapCard,
    TakeCard,
    UsePower,
)
from companion.games.ethnos.state import EthnosState
from tests.companion.games.ethnos.tables import GAME, TEXT_TRIBES, A, B, C, as_text, do, offered, text, total, why


def three_bands(state: EthnosState, *tribes: str, others: tuple[Seat, ...] = (B,)) -> EthnosState:
    """A forms three bands, the others take a card in between; the round is over after it."""
    for tribe in tribes[:-1]:
        state = do(state, FormBand(A, tribe, 3), TakeCard(A), *(TakeCard(seat) for seat in others))
    return do(state, FormBand(A, tribes[-1], 3))


# -------------------------------------------------------------------------------- what people get wrong


def test_commonly_wrong_minus_one_for_each_card_in_hand_can_not_be_forgotten() -> None:
    state = three_bands(text(2), "dwarves", "elves", "wizards")
    assert why(state, CloseRound(B)) == "count_first"
    state = do(state, CardsLeft(A, 0), CardsLeft(B, 5))
    assert [part.points for part in GAME.standing(state).scores[1].parts] == [-5]
    assert "guide.minus_one_per_card" in [line.key for line in GAME.guide(state)]


def test_commonly_wrong_a_power_works_once_and_only_when_a_band_is_formed() -> None:
    state = do(text(2), FormBand(A, "elves", 3), UsePower(A, "exchange"))
    assert why(state, UsePower(A, "exchange")) == "power_once"
    state = do(state, TakeCard(A), TakeCard(B), ExtendBand(A, "elves", 1))
    assert why(state, UsePower(A, "exchange")) == "power_only_on_forming"
    assert "guide.no_power_on_extend" in [line.key for line in GAME.guide(state)]


def test_commonly_wrong_ties_pay_nobody_and_the_table_is_told() -> None:
    state = text(2, regions=((9, "elves"), (7, "wizards")))
    state = do(state, FormBand(A, "elves", 3), TakeCard(A), FormBand(B, "elves", 3), TakeCard(B))
    state = do(state, FormBand(A, "dwarves", 3), TakeCard(A), TakeCard(B), FormBand(A, "merfolk", 3))
    state = do(state, CardsLeft(A, 0), CardsLeft(B, 0))
    assert (total(state, A), total(state, B)) == (9, 3)
    after = GAME.apply(state, CloseRound(B))
    told = [line.key for line in GAME.describe(state, CloseRound(B), after)]
    assert told.count("log.region_to_nobody") == 2


def test_commonly_wrong_band_cards_of_earlier_rounds_are_not_lost() -> None:
    state = three_bands(text(2), "dwarves", "elves", "wizards")
    state = do(state, CardsLeft(A, 0), CardsLeft(B, 0), CloseRound(B))
    assert as_text(state).past[0].bands[A][0].size == 3
    assert as_text(state).bands == ((), ())


def test_a_round_is_scored_once_however_often_somebody_tries() -> None:
    state = three_bands(text(2), "dwarves", "elves", "wizards")
    state = do(state, CardsLeft(A, 1), CardsLeft(B, 2))
    assert why(state, CardsLeft(A, 1)) == "already_counted"
    closed = do(state, CloseRound(B))
    assert [total(closed, s) for s in (A, B)] == [total(state, s) for s in (A, B)]
    assert why(closed, CloseRound(A)) == "not_now"


# -------------------------------------------------------------------------------- turns


def test_a_plain_turn_is_one_tap_and_a_press_of_the_own_button() -> None:
    state = text(2)
    assert GAME.interpret(state, ButtonPressed(A)) == TakeCard(A)
    assert GAME.interpret(state, ButtonPressed(B)) is None
    assert GAME.standing(do(state, TakeCard(A))).active == (B,)


def test_one_band_a_turn_and_extending_only_in_later_turns() -> None:
    state = do(text(2), FormBand(A, "elves", 3))
    assert why(state, FormBand(A, "wizards", 3)) == "one_band_a_turn"
    assert why(state, ExtendBand(A, "elves", 1)) == "extend_later"


def test_a_band_is_never_extended_above_five() -> None:
    state = do(text(2), FormBand(A, "elves", 4), TakeCard(A), TakeCard(B))
    assert why(state, ExtendBand(A, "elves", 2)) == "band_full"
    state = do(state, ExtendBand(A, "elves", 1))
    assert total(state, A) == 10


def test_of_two_bands_of_a_tribe_the_named_one_is_extended() -> None:
    state = do(text(2), FormBand(A, "elves", 3), TakeCard(A), TakeCard(B), FormBand(A, "elves", 4))
    state = do(state, TakeCard(A), TakeCard(B))
    assert [band.size for band in as_text(do(state, ExtendBand(A, "elves", 1))).bands[A]] == [3, 5]
    assert [band.size for band in as_text(do(state, ExtendBand(A, "elves", 1, 3))).bands[A]] == [4, 4]


def test_step_two_is_obligatory_while_a_card_lies_there() -> None:
    assert why(text(2), EndTurn(A)) == "take_or_swap"
    assert "EndTurn" not in offered(text(2), A)


def test_a_swap_with_a_full_hand_keeps_its_size() -> None:
    state = do(text(2, turn="from_hand"), SwapCard(A))
    assert as_text(state).hands[A] == 5


def test_more_than_five_cards_never_stay_in_hand() -> None:
    state = do(text(2, turn="from_hand", depth="full"), TakeCard(A))
    assert as_text(state).hands[A] == 5


def test_another_seat_has_to_wait_for_its_turn() -> None:
    assert why(text(2), TakeCard(B)) == "not_your_turn"
    assert offered(text(2), B) == set()


# -------------------------------------------------------------------------------- full depth


def test_in_full_depth_a_card_is_laid_first_and_bands_come_from_the_row() -> None:
    state = text(2, depth="full")
    assert why(state, TakeCard(A)) == "lay_first"
    for _ in range(2):
        state = do(state, Lay(A, "elves"), TakeCard(A), Lay(B, "wizards"), TakeCard(B))
    state = do(state, Lay(A, "elves"))
    assert why(state, Lay(A, "elves")) == "one_card_a_turn"
    assert why(state, FormBand(A, "elves", 4)) == "not_enough_cards"
    state = do(state, FormBand(A, "elves", 3))
    assert sum(as_text(state).laid[A]) == 0
    assert as_text(state).hands[A] == 4


def test_in_full_depth_a_band_from_the_hand_needs_that_many_cards() -> None:
    state = do(text(2, depth="full", turn="from_hand"), FormBand(A, "elves", 4))
    assert as_text(state).hands[A] == 1
    state = do(state, TakeCard(A), TakeCard(B))
    assert why(state, FormBand(A, "elves", 3)) == "not_enough_cards"
    assert "FormBand" not in offered(state, A)


def test_either_way_takes_the_row_first_and_the_rest_from_the_hand() -> None:
    state = do(text(2, depth="full", turn="either"), Lay(A, "elves"), FormBand(A, "elves", 4))
    assert (as_text(state).hands[A], sum(as_text(state).laid[A])) == (1, 0)


def test_in_full_depth_nobody_is_asked_for_the_cards_left() -> None:
    state = text(2, depth="full", turn="from_hand")
    for tribe in ("elves", "dwarves"):
        state = do(state, FormBand(A, tribe, 3), TakeCard(A))
        state = do(state, TakeCard(B), TakeCard(A), TakeCard(B))
    state = do(state, FormBand(A, "wizards", 3))
    assert offered(state, A) | offered(state, B) == {"UsePower", "CloseRound"}
    assert GAME.standing(state).scores[1].parts[-1].points == -5


def test_the_depth_may_change_in_the_middle_of_a_match() -> None:
    state = do(text(2), FormBand(A, "elves", 3), TakeCard(A), SetDepth(B, "full"))
    assert "Lay" in offered(state, B)
    assert total(state, A) == 3


# -------------------------------------------------------------------------------- rulings and their options


@pytest.mark.parametrize(("display", "n"), [(9, 9), (18, 18), ("twice_players", 4)])
def test_e01_the_number_of_face_up_cards(display: object, n: int) -> None:
    assert as_text(text(2, display=display)).display == n


def test_e02_four_players_have_ten_regions_and_other_numbers_are_asked() -> None:
    for seats, expected in ((4, 10), (3, None)):
        setup = Setup(tuple(Seat(i) for i in range(seats)), A, GAME.complete((), "text"))
        state = do(GAME.start(setup), ChooseTribes(A, (0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1)))
        assert as_text(state).tribes == TEXT_TRIBES
        assert as_text(state).rules.regions == expected
        assert why(state, RegionsDone(A)) == "regions_missing"
        for _ in range(10):
            state = do(state, PlaceRegion(A, 4, "elves"))
        if expected is None:
            state = do(state, RegionsDone(A))
        assert as_text(state).phase == "turn"
        assert len(as_text(state).regions) == 10


def test_e03_typed_region_tokens_are_offered_until_they_are_used_up() -> None:
    setup = Setup((A, B), A, GAME.complete((), "text"), box=(("region_tokens", (3, 3, 8)),))
    state = do(GAME.start(setup), ChooseTribes(A, (0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1)))
    assert why(state, PlaceRegion(A, 5, "elves")) == "token_not_left"
    state = do(state, PlaceRegion(A, 8, "elves"))
    assert why(state, PlaceRegion(A, 8, "elves")) == "token_not_left"


@pytest.mark.parametrize(
    ("control", "expected"), [("region_tribe", [9 + 2, 6]), ("all_active", [9 + 7 + 2, 6]), ("markers", [9 + 2, 6])]
)
def test_e04_who_controls_a_region(control: str, expected: list[int]) -> None:
    """A has 9 cards in three bands, B one band of 4 elves; elves 7, wizards 2."""
    state = text(2, regions=((7, "elves"), (2, "wizards")), control=control)
    state = do(state, FormBand(A, "wizards", 3), TakeCard(A), FormBand(B, "elves", 4), TakeCard(B))
    state = do(state, FormBand(A, "dwarves", 3), TakeCard(A), TakeCard(B), FormBand(A, "merfolk", 3))
    state = do(state, CardsLeft(A, 0), CardsLeft(B, 0))
    won = 0 if control == "all_active" else 7
    assert [total(state, A), total(state, B)] == [expected[0], expected[1] + won]


def test_e07_a_taken_card_is_replaced_at_once_until_the_deck_can_not() -> None:
    state = text(2, box=(("cards", 9 + 10 + 2),))
    state = do(state, TakeCard(A), TakeCard(B))
    assert (as_text(state).deck, as_text(state).display, as_text(state).phase) == (0, 9, "turn")
    state = do(state, TakeCard(A))
    assert as_text(state).phase == "count"


def test_e07_without_refill_the_round_lasts_as_long_as_the_display() -> None:
    state = text(2, refill="round_start")
    for i in range(9):
        assert as_text(state).phase == "turn"
        state = do(state, TakeCard(Seat(i % 2)))
    assert as_text(state).phase == "count"


def test_an_untyped_deck_is_never_guessed_the_table_says_when_it_is_used_up() -> None:
    state = text(2, box=())
    assert as_text(state).deck is None
    assert as_text(do(state, DeckEmpty(A))).phase == "count"
    assert why(text(2), DeckEmpty(A)) == "deck_not_empty"


def test_e08_the_points_of_the_box_replace_the_published_ones() -> None:
    state = text(2, band_table="box", box=(("cards", 72), ("band_points", (2, 5, 9))))
    assert total(do(state, FormBand(A, "elves", 4)), A) == 5
    with pytest.raises(BadSetup):
        text(2, band_table="box")


def test_e09_without_extending_a_band_stays_as_it_was_formed() -> None:
    state = do(text(2, extend=False), FormBand(A, "elves", 3), TakeCard(A), TakeCard(B))
    assert why(state, ExtendBand(A, "elves", 1)) == "no_extending"
    assert not any(choice.action is ExtendBand for choice in GAME.choices(state))


def test_e10_the_starting_player_moves_one_seat_clockwise() -> None:
    state = three_bands(text(3), "dwarves", "elves", "wizards", others=(B, C))
    state = do(state, *(CardsLeft(Seat(i), 0) for i in range(3)), CloseRound(B))
    assert GAME.standing(state).active == (B,)


@pytest.mark.parametrize(("penalty", "expected"), [(-1, -3), (0, 0)])
def test_e13_the_hand_penalty_is_an_option(penalty: int, expected: int) -> None:
    state = three_bands(text(2, hand_penalty=penalty, regions=((1, "skeletons"),)), "dwarves", "elves", "wizards")
    assert total(do(state, CardsLeft(A, 0), CardsLeft(B, 3)), B) == expected


def test_e14_the_power_of_the_band_that_ends_the_round_still_resolves() -> None:
    state = do(three_bands(text(2), "dwarves", "elves", "wizards"), UsePower(A, "extra_card"))
    assert why(state, UsePower(A, "extra_card")) == "power_once"


def test_e14_the_table_may_be_finished_first() -> None:
    state = text(3, round_end="finish_table")
    state = three_bands(state, "dwarves", "elves", "wizards", others=(B, C))
    assert as_text(state).phase == "turn"
    state = do(state, TakeCard(A), TakeCard(B))
    assert as_text(state).phase == "turn"
    state = do(state, TakeCard(C))
    assert as_text(state).phase == "count"


def test_scores_may_go_below_zero_or_be_raised_to_it() -> None:
    for floor, expected in ((False, -4), (True, 0)):
        state = three_bands(text(2, floor_at_zero=floor), "dwarves", "elves", "wizards")
        state = do(state, CardsLeft(A, 0), CardsLeft(B, 4))
        assert total(state, B) == expected
        assert sum(part.points for part in GAME.standing(state).scores[1].parts) == expected


@pytest.mark.parametrize(("preset", "allowed"), [("text", range(2, 6)), ("published", range(2, 7))])
def test_e18_how_many_may_sit(preset: str, allowed: range) -> None:
    assert GAME.seats(dict(GAME.complete((), preset))) == allowed
    with pytest.raises(BadSetup):
        GAME.start(Setup(tuple(Seat(i) for i in range(allowed.stop)), A, GAME.complete((), preset)))


def test_a_full_tie_is_a_shared_win() -> None:
    state = text(2, regions=((1, "skeletons"),), box=())
    for _ in range(3):
        starter = as_text(state).seats[as_text(state).starter]
        other = B if starter == A else A
        for _ in range(2):
            for seat in (starter, other):
                state = do(state, FormBand(seat, "elves", 3), TakeCard(seat))
        state = do(state, DeckEmpty(starter))
        state = do(state, CardsLeft(A, 0), CardsLeft(B, 0), CloseRound(other))
    standing = GAME.standing(state)
    assert standing.over
    assert standing.winners == (A, B)


def test_agreed_points_are_a_part_of_their_own() -> None:
    state = do(text(2), Adjust(B, -2))
    assert GAME.standing(state).scores[1].parts[0].line.key == "score.agreed"
