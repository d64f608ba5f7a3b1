"""What moves on the play screen, and why: cards fly to the seats that earn them, pieces land, a path lights up.

Nothing moves without an event that is stored; where less motion is wanted everything is simply there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from companion.events import Happened
from companion.game import Seat
from companion.screens.theme import theme
from companion.screens.views import Gain
from companion.screens.widgets.mover import Mover, flying
from companion.screens.widgets.turned import TURNS

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

MOST = 12
"""More cards than these do not fly at once: the eye could not follow."""
GLOWS = 2.6
"""Seconds that a path stays lit."""


class Moving:
    """The motion of one play page. ``arriving``: seats whose cards are still on their way."""

    def __init__(self, page: MatchPage) -> None:
        self.page = page
        self.arriving: set[Seat] = set()
        self.glow: tuple[int, ...] = ()
        self._path: tuple[int, ...] = ()
        self._kept = False
        self._timers: list[Any] = []

    def stop(self) -> None:
        """Everything is where it belongs: a match was resumed, or another shown."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self.page.ids.flights.clear_widgets()
        self.arriving.clear()
        self.glow, self._kept = (), False

    def happened(self, news: Happened, gains: dict[Seat, tuple[Gain, ...]]) -> None:
        """Set in motion what ``news`` brings about; called before the new state is shown."""
        scene, page = self.page.scene, self.page
        if scene is None:
            return
        if self._kept:
            self.glow, self._kept = (), False
        if theme.seconds("fly") and page.middle is not None:
            self._fly(page.stage.sources(scene, news, gains))
            piece = page.stage.landed(scene, news)
            if piece is not None:
                page.middle.land(piece)
        path = page.stage.path(scene, news)
        if path:
            self._light(path)

    # ------------------------------------------------------------------------------------------ cards

    def _fly(self, sources: tuple[tuple[Seat, Gain, tuple[float, float]], ...]) -> None:
        page = self.page
        seats = {zone.seat: zone for zone in page.frame.zones}
        for n, (seat, gain, start) in enumerate(sources[:MOST]):
            zone = seats[seat]
            mover = Mover(flying(gain), place=list(start), angle=90.0 * TURNS[zone.side])
            mover.opacity = 0.0
            page.ids.flights.add_widget(mover)
            after = n * theme.seconds("fly_apart")
            self._later(lambda mover=mover: setattr(mover, "opacity", 1.0), after)
            mover.go(theme.seconds("fly"), after=after, place=list(zone.box.center))
        if sources:
            self.arriving |= {seat for seat, _, _ in sources}
            last = (min(len(sources), MOST) - 1) * theme.seconds("fly_apart")
            self._later(self._arrived, theme.seconds("fly") + last)

    def _arrived(self) -> None:
        self.arriving.clear()
        self.page.ids.flights.clear_widgets()
        self.page.refresh()

    # ------------------------------------------------------------------------------------------ paths

    def keep_lit(self, path: tuple[int, ...]) -> None:
        """Light ``path`` to be counted, until the next thing happens."""
        self.stop()
        self._kept = True
        self._glow(path)

    def _light(self, path: tuple[int, ...]) -> None:
        """Light ``path`` edge by edge, and let it go dark again."""
        self._path = path
        step = theme.seconds("fly_apart")
        if not step:
            self._glow(path)
        for n in range(len(path) if step else 0):
            self._later(lambda n=n: self._glow(path[: n + 1]), n * step)
        self._later(lambda: self._glow(()), GLOWS + len(path) * step)

    def _glow(self, edges: tuple[int, ...]) -> None:
        self.glow = edges
        if self.page.scene is not None:
            self.page.show_middle()

    def _later(self, work: Any, seconds: float) -> None:
        self._timers = [timer for timer in self._timers if timer.is_triggered]
        self._timers.append(Clock.schedule_once(lambda _dt: work(), seconds))
