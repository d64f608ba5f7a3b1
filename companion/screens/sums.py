"""One number by one tap, behind a cover or open: a key for each sum that can be had."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.screens.fields import HEAD
from companion.screens.sealed import CoveredSheet
from companion.screens.stage import Scene
from companion.screens.theme import LEAST_TARGET, PAD
from companion.screens.views import SeatView
from companion.screens.widgets.button import ActButton

NEAR = 0.8
"""Millimetres between keys: they only select, so they may almost touch."""
TIGHT = 60.0
"""A sheet that is not so high, in millimetres, has no room to spare, as one between those of other seats."""
MOST = 20.0
"""How large a key gets, in millimetres."""


class SumsSheet(CoveredSheet):
    """One number, one tap: a key for each sum that can be had; ``done`` gets it at once.

    ``sums`` are (sum, whether it can be had); ``note`` stands beside them.
    """

    def __init__(
        self, owner: SeatView, scene: Scene, title: str, sums: Sequence[tuple[int, bool]], note: str,
        done: Callable[[int], None], *, open_: bool = False,
    ) -> None:  # fmt: skip
        self.note, self.done = note, done
        self.keys: dict[int, ActButton] = {}
        super().__init__(owner, scene, title, open_=open_)
        for value, free in sums:
            key = ActButton(text=scene.number(value, owner.seat), kind="card", role="title", enabled=free)
            key.bind(on_act=lambda _, value=value: self.pick(value))
            self.keys[value] = key

    def pick(self, value: int) -> None:
        """That many: done, where the cover is open."""
        if self.shown and self.keys[value].enabled:
            self._forget()
            self.done(value)

    @classmethod
    def fits(cls, n: int, wide: float, tall: float, open_: bool = False) -> bool:
        """Whether ``n`` keys that a finger hits have room on a sheet of ``wide`` x ``tall`` millimetres."""
        return min(cls.table(n, wide, tall, open_)[1:3]) >= LEAST_TARGET

    @staticmethod
    def table(n: int, wide: float, tall: float, open_: bool) -> tuple[int, float, float, float]:
        """Keys in a line, their width and height, and the room that the ring takes beside them, in millimetres."""
        side = 0.0 if open_ else 24.0 if wide > 130 else 17.0
        if wide < 95 and not open_:  # the ring stands below
            side, tall = 0.0, tall - 17.0
        head, foot = SumsSheet.edges(tall, open_)
        room, deep = wide - 2 * PAD - side, tall - head - foot
        best = (1, 0.0, 0.0, side)
        for across in range(1, n + 1):
            lines = -(-n // across)
            cell = (room - NEAR * (across - 1)) / across, (deep - NEAR * (lines - 1)) / lines
            if min(cell) > min(best[1:3]):
                best = across, cell[0], cell[1], side
        return best

    @staticmethod
    def edges(tall: float, closable: bool) -> tuple[float, float]:
        """Where the keys begin and how far from the lower edge they end, in millimetres."""
        if tall <= TIGHT:
            return HEAD - 2.0, 1.5
        return HEAD + (0.8 if closable else -1.0), PAD

    def lay_open(self) -> None:
        across, cell, high, side = self.table(len(self.keys), self.wide, self.tall, self.always_open)
        head, foot = self.edges(self.tall, self.always_open)
        low = self.tall - foot - (1.0 if foot < PAD else 0.0)
        if not self.always_open:
            size = side - 3.0 if side else 15.0
            left = self.wide - PAD - size if side else self.wide / 2 - size / 2
            self.put(self.ring, left, low - size, size, size)
        cell, high = min(cell, MOST), min(high, MOST)
        for i, key in enumerate(self.keys.values()):
            line, column = divmod(i, across)
            self.put(key, PAD + column * (cell + NEAR), head + line * (high + NEAR), cell, high)

    def paint_open(self) -> None:
        if not self.note:
            return
        across, _, high, side = self.table(len(self.keys), self.wide, self.tall, self.always_open)
        head, foot = self.edges(self.tall, self.always_open)
        lines = -(-len(self.keys) // across)
        end = head + lines * (min(high, MOST) + NEAR)
        room = self.tall - foot - end - (17.0 if not side and not self.always_open else 0.0)
        if room > 6.0:
            self.line(self.note, PAD, end + room / 2, "label", "text2", limit=self.wide - 2 * PAD - side - 2, lines=2,
                      tall=room)  # fmt: skip
