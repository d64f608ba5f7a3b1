from collections.abc import Callable, Sequence

LONGEST: int
ROOM: int
FIRST_REPEAT: int
LAST_REPEAT: int
BEAT: int

def crc16(text: str) -> int: ...
def frame(body: str) -> str: ...

class Reader:
    bad: int
    def __init__(self) -> None: ...
    def feed(self, byte: int) -> str | None: ...

class Memory:
    number: int
    text: str
    def __init__(self, read: Callable[[int], str | None], write: Callable[[int, str], None]) -> None: ...
    def save(self, text: str) -> None: ...

class Unit:
    boot: int
    n: int
    pending: list[tuple[int, int, str, str, int]]
    battery: int | None
    fault: str | None
    reader: Reader
    def __init__(
        self,
        serial: str,
        send: Callable[[str], object],
        memory: Memory,
        now: int,
        light: Callable[[int, str], object] | None = None,
        caps: str = "2d6",
        version: str = "1.0",
        first: int = 0,
    ) -> None: ...
    @property
    def ready(self) -> bool: ...
    def say(self, body: str) -> None: ...
    def hello(self) -> None: ...
    def rolling(self) -> None: ...
    def throw(self, faces: Sequence[int | None], now: int, quality: str = "ok") -> bool: ...
    def hear(self, data: bytes, now: int) -> None: ...
    def step(self, now: int) -> None: ...
