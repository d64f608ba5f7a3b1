"""Dice that sensors read. A port is anything with `poll(now)`: None, "rolling", or (faces, quality) once they lie.

Runs unchanged on MicroPython and on CPython. A sensor is a function that gives three numbers: an accelerometer inside
the die (the direction of gravity), or a magnetometer under its place (the field of a magnet inside the die).
"""

# ruff: noqa: B905 - MicroPython knows no strict zip

SETTLE = 500
TUMBLE = 150


class Die:
    """One die. `faces` are the six readings learnt for 1 to 6; further than `near` from all of them it lies askew."""

    def __init__(self, read, faces, near, jitter):
        self.read = read
        self.faces = faces
        self.near = near * near
        self.jitter = jitter * jitter
        self.last = read()

    def look(self):
        """1 to 6, None where it lies askew, 0 while it moves. OSError where the sensor is gone."""
        here = self.read()
        moved = apart(here, self.last) > self.jitter
        self.last = here
        if moved:
            return 0
        best = min(range(6), key=lambda face: apart(here, self.faces[face]))
        return best + 1 if apart(here, self.faces[best]) <= self.near else None


def apart(one, other):
    return sum([(a - b) * (a - b) for a, b in zip(one, other)])


class Tray:
    """Dice that are thrown together: a throw when all have lain still for SETTLE ms after a tumble.

    A nudge (shorter than TUMBLE ms, the same faces as before) is no throw. One die askew is a cocked throw; where no
    die can be read it is the unit that stands askew.
    """

    def __init__(self, dice):
        self.dice = dice
        self.lay = None
        self.began = None
        self.moved_at = 0

    def poll(self, now):
        faces = [die.look() for die in self.dice]
        if 0 in faces:
            self.moved_at = now
            if self.began is None:
                self.began = now
                return "rolling"
            return None
        if self.began is None:
            if self.lay is None:
                self.lay = faces
            return None
        if now - self.moved_at < SETTLE:
            return None
        nudged = self.moved_at - self.began < TUMBLE and faces == self.lay
        self.began = None
        self.lay = faces
        if nudged:
            return None
        askew = faces.count(None)
        return faces, "ok" if not askew else "tilt" if askew == len(faces) else "cocked"
