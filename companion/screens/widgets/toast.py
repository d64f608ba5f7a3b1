"""A toast: what was done, seen or refused, said at the seat that it concerns; it goes after four seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.screens.theme import RADIUS, theme
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn

LOOKS = {
    "done": ("well", "good"),
    "seen": ("camera", "info"),
    "question": ("question", "warn"),
    "refused": ("refused", "bad"),
}


@dataclass(frozen=True)
class ToastView:
    """``kind`` of :data:`LOOKS`, the sentence, and perhaps what a tap may do about it (key and word)."""

    kind: str
    words: str
    rtl: bool
    act: str = ""
    stays: bool = False


class Toast(Drawn):
    """Shows a :class:`ToastView`; events ``on_act`` (its button) and ``on_dismiss`` (tapped elsewhere).

    ``wanted(x, y)``: whether a tap there (window pixels) is meant for what lies below; it goes there as well.
    """

    __events__ = ("on_act", "on_dismiss")

    covers = True

    def __init__(self, wanted: Callable[[float, float], bool] = lambda x, y: False, **kwargs: Any) -> None:
        self._wanted = wanted
        self.button = ActButton(kind="quiet", role="act")
        self.button.bind(on_act=lambda _: self.dispatch("on_act"))
        super().__init__(**kwargs)

    def on_act(self) -> None: ...

    def on_dismiss(self) -> None: ...

    def on_touch_down(self, touch: Any) -> bool:
        if super().on_touch_down(touch):
            return True
        if self.collide_point(*touch.pos):
            below = self._wanted(*self.to_window(*touch.pos))
            self.dispatch("on_dismiss")
            return not below
        return False

    def paint(self) -> None:
        view: ToastView | None = self.view
        if view is None:
            return
        icon, color = LOOKS[view.kind]
        self.shade(0, 0, self.width, self.height, RADIUS["button"], 1.0, 4.0)
        self.box(0, 0, self.width, self.height, RADIUS["button"], "raised")
        pad, rtl = theme.mm(3.0), view.rtl

        def flow(x: float) -> float:
            return self.width - x if rtl else x

        bar = theme.mm(0.8)
        self.box(flow(pad) - bar / 2, theme.mm(2.6), bar, self.height - theme.mm(5.2), 0.4, color)
        size = theme.mm(5.2)
        self.icon(icon, flow(pad * 1.8 + size / 2), self.height / 2, size, color)
        start = pad * 1.8 + size + theme.mm(2.2)
        room = self.width - start - pad
        if view.act:
            wide = max(theme.mm(20.0), self.button.measure(view.act, "act") + theme.mm(6.0))
            self.button.text = view.act
            self.button.size = (wide, min(theme.mm(12.0), self.height - theme.mm(2.0)))
            x = theme.mm(1.6) if rtl else self.width - theme.mm(1.6) - wide
            self.button.pos = (round(self.x + x), round(self.y + (self.height - self.button.height) / 2))
            if self.button.parent is None:
                self.add_widget(self.button)
            room -= wide
        elif self.button.parent is not None:
            self.remove_widget(self.button)
        role = next((role for role in ("body", "act") if self.measure(view.words, role) <= room), "")
        self.write(
            view.words, flow(start), self.height / 2, role or "act", "text",
            anchor="right" if rtl else "left", limit=room, lines=1 if role else 2,
        )  # fmt: skip
