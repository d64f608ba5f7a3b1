"""Take seats: who sits at which side of the table. A press of a seat's button or a tap at an edge opens its sheet."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import msgspec
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.events import SIDES, News, Player, Pressed
from companion.game import Seat
from companion.screens import shapes
from companion.screens.draft import SYMBOLS, Draft
from companion.screens.page import Page, load_layout
from companion.screens.seat_sheet import SeatSheet
from companion.screens.theme import SEATS, theme
from companion.screens.widgets.badge import letter_of, paint_badge, rim
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.sheet import rise
from companion.screens.widgets.turned import Turned

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("seats")

ACROSS = {"south": "north", "north": "south", "west": "east", "east": "west"}
"""Where a side of the table is on a page that the north reads."""


@dataclass(frozen=True)
class Place:
    """A place at an edge: who sits there (``color`` "" : nobody yet), in words of that seat's language."""

    words: str
    note: str = ""
    color: str = ""
    symbol: str = "circle"
    letter: str = ""
    starts: bool = False
    rtl: bool = False
    ready: bool = False


class PlaceSpot(ButtonBehavior, Drawn):
    """Shows a :class:`Place` along its edge, or as a card (``card``) of a page with one reading side."""

    card = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("card", "state"):
            self.fbind(name, self.repaint)

    def paint(self) -> None:
        place: Place | None = self.view
        if place is None:
            return
        look = theme.palette
        if self.card:
            self.box(0, 0, self.width, self.height, 3.4, look.raised if self.state == "down" else look.panel)
        if not place.color:
            self._paint_invitation(place)
            return
        outline = rim(place.color)
        thick = theme.mm(1.0)
        if self.card:
            left = self.width - thick if place.rtl else 0
            self.box(left, theme.mm(2.4), thick, self.height - theme.mm(4.8), 0.5, outline or SEATS[place.color])
        else:
            if outline is not None:
                self.fill(0, 0, self.width, theme.mm(1.3), outline)
            self.fill(0, 0, self.width, thick, SEATS[place.color])
        badge = theme.mm(11.0)
        gap = theme.mm(3.4)
        room = self.width - badge - gap - theme.mm(8 + (9 if place.starts else 0))
        name = min(max(self.measure(place.words, "title"), self.measure(place.note, "label") + theme.mm(6)), room)
        start = theme.mm(4.5) if self.card else max((self.width - badge - gap - name) / 2, theme.mm(3))

        def flow(x: float) -> float:
            return self.width - x if place.rtl else x

        paint_badge(self, flow(start + badge / 2), self.height / 2, badge, place.symbol, place.color, place.letter)
        x, anchor = flow(start + badge + gap), "right" if place.rtl else "left"
        self.write(place.words, x, self.height / 2 + theme.mm(3.2), "title", anchor=anchor, limit=room, weight=600)
        size = theme.mm(4.4)
        sign, ink = ("done", look.good) if place.ready else ("correct", look.brass)
        self.icon(sign, flow(start + badge + gap + size / 2), self.height / 2 - theme.mm(4.0), size, ink)
        after = flow(start + badge + gap + size + theme.mm(1.4))
        self.write(place.note, after, self.height / 2 - theme.mm(4.0), "label", "text2", anchor=anchor, limit=room)
        if place.starts:
            self.icon("start", flow(self.width - theme.mm(6.5)), self.height / 2, theme.mm(6.5), look.brass)

    def _paint_invitation(self, place: Place) -> None:
        look = theme.palette
        ring = round(min(theme.mm(11.0), self.height * 0.8))
        gap = theme.mm(3.0)
        ink = look.brass_hi if self.state == "down" else look.brass
        room = self.width - ring - gap - theme.mm(4)
        words = min(self.measure(place.words, "body"), room) if place.words else 0.0
        start = (self.width - ring - (gap + words if words else 0)) / 2
        x = self.width - start - ring / 2 if place.rtl else start + ring / 2
        self.stamp_at(shapes.ring(ring, max(2.0, theme.mm(0.4))), x, self.height / 2, ink)
        self.icon("sit", x, self.height / 2, ring * 0.5, ink)
        if words:
            at = start + ring + gap
            self.write(
                place.words, self.width - at if place.rtl else at, self.height / 2, "body", look.brass_hi,
                anchor="right" if place.rtl else "left", limit=room, weight=600,
            )  # fmt: skip


class SeatsPage(Page):
    """The draft's players at their sides; one sheet for each seat that is being taken, several at once."""

    shell = ObjectProperty()
    title = StringProperty("")
    status = StringProperty("")
    go_word = StringProperty("")
    may_go = BooleanProperty(False)
    has_players = BooleanProperty(False)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._edges: dict[str, Turned] = {}
        self._spots: list[PlaceSpot] = []
        self._open: dict[int, tuple[Turned, SeatSheet]] = {}
        self._random = SystemRandom()
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        shell.fbind("draft", self._show)
        shell.fbind("side", self._show)
        for name in ("words", "size"):
            self.fbind(name, self._show)
        shell.bridge.listen(self._heard)
        self._show()

    def left(self) -> None:
        """The page is left: what is open closes."""
        for chair in tuple(self._open):
            self.close(chair)

    # ------------------------------------------------------------------------------------------ sitting down

    def _heard(self, news: News) -> None:
        if isinstance(news, Pressed) and self.shell.page_name == "seats":
            self.pressed(int(news.press.seat))

    def pressed(self, chair: int) -> None:
        """The button of ``chair``: sit down, or say that the seat is ready."""
        if chair in self._open:
            self._open[chair][1].ready()
        elif any(player.seat == chair for player in self.shell.draft.players):
            self.edit(chair)
        else:
            side = self.shell.side_of(chair)
            free = [side, *SIDES] if side else SIDES
            self.sit(next((s for s in free if self.shell.draft.room_at(s)), "south"), chair)

    def sit(self, side: str, chair: int | None = None) -> None:
        """Somebody new at ``side``; their sheet opens."""
        draft: Draft = self.shell.draft
        if not draft.room_at(side):
            return
        player = draft.newcomer(side, chair)
        self.shell.draft = draft.sit(player)
        self.edit(int(player.seat))

    def edit(self, chair: int) -> None:
        """Open the sheet of the seat; on a page with one reading side only one is open."""
        if chair in self._open:
            return
        if self.upright:
            self.left()
        else:
            player = self._player(chair)
            for other in [c for c in self._open if self._overlap(self._player(c).side, player.side)]:
                self.close(other)
        sheet = SeatSheet(self.shell, chair, upright=self.upright)
        turned = Turned()
        turned.add_widget(sheet)
        sheet.bind(on_ready=lambda *_: self.close(chair))
        self._open[chair] = (turned, sheet)
        self.add_widget(turned)
        self._place_sheets()
        rise(turned)

    def _overlap(self, one: str, other: str) -> bool:
        """Sheets of two sides lie over each other, except across the table where it is deep enough."""
        across = {one, other} == {"south", "north"} and self.tall > 190
        along = {one, other} == {"east", "west"} and self.wide > 260
        return not (across or along)

    def close(self, chair: int) -> None:
        turned, sheet = self._open.pop(chair)
        sheet.close()
        self.remove_widget(turned)

    def _player(self, chair: int) -> Player:
        return next(player for player in self.shell.draft.players if player.seat == chair)

    # ------------------------------------------------------------------------------------------ order

    def starts(self, chair: int) -> None:
        self.shell.draft = self.shell.draft.starts(Seat(chair))

    def shuffle(self) -> None:
        """Draw who starts, because the table asks for it."""
        self.shell.draft = self.shell.draft.random_start(self._random)

    def turn_round(self) -> None:
        """The turn passes the other way."""
        self.shell.draft = self.shell.draft.reversed()

    def go(self) -> None:
        """On to the board, or to play where there is none to set up."""
        self.left()
        draft: Draft = self.shell.draft
        self.shell.draft = msgspec.structs.replace(draft, count=len(draft.players))
        self.shell.after_seats()

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        draft: Draft = self.shell.draft
        if self.words is None or not draft.game:
            return
        for chair in [chair for chair in self._open if not any(p.seat == chair for p in draft.players)]:
            self.close(chair)
        game = self.shell.game()
        room = game.seats(dict(draft.options(game)))
        missing = draft.missing(game)
        seated, wanted = len(draft.players), max(draft.count, len(draft.players))
        self.title = self.words.text("game.name", game.name)
        if missing is not None and seated >= wanted:
            self.status = self.words.say(missing)
        elif seated:
            self.status = self.words.text("flow.seats.status", n=seated, all=wanted)
        else:
            self.status = self.words.text("flow.seats.nobody" + ("_upright" if self.upright else ""), n=wanted)
        self.may_go = missing is None
        self.has_players = seated > 1
        self.go_word = self.words.text("flow.seats.board" if self.shell.has_board() else "flow.seats.play")
        self._clear()
        if self.upright:
            self._show_cards(draft, room)
        else:
            self._show_edges(draft, room)
        for turned, _ in self._open.values():  # sheets stay on top
            self.remove_widget(turned)
            self.add_widget(turned)
        self._place_sheets()

    def _clear(self) -> None:
        for child in (*self._edges.values(), *self._spots):
            self.remove_widget(child)
        self._edges.clear()
        self._spots.clear()

    def _place_of(self, player: Player) -> Place:
        words = self.shell.words_of(player.language)
        draft: Draft = self.shell.draft
        return Place(
            player.name or words.text("flow.seats.your_name"),
            words.text("flow.seats.is_ready" if player.name else "flow.seats.is_choosing"),
            player.color,
            player.symbol,
            letter_of(player.symbol, player.language),
            len(draft.players) > 1 and draft.players[draft.first].seat == player.seat,
            player.language == "fa",
            bool(player.name),
        )

    def _spot(self, player: Player | None, side: str, words: str = "") -> PlaceSpot:
        spot = PlaceSpot(card=self.upright)
        if player is None:
            spot.view = Place(words, rtl=self.rtl)
            spot.bind(on_release=lambda *_: self.sit(side))
        else:
            spot.view = self._place_of(player)
            spot.bind(on_release=lambda *_: self.edit(int(player.seat)))
        self._spots.append(spot)
        return spot

    def _show_edges(self, draft: Draft, room: range) -> None:
        """Everybody at their own edge, facing it; where nobody sits, an invitation."""
        deep = 20.0 if self.tall > 125 else 17.0
        more = len(draft.players) < min(room.stop - 1, len(SYMBOLS))
        awaited = len(draft.players) < draft.count  # later comers find a sign, without an invitation
        for side in SIDES:
            across = side in ("south", "north")
            length = (self.wide - 2 * deep - 4) if across else (self.tall - 2 * deep - 4)
            seats = list(draft.at(side))
            if side in ("south", "east"):  # clockwise runs from the right there, as that seat sees it
                seats.reverse()
            strip = Page()
            spots: list[tuple[PlaceSpot, float]] = []
            each = min(72.0, (length - 20.0) / max(1, len(seats)))
            for player in seats:
                spots.append((self._spot(player, side), each))
            if not seats and more:
                words = self.words.text("flow.seats.sit") if awaited else ""
                spots.append((self._spot(None, side, words), min(length, 84.0) if awaited else 18.0))
            elif more and draft.room_at(side) and each + 20 <= length:
                spots.append((self._spot(None, side), 18.0))
            at = (length - sum(width for _, width in spots)) / 2
            for spot, width in spots:
                spot.area = (at, 0, width, deep)
                strip.add_widget(spot)
                at += width
            edge = self._edge(side)
            turned = self._edges[side] = Turned(side=edge)
            turned.add_widget(strip)
            if across:
                self.put_fixed(turned, deep + 2, 0 if edge == "north" else self.tall - deep, length, deep)
            else:
                self.put_fixed(turned, 0 if edge == "west" else self.wide - deep, deep + 2, deep, length)
            self.add_widget(turned)

    def _show_cards(self, draft: Draft, room: range) -> None:
        """One card a seat, in the order of the turn, on a page with one reading side; one more for a later comer."""
        columns = 1 if self.narrow else 2
        most, seated = min(room.stop - 1, len(SYMBOLS)), len(draft.players)
        free = max(min(draft.count, most) - seated, min(1, most - seated))
        entries: list[Player | None] = [*draft.players, *(None for _ in range(free))]
        each = (self.wide - 12 - 3 * (columns - 1)) / columns
        high = min(18.0, (self.tall - 20 - (36 if self.narrow else 20)) / -(-len(entries) // columns))
        for i, player in enumerate(entries):
            row, column = divmod(i, columns)
            side = next((s for s in SIDES if not draft.at(s)), next((s for s in SIDES if draft.room_at(s)), "south"))
            sit = self.words.text("flow.seats.add" if seated < draft.count else "flow.seats.sit_too")
            spot = self._spot(player, side, sit if player is None else "")
            self.put(spot, 6 + column * (each + 3), 20 + row * high, each, high - 2.0)
            self.add_widget(spot)

    def _edge(self, side: str) -> str:
        """Where ``side`` of the table is on this page, which may be turned to the north."""
        return side if self.shell.side == "south" else ACROSS[side]

    def put_fixed(self, child: Any, left: float, top: float, width: float, height: float) -> None:
        """Place ``child`` as on the table, never mirrored."""
        child.fixed = True
        self.put(child, left, top, width, height)

    def _place_sheets(self) -> None:
        for chair, (turned, _) in self._open.items():
            side = "south" if self.upright else self._edge(self._player(chair).side)
            turned.side = side
            if self.upright:
                self.put_fixed(turned, 0, 0, self.wide, self.tall)
            elif side in ("south", "north"):
                wide, high = min(172.0, self.wide - (4 if self.small else 40)), min(86.0, self.tall - 6)
                top = 0.0 if side == "north" else self.tall - high
                self.put_fixed(turned, (self.wide - wide) / 2, top, wide, high)
            else:
                long, deep = min(150.0, self.tall - 2), min(96.0, self.wide * 0.62)
                left = 0.0 if side == "west" else self.wide - deep
                self.put_fixed(turned, left, (self.tall - long) / 2, deep, long)
