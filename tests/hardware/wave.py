"""Synthetic taps: the wave model that the debounce figures are measured on.

A tap is a press, a hold and a release. Pressing and releasing bounce: after the first edge the contact opens and closes
with intervals exponential in length (mean 0.25 ms) for a total that is exponential, too (mean 1.5 ms when pressed, 1 ms
when released, never over 12 ms). The hold is lognormal (median 90 ms, sigma 0.5, at least 25 ms), the pause to the next
tap as well (median 150 ms, sigma 0.4, at least 40 ms). Spikes from the cable fall into pauses (every second one) and
into holds (every fifth): one to three pulses, each exponential with a mean of 0.06 ms; one in 4,000 outlasts the
confirmation of 0.5 ms. An edge reaches the program 0.05 ms later and up to a few more (exponential, mean 0.3 ms), in
order; in one of a hundred looks the reading thread itself is 1 to 15 ms late, in one of a thousand 15 to 60 ms.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from random import Random


@dataclass
class Wave:
    """Edges as (time, down), in order, alternating; ``taps`` as (first edge down, first edge up)."""

    edges: list[tuple[float, bool]] = field(default_factory=list)
    taps: list[tuple[float, float]] = field(default_factory=list)
    spikes: int = 0

    def down_at(self, at: float) -> bool:
        index = bisect_right(self.edges, (at, True)) - 1
        return index >= 0 and self.edges[index][1]


def taps(rng: Random, count: int) -> Wave:
    """``count`` taps of one button after another."""
    wave, at = Wave(), 0.1
    for _ in range(count):
        pressed = at
        at = bounces(wave, rng, at, True, 0.0015)
        held = max(0.025, rng.lognormvariate(-2.408, 0.5))
        released = max(at + 0.002, pressed + held)
        if rng.random() < 0.2:
            spikes(wave, rng, at + (released - at) * rng.random(), False, released)
        wave.taps.append((pressed, released))
        at = bounces(wave, rng, released, False, 0.001)
        pause = max(0.040, rng.lognormvariate(-1.897, 0.4))
        if rng.random() < 0.5:
            spikes(wave, rng, at + pause * (0.2 + 0.6 * rng.random()), True, at + pause)
        at += pause
    return wave


def bounces(wave: Wave, rng: Random, at: float, down: bool, mean: float) -> float:
    """Adds a change to ``down`` at ``at`` with its bounces. :returns: when the contact is still."""
    end = at + min(0.012, rng.expovariate(1 / mean))
    level = down
    while True:
        wave.edges.append((at, level))
        at += rng.expovariate(1 / 0.00025) + 1e-6
        if at >= end and level == down:
            return at
        level = not level


def spikes(wave: Wave, rng: Random, at: float, down: bool, end: float) -> None:
    for _ in range(rng.randint(1, 3)):
        width = rng.expovariate(1 / 0.00006) + 1e-6
        if at + width + 0.0005 >= end:
            return
        wave.edges += [(at, down), (at + width, not down)]
        wave.spikes += 1
        at += width + rng.expovariate(1 / 0.001) + 1e-6
