"""The numbers people love, folded from a match: dice against chance, cards by cause, points over time, ways to draw.

Everything here is counted from public facts: how many cards a hand gained or lost, never which. Give it the states of
a match (the first before any action) and the actions between them, as :class:`companion.history.History` keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import comb, exp, factorial
from typing import Any

from companion.game import Line, Remark, Seat, Tally, Value, Who, Word
from companion.games.arnika.actions import (
    AcceptTrade,
    BankTrade,
    BuildConnection,
    BuildJunior,
    BuildSenior,
    BuyCard,
    CrisisReroll,
    Discard,
    DiscardCount,
    LoseCard,
    PlaceJunior,
    PlayMonopoly,
    PlayPlenty,
    Roll,
    Steal,
)
from companion.games.arnika.boards import CHANCES
from companion.games.arnika.cards import KIND_INDEX
from companion.games.arnika.longest import longest_chain
from companion.games.arnika.production import harvest
from companion.games.arnika.state import State
from companion.games.arnika.trading import rates

CAUSES = ("set_up", "roll", "trade", "bank", "theft", "progress", "building", "seven", "crisis", "correction")
"""Why cards come and go; ``stats.cause.<cause>`` are their words."""
WAYS = {**CHANCES, 7: 6}
"""Of 36 throws of two dice, how many show each sum."""
ENOUGH = 5
"""How often the rarest sum should be expected before chi-square says anything (Cochran's rule)."""
SURE = 0.95


class Bar(Value, frozen=True):
    """One sum of the dice: how often it fell and is expected to, and the band that 95 of 100 matches stay within."""

    total: int
    count: int
    expected: float
    low: int
    high: int


class Dice(Value, frozen=True):
    """The throws of a seat or of the table against two fair dice.

    ``chi_square`` sums (count - expected)^2 / expected over the eleven sums; ``chance`` is how often fair dice deviate
    at least so far. ``is_small``: too few throws for either to mean much.
    """

    throws: int
    bars: tuple[Bar, ...]
    chi_square: float
    chance: float
    is_small: bool


class Flow(Value, frozen=True):
    """Cards that came to a hand and left it, by cause in the order of :data:`CAUSES`."""

    gained: tuple[int, ...]
    lost: tuple[int, ...]
    starved: int = 0
    """Cards that the crisis kept from this seat."""


class Statistics(Value, frozen=True):
    """A match in numbers; tuples are by seat. ``points`` holds a row at the start, after each turn, and at the end."""

    dice: Dice
    dice_of: tuple[Dice, ...]
    cards: tuple[Flow, ...]
    points: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...]
    """The edges of each seat's longest connection, in order, as they lie at the end."""


def statistics(states: Sequence[State], actions: Sequence[Any]) -> Statistics:
    """The numbers of a match. :raises ValueError: when there is not one state more than actions."""
    if len(states) != len(actions) + 1:
        raise ValueError(f"{len(states)} states for {len(actions)} actions")
    seats = states[0].seats
    thrown: list[list[int]] = [[] for _ in seats]
    gained = [Counter[str]() for _ in seats]
    lost = [Counter[str]() for _ in seats]
    starved = [0 for _ in seats]
    for (before, after), action in zip(pairwise(states), actions, strict=True):
        if isinstance(action, Roll | CrisisReroll):
            thrown[action.seat].append(action.throw.total)
        if isinstance(action, Roll):
            for seat, cards in enumerate(harvest(before, action.throw.total).starved):
                starved[seat] += sum(cards)
        cause = _cause(action)
        for seat, (come, gone) in enumerate(_moved(before, action, after)):
            gained[seat][cause] += come
            lost[seat][cause] += gone
    flows = tuple(
        Flow(tuple(gained[s][cause] for cause in CAUSES), tuple(lost[s][cause] for cause in CAUSES), starved[s])
        for s in seats
    )
    return Statistics(
        dice=dice_against_chance([total for row in thrown for total in row]),
        dice_of=tuple(dice_against_chance(row) for row in thrown),
        cards=flows,
        points=_points(states),
        ways=tuple(way_of(states[-1], seat) for seat in seats),
    )


def _cause(action: Any) -> str:
    match action:
        case PlaceJunior():
            return "set_up"
        case Roll():
            return "roll"
        case AcceptTrade():
            return "trade"
        case BankTrade():
            return "bank"
        case Steal():
            return "theft"
        case PlayPlenty() | PlayMonopoly():
            return "progress"
        case BuildConnection() | BuildJunior() | BuildSenior() | BuyCard():
            return "building"
        case Discard() | DiscardCount():
            return "seven"
        case LoseCard():
            return "crisis"
        case _:
            return "correction"


def _moved(before: State, action: Any, after: State) -> list[tuple[int, int]]:
    """How many cards each seat got and gave. Trades count both ways, all else is the change of the hand's size."""
    moved = []
    for old, new in zip(before.hands, after.hands, strict=True):
        by = new.size - old.size
        moved.append((max(0, by), max(0, -by)))
    match action:
        case AcceptTrade(seat=seat, by=by) if (offer := before.offer_of(by)) is not None:
            gives, wants = sum(offer.gives), sum(offer.wants)
            moved[seat], moved[by] = (gives, wants), (wants, gives)
        case BankTrade(seat=seat, gives=kind) if kind in KIND_INDEX:
            moved[seat] = (1, rates(before, seat)[KIND_INDEX[kind]])
        case _:
            pass
    return moved


def _points(states: Sequence[State]) -> tuple[tuple[int, ...], ...]:
    """What everybody could see, at each turn's end."""
    ends = [old for old, new in pairwise(states) if (old.turns, old.turn) != (new.turns, new.turn) and new.turns > 1]
    return tuple(tuple(state.points(seat) for seat in state.seats) for state in (states[0], *ends, states[-1]))


def way_of(state: State, seat: int) -> tuple[int, ...]:
    """The edges of ``seat``'s longest connection in order, to be drawn on the board."""
    return longest_chain(state.connections[seat], state.foreign_buildings(seat))


# ------------------------------------------------------------------------------------------ dice


def dice_against_chance(totals: Sequence[int]) -> Dice:
    """How ``totals`` of two dice compare with what chance expects."""
    n, counts = len(totals), Counter(totals)
    bars = []
    for total, ways in sorted(WAYS.items()):
        low, high = band(n, ways / 36)
        bars.append(Bar(total, counts[total], n * ways / 36, low, high))
    far = sum((bar.count - bar.expected) ** 2 / bar.expected for bar in bars) if n else 0.0
    return Dice(n, tuple(bars), far, chi_square_chance(far, len(bars) - 1), n * min(WAYS.values()) / 36 < ENOUGH)


def band(n: int, p: float, sure: float = SURE) -> tuple[int, int]:
    """The least and the most successes of ``n`` tries of chance ``p`` that ``sure`` of all series stay within.

    Exact: the binomial's quantiles, as much cut off below as above.
    """
    tail, below, low, high = (1 - sure) / 2, 0.0, 0, n
    for k in range(n + 1):
        share = comb(n, k) * p**k * (1 - p) ** (n - k)
        if below + share <= tail:
            low = k + 1
        below += share
        if below >= 1 - tail:
            high = k
            break
    return min(low, high), high


def chi_square_chance(value: float, freedom: int) -> float:
    """How often fair dice give at least ``value``: the upper tail of chi-square, exact for an even ``freedom``.

    :raises ValueError: for an odd ``freedom``.
    """
    if freedom % 2:
        raise ValueError("only for an even number of degrees of freedom")
    half = value / 2
    return exp(-half) * sum(half**k / factorial(k) for k in range(freedom // 2))


# ------------------------------------------------------------------------------------------ in words


def remarks(found: Statistics) -> tuple[Remark, ...]:
    """What a result page may say of the numbers: the dice, who was starved most, who traded most."""
    said = [Remark(dice_remark(found.dice), "dice")] if found.dice.throws else []
    lines = []
    hungry = max(range(len(found.cards)), key=lambda seat: found.cards[seat].starved, default=0)
    if found.cards[hungry].starved:
        lines.append(Line.of("stats.starved", who=Who(Seat(hungry)), n=found.cards[hungry].starved))
    for cause in ("roll", "trade", "theft"):
        at = CAUSES.index(cause)
        most = max(range(len(found.cards)), key=lambda seat: found.cards[seat].gained[at])
        if n := found.cards[most].gained[at]:
            lines.append(Line.of("stats.most", who=Who(Seat(most)), n=n, cause=Word(f"stats.cause.{cause}")))
    return tuple(said + [Remark(line) for line in lines])


def tallies(found: Statistics) -> tuple[Tally, ...]:
    """The cards of each seat, a row for each cause that moved any, and what the crisis kept from it."""
    rows = []
    for i, cause in enumerate(CAUSES):
        came, went = tuple(flow.gained[i] for flow in found.cards), tuple(flow.lost[i] for flow in found.cards)
        if any(came) or any(went):
            rows.append(Tally(Line.of(f"stats.cause.{cause}.name"), came, went))
    kept = tuple(flow.starved for flow in found.cards)
    if any(kept):
        rows.append(Tally(Line.of("stats.kept.name"), tuple(0 for _ in kept), kept))
    return tuple(rows)


def dice_remark(dice: Dice) -> Line:
    """Chi-square and what it says of the dice, or that the throws are too few for it to say anything."""
    far, tenths = divmod(round(10 * dice.chi_square), 10)
    if dice.is_small:
        return Line.of("stats.dice_few", n=dice.throws, far=far, tenths=tenths)
    percent = max(1, min(99, round(100 * dice.chance)))
    key = "stats.dice_odd" if dice.chance < 1 - SURE else "stats.dice_fair"
    return Line.of(key, n=dice.throws, percent=percent, far=far, tenths=tenths)
