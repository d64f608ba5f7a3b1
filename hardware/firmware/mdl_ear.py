"""MDL/1, what a unit does when it is spoken to.

Runs unchanged on MicroPython 1.9 and later and on CPython. It is a file of its own because small boards compile a
file at a time.
"""


class Ear:
    """Listens for `unit`, an mdl_unit.Unit, on its line. `light(seat, color)` lights a seat."""

    def __init__(self, unit, light=None):
        self.unit = unit
        self.light = light

    def hear(self, data, now):
        """Takes bytes from the host, in pieces of any size."""
        unit = self.unit
        for byte in data:
            body = unit.line.feed(byte)
            words = body.split(",") if body else [""]
            kind = words[0]
            if kind == "HI":
                unit.answer(unit.hello)
            elif kind == "PING" and len(words) >= 2:
                unit.answer("PONG," + words[1])
            elif len(words) >= 3 and words[1].isdigit():
                if kind == "ACK" and words[2].isdigit():
                    if unit.throws.stored(int(words[1]), int(words[2])):
                        unit.announce(now)
                elif kind == "LED" and self.light:
                    self.light(int(words[1]), words[2])
