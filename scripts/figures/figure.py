"""One figure beside its peer, measured in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """``value`` in ``unit``; ``peer`` says what it stands beside and ``peer_value`` what that took, in the same unit.

    ``more_is_better`` turns the ratio, so that above 1 is always to our advantage.
    """

    name: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    more_is_better: bool = True
    note: str = ""

    @property
    def ratio(self) -> float | None:
        if not self.peer_value or not self.value:
            return None
        return self.value / self.peer_value if self.more_is_better else self.peer_value / self.value

    def row(self) -> str:
        beside = "" if self.peer is None else f"{self.peer} {_short(self.peer_value)}  x{_short(self.ratio)}"
        return f"{self.name:38} {_short(self.value):>12} {self.unit:12} {beside}  {self.note}".rstrip()

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "ratio": self.ratio}


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:,.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def seconds(work: Callable[[], object]) -> float:
    """How long ``work`` took."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def alternating(ours: Callable[[], float], theirs: Callable[[], float], rounds: int = 3) -> tuple[float, float]:
    """The medians of both, measured turn about, so that a busy machine disturbs both alike."""
    a, b = [], []
    for _ in range(rounds):
        a.append(ours())
        b.append(theirs())
    return statistics.median(a), statistics.median(b)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` (0..1) of ``values`` lie. :raises IndexError: when there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
