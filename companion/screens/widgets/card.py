"""Resource cards and the chips that count them."""

from __future__ import annotations

from functools import cache

from companion.screens.theme import ICON_DARK, ICON_LIGHT, RADIUS, Rgba, contrast, fade, luminance, mix, theme
from companion.screens.widgets.drawn import Drawn

READ = 4.6
"""The contrast that a number on a chip has at least."""


def paint_card(
    on: Drawn, x: float, y: float, width: float, height: float, icon: str, color: Rgba,
    *, dark_icon: bool = False, count: str = "", chosen: bool = False, faded: bool = False, rtl: bool = False,
) -> None:  # fmt: skip
    """A card with its lower left corner at ``x, y``; ``count`` stands on its lower reading corner."""
    lift = theme.mm(2.0) if chosen else 0.0
    y += lift
    body, edge = mix(color, (0.0, 0.0, 0.0, 1.0), 0.16), color
    if faded:
        body, edge = mix(body, theme.palette.ground, 0.6), mix(edge, theme.palette.ground, 0.6)
    on.shade(x, y, width, height, RADIUS["chip"], 0.4, 1.0)
    on.box(x, y, width, height, RADIUS["chip"], edge)
    border = max(2.0, theme.mm(0.6))
    on.box(x + border, y + border, width - 2 * border, height - 2 * border, RADIUS["chip"] * 0.7, body)
    ink = ICON_DARK if dark_icon else ICON_LIGHT
    on.icon(icon, x + width / 2, y + height / 2, min(width, height) * 0.56, fade(ink, 0.4) if faded else ink)
    if chosen:
        on.box(x - border, y - border, width + 2 * border, height + 2 * border, RADIUS["chip"], "brass", outline=0.6)
    if count:
        paint_count(on, x + (0.06 * width if rtl else 0.94 * width), y + 0.02 * height, count)


def paint_count(on: Drawn, x: float, y: float, words: str) -> None:
    """The round chip with a count, its middle at ``x, y``."""
    size = theme.mm(4.2)
    wide = max(theme.mm(5.6), on.measure(words, "act", round(size)) + theme.mm(2.2))
    high = theme.mm(5.6)
    x = min(max(x, wide / 2), max(on.width - wide / 2, wide / 2))
    on.box(x - wide / 2, y - high / 2, wide, high, 2.8, "brass")
    on.write(words, x, y, "act", "on_brass", px=round(size), weight=700)


@cache
def _under(ink: Rgba, color: Rgba) -> Rgba:
    """``color`` as much darker as a light ink on it needs to be read, or lighter under a dark one."""
    away, part = (0.0, 0.0, 0.0, 1.0) if luminance(ink) > 0.5 else (1.0, 1.0, 1.0, 1.0), 0.0
    while contrast(ink, mix(color, away, part)) < READ and part < 1.0:
        part += 0.05
    return mix(color, away, part)


def paint_chip(
    on: Drawn, x: float, y: float, icon: str, color: Rgba, words: str, *, dark_icon: bool = False, rtl: bool = False
) -> float:
    """The host view's flat chip, "icon +2", its left edge at ``x`` and middle at height ``y``; returns its width."""
    high = theme.mm(6.4)
    size = round(theme.mm(4.6))
    ink = ICON_DARK if dark_icon else ICON_LIGHT
    wide = on.measure(words, "name", size) + high * 0.72 + theme.mm(3.4)
    on.box(x, y - high / 2, wide, high, RADIUS["chip"], _under(ink, color))
    icon_x = x + wide - theme.mm(1.2) - high * 0.36 if rtl else x + theme.mm(1.2) + high * 0.36
    on.icon(icon, icon_x, y, high * 0.68, ink)
    words_x = x + theme.mm(1.3) if rtl else x + wide - theme.mm(1.3)
    on.write(words, words_x, y, "name", ink, px=size, weight=700, anchor="left" if rtl else "right")
    return wide
