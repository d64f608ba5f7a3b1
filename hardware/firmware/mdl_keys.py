"""A keypad that stands in for dice: players throw their own and type the faces.

Runs unchanged on MicroPython and on CPython. 1 to 6 is a face, 0 a die that nobody can read, # says "cocked",
* begins anew.
"""

REST = 30


class Keypad:
    """A dice port like mdl_dice.Tray. `scan()` gives the key that is down, or ""; so many faces are a throw."""

    def __init__(self, scan, dice=2):
        self.scan = scan
        self.dice = dice
        self.key = ""
        self.since = 0
        self.taken = True
        self.clear()

    def clear(self):
        self.faces = []
        self.quality = "ok"

    def poll(self, now):
        key = self.scan()
        if key != self.key:
            self.key = key
            self.since = now
            self.taken = key == ""
            return None
        if self.taken or now - self.since < REST:
            return None
        self.taken = True
        return self.typed(key)

    def typed(self, key):
        if key == "*":
            self.clear()
        elif key == "#":
            self.quality = "cocked"
        elif key in "0123456":
            self.faces.append(int(key) or None)
            if len(self.faces) == self.dice:
                throw = (self.faces, self.quality)
                self.clear()
                return throw
            if len(self.faces) == 1:
                return "rolling"
        return None


class Matrix:
    """The key that is down on a keypad of rows and columns: `rows` are pins that are pulled low, `columns` inputs."""

    def __init__(self, rows, columns, letters="123456789*0#"):
        self.rows = rows
        self.columns = columns
        self.letters = letters

    def __call__(self):
        found = ""
        for r, row in enumerate(self.rows):
            row.value(0)
            for c, column in enumerate(self.columns):
                if not column.value():
                    found = self.letters[r * len(self.columns) + c]
            row.value(1)
        return found
