"""Pictures to choose from, as the pictures themselves and not as names of files."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.screens import text
from companion.screens.theme import theme
from companion.screens.widgets.drawn import Drawn


@lru_cache(64)
def thumbnail(path: Path, changed: float, wide: int, high: int, radius: int) -> Any:
    """The picture cut to ``wide`` x ``high`` with round corners; ``None`` for what is no picture."""
    from PIL import Image, ImageDraw, ImageOps

    del changed
    try:
        with Image.open(path) as file:
            file.draft("RGB", (wide * 2, high * 2))
            picture = ImageOps.fit(ImageOps.exif_transpose(file).convert("RGBA"), (wide, high))
    except OSError:
        return None
    mask = Image.new("L", (wide * 3, high * 3), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide * 3 - 1, high * 3 - 1), radius * 3, fill=255)
    picture.putalpha(mask.reduce(3))
    return text.texture_of(picture)


class Thumbs(Drawn):
    """Shows ``paths``, the newest first, as many as fit; event ``on_pick(path)``. ``hint`` where there are none."""

    __events__ = ("on_pick",)

    paths = ListProperty([])
    hint = StringProperty("")
    unread = StringProperty("")
    """What is said of a file that is no picture."""
    rtl = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._places: list[tuple[float, float, float, float, Path]] = []
        super().__init__(**kwargs)
        for name in ("paths", "hint", "unread", "rtl"):
            self.fbind(name, self.repaint)

    def on_pick(self, path: Path) -> None: ...

    def targets(self) -> list[tuple[float, float, float, float]]:
        """Where it takes taps: left, bottom, width, height from its own corner."""
        return [place[:4] for place in self._places] if self.width > 2 else []

    def paint(self) -> None:
        self._places = []
        if min(self.size) < theme.mm(20):
            return
        if not self.paths:
            self.icon("folder", self.width / 2, self.height / 2 + theme.mm(9), theme.mm(12), "text3")
            self.write(self.hint, self.width / 2, self.height / 2 - theme.mm(6), "label", "text2",
                       limit=self.width - theme.mm(8), lines=4)  # fmt: skip
            return
        gap = theme.mm(3)
        columns = max(2, int((self.width + gap) / (theme.mm(30) + gap)))
        wide = (self.width - gap * (columns - 1)) / columns
        high = wide * 0.75
        rows = max(1, int((self.height + gap) / (high + gap)))
        for i, path in enumerate(self.paths[: rows * columns]):
            row, column = divmod(i, columns)
            x = column * (wide + gap)
            x = self.width - x - wide if self.rtl else x
            y = self.height - (row + 1) * high - row * gap
            self._places.append((x, y, wide, high, path))
            self.box(x, y, wide, high, 2.6, "panel")
            changed = path.stat().st_mtime if path.exists() else time.time()
            shown = thumbnail(path, changed, round(wide), round(high), round(theme.mm(2.6)))
            if shown is None:
                self.icon("refused", x + wide / 2, y + high / 2 + theme.mm(3), theme.mm(7), "text3")
                self.write(self.unread, x + wide / 2, y + high / 2 - theme.mm(5), "label", "text2",
                           limit=wide - theme.mm(2))  # fmt: skip
            else:
                self.stamp(shown, x, y, (1.0, 1.0, 1.0, 1.0))

    def on_touch_up(self, touch: Any) -> bool:
        for x, y, wide, high, path in self._places:
            if x <= touch.x - self.x < x + wide and y <= touch.y - self.y < y + high:
                self.dispatch("on_pick", path)
                return True
        return bool(super().on_touch_up(touch))
