"""From the first page to the first move, by taps and presses: the game, the seats, the board from its picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from driver import Driver
from kivy.uix.widget import Widget

from companion.events import Match, Player
from companion.game import Seat
from companion.games.arnika.cards import DESERT
from companion.games.arnika.layout import layout_of
from companion.screens.chooser import Cover
from companion.screens.keyboard import Keyboard
from companion.screens.palette import Palette
from companion.screens.pickers import NameField
from companion.screens.seat_sheet import SeatSheet
from companion.screens.shell import Shell
from companion.screens.thumbs import Thumbs
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.hexboard import HexBoard
from companion.screens.widgets.segments import Segments

PATIENCE = 90.0
"""Seconds that reading a picture may take on a slow machine."""


def rest(driver: Driver, widget: Widget) -> None:
    """Step until ``widget`` stands where it stood three frames before."""
    places = [widget.to_window(*widget.pos)]
    while len(places) < 4 or len(set(places[-4:])) > 1:
        driver.frames(1)
        places.append(widget.to_window(*widget.pos))


class SetUp:
    """Sets the recorded match up at the screen of ``shell``; ``shot(name)`` takes a picture of what stands there."""

    def __init__(
        self, shell: Shell, driver: Driver, press: Callable[[Seat, bool], None], shot: Callable[..., None]
    ) -> None:
        self.shell, self.driver = shell, driver
        self.press, self.shot = press, shot

    def run(self, match: Match) -> None:
        """Play the match's first minutes. :raises AssertionError: when the screen does not go along."""
        self.shot("attract")
        self.driver.tap(self.page)
        self.driver.settle(0.4)
        if self.shell.page_name == "attract":
            self.shot("guide")
            self._tap(ActButton, lambda button: button.text == self.shell.words.text("flow.guide.skip"))
        self._arrived("chooser")
        self.shot("chooser")
        self._tap(Cover, lambda cover: cover.view.name == match.game)
        self._button("options")
        self.driver.settle(0.4)
        self.shot("options")
        self._button("close")
        self._forward()
        self._arrived("seats")
        for player in match.players:
            self._sit(player)
        self.shot("seats")
        self._forward()
        self._arrived("setup_board")
        self._board(match)

    def take_up(self) -> None:
        """The match that was left standing."""
        self._button("play")
        self._arrived("match")

    # ------------------------------------------------------------------------------------------ finding and tapping

    @property
    def page(self) -> Any:
        return self.shell.page(self.shell.page_name)

    def _arrived(self, name: str) -> None:
        self.driver.until(lambda: self.shell.page_name == name, PATIENCE)
        self.driver.settle(0.4)

    def _seen(self, kind: type[Widget], wanted: Callable[[Any], bool] = lambda _: True) -> Iterator[Any]:
        for widget in self.driver.walk():
            if isinstance(widget, kind) and min(widget.size) > 2 and widget.opacity and wanted(widget):
                yield widget

    def _tap(self, kind: type[Widget], wanted: Callable[[Any], bool] = lambda _: True) -> None:
        found = list(self._seen(kind, wanted))
        assert found, f"no such {kind.__name__} on the page {self.shell.page_name}"
        self.driver.tap(found[0])

    def _button(self, icon: str) -> None:
        """Tap the button with ``icon``: the one on the sheet that lies on top, where there are several."""
        found = list(self._seen(ActButton, lambda button: button.icon_name == icon and button.enabled))
        assert found, f"no button {icon!r} on the page {self.shell.page_name}"
        self.driver.tap(found[-1])

    def _forward(self) -> None:
        self._button("back" if self.shell.language == "fa" else "forward")

    # ------------------------------------------------------------------------------------------ seats

    def _sit(self, player: Player) -> None:
        """Press the seat's button, type the name, press again."""
        self.press(player.seat, False)
        self.driver.until(lambda: any(True for _ in self._seen(SeatSheet)))
        self.driver.settle(0.4)
        sheet = next(self._seen(SeatSheet))
        self.shot("seat_sheet")
        rest(self.driver, sheet)
        if sheet.player.language != player.language:
            self._segment(sheet, player.language)
            self.driver.until(lambda: sheet.layout == player.language)
            self.driver.frames(2)
        self.driver.tap(next(w for w in sheet.walk() if isinstance(w, NameField)))
        self.driver.settle(0.2)
        keyboard = next(w for w in sheet.walk() if isinstance(w, Keyboard))
        for letter in player.name:
            self._key(keyboard, letter.lower())
        self.shot("keyboard", (self.shell.language,))
        self._key(keyboard, "done")
        self.driver.frames(3)
        self.press(player.seat, False)
        self.driver.until(lambda: not any(True for _ in self._seen(SeatSheet)))
        seated = next(p for p in self.shell.draft.players if p.seat == player.seat)
        assert seated == player, f"{seated} is not {player}"

    def _key(self, keyboard: Keyboard, key: str) -> None:
        self.driver.frames(1)
        left, bottom, wide, high = keyboard.box_of(key)
        self.driver.tap_at(*keyboard.to_window(keyboard.x + left + wide / 2, keyboard.y + bottom + high / 2))

    def _segment(self, within: Widget, key: Any) -> None:
        """Tap the segment ``key`` of the row that has it."""
        for row in within.walk():
            if isinstance(row, Segments) and row.view is not None and row.width > 2:
                for left, bottom, wide, high, part in row.spans():
                    if part.key == key:
                        self.driver.tap_at(*row.to_window(row.x + left + wide / 2, row.y + bottom + high / 2))
                        return
        raise AssertionError(f"no segment {key!r} on the page {self.shell.page_name}")

    # ------------------------------------------------------------------------------------------ the board

    def _board(self, match: Match) -> None:
        """Read the picture, put right what is doubtful or wrong, lay the harbours, and play."""
        self.shot("board_choose")
        self._button("camera")
        self.driver.settle(0.4)
        thumbs = next(self._seen(Thumbs))
        self.shot("board_pictures", (self.shell.language,))
        x, y, wide, high, _ = thumbs._places[0]
        self.driver.tap_at(*thumbs.to_window(thumbs.x + x + wide / 2, thumbs.y + y + high / 2))
        self.driver.until(lambda: self.page.mode in ("doubts", "pictures"), PATIENCE)
        assert self.page.mode == "doubts", "the picture could not be read"
        self.driver.settle(0.5)
        self.shot("board_read")
        layout = layout_of(match.setup.board)
        put_right = 0
        for hex_, (terrain, number) in enumerate(zip(layout.terrain, layout.numbers, strict=True)):
            put_right += self._tile(hex_, terrain, number)
        self._harbours(dict(layout.harbours))
        self.shot("board_right")
        print(f"{put_right} of {len(layout.terrain)} tiles were set right by hand", flush=True, file=sys.stderr)
        self._button("play")
        self._arrived("match")

    def _tile(self, hex_: int, terrain: str, number: int | None) -> bool:
        """Make tile ``hex_`` what it is; whether it needed a hand."""
        tile = self.page.draft.tiles[hex_]
        wanted = None if terrain == DESERT else number
        if not tile.doubtful and (tile.terrain, tile.number) == (terrain, wanted):
            return False
        self._tap_hex(hex_)
        self.driver.until(lambda: self.page.mode == "hand" and self.page.chosen == hex_)
        if tile.terrain != terrain or tile.maybe_terrain:
            self._lay(hex_, "terrain", terrain)
        if wanted is not None and (tile.number != wanted or tile.maybe_number):
            self._lay(hex_, "number", wanted)
        return True

    def _lay(self, hex_: int, phase: str, key: Any) -> None:
        if self.page.phase != phase:
            self._segment(self.page, phase)
            self.driver.frames(2)
        if self.page.chosen != hex_:
            self._tap_hex(hex_)
        self.driver.frames(3)
        palette = next(self._seen(Palette))
        x, y, wide, high, _ = next(place for place in palette._places if place[4].key == key)
        self.driver.tap_at(*palette.to_window(palette.x + x + wide / 2, palette.y + y + high / 2))

    def _tap_hex(self, hex_: int) -> None:
        if self.page.picture is not None:
            board = next(w for w in self.page.walk() if type(w).__name__ == "PictureBoard")
            x, y = board._middles[hex_]
        else:
            board = next(self._seen(HexBoard))
            x, y = board.where(("hex", hex_))
        self.driver.tap_at(*board.to_window(board.x + x, board.y + y))
        self.driver.frames(2)

    def _harbours(self, harbours: dict[int, str]) -> None:
        if dict(self.page.draft.harbours) == harbours:
            return
        if self.page.mode != "hand":
            self._button("correct")
            self.driver.frames(3)
        self._segment(self.page, "harbour")
        self.driver.frames(3)
        board = next(self._seen(HexBoard))
        for edge in {*harbours, *dict(self.page.draft.harbours)}:
            while dict(self.page.draft.harbours).get(edge) != harbours.get(edge):
                x, y = board.where(("edge", edge))
                self.driver.tap_at(*board.to_window(board.x + x, board.y + y))
                self.driver.frames(1)
