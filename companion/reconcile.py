"""A board that was seen -> the shortest legal actions that explain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Board, Game, Piece, Place

Plan = tuple[Any, ...]
"""Actions, in order."""

DEEPEST = 2
"""Somebody may build twice between two looks of the camera; more is a question for people."""


def differences(mine: Board, seen: Board, doubtful: Sequence[Place] = ()) -> tuple[Place, ...]:
    """The places that hold other pieces on ``seen`` than on ``mine``, ``doubtful`` ones left out."""
    unsure = frozenset(doubtful)
    ours, theirs = _by_place(mine), _by_place(seen)
    places = dict.fromkeys((*ours, *theirs))
    return tuple(place for place in places if place not in unsure and ours.get(place) != theirs.get(place))


def reconcile(game: Game[Any], state: Any, seen: Board, doubtful: Sequence[Place] = ()) -> tuple[Plan, ...]:
    """Every shortest plan of at most :data:`DEEPEST` legal actions after which the board is as ``seen``.

    Empty: no legal action explains it. One: that is what happened. Several: ask. A place in ``doubtful`` agrees with
    anything. ``((),)``: the board is as it should be.
    """
    front: list[tuple[Plan, Any]] = [((), state)]
    for depth in range(DEEPEST + 1):
        exact = [plan for plan, reached in front if not differences(game.board(reached), seen, doubtful)]
        if exact:
            return _distinct(exact)
        if depth == DEEPEST:
            break
        front = [
            ((*plan, action), after)
            for plan, reached in front
            for action, after in _steps(game, reached)
            if _closer(game.board(reached), game.board(after), seen, doubtful)
        ]
    return ()


def _steps(game: Game[Any], state: Any) -> Iterator[tuple[Any, Any]]:
    """Legal actions that can be listed, with the state that each leads to."""
    for choice in game.choices(state):
        if choice.refusal is None and not choice.secret and choice.bounded:
            for action in choice.actions():
                if game.check(state, action) is None:
                    yield action, game.apply(state, action)


def _closer(before: Board, after: Board, seen: Board, doubtful: Sequence[Place]) -> bool:
    """Whether the step touched the board, and nowhere made it less like what was seen."""
    touched = differences(before, after)
    if not touched:
        return False
    theirs, then = _by_place(seen), _by_place(after)
    unsure = frozenset(doubtful)
    return all(place in unsure or then.get(place) == theirs.get(place) for place in touched)


def _by_place(board: Board) -> dict[Place, Counter[Piece]]:
    found: dict[Place, Counter[Piece]] = {}
    for place, piece in board.pieces:
        found.setdefault(place, Counter())[piece] += 1
    return found


def _distinct(plans: list[Plan]) -> tuple[Plan, ...]:
    """The plans, those that only differ in their order once."""
    return tuple({frozenset(Counter(plan).items()): plan for plan in reversed(plans)}.values())
