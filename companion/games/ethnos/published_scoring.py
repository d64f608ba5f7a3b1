"""Points as published: bands, kingdoms, giant, merfolk, orcs, each from an age's facts. Rules page: section 7."""

from __future__ import annotations

from companion.game import Line, Part, Score, Seat
from companion.games.ethnos.state import Age, PlayedBand, PublishedTable
from companion.games.ethnos.tribes import ORC_POINTS, ages, giant_points, merfolk_points, published_band_points


def scored_size(band: PlayedBand) -> int:
    """Cards that count for points: skeletons are discarded before, a dwarf leader counts for one more."""
    return band.size - band.skeletons + (band.leader == "dwarves")


def bands_points(bands: tuple[PlayedBand, ...]) -> int:
    return sum(published_band_points(scored_size(band)) for band in bands)


def ranking(values: tuple[int, ...], trolls: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    """Seat indices with a value above 0, best first; those that the troll totals can't part share a place."""
    ranks = {who: (value, sum(trolls[who])) for who, value in enumerate(values) if value > 0}
    order = sorted(set(ranks.values()), reverse=True)
    return [[who for who, rank in ranks.items() if rank == place] for place in order]


def kingdom_points(table: PublishedTable, played: Age, number: int, kingdom: int) -> tuple[int, ...]:
    """What each seat scores in ``kingdom`` at the end of age ``number``.

    Age 1: the first takes token I; age 2: first II, second I; age 3: first III, second II, third I. Tied places add
    their tokens, divide and round down. With two seats the last age is the option ``two_player_second``.
    """
    seats = len(table.seats)
    tokens = sorted(table.glory[kingdom][:number], reverse=True)
    places = ranking(tuple(row[kingdom] for row in played.markers), played.trolls)
    points = [0] * seats
    two_last = seats == 2 and number == 2
    if two_last and len(places) == 1 and len(places[0]) == 1:
        points[places[0][0]] = sum(tokens)
        return tuple(points)
    for place in places:
        share, tokens = sum(tokens[: len(place)]) // len(place), tokens[len(place) :]
        for who in place:
            points[who] = share
        if two_last and table.two_player_second == "nothing":
            break
    return tuple(points)


def merfolk_share(table: PublishedTable, played: Age, number: int, who: int) -> int:
    """What ``who`` scores as the leader of the merfolk track; leaders who tie divide, rounded down."""
    places = ranking(played.merfolk, played.trolls)
    if not places or who not in places[0]:
        return 0
    return merfolk_points(len(table.seats), number) // len(places[0])


def ages_played(table: PublishedTable) -> tuple[tuple[Age, bool], ...]:
    """Each age with whether it is over."""
    closed = tuple((age, True) for age in table.past)
    return closed if table.phase == "over" or not table.bands else (*closed, (table.current, table.phase == "orcs"))


def score(table: PublishedTable, who: int) -> Score:
    """The glory of the seat at index ``who``, with a part for each kind of points of each age."""
    parts: list[Part] = []
    seats = len(table.seats)

    def add(key: str, points: int, **facts: int) -> None:
        if points:
            parts.append(Part(Line.of(key, **facts), points))

    for number, (played, over) in enumerate(ages_played(table), 1):
        add("score.giant_taken", 2 * played.giant_takes.count(who), age=number)
        if not over:
            continue
        add("score.age_bands", bands_points(played.bands[who]), age=number)
        won = [kingdom_points(table, played, number, k)[who] for k in range(len(table.glory))]
        add("score.kingdoms", sum(won), age=number, n=sum(points > 0 for points in won))
        if played.giant is not None and played.giant[0] == who:
            add("score.giant", giant_points(seats, number), age=number)
        add("score.merfolk", merfolk_share(table, played, number, who), age=number)
        add("score.orcs", ORC_POINTS[played.cashed[who]], age=number, n=played.cashed[who])
    add("score.agreed", sum(adjustment.points for adjustment in table.adjustments if adjustment.who == who))
    return Score(table.seats[who], sum(part.points for part in parts), tuple(parts))


TIE_BREAKS = ("markers", "bands")


def ranks(table: PublishedTable) -> dict[Seat, tuple[int, int, list[int]]]:
    """Most glory; tied: most control markers on the board; tied: the biggest bands of the last age, one by one; else
    they win together."""
    last = table.past[-1]

    def rank(who: int) -> tuple[int, int, list[int]]:
        sizes = sorted((band.size - band.skeletons for band in last.bands[who]), reverse=True)
        return score(table, who).total, sum(last.markers[who]), sizes

    return {seat: rank(who) for who, seat in enumerate(table.seats)}


def next_first(table: PublishedTable) -> int:
    """Who begins the next age: least glory; tied: the nearest clockwise to who drew the last dragon (E-10)."""
    seats = len(table.seats)
    totals = [score(table, who).total for who in range(seats)]
    order = [(table.last_dragon + step) % seats for step in range(seats)]
    return next(who for who in order if totals[who] == min(totals))


def is_last_age(table: PublishedTable) -> bool:
    return table.age >= ages(len(table.seats))
