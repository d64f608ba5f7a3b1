"""What Amun-Re says: the prompt (what the hands at the table do now), the reminders, the lines of the log."""

from __future__ import annotations

from typing import Any

from companion.game import Line, Seat, Who, Word
from companion.games.amun_re import actions as act
from companion.games.amun_re import honour, income
from companion.games.amun_re.table import COLUMNS, PYRAMIDS_IN_BOX, ROUNDS, State


def prompt(state: State, active: tuple[Seat, ...]) -> Line:
    """One line: what the players do with their hands now."""
    match state.phase:
        case "hand" if state.round == 1:
            key = "hand_exact" if state.rules.hand14 == "exact" else "hand"
            return Line.of(f"prompt.{key}", n=state.players[0].limit)
        case "hand":
            return Line.of("prompt.hand_later", round=state.round)
        case "auction" if state.rules.bidding == "results":
            return Line.of("prompt.results", auction=state.auction)
        case "auction":
            return Line.of("prompt.bid", seat=Who(state.turn))
        case "won":
            return Line.of("prompt.take_province" if state.round == 1 else "prompt.cover")
        case "offering":
            return Line.of("prompt.offer")
        case "rates":
            return Line.of("prompt.rates", n=income.offered(state))
        case "income" if all(state.player(seat).kept is None for seat in active):
            return Line.of("prompt.keep")
        case "income":
            return Line.of("prompt.build")
        case _:
            return Line.of("prompt.over")


def reminders(state: State) -> tuple[Line, ...]:
    """What tables commonly get wrong in this phase."""
    lines: list[Line] = []
    match state.phase:
        case "hand":
            lines.append(Line.of("guide.zero_always"))
            if state.round == 1 and state.rules.hand14 == "at_most":
                lines.append(Line.of("guide.use_all", n=state.players[0].limit))
        case "auction":
            lines += [Line.of("guide.keep_coins"), Line.of("guide.strictly_higher")]
        case "won":
            lines.append(Line.of("guide.zero_returns"))
            if state.round > 1:
                lines.append(Line.of("guide.covered"))
        case "offering":
            two = len(state.seats) == 2
            lines.append(
                Line.of("guide.reward_two", first=3, second=1)
                if two
                else Line.of("guide.reward", first=3, second=2, other=1)
            )
            lines.append(Line.of("guide.unoffered_is_income"))
        case "income":
            lines += [Line.of("guide.visible_only"), Line.of("guide.smallest_column"), Line.of("guide.fewest_ankhs")]
            if "pyramid_price" in state.rules.unverified:
                lines.append(Line.of("guide.price_unverified"))
        case _:
            pass
    if sum(player.pyramids for player in state.players) > PYRAMIDS_IN_BOX:
        lines.append(Line.of("guide.pyramids_run_out", n=PYRAMIDS_IN_BOX))
    return tuple(lines)


def story(before: State, action: Any, after: State) -> tuple[Line, ...]:
    """The log's lines of ``action``: what was done, then what it brought. Public facts only."""
    seat = Who(action.seat)
    key = f"log.{type(action).__name__}"
    match action:
        case act.Bid(lot=lot, coins=coins):
            lines = [Line.of(key, seat=seat, number=lot + 1, coins=coins)]
            rival = before.lots[lot].bid
            if rival is not None:
                lines.append(Line.of("log.outbid", seat=Who(rival.seat), coins=rival.coins))
            return (*lines, *_new_phase(before, after))
        case act.Win(coins=coins) | act.Keep(coins=coins):
            return (Line.of(key, seat=seat, coins=coins), *_new_phase(before, after))
        case act.TakeProvince(column=column) | act.SetIcons(column=column):
            p, f, c, a = action.icons
            line = Line.of(key, seat=seat, number=column + 1, pyramids=p, farms=f, caravans=c, ankhs=a)
            return (line, *_new_phase(before, after))
        case act.Reveal(lot=lot):
            p, f, c, a = action.icons
            return (Line.of(key, seat=seat, number=lot + 1, pyramids=p, farms=f, caravans=c, ankhs=a),)
        case act.Offer():
            return (Line.of(key, seat=seat), *_revealed(before, after))
        case act.SetRates(farm=farm, caravan=caravan):
            return (Line.of(key, seat=seat, farm=farm, caravan=caravan),)
        case act.Build(pyramids=pyramids) | act.BuildFor(pyramids=pyramids):
            paid = action.coins if isinstance(action, act.BuildFor) else _paid(before, action)
            line = Line.of(key, seat=seat, n=sum(pyramids), coins=paid)
            return (line, *_harvest(before, after), *_new_phase(before, after))
        case act.SetPyramids(column=column, pyramids=n):
            return (Line.of(key, seat=seat, number=column + 1, n=n),)
        case act.SetLimit(coins=coins):
            return (Line.of(key, seat=seat, coins=coins),)
        case act.SetHonour(honour=n):
            return (Line.of(key, seat=seat, n=n),)
        case act.SetStarter(starter=starter):
            return (Line.of(key, seat=seat, starter=Who(starter)),)
        case act.SetBidding(bidding=bidding):
            return (Line.of(key, seat=seat, bidding=Word(f"option.bidding.{bidding}")),)
        case _:
            return (Line.of(key, seat=seat), *_new_phase(before, after))


def _paid(before: State, action: act.Build) -> int:
    return income.price(before, sum(action.pyramids) - income.reward(before, action.seat)) or 0


def _revealed(before: State, after: State) -> tuple[Line, ...]:
    if before.phase != "offering" or after.phase == "offering":
        return ()
    lines = [
        Line.of("log.offered", seat=Who(seat), coins=after.player(seat).offer or 0, n=income.reward(after, seat))
        for seat in after.seats
    ]
    lines.append(Line.of("log.temple", coins=income.offered(after)))
    if after.rates is not None:
        lines.append(Line.of("log.rates", farm=after.rates.farm, caravan=after.rates.caravan))
    return tuple(lines)


def _harvest(before: State, after: State) -> tuple[Line, ...]:
    """The honour of the round that just ended, a line a seat."""
    if len(after.harvests) == len(before.harvests):
        return ()
    lines = []
    for seat in after.seats:
        gained = honour.score(after, seat).total - honour.score(before, seat).total
        least = after.harvests[-1].crops[after.seats.index(seat)].least
        lines.append(Line.of("log.honour", seat=Who(seat), least=least, n=gained))
    if after.phase != "over":
        lines.append(Line.of("log.starter", seat=Who(after.starter)))
    return tuple(lines)


def _new_phase(before: State, after: State) -> tuple[Line, ...]:
    lines = []
    if after.round > before.round:
        lines.append(Line.of("log.round", number=after.round, of=ROUNDS))
    elif after.phase == "auction" and (before.phase == "hand" or after.auction > before.auction):
        lines.append(Line.of("log.auction", number=after.auction, of=COLUMNS))
    elif after.phase == "offering" and before.phase != "offering":
        lines.append(Line.of("log.offering"))
    return tuple(lines)
