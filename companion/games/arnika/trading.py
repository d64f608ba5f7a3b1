"""Trade with the bank and between players ([T] 4.2).

Offers stand until they are answered, withdrawn or the turn ends. Only the seat whose turn it is trades; a seat that it
asked may accept, decline, or answer with an offer of its own, which the first then accepts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.game import Amounts, Choice, OneOf, Refusal, Seat
from companion.games.arnika.actions import (
    AcceptTrade,
    BankTrade,
    CounterOffer,
    DeclineTrade,
    OfferTrade,
    WithdrawOffer,
)
from companion.games.arnika.cards import FULL_BANK, KIND_INDEX, KINDS, OF_EACH, ONE, Cards, times
from companion.games.arnika.ending import replace
from companion.games.arnika.geometry import Mask, members
from companion.games.arnika.layout import bank_rates
from companion.games.arnika.purse import can_all_pay, check_cost, exchange, swap
from companion.games.arnika.refusals import bank_lacks, firmest, ill_timed, refuse
from companion.games.arnika.state import Offer, Phase, State

PLAYING = (Phase.PLAY,)

# ------------------------------------------------------------------------------------------ with the bank


def rates(state: State, seat: int) -> tuple[int, ...]:
    """How many cards of each kind ``seat`` gives for one: from the pieces that stand at harbours now."""
    return bank_rates(state.layout, state.juniors[seat] | state.seniors[seat])


def check_bank_trade(state: State, action: BankTrade) -> Refusal | None:
    seat = action.seat
    gives, gets = KIND_INDEX.get(action.gives), KIND_INDEX.get(action.gets)
    if gives is None or gets is None:
        return refuse("no_such_kind", overrulable=False)
    if gives == gets:
        return SAME_KIND
    if state.counted and not state.bank[gets]:
        return bank_lacks(ONE[gets])
    return firmest(ill_timed(state, seat, PLAYING), check_cost(state, seat, times(gives, rates(state, seat)[gives])))


def apply_bank_trade(state: State, action: BankTrade) -> State:
    seat, gives = action.seat, KIND_INDEX[action.gives]
    hands, bank = swap(state, seat, times(gives, rates(state, seat)[gives]), ONE[KIND_INDEX[action.gets]])
    return replace(state, hands=hands, bank=bank)


def choose_bank_trade(state: State) -> Choice:
    seat = state.turn
    if not state.counted:
        return _bank_choice(seat, 31, 31)
    a, b, c, d, e = state.hands[seat].most
    r, s, t, u, v = rates(state, seat)
    gives = (a >= r) | (b >= s) << 1 | (c >= t) << 2 | (d >= u) << 3 | (e >= v) << 4
    a, b, c, d, e = state.bank
    return _bank_choice(seat, gives, (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3 | (e > 0) << 4)


@lru_cache(maxsize=1 << 12)
def _bank_choice(seat: Seat, gives: Mask, gets: Mask) -> Choice:
    """``gives`` and ``gets`` are sets of kinds: enough in hand for a trade, left in the bank."""
    sides = (("gives", gives), ("gets", gets))
    fields = tuple((name, OneOf(tuple(KINDS[kind] for kind in members(kinds)))) for name, kinds in sides)
    none = not gives or not gets or (gives == gets and gives.bit_count() == 1)
    return Choice(seat, BankTrade, fields, refuse("no_bank_trade", private=seat, overrulable=False) if none else None)


# ------------------------------------------------------------------------------------------ offers


def check_offer(state: State, action: OfferTrade) -> Refusal | None:
    seat = action.seat
    if refusal := ill_timed(state, seat, PLAYING, overrulable=False):
        return refusal
    if action.to is not None and (action.to == seat or not 0 <= action.to < len(state.hands)):
        return refuse("no_such_seat", overrulable=False)
    built = BUILT if state.rules.strict_phases and state.built else None
    return firmest(built, _check_terms(state, seat, action.gives, action.wants))


def _check_terms(state: State, seat: Seat, gives: Cards, wants: Cards) -> Refusal | None:
    if min(gives) < 0 or min(wants) < 0 or max(gives) > OF_EACH or max(wants) > OF_EACH:
        return refuse("no_such_kind", overrulable=False)
    if any(a and b for a, b in zip(gives, wants, strict=True)):
        return SAME_KIND
    return firmest(None if any(gives) and any(wants) else NO_GIFTS, check_cost(state, seat, gives))


def _offered(state: State, offer: Offer) -> State:
    """``state`` with ``offer`` instead of an earlier one of the same seat."""
    return replace(state, offers=(*(o for o in state.offers if o.seat != offer.seat), offer))


def apply_offer(state: State, action: OfferTrade) -> State:
    others = tuple(Seat(s) for s in state.seats if s != action.seat)
    asked = others if action.to is None else (action.to,)
    return _offered(replace(state, offers=()), Offer(action.seat, action.gives, action.wants, asked))


def check_counter(state: State, action: CounterOffer) -> Refusal | None:
    offer = state.offer_of(state.turn)
    if state.phase is not Phase.PLAY or offer is None or action.seat not in offer.asked:
        return NOT_ASKED
    return _check_terms(state, action.seat, action.gives, action.wants)


def apply_counter(state: State, action: CounterOffer) -> State:
    return _offered(state, Offer(action.seat, action.gives, action.wants, (state.turn,)))


def check_accept(state: State, action: AcceptTrade) -> Refusal | None:
    if state.phase is not Phase.PLAY:
        return NOT_ASKED
    offer = state.offer_of(action.by)
    if offer is None or action.seat not in offer.asked:
        return NOT_ASKED
    if refusal := check_cost(state, action.seat, offer.wants):
        return refusal
    if not can_all_pay(state, {offer.seat: offer.gives, action.seat: offer.wants}):
        return refuse("offerer_lacks", overrulable=False, private=offer.seat)
    return None


def apply_accept(state: State, action: AcceptTrade) -> State:
    """The cards change hands; every other offer lapses with it."""
    offer = state.offer_of(action.by)
    if offer is None:
        return state
    hands = exchange(state, offer.seat, offer.gives, action.seat, offer.wants)
    return replace(state, hands=hands, offers=())


def check_decline(state: State, action: DeclineTrade) -> Refusal | None:
    offer = state.offer_of(action.by)
    return None if offer is not None and action.seat in offer.asked else NOT_ASKED


def apply_decline(state: State, action: DeclineTrade) -> State:
    """An offer that everybody declined is gone."""
    left = []
    for offer in state.offers:
        if offer.seat == action.by:
            asked = tuple(seat for seat in offer.asked if seat != action.seat)
            if asked:
                left.append(replace(offer, asked=asked))
        else:
            left.append(offer)
    return replace(state, offers=tuple(left))


def check_withdraw(state: State, action: WithdrawOffer) -> Refusal | None:
    return None if state.offer_of(action.seat) is not None else refuse("no_offer", overrulable=False)


def apply_withdraw(state: State, action: WithdrawOffer) -> State:
    """The turn's own offer takes the answers to it along."""
    if action.seat == state.turn:
        return replace(state, offers=())
    return replace(state, offers=tuple(offer for offer in state.offers if offer.seat != action.seat))


def choose_offer(state: State) -> Choice:
    seat, hands = state.turn, state.hands
    refusal = BUILT if state.rules.strict_phases and state.built else None
    if refusal is None and state.counted and not hands[seat].size:
        refusal = _empty_hand(seat)
    largest = max([hand.size for hand in hands[:seat] + hands[seat + 1 :]])
    most = hands[seat].most if state.counted else FULL_BANK
    return Choice(seat, OfferTrade, (("gives", _gives(most)), *_asked(seat, len(hands), largest)), refusal)


@lru_cache(maxsize=512)
def _asked(seat: Seat, seats: int, largest: int) -> tuple[tuple[str, Any], ...]:
    """What may be wanted, and of whom."""
    return (("wants", _wants(largest)), ("to", _others(seat, seats)))


@lru_cache(maxsize=4)
def _empty_hand(seat: Seat) -> Refusal:
    return refuse("empty_hand", overrulable=False, private=seat)


def _others(seat: Seat, seats: int) -> OneOf:
    """All others (``None``) or one of them."""
    others = tuple(Seat(other) for other in range(seats) if other != seat)
    return OneOf((None, *others) if len(others) > 1 else others)


@lru_cache(maxsize=1 << 12)
def _gives(most: Cards) -> Amounts:
    return Amounts(KINDS, most, 1, max(1, sum(most)))


@lru_cache(maxsize=128)
def _wants(largest: int) -> Amounts:
    """At most as much as the largest of the hands asked holds."""
    wanted = max(1, min(OF_EACH, largest))
    return Amounts(KINDS, (wanted,) * 5, 1, wanted)


def choose_answers(state: State) -> tuple[Choice, ...]:
    """What may be said to the offers that stand."""
    found: list[Choice] = []
    for offer in state.offers:
        for seat in offer.asked:
            refusal = check_accept(state, AcceptTrade(seat, offer.seat))
            found.append(Choice(seat, AcceptTrade, (), refusal, (("by", offer.seat),)))
            found.append(Choice(seat, DeclineTrade, given=(("by", offer.seat),)))
            if offer.seat == state.turn:
                most = state.hands[seat].most if state.counted else FULL_BANK
                if any(most):
                    fields = (("gives", _gives(most)), ("wants", _wants(state.hands[state.turn].size)))
                    found.append(Choice(seat, CounterOffer, fields))
        found.append(Choice(offer.seat, WithdrawOffer))
    return tuple(found)


SAME_KIND = refuse("same_kind", overrulable=False)
NO_GIFTS = refuse("no_gifts")
BUILT = refuse("built_already")
NOT_ASKED = refuse("not_asked", overrulable=False)
