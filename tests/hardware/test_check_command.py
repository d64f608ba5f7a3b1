"""`mizban check` with a dice unit on a pty and buttons on mock pins: every part, in words and as data."""

import json
import os
import re
import subprocess
import sys

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cli import main
from companion.config import Home
from companion.events import Health
from companion.game import Line
from companion.health import Faults, faults_file
from companion.running import Running, who_runs
from hardware.fake import FakeUnit
from tests.hardware.test_seats import LgpioError


class Taken(MockFactory):
    """Pin 6 belongs to another process."""

    def pin(self, name):
        if name == 6:
            raise LgpioError("'GPIO busy'")
        return super().pin(name)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MIZBAN_HOME", str(tmp_path))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=MockPWMPin)
    unit = FakeUnit("U1")
    unit.power()
    (tmp_path / "mizban.toml").write_text(
        f'[dice]\nport = "{unit.plug()}"\n[[seats]]\nside = "south"\nbutton = 5\nlight = 12\n'
        '[[seats]]\nside = "north"\nbutton = 6\n'
    )
    yield Home(tmp_path)
    unit.stop()
    Device.pin_factory = before


def checked(capsys, *arguments):
    code = main(["--lang", "en", "check", *arguments])
    return code, capsys.readouterr().out


def test_every_part_is_told_with_its_figures(home, capsys):
    code, said = checked(capsys, "--json")
    found = {part["part"]: part for part in json.loads(said)["parts"]}
    assert {"config", "store", "games", "disk", "text", "screen", "camera", "clock", "sound"} <= set(found)
    assert found["dice"]["what"] == "Dice unit U1: ready, battery 87%. Throws waiting: 0, damaged frames: 0."
    assert found["dice"]["facts"]["percent"] == 87
    assert [found[part]["well"] for part in ("seat 1", "seat 2", "light 1", "light 2")] == [True] * 4
    assert code == (0 if all(part["well"] for part in found.values()) else 1)


def test_what_is_wrong_is_told_with_its_seat_and_how_to_mend_it_and_the_last_faults(home, capsys):
    Device.pin_factory = Taken(pin_class=MockPWMPin)
    Faults(faults_file(home))(Health("seat 2", False, Line.of("health.button.stuck", number=2, pin=6)))
    code, said = checked(capsys)
    assert code == 1
    assert "! seat 2: Seat 2 has no button: pin 6 is used by another program." in said
    assert "+ seat 1:" in said
    assert "The last fault" in said


def test_a_table_that_runs_here_is_said_and_its_devices_are_left_to_it(home, capsys):
    running = Running(home.path)
    assert running.claim()
    Device.pin_factory = Taken(pin_class=MockPWMPin)
    _, said = checked(capsys, "--json")
    found = {part["part"]: part for part in json.loads(said)["parts"]}
    assert found["table"]["well"]
    assert found["table"]["facts"]["process"] == os.getpid()
    assert not any(part.startswith(("seat", "light", "dice", "screen")) for part in found)
    running.release()
    _, said = checked(capsys, "--json")
    assert "table" not in {part["part"] for part in json.loads(said)["parts"]}


def test_the_mark_of_a_table_goes_with_its_process_and_no_two_have_it(tmp_path):
    code = (
        "import sys; from pathlib import Path; from companion.running import Running; r = Running(Path(sys.argv[1]));"
    )
    code += "print(r.claim(), flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout.readline() == "True\n"
        assert who_runs(tmp_path) == table.pid
        assert not Running(tmp_path).claim()
        table.kill()
    assert who_runs(tmp_path) is None
    assert Running(tmp_path).claim()
    assert who_runs(tmp_path / "nowhere") is None


def test_parts_and_faults_are_told_to_a_persian_in_persian(home, capsys):
    Faults(faults_file(home))(Health("seat 2", False, Line.of("health.button.stuck", number=2, pin=6)))
    main(["--lang", "fa", "check"])
    said = capsys.readouterr().out
    for line in said.splitlines():
        isolated = re.sub("\u2068.*?\u2069", "", line)
        assert not re.search("^. [a-z]|[0-9]", isolated.replace("1280x800", "")), line
    assert "جای ۲" in said
