"""What the table is about to play, before there is a match: the game, who sits where, options, the board.

A :class:`Draft` is one frozen value that the flow screens show and replace; nothing of it is stored until
:meth:`Draft.setup` and :meth:`Draft.seated` hand it to the table as a match. No Kivy here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec

from companion.events import SIDES, Match, Player
from companion.game import Board, Game, Line, Seat, Setup, Value

COLORS = ("red", "blue", "white", "orange", "green", "purple", "yellow", "brown", "black")
"""What pieces come in. The first six are told apart by most eyes; each seat has a symbol and a letter as well."""

SYMBOLS = ("circle", "triangle", "square", "diamond", "hexagon", "star")
"""Each stands for a letter too: A-F, or the abjad from alef with madda."""

NAME_LETTERS = 20
"""The longest name that is kept; one of 12 letters fits everywhere in full."""

SIDE_SEATS = 2
"""How many may sit at one side of the table."""

ZWNJ = "\u200c"


def clean_name(typed: str) -> str:
    """``typed`` as a name: one line, no control marks but a ZWNJ between letters, no space at its ends."""
    kept = "".join(
        " " if c.isspace() else c for c in typed if c == ZWNJ or unicodedata.category(c)[0] not in "CZ" or c.isspace()
    )
    while ZWNJ * 2 in kept or "  " in kept:
        kept = kept.replace(ZWNJ * 2, ZWNJ).replace("  ", " ")
    return kept.strip(" " + ZWNJ)[:NAME_LETTERS].strip(" " + ZWNJ)


class Draft(Value, frozen=True):
    """A match in the making. ``players`` are clockwise from the one who will be seat 0; ``first`` is an index.

    ``template`` names the shelf's template that the game follows, ``box`` is what stands in it.
    """

    game: str = ""
    count: int = 4
    language: str = "fa"
    preset: str | None = None
    given: tuple[tuple[str, Any], ...] = ()
    players: tuple[Player, ...] = ()
    first: int = 0
    board: Board | None = None
    template: str = ""
    box: tuple[tuple[str, Any], ...] = ()

    # ------------------------------------------------------------------------------------------ seats

    def at(self, side: str) -> tuple[Player, ...]:
        """Who sits at ``side``, clockwise."""
        return tuple(player for player in self.players if player.side == side)

    def newcomer(self, side: str, chair: int | None = None) -> Player:
        """Somebody who sits down at ``side``: the first free symbol, colour and chair, no name yet."""
        symbols = {player.symbol for player in self.players}
        colors = {player.color for player in self.players}
        chairs = {int(player.seat) for player in self.players}
        free = next(n for n in range(len(SYMBOLS) + 1) if n not in chairs) if chair is None else chair
        return Player(
            Seat(free),
            "",
            next(color for color in COLORS if color not in colors),
            next(symbol for symbol in SYMBOLS if symbol not in symbols),
            side,
            self.language,
        )

    def holder(self, field: str, value: str) -> Player | None:
        """Who has taken ``value`` of ``field`` ("color", "symbol")."""
        return next((player for player in self.players if getattr(player, field) == value), None)

    def sit(self, player: Player) -> Draft:
        """With ``player`` in place of the one on the same chair, or added; clockwise order is kept.

        A colour or a symbol that somebody else holds is swapped with theirs.
        """
        before = next((p for p in self.players if p.seat == player.seat), None)
        others = []
        for other in self.players:
            if other.seat == player.seat:
                continue
            if before is not None and other.color == player.color:
                other = msgspec.structs.replace(other, color=before.color)
            if before is not None and other.symbol == player.symbol:
                other = msgspec.structs.replace(other, symbol=before.symbol)
            others.append(other)
        stays = before is not None and before.side == player.side
        where = self.players.index(before) if stays and before is not None else None
        return self._ordered([*others[:where], player, *others[where:]] if where is not None else [*others, player])

    def leave(self, chair: Seat) -> Draft:
        """Without the player on ``chair``."""
        return self._ordered([player for player in self.players if player.seat != chair])

    def swap(self, one: Seat, other: Seat) -> Draft:
        """The players on the two chairs change places, and keep their names, colours and symbols."""
        a = next(player for player in self.players if player.seat == one)
        b = next(player for player in self.players if player.seat == other)
        places = {
            one: msgspec.structs.replace(b, seat=a.seat, side=a.side),
            other: msgspec.structs.replace(a, seat=b.seat, side=b.side),
        }
        return msgspec.structs.replace(self, players=tuple(places.get(p.seat, p) for p in self.players))

    def _ordered(self, players: list[Player]) -> Draft:
        """Clockwise by side; who starts stays the same person where they still sit."""
        ordered = tuple(sorted(players, key=lambda player: SIDES.index(player.side)))
        starter = self.players[self.first].seat if self.first < len(self.players) else None
        first = next((i for i, player in enumerate(ordered) if player.seat == starter), 0)
        return msgspec.structs.replace(self, players=ordered, first=first)

    def room_at(self, side: str) -> bool:
        """Whether one more may sit at ``side``."""
        return len(self.at(side)) < SIDE_SEATS and len(self.players) < len(SYMBOLS)

    def starts(self, chair: Seat) -> Draft:
        """With the player on ``chair`` as the one who starts."""
        return msgspec.structs.replace(self, first=[player.seat for player in self.players].index(chair))

    def random_start(self, rng: Random) -> Draft:
        """With one of the players as starter, drawn by ``rng`` because the table asked for it."""
        return msgspec.structs.replace(self, first=rng.randrange(len(self.players)))

    def reversed(self) -> Draft:
        """The turn goes the other way round: players in reverse order, the same one starts."""
        last = len(self.players) - 1
        return msgspec.structs.replace(self, players=self.players[::-1], first=last - self.first)

    # ------------------------------------------------------------------------------------------ options

    def options(self, game: Game[Any]) -> tuple[tuple[str, Any], ...]:
        """Every option of ``game`` as chosen: its default, the preset's, then what was tapped."""
        return game.complete(self.given, self.preset)

    def choose(self, game: Game[Any], name: str, value: Any) -> Draft:
        """With option ``name`` at ``value``; what equals the preset's value is not kept as a choice of its own."""
        base = dict(game.complete((), self.preset))
        kept = {key: val for key, val in self.given if key != name}
        if base[name] != value:
            kept[name] = value
        return msgspec.structs.replace(self, given=tuple(kept.items()))

    # ------------------------------------------------------------------------------------------ handing over

    def missing(self, game: Game[Any]) -> Line | None:
        """Why the match can't begin yet, as far as seats go; ``None``: it can."""
        room = game.seats(dict(self.options(game)))
        if len(self.players) < room.start:
            return Line.of("flow.seats.too_few", n=room.start - len(self.players))
        if len(self.players) >= room.stop:
            return Line.of("flow.seats.too_many", n=len(self.players) - room.stop + 1)
        if any(not player.name for player in self.players):
            return Line.of("flow.seats.nameless")
        return None

    def seated(self) -> tuple[Player, ...]:
        """The players with their seats numbered 0.. clockwise; the button and light at each stay those of its chair."""
        return tuple(msgspec.structs.replace(player, seat=Seat(number)) for number, player in enumerate(self.players))

    def setup(self, game: Game[Any], box: Mapping[str, Any] | None = None) -> Setup:
        """How the match begins. :raises BadSetup: for an option that ``game`` does not have."""
        return Setup(
            tuple(player.seat for player in self.seated()),
            Seat(self.first),
            self.options(game),
            self.board or Board(),
            tuple((box or {}).items()),
        )


def from_match(match: Match) -> Draft:
    """The same people at the same places with the same options, for the next match; the board is laid anew."""
    players = tuple(
        msgspec.structs.replace(player, seat=player.seat if player.chair is None else Seat(player.chair))
        for player in match.players
    )
    first = [player.seat for player in match.players].index(match.setup.first)
    return Draft(match.game, len(players), given=match.setup.options, players=players, first=first)
