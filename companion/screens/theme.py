"""The look of every screen in one place: colours, type in millimetres, spacing, motion; live, so it can be switched.

Widgets ask :data:`theme` and :meth:`~Theme.watch` it; nothing else holds a colour, a size or a duration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any
from weakref import WeakMethod

from kivy.event import EventDispatcher
from kivy.metrics import Metrics
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.screens.bootstrap import MM_PER_INCH

Rgba = tuple[float, float, float, float]


def rgb(code: str, alpha: float = 1.0) -> Rgba:
    """The colour of six hexadecimal digits."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, alpha


def fade(color: Rgba, alpha: float) -> Rgba:
    """The same colour with its opacity scaled."""
    return (*color[:3], color[3] * alpha)


def mix(one: Rgba, other: Rgba, part: float) -> Rgba:
    """``one`` with ``part`` (0..1) of ``other`` in it."""
    red, green, blue, alpha = (a + (b - a) * part for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


def luminance(color: Rgba) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgba, other: Rgba) -> float:
    """The contrast ratio of two opaque colours, 1..21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True)
class Palette:
    """Every colour by its use; the meanings are those of the design."""

    ground: Rgba
    pool: Rgba
    panel: Rgba
    raised: Rgba
    raised2: Rgba
    line: Rgba
    text: Rgba
    text2: Rgba
    text3: Rgba
    glow: Rgba
    edge: Rgba
    brass: Rgba
    brass_hi: Rgba
    brass_lo: Rgba
    on_brass: Rgba
    good: Rgba
    good_ground: Rgba
    warn: Rgba
    bad: Rgba
    info: Rgba
    cream: Rgba
    ink: Rgba
    hot: Rgba
    sea: Rgba
    rim: Rgba
    shadow: Rgba
    scrim: Rgba


def _palette(alphas: dict[str, float] | None = None, **codes: str) -> Palette:
    return Palette(**{name: rgb(code, (alphas or {}).get(name, 1.0)) for name, code in codes.items()})


DARK = _palette(
    {"shadow": 0.45, "scrim": 0.72},
    ground="14100C", pool="2A1D12", panel="1E1813", raised="2A221B", raised2="382E25", line="4A3E32",
    text="F4ECDD", text2="BFB2A1", text3="8C8071", glow="3A2A17", edge="9A5F22",
    brass="E3A94B", brass_hi="F2C677", brass_lo="7A5A26", on_brass="1A120A",
    good="7CC48F", good_ground="35493A", warn="F0894A", bad="E4604F", info="86B9DA",
    cream="F3E6C8", ink="2A2018", hot="B3261E", sea="16242B", rim="22363F", shadow="000000", scrim="0A0806",
)  # fmt: skip
LIGHT = _palette(
    {"shadow": 0.22, "scrim": 0.72},
    ground="EDE4D5", pool="F7EFE1", panel="F8F1E5", raised="FFFBF3", raised2="F0E5D2", line="CDBEA6",
    text="241B13", text2="5E5143", text3="76674F", glow="FBF3E2", edge="E8C587",
    brass="9C6414", brass_hi="7A4A0C", brass_lo="E9CF9E", on_brass="FFFBF3",
    good="28703F", good_ground="CFE3D2", warn="A04712", bad="B3322A", info="2A658B",
    cream="FFF8E6", ink="2A2018", hot="B3261E", sea="C3D6DA", rim="A9C4CB", shadow="5A3A12", scrim="DCD0BC",
)  # fmt: skip
CONTRAST = replace(
    DARK,
    ground=rgb("080706"), pool=rgb("080706"), panel=rgb("14110E"), raised=rgb("1C1814"), raised2=rgb("241F1A"),
    line=rgb("B9AB98"), text=rgb("FFFDF8"), text2=rgb("F0E6D8"), text3=rgb("C9BDAE"), glow=rgb("241A0C"),
    brass=rgb("FFC65C"), brass_hi=rgb("FFDB94"), edge=rgb("FFC65C"), good=rgb("8FEBA8"), good_ground=rgb("14391F"),
    warn=rgb("FFA061"), bad=rgb("FF8273"), info=rgb("A6DAFF"), sea=rgb("0C161B"), rim=rgb("6F95A4"),
    scrim=rgb("080706", 0.86),
)  # fmt: skip
PALETTES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}

TERRAIN: dict[str, Rgba] = {
    "doctor": rgb("3F9488"),
    "airplane": rgb("78AECF"),
    "hotel": rgb("6A3F74"),
    "factory": rgb("97492F"),
    "coin": rgb("C8952F"),
    "desert": rgb("D8C9A4"),
}
GROUNDS: dict[str, Rgba] = {
    **TERRAIN,
    "lumber": rgb("2F6B4A"),
    "brick": rgb("A8482C"),
    "grain": rgb("DDB04A"),
    "wool": rgb("9DC36C"),
    "ore": rgb("6F7684"),
}
"""The terrain of Arnika, and that of the classic words."""
DARK_ICON_TERRAIN = frozenset({"airplane", "coin", "desert", "grain", "wool"})
"""Grounds on which the icon is dark, since a light one would not stand out."""

ICON_LIGHT, ICON_DARK = rgb("FBF3E2"), rgb("2B1F10")

SEATS: dict[str, Rgba] = {
    "red": rgb("D24A30"),
    "blue": rgb("628CD6"),
    "white": rgb("F6F1E6"),
    "orange": rgb("EE9309"),
    "green": rgb("6BC29D"),
    "purple": rgb("7A40BE"),
    "yellow": rgb("F9DB21"),
    "brown": rgb("6B3A14"),
    "black": rgb("0B0907"),
}
SYMBOLS = ("circle", "triangle", "square", "diamond", "hexagon", "star")
LETTERS = {
    "en": dict(zip(SYMBOLS, "ABCDEF", strict=True)),
    "fa": dict(zip(SYMBOLS, ("آ", "ب", "ج", "د", "هـ", "و"), strict=True)),
}
"""Never a bare alef or he: these read as the digits one and five."""


def seat_ink(color: str) -> Rgba:
    """The colour of a letter or symbol on the seat's colour."""
    return rgb("1A120A") if luminance(SEATS[color]) > 0.13 else rgb("F3E6C8")


ROLES: dict[str, tuple[float, int]] = {
    "scoreboard": (28.0, 700),
    "score": (16.6, 700),
    "figure": (9.6, 700),
    "prompt": (8.3, 700),
    "title": (7.0, 700),
    "body": (5.8, 500),
    "name": (5.8, 600),
    "act": (4.2, 600),
    "label": (4.2, 500),
}
"""Type: em in millimetres and weight. Label is the least, and only for the seat whose edge it is on."""

PERSIAN_SCALE = {"scoreboard": 29.5 / 28.0, "score": 17.6 / 16.6}
"""Persian digits are lower than Latin ones, so figures that must be as high are set larger."""

GAP, INNER, PAD = 3.0, 2.0, 4.5
RADIUS = {"chip": 1.2, "key": 2.0, "button": 2.6, "card": 3.4, "sheet": 4.0}
TARGET, LEAST_TARGET = 20.0, 12.0
MOTION = {
    "press": 0.08,
    "state": 0.14,
    "sheet_in": 0.22,
    "sheet_out": 0.16,
    "fly": 0.42,
    "fly_apart": 0.06,
    "pulse": 1.2,
    "hold": 1.5,
    "spring": 0.2,
    "toast": 4.0,
}
"""Seconds."""


class Theme(EventDispatcher):
    """What may be switched while the screen runs. ``revision`` counts up with every change."""

    name = StringProperty("dark")
    density = NumericProperty(5.9)
    less_motion = BooleanProperty(False)
    revision = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._watching: set[WeakMethod[Callable[[], Any]]] = set()
        for switch in ("name", "density", "less_motion"):
            self.fbind(switch, self._changed)

    def watch(self, redraw: Callable[[], Any]) -> None:
        """Call ``redraw``, a method, after every change for as long as its object lives.

        A binding of Kivy's would outlive it: an evening has thousands of sheets, and each new one was held against all.
        """
        self._watching.add(WeakMethod(redraw, self._watching.discard))

    def _changed(self, *_: Any) -> None:
        self.revision += 1
        for method in tuple(self._watching):
            redraw = method()
            if redraw is not None:
                redraw()

    @property
    def palette(self) -> Palette:
        return PALETTES[self.name]

    def use_density(self, density: float) -> None:
        """Size everything for ``density`` pixels in a millimetre, kv's ``mm`` too."""
        Metrics.dpi = density * MM_PER_INCH
        self.density = density

    def mm(self, millimetres: float) -> float:
        """Pixels, whole so that edges stay sharp."""
        return float(round(millimetres * self.density))

    def px(self, role: str, persian: bool = False) -> int:
        """The em of ``role`` in pixels."""
        scale = PERSIAN_SCALE.get(role, 1.0) if persian else 1.0
        return round(ROLES[role][0] * scale * self.density)

    def weight(self, role: str) -> int:
        return ROLES[role][1]

    def seconds(self, motion: str) -> float:
        """How long ``motion`` lasts; what moves is cut short where less motion is wanted, what is held is not."""
        moves = motion in ("sheet_in", "sheet_out", "fly", "fly_apart", "pulse")
        return 0.0 if self.less_motion and moves else MOTION[motion]


theme = Theme()
"""The one theme of the process, as there is one screen."""

COLOR_NAMES = tuple(field.name for field in fields(Palette))
