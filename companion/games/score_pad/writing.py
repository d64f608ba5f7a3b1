"""How the pad is written: entries, turns, rounds, the end; who joins, leaves and moves."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Action, Refusal, Seat, Who
from companion.games.score_pad import actions as act
from companion.games.score_pad import scoring
from companion.games.score_pad.pad import State, put, with_row

MOST_SEATS = 8
NO = False


def check(state: State, action: Action) -> Refusal | None:
    """Why ``action`` can't be written now."""
    if state.over:
        return Refusal("match_over", overrulable=NO)
    rules, seat = state.rules, action.seat
    if seat not in state.order or seat in state.out:
        return Refusal("not_playing", overrulable=NO)
    match action:
        case act.Record(points=points):
            if rules.by == "categories":
                return Refusal("by_category", overrulable=NO)
            return _check_turn(state, seat) or _check_range(state, points)
        case act.Mark(column=column, points=points):
            if rules.by != "categories" or not 0 <= column < len(rules.categories):
                return Refusal("no_such_column", overrulable=NO)
            row = state.row(seat)
            if column < len(row) and row[column] is not None:
                return Refusal("already_scored")
            return _check_turn(state, seat) or _check_range(state, points)
        case act.Pass() | act.TimeUp():
            if not state.by_turns:
                return Refusal("no_turns", overrulable=NO)
            if isinstance(action, act.TimeUp) and (rules.clock, rules.time_up) != ("down", "skip"):
                return Refusal("time_is_advice", overrulable=NO)
            return None if seat == state.turn else _not_your_turn(state)
        case act.CloseRound():
            return None if rules.by == "rounds" else Refusal("no_rounds", overrulable=NO)
        case act.NameWinner():
            if rules.winner != "named" or seat in state.named:
                return Refusal("not_named", overrulable=NO)
        case act.EndGame():
            if rules.winner == "together":
                return Refusal("say_won_or_lost", overrulable=NO)
            if rules.winner == "named" and not state.named:
                return Refusal("name_first")
        case act.TogetherEnd() if rules.winner != "together":
            return Refusal("not_together", overrulable=NO)
    return None


def _not_your_turn(state: State) -> Refusal:
    return Refusal("not_your_turn", (("seat", Who(state.turn)),))


def _check_turn(state: State, seat: Seat) -> Refusal | None:
    if state.by_turns and seat != state.turn:
        return _not_your_turn(state)
    if state.rules.by == "rounds" and not state.by_turns and seat in state.done:
        return Refusal("already_scored")
    return None


def _check_range(state: State, points: int) -> Refusal | None:
    low, high = state.rules.lowest_entry, state.rules.highest_entry
    if low <= points <= high:
        return None
    scale = 10**state.rules.decimals
    return Refusal("out_of_range", (("low", low // scale), ("high", high // scale)))


def step(state: State, action: Action) -> State:
    """The pad after ``action``."""
    seat = action.seat
    match action:
        case act.Record(points=points) if state.rules.by == "running":
            state = with_row(state, seat, (*state.row(seat), points))
            return _settle(state, round_over=False)
        case act.Record(points=points):
            state = with_row(state, seat, put(state.row(seat), state.round - 1, points))
            return _had_turn(state, seat)
        case act.Mark(column=column, points=points):
            return _had_turn(with_row(state, seat, put(state.row(seat), column, points)), seat)
        case act.Pass() | act.TimeUp():
            return _had_turn(state, seat)
        case act.CloseRound():
            return _close_round(state)
        case act.Out():
            return _settle(_gone(replace(state, out=(*state.out, seat)), seat), round_over=False)
        case act.NameWinner():
            return replace(state, named=(*state.named, seat))
        case act.EndGame():
            return replace(state, over=True)
        case act.TogetherEnd(won=won):
            return replace(state, won=won, over=True)
        case _:
            raise TypeError(f"{type(action).__name__} is written elsewhere")


def _had_turn(state: State, seat: Seat) -> State:
    """``seat`` had its turn: the next one's, or the round is over when everybody had one."""
    done = state.done if seat in state.done else (*state.done, seat)
    state = replace(state, done=done)
    waiting = [other for other in state.following(seat) if other not in done]
    if not waiting:
        return _close_round(state)
    if state.by_turns and seat == state.turn:
        state = replace(state, turn=waiting[0])
    return _settle(state, round_over=False)


def _close_round(state: State) -> State:
    """Everybody's next round; it starts with the same seat, or with the next one (option ``start``)."""
    closed = _settle(state, round_over=True)
    if closed.over:
        return closed
    following = state.following(state.first)
    kept = state.first in state.playing and state.rules.start == "same"
    first = state.first if kept or not following else following[0]
    return replace(closed, round=state.round + 1, done=(), first=first, turn=first)


def _settle(state: State, *, round_over: bool) -> State:
    """The match ends at the target, after the last round, with the last column full or with one side left."""
    rules = state.rules
    ending = state.ending or (rules.target_ends != "never" and scoring.target_met(state))
    # entries without rounds and turns have no round to be finished: the target ends them at once
    endless = rules.by == "running" and not state.by_turns
    over = ending and (rules.target_ends == "at_once" or round_over or endless)
    over = over or (round_over and bool(rules.rounds) and state.round >= rules.rounds)
    if rules.by == "categories":
        rows = [state.row(seat) for seat in state.playing]
        full = bool(rows) and all(len(row) == len(rules.categories) and None not in row for row in rows)
        over = over or full
    over = over or (rules.winner == "last" and len(scoring.sides(state)) <= 1)
    return replace(state, ending=ending, over=over or not state.playing)


def _gone(state: State, seat: Seat) -> State:
    """``seat`` plays no more: whoever is next is to move, so that nobody waits for an empty chair."""
    if not state.playing:
        return state
    following = state.following(seat)
    if not following:
        following = state.playing
    first = following[0] if state.first == seat else state.first
    waiting = [other for other in following if other not in state.done]
    if state.turn == seat:
        state = replace(state, turn=(waiting or following)[0])
    state = replace(state, first=first)
    return state if waiting or state.rules.by == "running" else _close_round(state)


# ------------------------------------------------------------------------------------------ corrections

Correction = (
    act.SetCell
    | act.ClearCell
    | act.SetTotal
    | act.SetTurn
    | act.SetFirst
    | act.Reverse
    | act.MoveSeat
    | act.Join
    | act.LeaveSeat
)


def check_correction(state: State, action: Correction) -> Refusal | None:
    """A refusal only where the result would be no state at all."""
    wrong = Refusal("no_such_figure", overrulable=NO)
    match action:
        case act.SetCell(column=column) | act.ClearCell(column=column):
            return None if 0 <= column < columns(state, action.seat) else Refusal("no_such_column", overrulable=NO)
        case act.SetTurn(who=who) | act.SetFirst(who=who):
            return None if who in state.playing else Refusal("not_playing", overrulable=NO)
        case act.MoveSeat(who=who, place=place):
            return None if who in state.order and 0 <= place < len(state.order) else wrong
        case act.Join(who=who):
            if who in state.order:
                return Refusal("already_here", overrulable=NO)
            return None if 0 <= who < MOST_SEATS and not state.over else wrong
        case act.LeaveSeat(who=who):
            if who not in state.order:
                return Refusal("not_playing", overrulable=NO)
            return Refusal("last_one", overrulable=NO) if len(state.order) == 1 else None
        case _:
            return None


def columns(state: State, seat: Seat) -> int:
    """How many columns of ``seat`` can be corrected."""
    match state.rules.by:
        case "categories":
            return len(state.rules.categories)
        case "rounds":
            return state.round
        case _:
            return len(state.row(seat))


def correct(state: State, action: Correction) -> State:
    """The pad with the fact as the players say; a match that is over is read anew and stays over."""
    seat = action.seat
    match action:
        case act.SetCell(column=column, points=points):
            return _reread(with_row(state, seat, put(state.row(seat), column, points)))
        case act.ClearCell(column=column):
            return _reread(with_row(state, seat, put(state.row(seat), column, None)))
        case act.SetTotal(points=wanted):
            given = list(state.given)
            given[state.seats.index(seat)] += wanted - scoring.points(state, seat)
            return _reread(replace(state, given=tuple(given)))
        case act.SetTurn(who=who):
            return replace(state, turn=who, done=tuple(other for other in state.done if other != who))
        case act.SetFirst(who=who):
            fresh = not state.done
            return replace(state, first=who, turn=who if fresh else state.turn)
        case act.Reverse():
            return replace(state, order=state.order[::-1])
        case act.MoveSeat(who=who, place=place):
            others = [other for other in state.order if other != who]
            return replace(state, order=(*others[:place], who, *others[place:]))
        case act.Join(who=who):
            return _joined(state, who)
        case act.LeaveSeat(who=who):
            left = replace(state, out=tuple(other for other in state.out if other != who))
            following = left.following(who)
            left = replace(left, order=tuple(other for other in left.order if other != who))
            return _succeeded(left, who, following)


def _reread(state: State) -> State:
    """After a corrected entry the target is looked at again; what was reached by a slip was not reached."""
    return replace(state, ending=state.rules.target_ends != "never" and scoring.target_met(state))


def _joined(state: State, who: Seat) -> State:
    state = replace(state, order=(*state.order, who))
    if who in state.seats:
        return state  # somebody who left comes back to what was written
    team = max(state.teams, default=-1) + 1 if state.rules.teams == "none" else len(state.seats) % _team_count(state)
    return replace(
        state,
        seats=(*state.seats, who),
        rows=(*state.rows, ()),
        given=(*state.given, 0),
        teams=(*state.teams, team),
    )


def _team_count(state: State) -> int:
    return max(2, len(set(state.teams)))


def _succeeded(state: State, who: Seat, following: tuple[Seat, ...]) -> State:
    """Who left is followed by the next in the order, as starter and as the one to move."""
    heirs = [other for other in following if other != who and other in state.playing]
    if not heirs:
        return replace(state, over=True)
    waiting = [other for other in heirs if other not in state.done]
    first = heirs[0] if state.first == who else state.first
    turn = (waiting or heirs)[0] if state.turn == who else state.turn
    state = replace(state, first=first, turn=turn, done=tuple(other for other in state.done if other != who))
    if not waiting and state.done and state.rules.by != "running":
        return _close_round(state)
    return _settle(state, round_over=False) if not state.over else state
