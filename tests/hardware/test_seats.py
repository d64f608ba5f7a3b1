"""Seat buttons on mock pins that a foreign thread drives, as lgpio's own thread drives real ones."""

import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from itertools import pairwise
from random import Random

import pytest
from gpiozero.exc import BadPinFactory
from gpiozero.pins.mock import MockFactory

from hardware.debounce import CONFIRM, LOCKOUT, LONG
from hardware.pins import WIRINGS, open_factory, why
from hardware.seats import SeatButtons
from tests.hardware.patience import eventually
from tests.hardware.wave import taps

PINS = {0: 5, 1: 6, 2: 13, 3: 19}


class Finger:
    """Closes and opens contacts from a thread of its own. ``played`` is what it did: (seconds, seat, down).

    On a busy machine that is not quite what it was told: a spike that its thread is stopped in lasts as long as a tap.
    """

    def __init__(self, factory):
        self.pins = {seat: factory.pin(number) for seat, number in PINS.items()}
        self.played = []

    def play(self, moves):
        """``moves`` as (seconds from now, seat, down); returns when the last is made."""

        def run():
            start = time.monotonic()
            for after, seat, down in moves:
                while (left := start + after - time.monotonic()) > 0:
                    time.sleep(left if left > 0.0003 else 0)
                self.played.append((time.monotonic(), seat, down))
                if down:
                    self.pins[seat].drive_low()
                else:
                    self.pins[seat].drive_high()

        thread = threading.Thread(target=run, name="lgpio's own")
        thread.start()
        thread.join()


@contextmanager
def seats(factory, **options):
    heard = []
    buttons = SeatButtons(PINS, options.pop("heard", None) or heard.append, factory=lambda: factory, **options)
    buttons.start()
    try:
        yield buttons, heard
    finally:
        buttons.stop()


def kinds(heard, seat=None):
    return [touch.kind for touch in list(heard) if seat is None or touch.seat == seat]


@pytest.fixture
def factory():
    factory = MockFactory()
    yield factory
    factory.reset()


def test_a_bouncing_tap_is_one_short_press(factory):
    with seats(factory) as (_, heard):
        moves = [
            (0, 0, True),
            (0.0002, 0, False),
            (0.0004, 0, True),
            (0.08, 0, False),
            (0.0803, 0, True),
            (0.081, 0, False),
        ]
        Finger(factory).play(moves)
        assert eventually(lambda: "short" in kinds(heard))
        time.sleep(0.1)
    assert kinds(heard) == ["down", "up", "short"]


def test_a_held_button_is_a_long_press_while_it_is_still_down(factory):
    with seats(factory) as (buttons, heard):
        finger = Finger(factory)
        finger.play([(0, 1, True)])
        assert eventually(lambda: "long" in kinds(heard))
        assert buttons.held(1)
        finger.play([(0, 1, False)])
        assert eventually(lambda: "up" in kinds(heard))
        assert not buttons.held(1)
    assert kinds(heard) == ["down", "long", "up"]
    assert LONG < 1


def test_two_seats_pressed_at_once_are_two_presses_in_the_order_of_their_edges(factory):
    with seats(factory) as (_, heard):
        moves = [(0, 3, True), (0.004, 0, True), (0.05, 0, False), (0.08, 3, False)]
        Finger(factory).play(moves)
        assert eventually(lambda: kinds(heard).count("short") == 2)
    shorts = [touch for touch in heard if touch.kind == "short"]
    assert [touch.seat for touch in sorted(shorts, key=lambda touch: touch.at)] == [3, 0]


def test_a_button_down_at_start_is_stuck_and_the_others_work(factory):
    finger = Finger(factory)
    for pin in finger.pins.values():
        pin.function, pin.pull = "input", "up"
    with seats(factory, retry=0.05) as (buttons, heard):
        finger.play([(0, 0, True), (0.05, 0, False)])
        assert eventually(lambda: kinds(heard, 0) == ["down", "up", "short"])
    held = MockFactory()
    pin = held.pin(PINS[2])
    original = type(pin).drive_high
    with seats(HeldDown(held, PINS[2])) as (buttons, heard):
        assert [state.condition for state in buttons.states()] == ["ready", "ready", "stuck", "ready"]
        Finger(held).play([(0, 1, True), (0.05, 1, False)])
        assert eventually(lambda: kinds(heard) == ["down", "up", "short"])
        original(pin)
        assert eventually(lambda: buttons.states()[2].condition == "ready")
        Finger(held).play([(0.05, 2, True), (0.1, 2, False)])
        assert eventually(lambda: kinds(heard, 2) == ["down", "up", "short"])


class HeldDown:
    """A factory on which one pin reads low from the start, whatever its pull: somebody leans on the button."""

    def __init__(self, factory, number):
        self._factory, self._number = factory, number

    def __getattr__(self, name):
        return getattr(self._factory, name)

    def pin(self, name):
        pin = self._factory.pin(name)
        if self._factory.pin(self._number) is pin:
            pin._pull, pin._state = "up", False
            pin._set_pull = lambda value: None
        return pin


class Busy(HeldDown):
    """A factory on which another process holds one pin."""

    free = False

    def pin(self, name):
        pin = self._factory.pin(name)
        if not self.free and self._factory.pin(self._number) is pin:
            raise LgpioError("'GPIO busy'")
        return pin


class LgpioError(Exception):
    """lgpio.error is a plain Exception, too."""


def test_a_pin_that_another_process_holds_leaves_the_other_seats_and_comes_back(factory):
    busy = Busy(factory, PINS[1])
    with seats(busy, retry=0.05) as (buttons, heard):
        state = buttons.states()[1]
        assert (state.condition, state.reason) == ("missing", "busy")
        Finger(factory).play([(0, 0, True), (0.05, 0, False)])
        assert eventually(lambda: kinds(heard, 0) == ["down", "up", "short"])
        busy.free = True
        assert eventually(lambda: buttons.states()[1].condition == "ready")
        Finger(factory).play([(0, 1, True), (0.05, 1, False)])
        assert eventually(lambda: kinds(heard, 1) == ["down", "up", "short"])


def test_a_pin_that_fails_while_it_is_read_takes_no_other_seat_along(factory):
    with seats(factory, retry=60) as (buttons, heard):
        pin = factory.pin(PINS[0])

        def fail():
            raise LgpioError("bad handle")

        pin._get_state = fail
        assert eventually(lambda: buttons.states()[0].condition == "missing")
        Finger(factory).play([(0, 3, True), (0.05, 3, False)])
        assert eventually(lambda: kinds(heard, 3) == ["down", "up", "short"])


def test_a_listener_that_raises_stops_no_seat(factory):
    heard = []

    def listener(touch):
        heard.append(touch)
        if touch.seat == 0:
            raise ZeroDivisionError

    with seats(factory, heard=listener):
        Finger(factory).play([(0, 0, True), (0.05, 0, False), (0.1, 1, True), (0.15, 1, False)])
        assert eventually(lambda: kinds(heard, 1) == ["down", "up", "short"])
    assert kinds(heard, 0) == ["down", "up", "short"]


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (BadPinFactory("Unable to load any default pin factory!"), "library"),
        (ModuleNotFoundError("No module named 'lgpio'"), "library"),
        (FileNotFoundError(2, "No such file or directory: '.lgd-nfy-3'"), "directory"),
        (LgpioError("can not open gpiochip"), "chip"),
        (PermissionError(13, "Permission denied"), "permission"),
        (LgpioError("'GPIO busy'"), "busy"),
        (RuntimeError("something else"), "other"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_without_pins_every_seat_says_why_and_nothing_is_raised(error, reason):
    def broken():
        raise error

    buttons = SeatButtons(PINS, lambda touch: None, factory=broken)
    buttons.start()
    try:
        assert {(state.condition, state.reason) for state in buttons.states()} == {("missing", reason)}
    finally:
        buttons.stop()


def test_a_table_without_buttons_waits_for_none():
    buttons = SeatButtons({}, lambda touch: None)
    buttons.start()
    try:
        assert buttons._opened.is_set(), "the start waited till it gave up"
        assert buttons.states() == ()
    finally:
        buttons.stop()


def test_pins_that_appear_later_are_found(factory):
    tries = []

    def sometimes():
        tries.append(1)
        if len(tries) < 3:
            raise LgpioError("can not open gpiochip")
        return factory

    buttons = SeatButtons(PINS, lambda touch: None, factory=sometimes, retry=0.02)
    buttons.start()
    try:
        assert eventually(lambda: all(state.condition == "ready" for state in buttons.states()))
    finally:
        buttons.stop()


def test_a_mock_is_opened_only_when_it_is_asked_for(monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    with pytest.raises(Exception, match=r".") as failure:
        open_factory()
    assert why(failure.value) in ("library", "chip", "permission")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    with pytest.raises(ValueError, match="native"):
        open_factory()


def test_opening_pins_does_not_move_the_process_to_another_directory(tmp_path):
    """Importing lgpio with LG_WD set changes the working directory of the whole process: ours puts it back."""
    (tmp_path / "lgpio.py").write_text("import os\nos.chdir(os.environ['LG_WD'])\n")
    code = "import os\nfrom hardware.pins import _import_lgpio\n_import_lgpio()\nprint(os.getcwd())"
    paths = os.pathsep.join([str(tmp_path), os.getcwd()])
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths, "LG_WD": "/tmp"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == str(tmp_path)


def test_presets_use_no_pin_twice_and_none_that_the_board_needs():
    from hardware.pins import RESERVED

    for name, wiring in WIRINGS.items():
        used = [*wiring["buttons"].values(), *wiring["lights"].values()]
        assert len(used) == len(set(used)), name
        assert not RESERVED & set(used), name
        assert all(2 <= pin <= 27 for pin in used), name


def rests(played, seat, down, least):
    """The stretches (from, to) in which the contact of ``seat`` stayed closed, or open, for ``least`` seconds."""
    edges = [(at, level) for at, where, level in played if where == seat]
    return [(at, until) for (at, level), (until, _) in pairwise(edges) if level == down and until - at >= least]


def presses(heard, seat):
    """What was heard of ``seat``, as (down, up)."""
    ends = [(touch.kind, touch.at) for touch in heard if touch.seat == seat and touch.kind in ("down", "up")]
    return [(down, up) for (kind, down), (_, up) in pairwise(ends) if kind == "down"]


@pytest.mark.parametrize("count", [12, pytest.param(150, marks=[pytest.mark.slow, pytest.mark.timeout(300)])])
def test_bounces_replayed_by_a_foreign_thread_are_each_one_press(factory, count, record_property):
    """The wave model in real time (0.27 s a tap) on four seats at once, judged by what the finger really did."""
    rng = Random(count)
    waves = {seat: taps(rng, count) for seat in PINS}
    moves = sorted((at, seat, down) for seat, wave in waves.items() for at, down in wave.edges)
    latency = []
    heard = []

    def listen(touch):
        heard.append(touch)
        if touch.kind == "down":
            latency.append(time.monotonic() - touch.at)

    finger = Finger(factory)
    with seats(factory, heard=listen):
        finger.play(moves)
        assert eventually(lambda: all(kinds(heard, seat)[-1:] in (["short"], ["long"], ["up"]) for seat in PINS))
        time.sleep(0.1)
    missed = false = merged = 0
    for seat in PINS:
        told, long = presses(heard, seat), LOCKOUT + 0.01
        believed = rests(finger.played, seat, True, CONFIRM * 0.9)
        false += sum(not any(down - 0.001 <= at <= down + LOCKOUT for at, _ in believed) for down, _ in told)
        closed, opened = (rests(finger.played, seat, level, long) for level in (True, False))
        missed += sum(not any(down <= until and at <= up for down, up in told) for at, until in closed)
        merged += sum(any(down < at and until < up for down, up in told) for at, until in opened)
    latency.sort()
    p99 = latency[int(len(latency) * 0.99)] * 1000
    print(f"{4 * count} taps: {missed} missed, {false} false, {merged} merged; edge to callback p99 {p99:.1f} ms")
    record_property("p99_ms", p99)
    assert len(latency) >= 3 * count, "hardly a tap came through"
    assert (missed, false, merged) == (0, 0, 0)
