"""The rules, one package a game. ``GAMES`` lists them: a new game is one package and one line here."""

from __future__ import annotations

from typing import Any

from companion.game import Game
from companion.games.amun_re import AmunRe
from companion.games.arnika import Arnika
from companion.games.ethnos import Ethnos
from companion.games.score_pad import ScorePad
from companion.games.unfair import Unfair
from companion.games.whale_riders import WhaleRiders

GAMES: tuple[type[Game[Any]], ...] = (Arnika, Ethnos, WhaleRiders, Unfair, AmunRe, ScorePad)


def find_game(name: str) -> Game[Any]:
    """The game called ``name``. :raises KeyError: when there is none."""
    for game in GAMES:
        if game.name == name:
            return game()
    raise KeyError(name)
