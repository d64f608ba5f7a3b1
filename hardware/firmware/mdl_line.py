"""MDL/1, the unit's side of the line: frames out, frames in.

Runs unchanged on MicroPython 1.9 and later (RP2040, ESP32, micro:bit) and on CPython. It touches no port: `send` takes
a str of ASCII, `feed` one byte at a time.
"""

# ruff: noqa: UP031 - MicroPython 1.9 knows no f-strings, and "%" costs it least memory

LONGEST = 96


def crc16(text):
    crc = 0xFFFF
    for char in text:
        crc ^= ord(char) << 8
        for _ in range(8):
            crc <<= 1
            if crc & 0x10000:
                crc ^= 0x11021
    return crc


class Line:
    """Any `$` restarts it; what does not check is counted in `bad` and never answered."""

    def __init__(self, send):
        self.send = send
        self.bad = 0
        self.text = None

    def say(self, body):
        self.send("$%s*%04X\r\n" % (body, crc16(body)))

    def feed(self, byte):
        """The body that ends with this byte, or None."""
        if byte == 36:
            if self.text is not None:
                self.bad += 1
            self.text = ""
        elif self.text is not None:
            if byte == 13 or byte == 10:
                text = self.text
                self.text = None
                body = text[:-5]
                if 0 < len(body) <= LONGEST and "*" not in body and text[-5:] == "*%04X" % crc16(body):
                    return body
                self.bad += 1
            elif 32 <= byte < 127 and len(self.text) < LONGEST + 5:
                self.text += chr(byte)
            else:
                self.bad += 1
                self.text = None
        return None
