"""Phase 1: bids under the provinces, and what the winners take."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Refusal, Seat, Who
from companion.games.amun_re import actions as act
from companion.games.amun_re.honour import next_starter
from companion.games.amun_re.table import (
    CARDS,
    COLUMNS,
    Bid,
    Column,
    Icons,
    Lot,
    Player,
    Province,
    State,
    with_player,
)


def check_bid(state: State, bid: act.Bid) -> Refusal | None:
    """Why the card can't be laid under that province (text "auction" and "raising a bid"; M-12)."""
    player = state.player(bid.seat)
    if state.bid_of(bid.seat) is not None:
        return Refusal("already_bidding", overrulable=False)
    if not 0 <= bid.lot < len(state.lots) or bid.coins not in CARDS:
        return Refusal("no_such_bid", overrulable=False)
    if bid.seat != state.turn:
        return Refusal("not_your_turn", (("seat", Who(state.turn)),))
    rival = state.lots[bid.lot].bid
    if rival is not None and bid.coins <= rival.coins:
        return Refusal("bid_must_exceed", (("n", rival.coins),))
    return check_card(player, bid.seat, bid.coins)


def check_card(player: Player, seat: Seat, coins: int) -> Refusal | None:
    """Why this card can't come from that hand: spent before, not in the hand that was told, more than the hand may be.

    The last one follows from what everybody saw: a card that was shown in this round is in the hand or spent.
    """
    if coins in player.spent:
        return Refusal("card_spent", (("n", coins),))
    if player.hand is not None and coins not in player.hand:
        return Refusal("card_not_in_hand", (("n", coins),), private=seat)
    seen = sum({*player.shown, coins})
    if seen > player.limit:
        return Refusal("hand_over_limit", (("n", player.limit), ("sum", seen)))
    return None


def check_win(state: State, win: act.Win) -> Refusal | None:
    """Why ``seat`` can't have got a province for that card."""
    if state.bid_of(win.seat) is not None:
        return Refusal("already_bidding", overrulable=False)
    if win.coins not in CARDS:
        return Refusal("no_such_bid", overrulable=False)
    return check_card(state.player(win.seat), win.seat, win.coins)


def lay(state: State, seat: Seat, lot: int, coins: int) -> State:
    """The bid lies there; the next seat clockwise without an active bid is to move, or the auction ends."""
    lots = list(state.lots)
    lots[lot] = replace(lots[lot], bid=Bid(seat, coins))
    shown = state.player(seat).shown
    state = with_player(replace(state, lots=tuple(lots)), seat, shown=shown if coins in shown else (*shown, coins))
    waiting = [other for other in state.clockwise_from(seat)[1:] if state.bid_of(other) is None]
    return replace(state, turn=waiting[0]) if waiting else close(state)


def close(state: State) -> State:
    """Every province has one card: the cards are spent, except a 0; the winners take what they won."""
    for lot in state.lots:
        if lot.bid is not None and lot.bid.coins:
            spent = state.player(lot.bid.seat).spent
            state = with_player(state, lot.bid.seat, spent=(*spent, lot.bid.coins))
    state = replace(state, phase="won")
    for lot in state.lots:
        if lot.bid is not None and lot.icons is not None and len(free_columns(state, lot.bid.seat)) == 1:
            state = take(state, lot.bid.seat, free_columns(state, lot.bid.seat)[0], lot.icons)
    return state


def free_columns(state: State, seat: Seat) -> tuple[int, ...]:
    """The columns on which a province of this round may lie: a new one in round 1, an uncovered old one later."""
    columns = state.player(seat).columns
    if state.round == 1:
        return (len(columns),) if len(columns) < COLUMNS else ()
    return tuple(i for i, column in enumerate(columns) if len(column.provinces) < state.round)


def awaits_province(state: State, seat: Seat) -> bool:
    """Whether ``seat`` has still to take what it won."""
    lot = state.bid_of(seat)
    return state.phase == "won" and lot is not None and not state.lots[lot].taken


def check_take(state: State, taking: act.TakeProvince) -> Refusal | None:
    """Why the province can't lie there: one new province a column and a round (text "the next rounds")."""
    if not awaits_province(state, taking.seat):
        return Refusal("not_now", overrulable=False)
    if taking.column not in free_columns(state, taking.seat):
        return Refusal("column_covered", (("number", taking.column + 1),), overrulable=False)
    return bad_icons(taking.icons)


def bad_icons(icons: Icons) -> Refusal | None:
    """A refusal unless these are four numbers from 0 to 9."""
    right = len(icons) == 4 and all(0 <= n <= 9 for n in icons)
    return None if right else Refusal("no_such_province", overrulable=False)


def province(icons: Icons, printed: str) -> Province:
    """The card as it comes to the table: printed pyramids are tokens on it, or spaces to build on (M-05)."""
    pyramids, farms, caravans, ankhs = icons
    return Province(pyramids, farms, caravans, ankhs, built=pyramids if printed == "tokens" else 0)


def take(state: State, seat: Seat, column: int, icons: Icons) -> State:
    """The province lies on its column; after the last one the next auction or the offering begins."""
    columns = list(state.player(seat).columns)
    columns += [Column()] * (column + 1 - len(columns))
    columns[column] = Column((*columns[column].provinces, province(icons, state.rules.printed_pyramids)))
    lots = tuple(replace(lot, taken=True) if lot.bid and lot.bid.seat == seat else lot for lot in state.lots)
    state = replace(with_player(state, seat, columns=tuple(columns)), lots=lots)
    return state if not all(lot.taken for lot in lots) else _after_auction(state)


def _after_auction(state: State) -> State:
    if state.rules.start_player == "per_auction":
        state = replace(state, starter=next_starter(state))
    if state.auction == COLUMNS:
        return replace(state, lots=(), phase="offering")
    return open_lots(replace(state, auction=state.auction + 1))


def open_lots(state: State) -> State:
    """As many provinces as players lie open and nobody has bid."""
    lots = tuple(Lot() for _ in state.seats)
    return replace(state, lots=lots, phase="auction", turn=state.starter)
