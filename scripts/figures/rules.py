"""The rules of classic Arnika, played at random by four, beside catanatron in the same process and run."""

from __future__ import annotations

import importlib.util
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games import find_game
from companion.selfplay import play_random
from scripts.figures.figure import Figure, alternating

SECONDS = 4.0


def ours(seed: int = 1) -> tuple[float, Counter[str]]:
    """Actions a second of random classic matches with four seats, and how often each kind came."""
    game, rng = find_game("arnika"), Random(seed)
    options = game.complete(preset="classic")
    kinds: Counter[str] = Counter()
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        played = play_random(game, rng, game.random_setup(rng, 4, options))
        kinds.update(type(action).__name__ for action in played.actions)
    return sum(kinds.values()) / (time.perf_counter() - began), kinds


def theirs(seed: int = 1) -> tuple[float, Counter[str]]:
    """The same of catanatron: its random players, its legal actions generated for each step as its own loop does."""
    from catanatron import Color, Game, RandomPlayer

    kinds: Counter[str] = Counter()
    began = time.perf_counter()
    n = seed
    while time.perf_counter() - began < SECONDS:
        n += 1
        played = Game([RandomPlayer(color) for color in Color], seed=n)
        played.play()
        records = getattr(played.state, "action_records", None) or getattr(played.state, "actions", ())
        for record in records:
            action: Any = getattr(record, "action", record)
            kinds[action.action_type.name] += 1
    return sum(kinds.values()) / (time.perf_counter() - began), kinds


def measure() -> Iterator[Figure]:
    if importlib.util.find_spec("catanatron") is None:
        yield Figure("classic random play", ours()[0], "actions/s", note="catanatron is not installed: no peer")
        return
    value, peer = alternating(lambda: ours()[0], lambda: theirs()[0])
    yield Figure("classic random play", value, "actions/s", "catanatron", peer)
