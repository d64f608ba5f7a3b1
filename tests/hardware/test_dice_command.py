"""`mizban dice` as people run it: two processes and a pty between them."""

import os
import subprocess
import sys
from contextlib import contextmanager

from tests.hardware.patience import eventually

MIZBAN = [sys.executable, "-m", "companion.cli", "--lang", "en", "dice"]
ENV = {name: value for name, value in os.environ.items() if name != "MIZBAN_STRICT"}  # as people run it


@contextmanager
def simulated(*arguments):
    process = subprocess.Popen(
        [*MIZBAN, "simulate", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=ENV
    )
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.terminate()
        process.wait(60)
        process.stdout.close()


def listened(port, *arguments):
    command = [*MIZBAN, "listen", port, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=ENV)


def test_listen_prints_what_the_simulated_unit_says(tmp_path):
    link = tmp_path / "dice"
    with simulated("--unit", "S9", "--link", str(link)) as (unit, port):
        assert port == str(link)
        unit.stdin.write("۳ ۴\ncocked 1 6\n")
        heard = listened(port, "--seconds", "1.5")
        assert heard.returncode == 0
        assert "HELLO,proto=1,unit=S9,boot=1" in heard.stdout
        assert "ROLL,1,1,3;4,age=" in heard.stdout
        assert "ROLL,1,2" not in heard.stdout, "a listener takes nothing off the unit"
        assert "S9" in heard.stderr
        heard = listened(port, "--seconds", "1.5", "--acknowledge")
        assert "ROLL,1,2,1;6,age=" in heard.stdout
        assert ",q=cocked" in heard.stdout
    assert eventually(lambda: not link.is_symlink())


def test_the_link_of_a_simulated_unit_takes_the_place_of_no_file(tmp_path):
    taken = tmp_path / "notes.txt"
    taken.write_text("mine")
    command = [*MIZBAN, "simulate", "--link", str(taken), "--throws", "0"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=ENV)
    assert run.returncode == 2
    assert str(taken) in run.stderr
    assert taken.read_text() == "mine"


def test_a_simulated_unit_that_was_killed_counts_its_boots_and_keeps_its_throws(tmp_path):
    with simulated("--flash", str(tmp_path)) as (unit, _):
        unit.stdin.write("5 6\n")
        assert eventually(lambda: "5+6" in "".join(path.read_text() for path in tmp_path.glob("slot*")))
        unit.kill()
    with simulated("--flash", str(tmp_path)) as (_, port):
        heard = listened(port, "--seconds", "1.5")
    assert "boot=2" in heard.stdout
    assert "ROLL,1,1,5;6" in heard.stdout


def test_a_port_that_is_not_there_is_an_error_that_names_it():
    heard = listened("/dev/ttyNONE")
    assert heard.returncode == 2
    assert "/dev/ttyNONE" in heard.stderr


def test_listening_without_a_unit_says_that_it_waits_and_that_nothing_came(tmp_path):
    (tmp_path / "port").touch()  # no port of this machine, or a unit that lies about would answer
    heard = listened(str(tmp_path / "port"), "--seconds", "0.3")
    assert (heard.returncode, heard.stdout) == (1, "")
    first, *_, last = heard.stderr.splitlines()
    assert "waiting" in first.lower()
    assert "othing" in last
