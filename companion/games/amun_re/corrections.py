"""What the players set right at any time in Amun-Re: icons, pyramids, purses, honour, the ankh token."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Amounts, Choice, Number, OneOf, Players, Refusal, Seat, Spot
from companion.games.amun_re import actions as act
from companion.games.amun_re import honour
from companion.games.amun_re.auction import bad_icons
from companion.games.amun_re.table import ICONS, Column, State, with_player

Correction = act.SetIcons | act.SetPyramids | act.SetLimit | act.SetHonour | act.SetStarter | act.SetBidding

ICON_FIELD = Amounts(ICONS, (9,) * 4, 0, 36)


def choices(state: State) -> tuple[Choice, ...]:
    """Every correction that means something now."""
    found: list[Choice] = []
    for seat in state.seats:
        columns = tuple(range(len(state.player(seat).columns)))
        if columns:
            found.append(Choice(seat, act.SetIcons, (("column", Spot("column", columns)), ("icons", ICON_FIELD))))
            found.append(
                Choice(seat, act.SetPyramids, (("column", Spot("column", columns)), ("pyramids", Number(0, 40))))
            )
        if state.round > 1 and state.phase in ("hand", "auction"):
            found.append(Choice(seat, act.SetLimit, (("coins", Number(0, 200)),)))
        found.append(Choice(seat, act.SetHonour, (("honour", Number(-9, 60)),)))
    found.append(Choice(state.starter, act.SetStarter, (("starter", Players(state.seats)),)))
    found.append(Choice(state.starter, act.SetBidding, (("bidding", OneOf(("each_bid", "results"))),)))
    return tuple(found)


def check(state: State, action: Correction) -> Refusal | None:
    """A refusal only where the result would be no state at all."""
    match action:
        case act.SetIcons(column=column, icons=icons):
            return _no_column(state, action, column) or bad_icons(icons)
        case act.SetPyramids(column=column, pyramids=pyramids):
            return _no_column(state, action, column) or (_wrong() if pyramids < 0 else None)
        case act.SetLimit(coins=coins):
            return _wrong() if coins < 0 else None
        case act.SetStarter(starter=starter):
            return None if starter in state.seats else _wrong()
        case act.SetBidding(bidding=bidding):
            return None if bidding in ("each_bid", "results") else _wrong()
        case _:
            return None


def _wrong() -> Refusal:
    return Refusal("no_such_figure", overrulable=False)


def _no_column(state: State, action: Correction, column: int) -> Refusal | None:
    return None if 0 <= column < len(state.player(action.seat).columns) else _wrong()


def apply(state: State, action: Correction) -> State:
    """The state with the fact as the players say."""
    match action:
        case act.SetIcons(seat=seat, column=column, icons=icons):
            return _with_icons(state, seat, column, icons)
        case act.SetPyramids(seat=seat, column=column, pyramids=pyramids):
            return _with_pyramids(state, seat, column, pyramids)
        case act.SetLimit(seat=seat, coins=coins):
            return with_player(state, seat, limit=coins)
        case act.SetHonour(seat=seat, honour=wanted):
            player = state.player(seat)
            return with_player(state, seat, given=player.given + wanted - honour.score(state, seat).total)
        case act.SetStarter(starter=starter):
            fresh = state.phase == "auction" and all(lot.bid is None for lot in state.lots)
            return replace(state, starter=starter, turn=starter if fresh or state.phase == "hand" else state.turn)
        case act.SetBidding(bidding=bidding):
            return replace(state, rules=replace(state.rules, bidding=bidding))


def _with_column(state: State, seat: Seat, column: int, changed: Column) -> State:
    columns = list(state.player(seat).columns)
    columns[column] = changed
    return with_player(state, seat, columns=tuple(columns))


def _with_icons(state: State, seat: Seat, column: int, icons: tuple[int, int, int, int]) -> State:
    old = state.player(seat).columns[column]
    top = old.provinces[-1]
    printed, farms, caravans, ankhs = icons
    built = top.built + printed - top.printed if state.rules.printed_pyramids == "tokens" else top.built
    fresh = replace(top, printed=printed, farms=farms, caravans=caravans, ankhs=ankhs, built=max(0, built))
    return _with_column(state, seat, column, Column((*old.provinces[:-1], fresh)))


def _with_pyramids(state: State, seat: Seat, column: int, pyramids: int) -> State:
    old = state.player(seat).columns[column]
    provinces = list(old.provinces)
    missing = pyramids - old.pyramids
    for at in reversed(range(len(provinces))):  # too many are taken off the newest province first
        built = max(0, provinces[at].built + missing)
        missing -= built - provinces[at].built
        provinces[at] = replace(provinces[at], built=built)
        if not missing:
            break
    return _with_column(state, seat, column, Column(tuple(provinces)))
