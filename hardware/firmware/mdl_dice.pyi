from collections.abc import Callable, Sequence

SETTLE: int
TUMBLE: int

Triple = Sequence[float]

class Die:
    def __init__(self, read: Callable[[], Triple], faces: Sequence[Triple], near: float, jitter: float) -> None: ...
    def look(self) -> int | None: ...

class Tray:
    def __init__(self, dice: Sequence[Die]) -> None: ...
    def poll(self, now: int) -> str | tuple[list[int | None], str] | None: ...
