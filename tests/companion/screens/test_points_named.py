"""Every kind of points has a short name for the legend, and what broke a tie a sentence, in both languages."""

from __future__ import annotations

from random import Random
from typing import Any

import driver  # noqa: F401 - prepares Kivy, which the names of points stand beside
import pytest

from companion.game import Game, Line, Seat, broken_tie, first_of
from companion.games import GAMES
from companion.locale import LANGUAGES, Catalogue
from companion.screens.result import kind_of
from companion.selfplay import play_random

TIES = {
    "ethnos": ("band_cards", "markers", "bands"), "whale_riders": ("coins", "tiles"), "unfair": ("coins",),
    "amun_re": ("pyramids", "nearest"), "score_pad": ("last_round", "most_columns", "turn_order", "column.unnamed"),
}  # fmt: skip


@pytest.mark.parametrize("kind", GAMES, ids=lambda game: game.name)
def test_every_kind_of_points_that_matches_bring_has_a_short_name(kind: type[Game[Any]]) -> None:
    game = kind()
    kinds = set()
    for number in range(12):
        rng = Random(f"{game.name}{number}")
        preset = rng.choice([preset.name for preset in game.presets])
        options = game.complete((), preset)
        setup = game.random_setup(rng, rng.choice(list(game.seats(dict(options)))), options)
        played = play_random(game, rng, setup, longest=400)
        scores = game.standing(played.state).scores
        kinds |= {kind_of(part) for score in scores for part in score.parts if part.points}
    for language in LANGUAGES:
        words = Catalogue(language, strict=True)
        for key, own in kinds:
            assert own is not None or words.has(f"{key}.name", game.name), f"{key}.name in {language}"


@pytest.mark.parametrize(("game", "names"), TIES.items(), ids=list(TIES))
def test_what_broke_a_tie_is_said_in_both_languages(game: str, names: tuple[str, ...]) -> None:
    for language in LANGUAGES:
        words = Catalogue(language, strict=True)
        for name in names:
            assert words.say(Line.of(f"tie.{name}", n=7, other=4, number=2), game)


def test_a_tie_is_named_by_what_left_the_winners() -> None:
    a, b, c = map(Seat, range(3))
    ranks = {a: (14, 3, 2), b: (14, 3, 1), c: (14, 2, 9)}
    assert first_of(ranks) == (a,)
    assert broken_tie(ranks, ("coins", "tiles")) == Line.of("tie.tiles", n=2, other=1)
    assert broken_tie({a: (14, 3, 2), c: (14, 2, 9)}, ("coins", "tiles")) == Line.of("tie.coins", n=3, other=2)


def test_who_is_ahead_or_shares_the_win_broke_no_tie() -> None:
    a, b = map(Seat, range(2))
    assert broken_tie({a: (15, 0), b: (14, 9)}, ("coins",)) is None
    assert broken_tie({a: (14, 3), b: (14, 3)}, ("coins",)) is None
    assert first_of({a: (14, 3), b: (14, 3)}) == (a, b)
