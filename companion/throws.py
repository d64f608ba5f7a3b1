"""The throws of the dice units during a match: which are used, which wait, which is offered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.events import Answer, Question
from companion.game import DiceRolled, Line, RollId
from companion.history import History


def question_id(roll: RollId) -> str:
    """The question whether to use ``roll``; its answer is stored, so a no stays a no after a restart."""
    return f"throw:{roll.unit}:{roll.boot}:{roll.n}"


class Throws:
    """``fallen``: after how many events each throw came, and the throw, in order.

    A throw that nobody waited for, or whose event was undone, is offered to whom it could serve: only the last one,
    and only until another throw or a typed one has taken its place.
    """

    def __init__(self, fallen: Sequence[tuple[int, DiceRolled]]) -> None:
        self._fallen = list(fallen)
        self.offered: DiceRolled | None = None
        self.question: Question | None = None

    def fell(self, throw: DiceRolled, after: int) -> None:
        """``throw`` is stored, or will be with its event; it came ``after`` so many events."""
        self._fallen.append((after, throw))

    def offer(self, history: History, meant: Callable[[DiceRolled], Any | None]) -> None:
        """Look again which throw can be offered; ``meant`` says what it would be now, if it is allowed."""
        self.offered = self.question = None
        after, throw = self._fallen[-1] if self._fallen else (0, None)
        if throw is None or throw.quality != "ok" or None in throw.faces:
            return
        later = []
        for event in reversed(history.events):
            if event.roll == throw.id:
                if event.seq not in history.gone:
                    return
                break
            if event.seq <= after:
                break
            if isinstance(event.body, Answer) and event.body.question == question_id(throw.id):
                return
            if event.seq not in history.gone:
                later.append(type(event.body))
        action = meant(throw)
        if action is None or type(action) in later:
            return
        faces = " + ".join(str(face) for face in throw.faces)
        line = Line.of("question.throw", total=sum(face or 0 for face in throw.faces), faces=faces)
        self.offered = throw
        self.question = Question(question_id(throw.id), "throw", action.seat, line)
