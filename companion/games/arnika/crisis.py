"""The seven and the crisis ([T] 4.3), and the robber of the classic rules (A-15).

After a seven: cards back, then either the crisis goes home to a desert, or, if it is there, a second throw names the
number of its new hex, the roller chooses which, and everybody with a piece there loses a card. Classic: the roller
moves it to any other hex and draws a card from one neighbour's hand. Without a map only the cards back are asked.
"""

from __future__ import annotations

from companion.game import Amounts, Choice, Number, OneOf, Players, Refusal, Seat, Spot, Throw
from companion.games.arnika.actions import (
    CrisisHome,
    CrisisReroll,
    Discard,
    DiscardCount,
    LoseCard,
    MoveCrisis,
    Steal,
)
from companion.games.arnika.cards import KIND_INDEX, KINDS, ONE, Cards
from companion.games.arnika.ending import replace
from companion.games.arnika.geometry import CORNERS_OF_HEX, HEXES
from companion.games.arnika.purse import can_pay, check_cost, give_back, pay, steal
from companion.games.arnika.refusals import ill_timed, not_now, refuse
from companion.games.arnika.state import Phase, State, changed

# ------------------------------------------------------------------------------------------ cards back


def begin_seven(state: State) -> State:
    """``state`` after a seven was thrown: who has more than the limit owes half, rounded down (A-11)."""
    limit = state.rules.discard_limit
    due = tuple(hand.size // 2 if hand.size > limit else 0 for hand in state.hands)
    if any(due) and (state.counted or state.map):
        return replace(state, phase=Phase.DISCARD, due=due)
    return begin_crisis(state)


def begin_crisis(state: State) -> State:
    """``state`` with the crisis's step next."""
    if not state.map:
        return resume(state)
    if state.rules.steals:
        return replace(state, phase=Phase.MOVE, due=(), target=None)
    return replace(state, phase=Phase.REROLL if state.crisis_is_home else Phase.HOME, due=())


def resume(state: State) -> State:
    """``state`` back where the turn was: before the roll (a card was played) or after it."""
    return replace(state, phase=Phase.PLAY if state.rolled else Phase.ROLL, due=(), target=None)


def _owes(state: State, seat: Seat, phase: Phase) -> Refusal | None:
    if state.phase is not phase:
        return not_now(state.phase, False)
    if not (0 <= seat < len(state.due) and state.due[seat]):
        return refuse("owes_nothing", overrulable=False)
    return None


def check_discard(state: State, action: Discard) -> Refusal | None:
    if refusal := _owes(state, action.seat, Phase.DISCARD):
        return refusal
    if not state.counted:
        return refuse("light", overrulable=False)
    due = state.due[action.seat]
    if min(action.cards) < 0 or not 1 <= sum(action.cards) <= due:
        return refuse("discard_count", overrulable=False, n=due)
    return check_cost(state, action.seat, action.cards)


def apply_discard(state: State, action: Discard) -> State:
    hands, bank = pay(state, action.seat, action.cards)
    left = state.due[action.seat] - sum(action.cards)
    return _paid_back(replace(state, hands=hands, bank=bank), action.seat, left)


def check_discard_count(state: State, action: DiscardCount) -> Refusal | None:
    if refusal := _owes(state, action.seat, Phase.DISCARD):
        return refusal
    if state.counted:
        return refuse("counted", overrulable=False)
    if not 0 <= action.n <= max(state.due[action.seat], state.hands[action.seat].size):
        return refuse("discard_count", overrulable=False, n=state.due[action.seat])
    return None


def apply_discard_count(state: State, action: DiscardCount) -> State:
    return _paid_back(replace(state, hands=give_back(state, action.seat, action.n)), action.seat, 0)


def _paid_back(state: State, seat: Seat, left: int) -> State:
    due = changed(state.due, seat, left)
    state = replace(state, due=due)
    if any(due):
        return state
    return begin_crisis(state) if state.phase is Phase.DISCARD else resume(state)


def choose_discards(state: State) -> tuple[Choice, ...]:
    """One for each seat that owes; ``high`` of its field is what it owes."""
    found = []
    for seat, n in enumerate(state.due):
        if not n:
            continue
        if state.counted:
            cards = Amounts(KINDS, state.hands[seat].most, 1, n)
            found.append(Choice(Seat(seat), Discard, (("cards", cards),)))
        else:
            found.append(Choice(Seat(seat), DiscardCount, (("n", Number(0, max(n, state.hands[seat].size))),)))
    return tuple(found)


# ------------------------------------------------------------------------------------------ where the crisis goes


def check_home(state: State, action: CrisisHome) -> Refusal | None:
    if refusal := ill_timed(state, action.seat, (Phase.HOME,), overrulable=False):
        return refusal
    if action.hex not in state.layout.deserts:
        return refuse("not_a_desert", overrulable=0 <= action.hex < HEXES)
    return None


def apply_home(state: State, action: CrisisHome) -> State:
    return resume(replace(state, crisis=action.hex))


def choose_home(state: State) -> Choice:
    return Choice(state.turn, CrisisHome, (("hex", Spot("hex", state.layout.deserts)),))


def check_reroll(state: State, action: CrisisReroll) -> Refusal | None:
    if refusal := ill_timed(state, action.seat, (Phase.REROLL,), overrulable=False):
        return refusal
    return None if _is_throw(action.throw) else refuse("not_dice", overrulable=False)


def _is_throw(throw: Throw) -> bool:
    return 2 <= throw.total <= 12 and (throw.faces is None or sum(throw.faces) == throw.total)


def apply_reroll(state: State, action: CrisisReroll) -> State:
    """A number on no hex: thrown again, or the crisis stays (A-12)."""
    total = action.throw.total
    if state.layout.numbered(total):
        return replace(state, target=total, phase=Phase.MOVE)
    return resume(state) if state.rules.crisis_reroll == "stay" else state


def move_spots(state: State) -> tuple[int, ...]:
    """Where the crisis may go: to the number thrown, or (classic) anywhere but where it is."""
    if state.target is not None:
        return state.layout.numbered(state.target)
    return ELSEWHERE[state.crisis if state.crisis is not None else HEXES]


def check_move(state: State, action: MoveCrisis) -> Refusal | None:
    if refusal := ill_timed(state, action.seat, (Phase.MOVE,), overrulable=False):
        return refusal
    if action.hex in move_spots(state):
        return None
    if not 0 <= action.hex < HEXES:
        return refuse("no_such_place", overrulable=False)
    if state.target is not None:
        return refuse("not_that_number", number=state.target)
    return refuse("crisis_is_there")


def apply_move(state: State, action: MoveCrisis) -> State:
    state = replace(state, crisis=action.hex)
    if state.rules.steals:
        return replace(state, phase=Phase.STEAL) if victims(state) else resume(state)
    # One card a seat, the roller too; an empty hand loses nothing.
    due = tuple(int(_stands_at_crisis(state, seat) and _has_cards(state, seat)) for seat in state.seats)
    return replace(state, phase=Phase.LOSE, due=due, target=None) if any(due) else resume(state)


def _stands_at_crisis(state: State, seat: int) -> bool:
    return state.crisis is not None and state.buildings(seat) & CORNERS_OF_HEX[state.crisis] != 0


def _has_cards(state: State, seat: int) -> bool:
    return state.hands[seat].size > 0


def choose_move(state: State) -> Choice:
    return Choice(state.turn, MoveCrisis, (("hex", Spot("hex", move_spots(state))),))


# ------------------------------------------------------------------------------------------ what it costs


def _card(kind: str | None) -> Cards | None:
    return None if kind is None else ONE[KIND_INDEX[kind]]


def check_lose(state: State, action: LoseCard) -> Refusal | None:
    if refusal := _owes(state, action.seat, Phase.LOSE):
        return refusal
    if state.counted != (action.kind is not None):
        return refuse("say_which" if state.counted else "light", overrulable=False)
    if action.kind is None:
        return None
    if action.kind not in KIND_INDEX:
        return refuse("no_such_kind", overrulable=False)
    return check_cost(state, action.seat, ONE[KIND_INDEX[action.kind]])


def apply_lose(state: State, action: LoseCard) -> State:
    if action.kind is None:
        return _paid_back(replace(state, hands=give_back(state, action.seat, 1)), action.seat, 0)
    hands, bank = pay(state, action.seat, ONE[KIND_INDEX[action.kind]])
    return _paid_back(replace(state, hands=hands, bank=bank), action.seat, 0)


def choose_losses(state: State) -> tuple[Choice, ...]:
    found = []
    for seat, n in enumerate(state.due):
        if n and state.counted:
            kinds = tuple(kind for kind, most in zip(KINDS, state.hands[seat].most, strict=True) if most)
            found.append(Choice(Seat(seat), LoseCard, (("kind", OneOf(kinds)),)))
        elif n:
            found.append(Choice(Seat(seat), LoseCard, given=(("kind", None),)))
    return tuple(found)


def victims(state: State) -> tuple[Seat, ...]:
    """Other seats with a piece at the crisis's hex and a card to lose."""
    return tuple(
        Seat(seat)
        for seat in state.seats
        if seat != state.turn and _has_cards(state, seat) and _stands_at_crisis(state, seat)
    )


def check_steal(state: State, action: Steal) -> Refusal | None:
    if refusal := ill_timed(state, action.seat, (Phase.STEAL,), overrulable=False):
        return refusal
    if action.victim not in victims(state):
        return refuse("no_victim", overrulable=False)
    if action.kind is None:
        return None
    if action.kind not in KIND_INDEX or not can_pay(state, action.victim, ONE[KIND_INDEX[action.kind]]):
        return refuse("victim_lacks", overrulable=False, private=action.victim)
    return None


def apply_steal(state: State, action: Steal) -> State:
    return resume(replace(state, hands=steal(state, action.victim, state.turn, _card(action.kind))))


def choose_steal(state: State) -> Choice:
    return Choice(state.turn, Steal, (("victim", Players(victims(state))),), given=(("kind", None),))


ELSEWHERE = tuple(tuple(i for i in range(HEXES) if i != where) for where in range(HEXES + 1))
