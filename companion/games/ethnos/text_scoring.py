"""Points of the ``text``: bands, regions, cards left in hand. Computed from the rounds' facts, every time anew."""

from __future__ import annotations

from companion.game import Line, Part, Score, Seat
from companion.games.ethnos.state import Round, TextRules, TextTable


def band_points(rules: TextRules, size: int) -> int:
    """Points for a band of ``size`` (E-08). A size outside of 3 to 5, if the players insist, counts as the nearest."""
    return rules.points[min(max(size, 3), 5) - 3] if size > 0 else 0


def region_counts(table: TextTable, played: Round, region: int) -> tuple[int, ...]:
    """How much each seat has of what counts for the region, by the option of E-04.

    Cards of the region's tribe in bands, cards in all bands (every tribe is active, so one seat wins every region), or
    markers: one for each band of the region's tribe.
    """
    tribe = table.regions[region].tribe
    match table.rules.control:
        case "all_active":
            return tuple(sum(band.size for band in bands) for bands in played.bands)
        case "markers":
            return tuple(sum(band.tribe == tribe for band in bands) for bands in played.bands)
        case _:
            return tuple(sum(band.size for band in bands if band.tribe == tribe) for bands in played.bands)


def region_owner(table: TextTable, played: Round, region: int) -> int | None:
    """Who controls the region: strictly the most of what counts; a tie pays nobody, and so does nothing at all."""
    counts = region_counts(table, played, region)
    most = max(counts)
    return counts.index(most) if most > 0 and counts.count(most) == 1 else None


def rounds_played(table: TextTable) -> tuple[tuple[Round, bool], ...]:
    """Each round with whether it is over (regions and hands count only then)."""
    closed = tuple((played, True) for played in table.past)
    return closed if table.phase == "over" or not table.bands else (*closed, (table.current, table.phase == "count"))


def band_cards(table: TextTable, who: int) -> int:
    """Cards in bands over the whole match: the tie-break."""
    return sum(band.size for played, _ in rounds_played(table) for band in played.bands[who])


def score(table: TextTable, who: int) -> Score:
    """The score of the seat at index ``who``, with a part for each kind of points of each round."""
    parts: list[Part] = []
    total = 0

    def add(key: str, points: int, **facts: int) -> None:
        nonlocal total
        parts.append(Part(Line.of(key, **facts), points))
        total += points

    for number, (played, over) in enumerate(rounds_played(table), 1):
        bands = played.bands[who]
        if bands:
            add("score.bands", sum(band_points(table.rules, b.size) for b in bands), round=number, n=len(bands))
        if not over:
            continue
        left = played.left[who] or 0
        if left and table.rules.hand_penalty:
            add("score.hand", left * table.rules.hand_penalty, round=number, n=left)
        if table.rules.floor_at_zero and total < 0:
            add("score.floor", -total, round=number)
        won = [r.value for i, r in enumerate(table.regions) if region_owner(table, played, i) == who]
        if won:
            add("score.regions", sum(won), round=number, n=len(won))
    agreed = sum(adjustment.points for adjustment in table.adjustments if adjustment.who == who)
    if agreed:
        add("score.agreed", agreed)
    return Score(table.seats[who], total, tuple(parts))


TIE_BREAKS = ("band_cards",)


def ranks(table: TextTable) -> dict[Seat, tuple[int, int]]:
    """Highest score; tied: most cards in bands over all rounds; still tied: they win together."""
    return {seat: (score(table, who).total, band_cards(table, who)) for who, seat in enumerate(table.seats)}
