"""The badge of a seat: symbol, letter and colour together, never colour alone; its ring is the twin of the light."""

from __future__ import annotations

from companion.screens import shapes
from companion.screens.theme import LETTERS, SEATS, Rgba, contrast, fade, mix, rgb, seat_ink, theme
from companion.screens.widgets.drawn import Drawn


def letter_of(symbol: str, language: str) -> str:
    return LETTERS[language][symbol]


def rim(color: str) -> Rgba | None:
    """The outline that the seat's colour needs to stand out from the ground, or ``None``."""
    if contrast(SEATS[color], theme.palette.ground) >= 2.6:
        return None
    return rgb("F3E6C8") if theme.name != "light" else rgb("6B5A46")


def paint_badge(
    on: Drawn, x: float, y: float, size: float, symbol: str, color: str, letter: str,
    *, state: str = "compact", clock: int | None = None, faded: bool = False,
) -> None:  # fmt: skip
    """A badge about ``x, y``; ``size`` is across its symbol, in pixels; a ring stands outside of it."""
    look = theme.palette
    fill = SEATS[color]
    if faded:
        fill = mix(fill, look.ground, 0.55)
    side = round(size)
    outline = rim(color)
    if outline is not None:
        grow = max(1, round(theme.mm(0.32)))
        on.stamp_at(shapes.symbol(symbol, side, grow), x, y, fade(outline, 0.5) if faded else outline)
    on.stamp_at(shapes.symbol(symbol, side), x, y, fill)
    drop = shapes.SYMBOL_MIDDLE.get(symbol, 0.0) * size
    shrink = 0.36 if symbol in ("triangle", "star", "diamond") else 0.46
    ink = seat_ink(color)
    on.write(letter, x, y - drop, "name", fade(ink, 0.6) if faded else ink, px=max(8, round(size * shrink)), weight=700)
    reach = round(size * (1.44 if symbol in ("square", "triangle", "star", "hexagon") else 1.32))
    thick = max(2.0, theme.mm(0.45))
    if state == "turn" and clock is not None:
        on.stamp_at(shapes.ring(reach, thick), x, y, look.line)
        on.stamp_at(shapes.arc(reach, thick, clock), x, y, look.brass)
    elif state in ("turn", "asked"):
        on.stamp_at(shapes.ring(reach, max(2.0, theme.mm(0.6))), x, y, look.brass)
    elif state == "next":
        on.stamp_at(shapes.ring(reach, max(1.5, theme.mm(0.3))), x, y, mix(look.brass, look.ground, 0.35))
