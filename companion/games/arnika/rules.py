"""Arnika, and with the ``classic`` preset the base game of the Catan family: one engine, two sets of rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from companion.game import (
    BadSetup,
    Board,
    BoxField,
    ButtonPressed,
    Choice,
    DiceRolled,
    Game,
    Line,
    Piece,
    Place,
    Refusal,
    Remark,
    Seat,
    Setup,
    Signal,
    Standing,
    Tally,
    Throw,
)
from companion.games.arnika import actions as act
from companion.games.arnika import (
    building,
    correcting,
    crisis,
    development,
    mending,
    placing,
    progress,
    trading,
    turning,
)
from companion.games.arnika.boards import balanced_board
from companion.games.arnika.cards import CONSULT, DEVELOPMENTS, KINDS, OTHER, TERRAINS
from companion.games.arnika.geometry import members
from companion.games.arnika.hands import EMPTY
from companion.games.arnika.invariants import broken
from companion.games.arnika.layout import BLANK, board_of, layout_of
from companion.games.arnika.offering import corrections
from companion.games.arnika.options import OPTIONS, PRESETS, rules_of
from companion.games.arnika.purse import missing_for_each
from companion.games.arnika.refusals import NO_SUCH_SEAT, SET_UP, not_now
from companion.games.arnika.scoring import standing
from companion.games.arnika.state import NO_DEVELOPMENT, NO_LOOSE, Development, Loose, Phase, State, hidden
from companion.games.arnika.statistics import remarks, statistics, tallies
from companion.games.arnika.telling import describe

Check = Callable[[State, Any], Refusal | None]
Apply = Callable[[State, Any], State]

MOVES: dict[type[Any], tuple[Check, Apply]] = {
    act.PlaceJunior: (placing.check_place_junior, placing.apply_place_junior),
    act.PlaceConnection: (placing.check_place_connection, placing.apply_place_connection),
    act.Roll: (turning.check_roll, turning.apply_roll),
    act.EndTurn: (turning.check_end_turn, turning.apply_end_turn),
    act.Discard: (crisis.check_discard, crisis.apply_discard),
    act.DiscardCount: (crisis.check_discard_count, crisis.apply_discard_count),
    act.CrisisHome: (crisis.check_home, crisis.apply_home),
    act.CrisisReroll: (crisis.check_reroll, crisis.apply_reroll),
    act.MoveCrisis: (crisis.check_move, crisis.apply_move),
    act.LoseCard: (crisis.check_lose, crisis.apply_lose),
    act.Steal: (crisis.check_steal, crisis.apply_steal),
    act.BuildConnection: (building.check_connection, building.apply_connection),
    act.BuildJunior: (building.check_junior, building.apply_junior),
    act.BuildSenior: (building.check_senior, building.apply_senior),
    act.StopRoads: (building.check_stop_roads, building.apply_stop_roads),
    act.BuyCard: (development.check_buy, development.apply_buy),
    act.PlayConsult: (development.check_consult, development.apply_consult),
    act.PlayRoads: (progress.check_roads, progress.apply_roads),
    act.PlayPlenty: (progress.check_plenty, progress.apply_plenty),
    act.PlayMonopoly: (progress.check_monopoly, progress.apply_monopoly),
    act.PlayOther: (progress.check_other, progress.apply_other),
    act.RevealPoints: (development.check_reveal, development.apply_reveal),
    act.BankTrade: (trading.check_bank_trade, trading.apply_bank_trade),
    act.OfferTrade: (trading.check_offer, trading.apply_offer),
    act.CounterOffer: (trading.check_counter, trading.apply_counter),
    act.AcceptTrade: (trading.check_accept, trading.apply_accept),
    act.DeclineTrade: (trading.check_decline, trading.apply_decline),
    act.WithdrawOffer: (trading.check_withdraw, trading.apply_withdraw),
    act.TakeLongest: (correcting.check_longest, correcting.apply_longest),
}
"""The acts of play: whether each may be done now, and what it does."""

CORRECTIONS: dict[type[Any], tuple[Check, Apply]] = {
    act.CorrectHand: (correcting.check_hand, correcting.apply_hand),
    act.CorrectCards: (correcting.check_cards, correcting.apply_cards),
    act.CorrectTurn: (correcting.check_turn, correcting.apply_turn),
    act.CorrectScore: (correcting.check_score, correcting.apply_score),
    act.CorrectLongest: (correcting.check_longest, correcting.apply_longest),
    act.CorrectCrisis: (mending.check_crisis, mending.apply_crisis),
    act.CorrectHex: (mending.check_hex, mending.apply_hex),
    act.CorrectHarbour: (mending.check_harbour, mending.apply_harbour),
    act.CorrectPieces: (mending.check_pieces, mending.apply_pieces),
    act.PutPiece: (mending.check_put, mending.apply_put),
    act.TakePiece: (mending.check_take, mending.apply_take),
    act.SetMap: (correcting.check_map, correcting.apply_map),
    act.SetHands: (correcting.check_hands, correcting.apply_hands),
}
"""The table is right: facts set right at any time."""

PLAYS = MOVES | CORRECTIONS


class Arnika(Game[State]):
    name = "arnika"
    actions = tuple(PLAYS)
    state = State
    options = OPTIONS
    presets = PRESETS
    box: ClassVar[tuple[BoxField, ...]] = (
        BoxField("terrains", "word", (19,), optional=True, words=TERRAINS),
        BoxField("tokens", "number", (0,), optional=True, low=2, high=12),
    )
    minutes = (60, 90)
    weight = 3

    def seats(self, options: Mapping[str, Any]) -> range:
        """Two to four: there are four colours."""
        return range(2, 5)

    def start(self, setup: Setup) -> State:
        n = len(setup.seats)
        if n not in self.seats({}) or setup.seats != tuple(range(n)) or setup.first not in setup.seats:
            raise BadSetup(Line.of("error.seats", n=n))
        rules = rules_of(setup)
        with_map = bool(setup.option("map"))
        layout = layout_of(setup.board) if with_map or setup.board.pieces else BLANK
        on_board = [place.id for place, piece in setup.board.pieces if piece.kind == "crisis"]
        homes = on_board or list(layout.deserts)
        zeros = (0,) * n
        return State(
            rules=rules,
            layout=layout,
            first=setup.first,
            phase=Phase.PLACE_JUNIOR if with_map else Phase.ROLL,
            turn=setup.first,
            turns=0 if with_map else 1,
            crisis=homes[0] if with_map else None,
            hands=(EMPTY,) * n,
            juniors=zeros,
            seniors=zeros,
            connections=zeros,
            loose=(NO_LOOSE if with_map else Loose(juniors=2, connections=2),) * n,
            development=(NO_DEVELOPMENT,) * n,
            lengths=zeros,
            adjusted=zeros,
            map=with_map,
            counted=with_map and setup.option("hands") == "counted",
        )

    def choices(self, state: State) -> tuple[Choice, ...]:
        return CHOICES[state.phase](state)

    def check(self, state: State, action: Any) -> Refusal | None:
        play = PLAYS.get(type(action))
        if play is None:
            return not_now(state.phase, False)
        if not 0 <= action.seat < len(state.hands):
            return NO_SUCH_SEAT
        return play[0](state, action)

    def apply(self, state: State, action: Any) -> State:
        kind = type(action)
        after = PLAYS[kind][1](state, action)
        return correcting.unstuck(after) if kind in CORRECTIONS else after

    def standing(self, state: State) -> Standing:
        return standing(state)

    def view(self, state: State, seat: Seat | None) -> State:
        """Others' hands are sizes, others' development cards are backs."""
        if not state.counted and not any(any(d.known) for d in state.development):
            return state
        hands = tuple(hand if other == seat else hidden(hand) for other, hand in enumerate(state.hands))
        backs = tuple(cards if other == seat else _backs(cards) for other, cards in enumerate(state.development))
        return msgspec.structs.replace(state, hands=hands, development=backs)

    def secret(self, before: State, action: Any, now: State) -> bool:
        """A card that two seats alone know, one drawn from the deck, a hand told to the app."""
        if now.phase is Phase.OVER:
            return False
        match action:
            case act.Steal(kind=str()) | act.BuyCard(card=str()) | act.CorrectHand(cards=tuple()):
                return True
            case _:
                return False

    def over(self, state: State) -> bool:
        return state.phase is Phase.OVER

    def told(self, state: State, action: Any, rng: Random) -> Any:
        """The kind of a card that is stolen, the card that is bought."""
        kind = type(action)
        if kind is act.Steal and state.counted and state.hands[action.victim].is_known:
            return act.Steal(action.seat, action.victim, rng.choices(KINDS, state.hands[action.victim].least)[0])
        if kind is act.BuyCard:
            left = [development.unaccounted(state, card) for card in range(OTHER)]
            return act.BuyCard(action.seat, rng.choices(DEVELOPMENTS[: len(left)], left)[0] if any(left) else None)
        return action

    def turn(self, state: State) -> Any:
        return (state.turns, state.turn)

    def following(self, state: State) -> Seat | None:
        if state.phase not in SET_UP:
            return super().following(state)
        placed, seats = state.placed + (state.phase is Phase.PLACE_JUNIOR), len(state.hands)
        if placed == 2 * seats:
            return state.first
        return placing.setup_turn(state.first, seats, placed, state.rules.setup_order)

    def cue(self, before: State, action: Any, after: State) -> str | None:
        return "seven" if isinstance(action, act.Roll) and action.throw.total == 7 else None

    def interpret(self, state: State, signal: Signal) -> Any | None:
        """A throw is the turn's roll or the second one of a seven; a button says yes, or ends the turn; long: no."""
        match signal:
            case DiceRolled(faces=faces) if len(faces) == 2 and None not in faces:
                seen = tuple(face for face in faces if face is not None)
                throw = Throw(sum(seen), seen)
                if state.phase is Phase.ROLL:
                    return act.Roll(state.turn, throw)
                return act.CrisisReroll(state.turn, throw) if state.phase is Phase.REROLL else None
            case ButtonPressed(seat=seat, long=long):
                return _pressed(self, state, seat, long)
            case _:
                return None

    def board(self, state: State) -> Board:
        if not state.map:
            return Board()
        pieces = list(board_of(state.layout, state.crisis).pieces)
        for seat in state.seats:
            whose = Seat(seat)
            pieces += [(Place("corner", c), Piece("junior", whose)) for c in members(state.juniors[seat])]
            pieces += [(Place("corner", c), Piece("senior", whose)) for c in members(state.seniors[seat])]
            pieces += [(Place("edge", e), Piece("connection", whose)) for e in members(state.connections[seat])]
        return Board(tuple(pieces))

    def corrections(self, state: State) -> tuple[Choice, ...]:
        return corrections(state)

    def describe(self, before: State, action: Any, after: State) -> tuple[Line, ...]:
        return describe(before, action, after)

    def guide(self, state: State) -> tuple[Line, ...]:
        match state.phase:
            case Phase.HOME | Phase.REROLL | Phase.LOSE:
                return (Line.of("guide.no_theft"),)
            case Phase.DISCARD:
                return (Line.of("guide.discard", n=state.rules.discard_limit),)
            case Phase.PLACE_JUNIOR:
                return (Line.of("guide.distance"),)
            case Phase.PLAY if state.rules.strict_phases and not state.built:
                return (Line.of("guide.trade_first"),)
            case _:
                return ()

    def remarks(self, states: Sequence[State], actions: Sequence[Any]) -> tuple[Remark, ...]:
        return remarks(statistics(states, actions))

    def tallies(self, states: Sequence[State], actions: Sequence[Any]) -> tuple[Tally, ...]:
        return tallies(statistics(states, actions))

    def invariants(self, state: State, *, thorough: bool = True) -> tuple[str, ...]:
        return tuple(broken(state, thorough))

    def random_setup(self, rng: Random, seats: int, options: Sequence[tuple[str, Any]] = ()) -> Setup:
        complete = self.complete(options)
        first = Seat(rng.randrange(seats))
        board = balanced_board(rng, dict(complete))
        return Setup(tuple(Seat(i) for i in range(seats)), first, complete, board)


def _backs(cards: Development) -> Development:
    """Development cards as others see them: how many, how many of them new."""
    return Development(
        unseen=cards.unplayed,
        fresh_unseen=sum(cards.fresh) + cards.fresh_unseen,
        consults=cards.consults,
        points=cards.points,
    )


def _pressed(game: Arnika, state: State, seat: Seat, long: bool) -> Any | None:
    offer = next((o for o in state.offers if seat in o.asked), None)
    if offer is not None:
        return act.DeclineTrade(seat, offer.seat) if long else act.AcceptTrade(seat, offer.seat)
    if long or seat != state.turn:
        return None
    ending = act.EndTurn(seat)
    return ending if game.check(state, ending) is None else None


def _play(state: State) -> tuple[Choice, ...]:
    short = missing_for_each(state, state.turn)
    return (
        *building.choose_builds(state, short),
        development.choose_buy(state, short[-1]),
        trading.choose_bank_trade(state),
        trading.choose_offer(state),
        *_cards(state),
        turning.choose_end_turn(state),
        *(trading.choose_answers(state) if state.offers else ()),
        *(() if state.map else _choose_longest(state)),
    )


def _choose_longest(state: State) -> list[Choice]:
    """Without a map the table says who holds the longest connection now."""
    holders = (None, *(Seat(s) for s in state.seats))
    return [
        Choice(state.turn, act.TakeLongest, given=(("whose", whose),)) for whose in holders if whose != state.longest
    ]


def _cards(state: State) -> tuple[Choice, ...]:
    """Playing cards: nothing is shown to a seat that has none."""
    if not state.development[state.turn].unplayed:
        return ()
    cards = development.choose_cards(state)
    consult = development.choose_consult(state, cards[CONSULT])
    return consult, *progress.choose_progress(state, cards), *development.choose_reveals(state)


CHOICES: dict[Phase, Callable[[State], tuple[Choice, ...]]] = {
    Phase.PLACE_JUNIOR: lambda state: (placing.choose_place_junior(state),),
    Phase.PLACE_CONNECTION: lambda state: (placing.choose_place_connection(state),),
    Phase.ROLL: lambda state: (turning.choose_roll(state), *_cards(state)),
    Phase.DISCARD: crisis.choose_discards,
    Phase.HOME: lambda state: (crisis.choose_home(state),),
    Phase.REROLL: lambda state: (Choice(state.turn, act.CrisisReroll, (("throw", turning.DICE),)),),
    Phase.MOVE: lambda state: (crisis.choose_move(state),),
    Phase.LOSE: crisis.choose_losses,
    Phase.STEAL: lambda state: (crisis.choose_steal(state),),
    Phase.ROADS: lambda state: (building.choose_free_connection(state), building.choose_stop_roads(state)),
    Phase.PLAY: _play,
    Phase.OVER: development.choose_reveals,
}
