"""The gallery: every widget in every state, in both languages and all themes, as ``mizban gallery`` shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.screens.gallery_parts import CHAPTERS, LABEL, placed
from companion.screens.page import Page, load_layout
from companion.screens.theme import PALETTES, theme
from companion.screens.widgets.sentence import Sentence

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("gallery")


class GalleryPage(Page):
    """The page "gallery"; ``chapter`` is the number of what it shows."""

    shell = ObjectProperty()
    chapter = NumericProperty(0)
    title = StringProperty("")
    count = StringProperty("")
    high = NumericProperty(100)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for name in ("words", "size", "chapter"):
            self.fbind(name, self._show)
        self.ids.scroll.fbind("size", self._show)
        self._show()

    def turn(self, by: int) -> None:
        """Another chapter, round and round."""
        self.chapter = (self.chapter + by) % len(CHAPTERS)

    def next_theme(self) -> None:
        """Dark, light, high contrast."""
        names = tuple(PALETTES)
        theme.name = names[(names.index(theme.name) + 1) % len(names)]

    def show(self, *_: Any) -> None:
        """Hang the chapter's exhibits anew, in the language of now."""
        words, wall, scroll = self.words, self.ids.wall, self.ids.scroll
        if words is None or scroll.width < 2:
            return
        name = tuple(CHAPTERS)[int(self.chapter)]
        self.title = words.text(f"flow.gallery.chapter.{name}")
        self.count = words.text("flow.gallery.count", number=int(self.chapter) + 1, all=len(CHAPTERS))
        exhibits = CHAPTERS[name](words)
        wide = scroll.width / theme.density - 6
        places, tall = placed(exhibits, wide)
        self.high = max(theme.mm(tall + 6), scroll.height)
        wall.clear_widgets()
        wall.size = scroll.width, self.high
        for exhibit, (left, top) in zip(exhibits, places, strict=True):
            across = min(exhibit.wide, wide)
            start = wide - left - across + 3 if self.rtl else left + 3
            widget = exhibit.widget
            widget.size_hint = (None, None)
            widget.size = theme.mm(across), theme.mm(exhibit.tall)
            widget.pos = wall.x + theme.mm(start), wall.y + self.high - theme.mm(top + 2 + exhibit.tall)
            wall.add_widget(widget)
            if exhibit.state:
                label = Sentence(text=words.text(f"flow.gallery.{exhibit.state}"), role="label", ink="text2")
                label.size_hint = (None, None)
                label.align = "right" if self.rtl else "left"
                label.size = theme.mm(max(across, 26)), theme.mm(LABEL)
                label.pos = widget.x, widget.y - theme.mm(LABEL)
                if self.rtl:
                    label.x = widget.right - label.width
                wall.add_widget(label)
