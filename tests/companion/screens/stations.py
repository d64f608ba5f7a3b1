"""The stations of an evening around the match, each page as pictures and checks show it: the same ones each time.

What would differ from one machine to the next is given: how the parts are, what a photograph says, what chance draws.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from flowing import Evening
from moments import kept

from companion.config import SeatPins
from companion.events import SIDES, Health
from companion.game import Line
from companion.games.arnika.boards import balanced_board
from companion.screens.board_draft import from_board
from companion.screens.gallery_parts import CHAPTERS
from companion.screens.options import RulingsSheet

TABLE = Path(__file__).parents[3] / "examples" / "table.jpg"
READING = Path(__file__).parent / "golden" / "table.json"
"""What :data:`TABLE` says, with two tiles that it is asked about."""
LONG = {
    "fa": ("نیلوفر", "محمدحسین‌جان", "Alexandrina", "کاوه"),
    "en": ("Niloufar", "Alexandrina", "محمدحسین‌جان", "Kaveh"),
}
PINS = tuple(SeatPins(side, button=5 + i, light=12 + i) for i, side in enumerate(SIDES))
FINE = (
    Health("games", True, Line.of("health.games", n=6)),
    Health("disk", True, Line.of("health.disk.well", free=24_000, size=32_000)),
    Health("text", True, Line.of("health.text")),
    Health("screen", True, Line.of("health.screen", what="HDMI")),
    Health("touch", True, Line.of("health.no_touch")),
    Health("camera", True, Line.of("health.camera_unused")),
    Health("clock", True, Line.of("health.clock.well")),
    Health("heat", True, Line.of("health.heat.well", degrees=51)),
    Health("dice", False, Line.of("health.dice.away", port="/dev/ttyACM0"), Line.of("remedy.dice.away")),
    *(Health(f"seat {n}", True, Line.of("health.button.ready", number=n, pin=4 + n, presses=n)) for n in range(1, 4)),
    Health("seat 4", False, Line.of("health.button.stuck", number=4, pin=8), Line.of("remedy.pin.stuck")),
    Health("sound", True, Line.of("health.sound.well")),
)
"""How the parts are: well, but for a dice unit that went away and a button that sticks."""


class _Read:
    """A reading that was made before."""

    def to_json(self) -> dict[str, Any]:
        return dict(json.loads(READING.read_text("utf-8")))


def stations(evening: Evening, language: str) -> Iterator[tuple[str, str | None]]:
    """Shows one page after the other; its name, and the language that all of it speaks."""
    shell = evening.shell
    shell.doors = replace(
        shell.doors,
        check=lambda: FINE,
        pictures=lambda: (TABLE,),
        read_picture=lambda path, done: done(_Read()),
    )
    yield "attract", language
    shell.show_guide()
    yield "guide", language
    evening.go("chooser")
    yield "chooser", language
    shell.sheet(RulingsSheet(shell))
    yield "options", language
    evening.go("seats")
    yield "seats_empty", language
    draft = shell.draft
    for side, name in zip(("south", "west", "north", "east"), LONG[language], strict=True):
        draft = draft.sit(msgspec.structs.replace(draft.newcomer(side), name=name, language=language))
    shell.draft = draft
    yield "seats", None
    evening.page.edit(0)
    evening.driver.settle(0.35)
    yield "seats_sheet", None
    evening.page.left()
    page = evening.go("setup_board")
    page._random = Random(7)
    page._ghost = from_board(balanced_board(Random(7), {}))
    page._show()
    yield "setup_ways", language
    page.shuffle()
    yield "setup_random", language
    page.back()
    page.choose_picture()
    yield "setup_pictures", language
    page.read(TABLE)
    yield "setup_read", language
    page.back()
    page.draft = type(page.draft)()
    page.by_hand()
    yield "setup_tiles", language
    page.shuffle()
    page.by_hand()
    yield "setup_numbers", language
    evening.go("health_page")
    yield "health", None
    evening.go("staff_page")
    yield "staff", None
    evening.page.new_pin()
    for key in "27":
        evening.page.press(key)
    yield "pin", language
    evening.go("chooser").choose("ethnos")
    evening.go("box").open("glory")
    yield "box", language
    evening.go("chooser").choose("whale_riders")
    evening.go("box").open("port_names")
    evening.page.pick(0)
    yield "box_keyboard", None


def results(evening: Evening) -> Iterator[str]:
    """Shows a match of Arnika that has ended, part by part; the name of each."""
    evening.played("arnika", 4, kept=kept().get("result"))
    page = evening.go("result")
    evening.driver.until(lambda: page._story is not None)
    evening.settle()
    for tab in [part.key for part in page.tabs.segments] if not page.whole else ["points"]:
        page.tab = tab
        yield f"result_{tab}"
    page.pick(page.results.rows[0].seat)
    yield "result_parts"
    page.tidy()
    yield "tidy"


def resumed(evening: Evening) -> None:
    """A match of four was left standing."""
    evening.played("arnika", 4, 5, left=40, kept=kept().get("resume"))
    evening.shell.leave_for("attract")
    evening.until_page("attract")


def chapters(evening: Evening) -> Iterator[str]:
    """Shows the gallery of widgets, chapter by chapter, from the top of each; the name of each."""
    page = evening.go("gallery")
    for number, chapter in enumerate(CHAPTERS):
        page.chapter = number
        evening.settle()
        page.ids.scroll.scroll_y = 1.0
        yield f"gallery_{chapter}"
