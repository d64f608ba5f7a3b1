"""What Whale Riders says: the prompt, the reminders, the lines of the log. Keys of the ``whale_riders`` catalogue."""

from __future__ import annotations

from companion.game import Action, BadSetup, Line, Named, Who, Word
from companion.games.whale_riders import actions as act
from companion.games.whale_riders.coast import (
    ACTIONS,
    BIG_HAND,
    DECREE_COINS,
    DECREE_PEARLS,
    FIRST_UNNAMED,
    GOODS,
    HAND,
    PORTS,
    SUN,
)
from companion.games.whale_riders.setup import decrees_field
from companion.games.whale_riders.state import WhaleState
from companion.games.whale_riders.turn import cost_in_coins


def bad_seats() -> BadSetup:
    return BadSetup(Line.of("error.seats", low=2, high=6))


def port_word(state: WhaleState, port: int) -> Word | Named:
    """The port's name: of ports 5 to 7 as typed from the box, else by its number."""
    at = port - FIRST_UNNAMED
    names = state.rules.port_names
    if 0 <= at < len(names) and names[at]:
        return Named(names[at], names[at])
    return Word(f"word.port.{PORTS[port]}")


def kind_word(state: WhaleState, kind: str) -> Word | Named:
    """What a tile shows, in the box's own words where they were typed."""
    at = GOODS.index(kind) if kind in GOODS else -1
    names = state.rules.goods_names
    if 0 <= at < len(names) and names[at]:
        return Named(names[at], names[at])
    return Word(f"word.{kind}")


def prompt(state: WhaleState) -> Line:
    """One line: what the table does with its hands now."""
    seat = Who(state.seats[state.active])
    match state.phase:
        case "over":
            return Line.of("prompt.over")
        case "decrees":
            return Line.of("prompt.decrees", n=decrees_field(state).low)
        case "magic":
            return Line.of("prompt.magic", seat=seat)
    if state.running == "fulfil":
        return Line.of("prompt.fulfil_more", seat=seat)
    if state.running == "buy":
        return Line.of("prompt.buy_more", seat=seat)
    return Line.of("prompt.action", seat=seat, i=min(state.used + 1, ACTIONS), count=ACTIONS)


def guide(state: WhaleState) -> tuple[Line, ...]:
    """What tables forget in this phase."""
    if state.phase == "over":
        return (Line.of("guide.unused_goods"), Line.of("guide.tie_breaks"))
    if state.phase != "turn":
        return (Line.of("guide.magic_order"),) if state.phase == "magic" else ()
    lines: list[Line] = []
    fresh = state.used == 0 and not state.bought and not state.moved_free
    if fresh and state.refill is not None:
        lines += _refill(state)
    if fresh and state.refill is None:
        lines += [Line.of("guide.redraw_filter"), Line.of("guide.storms_join_later")]
        if state.rules.storms is not None:
            lines.append(Line.of("guide.storms", n=state.rules.storms))
    if not fresh:
        if state.bought:
            lines.append(Line.of("guide.gaps_stay_open"))
        if state.cards_used:
            lines.append(Line.of("guide.no_draw_yet"))
    if state.running == "fulfil":
        lines.append(Line.of("guide.tiles_to_the_box"))
        lines.append(Line.of("guide.one_kind_a_tile"))
        lines.append(Line.of("guide.pearl_tiles_are_points"))
    if state.rider.port != SUN:
        lines.append(Line.of("guide.storms_not_sold"))
    if state.rider.power == "m_free_move" and fresh:
        lines.append(Line.of("guide.free_move"))
    if state.rider.power == "m_swap":
        lines.append(Line.of("guide.swap_storms" if state.rules.swap_storms else "guide.swap_no_storms"))
    if state.pearls_left == 1:
        lines.append(Line.of("guide.last_pearl"))
    return tuple(lines)


def _refill(state: WhaleState) -> list[Line]:
    """Who has just ended the turn refills: cards first, then the ports in the order of travel (W-16)."""
    refill = state.refill
    if refill is None:
        return []
    seat = Who(state.seats[refill.who])
    lines = []
    if refill.cards:
        hand = BIG_HAND if state.riders[refill.who].power == "m_hand_six" else HAND
        lines.append(Line.of("guide.refill_cards", seat=seat, n=hand))
    for port in refill.ports:
        key = "guide.sun_stays_empty" if port == SUN else "guide.slide_then_draw"
        lines.append(Line.of(key, port=port_word(state, port)))
    return lines


# ---------------------------------------------------------------------------------------------- the log


def describe(before: WhaleState, action: Action, after: WhaleState) -> tuple[Line, ...]:
    """The action, the decrees it met, the end. Cards in hand never show: the app does not know them."""
    who = before.seats.index(action.seat)
    lines = [_action_line(before, action, after, who)]
    for was, now in zip(before.decrees, after.decrees, strict=False):
        if was.owner is None and now.owner is not None:
            lines.append(
                Line.of(
                    "log.decree",
                    seat=Who(action.seat),
                    decree=Word(f"word.{now.name}"),
                    pearls=DECREE_PEARLS.get(now.name, 0),
                    coins=DECREE_COINS.get(now.name, 0),
                )
            )
    if after.phase == "over" and before.phase != "over":
        lines.append(Line.of("log.seventh_pearl"))
    return tuple(lines)


def _action_line(before: WhaleState, action: Action, after: WhaleState, who: int) -> Line:
    seat = Who(action.seat)
    rider, now = before.riders[who], after.riders[who]
    paid = rider.coins - now.coins
    match action:
        case act.ChooseDecrees():
            return Line.of("log.ChooseDecrees", seat=seat, n=len(after.decrees))
        case act.TakeMagic(power=power):
            return Line.of("log.TakeMagic", seat=seat, power=Word(f"word.{power}"))
        case act.Move():
            return Line.of("log.Move", seat=seat, port=port_word(before, now.port))
        case act.Buy(price=price, pearls=pearls):
            key = "log.Buy_pearls" if pearls else "log.Buy"
            return Line.of(key, seat=seat, n=pearls, coins=cost_in_coins(rider, price))
        case act.BuyTile(price=price, kind=kind, n=n):
            return Line.of(
                "log.BuyTile", seat=seat, n=n, kind=kind_word(before, kind), coins=cost_in_coins(rider, price)
            )
        case act.BuyPearl() | act.BuyStart():
            price = before.rules.sun_prices[action.slot] if isinstance(action, act.BuyPearl) else action.price
            pearls = before.sun[action.slot] if isinstance(action, act.BuyPearl) else action.pearls
            key = f"log.{type(action).__name__}"
            return Line.of(key, seat=seat, n=pearls, coins=cost_in_coins(rider, price))
        case act.Coin():
            return Line.of("log.Coin", seat=seat, n=2 if rider.power == "m_double_coin" else 1)
        case act.Burn(n=n):
            return Line.of("log.Burn_n" if n else "log.Burn", seat=seat, n=n)
        case act.Fulfil(coins=coins, pearls=pearls) | act.Deliver(coins=coins, pearls=pearls):
            return Line.of(f"log.{type(action).__name__}", seat=seat, coins=coins, pearls=pearls)
        case act.SetDepth(depth=depth):
            return Line.of("log.SetDepth", seat=seat, depth=Word(f"option.depth.{depth}"))
        case act.SetCoins(n=n):
            return Line.of("log.SetCoins", seat=seat, n=n)
        case act.SetRider(port=port, heading=heading):
            return Line.of(
                "log.SetRider", seat=seat, port=port_word(before, port), heading=Word(f"option.heading.{heading}")
            )
        case act.GainTile(tile=tile) | act.LoseTile(tile=tile):
            return Line.of(f"log.{type(action).__name__}", seat=seat, tile=Word(f"word.{tile}"))
        case act.Adjust(pearls=pearls):
            return Line.of("log.Adjust", seat=seat, pearls=pearls)
        case _:
            return Line.of(f"log.{type(action).__name__}", seat=seat, n=paid)
