"""What a hex board is drawn with: the outlines of its pieces, and hexes and sea as textures."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from PIL import Image, ImageDraw

from companion.screens import shapes, text
from companion.screens.theme import Rgba, rgb

HOUSE = ((0.5, 0.0), (1.0, 0.42), (1.0, 1.0), (0.0, 1.0), (0.0, 0.42))
TOWER = ((0.3, 0.0), (0.6, 0.3), (0.6, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0), (0.0, 0.3))
_PAWN_RIGHT = (
    (0.5, 0.0),
    (0.61, 0.03),
    (0.69, 0.11),
    (0.72, 0.22),
    (0.68, 0.34),
    (0.6, 0.42),
    (0.66, 0.7),
    (0.74, 0.8),
)
_PAWN_FOOT = ((0.82, 0.84), (0.82, 1.0))
_HALF = (*_PAWN_RIGHT, *_PAWN_FOOT)
PAWN = (*_HALF, *((1.0 - x, y) for x, y in reversed(_HALF[1:])))
OUTLINE: Rgba = rgb("0E0A07")
PLAIN: Rgba = (1.0, 1.0, 1.0, 1.0)
"""A picture in its own colours."""


def _hexagon_about(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    return [(x + radius * sin(pi * i / 3), y - radius * cos(pi * i / 3)) for i in range(6)]


Layers = tuple[tuple[float, Rgba], ...]
"""How far each reaches and its colour, the lowest first."""


def _ink(color: Rgba) -> tuple[int, int, int]:
    red, green, blue = (round(part * 255) for part in color[:3])
    return red, green, blue


@lru_cache(64)
def face(px: int, layers: Layers) -> Any:
    """Hexes one on the other as one picture, the largest ``px`` wide; layers reach so many parts of it."""
    fine = 4
    picture = Image.new("RGBA", ((px + 2) * fine, (px + 2) * fine), (*_ink(layers[0][1]), 0))
    pen = ImageDraw.Draw(picture)
    middle = (px + 2) * fine / 2
    for part, color in layers:
        pen.polygon(_hexagon_about(middle, middle, px * fine / 2 * part), fill=(*_ink(color), 255))
    return text.texture_of(picture.reduce(fine))


@lru_cache(8)
def sea(middles: tuple[tuple[float, float], ...], px: int, layers: Layers) -> Any:
    """The hexes about ``middles`` grown by each layer's pixels with round corners, in a square ``px`` wide."""
    fine = 2
    radius = px / 10.4
    picture = Image.new("RGBA", (px * fine, px * fine), (*_ink(layers[0][1]), 0))
    pen = ImageDraw.Draw(picture)
    for grow, color in layers:
        fill = (*_ink(color), 255)
        for x, y in middles:
            corners = [
                (cx * fine, cy * fine) for cx, cy in _hexagon_about(px / 2 + x * radius, px / 2 - y * radius, radius)
            ]
            pen.polygon(corners, fill=fill)
            reach = grow * fine
            pen.line([*corners, corners[0], corners[1]], fill=fill, width=round(2 * reach), joint="curve")
            for cx, cy in corners:
                pen.ellipse((cx - reach, cy - reach, cx + reach, cy + reach), fill=fill)
    return text.texture_of(picture.reduce(fine))


@lru_cache(32)
def hex_line(px: int, thick: float) -> Any:
    """The outline of a hex, ``thick`` pixels inside of its edge."""
    side = px + 4

    def draw(pen: Any, k: float) -> None:
        middle = side / 2
        pen.polygon([(x * k, y * k) for x, y in _hexagon_about(middle, middle, px / 2)], fill=255)
        pen.polygon([(x * k, y * k) for x, y in _hexagon_about(middle, middle, px / 2 - thick * 1.155)], fill=0)

    return shapes.white(shapes.smooth((side, side), draw))
