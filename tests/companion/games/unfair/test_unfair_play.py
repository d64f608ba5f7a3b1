"""Whole random matches of Unfair: they end, nothing breaks, and a second reckoning agrees."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.events import decode
from companion.game import Line
from companion.games.unfair import Unfair
from companion.games.unfair.park import State
from companion.locale import LANGUAGES, Catalogue
from tests.companion.games.random_play import golden_files, options_at_random, play, replay
from tests.companion.games.unfair.ledger import Ledger

GAME = Unfair()
PRESETS = ("text", "published")


def match(seed: int, seats: int, preset: str) -> bool:
    rng = Random(seed)
    setup = GAME.random_setup(rng, seats, options_at_random(GAME, rng, preset))
    ledger, last = Ledger(setup), GAME.start(setup)
    for _, action, after in play(GAME, setup, rng):
        ledger.see(action)
        last = after
    standing = GAME.standing(last)
    for score in standing.scores:
        assert score.total == ledger.total(score.seat), f"seed {seed}, seat {score.seat}"
        if preset == "text":
            assert last.park(score.seat).coins == ledger.coins[score.seat], f"seed {seed}, seat {score.seat}"
    if standing.over:
        assert list(standing.winners) == ledger.winners(), f"seed {seed}"
    return standing.over


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_matches_end_and_a_second_reckoning_agrees(seats: int, preset: str) -> None:
    ended = [match(seed * 10 + seats, seats, preset) for seed in range(12)]
    assert sum(ended) >= 0.95 * len(ended)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_thousand_random_matches_end_and_a_second_reckoning_agrees(seats: int, preset: str) -> None:
    ended = [match(seed * 10 + seats, seats, preset) for seed in range(2000)]
    assert sum(ended) >= 0.95 * len(ended)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_state_survives_encoding_and_says_the_same_then(preset: str) -> None:
    rng = Random(5)
    for _, _, state in play(GAME, GAME.random_setup(rng, 3, options_at_random(GAME, rng, preset)), rng):
        again = decode(msgspec.json.encode(state), State)
        assert again == state
        assert GAME.standing(again) == GAME.standing(state)


@pytest.mark.parametrize("path", golden_files("unfair"), ids=lambda path: path.stem)
def test_old_matches_replay_to_the_same_end(path: Path) -> None:
    then, now = replay(GAME, path.read_text())
    assert now == then


def test_there_is_a_golden_match_of_each_preset_in_this_version() -> None:
    stems = {path.stem for path in golden_files("unfair")}
    assert {f"{preset}_2_v{GAME.rules_version}" for preset in PRESETS} <= stems


def test_everything_that_is_said_has_words() -> None:
    said: set[Line] = set()
    for seed in range(8):
        rng = Random(seed)
        setup = GAME.random_setup(rng, rng.choice([2, 3, 4, 5]), options_at_random(GAME, rng, PRESETS[seed % 2]))
        for before, action, after in play(GAME, setup, rng):
            standing = GAME.standing(after)
            parts = [part.line for score in standing.scores for part in score.parts]
            why = [choice.refusal.line for choice in GAME.choices(after) if choice.refusal]
            said |= {*GAME.describe(before, action, after), *GAME.guide(after), standing.prompt, *parts, *why}
    for language in LANGUAGES:
        words = Catalogue(language, strict=True)
        assert all(words.say(line, GAME.name) for line in said)
