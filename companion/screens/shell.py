"""The Kivy App: which page stands on the screen, in which language, and the values that pages show.

It knows the rooms below only by the :class:`Doors` that it is given. News come by the bridge; the newest snapshot and
the draft of the next match are properties that pages bind to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import ObjectProperty, OptionProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.boxes import Box, prefilled
from companion.events import Call, Called, Closed, Happened, Health, Match, News, Pressed, Proposed, Resumed
from companion.game import Board, Game
from companion.games.score_pad.templates import Template
from companion.health import Fault
from companion.locale import LANGUAGES, Catalogue
from companion.screens import shapes
from companion.screens.bootstrap import Panel
from companion.screens.bridge import Bridge
from companion.screens.calling import CallFrame
from companion.screens.cleaning import Cleaning
from companion.screens.draft import Draft
from companion.screens.echo import Echo
from companion.screens.focus import Focus
from companion.screens.night import Night
from companion.screens.pace import use_plain_clock
from companion.screens.theme import theme
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.turned import Turned

Done = Callable[[Any], None]
ALL_ROUND = ("attract", "match")
"""Pages that serve every side of the table at once; a flat table turns the others to one of its long sides."""


@dataclass(frozen=True)
class Doors:
    """What the rest of the companion does for the screen. Each is called on Kivy's thread and returns at once."""

    games: tuple[Game[Any], ...]
    begin: Callable[[Draft], Any]
    resume: Callable[[str], None]
    leave: Callable[[], None]
    unfinished: Callable[[], Sequence[Match]] = tuple
    pictures: Callable[[], Sequence[Path]] = tuple
    read_picture: Callable[[Path, Done], None] | None = None
    take_picture: Callable[[Done], None] | None = None
    """Let the table's camera take a picture: (Shot), or what went wrong. ``None`` where the table has no camera."""
    story: Callable[[str, str, Done], None] | None = None
    """How the match of this id went and its receipt in this language: (Story, str), or what went wrong."""
    past: Callable[[str, int, bool, Done], None] | None = None
    """What a line of the match of this id may really have been, or what may have come after it: (Choice, ...)."""
    wipe: Callable[[str], None] | None = None
    """What people typed of themselves in the match of this id goes from the record."""
    box: Callable[[Game[Any]], Box] = prefilled
    keep_box: Callable[[Box], Any] = lambda box: None
    export_box: Callable[[Game[Any], Done], None] = lambda game, done: None
    """Write the box where somebody can take it along: (Path), or what went wrong."""
    bring_box: Callable[[Game[Any], Done], None] = lambda game, done: None
    """Take up the newest box of the game that lies about: (Box), or what went wrong."""
    templates: Callable[[], Sequence[Template]] = tuple
    guide_is_read: Callable[[], bool] = lambda: True
    guide_read: Callable[[], None] = lambda: None
    pin_is_set: Callable[[], bool] = lambda: False
    try_pin: Callable[[str, Done], None] = lambda pin, done: done(None)
    """Whether it is the staff's PIN: None, or why not."""
    choose_pin: Callable[[str, Done], None] = lambda pin, done: done(None)
    volume: Callable[[float | None], float] = lambda volume: volume or 0.0
    """Set the volume where one is given; how loud it is."""
    keep: Callable[[dict[str, Any], str, Done], None] = lambda choices, language, done: None
    """Keep what staff chose ("screen.theme": "light") on a screen of this language: None, or what went wrong."""
    export: Callable[[Done], None] = lambda done: None
    """Write the last match where somebody can take it along: (Path), or what went wrong."""
    check: Callable[[], Sequence[Health]] = tuple
    faults: Callable[[], Sequence[Fault]] = tuple
    """The last faults, the newest first."""
    try_light: Callable[[int], bool] = lambda seat: False
    """Lets the light of a seat blink for a moment; whether it has one that can."""
    try_wiring: Callable[[str | None, Done], None] = lambda wiring, done: done(None)
    """Use all buttons and lights of a wiring, or those of the configuration again: None, or why not."""
    keep_wiring: Callable[[str, dict[str, list[int]], str, Done], None] = lambda wiring, found, language, done: None
    """Keep which of a wiring's buttons are at which side, on a screen of this language: None, or what went wrong."""
    sides: dict[int, str] = field(default_factory=dict)
    boards: frozenset[str] = frozenset({"arnika"})


class Ground(Drawn):
    """The table at night: near-black, with a pool of lamp light in the middle."""

    def paint(self) -> None:
        Window.clearcolor = theme.palette.ground  # every pixel is drawn once less often than by a box of this colour
        self.stamp(shapes.pool(), 0, 0, "pool", size=self.size)


class Shell(App):
    """Pages by name. ``language`` is the table's own; seats may have another.

    ``side``: which long side of a flat table reads the pages that have one reading side: the one where the first page
    was touched, the winner's after a match; a page turns when somebody asks it to.
    """

    title = "Mizban"
    use_kivy_settings = False
    language = StringProperty("fa", options=LANGUAGES)
    side = OptionProperty("south", options=("south", "north"))
    words = ObjectProperty(None)
    draft = ObjectProperty(Draft(), comparator=lambda one, other: one == other)
    snapshot = ObjectProperty(None, allownone=True)
    calling = ObjectProperty(None, allownone=True)
    """The seat to which the staff are called."""

    def __init__(
        self, bridge: Bridge, doors: Doors, panel: Panel, pages: dict[str, Callable[[Shell], Widget]], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.bridge, self.doors, self.panel = bridge, doors, panel
        self.page_name = ""
        self._came_from: dict[str, str] = {}
        self.first_game: str | None = None
        self.first_page = "attract"
        self.waiting: Sequence[Match] = ()
        self._leaving_for = "attract"
        self._makers = pages
        self._made: dict[str, Widget] = {}
        self._page: Widget | None = None
        self.stage = FloatLayout()
        self.ground = Ground()
        self.echo = Echo()
        self.front = Turned()
        self.sheets = FloatLayout()
        self.over = Turned()
        self.call_frame = CallFrame()
        self.cleaning = Cleaning(self)
        bridge.listen(self._heard)
        self.fbind("language", self._speak)
        self.fbind("side", self._face)
        self._speak()

    def load_kv(self, filename: str | None = None) -> bool:
        """No layout by the app's own name is looked for."""
        del filename
        return False

    def build(self) -> Widget:
        use_plain_clock()
        theme.use_density(self.panel.density)
        self.stage.add_widget(self.ground)
        self.over.add_widget(self.sheets)
        self.stage.add_widget(self.over)
        Window.clearcolor = theme.palette.ground
        Window.bind(size=self._resized, on_touch_down=self.echo.down, on_touch_up=self.echo.up)
        self.waiting = self.doors.unfinished()
        self.go(self.first_page)
        self.night = Night(self)
        self.focus = Focus(self)
        self.stage.add_widget(self.focus)
        self.stage.add_widget(self.call_frame)
        self.stage.add_widget(self.cleaning)
        self.stage.add_widget(self.night)
        return self.stage

    def _resized(self, _window: Any, size: tuple[int, int]) -> None:
        width, height = size
        self.panel = Panel(int(width), int(height), width / theme.density, self.panel.flat)
        for page in self._made.values():
            if hasattr(page, "panel"):
                page.panel = self.panel

    # ------------------------------------------------------------------------------------------ words

    def _speak(self, *_: Any) -> None:
        if self.draft.language != self.language:  # who sits down next is greeted in the table's language
            self.draft = msgspec.structs.replace(self.draft, language=self.language)
        self.words = self.words_of(self.language)

    def words_of(self, language: str) -> Catalogue:
        """The catalogue of ``language`` with the names of those who play."""
        players = self.snapshot.match.players if self.snapshot else self.draft.seated()
        names = {player.seat: player.name for player in players if player.name}
        return Catalogue(language, names, terms=self.snapshot.match.terms if self.snapshot else None)

    def other_language(self) -> str:
        return LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]

    # ------------------------------------------------------------------------------------------ pages

    def game(self) -> Game[Any]:
        """The game that is about to be played; before any was chosen, the one that is played."""
        name = self.draft.game or (self.snapshot.match.game if self.snapshot else "")
        return next(game for game in self.doors.games if game.name == name)

    def page(self, name: str) -> Widget:
        """The page ``name``, made at its first use. :raises KeyError: for a page that does not exist."""
        if name not in self._made:
            self._made[name] = self._makers[name](self)
        return self._made[name]

    def go(self, name: str) -> None:
        """Show page ``name`` in place of the one that stands there."""
        page = self.page(name)
        self.close_sheets()
        if page is self._page:
            return
        if self._page is not None:
            self._shown().remove_widget(self._page)
            self.stage.remove_widget(self.front)
            if hasattr(self._page, "left"):
                self._page.left()
        self._came_from.setdefault(name, self.page_name or "attract")
        self._page, self.page_name = page, name
        if name == "result":
            self._face_winner()
        if self._shown() is self.front:
            self.stage.add_widget(self.front, index=len(self.stage.children) - 1)
            self.front.size, self.front.pos = self.stage.size, self.stage.pos
            self.front.add_widget(page)
        else:
            self.stage.add_widget(page, index=len(self.stage.children) - 1)
            page.size, page.pos = self.stage.size, self.stage.pos
        if hasattr(page, "entered"):
            page.entered()
        page.opacity = 0.0
        Animation(opacity=1.0, duration=theme.seconds("state"), t="out_quad").start(page)

    # ------------------------------------------------------------------------------------------ sides

    def _shown(self) -> Widget:
        """Where the page stands: on the stage where it serves all sides, else on the front that faces one."""
        return self.stage if self.page_name in ALL_ROUND else self.front

    def _face(self, *_: Any) -> None:
        self.front.side = self.over.side = self.side

    def turn_round(self) -> None:
        """Let the other long side read the page."""
        self.side = "south" if self.side == "north" else "north"

    def touched_at(self, y: float) -> None:
        """Somebody touched the first page of a flat table at height ``y``: the next pages face that long side."""
        if self.panel.flat:
            self.side = "north" if y > self.stage.height * 0.5 + 1 else "south"

    def _face_winner(self) -> None:
        """The result faces the winner where that is one who sits at a long side."""
        if self.snapshot is None or not self.panel.flat or len(self.snapshot.standing.winners) != 1:
            return
        (winner,) = self.snapshot.standing.winners
        side = self.snapshot.match.player(winner).side
        if side in ("south", "north"):
            self.side = side

    # ------------------------------------------------------------------------------------------ ways

    def show_guide(self, then: Callable[[], None] | None = None) -> None:
        """The guide, over the page."""
        from companion.screens.guide import GuideSheet

        self.sheet(GuideSheet(self, then))

    def begin(self) -> None:
        """Somebody touched the first page: on to the chooser, the first time by way of the guide."""
        if self.doors.guide_is_read():
            self.go("chooser")
        else:
            self.show_guide(lambda: self.go("chooser"))

    def close_gallery(self) -> None:
        """Out of the gallery: where it stands alone, out of the program."""
        if self.first_page == "gallery":
            self.stop()
        else:
            self.back_from("gallery")

    def back_from(self, name: str) -> None:
        """From page ``name`` back to the one that it was opened from."""
        self.go(self._came_from.pop(name, "attract"))

    def opened_from(self, name: str) -> str:
        """The page from which page ``name`` was opened."""
        return self._came_from.get(name, "attract")

    def forget_way(self, name: str) -> None:
        """Page ``name`` is left for another way: where it is opened from next is where it leads back to."""
        self._came_from.pop(name, None)

    def sheet(self, sheet: Widget) -> None:
        """Lay ``sheet`` over the page until it is closed."""
        self.sheets.add_widget(sheet)

    def close_sheets(self) -> None:
        self.sheets.clear_widgets()

    def clean(self) -> None:
        """Let somebody wipe the screen: nothing reacts until the lock is held."""
        self.cleaning.on = True

    # ------------------------------------------------------------------------------------------ news

    def _heard(self, news: News) -> None:
        match news:
            case Resumed(snapshot=snapshot):
                self.snapshot = snapshot
                self._speak()
                self.go("match")
            case Happened(snapshot=snapshot) | Proposed(snapshot=snapshot):
                self.snapshot = snapshot
                if snapshot.standing.over and self.page_name == "match":
                    Clock.schedule_once(self._ended, theme.seconds("toast") / 2)
            case Pressed(press=press) if press.long and self.calls_by_button():
                self.bridge.post(Call(None if self.calling == press.seat else press.seat))
            case Called(seat=seat):
                self.calling, self.call_frame.on = seat, seat is not None
            case Closed():
                self.snapshot = None
                self.waiting = self.doors.unfinished()
                self._speak()
                self._go_on()

    def _go_on(self) -> None:
        """The table is free: on to what was wished for, else to the first page."""
        then, self._leaving_for = self._leaving_for, "attract"
        if then == "after_seats":
            self.after_seats()
        else:
            self.go(then)

    def _ended(self, _dt: float) -> None:
        if self.snapshot is not None and self.snapshot.standing.over and self.page_name == "match":
            self.go("result")

    # ------------------------------------------------------------------------------------------ what pages wish

    def side_of(self, chair: int) -> str | None:
        """At which side the button of ``chair`` is, where the config says so."""
        return self.doors.sides.get(chair)

    def leave_for(self, then: str) -> None:
        """The match leaves the table; ``then`` is the page after it, or "after_seats" for the next match."""
        self._leaving_for = then
        self.doors.leave()

    def calls_by_button(self) -> bool:
        """Whether a long press calls the staff now: the match stands still already, and there are staff to call."""
        return self.snapshot is not None and self.snapshot.paused and self.doors.pin_is_set()

    def staff_came(self) -> None:
        """Whoever was called is here."""
        if self.calling is not None:
            self.bridge.post(Call(None))

    def forget_group(self) -> None:
        """The group leaves the table: its match is put away, and what it typed of itself goes."""
        match = self.snapshot.match.id if self.snapshot is not None else None
        self.draft = Draft(language=self.language)
        self.leave_for("attract")
        if match is not None and self.doors.wipe is not None:
            self.doors.wipe(match)

    def has_board(self) -> bool:
        """Whether the game that is chosen has a board to set up on the screen."""
        return self.draft.game in self.doors.boards and dict(self.draft.options(self.game())).get("map", True)

    def after_seats(self) -> None:
        """On from the seats: to the board, or straight to play."""
        if self.has_board():
            self.go("setup_board")
        else:
            self.start()

    def start(self, board: Board | None = None) -> None:
        """Hand the draft to the table; its news open the play page."""
        if board is not None:
            self.draft = msgspec.structs.replace(self.draft, board=board)
        self.doors.begin(self.draft)
