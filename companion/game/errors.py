"""What the companion raises on purpose."""

from __future__ import annotations

from companion.game.words import Line


class MizbanError(Exception):
    """Everything that the companion raises on purpose; ``line`` is what a person reads.

    ::

        MizbanError
        ├── BadRecord (ValueError)     a stored or imported line that does not decode, with its number
        ├── BadSetup (ValueError)      seats, options or a board that the game can't start with
        ├── BadConfig (ValueError)     mizban.toml, with the line
        └── Missing (RuntimeError)     a part that is needed is not there, with how to get it
    """

    def __init__(self, line: Line) -> None:
        super().__init__(line.key, *line.facts)
        self.line = line


class BadRecord(MizbanError, ValueError): ...


class BadSetup(MizbanError, ValueError): ...


class BadConfig(MizbanError, ValueError): ...


class Missing(MizbanError, RuntimeError): ...
