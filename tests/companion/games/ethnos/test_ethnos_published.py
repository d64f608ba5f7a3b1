"""The published game: kingdoms, dragons, each tribe's power, and the faults that an implementation once had."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import ButtonPressed, Seat, Setup
from companion.games.ethnos import published_scoring
from companion.games.ethnos.actions import (
    CashOrcs,
    ChooseTribes,
    Dragon,
    EndTurn,
    FormBand,
    FreeMarker,
    Keep,
    PlaceGlory,
    PlayBand,
    Recruit,
    SetHand,
    SetMarkers,
)
from companion.games.ethnos.state import EthnosState
from companion.games.ethnos.tribes import GLORY, GLORY_SMALL, KINGDOMS
from tests.companion.games.ethnos.tables import (
    GAME,
    KINGDOM_TOKENS,
    A,
    B,
    C,
    D,
    as_published,
    do,
    offered,
    published,
    total,
    why,
)


def rich(state: EthnosState, n: int = 10) -> EthnosState:
    """Everybody holds ``n`` cards."""
    for seat in as_published(state).seats:
        state = do(state, SetHand(seat, n))
    return state


def play(state: EthnosState, seat: Seat, leader: str, size: int, kingdom: str = "blue", **more: int) -> EthnosState:
    """``seat`` plays a band, whoever's turn it was."""
    table = as_published(state)
    state = EthnosState(replace(table, active=table.seats.index(seat)))
    return do(rich(state), PlayBand(seat, kingdom, leader, size, **more))


def end_age(state: EthnosState, drawer: Seat = A) -> EthnosState:
    left = 3 - as_published(state).dragons
    return do(state, *(Dragon(drawer) for _ in range(left)))


def markers(state: EthnosState, **rows: tuple[int, ...]) -> EthnosState:
    """Markers set right: ``blue=(2, 1, 0)`` for seats 0, 1, 2."""
    for kingdom, counts in rows.items():
        for seat, n in enumerate(counts):
            state = do(state, SetMarkers(Seat(seat), kingdom, n))
    return state


# -------------------------------------------------------------------------------- set-up


@pytest.mark.parametrize(("seats", "tribes", "tokens"), [(2, 5, 12), (3, 5, 12), (4, 6, 18), (6, 6, 18)])
def test_commonly_wrong_two_and_three_players_have_their_own_tribes_and_tokens(
    seats: int, tribes: int, tokens: int
) -> None:
    setup = Setup(tuple(Seat(i) for i in range(seats)), A, GAME.complete((), "published"))
    state = GAME.start(setup)
    wrong = ChooseTribes(A, (1,) * (11 - tribes) + (0,) * (1 + tribes))
    assert why(state, wrong) == "choose_tribes"
    state = do(state, ChooseTribes(A, (1,) * tribes + (0,) * (12 - tribes)))
    left = list(GLORY_SMALL if seats < 4 else GLORY)
    assert len(left) == tokens
    for k in range(6):
        row = left[k * (tokens // 6) : (k + 1) * (tokens // 6)]
        state = do(state, PlaceGlory(A, *row))
    assert as_published(state).phase == "turn"


def test_a_kingdoms_tokens_ascend_and_each_lies_once() -> None:
    setup = Setup((A, B, C, D), A, GAME.complete((), "published"))
    state = do(GAME.start(setup), ChooseTribes(A, (1,) * 6 + (0,) * 6))
    assert why(state, PlaceGlory(A, 8, 4, 2)) == "ascending"
    assert why(state, PlaceGlory(A, 10, 10, 10)) == "token_not_left"
    state = do(state, PlaceGlory(A, 0, 0, 10), PlaceGlory(A, 2, 2, 10))
    assert why(state, PlaceGlory(A, 0, 4, 6)) == "token_not_left"


# -------------------------------------------------------------------------------- turns


def test_recruiting_is_one_tap_or_the_own_button_and_ten_cards_force_a_band() -> None:
    state = published()
    assert GAME.interpret(state, ButtonPressed(A)) == Recruit(A)
    state = do(state, SetHand(A, 10))
    assert why(state, Recruit(A)) == "hand_full"
    assert "Recruit" not in offered(state, A)
    assert GAME.interpret(state, ButtonPressed(A)) is None


def test_a_band_needs_more_cards_than_own_markers_in_the_kingdom() -> None:
    state = play(published(), A, "dwarves", 1)
    assert as_published(state).markers[A][0] == 1
    state = play(state, A, "dwarves", 1)
    assert as_published(state).markers[A][0] == 1
    state = play(state, A, "dwarves", 2)
    assert as_published(state).markers[A][0] == 2


def test_the_rest_of_the_hand_is_discarded_after_a_band() -> None:
    state = do(rich(published()), PlayBand(A, "red", "dwarves", 3))
    assert as_published(state).hands[A] == 0
    assert GAME.standing(state).active == (B,)


def test_a_band_is_never_larger_than_the_hand() -> None:
    assert why(published(), PlayBand(A, "red", "dwarves", 2)) == "hand_has"
    refusal = GAME.check(published(), PlayBand(A, "red", "dwarves", 2))
    assert refusal is not None
    assert refusal.overrulable


def test_commonly_wrong_the_third_dragon_ends_the_age_at_once_even_as_the_last_card_of_the_deck() -> None:
    """Also where a wizard's draw turns it up after its owner's turn."""
    state = play(published(tribes=("wizards",)), A, "wizards", 3)
    assert (as_published(state).hands[A], GAME.standing(state).active) == (3, (B,))
    assert "Dragon" in offered(state, A)
    state = do(state, Dragon(A), Dragon(A))
    assert as_published(state).age == 1
    state = do(state, Dragon(A))
    assert as_published(state).age == 2
    assert as_published(state).hands == (1, 1, 1, 1)


def test_commonly_wrong_a_wizard_draws_as_many_as_its_band_whatever_the_hand_was() -> None:
    state = play(published(tribes=("wizards",)), A, "wizards", 10)
    assert as_published(state).hands[A] == 10
    (draw,) = (line for line in GAME.guide(state) if line.key == "guide.wizards_draw")
    assert draw["n"] == 10


def test_commonly_wrong_the_leader_is_one_of_its_band_and_never_a_skeleton() -> None:
    state = rich(published(tribes=("skeletons",)))
    assert why(state, PlayBand(A, "red", "skeletons", 3)) == "skeletons_never_lead"
    assert why(state, PlayBand(A, "red", "dwarves", 3, 3)) == "leader_in_band"
    assert why(state, PlayBand(A, "red", "trolls", 3)) == "no_such_tribe"


def test_an_action_of_the_text_does_not_exist_here() -> None:
    assert why(published(), FormBand(A, "elves", 3)) == "not_in_these_rules"


# -------------------------------------------------------------------------------- powers


def test_centaurs_that_place_a_marker_may_play_another_band_at_once() -> None:
    state = do(rich(published(tribes=("centaurs",))), PlayBand(A, "red", "centaurs", 2))
    assert as_published(state).hands[A] == 8
    assert offered(state, A) == {"PlayBand", "EndTurn"}
    state = do(state, PlayBand(A, "blue", "dwarves", 4))
    assert (as_published(state).hands[A], GAME.standing(state).active) == (0, (B,))


def test_centaurs_without_a_marker_play_no_other_band() -> None:
    state = markers(published(tribes=("centaurs",)), red=(3, 0, 0, 0))
    state = play(state, A, "centaurs", 2, "red")
    assert GAME.standing(state).active == (B,)
    passed = do(play(published(tribes=("centaurs",)), A, "centaurs", 2), EndTurn(A))
    assert as_published(passed).hands[A] == 0


def test_dwarves_count_for_one_more_card() -> None:
    assert total(end_age(play(published(), A, "dwarves", 4)), A) == 10 + KINGDOM_TOKENS[0][0]


def test_elves_keep_up_to_as_many_cards_as_their_band() -> None:
    state = do(rich(published()), PlayBand(A, "red", "elves", 3))
    assert why(state, Keep(A, 4)) == "keep_at_most"
    assert GAME.interpret(state, ButtonPressed(A)) == Keep(A, 3)
    assert as_published(do(state, Keep(A, 2))).hands[A] == 2


def test_elves_with_few_cards_left_keep_them_without_a_question() -> None:
    state = do(rich(published(), 5), PlayBand(A, "red", "elves", 3))
    assert (as_published(state).hands[A], GAME.standing(state).active) == (2, (B,))


def test_giants_take_the_token_only_with_a_bigger_band_and_hold_it_for_the_age() -> None:
    state = play(published(tribes=("giants",)), A, "giants", 3)
    assert total(state, A) == 2
    state = play(state, B, "giants", 3)
    assert as_published(state).giant == (A, 3)
    state = play(state, B, "giants", 4, "red")
    assert (total(state, A), total(state, B)) == (2, 2)
    scored = end_age(state)
    assert "score.giant" in [part.line.key for part in GAME.standing(scored).scores[B].parts]
    assert as_published(scored).giant is None


@pytest.mark.parametrize(("seats", "points"), [(4, (2, 4, 6)), (2, (2, 5))])
def test_the_giant_token_is_worth_more_in_later_ages(seats: int, points: tuple[int, ...]) -> None:
    state = published(seats, tribes=("giants",))
    for worth in points:
        before = total(state, A)
        state = end_age(markers(play(state, A, "giants", 1), blue=(0,) * seats))
        assert total(state, A) - before == 2 + worth


def test_commonly_wrong_a_halfling_band_places_no_marker() -> None:
    state = play(published(tribes=("halflings",)), A, "halflings", 5)
    assert sum(as_published(state).markers[A]) == 0


def test_merfolk_give_free_markers_at_3_7_12_and_18_steps() -> None:
    state = play(published(tribes=("merfolk",)), A, "merfolk", 8)
    assert as_published(state).free == 2
    assert offered(state, A) == {"FreeMarker"}
    state = do(state, FreeMarker(A, "red"), FreeMarker(A, "red"))
    assert as_published(state).markers[A][KINGDOMS.index("red")] == 2
    assert GAME.standing(state).active == (B,)


@pytest.mark.parametrize(("seats", "points"), [(4, (1, 2, 4)), (3, (1, 3))])
def test_the_merfolk_leader_scores_at_the_end_of_each_age(seats: int, points: tuple[int, ...]) -> None:
    state = markers(play(published(seats, tribes=("merfolk",)), A, "merfolk", 2), blue=(0,) * seats)
    for age, worth in enumerate(points):
        before = total(state, A)
        state = end_age(state)
        bands = published_scoring.bands_points(as_published(state).past[age].bands[A])
        assert total(state, A) - before - bands == worth


def test_commonly_wrong_troll_totals_break_the_tie_on_the_merfolk_track() -> None:
    state = published(tribes=("merfolk", "trolls"))
    state = play(play(state, A, "merfolk", 2), B, "merfolk", 2)
    assert [
        published_scoring.merfolk_share(as_published(state), as_published(state).current, 2, w) for w in (0, 1)
    ] == [
        1,
        1,
    ]
    state = play(state, B, "trolls", 1, "red")
    assert [
        published_scoring.merfolk_share(as_published(state), as_published(state).current, 2, w) for w in (0, 1)
    ] == [
        0,
        2,
    ]


def test_minotaurs_count_for_one_more_when_a_marker_is_placed() -> None:
    state = markers(published(), red=(3, 0, 0, 0))
    assert as_published(play(state, A, "minotaurs", 3, "red")).markers[A][KINGDOMS.index("red")] == 4
    assert as_published(play(state, A, "dwarves", 3, "red")).markers[A][KINGDOMS.index("red")] == 3


@pytest.mark.parametrize(("colours", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 20)])
def test_orc_boards_are_cashed_by_their_number_of_markers(colours: int, points: int) -> None:
    state = published(tribes=("orcs",))
    for kingdom in KINGDOMS[:colours]:
        state = play(state, A, "orcs", 1, kingdom)
    state = play(state, A, "orcs", 1, "blue")
    state = markers(state, **dict.fromkeys(KINGDOMS, (0, 0, 0, 0)))
    state = end_age(state)
    before = total(state, A)
    state = do(state, CashOrcs(A, (1,) * colours + (0,) * (6 - colours)))
    assert total(state, A) - before == points


def test_commonly_wrong_orc_boards_are_never_skipped_at_the_end_of_an_age() -> None:
    state = end_age(play(published(tribes=("orcs",)), A, "orcs", 1))
    assert GAME.standing(state).active == (A,)
    assert why(state, Recruit(A)) == "not_now"
    assert why(state, CashOrcs(A, (0, 1, 0, 0, 0, 0))) == "no_such_orc_marker"
    kept = do(state, CashOrcs(A, (0,) * 6))
    assert as_published(kept).age == 2
    assert as_published(kept).orcs[A][0] == 1


def test_in_the_last_age_orc_boards_are_cashed_without_a_question() -> None:
    state = play(end_age(published(2, tribes=("orcs",))), A, "orcs", 1)
    state = end_age(state)
    assert GAME.standing(state).over
    assert as_published(state).past[-1].cashed[A] == 1


def test_commonly_wrong_skeletons_do_not_count_for_points_but_for_the_marker() -> None:
    state = markers(published(tribes=("skeletons",)), red=(3, 0, 0, 0))
    state = play(state, A, "elves", 4, "red", skeletons=2)
    assert as_published(state).markers[A][KINGDOMS.index("red")] == 4
    bands = as_published(state).current.bands[A]
    assert published_scoring.bands_points(bands) == 1


def test_trolls_take_the_largest_free_token_and_each_lies_once() -> None:
    state = play(published(tribes=("trolls",)), A, "trolls", 4)
    state = play(state, B, "trolls", 4)
    assert (as_published(state).trolls[A], as_published(state).trolls[B]) == ((4,), (3,))
    assert as_published(end_age(state)).trolls == ((), (), (), ())


def test_wingfolk_place_their_marker_in_any_kingdom() -> None:
    state = play(published(tribes=("wingfolk",)), A, "wingfolk", 2, "purple")
    assert as_published(state).markers[A][KINGDOMS.index("purple")] == 1


# -------------------------------------------------------------------------------- kingdoms


def kingdom(state: EthnosState, age: int) -> tuple[int, ...]:
    table = as_published(state)
    return published_scoring.kingdom_points(table, table.current, age, 0)


def test_places_of_a_kingdom_take_the_tokens_of_the_ages_so_far() -> None:
    """Blue holds 0, 2, 4."""
    state = markers(published(), blue=(3, 2, 1, 0))
    assert [kingdom(state, age) for age in (1, 2, 3)] == [(0, 0, 0, 0), (2, 0, 0, 0), (4, 2, 0, 0)]


def test_tied_places_add_their_tokens_and_divide_rounding_down() -> None:
    assert kingdom(markers(published(), blue=(3, 3, 1, 0)), 3) == (3, 3, 0, 0)
    assert kingdom(markers(published(), blue=(2, 2, 2, 2)), 3) == (1, 1, 1, 1)


def test_commonly_wrong_troll_totals_break_ties_in_kingdoms() -> None:
    state = markers(published(tribes=("trolls",)), blue=(3, 3, 1, 0))
    state = play(state, B, "trolls", 1, "red")
    assert kingdom(state, 3) == (2, 4, 0, 0)


@pytest.mark.parametrize(("option", "second"), [("nothing", 0), ("token_1", KINGDOM_TOKENS[4][0])])
def test_two_players_in_the_last_age(option: str, second: int) -> None:
    """Purple holds 4 and 6; alone one seat takes both."""
    state = markers(published(2, two_player_second=option), purple=(2, 1))
    table = as_published(state)
    assert published_scoring.kingdom_points(table, table.current, 2, 4) == (6, second)
    table = as_published(markers(state, purple=(2, 0)))
    assert published_scoring.kingdom_points(table, table.current, 2, 4) == (10, 0)
    table = as_published(markers(state, purple=(2, 2)))
    assert published_scoring.kingdom_points(table, table.current, 2, 4) == (5, 5)


# -------------------------------------------------------------------------------- ages and the end


@pytest.mark.parametrize(("seats", "ages"), [(2, 2), (3, 2), (4, 3), (6, 3)])
def test_the_match_ends_after_its_last_age_and_never_scores_one_twice(seats: int, ages: int) -> None:
    state = markers(published(seats), red=(1,) + (0,) * (seats - 1))
    for age in range(ages):
        assert as_published(state).age == age + 1
        state = end_age(state)
    standing = GAME.standing(state)
    assert standing.over
    assert why(state, Dragon(A)) == "game_over"
    assert len(as_published(state).past) == ages


def test_the_next_age_begins_with_the_least_glory_then_clockwise_from_the_last_dragon() -> None:
    state = markers(published(), red=(1, 0, 0, 0))
    state = end_age(state, drawer=C)
    assert GAME.standing(state).active == (C,)
    state = end_age(play(published(), C, "dwarves", 5), drawer=C)
    assert GAME.standing(state).active == (D,)


def test_a_tie_goes_to_most_control_markers_and_else_is_shared() -> None:
    """Blue (0, 2) is tied for 1 each; purple (4, 6) goes to A, orange (2, 6) to B, with one marker fewer."""

    def ended(purple: int) -> EthnosState:
        return end_age(markers(end_age(published(2)), blue=(1, 1), purple=(purple, 1), orange=(1, 2)))

    for purple, winners in ((2, (A, B)), (3, (A,))):
        standing = GAME.standing(ended(purple))
        assert (standing.total(A), standing.total(B)) == (7, 7)
        assert standing.winners == winners


def test_bigger_bands_of_the_last_age_break_the_last_tie() -> None:
    """Both score 1 for bands of two cards; A's two bands beat none, one by one."""
    state = end_age(published(2, tribes=("halflings",)))
    state = play(play(state, A, "halflings", 2), B, "halflings", 2)
    state = play(state, A, "halflings", 1)
    standing = GAME.standing(end_age(state))
    assert standing.total(A) == standing.total(B) == 1
    assert standing.winners == (A,)
