"""The turn: roll, production, end."""

from __future__ import annotations

from companion.game import Choice, Faces, Refusal, Seat
from companion.games.arnika.actions import EndTurn, Roll
from companion.games.arnika.crisis import begin_seven
from companion.games.arnika.ending import replace, settled
from companion.games.arnika.production import harvest
from companion.games.arnika.purse import receive_all
from companion.games.arnika.refusals import ill_timed, refuse
from companion.games.arnika.state import NO_CARDS, Phase, State

ROLLING, PLAYING = (Phase.ROLL,), (Phase.PLAY,)
DICE = Faces(2)
NOT_DICE = refuse("not_dice", overrulable=False)


def check_roll(state: State, action: Roll) -> Refusal | None:
    return ill_timed(state, action.seat, ROLLING) if DICE.contains(action.throw) else NOT_DICE


def apply_roll(state: State, action: Roll) -> State:
    total = action.throw.total
    if total == 7:
        return begin_seven(replace(state, rolled=True, throw=action.throw, phase=Phase.PLAY))
    hands, bank = receive_all(state, harvest(state, total).gains)
    return replace(state, rolled=True, throw=action.throw, phase=Phase.PLAY, hands=hands, bank=bank)


def choose_roll(state: State) -> Choice:
    return ROLLS[state.turn]


def check_end_turn(state: State, action: EndTurn) -> Refusal | None:
    return ill_timed(state, action.seat, PLAYING)


def apply_end_turn(state: State, action: EndTurn) -> State:
    return begin_turn(state, Seat((state.turn + 1) % len(state.hands)))


def begin_turn(state: State, seat: Seat) -> State:
    """``seat``'s turn begins; it wins at once if it has the points."""
    development = state.development
    ended = development[state.turn]
    if ended.fresh_unseen or any(ended.fresh):
        bought = replace(ended, fresh=NO_CARDS, fresh_unseen=0)
        development = (*development[: state.turn], bought, *development[state.turn + 1 :])
    return settled(
        replace(
            state,
            phase=Phase.ROLL,
            turn=seat,
            turns=state.turns + 1,
            rolled=False,
            throw=None,
            target=None,
            due=(),
            built=False,
            played=False,
            free=0,
            offers=(),
            development=development,
        )
    )


def choose_end_turn(state: State) -> Choice:
    return ENDS[state.turn]


ROLLS = tuple(Choice(Seat(seat), Roll, (("throw", DICE),)) for seat in range(4))
ENDS = tuple(Choice(Seat(seat), EndTurn) for seat in range(4))
