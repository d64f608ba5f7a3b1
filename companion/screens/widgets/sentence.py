"""A sentence on the screen."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, OptionProperty, StringProperty

from companion.screens import text as script
from companion.screens.theme import theme
from companion.screens.widgets.drawn import Drawn


class Sentence(Drawn):
    """Text in a role of the type scale, in a colour of the palette, at most ``lines`` lines, in its own direction.

    ``align``: "start" follows the direction of the text. It is middled in its height.
    """

    text = StringProperty("")
    role = StringProperty("body")
    ink = StringProperty("text")
    align = OptionProperty("start", options=("start", "left", "center", "right"))
    lines = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("text", "role", "ink", "align", "lines"):
            self.fbind(name, self.repaint)

    def paint(self) -> None:
        start = "right" if script.base_direction(self.text) == "rtl" else "left"
        anchor = start if self.align == "start" else self.align
        x = {"left": 0.0, "center": self.width / 2, "right": self.width}[anchor]
        self.write(
            self.text, x, self.height / 2, self.role, self.ink, anchor=anchor, limit=self.width, lines=self.lines
        )

    def natural_width(self) -> float:
        """How wide the text is on one line."""
        return self.measure(self.text, self.role) + theme.mm(0.5)
