"""The words of the domain: what a game is, what may be chosen, what is refused, what is told.

Every room of the companion speaks in these values and this module imports nothing of ours. A game is a set of
pure functions over frozen values (:class:`Game`); everything that happens at a table is an *action*, a small
frozen class of the game's own; what a person may do now is a *choice*, an action with blanks. Nothing here reads
a clock, a die, a file or a thread.

Sentences are data, too: a :class:`Line` is a key of the catalogues with facts, so that the same refusal can be
read in Persian at one edge of the table and in English at another.
"""

from companion.game.choices import BOUNDED, Amounts, Choice, Faces, Field, Number, OneOf, Players, Spot, Text, Throw
from companion.game.errors import BadConfig, BadRecord, BadSetup, Missing, MizbanError
from companion.game.rules import Game, State
from companion.game.setup import Board, BoxField, Option, Piece, Place, Preset, Setup
from companion.game.signals import Asked, BoardSeen, ButtonPressed, DiceRolled, RollId, Signal, Tick
from companion.game.standing import Part, Remark, Score, Standing, Tally, broken_tie, first_of
from companion.game.words import Action, Counted, Fact, Line, Named, Quoted, Refusal, Seat, Value, Who, Word

__all__ = [
    "BOUNDED",
    "Action",
    "Amounts",
    "Asked",
    "BadConfig",
    "BadRecord",
    "BadSetup",
    "Board",
    "BoardSeen",
    "BoxField",
    "ButtonPressed",
    "Choice",
    "Counted",
    "DiceRolled",
    "Faces",
    "Fact",
    "Field",
    "Game",
    "Line",
    "Missing",
    "MizbanError",
    "Named",
    "Number",
    "OneOf",
    "Option",
    "Part",
    "Piece",
    "Place",
    "Players",
    "Preset",
    "Quoted",
    "Refusal",
    "Remark",
    "RollId",
    "Score",
    "Seat",
    "Setup",
    "Signal",
    "Spot",
    "Standing",
    "State",
    "Tally",
    "Text",
    "Throw",
    "Tick",
    "Value",
    "Who",
    "Word",
    "broken_tie",
    "first_of",
]
