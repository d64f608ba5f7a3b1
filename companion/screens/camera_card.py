"""What the table's camera sees, and how good its picture is: a card of the health page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.screens.theme import RADIUS, theme
from companion.screens.thumbs import thumbnail
from companion.screens.widgets.drawn import Drawn

FULL_SHARP = 80
"""Sharpness in % that fills its bar: what a good lens gives of a board in good light."""


@dataclass(frozen=True)
class CameraView:
    """``path`` of the picture (``None``: none yet, ``note`` says why), and its figures with their words."""

    title: str
    note: str
    path: Path | None = None
    taken: float = 0.0
    bars: tuple[tuple[str, float], ...] = ()
    well: bool = True
    rtl: bool = False


class CameraCard(Drawn):
    """Shows a :class:`CameraView`: the picture over its title and a bar for each figure."""

    def paint(self) -> None:
        view: CameraView | None = self.view
        if view is None or self.height < theme.mm(20):
            return
        self.box(0, 0, self.width, self.height, RADIUS["card"], "panel")
        foot = theme.mm(13 + 8 * len(view.bars))
        tall = self.height - foot
        if tall > theme.mm(12):
            self._paint_picture(view, foot, tall)
        pad, y = theme.mm(4), foot - theme.mm(6.5)
        size = theme.mm(6)
        self.icon("camera", self._flow(pad + size / 2), y, size, "good" if view.well else "warn")
        side = "right" if view.rtl else "left"
        after = pad + size + theme.mm(2.5)
        wide = self.write(view.title, self._flow(after), y, "name", anchor=side)
        self.write(
            view.note, self._flow(self.width - pad), y, "label", "text2" if view.well else "warn",
            anchor="left" if view.rtl else "right", limit=self.width - after - wide - theme.mm(3) - pad,
        )  # fmt: skip
        for i, (words, part) in enumerate(view.bars):
            self._paint_bar(view, words, part, foot - theme.mm(15 + 8 * i))

    def _flow(self, x: float) -> float:
        return self.width - x if self.view.rtl else x

    def _paint_picture(self, view: CameraView, bottom: float, tall: float) -> None:
        shown = None
        if view.path is not None:
            radius = round(theme.mm(RADIUS["card"]))
            shown = thumbnail(view.path, view.taken, round(self.width), round(tall), radius)
        if shown is None:
            self.icon("camera", self.width / 2, bottom + tall / 2, min(theme.mm(16), tall * 0.5), "text3")
        else:
            self.stamp(shown, 0, bottom, (1.0, 1.0, 1.0, 1.0))

    def _paint_bar(self, view: CameraView, words: str, part: float, y: float) -> None:
        pad, high, before = theme.mm(4), theme.mm(2.2), theme.mm(24)
        self.write(words, self._flow(pad), y, "label", "text2", anchor="right" if view.rtl else "left",
                   limit=before - theme.mm(2))  # fmt: skip
        wide = self.width - before - 2 * pad
        for length, color in ((wide, "raised2"), (max(high, wide * min(1.0, part)), "good" if view.well else "warn")):
            left = pad + before
            self.box(self.width - left - length if view.rtl else left, y - high / 2, length, high, 1.1, color)
