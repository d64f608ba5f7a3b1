"""The firmware's core, file by file unchanged, on MicroPython under an emulator and over the real link."""

import pytest

from hardware.dice import DiceLink
from hardware.ports import Port
from tests.hardware.emulator import CORE, FIRMWARE, Microbit, there
from tests.hardware.patience import eventually

pytestmark = [
    pytest.mark.emulation,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not there(), reason="needs qemu-system-arm and firmware-microbit-micropython"),
]

THROWS = 200

ROBOT = """
from microbit import uart, running_time
seed = 1
def face():
    global seed
    seed = (seed * 75 + 74) % 65537
    return seed % 6 + 1
def read(slot):
    with open('slot%d' % slot) as f:
        return f.read()
def write(slot, text):
    with open('slot%d' % slot, 'w') as f:
        f.write(text)
def run(line, throws, unit, ear, left):
    uart.init(115200)
    while True:
        data = uart.read(32)
        if data:
            ear.hear(data, running_time())
        if left and len(throws.pending) < 3:
            left -= 1
            unit.throw([face(), face()], running_time())
        unit.step(running_time())
"""
"""A board whose dice fall by themselves: at most three throws wait, as there is hardly any memory."""

START = (
    "line = mdl_line.Line(robot.uart.write)",
    "memory = mdl_memory.Memory(robot.read, robot.write, mdl_line.crc16)",
    "throws = mdl_throws.Throws(memory, 0, 40)",
    "unit = mdl_unit.Unit('microbit', line, throws, 0)",
    "ear = mdl_ear.Ear(unit)",
)


def expected():
    seed, faces = 1, []
    for _ in range(2 * THROWS):
        seed = (seed * 75 + 74) % 65537
        faces.append(seed % 6 + 1)
    return [(41, n + 1, (faces[2 * n], faces[2 * n + 1])) for n in range(THROWS)]


def test_two_hundred_throws_of_the_firmware_under_the_emulator_are_two_hundred_recorded():
    microbit = Microbit()
    rows = []
    try:
        for name in CORE:
            microbit.load(name, (FIRMWARE / f"{name}.py").read_text())
        microbit.load("robot", ROBOT)
        microbit.restart()
        free = [microbit.run(f"import gc, {name}\ngc.collect()\nprint(gc.mem_free())").strip() for name in CORE]
        print(f"bytes free after {dict(zip(CORE, free, strict=True))}")
        for step in ("import robot", *START):
            microbit.run(step)
            microbit.run("gc.collect()")
        microbit.let_go(f"robot.run(line, throws, unit, ear, {THROWS})")

        def heard(key, roll):
            if key not in [row[0] for row in rows]:
                rows.append((key, roll))
            link.acknowledge(key)

        link = DiceLink(lambda: [Port(microbit.port)], heard)
        link.start()
        try:
            assert eventually(lambda: len(rows) >= THROWS, 600), f"{len(rows)} of {THROWS}; {link.state}"
            assert eventually(lambda: link.state.pending == 0, 30)
        finally:
            link.stop()
    finally:
        microbit.close()
    print(f"{len(rows)} recorded, bad frames here {link.state.bad_here}, there {link.state.bad_there}")
    assert [(key.boot, key.n, roll.faces) for key, roll in rows] == expected()
