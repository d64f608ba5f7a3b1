"""The corrections as choices: what the players may set right, with the fields each needs."""

from __future__ import annotations

from typing import Any

from companion.game import Amounts, Choice, Number, OneOf, Players, Seat, Spot
from companion.games.arnika.actions import (
    CorrectCards,
    CorrectCrisis,
    CorrectHand,
    CorrectHarbour,
    CorrectHex,
    CorrectLongest,
    CorrectPieces,
    CorrectScore,
    CorrectTurn,
    PutPiece,
    SetHands,
    SetMap,
    TakePiece,
)
from companion.games.arnika.cards import (
    CONNECTIONS,
    CONSULTS,
    DECK,
    JUNIORS,
    KINDS,
    OF_EACH,
    POINTS,
    SENIORS,
    TERRAINS,
    plus,
)
from companion.games.arnika.geometry import ALL_CORNERS, ALL_EDGES, COAST, HEXES, members, union
from companion.games.arnika.layout import ANY, NUMBERS
from companion.games.arnika.progress import seat_names
from companion.games.arnika.refusals import SET_UP
from companion.games.arnika.state import State

EVERY_HEX = Spot("hex", tuple(range(HEXES)))
MOST_POINTS = 30


def corrections(state: State) -> tuple[Choice, ...]:
    """Every correction that has something to correct, entered by the seat whose turn it is."""
    seat = state.turn
    everybody = Players(tuple(Seat(s) for s in state.seats))
    whose: tuple[str, Any] = ("whose", everybody)
    found: list[Choice] = []

    def add(action: type[Any], *fields: tuple[str, Any], secret: bool = False, **given: Any) -> None:
        found.append(Choice(seat, action, fields, None, tuple(given.items()), secret))

    if state.counted:
        most = tuple(max(n) for n in zip(*(plus(hand.most, state.bank) for hand in state.hands), strict=True))
        limits = tuple(min(OF_EACH, n) for n in most)
        add(CorrectHand, whose, ("cards", Amounts(KINDS, limits, 0, sum(limits))), secret=True)
    if state.map:
        free_edges = members(ALL_EDGES & ~state.all_connections)
        if free_edges:
            add(PutPiece, whose, ("place", Spot("edge", free_edges)), kind="connection")
        add(PutPiece, whose, ("place", Spot("corner", members(ALL_CORNERS & ~union(state.juniors)))), kind="junior")
        add(PutPiece, whose, ("place", Spot("corner", members(ALL_CORNERS & ~union(state.seniors)))), kind="senior")
        for kind, masks in (
            ("connection", state.connections),
            ("junior", state.juniors),
            ("senior", state.seniors),
        ):
            if lying := members(union(masks)):
                add(TakePiece, ("place", Spot("edge" if kind == "connection" else "corner", lying)), kind=kind)
    else:
        add(
            CorrectPieces,
            whose,
            ("juniors", Number(0, JUNIORS)),
            ("seniors", Number(0, SENIORS)),
            ("connections", Number(0, CONNECTIONS)),
        )
    if state.layout.terrain:
        number = OneOf((None, *NUMBERS))
        add(CorrectHex, ("hex", EVERY_HEX), ("terrain", OneOf(TERRAINS)), ("number", number))
        add(CorrectHarbour, ("edge", Spot("edge", COAST)), ("kind", OneOf((None, ANY, *KINDS))))
        add(CorrectCrisis, ("hex", EVERY_HEX))
    if state.phase not in SET_UP:
        add(CorrectTurn, whose, ("rolled", OneOf((False, True))))
    add(CorrectScore, whose, ("points", Number(0, MOST_POINTS)))
    add(CorrectLongest, ("whose", OneOf((None, *everybody.seats))))
    add(
        CorrectCards,
        whose,
        ("unplayed", Number(0, DECK)),
        ("consults", Number(0, CONSULTS)),
        ("points", Number(0, POINTS)),
    )
    found += _tracking(state, seat)
    return tuple(found)


def _tracking(state: State, seat: Seat) -> list[Choice]:
    """The two switches: the map on or off, hands counted or light."""
    found: list[Choice] = []
    if state.phase not in SET_UP and (state.layout.terrain or state.map):
        found.append(Choice(seat, SetMap, given=(("on", not state.map),)))
    if state.counted:
        found.append(Choice(seat, SetHands, given=(("bank", None), ("sizes", None))))
    if state.map:
        seats = len(state.hands)
        bank = Amounts(KINDS, (OF_EACH,) * 5, 0, OF_EACH * 5)
        sizes = Amounts(seat_names(seats), (OF_EACH * 5,) * seats, 0, OF_EACH * 5)
        found.append(Choice(seat, SetHands, (("bank", bank), ("sizes", sizes))))
    return found
