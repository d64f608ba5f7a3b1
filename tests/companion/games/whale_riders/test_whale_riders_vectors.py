"""The test vectors of rules/whale_riders.md: X1 to X7, by name."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import Line
from companion.games.whale_riders.actions import Adjust, Buy, BuyPearl, ChooseDecrees, Coin, Fulfil, Move
from companion.games.whale_riders.coast import DECREES
from companion.games.whale_riders.state import Contract
from tests.companion.games.whale_riders.tables import GAME, A, B, a, at_port, begin, do, goods, offered, returned, rider
from tests.companion.games.whale_riders.tables import why as why_not


def test_x1_three_coins_buy_at_2_and_then_not_at_3_but_a_coin_and_then_at_2() -> None:
    state = do(at_port(coins=3), Buy(A, 2, 0))
    assert a(state).coins == 1
    assert why_not(state, Buy(A, 3, 0)) == "not_enough_coins"
    state = do(at_port(coins=3), Coin(A), Buy(A, 2, 0))
    assert a(state).coins == 2


def test_x2_two_buys_in_one_port_cost_what_their_spaces_say() -> None:
    state = do(at_port(coins=3), Buy(A, 0, 0))
    assert why_not(state, Buy(A, 0, 0)) == "gap_stays_open"
    assert a(do(state, Buy(A, 1, 0))).coins == 2


def test_x3_the_seventh_pearl_as_first_action_ends_the_game() -> None:
    state = do(returned((3,)), BuyPearl(A, 0))
    assert GAME.standing(state).over
    assert GAME.choices(state) == ()
    assert why_not(state, Coin(A)) == "game_over"


def test_x4_at_14_to_14_pearls_and_3_to_3_coins_two_tiles_beat_one() -> None:
    state = rider(returned((1,)), A, coins=4, contracts=(Contract(0, 12),), tiles=goods("pearl_1", "goods"))
    state = rider(state, B, coins=3, contracts=(Contract(0, 14),), tiles=goods("goods"))
    state = do(rider(state, A, tiles=goods("pearl_1")), BuyPearl(A, 0))
    standing = GAME.standing(state)
    assert (standing.total(A), standing.total(B)) == (14, 14)
    assert [r.coins for r in state.riders] == [3, 3]
    assert [len(r.tiles) for r in state.riders] == [2, 1]
    assert standing.winners == (A,)
    assert standing.tie == Line.of("tie.tiles", n=2, other=1)


def test_x5_with_the_free_move_two_actions_follow_a_move_made_first_only() -> None:
    state = rider(begin(), A, power="m_free_move")
    done = do(state, Move(A), Buy(A, 0, 0), Buy(A, 1, 0))
    assert done.active == 1
    late = do(rider(state, A, port=1), Buy(A, 0, 0), Move(A))
    assert late.active == 1
    assert why_not(late, Buy(A, 1, 0)) == "not_your_turn"


@pytest.mark.parametrize(("seats", "n"), [(2, 3), (4, 3), (5, 4), (6, 4)])
def test_x6_three_decrees_for_up_to_four_players_and_four_for_more(seats: int, n: int) -> None:
    state = replace(begin(seats, decrees=DECREES[:n]), phase="decrees", decrees=())
    assert why_not(state, ChooseDecrees(A, (1,) * (n - 1) + (0,) * (7 - n))) == "choose_decrees"
    assert len(do(state, ChooseDecrees(A, (1,) * n + (0,) * (6 - n))).decrees) == n


def test_x7_the_coins_of_one_decree_meet_the_next_in_the_same_check() -> None:
    state = begin(decrees=("d8tiles", "d8coins", "d_crab"))
    state = rider(state, A, port=1, coins=6, tiles=goods(*["goods"] * 7))
    state = do(state, Buy(A, 0, 0))
    assert a(state).coins == 8
    assert {d.name: d.owner for d in state.decrees} == {"d8coins": 0, "d8tiles": 0, "d_crab": None}
    assert GAME.standing(state).total(A) == 2


def test_totals_are_the_sum_of_their_parts_with_agreed_pearls() -> None:
    state = rider(begin(), A, tiles=goods("goods", "pearl_2"))
    state = do(state, Fulfil(A, 2, 3, 1), Adjust(A, -1))
    score = GAME.standing(state).scores[0]
    assert [part.points for part in score.parts] == [2, 3, -1]
    assert score.total == 4


def test_a_plain_turn_takes_a_tap_an_action_and_two_for_a_purchase() -> None:
    """An action without blanks is one tap, a purchase is its button and one key of price and pearls (or two blanks)."""
    blanks = {c.action.__name__: len(c.fields) for c in GAME.choices(at_port()) if c.refusal is None}
    assert {name: blanks[name] for name in ("Move", "Coin", "Burn")} == {"Move": 0, "Coin": 0, "Burn": 0}
    assert blanks["Buy"] == 2
    assert do(at_port(), Coin(A), Coin(A)).active == 1
    assert offered(at_port()) == {"Move", "Buy", "Coin", "Burn"}
