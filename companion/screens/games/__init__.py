"""The games' own views: what each shows in the middle, beside a name, on its buttons. A game without one is served by
the generic :class:`~companion.screens.stage.Stage`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.game import Game
from companion.screens.stage import Stage


def stage_for(game: Game[Any] | None) -> Stage:
    """The view of ``game``: the ``STAGE`` of the module of its name in this package, or the generic one."""
    name = f"{__name__}.{game.name}" if game else ""
    if game is None or find_spec(name) is None:
        return Stage(game)
    make: Callable[[Game[Any]], Stage] = import_module(name).STAGE
    return make(game)
