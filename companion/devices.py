"""The table's devices as the companion knows them: what they do becomes signals, how they are becomes health.

Dice units, seat buttons and lights come and go; a table without any of them plays by touch. Nothing here changes the
match: throws and presses are posted, and a throw is acknowledged when :class:`RollStored` says that it is on disk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.config import Config
from companion.events import Health, News, RollStored
from companion.game import ButtonPressed, DiceRolled, Fact, Line, RollId, Seat, Signal, Word
from companion.wiring import STRIP_PIN
from hardware.debounce import Touch
from hardware.dice import DiceLink, LinkState, Phase
from hardware.lamps import WARM, Color, Lamp, LineLamp, PinLamp, Strip
from hardware.lights import LampState, LightShow, Pattern
from hardware.pins import open_factory
from hardware.ports import Port, candidates, identified, named, present
from hardware.protocol import Roll, RollKey
from hardware.seats import SeatButtons, SeatState


class Devices:
    """All devices of one table. ``post`` takes signals from any thread; ``tell`` gets news of health.

    ``factory`` makes the pins and ``search`` lists the serial ports; both are the machine's own by default.
    """

    def __init__(
        self,
        config: Config,
        post: Callable[[Signal], None],
        tell: Callable[[Health], None] = lambda health: None,
        *,
        factory: Callable[[], Any] = open_factory,
        search: Callable[[], Sequence[Port]] | None = None,
    ) -> None:
        self._post = post
        self._tell = tell
        self._factory = factory
        self._pins: Any = None
        self._strip: Strip | None = None
        self._listeners: list[Callable[[Touch], None]] = []
        self.dice: tuple[DiceLink, ...] = self._links(config, search)
        buttons = {i: seat.button for i, seat in enumerate(config.seats) if seat.button is not None}
        self.buttons = SeatButtons(buttons, self._touched, self._button_changed, factory=self._shared_pins)
        self.lights = LightShow(self._lamps(config), self._light_changed)

    def start(self) -> None:
        """Starts every thread; what is missing is looked for again by itself."""
        self.buttons.start()
        self.lights.start()
        for link in self.dice:
            link.start()

    def stop(self) -> None:
        """Ends every thread, all lights dark."""
        for link in self.dice:
            link.stop()
        self.lights.stop()
        self.buttons.stop()
        if self._strip is not None:
            self._strip.close()

    def observe(self, news: News) -> None:
        """An observer of the table: a throw that is on disk may leave its unit."""
        if isinstance(news, RollStored):
            for link in self.dice:
                if link.state.unit in (news.roll.unit, None):
                    link.acknowledge(RollKey(news.roll.unit, news.roll.boot, news.roll.n))

    def listen(self, listener: Callable[[Touch], None]) -> None:
        """``listener`` gets every touch of a button (down, up, short, long) on the buttons' thread.

        For what a screen does while a button is held, the wizard that asks for one, and waking up.
        """
        self._listeners = [*self._listeners, listener]

    def held(self, seat: Seat) -> bool:
        """Whether the button of ``seat`` is down now."""
        return self.buttons.held(seat)

    def light(self, seat: Seat, pattern: Pattern, color: Color = WARM) -> None:
        """What the light of ``seat`` says from now on; no mistake where it has none."""
        self.lights.set(seat, pattern, color)

    def try_light(self, seat: Seat) -> bool:
        """Lets the light of ``seat`` blink for a moment; whether it has one that can."""
        return self.lights.try_out(seat)

    def has_button(self, seat: Seat) -> bool:
        """Whether ``seat`` has a button that works; otherwise its edge of the screen serves."""
        return any(state.seat == seat and state.condition == "ready" for state in self.buttons.states())

    def ticked(self) -> float:
        """When the slowest of the threads last came round, monotonic seconds: for the watchdog."""
        return min([link.ticked for link in self.dice] + [self.buttons.ticked, self.lights.ticked])

    def health(self) -> tuple[Health, ...]:
        """How each device is now, in a fixed order."""
        dice = [dice_health(i, link.state) for i, link in enumerate(self.dice)]
        buttons = [button_health(state) for state in self.buttons.states()]
        return (*dice, *buttons, *(light_health(state) for state in self.lights.states()))

    # ------------------------------------------------------------------------------------------ from the devices

    def _heard(self, key: RollKey, roll: Roll) -> None:
        self._post(DiceRolled(RollId(key.unit, key.boot, key.n), roll.faces, roll.age_ms, roll.quality))

    def _touched(self, touch: Touch) -> None:
        if touch.kind in ("short", "long"):
            self._post(ButtonPressed(Seat(touch.seat), touch.kind == "long", touch.at))
        for listener in self._listeners:
            listener(touch)

    def _dice_changed(self, number: int, state: LinkState) -> None:
        health = dice_health(number, state)
        if health != self._last_dice.get(number):
            self._last_dice[number] = health
            self._tell(health)

    def _button_changed(self, state: SeatState) -> None:
        self._tell(button_health(state))

    def _light_changed(self, state: LampState) -> None:
        self._tell(light_health(state))

    # ------------------------------------------------------------------------------------------ building

    def _links(self, config: Config, search: Callable[[], Sequence[Port]] | None) -> tuple[DiceLink, ...]:
        self._last_dice: dict[int, Health] = {}
        if config.dice.port == "none":
            return ()
        if search is None:
            search = _search(config.dice.port)
        units = [unit.strip() or None for unit in config.dice.unit.split(",")]
        return tuple(
            DiceLink(search, self._heard, partial(self._dice_changed, i), only=unit, name=f"dice {i + 1}")
            for i, unit in enumerate(units)
        )

    def _shared_pins(self) -> Any:
        if self._pins is None:
            self._pins = self._factory()
        return self._pins

    def _lamps(self, config: Config) -> dict[int, Callable[[], Lamp]]:
        lamps: dict[int, Callable[[], Lamp]] = {}
        for i, seat in enumerate(config.seats):
            if config.lights.strip is not None:
                lamps[i] = partial(self._strip_lamp, config, i)
            elif seat.light is not None:
                lamps[i] = partial(self._pin_lamp, seat.light)
            elif self.dice:
                lamps[i] = partial(LineLamp, i, self._send_light)
        return lamps

    def _pin_lamp(self, pin: int) -> Lamp:
        return PinLamp(pin, self._shared_pins())

    def _strip_lamp(self, config: Config, seat: int) -> Lamp:
        if config.lights.strip != STRIP_PIN:
            raise ValueError(f"pin {config.lights.strip}: a strip works on pin {STRIP_PIN}")
        if self._strip is None:
            self._strip = Strip(len(config.seats) * config.lights.pixels)
        return self._strip.lamp(seat * config.lights.pixels, config.lights.pixels)

    def _send_light(self, seat: int, color: str) -> None:
        for link in self.dice:
            link.light(seat, color)


def _search(port: str) -> Callable[[], Sequence[Port]]:
    """How to look for ``port`` of the configuration: "auto", a path, or a USB identity "vid:pid:serial"."""
    if port == "auto":
        return automatic
    if re.fullmatch(r"[0-9a-fA-F]{4}:[0-9a-fA-F]{4}(:.*)?", port):
        return lambda: identified(present(), port)
    return partial(named, port)


def automatic() -> list[Port]:
    """The ports of this machine on which a dice unit may be."""
    return candidates(present())


# ---------------------------------------------------------------------------------------------- health in words


def dice_health(number: int, state: LinkState) -> Health:
    """How dice unit ``number`` (from 0) is, with its figures."""
    part = "dice" if number == 0 else f"dice {number + 1}"
    where = state.port.path if state.port else "-"
    match state.phase:
        case Phase.READY if state.fault:
            line = Line.of("health.dice.fault", unit=state.unit or "-", fault=Word(fault_word(state.fault)))
            return Health(part, False, line, Line.of(f"remedy.{fault_word(state.fault)}"))
        case Phase.READY if state.battery is not None and state.battery < 15:
            line = Line.of("health.dice.battery", unit=state.unit or "-", percent=state.battery)
            return Health(part, False, line, Line.of("remedy.dice.battery"))
        case Phase.READY:
            facts: dict[str, Fact] = {
                "unit": state.unit or "-",
                "pending": state.pending,
                "bad": state.bad_here + state.bad_there,
            }
            if state.battery is None:
                return Health(part, True, Line.of("health.dice.ready", **facts))
            return Health(part, True, Line.of("health.dice.ready_battery", percent=state.battery, **facts))
        case Phase.SEARCHING if state.error == "busy":
            return Health(part, False, Line.of("health.dice.busy", port=where), Line.of("remedy.dice.busy"))
        case Phase.SEARCHING if state.error is not None:
            line = Line.of("health.dice.port", port=where, why=state.error)
            return Health(part, False, line, Line.of("remedy.dice.port"))
        case Phase.NEWER:
            line = Line.of("health.dice.newer", unit=state.unit or "-", protocol=state.proto or 0)
            return Health(part, False, line, Line.of("remedy.dice.newer"))
        case Phase.STRANGER if state.unit is not None:
            line = Line.of("health.dice.other", unit=state.unit, port=where)
            return Health(part, False, line, Line.of("remedy.dice.other"))
        case phase:
            key = phase.value
            return Health(part, False, Line.of(f"health.dice.{key}", port=where), Line.of(f"remedy.dice.{key}"))


def fault_word(code: str) -> str:
    """The key of what a unit's fault ``code`` means; units may have faults that this version does not know."""
    return f"dice.fault.{code}" if code in ("full", "flash", "sensor") else "dice.fault.other"


def button_health(state: SeatState) -> Health:
    """How the button of a seat is."""
    part = f"seat {state.seat + 1}"
    facts = {"number": state.seat + 1, "pin": state.pin}
    if state.condition == "ready":
        return Health(part, True, Line.of("health.button.ready", presses=state.presses, **facts))
    reason = "stuck" if state.condition == "stuck" else state.reason
    return Health(part, False, Line.of(f"health.button.{reason}", **facts), Line.of(f"remedy.pin.{reason}"))


def light_health(state: LampState) -> Health:
    """How the light of a seat is."""
    part = f"light {state.seat + 1}"
    number = state.seat + 1
    if state.well:
        return Health(part, True, Line.of("health.light.ready", number=number))
    return Health(
        part, False, Line.of(f"health.light.{state.reason}", number=number), Line.of(f"remedy.pin.{state.reason}")
    )
