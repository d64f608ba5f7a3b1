"""Moments of a match that a screen must show well, found by play: the same ones each time.

:func:`arnika` plays through the rules alone until the moment has come, hands the record to a :class:`Played` table, and
opens what the moment shows. Pictures, checks and figures are all taken of these.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from driver import unseen
from flowing import drawn
from playing import Played

from companion.events import Match, Pause, decode_body, decode_match, encode
from companion.game import Choice, Seat, Setup
from companion.games import find_game
from companion.games.arnika import actions as act
from companion.games.arnika.state import Phase, State
from companion.screens.theme import theme

GREED = {
    act.BuildSenior: 12, act.BuildJunior: 12, act.BuildConnection: 5, act.BuyCard: 4, act.PlayConsult: 5,
    act.BankTrade: 1, act.EndTurn: 2, act.Roll: 50, act.PlayOther: 0, act.OfferTrade: 0, act.CounterOffer: 0,
}  # fmt: skip
"""How much a greedy player likes each kind of action; the rest are liked a little."""


def greedy(game: Any, state: Any, rng: Random) -> Any:
    """A legal action, its kind drawn by :data:`GREED`."""
    choices = [choice for choice in game.choices(state) if choice.refusal is None]
    while choices:
        weights = [GREED.get(choice.action, 3) for choice in choices]
        choice: Choice = rng.choices(choices, weights)[0] if any(weights) else rng.choice(choices)
        for _ in range(30):
            action = choice.sample(rng)
            if game.check(state, action) is None:
                return action
        choices.remove(choice)
    raise AssertionError("nobody may do anything")


@cache
def record(seats: int, seed: int, until: Callable[[State, Any], bool]) -> tuple[Setup, tuple[Any, ...]]:
    """A match of Arnika by greedy players from its start to the first state that ``until(state, action)`` likes.

    Where the match of ``seed`` ends before, that of the next seed. :raises AssertionError: when forty did.
    """
    game = find_game("arnika")
    for number in range(seed, seed + 40):
        rng = Random(number)
        setup = game.random_setup(rng, seats, ())
        state, actions = game.start(setup), []
        while not until(state, actions[-1] if actions else None) and not game.over(state):
            actions.append(greedy(game, state, rng))
            state = game.apply(state, actions[-1])
        if until(state, actions[-1] if actions else None):
            return setup, tuple(actions)
    raise AssertionError("it never came to that")


KEPT = Path(__file__).parent / "golden" / "moments.json.gz"
"""The matches that pictures are taken of: drawn once and kept, so that a rule that draws otherwise moves no picture."""


WHOLE = {"result": 3, "resume": 5}
"""Whole random matches that pictures are taken of, too, and their seeds."""


@cache
def kept() -> dict[str, tuple[Setup, tuple[Any, ...]]]:
    """The kept matches of four by the name of their moment; those that the rules refuse by now are left out."""
    if not KEPT.exists():
        return {}
    game, found = find_game("arnika"), {}
    for name, (match, bodies) in json.loads(gzip.decompress(KEPT.read_bytes())).items():
        setup = decode_match(match).setup
        actions = tuple(decode_body(body, game) for body in bodies)
        state = game.start(setup)
        for action in actions:
            if game.check(state, action) is not None:
                break
            state = game.apply(state, action)
        else:
            found[name] = setup, actions
    return found


def keep(names: tuple[str, ...]) -> None:
    """Draw the matches of the moments ``names`` that are not kept yet, and keep them."""
    made = kept() | {name: record(4, 3, ARNIKA[name].until) for name in names if name not in kept()}
    made |= {name: drawn("arnika", 4, seed) for name, seed in WHOLE.items() if name not in kept()}
    plain = {
        name: (encode(Match("m1", "arnika", 1, setup, (), 0.0)).decode(), [encode(one).decode() for one in actions])
        for name, (setup, actions) in made.items()
    }
    KEPT.write_bytes(gzip.compress(json.dumps(plain, sort_keys=True).encode(), 9, mtime=0))
    kept.cache_clear()


def _grown(state: State) -> bool:
    """The middle of a match: everybody has built something and holds something."""
    built = sum(mask.bit_count() for mask in (*state.juniors, *state.seniors, *state.seniors))
    return built > 3 * len(state.hands) and all(hand.size for hand in state.hands)


def _setting_up(state: State, _: Any) -> bool:
    return state.placed == 3 and state.phase is Phase.PLACE_JUNIOR


def _to_roll(state: State, _: Any) -> bool:
    return _grown(state) and state.phase is Phase.ROLL


def _playing(state: State, last: Any) -> bool:
    return _grown(state) and state.phase is Phase.PLAY and isinstance(last, act.Roll) and last.throw.faces is not None


def _rich(state: State, last: Any) -> bool:
    return _playing(state, last) and state.hands[state.turn].size > 5


def _with_cards(state: State, last: Any) -> bool:
    return _playing(state, last) and state.development[state.turn].unplayed > 1


def _seven(state: State, _: Any) -> bool:
    return _grown(state) and state.phase is Phase.DISCARD and sum(map(bool, state.due)) > 1


def _one_discards(state: State, _: Any) -> bool:
    return state.phase is Phase.DISCARD and sum(map(bool, state.due)) == 1


def _moving(state: State, _: Any) -> bool:
    return state.phase in (Phase.MOVE, Phase.HOME) and state.turns > 10


def _losing(state: State, _: Any) -> bool:
    return state.phase is Phase.LOSE


def _over(state: State, _: Any) -> bool:
    return state.phase is Phase.OVER


def _tap(key: str) -> Callable[[Played], None]:
    def open_(played: Played) -> None:
        played.page.act(Seat(played.state.turn), key)

    return open_


def _menu(played: Played) -> None:
    played.page.open_menu()


def _from_menu(name: str) -> Callable[[Played], None]:
    def open_(played: Played) -> None:
        played.page.open_menu()
        played.driver.frames(2)
        played.driver.tap(played.sheet(played.state.turn).buttons[name])

    return open_


def _numbers(tab: str) -> Callable[[Played], None]:
    def open_(played: Played) -> None:
        _from_menu("numbers")(played)
        played.sheet(played.state.turn).choose(tab)
        played.driver.frames(2)

    return open_


def _counted(played: Played) -> None:
    """The longest of all connections is drawn on the board, to be counted."""
    _numbers("ways")(played)
    played.driver.tap(next(iter(played.sheet(played.state.turn).ways.values())))


def _points(played: Played) -> None:
    played.page.open_seat(Seat(played.state.turn))


def _offer(played: Played) -> None:
    """The seat of the turn offers two of what it holds for one of a kind that everybody else has."""
    state = played.state
    turn = Seat(state.turn)
    choice = next(c for c in played.game.choices(state) if c.action is act.OfferTrade and c.refusal is None)
    any_offer = choice.sample(Random(3))
    kinds = range(len(any_offer.gives))
    for give, want, n in product(kinds, kinds, (1, 2)):
        gives, wants = (tuple(many * (i == kind) for i in kinds) for kind, many in ((give, n), (want, 1)))
        action = msgspec.structs.replace(any_offer, to=None, gives=gives, wants=wants)
        if played.game.check(state, action) is None:  # the table may know more than it tells
            played.do(action)
            if played.state.offers:
                played.page.ids.overlay.hush(turn)
                return
    raise AssertionError(f"seat {turn} has no such offer")


def _trading(played: Played) -> None:
    _tap("trade")(played)
    played.driver.frames(2)
    sheet = played.sheet(played.state.turn)
    for stepper in sheet.steppers:
        if stepper.low <= -2:
            stepper.number = -2
            break
    for stepper in sheet.steppers:
        if stepper.number == 0 and stepper.high > 0:
            stepper.number = 1
            break


def _refused(played: Played) -> None:
    played.do(act.BuyCard(Seat((played.state.turn + 1) % 4)))


def _undone(played: Played) -> None:
    played.page.undo()


def _pause(played: Played) -> None:
    played.table.take(_asked(Pause(Seat(played.state.turn))))


def _asked(body: Any) -> Any:
    from companion.game import Asked

    return Asked(body, "touch")


@dataclass(frozen=True)
class Moment:
    """What is shown: when, and what is opened then."""

    until: Callable[[State, Any], bool]
    open: Callable[[Played], None] = lambda played: None


ARNIKA: dict[str, Moment] = {
    "setup": Moment(_setting_up),
    "to_roll": Moment(_to_roll),
    "roll": Moment(_to_roll, _tap("Roll")),
    "play": Moment(_playing),
    "build": Moment(_rich, _tap("build")),
    "trade": Moment(_rich, _trading),
    "offer": Moment(_rich, _offer),
    "cards": Moment(_with_cards, _tap("cards")),
    "seven": Moment(_seven),
    "discard": Moment(_one_discards),
    "crisis": Moment(_moving),
    "lose": Moment(_losing),
    "menu": Moment(_playing, _menu),
    "log": Moment(_playing, _from_menu("log")),
    "dice": Moment(_playing, _numbers("dice")),
    "tally": Moment(_playing, _numbers("cards")),
    "course": Moment(_playing, _numbers("course")),
    "ways": Moment(_playing, _numbers("ways")),
    "counted": Moment(_playing, _counted),
    "correct": Moment(_playing, _from_menu("correct")),
    "points": Moment(_playing, _points),
    "refused": Moment(_playing, _refused),
    "undone": Moment(_playing, _undone),
    "paused": Moment(_playing, _pause),
    "over": Moment(_over),
}
"""The moments of Arnika by name."""


def arnika(folder: Any, name: str, *, seats: int = 4, seed: int = 3, **kwargs: Any) -> Played:
    """A table at the moment ``name``, its screen settled. ``kwargs`` are those of :class:`Played`."""
    moment = ARNIKA[name]
    known = kept() if (seats, seed) == (4, 3) else {}
    setup, actions = known[name] if name in known else record(seats, seed, moment.until)
    with unseen():
        played = Played(folder, seats=seats, setup=lambda _: setup, record=actions[:-1], **kwargs)
    for action in actions[-1:]:
        played.do(action)
    moment.open(played)
    played.driver.settle(0.35 if theme.less_motion else 0.9)
    return played
