"""Whole random matches of Ethnos: they end, nothing breaks, and a second reckoning agrees."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.events import decode
from companion.game import Line
from companion.games.ethnos import Ethnos
from companion.games.ethnos.actions import ACTIONS
from companion.games.ethnos.state import EthnosState, TextTable
from companion.locale import FOLDER, LANGUAGES, Catalogue
from tests.companion.games.ethnos.ledger import PublishedLedger, TextLedger
from tests.companion.games.random_play import golden_files, options_at_random, play, replay

GAME = Ethnos()
CAP = 5000
PLAYERS = [("text", n) for n in range(2, 6)] + [("published", n) for n in range(2, 7)]


def match(preset: str, seats: int, seed: int) -> int:
    rng = Random(seed)
    setup = GAME.random_setup(rng, seats, options_at_random(GAME, rng, preset))
    text, sheet = TextLedger(setup), PublishedLedger(setup)
    last = GAME.start(setup)
    n = 0
    for before, action, after in play(GAME, setup, rng, CAP):
        n += 1
        if preset == "text":
            assert isinstance(before.table, TextTable)
            hands = dict(zip(before.table.seats, before.table.hands, strict=True))
            text.see(action, hands if before.table.depth == "full" else {})
        else:
            sheet.see(action)
        last = after
    standing = GAME.standing(last)
    assert standing.over, f"{preset}, {seats} seats, seed {seed}"
    ledger: TextLedger | PublishedLedger = text if preset == "text" else sheet
    assert {score.seat: score.total for score in standing.scores} == ledger.points, f"{preset} {seats} seed {seed}"
    assert list(standing.winners) == ledger.winners(), f"{preset} {seats} seed {seed}"
    for score in standing.scores:
        assert sum(part.points for part in score.parts) == score.total
    return n


@pytest.mark.parametrize(("preset", "seats"), PLAYERS)
def test_random_matches_end_and_a_second_reckoning_agrees(preset: str, seats: int) -> None:
    for seed in range(4):
        match(preset, seats, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats"), PLAYERS)
def test_two_thousand_random_matches_end_and_a_second_reckoning_agrees(preset: str, seats: int) -> None:
    for seed in range(2000):
        match(preset, seats, seed)


@pytest.mark.parametrize("preset", ["text", "published"])
def test_every_state_survives_encoding_and_says_the_same_then(preset: str) -> None:
    rng = Random(7)
    setup = GAME.random_setup(rng, 4, options_at_random(GAME, rng, preset))
    for _, _, state in play(GAME, setup, rng, CAP):
        again = decode(msgspec.json.encode(state), EthnosState)
        assert again == state
        assert GAME.choices(again) == GAME.choices(state)


def lines_said(preset: str, seeds: range) -> set[Line]:
    """Every line that random matches bring: the log, prompts, reminders, points, refusals."""
    said: set[Line] = set()
    for seed in seeds:
        rng = Random(seed)
        setup = GAME.random_setup(rng, rng.choice([2, 3, 4, 5]), options_at_random(GAME, rng, preset))
        for before, action, after in play(GAME, setup, rng, CAP):
            standing = GAME.standing(after)
            parts = [part.line for score in standing.scores for part in score.parts]
            why = [choice.refusal.line for choice in GAME.choices(after) if choice.refusal]
            said |= {*GAME.describe(before, action, after), *GAME.guide(after), standing.prompt, *parts, *why}
    return said


def assert_has_words(lines: set[Line]) -> None:
    for language in LANGUAGES:
        words = Catalogue(language, strict=True)
        assert all(words.say(line, GAME.name) for line in lines)


@pytest.mark.parametrize("preset", ["text", "published"])
def test_everything_that_is_said_has_words(preset: str) -> None:
    assert_has_words(lines_said(preset, range(4)))


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["text", "published"])
def test_everything_that_is_said_in_a_hundred_matches_has_words(preset: str) -> None:
    assert_has_words(lines_said(preset, range(100)))


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
        lines = (FOLDER / language / "LC_MESSAGES" / "ethnos.po").read_text().splitlines()
        keys.append([line for line in lines if line.startswith("msgid")])
    assert keys[0] == keys[1]


@pytest.mark.parametrize("path", golden_files("ethnos"), ids=lambda path: path.stem)
def test_old_matches_replay_to_the_same_end(path: Path) -> None:
    then, now = replay(GAME, path.read_text())
    assert now == then


def test_there_is_an_old_match_of_each_preset() -> None:
    names = {path.stem.split("_")[0] for path in golden_files("ethnos")}
    assert names == {preset.name for preset in GAME.presets}
