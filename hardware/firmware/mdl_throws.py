"""MDL/1, what a unit must not lose: its boot counter and the throws that no host has stored yet.

Runs unchanged on MicroPython 1.9 and later and on CPython. `now` is milliseconds that only go up.
"""

# ruff: noqa: UP031

ROOM = 16


class Throws:
    """Counts a boot in `memory` when it is made. `pending` are the throws that wait, oldest first, as
    (boot, n, faces, quality, since). `first` is where a unit without a memory begins to count; a board draws it at
    random, so that no key comes twice.
    """

    def __init__(self, memory, now, first=0):
        self.memory = memory
        self.fault = None
        self.n = 0
        self.pending = []
        kept = memory.text.split(";") if memory.text else [str(first)]
        self.boot = int(kept[0]) + 1
        for roll in kept[1:]:
            boot, n, faces, quality = roll.split(",")
            self.pending.append((int(boot), int(n), faces.replace("+", ";"), quality, now))
        self.dirty = True
        self.flush()
        if self.fault:
            self.boot += first

    def ready(self):
        return len(self.pending) < ROOM

    def add(self, faces, quality, now):
        self.n += 1
        self.pending.append((self.boot, self.n, faces, quality, now))
        self.dirty = True

    def stored(self, boot, n):
        """A host has all up to `n` of `boot`; whether any of them was still here."""
        left = [roll for roll in self.pending if roll[0] != boot or roll[1] > n]
        if len(left) == len(self.pending) or (boot == self.boot and n > self.n):
            return False
        self.pending = left
        self.dirty = True
        return True

    def flush(self):
        """Everything so far is in the flash when this returns."""
        if not self.dirty:
            return
        self.dirty = False
        text = str(self.boot)
        for boot, n, faces, quality, _ in self.pending:
            text += ";%d,%d,%s,%s" % (boot, n, faces.replace(";", "+"), quality)
        try:
            self.memory.save(text)
        except OSError:
            self.fault = "flash"
