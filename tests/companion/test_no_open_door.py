"""A table with the default configuration listens on no network socket."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, sys, time
from pathlib import Path
from companion.app import Companion
from companion.config import Config, Home, SeatPins

def sockets():
    mine = set()
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{descriptor}")
        except OSError:
            continue
        if target.startswith("socket:["):
            mine.add(target[8:-1])
    for family in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        try:
            lines = Path(f"/proc/self/net/{family}").read_text().splitlines()[1:]
        except OSError:
            continue
        for line in lines:
            parts = line.split()
            if parts[9] in mine:
                yield family, parts[1], parts[3]

if sys.argv[2:]:
    import socket
    door = socket.create_server(("127.0.0.1", 0))
with Companion(Home(Path(sys.argv[1])), Config(seats=(SeatPins("south"), SeatPins("north")))):
    time.sleep(0.5)
    print(*sockets(), sep="\\n")
"""


def opened(home: Path, *arguments: str) -> list[str]:
    command = [sys.executable, "-c", PROGRAM, str(home), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout.split("\n")[:-1]


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="needs Linux's /proc")
def test_a_table_opens_no_network_socket(tmp_path: Path):
    assert [line for line in opened(tmp_path) if line] == []
    assert [line for line in opened(tmp_path, "with a door") if line] != [], "the test would not see one"
