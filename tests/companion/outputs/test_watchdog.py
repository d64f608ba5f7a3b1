"""Life signs reach systemd's socket while every worker lives, and stop when one does not."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.outputs.watchdog import PATIENCE, Watchdog


@pytest.fixture
def systemd(tmp_path: Path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(systemd: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(systemd.recv(1000).decode())
        except BlockingIOError:
            return found


def test_life_signs_come_while_all_live_and_stop_when_one_thread_is_silent(systemd: socket.socket):
    now, silent = [100.0], [0.0]
    environment = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "30000000"}
    watchdog = Watchdog(lambda: silent[0], environment, monotonic=lambda: now[0])
    watchdog.ready()
    for _ in range(21):
        watchdog.beat()
        now[0] += 1.0
    assert heard(systemd) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]
    silent[0] = PATIENCE + 1
    now[0] += 60
    assert not watchdog.beat()
    silent[0] = 1.0
    assert watchdog.beat()
    watchdog.stopping()
    assert heard(systemd) == ["WATCHDOG=1", "STOPPING=1"]


def test_without_systemd_nothing_is_said_and_nothing_raised(tmp_path: Path):
    for environment in ({}, {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "1000"}):
        watchdog = Watchdog(lambda: 0.0, environment)
        watchdog.ready()
        watchdog.beat()
