"""What the play screen says in passing: why something is not done, what was taken back, what the camera saw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.events import TABLE_ACTS, Amend, Happened, Refused, Undo, Undone
from companion.game import Seat
from companion.screens import layout
from companion.screens.views import Act
from companion.screens.widgets.toast import ToastView

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.screens.match import MatchPage


class Telling:
    """The toasts of one play page; each faces the seat that it concerns, in that seat's language."""

    def __init__(self, page: MatchPage) -> None:
        self.page = page

    def toast(
        self, seat: Seat | None, kind: str, words: str, act: str = "", on_act: Callable[[], None] | None = None
    ) -> None:
        """Say ``words`` at ``seat`` (``None``: the table)."""
        page = self.page
        if page.scene is None or not words:
            return
        rtl = page.scene.words(seat).language == "fa"
        box, side = layout.toast_box(page.panel, page.frame, seat)
        page.ids.overlay.toast(seat, ToastView(kind, words, rtl, act), box, side, on_act)

    def why(self, seat: Seat, act: Act) -> None:
        """A button that is off was pressed."""
        self.toast(seat, "refused", act.why)

    def refused(self, news: Refused) -> None:
        """Why ``news.action`` was not done; the players may overrule it where the rules leave a state."""
        scene = self.page.scene
        seat = news.refusal.private if news.refusal.private is not None else getattr(news.action, "seat", None)
        if scene is None or news.source not in ("touch", "button", "dice"):
            return
        if seat not in scene.snapshot.match.setup.seats:
            seat = None
        words = scene.say(news.refusal.line, seat)
        if news.refusal.overrulable and (not isinstance(news.action, TABLE_ACTS) or isinstance(news.action, Amend)):
            again: Any = news.action
            self.toast(
                seat, "refused", words, scene.text("button.overrule", seat),
                lambda: self.page.acting.post(again, forced=True),
            )  # fmt: skip
        else:
            self.toast(seat, "refused", words)

    def happened(self, news: Happened) -> None:
        """What an event leaves to be said: an undo with its way back, what the camera understood."""
        scene = self.page.scene
        if scene is None:
            return
        body = news.event.body
        if isinstance(body, Undone):
            gone = [entry for entry in news.snapshot.log if entry.event.seq in body.seqs]
            seat = body.seat if body.seat in news.snapshot.match.setup.seats else None
            lines = [line for entry in gone[-1:] for line in entry.lines[:1]]
            what = scene.say(lines[0], seat) if lines else ""
            words = (
                scene.text("toast.undone", seat, what=what, n=len(gone)) if what else scene.text("toast.redone", seat)
            )
            self.toast(
                seat, "done", words, scene.text("button.redo", seat) if gone else "",
                lambda: self.page.acting.post(Undo(body.seat, "redo")),
            )  # fmt: skip
        elif news.event.source == "camera" and news.snapshot.log:
            seat = getattr(body, "seat", None)
            lines = list(news.snapshot.log[-1].lines)[:1]
            if lines:
                words = scene.text("toast.seen", seat, what=scene.say(lines[0], seat))
                self.toast(
                    seat, "seen", words, scene.text("button.take_back", seat),
                    lambda: self.page.acting.post(Undo(body.seat, "action")),
                )  # fmt: skip
        else:
            for seat, words in self.page.stage.remarks(scene, news):
                self.toast(seat, "done", words)
