"""Arnika's board as the screen shows it, from a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.game import Seat
from companion.games.arnika import actions as act
from companion.games.arnika.geometry import CORNERS_OF_HEX, members
from companion.games.arnika.layout import ANY
from companion.games.arnika.state import Phase, State
from companion.games.arnika.statistics import way_of
from companion.screens.icons import pictured
from companion.screens.stage import Scene
from companion.screens.widgets.hexboard import BoardView, Harbour, Spot, Tile, Token

if TYPE_CHECKING:
    from companion.screens.acting import Acting


def board_view(scene: Scene, acting: Acting, differs: tuple[Spot, ...] = (), glow: tuple[int, ...] = ()) -> BoardView:
    """Tiles, harbours and pieces of ``scene``; lit are the places that ``acting`` waits for a tap on."""
    state: State = scene.state
    lit = acting.placing
    color = scene.snapshot.match.player(lit.seat).color if lit is not None else ""
    way = glow or counted_way(state)
    return BoardView(
        tiles=_tiles(scene, state),
        harbours=tuple(_harbour(scene, edge, kind) for edge, kind in state.layout.harbours),
        tokens=_tokens(scene, state),
        crisis=state.crisis,
        targets=tuple(lit.spots) if lit is not None else (),
        target_color=color,
        chosen=acting.chosen,
        differs=differs,
        glow=way,
        steps=tuple(scene.number(n, None) for n in range(1, len(way) + 1)),
    )


def _harbour(scene: Scene, edge: int, kind: str) -> Harbour:
    if kind == ANY:
        return Harbour(edge, words=scene.text("play.any_harbour", None))
    return Harbour(edge, pictured(kind, scene.snapshot.match.terms))


def counted_way(state: State) -> tuple[int, ...]:
    """When all is over, the way of who holds the longest connection stays drawn: it can be counted after."""
    return way_of(state, state.longest) if state.phase is Phase.OVER and state.longest is not None else ()


def landed(scene: Scene, body: Any) -> Token | None:
    """The piece that the action ``body`` put on the board, if it put one."""
    kinds: dict[type[Any], tuple[str, str]] = {
        act.PlaceJunior: ("junior", "corner"), act.BuildJunior: ("junior", "corner"),
        act.BuildSenior: ("senior", "corner"), act.PlaceConnection: ("connection", "edge"),
        act.BuildConnection: ("connection", "edge"),
    }  # fmt: skip
    kind, where = kinds.get(type(body), ("", ""))
    place = getattr(body, where) if where else None
    if place is None:
        return None
    player = scene.snapshot.match.player(body.seat)
    return Token(kind, place, player.color, player.symbol)


def producers(state: State, seat: Seat, terrain: str) -> tuple[int, ...]:
    """The hexes of ``terrain`` that the last throw made produce for ``seat``."""
    if state.throw is None:
        return ()
    built = state.juniors[seat] | state.seniors[seat]
    return tuple(
        i
        for i, (kind, number) in enumerate(zip(state.layout.terrain, state.layout.numbers, strict=True))
        if kind == terrain and number == state.throw.total and CORNERS_OF_HEX[i] & built
    )


def _tiles(scene: Scene, state: State) -> tuple[Tile, ...]:
    total = state.throw.total if state.throw is not None and state.rolled and state.phase is not Phase.ROLL else None
    tiles = []
    for i, (terrain, number) in enumerate(zip(state.layout.terrain, state.layout.numbers, strict=True)):
        blocked = i == state.crisis and state.rules.crisis_blocks
        producing = number is not None and number == total and not blocked
        words = scene.number(number, None) if number is not None else ""
        pips = 6 - abs(7 - number) if number is not None else 0
        state_of_it = "producing" if producing else "blocked" if blocked else "plain"
        tiles.append(Tile(i, pictured(terrain, scene.snapshot.match.terms), words, pips, state_of_it))
    return tuple(tiles)


def _tokens(scene: Scene, state: State) -> tuple[Token, ...]:
    found = []
    for kind, masks in (("connection", state.connections), ("junior", state.juniors), ("senior", state.seniors)):
        for seat, mask in enumerate(masks):
            player = scene.snapshot.match.player(scene.snapshot.match.setup.seats[seat])
            found += [Token(kind, place, player.color, player.symbol) for place in members(mask)]
    return tuple(found)
