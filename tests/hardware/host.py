"""The host's whole way from the line to the disk, in a process that can be killed: ``python -m tests.hardware.host``.

Arguments: the folder of the table's files, and the path of the port. This process only loads the program and forks:
each ``start`` on its input is a fresh host within milliseconds, each ``kill`` a SIGKILL to it; either is answered by
a line when it is done.
"""

import os
import signal
import sys
import threading
from pathlib import Path

from companion.config import Config, Dice, Home
from companion.devices import Devices
from companion.inbox import Inbox
from companion.store import Store
from companion.table import Table


def host(home: Home, port: str) -> None:
    """The table of ``home`` without a match: throws come in, are stored and acknowledged. Never returns."""
    table = Table(Store(home.store))
    inbox = Inbox()
    threading.Thread(target=inbox.run, args=(table.take,), daemon=True).start()
    devices = Devices(Config(dice=Dice(port=port)), inbox.post)
    table.watch(devices.observe)
    devices.start()
    while True:
        signal.pause()


def main() -> None:
    child = 0
    try:
        for line in sys.stdin:
            if line == "start\n":
                child = os.fork()
                if not child:
                    host(Home(Path(sys.argv[1])), sys.argv[2])
            elif child:
                child = end(child)
            print("done", flush=True)
    finally:
        if child:
            end(child)


def end(child: int) -> int:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 0


if __name__ == "__main__":
    main()
