"""Ethnos: the :class:`~companion.game.Game` of the Persian ``text``, as repaired, and of the ``published`` rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from companion.game import (
    Board,
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
    Setup,
    Signal,
    Standing,
    broken_tie,
    first_of,
)
from companion.game import Seat as SeatId
from companion.games.ethnos import actions as act
from companion.games.ethnos import published, published_scoring, setup, text, text_scoring, words
from companion.games.ethnos.state import EthnosState, PublishedTable, Table, TextTable
from companion.games.ethnos.tribes import GLORY, GLORY_SMALL, HAND, KINGDOMS, PUBLISHED_HAND, TEXT_POINTS

ASKED_FIRST = ("tribes", "regions", "glory")
"""Phases before play."""


class Ethnos(Game[EthnosState]):
    """Bands of tribes for regions (``text``), or a tracker of the published game with its twelve tribes.

    ``rules`` chooses between them; ``display`` to ``floor_at_zero`` are rulings of the text, ``two_player_second`` is
    one of the published game. Options of the other set of rules are without effect.
    """

    name = "ethnos"
    actions = act.ACTIONS
    state = EthnosState
    seldom: ClassVar[Mapping[type[Any], int]] = {act.Dragon: 12}
    options = (
        Option("rules", ("text", "published"), "text"),
        Option("depth", ("light", "full"), "light"),
        Option("turn", ("lay_one", "from_hand", "either"), "lay_one"),
        Option("display", (9, 18, "twice_players"), 9),
        Option("regions", ("by_count", *range(6, 21)), "by_count"),
        Option("control", ("region_tribe", "all_active", "markers"), "region_tribe"),
        Option("refill", ("immediate", "round_start"), "immediate"),
        Option("band_table", ("published", "box"), "published"),
        Option("extend", (True, False), True),
        Option("hand_penalty", (-1, 0), -1),
        Option("round_end", ("immediate", "finish_table"), "immediate"),
        Option("floor_at_zero", (False, True), False),
        Option("two_player_second", ("nothing", "token_1"), "nothing"),
    )
    presets = (
        Preset("text", (("rules", "text"),)),
        Preset("published", (("rules", "published"), ("control", "markers"))),
    )
    box = (
        BoxField("region_tokens", shape=(0,), high=setup.MOST_VALUE, optional=True),
        BoxField("cards", prefill=72, optional=True, high=200),
        BoxField("band_points", shape=(3,), prefill=TEXT_POINTS, optional=True),
        BoxField("glory", shape=(18,), prefill=GLORY, high=20, optional=True),
        BoxField("glory_small", shape=(12,), prefill=GLORY_SMALL, high=20, optional=True),
    )
    rules_version = 1
    minutes = (40, 60)
    weight = 2

    def seats(self, options: Mapping[str, Any]) -> range:
        return range(2, 7) if options.get("rules") == "published" else range(2, 6)

    def start(self, setup_: Setup) -> EthnosState:
        given = dict(setup_.options)
        if len(setup_.seats) not in self.seats(given) or setup_.first not in setup_.seats:
            raise words.bad_seats(self.seats(given))
        if given["rules"] == "published":
            return EthnosState(setup.start_published(setup_))
        return EthnosState(setup.start_text(setup_))

    def choices(self, state: EthnosState) -> tuple[Choice, ...]:
        table = state.table
        if table.phase in ASKED_FIRST:
            return tuple(setup.choices(table))
        if table.phase == "over":
            return ()
        return tuple(text.choices(table) if isinstance(table, TextTable) else published.choices(table))

    def check(self, state: EthnosState, action: Any) -> Refusal | None:
        table = state.table
        if not isinstance(action, act.ACTIONS) or action.seat not in table.seats:
            return Refusal("not_in_these_rules", overrulable=False)
        if isinstance(action, act.CORRECTIONS):
            allowed = any(choice.contains(action) for choice in self.corrections(state))
            return None if allowed else Refusal("no_such_correction", overrulable=False)
        if table.phase == "over":
            return Refusal("game_over", overrulable=False)
        if table.phase in ASKED_FIRST:
            return setup.check(table, action)
        if isinstance(action, act.BEFORE_PLAY):
            return Refusal("not_now", overrulable=False)
        return text.check(table, action) if isinstance(table, TextTable) else published.check(table, action)

    def apply(self, state: EthnosState, action: Any) -> EthnosState:
        table = state.table
        if isinstance(action, act.BEFORE_PLAY):
            return EthnosState(setup.apply(table, action))
        if isinstance(table, TextTable):
            return EthnosState(text.apply(table, action))
        return EthnosState(published.apply(table, action))

    def standing(self, state: EthnosState) -> Standing:
        table, rules = state.table, scoring_of(state.table)
        scores = tuple(rules.score(table, who) for who in range(len(table.seats)))
        if table.phase != "over":
            return Standing(scores, self.active(state), words.prompt(table))
        ranks = rules.ranks(table)
        tie = broken_tie(ranks, rules.TIE_BREAKS)
        return Standing(scores, (), words.prompt(table), first_of(ranks), True, tie=tie)

    def active(self, state: EthnosState) -> tuple[SeatId, ...]:
        """Whose move it is: one seat, or everybody who still has to count or to cash."""
        table = state.table
        if table.phase == "over":
            return ()
        if isinstance(table, TextTable) and table.phase == "count":
            left = table.current.left
            asked = tuple(seat for seat, n in zip(table.seats, left, strict=True) if n is None)
            return asked or (table.seats[text.next_starter(table)],)
        if isinstance(table, PublishedTable) and table.phase == "orcs":
            return tuple(table.seats[who] for who in published.waiting(table))
        return (table.seats[table.active],)

    def over(self, state: EthnosState) -> bool:
        return state.table.phase == "over"

    def view(self, state: EthnosState, seat: SeatId | None) -> EthnosState:
        """The state itself: hands are only numbers, and what they hold never enters the app."""
        return state

    def interpret(self, state: EthnosState, signal: Signal) -> Any | None:
        """A short press of the active seat's button takes a card (the plain turn), passes, or closes the round."""
        if not isinstance(signal, ButtonPressed) or signal.long:
            return None
        for kind in (act.TakeCard, act.EndTurn, act.CloseRound):
            for choice in self.choices(state):
                if choice.action is kind and choice.seat == signal.seat and choice.refusal is None:
                    return choice.build()
        if isinstance(state.table, PublishedTable):
            return self._published_press(state.table, signal.seat)
        return None

    def _published_press(self, table: PublishedTable, seat: SeatId) -> Any | None:
        who = table.seats.index(seat) if seat in table.seats else -1
        if table.phase == "elves" and who == table.active:
            return act.Keep(seat, published.keepable(table, who))
        if table.phase == "orcs" and who in published.waiting(table):
            return act.CashOrcs(seat, (0,) * len(KINGDOMS))
        if table.phase == "turn" and who == table.active and table.hands[who] < PUBLISHED_HAND:
            return act.Recruit(seat)
        return None

    def board(self, state: EthnosState) -> Board:
        return setup.shown_board(state.table)

    def corrections(self, state: EthnosState) -> tuple[Choice, ...]:
        table = state.table
        if table.phase in ASKED_FIRST:
            return ()
        result: list[Choice] = []
        for seat in table.seats:
            result.append(Choice(seat, act.Adjust, (("points", Number(-30, 30)),)))
            if table.phase == "over":
                continue
            most = HAND + 5 if isinstance(table, TextTable) else PUBLISHED_HAND
            result.append(Choice(seat, act.SetHand, (("n", Number(0, most)),)))
            if isinstance(table, TextTable):
                result.append(Choice(seat, act.SetLaid, (("tribe", OneOf(table.tribes)), ("n", Number(0, 12)))))
            else:
                result.append(Choice(seat, act.SetMarkers, (("kingdom", OneOf(KINGDOMS)), ("n", Number(0, 26)))))
        if table.phase != "over":
            seat = table.seats[table.active]
            if isinstance(table, TextTable):
                result.append(Choice(seat, act.SetDeck, (("n", Number(0, 200)),)))
                result.append(Choice(seat, act.SetDepth, (("depth", OneOf(("light", "full"))),)))
            elif table.phase == "turn":
                result.append(Choice(seat, act.SetDragons, (("n", Number(0, published.DRAGONS - 1)),)))
        return tuple(result)

    def describe(self, before: EthnosState, action: Any, after: EthnosState) -> tuple[Line, ...]:
        return words.describe(before.table, action, after.table)

    def turn(self, state: EthnosState) -> Any:
        return state.table.turn

    def guide(self, state: EthnosState) -> tuple[Line, ...]:
        return words.guide(state.table)

    def invariants(self, state: EthnosState, *, thorough: bool = True) -> tuple[str, ...]:
        table = state.table
        if table.phase in ASKED_FIRST:
            return ()
        if isinstance(table, TextTable):
            return text.invariants(table)
        return published.invariants(table)

    def random_setup(self, rng: Random, seats: int, options: Sequence[tuple[str, Any]] = ()) -> Setup:
        return setup.random_setup(rng, seats, self.complete(options))


def scoring_of(table: Table) -> Any:
    """The scoring of the rules that ``table`` is played by."""
    return text_scoring if isinstance(table, TextTable) else published_scoring
