"""The middle of Whale Riders: the ice coast with its ports, the riders on their way, the pearls of the Sun port.

The coast runs from the Sun port at the left to the Crab port at the right and is never mirrored. What has no name yet
is told by pips; on a flat table nothing in it is a bare numeral.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin
from typing import Any

from PIL import Image, ImageDraw

from companion.screens import shapes
from companion.screens.text import texture_of
from companion.screens.theme import Rgba, fade, mix, rgb, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.drawn import Drawn

PORTS = 8
SUN, CRAB = 0, PORTS - 1
MARGIN = 0.062
"""Where the first port is, in parts of the width; the last one is as far from the other edge."""
LOW, LOWEST_LAND = 40.0, 0.24
"""A picture that is not so high, in millimetres, and how high its shore lies."""
LAND, LEAST_LAND, SEA, WAVE = 0.46, 0.35, 21.0, 0.035
"""How high the shore lies in parts of the height, at most and at least, millimetres of sea beneath, and its swing."""

PEARL: Rgba = rgb("E9EEF5")
VIOLET: Rgba = rgb("5A4278")
GOLD: Rgba = rgb("E3A94B")
INK: Rgba = rgb("0C161B")


@dataclass(frozen=True)
class Rider:
    """A rider at ``port``, heading "out", "back" or "done"; ``turn``: it is its turn."""

    port: int
    heading: str
    symbol: str
    color: str
    letter: str
    turn: bool = False


@dataclass(frozen=True)
class Decree:
    """A clan's decree: its icon, what it gives, and the badge of who took it."""

    icon: str
    pearls: int = 0
    coins: int = 0
    owner: tuple[str, str, str] | None = None


@dataclass(frozen=True)
class CoastView:
    """Everything on the coast. ``names`` of the ports may be empty; ``sun``: pearls on each slot, 0 for a gap.

    ``left`` says in words how many starting pearls are left, ``storms`` how many storms are in the bag; both only where
    a panel has one reading side. ``corners``: pixels that the corner button takes at the left and at the right.
    """

    riders: tuple[Rider, ...] = ()
    names: tuple[str, ...] = ("",) * PORTS
    sun: tuple[int, ...] = ()
    decrees: tuple[Decree, ...] = ()
    left: str = ""
    storms: str = ""
    corners: tuple[float, float] = (0.0, 0.0)
    rtl: bool = False


class Coast(Drawn):
    """Shows a :class:`CoastView`."""

    @property
    def large(self) -> float:
        """By how much everything is larger on a wide table."""
        return min(1.7, max(1.0, self.width / theme.mm(230.0)))

    @property
    def low(self) -> bool:
        """Whether the picture is so low that ports go without names, and all tiles stand in one row."""
        return self.height < theme.mm(LOW)

    @property
    def land(self) -> float:
        """How high the shore lies: lower in a low picture, where the riders need the sky."""
        if self.low:
            return LOWEST_LAND
        return round(max(LEAST_LAND, min(LAND, theme.mm(SEA) / max(self.height, 1))), 2)

    def shore(self, x: float) -> float:
        """How high the shore is at ``x``, in pixels."""
        return self.height * (self.land + WAVE * sin(2 * pi * (x / max(self.width, 1)) * 1.15 + 3.5))

    def port_at(self, port: int) -> tuple[float, float]:
        """The middle of a port, from the widget's lower left corner."""
        x = self.width * (MARGIN + (1 - 2 * MARGIN) * port / (PORTS - 1))
        return x, self.shore(x) - self.port_size * 0.12

    @property
    def port_size(self) -> float:
        """Across a port, in pixels."""
        return min(theme.mm(12.5) * self.large, self.width / PORTS * 0.7, self.height * 0.17)

    @property
    def head(self) -> float:
        """How much the tiles take of the sky, in pixels."""
        return theme.mm(8.5) if self.low else theme.mm(15.0) * self.large

    def paint(self) -> None:
        view: CoastView | None = self.view
        if view is None or self.height < theme.mm(18) or self.width < theme.mm(50):
            return
        size = (round(self.width), round(self.height))
        self.stamp(picture(size, round(theme.mm(3.4)), self.land, theme.name == "light"), 0, 0, (1.0, 1.0, 1.0, 1.0))
        self._paint_ports(view)
        self._paint_sun(view)
        self._paint_decrees(view)
        self._paint_riders(view)

    # ------------------------------------------------------------------------------------------ ports

    def _paint_ports(self, view: CoastView) -> None:
        size = self.port_size
        light = theme.palette.text if theme.name == "light" else rgb("E8F0F2")
        role_px = round(theme.mm(4.2))
        turn = next((rider.port for rider in view.riders if rider.turn), None)
        for port in range(PORTS):
            x, y = self.port_at(port)
            ground = {SUN: GOLD, CRAB: rgb("C4583F")}.get(port, theme.palette.cream)
            self.stamp_at(shapes.disc(round(size * 1.2)), x, y, theme.palette.brass if port == turn else INK)
            self.stamp_at(shapes.disc(round(size * 1.08)), x, y, INK)
            self.stamp_at(shapes.disc(round(size)), x, y, ground)
            self._paint_sign(port, x, y, size)
            name = view.names[port]
            if name and not self.low:
                room = self.width / PORTS * 1.9
                drop = size * 0.6 + role_px * (0.85 if port % 2 else 2.2)
                half = min(self.measure(name, "label"), room) / 2 + theme.mm(0.8)
                at = min(max(x, half), self.width - half)
                self.write(name, at, y - drop, "label", light, limit=room, weight=600)

    def _paint_sign(self, port: int, x: float, y: float, size: float) -> None:
        if port == SUN:
            self.icon("sun", x, y, size * 0.66, theme.palette.ink)
        elif port == 3:
            self.icon("star", x, y, size * 0.64, theme.palette.ink)
        elif port in (1, 2, CRAB):
            drawn = {1: swordfish, 2: ray, CRAB: crab}[port]
            ink = rgb("FBF3E2") if port == CRAB else theme.palette.ink
            self.stamp_at(drawn(round(size * 0.74)), x, y, ink)
        else:
            dot = max(3, round(size * 0.13))
            for dx, dy in PIPS[port + 1]:
                self.stamp_at(shapes.disc(dot), x + dx * size * 0.23, y + dy * size * 0.23, theme.palette.ink)

    # ------------------------------------------------------------------------------------------ riders

    def _paint_riders(self, view: CoastView) -> None:
        """Pins over their ports: the first come lowest, two side by side where a port has many."""
        for port in range(PORTS):
            here = [rider for rider in view.riders if rider.port == port]
            if here:
                self._paint_pins(port, here)

    def _paint_pins(self, port: int, riders: list[Rider]) -> None:
        x, y = self.port_at(port)
        low = y + self.port_size * 0.86
        room = self.height - self.head - low
        apart = self.width * (1 - 2 * MARGIN) / (PORTS - 1)
        most = theme.mm(12.8) * self.large
        # as large as they can be: one over the other, or two side by side
        sizes = {n: min(most, apart * (0.0, 0.94, 0.5)[n], room / -(-len(riders) // n) * 0.97) for n in (1, 2)}
        columns = 1 if len(riders) == 1 or sizes[1] >= sizes[2] else 2
        pin = max(sizes[columns], theme.mm(4.0))
        step, rows = pin * 1.02, -(-len(riders) // columns)
        centre = min(max(x, columns * step / 2), self.width - columns * step / 2)
        for i, rider in enumerate(riders):
            row, column = divmod(i, columns)
            alone = columns == 1 or (row == rows - 1 and len(riders) % columns)
            at = centre + (0.0 if alone else (column - 0.5) * step)
            up = low + pin / 2 + row * step
            if row == 0:
                self.stamp_at(tip(round(pin * 0.36)), at + (x - at) * 0.35, up - pin * 0.6, INK)
            if rider.turn:
                self.stamp_at(shapes.disc(round(pin * 1.06)), at, up, theme.palette.brass)
            self.stamp_at(shapes.disc(round(pin * 0.96)), at, up, INK)
            paint_badge(self, at, up, pin * 0.6, rider.symbol, rider.color, rider.letter)
            self._paint_heading(rider, at, up, pin, len(riders) > 1)

    def _paint_heading(self, rider: Rider, x: float, y: float, pin: float, crowded: bool) -> None:
        """Where a rider is heading: towards the Crab port, back, or at its goal."""
        ink = rgb("F3E6C8")
        size = round(max(theme.mm(2.4), min(pin * 0.34, theme.mm(4.0) * self.large)))
        if crowded or rider.heading == "done":  # on its rim, where pins stand close
            x, y = x + pin * 0.36, y + pin * 0.36
            self.stamp_at(shapes.disc(round(size * 1.36)), x, y, INK)
        else:
            y += pin * 0.5 + size * 0.75
            ink = INK if theme.name == "light" else ink
        if rider.heading == "done":
            self.icon("check", x, y, size * 1.1, theme.palette.good)
        else:
            self.stamp_at(arrow(size), x, y, ink, turn=180.0 if rider.heading == "back" else 0.0)

    # ------------------------------------------------------------------------------------------ pearls and decrees

    def _paint_sun(self, view: CoastView) -> None:
        """The column of the Sun port from its cheap end: the printed storm, then the starting pearls that are left."""
        slots = len(view.sun)
        left = view.corners[0] + theme.mm(3.0)
        room = self.width - left - view.corners[1] - theme.mm(3.0)
        gap = theme.mm(1.3)
        most = theme.mm(4.8) if self.low else theme.mm(7.5) * self.large
        wide = min(most, (room - gap * slots) / (slots + 1))
        high = wide * 1.34
        y = self.height - theme.mm(1.4 if self.low else 3.0) - high
        self.box(left, y, wide, high, 1.2, fade(rgb("22363F"), 0.9))
        self.icon("blizzard", left + wide / 2, y + high / 2, wide * 0.62, rgb("A9C4CB"))
        for i, pearls in enumerate(view.sun):
            x = left + (i + 1) * (wide + gap)
            if not pearls:
                self.box(x, y, wide, high, 1.2, rgb("3B5C6B"), outline=0.35)
                continue
            self.box(x, y, wide, high, 1.2, VIOLET)
            paint_pearls(self, pearls, x + wide / 2, y + high / 2, wide * 0.36)
        end = left + (slots + 1) * (wide + gap) + theme.mm(2.0)
        words = " · ".join(part for part in (view.left, view.storms) if part)
        limit = left + room - end
        if words and self.measure(words, "label") <= limit:
            self.write(words, end, y + high / 2, "label", rgb("E8F0F2"), anchor="left")

    def _paint_decrees(self, view: CoastView) -> None:
        """At the foot of the picture, under the ports that have no names; in a low one at the end of the tiles."""
        if self.low:
            high = theme.mm(6.4)
            self._paint_cards(view, high, high * 0.78, self.width - view.corners[1] - theme.mm(3.0),
                              self.height - theme.mm(1.4) - high)  # fmt: skip
            return
        high = min(theme.mm(11.0) * self.large, self.shore(self.width * 0.7) - self.port_size * 0.62 - theme.mm(4.0))
        wide = min(high * 0.78, self.width * 0.3 / max(1, len(view.decrees)) - theme.mm(0.8))
        high = min(high, wide * 1.4)
        self._paint_cards(view, high, wide, self.width * 0.86, theme.mm(2.4))

    def _paint_cards(self, view: CoastView, high: float, wide: float, x: float, y: float) -> None:
        """The decrees, the last one ending at ``x``."""
        for decree in reversed(view.decrees):
            x -= wide
            taken = decree.owner is not None
            ground = rgb("6B5230") if not taken else rgb("2A241C")
            self.box(x, y, wide, high, 1.2, ground)
            ink = rgb("FBF3E2") if not taken else fade(rgb("FBF3E2"), 0.35)
            self.icon(decree.icon, x + wide / 2, y + high * 0.64, wide * 0.5, ink)
            dot = max(3, round(wide * 0.15))
            n = decree.pearls + decree.coins
            for i in range(n):
                color = PEARL if i < decree.pearls else GOLD
                at = x + wide / 2 + (i - (n - 1) / 2) * dot * 1.4
                self.stamp_at(shapes.disc(dot), at, y + high * 0.2, fade(color, 0.4) if taken else color)
            if decree.owner is not None:
                paint_badge(self, x + wide / 2, y + high * 0.6, wide * 0.62, *decree.owner)
            x -= theme.mm(0.8)


PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    7: ((-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Places of the pips, as on a die."""


def paint_pearls(on: Drawn, n: int, x: float, y: float, size: float) -> None:
    """``n`` pearls, one to three, about ``x, y``."""
    places = {1: ((0, 0),), 2: ((-0.56, 0), (0.56, 0)), 3: ((-0.56, -0.5), (0.56, -0.5), (0, 0.5))}[n]
    for dx, dy in places:
        px = round(size)
        on.stamp_at(shapes.disc(px), x + dx * size, y + dy * size, mix(PEARL, VIOLET, 0.25))
        on.stamp_at(shapes.disc(max(2, round(px * 0.82))), x + dx * size, y + dy * size + px * 0.05, PEARL)
        glint = max(1, round(px * 0.26))
        on.stamp_at(
            shapes.disc(glint), x + dx * size - px * 0.16, y + dy * size + px * 0.2, (1.0, 1.0, 1.0, 1.0)
        )  # fmt: skip


# ---------------------------------------------------------------------------------------------- shapes


@lru_cache(32)
def tip(px: int) -> Any:
    """The point of a pin, downwards."""
    return shapes.figure(((0.0, 0.0), (1.0, 0.0), (0.5, 1.0)), max(3, px))


@lru_cache(16)
def arrow(px: int) -> Any:
    """A bold arrow to the right."""
    outline = ((0.0, 0.34), (0.5, 0.34), (0.5, 0.06), (1.0, 0.5), (0.5, 0.94), (0.5, 0.66), (0.0, 0.66))
    return shapes.figure(outline, px)


@lru_cache(16)
def swordfish(px: int) -> Any:
    """A fish with a long bill, to the left."""
    outline = (
        (0.0, 0.44), (0.3, 0.4), (0.44, 0.3), (0.56, 0.08), (0.6, 0.3), (0.8, 0.42), (1.0, 0.2), (0.93, 0.5),
        (1.0, 0.8), (0.8, 0.58), (0.62, 0.68), (0.56, 0.86), (0.48, 0.68), (0.34, 0.58), (0.28, 0.5),
    )  # fmt: skip
    return shapes.figure(outline, px, 0.0, px * 0.012)


@lru_cache(16)
def ray(px: int) -> Any:
    """A ray from above: two wings and a tail."""
    half = ((0.5, 0.06), (0.58, 0.04), (0.68, 0.16), (0.98, 0.38), (0.72, 0.5), (0.6, 0.66), (0.54, 0.72), (0.52, 1.0))
    outline = (*half, *((1.0 - x, y) for x, y in reversed(half)))
    return shapes.figure(outline, px, 0.0, px * 0.012)


@lru_cache(16)
def crab(px: int) -> Any:
    """A crab: a body, six legs, two claws."""

    def draw(pen: ImageDraw.ImageDraw, k: float) -> None:
        s = px * k

        def line(*points: tuple[float, float], wide: float = 0.055) -> None:
            pen.line([(x * s, y * s) for x, y in points], fill=255, width=max(1, round(wide * s)), joint="curve")

        pen.ellipse((0.26 * s, 0.42 * s, 0.74 * s, 0.8 * s), fill=255)
        for side in (0, 1):

            def at(x: float, y: float, side: int = side) -> tuple[float, float]:
                return (1.0 - x if side else x, y)

            line(at(0.34, 0.52), at(0.18, 0.4), at(0.2, 0.28), wide=0.075)
            x, _ = at(0.22, 0.2)
            pen.pieslice(((x - 0.14) * s, 0.06 * s, (x + 0.14) * s, 0.34 * s), 300, 240, fill=255)
            line(at(0.32, 0.6), at(0.14, 0.58), at(0.06, 0.68))
            line(at(0.33, 0.68), at(0.17, 0.72), at(0.1, 0.84))
            line(at(0.38, 0.74), at(0.27, 0.84), at(0.24, 0.94))
            line(at(0.44, 0.46), at(0.42, 0.34), wide=0.045)

    return shapes.white(shapes.smooth((px, px), draw))


@lru_cache(10)
def picture(size: tuple[int, int], radius: int, land: float, light: bool) -> Any:
    """Sky, mountains, ice and sea as one picture with round corners."""
    wide, high = size
    colors = LIGHT_COLORS if light else DARK_COLORS
    fine = 2
    made = Image.new("RGB", (wide * fine, high * fine))
    pen = ImageDraw.Draw(made)
    w, h = wide * fine, high * fine

    def shore(x: float) -> float:
        return h * (1 - land - WAVE * sin(2 * pi * (x / w) * 1.15 + 3.5))

    _fade_down(pen, 0, h, w, colors["sky"], colors["low_sky"], lambda part: part / 0.55)
    _mountains(pen, w, h, 13, 0.2, 0.3, shore, colors["far"], colors["far_lit"])
    _mountains(pen, w, h, 21, 0.07, 0.16, shore, colors["ice"], colors["ice_lit"])
    steps = 160
    line = [(w * i / steps, shore(w * i / steps)) for i in range(steps + 1)]
    sea = Image.new("RGB", (w, h))
    _fade_down(ImageDraw.Draw(sea), 0, h, w, colors["sea"], colors["deep"], lambda part: (part - 0.4) / 0.6)
    mask = Image.new("L", (w, h), 0)
    ImageDraw.Draw(mask).polygon([*line, (w, h), (0, h)], fill=255)
    made.paste(sea, (0, 0), mask)
    pen = ImageDraw.Draw(made)
    pen.line(line, fill=colors["foam"], width=max(2, round(h * 0.009)), joint="curve")
    _waves(pen, w, h, shore, colors["wave"])
    made = made.reduce(fine)
    corner = shapes.smooth(
        size, lambda p, k: p.rounded_rectangle((0, 0, wide * k - 1, high * k - 1), radius * k, fill=255)
    )
    whole = made.convert("RGBA")
    whole.putalpha(corner)
    return texture_of(whole)


DARK_COLORS = {
    "sky": (18, 28, 38), "low_sky": (38, 58, 70), "far": (43, 72, 84), "far_lit": (63, 101, 115),
    "ice": (140, 170, 184), "ice_lit": (205, 221, 230), "sea": (28, 70, 86), "deep": (15, 38, 50),
    "foam": (236, 244, 247), "wave": (58, 110, 130),
}  # fmt: skip
LIGHT_COLORS = {
    "sky": (205, 222, 228), "low_sky": (232, 236, 232), "far": (160, 188, 198), "far_lit": (184, 208, 215),
    "ice": (214, 228, 234), "ice_lit": (248, 251, 252), "sea": (150, 192, 204), "deep": (112, 164, 182),
    "foam": (255, 255, 255), "wave": (194, 222, 230),
}  # fmt: skip
Color = tuple[int, int, int]


def _fade_down(pen: ImageDraw.ImageDraw, top: int, bottom: int, wide: int, one: Color, other: Color, part: Any) -> None:
    for y in range(top, bottom, 2):
        t = min(1.0, max(0.0, part((y - top) / (bottom - top))))
        color = tuple(round(a + (b - a) * t) for a, b in zip(one, other, strict=True))
        pen.rectangle((0, y, wide, y + 1), fill=color)


def _mountains(
    pen: ImageDraw.ImageDraw, w: int, h: int, n: int, least: float, most: float, shore: Any, color: Color, lit: Color
) -> None:
    """A range of ``n`` peaks over the shore, each with a side in the light; the same ones each time."""
    step = w / (n - 1)
    for i in range(n):
        wild = abs(sin(i * 12.9898 + n) * 43758.5453) % 1.0
        x = i * step + (wild - 0.5) * step * 0.5
        foot = shore(min(max(x, 0), w)) + h * 0.03
        peak = foot - h * (least + (most - least) * wild)
        half = step * (0.7 + 0.5 * wild)
        pen.polygon([(x - half, foot), (x, peak), (x + half, foot)], fill=color)
        pen.polygon(
            [(x - half, foot), (x, peak), (x + half * 0.16, (peak + foot) / 2), (x - half * 0.1, foot)], fill=lit
        )


def _waves(pen: ImageDraw.ImageDraw, w: int, h: int, shore: Any, color: Color) -> None:
    long = min(w * 0.022, h * 0.05)
    for i in range(24):
        column, row = i % 8, i // 8
        wild = abs(sin(i * 78.233) * 12345.678) % 1.0
        x = w * (0.03 + 0.12 * column + 0.05 * wild + 0.04 * (row % 2))
        y = shore(x) + h * (0.2 + 0.12 * row + 0.05 * wild)
        if y > h * 0.97 or x > w * 0.93:
            continue
        points = [(x + t * long, y + sin(t * pi) * h * 0.006) for t in (0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2)]
        pen.line(points, fill=color, width=max(2, round(h * 0.005)), joint="curve")
