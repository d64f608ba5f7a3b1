"""The test vectors of rules/arnika.md: T1 to T8, by name."""

from __future__ import annotations

import pytest

from companion.games.arnika.actions import (
    BuildConnection,
    BuildJunior,
    BuildSenior,
    CrisisHome,
    Discard,
    EndTurn,
    PlayConsult,
    RevealPoints,
)
from companion.games.arnika.cards import JUNIOR_COST, NONE, SENIOR_COST
from companion.games.arnika.state import Phase, State
from tests.companion.games.arnika.tables import (
    DESERT,
    A,
    B,
    C,
    D,
    cards,
    deal,
    do,
    edge,
    hand,
    hold,
    lay,
    playing,
    roll,
    total,
    way,
    why,
)


def t1() -> State:
    """A's five connections 16-17-18-19-20-21 with a fork at 18; B may build at 19, it is B's turn."""
    state = lay(playing(), A, juniors=[16], edges=[*way(16, 17, 18, 19, 20, 21), edge(18, 29)])
    state = lay(state, B, juniors=[0], edges=way(0, 8, 9, 19))
    return do(hold(state, {B: JUNIOR_COST}), EndTurn(A), roll(B, 2))


def test_t1_five_in_a_row_take_the_card_and_the_fork_does_not_count() -> None:
    state = t1()
    assert state.lengths[A] == 5
    assert state.longest == A


def test_t1_an_opponents_junior_on_the_way_leaves_three_and_takes_the_card() -> None:
    state = do(t1(), BuildJunior(B, 19))
    assert state.lengths[A] == 3
    assert state.longest is None
    assert total(state, A) == 1


def test_t1_the_card_goes_to_the_single_longest_of_five_or_more() -> None:
    state = lay(t1(), C, juniors=[47], edges=way(47, 48, 49, 50, 51, 52))
    state = do(state, BuildJunior(B, 19))
    assert state.longest == C
    assert total(state, C) == 3


def test_t1_the_card_is_set_aside_when_two_others_are_equal() -> None:
    state = lay(t1(), C, juniors=[47], edges=way(47, 48, 49, 50, 51, 52))
    state = lay(state, D, juniors=[38], edges=way(38, 39, 40, 41, 42, 43))
    assert state.longest == A
    state = do(state, BuildJunior(B, 19))
    assert state.lengths[2:] == (5, 5)
    assert state.longest is None


def test_t2_a_rival_who_reaches_six_leaves_the_card_and_seven_take_it() -> None:
    state = lay(playing(), B, juniors=[28], edges=way(27, 28, 29, 30, 31, 32, 33))
    state = lay(state, A, juniors=[17], edges=way(16, 17, 18, 19, 20, 21))
    assert (state.longest, total(state, A), total(state, B)) == (B, 1, 3)
    state = do(hold(state, {A: cards(doctor=2, airplane=2)}), BuildConnection(A, edge(21, 22)))
    assert state.lengths[:2] == (6, 6)
    assert (state.longest, total(state, A), total(state, B)) == (B, 1, 3)
    state = do(state, BuildConnection(A, edge(22, 23)))
    assert (state.longest, total(state, A), total(state, B)) == (A, 3, 1)


def short_of_hotel(shortage: str, seniors: bool) -> State:
    """The bank has one hotel; an eight brings none, a nine (hex 7, hotel) is due to A and perhaps B."""
    state = lay(playing(rolled=False, shortage=shortage), A, juniors=[] if seniors else [16], seniors=[16] * seniors)
    state = state if seniors else lay(state, B, juniors=[28])
    return hold(state, bank=cards(doctor=19, airplane=19, hotel=1, factory=19, coin=19))


@pytest.mark.parametrize("shortage", ["nobody", "sole_claimant"])
def test_t3_one_hotel_in_the_bank_and_two_claims_of_one_pay_nobody(shortage: str) -> None:
    state = do(short_of_hotel(shortage, seniors=False), roll(A, 9))
    assert hand(state, A) == hand(state, B) == NONE
    assert state.bank[2] == 1


@pytest.mark.parametrize(("shortage", "gets"), [("nobody", 0), ("sole_claimant", 1)])
def test_t3_one_hotel_in_the_bank_and_a_single_claim_of_two(shortage: str, gets: int) -> None:
    state = do(short_of_hotel(shortage, seniors=True), roll(A, 9))
    assert hand(state, A) == cards(hotel=gets)
    assert state.bank[2] == 1 - gets


def test_t4_hands_of_7_8_9_and_15_return_0_4_4_and_7_on_a_seven() -> None:
    hands = {A: cards(doctor=7), B: cards(airplane=8), C: cards(hotel=9), D: cards(coin=15)}
    state = do(hold(playing(rolled=False), hands), roll(A, 7))
    assert state.due == (0, 4, 4, 7)
    state = do(state, Discard(D, cards(coin=7)), Discard(B, cards(airplane=4)), Discard(C, cards(hotel=4)))
    assert [h.size for h in state.hands] == [7, 4, 5, 8]
    assert state.phase is Phase.REROLL


def test_t5_a_seven_with_the_crisis_on_a_factory_hex_sends_it_home_and_costs_nobody_a_card() -> None:
    state = lay(playing(rolled=False, crisis=1), A, juniors=[2])
    state = lay(state, B, juniors=[11])
    state = do(hold(state, {A: cards(coin=3), B: cards(coin=3)}), roll(A, 7))
    assert state.phase is Phase.HOME
    state = do(state, CrisisHome(A, DESERT))
    assert state.crisis == DESERT
    assert state.phase is Phase.PLAY
    assert hand(state, A) == hand(state, B) == cards(coin=3)


def test_t6_a_consult_card_is_refused_while_the_crisis_is_on_the_desert() -> None:
    state = deal(playing(), A, consult=1)
    assert why(state, PlayConsult(A)) == "crisis_home"
    assert why(deal(playing(crisis=1), A, consult=1), PlayConsult(A)) is None


def nine_points_for_a(**facts: int) -> State:
    """A has eight points on the board, and the second longest connection; B holds the card with six. B's turn."""
    state = lay(playing(), B, juniors=[28], edges=way(27, 28, 29, 30, 31, 32, 33))
    state = lay(state, A, seniors=[16, 4, 47, 51], edges=way(16, 17, 18, 19, 20, 21))
    state = lay(state, C, juniors=[42], edges=way(42, 41, 40, 30))
    state = hold(deal(state, A, **facts), {C: JUNIOR_COST})
    return do(state, EndTurn(A), roll(B, 2), EndTurn(B), roll(C, 2))


def test_t7_ten_points_on_anothers_turn_do_not_end_it_and_win_when_the_own_turn_begins() -> None:
    state = nine_points_for_a()
    assert (total(state, A), state.longest) == (8, B)
    state = do(state, BuildJunior(C, 30))
    assert (total(state, A), state.longest) == (10, A)
    assert state.phase is Phase.PLAY
    state = do(state, EndTurn(C), roll(D, 2))
    assert state.winner is None
    state = do(state, EndTurn(D))
    assert (state.phase, state.winner) == (Phase.OVER, A)


def test_t7_with_a_point_card_the_win_waits_until_it_is_revealed() -> None:
    state = nine_points_for_a(point=2)
    state = do(state, EndTurn(C), roll(D, 2), EndTurn(D))
    assert (total(state, A), state.winner) == (8, None)
    assert why(state, RevealPoints(B, 1)) is not None
    state = do(state, RevealPoints(A, 2))
    assert (total(state, A), state.winner) == (10, A)


def test_t8_a_sixth_junior_waits_until_one_is_upgraded() -> None:
    state = lay(playing(), A, juniors=[0, 2, 4, 16, 18], edges=way(18, 19, 20))
    state = hold(state, {A: cards(doctor=1, airplane=1, hotel=3, factory=1, coin=3)})
    assert why(state, BuildJunior(A, 20)) == "no_junior_left"
    state = do(state, BuildSenior(A, 18))
    assert state.juniors_of(A) == 4
    state = do(state, BuildJunior(A, 20))
    assert state.juniors_of(A) == 5
    assert JUNIOR_COST[2] + SENIOR_COST[2] == 3
