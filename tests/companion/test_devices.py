"""Devices as the companion knows them: signals in, acknowledgement after the commit, health in words."""

import threading
import time
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.config import Config, Dice, Lights, SeatPins
from companion.devices import Devices, button_health, dice_health, light_health
from companion.events import RollStored
from companion.game import ButtonPressed, DiceRolled, RollId, Seat
from companion.inbox import Inbox
from companion.locale import LANGUAGES, Catalogue
from hardware.dice import LinkState, Phase
from hardware.fake import FakeUnit
from hardware.lights import LampState, Pattern
from hardware.ports import Port
from hardware.seats import SeatState
from tests.hardware.patience import eventually
from tests.hardware.test_seats import PINS, Busy, Finger, LgpioError
from tests.hardware.wave import taps

SEATS = tuple(
    SeatPins(side, button, light)
    for side, button, light in [("south", 5, 12), ("west", 6, 16), ("north", 13, 20), ("east", 19, 25)]
)


@pytest.fixture
def unit(tmp_path):
    unit = FakeUnit("U1", tmp_path)
    unit.power()
    unit.plug()
    yield unit
    unit.stop()


@pytest.fixture
def factory():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def started(config, factory, unit, signals, healths=None):
    healths = [] if healths is None else healths
    devices = Devices(config, signals.append, healths.append, factory=lambda: factory, search=unit.search)
    devices.start()
    return devices


def test_a_throw_is_posted_and_leaves_the_unit_only_when_it_is_on_disk(unit, factory):
    signals = []
    devices = started(Config(seats=SEATS), factory, unit, signals)
    try:
        unit.throw((3, 4))
        assert eventually(lambda: signals)
        throw = signals[0]
        assert (throw.id, throw.faces, throw.quality) == (RollId("U1", 1, 1), (3, 4), "ok")
        assert isinstance(throw, DiceRolled)
        assert unit.pending == 1
        devices.observe(RollStored(throw.id))
        assert eventually(lambda: unit.pending == 0)
    finally:
        devices.stop()


def test_presses_are_posted_with_their_time_and_listeners_hear_every_touch(unit, factory):
    signals, touches = [], []
    devices = started(Config(seats=SEATS), factory, unit, signals)
    devices.listen(touches.append)
    try:
        Finger(factory).play([(0, 2, True), (0.05, 2, False)])
        assert eventually(lambda: signals)
        assert isinstance(signals[0], ButtonPressed)
        assert (signals[0].seat, signals[0].long) == (Seat(2), False)
        assert signals[0].at > 0
        assert eventually(lambda: [touch.kind for touch in touches] == ["down", "up", "short"])
        assert devices.has_button(Seat(2))
        assert not devices.held(Seat(2))
    finally:
        devices.stop()


def test_lights_of_the_seats_are_pins_or_the_units_own(unit, factory):
    seats = (*SEATS[:1], SeatPins("north", 13))
    devices = started(Config(seats=seats), factory, unit, [])
    try:
        assert eventually(lambda: devices.dice[0].state.phase is Phase.READY)
        devices.light(Seat(0), Pattern.SOLID)
        devices.light(Seat(1), Pattern.SOLID, (255, 0, 0))
        assert eventually(lambda: factory.pin(12).state == 1.0)
        assert eventually(lambda: unit.lights.get(1) == "ff0000")
    finally:
        devices.stop()


def test_without_any_device_everything_says_so_and_nothing_is_raised():
    def no_pins():
        raise ImportError("No module named 'lgpio'")

    signals, healths = [], []
    config = Config(seats=SEATS, lights=Lights(strip=10))
    devices = Devices(config, signals.append, healths.append, factory=no_pins, search=list)
    devices.start()
    try:
        assert eventually(lambda: len({health.part for health in healths}) >= 8)
        assert not any(health.well for health in devices.health())
        assert {health.part for health in devices.health()} >= {"dice", "seat 1", "light 4"}
        assert not devices.has_button(Seat(0))
        devices.light(Seat(0), Pattern.SOLID)
    finally:
        devices.stop()
    assert signals == []


def test_two_named_units_have_a_link_each_and_none_when_there_is_to_be_none():
    assert len(Devices(Config(dice=Dice(unit="A1, B2")), print).dice) == 2
    assert Devices(Config(dice=Dice(port="none")), print).dice == ()


PORT = Port("/dev/ttyACM0", 0x2E8A, 5, "E6", "Pico")

DICE = [
    *(LinkState(phase, PORT, "U1", proto=2, battery=80) for phase in Phase),
    LinkState(Phase.READY, PORT, "U1"),
    LinkState(Phase.READY, PORT, "U1", battery=7),
    *(LinkState(Phase.READY, PORT, "U1", fault=fault) for fault in ("full", "flash", "sensor", "gremlins")),
    LinkState(Phase.STRANGER, PORT),
    LinkState(Phase.SEARCHING),
    LinkState(Phase.SEARCHING, PORT, error="busy"),
    LinkState(Phase.SEARCHING, PORT, error="[Errno 13] Permission denied"),
]
REASONS = ["busy", "library", "chip", "permission", "directory", "pin", "other", "untried"]
EVERY = [
    *(dice_health(0, state) for state in DICE),
    *(button_health(SeatState(0, 5, "missing", reason)) for reason in REASONS),
    button_health(SeatState(0, 5, "stuck")),
    button_health(SeatState(0, 5, "ready", presses=3)),
    *(light_health(LampState(0, reason=reason)) for reason in REASONS),
    light_health(LampState(0, well=True)),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("health", EVERY, ids=lambda health: health.line.key)
def test_every_state_of_a_device_has_words_and_each_fault_a_remedy(health, language):
    words = Catalogue(language, strict=True)
    assert words.say(health.line)
    assert health.well == (health.remedy is None)
    if health.remedy is not None:
        assert words.say(health.remedy)


def test_every_reason_that_pins_can_give_is_in_words():
    import hardware.pins

    said = {reason for reason in REASONS if f"``{reason}``" in (hardware.pins.why.__doc__ or "")}
    assert said == set(REASONS) - {"untried"}


# ---------------------------------------------------------------------------------------------- what fails


def played(devices, factory, signals, seat):
    """Whether a press of ``seat`` becomes a signal."""
    before = len(signals)
    Finger(factory).play([(0, seat, True), (0.05, seat, False)])
    return eventually(lambda: any(isinstance(s, ButtonPressed) and s.seat == seat for s in signals[before:]))


def told(devices, part):
    """What the health page says of ``part`` in English."""
    (health,) = [health for health in devices.health() if health.part == part]
    return health.well, Catalogue("en").say(health.line)


def test_an_exception_in_any_callback_stops_no_seat_and_no_unit(unit, factory):
    signals = []

    def post(signal):
        signals.append(signal)
        if len(signals) < 3:
            raise RuntimeError("the table was busy")

    def tell(health):
        raise ZeroDivisionError

    def listener(touch):
        raise KeyError(touch.seat)

    devices = Devices(Config(seats=SEATS), post, tell, factory=lambda: factory, search=unit.search)
    devices.listen(listener)
    devices.start()
    try:
        for seat in range(4):
            assert played(devices, factory, signals, seat)
        unit.throw((2, 6))
        assert eventually(lambda: any(isinstance(signal, DiceRolled) for signal in signals))
        assert all(health.well for health in devices.health())
    finally:
        devices.stop()


def test_a_pin_that_another_process_has_is_named_with_its_seat_and_the_others_play_on(unit, factory):
    signals = []
    devices = started(Config(seats=SEATS), Busy(factory, PINS[1]), unit, signals)
    try:
        assert told(devices, "seat 2") == (False, "Seat 2 has no button: pin 6 is used by another program.")
        assert not devices.has_button(1)
        for seat in (0, 2, 3):
            assert played(devices, factory, signals, seat)
            assert devices.has_button(seat)
    finally:
        devices.stop()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (FileNotFoundError(2, "No such file or directory: '.lgd-nfy-3'"), "directory"),
        (LgpioError("can not open gpiochip"), "chip"),
        (ImportError("No module named 'lgpio'"), "library"),
    ],
    ids=["an unwritable directory", "no chip", "no library"],
)
def test_where_no_pin_can_be_had_every_seat_says_why_and_dice_and_touch_play_on(unit, error, reason):
    signals = []

    def broken():
        raise error

    devices = Devices(Config(seats=SEATS), signals.append, factory=broken, search=unit.search)
    devices.start()
    try:
        assert eventually(lambda: all(s.reason == reason for s in devices.lights.states()))
        for part in ("seat 1", "seat 4", "light 1", "light 4"):
            (health,) = [health for health in devices.health() if health.part == part]
            assert not health.well
            assert health.line.key.endswith(f".{reason}")
            assert health.line["number"] == int(part[-1])
            assert health.remedy is not None
        unit.throw((1, 1))
        assert eventually(lambda: signals)
    finally:
        devices.stop()


@pytest.mark.parametrize("count", [6, pytest.param(150, marks=[pytest.mark.slow, pytest.mark.timeout(300)])])
def test_each_tap_of_a_bouncing_button_comes_to_the_table_once_and_soon(factory, count, record_property):
    """From the edge that says what a press was (its release) to the table's thread: four seats at once, real time."""
    taken, inbox, released, latest = [], Inbox(), {}, {}
    table = threading.Thread(target=inbox.run, args=(lambda signal: taken.append((time.monotonic(), signal)),))
    devices = Devices(Config(seats=SEATS, dice=Dice(port="none")), inbox.post, factory=lambda: factory)

    def heard(touch):
        if touch.kind == "up":
            latest[touch.seat] = touch.at
        elif touch.kind == "short":
            released[touch.seat, touch.at] = latest[touch.seat]

    devices.listen(heard)
    rng = Random(count)
    moves = [(at, seat, down) for seat in PINS for at, down in taps(rng, count).edges]
    table.start()
    devices.start()
    try:
        Finger(factory).play(sorted(moves))
        assert eventually(lambda: len(released) == sum(not signal.long for _, signal in taken) > 2 * count)
    finally:
        devices.stop()
        inbox.stop()
        table.join()
    short = [(at, (int(signal.seat), signal.at)) for at, signal in taken if not signal.long]
    assert sorted(press for _, press in short) == sorted(released), "each once"
    late = sorted(at - released[press] for at, press in short)
    p99 = late[int(len(late) * 0.99)] * 1000
    print(f"{len(late)} taps: edge to table p50 {late[len(late) // 2] * 1000:.1f} ms, p99 {p99:.1f} ms")
    record_property("p99_ms", p99)
