"""Matches of Arnika for the tests: one board, pieces and hands laid where they are needed, legal actions.

The board is the beginner's map of the classic rules. Corners and edges are numbered in reading order, so the third
zig-zag row 16-17-18- ... -26 is a way of ten edges straight across the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from companion.game import Board, Seat, Setup, Throw
from companion.games.arnika import Arnika
from companion.games.arnika.actions import Roll
from companion.games.arnika.cards import DEVELOPMENT_INDEX, FULL_BANK, KIND_INDEX, NONE, Cards, minus, plus
from companion.games.arnika.ending import with_board
from companion.games.arnika.geometry import EDGE_BETWEEN, mask
from companion.games.arnika.hands import known
from companion.games.arnika.layout import ANY, Layout, board_of
from companion.games.arnika.state import NO_CARDS, Development, Phase, State, top_of

GAME = Arnika()
A, B, C, D = (Seat(i) for i in range(4))

# fmt: off
TERRAIN = (
            "coin", "factory", "airplane",
       "hotel", "doctor", "factory", "doctor",
  "hotel", "airplane", "desert", "airplane", "coin",
      "airplane", "coin", "hotel", "factory",
            "doctor", "hotel", "factory",
)
NUMBERS = (
            10, 2, 9,
         12, 6, 4, 10,
       9, 11, None, 3, 8,
         8, 3, 4, 5,
            5, 6, 11,
)
# fmt: on
DESERT = 9
HARBOUR_AT = ((0, 1, ANY), (3, 4, "factory"), (15, 25, "coin"), (51, 52, ANY))
HARBOURS = tuple(
    sorted((int(EDGE_BETWEEN[a, b]), kind) for a, b, kind in HARBOUR_AT)  # type: ignore[index]
)
"""At 0-1 for any kind, at 3-4 for factory, at 15-25 for coin, at 51-52 for any kind."""
LAYOUT = Layout(TERRAIN, NUMBERS, HARBOURS)


def cards(**counts: int) -> Cards:
    """``cards(hotel=2)``."""
    found = [0] * 5
    for kind, n in counts.items():
        found[KIND_INDEX[kind]] = n
    return tuple(found)  # type: ignore[return-value]


def setup(
    preset: str = "text", seats: int = 4, layout: Layout = LAYOUT, crisis: int | None = None, **options: Any
) -> Setup:
    chosen = GAME.complete(tuple(options.items()), preset)
    board = board_of(layout, layout.deserts[0] if crisis is None else crisis) if layout.terrain else Board()
    return Setup(tuple(Seat(i) for i in range(seats)), A, chosen, board)


def new(preset: str = "text", seats: int = 4, layout: Layout = LAYOUT, **options: Any) -> State:
    """A match before its first junior."""
    return GAME.start(setup(preset, seats, layout, **options))


def playing(
    preset: str = "text",
    seats: int = 4,
    layout: Layout = LAYOUT,
    *,
    rolled: bool = True,
    crisis: int | None = None,
    **options: Any,
) -> State:
    """A match in A's turn, after the dice unless ``rolled`` is false, with nothing on the board yet."""
    state = GAME.start(setup(preset, seats, layout, crisis, **options))
    throw = Throw(11) if rolled else None
    phase = Phase.PLAY if rolled else Phase.ROLL
    return replace(state, phase=phase, turns=1, placed=2 * seats, rolled=rolled, throw=throw)


def lay(
    state: State,
    seat: Seat,
    juniors: Sequence[int] = (),
    seniors: Sequence[int] = (),
    edges: Sequence[int] = (),
) -> State:
    """Pieces of ``seat`` laid beside those that lie there already."""

    def added(masks: tuple[int, ...], ids: Sequence[int]) -> tuple[int, ...]:
        return tuple(m | mask(ids) if s == seat else m for s, m in enumerate(masks))

    return with_board(
        state,
        juniors=added(state.juniors, juniors),
        seniors=added(state.seniors, seniors),
        connections=added(state.connections, edges),
    )


def way(*corners: int) -> tuple[int, ...]:
    """The edges from corner to corner."""
    return tuple(edge(a, b) for a, b in pairwise(corners))


def edge(a: int, b: int) -> int:
    return int(EDGE_BETWEEN[a, b])  # type: ignore[index]


def hold(state: State, hands: Mapping[Seat, Cards] | None = None, bank: Cards | None = None) -> State:
    """Known hands; the bank holds what is left, or ``bank`` and D the rest."""
    found = {seat: (hands or {}).get(Seat(seat), NONE) for seat in state.seats}
    if bank is not None:
        last = state.seats[-1]
        rest = minus(FULL_BANK, bank)
        for seat, hand in found.items():
            rest = rest if seat == last else minus(rest, hand)
        found[last] = rest
    total = NONE
    for hand in found.values():
        total = plus(total, hand)
    return replace(state, hands=tuple(known(found[s]) for s in state.seats), bank=minus(FULL_BANK, total))


def deal(state: State, seat: Seat, fresh: bool = False, consults: int = 0, unseen: int = 0, **known_: int) -> State:
    """Development cards of ``seat``: known ones by kind, ``unseen`` ones, ``consults`` face up."""
    kinds = list(NO_CARDS)
    for name, n in known_.items():
        kinds[DEVELOPMENT_INDEX[name]] = n
    new_kinds = tuple(kinds) if fresh else NO_CARDS
    cards_ = Development(tuple(kinds), unseen, new_kinds, unseen if fresh else 0, consults)
    development = (*state.development[:seat], cards_, *state.development[seat + 1 :])
    used = (sum(d.consults for d in development), *state.used[1:])
    deck = 25 - sum(used) - sum(d.unplayed for d in development)
    top = top_of(state.top, tuple(d.consults for d in development))
    return replace(state, development=development, used=used, deck=deck, top=top)


def roll(seat: Seat, total: int) -> Roll:
    return Roll(seat, Throw(total))


def do(state: State, *actions: Any) -> State:
    """``state`` after ``actions``, each of them checked first."""
    for action in actions:
        refusal = GAME.check(state, action)
        assert refusal is None, f"{action}: {refusal}"
        state = GAME.apply(state, action)
        assert GAME.invariants(state) == (), action
    return state


def force(state: State, action: Any) -> State:
    """``action`` overruled by the players."""
    refusal = GAME.check(state, action)
    assert refusal is not None, action
    assert refusal.overrulable, f"{action}: {refusal}"
    state = GAME.apply(state, action)
    assert GAME.invariants(state) == (), action
    return state


def why(state: State, action: Any) -> str | None:
    """The code of the refusal, ``None`` where ``action`` is allowed."""
    refusal = GAME.check(state, action)
    return refusal.code if refusal else None


def total(state: State, seat: Seat) -> int:
    return GAME.standing(state).total(seat)


def hand(state: State, seat: Seat) -> Cards:
    """A hand that is known."""
    assert state.hands[seat].is_known
    return state.hands[seat].least


def offered(state: State) -> set[str]:
    """Names of the actions that may be taken now."""
    return {c.action.__name__ for c in GAME.choices(state) if c.refusal is None}


def said(state: State, action: Any) -> list[str]:
    """The keys of the lines that the log says of ``action``."""
    return [line.key for line in GAME.describe(state, action, GAME.apply(state, action))]
