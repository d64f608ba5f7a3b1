"""Phases 2 and 3: the offering and its reward, the temple's rates, budgets and pyramids; and the end of a round."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Refusal, Seat
from companion.games.amun_re import actions as act
from companion.games.amun_re import coins
from companion.games.amun_re.honour import crop, next_starter
from companion.games.amun_re.table import COLUMNS, ROUNDS, Column, Harvest, Rates, State, with_player

UNLIMITED = 30
"""More pyramids than one seat ever places on a column at once."""


def check_offer(state: State, offer: act.Offer) -> Refusal | None:
    """Why ``seat`` can't have offered that much: reckoned from what everybody saw, or from the hand that it told."""
    player = state.player(offer.seat)
    if player.sealed:
        return Refusal("already_sealed", overrulable=False)
    if offer.coins < 0:
        return Refusal("no_such_coins", overrulable=False)
    most = coins.most_left(player)
    if offer.coins > most:
        return Refusal("more_than_left", (("n", most),))
    if not coins.can_offer(player, offer.coins):
        return Refusal("no_cards_make", (("n", offer.coins),), private=offer.seat)
    return None


def seal(state: State, offer: act.Offer) -> State:
    """The offering is sealed; with the last one all are revealed and the temple finds its column."""
    state = with_player(state, offer.seat, offer=offer.coins, sealed=True)
    if not all(player.sealed for player in state.players):
        return state
    for seat in state.seats:
        player = state.player(seat)
        state = with_player(state, seat, kept=coins.kept(player, state.rules, state.round))
    rates = table_rates(state)
    return replace(state, phase="income" if rates else "rates", rates=rates)


def offered(state: State) -> int:
    """All offerings together; they are public once the last one is sealed."""
    return sum(player.offer or 0 for player in state.players)


def reward(state: State, seat: Seat) -> int:
    """The pyramids that ``seat`` gets for its offering of this round."""
    offers = {other: state.player(other).offer or 0 for other in state.seats}
    return coins.rewards(offers, state.clockwise_from(state.starter), state.rules.offer_tie)[seat]


def table_rates(state: State) -> Rates | None:
    """What the box's column for the present offering pays; the last column is open upwards. ``None``: no table."""
    table = state.rules.offering_table
    if not table:
        return None
    reach = next((column for column in table if offered(state) <= column.most), table[-1])
    return Rates(reach.farm, reach.caravan)


def check_keep(state: State, keep: act.Keep) -> Refusal | None:
    """Why the unoffered cards can't be worth that much."""
    player = state.player(keep.seat)
    if player.kept is not None:
        return Refusal("already_kept", overrulable=False)
    if keep.coins < 0:
        return Refusal("no_such_coins", overrulable=False)
    most = coins.most_left(player) - (player.offer or 0)
    if keep.coins > most:
        return Refusal("more_than_left", (("n", max(0, most)),))
    if not coins.can_keep(player, keep.coins):
        return Refusal("no_cards_make", (("n", keep.coins),))
    return None


def budget(state: State, seat: Seat) -> int:
    """What ``seat`` may spend: kept coins and what its visible farms and caravans earn (text "income")."""
    player, rates = state.player(seat), state.rates or Rates(0, 0)
    return (player.kept or 0) + player.farms * rates.farm + player.caravans * rates.caravan


def price(state: State, bought: int) -> int | None:
    """What ``bought`` pyramids cost together in one building phase; ``None`` beyond the box's list."""
    if bought <= 0:
        return 0
    prices = state.rules.pyramid_price
    return prices[bought - 1] if bought <= len(prices) else None


def affordable(state: State, seat: Seat) -> int:
    """How many pyramids the budget of ``seat`` buys at the box's prices."""
    prices = state.rules.pyramid_price
    return max((n for n, cost in enumerate(prices, start=1) if cost <= budget(state, seat)), default=0)


def room(state: State, seat: Seat) -> tuple[int, ...]:
    """Free pyramid spaces of the three columns (M-05): printed ones, or the house's limit, or no limit."""
    spaces = []
    for column in state.player(seat).columns:
        top = column.top
        if top is None:
            spaces.append(0)
        elif state.rules.printed_pyramids == "spaces":
            spaces.append(max(0, top.printed - top.built))
        elif state.rules.space_limit:
            spaces.append(max(0, state.rules.space_limit - (top.built - top.printed)))
        else:
            spaces.append(UNLIMITED)
    return tuple(spaces)


def owed(state: State, seat: Seat) -> int:
    """The rewarded pyramids that ``seat`` has to place, as far as there are spaces for them."""
    return min(reward(state, seat), sum(room(state, seat)))


def check_build(state: State, seat: Seat, pyramids: tuple[int, ...], paid: int | None) -> Refusal | None:
    """Why these pyramids can't be placed; ``paid`` is what the players reckoned, ``None`` the box's price."""
    player = state.player(seat)
    if player.kept is None or player.built is not None:
        return Refusal("not_now", overrulable=False)
    if len(pyramids) != COLUMNS or any(not 0 <= n <= UNLIMITED for n in pyramids) or (paid or 0) < 0:
        return Refusal("no_such_pyramids", overrulable=False)
    if sum(pyramids) < owed(state, seat):
        return Refusal("reward_left", (("n", owed(state, seat)),))
    for number, (wanted, free) in enumerate(zip(pyramids, room(state, seat), strict=True), start=1):
        if wanted > free:
            return Refusal("no_space", (("number", number), ("n", free)))
    cost = price(state, sum(pyramids) - reward(state, seat)) if paid is None else paid
    if cost is None:
        return Refusal("price_unknown", (("n", len(state.rules.pyramid_price)),), overrulable=False)
    if cost > budget(state, seat):
        # a purse below nothing would be no state at all: the players correct the figures, or the price
        return Refusal("too_expensive", (("n", cost), ("budget", budget(state, seat))), overrulable=False)
    return None


def build(state: State, seat: Seat, pyramids: tuple[int, ...], paid: int | None) -> State:
    """The pyramids stand; when every seat has built the round ends."""
    player = state.player(seat)
    columns = tuple(_higher(column, n) for column, n in zip(player.columns, pyramids, strict=True))
    cost = paid if paid is not None else price(state, sum(pyramids) - reward(state, seat)) or 0
    state = with_player(state, seat, columns=columns, built=pyramids, paid=cost)
    return state if any(other.built is None for other in state.players) else end_round(state)


def _higher(column: Column, pyramids: int) -> Column:
    if not pyramids or column.top is None:
        return column
    return Column((*column.provinces[:-1], replace(column.top, built=column.top.built + pyramids)))


def wealth(state: State, seat: Seat) -> int:
    """What is left on the coin track of ``seat`` for the next round (M-03)."""
    player = state.player(seat)
    rest = player.limit - sum(player.spent) - (player.offer or 0) - (player.kept or 0)
    carried = max(0, rest) if state.rules.carry_rest and state.round > 1 else 0
    return budget(state, seat) - player.paid + carried


def end_round(state: State) -> State:
    """Phase 4: what everybody shows is written down once; all coin cards go back (M-14); the next round, or the end."""
    harvest = Harvest(tuple(map(crop, state.players)), state.starter)
    purses = tuple(wealth(state, seat) for seat in state.seats)
    state = replace(state, harvests=(*state.harvests, harvest))
    if state.round == ROUNDS:
        return replace(state, phase="over")
    players = tuple(
        replace(
            player,
            limit=purse,
            hand=None,
            chosen=False,
            spent=(),
            shown=(),
            offer=None,
            sealed=False,
            kept=None,
            built=None,
            paid=0,
        )
        for player, purse in zip(state.players, purses, strict=True)
    )
    starter = next_starter(state)
    return replace(
        state,
        players=players,
        starter=starter,
        turn=starter,
        round=state.round + 1,
        auction=1,
        phase="hand",
        rates=None,
    )


def with_rates(state: State, farm: int, caravan: int) -> State:
    """The players read the rates off the box; the income can be paid."""
    return replace(state, rates=Rates(farm, caravan), phase="income")
