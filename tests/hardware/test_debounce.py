"""Debouncing without pins: synthetic taps, lost edges, late threads, short and long."""

from random import Random

import pytest

from hardware.debounce import CONFIRM, DELIVERY, LOCKOUT, LONG, Change, Debounce, Presses, Touch
from tests.hardware.wave import Wave, taps


def played(wave: Wave, rng: Random, losing: float = 0.0) -> list[tuple[float, Change]]:
    """What a debounce makes of ``wave``, each with the moment at which it said so."""
    arrivals, last = [], 0.0
    for at, down in wave.edges:
        last = max(last, at + 0.00005 + rng.expovariate(1 / 0.0003))
        if rng.random() >= losing:
            arrivals.append((last, at, down))
    debounce, said, now, index = Debounce(False), [], 0.0, 0
    while index < len(arrivals) or debounce.due is not None or wave.down_at(now) != debounce.down:
        times = [now + 0.25]
        times += [arrivals[index][0]] if index < len(arrivals) else []
        times += [debounce.due] if debounce.due is not None else []
        now = max(now, min(times)) + 0.00008
        look = rng.randrange(1000)
        now += rng.uniform(0.015, 0.060) if look == 0 else rng.uniform(0.001, 0.015) if look <= 10 else 0.0
        while index < len(arrivals) and arrivals[index][0] <= now:
            _, at, down = arrivals[index]
            said += [(now, change) for change in debounce.edge(down, at)]
            index += 1
        moment = now
        said += [(now, change) for change in debounce.step(now, lambda moment=moment: wave.down_at(moment))]
    return said


def judged(wave: Wave, said: list[tuple[float, Change]]) -> tuple[int, int, list[float]]:
    """How many taps were missed, how many presses were none, and how late each press was told (seconds)."""
    presses = [(now, change.at) for now, change in said if change.down]
    missed, late = 0, []
    for pressed, released in wave.taps:
        mine = [press for press in presses if pressed - 0.001 <= press[1] < released]
        missed += not mine
        late += [mine[0][0] - pressed] if mine else []
    return missed, len(presses) - len(late), sorted(late)


@pytest.mark.parametrize("count", [1_000, pytest.param(5_000, marks=pytest.mark.slow)])
def test_taps_with_bounce_and_spikes_are_each_one_press(count, record_property):
    rng = Random(5000)
    wave = taps(rng, count)
    missed, false, late = judged(wave, played(wave, rng))
    p99 = late[int(len(late) * 0.99)] * 1000
    print(
        f"{count:,} taps, {len(wave.edges):,} edges, {wave.spikes:,} spikes: "
        f"{missed} missed, {false} false, p99 {p99:.1f} ms"
    )
    record_property("p99_ms", p99)
    assert missed == 0
    assert false <= 2
    assert p99 < 40


def test_edges_that_the_library_lost_leave_no_button_stuck():
    """One edge in fifty never arrives; the level is read at the end of each lock-out and every quarter second."""
    rng = Random(77)
    wave = taps(rng, 1000)
    said = played(wave, rng, losing=0.02)
    levels = [change.down for _, change in said]
    assert levels == [n % 2 == 0 for n in range(len(levels))]
    assert levels[-1] is False
    missed, false, _ = judged(wave, said)
    assert missed <= 20
    assert false <= 20


def test_a_spike_shorter_than_the_confirmation_is_nothing():
    debounce = Debounce(False)
    assert debounce.edge(True, 1.0) == []
    assert debounce.edge(False, 1.0 + CONFIRM * 0.8) == []
    assert debounce.step(1.0 + CONFIRM + DELIVERY, lambda: False) == []
    assert not debounce.down


def test_a_press_is_told_with_the_time_of_its_first_edge():
    debounce = Debounce(False)
    debounce.edge(True, 1.0)
    assert debounce.step(1.0 + CONFIRM + DELIVERY, lambda: True) == [Change(True, 1.0)]


def test_a_tap_shorter_than_the_lockout_is_a_whole_tap():
    debounce = Debounce(False)
    changes = debounce.edge(True, 1.0) + debounce.edge(False, 1.008)
    changes += debounce.step(1.0 + LOCKOUT + 0.002, lambda: False)
    assert [change.down for change in changes] == [True, False]


def test_a_thread_that_comes_late_misses_no_tap():
    debounce = Debounce(False)
    changes = debounce.edge(True, 1.0) + debounce.edge(False, 1.06) + debounce.step(2.0, lambda: False)
    assert changes == [Change(True, 1.0), Change(False, 1.06)]


def test_a_lost_release_is_found_by_reading():
    debounce = Debounce(False)
    debounce.edge(True, 1.0)
    debounce.step(1.1, lambda: True)
    assert debounce.step(2.0, lambda: False) == []
    assert debounce.step(2.1, lambda: False) == []
    assert debounce.lost == 1
    assert debounce.step(2.2, lambda: False) == [Change(False, 2.1)]


def test_an_edge_on_its_way_is_waited_for_and_not_counted_as_lost():
    debounce = Debounce(False)
    assert debounce.step(1.0002, lambda: True) == []
    assert debounce.edge(True, 1.0) == []
    assert debounce.step(1.0 + CONFIRM + DELIVERY, lambda: True) == [Change(True, 1.0)]
    assert debounce.lost == 0


def test_down_at_start_is_stuck_and_counts_only_after_it_was_let_go():
    presses = Presses(2, down=True)
    assert presses.stuck
    assert presses.step(10.0) == []
    assert presses.change(Change(False, 11.0)) == []
    assert not presses.stuck
    assert presses.change(Change(True, 12.0)) == [Touch(2, "down", 12.0)]


@pytest.mark.parametrize("held", [0.03, LONG - 0.01])
def test_let_go_in_time_is_a_short_press(held):
    presses = Presses(1, down=False)
    presses.change(Change(True, 5.0))
    assert presses.step(5.0 + held) == []
    assert presses.change(Change(False, 5.0 + held)) == [Touch(1, "up", 5.0 + held), Touch(1, "short", 5.0)]


def test_held_is_a_long_press_at_once_and_no_short_one_after():
    presses = Presses(1, down=False)
    presses.change(Change(True, 5.0))
    assert presses.step(5.0 + LONG) == [Touch(1, "long", 5.0)]
    assert presses.step(5.0 + 2 * LONG) == []
    assert presses.change(Change(False, 9.0)) == [Touch(1, "up", 9.0)]


def test_a_hold_whose_timer_came_late_is_long_all_the_same():
    presses = Presses(1, down=False)
    presses.change(Change(True, 5.0))
    assert presses.change(Change(False, 6.5)) == [Touch(1, "up", 6.5), Touch(1, "long", 5.0)]


def test_a_hold_let_go_before_its_timer_fires_nothing_after_release():
    presses = Presses(1, down=False)
    presses.change(Change(True, 5.0))
    presses.change(Change(False, 5.2))
    assert presses.step(5.0 + LONG) == []
