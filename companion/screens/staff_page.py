"""The staff's page behind its PIN: health, sound, look, another language, what is stored, the guide once more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, OptionProperty, StringProperty

from companion.game import Line
from companion.screens.page import Page, load_layout
from companion.screens.theme import PALETTES, theme
from companion.staff import SHORTEST

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("staff_page")

LONGEST = 12
LOUD = (0.0, 0.25, 0.5, 1.0)
"""Steps of the volume."""


class StaffPage(Page):
    """The page "staff_page". ``step``: "pin" asks for it, "new" and "again" set one, "acts" is what staff may do."""

    shell = ObjectProperty()
    step = OptionProperty("acts", options=("pin", "new", "again", "acts"))
    typed = StringProperty("")
    title = StringProperty("")
    note = StringProperty("")
    told = StringProperty("")
    troubled = BooleanProperty(False)
    dots = ObjectProperty((0, SHORTEST, False))
    waiting = BooleanProperty(False)
    texts = ListProperty(["", "", "", ""])
    loud_icon = StringProperty("sound")
    motion_icon = StringProperty("motion")

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._first = ""
        self._line: Line | None = None
        self._visiting = False
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for name in ("words", "size", "step", "typed"):
            self.fbind(name, self._show)
        theme.watch(self.show)
        self._show()

    def entered(self) -> None:
        """Locked, where a PIN is set; not for who comes back from the health page."""
        self.typed, self._line = "", None
        if not self._visiting:
            self.step = "pin" if self.shell.doors.pin_is_set() else "acts"
        self._visiting = False
        self._show()

    def left(self) -> None:
        """Nothing that was typed stays."""
        self.typed = self._first = ""

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        """Bring the words up to date."""
        words = self.words
        if words is None:
            return
        self.title = words.text("flow.staff.title")
        self.note = "" if self.step == "acts" else words.text(f"flow.staff.note.{self.step}", digits=SHORTEST)
        self.told = words.say(self._line) if self._line is not None else ""
        self.troubled = self._line is not None and self._line.key.startswith("error.")
        self.dots = (len(self.typed), SHORTEST, self.rtl)
        self.ids.pad.write_number = words.number
        self.ids.pad.may_finish = len(self.typed) >= SHORTEST and not self.waiting
        volume = self.shell.doors.volume(None)
        loudness = min(range(len(LOUD)), key=lambda i: abs(LOUD[i] - volume))
        self.loud_icon = "sound" if loudness else "quiet"
        self.motion_icon = "still" if theme.less_motion else "motion"
        pin = "change_pin" if self.shell.doors.pin_is_set() else "set_pin"
        self.texts = [
            words.text(f"flow.staff.sound.{loudness}"),
            words.text(f"flow.staff.theme.{theme.name}"),
            words.text("flow.staff.motion.less" if theme.less_motion else "flow.staff.motion.full"),
            words.text(f"flow.staff.{pin}"),
        ]

    # ------------------------------------------------------------------------------------------ the PIN

    def press(self, key: str) -> None:
        """A key of the pad."""
        if self.waiting:
            return
        if key == "erase":
            self.typed = self.typed[:-1]
        elif key == "done":
            self._finish()
        elif len(self.typed) < LONGEST:
            self.typed, self._line = self.typed + key, None
            self._show()

    def _finish(self) -> None:
        typed, self.typed = self.typed, ""
        if self.step == "new":
            self._first, self.step = typed, "again"
        elif self.step == "again" and typed != self._first:
            self._tell(Line.of("error.pin_differs"), "new")
        else:
            self.waiting = True
            job = self.shell.doors.choose_pin if self.step == "again" else self.shell.doors.try_pin
            job(typed, self._answered)

    def _answered(self, refusal: Any) -> None:
        self.waiting = False
        if refusal is None:
            self._tell(Line.of("flow.staff.pin_set") if self.step == "again" else None, "acts")
        else:
            wrong = refusal if isinstance(refusal, Line) else Line.of("error.pin_broken", what=str(refusal))
            self._tell(wrong, "new" if self.step == "again" else "pin")

    def _tell(self, line: Line | None, step: str) -> None:
        if step == "acts":
            self.shell.staff_came()
        self._line, self.step = line, step
        self._show()

    # ------------------------------------------------------------------------------------------ what staff may do

    def health(self) -> None:
        """How everything is; the way back is open."""
        self._visiting = True
        self.shell.go("health_page")

    def louder(self) -> None:
        """The next volume; after the loudest comes silence."""
        volume = self.shell.doors.volume(None)
        nearest = min(range(len(LOUD)), key=lambda i: abs(LOUD[i] - volume))
        volume = LOUD[(nearest + 1) % len(LOUD)]
        self.shell.doors.volume(volume)
        self._keep("sound.volume", volume)

    def next_theme(self) -> None:
        """Dark, light, high contrast."""
        names = tuple(PALETTES)
        theme.name = names[(names.index(theme.name) + 1) % len(names)]
        self._keep("screen.theme", theme.name)

    def switch_motion(self) -> None:
        """Less motion, or all of it."""
        theme.less_motion = not theme.less_motion
        self._keep("screen.less_motion", theme.less_motion)

    def next_language(self) -> None:
        """The other language, for the whole screen."""
        self.shell.language = self.shell.other_language()
        self._keep("language", self.shell.language)

    def _keep(self, name: str, value: Any) -> None:
        """For the next start too; that it could not be kept is said, and it holds until then."""
        self._line = None
        self._show()
        self.shell.doors.keep({name: value}, self.shell.language, self._kept)

    def _kept(self, refusal: Any) -> None:
        if refusal is not None:
            what = getattr(refusal, "strerror", None) or str(refusal)
            self._line = getattr(refusal, "line", None) or Line.of("error.not_kept", what=what)
            self._show()

    def new_pin(self) -> None:
        """Set a PIN, twice typed."""
        self.typed = ""
        self._tell(None, "new")

    def export(self) -> None:
        """The last match onto a stick, in every form."""
        self.shell.doors.export(lambda found: self._exported(found))

    def _exported(self, found: Any) -> None:
        if isinstance(found, Exception):
            self._line = getattr(found, "line", None) or Line.of("error.box_export", what=str(found))
        else:
            self._line = Line.of("flow.box.out", file=str(found))
        self._show()

    def back(self) -> None:
        """Back to where the page was opened."""
        if self.step in ("new", "again"):
            self.typed = ""
            self._tell(None, "acts")
        else:
            self.shell.back_from("staff_page")
