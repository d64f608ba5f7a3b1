"""Totals, sides and winners, read from the pad."""

from __future__ import annotations

from companion.game import Line, Part, Score, Seat
from companion.games.score_pad.pad import State

Side = tuple[Seat, ...]


def points(state: State, seat: Seat) -> int:
    """The total of ``seat``: where it started, every column times its factor, corrections."""
    factors = [category.times for category in state.rules.categories]
    total = state.rules.start_points + state.given[state.seats.index(seat)]
    for column, entry in enumerate(state.row(seat)):
        total += (entry or 0) * (factors[column] if column < len(factors) else 1)
    return total


def score(state: State, seat: Seat) -> Score:
    """The total of ``seat`` and where it comes from."""
    rules, parts = state.rules, []
    if rules.start_points:
        parts.append(Part(Line.of("score.start"), rules.start_points))
    for column, entry in enumerate(state.row(seat)):
        if entry is None:
            continue
        if rules.by == "categories":
            parts.append(Part(rules.heading(column, "score.category"), entry * rules.categories[column].times))
        else:
            key = "score.round" if rules.by == "rounds" else "score.entry"
            parts.append(Part(Line.of(key, number=column + 1), entry))
    if given := state.given[state.seats.index(seat)]:
        parts.append(Part(Line.of("score.corrected"), given))
    return Score(seat, sum(part.points for part in parts), tuple(parts))


def sides(state: State) -> tuple[Side, ...]:
    """Who plays together, of those that are still there: teams, or each alone."""
    here = state.playing
    if state.rules.winner == "together":
        return (here,) if here else ()
    found: dict[int, list[Seat]] = {}
    for seat in here:
        found.setdefault(state.teams[state.seats.index(seat)], []).append(seat)
    return tuple(tuple(side) for side in found.values())


def side_points(state: State, side: Side) -> int:
    """What a side has together; where it started counts once."""
    return sum(points(state, seat) - state.rules.start_points for seat in side) + state.rules.start_points


def target_met(state: State) -> bool:
    """Whether a side has reached the target; counted down to it where everybody starts above."""
    target = state.rules.target
    if target is None:
        return False
    down = state.rules.start_points > target
    return any((n <= target) if down else (n >= target) for n in (side_points(state, s) for s in sides(state)))


def winners(state: State) -> Side:
    """Who has won a match that is over; shared where the tie rules leave it so."""
    return outcome(state)[0]


def outcome(state: State) -> tuple[Side, Line | None]:
    """Who has won a match that is over, and which tie rule left them of those that were even."""
    rules = state.rules
    if rules.winner == "together":
        return (state.playing if (state.won if state.won is not None else target_met(state)) else ()), None
    if rules.winner == "named":
        return state.named, None
    best = list(sides(state))
    if rules.winner == "last":
        return (best[0] if len(best) == 1 else ()), None
    best = _best(best, [side_points(state, side) for side in best], lowest=rules.winner == "lowest")
    said = None
    for tie in rules.tie_rules:
        if len(best) <= 1 or tie == "shared":
            break
        ahead = _break(state, best, tie)
        if len(ahead) < len(best):
            said = _tie_line(state, tie)
        best = ahead
    return tuple(seat for seat in state.seats if any(seat in side for side in best)), said


def _tie_line(state: State, tie: str) -> Line:
    if tie in ("last_round", "most_columns", "turn_order"):
        return Line.of(f"tie.{tie}")
    column = 0 if tie == "first_column" else int(tie.removeprefix("column_")) - 1
    if state.rules.by == "categories" and column < len(state.rules.categories):
        return state.rules.heading(column, "tie.column")
    return Line.of("tie.column.unnamed", number=column + 1)


def _best(row: list[Side], values: list[int], *, lowest: bool) -> list[Side]:
    if not row:
        return []
    wanted = min(values) if lowest else max(values)
    return [side for side, value in zip(row, values, strict=True) if value == wanted]


def _break(state: State, tied: list[Side], tie: str) -> list[Side]:
    """Who is ahead by one tie rule."""
    lowest = state.rules.winner == "lowest"
    if tie == "turn_order":
        order = (state.first, *state.following(state.first))
        return _best(tied, [min(order.index(seat) for seat in side) for side in tied], lowest=True)
    if tie == "most_columns":
        columns = range(max((len(row) for row in state.rows), default=0))
        wins = [sum(side in _best(tied, _column(state, tied, c), lowest=lowest) for c in columns) for side in tied]
        return _best(tied, wins, lowest=False)
    if tie == "last_round":
        column = max((len(row) for row in state.rows), default=0) - 1
    else:
        column = 0 if tie == "first_column" else int(tie.removeprefix("column_")) - 1
    return _best(tied, _column(state, tied, column), lowest=lowest)


def _column(state: State, row: list[Side], column: int) -> list[int]:
    def entry(seat: Seat) -> int:
        cells = state.row(seat)
        return (cells[column] or 0) if 0 <= column < len(cells) else 0

    return [sum(entry(seat) for seat in side) for side in row]
