"""The dice unit's program on a board of paper: the same files that are copied to a real one."""

import importlib
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.protocol import (
    Ack,
    Fault,
    Frames,
    Heartbeat,
    Hello,
    Hi,
    Light,
    Ping,
    Pong,
    Roll,
    Rolling,
    frame,
    hear,
    say,
)

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"
FACES = ((0, 0, 9), (0, 9, 0), (9, 0, 0), (-9, 0, 0), (0, -9, 0), (0, 0, -9))
ON_EDGE = (6, 6, 0)


@pytest.fixture
def flat(monkeypatch):
    """The firmware's files import each other as they do in the one folder of a board."""
    monkeypatch.syspath_prepend(str(FIRMWARE))
    before = set(sys.modules)
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and FIRMWARE.as_posix() in str(sys.modules[name].__file__):
            del sys.modules[name]


class Paper:
    """A board: what it wrote, what it reads next, its flash, its clock."""

    serial, caps = "PAPER1", "2d6+bat+led"

    def __init__(self, dice):
        self.dice = dice
        self.time = 0
        self.inward, self.outward = b"", ""
        self.flash, self.worn = {}, False
        self.lights, self.ready = {}, None

    def now(self):
        return self.time

    def chance(self):
        return 70

    def read(self):
        data, self.inward = self.inward, b""
        return data

    def write(self, text):
        self.outward += text

    def load(self, slot):
        if slot not in self.flash:
            raise OSError(2)
        return self.flash[slot]

    def save(self, slot, text):
        if self.worn:
            raise OSError(5)
        self.flash[slot] = text

    def battery(self):
        return 64

    def light(self, seat, color):
        self.lights[seat] = color

    def show_ready(self, ready):
        self.ready = ready


class Scripted:
    """A dice port that throws what it is told."""

    def __init__(self):
        self.coming, self.broken = [], False

    def poll(self, now):
        if self.broken:
            raise OSError("no sensor")
        return self.coming.pop(0) if self.coming else None


class Bench:
    """A firmware on paper: turned by hand, ten milliseconds a step."""

    def __init__(self, main, board=None):
        self.main = main
        self.board = board or Paper(Scripted())
        self.power()

    def power(self):
        self.firmware = self.main.Firmware(self.board)

    def turn(self, milliseconds=20, *messages):
        """What the unit said in this time, having heard ``messages``."""
        self.board.inward += b"".join(frame(say(message)) for message in messages)
        self.board.outward = ""
        for _ in range(milliseconds // 10):
            self.firmware.step()
            self.board.time += 10
        return [hear(body) for body in Frames().feed(self.board.outward.encode("ascii"))]


@pytest.fixture
def bench(flat):
    return Bench(flat("main"))


def test_it_names_itself_first_and_when_asked(bench):
    hello = Hello(1, "PAPER1", 71, "1.0", ("2d6", "bat", "led"))
    assert bench.turn() == [hello]
    assert bench.turn() == []
    assert bench.turn(20, Hi()) == [hello]


def test_a_throw_is_in_the_flash_before_it_is_told_and_repeated_till_it_is_stored(bench):
    bench.turn()
    bench.board.dice.coming = ["rolling", ([3, 4], "ok")]
    said = bench.turn(3000)
    rolls = [message for message in said if isinstance(message, Roll)]
    assert said[0] == Rolling(71)
    assert {roll.faces for roll in rolls} == {(3, 4)}
    assert [roll.age_ms for roll in rolls] == [0, 150, 450, 1050, 2250]
    assert any("71,1,3+4,ok" in text for text in bench.board.flash.values())
    assert [m for m in bench.turn(3000, Ack(71, 1)) if isinstance(m, Roll)] == []


def test_two_hundred_throws_are_two_hundred_recorded(bench):
    bench.turn()
    recorded = []
    for n in range(200):
        bench.board.dice.coming = [([n % 6 + 1, n // 6 % 6 + 1], "ok")]
        rolls = [message for message in bench.turn(20) if isinstance(message, Roll)]
        recorded += [(roll.n, roll.faces) for roll in rolls]
        bench.turn(20, *(Ack(roll.boot, roll.n) for roll in rolls))
    assert recorded == [(n + 1, (n % 6 + 1, n // 6 % 6 + 1)) for n in range(200)]


def test_power_that_goes_at_any_letter_of_a_write_loses_no_throw_that_was_told(flat):
    """Every write of a unit's first throws is torn after every letter, and the unit switched on again."""
    main = flat("main")
    for torn_write in range(4):
        for letters in range(40):
            board = Paper(Scripted())
            bench, told = Bench(main, board), []
            writes, real = [0], board.save

            def save(slot, text, writes=writes, real=real, torn_write=torn_write, letters=letters):
                writes[0] += 1
                if writes[0] == torn_write + 2:
                    real(slot, text[:letters])
                    raise KeyboardInterrupt
                real(slot, text)

            board.save = save
            try:
                for n in range(1, 4):
                    board.dice.coming = [([n, n], "ok")]
                    told += [m.faces for m in bench.turn(20) if isinstance(m, Roll)]
            except KeyboardInterrupt:
                told += [hear(body).faces for body in Frames().feed(board.outward.encode()) if body.startswith("ROLL,")]
            board.save = real
            bench.power()
            kept = [faces for _, _, faces, _, _ in bench.firmware.unit.throws.pending]
            assert kept[: len(set(told))] == sorted(f"{a};{b}" for a, b in set(told))
            assert bench.firmware.unit.throws.boot == 72


def test_a_full_unit_says_so_and_shows_that_it_is_not_ready(bench):
    bench.turn()
    bench.board.dice.coming = [([1, 1], "ok")] * 17
    assert Fault("full") in bench.turn(400)
    assert bench.board.ready is False
    bench.turn(20, Ack(71, 16))
    assert bench.board.ready is True


def test_questions_are_answered_and_lights_are_lit(bench):
    bench.turn()
    assert bench.turn(20, Ping("7"), Light(2, "ff8800")) == [Pong("7")]
    assert bench.board.lights == {2: "ff8800"}


def test_it_beats_once_a_second_with_its_battery(bench):
    bench.turn()
    beats = [message for message in bench.turn(5000) if isinstance(message, Heartbeat)]
    assert len(beats) == 5
    assert beats[0] == Heartbeat(71, 64, 0, 0)


def test_a_sensor_that_is_gone_is_told_and_the_line_lives_on(bench):
    bench.turn()
    bench.board.dice.broken = True
    said = bench.turn(1100)
    assert Fault("sensor") in said
    assert bench.turn(20, Ping("1")) == [Pong("1")]
    assert bench.board.ready is False
    bench.board.dice.broken = False
    assert Fault("sensor") not in bench.turn(1100)


def test_a_worn_flash_is_told_and_its_boots_do_not_come_twice(bench):
    bench.board.worn = True
    bench.power()
    assert bench.firmware.unit.throws.boot != 71
    assert Fault("flash") in bench.turn(1100)
    bench.board.dice.coming = [([2, 5], "ok")]
    assert any(isinstance(message, Roll) for message in bench.turn(20)), "it plays on while the power stays"


def test_noise_and_strangers_words_are_counted_and_answered_by_nothing(bench):
    bench.turn()
    bench.board.inward = b"\x00\xff$ACK,71,1*0000\r\nAT+GMM\r\n$$$HI*1\r\n" + bytes(range(256)) * 4
    assert bench.turn(20) == []
    assert bench.firmware.unit.line.bad > 2


# ---------------------------------------------------------------------------------------------- dice ports


class Tossed:
    """Two sensors whose readings a test sets."""

    def __init__(self, mdl_dice):
        self.at = [FACES[0], FACES[0]]
        dice = [mdl_dice.Die(lambda n=n: self.at[n], FACES, 4, 1) for n in (0, 1)]
        self.tray, self.time = mdl_dice.Tray(dice), 0

    def wait(self, milliseconds):
        found = []
        for _ in range(milliseconds // 10):
            self.time += 10
            found.append(self.tray.poll(self.time))
        return [what for what in found if what is not None]

    def toss(self, one, other, tumbles=30):
        found = []
        for n in range(tumbles):
            self.at = [FACES[n % 6], FACES[(n + 3) % 6]]
            found += self.wait(10)
        self.at = [one, other]
        return found + self.wait(1000)


@pytest.fixture
def tossed(flat):
    return Tossed(flat("mdl_dice"))


@pytest.mark.parametrize(
    ("one", "other", "throw"),
    [
        (FACES[2], FACES[5], ([3, 6], "ok")),
        (FACES[0], FACES[0], ([1, 1], "ok")),
        (FACES[3], ON_EDGE, ([4, None], "cocked")),
        (ON_EDGE, ON_EDGE, ([None, None], "tilt")),
    ],
)
def test_dice_that_have_come_to_rest_are_one_throw(tossed, one, other, throw):
    tossed.wait(1000)
    assert tossed.toss(one, other) == ["rolling", throw]
    assert tossed.wait(2000) == []


def test_a_nudge_is_no_throw_but_a_nudge_that_turns_a_die_is(tossed):
    tossed.wait(100)
    tossed.toss(FACES[2], FACES[5])
    assert tossed.toss(FACES[2], FACES[5], tumbles=5) == ["rolling"]
    assert tossed.toss(FACES[2], FACES[4], tumbles=5) == ["rolling", ([3, 5], "ok")]


def test_dice_that_lie_still_at_power_on_are_no_throw(tossed):
    assert tossed.wait(3000) == []


def test_a_keypad_takes_two_faces_and_the_words_for_dice_that_lie_askew(flat):
    keys = flat("mdl_keys")
    down = [""]
    pad, time = keys.Keypad(lambda: down[0]), [0]

    def press(letters):
        found = []
        for letter in letters:
            for key, milliseconds in ((letter, 60), ("", 60)):
                down[0] = key
                for _ in range(milliseconds // 10):
                    time[0] += 10
                    found.append(pad.poll(time[0]))
        return [what for what in found if what is not None]

    assert press("34") == ["rolling", ([3, 4], "ok")]
    assert press("6*25") == ["rolling", "rolling", ([2, 5], "ok")]
    assert press("#10") == ["rolling", ([1, None], "cocked")]
    assert press("789") == []


def test_the_matrix_finds_the_key_that_is_down(flat):
    keys = flat("mdl_keys")

    class Pin:
        def __init__(self):
            self.level = 1

        def value(self, level=None):
            if level is None:
                return 0 if self is columns[1] and rows[2].level == 0 else 1
            self.level = level
            return None

    rows, columns = [Pin() for _ in range(4)], [Pin() for _ in range(3)]
    assert keys.Matrix(rows, columns)() == "8"
    assert all(row.level == 1 for row in rows)


# ---------------------------------------------------------------------------------------------- the board


def test_the_board_is_built_from_its_settings_and_lives_without_a_host(flat, monkeypatch, tmp_path):
    """With stand-ins for MicroPython's own modules: names and calls are right, voltages and colours come out."""
    pixels = {}

    class Pin:
        IN, OUT, PULL_UP = 0, 1, 2

        def __init__(self, number, mode=None, pull=None, value=1):
            self.level = value

        def value(self, level=None):
            self.level = self.level if level is None else level
            return self.level

    class Pixels(dict):
        def __init__(self, pin, count):
            super().__init__()

        def write(self):
            pixels.update(self)

    time = SimpleNamespace(ticks_ms=lambda: next(ticks), ticks_diff=lambda a, b: (a - b + 512) % 1024 - 512)
    ticks = iter([1000, 1010, 6, 20, 30, 40, 50])  # the counter begins anew at 1024
    machine = SimpleNamespace(
        Pin=Pin,
        ADC=lambda pin: SimpleNamespace(read_u16=lambda: 25_000),
        unique_id=lambda: b"\xe6\x01",
        WDT=lambda timeout: SimpleNamespace(feed=lambda: None),
    )
    poll = SimpleNamespace(register=lambda *what: None, poll=lambda wait: [])
    for name, module in {
        "machine": machine,
        "micropython": SimpleNamespace(kbd_intr=lambda key: None),
        "neopixel": SimpleNamespace(NeoPixel=Pixels),
        "time": time,
        "select": SimpleNamespace(poll=lambda: poll, POLLIN=1),
    }.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.chdir(tmp_path)
    board = flat("board").Board()
    assert not board.service()
    assert (board.serial, board.caps) == ("E601", "2d6+bat+led")
    assert [board.now(), board.now()] == [10, 30]
    assert board.battery() == (25_000 * 9900 // 65535 - 3300) * 100 // 850
    board.light(1, "ff8000")
    board.light(9, "ff8000")
    board.light(1, "zz8000")
    assert pixels == {1: (255, 128, 0)}
    board.save(0, "text")
    assert board.load(0) == "text"
    assert board.read() == b""
    assert board.dice.poll(0) is None
    assert flat("board").triple(b"\x10\x27\xf0\xd8\x00\x00", 16) == [625, -625, 0]
    board.alive()
