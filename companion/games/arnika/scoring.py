"""The standing: points with where each comes from, whose move it is, what the table does now."""

from __future__ import annotations

from companion.game import Line, Part, Score, Seat, Standing, Who
from companion.games.arnika.state import POINTS_OF_A_SPECIAL_CARD, Phase, State


def parts(state: State, seat: int) -> tuple[Part, ...]:
    """Where the points of ``seat`` that everybody sees come from."""
    found = []
    juniors, seniors = state.juniors_of(seat), state.seniors_of(seat)
    if juniors:
        found.append(Part(Line.of("score.juniors", n=juniors), juniors))
    if seniors:
        found.append(Part(Line.of("score.seniors", n=seniors), 2 * seniors))
    if state.longest == seat:
        found.append(Part(Line.of("score.longest", n=state.lengths[seat]), POINTS_OF_A_SPECIAL_CARD))
    if state.top == seat:
        found.append(Part(Line.of("score.top", n=state.development[seat].consults), POINTS_OF_A_SPECIAL_CARD))
    if points := state.development[seat].points:
        found.append(Part(Line.of("score.points", n=points), points))
    if adjusted := state.adjusted[seat]:
        found.append(Part(Line.of("score.adjusted", n=adjusted), adjusted))
    return tuple(found)


def active(state: State) -> tuple[Seat, ...]:
    """Who must act for the match to go on."""
    if state.phase is Phase.OVER:
        return ()
    if state.phase in (Phase.DISCARD, Phase.LOSE):
        return tuple(Seat(seat) for seat, n in enumerate(state.due) if n)
    return (state.turn,)


def prompt(state: State) -> Line:
    """The one sentence that says what the table waits for."""
    who = Who(state.turn)
    match state.phase:
        case Phase.OVER:
            return Line.of("prompt.over", who=Who(state.winner if state.winner is not None else state.turn))
        case Phase.DISCARD | Phase.LOSE:
            waiting = active(state)
            code = "prompt.discard" if state.phase is Phase.DISCARD else "prompt.lose"
            if len(waiting) == 1:
                return Line.of(code, who=Who(waiting[0]), n=state.due[waiting[0]])
            return Line.of(f"{code}_many", n=len(waiting))
        case Phase.ROADS:
            return Line.of("prompt.roads", who=who, n=state.free)
        case Phase.MOVE if state.target is not None:
            return Line.of("prompt.move_to", who=who, number=state.target)
        case _:
            if state.offers:
                return Line.of("prompt.offer", who=Who(state.offers[0].asked[0]))
            return Line.of(f"prompt.{state.phase.value}", who=who)


def standing(state: State) -> Standing:
    scores = []
    for seat in state.seats:
        found = parts(state, seat)
        scores.append(Score(Seat(seat), sum(part.points for part in found), found))
    winners = () if state.winner is None else (state.winner,)
    return Standing(tuple(scores), active(state), prompt(state), winners, state.phase is Phase.OVER)
