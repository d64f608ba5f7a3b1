"""The middle of Ethnos: regions or kingdoms as cards, each with what it is worth, whose tribe it is, and who leads.

On a flat table no numeral stands alone: what a card is worth stands in two of its corners, as on a playing card, and
what somebody has there is counted in dots.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from companion.screens import icons, shapes, text
from companion.screens.layout import Box
from companion.screens.theme import RADIUS, Rgba, contrast, fade, mix, rgb, theme
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.picked import Picked, Target

TRIBE_COLORS: dict[str, Rgba] = {
    "centaurs": rgb("B9762E"),
    "dwarves": rgb("97492F"),
    "elves": rgb("3F9488"),
    "giants": rgb("8A7B3C"),
    "halflings": rgb("6E9A3C"),
    "merfolk": rgb("4F86B5"),
    "minotaurs": rgb("A8485A"),
    "orcs": rgb("66722F"),
    "skeletons": rgb("8B8270"),
    "trolls": rgb("4A6A6F"),
    "wingfolk": rgb("7F8FD0"),
    "wizards": rgb("6A3F74"),
}
KINGDOM_COLORS: dict[str, Rgba] = {
    "blue": rgb("3F6FB5"),
    "gray": rgb("7D7A75"),
    "green": rgb("4C8C4A"),
    "orange": rgb("D07A1E"),
    "purple": rgb("74489A"),
    "red": rgb("B23A2E"),
}
BLACK: Rgba = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Holder:
    """What a seat has in a land: ``n`` cards or markers, in words too."""

    symbol: str
    color: str
    letter: str
    n: int
    words: str


@dataclass(frozen=True)
class Land:
    """A region or a kingdom. ``values``: what it pays; ``now``: how many of these count this time (the last ones are
    brighter). ``tied``: nobody gets it as it stands. ``tap``: it may be tapped, and is ``lit`` where it has to be."""

    icon: str
    color: Rgba
    values: tuple[str, ...]
    holders: tuple[Holder, ...] = ()
    name: str = ""
    now: int = 1
    tied: bool = False
    note: str = ""
    tap: bool = False
    lit: bool = False


@dataclass(frozen=True)
class LandsView:
    """The lands, and what is above them: rounds as dots, the deck, dragons, a title where the panel is upright."""

    lands: tuple[Land, ...] = ()
    rounds: int = 3
    round: int = 1
    deck: str = ""
    dragons: int | None = None
    title: str = ""
    flat: bool = True
    rtl: bool = False
    corners: tuple[float, float] = (0.0, 0.0)
    """Pixels that a corner button of an upright panel takes of the title's line, at its left and its right."""


class LandsMap(Picked):
    """Shows a :class:`LandsView`; event ``on_land(index)`` for a land that was tapped."""

    __events__ = ("on_land",)

    def on_land(self, index: int) -> None: ...

    # ------------------------------------------------------------------------------------------ where

    @property
    def head(self) -> float:
        """Height of what stands above the cards, in pixels."""
        view: LandsView = self.view
        small = view.flat and self.height < theme.mm(52)
        return theme.mm(6.0 if small else 9.0 if view.flat else 15.0)

    def cells(self) -> tuple[Box, ...]:
        """Where each card is, from the widget's lower left corner."""
        view: LandsView | None = self.view
        if view is None or not view.lands:
            return ()
        n, gap = len(view.lands), theme.mm(2.4)
        wide, high = self.width - theme.mm(2.0), self.height - self.head - theme.mm(1.0)
        best: tuple[float, int, float, float] | None = None
        for columns in range(1, n + 1):
            rows = ceil(n / columns)
            each = min((wide - gap * (columns - 1)) / columns, theme.mm(90.0))
            tall = min((high - gap * (rows - 1)) / rows, theme.mm(64.0), each * 1.5)
            fair = min(each / 0.92, tall) * (1.0 - 0.04 * (columns * rows - n))
            if best is None or fair > best[0]:
                best = fair, columns, each, tall
        assert best is not None
        _, columns, each, tall = best
        rows = ceil(n / columns)
        left = (self.width - columns * each - gap * (columns - 1)) / 2
        low = theme.mm(0.5) + (high - rows * tall - gap * (rows - 1)) / 2
        return tuple(
            Box(
                left + (i % columns) * (each + gap), low + (rows - 1 - i // columns) * (tall + gap), each, tall
            )
            for i in range(n)
        )  # fmt: skip

    def targets(self) -> tuple[Target, ...]:
        """Lands that may be tapped."""
        return tuple((box.x, box.y, box.width, box.height) for _, box in self._tappable())

    def picked(self, place: int) -> None:
        self.dispatch("on_land", self._tappable()[place][0])

    def _tappable(self) -> list[tuple[int, Box]]:
        return [(i, box) for i, box in enumerate(self.cells()) if self.view.lands[i].tap]

    # ------------------------------------------------------------------------------------------ painting

    def paint(self) -> None:
        view: LandsView | None = self.view
        if view is None:
            return
        self._paint_head(view)
        for land, box in zip(view.lands, self.cells(), strict=True):
            self._paint_land(view, land, box)

    def twice(self, words: str, x: float, y: float, far: float, px: int, color: str | Rgba) -> None:
        """A number at ``x, y``, and once more at ``far`` for those who sit across, upside down."""
        self.write(words, x, y, "figure", color, px=px, weight=700)
        bar, thick = max(self.measure(words, "figure", px) * 0.62, px * 0.3), max(2.0, px * 0.06)
        for at, drop in ((x, -0.52), (far, 0.52)):  # the bar says which way a numeral is up
            self.fill(at - bar / 2, y + drop * px - thick / 2, bar, thick, color)
        ink = text.ink((words,), px, 700, "center")
        self.stamp_at(ink.texture, far, y + ink.middle - ink.size[1] / 2, color, turn=180.0)

    def _paint_head(self, view: LandsView) -> None:
        look = theme.palette
        y = self.height - self.head / 2
        if not view.flat:
            y = self.height - theme.mm(7.0)
            left, right = view.corners[0] + theme.mm(2), self.width - view.corners[1] - theme.mm(2)
            role = "name" if self.measure(view.title, "name") <= right - left else "label"
            anchor = "right" if view.rtl else "left"
            self.write(view.title, right if view.rtl else left, y, role, "text2", anchor=anchor, limit=right - left)
            if view.dragons is not None:
                self._paint_dragons(view, left + theme.mm(3) if view.rtl else right - theme.mm(14), y)
            return
        dot, step = round(theme.mm(2.6)), theme.mm(4.4)
        middle = self.width / 2
        for i in range(view.rounds):
            x = middle + (i - (view.rounds - 1) / 2) * step
            if i < view.round:
                self.stamp_at(shapes.disc(dot), x, y, look.brass if i == view.round - 1 else look.brass_lo)
            else:
                self.stamp_at(shapes.ring(dot, max(1.5, theme.mm(0.3))), x, y, look.line)
        if view.deck:
            px = round(theme.mm(5.4))
            size = theme.mm(5.0)
            away = theme.mm(24.0)
            for side in (-1, 1):
                self.stamp_at(
                    text.icon_ink(icons.glyph("deck"), round(size)).texture,
                    middle + side * (away + size * 0.9), y, look.text3, turn=0.0 if side < 0 else 180.0,
                )  # fmt: skip
            self.twice(view.deck, middle - away + size * 0.5, y, middle + away - size * 0.5, px, look.text2)
        if view.dragons is not None:
            self._paint_dragons(view, middle + theme.mm(10.0), y)
            self._paint_dragons(view, middle - theme.mm(10.0) - 2 * theme.mm(5.0), y)

    def _paint_dragons(self, view: LandsView, x: float, y: float) -> None:
        look = theme.palette
        for i in range(3):
            seen = i < (view.dragons or 0)
            self.icon("dragon", x + i * theme.mm(5.0), y, theme.mm(4.6), look.bad if seen else look.line)

    def _paint_land(self, view: LandsView, land: Land, box: Box) -> None:
        light = theme.name == "light"
        body = mix(land.color, BLACK, 0.26) if not light else mix(land.color, rgb("FFFBF3"), 0.12)
        foot = mix(body, theme.palette.ground, 0.6)
        band = min(box.height * (0.44 if len(land.holders) < 4 else 0.6), theme.mm(18.0))
        self.box(box.x, box.y, box.width, box.height, RADIUS["button"], body)
        self.box(box.x, box.y, box.width, band, RADIUS["button"], foot)
        self.fill(box.x, box.y + band - theme.mm(RADIUS["button"]), box.width, theme.mm(RADIUS["button"]), foot)
        ink = max((rgb("FBF3E2"), rgb("1A120A")), key=lambda color: contrast(body, color))
        top = Box(box.x, box.y + band, box.width, box.height - band)
        self._paint_worth(view, land, top, ink)
        self._paint_holders(view, land, Box(box.x, box.y, box.width, band))
        if land.lit:
            self.box(box.x, box.y, box.width, box.height, RADIUS["button"], "brass", outline=0.45)

    def _paint_worth(self, view: LandsView, land: Land, box: Box, ink: Rgba) -> None:
        x, y = box.center
        px = round(min(box.height * 0.86, box.width * 0.34, theme.mm(13.0)))
        if len(land.values) > 1 or land.name:
            self._paint_tokens(view, land, box, ink)
            return
        edge = box.width * (0.22 if view.flat else 0.27)
        icon = min(box.height * 0.8, box.width * 0.42)
        value = land.values[0] if land.values else ""
        if view.flat:
            self.icon(land.icon, x, y, min(icon, box.width * 0.3), fade(ink, 0.5))
            px = text.fit(value, round(px * 0.86), 700, box.width * 0.26, 8)
            self.twice(value, box.x + edge, y, box.right - edge, px, ink)
            return
        near = box.right - edge if view.rtl else box.x + edge
        away = box.x + box.width * 0.34 if view.rtl else box.right - box.width * 0.34
        self.icon(land.icon, away - (box.width * 0.02), y, icon, fade(ink, 0.5))
        self.write(value, near, y, "figure", ink, px=px, weight=700)

    def _paint_tokens(self, view: LandsView, land: Land, box: Box, ink: Rgba) -> None:
        """Glory tokens side by side, this age's brightest; the kingdom's name over them."""
        x, y = box.center
        n = len(land.values)
        named = box.height > theme.mm(14)
        if named:
            self.write(land.name, x, box.top - theme.mm(3.6), "label", ink, limit=box.width * 0.9)
            y -= theme.mm(2.6)
        size = min(box.height * (0.55 if named else 0.8), box.width * 0.8 / max(n, 1) * 0.9, theme.mm(9.0))
        step = size * 1.2
        for i, value in enumerate(land.values):
            at = x + (i - (n - 1) / 2) * step
            counts = i < land.now
            ground = theme.palette.cream if counts else mix(land.color, BLACK, 0.45)
            self.stamp_at(shapes.disc(round(size)), at, y, ground)
            digit = theme.palette.ink if counts else fade(rgb("FBF3E2"), 0.7)
            self.write(
                value, at, y + (size * 0.06 if view.flat else 0), "label", digit, px=round(size * 0.58), weight=700
            )
            if view.flat:  # the bar says which way the numeral is up
                self.fill(at - size * 0.22, y - size * 0.32, size * 0.44, max(1.5, size * 0.06), digit)

    def _paint_holders(self, view: LandsView, land: Land, box: Box) -> None:
        if not land.holders:
            limit = box.width * 0.9
            if not view.flat and max((self.measure(word, "label") for word in land.note.split(" ")), default=0) < limit:
                self.write(land.note, box.center[0], box.center[1], "label", "text3", limit=limit, lines=2)
            return
        n = len(land.holders)
        columns = n if n < 3 or box.width > theme.mm(7.6) * n else ceil(n / 2)
        rows = ceil(n / columns)
        each, high = box.width / columns, box.height / rows
        size = min(high * 0.62, each * (0.36 if land.tied else 0.42), theme.mm(7.0))
        for i, holder in enumerate(land.holders):
            cx = box.x + (i % columns + 0.5) * each
            cy = box.top - (i // columns + 0.5) * high
            self._paint_holder(view, holder, cx, cy, size, each, faded=land.tied)
        if land.tied and n == 2:
            for drop in (-1, 1):
                wide = min(theme.mm(2.2), each * 0.14)
                self.fill(box.center[0] - wide / 2, box.center[1] + drop * theme.mm(0.7), wide, theme.mm(0.6), "text2")

    def _paint_holder(
        self, view: LandsView, holder: Holder, x: float, y: float, size: float, room: float, *, faded: bool
    ) -> None:
        if view.flat:  # a badge, a gap, five dots: what is wider than its room is drawn smaller
            size = min(size, room * 0.92 / (1.24 + 0.29 * min(holder.n, 5)))
        dot = max(2, round(min(size * 0.2, theme.mm(1.3))))
        across = min(holder.n, 5)
        wide = across * dot * 1.45 if view.flat else self.measure(holder.words, "name", round(size * 0.9))
        gap = size * 0.24
        flip = -1 if view.rtl and not view.flat else 1
        start = x - flip * (size + gap + wide) / 2
        paint_badge(self, start + flip * size / 2, y, size, holder.symbol, holder.color, holder.letter)
        at = start + flip * (size + gap)
        ink = "text3" if faded else "text"
        if not view.flat:
            self.write(
                holder.words,
                at,
                y,
                "name",
                ink,
                anchor="left" if flip > 0 else "right",
                px=round(size * 0.9),
                weight=700,
            )
            return
        rows = ceil(holder.n / 5)
        for i in range(min(holder.n, 25)):
            row, column = divmod(i, 5)
            self.stamp_at(
                shapes.disc(dot),
                at + (column + 0.5) * dot * 1.45,
                y + ((rows - 1) / 2 - row) * dot * 1.45,
                ink,
            )
