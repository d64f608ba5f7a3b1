"""A turn of two actions: what may be done, and why not. Rules page: sections 3, 5 and 6."""

from __future__ import annotations

from collections.abc import Iterator

from companion.game import Action, Amounts, Choice, Number, OneOf, Refusal, Spot, Who
from companion.games.whale_riders import actions as act
from companion.games.whale_riders.coast import ACTIONS, AMOUNTS, GOODS, PRICES, SUN
from companion.games.whale_riders.contracts import DEMANDS, TILE_NAMES, covers, handed, held
from companion.games.whale_riders.state import Rider, WhaleState

MOST_ON_CARD = 9
"""Coins or pearls that a contract gives, at most: the cards are not listed anywhere (W-02), so this is generous."""


def cost_in_coins(rider: Rider, price: int) -> int:
    """What a tile costs its buyer: with the flat price any tile costs a coin, a free one nothing (W-11)."""
    return min(price, 1) if rider.power == "m_flat_price" else price


def cost_in_actions(state: WhaleState, action: type[Action]) -> int:
    """1, or 0 for what still belongs to the action before, and for a move made first with its magic (W-15)."""
    if action is act.EndTurn:
        return 0
    if action in act.FULFILLING:
        return 0 if state.running == "fulfil" else 1
    if action in act.BUYING:
        return 0 if state.running == "buy" and state.rider.power == "m_buy_many" else 1
    if action is act.Move and state.rider.power == "m_free_move" and state.used == 0 and not state.moved_free:
        return 0
    return 1


def spaces(state: WhaleState) -> tuple[int, ...]:
    """Prices of the own port's spaces that were not emptied in this turn: gaps stay until its end (X2)."""
    return tuple(price for price in PRICES if (state.rider.port, price) not in state.bought)


def affordable(state: WhaleState) -> tuple[int, ...]:
    return tuple(price for price in spaces(state) if cost_in_coins(state.rider, price) <= state.rider.coins)


def slots(state: WhaleState) -> tuple[int, ...]:
    """Slots of the Sun port whose pearls the rider can pay."""
    prices = state.rules.sun_prices
    return tuple(
        slot
        for slot, pearls in enumerate(state.sun)
        if pearls and prices and cost_in_coins(state.rider, prices[slot]) <= state.rider.coins
    )


def may_buy(state: WhaleState) -> bool:
    """Whether there is anything to buy for the rider in its port."""
    if state.rider.port != SUN:
        return bool(affordable(state))
    if state.rider.heading != "done" or not state.pearls_left:
        return False
    return bool(slots(state)) if state.rules.sun_prices else state.rider.coins >= 1


# ---------------------------------------------------------------------------------------------- choices


def choices(state: WhaleState) -> Iterator[Choice]:
    """What the active seat may do; what it can't is there with the reason, as far as it is one of the five actions."""
    seat, rider = state.seats[state.active], state.rider
    out = {kind: _no_action_left(state, kind) for kind in (act.Move, act.Coin, act.Burn, act.SwapTiles)}
    done = Refusal("returned") if rider.heading == "done" else None
    yield Choice(seat, act.Move, refusal=out[act.Move] or done)
    yield _buy_choice(state)
    yield Choice(seat, act.Coin, refusal=out[act.Coin])
    yield _burn_choice(state, out[act.Burn])
    yield _fulfil_choice(state)
    if rider.power == "m_swap":
        yield _swap_choice(state, out[act.SwapTiles])
    if state.used >= ACTIONS and state.running:
        yield Choice(seat, act.EndTurn)


def _no_action_left(state: WhaleState, kind: type[Action]) -> Refusal | None:
    if state.used + cost_in_actions(state, kind) > ACTIONS:
        return Refusal("two_actions", (("n", ACTIONS),))
    return None


def _buy_choice(state: WhaleState) -> Choice:
    seat, rider = state.seats[state.active], state.rider
    kind: type[Action]
    fields: tuple[tuple[str, OneOf | Number | Spot], ...]
    if rider.port == SUN:
        sizes = tuple(sorted({pearls for pearls in state.sun if pearls}))
        if state.rules.sun_prices:
            kind, fields = act.BuyPearl, (("slot", Spot("sun", slots(state))),)
        else:
            most = max(state.rider.coins, 1) if rider.power != "m_flat_price" else len(state.sun) or 1
            kind, fields = act.BuyStart, (("pearls", OneOf(sizes)), ("price", Number(1, most)))
    elif state.depth == "full":
        kinds = tuple(AMOUNTS)
        kind = act.BuyTile
        fields = (("price", OneOf(affordable(state))), ("kind", OneOf(kinds)), ("n", Number(1, 3)))
    else:
        kind, fields = act.Buy, (("price", OneOf(affordable(state))), ("pearls", OneOf((0, 1, 2))))
    refusal = _no_action_left(state, kind)
    if refusal is None and rider.port == SUN and rider.heading != "done":
        refusal = Refusal("return_first")
    if refusal is None and not may_buy(state):
        refusal = Refusal("nothing_to_buy", (("n", rider.coins),))
    return Choice(seat, kind, () if refusal else fields, refusal)


def _burn_choice(state: WhaleState, refusal: Refusal | None) -> Choice:
    seat, hand = state.seats[state.active], state.rider.hand
    refusal = refusal or (Refusal("no_cards") if hand == 0 else None)
    if refusal or state.depth == "light":
        return Choice(seat, act.Burn, refusal=refusal)
    return Choice(seat, act.Burn, (("n", Number(1, hand)),))


def _fulfil_choice(state: WhaleState) -> Choice:
    seat, rider = state.seats[state.active], state.rider
    kind = act.Deliver if state.depth == "full" else act.Fulfil
    refusal = _no_action_left(state, kind)
    if refusal is None and rider.hand == 0:
        refusal = Refusal("no_cards")
    goods = sum(not tile.pearls for tile in rider.tiles)
    enough = goods > 0 if kind is act.Fulfil else any(rider.tiles)
    if refusal is None and not enough:
        refusal = Refusal("no_tiles")
    if refusal:
        return Choice(seat, kind, refusal=refusal)
    gives = (("coins", Number(0, MOST_ON_CARD)), ("pearls", Number(0, MOST_ON_CARD)))
    if kind is act.Fulfil:
        return Choice(seat, kind, (*gives, ("tiles", Number(1, goods))))
    asked = Amounts(GOODS, (6,) * len(GOODS), 0, 9)
    given = Amounts(TILE_NAMES, held(rider), 1, len(rider.tiles))
    return Choice(seat, kind, (*gives, ("demand", OneOf(DEMANDS)), ("goods", asked), ("tiles", given)))


def _swap_choice(state: WhaleState, refusal: Refusal | None) -> Choice:
    seat = state.seats[state.active]
    if state.rider.port != SUN or not state.rules.sun_prices:
        if refusal is None and state.rider.port == SUN and state.pearls_left < 2:
            refusal = Refusal("two_tiles")
        return Choice(seat, act.SwapTiles, refusal=refusal)
    places = Spot("sun", tuple(slot for slot, pearls in enumerate(state.sun) if pearls))
    if refusal is None and state.pearls_left < 2:
        refusal = Refusal("two_tiles")
    return Choice(seat, act.SwapTiles, () if refusal else (("a", places), ("b", places)), refusal)


# ---------------------------------------------------------------------------------------------- why not


def check(state: WhaleState, action: Action) -> Refusal | None:
    """Why ``action`` is not allowed in the phase "turn"."""
    who = state.seats.index(action.seat)
    if who != state.active:
        return Refusal("not_your_turn", (("seat", Who(state.seats[state.active])),), overrulable=False)
    refusal = _impossible(state, action)
    if refusal is not None:
        return refusal
    return _no_action_left(state, type(action)) or _against_the_rules(state, action)


def _impossible(state: WhaleState, action: Action) -> Refusal | None:
    """What would be no state at all: fewer than no coins, cards or tiles; a rider that leaves the coast."""
    rider = state.rider
    match action:
        case act.Move():
            return Refusal("returned", overrulable=False) if rider.heading == "done" else None
        case act.Buy(price=price, pearls=pearls):
            if price not in PRICES or pearls not in (0, 1, 2):
                return Refusal("no_such_tile", overrulable=False)
            return _in_goods_port(rider) or _coins(rider, cost_in_coins(rider, price))
        case act.BuyTile(price=price, kind=kind, n=n):
            if kind == "storm":
                return Refusal("storms_not_sold", overrulable=False)
            if price not in PRICES or not 1 <= n <= AMOUNTS.get(kind, 0):
                return Refusal("no_such_tile", overrulable=False)
            return _in_goods_port(rider) or _coins(rider, cost_in_coins(rider, price))
        case act.BuyPearl(slot=slot):
            if not state.rules.sun_prices or not 0 <= slot < len(state.sun) or not state.sun[slot]:
                return Refusal("pearl_gone", overrulable=False)
            return _at_sun(rider) or _coins(rider, cost_in_coins(rider, state.rules.sun_prices[slot]))
        case act.BuyStart(pearls=pearls, price=price):
            if state.rules.sun_prices or pearls not in state.sun or pearls < 1 or price < 1:
                return Refusal("pearl_gone", overrulable=False)
            return _at_sun(rider) or _coins(rider, cost_in_coins(rider, price))
        case act.Burn(n=n):
            return Refusal("no_cards", overrulable=False) if not max(n, 1) <= rider.hand or n < 0 else None
        case act.Fulfil(coins=coins, pearls=pearls, tiles=tiles):
            if min(coins, pearls, tiles) < 0 or tiles > len(rider.tiles):
                return Refusal("no_tiles", overrulable=False)
            return None
        case act.Deliver(coins=coins, pearls=pearls, goods=goods, tiles=tiles):
            has = held(rider)
            sized = len(tiles) == len(has) and len(goods) == len(GOODS) and min(coins, pearls, *goods) >= 0
            if not sized or any(not 0 <= n <= most for n, most in zip(tiles, has, strict=True)):
                return Refusal("no_tiles", overrulable=False)
            return None
        case act.SwapTiles(a=a, b=b):
            followed = rider.port == SUN and bool(state.rules.sun_prices)
            if followed and not (min(a, b) >= 0 and max(a, b) < len(state.sun) and state.sun[a] and state.sun[b]):
                return Refusal("empty_space", overrulable=False)
            return Refusal("two_tiles", overrulable=False) if followed and a == b else None
        case act.Coin() | act.EndTurn():
            return None
        case _:
            return Refusal("not_now", overrulable=False)


def _in_goods_port(rider: Rider) -> Refusal | None:
    if rider.port != SUN:
        return None
    return Refusal("return_first" if rider.heading != "done" else "only_pearls", overrulable=False)


def _at_sun(rider: Rider) -> Refusal | None:
    return None if rider.port == SUN else Refusal("not_at_sun", overrulable=False)


def _coins(rider: Rider, cost: int) -> Refusal | None:
    if cost <= rider.coins:
        return None
    return Refusal("not_enough_coins", (("n", cost), ("coins", rider.coins)), overrulable=False)


def _against_the_rules(state: WhaleState, action: Action) -> Refusal | None:
    rider = state.rider
    match action:
        case act.Buy(price=price) | act.BuyTile(price=price) if price not in spaces(state):
            return Refusal("gap_stays_open")
        case act.BuyPearl() | act.BuyStart() if rider.heading != "done":
            return Refusal("return_first")
        case act.Fulfil(tiles=tiles):
            goods = sum(not tile.pearls for tile in rider.tiles)
            if rider.hand == 0:
                return Refusal("no_cards")
            if tiles < 1:
                return Refusal("no_tiles")
            return Refusal("pearl_tiles_are_points") if tiles > goods else None
        case act.Deliver():
            return _check_delivery(state, action)
        case act.SwapTiles() if rider.power != "m_swap":
            return Refusal("no_such_magic")
        case act.SwapTiles() if rider.port == SUN and state.pearls_left < 2:
            return Refusal("two_tiles")
        case act.EndTurn() if state.used < ACTIONS:
            return Refusal("two_actions_left", (("n", ACTIONS - state.used),))
        case _:
            return None


def _check_delivery(state: WhaleState, action: act.Deliver) -> Refusal | None:
    rider = state.rider
    if rider.hand == 0:
        return Refusal("no_cards")
    if action.demand not in DEMANDS or (action.demand == "goods") != any(action.goods):
        return Refusal("no_such_contract", overrulable=False)
    tiles = handed(action.tiles)
    pearls = any(tile.pearls for tile in tiles)
    if pearls and action.demand != "five":
        return Refusal("pearls_are_no_goods")
    if pearls and sum(not tile.pearls for tile in rider.tiles) >= 5:
        return Refusal("pearl_tiles_are_points")
    if not covers(tiles, action.demand, action.goods, rider.power == "m_all_wild"):
        return Refusal(f"not_covered_{action.demand}")
    return None
