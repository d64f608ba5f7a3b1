"""Which button is at which side of the table: found by pressing, written to ``mizban.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.config import Config, Lights, SeatPins, SideName
from hardware.pins import WIRINGS

SIDES: tuple[SideName, ...] = ("south", "west", "north", "east")
"""In the order in which they are asked for: clockwise, as the seats are numbered."""
STRIP_PIN = 10
"""BCM number of SPI's data line: the only pin that a WS2812 strip works on without root on every Pi."""


def on_trial(config: Config, wiring: str) -> Config:
    """``config`` with every button and light of ``wiring``, whichever side they may be at."""
    pins = WIRINGS[wiring]
    seats = tuple(SeatPins("south", button, pins["lights"].get(place)) for place, button in pins["buttons"].items())
    return msgspec.structs.replace(config, seats=seats, lights=_lights(config, wiring))


def choices(config: Config, wiring: str, found: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """What to keep (see :func:`companion.config.keep`) where ``found`` are the places of ``wiring`` by side.

    A seat whose button was described before keeps the colour and the language that it had.
    """
    pins, before = WIRINGS[wiring], {seat.button: seat for seat in config.seats}
    seats = []
    for side in SIDES:
        for place in found.get(side, ()):
            button = pins["buttons"][place]
            known = before.get(button, SeatPins(side))
            wanted: dict[str, Any] = {"side": side, "button": button, "light": pins["lights"].get(place)}
            wanted |= {"color": known.color, "language": known.language}
            seats.append({name: value for name, value in wanted.items() if value is not None})
    return {"seats": seats, "lights.strip": _lights(config, wiring).strip}


def _lights(config: Config, wiring: str) -> Lights:
    strip = None if WIRINGS[wiring]["lights"] else STRIP_PIN
    return msgspec.structs.replace(config.lights, strip=strip)
