"""Where the points of Unfair come from, and who wins."""

from __future__ import annotations

from companion.game import Line, Part, Score, Seat
from companion.games.unfair.park import Attraction, Park, Rules, State

FAILED_BLUEPRINT = -10
"""Points of a blueprint that was not finished (published)."""
COINS_PER_POINT = 2
"""Published: one point for every two coins."""


def income(park: Park, rules: Rules) -> int:
    """What ``park`` earns at a round's end: player card, open attractions with their upgrades, the base (U-02)."""
    earning = [attraction for attraction in park.areas if attraction is not None and attraction.open]
    base = len(earning) if rules.base_income == "per_attraction" else 0
    card = park.card.income if park.card else 0
    return base + card + sum(a.income + sum(upgrade.income for upgrade in a.upgrades) for a in earning)


def points(attraction: Attraction, rules: Rules) -> int:
    """What an attraction brings with its upgrades; a damaged one loses the printed number, or counts nothing (U-06)."""
    whole = attraction.points + sum(upgrade.points for upgrade in attraction.upgrades)
    if attraction.ruin:
        return 0
    if not attraction.damaged:
        return whole
    return whole - attraction.penalty if attraction.penalty and rules.damage == "printed" else 0


def score(state: State, seat: Seat) -> Score:
    """The points of ``seat`` and where each comes from."""
    park = state.park(seat)
    parts = _sheet_parts(park, state.rules) if state.rules.rules == "published" else _text_parts(park, state.rules)
    if park.given:
        parts.append(Part(Line.of("score.corrected"), park.given))
    return Score(seat, sum(part.points for part in parts), tuple(parts))


def _text_parts(park: Park, rules: Rules) -> list[Part]:
    parts: list[Part] = []
    for number, attraction in enumerate(park.areas, start=1):
        if attraction is None or attraction.ruin:
            continue
        if attraction.damaged:
            parts.append(Part(Line.of("score.damaged", number=number), points(attraction, rules)))
            continue
        parts.append(Part(Line.of("score.attraction", number=number), attraction.points))
        parts += [Part(Line.of("score.upgrade", number=number), upgrade.points) for upgrade in attraction.upgrades]
    if park.card is not None and park.card.points:
        parts.append(Part(Line.of("score.card"), park.card.points))
    parts += [Part(Line.of("score.event"), bonus) for bonus in park.bonuses]
    parts += [Part(Line.of("score.loan"), -lost) for lost in park.loans]
    return parts


def table_points(icons: int, rules: Rules) -> int | None:
    """What the box's table gives for ``icons`` icons; ``None`` where it does not say."""
    if icons <= 0:
        return 0
    return rules.icon_points[icons - 1] if icons <= len(rules.icon_points) else None


def _sheet_parts(park: Park, rules: Rules) -> list[Part]:
    sheet = park.sheet
    parts: list[Part] = []
    for number, (icons, told) in enumerate(zip(sheet.icons, sheet.points, strict=True), start=1):
        if icons:
            parts.append(Part(Line.of("score.icons", number=number, n=icons), table_points(icons, rules) or 0))
        elif told:
            parts.append(Part(Line.of("score.attraction", number=number), told))
    for key, n in (("staff", sheet.staff), ("blueprints", sheet.blueprints), ("loan", -sheet.loans)):
        if n:
            parts.append(Part(Line.of(f"score.{key}"), n))
    if sheet.failed:
        parts.append(Part(Line.of("score.failed", n=sheet.failed), FAILED_BLUEPRINT * sheet.failed))
    if sheet.coins:
        parts.append(Part(Line.of("score.coins", n=sheet.coins), sheet.coins // COINS_PER_POINT))
    return parts


TIE_BREAKS = ("coins",)


def ranks(state: State) -> dict[Seat, tuple[int, int]]:
    """Most points; by the text then most coins; who is still tied shares the win (published: no tie-break is known)."""
    text = state.rules.rules == "text"
    return {seat: (score(state, seat).total, state.park(seat).coins if text else 0) for seat in state.seats}
