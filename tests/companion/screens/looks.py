"""Looks at a page as a strict designer would, and says what is wrong with it.

    from looks import faults
    driver.settle()
    assert not faults(driver, language="fa")

:func:`faults` serves any page of ours: it walks the widgets in the window, takes what each :class:`Drawn` has written
and the picture itself, and looks for text that is cut off, hidden, overlapping, too small or too faint; for targets
under 12 mm, over the edge or over each other; for Latin digits in Persian, Persian ones in English, and keys that
found no words. A widget that takes taps without being a button says where by ``targets()``: boxes of left, bottom,
width, height from its own corner. What lies under a sheet or a toast is not looked at: a widget that covers what is
below it has ``covers = True`` (sheets and toasts have).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from driver import Driver, picture
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget
from PIL import Image

from companion.screens.theme import LEAST_TARGET, Rgba, contrast, mix, theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn, Written

LEAST_TEXT = 3.1
"""Millimetres an em: a label of 4.2 mm is set smaller by a quarter at most."""
LARGE_TEXT = 4.9
"""From here on our heavy weights count as large text, which wants 3:1 where other text wants 4.5:1."""

KEY = re.compile(r"^[a-z_]+(\.[A-Za-z0-9_]+)+$")
LATIN, PERSIAN = re.compile("[0-9]"), re.compile("[۰-۹]")

Rect = tuple[float, float, float, float]
"""Left, bottom, right, top in pixels of the window."""


@dataclass(frozen=True)
class Piece:
    """A line of text as it stands in the window, and on what."""

    text: str
    rect: Rect
    ink: Rgba
    em: float
    on: Widget
    order: int


def faults(driver: Driver, *, language: str | None = None) -> list[str]:
    """What is wrong with what stands on the screen now, a sentence each; none: it may be shown.

    ``language``: the one that everything on the page speaks; ``None`` where seats speak several.
    """
    shot = picture(driver)
    widgets = list(_visible(driver))
    covers = [(order, _rect(w, w.x, w.y, w.right, w.top)) for order, w in widgets if getattr(w, "covers", False)]
    pieces = [p for p in _pieces(widgets) if not _covered(p.order, p.rect, covers)]
    buttons = [(order, w, _rect(w, w.x, w.y, w.right, w.top)) for order, w in widgets if isinstance(w, ActButton)]
    buttons = [b for b in buttons if not _covered(b[0], b[2], covers)]
    found = [
        *_cut(pieces, shot.size),
        *_overlapping(pieces),
        *_over_buttons(pieces, buttons),
        *_targets(widgets, buttons, covers, shot.size),
        *_words(pieces, language),
        *_faint(pieces, shot, driver),
        *_bare(pieces, shot, driver),
    ]
    return sorted(set(found))


# ---------------------------------------------------------------------------------------------- what is there


def _visible(driver: Driver) -> Iterator[tuple[int, Widget]]:
    """Widgets from the lowest to the uppermost, with their order; those that are hidden are left out."""
    count = 0

    def down(widget: Widget, within: Rect | None = None) -> Iterator[Widget]:
        if widget.opacity < 0.05:
            return
        if within is None or not isinstance(widget, Drawn) or _inside(widget, within):
            yield widget
        if isinstance(widget, ScrollView):  # what is scrolled out of it, wholly or in part, is not looked at
            within = _rect(widget, widget.x, widget.y, widget.right, widget.top)
        for child in reversed(widget.children):
            yield from down(child, within)

    from kivy.core.window import Window

    for top in reversed(Window.children):
        for widget in down(top):
            count += 1
            if widget.width >= 2 and widget.height >= 2:
                yield count, widget


def _rect(widget: Widget, left: float, bottom: float, right: float, top: float) -> Rect:
    """A box in the widget's space as a box in the window."""
    (ax, ay), (bx, by) = widget.to_window(left, bottom), widget.to_window(right, top)
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _inside(widget: Widget, within: Rect) -> bool:
    left, bottom, right, top = _rect(widget, widget.x, widget.y, widget.right, widget.top)
    return left >= within[0] - 2 and bottom >= within[1] - 2 and right <= within[2] + 2 and top <= within[3] + 2


def _pieces(widgets: list[tuple[int, Widget]]) -> Iterator[Piece]:
    for order, widget in widgets:
        for written in getattr(widget, "written", ()):
            if written.text.strip():
                yield Piece(written.text, _tight(widget, written), written.color, written.px, widget, order)


def _tight(widget: Drawn, written: Written) -> Rect:
    """The box of the letters without their ascenders: half a digit's height about the optical middle."""
    middle, half = written.middle, written.px * 0.34
    return _rect(widget, written.x, middle - half, written.x + written.width, middle + half)


def _covered(order: int, rect: Rect, covers: list[tuple[int, Rect]]) -> bool:
    return any(other > order and _shared(rect, over) > 0.05 for other, over in covers)


def _shared(one: Rect, other: Rect) -> float:
    """The area that two boxes share, as a part of the smaller one."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    least = min((r[2] - r[0]) * (r[3] - r[1]) for r in (one, other))
    return wide * high / max(least, 1.0)


def _name(widget: Widget) -> str:
    return type(widget).__name__


# ---------------------------------------------------------------------------------------------- looking


def _cut(pieces: list[Piece], size: tuple[int, int]) -> Iterator[str]:
    slack = theme.mm(0.5)
    for piece in pieces:
        left, bottom, right, top = piece.rect
        if piece.text.endswith("…"):
            yield f"cut off: {piece.text!r} on {_name(piece.on)}"
        if left < -1 or bottom < -1 or right > size[0] + 1 or top > size[1] + 1:
            yield f"over the edge of the screen: {piece.text!r} on {_name(piece.on)}"
        a, b, c, d = _rect(piece.on, piece.on.x, piece.on.y, piece.on.right, piece.on.top)
        if left < a - slack or bottom < b - slack or right > c + slack or top > d + slack:
            yield f"out of its {_name(piece.on)}: {piece.text!r}"
        fine = getattr(piece.on, "fine_print", False) or len(piece.text) < 3  # a letter is as large as its badge
        if piece.em < LEAST_TEXT * theme.density and not fine:
            yield f"too small, {piece.em / theme.density:.1f} mm: {piece.text!r} on {_name(piece.on)}"


def _overlapping(pieces: list[Piece]) -> Iterator[str]:
    for i, one in enumerate(pieces):
        for other in pieces[i + 1 :]:
            if _shared(one.rect, other.rect) > 0.06:
                yield f"{one.text!r} lies over {other.text!r}"


def _over_buttons(pieces: list[Piece], buttons: list[tuple[int, Widget, Rect]]) -> Iterator[str]:
    for piece in pieces:
        for _, button, rect in buttons:
            if piece.on is not button and _shared(piece.rect, rect) > 0.04:
                yield f"{piece.text!r} of {_name(piece.on)} lies over the button {button.text or button.icon_name!r}"


def _targets(
    widgets: list[tuple[int, Widget]], buttons: list[tuple[int, Widget, Rect]], covers: list[tuple[int, Rect]],
    size: tuple[int, int],
) -> Iterator[str]:  # fmt: skip
    taken = [(f"button {w.text or w.icon_name!r}", rect) for _, w, rect in buttons]
    for order, widget in widgets:
        if hasattr(widget, "targets"):
            for x, y, wide, high in widget.targets():
                rect = _rect(widget, widget.x + x, widget.y + y, widget.x + x + wide, widget.y + y + high)
                if not _covered(order, rect, covers):
                    taken.append((_name(widget), rect))
    least = (LEAST_TARGET - 0.25) * theme.density
    for name, (left, bottom, right, top) in taken:
        if min(right - left, top - bottom) < least:
            yield f"{name} is {min(right - left, top - bottom) / theme.density:.1f} mm: too small a target"
        if left < -1 or bottom < -1 or right > size[0] + 1 or top > size[1] + 1:
            yield f"{name} is over the edge of the screen"
    for i, (name, rect) in enumerate(taken):
        for other, another in taken[i + 1 :]:
            if _shared(rect, another) > 0.01:
                yield f"{name} lies over {other}"


def _words(pieces: list[Piece], language: str | None) -> Iterator[str]:
    for piece in pieces:
        words = piece.text
        if KEY.match(words):
            yield f"no words for {words!r}"
        persian = any("\u0600" <= c <= "\u06ff" for c in words)
        if LATIN.search(words) and (language == "fa" or persian):
            yield f"Latin digit in Persian: {words!r} on {_name(piece.on)}"
        if PERSIAN.search(words) and language == "en":
            yield f"Persian digit in English: {words!r} on {_name(piece.on)}"


def _faint(pieces: list[Piece], shot: Image.Image, driver: Driver) -> Iterator[str]:
    """Contrast by what the picture shows about each piece; what is off or dimmed may be fainter."""
    dims = [w for _, w in _visible(driver) if getattr(w, "dims", lambda *_: False)]
    for piece in pieces:
        if isinstance(piece.on, ActButton) and not piece.on.enabled:
            continue
        if _dimmed(piece, dims):
            continue
        ground = _ground(shot, piece)
        if ground is None or getattr(piece.on, "faded", False) or piece.ink == theme.palette.text3:
            continue
        ink = mix(ground, (*piece.ink[:3], 1.0), piece.ink[3])
        ratio = contrast(ink, ground)
        # a letter of a badge is only one of its three signs
        wants = 3.0 if piece.em >= LARGE_TEXT * theme.density or len(piece.text) < 3 else 4.5
        if ratio < wants - 0.05:
            yield f"faint, {ratio:.1f}:1: {piece.text!r} on {_name(piece.on)}"


def _dimmed(piece: Piece, dims: list[Any]) -> bool:
    """Whether it stands in the dark behind a sheet, where nobody is meant to read it."""
    x, y = (piece.rect[0] + piece.rect[2]) / 2, (piece.rect[1] + piece.rect[3]) / 2
    return any(hasattr(w, "dims") and w.dims(x, y) and not _within(piece.on, w) for w in dims)


BARE = re.compile(r"^[-+−]?[0-9۰-۹]+$")


def _bare(pieces: list[Piece], shot: Image.Image, driver: Driver) -> Iterator[str]:
    """Numerals in the middle of a flat table, which somebody reads upside down: 6 is 9 there, ۷ is ۸.

    One is told by a bar under it, by pips (the tokens of a hex board), or by standing there once for each long side.
    """
    page: Any = next((w for _, w in _visible(driver) if type(w).__name__ == "MatchPage"), None)
    if page is None or not page.panel.flat:
        return
    dims = [w for _, w in _visible(driver) if getattr(w, "dims", lambda *_: False)]
    found = [
        piece
        for piece in pieces
        if BARE.match(piece.text) and type(piece.on).__name__ != "HexBoard" and not _dimmed(piece, dims)
        and any(_within(piece.on, page.ids[name].__self__) for name in ("middle", "dice"))
        and not _faces_a_seat(piece.on)
    ]  # fmt: skip
    for piece in found:
        twice = sum(other.text == piece.text and other.on is piece.on for other in found) > 1
        if not twice and not _barred(shot, piece):
            yield f"a bare numeral in the middle of the table: {piece.text!r} on {_name(piece.on)}"


def _faces_a_seat(widget: Any) -> bool:
    """Whether it stands turned to a side of the table, as what lies before a seat does."""
    while widget.parent is not None and widget.parent is not widget:
        if type(widget).__name__ == "Turned":
            return True
        widget = widget.parent
    return False


def _barred(shot: Image.Image, piece: Piece) -> bool:
    """Whether a bar lies under ``piece``, or over it where it stands upside down: a row of one colour that is not the
    ground's."""
    ground = _ground(shot, piece)
    if ground is None:
        return True
    plain = tuple(round(part * 255) for part in ground[:3])
    left, bottom, right, top = piece.rect
    xs = range(max(0, round(left)), min(shot.width, round(right)))
    reach = round(piece.em * 0.6)
    below, above = round(shot.height - bottom), round(shot.height - top)
    for y in (*range(below - 2, below + reach), *range(above - reach, above + 2)):
        if not 0 <= y < shot.height or not xs:
            continue
        row = [shot.getpixel((x, y)) for x in xs]
        color = max(set(row), key=row.count)
        if row.count(color) >= 0.5 * len(row) and sum(abs(a - b) for a, b in zip(color, plain, strict=True)) > 60:
            return True
    return False


def _within(widget: Any, above: Widget) -> bool:
    while widget is not None and widget is not above:
        following = widget.parent
        if following is widget:
            return False
        widget = following
    return widget is above


def _ground(shot: Image.Image, piece: Piece) -> Rgba | None:
    """The colour that most of the box about the piece has, but for its ink."""
    left, bottom, right, top = piece.rect
    if len(piece.text) < 2:  # a digit fills its own box more than its ground does
        left, right = left - piece.em * 0.12, right + piece.em * 0.12
    box = (max(0, int(left)), max(0, int(shot.height - top)), min(shot.width, int(right) + 1),
           min(shot.height, int(shot.height - bottom) + 1))  # fmt: skip
    if box[2] - box[0] < 2 or box[3] - box[1] < 2:
        return None
    ink = tuple(round(part * 255) for part in piece.ink[:3])
    part = shot.crop(box)
    colors = sorted(part.getcolors(part.width * part.height) or [], reverse=True)
    alike = part.point(lambda value: value & 0xF0)  # a ramp has no colour often, but many that are alike
    for _, plain in sorted(alike.getcolors(part.width * part.height) or [], reverse=True)[:12]:
        color = next(one for _, one in colors if all(c & 0xF0 == p for c, p in zip(one, plain, strict=True)))
        if sum(abs(a - b) for a, b in zip(color, ink, strict=True)) > 48:
            return color[0] / 255, color[1] / 255, color[2] / 255, 1.0
    return None
