"""What the pad says: the prompt, the reminders, the lines of the log."""

from __future__ import annotations

from typing import Any

from companion.game import Line, Who, Word
from companion.games.score_pad import actions as act
from companion.games.score_pad import scoring
from companion.games.score_pad.pad import State


def figure(points: int, decimals: int) -> str | int:
    """``points`` as people write them: 125 with one decimal is 12.5 (ASCII; the screen turns digits)."""
    if not decimals:
        return points
    whole, rest = divmod(abs(points), 10**decimals)
    return f"{'-' if points < 0 else ''}{whole}.{rest:0{decimals}d}"


def prompt(state: State) -> Line:
    """One line: what the players do now."""
    rules = state.rules
    if state.over:
        return Line.of("prompt.over")
    if rules.by == "rounds" and not state.by_turns:
        return Line.of("prompt.round", number=state.round)
    if state.by_turns:
        return Line.of("prompt.turn", seat=Who(state.turn))
    return Line.of("prompt.categories" if rules.by == "categories" else "prompt.running")


def reminders(state: State) -> tuple[Line, ...]:
    """What the pad reminds of."""
    rules = state.rules
    lines: list[Line] = []
    if rules.winner == "lowest":
        lines.append(Line.of("guide.lowest"))
    if rules.target is not None and rules.target_ends != "never":
        lines.append(Line.of("guide.target", points=figure(rules.target, rules.decimals)))
    if rules.rounds and rules.by == "rounds":
        lines.append(Line.of("guide.rounds", number=state.round, of=rules.rounds))
    if state.ending and not state.over:
        lines.append(Line.of("guide.last_round"))
    return tuple(lines)


def story(before: State, action: Any, after: State) -> tuple[Line, ...]:
    """The log's lines of ``action``: what was written, then what it brought."""
    seat, decimals = Who(action.seat), after.rules.decimals
    key = f"log.{type(action).__name__}"

    def total() -> str | int:
        return figure(scoring.points(after, action.seat), decimals)

    match action:
        case act.Record(points=points):
            line = Line.of(key, seat=seat, points=figure(points, decimals), total=total())
        case act.Mark(column=column, points=points):
            line = after.rules.heading(column, key, seat=seat, points=figure(points, decimals), total=total())
        case act.SetCell(column=column, points=points):
            line = Line.of(key, seat=seat, number=column + 1, points=figure(points, decimals), total=total())
        case act.ClearCell(column=column):
            line = Line.of(key, seat=seat, number=column + 1, total=total())
        case act.SetTotal():
            line = Line.of(key, seat=seat, total=total())
        case act.SetTurn(who=who) | act.SetFirst(who=who) | act.Join(who=who) | act.LeaveSeat(who=who):
            line = Line.of(key, who=Who(who))
        case act.MoveSeat(who=who, place=place):
            line = Line.of(key, who=Who(who), number=place + 1)
        case act.TogetherEnd(won=won):
            line = Line.of(key, end=Word("word.won" if won else "word.lost"))
        case act.CloseRound() | act.EndGame() | act.Reverse():
            line = Line.of(key)
        case _:
            line = Line.of(key, seat=seat)
    return (line, *_brought(before, after, action))


def _brought(before: State, after: State, action: Any) -> tuple[Line, ...]:
    lines = []
    if after.ending and not before.ending and not after.over:
        lines.append(Line.of("log.target_met"))
    if after.over and not before.over and not isinstance(action, act.EndGame | act.TogetherEnd):
        lines.append(Line.of("log.over"))
    elif after.round > before.round:
        lines.append(Line.of("log.round", number=after.round))
    return tuple(lines)
