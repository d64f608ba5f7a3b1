"""Honour: what each round's end is worth, and who wins. Read from the harvests, never added up on the way."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Line, Part, Score, Seat
from companion.games.amun_re.table import FARMS_FOR_HONOUR, Crop, Harvest, Player, State


def crop(player: Player) -> Crop:
    """What ``player`` shows at a round's end."""
    return Crop(player.least, player.farms, player.ankhs)


def ankh_honour(ankhs: Sequence[int], starter: int, tie: str) -> tuple[int, ...]:
    """+1 for most and -1 for fewest ankhs, by place in the row; ``starter`` is the place of the starting player.

    Ties by M-08: "all" tied seats get it, "none", or the one "seat" nearest clockwise from the starting player. Where
    everybody has the same number nobody gets anything.
    """
    most, fewest = max(ankhs), min(ankhs)
    if most == fewest:
        return (0,) * len(ankhs)
    given = [0] * len(ankhs)
    for value, honour in ((most, 1), (fewest, -1)):
        tied = [place for place, n in enumerate(ankhs) if n == value]
        if tie == "seat":
            tied = [min(tied, key=lambda place: (place - starter) % len(ankhs))]
        for place in tied if tie != "none" or len(tied) == 1 else ():
            given[place] = honour
    return tuple(given)


def next_starter(state: State) -> Seat:
    """Who has most visible ankhs; of several the nearest clockwise from the present starting player, him included."""
    most = max(player.ankhs for player in state.players)
    return next(seat for seat in state.clockwise_from(state.starter) if state.player(seat).ankhs == most)


def parts(state: State, seat: Seat) -> tuple[Part, ...]:
    """Where the honour of ``seat`` comes from, round by round."""
    at = state.seats.index(seat)
    found: list[Part] = []
    total = 0
    for number, harvest in enumerate(state.harvests, start=1):
        for part in _round_parts(state, harvest, at, number):
            found.append(part)
            total += part.points
        if total < 0 and not state.rules.negative:
            found.append(Part(Line.of("score.not_below_zero", round=number), -total))
            total = 0
    given = state.players[at].given
    return (*found, Part(Line.of("score.corrected"), given)) if given else tuple(found)


def _round_parts(state: State, harvest: Harvest, at: int, number: int) -> list[Part]:
    mine = harvest.crops[at]
    starter = state.seats.index(harvest.starter)
    ankhs = ankh_honour([crop.ankhs for crop in harvest.crops], starter, state.rules.ankh_tie)[at]
    row = [Part(Line.of("score.least_column", round=number, n=mine.least), mine.least)]
    if mine.farms >= FARMS_FOR_HONOUR:
        row.append(Part(Line.of("score.farms", round=number, n=mine.farms), 1))
    if ankhs:
        row.append(Part(Line.of(f"score.{'most' if ankhs > 0 else 'fewest'}_ankhs", round=number, n=mine.ankhs), ankhs))
    return row


def score(state: State, seat: Seat) -> Score:
    """The honour of ``seat``."""
    row = parts(state, seat)
    return Score(seat, sum(part.points for part in row), row)


TIE_BREAKS = ("pyramids", "nearest")


def ranks(state: State) -> dict[Seat, tuple[int, int, tuple[int]]]:
    """Most honour; then most pyramids; then nearest to the last round's starting player (text): always one seat."""
    order = state.clockwise_from(state.harvests[-1].starter)
    return {s: (score(state, s).total, state.player(s).pyramids, (-order.index(s),)) for s in state.seats}
