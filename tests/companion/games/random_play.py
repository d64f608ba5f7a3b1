"""Random legal matches through the rules alone, and golden records, for the tests of every game's rules.

``python -m tests.companion.games.random_play GAME`` writes the golden records of a game anew.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.events import decode, decode_body, frozen
from companion.game import Game, Setup
from companion.games import find_game

HERE = Path(__file__).parent
CAP = 3000
FULL = ("_full", (("depth", "full"),))
DEEPER: dict[str, tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]] = {
    "arnika": (("_light", (("map", False), ("hands", "light"))),),
    "ethnos": (FULL,),
    "whale_riders": (FULL,),
    "amun_re": (("_secret", (("hand_entry", "secret"),)), ("_results", (("bidding", "results"),))),
}
"""Besides each preset as it is: what else asks for actions of its own, by the name it has in a golden record."""


def options_at_random(game: Game[Any], rng: Random, preset: str | None = None) -> tuple[tuple[str, Any], ...]:
    """Options as a table might choose them: the preset's, and every other one drawn by ``rng``."""
    fixed = dict(next((p.options for p in game.presets if p.name == preset), ()))
    drawn = ((o.name, rng.choice(o.values)) for o in game.options if o.values and o.name not in fixed)
    return game.complete(tuple(drawn), preset)


def random_action(game: Game[Any], state: Any, rng: Random) -> Any | None:
    """A legal action: first its choice is drawn, then its blanks; ``None`` where no choice can be filled in."""
    choices = [choice for choice in game.choices(state) if choice.refusal is None]
    rng.shuffle(choices)
    for choice in choices:
        for _ in range(60):
            action = choice.sample(rng)
            if game.check(state, action) is None:
                assert choice.contains(action)
                return action
        if choice.bounded:
            legal = [action for action in choice.actions() if game.check(state, action) is None]
            if legal:
                return rng.choice(legal)
    return None


def unhurried(game: Game[Any], state: Any, rng: Random) -> Any | None:
    """A legal action; what comes seldom at a table (:attr:`Game.seldom`) is drawn as seldom here."""
    action = random_action(game, state, rng)
    while (tries := game.seldom.get(type(action), 1)) > 1 and rng.random() > 1 / tries:
        action = random_action(game, state, rng)
    return action


def play(game: Game[Any], setup: Setup, rng: Random, cap: int = CAP) -> Iterator[tuple[Any, Any, Any]]:
    """(before, action, after) of a whole random match, with its invariants asserted at each step."""
    state = game.start(setup)
    for _ in range(cap):
        if game.over(state):
            return
        action = unhurried(game, state, rng)
        assert action is not None, f"nobody can do anything: {state}"
        after = game.apply(state, action)
        assert game.invariants(after) == (), f"after {action}: {game.invariants(after)}"
        assert hash(after) == hash(after)
        yield state, action, after
        state = after


def digest(state: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


def golden_files(game: str) -> list[Path]:
    return sorted((HERE / game / "golden").glob("*.jsonl"))


def record(game: Game[Any], setup: Setup, seed: int) -> str:
    """A match as lines of JSON: the set-up, each action, and what came of it."""
    lines = [msgspec.json.encode(setup)]
    state = game.start(setup)
    for _, action, after in play(game, setup, Random(seed)):
        state = after
        lines.append(msgspec.json.encode(action))
    standing = game.standing(state)
    end = {"scores": [s.total for s in standing.scores], "winners": standing.winners, "over": standing.over}
    return "\n".join(line.decode() for line in (*lines, msgspec.json.encode({**end, "state": digest(state)}))) + "\n"


def replay(game: Game[Any], text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record says came of the match, and what comes of it with the rules as they are now."""
    first, *bodies, last = text.splitlines()
    setup = decode(first, Setup)
    setup = msgspec.structs.replace(setup, options=frozen(setup.options), box=frozen(setup.box))
    state = game.start(setup)
    for line in bodies:
        action = decode_body(line, type(game))
        assert game.check(state, action) is None, f"{action} was legal once: {game.check(state, action)}"
        state = game.apply(state, action)
    standing = game.standing(state)
    now = {"scores": [s.total for s in standing.scores], "winners": list(standing.winners), "over": standing.over}
    return msgspec.json.decode(last), {**now, "state": digest(state)}


def write_golden(game: Game[Any], seats: Sequence[int]) -> None:
    """Record a match of each preset and depth that has none yet; an old match stays as it was played."""
    folder = HERE / game.name / "golden"
    folder.mkdir(exist_ok=True)
    for preset in game.presets:
        for depth, options in (("", ()), *DEEPER.get(game.name, ())):
            for n in seats:
                path = folder / f"{preset.name}{depth}_{n}_v{game.rules_version}.jsonl"
                if not path.exists():
                    setup = game.random_setup(Random(n), n, game.complete(options, preset.name))
                    path.write_text(record(game, setup, seed=n))


if __name__ == "__main__":
    chosen = find_game(sys.argv[1])
    counts = chosen.seats(dict(chosen.complete()))
    write_golden(chosen, (counts.start, 3, counts.stop - 1))
