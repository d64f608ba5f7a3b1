"""The turns of the published game, as a tracker: recruit or play a band; dragons; leaders' powers; orc boards.

Rules page: section 7. A hand is only a number here; what it holds is never asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Action, Amounts, Choice, Number, OneOf, Refusal, Who
from companion.games.ethnos import actions as act
from companion.games.ethnos.published_scoring import is_last_age, next_first
from companion.games.ethnos.state import Adjustment, PlayedBand, PublishedTable, replaced
from companion.games.ethnos.tribes import KINGDOMS, MERFOLK_FREE, PUBLISHED_HAND, ages

DRAGONS = 3
TROLLS = (1, 2, 3, 4, 5, 6)


def begin_age(table: PublishedTable, first: int) -> PublishedTable:
    """The table at the start of an age: a card each, no bands; markers, merfolk track and orc boards stay."""
    seats = len(table.seats)
    empty = ((0,) * len(KINGDOMS),) * seats
    return replace(
        table,
        phase="turn",
        active=first,
        bands=((),) * seats,
        markers=table.markers or empty,
        merfolk=table.merfolk or (0,) * seats,
        orcs=table.orcs or empty,
        trolls=((),) * seats,
        giant=None,
        giant_takes=(),
        cashed=(None,) * seats,
        hands=(1,) * seats,
        dragons=0,
        free=0,
        drew=None,
        turn=table.turn + 1,
    )


# ---------------------------------------------------------------------------------------------- what may be done


def choices(table: PublishedTable) -> Iterator[Choice]:
    who = table.active
    seat = table.seats[who]
    match table.phase:
        case "turn":
            full = Refusal("hand_full", (("n", PUBLISHED_HAND),)) if table.hands[who] >= PUBLISHED_HAND else None
            yield Choice(seat, act.Recruit, refusal=full)
            yield _band_choice(table, who)
            yield Choice(seat, act.Dragon)
            if table.drew is not None and table.drew != who:
                yield Choice(table.seats[table.drew], act.Dragon)
        case "centaurs":
            yield _band_choice(table, who)
            yield Choice(seat, act.EndTurn)
        case "elves":
            yield Choice(seat, act.Keep, (("n", Number(0, keepable(table, who))),))
        case "merfolk":
            yield Choice(seat, act.FreeMarker, (("kingdom", OneOf(KINGDOMS)),))
        case "orcs":
            for other in waiting(table):
                yield Choice(table.seats[other], act.CashOrcs, (("kingdoms", orc_field(table, other)),))
        case _:
            return


def _band_choice(table: PublishedTable, who: int) -> Choice:
    seat, hand = table.seats[who], table.hands[who]
    if hand < 1:
        return Choice(seat, act.PlayBand, refusal=Refusal("hand_is_empty"))
    leaders = tuple(tribe for tribe in table.tribes if tribe != "skeletons")
    fields: tuple[tuple[str, OneOf | Number], ...] = (
        ("kingdom", OneOf(KINGDOMS)),
        ("leader", OneOf(leaders)),
        ("size", Number(1, min(hand, PUBLISHED_HAND))),
    )
    if "skeletons" in table.tribes and hand > 1:
        fields = (*fields, ("skeletons", Number(0, hand - 1)))
    return Choice(seat, act.PlayBand, fields)


def keepable(table: PublishedTable, who: int) -> int:
    """How many cards elves may keep: as many as their band has."""
    return min(table.bands[who][-1].size, table.hands[who]) if table.bands[who] else 0


def orc_field(table: PublishedTable, who: int) -> Amounts:
    return Amounts(KINGDOMS, table.orcs[who], 0, sum(table.orcs[who]))


def waiting(table: PublishedTable) -> tuple[int, ...]:
    """Who has not said yet whether to cash orc markers; an empty board is not asked."""
    return tuple(who for who, n in enumerate(table.cashed) if n is None and any(table.orcs[who]))


# ---------------------------------------------------------------------------------------------- why not


def check(table: PublishedTable, action: Action) -> Refusal | None:
    who = table.seats.index(action.seat)
    if isinstance(action, act.CashOrcs):
        return _check_cash(table, who, action)
    if isinstance(action, act.Dragon):
        return None if table.phase == "turn" else Refusal("not_now", overrulable=False)
    wanted: dict[type[Action], tuple[str, ...]] = {
        act.Recruit: ("turn",),
        act.PlayBand: ("turn", "centaurs"),
        act.EndTurn: ("centaurs",),
        act.Keep: ("elves",),
        act.FreeMarker: ("merfolk",),
    }
    if type(action) not in wanted:
        return Refusal("not_in_these_rules", overrulable=False)
    if table.phase not in wanted[type(action)]:
        return Refusal("not_now", overrulable=False)
    if who != table.active:
        return Refusal("not_your_turn", (("seat", Who(table.seats[table.active])),), overrulable=table.phase == "turn")
    match action:
        case act.Recruit():
            return Refusal("hand_full", (("n", PUBLISHED_HAND),)) if table.hands[who] >= PUBLISHED_HAND else None
        case act.PlayBand():
            return _check_band(table, who, action)
        case act.Keep(n=n):
            most = keepable(table, who)
            if n < 0:
                return Refusal("bad_number", overrulable=False)
            return Refusal("keep_at_most", (("n", most),)) if n > most else None
        case act.FreeMarker(kingdom=kingdom):
            return None if kingdom in KINGDOMS else Refusal("no_such_kingdom", overrulable=False)
        case _:
            return None


def _check_band(table: PublishedTable, who: int, band: act.PlayBand) -> Refusal | None:
    if band.kingdom not in KINGDOMS:
        return Refusal("no_such_kingdom", overrulable=False)
    if band.leader not in table.tribes:
        return Refusal("no_such_tribe", overrulable=False)
    if band.leader == "skeletons":
        return Refusal("skeletons_never_lead", overrulable=False)
    if not 1 <= band.size <= PUBLISHED_HAND:
        return Refusal("band_size", (("low", 1), ("high", PUBLISHED_HAND)), overrulable=False)
    if not 0 <= band.skeletons < band.size:
        return Refusal("leader_in_band", overrulable=False)
    if band.skeletons and "skeletons" not in table.tribes:
        return Refusal("no_such_tribe", overrulable=False)
    if band.size > table.hands[who]:
        return Refusal("hand_has", (("n", table.hands[who]), ("seat", Who(band.seat))))
    return None


def _check_cash(table: PublishedTable, who: int, action: act.CashOrcs) -> Refusal | None:
    if table.phase != "orcs":
        return Refusal("not_now", overrulable=False)
    if table.cashed[who] is not None:
        return Refusal("already_counted", overrulable=False)
    if not orc_field(table, who).contains(action.kingdoms):
        return Refusal("no_such_orc_marker", overrulable=False)
    return None


# ---------------------------------------------------------------------------------------------- what it does


def apply(table: PublishedTable, action: Action) -> PublishedTable:
    who = table.seats.index(action.seat)
    match action:
        case act.Recruit():
            return _next_turn(_hand(table, who, table.hands[who] + 1), who)
        case act.PlayBand():
            return _play(table, who, action)
        case act.EndTurn():
            return _discard(table, who)
        case act.Keep(n=n):
            return _next_turn(_hand(table, who, n), who)
        case act.FreeMarker(kingdom=kingdom):
            table = _place(table, who, KINGDOMS.index(kingdom))
            table = replace(table, free=table.free - 1)
            return table if table.free > 0 else _discard(table, who)
        case act.Dragon():
            table = replace(table, dragons=table.dragons + 1, last_dragon=who)
            return _end_age(table) if table.dragons >= DRAGONS else table
        case act.CashOrcs(kingdoms=kingdoms):
            left = tuple(have - gone for have, gone in zip(table.orcs[who], kingdoms, strict=True))
            cashed = replaced(table.cashed, who, sum(kingdoms))
            table = replace(table, orcs=replaced(table.orcs, who, left), cashed=cashed)
            return table if waiting(table) else _close_age(table)
        case _:
            return correct(table, who, action)


def correct(table: PublishedTable, who: int, action: Action) -> PublishedTable:
    """The table with one fact set right."""
    match action:
        case act.SetHand(n=n) if table.hands:
            return _hand(table, who, n)
        case act.SetMarkers(kingdom=kingdom, n=n) if table.markers and kingdom in KINGDOMS:
            row = replaced(table.markers[who], KINGDOMS.index(kingdom), n)
            return replace(table, markers=replaced(table.markers, who, row))
        case act.SetDragons(n=n) if table.phase == "turn":
            return replace(table, dragons=n)
        case act.Adjust(points=points):
            return replace(table, adjustments=(*table.adjustments, Adjustment(who, points)))
        case _:
            return table


def places_marker(table: PublishedTable, who: int, band: act.PlayBand) -> bool:
    """Whether a band brings a control marker: larger than the own markers there; minotaurs count for one more."""
    own = table.markers[who][KINGDOMS.index(band.kingdom)]
    return band.leader != "halflings" and band.size + (band.leader == "minotaurs") > own


def _hand(table: PublishedTable, who: int, n: int) -> PublishedTable:
    return replace(table, hands=replaced(table.hands, who, max(0, n)))


def _place(table: PublishedTable, who: int, kingdom: int) -> PublishedTable:
    row = table.markers[who]
    return replace(table, markers=replaced(table.markers, who, replaced(row, kingdom, row[kingdom] + 1)))


def _play(table: PublishedTable, who: int, band: act.PlayBand) -> PublishedTable:
    """First the marker, then the leader's power, last the rest of the hand goes to the display."""
    placed = places_marker(table, who, band)
    kingdom = KINGDOMS.index(band.kingdom)
    played = (*table.bands[who], PlayedBand(band.leader, band.kingdom, band.size, band.skeletons))
    table = replace(table, bands=replaced(table.bands, who, played), active=who, drew=None)
    table = _hand(table, who, table.hands[who] - band.size)
    if placed:
        table = _place(table, who, kingdom)
    match band.leader:
        case "centaurs" if placed and table.hands[who] > 0:
            return replace(table, phase="centaurs")
        case "elves" if table.hands[who] > band.size:
            return replace(table, phase="elves")
        case "elves":
            return _next_turn(table, who)
        case "giants" if table.giant is None or band.size > table.giant[1]:
            table = replace(table, giant=(who, band.size), giant_takes=(*table.giant_takes, who))
        case "merfolk":
            steps = table.merfolk[who]
            free = sum(steps < stop <= steps + band.size for stop in MERFOLK_FREE)
            table = replace(table, merfolk=replaced(table.merfolk, who, steps + band.size), free=free)
            if free:
                return replace(table, phase="merfolk")
        case "orcs":
            table = replace(table, orcs=replaced(table.orcs, who, replaced(table.orcs[who], kingdom, 1)))
        case "trolls":
            table = _take_troll(table, who, band.size)
        case "wizards":
            return _next_turn(replace(_hand(table, who, band.size), drew=who), who, drew=who)
        case _:
            pass
    return _discard(table, who)


def troll_for(table: PublishedTable, size: int) -> int | None:
    """The largest free troll token up to ``size``: a higher one is never worse, so nobody is asked."""
    taken = {token for tokens in table.trolls for token in tokens}
    return max((token for token in TROLLS if token <= size and token not in taken), default=None)


def _take_troll(table: PublishedTable, who: int, size: int) -> PublishedTable:
    token = troll_for(table, size)
    return table if token is None else replace(table, trolls=replaced(table.trolls, who, (*table.trolls[who], token)))


def _discard(table: PublishedTable, who: int) -> PublishedTable:
    return _next_turn(_hand(table, who, 0), who)


def _next_turn(table: PublishedTable, who: int, drew: int | None = None) -> PublishedTable:
    following = (who + 1) % len(table.seats)
    return replace(table, phase="turn", active=following, turn=table.turn + 1, free=0, drew=drew)


def _end_age(table: PublishedTable) -> PublishedTable:
    """The third dragon: hands are lost, the age is scored; in the last age every orc board is cashed."""
    table = replace(table, phase="orcs", hands=(0,) * len(table.seats), drew=None, free=0)
    if is_last_age(table):
        cashed = tuple(sum(board) for board in table.orcs)
        empty = ((0,) * len(KINGDOMS),) * len(table.seats)
        return _close_age(replace(table, cashed=cashed, orcs=empty))
    return table if waiting(table) else _close_age(table)


def _close_age(table: PublishedTable) -> PublishedTable:
    """Put the age's facts away: its points follow from them, so that no age can be scored twice."""
    last = is_last_age(table)
    table = replace(table, past=(*table.past, table.current), phase="over")
    return replace(table, turn=table.turn + 1) if last else begin_age(table, next_first(table))


def invariants(table: PublishedTable) -> tuple[str, ...]:
    """What no action, overruled or not, may break."""
    broken = []
    taken = [token for tokens in table.trolls for token in tokens]
    if len(taken) != len(set(taken)):
        broken.append("a troll token taken twice")
    if min(table.hands) < 0 or min(map(min, table.markers)) < 0:
        broken.append("a negative number of cards or markers")
    if not 0 <= table.dragons <= DRAGONS:
        broken.append("dragons beyond three")
    if any(band.leader == "skeletons" or band.skeletons >= band.size for row in table.bands for band in row):
        broken.append("a band without its leader")
    if table.giant is not None and table.giant[0] not in table.giant_takes:
        broken.append("the giant token was never taken")
    if (table.phase == "over") != (len(table.past) == ages(len(table.seats))):
        broken.append("over before the last age, or not over after it")
    return tuple(broken)
