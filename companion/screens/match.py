"""The play screen: seats at their edges, the game in the middle, what each seat may do now.

It shows a snapshot and posts what is tapped; nothing that a tap means is shown before the table has stored it and
told so. What is special about a game is its :class:`~companion.screens.stage.Stage`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.events import Differs, Happened, News, Pressed, Proposed, Question, Refused, Resumed, Snapshot, Undo
from companion.game import Choice, Seat
from companion.locale import LANGUAGES, Catalogue
from companion.screens import layout
from companion.screens.acting import CANCEL, UNPAUSE, Acting
from companion.screens.asking import Asking, key_of
from companion.screens.games import stage_for
from companion.screens.menu import MenuSheet, PointsSheet
from companion.screens.moving import Moving
from companion.screens.page import load_layout
from companion.screens.sealed import OPEN_FOR, CoveredSheet
from companion.screens.stage import Ask, Scene
from companion.screens.telling import Telling
from companion.screens.theme import theme
from companion.screens.views import Act, Gain, SeatView
from companion.screens.widgets.acts import ActsView
from companion.screens.widgets.asks import AskSheet
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.hexboard import Spot as Place
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.turned import Turned
from companion.screens.widgets.zone import SeatZone

if TYPE_CHECKING:
    from companion.screens.shell import Shell

FULL_RING = 120.0
"""Seconds of a turn that fill the ring of its badge."""

RING_STEPS = 24
"""The ring grows in so many steps: each is a frame, and the only one while nobody touches the screen."""


class MatchPage(Widget):
    """The page "match". ``frame`` is where everything stands, ``turn`` whose zone is the deep one."""

    frame = ObjectProperty(layout.EMPTY, rebind=True)
    bar_box = ListProperty([0, 0, 1, 1])
    turn = ObjectProperty(None, allownone=True)
    panel = ObjectProperty(None)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        load_layout("match")
        self.shell = shell
        self.scene: Scene | None = None
        self.stage = stage_for(None)
        self.middle: Widget | None = None
        self.acting = Acting(self)
        self.telling = Telling(self)
        self.moving = Moving(self)
        self.gains: dict[Seat, tuple[Gain, ...]] = {}
        self.differs: tuple[Place, ...] = ()
        self._zones: dict[Seat, tuple[Turned, SeatZone]] = {}
        self._turn_began: tuple[Seat | None, float] = (None, 0.0)
        super().__init__(**kwargs)
        self.panel = shell.panel
        self.ids.overlay.lit = self._is_lit
        shell.fbind("language", self._speak)
        theme.watch(self._again)
        self.fbind("panel", self._again)
        shell.bridge.listen(self.hear)
        Clock.schedule_interval(self._tick, 2.0)
        if shell.snapshot is not None:
            self.take(shell.snapshot)

    # ------------------------------------------------------------------------------------------ news

    def hear(self, news: News) -> None:
        """Show what is told."""
        match news:
            case Resumed(snapshot=snapshot):
                self.gains, self.differs = {}, ()
                self.ids.overlay.close_all()
                self.acting.stop()
                self.moving.stop()
                self.take(snapshot)
            case Happened(snapshot=snapshot):
                self.acting.stop()
                self.take(snapshot, news)
                self.telling.happened(news)
            case Proposed(snapshot=snapshot):
                self.take(snapshot)
            case Refused() if self.scene is not None:
                self.acting.chosen = None
                self.telling.refused(news)
                self.refresh()
            case Pressed(press=press):
                standing = self.ids.overlay.open.get(press.seat)
                if standing is not None and isinstance(standing.sheet, CoveredSheet):
                    standing.sheet.uncover(OPEN_FOR)
            case Differs(places=places):
                self.differs = tuple((place.kind, place.id) for place in places)
                self.refresh()

    def take(self, snapshot: Snapshot, news: Happened | None = None) -> None:
        """Show ``snapshot``; ``news`` is what led to it."""
        game = next(game for game in self.shell.doors.games if game.name == snapshot.match.game)
        if self.stage.game is not game:
            self.stage = stage_for(game)
            self._drop_middle()
        self.scene = Scene(game, snapshot, self._words_of(snapshot))
        if news is not None:
            gains = self.stage.gains(self.scene, news)
            if gains or not self.stage.keeps_gains(news):
                self.gains = gains
            self.moving.happened(news, gains)
        turn = self.stage.turn(self.scene)
        if turn != self._turn_began[0]:
            self._turn_began = (turn, self._used(turn))
        self.refresh()

    def _words_of(self, snapshot: Snapshot) -> Callable[[Seat | None], Catalogue]:
        names = {player.seat: player.name for player in snapshot.match.players if player.name}
        known = {language: Catalogue(language, names, terms=snapshot.match.terms) for language in LANGUAGES}

        def words(seat: Seat | None) -> Catalogue:
            own = self.shell.language
            if seat is not None and self.panel.flat:
                own = snapshot.match.player(seat).language
            return known[own]

        return words

    # ------------------------------------------------------------------------------------------ showing

    def _speak(self, *_: Any) -> None:
        """In another language; a sheet of the old one goes, and what a seat is asked is asked anew."""
        self.ids.overlay.close_all()
        self.acting.stop()
        self._again()

    def _again(self, *_: Any) -> None:
        if self.scene is not None:
            self.take(self.scene.snapshot)

    def refresh(self) -> None:
        """Bring everything on the screen up to date; what did not change is not painted again."""
        scene = self.scene
        if scene is None:
            return
        self.turn = self.stage.turn(scene)
        players = scene.snapshot.match.players
        sits = [(player.seat, player.side) for player in players]
        rtl = self.shell.language == "fa"
        self.frame = layout.frame(self.panel, sits, self.turn, rtl=rtl)
        self.acting.light_only_choice()
        self.show_middle()
        self._show_dice(scene, rtl)
        self._show_zones()
        self._show_bar(rtl)
        self._show_asks()

    def _show_dice(self, scene: Scene, rtl: bool) -> None:
        """The dice, and on a host view their sum: where the screen has one reading side it may stand as a numeral."""
        dice, throw = self.ids.dice, self.stage.throw(scene)
        dice.throw(self.stage.faces(scene))
        summed = throw is not None and self.frame.form == "host" and self.acting.placing is None
        dice.rtl, dice.total = rtl, scene.number(throw.total, None) if throw and summed else ""

    def seat_view(self, seat: Seat, *, full: bool = True) -> SeatView:
        """What stands in the zone of ``seat``."""
        scene = self.scene
        assert scene is not None
        player = scene.snapshot.match.player(seat)
        words = scene.words(seat)
        turn = seat == self.turn
        active = scene.snapshot.standing.active
        state = "turn" if turn else "asked" if seat in active else "compact"
        if state == "compact" and seat == self.stage.next_turn(scene):
            state = "next"
        acts, prompt, waiting = self._acts_of(seat) if turn and full else ((), "", "")
        throw = self.stage.throw(scene)
        return SeatView(
            seat, words.name(seat), letter_of(player.symbol, words.language), player.symbol, player.color,
            words.language, self.stage.score(scene, seat), state,
            self.stage.signs(scene, seat), () if seat in self.moving.arriving else self.gains.get(seat, ()),
            self._clock_part(seat) if turn else None,
            words.number(throw.total) if turn and throw and self.panel.flat else "",
            prompt, waiting, acts, self.stage.notes(scene, seat, self.frame.form) if prompt else (),
        )  # fmt: skip

    def _acts_of(self, seat: Seat) -> tuple[tuple[Act, ...], str, str]:
        """The buttons of the seat of the turn, its prompt, and what it waits for."""
        scene = self.scene
        assert scene is not None
        if scene.snapshot.paused:
            resume = Act(UNPAUSE, scene.text("menu.unpause", seat), "play", "primary")
            words = "play.paused_call" if self.shell.calls_by_button() else "play.paused"
            return (resume,), scene.text(words, seat), ""
        lit = self.acting.placing
        if lit is not None and lit.seat == seat:
            cancel = (Act(CANCEL, scene.text("button.cancel", seat), "close"),) if lit.may_cancel else ()
            return (*lit.acts, *cancel), lit.words, ""
        waiting = self.stage.waiting(scene, seat)
        acts = self.stage.acts(scene, seat)
        said = self.stage.says_prompt(len(acts), self.frame.form)
        return acts, self.stage.prompt(scene, seat) if said else "", waiting

    def show_middle(self) -> None:
        """Bring the board, and what is lit on it, up to date."""
        assert self.scene is not None
        middle = self.middle
        if middle is None:
            self.middle = middle = self.stage.make_middle(self)
            self.ids.middle.add_widget(middle)
        board = self.stage.room(self)
        middle.pos, middle.size = (board.x, board.y), (board.width, board.height)
        self.stage.show_middle(self.scene, middle, self)

    def _is_lit(self, x: float, y: float) -> bool:
        """Whether a place of the board that may be tapped now lies at ``x, y``."""
        middle: Any = self.middle
        if self.acting.placing is None or not hasattr(middle, "nearest"):
            return False
        return middle.nearest(x - middle.x, y - middle.y) is not None

    def _drop_middle(self) -> None:
        self.ids.middle.clear_widgets()
        self.middle = None

    def _show_zones(self) -> None:
        wanted = {place.seat: place for place in self.frame.zones}
        for seat in set(self._zones) - set(wanted):
            self.ids.zones.remove_widget(self._zones.pop(seat)[0])
        for seat, place in wanted.items():
            if seat not in self._zones:
                turned, zone = Turned(), SeatZone()
                zone.bind(on_act=lambda _, key, seat=seat: self.act(seat, key))
                zone.bind(on_why=lambda _, act, seat=seat: self.explain(seat, act))
                zone.bind(on_badge=lambda _, seat=seat: self.open_seat(seat))
                turned.add_widget(zone)
                self._zones[seat] = (turned, zone)
                self.ids.zones.add_widget(turned)
            turned, zone = self._zones[seat]
            turned.side = place.side
            turned.pos, turned.size = (place.box.x, place.box.y), (place.box.width, place.box.height)
            zone.form, zone.view = place.form, self.seat_view(seat)

    def _show_bar(self, rtl: bool) -> None:
        bar, box = self.ids.bar, self.frame.bar
        if box is None or self.turn is None:
            self.bar_box, bar.view = [-9, -9, 1, 1], None
            return
        acts, prompt, waiting = self._acts_of(self.turn)
        margin = theme.mm(3.0)
        start = 0.0
        dice = self.ids.dice
        if self.frame.form == "host" and (dice.view or dice.total):
            start = (self.frame.dice.width if dice.total else theme.mm(18.5)) + theme.mm(3.0)
        left = box.x + margin + (0 if rtl else start)
        self.bar_box = [left, box.y + theme.mm(2.0), box.width - 2 * margin - start, box.height - theme.mm(4.0)]
        bar.form = "grid" if self.frame.form == "portrait" else "row"
        notes = self.stage.notes(self.scene, self.turn, self.frame.form) if self.scene is not None and prompt else ()
        bar.view = ActsView(acts, waiting or prompt, bool(waiting), rtl, notes)

    def _show_asks(self) -> None:
        scene = self.scene
        assert scene is not None
        asks: dict[Seat, Any] = dict(self.stage.asks(scene))
        for question in scene.snapshot.questions:
            asks[question.seat] = question
        overlay = self.ids.overlay
        if not self.panel.flat or self.panel.height_mm < 100:  # one sheet at a time, in the order of the seats
            asks = dict(sorted(asks.items())[:1])
        for seat in tuple(overlay.open):
            key = overlay.key_of(seat)
            if seat not in asks if key.startswith("ask:") else not self.stage.still(scene, seat, key):
                overlay.close(seat)
        for seat, ask in asks.items():
            key = f"ask:{ask.key if isinstance(ask, Ask) else key_of(ask) if isinstance(ask, Choice) else ask.id}"
            standing = overlay.key_of(seat)
            if standing == key and (not isinstance(ask, Ask) or overlay.open[seat].sheet.ask == ask):
                continue
            if standing and not standing.startswith("ask:") and not isinstance(ask, Question):
                continue  # it is answering already
            owner = self.seat_view(seat, full=False)
            if isinstance(ask, Choice):
                self.acting.fill(Asking(ask), key, closable=False, small=len(asks) > 1)
            else:
                sheet = AskSheet(owner, scene, ask)
                sheet.bind(on_answer=lambda _, key, seat=seat, ask=ask: self.acting.answer(seat, ask, key))
                self.stand(seat, key, sheet, small=len(asks) > 1)
        self._clear()
        steps = self.stage.steps(scene) if self.frame.form != "flat" else None
        menu = self.frame.menu if self.frame.form == "host" else layout.Box(0, 0, 0, 0)
        left, right = (0, menu.x) if menu.x > self.width / 2 else (menu.right, self.width)
        overlay.show_steps(steps, left, right)

    def stand(self, seat: Seat, key: str, sheet: Sheet, *, small: bool = False, large: bool = False) -> None:
        """Stand ``sheet`` at the edge of ``seat``, facing it."""
        if not self.panel.flat and self.scene is not None and sheet.title not in ("", sheet.owner.name):
            name = self.scene.words(seat).isolated(sheet.owner.name)
            sheet.title = self.scene.text("play.whose", seat, name=name, what=sheet.title)
        box = layout.sheet_box(self.panel, self.frame, seat, small=small, large=large)
        across = self.frame.form != "flat" or self.frame.zone(seat).side in ("south", "north")
        if not large and not sheet.has_room(*((box.width, box.height) if across else (box.height, box.width))):
            box = layout.sheet_box(self.panel, self.frame, seat, large=True)
        sheet.bind(on_close=lambda _: self.close(seat))
        self.ids.overlay.show(seat, key, sheet, box, self.frame.zone(seat).side)
        self._clear()

    def close(self, seat: Seat) -> None:
        """Take the sheet of ``seat`` away."""
        self.ids.overlay.close(seat)
        self._clear()

    def _clear(self) -> None:
        """The seat of the turn stays undimmed while others are asked, as it may take its question back."""
        overlay = self.ids.overlay
        overlay.paused = self.frame.middle if self.scene is not None and self.scene.snapshot.paused else None
        overlay.clear_boxes = tuple(
            zone.box for zone in self.frame.zones if zone.seat == self.turn and zone.seat not in overlay.open
        )
        overlay.repaint()

    # ------------------------------------------------------------------------------------------ for the layout

    def act(self, seat: Seat | None, key: str) -> None:
        if seat is not None:
            self.acting.act(seat, key)

    def explain(self, seat: Seat | None, act: Act) -> None:
        if seat is not None:
            self.telling.why(seat, act)

    def undo(self) -> None:
        """Take back the last thing, whoever did it; what needs a consent is asked at that seat."""
        if self.turn is not None or self.scene is not None:
            self.acting.post(Undo(self._hand(), "action"))

    def open_menu(self) -> None:
        """The table's menu, facing whose turn it is."""
        seat = self._hand()
        self.acting.toggle(seat, "menu", lambda: MenuSheet(self.seat_view(seat, full=False), self))

    def open_seat(self, seat: Seat) -> None:
        """Where the points of ``seat`` come from."""
        if self.stage.tap_seat(self, seat):
            return
        self.acting.toggle(seat, "points", lambda: PointsSheet(self.seat_view(seat, full=False), self))

    def _hand(self) -> Seat:
        """Whose finger it most likely is, where the screen can't know."""
        assert self.scene is not None
        return self.turn if self.turn is not None else self.scene.snapshot.match.setup.seats[0]

    # ------------------------------------------------------------------------------------------ the clock

    def _used(self, seat: Seat | None) -> float:
        """Seconds that ``seat`` has used so far."""
        if self.scene is None or seat is None:
            return 0.0
        return self.scene.snapshot.used(seat, time.monotonic())

    def _clock_part(self, seat: Seat) -> int:
        """How much of the ring is filled: a whole one is two minutes of this turn."""
        began_seat, began = self._turn_began
        elapsed = self._used(seat) - began if seat == began_seat else 0.0
        return 60 * min(RING_STEPS, int(elapsed / FULL_RING * RING_STEPS)) // RING_STEPS

    def _tick(self, _dt: float) -> None:
        if self.scene is None or self.turn is None or self.parent is None or self.scene.snapshot.paused:
            return
        entry = self._zones.get(self.turn)
        if entry is not None and entry[1].view is not None:
            entry[1].view = replace(entry[1].view, clock=self._clock_part(self.turn))
