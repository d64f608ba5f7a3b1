"""What may be chosen in Unfair now, with its blanks in the order in which they are asked."""

from __future__ import annotations

from typing import Any

from companion.game import Choice, Number, Players, Refusal, Seat, Spot
from companion.games.unfair import actions as act
from companion.games.unfair.park import HAND_LIMIT, PHASES, SHEET_AREAS, State

POINTS = Number(-10, 30)
INCOME = Number(0, 9)
ALMOST_EMPTY = 12
"""A deck that our guess has come down to this many cards may be empty at any time."""


def text_choices(state: State) -> tuple[Choice, ...]:
    """By the text: the seat in turn, in the phases that are left of its turn."""
    if state.phase == "cards":
        fields = (("points", Number(0, 15)), ("income", INCOME), ("discount", Number(0, 5)))
        return tuple(
            Choice(seat, act.TakeCard, fields) for seat in state.seats if state.park(seat).card is None
        )  # fmt: skip
    if state.phase == "dummy":
        return (Choice(state.first, act.DummyTurn, (("cards", Number(0, 4)),)),)
    if state.phase not in PHASES:
        return ()
    left = PHASES[PHASES.index(state.phase) :]
    found: list[Choice] = []
    if "build" in left:
        found += _building(state)
    if "upgrade" in left:
        found += _upgrading(state)
    if "event" in left:
        found += _events(state)
    return (*found, *_buying(state), Choice(state.turn, act.EndTurn, refusal=_surplus(state)))


def _surplus(state: State) -> Refusal | None:
    hand = state.park(state.turn).hand
    return Refusal("hand_limit", (("n", hand - HAND_LIMIT), ("limit", HAND_LIMIT))) if hand > HAND_LIMIT else None


def _cost(state: State) -> Number:
    # a price may be more than the coins at hand: the refusal says by how much, a keypad that stops does not
    return Number(0, max(15, state.park(state.turn).coins))


def _building(state: State) -> list[Choice]:
    park, seat = state.park(state.turn), state.turn
    free = tuple(i for i, area in enumerate(park.areas) if area is None)
    refusal = None if park.hand else Refusal("hand_empty")
    found = []
    if free:
        fields = (("area", Spot("area", free)), ("cost", _cost(state)), ("points", POINTS), ("income", INCOME))
        found.append(Choice(seat, act.Build, fields, refusal=refusal))
    if park.card is not None:
        found.append(Choice(seat, act.UseCard, (("coins", Number(1, 9)),)))
    if state.rules.loans and state.rules.loan:
        coins, points = state.rules.loan
        found.append(Choice(seat, act.TakeLoan, given=(("coins", coins), ("points", points))))
    elif state.rules.loans:
        found.append(Choice(seat, act.TakeLoan, (("coins", Number(1, 20)), ("points", Number(0, 20)))))
    return found


def _upgrading(state: State) -> list[Choice]:
    park, most = state.park(state.turn), state.rules.upgrades_per_attraction
    ready = tuple(
        i
        for i, attraction in enumerate(park.areas)
        if attraction is not None and not attraction.ruin and (not most or len(attraction.upgrades) < most)
    )
    if not ready:
        return []
    refusal = Refusal("one_upgrade_a_turn") if state.done.attached else None if park.hand else Refusal("hand_empty")
    fields = (("area", Spot("area", ready)), ("points", POINTS), ("income", INCOME))
    return [Choice(state.turn, act.Attach, fields, refusal=refusal)]


def _events(state: State) -> list[Choice]:
    park, seat = state.park(state.turn), state.turn
    if not state.done.played:
        return [Choice(seat, act.PlayEvent, refusal=None if park.hand else Refusal("hand_empty"))]
    everybody = Players(state.seats)
    found = [
        Choice(seat, act.Gain, (("who", everybody), ("coins", Number(-20, 20)))),
        Choice(seat, act.Draw, (("who", everybody), ("cards", Number(-5, 5)))),
        Choice(seat, act.Bonus, (("who", everybody), ("points", POINTS))),
    ]
    whole, damaged, standing = (_parks_with(state, damaged=d) for d in (False, True, None))
    if state.rules.attacks and whole:
        fields: list[tuple[str, Any]] = [("who", Players(whole)), ("area", _areas(state))]
        given: tuple[tuple[str, Any], ...] = (("penalty", 0),)
        if state.rules.damage == "printed":
            fields.append(("penalty", Number(0, 20)))
            given = ()
        found.append(Choice(seat, act.Damage, tuple(fields), given=given))
    if state.rules.attacks and standing:
        found.append(Choice(seat, act.Destroy, (("who", Players(standing)), ("area", _areas(state)))))
    if damaged:
        found.append(Choice(seat, act.Repair, (("who", Players(damaged)), ("area", _areas(state)))))
    return found


def _areas(state: State) -> Spot:
    return Spot("area", tuple(range(state.rules.areas)))


def _parks_with(state: State, *, damaged: bool | None) -> tuple[Seat, ...]:
    """The seats that have an attraction of that kind (``None``: any that stands)."""
    return tuple(
        seat
        for seat, park in zip(state.seats, state.parks, strict=True)
        if any(a is not None and not a.ruin and damaged in (None, a.damaged) for a in park.areas)
    )


def _buying(state: State) -> list[Choice]:
    seat, found = state.turn, []
    if state.supply:
        free = state.rules.market_take == "free"
        fields = () if free else (("cost", _cost(state)),)
        found.append(Choice(seat, act.BuyAttraction, fields, given=(("cost", 0),) if free else ()))
    if not state.upgrades.empty:
        free = state.rules.upgrade_price == "free"
        refusal = Refusal("one_upgrade_bought") if state.done.bought else None
        fields = () if free else (("cost", _cost(state)),)
        found.append(Choice(seat, act.BuyUpgrade, fields, refusal, given=(("cost", 0),) if free else ()))
    if not state.attractions.sure and state.attractions.cards <= ALMOST_EMPTY:
        found.append(Choice(seat, act.DeckEmpty))
    surplus = state.park(seat).hand - HAND_LIMIT
    if surplus > 0:
        found.append(Choice(seat, act.Discard, given=(("cards", surplus),)))
    return found


def sheet_choices(state: State) -> tuple[Choice, ...]:
    """On the published sheet: the step's own act, attractions as they grow, and everything else at the end."""
    match state.phase:
        case "event" | "guests" | "cleanup":
            return (Choice(state.first, act.NextStep),)
        case "park":
            extra = () if state.turn in state.extra else (Choice(state.turn, act.ExtraAction),)
            return (Choice(state.turn, act.ParkAction), *extra, *counts(state, (state.turn,)))
        case "sheet":
            open_ = tuple(seat for seat in state.seats if not state.park(seat).sheet.done)
            return (*counts(state, open_), *(Choice(seat, act.SheetDone) for seat in open_))
        case _:
            return ()


def counts(state: State, seats: tuple[Seat, ...]) -> tuple[Choice, ...]:
    """What may be counted for ``seats``: attractions at any time, the other lines of the sheet at the end."""
    area = ("area", Spot("area", tuple(range(SHEET_AREAS))))
    found: list[Choice] = []
    for seat in seats:
        if state.rules.icon_points:
            found.append(Choice(seat, act.CountIcons, (area, ("icons", Number(0, len(state.rules.icon_points))))))
        found.append(Choice(seat, act.CountPoints, (area, ("points", Number(-20, 150)))))
        if state.phase == "sheet":
            found.append(Choice(seat, act.CountStaff, (("points", Number(-20, 60)),)))
            blueprints = (("points", Number(0, 150)), ("failed", Number(0, 10)))
            found.append(Choice(seat, act.CountBlueprints, blueprints))
            found.append(Choice(seat, act.CountLoans, (("points", Number(0, 60)),)))
            found.append(Choice(seat, act.CountCoins, (("coins", Number(0, 300)),)))
    return tuple(found)
