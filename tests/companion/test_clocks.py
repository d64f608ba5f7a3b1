"""The seats' clocks: who joins later has one of its own, and it survives a restart."""

from __future__ import annotations

from companion.clocks import Clocks
from companion.events import Event, Match, Player, Rename, Snapshot
from companion.game import Line, Seat, Setup, Standing

A, B, C = map(Seat, range(3))
JOINS = Rename(A, Player(C, "Kaveh", "green", "star", "west", "en"))


class Time:
    """A monotonic source that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def event(seq: int, body: object, clock: tuple[float, ...] = ()) -> Event:
    return Event(f"e{seq}", "m1", seq, 0.0, "touch", body, clock=clock)


def test_a_seat_that_joins_has_a_clock_from_then_on() -> None:
    time = Time()
    clocks = Clocks((A, B), time)
    clocks.run_for((A,))
    time.now += 10
    clocks.happened(event(1, JOINS, clocks.read()), (C,))
    time.now += 7
    assert clocks.read() == (10.0, 0.0, 7.0)


def test_the_clock_of_a_seat_that_joined_survives_a_restart() -> None:
    clocks = Clocks((A, B), Time())
    clocks.restore([event(1, JOINS, (10.0, 0.0)), event(2, JOINS, (10.0, 0.0, 7.0))])
    assert clocks.used == (10.0, 0.0, 7.0)


def test_a_restart_right_after_somebody_joined_finds_a_clock_at_zero() -> None:
    clocks = Clocks((A, B), Time())
    clocks.restore([event(1, JOINS, (10.0, 4.0))])
    assert clocks.used == (10.0, 4.0, 0.0)


def test_what_a_seat_has_used_runs_on_for_whose_move_it_is() -> None:
    players = tuple(
        Player(seat, "", color, "star", "south", "en") for seat, color in ((A, "red"), (B, "blue"), (C, "green"))
    )
    match = Match("m1", "score_pad", 1, Setup((A, B), A), players, 0.0)
    standing = Standing((), (C,), Line.of("prompt.turn"))
    snapshot = Snapshot(match, None, standing, (), (), clock=(10.0, 4.0, 7.0), clock_at=100.0)
    assert match.clocked == (A, B, C)
    assert [snapshot.used(seat, 103.0) for seat in (A, B, C)] == [10.0, 4.0, 10.0]
    assert snapshot.used(Seat(5), 103.0) == 0.0
