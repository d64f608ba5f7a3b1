"""What the players set right at any time in Unfair: coins, hands, attractions, the turn, the score."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Choice, Number, Players, Refusal, Spot
from companion.games.unfair import actions as act
from companion.games.unfair.choosing import counts
from companion.games.unfair.park import PHASES, Attraction, State, Turn, with_area, with_park
from companion.games.unfair.scoring import score

Correction = act.SetCoins | act.SetHand | act.SetAttraction | act.ClearArea | act.SetScore | act.SetTurn


def choices(state: State) -> tuple[Choice, ...]:
    """Every correction that means something now."""
    found: list[Choice] = []
    text = state.rules.rules == "text"
    areas = Spot("area", tuple(range(state.rules.areas)))
    for seat in state.seats:
        if text:
            found.append(Choice(seat, act.SetCoins, (("coins", Number(0, 300)),)))
            found.append(Choice(seat, act.SetHand, (("cards", Number(0, 40)),)))
            fields = (("area", areas), ("points", Number(-10, 60)), ("income", Number(0, 9)))
            found.append(Choice(seat, act.SetAttraction, fields))
            built = tuple(i for i, area in enumerate(state.park(seat).areas) if area is not None)
            if built:
                found.append(Choice(seat, act.ClearArea, (("area", Spot("area", built)),)))
        elif state.phase != "over" and not state.park(seat).sheet.done:
            found += counts(state, (seat,))
        found.append(Choice(seat, act.SetScore, (("points", Number(-100, 500)),)))
    if state.phase in PHASES or state.phase == "park":
        found.append(Choice(state.turn, act.SetTurn, (("who", Players(state.seats)),)))
    return tuple(found)


def check(state: State, action: Correction) -> Refusal | None:
    """A refusal only where the result would be no state at all."""
    wrong = Refusal("no_such_figure", overrulable=False)
    areas = range(len(state.park(action.seat).areas))
    match action:
        case act.SetCoins(coins=n) | act.SetHand(cards=n):
            return wrong if n < 0 else None
        case act.SetAttraction(area=area, income=income):
            return wrong if area not in areas or income < 0 else None
        case act.ClearArea(area=area):
            empty = area not in areas or state.park(action.seat).areas[area] is None
            return Refusal("no_attraction", overrulable=False) if empty else None
        case act.SetTurn(who=who):
            right = who in state.seats and (state.phase in PHASES or state.phase == "park")
            return None if right else wrong
        case act.SetScore():
            return None


def apply(state: State, action: Correction) -> State:
    """The state with the fact as the players say."""
    seat = action.seat
    park = state.park(seat)
    match action:
        case act.SetCoins(coins=coins):
            return with_park(state, seat, coins=coins)
        case act.SetHand(cards=cards):
            return with_park(state, seat, hand=cards)
        case act.SetAttraction(area=area, points=points, income=income):
            old = park.areas[area] or Attraction(0)
            state = with_area(state, seat, area, replace(old, points=points, income=income, ruin=False))
            return replace(state, ending=state.ending or state.park(seat).full)
        case act.ClearArea(area=area):
            state = with_area(state, seat, area, None)
            # an attraction that never stood there filled no park; one that an event destroyed did (U-07)
            still = state.attractions.empty or any(other.full for other in state.parks)
            return replace(state, ending=state.ending and (still or not park.full))
        case act.SetScore(points=points):
            return with_park(state, seat, given=park.given + points - score(state, seat).total)
        case act.SetTurn(who=who):
            return replace(state, turn=who, done=Turn(), phase="build" if state.phase in PHASES else state.phase)
