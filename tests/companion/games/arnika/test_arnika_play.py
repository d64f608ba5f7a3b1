"""Whole random matches of Arnika: they end, nothing breaks, and a second reckoning agrees."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.events import decode
from companion.game import Seat
from companion.games.arnika import Arnika
from companion.games.arnika import actions as act
from companion.games.arnika.cards import KINDS
from companion.games.arnika.state import State
from companion.locale import FOLDER, LANGUAGES, Catalogue
from companion.selfplay import Witness, play_random, random_options, selfplay
from tests.companion.games.arnika.ledger import Ledger
from tests.companion.games.random_play import golden_files, replay

GAME = Arnika()
PRESETS = tuple(preset.name for preset in GAME.presets)
TOLD = (("map", True), ("hands", "counted"), ("progress_set", "standard"))
"""What the second reckoning asks for: everything followed."""


@pytest.mark.parametrize("preset", PRESETS)
def test_random_matches_of_any_options_end_and_nothing_breaks(preset: str) -> None:
    figures = selfplay(GAME, 12, 1, preset=preset, vary=True)
    assert figures.ended == figures.matches


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("preset", PRESETS)
def test_two_thousand_random_matches_of_any_options_end_and_nothing_breaks(preset: str) -> None:
    figures = selfplay(GAME, 2000, 2, preset=preset, vary=True)
    assert figures.share_ended >= 0.95


def match(preset: str, seats: int, seed: int) -> None:
    """Every action of a match, told to the second reckoning: after each, all cards and all points agree."""
    rng = Random(seed)
    options = {**dict(random_options(GAME, rng, preset)), **dict(TOLD)}
    setup = GAME.random_setup(rng, seats, tuple(options.items()))
    sheet = Ledger(setup)
    where = f"{preset}, {seats} seats, seed {seed}"

    def look(before: State, action: Any, after: State, n: int) -> None:
        sheet.see(action)
        assert [hand.least for hand in after.hands] == [
            tuple(sheet.hands[s][kind] for kind in KINDS) for s in sheet.seats
        ], f"{where}, after {n}: {action}"
        assert after.bank == tuple(sheet.bank[kind] for kind in KINDS), where
        assert [after.points(s) for s in after.seats] == [sheet.points(s) for s in sheet.seats], where
        assert (after.longest, after.top, after.crisis) == (sheet.longest, sheet.top, sheet.crisis), where

    played = play_random(GAME, rng, setup, told=True, after=look)
    if played.over:
        best = {seat for seat in sheet.seats if sheet.points(seat) >= options["goal"]}
        assert played.state.winner in best, where


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_second_reckoning_agrees_after_every_action(preset: str, seats: int) -> None:
    match(preset, seats, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_second_reckoning_agrees_after_every_action_of_a_hundred_matches(preset: str, seats: int) -> None:
    for seed in range(100):
        match(preset, seats, 1000 + seed)


def test_self_play_notices_what_breaks() -> None:
    """The looker-on is no decoration: a rule that loses a card is found at once."""

    class Leaky(Arnika):
        def apply(self, state: State, action: Any) -> State:
            after = super().apply(state, action)
            if isinstance(action, act.BuildConnection):
                return msgspec.structs.replace(after, bank=tuple(max(0, n - 1) for n in after.bank))
            return after

    with pytest.raises(AssertionError, match=r"95 cards|19 cards"):
        selfplay(Leaky(), 5, 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_undo_of_any_action_leads_back_to_the_state_before_it(preset: str) -> None:
    """States are values: folding again without the last action is the state before, at every step."""
    rng = Random(4)
    setup = GAME.random_setup(rng, 3, GAME.complete((), preset))
    seen: list[State] = [GAME.start(setup)]
    played = play_random(GAME, rng, setup, longest=150, after=lambda before, action, after, n: seen.append(after))
    for n in range(0, len(played.actions), 10):
        state = GAME.start(setup)
        for action in played.actions[:n]:
            state = GAME.apply(state, action)
        assert state == seen[n]
        assert GAME.apply(state, played.actions[n]) == seen[n + 1]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_state_survives_encoding_and_offers_the_same_then(preset: str) -> None:
    rng = Random(7)

    def look(before: State, action: Any, after: State, n: int) -> None:
        if n % 7 == 0:
            again = decode(msgspec.json.encode(after), State)
            assert again == after
            assert GAME.choices(again) == GAME.choices(after)
            assert GAME.corrections(again) == GAME.corrections(after)

    play_random(GAME, rng, GAME.random_setup(rng, 4, GAME.complete((), preset)), longest=400, after=look)


# ------------------------------------------------------------------------------------------ secrets


@pytest.mark.parametrize("preset", PRESETS)
def test_no_view_and_no_log_line_tells_a_foreign_secret(preset: str) -> None:
    """Two tables that differ only in what the others hold look the same to each seat and to everybody."""
    rng = Random(3)

    def look(before: State, action: Any, after: State, n: int) -> None:
        public = GAME.view(after, None)
        for hand in public.hands:
            assert not any(hand.least), "a public hand is its size"
        assert all(not any(cards.known) and not any(cards.fresh) for cards in public.development)
        for seat in after.seats:
            own = GAME.view(after, Seat(seat))
            assert own.hands[seat] == after.hands[seat]
            assert all(not any(own.hands[other].least) for other in after.seats if other != seat)
        if isinstance(action, act.Steal | act.BuyCard):
            hidden = msgspec.structs.replace(action, **{("kind" if isinstance(action, act.Steal) else "card"): None})
            assert GAME.describe(before, action, after) == GAME.describe(before, hidden, GAME.apply(before, hidden))
            assert GAME.secret(before, action, after) or after.winner is not None

    play_random(GAME, rng, GAME.random_setup(rng, 4, GAME.complete((), preset)), longest=700, told=True, after=look)


def test_a_refusal_that_depends_on_a_hand_shows_only_at_that_seat() -> None:
    """Every refusal, of choices and of checks, that would differ with other cards in a hand is private to it."""
    rng = Random(5)

    def look(before: State, action: Any, after: State, n: int) -> None:
        if not after.counted:
            return
        other = msgspec.structs.replace(after, hands=GAME.view(after, None).hands)
        for real, blind in zip(GAME.choices(after), GAME.choices(other), strict=True):
            if real.refusal != blind.refusal:
                for refusal in (real.refusal, blind.refusal):
                    assert refusal is None or refusal.private is not None, refusal

    for seed in range(3):
        setup = GAME.random_setup(rng, 4, GAME.complete((), PRESETS[seed % 2]))
        play_random(GAME, rng, setup, longest=500, told=True, after=look)


# ------------------------------------------------------------------------------------------ words


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_said_has_words(language: str) -> None:
    words = Catalogue(language, strict=True)
    seen: set[str] = set()

    def look(before: State, action: Any, after: State, n: int) -> None:
        standing = GAME.standing(after)
        parts = [part.line for score in standing.scores for part in score.parts]
        why = [choice.refusal.line for choice in (*GAME.choices(after), *GAME.corrections(after)) if choice.refusal]
        for line in (*GAME.describe(before, action, after), *GAME.guide(after), standing.prompt, *parts, *why):
            if line.key not in seen or n % 20 == 0:
                seen.add(line.key)
                assert words.say(line, GAME.name)

    for seed in range(6):
        rng = Random(seed)
        options = random_options(GAME, rng, PRESETS[seed % 2])
        play_random(GAME, rng, GAME.random_setup(rng, rng.choice([2, 3, 4]), options), longest=1200, after=look)
    for kind in GAME.actions:
        assert words.text(f"action.{kind.__name__}", GAME.name)


def test_both_languages_know_the_same_keys() -> None:
    keys = []
    for language in LANGUAGES:
        lines = (FOLDER / language / "LC_MESSAGES" / "arnika.po").read_text().splitlines()
        keys.append(sorted(line for line in lines if line.startswith("msgid")))
    assert keys[0] == keys[1]


# ------------------------------------------------------------------------------------------ old matches


@pytest.mark.parametrize("path", golden_files("arnika"), ids=lambda path: path.stem)
def test_old_matches_replay_to_the_same_end(path: Path) -> None:
    then, now = replay(GAME, path.read_text())
    assert now == then


def test_there_is_an_old_match_of_each_preset() -> None:
    names = {path.stem.split("_")[0] for path in golden_files("arnika")}
    assert names == set(PRESETS)


def test_the_witness_sees_each_fiftieth_state_thoroughly() -> None:
    rng = Random(9)
    setup = GAME.random_setup(rng, 4, GAME.complete((), "classic"))
    witness = Witness(GAME, "9")
    witness.end(play_random(GAME, rng, setup, longest=300, told=True, after=witness))
