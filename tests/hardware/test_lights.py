"""Lights: patterns, drivers, and one thread that no driver's fault stops."""

from itertools import pairwise

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.lamps import LineLamp, PinLamp, Strip, encoded
from hardware.lights import BLINK, BREATH, TRIAL, LightShow, Pattern, brightness
from tests.hardware.patience import eventually

RED = (255, 0, 0)


class Paper:
    """A lamp that writes down what it is told."""

    def __init__(self):
        self.levels = []
        self.closed = False
        self.broken = False

    def show(self, level, color):
        if self.broken:
            raise OSError("the strip was unplugged")
        self.levels.append((level, color))

    def close(self):
        self.closed = True


def test_every_pattern_but_off_begins_lit():
    assert [brightness(pattern, 0.0) for pattern in (Pattern.SOLID, Pattern.BREATHING, Pattern.DOUBLE_BLINK)] == [
        1,
        1,
        1,
    ]
    assert {brightness(Pattern.OFF, t / 10) for t in range(100)} == {0.0}


def test_a_double_blink_is_two_flashes_and_a_pause():
    levels = [brightness(Pattern.DOUBLE_BLINK, t / 100) for t in range(round(BLINK * 100))]
    assert sum(a < b for a, b in zip([0.0, *levels], levels, strict=False)) == 2
    assert levels[50:] == [0.0] * len(levels[50:])


def test_breathing_is_slow_and_goes_all_the_way_down_and_up():
    levels = [brightness(Pattern.BREATHING, t * BREATH / 400) for t in range(401)]
    assert min(levels) < 0.001
    assert levels[400] > 0.99
    assert max(abs(a - b) for a, b in pairwise(levels)) < 0.02


def test_a_light_is_written_only_when_it_changes():
    lamp, now = Paper(), [0.0]
    show = LightShow({0: lambda: lamp}, clock=lambda: now[0])
    show.set(0, Pattern.SOLID, RED)
    for tick in range(50):
        show.draw(tick / 25)
    assert lamp.levels == [(1.0, RED)]
    show.set(0, Pattern.DOUBLE_BLINK, RED)
    for tick in range(400):
        show.draw(tick / 100)
    assert [level for level, _ in lamp.levels[1:7]] == [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]


def test_a_light_that_is_tried_blinks_and_then_says_again_what_it_said():
    lamp, now = Paper(), [0.0]
    show = LightShow({0: lambda: lamp}, clock=lambda: now[0])
    assert not show.try_out(0), "a light that was never lit may not be there"
    show.draw(0.0)
    show.set(0, Pattern.SOLID, RED)
    assert show.try_out(0)
    assert not show.try_out(1)
    for tick in range(1, 200):
        now[0] = tick / 40
        show.draw(now[0])
    levels = [level for level, _ in lamp.levels]
    assert levels == [0.0, *[1.0, 0.0, 1.0, 0.0] * round(TRIAL / BLINK), 1.0]


def test_a_lamp_that_fails_takes_no_other_along_and_comes_back():
    good, bad, told = Paper(), Paper(), []
    show = LightShow({0: lambda: bad, 1: lambda: good}, told.append, clock=lambda: 0.0, retry=30)
    show.set(0, Pattern.SOLID)
    show.set(1, Pattern.SOLID)
    bad.broken = True
    show.draw(0.0)
    assert [state.well for state in show.states()] == [False, True]
    assert bad.closed
    assert good.levels[-1][0] == 1.0
    bad.broken = False
    show.draw(29.0)
    assert not show.states()[0].well
    show.draw(30.0)
    assert bad.levels[-1][0] == 1.0
    assert [(state.seat, state.well) for state in told] == [(0, True), (1, True), (0, False), (0, True)]


def test_a_pin_that_is_not_there_is_said_and_nothing_is_raised():
    def opener():
        raise ImportError("No module named 'lgpio'")

    show = LightShow({3: opener})
    show.draw(0.0)
    (state,) = show.states()
    assert (state.well, state.reason) == (False, "library")
    show.set(3, Pattern.SOLID)
    show.set(9, Pattern.SOLID)


def test_the_thread_shows_what_is_set_and_leaves_every_lamp_dark():
    factory = MockFactory(pin_class=MockPWMPin)
    show = LightShow({0: lambda: PinLamp(12, factory), 1: lambda: PinLamp(16, factory, pwm=False)})
    show.start()
    try:
        show.set(0, Pattern.SOLID)
        show.set(1, Pattern.SOLID)
        assert eventually(lambda: factory.pin(12).state == 1.0 and factory.pin(16).state == 1)
        show.set(0, Pattern.BREATHING)
        assert eventually(lambda: 0 < factory.pin(12).state < 0.9)
        show.set(0, Pattern.OFF)
        assert eventually(lambda: factory.pin(12).state == 0)
    finally:
        show.stop()
        factory.reset()


@pytest.mark.parametrize(
    ("color", "bits"),
    [((0, 0, 0), "100" * 24), ((255, 255, 255), "110" * 24), ((255, 0, 1), "100" * 8 + "110" * 8 + "100" * 7 + "110")],
    ids=["black", "white", "green comes first"],
)
def test_a_pixel_is_three_bits_of_spi_for_each_of_colour(color, bits):
    assert encoded(color) == int(bits, 2).to_bytes(9, "big")


def test_a_strip_paints_the_pixels_of_one_seat_and_leaves_the_others():
    written = []
    strip = Strip(6, write=written.append)
    strip.lamp(0, 2).show(1.0, (200, 0, 0))
    strip.lamp(4, 2).show(0.5, (0, 100, 0))
    picture = written[-1].removeprefix(Strip.REST)
    pixels = [picture[at : at + 9] for at in range(0, len(picture), 9)]
    assert len(pixels) == 6
    assert pixels[0] == pixels[1] == encoded((70, 0, 0))
    assert pixels[2] == pixels[3] == encoded((0, 0, 0))
    assert pixels[4] == encoded((0, 18, 0))


def test_a_strip_that_is_not_there_raises_where_it_is_opened():
    with pytest.raises(OSError, match="spidev"):
        Strip(6, "/dev/spidev9.9")


def test_a_light_on_the_dice_unit_is_sent_as_a_colour():
    sent = []
    LineLamp(2, lambda seat, color: sent.append((seat, color))).show(0.5, (255, 128, 0))
    assert sent == [(2, "804000")]
