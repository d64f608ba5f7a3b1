"""What is told behind a cover: closed, it shows nothing but whose it is; open while its owner holds the ring.

A short tap opens it, too, for a panel with one finger: it covers itself after a few seconds in which nothing is
touched. The seat's own button opens it the same way. What was chosen stays chosen under the cover.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.clock import Clock, ClockEvent

from companion.screens import shapes
from companion.screens.fields import HEAD
from companion.screens.stage import Scene
from companion.screens.theme import PAD, fade, theme
from companion.screens.views import SeatView
from companion.screens.widgets.badge import paint_badge
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.sheet import Sheet

HELD = 0.5
"""Seconds of a touch from which on it is a hold: letting go covers at once."""
OPEN_FOR = 6.0
"""Seconds that a short tap opens the cover for."""
SPOTS = 9
"""How many marks the pattern of a closed cover has across."""


@dataclass(frozen=True)
class CoinCard:
    """A card that may be chosen: its value, its words, whether it can be had at all."""

    value: int
    words: str
    free: bool = True


class HoldRing(Drawn):
    """The ring with its owner's badge; events ``on_hold``, ``on_loose(held)`` (seconds)."""

    __events__ = ("on_hold", "on_loose")

    def __init__(self, owner: SeatView, **kwargs: Any) -> None:
        self.owner = owner
        self.lit = False
        self._since = 0.0
        super().__init__(**kwargs)

    def on_hold(self) -> None: ...

    def on_loose(self, held: float) -> None: ...

    def light(self, lit: bool) -> None:
        self.lit = lit
        self.repaint()

    def spots(self) -> tuple[tuple[float, float, float, float], ...]:
        """The whole ring, for a keyboard: Enter holds it as a finger does."""
        return ((0.0, 0.0, self.width, self.height),)

    def paint(self) -> None:
        look = theme.palette
        size = min(self.width, self.height)
        x, y = self.width / 2, self.height / 2
        self.stamp_at(shapes.disc(round(size * 0.9)), x, y, look.raised2)
        self.stamp_at(shapes.ring(round(size), max(2.0, size * 0.045)), x, y, look.brass if self.lit else look.line)
        paint_badge(self, x, y, size * 0.42, self.owner.symbol, self.owner.color, self.owner.letter)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._since = time.monotonic()
        self.dispatch("on_hold")
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.dispatch("on_loose", time.monotonic() - self._since)
        return True


class CoveredSheet(Sheet):
    """A sheet under a cover (or ``open_``, where there is nothing to hide): the ring, and what opens and closes it."""

    def __init__(self, owner: SeatView, scene: Scene, title: str, *, open_: bool = False) -> None:
        self.scene = scene
        self.always_open = open_
        self.shown = open_
        self._covering: ClockEvent | None = None
        super().__init__(owner, title)
        self.ring = HoldRing(owner)
        self.ring.bind(on_hold=lambda _: self.uncover(), on_loose=lambda _, held: self._loosed(held))

    def uncover(self, seconds: float | None = None) -> None:
        """Show what is chosen: until the ring is let go, or for ``seconds``."""
        self._forget()
        self.shown = True
        if seconds is not None and not self.always_open:
            self._covering = Clock.schedule_once(lambda _: self.cover(), seconds)
        self._show()

    def cover(self) -> None:
        """Nothing is seen any more."""
        self._forget()
        self.shown = self.always_open
        self._show()

    def _loosed(self, held: float) -> None:
        if held > HELD:
            self.cover()
        else:
            self.uncover(OPEN_FOR)

    def _forget(self) -> None:
        if self._covering is not None:
            self._covering.cancel()
            self._covering = None

    def _show(self) -> None:
        self.ring.light(self.shown)
        self.repaint()

    def lay_out(self) -> None:
        """The ring alone, large, while the cover is closed; what stands there when it is open is the subclass's."""
        self.empty()
        if self.shown:
            self.lay_open()
            return
        size = min(30.0, self.tall - HEAD - PAD)
        top = HEAD + (self.tall - HEAD - PAD - size) / 2
        self.put(self.ring, self.wide / 2 - size / 2, top, size, size)

    def lay_open(self) -> None:
        """Put what is under the cover in its place."""

    def paint_open(self) -> None:
        """Draw what is under the cover."""

    def paint_head(self) -> None:
        look = theme.palette
        if not self.shown:
            step = self.width / SPOTS
            for i in range(SPOTS):
                for j in range(max(1, int(self.height / step))):
                    if (i + j) % 2:
                        self.box(step * (i + 0.5) - theme.mm(1), step * (j + 0.5) - theme.mm(1), theme.mm(2),
                                 theme.mm(2), 0.5, fade(look.line, 0.35))  # fmt: skip
        super().paint_head()
        if self.shown:
            self.paint_open()
            return
        size = min(30.0, self.tall - HEAD - PAD)
        room = (self.wide - size) / 2 - PAD - 3
        words = self.scene.text("sealed.hold", self.owner.seat)
        self.line(words, PAD, HEAD + (self.tall - HEAD - PAD) / 2, "label", "text2", limit=room, lines=3)


class SealedSheet(CoveredSheet):
    """Cards to choose some of, behind a cover.

    ``told`` says of a choice (values) what stands beside the cards (heading, figure, note) and the word on the button;
    ``fits`` whether it may be sealed; ``done`` gets the values.
    """

    def __init__(
        self, owner: SeatView, scene: Scene, title: str, cards: Sequence[CoinCard], chosen: Sequence[int],
        told: Callable[[tuple[int, ...]], tuple[str, str, str, str]], fits: Callable[[tuple[int, ...]], bool],
        done: Callable[[tuple[int, ...]], None], *, open_: bool = False,
    ) -> None:  # fmt: skip
        self.cards, self.told, self.fits, self.done = tuple(cards), told, fits, done
        self.chosen = set(chosen)
        self.fixed = frozenset(chosen)
        super().__init__(owner, scene, title, open_=open_)
        self.buttons: dict[int, ActButton] = {}
        for card in self.cards:
            button = ActButton(text=card.words, kind="card", role="figure", enabled=card.free)
            button.bind(on_act=lambda _, value=card.value: self.pick(value))
            self.buttons[card.value] = button
        self.seal = ActButton(icon_name="done" if open_ else "lock", kind="primary", role="name")
        self.seal.bind(on_act=lambda _: self.finish())
        self._show()

    # ------------------------------------------------------------------------------------------ choosing

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(sorted(self.chosen))

    def pick(self, value: int) -> None:
        """Choose a card, or put it back."""
        if value not in self.fixed:
            self.chosen ^= {value}
        if self._covering is not None:
            self.uncover(OPEN_FOR)
        self._show()

    def finish(self) -> None:
        """Seal what is chosen, where it may be."""
        if self.shown and self.fits(self.values):
            self._forget()
            self.done(self.values)

    def _show(self) -> None:
        for value, button in self.buttons.items():
            button.kind = "primary" if value in self.chosen else "card"
        self.seal.enabled = self.fits(self.values)
        self.seal.text = self.told(self.values)[3]
        super()._show()

    # ------------------------------------------------------------------------------------------ laying out

    @property
    def tight(self) -> bool:
        """Whether the cards want every millimetre, as on a small sheet between others."""
        return self.tall <= 60

    @property
    def low(self) -> float:
        """How deep the row of the ring and the button is, in millimetres."""
        return 12.5 if self.tight else 20.0

    @property
    def foot(self) -> float:
        return 2.0 if self.tight else PAD - 1.5

    def lay_open(self) -> None:
        wide, tall, low = self.wide, self.tall, self.low
        if not self.always_open:
            self.put(self.ring, wide / 2 - low / 2, tall - self.foot - low, low, low)
        shown = [button for button in self.buttons.values() if button.enabled]
        side = 34.0 if wide > 130 else 0.0
        room = wide - 2 * PAD - side
        top = HEAD - 3.5 if self.tight else HEAD + (1.0 if self.closable and not side else -1.0)
        deep = tall - top - low - self.foot - (1.0 if self.tight else 2.5)
        gap, n = 1.0 if self.tight else 2.0, max(1, len(shown))
        one = min((room - gap * (n - 1)) / n, deep)
        two = min((room - gap * (-(-n // 2) - 1)) / -(-n // 2), (deep - gap) / 2)
        rows = 1 if one >= min(two, 14.0) or n < 3 else 2
        each = -(-len(shown) // rows)
        cell = min((room - gap * (each - 1)) / max(1, each), 20.0)
        high = min((deep - gap * (rows - 1)) / rows, 24.0)
        for i, button in enumerate(shown):
            column, row = i % each, i // each
            start = PAD + (room - each * cell - gap * (each - 1)) / 2
            self.put(button, start + column * (cell + gap), top + row * (high + gap), cell, high)
        long = min(44.0, wide / 2 - PAD - (0.0 if self.always_open else low / 2 + 3.0))
        self.put(self.seal, wide - PAD - long, tall - self.foot - low, long, low)
        self.seal.form = "row"

    def paint_open(self) -> None:
        heading, figure, note, _ = self.told(self.values)
        low = self.low
        middle = self.tall - self.foot - low / 2
        if self.wide > 130:
            x = self._flow(theme.mm(self.wide - PAD - 16))
            top = self.height - theme.mm(HEAD)
            self.write(heading, x, top - theme.mm(2.0), "label", "text2", limit=theme.mm(32))
            self.write(figure, x, top - theme.mm(13.0), "figure", "brass", px=round(theme.mm(13)))
            self.write(note, x, top - theme.mm(25.0), "label", "text2", limit=theme.mm(32), lines=2)
            if not self.always_open:
                self.line(self.scene.text("sealed.let_go", self.owner.seat), PAD, middle, "label", "text2",
                          limit=self.wide / 2 - PAD - low / 2 - 3, lines=2)  # fmt: skip
            return
        room = self.wide / 2 - PAD - low / 2 - 3
        if self.always_open:
            room = self.wide - 2 * PAD - 47
        self.line(f"{heading} {figure}", PAD, middle - (3.2 if note else 0), "label", "brass", limit=room)
        if note:
            self.line(note, PAD, middle + 3.2, "label", "text2", limit=room)
