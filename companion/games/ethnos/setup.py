"""Before play: the tribes in play, the regions of the text, the glory tokens as published.

What the set-up's board already says is not asked: Place("tribe", i) with Piece("tribe", detail=tribe),
Place("region", i) with Piece("region", number=value, detail=tribe), and Place("kingdom", k) with a Piece("glory",
number=value) for each of its tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.game import (
    Action,
    Amounts,
    BadSetup,
    Board,
    Choice,
    Line,
    Number,
    OneOf,
    Piece,
    Place,
    Refusal,
    Seat,
    Setup,
)
from companion.games.ethnos import actions as act
from companion.games.ethnos.published import begin_age
from companion.games.ethnos.state import (
    PublishedTable,
    Region,
    Table,
    TextRules,
    TextTable,
    chosen_tribes,
)
from companion.games.ethnos.text import begin_round
from companion.games.ethnos.tribes import (
    GLORY,
    GLORY_SMALL,
    KINGDOMS,
    TEXT_POINTS,
    TEXT_REGIONS,
    TEXT_REGIONS_PREFILL,
    TEXT_TRIBES,
    TRIBES,
    ages,
    is_small,
    tribes_in_play,
)

MOST_REGIONS = 20
"""Region tokens in the box of the text: "about 20"."""
MOST_VALUE = 20
"""No region token is worth more."""


def box_value(setup: Setup, name: str) -> Any | None:
    """What the box file says, ``None`` where nothing was typed."""
    return next((value for key, value in setup.box if key == name and value not in ((), [], None)), None)


def start_text(setup: Setup) -> TextTable:
    """:raises BadSetup: for tribes, regions or a box that the text cannot be played with."""
    seats = len(setup.seats)
    shown = setup.option("display")
    regions = setup.option("regions")
    points = TEXT_POINTS if setup.option("band_table") == "published" else box_value(setup, "band_points")
    cards = box_value(setup, "cards")
    if points is None:
        raise BadSetup(Line.of("error.box_missing", field="band_points"))
    display = 2 * seats if shown == "twice_players" else int(shown)
    if cards is not None and cards < display + 5 * seats + 1:
        raise BadSetup(Line.of("error.too_few_cards", n=cards))
    rules = TextRules(
        display=display,
        regions=TEXT_REGIONS.get(seats) if regions == "by_count" else regions,
        control=setup.option("control"),
        turn=setup.option("turn"),
        refill=setup.option("refill"),
        points=tuple(points),
        extend=setup.option("extend"),
        hand_penalty=setup.option("hand_penalty"),
        round_end=setup.option("round_end"),
        floor_at_zero=setup.option("floor_at_zero"),
        cards=cards,
        tokens=tuple(box_value(setup, "region_tokens") or ()),
    )
    first = setup.seats.index(setup.first)
    table = TextTable(setup.seats, rules, "tribes", first, first, depth=setup.option("depth"))
    tribes = tribes_on(setup.board, TEXT_TRIBES)
    if not tribes:
        return table
    laid = setup.board.of("region")
    placed = tuple(Region(piece.number or 0, piece.detail or "") for _, piece in laid)
    if any(region.tribe not in tribes for region in placed) or len(placed) > MOST_REGIONS:
        raise BadSetup(Line.of("error.bad_regions"))
    if placed and rules.regions not in (None, len(placed)):
        raise BadSetup(Line.of("error.number_of_regions", n=len(placed)))
    table = replace(table, tribes=tribes, regions=placed, phase="regions")
    return begin_round(table, first) if placed else table


def start_published(setup: Setup) -> PublishedTable:
    """:raises BadSetup: for tribes or tokens that the published game does not have."""
    seats = len(setup.seats)
    name, tokens = ("glory_small", GLORY_SMALL) if is_small(seats) else ("glory", GLORY)
    tokens = tuple(box_value(setup, name) or tokens)
    first = setup.seats.index(setup.first)
    table = PublishedTable(setup.seats, setup.option("two_player_second"), "tribes", first, tokens=tokens)
    tribes = tribes_on(setup.board, tribes_in_play(seats))
    if not tribes:
        return table
    table = replace(table, tribes=tribes, phase="glory")
    laid = setup.board.of("kingdom")
    if not laid:
        return table
    glory = tuple(
        tuple(sorted(piece.number or 0 for where, piece in laid if where.id == kingdom))
        for kingdom in range(len(KINGDOMS))
    )
    if any(len(row) != ages(seats) for row in glory):
        raise BadSetup(Line.of("error.glory_per_kingdom", n=ages(seats)))
    return begin_age(replace(table, glory=glory), first)


def tribes_on(board: Board, n: int) -> tuple[str, ...]:
    """The tribes that a board names, none where it names none. :raises BadSetup: for others than ``n`` of ours."""
    named = {piece.detail for _, piece in board.of("tribe")}
    if named and (len(named) != n or not named <= set(TRIBES)):
        raise BadSetup(Line.of("error.number_of_tribes", n=n))
    return tuple(tribe for tribe in TRIBES if tribe in named)


# ---------------------------------------------------------------------------------------------- as questions


def tribes_field(table: Table) -> Amounts:
    n = TEXT_TRIBES if isinstance(table, TextTable) else tribes_in_play(len(table.seats))
    return Amounts(TRIBES, (1,) * len(TRIBES), n, n)


def free_tokens(table: PublishedTable) -> tuple[int, ...]:
    """Glory tokens that lie in no kingdom yet, each value once."""
    left = Counter(table.tokens) - Counter(value for row in table.glory for value in row)
    return tuple(sorted(left.elements()))


def region_values(table: TextTable) -> OneOf | Number:
    """The values that the next region may have: those of the tokens left, or any where no tokens were typed."""
    left = Counter(table.rules.tokens) - Counter(region.value for region in table.regions)
    return OneOf(tuple(sorted(left))) if left else Number(0, MOST_VALUE)


def choices(table: Table) -> Iterator[Choice]:
    """What is asked before play, always of who begins."""
    seat = table.seats[table.active]
    if table.phase == "tribes":
        yield Choice(seat, act.ChooseTribes, (("tribes", tribes_field(table)),))
    elif isinstance(table, TextTable) and table.phase == "regions":
        yield Choice(seat, act.PlaceRegion, (("value", region_values(table)), ("tribe", OneOf(table.tribes))))
        if table.rules.regions is None and table.regions:
            yield Choice(seat, act.RegionsDone)
    elif isinstance(table, PublishedTable) and table.phase == "glory":
        values = OneOf(tuple(dict.fromkeys(free_tokens(table))))
        yield Choice(seat, act.PlaceGlory, tuple((name, values) for name in GLORY_FIELDS[: ages(len(table.seats))]))


GLORY_FIELDS = ("first", "second", "third")


def placed_values(table: PublishedTable, action: act.PlaceGlory) -> tuple[int, ...]:
    return (action.first, action.second, action.third)[: ages(len(table.seats))]


def check(table: Table, action: Action) -> Refusal | None:
    """Why ``action`` is not allowed before play."""
    match action:
        case act.ChooseTribes(tribes=tribes) if table.phase == "tribes":
            field = tribes_field(table)
            return None if field.contains(tribes) else Refusal("choose_tribes", (("n", field.low),), overrulable=False)
        case act.PlaceRegion(value=value, tribe=tribe) if isinstance(table, TextTable) and table.phase == "regions":
            if tribe not in table.tribes:
                return Refusal("no_such_tribe", overrulable=False)
            if not 0 <= value <= MOST_VALUE:
                return Refusal("bad_number", overrulable=False)
            return None if region_values(table).contains(value) else Refusal("token_not_left")
        case act.RegionsDone() if isinstance(table, TextTable) and table.phase == "regions":
            if table.rules.regions is not None or not table.regions:
                return Refusal("regions_missing", overrulable=False)
            return None
        case act.PlaceGlory() if isinstance(table, PublishedTable) and table.phase == "glory":
            values = placed_values(table, action)
            if Counter(values) - Counter(free_tokens(table)):
                return Refusal("token_not_left", overrulable=False)
            return None if list(values) == sorted(values) else Refusal("ascending", overrulable=False)
        case _:
            return Refusal("not_now", overrulable=False)


def apply(table: Table, action: Action) -> Table:
    """The table after a question before play was answered; play begins with the last one."""
    match action:
        case act.ChooseTribes(tribes=tribes):
            following = "regions" if isinstance(table, TextTable) else "glory"
            return replace(table, tribes=chosen_tribes(tribes), phase=following)
        case act.PlaceRegion(value=value, tribe=tribe) if isinstance(table, TextTable):
            table = replace(table, regions=(*table.regions, Region(value, tribe)))
            full = len(table.regions) >= (table.rules.regions or MOST_REGIONS)
            return begin_round(table, table.starter) if full else table
        case act.RegionsDone() if isinstance(table, TextTable):
            return begin_round(table, table.starter)
        case act.PlaceGlory() if isinstance(table, PublishedTable):
            table = replace(table, glory=(*table.glory, placed_values(table, action)))
            return begin_age(table, table.active) if len(table.glory) == len(KINGDOMS) else table
        case _:
            return table


# ---------------------------------------------------------------------------------------------- at random


def random_board(rng: Random, seats: int, options: dict[str, Any], box: dict[str, Any]) -> Board:
    """Tribes and regions drawn by ``rng``.

    In the text a region's value comes from the region tokens typed from the box; without them the values 1 to 10
    stand in: a synthetic box, for self-play.
    """
    if options["rules"] == "published":
        tribes = sorted(rng.sample(TRIBES, tribes_in_play(seats)))
        tokens = list(box.get("glory_small" if is_small(seats) else "glory") or ())
        tokens = tokens or list(GLORY_SMALL if is_small(seats) else GLORY)
        rng.shuffle(tokens)
        lots = [sorted(tokens[k :: len(KINGDOMS)]) for k in range(len(KINGDOMS))]
        laid = [(Place("kingdom", k), Piece("glory", number=value)) for k, lot in enumerate(lots) for value in lot]
    else:
        tribes = sorted(rng.sample(TRIBES, TEXT_TRIBES))
        wanted = options["regions"]
        n = TEXT_REGIONS.get(seats, TEXT_REGIONS_PREFILL) if wanted == "by_count" else wanted
        values = list(box.get("region_tokens") or ())
        rng.shuffle(values)
        values = (values + [rng.randint(1, 10) for _ in range(n)])[:n]
        spread = rng.sample(tribes, len(tribes)) * (n // len(tribes) + 1)
        laid = [(Place("region", i), Piece("region", number=values[i], detail=spread[i])) for i in range(n)]
    return Board((*((Place("tribe", i), Piece("tribe", detail=t)) for i, t in enumerate(tribes)), *laid))


def random_setup(rng: Random, seats: int, options: tuple[tuple[str, Any], ...]) -> Setup:
    """A set-up drawn by ``rng``, with a synthetic box: 72 cards and the published points."""
    given = dict(options)
    box: dict[str, Any] = {}
    if given["rules"] == "text":
        box = {"cards": 72, "band_points": TEXT_POINTS}
    board = random_board(rng, seats, given, box)
    places = tuple(Seat(i) for i in range(seats))
    return Setup(places, Seat(rng.randrange(seats)), options, board, tuple(box.items()))


def shown_board(table: Table) -> Board:
    """The regions and tribes of a match in the form of :mod:`companion.games.ethnos.setup`."""
    tribes = tuple((Place("tribe", i), Piece("tribe", detail=tribe)) for i, tribe in enumerate(table.tribes))
    if isinstance(table, TextTable):
        laid = tuple(
            (Place("region", i), Piece("region", number=region.value, detail=region.tribe))
            for i, region in enumerate(table.regions)
        )
        return Board((*tribes, *laid))
    glory = tuple(
        (Place("kingdom", k), Piece("glory", number=value)) for k, row in enumerate(table.glory) for value in row
    )
    return Board((*tribes, *glory))
