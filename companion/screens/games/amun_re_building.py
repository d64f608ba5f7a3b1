"""Pyramids on three columns, with what they cost and what is left of the budget while it is tapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.amun_re import income
from companion.games.amun_re.table import COLUMNS, State
from companion.screens.fields import HEAD
from companion.screens.stage import Scene
from companion.screens.theme import PAD, theme
from companion.screens.views import SeatView
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.stepper import Stepper


class BuildSheet(Sheet):
    """A stepper for each column; ``done`` gets the pyramids. ``by_hand``: the price is told afterwards."""

    def __init__(
        self, owner: SeatView, scene: Scene, field: Any, done: Callable[[tuple[int, ...]], None], *, by_hand: bool
    ) -> None:
        self.scene, self.field, self.done, self.by_hand = scene, field, done, by_hand
        state: State = scene.state
        self.gift, self.owed = income.reward(state, owner.seat), income.owed(state, owner.seat)
        super().__init__(owner, scene.text(f"action.{'BuildFor' if by_hand else 'Build'}", owner.seat))
        self.steppers: list[Stepper] = []
        for limit in field.limits:
            stepper = Stepper(
                high=limit, form="column", rtl=owner.rtl, write_number=lambda n: scene.number(n, owner.seat)
            )
            stepper.bind(number=lambda *_: self._counted())
            self.steppers.append(stepper)
        self.record = ActButton(icon_name="done", kind="primary", text=scene.text("button.record", owner.seat))
        self.record.bind(on_act=lambda _: self.finish())
        self._counted()

    @property
    def pyramids(self) -> tuple[int, ...]:
        return tuple(int(stepper.number) for stepper in self.steppers)

    @property
    def cost(self) -> int | None:
        """What the bought ones cost by the box; ``None``: the list does not go so far."""
        return income.price(self.scene.state, sum(self.pyramids) - self.gift)

    def _counted(self) -> None:
        rest = self.field.high - sum(self.pyramids)
        for stepper, limit in zip(self.steppers, self.field.limits, strict=True):
            stepper.high = min(limit, int(stepper.number) + rest)
        self.record.enabled = self.field.contains(self.pyramids)
        self.repaint()

    def finish(self) -> None:
        """Record, where the reward stands and the budget pays for the rest."""
        if self.field.contains(self.pyramids):
            self.done(self.pyramids)

    def lay_out(self) -> None:
        wide, tall = self.wide, self.tall
        narrow = wide < 110
        side = 0.0 if narrow else 46.0
        room = wide - 2 * PAD - side
        step = room / COLUMNS
        high = min(tall - HEAD - PAD - (36.0 if narrow else 0.0), 46.0)
        for i, stepper in enumerate(self.steppers):
            self.put(stepper, PAD + i * step + 2, HEAD + 5, step - 4, high - 5)
        if narrow:
            self.put(self.record, PAD, tall - PAD - 18, wide - 2 * PAD, 18)
        else:
            self.put(self.record, wide - PAD - side + 4, tall - PAD - 20, side - 4, 20)
        self.record.form = "row"

    def paint_head(self) -> None:
        super().paint_head()
        scene, seat = self.scene, self.owner.seat
        narrow = self.wide < 110
        side = 0.0 if narrow else 46.0
        step = (self.wide - 2 * PAD - side) / COLUMNS
        for i in range(COLUMNS):
            x, y = self._flow(theme.mm(PAD + step * (i + 0.5))), self.height - theme.mm(HEAD + 1.5)
            self.write(scene.text(f"word.column_{i + 1}", seat), x, y, "label", "text2", limit=theme.mm(step - 2))
        budget = income.budget(scene.state, seat)
        lines = [(scene.text("word.budget", seat, n=budget), "text2")]
        if self.gift:
            lines.append((scene.text("word.reward", seat, n=self.gift), "brass"))
        if not self.by_hand:
            cost = self.cost
            if cost is not None:
                lines.append((scene.text("word.cost", seat, n=cost), "text2"))
                lines.append((scene.text("play.left", seat, n=budget - cost), "text" if budget >= cost else "warn"))
            if "pyramid_price" in scene.state.rules.unverified:
                lines.append((scene.text("word.unverified", seat), "warn"))
        if narrow:
            words = " · ".join(words for words, _ in lines)
            self.line(words, PAD, self.tall - PAD - 24, "label", "text2", limit=self.wide - 2 * PAD, lines=2)
            return
        for i, (words, ink) in enumerate(lines):
            self.line(words, self.wide - PAD - side + 4, HEAD + 2.0 + i * 6.4, "label", ink, limit=side - 4)
