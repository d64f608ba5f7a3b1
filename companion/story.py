"""How a match went: what the charts of its end show. Public facts only, folded from the log.

The points of a seat at a time are what the whole table could know then; what was hidden counts from the end on.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.events import Event, Pause, Unpause
from companion.game import Remark, Standing, Tally, Throw, Value
from companion.history import History

BREAK = 1800.0
"""Seconds without an event after which nobody was playing: the match was left standing."""

MOST_POINTS = 400
"""Places along the course of a long match; in between nothing is drawn."""


class Story(Value, frozen=True):
    """``course`` holds the totals of all seats (in the order of the set-up) at the start, after every turn and at the
    end. ``throws`` are (sum, how often) of every sum that ``dice`` dice can show, empty where nothing was thrown;
    ``throws_of`` the same of each seat.
    ``seconds`` is how long the match took, pauses and breaks left out. ``remarks`` and ``tallies`` are the game's own.
    """

    course: tuple[tuple[int, ...], ...]
    throws: tuple[tuple[int, int], ...] = ()
    dice: int = 2
    turns: int = 0
    seconds: float = 0.0
    remarks: tuple[Remark, ...] = ()
    throws_of: tuple[tuple[tuple[int, int], ...], ...] = ()
    tallies: tuple[Tally, ...] = ()


def story(history: History) -> Story:
    """The story of ``history``, as far as it goes."""
    actions = [step.action for step in history.steps]
    thrown = [(getattr(action, "seat", None), throw) for action in actions for throw in _throws(action)]
    dice = max((len(throw.faces) for _, throw in thrown if throw.faces), default=2)
    sums = range(dice, 6 * dice + 1) if thrown else range(0)
    fell = Counter((seat, throw.total) for seat, throw in thrown)
    of_all = Counter(throw.total for _, throw in thrown)
    course, turns = _course(history)
    return Story(
        course,
        tuple((total, of_all[total]) for total in sums),
        dice,
        turns,
        _seconds(history.events),
        history.game.remarks(history.states, actions),
        tuple(tuple((total, fell[seat, total]) for total in sums) for seat in history.match.setup.seats),
        history.game.tallies(history.states, actions),
    )


def _throws(action: Any) -> list[Throw]:
    values = (getattr(action, name) for name in getattr(action, "__struct_fields__", ()))
    return [value for value in values if isinstance(value, Throw)]


def _course(history: History) -> tuple[tuple[tuple[int, ...], ...], int]:
    """The totals along the match, and how many turns it had."""
    game, states = history.game, history.states
    turns = [game.turn(state) for state in states]
    ends = [i for i in range(1, len(states)) if turns[i] != turns[i - 1]]
    step = max(1, -(-len(ends) // MOST_POINTS))
    shown = [0, *ends[step - 1 :: step]]
    course = [_totals(history, game.standing(game.view(states[i], None))) for i in shown if i != len(states) - 1]
    return (*course, _totals(history, game.standing(history.state))), len(ends) + (1 if history.steps else 0)


def _totals(history: History, standing: Standing) -> tuple[int, ...]:
    known = {score.seat: score.total for score in standing.scores}
    return tuple(known.get(seat, 0) for seat in history.match.setup.seats)


def _seconds(events: list[Event]) -> float:
    """From the first event to the last, without pauses and breaks."""
    played, since, stands = 0.0, None, False
    for event in events:
        if since is not None and not stands and 0 < event.at - since < BREAK:
            played += event.at - since
        since = event.at
        if isinstance(event.body, Pause | Unpause):
            stands = isinstance(event.body, Pause)
    return played
