"""Everything that can befall the dice line, at once: what the unit kept is recorded once each, in order.

The unit is the firmware's own core on a pty, the host is a process of its own with the real link, table and store.
Each piece that the cable carries, either way, is damaged, lost or doubled with a probability of 0.5 % each; the
host is killed by SIGKILL, the unit's power is cut (half the time in the middle of a write to its flash), the cable is
pulled and put back: one of them every second or so.
"""

import json
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from random import Random

import pytest

from hardware.fake import FakeUnit, Wire
from tests.hardware.patience import eventually

PROBABILITY = 0.005


class Table:
    """The host's process, its port a link that stays while the cables change."""

    def __init__(self, folder):
        self.home, self.port = folder / "home", folder / "dice"
        self.home.mkdir()
        command = [sys.executable, "-m", "tests.hardware.host", str(self.home), str(self.port)]
        self.nursery = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def connect(self, path):
        fresh = self.port.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(path)
        fresh.replace(self.port)

    def tell(self, what):
        """``start`` or ``kill``; returns when it is done."""
        self.nursery.stdin.write(f"{what}\n")
        assert self.nursery.stdout.readline() == "done\n"

    def close(self):
        self.nursery.stdin.close()
        self.nursery.wait(120)  # a killed process that waits for the disk dies when the disk answers
        self.nursery.stdout.close()

    def recorded(self):
        """Every throw on disk, in the order in which they came there."""
        with sqlite3.connect(self.home / "mizban.db") as connection:
            rows = connection.execute("SELECT boot, n, faces, quality FROM roll ORDER BY rowid").fetchall()
        connection.close()
        return [(boot, n, tuple(json.loads(faces)), quality) for boot, n, faces, quality in rows]


class Fate:
    """What befalls the table, drawn from ``rng`` and counted."""

    def __init__(self, rng, unit, table):
        self.rng, self.unit, self.table = rng, unit, table
        self.count = Counter()
        self.deck = []

    def strike(self):
        if not self.deck:
            self.deck = self.rng.sample(["cable", "cable", "flash", "unit", "host"], 5)
        kind = self.deck.pop()
        self.count[kind] += 1
        match kind:
            case "host":
                self.table.tell("kill")
                self.table.tell("start")
            case "unit":
                self.unit.power_cut()
            case "flash":
                self.unit.power_cut_in_write(self.rng.randrange(60))
            case "cable":
                self.unit.unplug()

    def mend(self):
        """What people do about it: switch on, plug in."""
        if not self.unit.powered and self.rng.random() < 0.7:
            self.unit.power()
        if not self.unit.search() and self.rng.random() < 0.7:
            self.table.connect(self.unit.plug())


@pytest.mark.parametrize(
    ("seed", "seconds"),
    [(1, 8)] + [pytest.param(seed, 60, marks=[pytest.mark.slow, pytest.mark.timeout(240)]) for seed in (2, 3, 4)],
)
def test_every_throw_that_the_unit_kept_is_recorded_once_and_in_order(tmp_path, seed, seconds):
    rng = Random(seed)
    wire = Wire(Random(seed), PROBABILITY, PROBABILITY, PROBABILITY)
    unit, table = FakeUnit("U1", tmp_path / "flash", wire), Table(tmp_path)
    fate, refused = Fate(rng, unit, table), 0
    unit.power()
    table.connect(unit.plug())
    table.tell("start")
    try:
        until = time.monotonic() + seconds
        strike_at = mend_at = time.monotonic() + 2.0
        while (now := time.monotonic()) < until:
            refused += not unit.throw((rng.randint(1, 6), rng.choice([None, 1, 2, 3, 4, 5, 6])))
            if now >= strike_at:
                fate.strike()
                strike_at = now + rng.expovariate(0.8)
            if now >= mend_at:
                fate.mend()
                mend_at = now + 0.2
            time.sleep(rng.expovariate(1 / 0.06))
        unit.power_cut()  # ends a cut that still waits for its write
        unit.power()
        table.connect(unit.plug())
        assert eventually(lambda: unit.pending == 0, 60)
    finally:
        table.close()
        unit.stop()
    recorded = table.recorded()
    print(
        f"{seconds} s, seed {seed}: {len(unit.thrown)} throws kept, {refused} refused, {len(recorded)} recorded; "
        f"{dict(fate.count)}; frames damaged {wire.damaged}, lost {wire.lost}, doubled {wire.doubled}"
    )
    assert recorded == unit.thrown
