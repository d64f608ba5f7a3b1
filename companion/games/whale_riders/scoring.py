"""Pearls: on tiles, on completed contracts, on decrees. Computed from what lies on the table, every time anew."""

from __future__ import annotations

from companion.game import Line, Part, Score, Seat
from companion.games.whale_riders.coast import CRAB, DECREE_PEARLS
from companion.games.whale_riders.state import Rider, WhaleState


def decree_pearls(state: WhaleState, who: int) -> int:
    return sum(DECREE_PEARLS.get(decree.name, 0) for decree in state.decrees if decree.owner == who)


def score(state: WhaleState, who: int) -> Score:
    """The pearls of the seat at index ``who``. Unused goods are worth nothing."""
    rider = state.riders[who]
    parts: list[Part] = []

    def add(key: str, points: int, **facts: int) -> None:
        if points:
            parts.append(Part(Line.of(key, **facts), points))

    bought = [tile for tile in rider.tiles if tile.kind == "pearl"]
    start = [tile for tile in rider.tiles if tile.kind == "start"]
    add("score.tiles", sum(tile.pearls for tile in bought), n=len(bought))
    add("score.start_pearls", sum(tile.pearls for tile in start), n=len(start))
    add("score.contracts", sum(contract.pearls for contract in rider.contracts), n=len(rider.contracts))
    taken = sum(decree.owner == who for decree in state.decrees)
    add("score.decrees", decree_pearls(state, who), n=taken)
    add("score.agreed", sum(a.pearls for a in state.adjustments if a.who == who))
    return Score(state.seats[who], sum(part.points for part in parts), tuple(parts))


TIE_BREAKS = ("coins", "tiles")


def ranks(state: WhaleState) -> dict[Seat, tuple[int, int, int]]:
    """Most pearls; tied: most coins; tied: most tiles left; tied still: they win together."""
    return {
        seat: (score(state, who).total, rider.coins, len(rider.tiles))
        for who, (seat, rider) in enumerate(zip(state.seats, state.riders, strict=True))
    }


def meets(state: WhaleState, who: int, decree: str) -> bool:
    """Whether the rider meets a clan's decree now (rules page, section 5; pearls of decrees do not count: W-08)."""
    rider = state.riders[who]
    match decree:
        case "d3contracts":
            return len(rider.contracts) >= 3
        case "d8coins":
            return rider.coins >= 8
        case "d8tiles":
            return len(rider.tiles) >= 8
        case "d8pearls":
            extra = decree_pearls(state, who) if state.rules.count_decrees else 0
            return own_pearls(rider) + extra >= 8
        case "d_crab":
            return rider.heading != "out" or rider.port == CRAB
        case _:
            return rider.heading == "done"


def own_pearls(rider: Rider) -> int:
    """Pearls on tiles and completed contracts."""
    return sum(tile.pearls for tile in rider.tiles) + sum(contract.pearls for contract in rider.contracts)
