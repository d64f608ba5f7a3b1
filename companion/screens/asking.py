"""Filling in the blanks of a choice, one after the other. Pure; the screen only asks for the next one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.events import Amend
from companion.game import Choice, Field, Seat, Spot


@dataclass(frozen=True)
class Asking:
    """A choice with the blanks that are filled in so far; a blank with a single answer is never asked.

    With ``amend`` it is what an earlier line of the log really was: who wants to change that is asked, not who did it.
    """

    choice: Choice
    values: tuple[tuple[str, Any], ...] = ()
    amend: Amend | None = None

    @classmethod
    def of(cls, choice: Choice, amend: Amend | None = None) -> Asking:
        return cls(choice, amend=amend)._skip()

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        return self.choice.seat if self.amend is None else self.amend.seat

    @property
    def next(self) -> tuple[str, Field] | None:
        """The blank that is asked now; ``None``: the action is complete."""
        fields = self.choice.fields
        return fields[len(self.values)] if len(self.values) < len(fields) else None

    def fill(self, value: Any) -> Asking:
        """With the blank that is asked filled in. :raises ValueError: where nothing is asked or it does not fit."""
        asked = self.next
        if asked is None or not asked[1].contains(value):
            raise ValueError(f"{value!r} fills no blank of {self.choice.action.__name__}")
        return replace(self, values=(*self.values, (asked[0], value)))._skip()

    def _skip(self) -> Asking:
        asked = self.next
        # a place is tapped even where there is only one: the finger says yes to it
        if asked is None or isinstance(asked[1], Spot) or asked[1].count() != 1:
            return self
        return replace(self, values=(*self.values, (asked[0], next(asked[1].values()))))._skip()

    def build(self) -> Any:
        """The action. :raises TypeError: while a blank is open."""
        action = self.choice.build(**dict(self.values))
        return action if self.amend is None else msgspec.structs.replace(self.amend, action=action)


def key_of(choice: Choice) -> str:
    """A name for the choice that stays the same as long as it means the same."""
    given = ",".join(str(value) for _, value in choice.given)
    return f"{choice.action.__name__}({given})" if given else choice.action.__name__
