from collections.abc import Sequence

from hardware.firmware.mdl_line import Line
from hardware.firmware.mdl_throws import Throws

FIRST_REPEAT: int
LAST_REPEAT: int
BEAT: int

class Unit:
    line: Line
    throws: Throws
    battery: int | None
    fault: str | None
    hello: str
    answers: list[str]
    def __init__(self, serial: str, line: Line, throws: Throws, now: int, caps: str = "2d6") -> None: ...
    def answer(self, body: str) -> None: ...
    def rolling(self) -> None: ...
    def throw(self, faces: Sequence[int | None], now: int, quality: str = "ok") -> bool: ...
    def announce(self, now: int) -> None: ...
    def step(self, now: int) -> None: ...
