"""The table of the demo: the real app, stepped frame by frame, with hands at its screen and pins under its buttons.

It is started by ``scripts/demo`` and talks with it line by line: what it prints is one JSON value a line, what it
reads is the answer. Everything else goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "companion" / "screens")]

from driver import Driver

from companion.app import Companion, choose_panel, make_shell
from companion.config import Home, load
from companion.game import Seat
from companion.record import Record
from companion.record import read as read_record
from companion.screens.theme import theme
from hardware.pins import WIRINGS, open_factory
from scripts.evening.flow import SetUp
from scripts.evening.hands import Hands

PINS = WIRINGS["mizban"]["buttons"]
SHORT, LONG = 0.12, 1.1
"""How long a finger stays on a button, in seconds."""
OTHER = {"fa": "en", "en": "fa"}


def say(what: str, **more: Any) -> Any:
    """Tell the demo ``what``, and wait for its answer."""
    print(json.dumps({"do": what, **more}), flush=True)
    return json.loads(sys.stdin.readline())


class Evening:
    """One life of the table: from the start of its process to its end, or to the end of its power."""

    def __init__(self, home: Home, pictures: Path, size: str) -> None:
        self.pictures = pictures
        config = load(home.config)
        self.companion = Companion(home, config)
        self.companion.start()
        panel = choose_panel(config, size)
        self.shell = make_shell(self.companion, panel, config.language)
        self.driver = Driver(self.shell, panel)
        self.hands = Hands(self.shell, self.driver, self.press, self.throw)
        self.hands.shown = self.shown  # type: ignore[method-assign]
        self.taken: set[str] = set()

    # ------------------------------------------------------------------------------------------ the hardware

    def press(self, seat: Seat, long: bool = False) -> None:
        """A finger on the button of ``seat``, by its pin."""
        pin = open_factory("mock").pin(PINS[int(seat)])
        pin.drive_low()
        self.driver.settle(LONG if long else SHORT)
        pin.drive_high()
        self.driver.settle(0.05)

    def throw(self, faces: tuple[int, ...]) -> None:
        """The dice fall; they tell it over their own line."""
        say("throw", faces=list(faces))

    # ------------------------------------------------------------------------------------------ pictures

    def shot(self, name: str, languages: tuple[str, ...] = ("fa", "en")) -> None:
        """Take a picture of what stands there, once for each language."""
        if name in self.taken:
            return
        self.taken.add(name)
        here = self.shell.language
        for language in languages:
            self.shell.language = language
            self.driver.settle(0.35)
            self.driver.shot(self.pictures / f"{name}_{language}.png")
        self.shell.language = here
        self.driver.settle(0.1)

    def shown(self, what: str) -> None:
        """A sheet that a hand has filled in; the words on it are those of the seat that opened it."""
        name = f"{what}_{self.size}"
        if name not in self.taken:
            self.taken.add(name)
            self.driver.settle(0.3)
            self.driver.shot(self.pictures / f"{name}_{self.shell.language}.png")

    @property
    def size(self) -> str:
        return f"{self.shell.panel.width}x{self.shell.panel.height}"

    # ------------------------------------------------------------------------------------------ the evening

    def begin(self, record: Record) -> None:
        """From the first page to the first move."""
        SetUp(self.shell, self.driver, self.press, self.shot).run(record.match)

    def resume(self) -> None:
        """Go on with the match that was left standing, as the first page offers it."""
        self.shot(f"resume_{self.size}")
        SetUp(self.shell, self.driver, self.press, self.shot).take_up()
        if self.shell.snapshot.paused:  # nobody's clock runs until somebody says that they are back
            self.shot(f"paused_{self.size}")
            # what a seat is asked lies over the table that is paused, and its answer goes on
            for _ in range(2):  # a throw that is told again may say something over the button: it takes the first tap
                if self.shell.snapshot.paused and not self.hands.page.ids.overlay.open:
                    self.hands.tap_act(self.hands.page.turn, "unpause")
                    self.driver.settle(1.0)
        while say("pending"):  # a throw that fell before the power did is told again
            self.driver.settle(0.2)

    def play(self, record: Record) -> None:
        """The moves that are left."""
        actions = [event.body for event in record.events]
        for n in range(self.hands.moves, len(actions)):
            action = actions[n]
            self.moment(action)
            try:
                self.hands.play(action)
            except AssertionError as error:
                self.driver.shot(self.pictures / "stuck.png")
                raise AssertionError(f"stuck at event {n + 1}, {action}; see stuck.png") from error
            say("stored", events=self.hands.events, moves=self.hands.moves)

    def moment(self, action: Any) -> None:
        """Pictures of what the screen shows before ``action``, the first time that it shows it."""
        state = self.shell.snapshot.state
        self.shot(f"{state.phase.value}_{self.size}")
        if state.turns > 8:
            self.shot(f"later_{self.size}")
        if state.offers:
            self.shot(f"offer_{self.size}")
        asked = self.hands.page.ids.overlay.open
        if state.turns > 10 and f"log_{self.size}" not in self.taken and not asked:  # what is asked stays in front
            self.log()

    def log(self) -> None:
        """Open the menu and the log, and close them again."""
        page = self.hands.page
        seat = page.turn
        page.open_menu()
        self.driver.settle(0.3)
        self.shot(f"menu_{self.size}", (self.shell.language,))
        page.ids.overlay.open[seat].sheet._log()
        self.driver.settle(0.3)
        self.shot(f"log_{self.size}", (self.shell.language,))
        page.close(seat)

    def end(self) -> None:
        """The result, and the report."""
        self.driver.until(lambda: self.shell.page_name == "result", 15.0)
        self.driver.settle(0.6)
        self.shot(f"result_{self.size}")
        snapshot = self.shell.snapshot
        say("over", match=snapshot.match.id, events=self.hands.events, moves=self.hands.moves)
        self.driver.close()
        self.companion.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("record", type=Path)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("size")
    parser.add_argument("--resume", action="store_true")
    asked = parser.parse_args()
    record = read_record(asked.record)
    theme.less_motion = False
    began = time.monotonic()
    evening = Evening(Home(asked.home), asked.pictures, asked.size)
    say("up", seconds=round(time.monotonic() - began, 2))
    if asked.resume:
        evening.resume()
    else:
        evening.begin(record)
    evening.play(record)
    evening.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
