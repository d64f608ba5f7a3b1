"""Somebody who plays a match by taps alone, at any game: presses what lies open on the screen and is on.

It sees what a player sees: buttons by their place and kind, cards with a stepper, lit places of a board. What to
press is drawn at random, with a liking for some words; it never looks at the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from kivy.uix.widget import Widget
from playing import Played

from companion.screens.keyboard import Keyboard
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.keypad import Keypad
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.stepper import Stepper

GIVES_UP = 14
"""After so many taps on one sheet it is closed, where it can be."""


class Tapper:
    """``likes`` weighs the acts of a turn by key ("EndTurn", of "Bid(3)" only what stands before); others weigh 3."""

    def __init__(self, played: Played, rng: Random, likes: Mapping[str, float] | None = None) -> None:
        self.played, self.rng, self.likes = played, rng, likes or {}
        self.taps = 0
        self._tries: tuple[Any, int] = (None, 0)
        self._idle = 0

    @property
    def over(self) -> bool:
        snapshot = self.played.table.snapshot
        return snapshot is not None and snapshot.standing.over

    def play(self, most: int) -> int:
        """Tap until the match is over, at most ``most`` times; how many taps it took.

        :raises AssertionError: where nothing on the screen can be pressed, or the match does not end.
        """
        while not self.over:
            assert self.taps < most, f"not over after {most} taps"
            self.step()
        return self.taps

    def step(self) -> None:
        """One tap, somewhere where it means something."""
        overlay = self.played.page.ids.overlay
        sheets = [entry.sheet for entry in overlay.open.values()]
        if sheets:
            self._in_sheet(self.rng.choice(sheets))
        else:
            self._on_page()

    def _tap(self, widget: Widget) -> None:
        self.taps += 1
        self.played.driver.tap(widget)

    # ------------------------------------------------------------------------------------------ on the page

    def _on_page(self) -> None:
        page = self.played.page
        acts = page.ids.bar if page.frame.bar else page._zones[page.turn][1].acts
        ways: list[tuple[float, Any]] = [
            (self._weight(key), button) for key, button in acts.buttons.items() if button.enabled
        ]
        targets = getattr(page.middle.view, "targets", ()) if page.middle is not None else ()
        if targets:
            ways.append((8.0, self.rng.choice(targets)))
        if not ways:
            self._idle += 1
            assert self._idle < 50, "nothing on the screen can be pressed"
            self.played.driver.frames(2)
            return
        self._idle = 0
        way = self.rng.choices([way for _, way in ways], [weight for weight, _ in ways])[0]
        if isinstance(way, tuple):
            self.taps += 1
            self.played.tap_spot(*way)
        else:
            self._tap(way)

    def _weight(self, key: str) -> float:
        return self.likes.get(key, self.likes.get(key.partition("(")[0], 3.0))

    # ------------------------------------------------------------------------------------------ on a sheet

    def _in_sheet(self, sheet: Sheet) -> None:
        tries = self._tries[1] + 1 if self._tries[0] is sheet else 1
        self._tries = (sheet, tries)
        buttons = [widget for widget in sheet.walk() if isinstance(widget, ActButton) and widget.enabled]
        cross = [button for button in buttons if button.icon_name == "close" and not button.text]
        if tries > GIVES_UP and cross:
            self._tap(cross[0])
            return
        boards = [widget for widget in sheet.walk() if isinstance(widget, Keyboard)]
        if boards:
            self._type(boards[0])
            return
        ready = [button for button in buttons if button.kind in ("primary", "good")]
        pads = [widget for widget in sheet.walk() if isinstance(widget, Keypad)]
        if ready and self.rng.random() < (0.4 if pads else 0.8):
            self._tap(self.rng.choice(ready))
            return
        steppers = [widget for widget in sheet.walk() if isinstance(widget, Stepper)]
        cards = [stepper for stepper in steppers if stepper.form == "card" and stepper.number < stepper.high]
        plain = [button for button in buttons if button not in cross and button.kind != "danger"]
        if cards and self.rng.random() < 0.85:
            card = self.rng.choice(cards)
            x, y = card.to_window(card.center_x, card.y + card.height * 0.75)
            self.taps += 1
            self.played.driver.tap_at(x, y)
        elif plain:
            self._tap(self.rng.choice(plain))
        elif cross:
            self._tap(cross[0])

    def _type(self, keyboard: Keyboard) -> None:
        """A letter or two, then done."""
        key = "done" if self._tries[1] > 2 else "ا" if keyboard.layout == "fa" else "a"
        left, bottom, width, high = keyboard.box_of(key)
        self.taps += 1
        x, y = keyboard.to_window(keyboard.x + left + width / 2, keyboard.y + bottom + high / 2)
        self.played.driver.tap_at(x, y)
