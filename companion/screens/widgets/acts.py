"""The acts of a seat as buttons: towards the end of their row, the main one last, a prompt in the room left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.properties import OptionProperty

from companion.screens.text import LEADING
from companion.screens.theme import GAP, LEAST_TARGET, theme
from companion.screens.views import Act
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.drawn import Drawn


@dataclass(frozen=True)
class ActsView:
    """Acts, and a prompt or (``waiting``) a sentence in their place; ``notes`` are what tables forget."""

    acts: tuple[Act, ...] = ()
    words: str = ""
    waiting: bool = False
    rtl: bool = False
    notes: tuple[str, ...] = ()


class Acts(Drawn):
    """Shows an :class:`ActsView`; events ``on_act(key)`` and ``on_why(act)``.

    ``form`` "row": one row with the prompt before it; "spread": one row over the whole width, the prompt above it;
    "grid": rows of three, the main act wide (a portrait panel); "wide": answers that share the whole width.
    """

    __events__ = ("on_act", "on_why")

    form = OptionProperty("row", options=("row", "spread", "grid", "wide"))

    def __init__(self, **kwargs: Any) -> None:
        self.buttons: dict[str, ActButton] = {}
        super().__init__(**kwargs)
        self.fbind("form", self.repaint)

    def on_act(self, key: str) -> None: ...

    def on_why(self, act: Act) -> None: ...

    def _why(self, key: str) -> None:
        self.dispatch("on_why", next(act for act in self.view.acts if act.key == key))

    def arrange(self) -> None:
        view: ActsView | None = self.view
        acts = view.acts if view is not None else ()
        if tuple(self.buttons) != tuple(act.key for act in acts):
            self.clear_widgets()
            self.buttons.clear()
            for act in acts:
                button = ActButton()
                button.bind(on_act=lambda _, key=act.key: self.dispatch("on_act", key))
                button.bind(on_why=lambda _, key=act.key: self._why(key))
                self.buttons[act.key] = button
                self.add_widget(button)
        for act, button in zip(acts, self.buttons.values(), strict=True):
            button.text, button.icon_name, button.kind, button.enabled = act.text, act.icon, act.kind, act.enabled
            button.form, button.role = "stack", act.role

    def paint(self) -> None:
        view: ActsView | None = self.view
        if view is None:
            return
        match self.form:
            case "row":
                self._paint_row(view)
            case "spread":
                self._paint_spread(view)
            case "grid":
                self._paint_grid(view)
            case "wide":
                self._paint_wide(view)

    def _put(self, button: ActButton, view: ActsView, x: float, y: float, wide: float, high: float) -> None:
        button.size = (round(wide), round(high))
        button.pos = (round(self.x + (self.width - x - wide if view.rtl else x)), round(self.y + y))

    def _paint_row(self, view: ActsView) -> None:
        n = len(view.acts)
        high = self.height
        gap = self._gap(n)
        large, plain = max(high, theme.mm(20.0)) * (1.0 if n > 2 else 1.35), theme.mm(20.0)
        for most in (large, plain, theme.mm(15.0) if n > 2 else plain, plain):
            wide = min(most, (self.width - gap * (n - 1)) / max(n, 1))
            at = self.width - (wide + gap) * n + gap
            room = (at - gap if n else self.width) - theme.mm(1.0)
            if not view.words or self._role(view.words, room, high) != "label":
                break  # else rather smaller buttons than small words
        if view.words and room >= theme.mm(15.0):
            self._say(view, self.width - room / 2 if view.rtl else room / 2, high / 2, room, high)
        self._put_row(view, at, gap, wide, high)

    def _put_row(self, view: ActsView, at: float, gap: float, wide: float, high: float) -> None:
        """The buttons side by side from ``at`` on, ``wide`` each; one whose word wants more takes it from the rest."""
        least = theme.mm(LEAST_TARGET + 0.2)
        wants = [max(least, button.least_width(high)) for button in self.buttons.values()]
        lacking = sum(max(0.0, want - wide) for want in wants)
        spare = sum(max(0.0, wide - want) for want in wants)
        part = lacking / spare if 0 < lacking <= spare else 0.0
        for want, button in zip(wants, self.buttons.values(), strict=True):
            own = wide - (wide - want) * part if want < wide else want if part else wide
            self._put(button, view, at, 0, own, high)
            at += own + gap

    def _say(self, view: ActsView, x: float, y: float, wide: float, tall: float) -> None:
        """The sentence about ``x``, ``y``, and below it as many notes as there is room for."""
        role = self._role(view.words, wide, tall)
        if role == "label":
            fits = int(tall / (theme.px("label") * 0.8 * LEADING))
            if self.measure(view.words, "label") * 0.8 > wide * (fits - 0.6):
                return  # it is read among the reminders
        row, length = theme.px(role) * LEADING, self.measure(view.words, role)
        rows = 1 if length <= wide else 2 if length < 1.8 * wide else 3
        small = theme.px("label") * LEADING
        note, lines = self._note(view.notes, wide, min(2, int((tall - min(rows * row, tall)) / small)))
        room = tall - lines * small
        middle = y + lines * small / 2
        self.write(view.words, x, middle, role, "text2" if view.waiting else "brass", limit=wide,
                   lines=1 if role == "prompt" else 3 if role == "body" else 5, tall=room,
                   shrink=0.8 if role == "label" else 0.75)  # fmt: skip
        if lines:
            used = min(rows * row, room)
            self.write(note, x, middle - used / 2 - lines * small / 2, "label", "text2", limit=wide, lines=lines)

    def _gap(self, n: int) -> float:
        """Pixels between ``n`` buttons: less where they would be hardly as wide as a finger."""
        tight = n > 8 or (n > 4 and (self.width - theme.mm(GAP) * (n - 1)) / n < theme.mm(13.0))
        return theme.mm(2.0 if tight else GAP)

    def _role(self, words: str, wide: float, tall: float) -> str:
        """The largest type in which ``words`` stand in that room."""
        if self.measure(words, "prompt") <= wide:
            return "prompt"
        least = theme.px("body") * 0.75
        rows = min(3, int(tall / (least * LEADING)))
        return "body" if self.measure(words, "body") * 0.75 < wide * (rows - 0.3 * (rows > 1)) else "label"

    def _note(self, notes: tuple[str, ...], wide: float, most: int) -> tuple[str, int]:
        """As many of ``notes`` as ``most`` lines hold, and how many lines that is."""
        for n in range(len(notes), 0, -1):
            words = " · ".join(notes[:n])
            length = self.measure(words, "label")
            lines = 1 if length <= wide else 2
            if lines <= most and length <= wide * (1.0 if lines == 1 else 1.8):
                return words, lines
        return "", 0

    def _paint_spread(self, view: ActsView) -> None:
        n = len(view.acts)
        high = self.height if self.height > theme.mm(26.0) else min(theme.mm(20.0), self.height)
        gap = self._gap(n)
        wide = min(high * (1.3 if n > 2 else 1.8), (self.width - gap * (n - 1)) / max(n, 1))
        if n > 1:
            gap = min((self.width - wide * n) / (n - 1), theme.mm(7.0))
        at = (self.width - (wide + gap) * n + gap) / 2
        if view.words:
            room = self.height - high if n else self.height
            y = high + room / 2 if n else self.height / 2
            self.write(
                view.words, self.width if view.rtl else 0, y, "body", "text2" if view.waiting else "brass",
                anchor="right" if view.rtl else "left", limit=self.width, weight=600, lines=1 if n else 3, tall=room,
            )  # fmt: skip
        self._put_row(view, at, gap, wide, high)

    def _paint_wide(self, view: ActsView) -> None:
        """The main answer has the most room where there is enough, as it is the one that is hoped for."""
        gap = theme.mm(GAP)
        main = 1.4 if self.width > theme.mm(90.0) else 1.0
        shares = [main if act.kind in ("primary", "good") else 1.0 for act in view.acts]
        room = self.width - gap * (len(shares) - 1)
        at = 0.0
        for share, button in zip(shares, self.buttons.values(), strict=True):
            wide = min(room * share / sum(shares), theme.mm(70.0))
            button.form = "row" if wide > theme.mm(34.0) else "stack"
            self._put(button, view, at, 0, wide, self.height)
            at += wide + gap

    def _paint_grid_words(self, view: ActsView, rows: int) -> float:
        """The sentence above the buttons with what tables forget below it; how deep they are."""
        ink = "text2" if view.waiting else "brass"
        if not rows:
            self._say(view, self.width / 2, self.height / 2, self.width, self.height)
            return self.height
        wide = 1 if self.measure(view.words, "body") <= self.width * 1.2 else 2
        deep = theme.mm(9.0 if wide == 1 else 14.0)
        self.write(view.words, self.width / 2, self.height - deep / 2, "body", ink, limit=self.width, weight=600,
                   lines=wide, tall=deep)  # fmt: skip
        small = theme.px("label") * LEADING
        note, lines = self._note(view.notes, self.width, int((self.height - deep - theme.mm(18.0)) / small))
        if lines:
            self.write(note, self.width / 2, self.height - deep - lines * small / 2, "label", "text2",
                       limit=self.width, lines=lines)  # fmt: skip
        return deep + lines * small + (theme.mm(1.0) if lines else 0.0)

    def _paint_grid(self, view: ActsView) -> None:
        n = len(view.acts)
        gap = theme.mm(GAP)
        columns = min(3, max(1, n))
        rows = -(-n // columns)
        prompt = self._paint_grid_words(view, rows) if view.words and rows < 2 else 0.0
        if not n:
            return
        high = min((self.height - prompt - gap * (rows - 1)) / rows, theme.mm(26.0))
        wide = (self.width - gap * (columns - 1)) / columns
        spare = columns * rows - n
        top = self.height - prompt
        cell = 0
        for act, button in zip(view.acts, self.buttons.values(), strict=True):
            last = act is view.acts[-1]
            span = 1 + (spare if last else 0)
            row, column = divmod(cell, columns)
            self._put(
                button,
                view,
                column * (wide + gap),
                top - (row + 1) * high - row * gap,
                wide * span + gap * (span - 1),
                high,
            )
            if span > 1:
                button.form, button.role = "row", "name"
            cell += span
