"""The host's side of the dice line without a port: time and bytes are given by hand."""

from random import Random

import pytest

from hardware.dice import AGAIN, AWAY, GREETING, LOST, QUIET, Phase, Talk
from hardware.protocol import Ack, Frames, Heartbeat, Hello, Hi, Ping, Pong, Roll, RollKey, frame, hear, say

HELLO = Hello(1, "U1", 5, "1.0", ("2d6",))


def line(*messages):
    return b"".join(frame(say(message)) for message in messages)


def said(talk):
    return [hear(body) for body in Frames().feed(talk.outgoing())]


@pytest.fixture
def talk():
    talk = Talk(100.0)
    assert said(talk) == [Hi()]
    assert talk.receive(line(HELLO), 100.1) == []
    return talk


def test_hello_makes_the_link_ready(talk):
    assert (talk.state.phase, talk.state.unit, talk.state.boot) == (Phase.READY, "U1", 5)


def test_a_throw_is_offered_once_and_acknowledged_when_stored(talk):
    roll = Roll(5, 1, (3, 4), 0)
    assert talk.receive(line(roll), 101) == [(RollKey("U1", 5, 1), roll)]
    assert talk.receive(line(roll), 101.15) == []
    assert said(talk) == []
    talk.acknowledge(RollKey("U1", 5, 1))
    assert said(talk) == [Ack(5, 1)]


def test_a_throw_repeated_after_its_acknowledgement_is_acknowledged_again_and_not_offered(talk):
    roll = Roll(5, 1, (3, 4), 0)
    talk.receive(line(roll), 101)
    talk.acknowledge(RollKey("U1", 5, 1))
    talk.outgoing()
    assert talk.receive(line(roll, roll), 105) == []
    assert said(talk) == [Ack(5, 1), Ack(5, 1)]


def test_a_throw_that_nobody_took_is_offered_again(talk):
    roll = Roll(5, 1, (3, 4), 0)
    assert len(talk.receive(line(roll), 101)) == 1
    assert len(talk.receive(line(roll), 101 + AGAIN)) == 1
    assert talk.state.throws == 1


def test_what_one_conversation_stored_is_not_offered_in_the_next(talk):
    roll = Roll(5, 1, (3, 4), 0)
    talk.receive(line(roll), 101)
    talk.acknowledge(RollKey("U1", 5, 1))
    after = Talk(200.0, talk.acknowledged)
    assert after.receive(line(HELLO, roll), 200.1) == []
    assert Ack(5, 1) in said(after)


def test_an_acknowledgement_given_while_the_cable_was_out_counts_in_the_next_conversation():
    talk = Talk(100.0)
    talk.acknowledge(RollKey("U1", 5, 1))
    assert talk.receive(line(HELLO, Roll(5, 1, (3, 4), 0)), 100.1) == []
    assert Ack(5, 1) in said(talk)


def test_a_throw_before_any_hello_is_not_believed_but_asked_about():
    talk = Talk(100.0)
    said(talk)
    assert talk.receive(line(Roll(5, 1, (3, 4), 0)), 101) == []
    assert said(talk) == [Hi()]


def test_a_throw_of_a_boot_that_the_unit_did_not_announce_waits_for_its_hello(talk):
    assert talk.receive(line(Roll(6, 1, (3, 4), 0)), 101) == []
    assert said(talk) == [Hi()]
    assert len(talk.receive(line(Hello(1, "U1", 6), Roll(6, 1, (3, 4), 0)), 101.2)) == 1


def test_a_throw_kept_from_an_earlier_boot_is_offered_under_that_boot(talk):
    assert talk.receive(line(Roll(4, 9, (1, 1), 60_000)), 101) == [(RollKey("U1", 4, 9), Roll(4, 9, (1, 1), 60_000))]


def test_a_throw_that_contradicts_an_earlier_one_of_its_key_is_not_believed(talk):
    talk.receive(line(Roll(5, 1, (3, 4), 0)), 101)
    assert talk.receive(line(Roll(5, 1, (6, 6), 0)), 105) == []
    assert talk.state.odd == 1


def test_a_silent_unit_is_asked_and_then_away_and_comes_back_by_a_word(talk):
    said(talk)
    talk.tick(100.1 + QUIET + 0.1)
    assert Hi() in said(talk)
    assert talk.state.phase is Phase.READY
    talk.tick(100.1 + AWAY + 0.1)
    assert talk.state.phase is Phase.AWAY
    assert not talk.over(100.1 + AWAY + 0.1)
    talk.receive(line(Heartbeat(5, 80, 0, 0)), 106)
    assert talk.state.phase is Phase.READY
    talk.tick(106 + LOST + 1)
    assert talk.over(106 + LOST + 1)


@pytest.mark.parametrize(
    "chatter", [b"", b"ok\r\n" * 100, b"T:21.0 /0.0 B:20.9\n", b"\xff\x00" * 500, b"$GPGGA,1*47\r\n"]
)
def test_a_device_that_does_not_say_hello_is_a_stranger(chatter):
    talk = Talk(100.0)
    talk.receive(chatter, 100.5)
    talk.tick(100 + GREETING + 0.1)
    assert talk.state.phase is Phase.STRANGER
    assert talk.over(100 + GREETING + 0.1)


def test_a_unit_of_another_table_is_a_stranger():
    talk = Talk(100.0, only="U2")
    talk.receive(line(HELLO), 100.1)
    assert talk.state.phase is Phase.STRANGER


def test_a_unit_of_a_newer_protocol_is_named_and_its_throws_stay_with_it():
    talk = Talk(100.0)
    assert talk.receive(line(Hello(2, "U9", 1), Roll(1, 1, (3, 4), 0)), 100.1) == []
    assert (talk.state.phase, talk.state.proto) == (Phase.NEWER, 2)
    assert not [m for m in said(talk) if isinstance(m, Ack)]
    talk.receive(line(Hello(1, "U9", 1)), 101)
    assert talk.state.phase is Phase.READY


def test_battery_pending_and_bad_frames_of_both_ends_are_figures(talk):
    talk.receive(line(Heartbeat(5, 41, 3, 7)) + b"$broken*0000\r\n", 101)
    state = talk.state
    assert (state.battery, state.pending, state.bad_there, state.bad_here) == (41, 3, 7, 1)


def test_round_trip_is_measured_by_a_ping(talk):
    talk.receive(line(Heartbeat(5)), 104)
    talk.tick(105.5)
    (ping,) = [m for m in said(talk) if isinstance(m, Ping)]
    talk.receive(line(Pong("stale")), 105.502)
    assert talk.state.round_trip_ms is None
    talk.receive(line(Pong(ping.token)), 105.504)
    assert talk.state.round_trip_ms == pytest.approx(4.0)


@pytest.mark.parametrize("count", [50, pytest.param(250, marks=pytest.mark.slow)])
def test_random_bytes_between_throws_change_no_throw(talk, count):
    """Four thousand of them before each throw: a million in the long form."""
    rng = Random(3)
    for n in range(1, count + 1):
        assert talk.receive(rng.randbytes(4000), 101.0) == []
        roll = Roll(5, n, (rng.randint(1, 6), rng.randint(1, 6)), 0)
        assert talk.receive(line(roll), 101.0) == [(RollKey("U1", 5, n), roll)]
        talk.acknowledge(RollKey("U1", 5, n))
    assert talk.state.bad_here > count * 4
