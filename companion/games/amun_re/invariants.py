"""What holds at every moment of Amun-Re, unless the players waived a rule."""

from __future__ import annotations

from companion.game import Seat
from companion.games.amun_re.coins import most_left
from companion.games.amun_re.income import budget
from companion.games.amun_re.table import CARDS, COLUMNS, ROUNDS, State


def broken(state: State) -> tuple[str, ...]:
    """What is wrong in ``state``, in English for developers."""
    found: list[str] = []
    if not (1 <= state.round <= ROUNDS and 1 <= state.auction <= COLUMNS):
        found.append("no such round or auction")
    if len(state.harvests) != state.round - (state.phase != "over"):
        found.append(f"{len(state.harvests)} harvests in round {state.round}, {state.phase}")
    bidders = [lot.bid.seat for lot in state.lots if lot.bid]
    if len(bidders) != len(set(bidders)):
        found.append("a seat has two active bids")
    if state.phase == "auction" and len(bidders) == len(state.lots):
        found.append("the auction is over and goes on")
    taken = {lot.bid.seat for lot in state.lots if lot.bid and lot.taken}
    for seat, player in zip(state.seats, state.players, strict=True):
        new = _provinces_of_round(state, taken, seat)
        have = [len(column.provinces) for column in player.columns]
        if sum(have) != COLUMNS * (state.round - 1) + new or any(n not in (state.round - 1, state.round) for n in have):
            found.append(f"seat {seat} has columns of {have} provinces in round {state.round}, auction {state.auction}")
        if any(province.built < 0 for column in player.columns for province in column.provinces):
            found.append(f"seat {seat} has fewer than no pyramids")
        if state.phase == "income" and player.built is not None and budget(state, seat) < player.paid:
            found.append(f"seat {seat} paid more than its budget")
        if player.limit < 0:
            found.append(f"seat {seat} owes coins")
        if not state.waived and _cards_wrong(state, seat):
            found.append(f"seat {seat} has spent {player.spent} of a hand of {player.limit}")
    return tuple(found)


def _provinces_of_round(state: State, taken: set[Seat], seat: Seat) -> int:
    if state.phase in ("offering", "rates", "income", "over"):
        return COLUMNS
    return 0 if state.phase == "hand" else state.auction - 1 + (seat in taken)


def _cards_wrong(state: State, seat: Seat) -> bool:
    player = state.player(seat)
    gone = sum(player.spent) + (player.offer or 0) + (player.kept or 0)
    return (
        0 in player.spent
        or len(set(player.spent)) != len(player.spent)
        or not set(player.spent) <= set(CARDS)
        or (player.kept is not None and gone > player.limit)
        or most_left(player) < 0
    )
