"""The test vectors Y1 to Y6 of the rules' page, one test each."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Line, Seat
from companion.games.unfair import actions as act
from companion.games.unfair.park import with_park
from tests.companion.games.unfair.tables import GAME, do, standing_there, started, total, why

S0, S1, S2, S3 = map(Seat, range(4))


def test_y1_attraction_upgrade_and_player_card_add_up_to_ten() -> None:
    state = do(started(2, {0: (3, 0, 0)}), act.Build(S0, 0, 3, 5), act.Attach(S0, 0, 2))
    assert total(state, 0) == 10


def test_y2_a_cost_beyond_the_coins_is_refused() -> None:
    state = with_park(started(), S0, coins=2)
    refusal = GAME.check(state, act.Build(S0, 0, 3, 5))
    assert refusal is not None
    assert (refusal.code, dict(refusal.facts)) == ("insufficient_coins", {"n": 3, "coins": 2})
    assert not refusal.overrulable


def test_y3_one_upgrade_an_attraction_and_one_a_turn() -> None:
    state = standing_there(standing_there(started(), 0, 0, 5, 2), 0, 1, 4)
    assert why(state, act.Attach(S0, 0, 1)) == "upgraded"
    state = do(state, act.Attach(S0, 1, 1))
    state = standing_there(state, 0, 2, 4)
    assert why(state, act.Attach(S0, 2, 1)) == "one_upgrade_a_turn"


def test_y4_the_round_in_which_a_park_is_full_is_played_to_its_end() -> None:
    state = do(started(4), *(act.EndTurn(seat) for seat in (S0, S1, S2, S3)))
    assert state.round == 2
    for area in range(3):
        state = do(state, act.Build(S0, area, 1, 5))
    state = do(state, act.EndTurn(S0))
    for seat in (S1, S2, S3):
        standing = GAME.standing(state)
        assert (standing.over, standing.active, state.round) == (False, (seat,), 2)
        state = do(state, act.EndTurn(seat))
    standing = GAME.standing(state)
    assert standing.over
    assert standing.winners == (S0,)


def test_y5_equal_points_go_to_the_seat_with_more_coins() -> None:
    state = replace(standing_there(standing_there(started(), 0, 0, 20), 1, 0, 20), phase="over", ending=True)
    state = with_park(with_park(state, S0, coins=7), S1, coins=4)
    assert [total(state, seat) for seat in (0, 1)] == [20, 20]
    assert GAME.standing(state).winners == (S0,)
    assert GAME.standing(state).tie == Line.of("tie.coins", n=7, other=4)
    tied = GAME.standing(with_park(state, S1, coins=7))
    assert tied.winners == (S0, S1)  # still tied: the win is shared
    assert tied.tie is None


def test_y6_eleven_cards_at_the_end_of_the_turn_means_one_goes() -> None:
    state = with_park(started(), S0, hand=11)
    refusal = GAME.check(state, act.EndTurn(S0))
    assert refusal is not None
    assert (refusal.code, dict(refusal.facts)["n"]) == ("hand_limit", 1)
    discard = next(choice for choice in GAME.choices(state) if choice.action is act.Discard)
    state = do(state, discard.build(), act.EndTurn(S0))
    assert state.park(S0).hand == 10
