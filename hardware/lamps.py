"""What a seat's light is made of: an LED on a pin, a part of a WS2812 strip, a light on the dice unit."""

from __future__ import annotations

import fcntl
import os
import struct
import threading
from collections.abc import Callable
from typing import Any, Protocol

Color = tuple[int, int, int]
WARM: Color = (255, 170, 80)


class Lamp(Protocol):
    """One seat's light."""

    def show(self, level: float, color: Color) -> None:
        """Lights up to ``level`` (0..1). :raises Exception: where the hardware is gone."""

    def close(self) -> None:
        """Dark, and given back."""


class PinLamp:
    """An LED on a pin: dimmed by PWM, or with ``pwm`` false on from half the brightness upwards."""

    def __init__(self, pin: int, factory: Any, *, pwm: bool = True) -> None:
        from gpiozero import LED, PWMLED

        factory.pin(pin)  # claims it first, as for a button
        self._led: Any = PWMLED(pin, pin_factory=factory) if pwm else LED(pin, pin_factory=factory)
        self._pwm = pwm

    def show(self, level: float, color: Color) -> None:
        if self._pwm:
            self._led.value = level
        elif level >= 0.5:
            self._led.on()
        else:
            self._led.off()

    def close(self) -> None:
        self._led.close()


class Strip:
    """A WS2812 strip on SPI's data line (pin 10); :meth:`lamp` gives the part of it that is a seat's.

    SPI works on every Pi, the Pi 5 as well, and needs no root and no library: each bit of colour is three bits at
    2.4 MHz, 110 or 100, green first; the data line rests low for 300 microseconds before a picture.
    """

    SPEED = 2_400_000
    REST = bytes(96)
    _SET_SPEED = 0x40046B04  # SPI_IOC_WR_MAX_SPEED_HZ of linux/spi/spidev.h

    def __init__(
        self, length: int, path: str = "/dev/spidev0.0", write: Callable[[bytes], object] | None = None
    ) -> None:
        self._pixels = [(0, 0, 0)] * length
        self._fd = -1
        self._lock = threading.Lock()
        if write is None:
            self._fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
            fcntl.ioctl(self._fd, self._SET_SPEED, struct.pack("I", self.SPEED))
            self._write: Callable[[bytes], object] = lambda data: os.write(self._fd, data)
        else:
            self._write = write

    def lamp(self, first: int, count: int) -> StripLamp:
        """The pixels ``first`` .. ``first + count - 1``."""
        return StripLamp(self, range(first, first + count))

    def paint(self, where: range, color: Color) -> None:
        with self._lock:
            for index in where:
                self._pixels[index] = color
            self._write(self.REST + b"".join(map(encoded, self._pixels)))

    def close(self) -> None:
        with self._lock:
            if self._fd >= 0:
                os.close(self._fd)
                self._fd = -1


def encoded(color: Color) -> bytes:
    """One pixel as SPI bytes: nine for three."""
    red, green, blue = color
    bits = 0
    for byte in (green, red, blue):
        for place in range(7, -1, -1):
            bits = bits << 3 | (0b110 if byte >> place & 1 else 0b100)
    return bits.to_bytes(9, "big")


class StripLamp:
    """Some pixels of a :class:`Strip`, at most at ``most`` of their brightness: a table is dark."""

    def __init__(self, strip: Strip, where: range, most: float = 0.35) -> None:
        self._strip, self._where, self._most = strip, where, most

    def show(self, level: float, color: Color) -> None:
        red, green, blue = (round(part * level * self._most) for part in color)
        self._strip.paint(self._where, (red, green, blue))

    def close(self) -> None:
        self.show(0.0, WARM)


class LineLamp:
    """A light on the dice unit, over its line; ``send`` is :meth:`hardware.dice.DiceLink.light`."""

    def __init__(self, seat: int, send: Callable[[int, str], None]) -> None:
        self._seat, self._send = seat, send

    def show(self, level: float, color: Color) -> None:
        red, green, blue = (round(part * level) for part in color)
        self._send(self._seat, f"{red:02x}{green:02x}{blue:02x}")

    def close(self) -> None:
        self.show(0.0, WARM)
