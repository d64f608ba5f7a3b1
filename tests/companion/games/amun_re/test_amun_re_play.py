"""Whole random matches of Amun-Re: they end, nothing breaks, and a second reckoning agrees."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.events import decode
from companion.game import Line
from companion.games.amun_re import AmunRe, actions
from companion.games.amun_re.table import State
from companion.locale import LANGUAGES, Catalogue
from tests.companion.games.amun_re.ledger import Ledger
from tests.companion.games.random_play import golden_files, options_at_random, play, replay

GAME = AmunRe()


def match(seed: int, seats: int) -> None:
    rng = Random(seed)
    setup = GAME.random_setup(rng, seats, options_at_random(GAME, rng))
    ledger = Ledger(setup)
    won, last = 0, GAME.start(setup)
    for before, action, after in play(GAME, setup, rng):
        for seat, (old, new) in zip(after.seats, zip(before.players, after.players, strict=True), strict=True):
            grown = [c for c, col in enumerate(new.columns) if old.columns[c : c + 1] != (col,)]
            if sum(len(c.provinces) for c in new.columns) > sum(len(c.provinces) for c in old.columns):
                top = new.columns[grown[0]].top
                assert top is not None
                won += 1
                taken = actions.TakeProvince(seat, grown[0], (top.printed, top.farms, top.caravans, top.ankhs))
                ledger.see(taken, won)
        if not isinstance(action, actions.TakeProvince):
            ledger.see(action, won)
        last = after
    standing = GAME.standing(last)
    assert standing.over, f"seed {seed}"
    assert {score.seat: score.total for score in standing.scores} == ledger.honour, f"seed {seed}"
    assert standing.winners == (ledger.winner(),), f"seed {seed}"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_matches_end_and_a_second_reckoning_agrees(seats: int) -> None:
    for seed in range(15):
        match(seed * 10 + seats, seats)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_thousand_random_matches_end_and_a_second_reckoning_agrees(seats: int) -> None:
    for seed in range(2000):
        match(seed * 10 + seats, seats)


def test_every_state_survives_encoding_and_says_the_same_then() -> None:
    rng = Random(5)
    for _, _, state in play(GAME, GAME.random_setup(rng, 4, options_at_random(GAME, rng)), rng):
        again = decode(msgspec.json.encode(state), State)
        assert again == state
        assert GAME.standing(again) == GAME.standing(state)
        assert GAME.choices(again) == GAME.choices(state)


def test_no_view_of_a_random_match_shows_a_foreign_secret() -> None:
    rng = Random(6)
    setup = GAME.random_setup(rng, 3, GAME.complete((("hand_entry", "secret"),)))
    for _, _, state in play(GAME, setup, rng):
        for viewer in (None, *state.seats):
            seen = GAME.view(state, viewer)
            for seat in state.seats:
                if seat != viewer:
                    assert seen.player(seat).hand is None
                    assert state.phase != "offering" or seen.player(seat).offer is None


@pytest.mark.parametrize("path", golden_files("amun_re"), ids=lambda path: path.stem)
def test_old_matches_replay_to_the_same_end(path: Path) -> None:
    then, now = replay(GAME, path.read_text())
    assert now == then


def test_there_is_a_golden_match_of_this_version() -> None:
    assert any(path.stem.endswith(f"_v{GAME.rules_version}") for path in golden_files("amun_re"))


def test_everything_that_is_said_has_words() -> None:
    said: set[Line] = set()
    for seed in range(8):
        rng = Random(seed)
        setup = GAME.random_setup(rng, rng.choice([2, 3, 4, 5]), options_at_random(GAME, rng))
        for before, action, after in play(GAME, setup, rng):
            standing = GAME.standing(after)
            parts = [part.line for score in standing.scores for part in score.parts]
            why = [choice.refusal.line for choice in GAME.choices(after) if choice.refusal]
            said |= {*GAME.describe(before, action, after), *GAME.guide(after), standing.prompt, *parts, *why}
    for language in LANGUAGES:
        words = Catalogue(language, strict=True)
        assert all(words.say(line, GAME.name) for line in said)
