"""MDL/1, the unit's side: frames, the store of throws, and the unit's whole life.

This file runs unchanged on MicroPython 1.9 and later (RP2040, ESP32, micro:bit) and on CPython, where its tests and
the fake unit use it. It touches no pin, no file and no clock: `now` is milliseconds that only go up, `send` takes a
str of ASCII, `read(slot)` and `write(slot, text)` keep two small texts through a power cut.
"""

# ruff: noqa: UP031 - MicroPython 1.9 knows no f-strings, and "%" costs it least memory

LONGEST = 96
ROOM = 16
FIRST_REPEAT = 150
LAST_REPEAT = 1200
BEAT = 1000


def crc16(text):
    crc = 0xFFFF
    for char in text:
        crc ^= ord(char) << 8
        for _ in range(8):
            crc <<= 1
            if crc & 0x10000:
                crc ^= 0x11021
    return crc


def frame(body):
    return "$%s*%04X\r\n" % (body, crc16(body))


class Reader:
    """Cuts a stream into bodies; any `$` restarts it; what does not check is counted in `bad`."""

    def __init__(self):
        self.bad = 0
        self.line = None

    def feed(self, byte):
        """The body that ends with this byte, or None."""
        if byte == 36:
            if self.line is not None:
                self.bad += 1
            self.line = ""
        elif self.line is not None:
            if byte == 13 or byte == 10:
                body, star, check = self.line.partition("*")
                self.line = None
                if body and star and len(body) <= LONGEST and check == "%04X" % crc16(body):
                    return body
                self.bad += 1
            elif 32 <= byte < 127 and len(self.line) < LONGEST + 5:
                self.line += chr(byte)
            else:
                self.bad += 1
                self.line = None
        return None


class Memory:
    """Two slots written in turn, each with a number and a check: a cut while writing leaves the other one whole."""

    def __init__(self, read, write):
        self.write = write
        self.number = 0
        self.text = ""
        for slot in (0, 1):
            try:
                check, number, text = (read(slot) or "").split("|", 2)
                if check == "%04X" % crc16(number + "|" + text) and int(number) > self.number:
                    self.number = int(number)
                    self.text = text
            except (OSError, ValueError):
                pass

    def save(self, text):
        rest = "%d|%s" % (self.number + 1, text)
        self.write((self.number + 1) % 2, "%04X|%s" % (crc16(rest), rest))
        self.number += 1
        self.text = text


class Unit:
    """One dice unit from power on. It counts its boot in `memory` before it says a word.

    `pending` are the throws that no host has acknowledged, oldest first, as (boot, n, faces, quality, since).
    """

    def __init__(self, serial, send, memory, now, light=None, caps="2d6", version="1.0", first=0):
        self.serial = serial
        self.send = send
        self.memory = memory
        self.light = light
        self.caps = caps
        self.version = version
        self.reader = Reader()
        self.battery = None
        self.fault = None
        self.n = 0
        self.pending = []
        lines = memory.text.split(";") if memory.text else [str(first)]
        self.boot = int(lines[0]) + 1
        for line in lines[1:]:
            boot, n, faces, quality = line.split(",")
            self.pending.append((int(boot), int(n), faces.replace("+", ";"), quality, now))
        self._keep()
        if self.fault:
            self.boot += first  # nothing was kept: a number drawn by the caller keeps the throws' keys apart
        self.beat_at = now + BEAT
        self.again_at = now
        self.pause = FIRST_REPEAT
        self.hello()

    @property
    def ready(self):
        """Whether there is room for one more throw; the unit shows "not ready" rather than overwrite one."""
        return len(self.pending) < ROOM

    def _keep(self):
        parts = [str(self.boot)]
        for boot, n, faces, quality, _ in self.pending:
            parts.append("%d,%d,%s,%s" % (boot, n, faces.replace(";", "+"), quality))
        try:
            self.memory.save(";".join(parts))
        except OSError:
            self.fault = "flash"

    def say(self, body):
        self.send(frame(body))

    def hello(self):
        self.say("HELLO,proto=1,unit=%s,boot=%d,fw=%s,caps=%s" % (self.serial, self.boot, self.version, self.caps))

    def rolling(self):
        """The dice began to move."""
        self.say("ROLLING,%d" % self.boot)

    def throw(self, faces, now, quality="ok"):
        """Keeps a throw, then announces it. False, and nothing kept, where there is no room.

        `faces` are numbers, None for a die that could not be read; `quality` is ok, cocked or tilt.
        """
        if not self.ready:
            self.say("ERR,full")
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
            body = self.reader.feed(byte)
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
            self.say("PONG," + words[1])
        elif kind == "LED" and len(words) >= 3 and words[1].isdigit() and self.light:
            self.light(int(words[1]), words[2])

    def step(self, now):
        """Repeats the oldest throw and beats when it is time; call it often."""
        if self.pending and now >= self.again_at:
            boot, n, faces, quality, since = self.pending[0]
            rest = "" if quality == "ok" else ",q=" + quality
            self.say("ROLL,%d,%d,%s,age=%d%s" % (boot, n, faces, now - since, rest))
            self.again_at = now + self.pause
            self.pause = min(LAST_REPEAT, self.pause * 2)
        if now >= self.beat_at:
            self.beat_at = now + BEAT
            battery = "" if self.battery is None else ",bat=%d" % self.battery
            self.say("HB,%d%s,pend=%d,bad=%d" % (self.boot, battery, len(self.pending), self.reader.bad))
            if self.fault:
                self.say("ERR," + self.fault)
