"""The match that was left standing: offered on the first page, so that a power cut costs one tap."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.events import Match
from companion.locale import digits, joined
from companion.screens.page import Page, load_layout
from companion.screens.theme import theme
from companion.screens.widgets.badge import letter_of, paint_badge
from companion.screens.widgets.drawn import Drawn

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("resume")


class Badges(Drawn):
    """The badges of ``players`` side by side, from the reading corner."""

    players = ListProperty([])
    language = StringProperty("en")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("players", "language"):
            self.fbind(name, self.repaint)

    def paint(self) -> None:
        if not self.players:
            return
        side = min(self.height, theme.mm(11.0))
        step = min(side + theme.mm(2.5), self.width / len(self.players))
        for i, player in enumerate(self.players):
            at = step * i + side / 2
            x = self.width - at if self.language == "fa" else at
            letter = letter_of(player.symbol, self.language)
            paint_badge(self, x, self.height / 2, side, player.symbol, player.color, letter)


class ResumeSheet(Page):
    """Offers the newest of ``matches``; a tap beside it, or on the cross, leaves it for later."""

    shell = ObjectProperty()
    title = StringProperty("")
    about = StringProperty("")
    players = ListProperty([])

    def __init__(self, shell: Shell, matches: Sequence[Match], **kwargs: Any) -> None:
        self.match = matches[0]
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self.players = list(self.match.players)
        self.fbind("words", self.show)
        self.show()

    def show(self, *_: Any) -> None:
        """Say whose match it is, in the table's language."""
        words = self.words
        if words is None:
            return
        game = words.text("game.name", self.match.game)
        names = joined([words.isolated(player.name) for player in self.match.players if player.name], words.language)
        clock = digits(time.strftime("%H:%M", time.localtime(self.match.began)), words.language)
        self.title = self.say("flow.resume.title", title=game)
        self.about = self.say("flow.resume.about", names=names, clock=clock)

    def go_on(self) -> None:
        """Take the match up again."""
        self.shell.close_sheets()
        self.shell.doors.resume(self.match.id)
