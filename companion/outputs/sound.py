"""Sounds: which news is worth one, as a pure function, and the observer that plays it.

Short and quiet, and never the only sign: lights and screen say the same. At volume 0 nothing is played at all.
"""

from __future__ import annotations

import array
import io
import logging
import queue
import shutil
import subprocess
import sys
import threading
import wave
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from companion.events import Called, Closed, Happened, Health, News, Proposed, Refused, Resumed, Snapshot
from companion.game import Game, Line
from companion.games import find_game

NAMES = ("turn", "offer", "seven", "warning", "win")
"""The sounds: your turn, you are asked, a seven, something is wrong, the match is won."""

log = logging.getLogger("mizban.sound")


def cue(news: News, before: Snapshot | None, game: Game[Any] | None) -> str | None:
    """The sound that ``news`` is worth, or ``None``; ``before`` is the last snapshot that was told.

    ``game`` is the one at the table, for the sounds that only it knows.
    """
    match news:
        case Happened(snapshot=now) if now.standing.over:
            return "win" if before is not None and not before.standing.over and now.standing.winners else None
        case Happened(event=event, before=state, snapshot=now):
            own = game.cue(state, event.body, now.state) if game is not None else None
            if own is not None:
                return own
            if before is not None and now.standing.active != before.standing.active:
                return "turn"
            return None
        case Proposed(question, snapshot) if question in snapshot.questions:
            return "offer" if before is None or question not in before.questions else None
        case Refused() | Health(well=False, part="store"):
            return "warning"
        case Called(seat=seat):
            return None if seat is None else "warning"
        case _:
            return None


def snapshot_of(news: News, before: Snapshot | None) -> Snapshot | None:
    """The match as it is after ``news``."""
    match news:
        case Resumed(snapshot) | Happened(snapshot=snapshot) | Proposed(snapshot=snapshot):
            return snapshot
        case Closed():
            return None
        case _:
            return before


class Sounds:
    """Observes the table and plays; ``play`` takes a sound's name and the volume and must not block."""

    def __init__(
        self,
        play: Callable[[str, float], None],
        volume: float = 0.0,
        *,
        games: Callable[[str], Game[Any]] = find_game,
    ) -> None:
        self._play = play
        self._games = games
        self._last: Snapshot | None = None
        self.volume = volume
        """0 (silent) to 1; staff may change it at any time."""

    def __call__(self, news: News) -> None:
        before, self._last = self._last, snapshot_of(news, self._last)
        game = self._games(self._last.match.game) if self._last is not None else None
        name = cue(news, before, game)
        if name is not None and self.volume > 0:
            self._play(name, self.volume)


class Player:
    """Plays by ALSA's ``aplay`` on a thread of its own. While one sound plays at most two wait; more are dropped."""

    def __init__(self, command: tuple[str, ...] = ("aplay", "-q", "-t", "wav", "-")) -> None:
        self._command = command
        self._waiting: queue.Queue[tuple[str, float] | None] = queue.Queue(maxsize=2)
        self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
        self.fault = "" if shutil.which(command[0]) else f"{command[0]} is not installed"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Lets the sound that plays end."""
        if self._thread.is_alive():
            self._waiting.put(None)
            self._thread.join(5)

    def play(self, name: str, volume: float) -> None:
        """Queues the sound ``name``; never blocks, never raises."""
        try:
            self._waiting.put_nowait((name, volume))
        except queue.Full:
            log.debug("too many sounds at once; %s is dropped", name)

    def health(self, volume: float) -> Health:
        """Whether there would be a sound."""
        if volume <= 0:
            return Health("sound", True, Line.of("health.sound.off"))
        if self.fault:
            line = Line.of("health.sound.missing", why=self.fault)
            return Health("sound", False, line, Line.of("remedy.sound.missing"))
        return Health("sound", True, Line.of("health.sound.well"))

    def _run(self) -> None:
        while (job := self._waiting.get()) is not None:
            try:
                subprocess.run(self._command, input=softened(*job), capture_output=True, timeout=10, check=True)
                self.fault = ""
            except subprocess.CalledProcessError as error:
                said = error.stderr.decode("utf-8", "replace").strip().splitlines()
                self.fault = said[0][:200] if said else f"exit {error.returncode}"
            except (OSError, subprocess.TimeoutExpired, wave.Error) as error:
                self.fault = str(error)


def softened(name: str, volume: float) -> bytes:
    """The sound ``name`` as a WAV file at ``volume``. :raises OSError: when there is no such sound."""
    source = files("companion").joinpath("assets", "sounds", f"{name}.wav").read_bytes()
    with wave.open(io.BytesIO(source)) as sound:
        params: Any = sound.getparams()
        samples = array.array("h", sound.readframes(sound.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    loudness = max(0.0, min(1.0, volume)) ** 2  # the ear hears the square root
    samples = array.array("h", (round(sample * loudness) for sample in samples))
    if sys.byteorder == "big":
        samples.byteswap()
    packed = io.BytesIO()
    with wave.open(packed, "wb") as sound:
        sound.setparams(params)
        sound.writeframes(samples.tobytes())
    return packed.getvalue()
