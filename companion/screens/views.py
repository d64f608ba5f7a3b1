"""What the widgets of the play screen show, as frozen values: no game, no Kivy; words are already in their language."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Seat
from companion.screens.theme import Rgba


@dataclass(frozen=True)
class Act:
    """Something that a seat may do now: a button. ``why`` is said by a tap while it is off; ``role`` is its type."""

    key: str
    text: str
    icon: str = ""
    kind: str = "plain"
    enabled: bool = True
    why: str = ""
    role: str = "act"


@dataclass(frozen=True)
class Sign:
    """A small fact beside a name: an icon and perhaps a number; ``ink`` of the palette, or a colour."""

    icon: str
    text: str = ""
    ink: str | Rgba = "text2"


@dataclass(frozen=True)
class Gain:
    """What the last event brought a seat: a card with its count ("+2")."""

    icon: str
    color: Rgba
    text: str
    dark_icon: bool = False


@dataclass(frozen=True)
class SeatView:
    """Everything that stands in a seat's zone.

    ``state``: "compact", "next", "asked", "turn" or "away". ``clock``: 0..60 of the ring is filled, ``None``: no clock.
    ``waiting`` is a sentence in place of acts, as "waiting for an answer"; ``notes`` are what tables forget now.
    """

    seat: Seat
    name: str
    letter: str
    symbol: str
    color: str
    language: str
    score: str
    state: str = "compact"
    signs: tuple[Sign, ...] = ()
    gains: tuple[Gain, ...] = ()
    clock: int | None = None
    roll: str = ""
    prompt: str = ""
    waiting: str = ""
    acts: tuple[Act, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def rtl(self) -> bool:
        return self.language == "fa"
