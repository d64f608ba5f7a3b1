from collections.abc import Callable

class Memory:
    number: int
    text: str
    def __init__(
        self, read: Callable[[int], str], write: Callable[[int, str], None], check: Callable[[str], int]
    ) -> None: ...
    def save(self, text: str) -> None: ...
