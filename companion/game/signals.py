"""What comes in from the table: throws, buttons, pictures, taps, time."""

from __future__ import annotations

from typing import Any

from companion.game.setup import Board, Place
from companion.game.words import Seat, Value


class RollId(Value, frozen=True):
    """The primary key of a throw: the dice unit, its boot counter and the number since."""

    unit: str
    boot: int
    n: int


class DiceRolled(Value, frozen=True):
    """The dice unit reports a throw, ``age_ms`` after it fell. ``None`` in ``faces``: a die it could not read."""

    id: RollId
    faces: tuple[int | None, ...]
    age_ms: int = 0
    quality: str = "ok"


class ButtonPressed(Value, frozen=True):
    """The button of ``seat`` was pressed (and let go, or held ``long``) at ``at`` monotonic seconds."""

    seat: Seat
    long: bool = False
    at: float = 0.0


class BoardSeen(Value, frozen=True):
    """The camera saw this board; ``doubtful`` places were not read surely."""

    board: Board
    doubtful: tuple[Place, ...] = ()


class Asked(Value, frozen=True):
    """Somebody asks for an action: ``source`` says how ("touch", "camera", "import" ...); ``forced``: overruled."""

    action: Any
    source: str = "touch"
    forced: bool = False


class Tick(Value, frozen=True):
    """Time went by; ``at`` in UTC seconds."""

    at: float


Signal = DiceRolled | ButtonPressed | BoardSeen | Asked | Tick
