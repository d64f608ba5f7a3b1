"""A micro:bit under QEMU with Debian's MicroPython, spoken to over its serial line as over a real one.

It has 9 kB of free memory, less than any board that a dice unit is built from; so it holds the firmware's core to
being small. Files are written to its flash file system through the raw REPL; the last step gives the line to the
program. Packages: qemu-system-arm, firmware-microbit-micropython.
"""

import os
import re
import select
import subprocess
import time
import tty
from pathlib import Path
from shutil import which

HEX = Path("/usr/share/firmware-microbit-micropython/firmware.hex")
QEMU = "qemu-system-arm"
FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"
CORE = ("mdl_unit", "mdl_ear", "mdl_throws", "mdl_line", "mdl_memory")
"""The largest first: a file is compiled while the memory is still empty."""


def there() -> bool:
    return bool(which(QEMU)) and HEX.exists()


class Microbit:
    """Powered on when it is made; ``port`` is the pty of its serial line."""

    def __init__(self):
        command = [QEMU, "-M", "microbit", "-device", f"loader,file={HEX}", "-display", "none", "-monitor", "none"]
        self.process = subprocess.Popen(
            [*command, "-serial", "pty"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.port = re.search(r"/dev/pts/\d+", self.process.stdout.readline())[0]
        self._fd = os.open(self.port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self._fd)
        self._rest = b""
        self._write(b"\r\x03\x03")
        time.sleep(1.0)
        self._write(b"\r\x01")
        self._until(b"raw REPL; CTRL-B to exit\r\n>")

    def run(self, source: str) -> str:
        """What ``source`` prints. :raises RuntimeError: with its traceback."""
        self._write(source.encode() + b"\x04")
        self._until(b"OK")
        said, wrong = self._until(b"\x04")[:-1], self._until(b"\x04")[:-1]
        self._until(b">")
        if wrong:
            raise RuntimeError(wrong.decode())
        return said.decode()

    def load(self, name: str, source: str) -> None:
        """Writes the file ``name``.py to the flash, and again where the line has lost a letter."""
        parts = [source[at : at + 200] for at in range(0, len(source), 200)]
        for _ in range(5):
            self.run(f"f = open('{name}.py', 'w')")
            whole = all(self._wrote(part) for part in parts)
            self.run("f.close()")
            if whole:
                return
        raise RuntimeError(f"{name} does not arrive whole")

    def _wrote(self, part: str) -> bool:
        try:
            return self.run(f"print(f.write({part!r}))").strip() == str(len(part))
        except RuntimeError:
            return False

    def restart(self) -> None:
        """Starts the interpreter anew: the memory is empty, the flash is not."""
        self._write(b"\x04")
        self._until(b"raw REPL; CTRL-B to exit\r\n>")

    def let_go(self, source: str) -> None:
        """Starts ``source``, which takes over the line, and leaves the port to whoever opens it next."""
        self._write(source.encode() + b"\x04")
        self._until(b"OK")
        os.close(self._fd)
        self._fd = -1

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        if self._fd >= 0:
            os.close(self._fd)

    def _write(self, data: bytes) -> None:
        for at in range(0, len(data), 8):  # its receiver holds 64 bytes, and the emulator may be slow
            os.write(self._fd, data[at : at + 8])
            time.sleep(0.004)

    def _until(self, mark: bytes, seconds: float = 60.0) -> bytes:
        end = time.monotonic() + seconds
        while mark not in self._rest:
            if not select.select([self._fd], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError(f"{mark!r} did not come; there is {self._rest!r}")
            self._rest += os.read(self._fd, 4096)
        found, _, self._rest = self._rest.partition(mark)
        return found + mark
