"""A picture of the board with what was read in it drawn over it: the outline of each tile, its terrain and number.

What is doubtful is ringed and pulses until somebody has looked at it. Pixels of the picture run down from its upper
left corner, as the reading has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from pathlib import Path
from typing import Any

import numpy as np
from kivy.animation import Animation
from kivy.graphics import Color, Line
from kivy.properties import NumericProperty
from PIL import Image, ImageOps

from companion.games.arnika.geometry import HEX_CELLS, position
from companion.screens import shapes
from companion.screens.board_draft import BoardDraft
from companion.screens.text import texture_of
from companion.screens.theme import fade, rgb, theme
from companion.screens.widgets.drawn import Drawn

LONGEST = 1600
"""Pixels that a picture's longer side is shown with at most; textures of old Pis end at 2048."""

Point = tuple[float, float]
FLAT = 3**-0.5
"""The radius of a hex whose flat-to-flat width is 1, as :func:`position` counts."""


def load_shown(path: Path) -> Image.Image:
    """The picture as it is shown: turned as its EXIF says, at most :data:`LONGEST` pixels long.

    :raises OSError: for a file that is no picture.
    """
    with Image.open(path) as file:
        file.draft("RGB", (LONGEST, LONGEST))
        picture = ImageOps.exif_transpose(file).convert("RGBA")
    picture.thumbnail((LONGEST, LONGEST))
    return picture


def lens(draft: BoardDraft) -> np.ndarray[Any, Any] | None:
    """The homography from hex widths about the middle of the board to pixels, by least squares over the tiles."""
    rows: list[list[float]] = []
    for cell, tile in zip(HEX_CELLS, draft.tiles, strict=True):
        if tile.px is None:
            continue
        (x, y), (u, v) = position([cell]), tile.px
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    if len(rows) < 8:
        return None
    matrix = np.asarray(rows, dtype=float)
    matrix /= np.abs(matrix).max(axis=1, keepdims=True)
    return np.linalg.svd(matrix)[2][-1].reshape(3, 3)


def through(matrix: np.ndarray[Any, Any], point: Point) -> Point:
    """Where ``point`` (hex widths) is in the picture."""
    u, v, w = matrix @ np.array([point[0], point[1], 1.0])
    return float(u / w), float(v / w)


def outlines(draft: BoardDraft) -> dict[int, tuple[Point, ...]]:
    """The six corners of each hex in pixels of the picture."""
    matrix = lens(draft)
    if matrix is None:
        return {}
    found = {}
    for i, cell in enumerate(HEX_CELLS):
        x, y = position([cell])
        found[i] = tuple(
            through(matrix, (x + 0.97 * FLAT * sin(k * pi / 3), y + 0.97 * FLAT * cos(k * pi / 3))) for k in range(6)
        )
    return found


@dataclass(frozen=True)
class PictureView:
    """``picture`` is a texture; ``numbers`` the words of each tile's number; ``rings`` the doubtful hexes in order."""

    picture: Any
    draft: BoardDraft | None = None
    numbers: tuple[str, ...] = ()
    rings: tuple[tuple[int, str], ...] = ()
    chosen: int | None = None
    dim: bool = False


class PictureBoard(Drawn):
    """Shows a :class:`PictureView`, filling its box; event ``on_hex(number)``."""

    __events__ = ("on_hex",)

    pulse = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        self._middles: dict[int, Point] = {}
        self._reach = 0.0
        super().__init__(**kwargs)
        self.fbind("pulse", self.repaint)
        self.fbind("view", self._beat)

    def on_hex(self, number: int) -> None: ...

    def _beat(self, *_: Any) -> None:
        """Pulse while something is doubtful; the page's cause to move."""
        wants = bool(self.view and self.view.rings) and theme.seconds("pulse") > 0
        running = getattr(self, "_pulsing", False)
        if wants and not running:
            self._pulsing = True
            half = theme.seconds("pulse") / 2
            beat = Animation(pulse=1.0, duration=half, t="in_out_sine") + Animation(
                pulse=0.0, duration=half, t="in_out_sine"
            )
            beat.repeat = True
            beat.start(self)
        elif not wants and running:
            self._pulsing = False
            Animation.cancel_all(self, "pulse")
            self.pulse = 0.0

    def _frame(self, view: PictureView) -> tuple[float, float, float]:
        """Pixels of the screen for one of the shown picture, and where its lower left corner lies.

        The board fills the box where it is known, else the whole picture does.
        """
        wide, high = view.picture.size
        scale = max(self.width / wide, self.height / high)
        focus = (wide / 2, high / 2)
        corners = [p for o in outlines(view.draft).values() for p in o] if view.draft else []
        if view.draft is not None and view.draft.size is not None and corners:
            k = wide / view.draft.size[0]
            x, y, w, h = shapes.bounds([(px * k, py * k) for px, py in corners])
            scale = max(scale, min(self.width / (w * 1.16), self.height / (h * 1.16)))
            if scale * wide < self.width or scale * high < self.height:
                scale = max(self.width / wide, self.height / high)
            focus = (x + w / 2, high - (y + h / 2))
        left = min(0.0, max(self.width - wide * scale, self.width / 2 - focus[0] * scale))
        bottom = min(0.0, max(self.height - high * scale, self.height / 2 - focus[1] * scale))
        return scale, left, bottom

    def paint(self) -> None:
        view: PictureView | None = self.view
        if view is None or view.picture is None:
            return
        scale, left, bottom = self._frame(view)
        self._paint_cut(view.picture, scale, left, bottom, 0.45 if view.dim else 0.82)
        draft = view.draft
        if draft is None or draft.size is None:
            return
        k = view.picture.size[0] / draft.size[0] * scale

        def at(point: Point) -> Point:
            return left + point[0] * k, bottom + view.picture.size[1] * scale - point[1] * k

        shown = {i: tuple(at(p) for p in points) for i, points in outlines(draft).items()}
        self._middles = {i: at(tile.px) for i, tile in enumerate(draft.tiles) if tile.px}
        first = next(iter(shown.values()))
        self._reach = hypot(first[0][0] - first[3][0], first[0][1] - first[3][1]) / 2
        rings = dict(view.rings)
        for i, points in shown.items():
            bright = i in rings or i == view.chosen
            self._outline(points, "brass" if bright else rgb("F4ECDD", 0.75), theme.mm(0.8 if bright else 0.35))
        for i in shown:
            if i in rings:
                self._ring(i, rings[i])
            else:
                self._chip(i, draft, view)

    def _paint_cut(self, picture: Any, scale: float, left: float, bottom: float, light: float) -> None:
        """The part of the picture that the box shows, a little darkened so that the reading stands out."""
        wide, high = picture.size
        x, y = -left / scale, -bottom / scale
        part = picture.get_region(
            round(x), round(y), min(round(self.width / scale), wide), min(round(self.height / scale), high)
        )
        self.stamp(part, 0, 0, (light, light, light, 1.0), self.size)

    def _outline(self, points: tuple[Point, ...], color: Any, thick: float) -> None:
        Color(*self.color(color))
        flat = [c for x, y in points for c in (self.x + x, self.y + y)]
        Line(points=flat, width=max(1.0, thick / 2), close=True, joint="round")

    def _ring(self, i: int, words: str) -> None:
        """A doubtful tile: two rings that breathe, and its number in the list at its corner."""
        x, y = self._middles[i]
        look = theme.palette
        for far, light in ((1.0, 0.9), (1.45, 0.5)):
            px = round(self._reach * far * (0.92 + 0.16 * self.pulse))
            self.stamp_at(shapes.ring(max(6, px), max(2.0, theme.mm(0.6))), x, y, fade(look.brass_hi, light))
        size = theme.mm(5.6)
        x = min(max(x + self._reach * 0.55, size / 2), self.width - size / 2)  # on the picture, wherever it is cut
        y = min(max(y + self._reach * 0.62, size / 2), self.height - size / 2)
        self.stamp_at(shapes.disc(round(size)), x, y, look.brass)
        self.write(words, x, y, "label", "on_brass", px=round(size * 0.62), weight=700)

    def _chip(self, i: int, draft: BoardDraft, view: PictureView) -> None:
        """The terrain's icon and the number, below the token."""
        tile = draft.tiles[i]
        if tile.terrain is None:
            return
        x, y = self._middles[i]
        size = min(theme.mm(4.4), self._reach * 0.42)
        words = view.numbers[i] if view.numbers else ""
        px = round(size)
        wide = size + (self.measure(words, "act", px) + theme.mm(1.2) if words else 0) + theme.mm(2.4)
        high = size + theme.mm(1.2)
        y -= self._reach * 0.58
        self.box(x - wide / 2, y - high / 2, wide, high, 2.6, rgb("14100C"))
        left = x - wide / 2 + theme.mm(1.2)
        self.icon(tile.terrain, left + size / 2, y, size, rgb("F2C677"))
        if words:
            hot = tile.number in (6, 8)
            self.write(words, left + size + theme.mm(1.2), y, "act", rgb("FF8F78") if hot else rgb("F4ECDD"),
                       anchor="left", px=px, weight=700)  # fmt: skip

    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """The tiles, for a keyboard."""
        r = self._reach * 0.8
        return tuple((x - r, y - r, 2 * r, 2 * r) for x, y in self._middles.values())

    def on_touch_up(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos) and self._middles:
            x, y = touch.x - self.x, touch.y - self.y
            away, near = min((hypot(mx - x, my - y), i) for i, (mx, my) in self._middles.items())
            if away < self._reach:
                self.dispatch("on_hex", near)
                return True
        return bool(super().on_touch_up(touch))


def crop(picture: Any, draft: BoardDraft, hex_: int, px: int) -> Any:
    """A round cut-out of the tile in the picture, ``px`` across, for the list of doubts."""
    tile = draft.tiles[hex_]
    shape = outlines(draft).get(hex_)
    if tile.px is None or shape is None or draft.size is None:
        return None
    k = picture.width / draft.size[0]
    radius = 0.72 * hypot(shape[0][0] - shape[3][0], shape[0][1] - shape[3][1]) / 2 * k
    x, y = tile.px[0] * k, tile.px[1] * k
    cut = picture.crop((round(x - radius), round(y - radius), round(x + radius), round(y + radius)))
    cut = cut.convert("RGBA").resize((px, px), Image.Resampling.LANCZOS)
    disc = Image.new("L", (px * 3, px * 3), 0)
    from PIL import ImageDraw

    ImageDraw.Draw(disc).ellipse((0, 0, px * 3 - 1, px * 3 - 1), fill=255)
    cut.putalpha(disc.reduce(3))
    return texture_of(cut)
