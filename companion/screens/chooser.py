"""What shall we play? One card a game, with how many may play, how long it takes and how hard it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.boxes import missing
from companion.game import Game
from companion.locale import digits
from companion.screens import text as script
from companion.screens.covers import cover
from companion.screens.draft import Draft
from companion.screens.page import Page, load_layout
from companion.screens.theme import RADIUS, fade, theme
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.segments import Row, Segment

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("chooser")

COUNTS = range(2, 7)


@dataclass(frozen=True)
class GameCard:
    """What a card of the chooser shows; words and digits are in the page's language already."""

    name: str
    title: str
    about: str
    players: str
    minutes: str
    weight: int
    fits: bool
    chosen: bool
    rtl: bool
    all_about: tuple[str, ...] = ()
    """What all the cards say of their games."""


class Cover(ButtonBehavior, Drawn):
    """A :class:`GameCard`. ``form`` "tall": the picture over the words; "wide": beside them."""

    form = StringProperty("tall")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("form", self.repaint)
        self.fbind("state", self.repaint)

    def paint(self) -> None:
        card: GameCard | None = self.view
        if card is None:
            return
        look = theme.palette
        if card.chosen:
            reach = theme.mm(0.9)
            self.box(-reach, -reach, self.width + 2 * reach, self.height + 2 * reach, 4.2, look.brass, outline=0.7)
        self.box(0, 0, self.width, self.height, RADIUS["card"], look.raised if self.state == "down" else look.panel)
        if self.form == "tall":
            self._paint_tall(card)
        else:
            self._paint_wide(card)

    def _dim(self, card: GameCard) -> None:
        """A veil over a game for another number; how many it is for stands before the veil."""
        if not card.fits:
            self.box(0, 0, self.width, self.height, RADIUS["card"], fade(theme.palette.ground, 0.62))

    def _paint_tall(self, card: GameCard) -> None:
        pad = theme.mm(2.6)
        facts = theme.mm(17 if self.width > theme.mm(36) else 24)
        words = theme.mm(8.6) + theme.mm(27.4)
        picture = max(self.height - facts - words - pad, self.height * 0.3)
        radius = round(theme.mm(RADIUS["card"]))
        self.stamp(cover(card.name, round(self.width), round(picture), radius), 0, self.height - picture, (1, 1, 1, 1))
        top = self.height - picture
        self._name(card, pad, top - theme.mm(5.6), self.width - 2 * pad)
        x = self.width - pad if card.rtl else pad
        room, limit = top - theme.mm(10.4) - facts, self.width - 2 * pad
        px = self._about_px(card, limit, room)
        rows = len(script.wrap(card.about, px, theme.weight("label"), limit))
        self.write(
            card.about, x, top - theme.mm(10.0) - rows * px * script.LEADING / 2, "label", "text2",
            anchor="right" if card.rtl else "left", limit=limit, lines=rows, px=px,
        )  # fmt: skip
        self._weight(card, pad, theme.mm(6.2))
        self._dim(card)
        self._facts(card, pad, theme.mm(13.2), self.width - 2 * pad)

    def _paint_wide(self, card: GameCard) -> None:
        pad = theme.mm(2.4)
        picture = round(
            min(
                self.height,
                self.width * (0.3 if self.width < theme.mm(40) else 0.33 if self.width < theme.mm(50) else 0.42),
            )
        )
        radius = round(theme.mm(RADIUS["card"]))
        art = cover(card.name, picture, round(self.height), radius, "right" if card.rtl else "left")
        self.stamp(art, self.width - picture if card.rtl else 0, 0, (1, 1, 1, 1))
        start = picture + pad
        room = self.width - start - pad
        self._name(card, start, self.height - theme.mm(4.6), room)
        self._weight_on_picture(card, self.width - picture / 2 if card.rtl else picture / 2)
        self._dim(card)
        self._facts(card, start, theme.mm(4.0), room)

    def _about_px(self, card: GameCard, limit: float, room: float) -> int:
        """The size at which what every card says of its game has room, so that all are set alike."""
        weight, size = theme.weight("label"), theme.px("label", card.rtl)
        while size > round(theme.mm(3.3)):
            step = size * script.LEADING
            if all(len(script.wrap(about, size, weight, limit)) * step <= room for about in card.all_about):
                break
            size -= 1
        return size

    def _flow(self, card: GameCard, x: float, width: float = 0.0) -> float:
        return self.width - x - width if card.rtl else x

    def _name(self, card: GameCard, x: float, y: float, room: float) -> None:
        """The name in one line; where it is too long for that, small, and in two where the card is tall."""
        long = self.measure(card.title, "name") * 0.76 > room
        two = long and self.height > theme.mm(32)
        self.write(
            card.title, self._flow(card, x), y - (theme.mm(1.6) if two else 0), "name",
            anchor="right" if card.rtl else "left", limit=room, weight=700,
            px=round(theme.mm(4.4)) if long else None, lines=2 if two else 1,
        )  # fmt: skip

    def _fact(self, card: GameCard, sign: str, words: str, start: float, y: float) -> float:
        """An icon and its words; how wide they are."""
        size, px = theme.mm(5.0), round(theme.mm(4.6))
        icon, ink = ("brass", "text") if card.fits else ("warn", "warn") if sign == "people" else ("text3", "text3")
        self.icon(sign, self._flow(card, start, size) + size / 2, y, size, icon)
        anchor = "right" if card.rtl else "left"
        after = start + size + theme.mm(1.4)
        room = max(theme.mm(8), self.width - after - theme.mm(1.2))
        wide = self.write(words, self._flow(card, after), y, "act", ink, anchor=anchor, px=px, limit=room)
        return size + theme.mm(1.4) + wide

    def _facts(self, card: GameCard, start: float, y: float, room: float) -> None:
        """How many, and how many minutes: in one row where both fit, else in two, ``y`` the lower."""
        px = round(theme.mm(4.6))
        second = theme.mm(6.4) + self.measure(card.minutes, "act", px)
        if theme.mm(8.4) + self.measure(card.players, "act", px) + second <= room:
            self._fact(card, "people", card.players, start, y)
            self._fact(card, "timer", card.minutes, start + room - second, y)
        else:
            self._fact(card, "people", card.players, start, y + theme.mm(6.2))
            self._fact(card, "timer", card.minutes, start, y)

    def _weight(self, card: GameCard, start: float, y: float) -> None:
        """How hard it is, 1 to 3, as bars."""
        size = theme.mm(4.6)
        self.icon("weight", self._flow(card, start, size) + size / 2, y, size, "brass")
        wide, high, gap = theme.mm(4.6), theme.mm(1.8), theme.mm(1.6)
        for i in range(3):
            left = self._flow(card, start + size + theme.mm(1.8) + i * (wide + gap), wide)
            self.box(left, y - high / 2, wide, high, 0.9, "text" if i < card.weight else "raised2")

    def _weight_on_picture(self, card: GameCard, middle: float) -> None:
        """The same as three dots on a dark chip, where words leave no room."""
        wide, high, dot = theme.mm(10.6), theme.mm(4.6), theme.mm(2.2)
        self.box(middle - wide / 2, theme.mm(1.6), wide, high, 2.3, fade(theme.palette.ground, 0.85))
        for i in range(3):
            left = middle + (i - 1) * theme.mm(3.2) - dot / 2
            self.box(left, theme.mm(1.6) + (high - dot) / 2, dot, dot, 1.1, "brass" if i < card.weight else "line")


class People(Drawn):
    """What the numbers beside it count, without a word."""

    def paint(self) -> None:
        self.icon("people", self.width / 2, self.height / 2, min(self.width, self.height), "text2")


class ChooserPage(Page):
    """Chooses the game and how many play; what is chosen is the draft's."""

    shell = ObjectProperty()
    counts = ObjectProperty(Row())
    follows = StringProperty("")
    gone_from = StringProperty("")
    """The game that was left because it is not for as many as were chosen."""
    has_options = BooleanProperty(False)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._covers: dict[str, Cover] = {}
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for game in shell.doors.games:
            cover_of = self._covers[game.name] = Cover()
            cover_of.bind(on_release=lambda _, name=game.name: self.choose(name))
            self.add_widget(cover_of)
        shell.fbind("draft", self._show)
        for name in ("words", "size"):
            self.fbind(name, self._show)
        if not shell.draft.game and shell.doors.games:
            known = [game.name for game in shell.doors.games]
            self.choose(shell.first_game if shell.first_game in known else known[0])
        self._show()

    # ------------------------------------------------------------------------------------------ choosing

    def choose(self, name: str) -> None:
        """``name`` is the game; options that were chosen for another one go."""
        draft: Draft = self.shell.draft
        if draft.game == name:
            return
        self.gone_from = ""
        game = next(game for game in self.shell.doors.games if game.name == name)
        room = game.seats(dict(game.complete()))
        count = min(max(draft.count, room.start), room.stop - 1)
        first = game.presets[0].name if game.presets else None
        self.shell.draft = msgspec.structs.replace(
            draft, game=name, preset=first, given=(), count=count, board=None, template="", box=()
        )

    def choose_count(self, count: int) -> None:
        """``count`` people play; a game for another number is left for the first that fits."""
        self.shell.draft = msgspec.structs.replace(self.shell.draft, count=count)
        if count not in self._room(self.shell.game()):
            fitting = [game.name for game in self.shell.doors.games if count in self._room(game)]
            if fitting:
                left = self.shell.draft.game
                self.choose(fitting[0])
                self.gone_from = left
                self.shell.draft = msgspec.structs.replace(self.shell.draft, count=count)

    def go_on(self) -> None:
        """On to the seats; where a match would lack what is printed on the box, that is typed first."""
        game = self.shell.game()
        lacks = not self.shell.draft.template and missing(game, self.shell.doors.box(game))
        self.shell.go("box" if lacks else "seats")

    def _room(self, game: Game[Any]) -> range:
        return game.seats(dict(game.complete()))

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        """Fill every card from the draft and the games, in the page's language."""
        words = self.words
        if words is None or not self.shell.draft.game:
            return
        draft: Draft = self.shell.draft
        said = tuple(words.text("game.about", game.name) for game in self.shell.doors.games)
        for game in self.shell.doors.games:
            room = self._room(game)
            low, high = game.minutes
            self._covers[game.name].view = GameCard(
                game.name,
                words.text("game.name", game.name),
                words.text("game.about", game.name),
                words.text("flow.range", low=room.start, high=room.stop - 1)
                if len(room) > 1
                else digits(str(room.start), words.language),
                words.text("flow.minutes", n=round((low + high) / 10) * 5),
                game.weight,
                draft.count in room,
                game.name == draft.game,
                self.rtl,
                said,
            )
        self.counts = Row(tuple(Segment(n, digits(str(n), words.language)) for n in COUNTS), draft.count)
        game = self.shell.game()
        self.has_options = bool(game.options or game.presets)
        name = words.text("game.name", game.name)
        template = next((t for t in self.shell.doors.templates() if t.id == draft.template), None)
        if template is not None:
            name = f"{name} · {template.fa if words.language == 'fa' else template.en}"
        self.follows = f"{name} · {words.text(f'preset.{draft.preset}', game.name)}" if draft.preset else name
        if self.gone_from:
            left = self._covers[self.gone_from].view
            told = words.text("flow.not_for", name=left.title, range=left.players)
            self.follows = told if self.small else f"{told}\n{self.follows}"
        self._place()

    def _place(self) -> None:
        """Cards in a row where they are tall enough, else in a grid."""
        games = [game.name for game in self.shell.doors.games]
        margin, gap = 6.5, 3.0
        top, bottom = (32.0, 42.0) if self.narrow else (21.0, 22.5) if self.small else (24.0, 24.0)
        wide, tall = self.wide - 2 * margin, self.tall - top - bottom
        columns = 2 if self.narrow else len(games) if tall >= 70 else 3
        rows = -(-len(games) // columns)
        each, high = (wide - gap * (columns - 1)) / columns, (tall - gap * (rows - 1)) / rows
        for i, name in enumerate(games):
            row, column = divmod(i, columns)
            card = self._covers[name]
            card.form = "tall" if high > each * 1.15 and high > 50 else "wide"
            self.put(card, margin + column * (each + gap), top + row * (high + gap), each, high)
