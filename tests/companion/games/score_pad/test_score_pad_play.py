"""Whole random matches on the pad: they end, nothing breaks, and a second reckoning agrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.events import decode
from companion.game import Choice, Line, Setup
from companion.games.score_pad import ScorePad
from companion.games.score_pad.pad import State
from companion.locale import LANGUAGES, Catalogue
from tests.companion.games.random_play import golden_files, options_at_random, play, random_action, replay
from tests.companion.games.score_pad.ledger import Ledger

GAME = ScorePad()
PRESETS = tuple(preset.name for preset in GAME.presets)


def match(preset: str, seats: int, seed: int) -> None:
    rng = Random(seed)
    setup = GAME.random_setup(rng, seats, options_at_random(GAME, rng, preset))
    ledger, last = Ledger(setup), GAME.start(setup)
    for before, action, after in play(GAME, setup, rng):
        ledger.see(action, before.round)
        last = after
    standing = GAME.standing(last)
    assert standing.over, f"{preset}, {seats} seats, seed {seed}"
    for score in standing.scores:
        assert score.total == ledger.total(score.seat), f"{preset}, {seats} seats, seed {seed}"
        assert sum(part.points for part in score.parts) == score.total


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6, 7, 8])
def test_random_matches_end_and_a_second_reckoning_agrees(seats: int, preset: str) -> None:
    for seed in range(6):
        match(preset, seats, seed * 10 + seats)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 6, 7, 8])
def test_two_thousand_random_matches_end_and_a_second_reckoning_agrees(seats: int, preset: str) -> None:
    for seed in range(2000):
        match(preset, seats, seed * 10 + seats)


def corrected(setup: Setup, rng: Random, n: int) -> Iterator[tuple[Any, Any, Any]]:
    """Random play with corrections, seats that join and leave, orders that turn: half of ``n`` actions each."""
    state = GAME.start(setup)
    for _ in range(n):
        if state.over:
            return
        choices: list[Choice] = list(GAME.corrections(state))
        action = rng.choice(choices).sample(rng) if rng.random() < 0.5 else random_action(GAME, state, rng)
        if action is None or type(action) in GAME.seldom or GAME.check(state, action) is not None:
            continue
        after = GAME.apply(state, action)
        assert GAME.invariants(after) == (), action
        yield state, action, after
        state = after


@pytest.mark.parametrize("preset", PRESETS)
def test_corrections_and_seats_that_come_and_go_break_nothing(preset: str) -> None:
    for seed in range(12):
        rng = Random(seed)
        setup = GAME.random_setup(rng, rng.randint(1, 5), options_at_random(GAME, rng, preset))
        for _, _, state in corrected(setup, rng, 60):
            again = decode(msgspec.json.encode(state), State)
            assert again == state
            assert GAME.choices(again) == GAME.choices(state)
            standing = GAME.standing(state)
            assert all(sum(part.points for part in score.parts) == score.total for score in standing.scores)


def test_everything_that_is_said_has_words() -> None:
    said: set[Line] = set()
    for seed in range(30):
        rng = Random(seed)
        setup = GAME.random_setup(rng, rng.randint(1, 5), options_at_random(GAME, rng, rng.choice(PRESETS)))
        for steps in (play(GAME, setup, rng), corrected(setup, rng, 40)):
            for before, action, after in steps:
                standing = GAME.standing(after)
                parts = [part.line for score in standing.scores for part in score.parts]
                said |= {*GAME.describe(before, action, after), *GAME.guide(after), standing.prompt, *parts}
    for language in LANGUAGES:
        words = Catalogue(language, strict=True)
        assert all(words.say(line, GAME.name) for line in said)


@pytest.mark.parametrize("path", golden_files("score_pad"), ids=lambda path: path.stem)
def test_old_matches_replay_to_the_same_end(path: Path) -> None:
    then, now = replay(GAME, path.read_text())
    assert now == then


def test_there_is_a_golden_match_of_each_preset_in_this_version() -> None:
    stems = {path.stem for path in golden_files("score_pad")}
    assert {f"{preset}_{n}_v{GAME.rules_version}" for preset in PRESETS for n in (2, 4)} <= stems
