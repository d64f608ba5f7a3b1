"""What people and programs get wrong: each entry of rules/arnika.md section 8 and of the trackers, by its promise."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from companion.game import Seat
from companion.games.arnika.actions import (
    BankTrade,
    BuildConnection,
    BuildJunior,
    BuildSenior,
    BuyCard,
    CrisisReroll,
    Discard,
    EndTurn,
    LoseCard,
    MoveCrisis,
    PlaceConnection,
    PlaceJunior,
    PlayConsult,
    PlayMonopoly,
    PlayPlenty,
    PlayRoads,
    PutPiece,
    RevealPoints,
    Steal,
    TakePiece,
)
from companion.games.arnika.cards import CARD_COST, CONNECTION_COST, FULL_BANK, JUNIOR_COST, NONE, SENIOR_COST, plus
from companion.games.arnika.geometry import EDGE_BETWEEN, ENDS, HEXES, STEPS, mask
from companion.games.arnika.layout import Layout
from companion.games.arnika.longest import chain_length, corners_of_chain, holder, longest_chain
from companion.games.arnika.state import Phase, State
from tests.companion.games.arnika.tables import (
    DESERT,
    GAME,
    HARBOURS,
    LAYOUT,
    NUMBERS,
    TERRAIN,
    A,
    B,
    C,
    D,
    cards,
    deal,
    do,
    edge,
    force,
    hand,
    hold,
    lay,
    new,
    offered,
    playing,
    roll,
    said,
    total,
    way,
    why,
)

RICH = cards(doctor=4, airplane=4, hotel=4, factory=4, coin=4)

# ------------------------------------------------------------------------------------------ the longest connection


def cut_by_b() -> State:
    """A holds the card with 16-...-21; B may build at 19 in its turn."""
    state = lay(playing(), A, juniors=[17], edges=way(16, 17, 18, 19, 20, 21))
    state = lay(state, B, juniors=[0], edges=way(0, 8, 9, 19))
    return do(hold(state, {A: RICH, B: RICH}), EndTurn(A), roll(B, 2))


def test_an_opponents_junior_is_enough_to_take_the_card_away() -> None:
    state = cut_by_b()
    assert state.longest == A
    after = do(state, BuildJunior(B, 19))
    assert after.longest is None
    assert "log.cut" in said(state, BuildJunior(B, 19))


def test_the_card_is_reckoned_anew_after_each_correction_too() -> None:
    state = lay(playing(), A, juniors=[17], edges=way(16, 17, 18, 19, 20))
    state = do(state, PutPiece(B, A, "connection", edge(20, 21)))
    assert state.longest == A
    state = do(state, TakePiece(B, "connection", edge(18, 19)))
    assert (state.longest, state.lengths[A]) == (None, 2)
    state = do(state, PutPiece(B, A, "connection", edge(18, 19)), PutPiece(A, B, "junior", 19))
    assert (state.longest, state.lengths[A]) == (None, 3)


def test_a_connection_that_ends_at_an_opponents_building_counts_whole() -> None:
    """Both ends stop at opponents' buildings: nine connections are nine, not eight."""
    state = lay(playing(), A, juniors=[18], edges=way(16, 17, 18, 19, 20, 21, 22, 23, 24, 25))
    state = lay(lay(state, B, juniors=[16]), C, seniors=[25])
    assert state.lengths[A] == 9


def test_all_connections_are_not_the_longest_chain() -> None:
    state = lay(playing(), A, juniors=[18], edges=[*way(17, 18, 19, 20), *way(18, 29), *way(20, 31)])
    assert state.connections_of(A) == 5
    assert (state.lengths[A], state.longest) == (3 + 1, None)


def test_nobody_builds_through_an_opponents_junior() -> None:
    state = lay(playing(), A, juniors=[17], edges=way(17, 18, 19))
    state = hold(lay(state, B, juniors=[19]), {A: RICH})
    refusal = GAME.check(state, BuildConnection(A, edge(19, 20)))
    assert refusal is not None
    assert refusal.code == "passes_piece"
    assert refusal.line["who"] is not None
    assert edge(19, 20) not in [
        place
        for choice in GAME.choices(state)
        if choice.action is BuildConnection
        for place in choice.fields[0][1].places
    ]


def test_an_own_junior_does_not_interrupt_and_a_circle_counts_whole() -> None:
    ring = way(8, 9, 10, 2, 1, 0, 8)
    state = lay(playing(), A, juniors=[8, 2], edges=ring)
    assert (state.lengths[A], state.longest) == (6, A)
    state = lay(state, A, edges=way(8, 7, 17))
    assert state.lengths[A] == 8


def test_an_own_junior_that_joins_two_ways_lengthens_them() -> None:
    """A way that ended at the empty corner on both sides is one way; nothing there can be another's."""
    state = lay(playing(), A, juniors=[16], edges=[*way(16, 17, 18), *way(18, 19, 20)])
    assert state.lengths[A] == 4
    state = do(hold(state, {A: RICH}), BuildJunior(A, 18))
    assert state.lengths[A] == 4


@pytest.mark.parametrize(
    ("before", "lengths", "now"),
    [
        (None, (4, 4, 0, 0), None),
        (None, (5, 5, 0, 0), None),
        (None, (5, 4, 0, 0), 0),
        (0, (5, 5, 0, 0), 0),
        (0, (6, 7, 0, 0), 1),
        (0, (4, 5, 5, 0), None),
        (0, (4, 6, 5, 0), 1),
        (0, (4, 4, 4, 4), None),
        (2, (7, 7, 6, 7), None),
    ],
)
def test_the_holder_follows_from_the_last_holder_and_the_lengths_alone(
    before: int | None, lengths: tuple[int, ...], now: int | None
) -> None:
    assert holder(before, lengths) == now


def test_the_card_stays_where_it_is_when_nobody_builds() -> None:
    state = cut_by_b()
    for seat in (B, C, D, A, B, C):
        state = do(state, EndTurn(seat), roll(Seat((seat + 1) % 4), 2))
        assert state.longest == A


def brute(connections: int, blocked: int) -> int:
    """The longest chain by trying every way from every corner."""
    best = 0

    def walk(corner: int, used: int, n: int) -> None:
        nonlocal best
        best = max(best, n)
        if n and blocked >> corner & 1:
            return
        for e, end in STEPS[corner]:
            if connections >> e & 1 and not used >> e & 1:
                walk(end, used | 1 << e, n + 1)

    for corner in range(54):
        walk(corner, 0, 0)
    return best


def test_the_chain_is_as_long_as_trying_every_way_finds_it() -> None:
    rng = Random(11)
    for _ in range(300):
        grown = [rng.randrange(72)]
        for _ in range(rng.randint(0, 13)):
            corner = rng.choice([c for e in grown for c in ENDS[e]])
            grown.append(rng.choice(STEPS[corner])[0])
        connections = mask(grown)
        blocked = mask(rng.sample(range(54), rng.randint(0, 6)))
        chain = longest_chain(connections, blocked)
        assert len(chain) == chain_length(connections, blocked) == brute(connections, blocked)
        corners = corners_of_chain(chain)
        assert [EDGE_BETWEEN[a, b] for a, b in pairwise(corners)] == list(chain)  # type: ignore[index]
        assert not any(blocked >> corner & 1 for corner in corners[1:-1])


# ------------------------------------------------------------------------------------------ bank and production


def whole_bank(state: State) -> bool:
    total_ = state.bank
    for found in state.hands:
        total_ = plus(total_, found.least)
    return total_ == FULL_BANK


def test_what_is_paid_for_pieces_and_cards_goes_back_to_the_bank() -> None:
    state = lay(playing(), A, juniors=[16], edges=way(16, 17, 18))
    state = hold(state, {A: RICH})
    for act, cost in (
        (BuildConnection(A, edge(18, 19)), CONNECTION_COST),
        (BuildJunior(A, 18), JUNIOR_COST),
        (BuyCard(A), CARD_COST),
    ):
        before = state.bank
        state = do(state, act)
        assert state.bank == plus(before, cost)
        assert whole_bank(state)
    state = hold(state, {A: SENIOR_COST})
    assert do(state, BuildSenior(A, 18)).bank == FULL_BANK


def test_discards_go_back_to_the_bank_and_are_due_once() -> None:
    state = do(hold(playing(rolled=False), {A: cards(doctor=15), B: cards(hotel=7)}), roll(A, 7))
    assert state.due == (7, 0, 0, 0)
    state = do(state, Discard(A, cards(doctor=3)), Discard(A, cards(doctor=4)))
    assert state.bank == cards(doctor=11, airplane=19, hotel=12, factory=19, coin=19)
    assert state.phase is Phase.REROLL
    assert why(state, Discard(A, cards(doctor=1))) == "not_now"
    assert why(state, Discard(B, cards(hotel=1))) == "not_now"


def test_a_discard_is_never_more_than_is_due_and_never_asked_of_seven_cards() -> None:
    state = do(hold(playing(rolled=False), {A: cards(doctor=8), B: cards(hotel=7)}), roll(A, 7))
    assert why(state, Discard(A, cards(doctor=5))) == "discard_count"
    assert why(state, Discard(B, cards(hotel=3))) == "owes_nothing"


def test_a_second_junior_pays_its_hexes_and_the_first_nothing() -> None:
    state = new(seats=2)
    state = do(state, PlaceJunior(A, 9))
    assert hand(state, A) == NONE
    state = do(state, PlaceConnection(A, edge(9, 10)), PlaceJunior(B, 29), PlaceConnection(B, edge(29, 30)))
    state = do(state, PlaceJunior(B, 33))
    # Corner 33 lies between the desert and hexes 10 (airplane) and 14 (hotel).
    assert hand(state, B) == cards(airplane=1, hotel=1)
    assert whole_bank(state)


def test_the_crisis_blocks_its_hex_and_not_the_whole_junior() -> None:
    """Corner 9 lies at hexes 0 (coin 10), 3 (hotel 12) and 4 (doctor 6); the crisis is on the ten."""
    state = lay(playing(rolled=False, crisis=0), A, juniors=[9])
    assert hand(do(state, roll(A, 6)), A) == cards(doctor=1)
    assert hand(do(state, roll(A, 12)), A) == cards(hotel=1)
    assert hand(do(state, roll(A, 10)), A) == NONE


def test_two_hexes_of_one_kind_and_number_at_a_corner_count_twice() -> None:
    terrain = ("doctor", *TERRAIN[1:3], "doctor", *TERRAIN[4:])
    numbers = (5, *NUMBERS[1:3], 5, *NUMBERS[4:])
    state = playing(rolled=False, layout=Layout(terrain, numbers, HARBOURS))
    assert hand(do(lay(state, A, juniors=[9]), roll(A, 5)), A) == cards(doctor=2)
    assert hand(do(lay(state, A, seniors=[9]), roll(A, 5)), A) == cards(doctor=4)


def test_a_senior_gets_two_a_hex_and_a_junior_one() -> None:
    state = lay(lay(playing(rolled=False), A, juniors=[9]), B, seniors=[0])
    state = do(state, roll(A, 10))
    assert (hand(state, A), hand(state, B)) == (cards(coin=1), cards(coin=2))


def test_a_short_kind_leaves_the_other_kinds_alone() -> None:
    """A nine brings hotel at hex 7 alone; here hexes 7 and 8 both carry nine, and the bank has no hotel."""
    numbers = (*NUMBERS[:8], 9, *NUMBERS[9:])
    state = lay(playing(rolled=False, layout=Layout(TERRAIN, numbers, HARBOURS)), A, juniors=[18])
    state = do(hold(state, bank=cards(doctor=19, airplane=19, factory=19, coin=19)), roll(A, 9))
    assert hand(state, A) == cards(airplane=1)
    assert state.bank[2] == 0


def test_a_bank_trade_needs_the_card_in_the_bank() -> None:
    state = hold(playing(), {A: cards(doctor=4)}, bank=cards(doctor=15, airplane=19, hotel=19, factory=19))
    assert why(state, BankTrade(A, "doctor", "coin")) == "bank_lacks"
    assert why(state, BankTrade(A, "doctor", "hotel")) is None


def test_the_rate_follows_from_the_pieces_that_stand_at_harbours_now() -> None:
    state = hold(lay(playing(), A, juniors=[16], edges=way(16, 17, 7, 8, 0)), {A: cards(factory=3, coin=3)})
    assert why(state, BankTrade(A, "coin", "hotel")) == "unaffordable"
    state = hold(state, {A: plus(JUNIOR_COST, cards(coin=3))})
    state = do(state, BuildJunior(A, 0), BankTrade(A, "coin", "hotel"))
    assert hand(state, A) == cards(hotel=1)


def test_a_special_harbour_takes_two_of_its_own_kind_only() -> None:
    state = hold(lay(playing(), A, juniors=[3]), {A: cards(factory=2, coin=3)})
    assert why(state, BankTrade(A, "coin", "hotel")) == "unaffordable"
    assert hand(do(state, BankTrade(A, "factory", "hotel")), A) == cards(hotel=1, coin=3)


def test_like_for_like_is_no_trade() -> None:
    state = hold(playing(), {A: cards(factory=8)})
    assert why(state, BankTrade(A, "factory", "factory")) == "same_kind"


def test_a_three_for_one_is_three_of_one_kind() -> None:
    """The action names one kind: mixed cards can't be given."""
    state = hold(lay(playing(), A, juniors=[0]), {A: cards(doctor=2, airplane=1)})
    assert why(state, BankTrade(A, "doctor", "hotel")) == "unaffordable"


# ------------------------------------------------------------------------------------------ robber, cards, winning


def classic(**options: object) -> State:
    return playing("classic", rolled=False, **options)  # type: ignore[arg-type]


def test_stealing_from_empty_hands_is_skipped() -> None:
    state = lay(lay(classic(), B, juniors=[0]), A, juniors=[9])
    state = do(state, roll(A, 7), MoveCrisis(A, 0))
    assert state.phase is Phase.PLAY


def test_victims_are_other_seats_at_the_hex_with_a_card() -> None:
    state = lay(lay(lay(classic(), B, juniors=[0]), C, juniors=[2]), D, juniors=[20])
    state = hold(state, {B: cards(coin=1), D: cards(coin=1), A: cards(coin=1)})
    state = do(lay(state, A, juniors=[9]), roll(A, 7), MoveCrisis(A, 0))
    assert state.phase is Phase.STEAL
    assert (
        why(state, Steal(A, C, None)) == why(state, Steal(A, D, None)) == why(state, Steal(A, A, None)) == "no_victim"
    )
    state = do(state, Steal(A, B, "coin"))
    assert (hand(state, A), hand(state, B)) == (cards(coin=2), NONE)


def test_the_robber_may_go_to_any_other_hex_where_nobody_stands_too() -> None:
    state = do(classic(), roll(A, 7))
    assert why(state, MoveCrisis(A, DESERT)) == "crisis_is_there"
    for place in range(HEXES):
        if place != DESERT:
            assert do(state, MoveCrisis(A, place)).phase is Phase.PLAY
    state = replace(state, crisis=0)
    assert do(state, MoveCrisis(A, DESERT)).crisis == DESERT


@pytest.mark.parametrize("preset", ["text", "classic"])
def test_a_bought_card_does_not_count_until_it_is_played(preset: str) -> None:
    state = hold(deal(playing(preset), A, consults=2), {A: CARD_COST})
    state = do(state, BuyCard(A, "consult"))
    assert (state.top, total(state, A)) == (None, 0)


def test_the_top_consultant_has_three_and_a_rival_needs_strictly_more() -> None:
    state = deal(playing("classic"), A, consults=2, consult=1)
    state = do(state, PlayConsult(A), MoveCrisis(A, 0))
    assert (state.top, total(state, A)) == (A, 2)
    state = deal(state, B, consults=2, consult=2)
    state = do(state, EndTurn(A), PlayConsult(B), MoveCrisis(B, 1))
    assert state.top == A
    state = do(state, roll(B, 2))
    for seat in (B, C, D, A):
        state = do(state, EndTurn(seat), roll(Seat((seat + 1) % 4), 2)) if seat != A else do(state, EndTurn(A))
    state = do(state, PlayConsult(B))
    assert (state.top, total(state, A), total(state, B)) == (B, 0, 2)


def test_a_card_is_not_played_in_the_turn_it_was_bought() -> None:
    state = do(hold(playing(crisis=1), {A: CARD_COST}), BuyCard(A))
    assert why(state, PlayConsult(A)) == "bought_now"
    state = do(state, *[act for seat in (A, B, C, D) for act in (EndTurn(seat), roll(Seat((seat + 1) % 4), 2))])
    assert why(state, PlayConsult(A)) is None


def test_one_card_a_turn_before_or_after_the_dice() -> None:
    state = deal(playing(crisis=1, rolled=False), A, consult=2, plenty=1)
    state = do(state, PlayConsult(A))
    assert state.phase is Phase.ROLL
    assert why(state, PlayConsult(A)) == "one_card_a_turn"
    assert why(do(state, roll(A, 2)), PlayPlenty(A, cards(coin=2))) == "one_card_a_turn"


def test_point_cards_are_exempt_from_one_a_turn_and_from_waiting() -> None:
    state = lay(playing(crisis=1), A, seniors=[16, 4, 47, 51])
    state = deal(hold(state, {A: plus(CARD_COST, cards())}), A, consult=1, point=1)
    state = do(state, PlayConsult(A), BuyCard(A, "point"))
    assert do(state, RevealPoints(A, 2)).winner == A


def test_points_are_revealed_only_to_win() -> None:
    state = deal(lay(playing(), A, seniors=[16, 4, 47]), A, point=3)
    assert why(state, RevealPoints(A, 3)) == "not_enough_points"


def test_a_refused_card_changes_nothing() -> None:
    """Validate, then apply: nothing of a refused play is kept, however often it is tried."""
    state = deal(playing(), A, consult=1)
    for _ in range(19):
        assert why(state, PlayConsult(A)) == "crisis_home"
    assert state.development[A].consults == 0


def test_the_two_points_of_a_special_card_are_there_once() -> None:
    state = lay(playing(), A, juniors=[17], edges=way(16, 17, 18, 19, 20, 21))
    state = hold(state, {A: cards(doctor=3, airplane=3)})
    assert total(state, A) == 3
    state = do(state, *(BuildConnection(A, e) for e in way(21, 22, 23, 24)))
    assert total(state, A) == 3


def test_a_card_played_before_the_dice_leads_back_to_the_dice() -> None:
    """Sub-turns keep the turn: a robber moved, a theft, two free connections, then the same seat rolls."""
    state = deal(lay(classic(), A, juniors=[16]), A, consult=1)
    state = hold(lay(state, B, juniors=[0]), {B: cards(coin=1)})
    state = do(state, PlayConsult(A), MoveCrisis(A, 0), Steal(A, B, None))
    assert (state.phase, state.turn) == (Phase.ROLL, A)
    state = deal(lay(classic(), A, juniors=[16]), A, roads=1)
    state = do(state, PlayRoads(A), BuildConnection(A, edge(16, 17)), BuildConnection(A, edge(17, 18)))
    assert (state.phase, state.turn) == (Phase.ROLL, A)
    assert offered(state) == {"Roll"}


def test_the_standing_and_the_end_count_the_same_points() -> None:
    state = lay(playing(rolled=True), A, seniors=[16, 4, 47, 51], edges=way(16, 17, 18, 19, 20))
    state = lay(state, A, edges=way(20, 21))
    assert state.winner == A
    assert total(state, A) == state.points(A) == 10


# ------------------------------------------------------------------------------------------ Arnika's own seven


def test_on_a_seven_nobody_steals_and_the_roller_does_not_choose_freely() -> None:
    state = lay(playing(rolled=False), B, juniors=[19])
    state = do(hold(state, {B: cards(coin=2)}), roll(A, 7))
    assert (state.phase, offered(state)) == (Phase.REROLL, {"CrisisReroll"})
    assert [line.key for line in GAME.guide(state)] == ["guide.no_theft"]
    state = do(state, CrisisReroll(A, roll(A, 3).throw))
    # Two hexes carry a three: the roller chooses between these, and no other.
    assert [place for place in range(HEXES) if why(state, MoveCrisis(A, place)) is None] == list(LAYOUT.numbered(3))


def test_each_player_at_the_crisis_returns_one_card_the_roller_too_and_no_empty_hand() -> None:
    """Hex 10 (airplane 3): A has two pieces there, B one."""
    state = lay(lay(playing(rolled=False), A, juniors=[22], seniors=[24]), B, juniors=[34])
    crisis = (roll(A, 7), CrisisReroll(A, roll(A, 3).throw), MoveCrisis(A, 10))
    assert do(hold(state, {A: cards(coin=2)}), *crisis).due == (1, 0, 0, 0)
    state = do(hold(state, {A: cards(coin=2, hotel=1), B: cards(coin=1)}), *crisis)
    assert state.due == (1, 1, 0, 0)
    assert why(state, LoseCard(B, "hotel")) == "unaffordable"
    state = do(state, LoseCard(B, "coin"), LoseCard(A, "hotel"))
    assert (hand(state, A), hand(state, B)) == (cards(coin=2), NONE)
    assert state.phase is Phase.PLAY
    assert whole_bank(state)


def test_a_consult_card_sends_the_crisis_home_at_once_and_stays_face_up() -> None:
    state = do(deal(playing(crisis=1), A, consult=1), PlayConsult(A))
    assert state.crisis == DESERT
    assert state.development[A].consults == 1
    assert state.phase is Phase.PLAY


def test_a_consult_card_that_wins_the_match_sends_the_crisis_home_all_the_same() -> None:
    """The third card brings two points and the end; what lies on the table at the end is what the record says."""
    state = replace(deal(playing(crisis=1), A, consults=2, consult=1), adjusted=(8, 0, 0, 0))
    state = do(state, PlayConsult(A))
    assert (state.phase, state.winner, state.top) == (Phase.OVER, A, A)
    assert state.crisis == DESERT


def test_a_monopoly_takes_all_of_a_kind_and_says_how_many() -> None:
    state = hold(deal(playing("classic"), A, monopoly=1), {B: cards(coin=3), C: cards(coin=2, hotel=1)})
    state = do(state, PlayMonopoly(A, "coin"))
    assert [hand(state, s) for s in (A, B, C)] == [cards(coin=5), NONE, cards(hotel=1)]


def test_overruled_the_table_is_right_and_the_state_stays_one() -> None:
    state = hold(lay(playing(), A, juniors=[16]), {A: RICH})
    state = force(state, BuildConnection(A, edge(40, 41)))
    assert state.waived == ("joined",)
    state = force(state, BuildJunior(A, 17))
    assert "distance" in state.waived
