"""What Ethnos says: the prompt, the reminders, the lines of the log. Keys of the ``ethnos`` catalogue."""

from __future__ import annotations

from companion.game import Action, BadSetup, Fact, Line, Who, Word
from companion.games.ethnos import actions as act
from companion.games.ethnos import published, published_scoring, setup, text, text_scoring
from companion.games.ethnos.state import PublishedTable, Table, TextTable
from companion.games.ethnos.tribes import BANDS_END_ROUND, KINGDOMS, PUBLISHED_HAND, TEXT_ROUNDS, ages


def bad_seats(allowed: range) -> BadSetup:
    return BadSetup(Line.of("error.seats", low=allowed.start, high=allowed.stop - 1))


def tribe_word(tribe: str) -> Word:
    return Word(f"word.{tribe}")


def kingdom_word(kingdom: str) -> Word:
    return Word(f"word.kingdom.{kingdom}")


# ---------------------------------------------------------------------------------------------- now


def prompt(table: Table) -> Line:
    """One line: what the table does with its hands now."""
    if table.phase == "over":
        return Line.of("prompt.over")
    if table.phase == "tribes":
        return Line.of("prompt.tribes", n=setup.tribes_field(table).low)
    if isinstance(table, TextTable):
        return _text_prompt(table)
    seat = Who(table.seats[table.active])
    match table.phase:
        case "glory":
            return Line.of("prompt.glory", kingdom=kingdom_word(KINGDOMS[len(table.glory)]))
        case "merfolk":
            return Line.of("prompt.merfolk", seat=seat, n=table.free)
        case "elves":
            return Line.of("prompt.elves", seat=seat, n=published.keepable(table, table.active))
        case "orcs":
            return Line.of("prompt.orcs")
        case "centaurs":
            return Line.of("prompt.centaurs", seat=seat)
    full = table.hands[table.active] >= PUBLISHED_HAND
    return Line.of("prompt.must_band" if full else "prompt.recruit_or_band", seat=seat)


def _text_prompt(table: TextTable) -> Line:
    seat = Who(table.seats[table.active])
    if table.phase == "regions":
        return Line.of("prompt.region", number=len(table.regions) + 1, count=table.rules.regions or setup.MOST_REGIONS)
    if table.phase == "count":
        left = table.current.left
        if None in left:
            return Line.of("prompt.cards_left", round=table.round)
        last = table.round == TEXT_ROUNDS
        return Line.of("prompt.finish" if last else "prompt.close_round", round=table.round)
    if table.power == "ready":
        return Line.of("prompt.power", seat=seat)
    if table.acted or table.display == 0:
        return Line.of("prompt.take_or_swap" if table.display else "prompt.end_turn", seat=seat)
    if text.must_lay(table, table.active):
        return Line.of("prompt.lay", seat=seat)
    return Line.of(f"prompt.turn.{table.rules.turn}", seat=seat)


def guide(table: Table) -> tuple[Line, ...]:
    """What tables forget in this phase."""
    if isinstance(table, PublishedTable):
        return tuple(_published_guide(table))
    lines: list[Line] = []
    if table.phase == "count":
        lines.append(Line.of("guide.minus_one_per_card"))
        lines.append(Line.of("guide.ties_pay_nobody"))
        lines.append(Line.of("guide.no_points_for_laid"))
        if table.round == TEXT_ROUNDS:
            lines.append(Line.of("guide.band_cards_break_ties"))
        else:
            lines.append(Line.of("guide.shuffle_all", seat=Who(table.seats[text.next_starter(table)])))
    elif table.phase == "turn":
        if table.turn == table.began:
            lines.append(Line.of("guide.deal", n=table.rules.display, seat=Who(table.seats[table.starter])))
        if table.acted and not table.power:
            lines.append(Line.of("guide.no_power_on_extend"))
        if table.power == "ready":
            lines.append(Line.of("guide.power_once"))
        if table.rules.turn != "lay_one":
            lines.append(Line.of("guide.hand_limit"))
        if len(table.bands[table.active]) == BANDS_END_ROUND - 1:
            lines.append(Line.of("guide.third_band_ends_round"))
        if table.closing:
            lines.append(Line.of("guide.last_turns", seat=Who(table.seats[table.starter])))
        if table.rules.refill == "round_start":
            lines.append(Line.of("guide.no_refill"))
    return tuple(lines)


def _published_guide(table: PublishedTable) -> list[Line]:
    lines: list[Line] = []
    if table.phase == "glory":
        lines.append(Line.of("guide.ascending"))
    if table.phase == "turn":
        if all(not bands for bands in table.bands) and all(hand == 1 for hand in table.hands):
            lines.append(Line.of("guide.age_start", n=2 * len(table.seats)))
        if table.drew is not None and table.bands[table.drew]:
            drawn = table.bands[table.drew][-1].size
            lines.append(Line.of("guide.wizards_draw", seat=Who(table.seats[table.drew]), n=drawn))
        if table.dragons:
            lines.append(Line.of("guide.dragons", n=table.dragons))
        lines.append(Line.of("guide.discard_hand"))
        lines.append(Line.of("guide.not_replaced"))
    if table.phase == "orcs":
        lines.append(Line.of("guide.orcs_return"))
    if "skeletons" in table.tribes and table.phase in ("turn", "orcs"):
        lines.append(Line.of("guide.skeletons"))
    return lines


# ---------------------------------------------------------------------------------------------- the log


def describe(before: Table, action: Action, after: Table) -> tuple[Line, ...]:
    """The action, then what it brought. Hidden hands never show: the app does not know them."""
    seat = Who(action.seat)
    match action:
        case act.ChooseTribes():
            return (Line.of("log.ChooseTribes", seat=seat, n=len(after.tribes)),)
        case act.PlaceRegion(value=value, tribe=tribe):
            return (Line.of("log.PlaceRegion", seat=seat, tribe=tribe_word(tribe), value=value),)
        case act.Lay(tribe=tribe):
            return (Line.of("log.Lay", seat=seat, tribe=tribe_word(tribe)),)
        case act.UsePower(effect=effect):
            return (Line.of("log.UsePower", seat=seat, effect=Word(f"option.effect.{effect}")),)
        case act.CardsLeft(n=n) | act.Keep(n=n) | act.SetHand(n=n) | act.SetDeck(n=n) | act.SetDragons(n=n):
            return (Line.of(f"log.{type(action).__name__}", seat=seat, n=n),)
        case act.SetDepth(depth=depth):
            return (Line.of("log.SetDepth", seat=seat, depth=Word(f"option.depth.{depth}")),)
        case act.SetLaid(tribe=tribe, n=n):
            return (Line.of("log.SetLaid", seat=seat, n=n, tribe=tribe_word(tribe)),)
        case act.SetMarkers(kingdom=kingdom, n=n):
            return (Line.of("log.SetMarkers", seat=seat, n=n, kingdom=kingdom_word(kingdom)),)
        case act.Adjust(points=points):
            return (Line.of("log.Adjust", seat=seat, points=points),)
    if isinstance(before, TextTable) and isinstance(after, TextTable):
        return _describe_text(before, action, after)
    if isinstance(before, PublishedTable) and isinstance(after, PublishedTable):
        return _describe_published(before, action, after)
    return (Line.of(f"log.{type(action).__name__}", seat=seat),)


def _describe_text(before: TextTable, action: Action, after: TextTable) -> tuple[Line, ...]:
    seat = Who(action.seat)
    lines: list[Line] = []
    match action:
        case act.FormBand(tribe=tribe, size=n) | act.ExtendBand(tribe=tribe, n=n):
            lines.append(Line.of(f"log.{type(action).__name__}", seat=seat, n=n, tribe=tribe_word(tribe)))
            lines.append(Line.of("log.gained", seat=seat, n=text.gained(before, action)))
        case act.CloseRound():
            lines.append(Line.of("log.CloseRound", seat=seat, round=before.round))
            for i, region in enumerate(before.regions):
                owner = text_scoring.region_owner(before, before.current, i)
                facts: dict[str, Fact] = {"number": i + 1, "tribe": tribe_word(region.tribe)}
                if owner is None:
                    lines.append(Line.of("log.region_to_nobody", **facts))
                else:
                    lines.append(Line.of("log.region", **facts, seat=Who(before.seats[owner]), n=region.value))
        case _:
            lines.append(Line.of(f"log.{type(action).__name__}", seat=seat))
    if before.phase == "turn" and after.phase == "count":
        lines.append(Line.of("log.round_over", round=after.round))
    return tuple(lines)


def _describe_published(before: PublishedTable, action: Action, after: PublishedTable) -> tuple[Line, ...]:
    seat = Who(action.seat)
    who = before.seats.index(action.seat)
    lines: list[Line] = []
    match action:
        case act.PlayBand(kingdom=kingdom, leader=leader, size=n):
            where = kingdom_word(kingdom)
            lines.append(Line.of("log.PlayBand", seat=seat, n=n, leader=tribe_word(leader), kingdom=where))
            placed = published.places_marker(before, who, action)
            lines.append(Line.of("log.marker" if placed else "log.no_marker", seat=seat, kingdom=kingdom_word(kingdom)))
            if len(after.giant_takes) > len(before.giant_takes):
                lines.append(Line.of("log.giant", seat=seat))
            if len(after.trolls[who]) > len(before.trolls[who]):
                lines.append(Line.of("log.troll", seat=seat, value=after.trolls[who][-1]))
        case act.FreeMarker(kingdom=kingdom):
            lines.append(Line.of("log.FreeMarker", seat=seat, kingdom=kingdom_word(kingdom)))
        case act.CashOrcs(kingdoms=kingdoms):
            lines.append(Line.of("log.CashOrcs", seat=seat, n=sum(kingdoms)))
        case _:
            lines.append(Line.of(f"log.{type(action).__name__}", seat=seat))
    if len(after.past) > len(before.past):
        lines.append(Line.of("log.age_over", age=before.age))
        for i, other in enumerate(after.seats):
            before_age = sum(part.points for part in published_scoring.score(before, i).parts)
            now = published_scoring.score(after, i).total
            lines.append(Line.of("log.age_points", seat=Who(other), n=now - before_age, total=now))
        if after.age <= ages(len(after.seats)):
            lines.append(Line.of("log.next_first", seat=Who(after.seats[after.active])))
    return tuple(lines)
