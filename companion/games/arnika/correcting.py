"""The table is right: any fact may be set right at any time, as an action that is recorded like any other.

Refused is only what would be no state at all, like two pieces at one corner or a card too many. After a correction
:func:`unstuck` lets a step fall away that waits for what can't come any more.
"""

from __future__ import annotations

from companion.game import Refusal
from companion.games.arnika.actions import (
    CorrectCards,
    CorrectHand,
    CorrectLongest,
    CorrectScore,
    CorrectTurn,
    SetHands,
    SetMap,
    TakeLongest,
)
from companion.games.arnika.building import roads_left
from companion.games.arnika.cards import (
    CONSULT,
    CONSULTS,
    DECK,
    KINDS,
    NONE,
    OF_EACH,
    POINT,
    POINTS,
    covers,
    minus,
    plus,
)
from companion.games.arnika.crisis import begin_crisis, resume, victims
from companion.games.arnika.ending import replace, settled, with_board
from companion.games.arnika.hands import changed as with_hand
from companion.games.arnika.hands import known, possible, recounted, tightened
from companion.games.arnika.refusals import NO_SUCH_SEAT, SET_UP, refuse, sits
from companion.games.arnika.spots import waive
from companion.games.arnika.state import Phase, State, changed, holder_of, top_of
from companion.games.arnika.turning import begin_turn


def unstuck(state: State) -> State:
    """``state`` with what was pending as the corrected facts have it."""
    match state.phase:
        case Phase.DISCARD | Phase.LOSE:
            due = tuple(min(n, hand.size) for n, hand in zip(state.due, state.hands, strict=True))
            state = replace(state, due=due)
            if not any(due):
                return begin_crisis(state) if state.phase is Phase.DISCARD else resume(state)
        case Phase.HOME if state.crisis_is_home:
            return resume(state)
        case Phase.REROLL if not state.crisis_is_home:
            return replace(state, phase=Phase.HOME)
        case Phase.MOVE if state.target is not None and not state.layout.numbered(state.target):
            return replace(state, phase=Phase.REROLL, target=None)
        case Phase.STEAL if not victims(state):
            return resume(state)
        case Phase.ROADS:
            return roads_left(state)
        case _:
            pass
    return state


# ------------------------------------------------------------------------------------------ hands and cards


def check_hand(state: State, action: CorrectHand) -> Refusal | None:
    if not sits(state, action.whose):
        return NO_SUCH_SEAT
    if not state.counted:
        return refuse("light", overrulable=False)
    if action.cards is None or min(action.cards) < 0:
        return refuse("say_which", overrulable=False)
    if _as_told(state, action) is None:
        return refuse("recount", overrulable=False)
    return None


def _as_told(state: State, action: CorrectHand) -> State | None:
    """``state`` with that hand; ``None`` where bank and other hands don't leave room for it.

    Where the ranges allow it, it is news and no card moves. Else the difference is the bank's, which takes that every
    card was accounted for.
    """
    if action.cards is None:
        return None
    hand, whose = known(action.cards), action.whose
    hands = with_hand(state.hands, whose, hand)
    if hand.size == state.hands[whose].size and possible(hands, state.bank):
        return replace(state, hands=tightened(hands, state.bank))
    if not state.hands[whose].is_known:
        return None
    bank = minus(plus(state.bank, state.hands[whose].least), action.cards)
    if not covers(bank, NONE):
        return None
    return replace(state, hands=tightened(hands, bank), bank=bank)


def apply_hand(state: State, action: CorrectHand) -> State:
    return _as_told(state, action) or state


def check_cards(state: State, action: CorrectCards) -> Refusal | None:
    if not sits(state, action.whose):
        return NO_SUCH_SEAT
    after = apply_cards(state, action)
    if (
        min(action.unplayed, action.consults, action.points) < 0
        or after.deck < 0
        or after.used[CONSULT] > CONSULTS
        or after.used[POINT] > POINTS
    ):
        return refuse("not_so_many_cards", overrulable=False)
    return None


def apply_cards(state: State, action: CorrectCards) -> State:
    """What was known of unplayed cards is forgotten; the deck holds the rest."""
    whose = action.whose
    old = state.development[whose]
    new = replace(
        old,
        known=tuple(0 for _ in old.known),
        fresh=tuple(0 for _ in old.fresh),
        unseen=action.unplayed,
        fresh_unseen=min(old.fresh_unseen + sum(old.fresh), action.unplayed),
        consults=action.consults,
        points=action.points,
    )
    development = (*state.development[:whose], new, *state.development[whose + 1 :])
    used = changed(state.used, CONSULT, sum(d.consults for d in development))
    used = changed(used, POINT, sum(d.points for d in development))
    deck = DECK - sum(used) - sum(d.unplayed for d in development)
    top = top_of(state.top, tuple(d.consults for d in development))
    return settled(replace(state, development=development, used=used, deck=deck, top=top))


# ------------------------------------------------------------------------------------------ turn and score


def check_turn(state: State, action: CorrectTurn) -> Refusal | None:
    return None if sits(state, action.whose) else NO_SUCH_SEAT


def apply_turn(state: State, action: CorrectTurn) -> State:
    """``whose`` turn, with nothing pending; a match that was over goes on unless that seat has won."""
    state = replace(state, winner=None, anchor=None)
    if state.phase in (*SET_UP, Phase.OVER):
        state = replace(state, phase=Phase.ROLL)
    if action.whose != state.turn or (state.rolled and not action.rolled):
        state = begin_turn(state, action.whose)
    if state.phase is Phase.OVER:
        return state
    phase = Phase.PLAY if action.rolled else Phase.ROLL
    return settled(replace(state, phase=phase, rolled=action.rolled, due=(), target=None, free=0))


def check_score(state: State, action: CorrectScore) -> Refusal | None:
    if not sits(state, action.whose):
        return NO_SUCH_SEAT
    return None if 0 <= action.points <= 30 else refuse("no_such_number", overrulable=False)


def apply_score(state: State, action: CorrectScore) -> State:
    by = action.points - state.points(action.whose)
    return settled(replace(state, adjusted=changed(state.adjusted, action.whose, state.adjusted[action.whose] + by)))


def check_longest(state: State, action: CorrectLongest | TakeLongest) -> Refusal | None:
    if isinstance(action, TakeLongest) and state.map:
        return refuse("map_on", overrulable=False)
    if action.whose is None or sits(state, action.whose):
        return None
    return NO_SUCH_SEAT


def apply_longest(state: State, action: CorrectLongest | TakeLongest) -> State:
    waived = waive(state, "longest") if state.map else state.waived
    return settled(replace(state, longest=action.whose, waived=waived))


# ------------------------------------------------------------------------------------------ tracking


def check_map(state: State, action: SetMap) -> Refusal | None:
    if action.on == state.map:
        return refuse("already_so", overrulable=False)
    if action.on and not state.layout.terrain:
        return refuse("no_map", overrulable=False)
    if state.phase in SET_UP:
        return refuse("in_set_up", overrulable=False)
    return None


def apply_map(state: State, action: SetMap) -> State:
    """Without a map nothing tells what the dice bring, so hands are light then, and the crisis's steps fall away."""
    if action.on:
        state = with_board(replace(state, map=True))
        if any(loose.connections for loose in state.loose):
            return state  # Where some connections lie the app does not know: the holder is the one that was said.
        return settled(replace(state, longest=holder_of(state.longest, state.lengths)))
    state = replace(state, map=False, counted=False, hands=recounted([hand.size for hand in state.hands]))
    return resume(state) if state.phase in CRISIS_STEPS else state


def check_hands(state: State, action: SetHands) -> Refusal | None:
    if (action.bank is None) != (action.sizes is None):
        return refuse("say_how_many", overrulable=False)
    if action.bank is None or action.sizes is None:
        return None if state.counted else refuse("already_so", overrulable=False)
    if not state.map:
        return refuse("counted_needs_map", overrulable=False)
    if (
        len(action.sizes) != len(state.hands)
        or min(action.sizes) < 0
        or min(action.bank) < 0
        or max(action.bank) > OF_EACH
    ):
        return refuse("say_how_many", overrulable=False)
    missing = OF_EACH * len(KINDS) - sum(action.bank) - sum(action.sizes)
    if missing:
        return refuse("cards_dont_add_up", overrulable=False, n=abs(missing))
    return None


def apply_hands(state: State, action: SetHands) -> State:
    if action.bank is None or action.sizes is None:
        return replace(state, counted=False, hands=recounted([hand.size for hand in state.hands]))
    hands = tightened(recounted(action.sizes), action.bank)
    return replace(state, counted=True, bank=action.bank, hands=hands)


CRISIS_STEPS = (Phase.DISCARD, Phase.HOME, Phase.REROLL, Phase.MOVE, Phase.LOSE, Phase.STEAL)
