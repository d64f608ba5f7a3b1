"""The dice unit's program: copy this folder's .py files to the board, and it starts by itself.

What a board is, board.py says; what it has on which pin, settings.py.
"""

from mdl_ear import Ear
from mdl_line import Line, crc16
from mdl_memory import Memory
from mdl_throws import Throws
from mdl_unit import Unit


class Firmware:
    """A unit on `board`. An unreadable sensor or a worn flash is told to the host, and stops nothing else."""

    def __init__(self, board):
        now = board.now()
        throws = Throws(Memory(board.load, board.save, crc16), now, board.chance())
        self.board = board
        self.unit = Unit(board.serial, Line(board.write), throws, now, board.caps)
        self.ear = Ear(self.unit, board.light)

    def step(self):
        """Once round: a few milliseconds."""
        board = self.board
        unit = self.unit
        now = board.now()
        data = board.read()
        if data:
            self.ear.hear(data, now)
        try:
            found = board.dice.poll(now)
            unit.fault = None
        except OSError:
            found = None
            unit.fault = "sensor"
        if found == "rolling":
            unit.rolling()
        elif found:
            unit.throw(found[0], now, found[1])
        unit.battery = board.battery()
        unit.step(now)
        board.show_ready(unit.throws.ready() and not unit.fault and not unit.throws.fault)


def main():
    from board import Board

    board = Board()
    if board.service():
        return  # to the prompt, to be updated
    firmware = Firmware(board)
    while True:
        firmware.step()
        board.alive()


if __name__ == "__main__":
    main()
