"""Whole random matches of Whale Riders: they end, nothing breaks, and a second reckoning agrees."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.events import decode
from companion.game import Line
from companion.games.whale_riders import WhaleRiders
from companion.games.whale_riders.actions import ACTIONS
from companion.games.whale_riders.state import WhaleState
from companion.locale import FOLDER, LANGUAGES, Catalogue
from tests.companion.games.random_play import golden_files, options_at_random, play, replay
from tests.companion.games.whale_riders.ledger import Ledger

GAME = WhaleRiders()
PLAYERS = [(preset, n) for preset in ("text", "expansions") for n in range(2, 7)]


def match(preset: str, seats: int, seed: int) -> None:
    rng = Random(seed)
    setup = GAME.random_setup(rng, seats, options_at_random(GAME, rng, preset))
    sheet = Ledger(setup)
    last = GAME.start(setup)
    for _, action, after in play(GAME, setup, rng, 5000):
        sheet.see(action)
        last = after
    standing = GAME.standing(last)
    where = f"{preset}, {seats} seats, seed {seed}"
    assert standing.over, where
    assert sheet.sold == 7, where
    assert {score.seat: score.total for score in standing.scores} == {s: sheet.pearls(s) for s in last.seats}, where
    assert [rider.coins for rider in last.riders] == list(sheet.coins.values()), where
    assert list(standing.winners) == sheet.winners(), where


@pytest.mark.parametrize(("preset", "seats"), PLAYERS)
def test_random_matches_end_and_a_second_reckoning_agrees(preset: str, seats: int) -> None:
    for seed in range(3):
        match(preset, seats, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats"), PLAYERS)
def test_two_thousand_random_matches_end_and_a_second_reckoning_agrees(preset: str, seats: int) -> None:
    for seed in range(2000):
        match(preset, seats, seed)


@pytest.mark.parametrize("depth", ["light", "full"])
def test_every_state_survives_encoding_and_says_the_same_then(depth: str) -> None:
    rng = Random(7)
    setup = GAME.random_setup(rng, 4, GAME.complete((("depth", depth),), "expansions"))
    for _, _, state in play(GAME, setup, rng):
        again = decode(msgspec.json.encode(state), WhaleState)
        assert again == state
        assert GAME.choices(again) == GAME.choices(state)


def lines_said(seeds: range) -> set[Line]:
    """Every line that random matches bring: the log, prompts, reminders, points, refusals."""
    said: set[Line] = set()
    for seed in seeds:
        rng = Random(seed)
        setup = GAME.random_setup(rng, rng.choice([2, 3, 4, 6]), options_at_random(GAME, rng))
        for before, action, after in play(GAME, setup, rng):
            standing = GAME.standing(after)
            parts = [part.line for score in standing.scores for part in score.parts]
            why = [choice.refusal.line for choice in GAME.choices(after) if choice.refusal]
            said |= {*GAME.describe(before, action, after), *GAME.guide(after), standing.prompt, *parts, *why}
    return said


def assert_has_words(lines: set[Line]) -> None:
    for language in LANGUAGES:
        words = Catalogue(language, strict=True)
        assert all(words.say(line, GAME.name) for line in lines)


def test_everything_that_is_said_has_words() -> None:
    assert_has_words(lines_said(range(5)))


@pytest.mark.slow
def test_everything_that_is_said_in_a_hundred_matches_has_words() -> None:
    assert_has_words(lines_said(range(100)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_and_every_blank_has_words(language: str) -> None:
    words = Catalogue(language, strict=True)
    for kind in ACTIONS:
        assert words.text(f"action.{kind.__name__}", GAME.name)
        for field in kind.__struct_fields__:
            if field != "seat":
                assert words.text(f"action.{kind.__name__}.{field}", GAME.name)


def test_both_languages_know_the_same_keys() -> None:
    keys = []
    for language in LANGUAGES:
        lines = (FOLDER / language / "LC_MESSAGES" / "whale_riders.po").read_text().splitlines()
        keys.append([line for line in lines if line.startswith("msgid")])
    assert keys[0] == keys[1]


@pytest.mark.parametrize("path", golden_files("whale_riders"), ids=lambda path: path.stem)
def test_old_matches_replay_to_the_same_end(path: Path) -> None:
    then, now = replay(GAME, path.read_text())
    assert now == then


def test_there_is_an_old_match_of_each_preset() -> None:
    names = {path.stem.split("_")[0] for path in golden_files("whale_riders")}
    assert names == {preset.name for preset in GAME.presets}
