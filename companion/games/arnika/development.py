"""The development deck: buying unseen cards, playing one a turn, turning up points ([T] 4.2, 4.4).

The app does not see what is drawn. It knows how many cards each seat holds and how many of each kind are still out, so
it refuses only what no hand could hold. Where a card's kind is told, that is followed, too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.game import Choice, Number, Refusal, Seat
from companion.games.arnika.actions import BuyCard, PlayConsult, RevealPoints
from companion.games.arnika.cards import (
    CARD_COST,
    CONSULT,
    CONSULTS,
    DEVELOPMENT_INDEX,
    MONOPOLY,
    OTHER,
    PLENTY,
    POINT,
    POINTS,
    PROGRESS,
    ROADS,
)
from companion.games.arnika.ending import replace, settled
from companion.games.arnika.purse import check_cost, pay
from companion.games.arnika.refusals import ill_timed, refuse
from companion.games.arnika.state import Development, Phase, State, changed, top_of

ANY_TIME = (Phase.ROLL, Phase.PLAY)
TWO_OF_EACH = 2


def limit(state: State, kind: int) -> int:
    """How many cards of ``kind`` the deck can hold: 14 consult, 5 points, 6 progress (classic: two of each)."""
    if kind == CONSULT:
        return CONSULTS
    if kind == POINT:
        return POINTS
    if kind == OTHER:
        return PROGRESS if state.rules.progress_set == "open" else 0
    return TWO_OF_EACH


def unaccounted(state: State, kind: int) -> int:
    """How many cards of ``kind`` may still be in the deck or unseen in hands."""
    seen = state.used[kind] + sum(development.known[kind] for development in state.development)
    left = limit(state, kind) - seen
    if kind in (ROADS, PLENTY, MONOPOLY, OTHER):
        progress = sum(state.used[ROADS:]) + sum(sum(d.known[ROADS:]) for d in state.development)
        left = min(left, PROGRESS - progress)
    return max(0, left)


def holds(state: State, seat: int, kind: int, *, fresh: bool = False) -> int:
    """How many cards of ``kind`` ``seat`` may hold, those bought this turn left out unless ``fresh``."""
    development = state.development[seat]
    seen, unseen = development.known[kind], development.unseen
    if not fresh:
        seen, unseen = seen - development.fresh[kind], unseen - development.fresh_unseen
    return seen + min(unseen, unaccounted(state, kind))


def spend(state: State, seat: int, kind: int, n: int = 1, **changes: Any) -> dict[str, Any]:
    """The changes when ``seat`` lays down ``n`` cards of ``kind``: known ones first, older ones first."""
    old = state.development[seat]
    from_known = min(n, old.known[kind])
    from_unseen = min(n - from_known, old.unseen)
    known = changed(old.known, kind, old.known[kind] - from_known)
    fresh = changed(old.fresh, kind, min(old.fresh[kind], known[kind]))
    unseen = old.unseen - from_unseen
    new = replace(old, known=known, unseen=unseen, fresh=fresh, fresh_unseen=min(old.fresh_unseen, unseen), **changes)
    return {
        "development": _with(state, seat, new),
        "used": changed(state.used, kind, state.used[kind] + n),
    }


def _with(state: State, seat: int, development: Development) -> tuple[Development, ...]:
    return (*state.development[:seat], development, *state.development[seat + 1 :])


# ------------------------------------------------------------------------------------------ buying


def check_buy(state: State, action: BuyCard) -> Refusal | None:
    seat = action.seat
    if refusal := ill_timed(state, seat, (Phase.PLAY,)):
        return refusal
    if not state.deck:
        return DECK_EMPTY
    if action.card is not None and (
        action.card not in DEVELOPMENT_INDEX or not unaccounted(state, DEVELOPMENT_INDEX[action.card])
    ):
        return refuse("no_such_card", overrulable=False)
    return check_cost(state, seat, CARD_COST)


def apply_buy(state: State, action: BuyCard) -> State:
    seat, card = action.seat, action.card
    hands, bank = pay(state, seat, CARD_COST)
    old = state.development[seat]
    own_turn = int(seat == state.turn)
    if card is None:
        new = replace(old, unseen=old.unseen + 1, fresh_unseen=old.fresh_unseen + own_turn)
    else:
        kind = DEVELOPMENT_INDEX[card]
        new = replace(
            old,
            known=changed(old.known, kind, old.known[kind] + 1),
            fresh=changed(old.fresh, kind, old.fresh[kind] + own_turn),
        )
    return replace(state, hands=hands, bank=bank, deck=state.deck - 1, development=_with(state, seat, new), built=True)


def choose_buy(state: State) -> Choice:
    seat = state.turn
    refusal = check_cost(state, seat, CARD_COST) if state.deck else DECK_EMPTY
    return Choice(seat, BuyCard, (), refusal, (("card", None),)) if refusal else BUYS[seat]


# ------------------------------------------------------------------------------------------ playing


def check_card(state: State, seat: Seat, kind: int) -> Refusal | None:
    """One card a turn, in the own turn, not one that was bought this turn."""
    if refusal := ill_timed(state, seat, ANY_TIME):
        return refusal
    if state.played:
        return ONE_A_TURN
    if not holds(state, seat, kind):
        if holds(state, seat, kind, fresh=True):
            return BOUGHT_NOW
        return refuse("no_such_card", overrulable=False)
    return None


def check_consult(state: State, action: PlayConsult) -> Refusal | None:
    """Only while the crisis is off the desert (A-22), as it goes home at once."""
    if refusal := check_card(state, action.seat, CONSULT):
        return refusal
    if not state.rules.consult_always and state.map and state.crisis_is_home:
        return CRISIS_HOME
    return None


def apply_consult(state: State, action: PlayConsult) -> State:
    seat = action.seat
    shown = state.development[seat].consults + 1
    consults = changed(tuple(d.consults for d in state.development), seat, shown)
    changes = spend(state, seat, CONSULT, consults=shown)
    state = settled(replace(state, **changes, top=top_of(state.top, consults), played=True))
    if state.phase is Phase.OVER or not state.map or seat != state.turn:
        return state
    if state.rules.steals:
        return replace(state, phase=Phase.MOVE, target=None)
    if state.crisis_is_home:
        return state
    deserts = state.layout.deserts
    return replace(state, crisis=deserts[0]) if len(deserts) == 1 else replace(state, phase=Phase.HOME)


@lru_cache(maxsize=16)
def _consult_choice(seat: Seat, refusal: Refusal | None) -> Choice:
    return Choice(seat, PlayConsult, (), refusal)


def choose_consult(state: State) -> Choice:
    return _consult_choice(state.turn, check_consult(state, PlayConsult(state.turn)))


# ------------------------------------------------------------------------------------------ points


def check_reveal(state: State, action: RevealPoints) -> Refusal | None:
    """In the own turn when they win, also those bought this turn; after the end anybody may."""
    seat, n = action.seat, action.n
    if not 0 <= seat < len(state.hands):
        return refuse("no_such_seat", overrulable=False)
    if n < 1 or n > holds(state, seat, POINT, fresh=True):
        return refuse("no_such_card", overrulable=False)
    if state.phase is Phase.OVER:
        return None
    if refusal := ill_timed(state, seat, ANY_TIME):
        return refusal
    if state.points(seat) + n < state.rules.goal:
        return refuse("not_enough_points", n=state.rules.goal)
    return None


def apply_reveal(state: State, action: RevealPoints) -> State:
    shown = state.development[action.seat].points + action.n
    return settled(replace(state, **spend(state, action.seat, POINT, action.n, points=shown)))


def choose_reveals(state: State) -> tuple[Choice, ...]:
    """Shown only where a reveal would count."""
    over = state.phase is Phase.OVER
    found = []
    for seat in state.seats if over else (state.turn,):
        if not state.development[seat].unplayed:
            continue
        most = holds(state, seat, POINT, fresh=True)
        least = 1 if over else max(1, state.rules.goal - state.points(seat))
        if least <= most:
            found.append(Choice(Seat(seat), RevealPoints, (("n", Number(least, most)),)))
    return tuple(found)


DECK_EMPTY = refuse("deck_empty", overrulable=False)
ONE_A_TURN = refuse("one_card_a_turn")
BOUGHT_NOW = refuse("bought_now")
CRISIS_HOME = refuse("crisis_home")
BUYS = tuple(Choice(Seat(seat), BuyCard, given=(("card", None),)) for seat in range(4))
