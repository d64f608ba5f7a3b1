"""Turns and rounds of the text: building, upgrading, events, buying, the end of a round and of the match."""

from __future__ import annotations

from msgspec.structs import replace

from companion.game import Action, Refusal, Seat, Who, Word
from companion.games.unfair import actions as act
from companion.games.unfair.park import (
    HAND_LIMIT,
    PHASES,
    Attraction,
    Card,
    State,
    Turn,
    Upgrade,
    with_area,
    with_park,
)
from companion.games.unfair.scoring import income

NO = False

Effect = act.Gain | act.Draw | act.Bonus | act.Damage | act.Destroy | act.Repair

_PHASE_OF: dict[type, str] = {
    act.Build: "build",
    act.UseCard: "build",
    act.TakeLoan: "build",
    act.Attach: "upgrade",
    act.PlayEvent: "event",
    act.BuyAttraction: "buy",
    act.BuyUpgrade: "buy",
    act.DeckEmpty: "buy",
    act.Discard: "buy",
    act.EndTurn: "buy",
}


def check(state: State, action: Action) -> Refusal | None:
    """Why ``action`` can't be done now by the text."""
    match action:
        case act.TakeCard(points=_, income=earned, discount=discount):
            if state.phase != "cards" or state.park(action.seat).card is not None:
                return _not_now(state)
            return Refusal("no_such_figure", overrulable=NO) if min(earned, discount) < 0 else None
        case act.DummyTurn(cards=cards):
            if state.phase != "dummy":
                return _not_now(state)
            return Refusal("no_such_figure", overrulable=NO) if cards < 0 else None
    if state.phase not in PHASES:
        return _not_now(state)
    if action.seat != state.turn:
        return Refusal("not_your_turn", (("seat", Who(state.turn)),), overrulable=NO)
    if isinstance(action, Effect):
        return _check_effect(state, action)
    if PHASES.index(_PHASE_OF[type(action)]) < PHASES.index(state.phase):
        # out of order is a slip that the table may wave through: the turn's later phases stay done
        return Refusal("phase_over", (("phase", Word(f"word.phase.{_PHASE_OF[type(action)]}")),))
    return _check_turn(state, action)


def _not_now(state: State) -> Refusal:
    return Refusal("match_over" if state.phase == "over" else "not_now", overrulable=NO)


def _check_turn(state: State, action: Action) -> Refusal | None:
    park = state.park(action.seat)
    match action:
        case act.Build(area=area, cost=cost):
            if not 0 <= area < len(park.areas) or min(cost, action.income) < 0:
                return Refusal("no_such_area", overrulable=NO)
            if park.areas[area] is not None:
                return Refusal("area_taken", (("number", area + 1),), overrulable=NO)
            return _short(park.coins, price(state, action.seat, cost)) or _empty_handed(park.hand)
        case act.UseCard(coins=coins):
            if park.card is None or coins < 1:
                return Refusal("no_such_figure", overrulable=NO)
        case act.TakeLoan(coins=coins, points=points):
            if not state.rules.loans:
                return Refusal("no_loans", overrulable=NO)
            if min(coins, points) < 0:
                return Refusal("no_such_figure", overrulable=NO)
        case act.Attach(area=area):
            return _check_attach(state, action)
        case act.PlayEvent():
            return Refusal("one_event") if state.done.played else _empty_handed(park.hand)
        case act.BuyAttraction(cost=cost):
            if not state.supply:
                return Refusal("supply_empty", overrulable=NO)
            return _short(park.coins, cost)
        case act.BuyUpgrade(cost=cost):
            if state.upgrades.empty:
                return Refusal("upgrades_empty", overrulable=NO)
            return _short(park.coins, cost) or (Refusal("one_upgrade_bought") if state.done.bought else None)
        case act.DeckEmpty():
            return Refusal("not_now", overrulable=NO) if state.attractions.empty else None
        case act.Discard(cards=cards):
            surplus = park.hand - HAND_LIMIT
            if not 0 < cards <= park.hand:
                return Refusal("no_such_figure", overrulable=NO)
            return Refusal("discard_surplus", (("n", max(0, surplus)),)) if cards != surplus else None
        case act.EndTurn() if park.hand > HAND_LIMIT:
            return Refusal("hand_limit", (("n", park.hand - HAND_LIMIT), ("limit", HAND_LIMIT)))
    return None


def _check_attach(state: State, action: act.Attach) -> Refusal | None:
    park = state.park(action.seat)
    attraction = park.areas[action.area] if 0 <= action.area < len(park.areas) else None
    if attraction is None or attraction.ruin or action.income < 0:
        return Refusal("no_attraction", overrulable=NO)
    if state.done.attached:
        return Refusal("one_upgrade_a_turn")
    most = state.rules.upgrades_per_attraction
    if most and len(attraction.upgrades) >= most:
        return Refusal("upgraded", (("n", most),))
    return _empty_handed(park.hand)


def _check_effect(state: State, action: Effect) -> Refusal | None:
    if state.phase != "event" or not state.done.played:
        return Refusal("event_first")
    if action.who not in state.seats:
        return Refusal("no_such_seat", overrulable=NO)
    park = state.park(action.who)
    match action:
        case act.Gain(coins=coins) if park.coins + coins < 0:
            return _short(park.coins, -coins)
        case act.Draw(cards=cards) if park.hand + cards < 0:
            return Refusal("no_such_figure", overrulable=NO)
        case act.Damage(area=area) | act.Destroy(area=area) | act.Repair(area=area):
            attraction = park.areas[area] if 0 <= area < len(park.areas) else None
            if attraction is None or attraction.ruin:
                return Refusal("no_attraction", overrulable=NO)
            if isinstance(action, act.Repair):
                return None if attraction.damaged else Refusal("not_damaged", overrulable=NO)
            if not state.rules.attacks:
                return Refusal("no_attacks")
            if isinstance(action, act.Damage):
                if action.penalty < 0:
                    return Refusal("no_such_figure", overrulable=NO)
                return Refusal("already_damaged", overrulable=NO) if attraction.damaged else None
    return None


def _short(coins: int, cost: int) -> Refusal | None:
    if cost < 0:
        return Refusal("no_such_figure", overrulable=NO)
    # a debt is no state of this game: the players correct the coins, or use a card's ability
    return Refusal("insufficient_coins", (("n", cost), ("coins", coins)), overrulable=NO) if cost > coins else None


def _empty_handed(hand: int) -> Refusal | None:
    return None if hand > 0 else Refusal("hand_empty")


def price(state: State, seat: Seat, cost: int) -> int:
    """What building a card of that printed cost takes, with the player card's discount (negative costs stay so)."""
    card = state.park(seat).card
    return cost if cost < 0 or card is None else max(0, cost - card.discount)


# ------------------------------------------------------------------------------------------ apply


def step(state: State, action: Action) -> State:
    """The state after ``action``."""
    seat = action.seat
    if isinstance(action, Effect):
        return _effect(state, action)
    if type(action) in _PHASE_OF and not isinstance(action, act.EndTurn):
        later = max(PHASES.index(state.phase), PHASES.index(_PHASE_OF[type(action)]))
        state = replace(state, phase=PHASES[later])
    park = state.park(seat)
    match action:
        case act.TakeCard(points=points, income=earned, discount=discount):
            state = with_park(state, seat, card=Card(points, earned, discount))
            return replace(state, phase="build") if all(p.card is not None for p in state.parks) else state
        case act.Build(area=area, cost=cost, points=points, income=earned):
            state = with_area(state, seat, area, Attraction(points, earned))
            state = with_park(state, seat, coins=park.coins - price(state, seat, cost), hand=max(0, park.hand - 1))
            return replace(state, ending=state.ending or state.park(seat).full)
        case act.UseCard(coins=coins):
            return with_park(state, seat, coins=park.coins + coins)
        case act.TakeLoan(coins=coins, points=points):
            return with_park(state, seat, coins=park.coins + coins, loans=(*park.loans, points))
        case act.Attach(area=area, points=points, income=earned):
            attraction = park.areas[area]
            assert attraction is not None
            upgraded = replace(attraction, upgrades=(*attraction.upgrades, Upgrade(points, earned)))
            state = with_park(with_area(state, seat, area, upgraded), seat, hand=max(0, park.hand - 1))
            return replace(state, done=replace(state.done, attached=state.done.attached + 1))
        case act.PlayEvent():
            state = with_park(state, seat, hand=max(0, park.hand - 1))
            return replace(state, done=replace(state.done, played=state.done.played + 1))
        case act.BuyAttraction(cost=cost):
            return _refilled(with_park(state, seat, coins=park.coins - cost, hand=park.hand + 1))
        case act.BuyUpgrade(cost=cost):
            state = with_park(state, seat, coins=park.coins - cost, hand=park.hand + 1)
            done = replace(state.done, bought=state.done.bought + 1)
            return replace(state, upgrades=state.upgrades.less(1), done=done)
        case act.DeckEmpty():
            return replace(state, attractions=replace(state.attractions, cards=0, sure=True), ending=True)
        case act.Discard(cards=cards):
            return with_park(state, seat, hand=park.hand - cards)
        case act.EndTurn():
            return _next_turn(state)
        case act.DummyTurn(cards=cards):
            for _ in range(cards):
                state = _refilled(state)
            return end_round(state)
        case _:
            raise TypeError(f"{type(action).__name__} is no action of the text")


def _refilled(state: State) -> State:
    """One attraction left the supply and the next lies there at once, while the deck lasts (U-14: the trigger)."""
    if state.attractions.empty:
        return replace(state, supply=max(0, state.supply - 1))
    deck = state.attractions.less(1)
    return replace(state, attractions=deck, ending=state.ending or deck.empty)


def _effect(state: State, action: Effect) -> State:
    who = action.who
    park = state.park(who)
    match action:
        case act.Gain(coins=coins):
            return with_park(state, who, coins=park.coins + coins)
        case act.Draw(cards=cards):
            return with_park(state, who, hand=park.hand + cards)
        case act.Bonus(points=points):
            return with_park(state, who, bonuses=(*park.bonuses, points))
        case act.Damage(area=area, penalty=penalty):
            return with_area(state, who, area, _changed(state, who, area, damaged=True, penalty=penalty))
        case act.Repair(area=area):
            return with_area(state, who, area, _changed(state, who, area, damaged=False, penalty=0))
        case act.Destroy(area=area):
            freed = None if state.rules.demolish_frees_area else Attraction(0, ruin=True)
            return with_area(state, who, area, freed)


def _changed(state: State, who: Seat, area: int, *, damaged: bool, penalty: int) -> Attraction:
    attraction = state.park(who).areas[area]
    assert attraction is not None
    return replace(attraction, damaged=damaged, penalty=penalty)


def _next_turn(state: State) -> State:
    following = state.next_seat(state.turn)
    state = replace(state, turn=following, done=Turn(), phase="build")
    if following != state.first:
        return state
    return replace(state, phase="dummy") if state.rules.dummy and len(state.seats) == 2 else end_round(state)


def end_round(state: State) -> State:
    """Everybody gets the income; the match is over where the trigger was met or the rounds are played (U-08)."""
    for seat in state.seats:
        park = state.park(seat)
        state = with_park(state, seat, coins=park.coins + income(park, state.rules))
    by_rounds = state.rules.end_mode == "eight_rounds"
    if state.round >= state.rules.rounds if by_rounds else state.ending:
        return replace(state, phase="over", ending=True)
    return draw_events(replace(state, round=state.round + 1, phase="build"))


def draw_events(state: State) -> State:
    """At the start of a round everybody draws an event, by the ruling U-05."""
    for seat in state.seats:
        state = with_park(state, seat, hand=state.park(seat).hand + state.rules.event_draw)
    return state
