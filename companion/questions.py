"""What the table has asked and is waiting for: a change of the past, a sight of the camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from companion.events import Amend, Question, Undone
from companion.game import Line, Seat, Who
from companion.history import History
from companion.history import Plan as Forecast
from companion.reconcile import Plan


@dataclass(frozen=True)
class Open:
    """Something that hangs on a yes or a no; a question for each seat that still has to say it."""

    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Change(Open):
    """An undo or an amendment that waits for ``waiting`` to agree. ``body`` is what will be stored."""

    body: Undone | Amend
    source: str
    forced: bool

    @classmethod
    def of(cls, history: History, body: Undone | Amend, forecast: Forecast, source: str, forced: bool) -> Change:
        """``body`` with what goes with it, and the questions to everybody whose doing it touches.

        Who asks for it is asked once more only where later events go with it.
        """
        drops = tuple(misfit.seq for misfit in forecast.misfits)
        touched = (*body.seqs, *drops) if isinstance(body, Undone) else (body.seq, *drops)
        if isinstance(body, Undone):
            body = msgspec.structs.replace(body, seqs=touched)
        else:
            body = msgspec.structs.replace(body, drops=drops)
        owners = {history.owner(seq) for seq in touched if 0 < seq <= len(history.events)}
        asked = sorted(owners - {body.seat}) + ([body.seat] if drops else [])
        log = history.log
        kind = "undo" if isinstance(body, Undone) else "amend"
        key = f"question.{kind}" + ("_with_others" if drops else "")
        lines = tuple(line for seq in touched if seq for line in log[seq - 1].lines)
        line = Line.of(key, who=Who(body.seat), n=len(touched), first=drops[0] if drops else touched[0])
        name = f"{kind}:{len(history.events)}"
        return cls(tuple(Question(f"{name}:{seat}", kind, seat, line, lines) for seat in asked), body, source, forced)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        return tuple(question.seat for question in self.questions)

    def agreed(self, seat: Seat) -> Change:
        """The same with one consent more."""
        body = msgspec.structs.replace(self.body, consent=(*self.body.consent, seat))
        return replace(self, questions=tuple(q for q in self.questions if q.seat != seat), body=body)


@dataclass(frozen=True)
class Sight(Open):
    """The camera saw what ``plans`` would each explain; the first one is asked for."""

    plans: tuple[Plan, ...]
    revision: int

    @classmethod
    def of(cls, plans: Sequence[Plan], revision: int) -> Sight:
        """The question, to the seat whose action would be the first."""
        first = plans[0][0]
        actions = tuple(Line.of(f"action.{type(action).__name__}") for action in plans[0])
        line = Line.of("question.camera", who=Who(first.seat), n=len(plans[0]))
        question = Question(f"camera:{revision}:{len(plans)}", "camera", first.seat, line, actions)
        return cls((question,), tuple(plans), revision)

    def next(self) -> Sight:
        """The next explanation."""
        return Sight.of(self.plans[1:], self.revision)
