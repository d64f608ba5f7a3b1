"""Amun-Re: The Card Game, three rounds of auctions, offerings, building and honour, for 2 to 5 players.

Source: the Persian text; where it is silent or contradicts itself, the rulings M-01 to M-17 of the rules' page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, assert_never

from msgspec.structs import replace

from companion.game import (
    Amounts,
    BadSetup,
    BoxField,
    ButtonPressed,
    Choice,
    Game,
    Line,
    Number,
    OneOf,
    Option,
    Preset,
    Refusal,
    Seat,
    Setup,
    Signal,
    Spot,
    Standing,
    Word,
    broken_tie,
    first_of,
)
from companion.games.amun_re import actions as act
from companion.games.amun_re import auction, coins, corrections, honour, income, telling
from companion.games.amun_re.invariants import broken
from companion.games.amun_re.table import CARDS, COLUMNS, FIRST_HAND, Player, Reach, Rules, State, with_player

PREFILLED_PRICES = (1, 3, 6, 10, 15, 21)
"""The total price of 1, 2, 3 ... pyramids as the 2003 board game has it: a guess for this one (M-02)."""

ANSWERS_A_WORD = ("ConfirmPrices", "Reveal")


class AmunRe(Game[State]):
    name = "amun_re"
    actions = act.ACTIONS
    state = State
    rules_version = 1
    minutes = (45, 60)
    weight = 2
    options = (
        Option("hand_entry", ("never", "secret"), "never"),
        Option("bidding", ("each_bid", "results"), "each_bid"),
        Option("hand14", ("at_most", "exact"), "at_most"),
        Option("carry_rest", (False, True), False),
        Option("printed_pyramids", ("tokens", "spaces"), "tokens"),
        Option("space_limit", (0, 1, 2, 3, 4, 5, 6), 0),
        Option("start_player", ("per_round", "per_auction"), "per_round"),
        Option("offer_tie", ("seat_order", "share"), "seat_order"),
        Option("ankh_tie", ("all", "none", "seat"), "all"),
        Option("negative", (False, True), False),
    )
    presets = (Preset("text"),)
    box = (
        BoxField("offering_table", "number", (0, 3), optional=True, low=0, high=180),
        BoxField("pyramid_price", "number", (0,), prefill=PREFILLED_PRICES, low=0, high=300),
    )

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 6)

    def start(self, setup: Setup) -> State:
        if len(setup.seats) not in self.seats({}) or setup.first not in setup.seats:
            raise BadSetup(Line.of("error.bad_seats", n=len(setup.seats)))
        options = dict(self.complete(setup.options))
        rules = Rules(**options, **_printed(setup, self.box))
        players = tuple(Player() for _ in setup.seats)
        return State(setup.seats, rules, setup.first, setup.first, players)

    # -------------------------------------------------------------------------------------- choices

    def choices(self, state: State) -> tuple[Choice, ...]:
        match state.phase:
            case "hand":
                return self._hand_choices(state)
            case "auction":
                return self._auction_choices(state)
            case "won":
                return tuple(
                    choice for seat in state.seats if auction.awaits_province(state, seat)
                    for choice in (self._take_choice(state, seat),)
                )  # fmt: skip
            case "offering":
                return tuple(
                    Choice(seat, act.Offer, (("coins", Number(0, coins.most_left(player))),), secret=True)
                    for seat, player in zip(state.seats, state.players, strict=True)
                    if not player.sealed
                )
            case "rates":
                return (Choice(state.starter, act.SetRates, (("farm", Number(0, 9)), ("caravan", Number(0, 9)))),)
            case "income":
                return self._income_choices(state)
            case _:
                return ()

    def _hand_choices(self, state: State) -> tuple[Choice, ...]:
        ready = Choice(state.starter, act.HandsReady)
        if state.rules.hand_entry == "never":
            return (ready,)
        kinds = tuple(map(str, CARDS))
        return (
            ready,
            *(
                Choice(seat, act.ChooseHand, (("cards", _hand_field(kinds, player.limit)),), secret=True)
                for seat, player in zip(state.seats, state.players, strict=True)
                if not player.chosen
            ),
        )

    def _auction_choices(self, state: State) -> tuple[Choice, ...]:
        if state.rules.bidding == "results":
            return tuple(
                Choice(seat, act.Win, (("coins", OneOf(_unspent(state, seat))),))
                for seat in state.seats
                if state.bid_of(seat) is None
            )
        lots = Spot("province", tuple(range(len(state.lots))))
        bid = Choice(state.turn, act.Bid, (("lot", lots), ("coins", OneOf(_unspent(state, state.turn)))))
        unknown = tuple(i for i, lot in enumerate(state.lots) if lot.icons is None)
        if not unknown:
            return (bid,)
        fields = (("lot", Spot("province", unknown)), ("icons", corrections.ICON_FIELD))
        return (bid, Choice(state.turn, act.Reveal, fields))

    def _take_choice(self, state: State, seat: Seat) -> Choice:
        lot = state.lots[state.bid_of(seat) or 0]
        free = auction.free_columns(state, seat)
        given: list[tuple[str, Any]] = []
        fields: list[tuple[str, Any]] = []
        if len(free) == 1:
            given.append(("column", free[0]))
        else:
            fields.append(("column", Spot("column", free)))
        if lot.icons is not None:
            given.append(("icons", lot.icons))
        else:
            fields.append(("icons", corrections.ICON_FIELD))
        return Choice(seat, act.TakeProvince, tuple(fields), given=tuple(given))

    def _income_choices(self, state: State) -> tuple[Choice, ...]:
        found: list[Choice] = []
        for seat, player in zip(state.seats, state.players, strict=True):
            if player.kept is None:
                most = coins.most_left(player) - (player.offer or 0)
                found.append(Choice(seat, act.Keep, (("coins", Number(0, max(0, most))),)))
            elif player.built is None:
                room, owed, gift = income.room(state, seat), income.owed(state, seat), income.reward(state, seat)
                names = tuple(f"column_{i}" for i in range(1, COLUMNS + 1))
                most = min(sum(room), gift + income.affordable(state, seat))
                limits = tuple(min(free, most) for free in room)
                found.append(Choice(seat, act.Build, (("pyramids", Amounts(names, limits, owed, most)),)))
                budget = income.budget(state, seat)
                most = min(sum(room), gift + 20) if budget else owed
                if most > owed:
                    limits = tuple(min(free, most) for free in room)
                    by_hand = (("pyramids", Amounts(names, limits, owed, most)), ("coins", Number(0, budget)))
                    found.append(Choice(seat, act.BuildFor, by_hand))
        if "pyramid_price" in state.rules.unverified:
            found.append(Choice(state.starter, act.ConfirmPrices))
        return tuple(found)

    def corrections(self, state: State) -> tuple[Choice, ...]:
        return corrections.choices(state)

    # -------------------------------------------------------------------------------------- check and apply

    def check(self, state: State, action: Any) -> Refusal | None:
        if not isinstance(action, act.ACTIONS):
            return Refusal("no_such_action", overrulable=False)
        if action.seat not in state.seats:
            return Refusal("no_such_seat", overrulable=False)
        if isinstance(action, corrections.Correction):
            return corrections.check(state, action)
        if state.phase not in _PHASES[type(action)]:
            return Refusal("match_over" if state.phase == "over" else "not_now", overrulable=False)
        match action:
            case act.ChooseHand(cards=cards):
                return self._check_hand(state, action.seat, cards)
            case act.Bid():
                return _other_way(state, "each_bid") or auction.check_bid(state, action)
            case act.Win():
                return _other_way(state, "results") or auction.check_win(state, action)
            case act.Reveal(lot=lot, icons=icons):
                fresh = 0 <= lot < len(state.lots) and state.lots[lot].icons is None
                return auction.bad_icons(icons) if fresh else Refusal("no_such_province", overrulable=False)
            case act.TakeProvince():
                return auction.check_take(state, action)
            case act.Offer():
                return income.check_offer(state, action)
            case act.SetRates(farm=farm, caravan=caravan):
                return Refusal("no_such_figure", overrulable=False) if min(farm, caravan) < 0 else None
            case act.Keep():
                return income.check_keep(state, action)
            case act.Build(seat=seat, pyramids=pyramids):
                return income.check_build(state, seat, pyramids, None)
            case act.BuildFor(seat=seat, pyramids=pyramids, coins=paid):
                return income.check_build(state, seat, pyramids, paid)
            case act.ConfirmPrices() if "pyramid_price" not in state.rules.unverified:
                return Refusal("not_now", overrulable=False)
            case _:
                return None

    @staticmethod
    def _check_hand(state: State, seat: Seat, cards: tuple[int, ...]) -> Refusal | None:
        player = state.player(seat)
        if player.chosen or len(cards) != len(CARDS) or any(n not in (0, 1) for n in cards):
            return Refusal("no_such_hand", overrulable=False)
        if not cards[0]:
            return Refusal("zero_missing", private=seat)
        total = sum(card for card, n in zip(CARDS, cards, strict=True) if n)
        if total > player.limit:
            return Refusal("hand_over_limit", (("n", player.limit), ("sum", total)), private=seat)
        if state.rules.hand14 == "exact" and state.round == 1 and total < FIRST_HAND:
            return Refusal("hand_under_limit", (("n", FIRST_HAND), ("sum", total)), private=seat)
        return None

    def apply(self, state: State, action: Any) -> State:
        refusal = self.check(state, action)
        if refusal is not None and refusal.line not in state.waived:
            # a reason that rests on a hidden hand must not become public by being waived
            line = Line.of("waived.private") if refusal.private is not None else refusal.line
            state = replace(state, waived=(*(known for known in state.waived if known != line), line))
        if isinstance(action, corrections.Correction):
            return corrections.apply(state, action)
        return self._step(state, action)

    def _step(self, state: State, action: Any) -> State:
        match action:
            case act.ChooseHand(seat=seat, cards=cards):
                hand = tuple(card for card, n in zip(CARDS, cards, strict=True) if n)
                state = with_player(state, seat, hand=hand, chosen=True)
                return auction.open_lots(state) if all(p.chosen for p in state.players) else state
            case act.HandsReady():
                return auction.open_lots(state)
            case act.Reveal(lot=lot, icons=icons):
                lots = list(state.lots)
                lots[lot] = replace(lots[lot], icons=icons)
                return replace(state, lots=tuple(lots))
            case act.Bid(seat=seat, lot=lot, coins=paid):
                return auction.lay(state, seat, lot, paid)
            case act.Win(seat=seat, coins=paid):
                free = next(i for i, lot in enumerate(state.lots) if lot.bid is None)
                return auction.lay(state, seat, free, paid)
            case act.TakeProvince(seat=seat, column=column, icons=icons):
                return auction.take(state, seat, column, icons)
            case act.Offer():
                return income.seal(state, action)
            case act.SetRates(farm=farm, caravan=caravan):
                return income.with_rates(state, farm, caravan)
            case act.Keep(seat=seat, coins=kept):
                return with_player(state, seat, kept=kept)
            case act.Build(seat=seat, pyramids=pyramids):
                return income.build(state, seat, pyramids, None)
            case act.BuildFor(seat=seat, pyramids=pyramids, coins=paid):
                return income.build(state, seat, pyramids, paid)
            case act.ConfirmPrices():
                unverified = tuple(name for name in state.rules.unverified if name != "pyramid_price")
                return replace(state, rules=replace(state.rules, unverified=unverified))
            case _ as never:
                assert_never(never)

    # -------------------------------------------------------------------------------------- telling

    def standing(self, state: State) -> Standing:
        active = self._active(state)
        over = self.over(state)
        ranks = honour.ranks(state) if over else {}
        return Standing(
            scores=tuple(honour.score(state, seat) for seat in state.seats),
            active=active,
            prompt=telling.prompt(state, active),
            winners=first_of(ranks) if over else (),
            over=over,
            tie=broken_tie(ranks, honour.TIE_BREAKS) if over else None,
        )

    def over(self, state: State) -> bool:
        return state.phase == "over"

    def _active(self, state: State) -> tuple[Seat, ...]:
        match state.phase:
            case "auction" if state.rules.bidding == "each_bid":
                return (state.turn,)
            case "hand" if state.rules.hand_entry == "never":
                return (state.starter,)
            case _:
                asked = {choice.seat for choice in self.choices(state) if choice.action.__name__ not in ANSWERS_A_WORD}
                return tuple(seat for seat in state.seats if seat in asked)

    def view(self, state: State, seat: Seat | None) -> State:
        players = tuple(
            player if other == seat else _covered(player, state.phase)
            for other, player in zip(state.seats, state.players, strict=True)
        )
        return replace(state, players=players)

    def interpret(self, state: State, signal: Signal) -> Any | None:
        """A seat's button: the hands are ready; nothing is built, where no reward waits to be placed."""
        match signal:
            case ButtonPressed(seat=seat, long=False) if seat in state.seats:
                if state.phase == "hand" and seat == state.starter:
                    return act.HandsReady(seat)
                player = state.player(seat)
                if state.phase == "income" and player.kept is not None and player.built is None:
                    return act.Build(seat, (0,) * COLUMNS) if not income.owed(state, seat) else None
        return None

    def describe(self, before: State, action: Any, after: State) -> tuple[Line, ...]:
        return telling.story(before, action, after)

    def guide(self, state: State) -> tuple[Line, ...]:
        return telling.reminders(state)

    def turn(self, state: State) -> Any:
        return (state.round, state.auction, state.phase, state.turn)

    def secret(self, before: State, action: Any, now: State) -> bool:
        match action:
            case act.Offer():
                return now.phase == "offering" and now.round == before.round
            case act.ChooseHand():
                return now.phase != "over"
            case _:
                return False

    def invariants(self, state: State, *, thorough: bool = True) -> tuple[str, ...]:
        return broken(state)

    def random_setup(self, rng: Random, seats: int, options: Sequence[tuple[str, Any]] = ()) -> Setup:
        setup = super().random_setup(rng, seats, options)
        bounds = sorted(rng.sample(range(1, 60), rng.randint(2, 5)))
        table = tuple((most, rng.randint(0, 4), rng.randint(0, 4)) for most in bounds)
        prices = tuple(sum(range(n + 1)) + rng.randint(0, 1) for n in range(1, rng.randint(6, 12)))
        box: tuple[tuple[str, Any], ...] = (("pyramid_price", prices),)
        return replace(setup, box=(*box, ("offering_table", table)) if rng.random() < 0.8 else box)


_PHASES: dict[type, tuple[str, ...]] = {
    act.ChooseHand: ("hand",),
    act.HandsReady: ("hand",),
    act.Reveal: ("auction",),
    act.Bid: ("auction",),
    act.Win: ("auction",),
    act.TakeProvince: ("won",),
    act.Offer: ("offering",),
    act.SetRates: ("rates",),
    act.Keep: ("income",),
    act.Build: ("income",),
    act.BuildFor: ("income",),
    act.ConfirmPrices: ("hand", "auction", "won", "offering", "rates", "income"),
}


def _printed(setup: Setup, fields: Sequence[BoxField]) -> dict[str, Any]:
    """The box's tables as the rules want them; what was never typed is a prefill and unverified, or empty."""
    found: dict[str, Any] = {}
    unverified = list(setup.printed("unverified") or ())
    for field in fields:
        value = setup.printed(field.name)
        if value is None:
            value = field.prefill or ()
            unverified += [field.name] if value else []
        elif not field.contains(value):
            raise BadSetup(Line.of("error.bad_box", what=Word(f"box.{field.name}")))
        found[field.name] = value
    bounds = [row[0] for row in found["offering_table"]]
    if bounds != sorted(set(bounds)) or found["pyramid_price"] != tuple(sorted(found["pyramid_price"])):
        raise BadSetup(Line.of("error.box_not_rising"))
    found["offering_table"] = tuple(Reach(*row) for row in found["offering_table"])
    return {**found, "unverified": tuple(dict.fromkeys(unverified))}


def _hand_field(kinds: tuple[str, ...], limit: int) -> Amounts:
    most = max(n for n in range(1, len(CARDS) + 1) if sum(CARDS[:n]) <= limit)
    return Amounts(kinds, tuple(int(card <= limit) for card in CARDS), 1, most)


def _unspent(state: State, seat: Seat) -> tuple[int, ...]:
    """The cards that may still be in the hand of ``seat`` for all that the table knows."""
    player = state.player(seat)
    return tuple(card for card in CARDS if card not in player.spent and card <= player.limit)


def _other_way(state: State, wanted: str) -> Refusal | None:
    return None if state.rules.bidding == wanted else Refusal("not_now", overrulable=False)


def _covered(player: Player, phase: str) -> Player:
    return replace(player, hand=None, offer=None if phase == "offering" else player.offer)
