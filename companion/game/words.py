"""Seats, actions and sentences: what every other word of the domain is made of."""

from __future__ import annotations

from typing import NewType

import msgspec

Seat = NewType("Seat", int)
"""A place at the table, clockwise from 0."""


class Value(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A frozen, hashable value that survives encoding; ``tag`` makes unions of values decodable."""


class Action(Value, frozen=True, tag=True, kw_only=False):
    """What a seat does. Subclass once for each kind; matched with ``match``; ``seat`` is who acts."""

    seat: Seat


class Who(Value, frozen=True):
    """A fact that is a seat: the screen writes the player's name."""

    seat: Seat


class Word(Value, frozen=True):
    """A fact that is itself a key of the catalogues, like a resource's name."""

    key: str


class Named(Value, frozen=True):
    """A fact that brings its own name in each language, as a template or a box file has it: no catalogue knows it."""

    fa: str
    en: str


class Quoted(Value, frozen=True):
    """A fact that is a whole sentence of a game, as a record's error that quotes the rules' refusal."""

    line: Line
    game: str


Fact = int | str | Who | Word | Named | Quoted | tuple["Counted", ...]


class Counted(Value, frozen=True):
    """An amount of something that has a name: "2 hotel"."""

    n: int
    word: Word


class Line(Value, frozen=True):
    """A sentence as data: a key of the game's catalogue and the facts that fill its placeholders.

    A fact ``n`` chooses the plural form.
    """

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()

    @classmethod
    def of(cls, key: str, /, **facts: Fact) -> Line:
        """The line ``key`` with ``facts`` in the order given."""
        return cls(key, tuple(facts.items()))

    def __getitem__(self, name: str) -> Fact:
        for key, fact in self.facts:
            if key == name:
                return fact
        raise KeyError(name)


class Refusal(Value, frozen=True, cache_hash=True):
    """Why an action is not done: a code with facts, put into words by the catalogues (``refusal.<code>``).

    ``overrulable`` says whether the players may do it all the same ("the table is right"): false where the result
    would be no state at all, like two pieces at one corner. ``private`` names the only seat that may see it, where
    the reason depends on a hidden hand.
    """

    code: str
    facts: tuple[tuple[str, Fact], ...] = ()
    overrulable: bool = True
    private: Seat | None = None

    @property
    def line(self) -> Line:
        """What a person reads; a code with a dot is a key of its own, as of an error ("error.seats")."""
        return Line(self.code if "." in self.code else f"refusal.{self.code}", self.facts)
