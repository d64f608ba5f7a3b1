"""The development deck: buying unseen cards, playing one a turn, turning up points ([T] 4.2, 4.4).

The app does not see what is drawn. It knows how many cards each seat holds and how many of each kind are still out, so
it refuses only what no hand could hold. Where a card's kind is told, that is followed, too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.game import Choice, Number, Refusal, Seat
from companion.games.arnika.actions import (
    BuyCard,
    PlayConsult,
    PlayMonopoly,
    PlayOther,
    PlayPlenty,
    PlayRoads,
    RevealPoints,
)
from companion.games.arnika.cards import (
    CARD_COST,
    CONSULT,
    CONSULTS,
    DEVELOPMENT_INDEX,
    POINT,
    POINTS,
    PROGRESS,
    ROADS,
    Cards,
)
from companion.games.arnika.ending import replace, settled
from companion.games.arnika.purse import check_cost, pay
from companion.games.arnika.refusals import firmest, ill_timed, lacking, refuse
from companion.games.arnika.state import Development, Phase, State, changed, top_of

ANY_TIME = (Phase.ROLL, Phase.PLAY)
PLAYING = (Phase.PLAY,)
TWO_OF_EACH = 2


def unaccounted(state: State, kind: int) -> int:
    """How many cards of ``kind`` may still be in the deck or unseen in hands."""
    return _unaccounted(state.used, state.development, state.rules.progress_set == "open")[kind]


@lru_cache(maxsize=1 << 12)
def _unaccounted(used: tuple[int, ...], development: tuple[Development, ...], has_others: bool) -> tuple[int, ...]:
    """The deck's 14 consult, 5 point and 6 progress cards (two of each kind that is known) less those seen."""
    limits = (CONSULTS, POINTS, TWO_OF_EACH, TWO_OF_EACH, TWO_OF_EACH, PROGRESS if has_others else 0)
    seen = [n + sum(cards.known[kind] for cards in development) for kind, n in enumerate(used)]
    progress = PROGRESS - sum(seen[ROADS:])
    left = [limit - n for limit, n in zip(limits, seen, strict=True)]
    return tuple(max(0, n if kind < ROADS else min(n, progress)) for kind, n in enumerate(left))


def holds(state: State, seat: int, kind: int) -> int:
    """How many cards of ``kind`` ``seat`` may hold, those bought this turn among them."""
    left = _unaccounted(state.used, state.development, state.rules.progress_set == "open")
    own = state.development[seat]
    return own.known[kind] + min(own.unseen, left[kind])


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
    if not state.deck:
        return DECK_EMPTY
    if action.card is not None and (
        action.card not in DEVELOPMENT_INDEX or not unaccounted(state, DEVELOPMENT_INDEX[action.card])
    ):
        return NO_SUCH_CARD
    return firmest(ill_timed(state, seat, PLAYING), check_cost(state, seat, CARD_COST))


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


def choose_buy(state: State, short: Cards | None) -> Choice:
    """The deck as a button; ``short`` is what is missing for a card."""
    seat = state.turn
    if not state.deck:
        return _greyed_buy(seat, None)
    return BUYS[seat] if short is None else _greyed_buy(seat, short)


@lru_cache(maxsize=256)
def _greyed_buy(seat: Seat, short: Cards | None) -> Choice:
    return Choice(seat, BuyCard, (), DECK_EMPTY if short is None else lacking(seat, short), (("card", None),))


# ------------------------------------------------------------------------------------------ playing


def check_card(state: State, seat: Seat, kind: int) -> Refusal | None:
    """One card a turn, in the own turn, not one that was bought this turn, and only one that ``seat`` may hold."""
    held = _held_cards(seat, state.used, state.development, state.rules.progress_set == "open")[kind].refusal
    return firmest(ill_timed(state, seat, ANY_TIME), ONE_A_TURN if state.played else None, held)


def choose_cards(state: State) -> tuple[Choice, ...]:
    """The cards of the seat whose turn it is, a button for each kind: greyed, or without its blanks."""
    if state.played:
        return PLAYED[state.turn]
    return _held_cards(state.turn, state.used, state.development, state.rules.progress_set == "open")


@lru_cache(maxsize=1 << 12)
def _held_cards(
    seat: Seat, used: tuple[int, ...], development: tuple[Development, ...], has_others: bool
) -> tuple[Choice, ...]:
    own, left = development[seat], _unaccounted(used, development, has_others)
    older = own.unseen - own.fresh_unseen
    found = []
    for action, known, fresh, n in zip(CARD_ACTIONS, own.known, own.fresh, left, strict=True):
        if known > fresh or (older and n):
            refusal = None
        else:
            refusal = BOUGHT_NOW if known or (own.unseen and n) else NO_SUCH_CARD
        found.append(Choice(seat, action, (), refusal))
    return tuple(found)


def check_consult(state: State, action: PlayConsult) -> Refusal | None:
    """Only while the crisis is off the desert (A-22), as it goes home at once."""
    return firmest(check_card(state, action.seat, CONSULT), _home(state))


def _home(state: State) -> Refusal | None:
    if not state.rules.consult_always and state.map and state.crisis_is_home:
        return CRISIS_HOME
    return None


def apply_consult(state: State, action: PlayConsult) -> State:
    seat = action.seat
    shown = state.development[seat].consults + 1
    consults = changed(tuple(d.consults for d in state.development), seat, shown)
    changes = spend(state, seat, CONSULT, consults=shown)
    moves = state.map and seat == state.turn
    homes = state.layout.deserts if moves and not state.rules.steals and not state.crisis_is_home else ()
    if len(homes) == 1:  # At once, also when the card wins the match.
        changes["crisis"] = homes[0]
    state = settled(replace(state, **changes, top=top_of(state.top, consults), played=True))
    if state.phase is Phase.OVER or not moves:
        return state
    if state.rules.steals:
        return replace(state, phase=Phase.MOVE, target=None)
    return replace(state, phase=Phase.HOME) if len(homes) > 1 else state


def choose_consult(state: State, card: Choice) -> Choice:
    """``card``, greyed where the crisis is at home."""
    refusal = _home(state) if card.refusal is None else None
    return card if refusal is None else Choice(state.turn, PlayConsult, (), refusal)


# ------------------------------------------------------------------------------------------ points


def check_reveal(state: State, action: RevealPoints) -> Refusal | None:
    """In the own turn when they win, also those bought this turn; after the end anybody may."""
    seat, n = action.seat, action.n
    if not 0 <= seat < len(state.hands):
        return refuse("no_such_seat", overrulable=False)
    if n < 1 or n > holds(state, seat, POINT):
        return NO_SUCH_CARD
    if state.phase is Phase.OVER:
        return None
    if refusal := ill_timed(state, seat, ANY_TIME):
        return refusal
    return refuse("not_enough_points", n=state.rules.goal) if state.points(seat) + n < state.rules.goal else None


def apply_reveal(state: State, action: RevealPoints) -> State:
    shown = state.development[action.seat].points + action.n
    return settled(replace(state, **spend(state, action.seat, POINT, action.n, points=shown)))


def choose_reveals(state: State) -> tuple[Choice, ...]:
    """Shown only where a reveal would count: to who wins with it, and after the end."""
    if state.phase is Phase.OVER:
        return tuple(choice for seat in state.seats for choice in _choose_reveal(state, Seat(seat), 1))
    return _choose_reveal(state, state.turn, max(1, state.rules.goal - state.points(state.turn)))


def _choose_reveal(state: State, seat: Seat, least: int) -> tuple[Choice, ...]:
    if least > state.development[seat].unplayed:
        return ()
    most = holds(state, seat, POINT)
    return (Choice(seat, RevealPoints, (("n", Number(least, most)),)),) if least <= most else ()


DECK_EMPTY = refuse("deck_empty", overrulable=False)
NO_SUCH_CARD = refuse("no_such_card", overrulable=False)
ONE_A_TURN = refuse("one_card_a_turn")
BOUGHT_NOW = refuse("bought_now")
CRISIS_HOME = refuse("crisis_home")
CARD_ACTIONS = (PlayConsult, RevealPoints, PlayRoads, PlayPlenty, PlayMonopoly, PlayOther)
"""What lays down a card of each kind."""
PLAYED = tuple(tuple(Choice(Seat(seat), action, (), ONE_A_TURN) for action in CARD_ACTIONS) for seat in range(4))
BUYS = tuple(Choice(Seat(seat), BuyCard, given=(("card", None),)) for seat in range(4))
