"""Persian and Latin text as textures: wrapped first on logical text, shaped and ordered after, by HarfBuzz and FriBidi.

Strings stay logical everywhere. :func:`ink` makes one white texture for a piece of text, which the canvas tints;
:func:`install` teaches Kivy's own labels and text fields the same, where one of these is still needed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from companion.screens.icons import ASSETS, FONT

WEIGHTS = {500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}
ASCENT, DESCENT = 1.04, 0.41
"""The line box in em: Vazirmatn's own sits .1 em too high to centre anything in it."""

LEADING = 1.42
"""From one line to the next, in em."""

LATIN_DIGIT, PERSIAN_DIGIT = 0.72, 0.67
"""The height of a digit in em; everything is centred on half of it."""

ISOLATE_LTR, ISOLATE_FIRST, POP = "\u2066", "\u2068", "\u2069"


def base_direction(text: str) -> str:
    """The direction of the paragraph ``text``, "rtl" or "ltr": its first letter outside of an isolate decides."""
    depth = 0
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("LRI", "RLI", "FSI"):
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif depth == 0 and kind in ("R", "AL"):
            return "rtl"
        elif depth == 0 and kind == "L":
            return "ltr"
    return "rtl" if any("۰" <= character <= "۹" for character in text) else "ltr"


def left_to_right(text: str) -> str:
    """``text`` kept in its own order inside any sentence: signed numbers, ratios, times."""
    return f"{ISOLATE_LTR}{text}{POP}"


@cache
def font(weight: int, px: int) -> ImageFont.FreeTypeFont:
    """Vazirmatn of ``weight`` (500, 600, 700, 800; 0: the icons) at ``px`` pixels an em."""
    path = FONT if weight == 0 else ASSETS / f"Vazirmatn-{WEIGHTS[weight]}.ttf"
    return ImageFont.truetype(path, px, layout_engine=ImageFont.Layout.RAQM)


def _features(text: str) -> list[str] | None:
    """Latin figures keep one width; Persian ones don't, since that tears ۱۷ apart."""
    return ["tnum"] if any("0" <= character <= "9" for character in text) else None


@lru_cache(4096)
def width(text: str, px: int, weight: int = 500) -> int:
    """How wide one line of ``text`` is, in pixels."""
    if not text:
        return 0
    return ceil(font(weight, px).getlength(text, direction=base_direction(text), features=_features(text)))


def wrap(text: str, px: int, weight: int, limit: float) -> tuple[str, ...]:
    """``text`` broken at spaces into lines no wider than ``limit``; a word that is wider stands alone."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and width(longer, px, weight) > limit:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines)


def fit(text: str, px: int, weight: int, limit: float, least: int) -> int:
    """The largest size up to ``px`` and not under ``least`` at which one line of ``text`` is within ``limit``."""
    while px > least and width(text, px, weight) > limit:
        px -= 1
    return px


def shorten(text: str, px: int, weight: int, limit: float) -> str:
    """``text``, or as much of its beginning as fits with an ellipsis."""
    if width(text, px, weight) <= limit:
        return text
    for end in range(len(text) - 1, 0, -1):
        cut = text[:end].rstrip() + "…"
        if width(cut, px, weight) <= limit:
            return cut
    return "…"


@dataclass(frozen=True)
class Ink:
    """A white texture of text: ``size`` in pixels, ``rise`` from its lower edge to the optical middle of line one.

    ``middle`` is the optical middle of all its lines above the lower edge.
    """

    texture: Any
    size: tuple[int, int]
    middle: float


def _draw(lines: Sequence[str], px: int, weight: int, align: str, box: int | None, leading: float) -> Image.Image:
    face = font(weight, px)
    side = ceil(px * 0.12)
    wide = (box if box is not None else max((width(line, px, weight) for line in lines), default=0)) + 2 * side
    step = px * leading
    high = ceil(px * (ASCENT + DESCENT) + step * (len(lines) - 1))
    mask = Image.new("L", (max(1, wide), max(1, high)), 0)
    pen = ImageDraw.Draw(mask)
    for row, line in enumerate(lines):
        direction = base_direction(line) if weight else "ltr"
        free = wide - 2 * side - width(line, px, weight)
        flush = {"left": 0.0, "center": free / 2, "right": float(free)}
        x = side + flush[("right" if direction == "rtl" else "left") if align == "start" else align]
        baseline = px * ASCENT + row * step
        pen.text((x, baseline), line, fill=255, font=face, anchor="ls", direction=direction, features=_features(line))
    picture = Image.new("RGBA", mask.size, (255, 255, 255, 0))
    picture.putalpha(mask)
    return picture


def texture_of(picture: Image.Image) -> Any:
    """A Kivy texture with the picture's pixels, its first row at the top."""
    from kivy.graphics.texture import Texture

    texture = Texture.create(size=picture.size, colorfmt="rgba")
    texture.blit_buffer(picture.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


@lru_cache(3000)
def ink(
    lines: tuple[str, ...],
    px: int,
    weight: int = 500,
    align: str = "start",
    box: int | None = None,
    leading: float = LEADING,
) -> Ink:
    """The texture of ``lines`` at ``px`` pixels an em; ``align`` "start" follows each line's own direction."""
    picture = _draw(lines, px, weight, align, box, leading)
    persian = any(base_direction(line) == "rtl" for line in lines)
    half = (PERSIAN_DIGIT if persian else LATIN_DIGIT) / 2
    first = picture.height - px * ASCENT + px * half
    last = first - px * leading * (len(lines) - 1)
    return Ink(texture_of(picture), picture.size, (first + last) / 2)


@lru_cache(800)
def icon_ink(character: str, px: int) -> Ink:
    """The texture of one icon, exactly ``px`` square."""
    drawn = _icon(character, px)
    box = drawn.getbbox() or (0, 0, px, px)
    mask = Image.new("L", (px, px), 0)
    mask.paste(drawn.crop(box), (round((px - box[2] + box[0]) / 2), round((px - box[3] + box[1]) / 2)))
    picture = Image.new("RGBA", mask.size, (255, 255, 255, 0))
    picture.putalpha(mask)
    return Ink(texture_of(picture), picture.size, px / 2)


def _icon(character: str, px: int) -> Image.Image:
    """The icon about the middle of a square of twice its size.

    FreeType calls some outlines invalid at some sizes, and draws them four times as large: then it is reduced.
    """
    for scale in (1, 4, 7):
        drawn = Image.new("L", (2 * px * scale, 2 * px * scale), 0)
        try:
            ImageDraw.Draw(drawn).text(
                (px * scale, px * scale), character, fill=255, font=font(0, px * scale), anchor="mm"
            )
        except OSError:
            continue
        return drawn.reduce(scale) if scale > 1 else drawn
    return Image.new("L", (2 * px, 2 * px), 0)


# ---------------------------------------------------------------------------------------------- Kivy's own labels


def install() -> None:
    """Teach Kivy's Pillow text provider direction and shaping, and register our font as "Vazirmatn"."""
    from kivy.core.text import LabelBase
    from kivy.core.text.markup import MarkupLabel
    from kivy.core.text.text_pil import LabelPIL

    LabelBase.register("Vazirmatn", str(ASSETS / "Vazirmatn-Medium.ttf"), None, str(ASSETS / "Vazirmatn-Bold.ttf"))
    LabelBase.register("Roboto", str(ASSETS / "Vazirmatn-Medium.ttf"), None, str(ASSETS / "Vazirmatn-Bold.ttf"))
    if getattr(MarkupLabel.render_lines, "orders_runs", False):
        return
    stock_lines = MarkupLabel.render_lines

    def direction(label: Any, text: str) -> str:
        chosen = label.options.get("base_direction")
        return chosen if chosen in ("rtl", "ltr") else base_direction(text)

    def get_extents(self: Any, text: str) -> tuple[int, int]:
        face = self._select_font()
        if face is None:
            return 0, 0
        ascent, descent = face.getmetrics()
        return ceil(face.getlength(text, direction=direction(self, text))), ascent + descent

    def render_begin(self: Any) -> None:
        self._pil_im = Image.new("RGBA", self._size, (255, 255, 255, 0))
        self._pil_draw = None

    def render_text(self: Any, text: str, x: float, y: float) -> None:
        face = self._select_font()
        if face is None:
            return
        red, green, blue, alpha = (int(part * 255) for part in self.options["color"])
        wide, high = get_extents(self, text)
        pad = max(2, high // 4)
        layer = Image.new("RGBA", (wide + 2 * pad, high + 2 * pad), (red, green, blue, 0))
        ImageDraw.Draw(layer).text(
            (pad, pad), text, font=face, fill=(red, green, blue, alpha), direction=direction(self, text)
        )
        left, top = int(x) - pad, int(y) - pad
        source = max(0, -left), max(0, -top)
        if source[0] < layer.width and source[1] < layer.height:
            self._pil_im.alpha_composite(layer, (max(0, left), max(0, top)), source)

    def render_lines(self: Any, lines: Any, options: Any, render: Any, y: float, size: Any) -> Any:
        if options.get("base_direction") != "rtl":
            return stock_lines(self, lines, options, render, y, size)
        for line in lines:  # the first run stands at the right
            line.words.reverse()
        try:
            return stock_lines(self, lines, options, render, y, size)
        finally:
            for line in lines:
                line.words.reverse()

    render_lines.orders_runs = True  # type: ignore[attr-defined]
    LabelPIL.get_extents, LabelPIL._render_begin, LabelPIL._render_text = get_extents, render_begin, render_text
    MarkupLabel.render_lines = render_lines
