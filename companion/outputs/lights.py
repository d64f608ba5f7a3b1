"""Seat lights: a pure function of the match, and the observer that sets what it says.

Solid: your turn. Breathing: you are next. Double blink: you are asked, or call the staff. Off: nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.events import Called, Closed, Happened, News, Player, Proposed, Resumed, Snapshot
from companion.game import ButtonPressed, Game, Seat
from companion.games import find_game
from hardware.lights import Pattern

COLORS: Mapping[str, tuple[int, int, int]] = MappingProxyType(
    {
        "red": (255, 24, 12),
        "blue": (20, 60, 255),
        "white": (255, 235, 205),
        "orange": (255, 100, 0),
        "green": (0, 200, 40),
        "purple": (150, 20, 255),
        "yellow": (255, 190, 0),
        "brown": (140, 60, 10),
        "black": (70, 70, 90),
    }
)
"""Colours of a lamp for the colours of pieces; a lamp can't be black or brown, so these are dim."""


def patterns(snapshot: Snapshot, game: Game[Any]) -> dict[Seat, Pattern]:
    """What the light of every seat says at ``snapshot``.

    A seat is asked where a question waits for it, where it must act in somebody else's turn, and where its button
    would answer something (an offer) though it need not act.
    """
    standing, state = snapshot.standing, snapshot.state
    if standing.over:
        return {s: Pattern.SOLID if s in standing.winners else Pattern.OFF for s in snapshot.match.setup.seats}
    turn = getattr(state, "turn", None)
    following = game.following(state)
    asked = {question.seat for question in snapshot.questions}
    found = {}
    for seat in snapshot.match.setup.seats:
        mine = seat in standing.active
        out_of_turn = mine and turn in snapshot.match.setup.seats and turn != seat
        if seat in asked or out_of_turn:
            found[seat] = Pattern.DOUBLE_BLINK
        elif mine:
            found[seat] = Pattern.SOLID
        elif game.interpret(state, ButtonPressed(seat)) is not None:
            found[seat] = Pattern.DOUBLE_BLINK
        else:
            found[seat] = Pattern.BREATHING if seat == following else Pattern.OFF
    return found


class Lights:
    """Observes the table and sets the light of each seat's chair; ``light(chair, pattern, color)`` is cheap."""

    def __init__(
        self,
        light: Callable[[Seat, Pattern, tuple[int, int, int]], None],
        *,
        games: Callable[[str], Game[Any]] = find_game,
    ) -> None:
        self._light = light
        self._games = games
        self._lit: dict[Seat, tuple[int, int, int]] = {}
        self._last: dict[Seat, tuple[Pattern, Player]] = {}
        self._calling: Seat | None = None

    def __call__(self, news: News) -> None:
        match news:
            case Resumed(snapshot) | Happened(snapshot=snapshot) | Proposed(snapshot=snapshot):
                found = patterns(snapshot, self._games(snapshot.match.game))
                self._show({chair(player): (found[player.seat], player) for player in snapshot.match.players})
            case Called(seat=seat):
                self._calling = seat
                self._show(self._last)
            case Closed():
                self._calling = None
                self._show({})
            case _:
                pass

    def _show(self, wanted: dict[Seat, tuple[Pattern, Player]]) -> None:
        self._last = wanted
        for left in self._lit.keys() - wanted.keys():
            self._light(left, Pattern.OFF, self._lit[left])
        self._lit = {where: COLORS.get(player.color, COLORS["white"]) for where, (_, player) in wanted.items()}
        for where, (pattern, player) in wanted.items():
            calls = player.seat == self._calling
            self._light(where, Pattern.DOUBLE_BLINK if calls else pattern, self._lit[where])


def chair(player: Player) -> Seat:
    """Where the light and the button of ``player`` are."""
    return player.seat if player.chair is None else Seat(player.chair)
