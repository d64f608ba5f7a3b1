"""A picture in the middle of the table with a line beside it that faces whose turn it is: what hands do now.

A sentence must not lie in the middle of a flat table, where half of the players would read it upside down; beside the
zone of the turn, turned to it, it may. On an upright panel it stands under the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.game import Seat
from companion.screens.bootstrap import Panel
from companion.screens.layout import Box, Frame
from companion.screens.stage import Scene
from companion.screens.theme import theme
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.turned import Turned

LARGE = 1.5
"""How much larger the line is on an upright panel that is read from across a room."""


@dataclass(frozen=True)
class Told:
    """What to do now, and what tables forget."""

    prompt: str
    notes: tuple[str, ...] = ()
    rtl: bool = False


def told(scene: Scene, seat: Seat | None, *, prompt: bool = True) -> Told:
    """The reminders of the moment in the words of ``seat``, and the ``prompt`` where it stands nowhere else."""
    words = scene.words(seat)
    notes = tuple(words.say(line, scene.game.name) for line in scene.game.guide(scene.state))
    line = words.say(scene.snapshot.standing.prompt, scene.game.name) if prompt else ""
    return Told(line, notes, words.language == "fa")


def room(frame: Frame, panel: Panel) -> Box:
    """The middle without what corner buttons cover of it on a flat panel."""
    box = frame.middle
    if not panel.flat:
        return box
    low = min(frame.menu.y, frame.undo.y)
    covered = box.top > low and (frame.menu.right > box.x or frame.undo.x < box.right)
    if not covered:
        return box.inset(round(1.2 * panel.density))
    below = Box(box.x, box.y, box.width, low - round(panel.density) - box.y)
    left, right = max(box.x, frame.menu.right), min(box.right, frame.undo.x)
    beside = Box(left, box.y, right - left, box.height)
    best = max((below, beside), key=lambda one: one.width * one.height if one.width > one.height else 0.0)
    return best.inset(round(1.2 * panel.density))


def corners(frame: Frame, panel: Panel) -> tuple[float, float]:
    """Pixels that the menu button of an upright panel takes of the middle, at its left and its right."""
    if panel.flat:
        return 0.0, 0.0
    if frame.menu.center[0] < frame.middle.center[0]:
        return frame.menu.right - frame.middle.x, 0.0
    return 0.0, frame.middle.right - frame.menu.x


class TellingLine(Drawn):
    """Shows a :class:`Told` along its own lower edge: the prompt, under it as many reminders as there is room for.

    ``grow``: how much larger than a label its words are.
    """

    grow = NumericProperty(1.0)

    def paint(self) -> None:
        view: Told | None = self.view
        if view is None:
            return
        limit = self.width - theme.mm(3)
        px = round(theme.px("label") * self.grow)
        room = max(1, int(self.height / (theme.mm(4.7) * self.grow)))
        entries: list[tuple[str, str]] = []
        sizes: list[int] = []  # lines of each entry
        for words, ink in ((view.prompt, "brass"), *((note, "text2") for note in view.notes)):
            if not words:
                continue
            longer = f"{entries[-1][0]} · {words}" if entries and entries[-1][1] == ink else ""
            if longer and self.measure(longer, "label", px) <= limit:
                entries[-1] = longer, ink
                continue
            lines = 1 if self.measure(words, "label", px) <= limit or room < 2 else 2
            if sum(sizes) + lines <= room:
                entries.append((words, ink))
                sizes.append(lines)
        step = min(theme.mm(6.0) * self.grow, self.height / room)
        y = self.height / 2 + sum(sizes) * step / 2
        for (words, ink), lines in zip(entries, sizes, strict=True):
            y -= lines * step / 2
            weight = 600 if ink == "brass" else None
            self.write(words, self.width / 2, y, "label", ink, limit=limit, lines=lines, px=px,
                       weight=weight)  # fmt: skip
            y -= lines * step / 2


class Faced(Widget):
    """``picture`` with its :class:`TellingLine`; ``deep`` millimetres are kept for the line."""

    def __init__(self, picture: Drawn, deep: float = 12.0) -> None:
        super().__init__()
        self.picture, self.deep = picture, deep
        self.line = TellingLine()
        self.turned = Turned()
        self.turned.add_widget(self.line)
        self.add_widget(picture)
        self.add_widget(self.turned)

    @property
    def view(self) -> Any:
        """What the picture shows."""
        return self.picture.view

    def face(self, frame: Frame, panel: Panel, seat: Seat | None, view: Told) -> None:
        """Put the line beside the zone of ``seat`` and the picture in what is left."""
        self.line.view = view
        box = Box(self.x, self.y, self.width, self.height)
        side = "south"
        if panel.flat and seat is not None:
            side = frame.zone(seat).side
        long = box.width if side in ("south", "north") else box.height
        two = self.line.measure(view.prompt, "label") > long - theme.mm(3)
        self.line.grow = 1.0 if panel.flat or panel.height_mm < 200 else LARGE
        flat = self.deep if panel.height_mm > 100 else 11.0 if two else 6.5
        deep = round(theme.mm(flat if panel.flat else 18.0 * self.line.grow))
        strip, rest = {
            "south": (Box(box.x, box.y, box.width, deep), Box(box.x, box.y + deep, box.width, box.height - deep)),
            "north": (Box(box.x, box.top - deep, box.width, deep), Box(box.x, box.y, box.width, box.height - deep)),
            "west": (Box(box.x, box.y, deep, box.height), Box(box.x + deep, box.y, box.width - deep, box.height)),
            "east": (Box(box.right - deep, box.y, deep, box.height), Box(box.x, box.y, box.width - deep, box.height)),
        }[side]
        if not panel.flat:  # beside the corner button
            corner = frame.undo
            left = corner.right if corner.x < box.center[0] else box.x
            right = corner.x if corner.x >= box.center[0] else box.right
            strip = Box(left + theme.mm(1), box.y + theme.mm(0.5), right - left - theme.mm(2), deep - theme.mm(1))
        self.turned.side = side
        self.turned.pos, self.turned.size = (strip.x, strip.y), (strip.width, strip.height)
        self.picture.pos, self.picture.size = (rest.x, rest.y), (rest.width, rest.height)
