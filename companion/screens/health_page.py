"""How everything is: for staff and for whoever sets up. It tells what is wrong and how to mend it, and tries it out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.events import Health, News, Pressed
from companion.health import Fault
from companion.locale import digits
from companion.screens.camera_card import FULL_SHARP, CameraView
from companion.screens.draft import COLORS, SYMBOLS
from companion.screens.health_list import ChairLine, HealthLine, HealthView
from companion.screens.page import Page, load_layout
from companion.screens.theme import theme
from companion.screens.widgets.badge import letter_of

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("health_page")

ICONS = {
    "games": "book", "disk": "store", "text": "language", "screen": "board", "touch": "touch", "camera": "camera",
    "clock": "timer", "heat": "heat", "power": "light", "dice": "dice", "sound": "sound", "store": "store",
    "box": "tidy", "config": "settings", "rules": "book",
}  # fmt: skip
QUIET = ("unused", "no_touch", "off")
"""Ends of the keys of what is well because nobody asked for it."""


class HealthPage(Page):
    """The page "health_page". ``fingers`` is the most that touched at once since it was opened."""

    shell = ObjectProperty()
    title = StringProperty("")
    chip = ObjectProperty(None, allownone=True)
    list_high = NumericProperty(100)
    fingers = NumericProperty(0)
    has_camera = BooleanProperty(False)
    camera = ObjectProperty(None, allownone=True)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._health: tuple[Health, ...] = ()
        self._pressed: set[int] = set()
        self._touching: set[Any] = set()
        self._shot: Any = None
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for name in ("words", "size", "fingers"):
            self.fbind(name, self._show)
        self.ids.list.fbind("width", self._show)
        self.has_camera = shell.doors.take_picture is not None
        shell.bridge.listen(self._heard)

    def entered(self) -> None:
        """Look anew at everything."""
        self.fingers, self._pressed = 0, set()
        self.look()

    def look(self) -> None:
        """Ask every part how it is, and the camera for a picture."""
        self._health = tuple(self.shell.doors.check())
        self._shot = None
        if self.shell.doors.take_picture is not None:
            self.shell.doors.take_picture(self._taken)
        self._show()

    def _taken(self, shot: Any) -> None:
        self._shot = shot
        self._show()

    def _heard(self, news: News) -> None:
        if self.shell.page_name != "health_page":
            return
        if isinstance(news, Pressed):
            self._pressed.add(int(news.press.seat))
            self._show()
        elif isinstance(news, Health):
            self._health = (*(part for part in self._health if part.part != news.part), news)
            self._show()

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        """Bring the lines up to date: what is to mend first."""
        words = self.words
        if words is None or not self._health:
            return
        chairs = self._chairs()
        own = {part.part for part in self._health if part.part.split(" ")[0] in ("seat", "light")}
        lines = [self._line(part) for part in self._health if part.part not in own]
        order = {"mend": 0, "well": 1, "unused": 2}
        faulty = sum(line.state == "mend" for line in lines) + sum(chair.state == "mend" for chair in chairs)
        self.title = words.text("flow.health.title")
        said = words.text("flow.health.mend", n=faulty) if faulty else words.text("flow.health.well")
        self.chip = (said, not faulty, self.rtl)
        told = tuple(self._fault(fault) for fault in self.shell.doors.faults())
        view = HealthView(
            (*sorted(lines, key=lambda line: order[line.state]), *told), chairs, words.text("flow.health.chairs"),
            self._chairs_note(), 2 if self.wide > (260 if self.has_camera else 170) else 1, self.rtl,
        )  # fmt: skip
        self.camera = self._camera() if self.has_camera else None
        listed = self.ids.list
        listed.view = view
        self.list_high = theme.mm(listed.wanted()) + dp(1)

    def _camera(self) -> CameraView:
        words, shot = self.words, self._shot
        title = words.text("flow.part.camera")
        if shot is None:
            return CameraView(title, words.text("flow.board.title.taking"), rtl=self.rtl)
        if isinstance(shot, Exception):
            return CameraView(title, words.text("flow.health.no_shot"), well=False, rtl=self.rtl)
        bars = (
            (words.text("flow.health.light"), shot.light / 100),
            (words.text("flow.health.sharp"), shot.sharp / FULL_SHARP),
        )
        note = words.text("flow.health.poor_shot" if shot.poor else "flow.health.good_shot")
        taken = shot.path.stat().st_mtime if shot.path.exists() else 0.0
        return CameraView(title, note, shot.path, taken, bars, not shot.poor, self.rtl)

    def _line(self, part: Health) -> HealthLine:
        words = self.words
        kind = part.part.split(" ")[0]
        title = words.text(f"flow.part.{kind}") if words.has(f"flow.part.{kind}") else part.part
        state = "mend" if not part.well else "unused" if part.line.key.rpartition(".")[2].endswith(QUIET) else "well"
        what = words.say(part.line)
        if kind == "touch" and self.fingers:
            state, what = "well", words.text("flow.health.fingers", n=int(self.fingers))
        remedy = words.say(part.remedy) if part.remedy is not None and not part.well else ""
        return HealthLine(part.part, ICONS.get(kind, "wrench"), title, what, remedy, state)

    def _fault(self, fault: Fault) -> HealthLine:
        """One of the last faults: what was wrong, when last, and how often since it was first seen."""
        words, (kind, _, number) = self.words, fault.health.part.partition(" ")
        named = words.text(f"flow.part.{kind}") if words.has(f"flow.part.{kind}") else kind
        when = time.strftime("%m-%d %H:%M", time.localtime(fault.at))
        named = f"{named} {digits(number, words.language)}".strip()
        title = words.text("flow.health.fault", what=named, when=when, n=fault.times)
        return HealthLine("fault", "history", title, words.say(fault.health.line), "", "unused")

    def _chairs(self) -> tuple[ChairLine, ...]:
        known = {part.part: part for part in self._health}
        numbers = sorted({int(name.split(" ")[1]) for name in known if name.split(" ")[0] in ("seat", "light")})
        found = []
        for number in numbers:
            parts = [known[name] for name in (f"seat {number}", f"light {number}") if name in known]
            i = (number - 1) % len(SYMBOLS)
            well = number - 1 in self._pressed or all(part.well for part in parts)
            found.append(
                ChairLine(SYMBOLS[i], COLORS[i], letter_of(SYMBOLS[i], self.words.language), "well" if well else "mend")
            )
        return tuple(found)

    def _chairs_note(self) -> str:
        ill = next((part for part in self._health if part.part.startswith(("seat", "light")) and not part.well), None)
        return str(self.words.say(ill.line)) if ill is not None else str(self.words.text("flow.health.try"))

    # ------------------------------------------------------------------------------------------ trying out

    def wire(self) -> None:
        """Which button is where: staff alone may change that, so the way there is through their PIN."""
        if not self.shell.doors.pin_is_set() or self.shell.opened_from("health_page") == "staff_page":
            self.shell.go("wiring_page")
        else:
            self.shell.go("staff_page")
            self.shell.forget_way("health_page")

    def chair(self, number: int) -> None:
        """Let the light of the seat blink."""
        self.shell.doors.try_light(number)

    def on_touch_down(self, touch: Any) -> bool:
        self._touching.add(touch.uid)
        self.fingers = max(self.fingers, len(self._touching))
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        self._touching.discard(touch.uid)
        return bool(super().on_touch_up(touch))
