"""What an action does: coins, tiles, pearls; decrees after each; the end of a turn and of the match."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Action
from companion.games.whale_riders import actions as act
from companion.games.whale_riders.coast import (
    ACTIONS,
    BIG_HAND,
    CRAB,
    DECREE_COINS,
    DECREES,
    HAND,
    START_PEARLS,
    SUN,
)
from companion.games.whale_riders.contracts import TILE_NAMES, TILE_TYPES, UNKNOWN, handed
from companion.games.whale_riders.scoring import meets
from companion.games.whale_riders.state import (
    Adjustment,
    Contract,
    Decree,
    Refill,
    Rider,
    Tile,
    WhaleState,
    with_rider,
)
from companion.games.whale_riders.turn import cost_in_actions, cost_in_coins, may_buy


def apply(state: WhaleState, action: Action) -> WhaleState:
    """The state after ``action``."""
    who = state.seats.index(action.seat)
    if isinstance(action, act.CORRECTIONS):
        return _correct(state, who, action)
    match action:
        case act.ChooseDecrees(decrees=marks):
            chosen = tuple(Decree(name) for name, mark in zip(DECREES, marks, strict=True) if mark)
            return begin(replace(state, decrees=chosen))
        case act.TakeMagic(power=power):
            return _take_magic(state, who, power)
        case act.EndTurn():
            return _end_turn(state)
    cost = cost_in_actions(state, type(action))
    state = _act(state, who, action)
    free = isinstance(action, act.Move) and cost == 0
    state = replace(state, used=min(ACTIONS, state.used + cost), moved_free=state.moved_free or free)
    state = award_decrees(state, who)
    if not state.pearls_left:
        return replace(state, phase="over", running="", refill=None)
    goes_on = (state.running == "fulfil" and state.rider.hand > 0) or (state.running == "buy" and may_buy(state))
    return state if state.used < ACTIONS or goes_on else _end_turn(state)


def begin(state: WhaleState) -> WhaleState:
    """The next phase before play: decrees, then magic from the last player to the first, then the first turn."""
    if state.rules.decrees and not state.decrees:
        return replace(state, phase="decrees", active=state.starter)
    if state.rules.magic and any(not rider.power for rider in state.riders):
        last = (state.starter - 1) % len(state.seats)
        return replace(state, phase="magic", active=last)
    return replace(state, phase="turn", active=state.starter)


def _take_magic(state: WhaleState, who: int, power: str) -> WhaleState:
    hand = BIG_HAND if power == "m_hand_six" else HAND
    riders = with_rider(state, who, replace(state.riders[who], power=power, hand=hand))
    left = tuple(name for name in state.magic if name != power)
    state = replace(state, riders=riders, magic=left, turn=state.turn + 1)
    if who == state.starter:
        return replace(begin(state), magic=())
    return replace(state, active=(who - 1) % len(state.seats))


def _act(state: WhaleState, who: int, action: Action) -> WhaleState:
    rider = state.riders[who]
    match action:
        case act.Move():
            state = replace(state, riders=with_rider(state, who, moved(rider)), running="")
        case act.Buy(price=price, pearls=pearls):
            state = _buy(state, who, price, Tile("pearl", pearls) if pearls else UNKNOWN)
        case act.BuyTile(price=price, kind=kind, n=n):
            state = _buy(state, who, price, Tile(kind, n))
        case act.BuyPearl(slot=slot):
            pearls = state.sun[slot]
            sun = (*state.sun[:slot], 0, *state.sun[slot + 1 :])
            state = replace(_buy(state, who, state.rules.sun_prices[slot], Tile("start", pearls)), sun=sun)
        case act.BuyStart(pearls=pearls, price=price):
            at = state.sun.index(pearls)
            sun = (*state.sun[:at], *state.sun[at + 1 :])
            state = replace(_buy(state, who, price, Tile("start", pearls)), sun=sun)
        case act.Coin():
            coins = rider.coins + (2 if rider.power == "m_double_coin" else 1)
            state = replace(state, riders=with_rider(state, who, replace(rider, coins=coins)), running="")
        case act.Burn(n=n):
            hand = max(0, rider.hand - max(n, 1))
            riders = with_rider(state, who, replace(rider, hand=hand))
            state = replace(state, riders=riders, running="", cards_used=True)
        case act.Fulfil(coins=coins, pearls=pearls, tiles=tiles):
            given = tuple(sorted(rider.tiles, key=lambda tile: tile.pearls)[:tiles])
            state = _complete(state, who, Contract(coins, pearls), given)
        case act.Deliver(coins=coins, pearls=pearls, tiles=counts):
            state = _complete(state, who, Contract(coins, pearls), handed(counts))
        case act.SwapTiles(a=a, b=b):
            swapped = list(state.sun)
            if rider.port == SUN and min(a, b) >= 0 and max(a, b) < len(swapped):
                swapped[a], swapped[b] = swapped[b], swapped[a]
            state = replace(state, sun=tuple(swapped), running="")
        case _:
            pass
    return state


def moved(rider: Rider) -> Rider:
    """One port onward (W-04): at the Crab port the rider turns round, back at the Sun port it is done."""
    if rider.heading == "done":
        return rider
    if rider.heading == "out":
        port = rider.port + 1
        return replace(rider, port=port, heading="back" if port == CRAB else "out")
    port = rider.port - 1
    return replace(rider, port=port, heading="done" if port == SUN else "back")


def _buy(state: WhaleState, who: int, price: int, tile: Tile) -> WhaleState:
    rider = state.riders[who]
    rider = replace(rider, coins=rider.coins - cost_in_coins(rider, price), tiles=(*rider.tiles, tile))
    running = "buy" if rider.power == "m_buy_many" else ""
    return replace(
        state,
        riders=with_rider(state, who, rider),
        bought=(*state.bought, (rider.port, price)),
        running=running,
    )


def _complete(state: WhaleState, who: int, contract: Contract, tiles: tuple[Tile, ...]) -> WhaleState:
    """The tiles go to the box, the coins come at once, the card stays for its pearls."""
    rider = state.riders[who]
    left = list(rider.tiles)
    for tile in tiles:
        left.remove(tile)
    rider = replace(
        rider,
        tiles=tuple(left),
        coins=rider.coins + contract.coins,
        contracts=(*rider.contracts, contract),
        hand=max(0, rider.hand - 1),
    )
    return replace(state, riders=with_rider(state, who, rider), running="fulfil", cards_used=True)


def award_decrees(state: WhaleState, who: int) -> WhaleState:
    """Every decree that ``who`` meets in its own turn is taken, at once; the coins of one may meet the next (X7)."""
    while True:
        open_ = [i for i, d in enumerate(state.decrees) if d.owner is None and meets(state, who, d.name)]
        if not open_:
            return state
        at = open_[0]
        name = state.decrees[at].name
        rider = state.riders[who]
        rider = replace(rider, coins=rider.coins + DECREE_COINS.get(name, 0))
        decrees = (*state.decrees[:at], Decree(name, who), *state.decrees[at + 1 :])
        state = replace(state, decrees=decrees, riders=with_rider(state, who, rider))


def _end_turn(state: WhaleState) -> WhaleState:
    """The hand is full again; pearls of the Sun port slide to its cheap end, and its top stays empty."""
    who = state.active
    rider = state.riders[who]
    rider = replace(rider, hand=BIG_HAND if rider.power == "m_hand_six" else HAND)
    ports = tuple(dict.fromkeys(port for port, _ in state.bought))
    sun = tuple(pearls for pearls in state.sun if pearls)
    if state.rules.sun_prices:
        sun = (*sun, *(0,) * (len(state.sun) - len(sun)))
    return replace(
        state,
        riders=with_rider(state, who, rider),
        active=(who + 1) % len(state.seats),
        sun=sun,
        used=0,
        moved_free=False,
        running="",
        bought=(),
        cards_used=False,
        refill=Refill(who, state.cards_used, ports),
        turn=state.turn + 1,
    )


def _correct(state: WhaleState, who: int, action: Action) -> WhaleState:
    rider = state.riders[who]
    match action:
        case act.SetDepth(depth=depth):
            return replace(state, depth=depth)
        case act.SetCoins(n=n):
            rider = replace(rider, coins=n)
        case act.SetRider(port=port, heading=heading):
            rider = replace(rider, port=port, heading=heading)
        case act.GainTile(tile=name):
            rider = replace(rider, tiles=(*rider.tiles, TILE_TYPES[TILE_NAMES.index(name)]))
        case act.LoseTile(tile=name):
            left = list(rider.tiles)
            left.remove(TILE_TYPES[TILE_NAMES.index(name)])
            rider = replace(rider, tiles=tuple(left))
        case act.Adjust(pearls=pearls):
            return replace(state, adjustments=(*state.adjustments, Adjustment(who, pearls)))
        case _:
            return state
    return replace(state, riders=with_rider(state, who, rider))


def invariants(state: WhaleState) -> tuple[str, ...]:
    """What no action, overruled or not, may break."""
    broken = []
    if any(rider.coins < 0 or rider.hand < 0 for rider in state.riders):
        broken.append("fewer than no coins or cards")
    if any(not SUN <= rider.port <= CRAB or (rider.port == CRAB and rider.heading == "out") for rider in state.riders):
        broken.append("a rider off the coast, or at the Crab port without turning")
    if any(rider.heading == "done" and rider.port != SUN for rider in state.riders):
        broken.append("a rider that has returned elsewhere")
    if (state.phase == "over") != (state.pearls_left == 0):
        broken.append("over before the seventh pearl, or not over after it")
    powers = [rider.power for rider in state.riders if rider.power]
    if len(powers) != len(set(powers)):
        broken.append("a magic taken twice")
    start = sum(tile.n for rider in state.riders for tile in rider.tiles if tile.kind == "start")
    if start + sum(state.sun) > sum(START_PEARLS):
        broken.append("more starting pearls than the box holds")
    if not 0 <= state.used <= ACTIONS:
        broken.append("not two actions")
    return tuple(broken)
