"""How fast fastcatan plays, a simulator in C++: it wants Python 3.12, so it runs in an interpreter of its own.

Its random player draws from its legal actions as its own documentation does, the drafting of trades with players left
out, as on both other sides. Where no Python 3.12 is at hand, or the package can't be had, that is said instead.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_path

PROGRAM = """
import random, time, fastcatan
rng, game, n, seed = random.Random(1), fastcatan.Env(), 0, 0
trades = range(fastcatan.action.TRADE_ADD_GIVE_BASE, fastcatan.NUM_ACTIONS)
began = time.process_time()
while time.process_time() - began < {seconds}:
    seed += 1
    game.reset(seed=seed)
    while not game.done:
        game.step(rng.choice([action for action in game.legal_actions() if action not in trades]))
        n += 1
print(n / (time.process_time() - began))
"""


def pythons() -> Iterator[Path]:
    """Every Python of at least 3.12 that is at hand, that of this run first."""
    if sys.version_info >= (3, 12):
        yield Path(sys.executable)
    for name in ("python3.12", "python3.13"):
        if found := shutil.which(name):
            yield Path(found)
    yield from sorted(Path.home().glob(".pyenv/versions/3.1[2-9]*/bin/python3"))


def _runs(*command: str | Path, seconds: float = 300) -> str | None:
    """What ``command`` wrote; ``None`` where it failed."""
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=seconds, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def interpreter() -> Path | str:
    """A Python with fastcatan, made in the cache once; or why there is none."""
    folder = user_cache_path("mizban") / "bench-fastcatan"
    python = folder / "bin" / "python"
    if _runs(python, "-c", "import fastcatan") is not None:
        return python
    base = next((found for found in pythons() if _runs(found, "-c", "import venv") is not None), None)
    if base is None:
        return "no Python 3.12 at hand"
    if _runs(base, "-m", "venv", "--clear", folder) is None:
        return f"{base} can't make an environment"
    if _runs(python, "-m", "pip", "install", "--quiet", "fastcatan") is None:
        return "fastcatan could not be installed"
    return python


def actions_per_second(seconds: float = 3.0) -> float | str:
    """Its actions a second of CPU time; or why there is no figure."""
    python = interpreter()
    if isinstance(python, str):
        return python
    said = _runs(python, "-c", PROGRAM.format(seconds=seconds))
    return "fastcatan did not run" if said is None else float(said)
