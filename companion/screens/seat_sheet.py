"""The sheet on which a seat takes its place: name, symbol, colour, side, language. It faces that seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty

from companion.events import Player
from companion.game import Seat
from companion.locale import LANGUAGES
from companion.screens.draft import COLORS, SYMBOLS, clean_name
from companion.screens.keyboards import typed, wants_capital
from companion.screens.page import Page, load_layout
from companion.screens.pickers import Holder, Look, Looks, Name
from companion.screens.table_map import MapSeat, MapView
from companion.screens.theme import SEATS, theme
from companion.screens.widgets.badge import letter_of, paint_badge, rim
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.segments import Row, Segment

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("seat_sheet")


class SheetGround(Drawn):
    """The sheet's ground, with the line of the seat's colour along the edge that it grew from."""

    color_name = StringProperty("red")
    whole = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("color_name", "whole"):
            self.fbind(name, self.repaint)

    def paint(self) -> None:
        if self.whole:
            self.fill(0, 0, self.width, self.height, "panel")
        else:
            self.shade(0, 0, self.width, self.height, 4.0, 2.0, 6.0)
            self.box(0, 0, self.width, self.height, 4.0, "panel")
            self.fill(0, 0, self.width, theme.mm(4), "panel")
        outline = rim(self.color_name)
        if outline is not None:
            self.fill(0, 0, self.width, theme.mm(1.3), outline)
        self.fill(0, 0, self.width, theme.mm(1.0), SEATS[self.color_name])

    def on_touch_down(self, touch: Any) -> bool:
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


class OwnBadge(Drawn):
    """The seat's badge, large."""

    def paint(self) -> None:
        if self.view is not None:
            side = min(self.width, self.height)
            paint_badge(
                self, self.width / 2, self.height / 2, side * 0.94, self.view.symbol, self.view.color, self.view.letter
            )


class SeatSheet(Page):
    """Edits the player on ``chair``; every tap is the draft's at once. Event ``on_ready``: the seat is done."""

    __events__ = ("on_ready",)

    covers = True

    shell = ObjectProperty()
    chair = NumericProperty(0)
    typing = BooleanProperty(False)
    layout = StringProperty("fa")
    form = OptionProperty("wide", options=("wide", "middle", "tall"))
    player = ObjectProperty(Player(Seat(0), ""))
    badge = ObjectProperty(Holder("circle", "red", ""))
    name_view = ObjectProperty(Name())
    symbols = ObjectProperty(Looks())
    colors = ObjectProperty(Looks())
    languages = ObjectProperty(Row())
    table = ObjectProperty(MapView())
    shifted = BooleanProperty(False)

    def __init__(self, shell: Shell, chair: int, **kwargs: Any) -> None:
        super().__init__(shell=shell, chair=chair, **kwargs)
        shell.fbind("draft", self.show)
        self.fbind("size", self._reform)
        self.layout = next(p.language for p in shell.draft.players if p.seat == chair)  # before its first capital
        self.show()

    def close(self) -> None:
        """Listen to the draft and the keyboard no more."""
        self.typing = False
        self.shell.funbind("draft", self.show)

    def on_ready(self) -> None: ...

    def _reform(self, *_: Any) -> None:
        wide, tall = self.width / theme.density, self.height / theme.density
        self.form = "tall" if wide < 120 else "wide" if wide >= 164 and tall < 100 else "middle"

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        found = next((p for p in self.shell.draft.players if p.seat == self.chair), None)
        if found is None:
            return
        language = found.language
        self.player = found
        self.words = self.shell.words_of(language)
        self.rtl = language == "fa"
        own = letter_of(found.symbol, language)
        self.badge = Holder(found.symbol, found.color, own)
        self.name_view = Name(found.name, self.words.text("flow.seats.your_name"), self.rtl)
        self.symbols = Looks(
            tuple(
                Look(s, s, found.color if s == found.symbol else None, self._holder("symbol", s)) for s in SYMBOLS
            ),
            found.symbol,
            self.rtl,
        )  # fmt: skip
        self.colors = Looks(
            tuple(Look(c, "circle", c, self._holder("color", c)) for c in COLORS), found.color, self.rtl
        )
        self.languages = Row(
            tuple(Segment(code, self.words.text(f"flow.language.{code}")) for code in LANGUAGES), language
        )
        draft = self.shell.draft
        self.table = MapView(
            tuple(
                MapSeat(int(p.seat), p.side, p.symbol, p.color, letter_of(p.symbol, language)) for p in draft.players
            ),
            int(found.seat),
            found.side if self.shell.panel.flat else "south",
            tuple(side for side in ("south", "west", "north", "east") if draft.room_at(side)),
        )
        self.shifted = self.layout == "en" and wants_capital(found.name)

    def _holder(self, field: str, value: str) -> Holder | None:
        holder = self.shell.draft.holder(field, value)
        if holder is None or holder.seat == self.chair:
            return None
        return Holder(holder.symbol, holder.color, letter_of(holder.symbol, self.player.language))

    # ------------------------------------------------------------------------------------------ changing

    def change(self, **values: Any) -> None:
        """The player is the same but for ``values``."""
        self.shell.draft = self.shell.draft.sit(msgspec.structs.replace(self.player, **values))

    def speak(self, language: str) -> None:
        """The seat reads ``language`` from now on, and its keyboard writes it."""
        self.layout = language
        self.change(language=language)

    def swap(self, chair: int) -> None:
        """Change places with the one on ``chair``."""
        self.shell.draft = self.shell.draft.swap(Seat(self.chair), Seat(chair))

    def key(self, key: str) -> None:
        """A key of the keyboard, on the screen or a real one."""
        digits = self.layout.startswith("digits-")
        language = self.layout.removeprefix("digits-")
        if key == "done":
            self.change(name=clean_name(self.player.name))
            self.typing = False
        elif key == "language":
            self.layout = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
        elif key == "digits":
            self.layout = language if digits else f"digits-{language}"
        elif key == "shift":
            self.shifted = not self.shifted
        else:
            self.change(name=typed(self.player.name, key, shift=self.shifted and key.isascii()))
        if key in ("language", "digits"):
            self.shifted = self.layout == "en" and wants_capital(self.player.name)

    def ready(self) -> None:
        """The seat is done; without a name it is called by its letter."""
        name = clean_name(self.player.name)
        if not name:
            name = self.words.text("flow.seats.called", letter=self.badge.letter)
        self.change(name=name)
        self.dispatch("on_ready")
