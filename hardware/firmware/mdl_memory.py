"""Two texts that outlive a power cut: the unit's boot counter and the throws that nobody has acknowledged.

`read(slot)` and `write(slot, text)` are the board's flash; `check(text)` is a 16-bit check of it.
"""

# ruff: noqa: UP031


class Memory:
    """The slots are written in turn, each with a number and a check: a cut while writing leaves the other one whole."""

    def __init__(self, read, write, check):
        self.write = write
        self.check = check
        self.number = 0
        self.text = ""
        for slot in (0, 1):
            try:
                kept, number, text = read(slot).split("|", 2)
                if kept == "%04X" % check(number + "|" + text) and int(number) > self.number:
                    self.number = int(number)
                    self.text = text
            except (OSError, ValueError):
                pass

    def save(self, text):
        """Keeps `text` before it returns. OSError where the flash does not take it."""
        rest = "%d|%s" % (self.number + 1, text)
        self.write((self.number + 1) % 2, "%04X|%s" % (self.check(rest), rest))
        self.number += 1
        self.text = text
