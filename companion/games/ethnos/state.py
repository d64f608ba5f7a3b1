"""The states of Ethnos: one table for the ``text``, one as ``published``. Seats are indices into ``seats`` here."""

from __future__ import annotations

from typing import Any

from companion.game import Seat, Value
from companion.games.ethnos.tribes import TRIBES


class Adjustment(Value, frozen=True):
    """Points that the players agreed on outside of the rules, for the seat at index ``who``."""

    who: int
    points: int


# ---------------------------------------------------------------------------------------------- the text


class TextRules(Value, frozen=True):
    """The options of a ``text`` match; the names are those of section 6 of the rules page."""

    display: int
    regions: int | None
    control: str
    turn: str
    refill: str
    points: tuple[int, int, int]
    extend: bool
    hand_penalty: int
    round_end: str
    floor_at_zero: bool
    cards: int | None
    """Tribe cards in this copy of the box; ``None``: not typed, the table says when the deck is used up."""
    tokens: tuple[int, ...] = ()
    """The values of this copy's region tokens, where they were typed."""


class Region(Value, frozen=True):
    """A region with the value on its token and the tribe whose cards control it."""

    value: int
    tribe: str


class Band(Value, frozen=True):
    """A declared band of the text."""

    tribe: str
    size: int


class Round(Value, frozen=True):
    """One round's facts: each seat's bands and the cards left in its hand (``None``: not told yet)."""

    bands: tuple[tuple[Band, ...], ...]
    left: tuple[int | None, ...]


class TextTable(Value, frozen=True):
    """A ``text`` match. ``turn`` counts turns since the beginning, ``began`` is the turn with which the round began.

    ``power``: "" (none), "ready" or "used", of the band formed in this turn. ``closing``: the round ends when the turn
    comes back to ``starter`` (the option to finish the table).
    """

    seats: tuple[Seat, ...]
    rules: TextRules
    phase: str
    starter: int
    active: int
    depth: str = "light"
    tribes: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    past: tuple[Round, ...] = ()
    bands: tuple[tuple[Band, ...], ...] = ()
    left: tuple[int | None, ...] = ()
    hands: tuple[int, ...] = ()
    laid: tuple[tuple[int, ...], ...] = ()
    display: int = 0
    deck: int | None = None
    turn: int = 0
    began: int = 0
    has_laid: bool = False
    acted: bool = False
    power: str = ""
    closing: bool = False
    trigger: int | None = None
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def round(self) -> int:
        """The round that is played, counted from 1."""
        return len(self.past) + 1

    @property
    def current(self) -> Round:
        """This round's facts so far. In *full* depth the hands are known, so nobody is asked for the cards left."""
        if self.depth == "full":
            left = tuple(hand if n is None else n for n, hand in zip(self.left, self.hands, strict=True))
            return Round(self.bands, left)
        return Round(self.bands, self.left)


# ---------------------------------------------------------------------------------------------- as published


class PlayedBand(Value, frozen=True):
    """A band of the published game in front of its owner, with what its leader did."""

    leader: str
    kingdom: str
    size: int
    skeletons: int = 0


class Age(Value, frozen=True):
    """What an age leaves behind: everything that its scoring reads, each by seat index."""

    bands: tuple[tuple[PlayedBand, ...], ...]
    markers: tuple[tuple[int, ...], ...]
    merfolk: tuple[int, ...]
    trolls: tuple[tuple[int, ...], ...]
    giant: tuple[int, int] | None
    """Who holds the giant token and with which size of band."""
    giant_takes: tuple[int, ...]
    """Whenever the giant token changed hands: who took it (+2 each)."""
    cashed: tuple[int, ...]
    """How many orc markers each seat cashed at the end of this age."""


class PublishedTable(Value, frozen=True):
    """A match as published. ``glory``: for each kingdom its tokens in ascending order.

    ``phase``: "tribes", "glory", "turn", "centaurs" (another band at once), "elves" (keep cards), "merfolk" (``free``
    markers to place), "orcs" (the age is over, orc boards may be cashed), "over".
    """

    seats: tuple[Seat, ...]
    two_player_second: str
    phase: str
    active: int
    tribes: tuple[str, ...] = ()
    glory: tuple[tuple[int, ...], ...] = ()
    tokens: tuple[int, ...] = ()
    """The glory tokens of this copy of the box, for this many players."""
    past: tuple[Age, ...] = ()
    bands: tuple[tuple[PlayedBand, ...], ...] = ()
    markers: tuple[tuple[int, ...], ...] = ()
    merfolk: tuple[int, ...] = ()
    trolls: tuple[tuple[int, ...], ...] = ()
    giant: tuple[int, int] | None = None
    giant_takes: tuple[int, ...] = ()
    orcs: tuple[tuple[int, ...], ...] = ()
    """For each seat, per kingdom: 1 where its marker lies on its orc board."""
    cashed: tuple[int | None, ...] = ()
    hands: tuple[int, ...] = ()
    dragons: int = 0
    free: int = 0
    drew: int | None = None
    """Who drew cards at the end of its turn (wizards), and may still report a dragon."""
    last_dragon: int = 0
    turn: int = 0
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def age(self) -> int:
        """The age that is played, counted from 1."""
        return len(self.past) + 1

    @property
    def current(self) -> Age:
        cashed = tuple(n or 0 for n in self.cashed)
        return Age(self.bands, self.markers, self.merfolk, self.trolls, self.giant, self.giant_takes, cashed)


Table = TextTable | PublishedTable


class EthnosState(Value, frozen=True):
    """A match of Ethnos by one of its two sets of rules."""

    table: Table

    @property
    def turn(self) -> int:
        return self.table.turn


def replaced(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """``items`` with another one at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def tribe_index(tribes: tuple[str, ...], tribe: str) -> int:
    return tribes.index(tribe) if tribe in tribes else -1


def chosen_tribes(marks: tuple[int, ...]) -> tuple[str, ...]:
    """The tribes marked with 1, in the order of the box."""
    return tuple(tribe for tribe, mark in zip(TRIBES, marks, strict=True) if mark)
