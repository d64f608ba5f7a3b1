"""The score pad: columns, turns, rounds, teams, targets, ties, who comes and goes."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import BadSetup, ButtonPressed, DiceRolled, RollId, Seat, Setup
from companion.games.score_pad import actions as act
from companion.games.score_pad.telling import figure
from tests.companion.games.score_pad.tables import COLUMNS, GAME, A, B, C, D, do, kinds, pad, totals, why, winners

# ------------------------------------------------------------------------------- three ways of writing


def test_a_running_score_takes_any_number_of_entries_from_anybody() -> None:
    state = do(pad(), act.Record(C, 4), act.Record(A, -2), act.Record(C, 5))
    assert totals(state) == [-2, 0, 9]
    assert [part.points for part in GAME.standing(state).scores[2].parts] == [4, 5]


def test_by_round_everybody_writes_once_and_the_last_one_closes_the_round() -> None:
    state = do(pad(2, preset="rounds"), act.Record(B, 3))
    assert why(state, act.Record(B, 3)) == "already_scored"
    assert GAME.standing(state).active == (A,)
    state = do(state, act.Record(A, 1))
    assert (state.round, state.done, GAME.standing(state).active) == (2, (), (A, B))


def test_a_round_may_be_closed_though_somebody_wrote_nothing() -> None:
    state = do(pad(3, preset="rounds"), act.Record(B, 3), act.CloseRound(A), act.Record(A, 5))
    assert state.rows == ((None, 5), (3,), ())
    assert totals(state) == [5, 3, 0]


def test_by_category_each_column_is_written_once_and_the_full_sheet_ends_the_match() -> None:
    state = pad(2, preset="categories", box={"categories": COLUMNS, "times": (1, 2, -1)})
    state = do(state, act.Mark(A, 1, 4))
    assert why(state, act.Mark(A, 1, 9)) == "already_scored"
    state = do(state, act.Mark(A, 0, 3), act.Mark(A, 2, 5), act.Mark(B, 0, 1), act.Mark(B, 1, 1))
    assert not GAME.standing(state).over
    state = do(state, act.Mark(B, 2, 1))
    assert totals(state) == [3 + 8 - 5, 1 + 2 - 1]
    assert (GAME.standing(state).over, winners(state)) == (True, (A,))


def test_columns_carry_their_names_in_both_languages_or_are_numbered() -> None:
    named = do(pad(2, preset="categories", box={"categories": COLUMNS}), act.Mark(A, 1, 4))
    (part,) = GAME.standing(named).scores[0].parts
    name = part.line["name"]
    assert (name.fa, name.en) == ("جنگل", "Forest")  # type: ignore[union-attr]
    plain = do(pad(2, preset="categories"), act.Mark(A, 1, 4))
    assert len(plain.rules.categories) == 5
    assert GAME.standing(plain).scores[0].parts[0].line.key == "score.category.unnamed"


def test_negative_and_decimal_scores_are_whole_numbers_inside() -> None:
    state = do(pad(2, decimals=1), act.Record(A, -125), act.Record(A, 5))
    assert totals(state)[0] == -120
    assert GAME.standing(state).decimals == 1
    assert [figure(-125, 1), figure(5, 1), figure(-3, 2), figure(7, 0)] == ["-12.5", "0.5", "-0.03", 7]


def test_an_entry_outside_of_the_range_is_questioned_and_may_be_overruled() -> None:
    state = pad(2, box={"lowest_entry": 0, "highest_entry": 26})
    refusal = GAME.check(state, act.Record(A, 27))
    assert refusal is not None
    assert (refusal.code, refusal.overrulable, dict(refusal.facts)) == ("out_of_range", True, {"low": 0, "high": 26})
    forced = GAME.apply(state, act.Record(A, 27))
    assert totals(forced)[0] == 27
    assert [line.key for line in forced.waived] == ["refusal.out_of_range"]


# ------------------------------------------------------------------------------- turns


def test_in_turn_only_the_seat_in_turn_writes_and_the_turn_is_passed() -> None:
    state = pad(3, first=1, entry="turns")
    assert why(state, act.Record(A, 1)) == "not_your_turn"
    state = do(state, act.Record(B, 2), act.Record(B, 3), act.Pass(B))
    assert (state.turn, GAME.standing(state).active) == (C, (C,))
    assert totals(state) == [0, 5, 0]


def test_by_round_in_turn_an_entry_passes_the_turn_by_itself() -> None:
    state = do(pad(3, preset="rounds", entry="turns"), act.Record(A, 2))
    assert state.turn == B
    state = do(state, act.Pass(B), act.Record(C, 4))
    assert (state.round, state.turn, state.rows) == (2, A, ((2,), (), (4,)))


def test_the_button_of_the_seat_in_turn_passes_and_no_other_does() -> None:
    state = pad(3, entry="turns")
    assert GAME.interpret(state, ButtonPressed(A)) == act.Pass(A)
    assert GAME.interpret(state, ButtonPressed(B)) is None
    assert GAME.interpret(pad(3), ButtonPressed(A)) is None
    assert GAME.interpret(state, DiceRolled(RollId("u", 1, 1), (3, 4), 0, "ok")) is None


@pytest.mark.parametrize(("start", "second"), [("same", A), ("rotate", B)])
def test_the_next_round_starts_where_the_option_says(start: str, second: Seat) -> None:
    state = do(pad(3, preset="rounds", entry="turns", start=start), *(act.Pass(seat) for seat in (A, B, C)))
    assert (state.round, state.first, state.turn) == (2, second, second)


def test_any_seat_may_be_the_first_and_the_order_goes_on_from_there() -> None:
    state = do(pad(3, first=2, preset="rounds", entry="turns"), act.Pass(C))
    assert state.turn == A
    state = do(pad(3, preset="rounds", entry="turns"), act.SetFirst(A, B))
    assert (state.first, state.turn) == (B, B)


def test_the_order_is_reversed_and_whose_turn_it_is_stays() -> None:
    state = do(pad(4, entry="turns"), act.Pass(A), act.Reverse(A))
    assert state.turn == B
    assert do(state, act.Pass(B)).turn == D  # A had its turn in this round
    assert pad(4).following(B) == (C, D, A, B)


def test_a_seat_moves_to_another_place_in_the_order() -> None:
    state = do(pad(4, entry="turns"), act.MoveSeat(A, D, 1))
    assert state.order == (A, D, B, C)
    assert do(state, act.Pass(A)).turn == D


def test_the_turn_is_set_by_hand() -> None:
    state = do(pad(3, entry="turns"), act.Pass(A), act.SetTurn(A, A))
    assert (state.turn, state.done) == (A, ())


# ------------------------------------------------------------------------------- clocks


@pytest.mark.parametrize(
    ("clock", "time_up", "offered"), [("down", "skip", True), ("down", "advice", False), ("up", "skip", False)]
)
def test_time_passes_the_turn_only_where_the_table_agreed_to_it(clock: str, time_up: str, offered: bool) -> None:
    state = pad(2, entry="turns", clock=clock, time_up=time_up)
    assert ("TimeUp" in kinds(state)) is offered
    assert (why(state, act.TimeUp(A)) is None) is offered
    if offered:
        assert do(state, act.TimeUp(A)).turn == B


# ------------------------------------------------------------------------------- targets and ends


def test_the_target_is_met_and_the_round_is_finished_first() -> None:
    state = do(pad(3, preset="rounds", box={"target": 10}), act.Record(A, 12))
    assert (state.ending, state.over) == (True, False)
    assert "guide.last_round" in {line.key for line in GAME.guide(state)}
    state = do(state, act.Record(B, 15), act.Record(C, 1))
    assert (state.over, winners(state)) == (True, (B,))


def test_the_target_ends_at_once_or_never_where_the_option_says_so() -> None:
    at_once = do(pad(3, preset="rounds", target_ends="at_once", box={"target": 10}), act.Record(A, 12))
    assert at_once.over
    never = do(pad(2, target_ends="never", box={"target": 10}), act.Record(A, 12), act.Record(A, 12))
    assert not never.over
    running = do(pad(2, box={"target": 10}), act.Record(A, 12))
    assert running.over  # without rounds there is nothing to be finished


def test_a_target_below_the_start_is_counted_down_to() -> None:
    state = pad(2, winner="lowest", target_ends="at_once", box={"start_points": 301, "target": 0})
    state = do(state, act.Record(A, -180), act.Record(B, -60))
    assert not state.over
    state = do(state, act.Record(A, -121))
    assert (totals(state), winners(state)) == ([0, 241], (A,))


def test_the_last_round_ends_the_match() -> None:
    state = pad(2, preset="rounds", box={"rounds": 2})
    state = do(state, act.Record(A, 1), act.Record(B, 2), act.Record(A, 5))
    assert not state.over
    assert do(state, act.Record(B, 1)).over


def test_players_end_the_match_when_they_like() -> None:
    fresh = pad(2)
    assert "EndGame" not in kinds(fresh)  # nothing is written: nothing to end
    state = do(fresh, act.Record(A, 1), act.EndGame(B))
    assert (state.over, GAME.choices(state), winners(state)) == (True, (), (A,))
    assert why(state, act.Record(A, 1)) == "match_over"


# ------------------------------------------------------------------------------- who wins


def test_the_lowest_total_wins_where_the_option_says_so() -> None:
    state = do(pad(2, winner="lowest"), act.Record(A, 3), act.Record(B, 2), act.EndGame(A))
    assert winners(state) == (B,)
    assert GAME.standing(state).lowest


@pytest.mark.parametrize(("won", "expected"), [(True, (A, B)), (False, ())])
def test_a_table_that_plays_together_wins_or_loses_together(won: bool, expected: tuple[Seat, ...]) -> None:
    state = pad(2, preset="together")
    assert why(state, act.EndGame(A)) == "say_won_or_lost"
    state = do(state, act.TogetherEnd(A, won))
    assert (winners(state), GAME.standing(state).teams) == (expected, ((A, B),))


def test_the_players_name_the_winners_where_points_do_not_decide() -> None:
    state = do(pad(3, winner="named"), act.Record(A, 50))
    assert why(state, act.EndGame(A)) == "name_first"
    assert winners(do(state, act.NameWinner(B), act.NameWinner(C), act.EndGame(A))) == (B, C)


def test_the_last_one_standing_wins() -> None:
    state = do(pad(3, winner="last"), act.Out(B))
    assert why(state, act.Record(B, 1)) == "not_playing"
    state = do(state, act.Out(A))
    assert (state.over, winners(state)) == (True, (C,))


def test_a_seat_that_is_out_is_passed_over() -> None:
    state = do(pad(3, winner="last", entry="turns"), act.Out(B), act.Pass(A))
    assert state.turn == C
    state = do(pad(3, winner="last", entry="turns"), act.Out(A))
    assert state.turn == B  # nobody waits for an empty chair


# ------------------------------------------------------------------------------- teams


def test_teams_sit_crosswise_add_up_and_win_together() -> None:
    state = pad(4, teams="two", box={"target": 7})
    assert GAME.standing(state).teams == ((A, C), (B, D))
    state = do(state, act.Record(A, 3), act.Record(B, 6), act.Record(C, 4))
    assert (state.over, winners(state)) == (True, (A, C))


def test_who_is_in_which_team_may_be_said_seat_by_seat() -> None:
    state = pad(4, teams="two", box={"team_of": (0, 0, 1, 1)})
    assert GAME.standing(state).teams == ((A, B), (C, D))


def test_where_a_team_starts_counts_once() -> None:
    state = pad(4, teams="two", winner="lowest", target_ends="at_once", box={"start_points": 10, "target": 0})
    assert do(state, act.Record(A, -6), act.Record(C, -4)).over


# ------------------------------------------------------------------------------- ties, as data


def tied(*ties: str, **given: Any) -> tuple[Seat, ...]:
    """A 10, B 10, C 9: A wrote 1, 9, B 6, 4, C 5, 4; each by a round."""
    state = pad(3, first=1, preset="rounds", box={"ties": ties} if ties else {}, **given)
    for round_ in ((1, 6, 5), (9, 4, 4)):
        state = do(state, *(act.Record(Seat(i), points) for i, points in enumerate(round_)))
    return winners(do(state, act.EndGame(B)))


def test_a_tie_is_a_shared_win_unless_a_rule_says_more() -> None:
    assert tied() == (A, B)


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        (("last_round",), (A,)),
        (("first_column",), (B,)),
        (("turn_order",), (B,)),
        (("most_columns", "last_round"), (A,)),
        (("shared", "last_round"), (A, B)),
        (("column_1",), (B,)),
        (("column_2", "shared"), (A,)),
    ],
)
def test_tie_rules_are_asked_in_their_order(ties: tuple[str, ...], expected: tuple[Seat, ...]) -> None:
    assert tied(*ties) == expected


def test_a_tie_rule_may_be_a_plain_option() -> None:
    assert tied(tie="last_round") == (A,)


# ------------------------------------------------------------------------------- coming and going


def test_a_seat_joins_plays_last_and_starts_with_what_everybody_starts_with() -> None:
    state = do(pad(2, entry="turns", box={"start_points": 5}), act.Record(A, 4), act.Join(A, D))
    assert (state.seats, state.order, totals(state)) == ((A, B, D), (A, B, D), [9, 5, 5])
    assert GAME.seated(state) == (A, B, D)
    state = do(state, act.Pass(A), act.Pass(B))
    assert state.turn == D
    assert why(state, act.Join(A, D)) == "already_here"


def test_a_seat_leaves_its_points_stay_and_win_nothing() -> None:
    state = do(pad(3, entry="turns"), act.Record(A, 40), act.LeaveSeat(A, A))
    assert (state.turn, state.first, state.order) == (B, B, (B, C))
    assert totals(state) == [40, 0, 0]
    state = do(state, act.Record(B, 1), act.EndGame(B))
    assert winners(state) == (B,)


def test_who_comes_back_finds_what_was_written() -> None:
    state = do(pad(3), act.Record(B, 7), act.LeaveSeat(A, B), act.Join(A, B), act.Record(B, 1))
    assert totals(state) == [0, 8, 0]
    assert state.order == (A, C, B)


def test_the_last_one_cannot_leave() -> None:
    assert why(do(pad(2), act.LeaveSeat(A, B)), act.LeaveSeat(A, A)) == "last_one"


def test_one_leaves_in_the_middle_of_a_round_and_the_round_still_closes() -> None:
    state = do(pad(3, preset="rounds"), act.Record(A, 1), act.Record(B, 1), act.LeaveSeat(A, C))
    assert (state.round, state.done) == (2, ())


# ------------------------------------------------------------------------------- corrections


def test_an_entry_is_corrected_cleared_and_the_total_follows() -> None:
    state = do(pad(2, preset="rounds"), act.Record(A, 5), act.Record(B, 6))
    state = do(state, act.SetCell(A, 0, 9))
    assert totals(state) == [9, 6]
    state = do(state, act.ClearCell(A, 0))
    assert (totals(state), state.rows[0]) == ([0, 6], (None,))


def test_a_total_is_corrected_and_the_breakdown_says_so() -> None:
    state = do(pad(2), act.Record(A, 5), act.SetTotal(A, 12), act.SetTotal(A, 11))
    assert totals(state)[0] == 11
    assert [(p.line.key, p.points) for p in GAME.standing(state).scores[0].parts][-1] == ("score.corrected", 6)


def test_a_target_reached_by_a_slip_was_not_reached() -> None:
    state = do(pad(2, preset="rounds", box={"target": 50}), act.Record(A, 55))
    assert state.ending
    assert not do(state, act.SetCell(A, 0, 5)).ending


@pytest.mark.parametrize(
    "move",
    [act.SetCell(A, 3, 1), act.ClearCell(A, -1), act.SetTurn(A, D), act.MoveSeat(A, B, 9), act.Join(A, Seat(8)),
     act.LeaveSeat(A, D)],
)  # fmt: skip
def test_a_correction_to_no_state_at_all_is_refused(move: Any) -> None:
    refusal = GAME.check(do(pad(3), act.Record(A, 1)), move)
    assert refusal is not None
    assert not refusal.overrulable


# ------------------------------------------------------------------------------- set-ups


@pytest.mark.parametrize("n", [1, 8])
def test_one_to_eight_play(n: int) -> None:
    assert len(pad(n).order) == n


@pytest.mark.parametrize("seats", [(), tuple(Seat(i) for i in range(9))])
def test_nobody_and_nine_do_not(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(BadSetup):
        GAME.start(Setup(seats, Seat(0), GAME.complete()))


@pytest.mark.parametrize(
    "box",
    [
        {"target": "ten"},
        {"ties": ("coin_flip",)},
        {"ties": ("column_0",)},
        {"lowest_entry": 9, "highest_entry": 3},
        {"categories": COLUMNS, "times": (1, 2)},
        {"categories": (("نام", "Name"),) * 31},
        {"team_of": (0, 1)},
    ],
)
def test_a_pad_that_makes_no_sense_starts_no_match(box: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        pad(3, teams="two", box=box)


# ------------------------------------------------------------------------------- what it says


def test_each_phase_says_in_one_line_what_to_do_now() -> None:
    prompts = {
        "running": pad(),
        "round": pad(preset="rounds"),
        "turn": pad(entry="turns"),
        "categories": pad(preset="categories"),
        "over": do(pad(2), act.Record(A, 1), act.EndGame(A)),
    }
    assert {name: GAME.standing(state).prompt.key for name, state in prompts.items()} == {
        name: f"prompt.{name}" for name in prompts
    }


def test_reminders_say_the_target_the_rounds_and_that_low_wins() -> None:
    state = pad(2, preset="rounds", winner="lowest", box={"target": 100, "rounds": 5})
    assert [line.key for line in GAME.guide(state)] == ["guide.lowest", "guide.target", "guide.rounds"]


def test_the_log_says_the_entry_the_total_and_what_it_brought() -> None:
    before = pad(2, preset="rounds", decimals=1, box={"target": 100})
    after = do(before, act.Record(A, 105))
    lines = GAME.describe(before, act.Record(A, 105), after)
    assert [line.key for line in lines] == ["log.Record", "log.target_met"]
    assert (lines[0]["points"], lines[0]["total"]) == ("10.5", "10.5")


def test_everything_on_the_pad_is_public() -> None:
    state = do(pad(2), act.Record(A, 3))
    assert GAME.view(state, None) is state
    assert not GAME.secret(pad(2), act.Record(A, 3), state)
