"""What the log says of an action: what was done, then what it brought each seat. Public facts only."""

from __future__ import annotations

from companion.game import Fact, Line, Seat, Who, Word
from companion.games.arnika.actions import (
    AcceptTrade,
    BankTrade,
    CorrectCards,
    CorrectHand,
    CorrectLongest,
    CorrectPieces,
    CorrectScore,
    CorrectTurn,
    CounterOffer,
    CrisisReroll,
    Discard,
    DiscardCount,
    LoseCard,
    OfferTrade,
    PlayMonopoly,
    PlayOther,
    PlayPlenty,
    PutPiece,
    RevealPoints,
    Roll,
    SetHands,
    SetMap,
    Steal,
    TakeLongest,
    TakePiece,
)
from companion.games.arnika.cards import KIND_INDEX, KINDS, NONE, Cards, times
from companion.games.arnika.layout import corner_kinds
from companion.games.arnika.longest import LEAST
from companion.games.arnika.production import harvest
from companion.games.arnika.refusals import counted
from companion.games.arnika.state import Phase, State
from companion.games.arnika.trading import rates


def describe(before: State, action: object, after: State) -> tuple[Line, ...]:
    return (*_done(before, action, after), *_awards(before, after))


def _line(action: object, key: str | None = None, **facts: Fact) -> Line:
    seat = Who(action.seat)  # type: ignore[attr-defined]
    return Line.of(f"log.{key or type(action).__name__}", seat=seat, **facts)


def _gained(seat: int, cards: Cards) -> Line:
    return Line.of("log.gained", seat=Who(Seat(seat)), n=sum(cards), cards=counted(cards))


def _done(before: State, action: object, after: State) -> tuple[Line, ...]:
    match action:
        case Roll(throw=throw):
            return (_line(action, total=throw.total), *_rolled(before, throw.total, after))
        case CrisisReroll(throw=throw):
            return (_line(action, total=throw.total),)
        case Discard(cards=cards):
            return (_line(action, n=sum(cards), cards=counted(cards)),)
        case DiscardCount(n=n) | RevealPoints(n=n):
            return (_line(action, n=n),)
        case LoseCard(kind=kind):
            if kind is None:
                return (_line(action, "LoseCard.unseen"),)
            return (_line(action, card=Word(f"word.{kind}")),)
        case Steal(victim=victim):
            return (_line(action, victim=Who(victim)),)
        case PlayPlenty(cards=cards):
            return (_line(action, cards=counted(cards)),)
        case PlayMonopoly(kind=kind):
            n = after.hands[action.seat].size - before.hands[action.seat].size
            return (_line(action, kind=Word(f"word.{kind}"), n=n),)
        case PlayOther(text=text):
            return (_line(action, text=text),)
        case BankTrade(gives=gives, gets=gets):
            n = rates(before, action.seat)[KIND_INDEX[gives]]
            return (_line(action, gives=counted(times(KIND_INDEX[gives], n)), gets=Word(f"word.{gets}")),)
        case OfferTrade(gives=gives, wants=wants) | CounterOffer(gives=gives, wants=wants):
            return (_line(action, gives=counted(gives), wants=counted(wants)),)
        case AcceptTrade(by=by):
            return _traded(before, action, by)
        case _:
            return _corrected(before, action, after) or _simple(before, action, after)


def _rolled(before: State, total: int, after: State) -> list[Line]:
    if total == 7:
        return []
    found = harvest(before, total)
    lines = [_gained(seat, cards) for seat, cards in enumerate(found.gains) if any(cards)]
    lines += [Line.of("log.short", kind=Word(f"word.{KINDS[kind]}")) for kind in found.short]
    lines += [
        Line.of("log.starved", seat=Who(Seat(seat)), n=sum(cards), cards=counted(cards))
        for seat, cards in enumerate(found.starved)
        if any(cards)
    ]
    return lines


def _traded(before: State, action: AcceptTrade, by: Seat) -> tuple[Line, ...]:
    offer = before.offer_of(by)
    if offer is None:
        return (_line(action, "AcceptTrade.gone"),)
    return (_line(action, by=Who(by), gives=counted(offer.wants), gets=counted(offer.gives)),)


def _simple(before: State, action: object, after: State) -> tuple[Line, ...]:
    """Acts whose name and seat say all, and the cards that a set-up junior brings."""
    lines = [_line(action)]
    if before.phase is Phase.PLACE_JUNIOR and after.anchor is not None:
        seat = before.turn
        if after.hands[seat].size > before.hands[seat].size:
            cards = NONE
            for kind in corner_kinds(before.layout, after.anchor):
                cards = tuple(n + (i == kind) for i, n in enumerate(cards))  # type: ignore[assignment]
            lines.append(_gained(seat, cards))
    return tuple(lines)


def _corrected(before: State, action: object, after: State) -> tuple[Line, ...]:
    match action:
        case CorrectHand(whose=whose) | CorrectPieces(whose=whose) | CorrectCards(whose=whose):
            return (_line(action, whose=Who(whose)),)
        case CorrectTurn(whose=whose):
            return (_line(action, whose=Who(whose)),)
        case CorrectScore(whose=whose, points=points):
            return (_line(action, whose=Who(whose), n=points, before=before.points(whose)),)
        case CorrectLongest(whose=whose) | TakeLongest(whose=whose):
            if whose is None:
                return (_line(action, "longest_nobody"),)
            return (_line(action, whose=Who(whose)),)
        case PutPiece(whose=whose, kind=kind):
            return (_line(action, whose=Who(whose), kind=Word(f"word.{kind}")),)
        case TakePiece(kind=kind):
            return (_line(action, kind=Word(f"word.{kind}")),)
        case SetMap(on=on):
            return (_line(action, "SetMap" if on else "SetMap.off"),)
        case SetHands(bank=bank):
            return (_line(action, "SetHands.light" if bank is None else "SetHands"),)
        case _:
            return ()


def _awards(before: State, after: State) -> list[Line]:
    """Chains that a piece cut, special cards that changed hands, and the end."""
    lines = _cuts(before, after) if before.lengths != after.lengths else []
    if before.longest != after.longest:
        lines.append(_longest(after))
    if before.top != after.top:
        if after.top is None:
            lines.append(Line.of("log.top_aside"))
        else:
            lines.append(Line.of("log.top", who=Who(after.top), n=after.development[after.top].consults, points=2))
    if before.winner is None and after.winner is not None:
        lines.append(Line.of("log.won", who=Who(after.winner), n=after.points(after.winner)))
    return lines


def _cuts(before: State, after: State) -> list[Line]:
    """Whose longest chain another's new piece made shorter, and by how much."""
    return [
        Line.of("log.cut", who=Who(Seat(seat)), by=Who(Seat(by)), n=now, before=was)
        for seat, (was, now) in enumerate(zip(before.lengths, after.lengths, strict=True))
        for by in after.seats
        if now < was and by != seat and after.buildings(by) & ~before.buildings(by)
    ]


def _longest(after: State) -> Line:
    """Why the card lies where it lies now."""
    if after.longest is not None:
        return Line.of("log.longest", who=Who(after.longest), n=after.lengths[after.longest], points=2)
    most = max(after.lengths)
    return Line.of("log.longest_tied", n=most) if most >= LEAST else Line.of("log.longest_aside", n=LEAST)
