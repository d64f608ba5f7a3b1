"""MDL/1, the unit's side of the talk: tells its throws till a host has stored them, and beats once a second.

Runs unchanged on MicroPython 1.9 and later and on CPython, where its tests and the fake unit use it. It knows no pin,
file or clock: `now` is milliseconds that only go up, `line` is an mdl_line.Line, `throws` an mdl_throws.Throws.
All it says it says in `step`: a small board's stack is a few calls deep.
"""

# ruff: noqa: UP031

FIRST_REPEAT = 150
LAST_REPEAT = 1200
BEAT = 1000


class Unit:
    """One dice unit from power on; an mdl_ear.Ear listens for it. A `fault` is told with every beat."""

    def __init__(self, serial, line, throws, now, caps="2d6"):
        self.line = line
        self.throws = throws
        self.battery = None
        self.fault = None
        self.hello = "HELLO,proto=1,unit=%s,boot=%d,fw=1.0,caps=%s" % (serial, throws.boot, caps)
        self.answers = [self.hello]
        self.beat_at = now + BEAT
        self.again_at = now
        self.pause = FIRST_REPEAT

    def answer(self, body):
        """Says `body` at the next step; drops it where a flood of questions has filled the memory."""
        if len(self.answers) < 4:
            self.answers.append(body)

    def rolling(self):
        """The dice began to move."""
        self.answer("ROLLING,%d" % self.throws.boot)

    def throw(self, faces, now, quality="ok"):
        """Takes a throw; the next step keeps and announces it. False, and nothing taken, where there is no room.

        `faces` are numbers, None for a die that could not be read; `quality` is ok, cocked or tilt.
        """
        if not self.throws.ready():
            self.answer("ERR,full")
            return False
        self.throws.add(";".join(["?" if face is None else str(face) for face in faces]), quality, now)
        if len(self.throws.pending) == 1:
            self.announce(now)
        return True

    def announce(self, now):
        """The oldest throw is another one now: it is told at once."""
        self.again_at = now
        self.pause = FIRST_REPEAT

    def step(self, now):
        """Puts into the flash what is new, then says what is to be said; call it often."""
        self.throws.flush()
        while self.answers:
            self.line.say(self.answers.pop(0))
        pending = self.throws.pending
        if pending and now >= self.again_at:
            boot, n, faces, quality, since = pending[0]
            rest = "" if quality == "ok" else ",q=" + quality
            self.again_at = now + self.pause
            self.pause = min(LAST_REPEAT, self.pause * 2)
            self.line.say("ROLL,%d,%d,%s,age=%d%s" % (boot, n, faces, now - since, rest))
        if now >= self.beat_at:
            self.beat_at = now + BEAT
            battery = "" if self.battery is None else ",bat=%d" % self.battery
            self.line.say("HB,%d%s,pend=%d,bad=%d" % (self.throws.boot, battery, len(pending), self.line.bad))
            fault = self.fault or self.throws.fault
            if fault:
                self.line.say("ERR," + fault)
