"""What Unfair says: the prompt (what the hands at the table do now), the reminders, the lines of the log."""

from __future__ import annotations

from typing import Any

from companion.game import Line, Who, Word
from companion.games.unfair import actions as act
from companion.games.unfair.park import HAND, HAND_LIMIT, PHASES, SUPPLY, State
from companion.games.unfair.scoring import FAILED_BLUEPRINT, income
from companion.games.unfair.turns import price

LAST_GOOD_CITY = 4
"""City cards: four helpful ones come first, then four harmful ones (published)."""


def prompt(state: State) -> Line:
    """One line: what the players do with their hands now."""
    match state.phase:
        case "cards":
            return Line.of("prompt.cards")
        case "dummy":
            return Line.of("prompt.dummy")
        case "over":
            return Line.of("prompt.over")
        case "sheet":
            return Line.of("prompt.sheet")
        case "event" if state.rules.rules == "published":
            kind = "good" if state.round <= LAST_GOOD_CITY else "harmful"
            return Line.of(f"prompt.city_{kind}")
        case "park":
            return Line.of("prompt.park", seat=Who(state.turn), n=state.left[state.seats.index(state.turn)])
        case "guests" | "cleanup":
            return Line.of(f"prompt.{state.phase}")
        case _ if state.park(state.turn).hand > HAND_LIMIT:
            return Line.of("prompt.discard", seat=Who(state.turn), n=state.park(state.turn).hand - HAND_LIMIT)
        case _:
            return Line.of(f"prompt.{state.phase}", seat=Who(state.turn))


def reminders(state: State) -> tuple[Line, ...]:
    """What tables commonly get wrong in this phase."""
    lines: list[Line] = []
    if state.rules.rules == "published":
        if state.phase == "event" and state.round == 1:
            lines += [Line.of("guide.set_up_published", n=state.rules.start_coins), Line.of("guide.set_up_city")]
        if state.phase == "park":
            lines += [Line.of("guide.build_from_market"), Line.of("guide.refill_market")]
        if state.phase == "sheet":
            lines += [Line.of("guide.coins_to_points"), Line.of("guide.failed_blueprint", n=-FAILED_BLUEPRINT)]
            if not state.rules.icon_points:
                lines.append(Line.of("guide.no_icon_table"))
        return tuple(lines)
    match state.phase:
        case "cards":
            lines.append(Line.of("guide.set_up_decks", n=SUPPLY))
            lines.append(Line.of("guide.set_up_hands", n=HAND, coins=state.rules.start_coins))
        case "build":
            lines.append(Line.of("guide.pay_twice" if state.rules.market_take == "printed_cost" else "guide.pay_once"))
            if state.done == type(state.done)() and state.turn == state.first and state.rules.event_draw:
                lines.append(Line.of("guide.draw_event"))
        case "upgrade":
            lines.append(Line.of("guide.one_upgrade"))
        case "buy":
            lines.append(Line.of("guide.refill_market"))
        case _:
            pass
    if state.phase in PHASES:
        if state.ending and state.rules.end_mode == "park_full":
            lines.append(Line.of("guide.finish_round"))
        elif state.next_seat(state.turn) == state.first and any(income(p, state.rules) for p in state.parks):
            lines.append(Line.of("guide.income"))
    return tuple(lines)


def story(before: State, action: Any, after: State) -> tuple[Line, ...]:
    """The log's lines of ``action``: what was done, then what it brought. Public facts only."""
    seat = Who(action.seat)
    key = f"log.{type(action).__name__}"
    match action:
        case act.Build(area=area, cost=cost, points=points):
            paid = price(before, action.seat, cost)
            lines = [Line.of(key, seat=seat, number=area + 1, coins=paid, n=points)]
            if after.ending and not before.ending and after.rules.end_mode == "park_full":
                lines.append(Line.of("log.park_full", seat=seat))
                if after.round == 1:
                    lines.append(Line.of("log.full_in_round_one"))
            return tuple(lines)
        case act.TakeCard(points=points, income=earned, discount=discount):
            return (Line.of(key, seat=seat, n=points, income=earned, discount=discount),)
        case act.Attach(area=area, points=points):
            return (Line.of(key, seat=seat, number=area + 1, n=points),)
        case act.UseCard(coins=coins) | act.BuyAttraction(cost=coins) | act.BuyUpgrade(cost=coins):
            return (Line.of(key, seat=seat, coins=coins), *_deck(before, after))
        case act.TakeLoan(coins=coins, points=points):
            return (Line.of(key, seat=seat, coins=coins, n=points),)
        case act.Gain(who=who, coins=coins):
            return (Line.of("log.Gain" if coins >= 0 else "log.Gain.lost", who=Who(who), coins=abs(coins)),)
        case act.Draw(who=who, cards=cards):
            return (Line.of("log.Draw" if cards >= 0 else "log.Draw.lost", who=Who(who), n=abs(cards)),)
        case act.Bonus(who=who, points=points):
            return (Line.of(key, who=Who(who), n=points),)
        case act.Damage(who=who, area=area) | act.Destroy(who=who, area=area) | act.Repair(who=who, area=area):
            return (Line.of(key, seat=seat, who=Who(who), number=area + 1),)
        case act.Discard(cards=cards):
            return (Line.of(key, seat=seat, n=cards),)
        case act.DummyTurn(cards=cards):
            return (Line.of(key, n=cards), *_round_end(before, after))
        case act.EndTurn():
            return (Line.of(key, seat=seat), *_round_end(before, after))
        case act.DeckEmpty():
            return (Line.of(key), *_last_round(before, after))
        case _:
            return _sheet_story(before, action, after)


def _sheet_story(before: State, action: Any, after: State) -> tuple[Line, ...]:
    seat = Who(action.seat)
    key = f"log.{type(action).__name__}"
    match action:
        case act.NextStep():
            lines = [Line.of(key, step=Word(f"word.step.{after.phase}"))]
            return (*lines, Line.of("log.round", number=after.round)) if after.round > before.round else tuple(lines)
        case act.CountIcons(area=area, icons=n) | act.CountPoints(area=area, points=n):
            return (Line.of(key, seat=seat, number=area + 1, n=n),)
        case act.CountStaff(points=n) | act.CountLoans(points=n) | act.CountCoins(coins=n) | act.SetScore(points=n):
            return (Line.of(key, seat=seat, n=n),)
        case act.CountBlueprints(points=n, failed=failed):
            return (Line.of(key, seat=seat, n=n, failed=failed),)
        case act.SetCoins(coins=n) | act.SetHand(cards=n):
            return (Line.of(key, seat=seat, n=n),)
        case act.SetAttraction(area=area, points=n, income=earned):
            return (Line.of(key, seat=seat, number=area + 1, n=n, income=earned),)
        case act.ClearArea(area=area):
            return (Line.of(key, seat=seat, number=area + 1),)
        case act.SetTurn(who=who):
            return (Line.of(key, who=Who(who)),)
        case _:
            return (Line.of(key, seat=seat),)


def _deck(before: State, after: State) -> tuple[Line, ...]:
    emptied = after.attractions.empty and not before.attractions.empty
    return (Line.of("log.DeckEmpty"), *_last_round(before, after)) if emptied else ()


def _last_round(before: State, after: State) -> tuple[Line, ...]:
    by_park = after.rules.end_mode == "park_full"
    return (Line.of("log.last_round"),) if by_park and after.ending and not before.ending else ()


def _round_end(before: State, after: State) -> tuple[Line, ...]:
    if after.round == before.round and after.phase != "over":
        return ()
    lines = [
        Line.of("log.income", seat=Who(seat), coins=income(before.park(seat), before.rules))
        for seat in before.seats
        if income(before.park(seat), before.rules)
    ]
    return (*lines, Line.of("log.over") if after.phase == "over" else Line.of("log.round", number=after.round))
