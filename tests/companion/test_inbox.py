"""The one way in: any thread, in the order in which things happened."""

from __future__ import annotations

import threading
from typing import Any

from companion.game import ButtonPressed, Seat, Tick
from companion.inbox import Inbox


def drained(inbox: Inbox) -> list[Any]:
    taken: list[Any] = []
    inbox.stop()
    inbox.run(taken.append)
    return taken


def test_presses_come_in_the_order_of_their_edges_not_of_their_arrival():
    inbox = Inbox(monotonic=lambda: 10.0)
    for seat, at in ((0, 9.5), (1, 9.2), (2, 9.4)):
        inbox.post(ButtonPressed(Seat(seat), False, at))
    assert [press.seat for press in drained(inbox)] == [1, 2, 0]


def test_a_press_waits_for_an_earlier_one_that_is_still_on_its_way():
    now = [5.0]
    inbox = Inbox(monotonic=lambda: now[0], settle=0.01)
    taken: list[Any] = []
    inbox.post(ButtonPressed(Seat(0), False, 5.0))
    reader = threading.Thread(target=inbox.run, args=(taken.append,))
    reader.start()
    inbox.post(ButtonPressed(Seat(1), False, 4.999))
    now[0] = 5.02
    inbox.stop()
    reader.join(60)
    assert [press.seat for press in taken] == [1, 0]


def test_an_edge_from_the_future_counts_from_its_arrival():
    inbox = Inbox(monotonic=lambda: 10.0)
    inbox.post(ButtonPressed(Seat(0), False, 99.0))
    inbox.post(Tick(1.0))
    assert isinstance(drained(inbox)[0], ButtonPressed)


def test_nothing_is_lost_or_doubled_from_many_threads():
    inbox = Inbox()
    taken: list[Any] = []
    reader = threading.Thread(target=inbox.run, args=(taken.append,))
    reader.start()

    def post(base: int) -> None:
        for n in range(500):
            inbox.post(Tick(float(base + n)))

    writers = [threading.Thread(target=post, args=(1000 * k,)) for k in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert inbox.settled()
    inbox.stop()
    reader.join(60)
    assert sorted(tick.at for tick in taken) == [float(1000 * k + n) for k in range(4) for n in range(500)]
    for k in range(4):
        own = [tick.at for tick in taken if 1000 * k <= tick.at < 1000 * (k + 1)]
        assert own == sorted(own)


def test_what_a_taker_raises_ends_nothing(caplog: Any):
    inbox = Inbox()
    taken: list[Any] = []

    def take(signal: Any) -> None:
        taken.append(signal)
        raise RuntimeError("no")

    inbox.post(Tick(1.0))
    inbox.post(Tick(2.0))
    inbox.stop()
    inbox.run(take)
    assert len(taken) == 2
    assert "could not take" in caplog.text


def test_after_the_stop_nothing_is_taken_in():
    inbox = Inbox()
    inbox.stop()
    inbox.post(Tick(1.0))
    assert drained(inbox) == []
