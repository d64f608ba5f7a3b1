"""The header's pins: one place that opens them, and one that says in a word why a pin is not there.

Nothing but lgpio works on a Pi 5, so nothing else is tried: gpiozero's own search would fall back in silence to a
library that cannot work. A mock is opened only when GPIOZERO_PIN_FACTORY asks for it or a caller hands one in.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from typing import Any, Protocol

WIRINGS: dict[str, dict[str, dict[int, int]]] = {
    "mizban": {
        "buttons": {0: 5, 1: 6, 2: 13, 3: 19, 4: 26, 5: 21},
        "lights": {0: 12, 1: 16, 2: 20, 3: 25, 4: 24, 5: 23},
    },
    "four": {"buttons": {0: 17, 1: 27, 2: 22, 3: 23}, "lights": {0: 5, 1: 6, 2: 13, 3: 19}},
    "strip": {"buttons": {0: 5, 1: 6, 2: 13, 3: 19, 4: 26, 5: 21}, "lights": {}},
}
"""Presets of BCM pin numbers by seat. ``strip`` leaves the lights to a WS2812 strip on SPI (pin 10)."""

RESERVED = frozenset({0, 1, 2, 3, 14, 15})
"""HAT identity, I2C with its fixed pull-ups, and the console's serial line: no button goes there."""


class Factory(Protocol):
    """What gpiozero calls a pin factory."""

    def pin(self, name: Any) -> Any: ...

    def close(self) -> None: ...


def open_factory(name: str | None = None) -> Any:
    """The pin factory ``name`` ("lgpio" or "mock"), by default what GPIOZERO_PIN_FACTORY says, else lgpio.

    A mock that is in use already is shared, so that a demo or a test can drive its pins.

    :raises Exception: of many kinds where there are no pins; :func:`why` puts them into a word.
    """
    name = name or os.environ.get("GPIOZERO_PIN_FACTORY") or "lgpio"
    if name == "mock":
        from gpiozero import Device
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        if not isinstance(Device.pin_factory, MockFactory):
            Device.pin_factory = MockFactory(pin_class=MockPWMPin)
        return Device.pin_factory
    if name != "lgpio":
        raise ValueError(f"pin factory {name!r}: lgpio or mock")
    _import_lgpio()
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def _import_lgpio() -> None:
    """Imports lgpio, which leaves a pipe in its working directory and *changes the process's* to LG_WD for that."""
    here = os.getcwd()
    if "LG_WD" not in os.environ:
        runtime = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
        os.environ["LG_WD"] = runtime or tempfile.mkdtemp(prefix="mizban-lg-")
    try:
        import lgpio  # noqa: F401
    finally:
        with contextlib.suppress(OSError):
            os.chdir(here)


def why(error: BaseException) -> str:
    """The reason in a word: ``busy``, ``library``, ``chip``, ``permission``, ``directory``, ``pin`` or ``other``.

    lgpio's own error is no GPIOZeroError, gpiozero's BadPinFactory is an ImportError, and a directory that can't be
    written shows as a file that is not found: hence the words of the message as well as the type.
    """
    text = str(error).lower()
    if "busy" in text:
        return "busy"
    if "lgd-nfy" in text:
        return "directory"
    if "permission" in text or isinstance(error, PermissionError):
        return "permission"
    if isinstance(error, ImportError):
        return "library"
    if "gpiochip" in text or "locate pi revision" in text or "unable to locate pi" in text:
        return "chip"
    if "pin" in type(error).__name__.lower() or "not a valid pin" in text:
        return "pin"
    return "other"
