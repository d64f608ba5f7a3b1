"""The staff's PIN holds against patience and against the plug."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.staff import Pin
from tests.companion.playing import Time


@pytest.fixture
def clock() -> Time:
    return Time()


def pin(folder: Path, clock: Time) -> Pin:
    return Pin(folder, monotonic=lambda: clock.monotonic)


def test_without_a_pin_nothing_is_open(tmp_path: Path, clock: Time):
    closed = pin(tmp_path, clock)
    assert not closed.is_set
    refusal = closed.refusal("493827")
    assert refusal is not None
    assert refusal.key == "error.no_pin"


@pytest.mark.parametrize("bad", ["", "12345", "abcdef", "۱۲۳۴۵۶", "111111", "123456", "987654"])
def test_a_pin_that_is_easily_guessed_is_not_taken(tmp_path: Path, clock: Time, bad: str):
    assert pin(tmp_path, clock).choose(bad) is not None


def test_the_pin_itself_is_nowhere_on_disk(tmp_path: Path, clock: Time):
    assert pin(tmp_path, clock).choose("493827") is None
    assert b"493827" not in (tmp_path / "staff.json").read_bytes()
    assert (tmp_path / "staff.json").stat().st_mode & 0o077 == 0
    assert pin(tmp_path, clock).refusal("493827") is None


def test_five_tries_then_waiting_that_doubles_and_that_a_restart_does_not_shorten(tmp_path: Path, clock: Time):
    asked = pin(tmp_path, clock)
    asked.choose("493827")
    waits = []
    for _ in range(5):
        assert asked.refusal("000001") is not None
    for _ in range(7):
        waits.append(asked.wait)
        refusal = asked.refusal("493827")  # right, but too early
        assert refusal is not None
        assert refusal.key == "error.pin_wait"
        asked = pin(tmp_path, clock)
        assert asked.wait == waits[-1]
        clock.pass_by(waits[-1])
        assert asked.refusal("000001") is not None
    assert waits == [30, 60, 120, 240, 480, 900, 900]
    clock.pass_by(900)
    assert asked.refusal("493827") is None
    assert asked.refusal("000001") is not None
    assert asked.wait == 0
