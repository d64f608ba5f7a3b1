"""The host's whole way from the line to the disk, as a process that can be killed: ``python -m tests.hardware.host``.

Arguments: the folder of the table's files, and the path of the port.
"""

import sys
import threading
from pathlib import Path

from companion.config import Config, Dice, Home
from companion.devices import Devices
from companion.inbox import Inbox
from companion.store import Store
from companion.table import Table


def main() -> None:
    home = Home(Path(sys.argv[1]))
    table = Table(Store(home.store))
    inbox = Inbox()
    threading.Thread(target=inbox.run, args=(table.take,), daemon=True).start()
    devices = Devices(Config(dice=Dice(port=sys.argv[2])), inbox.post)
    table.watch(devices.observe)
    devices.start()
    print("ready", flush=True)
    sys.stdin.read()  # till the test lets go
    devices.stop()
    inbox.stop()


if __name__ == "__main__":
    main()
