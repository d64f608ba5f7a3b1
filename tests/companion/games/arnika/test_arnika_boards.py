"""Balanced boards: each switch keeps its promise, and any board has a fairness figure."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.arnika.boards import (
    FREE,
    HARBOUR_STEPS,
    SIXTEEN_TOKENS,
    TOKENS,
    Balance,
    balanced_board,
    clusters,
    corner_pips,
    easy_harbours,
    equal_pairs,
    fairness,
    red_pairs,
    shuffled_layout,
    terrains,
)
from companion.games.arnika.geometry import COAST_RING, HEXES_BESIDE
from companion.games.arnika.layout import Layout, layout_of
from tests.companion.games.arnika.tables import GAME, HARBOURS, LAYOUT, NUMBERS, TERRAIN, setup

TILES = terrains({})
SEEDS = range(25)
ONLY = {
    "no_red_together": lambda layout: red_pairs(layout.numbers),
    "no_equal_numbers": lambda layout: equal_pairs(layout.numbers),
    "no_clusters": lambda layout: clusters(layout.terrain),
    "fair_harbours": easy_harbours,
}


@pytest.mark.parametrize("switch", ONLY)
def test_a_switch_alone_keeps_its_promise_on_every_board(switch: str) -> None:
    balance = replace(FREE, **{switch: True})
    assert not any(ONLY[switch](shuffled_layout(Random(seed), TILES, TOKENS, balance)) for seed in SEEDS)


@pytest.mark.parametrize("switch", ONLY)
def test_without_the_switch_boards_break_it(switch: str) -> None:
    assert any(ONLY[switch](shuffled_layout(Random(seed), TILES, TOKENS, FREE)) for seed in SEEDS)


@pytest.mark.parametrize("switch", ONLY)
def test_each_switch_is_an_option_of_the_match(switch: str) -> None:
    """What the table chooses before a board is drawn is what it gets, and the record keeps it."""
    on = dict(GAME.complete())
    off = {**on, **dict.fromkeys(ONLY, False)}
    assert on[switch] is True
    only = [layout_of(balanced_board(Random(seed), {**off, switch: True})) for seed in SEEDS]
    none = [layout_of(balanced_board(Random(seed), off)) for seed in SEEDS]
    assert not any(ONLY[switch](layout) for layout in only)
    assert any(ONLY[switch](layout) for layout in none)


@pytest.mark.parametrize("tokens", [18, 16])
def test_all_switches_hold_together_and_the_box_stays_whole(tokens: int) -> None:
    tiles = terrains({"tokens": tokens})
    numbers = SIXTEEN_TOKENS if tokens == 16 else TOKENS
    for seed in SEEDS:
        layout = shuffled_layout(Random(seed), tiles, numbers)
        assert not any(broken(layout) for broken in ONLY.values())
        assert sorted(layout.terrain) == sorted(tiles)
        assert sorted(n for n in layout.numbers if n) == sorted(numbers)
        assert all(
            number is None for kind, number in zip(layout.terrain, layout.numbers, strict=True) if kind == "desert"
        )


def test_harbours_lie_around_the_coast_as_the_frame_has_them() -> None:
    layout = shuffled_layout(Random(1), TILES, TOKENS)
    at = sorted(COAST_RING.index(edge) for edge, _ in layout.harbours)  # type: ignore[arg-type]
    gaps = [(b - a) % 30 for a, b in zip(at, [*at[1:], at[0]], strict=True)]
    doubled = [*HARBOUR_STEPS, *HARBOUR_STEPS]
    assert any(doubled[i : i + 9] == gaps for i in range(9))


def test_a_seed_gives_one_board_and_seeds_differ() -> None:
    boards = [balanced_board(Random(seed), dict(GAME.complete())) for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]


def test_the_tiles_and_tokens_of_this_copy_are_used() -> None:
    own = (("terrains", (*TILES[:-2], "coin", "desert")), ("tokens", (2, *TOKENS[1:])))
    board = balanced_board(Random(1), {}, setup=replace(setup(), box=own))
    assert sorted(layout_of(board).terrain) == sorted(own[0][1])


def test_red_and_equal_pairs_and_clusters_are_found_where_they_lie() -> None:
    assert 1 in HEXES_BESIDE[0]
    numbers = (6, 8, *NUMBERS[2:4], None, *NUMBERS[5:])
    assert (0, 1) in red_pairs(numbers)
    assert (0, 1) in equal_pairs((5, 5, *NUMBERS[2:]))
    assert clusters(("coin", "coin", "hotel", "hotel", "coin", *TERRAIN[5:])) != ()


def test_a_balanced_board_is_fairer_than_a_free_one_and_any_board_has_a_figure() -> None:
    balanced = [fairness(shuffled_layout(Random(seed), TILES, TOKENS)).score for seed in SEEDS]
    free = [fairness(shuffled_layout(Random(seed), TILES, TOKENS, FREE)).score for seed in SEEDS]
    assert sum(balanced) / len(balanced) > sum(free) / len(free) + 10
    laid_by_hand = fairness(LAYOUT)
    assert 0 <= laid_by_hand.score <= 100
    assert sum(laid_by_hand.chances) == sum(6 - abs(7 - n) for n in NUMBERS if n)


def test_each_flaw_costs_the_points_that_its_weight_says() -> None:
    flawed = Layout(TERRAIN, (8, *NUMBERS[1:3], NUMBERS[0], *NUMBERS[4:]), HARBOURS)
    assert fairness(flawed).red_pairs > fairness(LAYOUT).red_pairs
    assert fairness(flawed).score < fairness(LAYOUT).score


def test_a_corners_pips_are_the_throws_that_pay_there() -> None:
    # Corner 9 lies at 10, 12 and 6: three, one and five throws of thirty-six.
    assert corner_pips(LAYOUT, 9) == 3 + 1 + 5


def test_a_wish_that_no_board_can_grant_still_gives_a_board() -> None:
    layout = shuffled_layout(Random(1), (*("coin",) * 18, "desert"), (6,) * 18, Balance())
    assert layout.terrain.count("coin") == 18
