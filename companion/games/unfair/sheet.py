"""The published game as a guided score sheet: steps of a round, park actions in turn, and the final count.

The cards of the published box are not followed; what is scored is typed at the end, or earlier to see it grow.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Action, Refusal, Seat, Who
from companion.games.unfair import actions as act
from companion.games.unfair.park import PARK_ACTIONS, SHEET_AREAS, STEPS, Sheet, State, with_park
from companion.games.unfair.scoring import table_points

NO = False

Count = act.CountIcons | act.CountPoints | act.CountStaff | act.CountBlueprints | act.CountLoans | act.CountCoins


def check(state: State, action: Action) -> Refusal | None:
    """Why ``action`` can't be done now on the sheet."""
    if state.phase == "over":
        return Refusal("match_over", overrulable=NO)
    seat = action.seat
    match action:
        case act.NextStep():
            return None if state.phase in ("event", "guests", "cleanup") else Refusal("not_now", overrulable=NO)
        case act.ParkAction():
            if state.phase != "park":
                return Refusal("not_now", overrulable=NO)
            if seat == state.turn:
                return None
            return Refusal("not_your_turn", (("seat", Who(state.turn)),), overrulable=NO)
        case act.ExtraAction():
            if state.phase != "park":
                return Refusal("not_now", overrulable=NO)
            return Refusal("one_extra") if seat in state.extra else None
        case act.SheetDone():
            if state.phase != "sheet" or state.park(seat).sheet.done:
                return Refusal("not_now", overrulable=NO)
            return None
        case _:
            return _check_count(state, action)


def _check_count(state: State, action: Action) -> Refusal | None:
    if state.park(action.seat).sheet.done:
        return Refusal("sheet_done", overrulable=NO)
    match action:
        case act.CountIcons(area=area, icons=icons):
            if not 0 <= area < SHEET_AREAS or icons < 0:
                return Refusal("no_such_area", overrulable=NO)
            if table_points(icons, state.rules) is None:
                return Refusal("icons_unknown", (("n", icons),), overrulable=NO)
        case act.CountPoints(area=area):
            return None if 0 <= area < SHEET_AREAS else Refusal("no_such_area", overrulable=NO)
        case act.CountBlueprints(failed=failed) if failed < 0:
            return Refusal("no_such_figure", overrulable=NO)
        case act.CountLoans(points=points) if points < 0:
            return Refusal("no_such_figure", overrulable=NO)
        case act.CountCoins(coins=coins) if coins < 0:
            return Refusal("no_such_figure", overrulable=NO)
    return None


def step(state: State, action: Action) -> State:
    """The state after ``action``."""
    seat = action.seat
    at = state.seats.index(seat)
    match action:
        case act.NextStep():
            return _next_step(state)
        case act.ParkAction():
            left = tuple(n - (i == at) for i, n in enumerate(state.left))
            return _pass_on(replace(state, left=left), seat)
        case act.ExtraAction():
            left = tuple(n + (i == at) for i, n in enumerate(state.left))
            return replace(state, left=left, extra=(*state.extra, seat))
        case act.SheetDone():
            state = with_park(state, seat, sheet=replace(state.park(seat).sheet, done=True))
            return replace(state, phase="over") if all(park.sheet.done for park in state.parks) else state
        case _:
            return with_park(state, seat, sheet=_counted(state.park(seat).sheet, action))


def _counted(sheet: Sheet, action: Action) -> Sheet:
    match action:
        case act.CountIcons(area=area, icons=icons):
            return replace(sheet, icons=_set(sheet.icons, area, icons), points=_set(sheet.points, area, 0))
        case act.CountPoints(area=area, points=points):
            return replace(sheet, icons=_set(sheet.icons, area, 0), points=_set(sheet.points, area, points))
        case act.CountStaff(points=points):
            return replace(sheet, staff=points)
        case act.CountBlueprints(points=points, failed=failed):
            return replace(sheet, blueprints=points, failed=failed)
        case act.CountLoans(points=points):
            return replace(sheet, loans=points)
        case act.CountCoins(coins=coins):
            return replace(sheet, coins=coins)
        case _:
            raise TypeError(f"{type(action).__name__} is no action of the score sheet")


def _set(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*row[:at], value, *row[at + 1 :])


def _pass_on(state: State, seat: Seat) -> State:
    """The next seat clockwise that has a park action left is to act; where none has, the guests come."""
    following = state.next_seat(seat)
    for _ in state.seats:
        if state.left[state.seats.index(following)] > 0:
            return replace(state, turn=following)
        following = state.next_seat(following)
    return replace(state, phase="guests", turn=state.first)


def _next_step(state: State) -> State:
    if state.phase == "event":
        return replace(state, phase="park", turn=state.first, left=(PARK_ACTIONS,) * len(state.seats), extra=())
    if state.phase == "guests":
        return replace(state, phase="cleanup")
    if state.round >= state.rules.rounds:
        return replace(state, phase="sheet", ending=True)
    return replace(state, phase=STEPS[0], round=state.round + 1)
