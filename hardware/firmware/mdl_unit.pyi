from collections.abc import Callable, Sequence

from hardware.firmware.mdl_line import Line
from hardware.firmware.mdl_memory import Memory

ROOM: int
FIRST_REPEAT: int
LAST_REPEAT: int
BEAT: int

class Unit:
    boot: int
    n: int
    pending: list[tuple[int, int, str, str, int]]
    battery: int | None
    fault: str | None
    line: Line
    def __init__(
        self,
        serial: str,
        line: Line,
        memory: Memory,
        now: int,
        light: Callable[[int, str], object] | None = None,
        caps: str = "2d6",
        version: str = "1.0",
        first: int = 0,
    ) -> None: ...
    def ready(self) -> bool: ...
    def hello(self) -> None: ...
    def rolling(self) -> None: ...
    def throw(self, faces: Sequence[int | None], now: int, quality: str = "ok") -> bool: ...
    def hear(self, data: bytes, now: int) -> None: ...
    def step(self, now: int) -> None: ...
