"""What is printed on this copy of a box: typed once from the board and the cards, never invented, never asked twice.

A value that is a guess of ours is marked until somebody has compared it with the box. What is typed is kept at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.boxes import Box
from companion.game import BoxField, Game, Line
from companion.locale import LANGUAGES
from companion.screens.box_cells import CellsView, FieldLine, FieldLines, FieldList
from companion.screens.box_typing import Typing, kept, typing_of
from companion.screens.keyboards import typed, wants_capital
from companion.screens.page import Page, load_layout
from companion.screens.theme import theme
from companion.screens.widgets.segments import Row, Segment

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("box")


class BoxPage(Page):
    """The page "box" of the draft's game. ``field`` is the name of the one that is typed, ``cell`` its place."""

    shell = ObjectProperty()
    panel = ObjectProperty(None)
    field = StringProperty("")
    cell = NumericProperty(0)
    box = ObjectProperty(Box(""))
    typing = ObjectProperty(Typing(()), comparator=lambda one, other: one == other)
    title = StringProperty("")
    note = StringProperty("")
    troubled = BooleanProperty(False)
    lines = ObjectProperty(FieldLines())
    cells = ObjectProperty(CellsView())
    name = StringProperty("")
    about = StringProperty("")
    kind = StringProperty("number")
    writing = BooleanProperty(False)
    text = StringProperty("")
    layout = StringProperty("fa")
    shifted = BooleanProperty(False)
    doubtful = BooleanProperty(False)
    can_grow = BooleanProperty(False)
    said = BooleanProperty(False)
    values = ObjectProperty(Row())
    list_high = NumericProperty(100)
    cells_high = NumericProperty(100)
    told = BooleanProperty(False)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._fresh = True
        self._told: Line | None = None
        super().__init__(shell=shell, panel=shell.panel, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        self.ids.scroll.fbind("width", self._show)
        for name in ("words", "size", "field", "cell", "box", "typing", "writing"):
            self.fbind(name, self._show)

    @property
    def game(self) -> Game[Any]:
        return self.shell.game()

    def entered(self) -> None:
        """The box of the game that is chosen, at the first field that wants somebody to look."""
        self._told, self.writing = None, False
        self.box = self.shell.doors.box(self.game)
        open_ = [f.name for f in self.game.box if not self.box.says(f.name) or f.name in self.box.unverified]
        self.field = ""
        if not self.narrow:
            self.open(open_[0] if open_ else self.game.box[0].name)
        self._show()

    def field_of(self, name: str) -> BoxField:
        return next(field for field in self.game.box if field.name == name)

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        """Bring the list and the cells up to date."""
        words = self.words
        if words is None or self.shell.page_name != "box" or not self.box.game:
            return
        game = self.game
        self.title = words.say(Line.of("flow.box.title", game=words.text("game.name", game.name)))
        self.note, self.troubled = self._note()
        self.told = self._told is not None
        self.lines = FieldLines(tuple(self._line(field) for field in game.box), self.field, self.rtl)
        self.list_high = theme.mm(FieldList.row_height) * len(game.box) + dp(1)
        if not self.field:
            return
        field = self.field_of(self.field)
        self.kind, self.can_grow = field.kind, self.typing.open
        self.name, self.about = (
            words.text(f"box.{field.name}", game.name),
            words.text(f"box.{field.name}.about", game.name),
        )
        self.doubtful, self.said = field.name in self.box.unverified, self.box.says(field.name)
        columns = self.typing.columns
        headings = tuple(words.text(f"box.{field.name}.{i}", game.name) for i in range(columns)) if columns > 1 else ()
        room = self.ids.scroll.width / theme.density
        across = (
            1
            if not field.shape
            else max(1, int((room - 2) // (40 if field.kind == "text" else 26 if field.kind == "word" else 17)))
        )
        across = min(across, max(1, len(self.typing.cells)))
        many = len(field.shape) == 1 and columns == 1 and len(self.typing.cells) > 1
        numbered = tuple(self._heading(field, i) for i in range(len(self.typing.cells))) if many else ()
        self.cells = CellsView(
            tuple(self._cell_words(field, cell) for cell in self.typing.cells),
            columns, headings, int(self.cell), across, numbered, self.doubtful, self.rtl,
        )  # fmt: skip
        self.ids.cells.view = self.cells
        self.cells_high = theme.mm(self.ids.cells.wanted()) + dp(1)
        current = self.typing.cells[int(self.cell)]
        self.text = self._words()
        self.values = Row(tuple(self._values(field)), current)
        self.ids.keypad.write_number = words.number

    def _note(self) -> tuple[str, bool]:
        words, box = self.words, self.box
        if self._told is not None:
            return words.say(self._told, self.game.name), self._told.key.startswith("error.")
        guesses = len(box.unverified)
        if guesses:
            return words.text("flow.box.guesses", n=guesses), True
        empty = sum(not box.says(field.name) for field in self.game.box)
        return (words.text("flow.box.empty", n=empty), False) if empty else (words.text("flow.box.whole"), False)

    def _line(self, field: BoxField) -> FieldLine:
        says, guess = self.box.says(field.name), field.name in self.box.unverified
        state = "guess" if guess else "well" if says else "empty"
        key = "guess" if guess else "typed" if says else "optional" if field.optional else "needed"
        title = self.words.text(f"box.{field.name}", self.game.name)
        return FieldLine(field.name, title, self.words.text(f"flow.box.state.{key}"), state)

    def _heading(self, field: BoxField, place: int) -> str:
        key = f"box.{field.name}.{place}"
        return (
            self.words.text(key, self.game.name)
            if self.words.has(key, self.game.name)
            else self.words.number(place + 1)
        )

    def _cell_words(self, field: BoxField, value: Any) -> str:
        if value is None:
            return ""
        if field.kind == "number":
            return str(self.words.number(value))
        if field.kind == "text":
            return str(value)
        return next((part.text for part in self._values(field) if part.key == value), str(value))

    def _values(self, field: BoxField) -> list[Segment]:
        words, game = self.words, self.game.name
        if field.kind == "flag":
            return [Segment(yes, words.text("flow.yes" if yes else "flow.no")) for yes in (True, False)]

        def word(value: str) -> str:
            keys = (f"option.{field.name}.{value}", f"word.{value}", f"{value}")
            return next((words.text(key, game) for key in keys if words.has(key, game)), value)

        return [Segment(value, word(value)) for value in field.words]

    # ------------------------------------------------------------------------------------------ typing

    def open(self, name: str) -> None:
        """Type the field ``name``."""
        self.writing, self._told = False, None
        self.typing = typing_of(self.field_of(name), self.box)
        empty = [i for i, cell in enumerate(self.typing.cells) if cell is None]
        self.field, self.cell, self._fresh = name, empty[0] if empty else 0, True

    def pick(self, place: int) -> None:
        """Type the cell ``place``."""
        self.cell, self._fresh = place, True
        if self.kind == "text":
            self.writing = True
            self.layout = self.words.language
            self.shifted = self.layout == "en" and wants_capital(self._words())

    def press(self, key: str) -> None:
        """A key of the keypad; the first digit replaces what stood there."""
        field = self.field_of(self.field)
        before = self.typing.cells[int(self.cell)]
        if key == "done":
            self.next_cell()
            return
        if key == "erase":
            self._put(None if before is None or abs(before) < 10 else before // 10)
            self._fresh = False
            return
        number = int(key) if self._fresh or before is None else before * 10 + int(key)
        if number > field.high:
            number = int(key)
        self._fresh = False
        self._put(number)
        if not field.low <= number <= field.high:
            self._told = Line.of("flow.box.limits", low=field.low, high=field.high)
            self._show()

    def choose(self, value: Any) -> None:
        """The cell is ``value``; on to the next one."""
        self._put(value)
        self.next_cell()

    def next_cell(self) -> None:
        """The next cell; where rows may come, one more after the last."""
        place = int(self.cell) + 1
        if place >= len(self.typing.cells) and self.typing.open and self.typing.whole:
            self.typing = self.typing.grown()
        if place < len(self.typing.cells):
            self.cell = place
        self._fresh = True

    def key(self, key: str) -> None:
        """A key of the keyboard, on the screen or a real one."""
        plain = self.layout.removeprefix("digits-")
        if key == "done":
            self.writing = False
            self._put(self._words().strip() or None)
            self.next_cell()
        elif key == "language":
            self.layout = LANGUAGES[(LANGUAGES.index(plain) + 1) % len(LANGUAGES)]
        elif key == "digits":
            self.layout = plain if self.layout.startswith("digits-") else f"digits-{plain}"
        elif key == "shift":
            self.shifted = not self.shifted
        else:
            longest = self.field_of(self.field).high
            text = typed(self._words(), key, shift=self.shifted and key.isascii(), longest=longest)
            self.shifted = self.layout == "en" and wants_capital(text)
            self._put(text or None)

    def _words(self) -> str:
        """The words in the cell."""
        current = self.typing.cells[int(self.cell)]
        return current if isinstance(current, str) and self.kind == "text" else ""

    def _put(self, value: Any) -> None:
        self._told = None
        self.typing = self.typing.with_cell(int(self.cell), value)
        self._keep()

    def grow(self) -> None:
        """One more row."""
        self.typing = self.typing.grown()
        self.cell, self._fresh = len(self.typing.cells) - self.typing.columns, True

    def shrink(self) -> None:
        """The last row goes."""
        self.typing = self.typing.shrunk()
        self.cell = min(int(self.cell), len(self.typing.cells) - 1)
        self._keep()

    def confirm(self) -> None:
        """Somebody has compared it: it is printed so."""
        self._store(self.box.confirmed(self.field))

    def _keep(self) -> None:
        self._store(kept(self.box, self.field_of(self.field), self.typing))

    def _store(self, box: Box) -> None:
        if box != self.box:
            self.box = box
            self.shell.doors.keep_box(box)

    # ------------------------------------------------------------------------------------------ from table to table

    def export(self) -> None:
        """Write the box down where somebody can take it along."""
        self.shell.doors.export_box(self.game, self._exported)

    def _exported(self, found: Any) -> None:
        wrong = isinstance(found, Exception)
        self._told = Line.of("error.box_export", what=str(found)) if wrong else Line.of("flow.box.out", file=str(found))
        self._show()

    def bring(self) -> None:
        """Take up the newest box of this game that lies on a stick or in a folder."""
        self.shell.doors.bring_box(self.game, self._brought)

    def _brought(self, found: Any) -> None:
        if isinstance(found, Box):
            self.box, self._told = found, Line.of("flow.box.in")
            if self.field:
                self.open(self.field)
                self._told = Line.of("flow.box.in")
        else:
            self._told = getattr(found, "line", Line.of("error.box_no_file"))
        self._show()

    def back(self) -> None:
        """From the keyboard to the cells, from the cells to the list of a narrow page, else to the chooser."""
        if self.writing:
            self.writing = False
        elif self.narrow and self.field:
            self.field = ""
        else:
            self.shell.go("chooser")
