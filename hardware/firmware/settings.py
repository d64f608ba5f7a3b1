"""What this unit has on which pin. This is the file to change; the numbers are those of a Raspberry Pi Pico."""

DICE = "keypad"
"""keypad, gravity (an LIS3DH in each die) or magnet (an LIS3MDL under each die)"""

ROWS = (2, 3, 4, 5)
COLUMNS = (6, 7, 8)

I2C = ((0, 17, 16), (1, 19, 18))
"""Bus, clock, data of each die's sensor."""
LEARNT = (
    ((0, 0, 1000), (0, 1000, 0), (1000, 0, 0), (-1000, 0, 0), (0, -1000, 0), (0, 0, -1000)),
    ((0, 0, 1000), (0, 1000, 0), (1000, 0, 0), (-1000, 0, 0), (0, -1000, 0), (0, 0, -1000)),
)
"""The readings for 1 to 6 of each die; `import learn` at the prompt prints them for yours."""
NEAR = 350
JITTER = 120

BATTERY = 29
"""ADC pin, or None on a unit that lives on USB; a Pico measures a third of its supply there."""
BATTERY_PARTS = 3
LIGHTS = 22
"""Data pin of the seats' WS2812 pixels, or None."""
SEATS = 6
READY = 25
"""The lamp that says "ready for a throw"."""
SERVICE = 15
"""Held to ground at power-on: no program, the prompt."""
WATCHDOG = True
