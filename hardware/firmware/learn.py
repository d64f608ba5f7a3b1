"""`import learn` at the prompt: lay each die on each face as it asks, then copy what it prints into settings.py."""

# ruff: noqa: UP031, B905

import time

import settings
from board import sensor


def mean(read):
    readings = []
    for _ in range(50):
        readings.append(read())
        time.sleep(0.02)
    return tuple([sum(axis) // len(readings) for axis in zip(*readings)])


learnt = []
for number, bus in enumerate(settings.I2C):
    read = sensor(*bus)
    faces = []
    for face in range(1, 7):
        input("die %d: lay it with %d up, then Enter " % (number + 1, face))
        faces.append(mean(read))
    learnt.append(tuple(faces))
print("LEARNT =", tuple(learnt))
