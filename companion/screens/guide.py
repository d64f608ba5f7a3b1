"""The guide on first use: four sentences, each with its sign. It can be skipped, and shown again by the staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.screens.page import Page, load_layout

if TYPE_CHECKING:
    from companion.screens.shell import Shell

STEPS = (("edge", "touch"), ("table", "dice"), ("undo", "undo"), ("hold", "hold"))
"""Name of the step, and its icon."""


load_layout("guide")


class GuideSheet(Page):
    """Over the page until it has been read or skipped; ``then`` is called at its end."""

    shell = ObjectProperty()
    step = NumericProperty(0)
    icon_name = StringProperty("")
    sentence = StringProperty("")
    last = BooleanProperty(False)
    place = ObjectProperty(None, allownone=True)

    def __init__(self, shell: Shell, then: Any = None, **kwargs: Any) -> None:
        self._then = then
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        for name in ("step", "words"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: Any) -> None:
        if self.words is None:
            return
        name, self.icon_name = STEPS[int(self.step)]
        if name == "edge" and self.upright:
            name, self.icon_name = "edge_upright", "people"
        self.sentence = self.words.text(f"flow.guide.{name}")
        self.last = self.step == len(STEPS) - 1
        self.place = (int(self.step), len(STEPS), self.rtl)

    def forward(self) -> None:
        """The next step, or the end."""
        if self.last:
            self.end()
        else:
            self.step += 1

    def end(self) -> None:
        """Read or skipped: it does not come by itself again."""
        self.shell.close_sheets()
        self.shell.doors.guide_read()
        if self._then is not None:
            self._then()
