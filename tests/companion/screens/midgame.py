"""A match that goes on after it was resumed, and fingers that count their taps."""

from __future__ import annotations

from typing import Any

from playing import Played

from companion.events import Unpause


def go_on(played: Played) -> None:
    """Out of the pause with which a match is resumed."""
    snapshot = played.table.snapshot
    if snapshot is not None and snapshot.paused:
        played.do(Unpause(snapshot.match.setup.seats[0]))


class Fingers:
    """Taps and counts them; each waits until what it taps is there."""

    def __init__(self, played: Played) -> None:
        self.played, self.taps = played, 0

    def act(self, seat: Any, key: str) -> None:
        """The button ``key`` of the seat whose turn it is."""
        page, driver = self.played.page, self.played.driver
        driver.until(lambda: page.turn == seat and key in self._acts(seat).buttons)
        self.taps += 1
        self.played.tap_act(seat, key)
        driver.frames(3)

    def _acts(self, seat: Any) -> Any:
        page = self.played.page
        return page.ids.bar if page.frame.bar else page._zones[seat][1].acts

    def key(self, seat: Any, row: str, value: Any) -> None:
        """A key of the sheet that the seat has open."""
        driver = self.played.driver
        driver.until(lambda: (row, value) in getattr(self._sheet(seat), "keys", ()))
        driver.frames(2)
        self.taps += 1
        driver.tap(self._sheet(seat).keys[row, value])
        driver.frames(3)

    def _sheet(self, seat: Any) -> Any:
        entry = self.played.page.ids.overlay.open.get(seat)
        return entry.sheet if entry else None

    def at(self, widget: Any, place: tuple[float, float]) -> None:
        """A place of ``widget``, from its lower left corner."""
        self.taps += 1
        self.played.driver.tap_at(widget.x + place[0], widget.y + place[1])
        self.played.driver.frames(3)
