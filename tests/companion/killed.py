"""A table in a process of its own, played at random until it is killed; what it told goes through a pipe.

The dice unit outlives the kill, as a real one would: it repeats the throw that it has not heard to be stored.
"""

from __future__ import annotations

import hashlib
import os
import select
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from companion.events import (
    Begin,
    Finish,
    Happened,
    Leave,
    Match,
    Pause,
    Player,
    Resume,
    RollStored,
    Snapshot,
    Undo,
    Unpause,
    encode,
)
from companion.game import Asked, DiceRolled, Game, RollId, Seat
from companion.games import find_game
from companion.selfplay import random_action
from companion.store import Store
from companion.table import Table

UNIT = RollId("unit-1", 7, 0)
LONGEST = 300
"""Events after which the players end a match: random play has no haste."""
PATIENCE = 20.0
"""Seconds in which a busy machine has a table up."""


def digest(*values: Any) -> str:
    return hashlib.sha256(encode(values)).hexdigest()[:16]


def seen(state: Any, snapshot: Snapshot) -> str:
    """What must come back: the whole state, the standing (whose turn it is among it), pause and choices aside."""
    return digest(state, snapshot.state, snapshot.standing, snapshot.waived)


@dataclass(frozen=True)
class Told:
    """The table told that an event is stored, and how the match stood then."""

    match: str
    seq: int
    id: str
    seen: str
    clock: tuple[float, ...]


def throw(n: int) -> DiceRolled:
    """The ``n``-th throw of the unit: always the same faces."""
    rng = Random(n)
    return DiceRolled(RollId(UNIT.unit, UNIT.boot, n), (rng.randint(1, 6), rng.randint(1, 6)))


class Life:
    """What one process does from its start to the kill. ``pending``: the unit repeats this throw at once."""

    def __init__(self, store: Store, game: Game[Any], rng: Random, pipe: int, stored: int, pending: bool) -> None:
        self.game, self.rng, self.pipe = game, rng, pipe
        self.stored, self.pending = stored, pending
        self.store = store
        self.table = Table(self.store)
        self.table.watch(self.hear)

    def write(self, *words: Any) -> None:
        os.write(self.pipe, (" ".join(map(str, words)) + "\n").encode())

    def hear(self, news: Any) -> None:
        match news:
            case Happened(event=event, snapshot=snapshot):
                shown = seen(self.playing.history.state, snapshot)
                self.write("told", event.match, event.seq, event.id, shown, *event.clock)
            case RollStored(roll=roll):
                self.stored = roll.n
                self.write("stored", roll.n)

    @property
    def playing(self) -> Any:
        return self.table._playing

    def begin(self) -> None:
        left = self.store.unfinished()
        if left is not None:
            self.table.take(Resume(left.id))
            return
        setup = self.game.random_setup(self.rng, 4, self.game.complete())
        players = tuple(Player(seat, f"p{seat}") for seat in setup.seats)
        match = Match(uuid4().hex, self.game.name, self.game.rules_version, setup, players, time.time())
        self.table.take(Begin(match))

    def live(self) -> None:
        self.begin()
        self.write("up")
        if self.pending:
            self.table.take(throw(self.stored + 1))
        while True:
            if self.table.snapshot is None or self.table.snapshot.standing.over:
                self.table.take(Leave())
                self.begin()
            elif self.table.snapshot.revision >= LONGEST:
                self.table.take(Asked(Finish(Seat(0))))
            else:
                self.act()

    def act(self) -> None:
        state, seats = self.playing.history.state, self.playing.history.match.setup.seats
        chance = self.rng.random()
        action = random_action(self.game, state, self.rng)
        coming = throw(self.stored + 1)
        if chance < 0.03:
            action = Undo(self.rng.choice(seats))
        elif chance < 0.05:
            action = Unpause(seats[0]) if self.playing.clocks.stands else Pause(seats[0])
        elif self.game.interpret(state, coming) is not None:
            self.write("thrown", coming.id.n)
            self.table.take(coming)
            return
        self.table.take(Asked(action, forced=isinstance(action, Undo)))


class Killed:
    """Lives one after the other on the same store, each ended by SIGKILL; what they told."""

    def __init__(self, path: Path, game: str, seed: int, store: type[Store] = Store) -> None:
        self.path, self.game, self.rng, self.kind = path, find_game(game), Random(seed), store
        self.told: list[Told] = []
        self.thrown = self.stored = 0

    def one_more(self) -> bool:
        """One life, killed somewhere after so many of its words, or while it comes up (one in eight).

        Whether it told anything before it was killed.
        """
        reading, writing = os.pipe()
        rng = Random(self.rng.random())
        child = os.fork()
        if child == 0:
            try:
                os.close(reading)
                Life(self.kind(self.path), self.game, rng, writing, self.stored, self.thrown > self.stored).live()
            except BaseException as error:  # whatever it is, this process ends here
                os.write(writing, f"broke {error!r}\n".encode())
            finally:
                os._exit(1)
        os.close(writing)
        said = b""
        until, patience = self.rng.choice((0, 2, 3, 4, 6, 8, 12, 16)), time.monotonic() + PATIENCE
        while said.count(b"\n") < until and time.monotonic() < patience:
            if select.select([reading], [], [], 0.1)[0]:
                said += os.read(reading, 1 << 16)
        time.sleep(self.rng.uniform(0.0, 0.03 if until else 0.3))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        with os.fdopen(reading, "rb") as pipe:
            lines = (said + pipe.read()).decode().splitlines()
        assert os.WIFSIGNALED(status), lines[-1:]
        for line in lines:
            kind, *words = line.split()
            if kind == "told":
                match, seq, name, shown, *clock = words
                self.told.append(Told(match, int(seq), name, shown, tuple(map(float, clock))))
            elif kind == "thrown":
                self.thrown = max(self.thrown, int(words[0]))
            elif kind == "stored":
                self.stored = max(self.stored, int(words[0]))
        return any(line.startswith("told") for line in lines)
