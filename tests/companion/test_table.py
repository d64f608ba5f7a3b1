"""The life of an action, the throws, the clocks, the observers."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from companion.events import (
    Answer,
    Begin,
    Closed,
    Differs,
    Event,
    Finish,
    Happened,
    Health,
    Hidden,
    Leave,
    Pause,
    Player,
    Pressed,
    Rename,
    Resume,
    Resumed,
    RollStored,
    Undo,
    Unpause,
)
from companion.game import Board, BoardSeen, Piece, Place, RollId, Throw
from companion.store import Store
from tests.companion.playing import A, B, C, Played, a_turn, roll, toy_games, toy_match
from tests.companion.toy_game import Bid, EndTurn, Lay, PebbleGame, Roll, SetPebbles


@pytest.fixture
def two(tmp_path: Path) -> Played:
    return Played(tmp_path, toy_match())


def stored(played: Played) -> list[Any]:
    return [event.body for event in played.store.events(played.snapshot.match)]


def test_an_action_is_on_disk_before_anybody_hears_of_it(two: Played):
    seen_on_disk = []
    other = Store(two.path, games=toy_games)

    def observer(news: Any) -> None:
        if isinstance(news, Happened):
            seen_on_disk.append(other.has(news.event.id))

    two.table.watch(observer)
    two.done(roll(A), EndTurn(A))
    assert seen_on_disk == [True, True]


def test_illegal_action_is_refused_and_not_stored(two: Played):
    refused = two.ask(Lay(A, 3))
    assert refused is not None
    assert refused.refusal.code == "roll_first"
    assert refused.source == "touch"
    assert stored(two) == []
    assert not two.happened


def test_action_of_another_game_or_of_an_unknown_seat_is_refused(two: Played):
    for action, code in (("not an action", "not_of_this_game"), (roll(C), "no_such_seat")):
        refused = two.ask(action)
        assert refused is not None
        assert refused.refusal.code == code
    assert stored(two) == []


def test_what_the_players_overrule_is_done_and_the_record_says_so(two: Played):
    assert two.ask(Lay(A, 3), forced=True) is None
    assert two.snapshot.log[0].event.forced
    assert [line.key for line in two.snapshot.waived] == ["refusal.roll_first"]
    two.done(Undo(A))
    assert two.snapshot.waived == ()


def test_what_would_be_no_state_at_all_is_never_forced(two: Played):
    two.done(roll(A), Lay(A, 3))
    refused = two.ask(Lay(A, 3), forced=True)
    assert refused is not None
    assert not refused.refusal.overrulable
    assert len(stored(two)) == 2


def test_forcing_what_is_allowed_anyway_is_no_overruling(two: Played):
    two.ask(roll(A), forced=True)
    assert not two.snapshot.log[0].event.forced


def test_a_correction_is_an_event_like_any_other(two: Played):
    two.done(SetPebbles(B, 40))
    assert two.snapshot.state.hands == (0, 40)
    refused = two.ask(SetPebbles(B, -1))
    assert refused is not None
    assert not refused.refusal.overrulable


def test_private_refusal_names_its_seat_and_hides_the_action(two: Played):
    two.done(roll(A), EndTurn(A))
    refused = two.ask(Bid(A, 55))
    assert refused is not None
    assert refused.refusal.private == A
    assert refused.action == Hidden(A, "Bid")


def test_secrets_reach_no_observer_and_no_log_until_the_table_sees_them(two: Played):
    two.done(roll(A), EndTurn(A), Bid(A, 5))
    assert two.snapshot.state.bids == (-1, None)
    assert two.happened[-1].event.body == Hidden(A, "Bid")
    assert two.snapshot.log[2].event.body == Hidden(A, "Bid")
    assert two.table.seen_by(A).bids == (5, None)
    assert two.table.seen_by(B).bids == (-1, None)
    two.done(Bid(B, 0))
    assert two.snapshot.log[2].event.body == Bid(A, 5)


def test_an_undone_bid_stays_hidden_while_they_play(two: Played):
    two.done(roll(A), EndTurn(A), Bid(A, 5), Undo(A), Bid(A, 6), Bid(B, 0))
    assert two.snapshot.log[2].event.body == Hidden(A, "Bid")
    assert two.snapshot.log[4].event.body == Bid(A, 6)


# ---------------------------------------------------------------------------------------------- observers


def test_an_observer_that_raises_stops_neither_the_table_nor_the_others(two: Played):
    def broken(news: Any) -> None:
        raise RuntimeError("lamp")

    two.table.watch(broken)
    later: list[Any] = []
    two.table.watch(later.append)
    two.done(roll(A), EndTurn(A))
    assert sum(isinstance(news, Happened) for news in later) == 2
    ill = [news for news in two.told(Health) if not news.well]
    assert len(ill) == 1
    assert "broken" in ill[0].part


def test_an_observer_that_left_hears_nothing_more(two: Played):
    heard: list[Any] = []
    two.table.watch(heard.append)
    two.table.unwatch(heard.append)
    two.done(roll(A))
    assert heard == []


def test_a_game_that_breaks_on_an_action_refuses_it_and_the_table_goes_on(two: Played):
    refused = two.ask(Bid(A, "many"))  # type: ignore[arg-type]
    assert refused is not None
    refused = two.ask(SetPebbles(A, "many"))  # type: ignore[arg-type]
    assert refused is not None
    assert refused.refusal.code == "broken"
    assert stored(two) == []
    two.done(roll(A))


# ---------------------------------------------------------------------------------------------- throws


def test_a_throw_becomes_the_action_that_it_means_and_is_acknowledged_after_the_commit(two: Played):
    throw = two.throw(1, 3, 5)
    assert two.snapshot.log[0].event.body == Roll(A, Throw(8, (3, 5)))
    assert two.snapshot.log[0].event.roll == throw.id
    kinds = [type(news) for news in two.news]
    assert kinds.index(RollStored) < kinds.index(Happened)


def test_a_repeated_throw_counts_once_and_is_acknowledged_again(two: Played):
    two.throw(1, 3, 5)
    two.done(EndTurn(A), Bid(A, 0), Bid(B, 0))
    two.throw(1, 3, 5)
    assert two.kinds().count("Roll") == 1
    assert [news.roll.n for news in two.told(RollStored)] == [1, 1]


def test_a_repeated_throw_counts_once_even_after_a_power_cut(two: Played):
    two.throw(1, 3, 5)
    two.pull_the_plug()
    two.done(EndTurn(A), Bid(A, 0), Bid(B, 0))
    two.throw(1, 3, 5)
    assert two.kinds().count("Roll") == 1
    two.throw(1, 6, 6, boot=2)
    assert two.kinds().count("Roll") == 2


def test_a_throw_that_nobody_waits_for_is_kept_and_offered_to_whom_it_serves(two: Played):
    two.done(*a_turn(A)[:2])
    two.throw(1, 2, 2)
    assert two.told(RollStored)
    assert two.kinds() == ["Roll", "EndTurn"]
    two.done(Bid(A, 0), Bid(B, 0))
    question = two.questions[-1].question
    assert (question.kind, question.seat, question.line["total"]) == ("throw", B, 4)
    two.press(B)
    assert two.snapshot.log[-1].event.body == Roll(B, Throw(4, (2, 2)))
    assert two.snapshot.log[-1].event.roll == RollId("u1", 1, 1)
    assert two.snapshot.questions == ()


def test_a_declined_throw_is_not_offered_again_even_after_a_restart(two: Played):
    two.done(*a_turn(A)[:2])
    two.throw(1, 2, 2)
    two.done(Bid(A, 0), Bid(B, 0))
    question = two.snapshot.questions[0]
    two.done(Answer(B, question.id, yes=False))
    assert two.snapshot.questions == ()
    two.pull_the_plug()
    assert two.snapshot.questions == ()


def test_a_throw_whose_event_was_undone_is_offered_again(two: Played):
    two.throw(1, 3, 5)
    two.done(Undo(A))
    (question,) = two.snapshot.questions
    assert question.kind == "throw"
    two.done(Answer(A, question.id))
    assert two.live() == ["Undone", "Roll"]
    assert two.snapshot.state.hands == (8, 0)


def test_a_typed_throw_takes_the_place_of_one_that_was_offered(two: Played):
    two.throw(1, 3, 5)
    two.done(Undo(A), *a_turn(A, total=9))
    assert two.snapshot.questions == ()
    assert two.snapshot.state.turn == B
    two.pull_the_plug()
    assert two.snapshot.questions == ()


@pytest.mark.parametrize(("faces", "quality"), [((3, None), "ok"), ((3, 5), "cocked"), ((3, 5), "tilt")])
def test_an_unclear_throw_asks_to_throw_again_and_is_never_applied(two: Played, faces: Any, quality: str):
    throw = two.throw(1, *faces, quality=quality)
    assert two.told(RollStored)[0].roll == throw.id
    assert stored(two) == []
    assert two.news[-1].refusal.code == "throw_unclear"  # type: ignore[union-attr]
    assert two.snapshot.questions == ()


def test_a_throw_without_a_match_is_acknowledged_and_nothing_else(tmp_path: Path):
    played = Played(tmp_path)
    played.throw(1, 3, 5)
    assert [type(news) for news in played.news] == [RollStored]
    played.table.take(Begin(toy_match()))
    assert played.snapshot.questions == ()


# ---------------------------------------------------------------------------------------------- buttons, clocks


def test_a_button_means_what_the_game_says(two: Played):
    two.done(roll(A))
    two.press(B)
    assert two.kinds() == ["Roll"]
    two.press(A)
    assert two.kinds() == ["Roll", "EndTurn"]
    assert [news.press.seat for news in two.told(Pressed)] == [B, A]


def test_clocks_count_up_for_whose_move_it_is(two: Played):
    two.time.pass_by(10)
    two.done(roll(A))
    two.time.pass_by(5)
    two.done(EndTurn(A))
    two.time.pass_by(3)
    two.done(Bid(A, 0))
    assert two.snapshot.clock == (18.0, 3.0)
    assert two.snapshot.log[-1].event.clock == (18.0, 3.0)
    assert two.snapshot.clock_at == two.time.monotonic


def test_a_held_button_pauses_and_paused_time_is_nobodys(two: Played):
    two.done(roll(A))
    two.time.pass_by(5)
    two.press(B, long=True)
    assert two.snapshot.paused
    two.time.pass_by(100)
    two.press(A, long=True)
    assert two.snapshot.paused, "held again it calls the staff, where there are any"
    two.press(A)
    assert not two.snapshot.paused
    two.time.pass_by(2)
    two.done(EndTurn(A))
    assert two.snapshot.clock == (7.0, 0.0)
    assert two.kinds() == ["Roll", "Pause", "Unpause", "EndTurn"]


def test_a_pause_survives_a_restart(two: Played):
    two.done(roll(A), Pause(A))
    two.pull_the_plug()
    assert two.snapshot.paused
    two.done(Unpause(B))
    assert not two.snapshot.paused


def test_a_power_cut_is_nobodys_time(two: Played):
    two.time.pass_by(4)
    two.done(roll(A))
    two.time.pass_by(6)
    two.pull_the_plug(away=3600)
    assert two.snapshot.clock == (4.0, 0.0)
    assert two.snapshot.paused
    two.time.pass_by(60)
    two.done(Lay(A, 3))
    assert two.snapshot.clock == (4.0, 0.0)
    assert not two.snapshot.paused
    two.time.pass_by(1)
    two.done(EndTurn(A))
    assert two.snapshot.clock == (5.0, 0.0)


# ---------------------------------------------------------------------------------------------- matches


def test_a_match_comes_back_as_it_was(two: Played):
    two.done(*a_turn(A, 1), *a_turn(B, 5), roll(A, 4), Undo(A), Rename(A, Player(A, "Ana", "blue")))
    before = two.snapshot
    two.pull_the_plug()
    after = two.snapshot
    assert two.told(Resumed)
    assert (after.state, after.standing, after.choices, after.match) == (
        before.state,
        before.standing,
        before.choices,
        before.match,
    )
    assert list(after.log) == list(before.log)
    assert after.match.player(A).name == "Ana"


def test_leaving_keeps_the_match_and_tells_that_the_table_is_free(two: Played):
    two.done(roll(A))
    two.table.take(Leave())
    assert two.told(Closed)
    assert two.snapshot is None
    refused = two.ask(EndTurn(A))
    assert refused is not None
    assert refused.refusal.code == "no_match"
    two.table.take(Resume("m1"))
    assert two.kinds() == ["Roll"]


def test_a_log_that_cannot_be_read_is_said_and_sends_nobody_away(two: Played):
    two.store.begin(toy_match("torn"), [Event("t1", "torn", 1, 5.0, "touch", Hidden(A))])
    connection = sqlite3.connect(two.path)
    connection.executescript("DROP TRIGGER event_as_it_was; UPDATE event SET body='{' WHERE id='t1'")
    connection.close()
    two.done(roll(A))
    refused = two.take(Resume("torn"))
    assert refused is not None
    assert refused.refusal.line.key == "error.bad_event"
    assert two.snapshot.match.id == "m1"
    assert not two.told(Closed)
    two.done(EndTurn(A))


def test_a_match_that_ended_says_who_won_and_takes_no_more(two: Played):
    two.done(*a_turn(A, 8))
    two.done(SetPebbles(B, 30), roll(B), Lay(B, 7), Lay(B, 5))
    assert two.snapshot.standing.over
    assert two.snapshot.standing.winners == (B,)
    assert two.snapshot.choices == ()
    assert two.store.matches()[0].ended is not None
    assert two.store.unfinished() is None
    two.done(Undo(B))
    assert two.store.matches()[0].ended is None
    assert two.store.unfinished() == two.snapshot.match


def test_players_may_end_a_match_and_take_that_back(two: Played):
    two.done(roll(A), Finish(A))
    assert two.snapshot.standing.over
    refused = two.ask(EndTurn(A))
    assert refused is not None
    assert refused.refusal.code == "finished"
    two.pull_the_plug()
    assert two.snapshot.standing.over
    two.done(Undo(A), EndTurn(A))


def test_a_setup_that_cannot_start_is_not_stored(tmp_path: Path):
    played = Played(tmp_path, toy_match(seats=5))
    assert played.snapshot is None
    assert played.news[-1].refusal.line.key == "error.seats"  # type: ignore[union-attr]
    assert played.store.matches() == ()


# ---------------------------------------------------------------------------------------------- camera


def seen(*stones: tuple[int, int], doubtful: tuple[int, ...] = ()) -> BoardSeen:
    pieces = tuple((Place("spot", spot), Piece("stone", seat)) for spot, seat in stones)  # type: ignore[arg-type]
    return BoardSeen(Board(pieces), tuple(Place("spot", spot) for spot in doubtful))


def test_a_board_as_it_should_be_is_met_with_silence(two: Played):
    two.done(roll(A), Lay(A, 3))
    before = len(two.news)
    two.take(seen((3, A)))
    assert len(two.news) == before


def test_one_sure_explanation_is_carried_out_and_can_be_taken_back(two: Played):
    two.done(roll(A))
    two.take(seen((3, A)))
    assert two.snapshot.log[-1].event.body == Lay(A, 3)
    assert two.snapshot.log[-1].event.source == "camera"
    two.done(Undo(A))
    assert two.live() == ["Roll", "Undone"]


def test_two_builds_between_two_looks_are_both_found(two: Played):
    two.done(roll(A, 8))
    two.take(seen((3, A), (5, A)))
    assert sorted(entry.event.body.spot for entry in two.snapshot.log[1:]) == [3, 5]


def test_an_unsure_sight_is_a_question_at_the_seat(two: Played):
    two.done(roll(A))
    two.take(seen((3, A), doubtful=(7,)))
    (question,) = two.snapshot.questions
    assert (question.kind, question.seat) == ("camera", A)
    assert two.kinds() == ["Roll"]
    two.press(A)
    assert two.snapshot.log[-1].event.body == Lay(A, 3)
    assert two.snapshot.questions == ()


def test_what_no_legal_action_explains_is_shown_and_blocks_nothing(two: Played):
    two.done(roll(A))
    two.take(seen((3, B)))
    assert two.news[-1] == Differs((Place("spot", 3),))
    two.take(seen((3, B)))
    assert two.told(Differs) == [Differs((Place("spot", 3),))]
    two.take(seen())
    assert two.news[-1] == Differs(())
    two.done(EndTurn(A))


def test_toy_is_a_game():
    assert PebbleGame().invariants(PebbleGame().start(toy_match().setup)) == ()
