"""Whale Riders: what people get wrong, the rulings of section 6, decrees, magic, both depths."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.game import BadSetup, ButtonPressed, Named, Seat, Setup
from companion.games.whale_riders.actions import (
    Burn,
    Buy,
    BuyPearl,
    BuyStart,
    BuyTile,
    ChooseDecrees,
    Coin,
    Deliver,
    EndTurn,
    Fulfil,
    GainTile,
    LoseTile,
    Move,
    SetCoins,
    SetDepth,
    SetRider,
    SwapTiles,
    TakeMagic,
)
from companion.games.whale_riders.coast import MAGIC, START_PEARLS
from companion.games.whale_riders.contracts import covers
from companion.games.whale_riders.scoring import meets
from companion.games.whale_riders.state import Contract
from tests.companion.games.whale_riders.tables import (
    GAME,
    SUN_BOX,
    A,
    B,
    C,
    a,
    at_port,
    begin,
    counts,
    do,
    goods,
    guided,
    offered,
    returned,
    rider,
    why,
)

NO_GOODS = (0, 0, 0, 0)


# -------------------------------------------------------------------------------- what people get wrong


def test_commonly_wrong_tiles_slide_at_the_end_of_the_turn_and_not_after_a_buy() -> None:
    state = do(at_port(), Buy(A, 0, 0))
    assert why(state, Buy(A, 0, 0)) == "gap_stays_open"
    assert "guide.gaps_stay_open" in guided(state)
    state = do(state, Coin(A), Coin(B), Coin(B))
    assert why(state, Buy(A, 0, 0)) is None


def test_pearls_of_the_sun_port_slide_at_the_end_of_the_turn_and_not_after_a_buy() -> None:
    state = do(returned((1, 1, 2)), BuyPearl(A, 0))
    assert state.sun[:3] == (0, 1, 2)
    assert why(state, BuyPearl(A, 0)) == "pearl_gone"
    state = do(state, Coin(A))
    assert state.sun[:3] == (1, 2, 0)


def test_commonly_wrong_handed_in_tiles_never_return_to_the_bag() -> None:
    state = do(rider(begin(), A, tiles=goods("goods", "goods")), Fulfil(A, 1, 1, 2))
    assert a(state).tiles == ()
    assert "guide.tiles_to_the_box" in guided(state)


def test_commonly_wrong_the_redraw_filter_and_the_late_storms_are_told_before_the_first_turn() -> None:
    assert guided(begin())[:2] == ["guide.redraw_filter", "guide.storms_join_later"]
    assert "guide.storms" in guided(begin(box=(("storms", 9),)))
    assert "guide.redraw_filter" not in guided(do(begin(), Coin(A)))


def test_commonly_wrong_storms_can_not_be_bought() -> None:
    refusal = GAME.check(at_port(), BuyTile(A, 0, "storm", 1))
    assert refusal is not None
    assert refusal.code == "storms_not_sold"
    assert not refusal.overrulable
    assert "guide.storms_not_sold" in guided(at_port())


def test_commonly_wrong_starting_pearls_are_for_riders_that_have_returned() -> None:
    assert why(begin(), BuyPearl(A, 0)) == "return_first"
    assert "BuyPearl" not in offered(begin())
    assert "BuyPearl" in offered(returned())


def test_commonly_wrong_the_top_of_the_sun_port_is_never_refilled() -> None:
    state = do(returned(), BuyPearl(A, 0), Coin(A))
    assert state.pearls_left == 6
    assert state.sun[-1] == 0
    assert guided(state)[0] == "guide.sun_stays_empty"


def test_commonly_wrong_unused_goods_are_no_points() -> None:
    state = rider(begin(), A, tiles=goods("shell_3", "crystal_2", "goods"))
    assert GAME.standing(state).total(A) == 0


def test_commonly_wrong_a_tile_of_two_crystals_stands_for_one_kind_only() -> None:
    assert not covers(goods("crystal_2"), "goods", (1, 1, 0, 0))
    assert covers(goods("crystal_2"), "goods", (2, 0, 0, 0))
    assert covers(goods("crystal_1", "crystal_1"), "goods", (1, 1, 0, 0))


def test_commonly_wrong_the_round_is_not_finished_after_the_seventh_pearl() -> None:
    state = do(returned((3,)), BuyPearl(A, 0))
    assert GAME.standing(state).over
    assert GAME.standing(state).active == ()
    assert "guide.last_pearl" in guided(returned((3,)))


def test_commonly_wrong_cards_are_not_drawn_between_the_two_actions() -> None:
    state = do(begin(), Burn(A))
    assert a(state).hand == 2
    assert "guide.no_draw_yet" in guided(state)
    state = do(state, Coin(A))
    assert a(state).hand == 3
    assert guided(state)[0] == "guide.refill_cards"


def test_commonly_wrong_handing_in_pearl_tiles_is_refused_but_may_be_overruled() -> None:
    state = rider(begin(), A, tiles=goods("goods", "pearl_2"))
    refusal = GAME.check(state, Fulfil(A, 1, 1, 2))
    assert refusal is not None
    assert refusal.code == "pearl_tiles_are_points"
    assert refusal.overrulable
    assert a(GAME.apply(state, Fulfil(A, 1, 1, 2))).tiles == ()


def test_an_ended_match_takes_nothing_more_and_is_counted_once() -> None:
    state = do(returned((3,)), BuyPearl(A, 0))
    totals = [score.total for score in GAME.standing(state).scores]
    for action in (Coin(A), Coin(B), BuyPearl(A, 0), EndTurn(A)):
        assert why(state, action) == "game_over"
        assert GAME.choices(state) == ()
    assert [score.total for score in GAME.standing(state).scores] == totals


def test_ports_and_goods_are_called_what_the_box_calls_them() -> None:
    names = (("port_names", ("Seal", "Otter", "Walrus")), ("goods_names", ("Amber", "Salt", "Fur", "Oil")))
    state = rider(begin(box=(*SUN_BOX, *names), depth="full"), A, port=4)
    (move,) = GAME.describe(state, Move(A), GAME.apply(state, Move(A)))
    assert move["port"] == Named("Otter", "Otter")
    (buy,) = GAME.describe(state, BuyTile(A, 0, "kelp", 2), GAME.apply(state, BuyTile(A, 0, "kelp", 2)))
    assert buy["kind"] == Named("Salt", "Salt")


# -------------------------------------------------------------------------------- a turn


def test_a_turn_is_exactly_two_actions_and_the_same_one_twice_is_fine() -> None:
    state = do(begin(), Coin(A))
    assert state.active == 0
    state = do(state, Coin(A))
    assert (a(state).coins, state.active) == (5, 1)
    assert why(do(begin(), Coin(A)), EndTurn(A)) == "two_actions_left"


def test_a_rider_turns_at_the_crab_port_and_stays_at_the_sun_port() -> None:
    state = begin()
    ports = []
    for _ in range(14):
        ports.append((a(state).port, a(state).heading))
        state = GAME.apply(replace(state, active=0, used=0), Move(A))
    assert ports[6:9] == [(6, "out"), (7, "back"), (6, "back")]
    assert (a(state).port, a(state).heading) == (0, "done")
    assert why(replace(state, active=0, used=0), Move(A)) == "returned"


def test_w18_a_returned_rider_does_all_but_move() -> None:
    state = rider(returned(), A, tiles=goods("goods"))
    assert offered(state) == {"BuyPearl", "Coin", "Burn", "Fulfil"}
    assert why(state, Buy(A, 0, 0)) == "only_pearls"


def test_any_number_of_contracts_is_one_action_and_the_button_ends_it() -> None:
    state = rider(begin(), A, tiles=goods(*["goods"] * 6))
    state = do(state, Coin(A), Fulfil(A, 1, 2, 2))
    assert state.active == 0
    assert offered(state) == {"Fulfil", "EndTurn"}
    assert GAME.interpret(state, ButtonPressed(A)) == EndTurn(A)
    assert GAME.interpret(state, ButtonPressed(B)) is None
    state = do(state, Fulfil(A, 0, 1, 1), Fulfil(A, 0, 1, 1))
    assert state.active == 1
    assert len(a(state).contracts) == 3


def test_coins_of_a_contract_come_at_once_and_help_a_later_purchase() -> None:
    state = rider(begin(), A, port=1, coins=0, tiles=goods("goods"))
    assert why(state, Buy(A, 2, 0)) == "not_enough_coins"
    assert a(do(state, Fulfil(A, 2, 0, 1), Buy(A, 2, 0))).coins == 0


def test_no_purchase_ever_leaves_fewer_than_no_coins() -> None:
    refusal = GAME.check(at_port(coins=0), Buy(A, 1, 0))
    assert refusal is not None
    assert not refusal.overrulable


def test_w16_cards_are_refilled_first_then_the_ports_in_travel_order() -> None:
    state = do(at_port(2, heading="back", coins=5), Buy(A, 0, 0), Move(A))
    assert guided(state)[0] == "guide.slide_then_draw"
    both = do(rider(begin(), A, port=1, power="m_buy_many", tiles=goods("goods")), Buy(A, 0, 1), Fulfil(A, 0, 1, 1))
    both = do(both, EndTurn(A)) if both.active == 0 else both
    assert guided(both)[:2] == ["guide.refill_cards", "guide.slide_then_draw"]


def test_another_rider_has_to_wait() -> None:
    assert why(begin(), Coin(B)) == "not_your_turn"


# -------------------------------------------------------------------------------- the Sun port


def test_w03_without_a_typed_sun_port_pearls_and_price_are_asked() -> None:
    state = rider(begin(box=()), A, heading="done", coins=9)
    assert why(state, BuyPearl(A, 0)) == "pearl_gone"
    assert why(state, BuyStart(A, 4, 1)) == "pearl_gone"
    state = do(state, BuyStart(A, 3, 4))
    assert (a(state).coins, state.pearls_left) == (5, 6)
    assert why(state, BuyStart(A, 3, 4)) == "pearl_gone"


def test_seven_tiles_of_eleven_pearls_lie_at_the_sun_port() -> None:
    assert sum(begin().sun) == 11
    assert begin().pearls_left == 7
    with pytest.raises(BadSetup):
        begin(box=(("sun_pearls", (1, 1, 1, 1, 1, 2, 3)), ("sun_prices", (1, 2, 3, 4, 5, 6, 7))))
    with pytest.raises(BadSetup):
        begin(box=(("sun_pearls", START_PEARLS), ("sun_prices", (0, 1, 2, 3, 4, 5, 6))))


def test_no_starting_pearl_is_cheaper_than_a_coin() -> None:
    assert why(rider(begin(box=()), A, heading="done"), BuyStart(A, 1, 0)) == "pearl_gone"


# -------------------------------------------------------------------------------- decrees


@pytest.mark.parametrize(
    ("decree", "facts"),
    [
        ("d3contracts", {"contracts": (Contract(0, 0),) * 3}),
        ("d8coins", {"coins": 8}),
        ("d8tiles", {"tiles": goods(*["goods"] * 7, "pearl_1")}),
        ("d8pearls", {"tiles": goods("pearl_2", "start_3"), "contracts": (Contract(0, 3),)}),
        ("d_crab", {"port": 7, "heading": "back"}),
        ("d_return", {"heading": "done"}),
    ],
)
def test_each_decree_is_met_by_what_its_tile_shows(decree: str, facts: dict[str, object]) -> None:
    state = begin(decrees=("d8coins", "d8tiles", "d_crab"))
    assert not meets(state, 0, decree)
    assert meets(rider(state, A, **facts), 0, decree)


def test_a_decree_is_taken_once_in_the_own_turn_by_the_first_who_meets_it() -> None:
    state = rider(begin(decrees=("d8coins", "d8tiles", "d_crab")), B, coins=9)
    state = do(rider(state, A, coins=7), Coin(A))
    assert [d.owner for d in state.decrees if d.name == "d8coins"] == [0]
    state = do(state, Coin(A), Coin(B))
    assert [d.owner for d in state.decrees if d.name == "d8coins"] == [0]


def test_w08_pearls_of_decrees_do_not_count_for_the_decree_of_eight_unless_chosen() -> None:
    for counts_decrees in (False, True):
        state = begin(decrees=("d8pearls", "d8coins", "d_crab"), decree_counts_decrees=counts_decrees)
        state = do(rider(state, A, coins=7, contracts=(Contract(0, 6),)), Coin(A))
        assert [d.owner for d in state.decrees if d.name == "d8pearls"] == [0 if counts_decrees else None]


def test_decrees_that_were_not_told_are_asked_before_play() -> None:
    setup = Setup((A, B), A, GAME.complete((("decrees", True),)))
    state = GAME.start(setup)
    assert offered(state) == {"ChooseDecrees"}
    assert why(state, Coin(A)) == "not_now"
    assert do(state, ChooseDecrees(A, (1, 1, 1, 0, 0, 0))).phase == "turn"


# -------------------------------------------------------------------------------- magic


def test_magic_is_chosen_from_the_three_leftmost_from_the_last_player_to_the_first() -> None:
    state = begin(3, magic=True)
    assert GAME.standing(state).active == (C,)
    assert why(state, TakeMagic(C, MAGIC[3])) == "leftmost_three"
    state = do(state, TakeMagic(C, MAGIC[0]))
    assert why(state, TakeMagic(B, MAGIC[0])) == "magic_taken"
    state = do(state, TakeMagic(B, MAGIC[3]), TakeMagic(A, MAGIC[1]))
    assert (state.phase, GAME.standing(state).active) == ("turn", (A,))


def test_a_row_that_was_not_told_offers_every_tile_that_is_left() -> None:
    state = GAME.start(Setup((A, B), A, GAME.complete((("magic", True),))))
    assert do(state, TakeMagic(B, "m_hand_six"), TakeMagic(A, "m_swap")).phase == "turn"


def test_double_coin_gives_two() -> None:
    assert a(do(rider(begin(), A, power="m_double_coin"), Coin(A))).coins == 5


def test_w12_buy_many_is_one_action_in_one_port_and_stops_at_the_seventh_pearl() -> None:
    state = do(at_port(power="m_buy_many", coins=6), Buy(A, 0, 0), Buy(A, 1, 0), Buy(A, 2, 1))
    assert state.used == 1
    state = do(state, Move(A))
    assert state.active == 1
    last = do(returned((1, 2), power="m_buy_many"), BuyPearl(A, 0), BuyPearl(A, 1))
    assert GAME.standing(last).over


def test_buy_many_as_second_action_ends_with_the_button_or_when_nothing_can_be_bought() -> None:
    state = do(at_port(power="m_buy_many", coins=0), Coin(A), Buy(A, 0, 0))
    assert GAME.interpret(state, ButtonPressed(A)) == EndTurn(A)
    assert do(state, Buy(A, 1, 0)).active == 1


def test_w11_the_flat_price_is_a_coin_at_most_also_for_starting_pearls() -> None:
    state = do(at_port(power="m_flat_price", coins=1), Buy(A, 0, 0), Buy(A, 3, 0))
    assert a(state).coins == 0
    assert a(do(returned(power="m_flat_price"), BuyPearl(A, 6))).coins == 19


def test_w15_after_a_free_move_another_move_is_an_action() -> None:
    state = do(rider(begin(), A, power="m_free_move"), Move(A), Move(A), Move(A))
    assert (a(state).port, state.active) == (3, 1)


def test_w13_swapping_takes_an_action_and_the_table_is_told_about_storms() -> None:
    assert why(at_port(), SwapTiles(A)) == "no_such_magic"
    state = at_port(power="m_swap")
    assert "guide.swap_storms" in guided(state)
    assert do(state, SwapTiles(A), SwapTiles(A)).active == 1
    told = rider(begin(swap_storms=False), A, power="m_swap")
    assert "guide.swap_no_storms" in guided(told)


def test_at_the_sun_port_two_pearl_tiles_are_swapped_and_no_gap() -> None:
    state = returned((1, 3), power="m_swap")
    assert why(state, SwapTiles(A, 0, 2)) == "empty_space"
    assert why(state, SwapTiles(A, 1, 1)) == "two_tiles"
    assert do(state, SwapTiles(A, 0, 1)).sun[:2] == (3, 1)


def test_w14_with_all_wild_a_tile_of_goods_stands_for_one_kind() -> None:
    assert not covers(goods("shell_3"), "goods", (0, 3, 0, 0))
    assert covers(goods("shell_3"), "goods", (0, 3, 0, 0), all_wild=True)
    assert not covers(goods("shell_2"), "goods", (0, 1, 1, 0), all_wild=True)


def test_the_hand_of_six_holds_from_the_start() -> None:
    state = do(GAME.start(Setup((A, B), A, GAME.complete((("magic", True),)))), TakeMagic(B, "m_hand_six"))
    assert state.riders[1].hand == 6


# -------------------------------------------------------------------------------- full depth


def test_in_full_depth_a_contract_is_checked_against_the_tiles() -> None:
    state = rider(begin(depth="full"), A, tiles=goods("shell_2", "kelp_1", "crystal_1"))
    need = (2, 1, 1, 0)
    assert why(state, Deliver(A, 2, 3, "goods", need, counts("shell_2", "kelp_1"))) == "not_covered_goods"
    state = do(state, Deliver(A, 2, 3, "goods", need, counts("shell_2", "kelp_1", "crystal_1")))
    assert (a(state).coins, a(state).tiles, GAME.standing(state).total(A)) == (5, (), 3)


def test_nobody_hands_in_what_it_does_not_have() -> None:
    state = rider(begin(depth="full"), A, tiles=goods("shell_2"))
    refusal = GAME.check(state, Deliver(A, 0, 0, "goods", (1, 0, 0, 0), counts("kelp_1")))
    assert refusal is not None
    assert refusal.code == "no_tiles"
    assert not refusal.overrulable


@pytest.mark.parametrize(
    ("demand", "tiles", "met"),
    [
        ("each", ("shell_1", "kelp_2", "meat_1", "pottery_3"), True),
        ("each", ("shell_1", "kelp_2", "meat_1", "crystal_2"), True),
        ("each", ("shell_1", "kelp_2", "crystal_2"), False),
        ("six", ("shell_3", "shell_3"), True),
        ("six", ("shell_3", "crystal_2", "kelp_1"), True),
        ("six", ("shell_3", "kelp_2"), False),
        ("five", ("shell_1", "shell_1", "kelp_1", "kelp_1", "meat_1"), True),
        ("five", ("shell_3", "shell_3", "kelp_3", "kelp_3"), False),
    ],
)
def test_special_contracts(demand: str, tiles: tuple[str, ...], met: bool) -> None:
    state = rider(begin(depth="full"), A, tiles=goods(*tiles))
    code = why(state, Deliver(A, 1, 2, demand, NO_GOODS, counts(*tiles)))
    assert code == (None if met else f"not_covered_{demand}")


def test_pearl_tiles_count_for_five_tiles_only_where_nothing_else_is_left() -> None:
    four = ("shell_1", "shell_1", "kelp_1", "kelp_1")
    poor = rider(begin(depth="full"), A, tiles=goods(*four, "pearl_1"))
    assert why(poor, Deliver(A, 1, 2, "five", NO_GOODS, counts(*four, "pearl_1"))) is None
    rich = rider(begin(depth="full"), A, tiles=goods(*four, "meat_1", "pearl_1"))
    assert why(rich, Deliver(A, 1, 2, "five", NO_GOODS, counts(*four, "pearl_1"))) == "pearl_tiles_are_points"
    assert why(rich, Deliver(A, 1, 2, "six", NO_GOODS, counts(*four, "pearl_1"))) == "pearls_are_no_goods"


def test_in_full_depth_a_tile_shows_what_the_box_has() -> None:
    state = replace(at_port(), depth="full")
    assert why(state, BuyTile(A, 0, "crystal", 3)) == "no_such_tile"
    assert why(state, BuyTile(A, 0, "shell", 3)) is None
    assert GAME.standing(do(state, BuyTile(A, 0, "pearl", 2))).total(A) == 2


def test_the_depth_may_change_and_old_tiles_count_as_any_goods() -> None:
    state = do(at_port(coins=5), Buy(A, 0, 0), SetDepth(A, "full"))
    assert why(state, Deliver(A, 0, 1, "goods", (3, 0, 0, 0), counts("goods"))) is None
    assert "BuyTile" in offered(state)


# -------------------------------------------------------------------------------- the table is right


def test_corrections_set_coins_riders_and_tiles_and_never_make_an_impossible_state() -> None:
    state = do(begin(), SetCoins(B, 7), SetRider(B, 4, "back"), GainTile(B, "pearl_2"))
    assert (state.riders[1].coins, state.riders[1].port, GAME.standing(state).total(B)) == (7, 4, 2)
    assert why(state, SetRider(B, 4, "done")) == "no_such_place"
    assert why(state, SetRider(B, 7, "out")) == "no_such_place"
    assert why(state, LoseTile(B, "shell_1")) == "no_such_correction"
    assert why(state, SetCoins(B, -1)) == "no_such_correction"


def test_a_full_tie_is_a_shared_win() -> None:
    state = rider(returned((1,)), A, coins=1)
    state = do(rider(state, B, coins=0, tiles=goods("pearl_1")), BuyPearl(A, 0))
    assert GAME.standing(state).winners == (A, B)


def test_two_to_six_may_ride() -> None:
    assert GAME.seats({}) == range(2, 7)
    with pytest.raises(BadSetup):
        GAME.start(Setup((Seat(0),), A, GAME.complete()))
