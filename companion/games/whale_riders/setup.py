"""Before play: what the box says, the decrees that were drawn, the magic that each rider takes.

What the set-up's board already says is not asked: Place("decree", i) with Piece("decree", detail=name) for each decree
in play, and Place("magic", i) with Piece("magic", detail=name) for the row of all seven tiles from its left.
"""

from __future__ import annotations

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
    OneOf,
    Piece,
    Place,
    Refusal,
    Seat,
    Setup,
    Who,
)
from companion.games.whale_riders import actions as act
from companion.games.whale_riders.coast import (
    DECREES,
    LEFTMOST,
    MAGIC,
    START_PEARLS,
    START_PRICES,
    decrees_in_play,
)
from companion.games.whale_riders.play import begin
from companion.games.whale_riders.state import Decree, Rider, Rules, WhaleState


def box_value(setup: Setup, name: str) -> Any | None:
    """What the box file says, ``None`` where nothing was typed."""
    return next((value for key, value in setup.box if key == name and value not in ((), [], None)), None)


def start(setup: Setup) -> WhaleState:
    """:raises BadSetup: for a Sun port, decrees or a row of magic that the game does not have."""
    seats = setup.seats
    prices = tuple(box_value(setup, "sun_prices") or ())
    pearls = tuple(box_value(setup, "sun_pearls") or ()) if prices else START_PEARLS
    if sorted(pearls) != sorted(START_PEARLS):
        raise BadSetup(Line.of("error.sun_pearls"))
    if prices and (len(prices) != len(pearls) or min(prices) < 1):
        raise BadSetup(Line.of("error.sun_prices"))
    rules = Rules(
        decrees=setup.option("decrees"),
        magic=setup.option("magic"),
        count_decrees=setup.option("decree_counts_decrees"),
        swap_storms=setup.option("swap_storms"),
        sun_prices=prices,
        storms=box_value(setup, "storms"),
        port_names=tuple(box_value(setup, "port_names") or ()),
        goods_names=tuple(box_value(setup, "goods_names") or ()),
    )
    first = seats.index(setup.first)
    riders = (Rider(),) * len(seats)
    state = WhaleState(seats, rules, "turn", first, first, setup.option("depth"), riders, pearls)
    if rules.decrees:
        state = _with_decrees(state, tuple(piece.detail or "" for _, piece in setup.board.of("decree")))
    if rules.magic:
        row = tuple(piece.detail or "" for _, piece in setup.board.of("magic"))
        if row and sorted(row) != sorted(MAGIC):
            raise BadSetup(Line.of("error.magic_row"))
        state = replace(state, magic=row or MAGIC, row_known=bool(row))
    return begin(state)


def _with_decrees(state: WhaleState, names: tuple[str, ...]) -> WhaleState:
    n = decrees_in_play(len(state.seats))
    if names and (len(set(names)) != n or not set(names) <= set(DECREES)):
        raise BadSetup(Line.of("error.number_of_decrees", n=n))
    return replace(state, decrees=tuple(Decree(name) for name in DECREES if name in names))


def decrees_field(state: WhaleState) -> Amounts:
    n = decrees_in_play(len(state.seats))
    return Amounts(DECREES, (1,) * len(DECREES), n, n)


def magic_offered(state: WhaleState) -> tuple[str, ...]:
    """The three leftmost tiles; every one that is left where nobody told the app the row."""
    return state.magic[:LEFTMOST] if state.row_known else state.magic


def choices(state: WhaleState) -> Iterator[Choice]:
    seat = state.seats[state.active]
    if state.phase == "decrees":
        yield Choice(seat, act.ChooseDecrees, (("decrees", decrees_field(state)),))
    else:
        yield Choice(seat, act.TakeMagic, (("power", OneOf(magic_offered(state))),))


def check(state: WhaleState, action: Action) -> Refusal | None:
    """Why ``action`` is not allowed before play."""
    match action:
        case act.ChooseDecrees(decrees=marks) if state.phase == "decrees":
            field = decrees_field(state)
            return None if field.contains(marks) else Refusal("choose_decrees", (("n", field.low),), overrulable=False)
        case act.TakeMagic(power=power) if state.phase == "magic":
            if action.seat != state.seats[state.active]:
                return Refusal("not_your_turn", (("seat", Who(state.seats[state.active])),), overrulable=False)
            if power not in state.magic:
                return Refusal("magic_taken", overrulable=False)
            return None if power in magic_offered(state) else Refusal("leftmost_three", (("n", LEFTMOST),))
        case _:
            return Refusal("not_now", overrulable=False)


def random_setup(rng: Random, seats: int, options: tuple[tuple[str, Any], ...]) -> Setup:
    """A set-up drawn by ``rng``: decrees, the row of magic, and a synthetic box with a Sun port of its own."""
    given = dict(options)
    laid: list[tuple[Place, Piece]] = []
    if given["decrees"]:
        drawn = rng.sample(DECREES, decrees_in_play(seats))
        laid += [(Place("decree", i), Piece("decree", detail=name)) for i, name in enumerate(drawn)]
    if given["magic"]:
        row = rng.sample(MAGIC, len(MAGIC))
        laid += [(Place("magic", i), Piece("magic", detail=name)) for i, name in enumerate(row)]
    box = (("sun_pearls", START_PEARLS), ("sun_prices", START_PRICES)) if rng.random() < 0.7 else ()
    places = tuple(Seat(i) for i in range(seats))
    return Setup(places, Seat(rng.randrange(seats)), options, Board(tuple(laid)), box)


def shown_board(state: WhaleState) -> Board:
    """Riders on their ports, starting pearls on the slots of the Sun port."""
    riders = tuple(
        (Place("port", rider.port), Piece("rider", seat=seat, detail=rider.heading))
        for seat, rider in zip(state.seats, state.riders, strict=True)
    )
    pearls = tuple((Place("sun", i), Piece("pearl", number=n)) for i, n in enumerate(state.sun) if n)
    return Board((*riders, *pearls))
