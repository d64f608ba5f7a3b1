"""RP2040, RP2350 and ESP32 boards under MicroPython 1.20 and later: everything that main.py asks of a board."""

# ruff: noqa: UP031

import os
import select
import sys
import time

import machine
import micropython
import settings
from mdl_dice import Die, Tray
from mdl_keys import Keypad, Matrix

IN, OUT, PULL_UP = machine.Pin.IN, machine.Pin.OUT, machine.Pin.PULL_UP
EMPTY, FULL = 3300, 4150
LIS3DH, LIS3MDL = 0x19, 0x1E


class Board:
    def __init__(self):
        self.serial = "".join(["%02X" % byte for byte in machine.unique_id()])
        self.caps = "2d6"
        self.elapsed = 0
        self.ticks = time.ticks_ms()
        self.poll = select.poll()
        self.poll.register(sys.stdin, select.POLLIN)
        self.lamp = machine.Pin(settings.READY, OUT)
        self.adc = None
        self.percent = None
        self.measured = -10000
        if settings.BATTERY is not None:
            self.caps += "+bat"
            self.adc = machine.ADC(machine.Pin(settings.BATTERY))
        self.pixels = None
        if settings.LIGHTS is not None:
            import neopixel

            self.caps += "+led"
            self.pixels = neopixel.NeoPixel(machine.Pin(settings.LIGHTS), settings.SEATS)
            self.pixels.write()
        self.dice = dice()
        self.watchdog = None

    def service(self):
        """Whether somebody wants the prompt. Else Ctrl-C on the line is a byte like any other from now on."""
        if not machine.Pin(settings.SERVICE, IN, PULL_UP).value():
            return True
        micropython.kbd_intr(-1)
        if settings.WATCHDOG:
            self.watchdog = machine.WDT(timeout=8000)
        return False

    def alive(self):
        if self.watchdog:
            self.watchdog.feed()

    def now(self):
        """Milliseconds that only go up; the board's own counter begins anew every twelve days."""
        ticks = time.ticks_ms()
        self.elapsed += time.ticks_diff(ticks, self.ticks)
        self.ticks = ticks
        return self.elapsed

    def chance(self):
        return int.from_bytes(os.urandom(3), "big")

    def read(self):
        data = b""
        while len(data) < 64 and self.poll.poll(0):
            data += sys.stdin.buffer.read(1)
        return data

    def write(self, text):
        sys.stdout.write(text)

    def load(self, slot):
        with open("slot%d" % slot) as file:
            return file.read()

    def save(self, slot, text):
        with open("slot%d" % slot, "w") as file:
            file.write(text)
        if hasattr(os, "sync"):
            os.sync()

    def battery(self):
        if self.adc and self.elapsed - self.measured >= 10000:
            self.measured = self.elapsed
            millivolts = self.adc.read_u16() * 3300 * settings.BATTERY_PARTS // 65535
            self.percent = max(0, min(100, (millivolts - EMPTY) * 100 // (FULL - EMPTY)))
        return self.percent

    def light(self, seat, color):
        if self.pixels is not None and seat < settings.SEATS and len(color) == 6:
            try:
                self.pixels[seat] = tuple([int(color[at : at + 2], 16) for at in (0, 2, 4)])
            except ValueError:
                return
            self.pixels.write()

    def show_ready(self, ready):
        self.lamp.value(1 if ready else 0)


def dice():
    """The dice port that settings.DICE names. OSError where a sensor does not answer."""
    if settings.DICE == "keypad":
        rows = [machine.Pin(pin, OUT, value=1) for pin in settings.ROWS]
        return Keypad(Matrix(rows, [machine.Pin(pin, IN, PULL_UP) for pin in settings.COLUMNS]))
    sensors = [sensor(*bus) for bus in settings.I2C]
    return Tray([Die(sensors[n], settings.LEARNT[n], settings.NEAR, settings.JITTER) for n in range(len(sensors))])


def sensor(number, clock, data):
    """A function that reads three numbers: thousandths of a g, or thousandths of a gauss."""
    bus = machine.I2C(number, scl=machine.Pin(clock), sda=machine.Pin(data), freq=400000)
    if settings.DICE == "gravity":
        bus.writeto_mem(LIS3DH, 0x20, b"\x57")  # 100 Hz, three axes
        bus.writeto_mem(LIS3DH, 0x23, b"\x88")  # whole samples, 12 bits, 2 g
        return lambda: triple(bus.readfrom_mem(LIS3DH, 0xA8, 6), 16)
    bus.writeto_mem(LIS3MDL, 0x20, b"\x7c")  # 80 Hz, finest
    bus.writeto_mem(LIS3MDL, 0x21, b"\x60")  # 16 gauss
    bus.writeto_mem(LIS3MDL, 0x22, b"\x00")  # without pause
    return lambda: triple(bus.readfrom_mem(LIS3MDL, 0xA8, 6), 1.711)


def triple(raw, parts):
    numbers = []
    for at in (0, 2, 4):
        number = raw[at] | raw[at + 1] << 8
        numbers.append(int((number - 65536 if number > 32767 else number) / parts))
    return numbers
