"""Shapes as smooth white textures: drawn as vectors at the panel's own resolution, once, and tinted by the canvas.

Multisampling is off (it halves the frame rate of a Pi), so edges are smoothed here: every outline is drawn four
times as large and reduced. Coordinates are in parts of the shape's own square, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from companion.screens.text import texture_of

FINE = 4
Point = tuple[float, float]


def white(mask: Image.Image) -> Any:
    """A white texture whose opacity is ``mask``."""
    picture = Image.new("RGBA", mask.size, (255, 255, 255, 0))
    picture.putalpha(mask)
    return texture_of(picture)


def smooth(size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw, float], None]) -> Image.Image:
    """The mask of ``size`` that ``draw`` fills at :data:`FINE` times the scale, which it is told."""
    large = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    draw(ImageDraw.Draw(large), float(FINE))
    return large.reduce(FINE)


@lru_cache(256)
def rounded(radius: int, outline: int = 0) -> Any:
    """A rounded square to be stretched by its middle: corners of ``radius`` pixels, filled or ``outline`` px thick."""
    side = 2 * radius + 4

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        box = (0, 0, side * k - 1, side * k - 1)
        pen.rounded_rectangle(box, radius * k, fill=255)
        if outline and side > 2 * outline:
            inner = (outline * k, outline * k, (side - outline) * k - 1, (side - outline) * k - 1)
            pen.rounded_rectangle(inner, max(0, radius - outline) * k, fill=0)

    return white(smooth((side, side), draw))


@lru_cache(64)
def shadow(radius: int, soft: int) -> Any:
    """The soft shadow of a rounded box, to be stretched; its border is ``radius + 2 * soft`` pixels."""
    border = radius + 2 * soft
    side = 2 * border + 4
    mask = Image.new("L", (side, side), 0)
    ImageDraw.Draw(mask).rounded_rectangle((soft, soft, side - soft - 1, side - soft - 1), radius, fill=255)
    return white(mask.filter(ImageFilter.GaussianBlur(soft / 2)))


def polygon(n: int, turn: float = 0.0, radius: float = 0.5) -> tuple[Point, ...]:
    """A regular polygon about the middle of the unit square; ``turn`` in radians from the top."""
    return tuple(
        (0.5 + radius * sin(turn + 2 * pi * i / n), 0.5 - radius * cos(turn + 2 * pi * i / n)) for i in range(n)
    )


def star(points: int = 5, inner: float = 0.56) -> tuple[Point, ...]:
    return tuple(
        (0.5 + r * sin(pi * i / points), 0.53 - r * cos(pi * i / points))
        for i in range(2 * points)
        for r in (0.53 if i % 2 == 0 else 0.53 * inner,)
    )


SYMBOL_OUTLINES: dict[str, tuple[Point, ...]] = {
    "triangle": ((0.5, 0.03), (1.0, 0.93), (0.0, 0.93)),
    "square": ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),
    "diamond": ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    "hexagon": polygon(6, pi / 6, 0.53),
    "star": star(),
}

SYMBOL_MIDDLE = {"triangle": 0.14, "star": 0.03}
"""How far the middle of a symbol, where its letter stands, is under the middle of its square."""


def blunt(mask: Image.Image, radius: float) -> Image.Image:
    """``mask`` with its corners rounded."""
    if radius < 1:
        return mask
    return mask.filter(ImageFilter.GaussianBlur(radius)).point(lambda value: 255 if value > 127 else 0)


@lru_cache(256)
def symbol(name: str, px: int, grow: int = 0) -> Any:
    """The seat's symbol ``px`` wide; ``grow`` pixels wider on every side for an outline behind it."""
    side = px + 2 * grow + 2
    large = Image.new("L", (side * FINE, side * FINE), 0)
    pen = ImageDraw.Draw(large)
    start, k = (grow + 1) * FINE, px * FINE
    if name == "circle":
        reach = grow * FINE
        pen.ellipse(
            (start + 0.03 * k - reach, start + 0.03 * k - reach, start + 0.97 * k + reach, start + 0.97 * k + reach),
            fill=255,
        )
        return white(large.reduce(FINE))
    corners = [(start + x * k, start + y * k) for x, y in SYMBOL_OUTLINES[name]]
    pen.polygon(corners, fill=255)
    if grow:
        pen.line([*corners, corners[0], corners[1]], fill=255, width=2 * grow * FINE, joint="curve")
    return white(blunt(large, px * FINE * 0.02).reduce(FINE))


@lru_cache(256)
def figure(outline: tuple[Point, ...], px: int, grow: float = 0.0, round_by: float = 0.0) -> Any:
    """Any outline in the unit square, ``px`` wide, ``grow`` and ``round_by`` in pixels; the texture has a margin of
    ``ceil(grow) + 1`` pixels."""
    margin = int(grow + 0.999) + 1
    side = px + 2 * margin
    large = Image.new("L", (side * FINE, side * FINE), 0)
    pen = ImageDraw.Draw(large)
    corners = [((margin + x * px) * FINE, (margin + y * px) * FINE) for x, y in outline]
    pen.polygon(corners, fill=255)
    if grow:
        reach = grow * FINE
        pen.line([*corners, corners[0], corners[1]], fill=255, width=round(2 * reach), joint="curve")
        for x, y in corners:
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
    return white(blunt(large, round_by * FINE).reduce(FINE))


@lru_cache(64)
def disc(px: int) -> Any:
    """A filled circle ``px`` across."""
    return white(smooth((px, px), lambda pen, k: pen.ellipse((0, 0, px * k - 1, px * k - 1), fill=255)))


@lru_cache(64)
def ring(px: int, thick: float) -> Any:
    """A circle line ``thick`` pixels wide inside of ``px`` across."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        pen.ellipse((0, 0, px * k - 1, px * k - 1), fill=255)
        pen.ellipse((thick * k, thick * k, (px - thick) * k - 1, (px - thick) * k - 1), fill=0)

    return white(smooth((px, px), draw))


@lru_cache(64)
def arc(px: int, thick: float, part: int, of: int = 60) -> Any:
    """The ring's first ``part`` of ``of`` parts, clockwise from the top."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        if part:
            box = (0, 0, px * k - 1, px * k - 1)
            pen.pieslice(box, -90, -90 + 360 * part / of, fill=255)
            pen.ellipse((thick * k, thick * k, (px - thick) * k - 1, (px - thick) * k - 1), fill=0)

    return white(smooth((px, px), draw))


@lru_cache(256)
def bar(length: int, thick: int, turn: int = 0) -> Any:
    """A rod with round ends lying along x, turned counter-clockwise by ``turn`` degrees; its middle is the texture's.

    It is turned here, as a canvas that turns things one by one draws them one by one.
    """
    size = length * FINE, thick * FINE
    large = Image.new("L", size, 0)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), size[1] / 2, fill=255)
    if turn:
        large = large.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    wide, high = (-(-side // FINE) * FINE for side in large.size)
    whole = Image.new("L", (wide, high), 0)
    whole.paste(large, ((wide - large.width) // 2, (high - large.height) // 2))
    return white(whole.reduce(FINE))


@lru_cache(8)
def pool(wide: int = 480, high: int = 300) -> Any:
    """The pool of light on the table: brightest in the middle, nothing at the edges; a little noise against bands."""
    fall = [max(0.0, 1.0 - distance / 255 * 2**0.5) ** 1.15 * 255 for distance in range(256)]
    away = Image.radial_gradient("L").resize((wide, high), Image.Resampling.BILINEAR)
    light = away.point([round(value) for value in fall])
    noise = Image.effect_noise((wide, high), 3.0).point([value - 128 + 8 for value in range(256)])
    mask = ImageChops.subtract(ImageChops.add(light, noise), Image.new("L", light.size, 8))
    mask.paste(0, mask=light.point([255 if value < 4 else 0 for value in range(256)]))
    return white(mask)


@lru_cache(8)
def ramp(steps: int = 64, upside: bool = False) -> Any:
    """Opacity falling from 1 at the lower edge to 0 at the upper one; ``upside`` the other way round."""
    mask = Image.new("L", (4, steps))
    for row in range(steps):
        part = (steps - 1 - row if upside else row) / (steps - 1)
        mask.paste(round(255 * part**1.6), (0, row, 4, row + 1))
    return white(mask)


@lru_cache(8)
def slope(steps: int = 64, mirrored: bool = False) -> Any:
    """Opacity falling from 1 at the left edge to 0 at the right one, or ``mirrored``."""
    mask = Image.new("L", (steps, 4))
    for column in range(steps):
        part = (column if mirrored else steps - 1 - column) / (steps - 1)
        mask.paste(round(255 * part**1.3), (column, 0, column + 1, 4))
    return white(mask)


def bounds(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """The least box around ``points``: x, y, width, height."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
