"""Arnika's board as the screen shows it, from a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.arnika.geometry import members
from companion.games.arnika.layout import ANY
from companion.games.arnika.state import Phase, State
from companion.screens.stage import Scene
from companion.screens.widgets.hexboard import BoardView, Harbour, Spot, Tile, Token

if TYPE_CHECKING:
    from companion.screens.acting import Acting


def board_view(scene: Scene, acting: Acting, differs: tuple[Spot, ...] = ()) -> BoardView:
    """Tiles, harbours and pieces of ``scene``; lit are the places that ``acting`` waits for a tap on."""
    state: State = scene.state
    lit = acting.placing
    color = scene.snapshot.match.player(lit.seat).color if lit is not None else ""
    return BoardView(
        tiles=_tiles(scene, state),
        harbours=tuple(
            Harbour(edge, "" if kind == ANY else kind, scene.text("play.any_harbour", None) if kind == ANY else "")
            for edge, kind in state.layout.harbours
        ),
        tokens=_tokens(scene, state),
        crisis=state.crisis,
        targets=tuple(lit.spots) if lit is not None else (),
        target_color=color,
        chosen=acting.chosen,
        differs=differs,
    )


def _tiles(scene: Scene, state: State) -> tuple[Tile, ...]:
    total = state.throw.total if state.throw is not None and state.rolled and state.phase is not Phase.ROLL else None
    tiles = []
    for i, (terrain, number) in enumerate(zip(state.layout.terrain, state.layout.numbers, strict=True)):
        blocked = i == state.crisis and state.rules.crisis_blocks
        producing = number is not None and number == total and not blocked
        words = scene.number(number, None) if number is not None else ""
        pips = 6 - abs(7 - number) if number is not None else 0
        tiles.append(Tile(i, terrain, words, pips, "producing" if producing else "blocked" if blocked else "plain"))
    return tuple(tiles)


def _tokens(scene: Scene, state: State) -> tuple[Token, ...]:
    found = []
    for kind, masks in (("connection", state.connections), ("junior", state.juniors), ("senior", state.seniors)):
        for seat, mask in enumerate(masks):
            player = scene.snapshot.match.player(scene.snapshot.match.setup.seats[seat])
            found += [Token(kind, place, player.color, player.symbol) for place in members(mask)]
    return tuple(found)
