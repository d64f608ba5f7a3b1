"""One sheet for several numbers of an action, as cost, points and income: boxes to tap, keys, a button to record."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.game import Choice, Number
from companion.screens.asking import Asking
from companion.screens.fields import HEAD, field_title
from companion.screens.stage import Scene
from companion.screens.theme import LEAST_TARGET, PAD, theme
from companion.screens.views import SeatView
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.digits import Digits, Typed
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.sheet import Sheet

KEYS = 54.0
"""How wide the keys are beside the boxes, in millimetres."""


def only_numbers(asking: Asking) -> bool:
    """Whether every blank that is still open is a number."""
    open_ = asking.choice.fields[len(asking.values) :]
    return bool(open_) and all(isinstance(field, Number) for _, field in open_)


def _label(scene: Scene, choice: Choice, name: str) -> str:
    """A short name for the box where the catalogue has one, else what the blank asks."""
    key = f"figure.{name}"
    short = scene.words(choice.seat).has(key, scene.game.name)
    return scene.text(key, choice.seat) if short else field_title(scene, choice, name)


class Figure(ButtonBehavior, Drawn):
    """A box with its name and the number that stands in it; ``chosen``: the keys write here."""

    name = StringProperty("")
    words = StringProperty("")
    chosen = BooleanProperty(False)
    right_now = BooleanProperty(True)
    at = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for prop in ("name", "words", "chosen", "right_now"):
            self.fbind(prop, self.repaint)

    def paint(self) -> None:
        look = theme.palette
        self.box(0, 0, self.width, self.height, 2.0, look.raised if self.chosen else look.ground)
        edge = look.brass if self.chosen else look.line
        self.box(0, 0, self.width, self.height, 2.0, edge, outline=0.6 if self.chosen else 0.35)
        limit = self.width - theme.mm(2)
        self.write(self.name, self.width / 2, self.height * 0.78, "label", "text2", limit=limit)
        ink = look.text if self.right_now else look.warn
        self.write(self.words, self.width / 2, self.height * 0.36, "figure", ink, limit=limit)


class FiguresSheet(Sheet):
    """Asks for every open number of ``asking`` at once and hands the filled ``asking`` to ``done``."""

    def __init__(self, owner: SeatView, scene: Scene, asking: Asking, done: Any) -> None:
        self.scene, self.asking, self.done = scene, asking, done
        choice = asking.choice
        self.open_fields: tuple[tuple[str, Any], ...] = choice.fields[len(asking.values) :]
        self.typed = [Typed(field) for _, field in self.open_fields if isinstance(field, Number)]
        self.chosen = 0
        super().__init__(owner, scene.text(f"action.{choice.action.__name__}", choice.seat))
        self.figures: list[Figure] = []
        for i, (name, _) in enumerate(self.open_fields):
            figure = Figure(name=_label(scene, choice, name), at=i)
            figure.bind(on_release=lambda one: self._choose(int(one.at)))
            self.figures.append(figure)
        self.digits = Digits(lambda n: scene.number(n, choice.seat))
        self.digits.bind(on_key=lambda _, key: self._press(key))
        self.record = ActButton(icon_name="done", kind="primary", text=scene.text("button.record", choice.seat))
        self.record.bind(on_act=lambda _: self.finish())
        self._show()

    def _choose(self, i: int) -> None:
        self.chosen = i
        self._show()

    def _press(self, key: str) -> None:
        typed = self.typed[self.chosen]
        typed.press(key)
        if key.isdigit() and typed.full and self.chosen + 1 < len(self.typed):
            self.chosen += 1
        self._show()

    def _show(self) -> None:
        for i, (figure, typed) in enumerate(zip(self.figures, self.typed, strict=True)):
            figure.words = self.scene.number(typed.number, self.asking.choice.seat)
            figure.chosen, figure.right_now = i == self.chosen, typed.right
        self.digits.signed = self.typed[self.chosen].field.low < 0
        self.record.enabled = all(typed.right for typed in self.typed)

    def finish(self) -> None:
        """Record, where every number may be."""
        if all(typed.right for typed in self.typed):
            asking = self.asking
            for (name, _), typed in zip(self.open_fields, self.typed, strict=True):
                if asking.next is not None and asking.next[0] == name:
                    asking = asking.fill(typed.number)
            self.done(asking)

    def has_room(self, wide: float, tall: float) -> bool:
        self.size = wide, tall
        deep = self.tall - HEAD - PAD if self._beside() else self.tall - HEAD - 16.5 - PAD - 16.0
        return deep >= 4 * LEAST_TARGET + 3 * 2.0

    def _beside(self) -> bool:
        """Whether the keys stand beside the boxes, and not below them."""
        n = len(self.figures)
        return (self.wide - 3 * PAD - KEYS - 16.0 - 2.0 * (n - 1)) / n >= 14.0

    def lay_out(self) -> None:
        n = len(self.figures)
        if self._beside():
            keys = KEYS
            room = self.wide - 3 * PAD - keys - 16
            each = (room - 2.0 * (n - 1)) / n
            for i, figure in enumerate(self.figures):
                self.put(figure, PAD + i * (each + 2.0), HEAD, each, 20)
            self.put(self.record, PAD, self.tall - PAD - 20, room, 20)
            self.record.form = "row"
            self.put(self.digits, self.wide - PAD - keys - 16, PAD, keys, self.tall - 2 * PAD)
            return
        room = self.wide - 2 * PAD
        each = (room - 2.0 * (n - 1)) / n
        for i, figure in enumerate(self.figures):
            self.put(figure, PAD + i * (each + 2.0), HEAD, each, 15)
        self.put(self.digits, PAD, HEAD + 16.5, room, self.tall - HEAD - 16.5 - PAD - 16)
        self.put(self.record, PAD, self.tall - PAD - 14.5, room, 14.5)
        self.record.form = "row"
