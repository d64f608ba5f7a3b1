"""The program as it is started by people, in its own process, with a real pointer and a real keyboard (xdotool).

The same app stands beside it in this process and is tapped alike: it says where things are, and what the other one
must show. A step is done when both show the same picture.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driver import picture, start_display
from flowing import Evening
from PIL import Image, ImageChops, ImageGrab, ImageStat, features

from companion.config import Home
from companion.screens.bootstrap import PANELS
from companion.screens.chooser import Cover
from companion.screens.keyboard import Keyboard
from companion.screens.pickers import NameField
from companion.screens.seats import PlaceSpot
from companion.store import Store

pytestmark = [
    pytest.mark.ui,
    pytest.mark.skipif(shutil.which("xdotool") is None, reason="xdotool is not here; scripts/setup installs it"),
    pytest.mark.skipif(not features.check("xcb"), reason="this Pillow can't look at a display"),
]
PANEL = PANELS["7in"]
PATIENCE = 40.0
KEYS = {"ن": 45, "ی": 40, "ل": 42, "و": 59, "ف": 28, "ر": 55}
"""Where a Persian keyboard has these letters: X's key codes, so that no key is laid anew while it is typed."""
ALIKE = 2.0
"""Mean difference of two pictures of one page, of 255; another page differs by more than 5."""


class Hands:
    """A pointer and a keyboard at the real program; ``evening`` is the one beside it."""

    def __init__(self, evening: Evening, home: Path, language: str) -> None:
        self.evening = evening
        self.display, self.server = start_display(PANEL.width, PANEL.height)
        subprocess.run(["setxkbmap", "-display", self.display, "-layout", "ir"], check=True, timeout=20)
        environment = {**os.environ, "DISPLAY": self.display, "MIZBAN_HOME": str(home), "SDL_VIDEODRIVER": "x11"}
        environment.pop("MIZBAN_TEST_DISPLAY", None)
        size = f"{PANEL.width}x{PANEL.height}"
        command = [sys.executable, "-m", "companion.cli", "--lang", language, "play", "--size", size]
        self.program = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.environment = environment

    def close(self) -> None:
        self.program.terminate()
        try:
            self.program.wait(20)
        finally:
            self.program.kill()
            self.program.communicate()
            self.server.terminate()
            self.server.wait()

    def xdotool(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self.environment, check=True, timeout=20)

    def seen(self) -> Image.Image:
        return ImageGrab.grab(xdisplay=self.display).convert("RGB")

    def agree(self, box: tuple[int, int, int, int] | None = None, patience: float = PATIENCE) -> None:
        """Wait until the real program shows what the one beside it shows, or in ``box`` of the picture at least."""
        end = time.monotonic() + patience
        alike = ALIKE if box is None else ALIKE / 5
        differ = 255.0
        while time.monotonic() < end:
            assert self.program.poll() is None, self.program.communicate()[1].decode()[-2000:]
            self.evening.driver.settle(0.2)
            theirs, ours = self.seen().crop(box), picture(self.evening.driver).crop(box)
            differ = max(ImageStat.Stat(ImageChops.difference(theirs, ours)).mean)
            if differ < alike:
                return
        raise AssertionError(f"the program shows something else (they differ by {differ:.1f})")

    def type(self, letter: str, box: tuple[int, int, int, int]) -> None:
        """Press the key of ``letter``; once more where the display swallowed it, as who types would."""
        for _ in range(3):
            self.xdotool("key", "--delay", "60", str(KEYS[letter]))
            try:
                self.agree(box, PATIENCE / 3)
            except AssertionError:
                continue
            return
        raise AssertionError(f"{letter} does not arrive")

    def click_at(self, x: float, y: float) -> None:
        self.xdotool("mousemove", str(round(x)), str(round(PANEL.height - y)), "click", "1")
        self.evening.driver.tap_at(x, y)
        self.agree()

    def click(self, widget: Any) -> None:
        self.click_at(*widget.to_window(*widget.center))

    def button(self, what: Any) -> None:
        self.click(self.evening.button(what))


@pytest.fixture(params=["fa"])
def hands(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hands]:
    language = request.param
    with Evening(tmp_path / "beside", PANEL, language) as evening:
        made = Hands(evening, tmp_path / "real", language)
        try:
            made.agree()
            yield made
        finally:
            made.close()


def to_the_seats(hands: Hands, game: str) -> None:
    """Past the first page and the guide, to the seats of ``game``."""
    evening = hands.evening
    hands.click_at(PANEL.width * 0.25, PANEL.height * 0.5)
    hands.button(lambda button: button.text == evening.say("flow.guide.skip"))
    hands.click(next(cover for cover in evening.visible(Cover) if cover.view.name == game))
    hands.button(lambda button: button.kind == "primary")
    hands.click(next(spot for spot in evening.visible(PlaceSpot) if not spot.view.color))


def begun(home: Path) -> tuple[str, ...]:
    """The names of the match that was begun there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = Store(Home(home).store).matches() if Home(home).store.exists() else ()
        if found:
            return tuple(player.name for player in found[0].match.players)
        time.sleep(0.3)
    raise AssertionError("no match was begun")


@pytest.mark.slow
def test_a_match_is_begun_with_a_real_pointer_alone(hands: Hands, tmp_path: Path) -> None:
    to_the_seats(hands, "score_pad")
    evening = hands.evening
    hands.click(next(evening.visible(NameField)))
    keyboard = next(evening.visible(Keyboard))
    for letter in ("م", "ی", "done"):
        left, bottom, wide, high = keyboard.box_of(letter)
        hands.click_at(*keyboard.to_window(keyboard.x + left + wide / 2, keyboard.y + bottom + high / 2))
    hands.button(lambda button: button.text == evening.say("flow.seats.ready"))
    hands.button(lambda button: button.kind == "primary")
    assert begun(tmp_path / "real") == ("می",)


def test_a_persian_name_is_typed_on_a_real_keyboard(hands: Hands, tmp_path: Path) -> None:
    to_the_seats(hands, "score_pad")
    evening = hands.evening
    field = next(evening.visible(NameField))
    hands.click(field)
    left, low = field.to_window(field.x, field.y)
    words = round(left), round(PANEL.height - low - field.height), round(left + field.width), round(PANEL.height - low)
    for letter in "نیلوفر":
        field.dispatch("on_key", letter)
        hands.type(letter, words)
    hands.xdotool("key", "Return")
    field.dispatch("on_key", "done")
    hands.agree()
    hands.button(lambda button: button.text == evening.say("flow.seats.ready"))
    hands.button(lambda button: button.kind == "primary")
    assert begun(tmp_path / "real") == ("نیلوفر",)


@pytest.mark.slow
def test_staff_set_a_pin_and_the_language_with_a_real_pointer(hands: Hands, tmp_path: Path) -> None:
    evening = hands.evening
    hands.button("language")
    assert evening.shell.language == "en"
    hands.button("lock")
    hands.button("lock")
    for _ in range(2):
        for key in ("2", "7", "1", "8", "2", "8", "done"):
            hands.click(evening.page.ids.pad.keys[key])
    evening.driver.until(lambda: evening.companion.pin.is_set)
    end = time.monotonic() + PATIENCE
    while not (tmp_path / "real" / "staff.json").exists() and time.monotonic() < end:
        time.sleep(0.2)
    assert (tmp_path / "real" / "staff.json").exists()
