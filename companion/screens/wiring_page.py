"""Which button is where: side by side, whoever stands there presses it; nobody has to know a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.events import SIDES, News, Pressed
from companion.game import Line
from companion.screens.draft import COLORS, SYMBOLS
from companion.screens.page import Page, load_layout
from companion.screens.table_map import MapSeat, MapView
from companion.screens.widgets.badge import letter_of

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("wiring_page")

WIRINGS = ("mizban", "four", "strip")
"""Presets of pins, as docs/seats.md draws them."""


class WiringPage(Page):
    """The page "wiring_page". ``side`` is the one that is asked for; "" while the wiring is chosen.

    ``map`` shows the table with the buttons that were found and a free place at the side that is asked for.
    """

    shell = ObjectProperty()
    side = StringProperty("")
    title = StringProperty("")
    note = StringProperty("")
    told = StringProperty("")
    troubled = BooleanProperty(False)
    waiting = BooleanProperty(False)
    wirings = ListProperty(["", "", ""])
    following = StringProperty("")
    map = ObjectProperty(MapView())

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._wiring = ""
        self._found: dict[str, list[int]] = {}
        self._line: Line | None = None
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for name in ("words", "size", "side", "waiting"):
            self.fbind(name, self._show)
        shell.bridge.listen(self._heard)

    def entered(self) -> None:
        """From the beginning."""
        self.side, self._wiring, self._found, self._line = "", "", {}, None
        self.waiting = False
        self._show()

    def left(self) -> None:
        """The buttons of the configuration serve again, unless others were kept."""
        if self._wiring:
            self._wiring = ""
            self.shell.doors.try_wiring(None, lambda _: None)

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        """Bring the words up to date."""
        words = self.words
        if words is None:
            return
        self.title = words.text("flow.wiring.title")
        self.wirings = [words.text(f"flow.wiring.{name}") for name in WIRINGS]
        self.note = words.text(f"flow.wiring.press.{self.side}" if self.side else "flow.wiring.choose")
        self.told = words.say(self._line) if self._line is not None else ""
        self.troubled = self._line is not None and self._line.key.startswith("error.")
        self.following = words.text("flow.wiring.keep" if self.side == SIDES[-1] else "flow.wiring.next")
        found = [(side, place) for side in SIDES for place in self._found.get(side, ())]
        seats = tuple(self._seat(i, side) for i, (side, _) in enumerate(found))
        self.map = MapView(seats, free=(self.side,))

    def _seat(self, number: int, side: str) -> MapSeat:
        symbol = SYMBOLS[number % len(SYMBOLS)]
        return MapSeat(number, side, symbol, COLORS[number % len(COLORS)], letter_of(symbol, self.words.language))

    def _say(self, line: Line | None) -> None:
        self._line = line
        self._show()

    # ------------------------------------------------------------------------------------------ steps

    def choose(self, number: int) -> None:
        """The table is wired as preset ``number``: its buttons are listened to."""
        if self.waiting:
            return
        wiring, self.waiting = WIRINGS[number], True

        def ready(refusal: Any) -> None:
            self.waiting = False
            if refusal is None:
                self._wiring, self.side = wiring, SIDES[0]
                self._say(None)
            else:
                self._say(refusal if isinstance(refusal, Line) else Line.of("error.not_kept", what=str(refusal)))

        self.shell.doors.try_wiring(wiring, ready)

    def _heard(self, news: News) -> None:
        if not (isinstance(news, Pressed) and self.side and self.shell.page_name == "wiring_page"):
            return
        place = int(news.press.seat)
        at = next((side for side, places in self._found.items() if place in places), None)
        if at is None:
            self._found.setdefault(self.side, []).append(place)
            self._say(Line.of("flow.wiring.heard", n=len(self._found[self.side])))
        elif at != self.side:
            self._say(Line.of("error.wiring_twice"))

    def forward(self) -> None:
        """The next side; after the last one, all of it is kept."""
        if self.waiting:
            return
        if self.side != SIDES[-1]:
            self.side = SIDES[SIDES.index(self.side) + 1]
            self._say(None)
        elif not self._found:
            self._say(Line.of("error.wiring_none"))
        else:
            self.waiting = True
            found = {side: list(places) for side, places in self._found.items()}
            self.shell.doors.keep_wiring(self._wiring, found, self.shell.language, self._kept)

    def _kept(self, refusal: Any) -> None:
        self.waiting = False
        if refusal is None:
            self._wiring = ""
            self.shell.back_from("wiring_page")
        else:
            what = getattr(refusal, "strerror", None) or str(refusal)
            self._say(getattr(refusal, "line", None) or Line.of("error.not_kept", what=what))

    def back(self) -> None:
        """The side before, or out."""
        if self.side and self.side != SIDES[0]:
            self.side = SIDES[SIDES.index(self.side) - 1]
            self._found.pop(self.side, None)
            self._say(None)
        else:
            self.shell.back_from("wiring_page")
