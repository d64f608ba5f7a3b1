"""The dice link on a real pty, with a fake unit that runs the firmware's own core."""

import threading
from contextlib import closing, contextmanager

import pytest

from hardware.dice import DiceLink, Phase
from hardware.fake import FakeUnit
from hardware.firmware.mdl_throws import ROOM
from hardware.ports import Port, candidates, identified
from tests.hardware.patience import eventually


class Book:
    """A host that stores what it hears: acknowledges after "commit", counts doubles."""

    def __init__(self, stores=True):
        self.stores = stores
        self.link = None
        self.rows = {}
        self.order = []

    def heard(self, key, roll):
        if self.stores:
            if key not in self.rows:
                self.order.append(key)
            self.rows.setdefault(key, roll)
            self.link.acknowledge(key)

    @property
    def thrown(self):
        return [(key.boot, key.n, self.rows[key].faces, self.rows[key].quality) for key in self.order]


@contextmanager
def running(search, book, **options):
    link = book.link = DiceLink(search, book.heard, **options)
    link.start()
    try:
        yield link
    finally:
        link.stop()


@pytest.fixture
def unit(tmp_path):
    unit = FakeUnit("U1", tmp_path)
    yield unit
    unit.stop()


def ready(link):
    return eventually(lambda: link.state.phase is Phase.READY)


def test_throws_arrive_in_order_and_leave_the_unit_when_stored(unit):
    unit.plug()
    unit.power()
    with running(unit.search, book := Book()) as link:
        assert ready(link)
        for faces in [(1, 2), (6, 6), (None, 3), (4, 4)]:
            assert unit.throw(faces, "ok" if None not in faces else "cocked")
        assert eventually(lambda: unit.pending == 0)
    assert book.thrown == unit.thrown


@pytest.mark.parametrize("first", ["unit", "host"])
def test_unit_and_host_meet_in_either_order(unit, first):
    if first == "unit":
        unit.power()
        unit.plug()
    with running(unit.search, Book()) as link:
        if first == "host":
            unit.power()
            unit.plug()
        assert ready(link)
        unit.unplug()
        assert eventually(lambda: link.state.phase is Phase.SEARCHING)
        unit.plug()
        assert ready(link)


def test_what_is_thrown_while_unplugged_arrives_later_with_its_age(unit):
    unit.power()
    unit.plug()
    with running(unit.search, book := Book()) as link:
        assert ready(link)
        unit.unplug()
        for n in range(1, 5):
            assert unit.throw((n, n))
        unit.plug()
        assert eventually(lambda: unit.pending == 0)
    assert book.thrown == unit.thrown
    assert all(roll.age_ms > 0 for roll in book.rows.values())


def test_a_unit_cut_from_power_keeps_its_throws_and_counts_its_boots(unit):
    unit.power()
    assert unit.throw((2, 3))
    unit.power_cut()
    assert not unit.throw((1, 1))
    unit.power()
    assert unit.throw((4, 5))
    unit.plug()
    with running(unit.search, book := Book()):
        assert eventually(lambda: len(book.rows) == 2)
    assert book.thrown == [(1, 1, (2, 3), "ok"), (2, 1, (4, 5), "ok")]


def test_a_full_unit_refuses_a_throw_rather_than_overwrite_one(unit):
    unit.power()
    for _ in range(ROOM):
        assert unit.throw((1, 1))
    assert not unit.throw((6, 6))
    assert unit.pending == ROOM
    unit.plug()
    with running(unit.search, book := Book()):
        assert eventually(lambda: unit.pending == 0)
        assert unit.throw((6, 6))
        assert eventually(lambda: unit.pending == 0)
    assert book.thrown == unit.thrown


def test_nothing_is_acknowledged_that_was_not_stored(unit):
    unit.power()
    unit.plug()
    with running(unit.search, Book(stores=False)) as link:
        assert ready(link)
        unit.throw((3, 3))
        assert eventually(lambda: link.state.throws == 1)
        assert eventually(lambda: link.state.pending == 1)
    assert unit.pending == 1
    with running(unit.search, book := Book()):
        assert eventually(lambda: unit.pending == 0)
    assert book.thrown == unit.thrown


def test_a_listener_that_raises_does_not_stop_the_reader(unit):
    unit.power()
    unit.plug()
    book = Book()
    calls = []

    def heard(key, roll):
        calls.append(key)
        if len(calls) == 1:
            raise RuntimeError("the table was busy")
        book.heard(key, roll)

    link = book.link = DiceLink(unit.search, heard, lambda state: 1 / 0)
    link.start()
    with closing_link(link):
        unit.throw((5, 5))
        assert eventually(lambda: unit.pending == 0)
    assert book.thrown == unit.thrown


def test_a_mistake_in_the_conversation_itself_does_not_end_the_reader(unit):
    unit.power()
    unit.plug()
    seen = []

    def spy(body):
        seen.append(body)
        if len(seen) == 1:
            raise RuntimeError("the listener's pipe is closed")

    with running(unit.search, book := Book(), spy=spy):
        unit.throw((2, 2))
        assert eventually(lambda: unit.pending == 0)
    assert book.thrown == unit.thrown


@contextmanager
def closing_link(link):
    try:
        yield
    finally:
        link.stop()


def test_a_stranger_on_the_first_port_does_not_hide_the_unit_on_the_second(unit, tmp_path):
    stranger = FakeUnit("X", tmp_path / "x")
    stranger.plug()
    unit.power()
    unit.plug()
    states = []
    chatter = threading.Event()

    def gossip():
        while not chatter.wait(0.1):
            stranger.say(b"ok T:21.4 /0.0\r\n$GPRMC,oops*00\r\n")

    thread = threading.Thread(target=gossip)
    thread.start()
    try:
        with running(lambda: stranger.search() + unit.search(), Book(), changed=states.append) as link:
            assert ready(link)
            assert link.state.unit == "U1"
    finally:
        chatter.set()
        thread.join()
        stranger.stop()
    assert any(state.phase is Phase.STRANGER for state in states)


def test_two_units_serve_one_table(unit, tmp_path):
    other = FakeUnit("U2", tmp_path / "two")
    for each in (unit, other):
        each.power()
        each.plug()

    def search():
        return unit.search() + other.search()

    try:
        with running(search, one := Book()) as first, running(search, two := Book()) as second:
            assert ready(first)
            assert ready(second)
            assert {first.state.unit, second.state.unit} == {"U1", "U2"}
            unit.throw((1, 2))
            other.throw((3, 4))
            assert eventually(lambda: unit.pending == other.pending == 0)
        assert sorted([*one.thrown, *two.thrown]) == sorted([*unit.thrown, *other.thrown])
    finally:
        other.stop()


def test_a_port_that_another_process_has_is_busy_and_nothing_is_read_from_it(unit):
    unit.power()
    unit.plug()
    from hardware.dice import open_port

    with closing(open_port(unit.search()[0].path)), running(unit.search, Book()) as link:
        assert eventually(lambda: link.state.error == "busy")


def test_lights_of_a_unit_that_has_them_are_set_over_the_line(unit):
    unit.power()
    unit.plug()
    with running(unit.search, Book()) as link:
        assert ready(link)
        link.light(2, "ff8800")
        assert eventually(lambda: unit.lights == {2: "ff8800"})


def test_a_search_that_fails_is_told_and_tried_again(unit):
    unit.power()
    unit.plug()
    calls = []

    def search():
        calls.append(1)
        if len(calls) < 3:
            raise OSError("sysfs changed")
        return unit.search()

    with running(search, Book()) as link:
        assert ready(link)


def test_stopping_twice_or_before_the_start_is_harmless(unit):
    link = DiceLink(unit.search, lambda key, roll: None)
    link.stop()
    link.stop()


def test_a_port_that_is_named_by_its_usb_identity_is_found_wherever_it_is_plugged_in():
    here, other = Port("/dev/ttyACM7", 0x2E8A, 0x0005, "E660"), Port("/dev/ttyACM0", 0x2E8A, 0x0005, "F771")
    assert identified([other, here], "2e8a:0005:E660") == [here]
    assert identified([other, here], "2E8A:0005:e660") == [here]
    assert identified([other, here], "2e8a:0005:-") == [other, here]
    assert identified([other, Port("/dev/ttyS0")], "2e8a:0005:E660") == []


def test_ports_are_chosen_by_usb_identity_and_the_remembered_one_first():
    pico = Port("/dev/ttyACM1", 0x2E8A, 0x0005, "E660", "Board in FS mode")
    modem = Port("/dev/ttyACM0", 0x1199, 0x68A2, "M", "modem")
    bridge = Port("/dev/ttyUSB0", 0x10C4, 0xEA60, "0001", "CP2102")
    plain = Port("/dev/ttyS0")
    assert candidates([modem, pico, plain, bridge]) == [pico, bridge]
    assert candidates([pico, bridge, modem], ["10c4:ea60:0001"]) == [bridge, pico]
    assert candidates([plain, pico], ["/dev/ttyS0"]) == [plain, pico]
