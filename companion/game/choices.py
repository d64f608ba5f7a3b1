"""What may be chosen: fields, the blanks of an action, and the choice that holds them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import prod
from random import Random
from typing import Any

from companion.game.words import Refusal, Seat, Value


class Throw(Value, frozen=True):
    """What the dice show: their sum, and the faces where they are known (a sum may be typed)."""

    total: int
    faces: tuple[int, ...] | None = None


class OneOf(Value, frozen=True):
    """One of several values (names of kinds, seats, tuples of these); ``option.<field>.<value>`` are their words."""

    options: tuple[Any, ...]

    def contains(self, value: object) -> bool:
        return value in self.options

    def values(self) -> Iterator[Any]:
        return iter(self.options)

    def count(self) -> int:
        return len(self.options)

    def sample(self, rng: Random) -> Any:
        return rng.choice(self.options)


class Players(Value, frozen=True):
    """One of several seats."""

    seats: tuple[Seat, ...]

    def contains(self, value: object) -> bool:
        return value in self.seats

    def values(self) -> Iterator[Seat]:
        return iter(self.seats)

    def count(self) -> int:
        return len(self.seats)

    def sample(self, rng: Random) -> Seat:
        return rng.choice(self.seats)


class Spot(Value, frozen=True):
    """One of several places of one kind on the board ("hex", "corner", "edge", "port", "region" ...)."""

    kind: str
    places: tuple[int, ...]

    def contains(self, value: object) -> bool:
        return value in self.places

    def values(self) -> Iterator[int]:
        return iter(self.places)

    def count(self) -> int:
        return len(self.places)

    def sample(self, rng: Random) -> int:
        return rng.choice(self.places)


class Number(Value, frozen=True):
    """A whole number from ``low`` to ``high`` (both count), in steps of ``step``.

    ``decimals`` of its digits stand behind the point: 125 with 2 decimals is a score of 1.25.
    """

    low: int
    high: int
    step: int = 1
    decimals: int = 0

    def contains(self, value: object) -> bool:
        return isinstance(value, int) and self.low <= value <= self.high and (value - self.low) % self.step == 0

    def values(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1, self.step))

    def count(self) -> int:
        return max(0, (self.high - self.low) // self.step + 1)

    def sample(self, rng: Random) -> int:
        return rng.randrange(self.low, self.high + 1, self.step)


class Amounts(Value, frozen=True):
    """How many of each kind: a tuple beside ``kinds``, each at most its limit, ``low``..``high`` in all."""

    kinds: tuple[str, ...]
    limits: tuple[int, ...]
    low: int
    high: int

    def contains(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(self.limits)
            and all(isinstance(n, int) and 0 <= n <= limit for n, limit in zip(value, self.limits, strict=True))
            and self.low <= sum(value) <= self.high
        )

    def values(self) -> Iterator[tuple[int, ...]]:
        return (v for v in product(*(range(limit + 1) for limit in self.limits)) if self.low <= sum(v) <= self.high)

    def count(self) -> int:
        """An upper bound of how many values there are: whether to enumerate them, not how many they are."""
        return prod(limit + 1 for limit in self.limits)

    def sample(self, rng: Random) -> tuple[int, ...]:
        most = min(self.high, sum(self.limits))
        taken = [0] * len(self.limits)
        left = [i for i, limit in enumerate(self.limits) if limit > 0]
        for _ in range(rng.randint(min(self.low, most), most)):
            i = rng.choice(left)
            taken[i] += 1
            if taken[i] == self.limits[i]:
                left.remove(i)
        return tuple(taken)


class Faces(Value, frozen=True):
    """What ``dice`` dice show, as a :class:`Throw`: with the faces, or the sum alone."""

    dice: int = 2
    sides: int = 6

    def contains(self, value: object) -> bool:
        if not isinstance(value, Throw):
            return False
        if value.faces is None:
            return self.dice <= value.total <= self.dice * self.sides
        return (
            len(value.faces) == self.dice
            and min(value.faces) >= 1
            and max(value.faces) <= self.sides
            and sum(value.faces) == value.total
        )

    def values(self) -> Iterator[Throw]:
        return (Throw(total) for total in range(self.dice, self.dice * self.sides + 1))

    def count(self) -> int:
        return self.dice * (self.sides - 1) + 1

    def sample(self, rng: Random) -> Throw:
        return rng.choice(_throws(self.dice, self.sides))


@lru_cache(maxsize=8)
def _throws(dice: int, sides: int) -> tuple[Throw, ...]:
    """Everything that ``dice`` dice can show, each as likely as any other."""
    return tuple(Throw(sum(faces), faces) for faces in product(range(1, sides + 1), repeat=dice))


class Text(Value, frozen=True):
    """Free words of the players, at most ``longest`` characters."""

    longest: int

    def contains(self, value: object) -> bool:
        return isinstance(value, str) and 0 < len(value) <= self.longest

    def values(self) -> Iterator[str]:
        raise TypeError("free text has no list of values")

    def count(self) -> int:
        return 1 << 62

    def sample(self, rng: Random) -> str:
        return "x" * rng.randint(1, self.longest)


Field = OneOf | Players | Spot | Number | Amounts | Faces | Text

BOUNDED = 512
"""A choice with at most this many ways is enumerated; a trade has up to 23 million."""


class Choice(Value, frozen=True):
    """An action with blanks that ``seat`` may fill in now.

    ``action`` is the class; ``fields`` are its blanks in the order in which they are asked; ``given`` are arguments
    that are not asked (beside ``seat``). ``refusal`` is set where the choice is shown although it can't be taken now
    (a greyed button says why). ``secret`` means that the blanks are filled in behind a cover.

    Fields are independent of each other: ``contains`` is necessary, and :meth:`Game.check` has the last word.
    """

    seat: Seat
    action: type[Any]
    fields: tuple[tuple[str, Field], ...] = ()
    refusal: Refusal | None = None
    given: tuple[tuple[str, Any], ...] = ()
    secret: bool = False

    def build(self, **values: Any) -> Any:
        """The action with its blanks filled in; :raises TypeError: when one is missing."""
        return self.action(seat=self.seat, **dict(self.given), **values)

    def contains(self, action: object) -> bool:
        """Whether ``action`` is this choice with blanks filled in by values that the fields allow."""
        return (
            type(action) is self.action
            and getattr(action, "seat", None) == self.seat
            and all(getattr(action, name) == value for name, value in self.given)
            and all(field.contains(getattr(action, name)) for name, field in self.fields)
        )

    @property
    def bounded(self) -> bool:
        """Whether :meth:`actions` enumerates (at most :data:`BOUNDED` ways)."""
        return prod(field.count() for _, field in self.fields) <= BOUNDED

    def actions(self) -> Iterator[Any]:
        """Every way to fill in the blanks. :raises ValueError: where the choice is not bounded."""
        if not self.bounded:
            raise ValueError(f"{self.action.__name__} has too many ways to list")
        names = [name for name, _ in self.fields]
        for values in product(*(field.values() for _, field in self.fields)):
            yield self.build(**dict(zip(names, values, strict=True)))

    def sample(self, rng: Random) -> Any:
        """The action with blanks filled in at random; it may still be refused by :meth:`Game.check`."""
        if not self.fields:
            return self.build()
        drawn = {name: field.sample(rng) for name, field in self.fields}
        return self.action(self.seat, **dict(self.given), **drawn)
