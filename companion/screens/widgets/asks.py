"""What a seat is asked outside of its turn: who asks, the sentence, the cards that would change hands, the answers."""

from __future__ import annotations

from typing import Any

from companion.events import Question
from companion.screens.stage import Ask, Scene
from companion.screens.theme import PAD, theme
from companion.screens.views import Act, SeatView
from companion.screens.widgets.acts import Acts, ActsView
from companion.screens.widgets.badge import letter_of, paint_badge
from companion.screens.widgets.card import paint_card
from companion.screens.widgets.sheet import Sheet


class AskSheet(Sheet):
    """Shows an :class:`Ask` or a :class:`Question`; event ``on_answer(key)``. It stays until it is answered."""

    __events__ = ("on_answer",)
    closable = False

    def __init__(self, owner: SeatView, scene: Scene, ask: Ask | Question, **kwargs: Any) -> None:
        self.scene = scene
        self.ask = ask if isinstance(ask, Ask) else _of_question(scene, ask)
        self.acts = Acts(form="wide", view=ActsView(self.ask.acts, rtl=owner.rtl))
        self.acts.bind(on_act=lambda _, key: self.dispatch("on_answer", key))
        super().__init__(owner, self.ask.title, **kwargs)

    def on_answer(self, key: str) -> None: ...

    def lay_out(self) -> None:
        self.put(self.acts, PAD, self.tall - 3.5 - self._high, self.wide - 2 * PAD, self._high)

    @property
    def _high(self) -> float:
        """How high the answers are, in millimetres."""
        return 20.0 if self.tall > 42 else 14.0

    def paint_head(self) -> None:
        by = self.ask.by
        start = PAD
        if by is not None:
            player = self.scene.snapshot.match.player(by)
            letter = letter_of(player.symbol, self.owner.language)
            x = self._flow(theme.mm(PAD + 4.6))
            paint_badge(self, x, self.height - theme.mm(PAD + 4.6), theme.mm(8.4), player.symbol, player.color, letter)
            start += 12.0
        notes = self.measure(self.ask.note, "label") / theme.density if self.ask.note else 0.0
        beside = notes > 0 and self.wide - start - PAD - notes - 8 > self.measure(self.title, "body") / theme.density
        limit = self.wide - start - PAD - (notes + 8 if beside else 0)
        lines = 1 if self.ask.cards else 3
        self.line(self.title, start, PAD + (4.6 if lines == 1 else 7.0), "body", limit=limit, lines=lines)
        if self.ask.note:
            self._paint_note(notes, beside)
        self._paint_cards(below=bool(self.ask.note) and not beside and self.tall >= 62)

    def _paint_note(self, notes: float, beside: bool) -> None:
        """What the button at the seat means, with its picture."""
        if beside:
            at, top = self.wide - PAD - notes, PAD + 4.6
        else:
            at, top = PAD + 7.0, self.tall - PAD - 25.5
            if self.ask.cards and self.tall < 62:
                return
        self.icon("press", self._flow(theme.mm(at - 4.0)), self.height - theme.mm(top), theme.mm(5.0), "brass")
        self.line(self.ask.note, at, top, "label", "text2", limit=notes + 1)

    def _paint_cards(self, below: bool) -> None:
        """Each heading with its cards, side by side, a sign of exchange between; the note may stand ``below`` them."""
        groups = self.ask.cards
        if not groups:
            return
        top, bottom = PAD + 9.5, self.tall - (PAD + 29.5 if below else 3.5 + self._high + 2.5)
        high = min(17.0 if self.tall < 62 else 26.0, bottom - top)
        if self.tall >= 62:
            top += max(0.0, bottom - top - high) / 2
        y = self.height - theme.mm(top + high)
        each = (self.wide - 2 * PAD - 12.0) / len(groups)
        for i, (heading, cards) in enumerate(groups):
            start = PAD + i * (each + 12.0)
            wide = high * 0.72
            words = min(self.measure(heading, "label") / theme.density, each * 0.5)
            used = self.line(heading, start, top + high / 2, "label", "text2", limit=words + 1) / theme.density
            step = min(wide + 1.6, (each - used - 3.0) / max(len(cards), 1))
            for n, card in enumerate(cards):
                x = self._flow(theme.mm(start + used + 3.0 + n * step)) - (theme.mm(wide) if self.owner.rtl else 0)
                paint_card(
                    self, x, y, theme.mm(wide), theme.mm(high), card.icon, card.color,
                    dark_icon=card.dark_icon, count=card.text, rtl=self.owner.rtl,
                )  # fmt: skip
            if i:
                self.icon("trade", self._flow(theme.mm(start - 6.0)), y + theme.mm(high / 2), theme.mm(8.0), "brass")


def _of_question(scene: Scene, question: Question) -> Ask:
    seat = question.seat
    more = " ".join(scene.say(line, seat) for line in question.lines[:2])
    acts = (
        Act("no", scene.text("button.no", seat), "close"),
        Act("yes", scene.text("button.agree", seat), "done", "good"),
    )
    return Ask(
        question.id, f"{scene.say(question.line, seat)} {more}".strip(), acts, note=scene.text("ask.press", seat)
    )
