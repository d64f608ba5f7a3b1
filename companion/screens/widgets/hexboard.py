"""A hex board as vectors: sea, tiles with their icons, number tokens with pips, harbours, pieces, and what may be
tapped.

It knows no game: a :class:`Grid` says where hexes, corners and edges are, a :class:`BoardView` what lies there. The
board is never mirrored, whichever way the language runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import atan2, ceil, degrees, floor, hypot
from typing import Any

from kivy.graphics import Canvas, ClearBuffers, ClearColor, Fbo, Rectangle, Translate
from kivy.graphics.context_instructions import Color, PopMatrix, PushMatrix
from kivy.properties import ObjectProperty

from companion.screens import shapes
from companion.screens.theme import (
    DARK_ICON_TERRAIN,
    GROUNDS,
    ICON_DARK,
    ICON_LIGHT,
    SEATS,
    Rgba,
    fade,
    mix,
    rgb,
    seat_ink,
    theme,
)
from companion.screens.widgets.drawn import Drawn, Written
from companion.screens.widgets.hexpictures import HOUSE, OUTLINE, PAWN, PLAIN, TOWER, face, hex_line, sea
from companion.screens.widgets.mover import Mover

Spot = tuple[str, int]
"""A kind of place ("hex", "corner", "edge") and its number."""


@dataclass(frozen=True)
class Grid:
    """Places in parts of a hex's radius, x to the right and y up, about the board's middle."""

    hexes: Mapping[int, tuple[float, float]]
    corners: Mapping[int, tuple[float, float]]
    edges: Mapping[int, tuple[int, int]]
    width: float = 10.36
    height: float = 9.7

    def at(self, spot: Spot) -> tuple[float, float]:
        kind, number = spot
        if kind == "edge":
            (ax, ay), (bx, by) = (self.corners[corner] for corner in self.edges[number])
            return (ax + bx) / 2, (ay + by) / 2
        return (self.hexes if kind == "hex" else self.corners)[number]


@dataclass(frozen=True)
class Tile:
    """A hex: its terrain, its number as written in the table's digits, the ways to throw it, and how it is now.

    ``state``: "plain", "producing", "blocked" or "doubtful".
    """

    hex: int
    terrain: str
    number: str = ""
    pips: int = 0
    state: str = "plain"


@dataclass(frozen=True)
class Harbour:
    """A harbour at ``edge``; with a terrain it shows that icon, else its words ("3:1")."""

    edge: int
    terrain: str = ""
    words: str = ""


@dataclass(frozen=True)
class Token:
    """A piece of a seat: "connection" on an edge, "junior" or "senior" on a corner."""

    kind: str
    place: int
    color: str
    symbol: str


@dataclass(frozen=True)
class BoardView:
    """What lies on the board, and the spots that are lit to be tapped.

    ``glow`` is a way of edges from one end to the other, ``steps`` their numbers as written: it is counted by them.
    """

    tiles: tuple[Tile, ...] = ()
    harbours: tuple[Harbour, ...] = ()
    tokens: tuple[Token, ...] = ()
    crisis: int | None = None
    glow: tuple[int, ...] = ()
    targets: tuple[Spot, ...] = ()
    target_color: str = ""
    chosen: Spot | None = field(default=None)
    fresh: Spot | None = None
    differs: tuple[Spot, ...] = ()
    steps: tuple[str, ...] = ()


class HexBoard(Drawn):
    """Draws a :class:`BoardView` on a :class:`Grid`; event ``on_spot(kind, number)`` for a lit place that is tapped,
    ``on_hex(number)`` for any hex that is."""

    __events__ = ("on_spot", "on_hex")
    fine_print = True
    """Numbers are as large as the tokens of the board, which pips repeat."""

    grid = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._radius = 0.0
        self._middles: dict[Spot, tuple[float, float]] = {}
        super().__init__(**kwargs)
        before, after = self.canvas.before, self.canvas.after
        self._layers = Ground(self, before), Layer(self, before), Layer(self, after), Layer(self, after)
        for name in ("width", "height", "grid"):
            self.fbind(name, self._moved)
        self.fbind("grid", self.repaint)

    def _moved(self, *_: Any) -> None:
        """Another size or grid: every place is somewhere else."""
        self._radius = 0.0
        self._middles.clear()

    def on_spot(self, kind: str, number: int) -> None: ...

    def on_hex(self, number: int) -> None: ...

    @property
    def radius(self) -> float:
        """The radius of a hex in pixels."""
        if not self._radius:
            grid = self.grid
            self._radius = min(self.width / grid.width, self.height / grid.height) if grid else 1.0
        return self._radius

    def where(self, spot: Spot) -> tuple[float, float]:
        """The middle of ``spot`` in pixels from the widget's lower left corner."""
        found = self._middles.get(spot)
        if found is None:
            x, y = self.grid.at(spot)
            found = self._middles[spot] = self.width / 2 + x * self.radius, self.height / 2 + y * self.radius
        return found

    def land(self, token: Token) -> None:
        """Let ``token``, which the view has or is about to have, come down on its place."""
        seconds = theme.seconds("state") * 2
        if not seconds or self.grid is None:
            return
        spot = ("edge" if token.kind == "connection" else "corner", token.place)
        x, y = self.where(spot)
        mover = Mover(Piece(self.grid, token, 2.2 * self.radius), place=[self.x + x, self.y + y], grown=2.2)
        mover.opacity = 0.3
        self.add_widget(mover)
        mover.go(seconds, "in_quad", grown=1.0, opacity=1.0)

    # ------------------------------------------------------------------------------------------ touching

    def nearest(self, x: float, y: float) -> Spot | None:
        """The lit spot that a finger at ``x, y`` (the widget's own pixels) means: the nearest within reach."""
        reach = max(theme.mm(8.0), self.radius * 0.8)
        found: Spot | None = None
        for spot in self.view.targets:
            cx, cy = self.where(spot)
            away = hypot(cx - x, cy - y) * (0.55 if spot[0] == "hex" else 1.0)
            if away < reach:
                found, reach = spot, away
        return found

    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """The lit places as boxes: left, bottom, width, height in pixels from the widget's corner."""
        if self.view is None or self.grid is None:
            return ()
        side = max(theme.mm(5.0), self.radius * 0.5)
        return tuple((x - side / 2, y - side / 2, side, side) for x, y in map(self.where, self.view.targets))

    def on_touch_down(self, touch: Any) -> bool:
        if self.view is None or self.grid is None or not self.collide_point(*touch.pos) or self.opacity == 0:
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        x, y = touch.x - self.x, touch.y - self.y
        spot = self.nearest(x, y)
        if spot is not None:
            self.dispatch("on_spot", *spot)
        else:
            hexes = sorted(
                (hypot(self.where(("hex", i))[0] - x, self.where(("hex", i))[1] - y), i) for i in self.grid.hexes
            )
            if hexes and hexes[0][0] < self.radius * 0.9:
                self.dispatch("on_hex", hexes[0][1])
        return True

    # ------------------------------------------------------------------------------------------ painting

    def _paint_now(self, *_: Any) -> None:
        """Each layer is painted when what it shows changes, and kept while the others come and go."""
        view: BoardView | None = self.view
        self.written.clear()
        if view is None or self.grid is None or min(self.size) < 2:
            for layer in self._layers:
                layer.empty()
            return
        place = (tuple(self.pos), tuple(self.size), theme.revision, self.grid)
        dark = tuple(replace(tile, state="plain") if tile.state == "producing" else tile for tile in view.tiles)
        lit = tuple(tile for tile in view.tiles if tile.state == "producing")
        ground, lights, pieces, targets = self._layers
        ground.paint((dark, view.harbours, view.crisis, place), lambda: self._paint_ground(replace(view, tiles=dark)))
        lights.paint((lit, place), lambda: self._paint_lights(lit))
        pieces.paint((view.glow, view.steps, view.tokens, place), lambda: self._paint_pieces(view))
        marks = (view.targets, view.target_color, view.chosen, view.differs)
        targets.paint((marks, place), lambda: self._paint_targets(view))
        for layer in (ground, pieces, targets):  # a light repeats the number that it lies over
            self.written.extend(layer.written)

    def _paint_pieces(self, view: BoardView) -> None:
        for edge in view.glow:
            self._bar(edge, 0.98, 0.42, fade(theme.palette.brass_hi, 0.55))
        for token in view.tokens:
            if token.kind == "connection":
                self._paint_connection(token)
        for edge, step in zip(view.glow, view.steps, strict=False):
            self._paint_step(edge, step)
        for token in view.tokens:
            if token.kind != "connection":
                self._paint_building(token)

    def _paint_targets(self, view: BoardView) -> None:
        for spot in view.targets:
            self._paint_target(spot, view)
        for spot in view.differs:
            x, y = self.where(spot)
            self.stamp_at(shapes.ring(round(self.radius * 0.9), max(2.0, self.radius * 0.08)), x, y, "warn")

    def _paint_ground(self, view: BoardView) -> None:
        self._paint_sea()
        for harbour in view.harbours:
            self._paint_harbour(harbour)
        for tile in view.tiles:
            self._paint_tile(tile, view)
        for tile in view.tiles:
            self._paint_number(tile, tile.hex == view.crisis)
        if view.crisis is not None:
            self._paint_crisis(view.crisis, any(t.hex == view.crisis and t.number for t in view.tiles))

    def _paint_lights(self, tiles: tuple[Tile, ...]) -> None:
        for tile in tiles:
            self._paint_light(tile)
            self._paint_number(tile, False)

    def _paint_sea(self) -> None:
        r = self.radius
        px = round(10.4 * r)
        look = theme.palette
        inner = 0.85 - max(2.0, theme.mm(0.5)) / r
        picture = sea(tuple(self.grid.hexes.values()), px, ((0.85 * r, look.rim), (inner * r, look.sea)))
        self.stamp_at(picture, self.width / 2, self.height / 2, PLAIN)

    def _paint_tile(self, tile: Tile, view: BoardView) -> None:
        x, y = self.where(("hex", tile.hex))
        r = self.radius
        color = GROUNDS[tile.terrain]
        black = (0.0, 0.0, 0.0, 1.0)
        edge = OUTLINE if theme.name != "light" else rgb("EFE3CD")
        layers = ((1.015, edge), (0.965, mix(color, black, 0.14)), (0.875, mix(color, PLAIN, 0.07)))
        self.stamp_at(face(round(2.03 * r), tuple((part / 1.015, tone) for part, tone in layers)), x, y, PLAIN)
        ink = ICON_DARK if tile.terrain in DARK_ICON_TERRAIN else ICON_LIGHT
        if not tile.number:
            if tile.hex != view.crisis:
                self.icon(tile.terrain, x, y, r * 0.72, fade(ink, 0.62))
        else:
            self.icon(tile.terrain, x, y + 0.5 * r, r * 0.5, ink)

    def _paint_light(self, tile: Tile) -> None:
        x, y = self.where(("hex", tile.hex))
        px = round(2 * self.radius * 0.985)
        color = rgb("FFE9B8") if theme.name != "light" else rgb("3A2510")
        self.stamp_at(hex_line(px, max(3.0, self.radius * 0.085)), x, y, color)

    def _paint_number(self, tile: Tile, blocked: bool) -> None:
        if not tile.number:
            return
        x, y = self.where(("hex", tile.hex))
        r = self.radius
        y -= 0.27 * r
        if blocked:
            x -= 0.2 * r
        px = round(0.84 * r)
        if tile.state == "producing":
            self.stamp_at(shapes.disc(round(1.02 * r)), x, y, "brass")
        if tile.state == "doubtful":
            self.stamp_at(shapes.disc(round(1.06 * r)), x, y, "warn")
        self.stamp_at(shapes.disc(px), x, y - max(1.0, 0.03 * r), (0.0, 0.0, 0.0, 0.4))
        look = theme.palette
        self.stamp_at(shapes.disc(px), x, y, mix(look.cream, rgb("8C7A66"), 0.5) if blocked else look.cream)
        hot = tile.pips >= 5
        color = look.hot if hot else look.ink
        if blocked:  # dimmed, yet to be read
            color = mix(color, rgb("1A120A"), 0.3)
        self.write(tile.number, x, y + 0.075 * r, "figure", color, px=max(9, round(0.5 * r)), weight=700)
        dot = max(2, round(0.075 * r))
        step = dot * 1.45
        for i in range(tile.pips):
            self.stamp_at(shapes.disc(dot), x + (i - (tile.pips - 1) / 2) * step, y - 0.26 * r, color)

    def _paint_harbour(self, harbour: Harbour) -> None:
        r = self.radius
        a, b = (self.where(("corner", corner)) for corner in self.grid.edges[harbour.edge])
        mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        # outwards: the middle of the edge is as far from the board's middle as any direction says
        out = _outward(self, (mx, my), a, b)
        cx, cy = mx + out[0] * 0.46 * r, my + out[1] * 0.46 * r
        wood = rgb("6B5640") if theme.name != "light" else rgb("8B7355")
        for x, y in (a, b):
            length = max(4, round(hypot(x - cx, y - cy)))
            jetty = shapes.bar(length, max(2, round(0.075 * r)), round(degrees(atan2(y - cy, x - cx))))
            self.stamp_at(jetty, (x + cx) / 2, (y + cy) / 2, wood)
        px = round(0.64 * r)
        if harbour.terrain:
            color = GROUNDS[harbour.terrain]
            dark = harbour.terrain in DARK_ICON_TERRAIN and harbour.terrain != "coin"
            self.stamp_at(shapes.disc(px), cx, cy, color)
            self.icon(harbour.terrain, cx, cy, 0.38 * r, ICON_DARK if dark else ICON_LIGHT)
        else:
            ground = rgb("3A2C22") if theme.name != "light" else rgb("F3E6D0")
            self.stamp_at(shapes.disc(px), cx, cy, ground)
            self.write(harbour.words, cx, cy, "label", "text", px=max(8, round(0.3 * r)), weight=700)

    def _bar(self, edge: int, long: float, thick: float, color: str | Rgba) -> None:
        r = self.radius
        a, b = (self.where(("corner", corner)) for corner in self.grid.edges[edge])
        turn = round(degrees(atan2(b[1] - a[1], b[0] - a[0])))
        rod = shapes.bar(max(4, round(long * r)), max(3, round(thick * r)), turn)
        self.stamp_at(rod, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, color)

    def _paint_connection(self, token: Token) -> None:
        self._bar(token.place, 0.82, 0.27, OUTLINE if token.color != "black" else rgb("F3E6C8"))
        self._bar(token.place, 0.74, 0.17, SEATS[token.color])

    def _paint_step(self, edge: int, step: str) -> None:
        """The number of ``edge`` along the way that is counted, on a disc in its middle."""
        r = self.radius
        x, y = self.where(("edge", edge))
        self.stamp_at(shapes.disc(round(0.54 * r)), x, y, OUTLINE)
        self.stamp_at(shapes.disc(round(0.47 * r)), x, y, rgb("FFE9B8"))
        self.write(step, x, y, "figure", rgb("1A120A"), px=max(9, round(0.36 * r)), weight=800)

    def _paint_building(self, token: Token) -> None:
        r = self.radius
        x, y = self.where(("corner", token.place))
        senior = token.kind == "senior"
        px = round((0.62 if senior else 0.42) * r)
        outline = TOWER if senior else HOUSE
        line = OUTLINE if token.color != "black" else rgb("F3E6C8")
        grow = max(1.5, 0.05 * r)
        y += 0.02 * r
        self.stamp_at(shapes.figure(outline, px, grow), x, y, line)
        self.stamp_at(shapes.figure(outline, px), x, y, SEATS[token.color])
        sign = round(0.2 * r)
        self.stamp_at(
            shapes.symbol(token.symbol, max(5, sign)),
            x - (0.2 * px if senior else 0),
            y - 0.16 * px,
            seat_ink(token.color),
        )

    def _paint_crisis(self, hex_id: int, beside: bool) -> None:
        r = self.radius
        x, y = self.where(("hex", hex_id))
        if beside:
            x, y = x + 0.46 * r, y - 0.2 * r
        px = round((0.74 if beside else 0.95) * r)
        self.stamp_at(shapes.figure(PAWN, px, max(2.0, 0.06 * r), 0.02 * r), x, y, rgb("F6F1E6"))
        self.stamp_at(shapes.figure(PAWN, px, 0.0, 0.02 * r), x, y, rgb("14100C"))
        self.write("!", x, y - 0.02 * r, "figure", rgb("F0894A"), px=max(9, round(0.42 * px)), weight=800)

    def _paint_target(self, spot: Spot, view: BoardView) -> None:
        r = self.radius
        x, y = self.where(spot)
        look = theme.palette
        color = SEATS[view.target_color] if view.target_color else look.brass
        chosen = spot == view.chosen
        light = rgb("FFE9B8")
        if spot[0] == "hex":
            self.stamp_at(hex_line(round(2 * r * 0.98), max(3.0, r * (0.14 if chosen else 0.1))), x, y, light)
            return
        if spot[0] == "edge":
            self._bar(spot[1], 0.78, 0.42, OUTLINE)
            self._bar(spot[1], 0.72, 0.34, light)
            self._bar(spot[1], 0.6, 0.19, color)
            return
        many = len(view.targets) > 16
        px = round((0.66 if chosen else 0.36 if many else 0.54) * r)
        self.stamp_at(shapes.disc(px + max(2, round(0.1 * r))), x, y, OUTLINE)
        if many and not chosen:
            self.stamp_at(shapes.disc(px), x, y, fade(color, 0.9))
            return
        self.stamp_at(shapes.disc(px), x, y, light)
        self.stamp_at(shapes.disc(round(px * 0.62)), x, y, color)


class Layer:
    """A part of what a board shows, painted again only when its key changes; ``written`` is the text on it."""

    def __init__(self, board: HexBoard, canvas: Any) -> None:
        self.board = board
        self.group = Canvas()
        self.key: Any = None
        self.written: tuple[Written, ...] = ()
        canvas.add(self.group)

    def empty(self) -> None:
        self.key, self.written = None, ()
        self.group.clear()

    def paint(self, key: Any, paint: Callable[[], None]) -> None:
        """Let ``paint`` draw it, unless it was drawn for the same ``key``."""
        if key == self.key:
            return
        board = self.board
        self.empty()
        self.key = key
        others, board.written = board.written, []
        self._draw(paint)
        board.written, self.written = others, tuple(board.written)

    def _draw(self, paint: Callable[[], None]) -> None:
        with self.group:
            paint()


class Ground(Layer):
    """A layer kept as one picture: half of all that a screen draws is the board, which seldom changes.

    Where the sea ends it must not mix with the black of an empty picture, so the picture is empty in the sea's colour.
    """

    def _draw(self, paint: Callable[[], None]) -> None:
        board = self.board
        x, y = floor(board.x), floor(board.y)
        size = ceil(board.right) - x, ceil(board.top) - y
        with self.group:
            picture = Fbo(size=size)
            Color(1, 1, 1, 1)
            Rectangle(texture=picture.texture, pos=(x, y), size=size)
        with picture:
            ClearColor(*theme.palette.rim[:3], 0)
            ClearBuffers()
            PushMatrix()
            Translate(-x, -y)
            paint()
            PopMatrix()


class Piece(HexBoard):
    """A single piece in the middle of a small board of its own."""

    def __init__(self, grid: Grid, token: Token, side: float) -> None:
        self.token, self.parent_grid = token, grid
        super().__init__(size=(side, side), grid=grid)

    _paint_now = Drawn._paint_now

    @property
    def radius(self) -> float:
        return float(self.width / 2.2)

    def where(self, spot: Spot) -> tuple[float, float]:
        """Its own place is the middle."""
        own = ("edge" if self.token.kind == "connection" else "corner", self.token.place)
        (ax, ay), (bx, by) = self.parent_grid.at(own), self.parent_grid.at(spot)
        return self.width / 2 + (bx - ax) * self.radius, self.height / 2 + (by - ay) * self.radius

    def paint(self) -> None:
        if self.token.kind == "connection":
            self._paint_connection(self.token)
        else:
            self._paint_building(self.token)


def _outward(
    board: HexBoard, middle: tuple[float, float], a: tuple[float, float], b: tuple[float, float]
) -> tuple[float, float]:
    """The unit vector across the edge ``a``-``b`` that points away from the land."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    across = (-dy / length, dx / length)
    land = min(
        (hypot(board.where(("hex", i))[0] - middle[0], board.where(("hex", i))[1] - middle[1]), i)
        for i in board.grid.hexes
    )
    hx, hy = board.where(("hex", land[1]))
    towards = (hx - middle[0]) * across[0] + (hy - middle[1]) * across[1]
    return across if towards < 0 else (-across[0], -across[1])
