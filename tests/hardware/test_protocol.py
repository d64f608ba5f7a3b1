"""Frames and messages of MDL/1: nothing raises, nothing damaged is believed."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.fake import damaged
from hardware.firmware import mdl_line
from hardware.protocol import (
    LONGEST_BODY,
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
    check,
    frame,
    hear,
    say,
)

bodies = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0x7E, exclude_characters="$*"), min_size=1, max_size=LONGEST_BODY
)

MESSAGES = [
    Hello(1, "A1B2", 7, "1.0", ("2d6", "bat", "led")),
    Hello(1, "x", 0),
    Roll(7, 12, (3, 4), 0),
    Roll(7, 13, (None, 6), 86_400_000, "cocked"),
    Roll(7, 14, (1, 2, 3), 4, "tilt"),
    Rolling(7),
    Heartbeat(7, 88, 2, 5),
    Heartbeat(7),
    Pong("42"),
    Fault("full"),
    Hi(),
    Ack(7, 12),
    Ping("42"),
    Light(3, "ff8800"),
]


def test_check_value_of_the_usual_test_line():
    assert check(b"123456789") == 0x29B1
    assert mdl_line.crc16("123456789") == 0x29B1
    assert Frames().feed(b"$123456789*29B1\r\n") == ["123456789"]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: type(m).__name__)
def test_every_message_survives_the_line(message):
    assert [hear(body) for body in Frames().feed(frame(say(message)))] == [message]


@given(bodies)
def test_both_ends_frame_every_body_alike(body):
    said = []
    mdl_line.Line(said.append).say(body)
    assert "".join(said).encode("ascii") == frame(body)
    reader = mdl_line.Line(print)
    assert [b for b in map(reader.feed, frame(body)) if b] == [body]


@given(st.lists(bodies, max_size=5), st.randoms())
def test_a_stream_cut_anywhere_gives_the_same_bodies(wanted, rng):
    stream = b"".join(frame(body) for body in wanted)
    frames, got = Frames(), []
    while stream:
        size = rng.randint(1, 40)
        got += frames.feed(stream[:size])
        stream = stream[size:]
    assert got == wanted
    assert frames.bad == 0


@pytest.mark.parametrize(
    ("stream", "bodies", "bad"),
    [
        (b"$ROLL,1,1,$HI,proto=1*" + frame("HI,proto=1")[-6:], ["HI,proto=1"], 1),
        (b"$" + b"A" * 97 + frame("HI,proto=1"), ["HI,proto=1"], 1),
        (b"$HI,proto=1*0000\r\n", [], 1),
        (frame("HI,proto=1").lower(), [], 1),
        (b"$HI\x00" + frame("HI,proto=1"), ["HI,proto=1"], 1),
        (b"$*FFFF\r\n", [], 1),
        (b"ATZ\r\n" + frame("HI,proto=1"), ["HI,proto=1"], 0),
        (frame("HI,proto=1")[:-2] + b"\n", ["HI,proto=1"], 0),
        (frame("HI,proto=1")[:-2] + b"0\r\n", [], 1),
    ],
    ids=["restart", "too long", "bad check", "small letters", "NUL", "empty", "noise before", "LF alone", "5 digits"],
)
def test_what_is_no_frame_is_dropped_and_counted(stream, bodies, bad):
    frames = Frames()
    assert frames.feed(stream) == bodies
    assert frames.bad == bad


@pytest.mark.parametrize("body", ["", "a$b", "a*b", "x" * 97, "é", "a\n"])
def test_a_body_that_no_frame_can_carry_is_refused(body):
    with pytest.raises(ValueError, match=r"no frame can carry|ascii"):
        frame(body)


@pytest.mark.parametrize(
    "body",
    [
        "ROLL,1,1,7;2,age=0",
        "ROLL,1,1,0;2,age=0",
        "ROLL,1,1,3;4",
        "ROLL,1,0,3;4,age=0",
        "ROLL,-1,1,3;4,age=0",
        "ROLL,1,1,,age=0",
        "ROLL,1, 1,3;4,age=0",
        "ROLL,1,1,3;4,age=1e3",
        "ROLL,1,1,3;4,age=99999999999",
        "ROLL,1,1," + ";".join("1" * 13) + ",age=0",
        "ROLL",
        "HELLO,proto=1,boot=2",
        "HELLO,proto=1,unit=,boot=2",
        "ACK,1",
        "LED,0,red",
        "SING,la",
        "",
    ],
)
def test_a_message_out_of_range_means_nothing(body):
    assert hear(body) is None


def test_fields_and_kinds_of_a_newer_unit_are_ignored():
    assert hear("ROLL,3,9,2;5,age=10,colour=green,q=ok") == Roll(3, 9, (2, 5), 10)
    assert hear("HELLO,proto=1,unit=Z,boot=1,fw=9,caps=2d6,mood=good") == Hello(1, "Z", 1, "9", ("2d6",))
    assert hear("WEATHER,fine") is None


@given(st.text(max_size=200))
def test_hear_never_raises(body):
    hear(body)


@pytest.mark.parametrize("count", [200_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_random_bytes_raise_nothing_and_roll_nothing(count):
    rng, frames, rolls = Random(20260), Frames(), 0
    for _ in range(count // 4000):
        rolls += sum(isinstance(hear(body), Roll) for body in frames.feed(rng.randbytes(4000)))
    assert rolls == 0
    assert frames.bad > count // 1000
    print(f"{count:,} random bytes: {rolls} throws, {frames.bad:,} frames dropped")
    assert frames.feed(frame("HI,proto=1")) == ["HI,proto=1"]


def random_roll(rng: Random) -> Roll:
    quality = rng.choice(["ok", "ok", "ok", "cocked"])
    return Roll(
        rng.randint(1, 300), rng.randint(1, 500), (rng.randint(1, 6), rng.randint(1, 6)), rng.randint(0, 9999), quality
    )


@pytest.mark.parametrize("count", [3_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_damaged_frames_give_no_wrong_roll(count):
    """Up to three flipped bits, or one burst of up to sixteen, anywhere in the line with its frame marks."""
    rng, frames = Random(7), Frames()
    wrong = 0
    for _ in range(count):
        roll = random_roll(rng)
        for body in frames.feed(damaged(frame(say(roll)), rng)):
            heard = hear(body)
            wrong += isinstance(heard, Roll) and heard != roll
    print(f"{count:,} damaged frames: {wrong} wrong throws, {frames.bad:,} dropped")
    assert wrong == 0
    assert frames.bad > count * 3 // 4


@pytest.mark.parametrize("count", [2_000, pytest.param(300_000, marks=pytest.mark.slow)])
def test_heavier_damage_passes_about_as_often_as_a_sixteen_bit_check_lets_it(count, record_property):
    """Four to forty flipped bits: the check alone passes 1 in 65,536; few of these mean a throw at all."""
    rng, frames = Random(11), Frames()
    wrong = tries = 0
    for _ in range(count):
        roll = random_roll(rng)
        data = frame(say(roll))
        bits = int.from_bytes(data, "big")
        for position in rng.sample(range(len(data) * 8), rng.randint(4, 40)):
            bits ^= 1 << position
        tries += 1
        for body in frames.feed(bits.to_bytes(len(data), "big")):
            heard = hear(body)
            wrong += isinstance(heard, Roll) and heard != roll
    print(f"heavier damage: {wrong} wrong throws in {tries:,} damaged frames")
    record_property("wrong_per_million", wrong * 1_000_000 // tries)
    assert wrong <= 2 + count // 65_536
