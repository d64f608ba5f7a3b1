"""The rulings of a game: its presets, and each option as a row of segments. It looks like a menu, not like a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.scrollview import ScrollView

from companion.game import Game, Line, Option
from companion.locale import Catalogue, digits
from companion.screens.page import Page, load_layout
from companion.screens.theme import theme
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.segments import Row, Segment, Segments
from companion.screens.widgets.sentence import Sentence

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("options")


def word_of(words: Catalogue, game: str, option: str, value: Any) -> str:
    """What ``value`` of ``option`` is called; a number without a word of its own is its digits."""
    key = f"option.{option}.{value}"
    if isinstance(value, int) and not isinstance(value, bool) and not words.has(key, game):
        return digits(str(value), words.language)
    return words.text(key, game)


class Scrim(Drawn):
    """What darkens the page under a sheet and keeps touches from it; event ``on_outside``."""

    __events__ = ("on_outside",)

    def paint(self) -> None:
        self.fill(0, 0, self.width, self.height, "scrim")

    def on_outside(self) -> None: ...

    def on_touch_down(self, touch: Any) -> bool:
        self.dispatch("on_outside")
        return True


class Plate(Drawn):
    """The ground of a sheet; touches stop here."""

    def paint(self) -> None:
        self.shade(0, 0, self.width, self.height, 4.0, 2.0, 7.0)
        self.box(0, 0, self.width, self.height, 4.0, "panel")

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


class OptionRow(Page):
    """One option: what it asks, and its values."""

    text = StringProperty("")
    view = ObjectProperty(Row())


class RulingsSheet(Page):
    """Presets above, options under them; every tap is the draft's at once."""

    shell = ObjectProperty()
    presets = ObjectProperty(Row())
    title = StringProperty("")
    list_height = NumericProperty(100)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self.rows: dict[str, OptionRow] = {}
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for option in shell.game().options:
            row = OptionRow()
            segments = Segments(track="ground")
            row.add_widget(Sentence(lines=2, role="label"))
            row.add_widget(segments)
            segments.bind(on_choose=lambda _, value, name=option.name: self.choose(name, value))
            self.rows[option.name] = row
            self.ids.list.add_widget(row)
        shell.fbind("draft", self._show)
        for name in ("words", "size"):
            self.fbind(name, self._show)
        self._show()

    def choose(self, name: str, value: Any) -> None:
        self.shell.draft = self.shell.draft.choose(self.shell.game(), name, value)

    def choose_preset(self, name: str) -> None:
        """The preset ``name``, as it is: what was changed by hand goes."""
        self.shell.draft = msgspec.structs.replace(self.shell.draft, preset=name, given=())

    def show(self, *_: Any) -> None:
        words = self.words
        if words is None:
            return
        game: Game[Any] = self.shell.game()
        draft = self.shell.draft
        chosen = dict(draft.options(game))
        self.title = words.say(Line.of("flow.options.of", game=words.text("game.name", game.name)))
        self.presets = Row(
            tuple(Segment(p.name, words.text(f"preset.{p.name}", game.name)) for p in game.presets),
            None if draft.given else draft.preset,
        )
        for option in game.options:
            self._fill(self.rows[option.name], option, chosen[option.name], words, game.name)
        self._place()

    def _fill(self, row: OptionRow, option: Option, value: Any, words: Catalogue, game: str) -> None:
        segments, sentence = row.children
        sentence.text = words.text(f"option.{option.name}", game)
        segments.rtl = self.rtl
        segments.view = Row(tuple(Segment(v, word_of(words, game, option.name, v)) for v in option.values), value)
        row.words = words

    def _place(self) -> None:
        """Question beside its values where there is room, else above them."""
        scroll: ScrollView = self.ids.scroll
        wide = scroll.width / theme.density
        stacked = wide < 125
        high = 23.0 if stacked else 14.0
        for row in self.rows.values():
            segments, sentence = row.children
            sentence.area = (1, 0, wide - 5, 10) if stacked else (1, 0, wide * 0.4 - 5, 12)
            segments.area = (1, 10, wide - 5, 12) if stacked else (wide * 0.4, 0, wide * 0.6 - 4, 12)
            row.size_hint_y = None
            row.height = theme.mm(high)
            row.arrange()
        self.list_height = theme.mm(high + 2) * len(self.rows) + dp(1)


class OptionsScroll(ScrollView):
    """Scrolls a list by a finger anywhere on it."""
