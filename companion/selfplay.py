"""Random legal play of any game through its rules alone, with everything that must hold asserted on the way.

The random player picks the kind of action first and fills in its blanks then, as a trade has millions of ways and
ending the turn has one. It knows nothing of the game it plays.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from companion.game import BadSetup, Choice, Game, Line, Seat, Setup, Value

LONGEST = 5_000
"""A match that has not ended after as many actions is left there."""
THOROUGH_EACH = 50
TRIES = 30
"""How often a kind of action is filled in anew when its blanks don't fit together."""


class Broken(AssertionError):
    """Something that must hold did not; says which match, after how many actions, and what."""


class Figures(Value, frozen=True):
    """What a run of matches came to."""

    matches: int
    ended: int
    actions: int
    seconds: float
    longest: int
    wins: tuple[tuple[int, int], ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()

    @property
    def matches_per_second(self) -> float:
        return self.matches / self.seconds if self.seconds else 0.0

    @property
    def actions_per_second(self) -> float:
        return self.actions / self.seconds if self.seconds else 0.0

    @property
    def share_ended(self) -> float:
        """Of the matches, how many reached their end."""
        return self.ended / self.matches if self.matches else 1.0


class Played(Value, frozen=True):
    """One match as played: its set-up, every action, the last state."""

    setup: Setup
    actions: tuple[Any, ...]
    state: Any
    over: bool


def random_action(game: Game[Any], state: Any, rng: Random, without: frozenset[type[Any]] = frozenset()) -> Any | None:
    """A legal action, its kind drawn first; ``None`` when nobody may do anything."""
    choices = [c for c in game.choices(state) if c.refusal is None and c.action not in without]
    while choices:
        picked = rng.randrange(len(choices))
        choice = choices[picked]
        tries = game.seldom.get(choice.action, 1)
        if tries > 1 and rng.randrange(tries) and any(c.action not in game.seldom for c in choices):
            continue
        for _ in range(TRIES if choice.fields else 1):
            action = choice.sample(rng)
            if game.check(state, action) is None:
                return action
        if choice.bounded and (action := _any_of(game, state, choice, rng)) is not None:
            return action
        choices.pop(picked)
    return None


def _any_of(game: Game[Any], state: Any, choice: Choice, rng: Random) -> Any | None:
    """A legal way to fill in ``choice`` where sampling found none: all of them in random order."""
    ways = list(choice.actions())
    rng.shuffle(ways)
    return next((action for action in ways if game.check(state, action) is None), None)


def moves(
    game: Game[Any],
    setup: Setup,
    rng: Random,
    *,
    cap: int = LONGEST,
    without: frozenset[type[Any]] = frozenset(),
    told: bool = False,
    after: Callable[[Any, Any, Any, int], None] | None = None,
) -> Iterator[Any]:
    """The actions of one random match from ``setup``, at most ``cap``: sampled, checked, applied.

    ``without`` leaves kinds of action out; ``told`` has the game fill in what only the players know
    (:meth:`Game.told`); ``after(before, action, state, n)`` looks on.
    """
    state = game.start(setup)
    n = 0
    while n < cap and not game.over(state):
        action = random_action(game, state, rng, without)
        if action is None:
            return
        if told:
            action = game.told(state, action, rng)
        before, state = state, game.apply(state, action)
        n += 1
        if after is not None:
            after(before, action, state, n)
        yield action


def play_random(
    game: Game[Any],
    rng: Random,
    setup: Setup,
    *,
    longest: int = LONGEST,
    without: frozenset[type[Any]] = frozenset(),
    told: bool = False,
    after: Callable[[Any, Any, Any, int], None] | None = None,
) -> Played:
    """A whole match of random legal actions, at most ``longest`` of them; the rest as in :func:`moves`."""
    state = game.start(setup)

    def look(before: Any, action: Any, now: Any, n: int) -> None:
        nonlocal state
        state = now
        if after is not None:
            after(before, action, now, n)

    actions = tuple(moves(game, setup, rng, cap=longest, without=without, told=told, after=look))
    return Played(setup, actions, state, game.over(state))


def random_options(game: Game[Any], rng: Random, preset: str | None = None) -> tuple[tuple[str, Any], ...]:
    """Options drawn at random: the preset's, with each other option turned to any of its values now and then."""
    chosen = dict(game.complete((), preset))
    for option in game.options:
        if option.values and rng.random() < 0.3:
            chosen[option.name] = rng.choice(option.values)
    return tuple(chosen.items())


class Witness:
    """Looks on as a match is played and raises :class:`Broken` when anything that must hold does not."""

    def __init__(self, game: Game[Any], match: str) -> None:
        self.game = game
        self.match = match
        self.decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(_union(game.actions))

    def fail(self, n: int, what: str) -> None:
        raise Broken(f"{self.game.name}, match {self.match}, after {n} actions: {what}")

    def __call__(self, before: Any, action: Any, state: Any, n: int) -> None:
        thorough = n % THOROUGH_EACH == 0
        for what in self.game.invariants(state, thorough=thorough):
            self.fail(n, what)
        decoded = self.decoder.decode(msgspec.json.encode(action))
        if decoded != action:
            self.fail(n, f"{action} decodes as {decoded}")
        if thorough:
            self.look_closely(before, action, state, n)

    def look_closely(self, before: Any, action: Any, state: Any, n: int) -> None:
        if hash(state) != hash(msgspec.structs.replace(state)):
            self.fail(n, "equal states hash differently")
        if self.game.apply(before, action) != state:
            self.fail(n, "applying twice gives two states")
        copy = msgspec.json.decode(msgspec.json.encode(state), type=self.game.state)
        if copy != state:
            self.fail(n, "the state does not survive encoding")
        if self.game.standing(state).over != self.game.over(state):
            self.fail(n, "the standing and the game disagree on whether it is over")
        self.guard_secrets(before, action, state, n)

    def guard_secrets(self, before: Any, action: Any, state: Any, n: int) -> None:
        """The public view is a fixed point, and the same whoever's view it is taken from."""
        public = self.game.view(state, None)
        if self.game.view(public, None) != public:
            self.fail(n, "the public view of the public view is another")
        for seat in _seats(state, self.game):
            own = self.game.view(state, seat)
            if self.game.view(own, None) != public:
                self.fail(n, f"seat {seat}'s view tells the table more than the public view")
            if self.game.view(own, seat) != own:
                self.fail(n, f"seat {seat}'s view is not its own view")
        if self.game.standing(public) != self.game.standing(state) and not self.game.standing(state).over:
            hidden = self.game.standing(public)
            if hidden.scores != self.game.standing(state).scores:
                self.fail(n, "the standing tells what the public view hides")

    def end(self, played: Played) -> None:
        """Folds the match again: the same state, and the one before without the last action (undo)."""
        n = len(played.actions)
        for what in self.game.invariants(played.state, thorough=True):
            self.fail(n, what)
        state = previous = self.game.start(played.setup)
        for action in played.actions:
            previous, state = state, self.game.apply(state, action)
        if state != played.state:
            self.fail(n, "the replay ends elsewhere")
        if played.actions:
            undone = self.game.start(played.setup)
            for action in played.actions[:-1]:
                undone = self.game.apply(undone, action)
            if undone != previous or self.game.apply(undone, played.actions[-1]) != state:
                self.fail(n, "undo and redo end elsewhere")
            self.look_closely(previous, played.actions[-1], state, n)


def _union(kinds: Sequence[type[Any]]) -> Any:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union


def _seats(state: Any, game: Game[Any]) -> tuple[Seat, ...]:
    return tuple(score.seat for score in game.standing(state).scores)


def selfplay(
    game: Game[Any],
    matches: int,
    seed: int,
    *,
    options: Sequence[tuple[str, Any]] = (),
    preset: str | None = None,
    seats: int | None = None,
    vary: bool = False,
    longest: int = LONGEST,
) -> Figures:
    """``matches`` of random legal play with all that must hold asserted, by ``seats``, or as many as are drawn.

    What only the players know is told in every second match or so. ``vary`` draws the options of each match, too.

    :raises Broken: at the first thing that does not hold.
    :raises BadSetup: where a match is not for as many seats.
    """
    lengths: list[int] = []
    ended = 0
    kinds: Counter[str] = Counter()
    wins: Counter[int] = Counter()
    began = time.perf_counter()
    for number in range(matches):
        rng = Random(f"{game.name}:{seed}:{number}")
        chosen = random_options(game, rng, preset) if vary else game.complete(options, preset)
        allowed = game.seats(dict(chosen))
        if seats is not None and seats not in allowed:
            raise BadSetup(Line.of("error.players", low=allowed.start, high=allowed.stop - 1, n=seats))
        drawn = rng.choice(list(allowed))
        witness = Witness(game, f"{seed}:{number}")
        setup = game.random_setup(rng, drawn if seats is None else seats, chosen)
        told = rng.random() < 0.5
        played = play_random(game, rng, setup, longest=longest, told=told, after=witness)
        witness.end(played)
        ended += played.over
        lengths.append(len(played.actions))
        kinds.update(type(action).__name__ for action in played.actions)
        wins.update(int(seat) for seat in game.standing(played.state).winners)
    return Figures(
        matches=matches,
        ended=ended,
        actions=sum(lengths),
        seconds=time.perf_counter() - began,
        longest=max(lengths, default=0),
        wins=tuple(sorted(wins.items())),
        kinds=tuple(kinds.most_common()),
    )
