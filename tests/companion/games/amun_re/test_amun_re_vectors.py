"""The test vectors Z1 to Z8 of the rules' page, one test each."""

from __future__ import annotations

from companion.game import Line, Seat
from companion.games.amun_re import actions as act
from companion.games.amun_re import honour, income
from companion.games.amun_re.table import Player, with_player
from tests.companion.games.amun_re.tables import GAME, TABLE, auction, column, do, fresh, offering, over, why

S0, S1, S2, S3 = map(Seat, range(4))


def hand(*cards: int) -> tuple[int, ...]:
    return tuple(int(card in cards) for card in range(9))


def test_z1_a_hand_is_at_most_fourteen_and_holds_the_zero() -> None:
    state = fresh(hand_entry="secret")
    assert why(state, act.ChooseHand(S0, hand(0, 8, 6))) is None
    assert why(state, act.ChooseHand(S0, hand(0, 8, 7))) == "hand_over_limit"
    assert why(state, act.ChooseHand(S0, hand(8, 6))) == "zero_missing"


def test_z2_an_equal_bid_is_refused_and_the_outbid_card_goes_home() -> None:
    state = do(auction(3), act.Bid(S0, 0, 4))
    assert why(state, act.Bid(S1, 0, 4)) == "bid_must_exceed"
    state = do(state, act.Bid(S1, 0, 5))
    assert state.bid_of(S0) is None
    assert state.player(S0).spent == ()
    state = do(state, act.Bid(S2, 1, 0))
    assert state.turn == S0
    assert why(state, act.Bid(S0, 0, 6)) is None


def test_z3_ties_in_the_offering_go_clockwise_from_the_starting_player() -> None:
    state = offering(auction(3, first=1, box=TABLE))
    state = do(state, act.Offer(S0, 5), act.Offer(S1, 5), act.Offer(S2, 0))
    assert [income.reward(state, seat) for seat in state.seats] == [2, 3, 0]
    assert income.offered(state) == 10


def test_z4_two_players_get_three_and_one_and_nothing_for_nothing() -> None:
    state = offering(auction(2, box=TABLE))
    none = do(state, act.Offer(S0, 3), act.Offer(S1, 0))
    one = do(state, act.Offer(S0, 3), act.Offer(S1, 1))
    assert [income.reward(none, seat) for seat in none.seats] == [3, 0]
    assert [income.reward(one, seat) for seat in one.seats] == [3, 1]


def test_z5_honour_is_the_smallest_column_and_one_for_nine_farms() -> None:
    columns = (column(2, farms=4), column(3, farms=3), column(1, farms=2))
    state = over(fresh(2), {0: Player(columns=columns), 1: Player(columns=(column(),) * 3)}, starter=0)
    assert [(part.line.key, part.points) for part in honour.parts(state, S0)] == [
        ("score.least_column", 1),
        ("score.farms", 1),
    ]


def test_z6_most_ankhs_gain_all_with_fewest_lose_and_nobody_falls_below_zero() -> None:
    assert honour.ankh_honour((4, 2, 2), 0, "all") == (1, -1, -1)
    rows = {n: Player(columns=(column(ankhs=ankhs), column(), column())) for n, ankhs in enumerate((4, 2, 2))}
    state = over(fresh(3), rows, starter=0)
    assert [honour.score(state, seat).total for seat in state.seats] == [1, 0, 0]


def test_z7_income_prices_and_the_hand_of_the_next_round() -> None:
    farms = (column(farms=5, caravans=1), column(), column())
    box = (("offering_table", ((50, 2, 0),)),)
    state = offering(auction(2, box=box), s0=farms)
    state = do(state, act.Offer(S0, 0), act.Offer(S1, 0), act.Keep(S0, 6), act.Keep(S1, 0))
    assert income.budget(state, S0) == 16
    assert income.price(state, 4) == 10
    state = do(state, act.Build(S0, (4, 0, 0)), act.Build(S1, (0, 0, 0)))
    assert (state.round, state.player(S0).limit) == (2, 6)
    told = with_player(state, S0, chosen=False)
    assert why(told, act.ChooseHand(S0, hand(0, 6))) is None
    assert why(told, act.ChooseHand(S0, hand(0, 7))) == "hand_over_limit"


def test_z8_a_tie_of_honour_and_pyramids_goes_to_the_seat_nearest_the_last_starting_player() -> None:
    mine = Player(columns=(column(4), column(4), column(3)), given=4)
    state = over(fresh(4), {1: mine, 3: mine}, starter=2)
    assert honour.score(state, S1).total == honour.score(state, S3).total == 7
    assert state.player(S1).pyramids == state.player(S3).pyramids == 11
    assert GAME.standing(state).winners == (S3,)
    assert GAME.standing(state).tie == Line.of("tie.nearest")
    fewer = over(fresh(4), {1: Player(columns=(column(4), column(4), column(3)), given=3), 3: mine}, starter=2)
    assert GAME.standing(fewer).tie is None  # nobody was tied
