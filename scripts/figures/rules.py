"""The rules of classic Arnika, played at random by four, beside catanatron in the same process and run.

Both sides play alike: each ply is drawn from all legal plies with equal chances and checked, nobody offers trades to
players (catanatron's random player never does), a theft names its card, a discard is made whole and counts once, as
does moving the robber with its theft. CPU seconds are counted, so that a busy machine disturbs neither.
"""

from __future__ import annotations

import copy
import importlib.util
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from math import comb
from random import Random
from typing import Any

from companion.game import Amounts, Choice, OneOf, Players, Spot
from companion.games.arnika import Arnika
from companion.games.arnika.actions import BankTrade, Discard, OfferTrade, PlayPlenty, RevealPoints, StopRoads
from companion.games.arnika.cards import KINDS
from companion.games.arnika.geometry import (
    CORNER_AT,
    EAST,
    EDGE_BETWEEN,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH_EAST,
    SOUTH_WEST,
    WEST,
    step,
)
from companion.games.arnika.longest import chain_length
from companion.games.arnika.state import State, lengths_of
from companion.selfplay import moves
from scripts.figures import fastcatan
from scripts.figures.figure import Figure, alternating

SECONDS = 4.0
LEFT_OUT = frozenset((OfferTrade, StopRoads))
NOT_A_PLY = frozenset(("Steal", "RevealPoints"))
"""What catanatron does within another action."""
LISTED = frozenset((Spot, OneOf, Players))
"""Blanks of which each value is a ply of its own; a roll, whatever it shows, is one."""
ROADS = 60
"""Positions of which the longest roads are measured."""


@lru_cache(maxsize=1 << 12)
def _pairs(gives: Any, gets: Any) -> int:
    return sum(a != b for a in gives.options for b in gets.options)


def _weight(choice: Choice) -> int:
    """How many plies ``choice`` stands for."""
    if not choice.fields:
        return 1
    field: Any = choice.fields[0][1]
    if choice.action is BankTrade:
        return _pairs(field, choice.fields[1][1])
    if choice.action is PlayPlenty:
        return comb(sum(n > 0 for n in field.limits), 2) + sum(n > 1 for n in field.limits)
    return field.count() if type(field) in LISTED else 1


def _drawn(choices: list[Choice], rng: Random) -> Choice:
    for choice in choices:
        if choice.action is RevealPoints:
            return choice
    weights = [_weight(choice) for choice in choices]
    at = int(rng.random() * sum(weights))
    for choice, weight in zip(choices, weights, strict=True):
        at -= weight
        if at < 0:
            return choice
    return choices[-1]


def ply(game: Arnika, state: State, rng: Random) -> Any:
    """One of all legal plies, each as likely as any other; points that win are shown at once, discards are whole."""
    choices = [c for c in game.choices(state) if c.refusal is None and c.action not in LEFT_OUT]
    choice = choices[0] if len(choices) == 1 else _drawn(choices, rng)
    if choice.action is Discard:
        due = state.due[choice.seat]
        return Discard(choice.seat, Amounts(KINDS, state.hands[choice.seat].most, due, due).sample(rng))  # type: ignore[arg-type]
    while True:
        action = choice.sample(rng)
        if game.check(state, action) is None:
            return game.told(state, action, rng)


def ours(seed: int = 1, seconds: float = SECONDS) -> tuple[float, Counter[str]]:
    """Plies a second of random classic matches with four seats, and how often each kind came."""
    game, rng = Arnika(), Random(seed)
    options = game.complete(preset="classic")
    kinds: Counter[str] = Counter()
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = game.start(game.random_setup(rng, 4, options))
        while not game.over(state):
            action = ply(game, state, rng)
            kinds[type(action).__name__] += 1
            state = game.apply(state, action)
    took = time.process_time() - began
    for name in NOT_A_PLY:
        kinds.pop(name, None)
    return sum(kinds.values()) / took, kinds


def theirs(seed: int = 1, seconds: float = SECONDS) -> tuple[float, Counter[str]]:
    """The same of catanatron: its random players, its legal actions generated for each step as its own loop does."""
    from catanatron import Color, Game, RandomPlayer

    kinds: Counter[str] = Counter()
    began = time.process_time()
    n = seed
    while time.process_time() - began < seconds:
        n += 1
        played = Game([RandomPlayer(color) for color in Color], seed=n)
        played.play()
        records = getattr(played.state, "action_records", None) or getattr(played.state, "actions", ())
        for record in records:
            action: Any = getattr(record, "action", record)
            kinds[action.action_type.name] += 1
    return sum(kinds.values()) / (time.process_time() - began), kinds


# ------------------------------------------------------------------------------------------ copies, growth, roads


def copying() -> tuple[float, float]:
    """Microseconds to copy a state in the middle of a match: ours, which nobody needs to, and catanatron's game."""
    from catanatron import Color, Game, RandomPlayer

    game, rng = Arnika(), Random(3)
    state = game.start(game.random_setup(rng, 4, game.complete(preset="classic")))
    other = Game([RandomPlayer(color) for color in Color], seed=3)
    for _ in range(200):
        state = game.apply(state, ply(game, state, rng))
        other.play_tick()
    return _each(lambda: copy.copy(state)), _each(other.copy)


def _each(work: Callable[[], object], times: int = 2000) -> float:
    """Microseconds that ``work`` takes."""
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times * 1e6


def growth(matches: int = 24) -> tuple[float, float]:
    """Plies a second around the hundredth and around the thousandth action of matches that last so long."""
    game, rng = Arnika(), Random(5)
    options = game.complete((("goal", 13),), "classic")
    spent = {100: [0.0, 0], 1000: [0.0, 0]}
    for _ in range(matches):
        state = game.start(game.random_setup(rng, 4, options))
        for n in range(1100):
            if game.over(state):
                break
            began = time.process_time()
            state = game.apply(state, ply(game, state, rng))
            for middle, sums in spent.items():
                if abs(n - middle) <= 90:
                    sums[0] += time.process_time() - began
                    sums[1] += 1
    early, late = (n / seconds for seconds, n in spent.values())
    return early, late


def folding(events: int = 5000) -> float:
    """Seconds to fold ``events`` actions of random matches into their states, as a resume does."""
    game, rng = Arnika(), Random(7)
    options = game.complete(preset="classic")
    left, took = events, 0.0
    while left:
        setup = game.random_setup(rng, 4, options)
        actions = list(islice(moves(game, setup, rng, without=LEFT_OUT, told=True), left))
        left -= len(actions)
        began = time.process_time()
        state = game.start(setup)
        for action in actions:
            state = game.apply(state, action)
        took += time.process_time() - began
    return took


def roads() -> tuple[float, float]:
    """Microseconds for the longest roads of four seats on dense boards: ours without its memory, catanatron's."""
    positions = [_dense_board(Random(seed)) for seed in range(ROADS)]
    ours_took = theirs_took = 0.0
    for board, colors, masks in positions:
        began = time.process_time()
        theirs_found = [max(len(path) for path in board.continuous_roads_by_player(color)) for color in colors]
        theirs_took += time.process_time() - began
        chain_length.cache_clear()
        began = time.process_time()
        found = lengths_of(*masks)
        ours_took += time.process_time() - began
        # catanatron leaves out a last road that ends at another's building, so it may say fewer.
        assert all(mine >= other for mine, other in zip(found, theirs_found, strict=True))
    return ours_took / ROADS * 1e6, theirs_took / ROADS * 1e6


def _dense_board(rng: Random) -> tuple[Any, tuple[Any, ...], tuple[tuple[int, ...], ...]]:
    """A board of catanatron's with up to 15 roads a seat, its colours, and the same as our masks."""
    from catanatron import Color
    from catanatron.models.board import Board
    from catanatron.models.map import NodeRef

    around = {
        NodeRef.NORTH: (NORTH_WEST, NORTH_EAST),
        NodeRef.NORTHEAST: (NORTH_EAST, EAST),
        NodeRef.SOUTHEAST: (EAST, SOUTH_EAST),
        NodeRef.SOUTH: (SOUTH_EAST, SOUTH_WEST),
        NodeRef.SOUTHWEST: (SOUTH_WEST, WEST),
        NodeRef.NORTHWEST: (WEST, NORTH_WEST),
    }
    board, colors = Board(), tuple(Color)
    corner_of = {}
    for (q, _, r), tile in board.map.land_tiles.items():
        for ref, node in tile.nodes.items():
            a, b = around[ref]
            corner_of[node] = CORNER_AT[frozenset(((q, r), step((q, r), a), step((q, r), b)))]
    juniors, connections = [0] * 4, [0] * 4

    def road(i: int, edges: list[tuple[int, int]]) -> None:
        a, b = rng.choice(edges)
        board.build_road(colors[i], (a, b))
        connections[i] |= 1 << EDGE_BETWEEN[corner_of[a], corner_of[b]]

    for i in (0, 1, 2, 3, 3, 2, 1, 0):
        node = rng.choice(sorted(board.buildable_node_ids(colors[i], initial_build_phase=True)))
        board.build_settlement(colors[i], node, initial_build_phase=True)
        juniors[i] |= 1 << corner_of[node]
        road(i, [edge for edge in sorted(board.buildable_edges(colors[i])) if node in edge])
    for _ in range(13):
        for i in range(4):
            if edges := sorted(board.buildable_edges(colors[i])):
                road(i, edges)
    return board, colors, (tuple(connections), tuple(juniors), (0,) * 4)


def beside_fastcatan(ours: float) -> Figure:
    """Classic random play beside a simulator that is written in C++: it is faster, and that is no aim of ours."""
    found = fastcatan.actions_per_second()
    if isinstance(found, str):
        return Figure("classic random play, again", ours, "actions/s", note=f"fastcatan: {found}")
    return Figure("classic random play, again", ours, "actions/s", "fastcatan", found, note="C++, Python 3.12")


def measure() -> Iterator[Figure]:
    early, late = growth()
    flat = Figure("plies around the 1,000th action", late, "actions/s", "the 100th", early)
    fold = Figure("folding 5,000 classic actions", folding() * 1000, "ms", more_is_better=False)
    if importlib.util.find_spec("catanatron") is None:
        yield Figure("classic random play", ours()[0], "actions/s", note="catanatron is not installed: no peer")
        yield beside_fastcatan(ours()[0])
        yield from (flat, fold)
        return
    value, peer = alternating(lambda: ours()[0], lambda: theirs()[0])
    yield Figure("classic random play", value, "actions/s", "catanatron", peer, note="same mix of kinds, CPU time")
    yield beside_fastcatan(value)
    mine, other = roads()
    yield Figure("longest road of four seats", mine, "us", "catanatron", other, more_is_better=False)
    mine, other = copying()
    yield Figure("copy of a state", mine, "us", "catanatron", other, more_is_better=False, note="never needed: frozen")
    yield from (flat, fold)
