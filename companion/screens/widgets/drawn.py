"""The base of our widgets: something that is painted by one function, and painted again only when it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, Rectangle, Rotate
from kivy.graphics.context_instructions import PopMatrix, PushMatrix
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.screens import icons, shapes, text
from companion.screens.theme import Rgba, theme


@dataclass(frozen=True)
class Written:
    """A line of text that stands on the screen, so that a test can look for clipped, overlapping or wrong text.

    ``middle`` is the height of its optical middle; all are in the space that the widget's own place is in.
    """

    text: str
    x: float
    y: float
    width: float
    height: float
    color: Rgba
    px: int
    middle: float = 0.0


class Drawn(Widget):
    """A widget with a :meth:`paint`. Everything it paints with takes pixels from its own lower left corner.

    ``view`` is the frozen value that it shows; setting an equal one does nothing.
    """

    view = ObjectProperty(None, allownone=True, comparator=lambda one, other: one == other)

    def __init__(self, **kwargs: Any) -> None:
        self.written: list[Written] = []
        super().__init__(**kwargs)
        self._soon = Clock.create_trigger(self._paint_now, -1)
        for name in ("pos", "size", "view", "opacity"):
            self.fbind(name, self.repaint)
        theme.watch(self.repaint)
        self.repaint()

    def repaint(self, *_: Any) -> None:
        """Paint before the next frame."""
        self._soon()

    def _paint_now(self, *_: Any) -> None:
        self.canvas.before.clear()
        self.written.clear()
        if self.width >= 2 and self.height >= 2:
            self.arrange()
            with self.canvas.before:
                self.paint()

    def arrange(self) -> None:
        """Make and place children: before painting, as a widget made while a canvas is open would join that canvas."""

    def paint(self) -> None:
        """Draw everything; called with the canvas open; children are drawn over it."""

    # ------------------------------------------------------------------------------------------ instruments

    def color(self, color: str | Rgba) -> Rgba:
        """A colour, or the palette's by name."""
        return getattr(theme.palette, color) if isinstance(color, str) else color

    def stamp(
        self, texture: Any, x: float, y: float, color: str | Rgba, size: tuple[float, float] | None = None
    ) -> None:
        """A texture with its lower left corner at ``x, y``."""
        Color(*self.color(color))
        Rectangle(texture=texture, pos=(round(self.x + x), round(self.y + y)), size=size or texture.size)

    def stamp_at(self, texture: Any, x: float, y: float, color: str | Rgba, turn: float = 0.0) -> None:
        """A texture with its middle at ``x, y``, turned counter-clockwise by ``turn`` degrees."""
        wide, high = texture.size
        if not turn:
            self.stamp(texture, x - wide / 2, y - high / 2, color)
            return
        PushMatrix()
        Rotate(angle=turn, origin=(self.x + x, self.y + y))
        Color(*self.color(color))
        Rectangle(texture=texture, pos=(self.x + x - wide / 2, self.y + y - high / 2), size=(wide, high))
        PopMatrix()

    def fill(self, x: float, y: float, width: float, height: float, color: str | Rgba) -> None:
        """A plain rectangle."""
        Color(*self.color(color))
        Rectangle(pos=(round(self.x + x), round(self.y + y)), size=(round(width), round(height)))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        radius: float,
        color: str | Rgba,
        *,
        outline: float = 0.0,
    ) -> None:
        """A rounded box; ``radius`` and ``outline`` in millimetres."""
        r = max(1, min(round(theme.mm(radius)), int(min(width, height) // 2) - 2))
        Color(*self.color(color))
        BorderImage(
            texture=shapes.rounded(r, min(r + 1, max(1, round(theme.mm(outline)))) if outline else 0),
            border=(r + 1, r + 1, r + 1, r + 1),
            pos=(round(self.x + x), round(self.y + y)),
            size=(round(width), round(height)),
            auto_scale="off",
        )

    def shade(self, x: float, y: float, width: float, height: float, radius: float, down: float, soft: float) -> None:
        """The shadow of such a box, ``down`` and ``soft`` in millimetres."""
        r, blur = max(1, round(theme.mm(radius))), max(2, round(theme.mm(soft)))
        border = r + 2 * blur
        Color(*theme.palette.shadow)
        BorderImage(
            texture=shapes.shadow(r, blur),
            border=(border, border, border, border),
            pos=(round(self.x + x - blur), round(self.y + y - blur - theme.mm(down))),
            size=(round(width + 2 * blur), round(height + 2 * blur)),
            auto_scale="both_lower",
        )

    def icon(self, name: str, x: float, y: float, size: float, color: str | Rgba = "text") -> None:
        """Icon ``name``, ``size`` pixels square, its middle at ``x, y``."""
        self.stamp_at(text.icon_ink(icons.glyph(name), max(4, round(size))).texture, x, y, color)

    def write(
        self,
        words: str,
        x: float,
        y: float,
        role: str = "body",
        color: str | Rgba = "text",
        *,
        anchor: str = "center",
        limit: float | None = None,
        lines: int = 1,
        px: int | None = None,
        weight: int | None = None,
        shrink: float = 0.75,
        tall: float | None = None,
    ) -> float:
        """Text whose optical middle is at height ``y``; ``anchor``: ``x`` is its "left", "center" or "right".

        Within ``limit`` pixels it wraps to at most ``lines`` lines, none of them beyond ``tall`` pixels in all; it is
        set smaller down to ``shrink`` of its size, then shortened. Returns how wide it became.
        """
        if not words:
            return 0.0
        persian = text.base_direction(words) == "rtl"
        size = px or theme.px(role, persian)
        heavy = weight or theme.weight(role)
        rows: tuple[str, ...] = (words,)
        if limit is not None and lines > 1:
            least = max(8, round(size * shrink))
            rows = text.wrap(words, size, heavy, limit)
            while size > least and (
                len(rows) > lines
                or max(text.width(r, size, heavy) for r in rows) > limit
                or (tall is not None and len(rows) * size * text.LEADING > tall)
            ):
                size -= 1
                rows = text.wrap(words, size, heavy, limit)
            if tall is not None:
                lines = min(lines, max(1, int(tall / (size * text.LEADING))))
            if len(rows) > lines:
                rows = (*rows[: lines - 1], " ".join(rows[lines - 1 :]))
            rows = tuple(text.shorten(row, size, heavy, limit) for row in rows)  # a single word may be too long, too
        elif limit is not None:
            size = text.fit(words, size, heavy, limit, max(8, round(size * shrink)))
            rows = (text.shorten(words, size, heavy, limit),)
        align = {"left": "left", "center": "center", "right": "right"}[anchor]
        ink = text.ink(rows, size, heavy, align)
        wide, high = ink.size
        side = (wide - max(text.width(row, size, heavy) for row in rows)) / 2
        left = {"left": x - side, "center": x - wide / 2, "right": x - wide + side}[anchor]
        bottom = y - ink.middle
        self.stamp(ink.texture, left, bottom, color)
        tone, step = self.color(color), size * text.LEADING
        for number, row in enumerate(rows):
            broad = text.width(row, size, heavy)
            at = left + side + {"left": 0.0, "center": 0.5, "right": 1.0}[anchor] * (wide - 2 * side - broad)
            middle = self.y + y + ((len(rows) - 1) / 2 - number) * step
            self.written.append(Written(row, self.x + at, self.y + bottom, broad, high, tone, size, middle))
        return wide - 2 * side

    def measure(self, words: str, role: str = "body", px: int | None = None) -> float:
        """How wide :meth:`write` would make it."""
        persian = text.base_direction(words) == "rtl"
        return text.width(words, px or theme.px(role, persian), theme.weight(role))
