"""The match at the table: everything that is known of it beside its log, and what an observer is told of it."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.clocks import Clocks
from companion.events import TABLE_ACTS, Amend, Event, Question, Snapshot, Undone
from companion.game import BoardSeen, Game, Seat, Standing
from companion.history import History
from companion.questions import Open
from companion.throws import Throws


class Playing:
    """The match at the table: its history, clocks, throws, and the questions that are open."""

    def __init__(self, game: Game[Any], history: History, clocks: Clocks, throws: Throws) -> None:
        self.game = game
        self.history = history
        self.clocks = clocks
        self.throws = throws
        self.open: list[Open] = []
        self.looked: tuple[BoardSeen, int] | None = None
        self.differs = False
        self.in_doubt = False
        self.standing: Standing = game.standing(history.state)
        self.finished = history.finished
        self._told: tuple[Question, ...] = ()

    @property
    def over(self) -> bool:
        return self.standing.over or self.finished

    @property
    def questions(self) -> tuple[Question, ...]:
        throw = self.throws.question
        return tuple(q for o in self.open for q in o.questions) + (() if throw is None else (throw,))

    def question_at(self, seat: Seat) -> Question | None:
        return next((question for question in self.questions if question.seat == seat), None)

    def withdraw(self, kind: type[Open]) -> None:
        self.open = [o for o in self.open if not isinstance(o, kind)]

    def advanced(self, event: Event) -> None:
        """``event`` is in the history: what follows from that."""
        self.standing = self.game.standing(self.history.state)
        self.finished = self.history.finished
        self.clocks.happened(event, () if self.over else self.standing.active)
        if isinstance(event.body, Undone | Amend) or not isinstance(event.body, TABLE_ACTS):
            self.open = []  # they spoke of a log that has moved on

    def stale(self) -> tuple[Question, ...]:
        """The questions that were told and are no longer open."""
        now = self.questions
        return tuple(question for question in self._told if question not in now)

    def new_questions(self) -> tuple[Question, ...]:
        """The questions that were not told yet; from now on they were."""
        now, before = self.questions, self._told
        self._told = now
        return tuple(question for question in now if question not in before)

    def snapshot(self) -> Snapshot:
        state, over = self.history.state, self.over
        return Snapshot(
            self.history.match,
            self.game.view(state, None),
            msgspec.structs.replace(self.standing, over=True, active=()) if over else self.standing,
            () if over else self.game.choices(state),
            self.history.log,
            self.questions,
            self.clocks.stands,
            self.clocks.used,
            self.clocks.at,
            self.history.waived,
        )
