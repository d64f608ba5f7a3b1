"""Every option of rules/arnika.md section 6: what it changes, and that the default is the text's ruling."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.game import BadSetup, Seat
from companion.games.arnika.actions import (
    BuildConnection,
    BuildJunior,
    BuyCard,
    CrisisHome,
    CrisisReroll,
    EndTurn,
    MoveCrisis,
    OfferTrade,
    PlaceConnection,
    PlaceJunior,
    PlayConsult,
    PlayOther,
    RevealPoints,
    Steal,
    TakeLongest,
)
from companion.games.arnika.boards import SIXTEEN_TOKENS, TOKENS
from companion.games.arnika.cards import CONNECTION_COST, JUNIOR_COST, NONE, plus
from companion.games.arnika.layout import ANY, Layout
from companion.games.arnika.state import Phase
from tests.companion.games.arnika.tables import (
    DESERT,
    GAME,
    HARBOURS,
    NUMBERS,
    TERRAIN,
    A,
    B,
    cards,
    deal,
    do,
    edge,
    hand,
    hold,
    lay,
    new,
    offered,
    playing,
    roll,
    setup,
    total,
    way,
    why,
)

THREE_DESERTS = Layout(
    tuple("desert" if i in (0, 9, 18) else kind for i, kind in enumerate(TERRAIN)),
    tuple(None if i in (0, 9, 18) else n for i, n in enumerate(NUMBERS)),
    HARBOURS,
)


def test_the_text_is_the_default_and_classic_a_preset_beside_it() -> None:
    text, classic = dict(GAME.complete((), "text")), dict(GAME.complete((), "classic"))
    assert text == dict(GAME.complete())
    assert (text["shortage"], text["strict_phases"], text["crisis_mode"]) == ("nobody", True, "arnika")
    assert (classic["shortage"], classic["strict_phases"], classic["crisis_mode"]) == ("sole_claimant", False, "catan")


def test_every_option_takes_each_of_its_values_and_a_match_keeps_it() -> None:
    rng = Random(1)
    for option in GAME.options:
        for value in option.values:
            made = GAME.random_setup(rng, 3, GAME.complete(((option.name, value),)))
            assert made.option(option.name) == value
            assert GAME.invariants(GAME.start(made)) == ()
        with pytest.raises(BadSetup):
            GAME.complete(((option.name, "no such value"),))


# -- what the box holds


@pytest.mark.parametrize(("tokens", "deserts", "numbers"), [(18, 1, TOKENS), (16, 3, SIXTEEN_TOKENS)])
def test_a02_eighteen_tokens_and_a_desert_or_sixteen_and_three(
    tokens: int, deserts: int, numbers: tuple[int, ...]
) -> None:
    layout = GAME.start(GAME.random_setup(Random(2), 4, GAME.complete((("tokens", tokens),)))).layout
    assert len(layout.deserts) == deserts
    assert sorted(n for n in layout.numbers if n) == sorted(numbers)


def test_a02_with_several_deserts_the_mover_chooses_the_crisis_home() -> None:
    state = do(playing(rolled=False, layout=THREE_DESERTS, crisis=4), roll(A, 7))
    assert [place for place in range(19) if why(state, CrisisHome(A, place)) is None] == [0, 9, 18]
    assert do(state, CrisisHome(A, 18)).crisis == 18
    state = do(deal(playing(layout=THREE_DESERTS, crisis=4), A, consult=1), PlayConsult(A))
    assert state.phase is Phase.HOME
    assert do(state, CrisisHome(A, 0)).phase is Phase.PLAY


@pytest.mark.parametrize(("terrain", "doctors"), [("doctor", 4), ("airplane", 3)])
def test_a03_which_kind_lies_four_times_is_the_tables_choice(terrain: str, doctors: int) -> None:
    layout = GAME.start(GAME.random_setup(Random(3), 4, GAME.complete((("terrain", terrain),)))).layout
    assert layout.terrain.count("doctor") == doctors
    assert layout.terrain.count("airplane") == 7 - doctors
    assert [layout.terrain.count(kind) for kind in ("hotel", "factory", "coin", "desert")] == [4, 4, 3, 1]


def test_a05_nine_harbours_four_for_any_kind_and_one_for_each() -> None:
    layout = GAME.start(GAME.random_setup(Random(4), 4, GAME.complete())).layout
    kinds = [kind for _, kind in layout.harbours]
    assert sorted(kinds) == sorted([ANY] * 4 + ["doctor", "airplane", "hotel", "factory", "coin"])


def test_a05_the_harbours_of_this_copy_are_taken_as_they_lie() -> None:
    custom = Layout(TERRAIN, NUMBERS, ((0, "doctor"),))
    state = hold(lay(playing(layout=custom, harbours="custom"), A, juniors=[0]), {A: cards(doctor=2)})
    assert "BankTrade" in offered(state)


# -- the set-up


@pytest.mark.parametrize(("order", "turns"), [("snake", [0, 1, 2, 2, 1, 0]), ("forward", [0, 1, 2, 0, 1, 2])])
def test_a06_the_second_juniors_in_reverse_or_in_the_same_order(order: str, turns: list[int]) -> None:
    state, seen = new(seats=3, setup_order=order), []
    for corner, end in ((0, 1), (4, 5), (16, 17), (20, 21), (47, 48), (51, 52)):
        seen.append(state.turn)
        state = do(state, PlaceJunior(state.turn, corner), PlaceConnection(state.turn, edge(corner, end)))
    assert seen == turns
    assert (state.turn, state.phase, state.turns) == (A, Phase.ROLL, 1)


@pytest.mark.parametrize(
    ("which", "after_first", "after_second"),
    [("second", NONE, cards(coin=1)), ("both", cards(coin=1), cards(coin=2)), ("none", NONE, NONE)],
)
def test_a07_cards_for_the_second_junior_for_both_or_none(
    which: str, after_first: object, after_second: object
) -> None:
    state = new(seats=2, setup_resources=which)
    state = do(state, PlaceJunior(A, 0))
    assert hand(state, A) == after_first
    state = do(state, PlaceConnection(A, edge(0, 1)), PlaceJunior(B, 4), PlaceConnection(B, edge(4, 5)))
    state = do(state, PlaceJunior(B, 51), PlaceConnection(B, edge(51, 52)), PlaceJunior(A, 26))
    assert hand(state, A) == after_second


# -- A-08 stands among the vectors (T3).: production and phases


@pytest.mark.parametrize(("blocks", "gets"), [(True, 0), (False, 1)])
def test_a09_the_crisis_stops_its_hex_or_not(blocks: bool, gets: int) -> None:
    state = lay(playing(rolled=False, crisis=0, crisis_blocks=blocks), A, juniors=[0])
    assert hand(do(state, roll(A, 10)), A) == cards(coin=gets)


@pytest.mark.parametrize(("strict", "refusal"), [(True, "built_already"), (False, None)])
def test_a10_after_building_no_trade_with_players_or_mixed(strict: bool, refusal: str | None) -> None:
    state = lay(playing(strict_phases=strict), A, juniors=[16])
    state = hold(state, {A: plus(CONNECTION_COST, cards(coin=5)), B: cards(hotel=1)})
    offer = OfferTrade(A, cards(coin=1), cards(hotel=1), None)
    assert why(state, offer) is None
    state = do(state, BuildConnection(A, edge(16, 17)))
    assert why(state, offer) == refusal
    assert "BankTrade" in offered(state), "the bank trades for the whole turn"


# -- seven, crisis, consult


@pytest.mark.parametrize("limit", [5, 7, 12])
def test_a11_hands_over_the_limit_return_half_rounded_down(limit: int) -> None:
    state = hold(playing(rolled=False, discard_limit=limit), {A: cards(doctor=limit), B: cards(coin=limit + 1)})
    assert do(state, roll(A, 7)).due[:2] == (0, (limit + 1) // 2)


@pytest.mark.parametrize(("rule", "phase"), [("again", Phase.REROLL), ("stay", Phase.PLAY)])
def test_a12_a_second_throw_that_names_no_hex_is_thrown_again_or_leaves_the_crisis(rule: str, phase: Phase) -> None:
    state = do(playing(rolled=False, crisis_reroll=rule), roll(A, 7), CrisisReroll(A, roll(A, 7).throw))
    assert (state.phase, state.crisis) == (phase, DESERT)


def test_a15_the_crisis_goes_by_the_dice_or_by_choice_with_a_theft() -> None:
    text = do(playing(rolled=False), roll(A, 7))
    assert offered(text) == {"CrisisReroll"}
    classic = hold(lay(playing(rolled=False, crisis_mode="catan"), B, juniors=[0]), {B: cards(coin=1)})
    classic = do(classic, roll(A, 7), MoveCrisis(A, 0), Steal(A, B, None))
    assert [h.size for h in classic.hands[:2]] == [1, 0]


@pytest.mark.parametrize(("always", "refusal"), [(False, "crisis_home"), (True, None)])
def test_a22_consult_while_the_crisis_is_home(always: bool, refusal: str | None) -> None:
    assert why(deal(playing(consult_always=always), A, consult=1), PlayConsult(A)) == refusal


def test_a22_a_consult_card_that_changes_nothing_still_counts() -> None:
    state = do(deal(playing(consult_always=True), A, consult=1, consults=2), PlayConsult(A))
    assert (state.crisis, state.top) == (DESERT, A)


# -- stand with the longest connection.


def test_a17_the_three_known_progress_cards_and_another_in_the_tables_words() -> None:
    state = deal(playing(), A, unseen=1)
    assert {"PlayRoads", "PlayPlenty", "PlayMonopoly", "PlayOther"} <= offered(lay(state, A, juniors=[16]))
    assert why(state, PlayOther(A, "Everybody gets a coin")) is None
    standard = lay(deal(playing(progress_set="standard"), A, unseen=1), A, juniors=[16])
    assert "PlayOther" not in offered(standard)
    assert why(standard, PlayOther(A, "?")) == "no_such_card"


def test_a18_a_harbour_works_in_the_turn_in_which_its_junior_is_built() -> None:
    state = lay(playing(), A, juniors=[16], edges=way(16, 17, 7, 8, 0))
    state = do(hold(state, {A: plus(JUNIOR_COST, cards(coin=3))}), BuildJunior(A, 0))
    assert "BankTrade" in offered(state)


def test_a21_a_card_may_be_played_before_the_dice() -> None:
    assert "PlayConsult" in offered(deal(playing(rolled=False, crisis=0), A, consult=1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a23_two_to_four_play(seats: int) -> None:
    assert len(new(seats=seats).hands) == seats


@pytest.mark.parametrize("seats", [1, 5])
def test_a23_one_or_five_do_not(seats: int) -> None:
    with pytest.raises(BadSetup):
        new(seats=seats)


@pytest.mark.parametrize("goal", [8, 13])
def test_the_goal_is_the_tables_choice(goal: int) -> None:
    state = lay(playing(goal=goal), A, seniors=[16, 4, 47, 51][: goal // 2], juniors=[20] * (goal % 2))
    missing = goal - total(state, A)
    state = deal(state, A, point=missing + 1)
    state = replace(state, winner=None) if state.winner is None else state
    if missing:
        assert state.winner is None
        state = do(state, RevealPoints(A, missing))
    assert state.winner == A


def test_without_a_map_builds_are_counters_and_the_longest_connection_is_a_button() -> None:
    state = GAME.start(setup(map=False))
    state = do(state, roll(A, 8))
    assert (state.phase, state.counted) == (Phase.PLAY, False)
    state = do(state, BuildConnection(A), BuildJunior(A), BuyCard(A))
    assert (state.connections_of(A), state.juniors_of(A), total(state, A)) == (3, 3, 3)
    state = do(state, TakeLongest(A, B))
    assert total(state, B) == 4
    state = do(state, EndTurn(A), roll(B, 7))
    assert state.phase is Phase.PLAY, "without a map the crisis's steps are the table's"


def test_hands_in_light_ask_only_for_numbers() -> None:
    state = GAME.start(setup(hands="light"))
    state = replace(state, phase=Phase.PLAY, turns=1, placed=8, rolled=True)
    assert not state.counted
    assert why(lay(state, A, juniors=[16]), BuildConnection(A, edge(16, 17))) is None
    assert why(state, BuyCard(A)) is None


def test_seats_take_turns_to_the_left() -> None:
    state = playing(seats=3)
    for seat in (0, 1, 2, 0):
        assert state.turn == Seat(seat)
        state = do(state, EndTurn(state.turn), roll(Seat((seat + 1) % 3), 2))


# -- the rulings of the notebook, each on the set-up screen, as that lists the options of the game

NAMED_OTHERWISE = {
    "setup.order": "setup_order", "setup.resources": "setup_resources", "termSet": "term_set",
    "crisisBlocks": "crisis_blocks", "strictPhases": "strict_phases", "discardLimit": "discard_limit",
    "crisisReroll": "crisis_reroll", "crisisMode": "crisis_mode", "progressSet": "progress_set",
    "consultAlways": "consult_always",
}  # fmt: skip


def test_every_option_of_the_notebook_is_one_of_the_game() -> None:
    notebook = Path(__file__).parents[5] / "shared" / "rules" / "arnika.md"
    if not notebook.exists():
        pytest.skip("the notebook is not beside this checkout")
    table = notebook.read_text("utf-8").partition("## 6.")[2].partition("## 7.")[0]
    wanted = set(re.findall(r"`arnika\.([A-Za-z.]+)", table))
    offered = {option.name for option in GAME.options}
    assert len(wanted) >= 13
    assert {NAMED_OTHERWISE.get(name, name) for name in wanted} <= offered
