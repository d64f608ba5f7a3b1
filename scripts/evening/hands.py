"""Hands at the screen: each action of a recorded match as the taps that a player would make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from driver import Driver
from kivy.uix.widget import Widget

from companion.events import Pause, Unpause
from companion.game import Seat
from companion.games.arnika import actions as act
from companion.games.arnika.cards import KINDS, Cards
from companion.games.arnika.state import Phase
from companion.screens.fields import NumberSheet
from companion.screens.menu import ActsSheet
from companion.screens.shell import Shell
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.stepper import Stepper
from scripts.evening.flow import rest

PATIENCE = 30.0
"""Seconds in which the table has stored and the screen shown what was asked, on however slow a machine."""
SPOTS = {
    act.PlaceJunior: ("corner", "corner"),
    act.PlaceConnection: ("edge", "edge"),
    act.MoveCrisis: ("hex", "hex"),
    act.CrisisHome: ("hex", "hex"),
    act.BuildConnection: ("edge", "edge"),
    act.BuildJunior: ("corner", "corner"),
    act.BuildSenior: ("corner", "corner"),
}
"""The field of the action that is a place, and the kind of that place."""


class Hands:
    """Plays Arnika at the page "match" of ``shell``.

    ``press(seat, long)`` presses the button at a seat and ``throw(faces)`` lets the dice fall: where the table has
    buttons and dice, nobody taps for that.
    """

    def __init__(
        self,
        shell: Shell,
        driver: Driver,
        press: Callable[[Seat, bool], None],
        throw: Callable[[tuple[int, ...]], None],
    ) -> None:
        self.shell, self.driver = shell, driver
        self.press, self.throw = press, throw

    @property
    def page(self) -> Any:
        return self.shell.page("match")

    @property
    def events(self) -> int:
        """How many events the screen has been told of."""
        return self.shell.snapshot.log[-1].event.seq if self.shell.snapshot.log else 0

    @property
    def moves(self) -> int:
        """How many of them are moves of the game, and not a pause of the table."""
        return sum(not isinstance(entry.event.body, (Pause, Unpause)) for entry in self.shell.snapshot.log)

    def play(self, action: Any) -> None:
        """Do what ``action`` says and wait until the table has stored it and the screen shows it.

        :raises AssertionError: when the screen offers no way to it, or the table refuses.
        """
        before = self.events
        self.start(action)
        self.driver.until(lambda: self.events > before, PATIENCE)
        done = self.shell.snapshot.log[-1].event.body
        assert type(done) is type(action), f"asked for {action}, got {done}"

    def start(self, action: Any) -> None:
        """The taps, presses or the throw of ``action``; what they lead to comes later."""
        match action:
            case act.Roll(throw=throw) | act.CrisisReroll(throw=throw):
                first = max(1, throw.total - 6)
                self.throw(throw.faces or (first, throw.total - first))
            case act.EndTurn(seat=seat) | act.AcceptTrade(seat=seat):
                self.press(seat, False)
            case act.DeclineTrade(seat=seat):
                self.press(seat, True)
            case act.OfferTrade(seat=seat, gives=gives, wants=wants, to=to):
                self._trade(seat, gives, wants, to)
            case act.BankTrade(seat=seat, gives=gives, gets=gets):
                rate = self._rate(seat, gives)
                paid = tuple(rate * (kind == gives) for kind in KINDS)
                self._trade(seat, paid, tuple(int(kind == gets) for kind in KINDS), "bank")  # type: ignore[arg-type]
            case act.Discard(seat=seat, cards=cards):
                self._amounts(self._sheet(seat), cards)
            case act.LoseCard(seat=seat, kind=kind):
                self._tap_button(self._sheet(seat), lambda button: button.icon_name == kind)
            case act.PlayConsult(seat=seat) | act.PlayRoads(seat=seat):
                self._card(seat, type(action))
            case act.PlayPlenty(seat=seat, cards=cards):
                self._card(seat, type(action))
                self._amounts(self._sheet(seat), cards)
            case act.PlayMonopoly(seat=seat, kind=kind):
                self._card(seat, type(action))
                self._tap_button(self._sheet(seat), lambda button: button.icon_name == kind)
            case act.RevealPoints(seat=seat, n=n):
                self._card(seat, type(action), n)
                self._number(seat, n)
            case _ if type(action) in SPOTS:
                self._place(action)
            case _:
                self.tap_act(action.seat, type(action).__name__)

    # ------------------------------------------------------------------------------------------ buttons

    def acts(self, seat: Seat) -> dict[str, ActButton]:
        """The buttons of ``seat`` by key: in its zone, or in the bar of an upright panel."""
        page = self.page
        shown: dict[str, ActButton] = (page.ids.bar if page.frame.bar else page._zones[seat][1].acts).buttons
        return shown

    def tap_act(self, seat: Seat, name: str) -> None:
        """Tap the seat's button of the action (or the group) ``name``."""
        self.driver.frames(1)
        buttons = {key.partition("(")[0]: button for key, button in self.acts(seat).items()}
        assert name in buttons, f"no button {name} at seat {seat}, but {sorted(buttons)}"
        assert buttons[name].enabled, f"the button {name} at seat {seat} is off"
        self.driver.tap(buttons[name])

    def _sheet(self, seat: Seat) -> Any:
        """What stands open at ``seat``, once it has risen."""
        self.driver.until(lambda: self.page.ids.overlay.open.get(seat))
        sheet = self.page.ids.overlay.open[seat].sheet
        rest(self.driver, sheet)
        return sheet

    def _tap_button(self, sheet: Widget, wanted: Callable[[ActButton], bool]) -> None:
        self.driver.frames(2)
        buttons = [w for w in sheet.walk(restrict=True) if isinstance(w, ActButton) and w.enabled and wanted(w)]
        assert buttons, f"{type(sheet).__name__} has no such button"
        self.driver.tap(buttons[0])

    # ------------------------------------------------------------------------------------------ places

    def _place(self, action: Any) -> None:
        """Tap the place on the board; for a building in one's turn, first the button that lights the places."""
        field, kind = SPOTS[type(action)]
        spot = (kind, getattr(action, field))
        phase = self.shell.snapshot.state.phase
        if phase is Phase.PLAY:
            self.tap_act(action.seat, "build")
        board = self.page.middle
        self.driver.until(lambda: spot in board.view.targets)
        self.driver.frames(1)
        x, y = board.where(spot)
        for _ in range(3):  # a toast that lies over the place takes the first tap, and goes
            self.driver.tap_at(*board.to_window(board.x + x, board.y + y))
            if spot not in board.view.targets or board.view.chosen == spot:
                return

    # ------------------------------------------------------------------------------------------ cards

    def _card(self, seat: Seat, kind: type[Any], n: int | None = None) -> None:
        """Open the seat's cards and choose the one of ``kind``."""
        scene = self.page.scene
        if "cards" not in self.acts(seat):  # a card that ends the match stands open
            self.tap_act(seat, kind.__name__)
            return
        self.tap_act(seat, "cards")
        sheet = self._sheet(seat)
        assert isinstance(sheet, ActsSheet)
        choices = [choice for choice in scene.choices(seat) if issubclass(choice.action, CARDS)]
        wanted = next(i for i, choice in enumerate(choices) if choice.action is kind and _is(choice, n))
        self.driver.frames(2)
        self.driver.tap(sheet.buttons[wanted])

    def _number(self, seat: Seat, n: int) -> None:
        """Set the number to ``n`` and record, where the screen asks for one: with a single card it does not."""
        self.driver.frames(2)
        opened = self.page.ids.overlay.open.get(seat)
        if opened is not None and isinstance(opened.sheet, NumberSheet):
            sheet = self._sheet(seat)
            self._step(sheet.stepper, n)
            self.driver.tap(sheet.record)

    def _amounts(self, sheet: Any, cards: Cards) -> None:
        """Set the steppers of ``sheet`` to ``cards`` and record."""
        self.driver.frames(2)
        for stepper, n in zip(sheet.steppers, cards, strict=True):
            self._step(stepper, n)
        self.driver.tap(sheet.record)

    def _step(self, stepper: Stepper, n: int) -> None:
        """Tap ``stepper`` until it stands at ``n``."""
        while int(stepper.number) != n:
            before = stepper.number
            for _ in range(2):  # a toast that lies over it takes the first tap, and goes
                self._tap_once(stepper, stepper.number > n)
                if stepper.number != before:
                    break
            assert stepper.number != before, "the stepper does not move"

    def _tap_once(self, stepper: Stepper, less: bool) -> None:
        if less:
            self.driver.tap(stepper.less)
        elif stepper.form == "card":  # the card itself adds one
            x, y = stepper.to_window(stepper.center_x, stepper.y + stepper.height * 0.75)
            self.driver.tap_at(x, y)
        else:
            self.driver.tap(stepper.more)

    # ------------------------------------------------------------------------------------------ trade

    def _rate(self, seat: Seat, kind: str) -> int:
        from companion.games.arnika.trading import rates

        return rates(self.shell.snapshot.state, seat)[KINDS.index(kind)]

    def _trade(self, seat: Seat, gives: Cards, wants: Cards, partner: Any) -> None:
        self.tap_act(seat, "trade")
        sheet = self._sheet(seat)
        self.driver.frames(2)
        for stepper, give, want in zip(sheet.steppers, gives, wants, strict=True):
            self._step(stepper, want - give)
        self.shown("trade")
        self.driver.frames(1)
        assert sheet.partners[partner].enabled, f"{partner} can't be asked"
        self.driver.tap(sheet.partners[partner])

    def shown(self, what: str) -> None:
        """Something worth a picture stands on the screen; who records an evening takes one."""


CARDS = (act.PlayConsult, act.PlayRoads, act.PlayPlenty, act.PlayMonopoly, act.PlayOther, act.RevealPoints)


def _is(choice: Any, n: int | None) -> bool:
    return n is None or dict(choice.given).get("n", n) == n
