"""The two switches, hands as ranges, and the table that is right: what is overruled or corrected stays a state."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from companion.game import ButtonPressed, DiceRolled, Place, RollId, Seat
from companion.games.arnika.actions import (
    AcceptTrade,
    BuildConnection,
    BuildJunior,
    BuildSenior,
    BuyCard,
    CorrectCards,
    CorrectCrisis,
    CorrectHand,
    CorrectHarbour,
    CorrectHex,
    CorrectLongest,
    CorrectPieces,
    CorrectScore,
    CorrectTurn,
    CounterOffer,
    DeclineTrade,
    EndTurn,
    MoveCrisis,
    OfferTrade,
    PlaceConnection,
    PlaceJunior,
    PlayMonopoly,
    PutPiece,
    Roll,
    SetHands,
    SetMap,
    Steal,
    TakeLongest,
    TakePiece,
    WithdrawOffer,
)
from companion.games.arnika.cards import FULL_BANK, JUNIOR_COST, NONE, Cards
from companion.games.arnika.hands import Hand, known, possible, tightened
from companion.games.arnika.state import Phase, State
from tests.companion.games.arnika.tables import (
    DESERT,
    GAME,
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
    offered,
    playing,
    roll,
    total,
    way,
    why,
)

# ------------------------------------------------------------------------------------------ hands as ranges


def stolen() -> State:
    """A drew one card from B's doctor and two coins, and nobody else saw which."""
    state = hold(lay(playing("classic", rolled=False), B, juniors=[0]), {B: cards(doctor=1, coin=2)})
    return do(state, roll(A, 7), MoveCrisis(A, 0), Steal(A, B, None))


def test_a_theft_widens_the_ranges_of_two_hands_and_nothing_else() -> None:
    state = stolen()
    assert state.hands[A] == Hand(1, NONE, cards(doctor=1, coin=1))
    assert state.hands[B] == Hand(2, cards(coin=1), cards(doctor=1, coin=2))
    assert state.hands[C].is_known
    assert state.bank == cards(doctor=18, airplane=19, hotel=19, factory=19, coin=17)


def test_what_a_seat_pays_is_known_from_then_on() -> None:
    state = stolen()
    state = do(state, EndTurn(A), CorrectHand(B, B, cards(coin=2)))
    assert hand(state, A) == cards(doctor=1), "the doctor can be nowhere else"


def test_only_what_is_certainly_unaffordable_is_refused() -> None:
    state = hold(lay(playing("classic", rolled=False), B, juniors=[0]), {B: cards(doctor=1, coin=2)})
    state = hold(state, {A: cards(airplane=1), B: cards(doctor=1, coin=2)})
    state = lay(do(state, roll(A, 7), MoveCrisis(A, 0), Steal(A, B, None)), A, juniors=[16])
    assert why(state, BuildConnection(A, edge(16, 17))) is None, "the card drawn may be a doctor"
    refusal = GAME.check(state, BuyCard(A))
    assert refusal is not None
    assert (refusal.code, refusal.private) == ("unaffordable", A)


def deals(hands: tuple[Hand, ...], bank: Cards) -> list[tuple[Cards, ...]]:
    """Every way in which the cards can lie, by trying all."""
    rows = [
        [
            dealt
            for dealt in product(*(range(low, high + 1) for low, high in zip(h.least, h.most, strict=True)))
            if sum(dealt) == h.size
        ]
        for h in hands
    ]
    return [
        found  # type: ignore[misc]
        for found in product(*rows)
        if all(sum(h[kind] for h in found) + bank[kind] == 19 for kind in range(5))
    ]


def test_ranges_hold_every_deal_and_whether_one_fits_is_exact() -> None:
    rng = Random(5)
    for _ in range(60):
        true = [tuple(rng.randint(0, 2) for _ in range(5)) for _ in range(3)]
        bank: Cards = tuple(19 - sum(h[k] for h in true) for k in range(5))  # type: ignore[assignment]
        hands = tuple(
            Hand(
                sum(h),
                tuple(max(0, n - rng.randint(0, 1)) for n in h),  # type: ignore[arg-type]
                tuple(n + rng.randint(0, 1) for n in h),  # type: ignore[arg-type]
            )
            for h in true
        )
        ways = deals(hands, bank)
        narrow = tightened(hands, bank)
        assert ways
        for seat, h in enumerate(narrow):
            for kind in range(5):
                lying = [found[seat][kind] for found in ways]
                assert h.least[kind] <= min(lying)
                assert max(lying) <= h.most[kind]
        need: Cards = tuple(rng.randint(0, 2) for _ in range(5))  # type: ignore[assignment]
        fits = any(all(a >= b for a, b in zip(found[0], need, strict=True)) for found in ways)
        assert possible(hands, bank, {0: need}) == fits


def test_a_monopoly_asks_how_many_where_the_hands_are_not_known() -> None:
    state = deal(stolen(), A, monopoly=1)
    assert why(state, PlayMonopoly(A, "coin")) == "say_how_many"
    assert why(state, PlayMonopoly(A, "coin", (0, 3, 0, 0))) == "not_so_many"
    state = do(state, PlayMonopoly(A, "coin", (0, 1, 0, 0)))
    assert (hand(state, A), hand(state, B)) == (cards(coin=2), cards(doctor=1))


# ------------------------------------------------------------------------------------------ the switches


def test_the_map_may_be_turned_off_and_on_again_at_any_time() -> None:
    state = hold(lay(playing(), A, juniors=[17], edges=way(16, 17, 18, 19, 20, 21)), {A: cards(doctor=2)})
    off = do(state, SetMap(A, False))
    assert (off.counted, off.longest, total(off, A)) == (False, A, 3)
    off = do(off, BuildJunior(A), TakeLongest(A, B))
    assert (total(off, A), total(off, B)) == (2, 2)
    on = do(off, SetMap(A, True))
    assert (on.longest, total(on, A)) == (A, 4), "all connections have their place: the chain decides again"


def test_a_holder_that_was_said_stays_while_the_app_does_not_know_where_all_connections_lie() -> None:
    state = do(lay(playing(), A, juniors=[17], edges=way(16, 17, 18, 19, 20)), SetMap(A, False))
    state = do(state, BuildConnection(A), TakeLongest(A, A), SetMap(A, True))
    assert state.longest == A
    state = do(state, PutPiece(A, A, "connection", edge(20, 21)))
    assert (state.loose[A].connections, state.lengths[A], state.longest) == (0, 5, A)


def test_a_junior_upgraded_without_a_map_is_not_upgraded_twice() -> None:
    state = do(lay(playing(), A, juniors=[16]), SetMap(A, False), BuildSenior(A), SetMap(A, True))
    assert (state.juniors_of(A), state.seniors_of(A)) == (0, 1)
    assert why(state, BuildSenior(A, 16)) == "no_own_junior"
    assert "BuildSenior" not in offered(state)


def test_counting_begins_with_what_everybody_sees() -> None:
    state = do(hold(playing(), {A: cards(coin=3), B: cards(hotel=2)}), SetHands(A))
    assert not state.counted
    assert why(state, SetHands(A, FULL_BANK, (3, 2, 0, 0))) == "cards_dont_add_up"
    state = do(state, SetHands(A, cards(doctor=19, airplane=19, hotel=17, factory=19, coin=16), (3, 2, 0, 0)))
    assert state.hands[A] == Hand(3, cards(coin=1), cards(hotel=2, coin=3))


# ------------------------------------------------------------------------------------------ overruled


def test_a_firm_refusal_stands_though_a_waivable_one_comes_first() -> None:
    """Out of turn, and nothing to pay with: what the players may waive hides nothing that they can't."""
    state = lay(playing(), B, juniors=[16])
    refusal = GAME.check(state, BuildSenior(B, 16))
    assert refusal is not None
    assert (refusal.code, refusal.overrulable) == ("unaffordable", False)
    state = hold(lay(state, B, edges=way(16, 17)), {})
    refusal = GAME.check(state, BuildJunior(B, 17))
    assert refusal is not None
    assert not refusal.overrulable


def test_out_of_turn_the_players_may_let_it_be() -> None:
    state = hold(lay(playing(), B, juniors=[16]), {B: cards(doctor=1, airplane=1)})
    refusal = GAME.check(state, BuildConnection(B, edge(16, 17)))
    assert refusal is not None
    assert refusal.code == "not_your_turn"
    state = force(state, BuildConnection(B, edge(16, 17)))
    assert (state.turn, hand(state, B), state.connections_of(B)) == (A, NONE, 1)


@pytest.mark.parametrize(
    "action",
    [
        BuildConnection(A, edge(16, 17)),
        BuildJunior(A, 16),
        BuildJunior(A, 99),
        BuildConnection(A, 99),
        EndTurn(Seat(9)),
    ],
)
def test_what_would_be_no_state_is_never_forced(action: object) -> None:
    state = lay(hold(playing(), {A: JUNIOR_COST}), B, juniors=[16], edges=way(16, 17))
    refusal = GAME.check(state, action)
    assert refusal is not None
    assert not refusal.overrulable


def test_a_waived_invariant_is_written_in_the_state_and_out_of_the_checks() -> None:
    state = lay(playing(), B, juniors=[16])
    state = force(hold(lay(state, A, edges=way(17, 18), juniors=[18]), {A: JUNIOR_COST}), BuildJunior(A, 17))
    assert state.waived == ("distance",)
    assert GAME.invariants(state) == ()
    assert GAME.invariants(replace(state, waived=())) != ()


# ------------------------------------------------------------------------------------------ corrected


def test_every_fact_can_be_set_right() -> None:
    state = hold(lay(playing(), A, juniors=[16], edges=way(16, 17)), {A: cards(coin=2)})
    state = do(state, CorrectHand(B, A, cards(hotel=3)))
    assert (hand(state, A), state.bank[2]) == (cards(hotel=3), 16)
    state = do(state, PutPiece(B, B, "senior", 20), TakePiece(B, "connection", edge(16, 17)))
    assert (total(state, B), state.connections_of(A)) == (2, 0)
    state = do(state, CorrectHex(B, 0, "hotel", 6), CorrectHarbour(B, edge(0, 1), None), CorrectCrisis(B, 4))
    assert (state.layout.terrain[0], state.layout.numbers[0], state.crisis) == ("hotel", 6, 4)
    assert edge(0, 1) not in dict(state.layout.harbours)
    state = do(state, CorrectScore(B, A, 4), CorrectLongest(B, C), CorrectCards(B, A, 2, 3, 0))
    assert [total(state, s) for s in (A, B, C)] == [6, 2, 2], "the top consultant's card comes with three"
    state = do(state, CorrectTurn(B, C, True))
    assert (state.turn, state.phase) == (C, Phase.PLAY)
    state = do(state, CorrectPieces(B, A, 2, 1, 3))
    assert (state.juniors_of(A), state.seniors_of(A), state.connections_of(A)) == (2, 1, 3)


def test_a_correction_that_leaves_no_state_is_refused() -> None:
    state = hold(lay(playing(), A, juniors=[16]), {A: cards(coin=2)}, bank=cards(doctor=19, coin=1))
    assert why(state, CorrectHand(B, A, cards(coin=19))) == "recount"
    assert why(state, PutPiece(B, B, "junior", 16)) == "corner_taken"
    assert why(state, TakePiece(B, "senior", 16)) == "no_piece_there"
    assert why(state, CorrectHex(B, DESERT, "hotel", 6)) == "last_desert"
    assert why(state, CorrectHarbour(B, edge(19, 20), "any")) == "no_such_place"
    assert why(state, CorrectCards(B, A, 26, 0, 0)) == "not_so_many_cards"
    assert why(state, CorrectScore(B, A, 31)) == "no_such_number"


def test_a_step_that_waits_for_what_a_correction_took_away_falls_away() -> None:
    state = do(hold(playing(rolled=False), {A: cards(doctor=8)}), roll(A, 7))
    assert state.phase is Phase.DISCARD
    state = do(state, CorrectHand(B, A, NONE))
    assert (state.phase, state.due) == (Phase.REROLL, ())
    state = do(state, CorrectCrisis(B, 0))
    assert state.phase is Phase.HOME


def test_a_match_that_was_won_by_mistake_goes_on() -> None:
    state = do(lay(playing(), A, seniors=[16, 4, 47, 51]), CorrectScore(B, A, 10))
    assert state.winner == A
    state = do(state, CorrectScore(B, A, 9), CorrectTurn(B, A, True))
    assert (state.winner, state.phase) == (None, Phase.PLAY)


def test_starting_cards_are_never_more_than_the_bank_has() -> None:
    state = GAME.start(GAME.random_setup(Random(1), 2, GAME.complete((("setup_resources", "both"),))))
    state = do(state, CorrectHand(A, B, (19, 19, 19, 19, 19)), PlaceJunior(state.turn, 20))
    assert state.bank == NONE


def test_a_set_up_goes_on_where_corrections_left_no_path_at_the_junior() -> None:
    state = GAME.start(GAME.random_setup(Random(1), 2, GAME.complete()))
    first = state.turn
    state = do(state, PlaceJunior(first, 0))
    for place in (edge(0, 1), edge(0, 8)):
        state = do(state, PutPiece(first, first, "connection", place))
    state = do(state, PlaceConnection(first, edge(1, 2)))
    assert state.turn != first


# ------------------------------------------------------------------------------------------ trade, buttons, dice


def test_an_offer_stands_until_a_seat_takes_it_with_its_button() -> None:
    state = hold(playing(), {A: cards(coin=1), B: cards(hotel=1), C: cards(hotel=1)})
    state = do(state, OfferTrade(A, cards(coin=1), cards(hotel=1), None))
    assert GAME.interpret(state, ButtonPressed(B)) == AcceptTrade(B, A)
    assert GAME.interpret(state, ButtonPressed(B, long=True)) == DeclineTrade(B, A)
    refusal = GAME.check(state, AcceptTrade(D, A))
    assert refusal is not None
    assert refusal.private == D
    state = do(state, DeclineTrade(B, A), CounterOffer(C, cards(hotel=1), cards(coin=1)), AcceptTrade(A, C))
    assert (hand(state, A), hand(state, C), state.offers) == (cards(hotel=1), cards(coin=1), ())


def test_an_offer_may_be_withdrawn_and_ends_with_the_turn() -> None:
    state = hold(playing(), {A: cards(coin=1), B: cards(hotel=1)})
    state = do(state, OfferTrade(A, cards(coin=1), cards(hotel=1), B))
    assert why(state, AcceptTrade(C, A)) == "not_asked"
    assert do(state, WithdrawOffer(A)).offers == ()
    assert do(state, EndTurn(A)).offers == ()
    assert why(state, OfferTrade(A, cards(coin=1), cards(coin=1), B)) == "same_kind"
    assert why(state, OfferTrade(B, cards(hotel=1), cards(coin=1), A)) == "not_your_turn"


def test_a_gift_is_waived_by_the_table_and_a_card_that_is_not_there_never() -> None:
    state = hold(playing(), {A: cards(coin=1)})
    gift = GAME.check(state, OfferTrade(A, cards(coin=1), NONE, B))
    assert gift is not None
    assert (gift.code, gift.overrulable) == ("no_gifts", True)
    lacking = GAME.check(state, OfferTrade(A, cards(coin=2), NONE, B))
    assert lacking is not None
    assert not lacking.overrulable


def test_a_throw_of_two_faces_is_the_roll_and_an_unread_die_is_none() -> None:
    state = playing(rolled=False)
    thrown = DiceRolled(RollId("u", 1, 1), (3, 5))
    rolled = GAME.interpret(state, thrown)
    assert isinstance(rolled, Roll)
    assert (rolled.seat, rolled.throw.total, rolled.throw.faces) == (A, 8, (3, 5))
    assert GAME.interpret(state, DiceRolled(RollId("u", 1, 1), (3, None))) is None
    assert GAME.interpret(playing(), thrown) is None
    assert GAME.interpret(playing(), ButtonPressed(A)) == EndTurn(A)
    assert GAME.interpret(playing(), ButtonPressed(B)) is None


def test_the_board_says_what_a_camera_should_see() -> None:
    state = lay(playing(), A, juniors=[16], seniors=[20], edges=way(16, 17))
    board = GAME.board(state)
    assert [piece.kind for piece in board.at(Place("corner", 16))] == ["junior"]
    assert [piece.kind for piece in board.at(Place("corner", 20))] == ["senior"]
    assert [piece.seat for piece in board.at(Place("edge", edge(16, 17)))] == [A]
    assert [piece.kind for piece in board.at(Place("hex", DESERT))] == ["desert", "crisis"]
    assert GAME.board(do(state, SetMap(A, False))).pieces == ()


def test_who_comes_next_is_told_in_the_set_up_too() -> None:
    state = GAME.start(GAME.random_setup(Random(1), 3, GAME.complete()))
    order = []
    while state.phase is not Phase.ROLL:
        if state.phase is Phase.PLACE_JUNIOR:
            order.append(GAME.following(state))
            last = state.turn
        choice = GAME.choices(state)[0]
        state = do(state, next(iter(choice.actions())))
        if state.phase is Phase.PLACE_JUNIOR:
            assert state.turn == order[-1] or last == order[-1]
    assert GAME.following(state) == Seat((state.turn + 1) % 3)


def test_known_hands_are_known() -> None:
    assert known(cards(coin=2)).is_known
    assert not Hand(1, NONE, cards(coin=1, hotel=1)).is_known
