"""Why something is not done: the refusals of this game, each with the facts that make it understandable."""

from __future__ import annotations

from functools import lru_cache

from companion.game import Counted, Fact, Refusal, Seat, Who, Word
from companion.games.arnika.cards import KINDS, Cards
from companion.games.arnika.state import Phase, State

SET_UP = (Phase.PLACE_JUNIOR, Phase.PLACE_CONNECTION)
OPEN = (Phase.ROLL, Phase.PLAY)
"""Phases in which nothing is pending: an act out of order still leaves a state behind."""


def refuse(code: str, *, overrulable: bool = True, private: Seat | None = None, **facts: Fact) -> Refusal:
    return Refusal(code, tuple(facts.items()), overrulable, private)


@lru_cache(maxsize=256)
def not_your_turn(turn: Seat, overrulable: bool) -> Refusal:
    return refuse("not_your_turn", overrulable=overrulable, who=Who(turn))


@lru_cache(maxsize=64)
def not_now(phase: Phase, overrulable: bool) -> Refusal:
    return refuse("not_now", overrulable=overrulable, phase=Word(f"phase.{phase.value}"))


def ill_timed(state: State, seat: Seat, phases: tuple[Phase, ...], *, overrulable: bool = True) -> Refusal | None:
    """Refuses what is not ``seat``'s turn or not in one of ``phases``.

    Overrulable where ``overrulable`` and nothing is pending that the act would break into.
    """
    if state.phase not in phases:
        return not_now(state.phase, overrulable and state.phase in OPEN)
    if seat != state.turn:
        return not_your_turn(state.turn, overrulable and state.phase in OPEN)
    return None


def firmest(*refusals: Refusal | None) -> Refusal | None:
    """The first that can't be overruled, else the first of all: one that may be waived never hides one that may not."""
    soft = None
    for refusal in refusals:
        if refusal is not None:
            if not refusal.overrulable:
                return refusal
            soft = soft or refusal
    return soft


def counted(cards: Cards) -> tuple[Counted, ...]:
    """``cards`` as a fact: "2 hotel, 1 coin"."""
    return tuple(Counted(n, Word(f"word.{kind}")) for kind, n in zip(KINDS, cards, strict=True) if n)


@lru_cache(maxsize=1 << 10)
def lacking(seat: Seat, missing: Cards) -> Refusal:
    """``seat`` certainly lacks the cards ``missing``: told to that seat alone."""
    return refuse("unaffordable", overrulable=False, private=seat, n=sum(missing), cards=counted(missing))


def bank_lacks(cards: Cards) -> Refusal:
    return refuse("bank_lacks", overrulable=False, cards=counted(cards))


def sits(state: State, seat: int) -> bool:
    """Whether somebody plays at ``seat``."""
    return 0 <= seat < len(state.hands)


NO_SUCH_PLACE = refuse("no_such_place", overrulable=False)
NO_SUCH_SEAT = refuse("no_such_seat", overrulable=False)
