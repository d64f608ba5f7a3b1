"""MDL/1, the unit's whole life: boots, throws that are kept till a host has stored them, heartbeats.

Runs unchanged on MicroPython 1.9 and later and on CPython, where its tests and the fake unit use it. It knows no pin,
file or clock: `now` is milliseconds that only go up, `line` is an mdl_line.Line, `memory` an mdl_memory.Memory.
"""

# ruff: noqa: UP031

ROOM = 16
FIRST_REPEAT = 150
LAST_REPEAT = 1200
BEAT = 1000


class Unit:
    """One dice unit from power on; it counts its boot in `memory` before it says a word.

    `pending` are the throws that no host has acknowledged, oldest first, as (boot, n, faces, quality, since). `first`
    is where a unit without a memory begins to count; a board draws it at random, so that no key comes twice.
    """

    def __init__(self, serial, line, memory, now, light=None, caps="2d6", version="1.0", first=0):
        self.serial = serial
        self.line = line
        self.memory = memory
        self.light = light
        self.caps = caps
        self.version = version
        self.battery = None
        self.fault = None
        self.n = 0
        self.pending = []
        kept = memory.text.split(";") if memory.text else [str(first)]
        self.boot = int(kept[0]) + 1
        for roll in kept[1:]:
            boot, n, faces, quality = roll.split(",")
            self.pending.append((int(boot), int(n), faces.replace("+", ";"), quality, now))
        self._keep()
        if self.fault:
            self.boot += first
        self.beat_at = now + BEAT
        self.again_at = now
        self.pause = FIRST_REPEAT
        self.hello()

    def ready(self):
        """Whether there is room for one more throw; the unit shows "not ready" rather than overwrite one."""
        return len(self.pending) < ROOM

    def _keep(self):
        text = str(self.boot)
        for boot, n, faces, quality, _ in self.pending:
            text += ";%d,%d,%s,%s" % (boot, n, faces.replace(";", "+"), quality)
        try:
            self.memory.save(text)
        except OSError:
            self.fault = "flash"

    def hello(self):
        self.line.say("HELLO,proto=1,unit=%s,boot=%d,fw=%s,caps=%s" % (self.serial, self.boot, self.version, self.caps))

    def rolling(self):
        """The dice began to move."""
        self.line.say("ROLLING,%d" % self.boot)

    def throw(self, faces, now, quality="ok"):
        """Keeps a throw, then announces it. False, and nothing kept, where there is no room.

        `faces` are numbers, None for a die that could not be read; `quality` is ok, cocked or tilt.
        """
        if not self.ready():
            self.line.say("ERR,full")
            return False
        self.n += 1
        shown = ";".join(["?" if face is None else str(face) for face in faces])
        self.pending.append((self.boot, self.n, shown, quality, now))
        self._keep()
        if len(self.pending) == 1:
            self._announce(now)
        return True

    def _announce(self, now):
        self.again_at = now
        self.pause = FIRST_REPEAT
        self.step(now)

    def hear(self, data, now):
        """Takes bytes from the host, in pieces of any size."""
        for byte in data:
            body = self.line.feed(byte)
            if body:
                self._obey(body.split(","), now)

    def _obey(self, words, now):
        kind = words[0]
        if kind == "HI":
            self.hello()
        elif kind == "ACK" and len(words) >= 3 and words[1].isdigit() and words[2].isdigit():
            boot = int(words[1])
            n = int(words[2])
            left = [roll for roll in self.pending if roll[0] != boot or roll[1] > n]
            if len(left) < len(self.pending) and (boot != self.boot or n <= self.n):
                self.pending = left
                self._keep()
                self._announce(now)
        elif kind == "PING" and len(words) >= 2:
            self.line.say("PONG," + words[1])
        elif kind == "LED" and len(words) >= 3 and words[1].isdigit() and self.light:
            self.light(int(words[1]), words[2])

    def step(self, now):
        """Repeats the oldest throw and beats when it is time; call it often."""
        if self.pending and now >= self.again_at:
            boot, n, faces, quality, since = self.pending[0]
            rest = "" if quality == "ok" else ",q=" + quality
            self.line.say("ROLL,%d,%d,%s,age=%d%s" % (boot, n, faces, now - since, rest))
            self.again_at = now + self.pause
            self.pause = min(LAST_REPEAT, self.pause * 2)
        if now >= self.beat_at:
            self.beat_at = now + BEAT
            battery = "" if self.battery is None else ",bat=%d" % self.battery
            self.line.say("HB,%d%s,pend=%d,bad=%d" % (self.boot, battery, len(self.pending), self.line.bad))
            if self.fault:
                self.line.say("ERR," + self.fault)
