"""The rulings of a game: its presets, and each option as a row of segments. It looks like a menu, not like a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
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


PAD = "score_pad"
"""The game whose box is a template of the shelf."""


def word_of(words: Catalogue, game: str, option: str, value: Any) -> str:
    """What ``value`` of ``option`` is called; a number without a word of its own is its digits."""
    key = f"option.{option}.{value}"
    if isinstance(value, int) and not isinstance(value, bool) and not words.has(key, game):
        return digits(str(value), words.language)
    return words.text(key, game)


class Veil(Drawn):
    """What darkens the page under a sheet and keeps touches from it; event ``on_outside``."""

    __events__ = ("on_outside",)
    covers = True

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
    shelf = ObjectProperty(Row())
    shelved = BooleanProperty(False)
    has_box = BooleanProperty(False)
    to_check = BooleanProperty(False)
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
        """The preset ``name``, as it is: what was changed by hand goes, and so does a template."""
        self.shell.draft = msgspec.structs.replace(self.shell.draft, preset=name, given=(), template="", box=())

    def choose_template(self, name: str) -> None:
        """A game of the shelf for the pad: its options and its box."""
        template = next(template for template in self.shell.doors.templates() if template.id == name)
        low, high = template.players
        count = min(max(self.shell.draft.count, low), high)
        self.shell.draft = msgspec.structs.replace(
            self.shell.draft, preset=None, given=template.options, template=name, box=template.box, count=count
        )

    def open_box(self) -> None:
        """What is printed on this copy."""
        self.shell.go("box")

    def show(self, *_: Any) -> None:
        words = self.words
        game: Game[Any] = self.shell.game()
        if words is None or set(self.rows) != {option.name for option in game.options}:  # closed, and another game
            return
        draft = self.shell.draft
        chosen = dict(draft.options(game))
        self.title = words.say(Line.of("flow.options.of", game=words.text("game.name", game.name)))
        self.presets = Row(
            tuple(Segment(p.name, words.text(f"preset.{p.name}", game.name)) for p in game.presets),
            None if draft.given or draft.template else draft.preset,
        )
        pad = game.name == PAD
        found = self.shell.doors.templates() if pad else ()
        self.shelf = Row(
            tuple(Segment(t.id, t.fa if words.language == "fa" else t.en) for t in found), draft.template or None
        )
        self.shelved = bool(found)
        self.has_box = bool(game.box) and not pad
        self.to_check = self.has_box and bool(self.shell.doors.box(game).unverified)
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
        """Question beside its values where there is room, else above them; many long values take two lines."""
        scroll: ScrollView = self.ids.scroll
        wide = scroll.width / theme.density
        stacked = wide < 125
        all_ = 0.0
        for row in self.rows.values():
            segments, sentence = row.children
            room = wide - 5 if stacked else wide * 0.6 - 4
            needed = sum(segments.needs()) / theme.density
            segments.rows = 2 if needed > room * 1.45 and len(segments.view.segments) > 2 else 1
            high = 12.0 * segments.rows
            sentence.area = (1, 0, wide - 5, 10) if stacked else (1, 0, wide * 0.4 - 5, 12)
            segments.area = (1, 10, room, high) if stacked else (wide * 0.4, 0, room, high)
            row.size_hint_y = None
            tall = high + (11.0 if stacked else 2.0)
            row.height = theme.mm(tall)
            row.arrange()
            all_ += theme.mm(tall) + theme.mm(2)
        self.list_height = all_ + dp(1)


class OptionsScroll(ScrollView):
    """Scrolls a list by a finger anywhere on it."""
