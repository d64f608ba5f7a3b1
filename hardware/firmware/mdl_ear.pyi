from collections.abc import Callable

from hardware.firmware.mdl_unit import Unit

class Ear:
    def __init__(self, unit: Unit, light: Callable[[int, str], object] | None = None) -> None: ...
    def hear(self, data: bytes, now: int) -> None: ...
