"""The test vectors of rules/ethnos.md: V1 to V5, by name."""

from __future__ import annotations

import pytest

from companion.game import Line, Seat
from companion.games.ethnos.actions import (
    CardsLeft,
    CloseRound,
    ExtendBand,
    FormBand,
    TakeCard,
    UsePower,
)
from companion.games.ethnos.text_scoring import band_cards
from tests.companion.games.ethnos.tables import GAME, A, B, C, as_text, do, text, total, why


def test_v1_three_dwarves_score_3_and_a_later_card_3_more_without_power() -> None:
    state = do(text(2), FormBand(A, "dwarves", 3))
    assert total(state, A) == 3
    state = do(state, TakeCard(A), TakeCard(B), ExtendBand(A, "dwarves", 1))
    assert total(state, A) == 6
    assert why(state, UsePower(A, "extra_card")) == "power_only_on_forming"


@pytest.mark.parametrize(("tribe", "size"), [("dwarves", 2), ("dwarves", 6), ("dwarves+elves", 3)])
def test_v2_two_cards_six_cards_and_two_tribes_are_no_band(tribe: str, size: int) -> None:
    refusal = GAME.check(text(), FormBand(A, tribe, size))
    assert refusal is not None
    assert refusal.code in ("band_size", "band_one_tribe")
    assert not refusal.overrulable


def test_v3_the_third_band_ends_the_round_at_once_and_cards_left_cost_a_point_each() -> None:
    state = text(2, regions=((5, "skeletons"),))
    for tribe in ("dwarves", "elves"):
        state = do(state, FormBand(A, tribe, 3), TakeCard(A), TakeCard(B))
    state = do(state, FormBand(A, "wizards", 3))
    assert as_text(state).phase == "count"
    assert why(state, TakeCard(A)) == "round_over"
    before = total(state, A)
    state = do(state, CardsLeft(A, 2))
    assert total(state, A) == before - 2


def test_v4_a_region_with_two_at_the_top_pays_nobody() -> None:
    state = text(3, regions=((6, "elves"),))
    state = do(state, FormBand(A, "elves", 4), TakeCard(A))
    state = do(state, FormBand(B, "elves", 4), TakeCard(B))
    state = do(state, FormBand(C, "elves", 3), TakeCard(C))
    for tribe in ("dwarves", "wizards"):
        state = do(state, FormBand(A, tribe, 3))
        state = do(state, TakeCard(A), TakeCard(B), TakeCard(C)) if as_text(state).phase == "turn" else state
    state = do(state, *(CardsLeft(Seat(i), 0) for i in range(3)))
    assert [total(state, Seat(i)) for i in range(3)] == [6 + 3 + 3, 6, 3]


def test_v5_at_31_to_31_the_27_cards_in_bands_beat_24() -> None:
    """Over three rounds A forms nine bands of three and wins elves (4), B eight and wins wizards (7)."""
    state = text(2, regions=((4, "elves"), (7, "wizards")), round_end="finish_table")
    rounds = (
        (("dwarves", "dwarves", "elves"), ("dwarves", "dwarves", None)),
        (("dwarves", "dwarves", "dwarves"), ("dwarves", "dwarves", "wizards")),
        (("dwarves", "dwarves", "dwarves"), ("dwarves", "dwarves", "dwarves")),
    )
    for bands in rounds:
        starter = as_text(state).starter
        for turn in range(3):
            for seat in (Seat(starter), Seat(1 - starter)):
                tribe = bands[seat][turn]
                state = do(state, *([FormBand(seat, tribe, 3)] if tribe else []), TakeCard(seat))
        state = do(state, CardsLeft(A, 0), CardsLeft(B, 0), CloseRound(Seat(1 - starter)))
    standing = GAME.standing(state)
    assert (standing.total(A), standing.total(B)) == (31, 31)
    assert [band_cards(as_text(state), who) for who in (0, 1)] == [27, 24]
    assert standing.winners == (A,)
    assert standing.tie == Line.of("tie.band_cards", n=27, other=24)
