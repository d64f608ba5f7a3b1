"""Set up the board: from a picture, drawn at random, or by hand. Whatever way it came, a tap corrects it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty

from companion.events import News, Refused
from companion.game import Line
from companion.games.arnika.boards import balanced_board, fairness
from companion.games.arnika.layout import layout_of
from companion.screens.board_draft import (
    ANY,
    DESERT,
    HARBOUR_KINDS,
    NUMBERS,
    TERRAINS,
    BoardDraft,
    Tile,
    from_board,
    from_reading,
)
from companion.screens.page import Page, load_layout
from companion.screens.palette import Doubt, DoubtCard, Item, Items
from companion.screens.picture_board import PictureView, crop, load_shown
from companion.screens.text import texture_of
from companion.screens.theme import theme
from companion.screens.widgets.hexboard import BoardView, Harbour
from companion.screens.widgets.hexboard import Tile as Shown
from companion.screens.widgets.segments import Row, Segment

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("setup_board")

MODES = ("choose", "pictures", "taking", "reading", "doubts", "random", "hand")
PHASES = ("terrain", "number", "harbour")


class SetupBoardPage(Page):
    """``draft`` is the board so far, ``mode`` how it is being made, ``chosen`` the hex that the palette lays on."""

    shell = ObjectProperty()
    mode = OptionProperty("choose", options=MODES)
    phase = OptionProperty("terrain", options=PHASES)
    draft = ObjectProperty(BoardDraft(), comparator=lambda one, other: one == other)
    chosen = NumericProperty(0, allownone=True)
    title = StringProperty("")
    note = StringProperty("")
    troubled = BooleanProperty(False)
    go_word = StringProperty("")
    ready = BooleanProperty(False)
    was_read = BooleanProperty(False)
    has_camera = BooleanProperty(False)
    from_camera = BooleanProperty(False)
    board = ObjectProperty(BoardView())
    picture = ObjectProperty(None, allownone=True)
    phases = ObjectProperty(Row())
    items = ObjectProperty(Items())
    stacked = BooleanProperty(False)
    bw = NumericProperty(100)
    bh = NumericProperty(100)
    left_mm = NumericProperty(0)
    top_ = NumericProperty(0)
    row = NumericProperty(16)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._random = SystemRandom()
        self._shown: Any = None
        self._texture: Any = None
        self._error: Line | None = None
        self._cards: dict[int, DoubtCard] = {}
        self._ghost = from_board(balanced_board(self._random, {}))
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for name in ("words", "size", "mode", "phase", "draft", "chosen"):
            self.fbind(name, self._show)
        self.has_camera = shell.doors.take_picture is not None
        shell.bridge.listen(self._heard)
        self._show()

    def entered(self) -> None:
        """Fresh for a new match; the board of a draft that has one is shown again."""
        self._error = None
        known = self.shell.draft.board
        self.draft = from_board(known) if known is not None else BoardDraft()
        self.mode = "random" if known is not None else "choose"

    def _heard(self, news: News) -> None:
        if isinstance(news, Refused) and self.shell.page_name == "setup_board":
            self._error = news.refusal.line
            self._show()

    def _measure(self, *args: Any) -> None:
        super()._measure(*args)
        self.stacked = self.wide < self.tall
        self.bw = self.wide if self.stacked else self.wide * 0.5
        self.bh = min(self.wide, self.tall * 0.43) if self.stacked else self.tall
        self.left_mm = 5 if self.stacked else self.bw + 5
        self.top_ = self.bh + 2 if self.stacked else 5
        self.row = 20 if self.tall > 125 and not self.stacked else 12.5 if self.stacked else 15

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.shell.draft.options(self.shell.game()))

    # ------------------------------------------------------------------------------------------ ways to a board

    def back(self) -> None:
        """One step back: to the ways, then to the seats."""
        if self.mode == "choose":
            self.shell.go("seats")
        else:
            self._error = None
            self.mode = "choose"

    def shuffle(self) -> None:
        """Draw another balanced board."""
        self._error = None
        self.draft = from_board(balanced_board(self._random, self.options))
        self.mode = "random"

    def by_hand(self) -> None:
        """Lay or correct it tile by tile; what is known stays, and the picture, too, where there is one."""
        self._error = None
        self.mode = "hand"
        self.phase = "terrain" if any(tile.terrain is None for tile in self.draft.tiles) else "number"
        self._advance(from_=None)

    def choose_picture(self) -> None:
        self._error = None
        self.mode = "pictures"
        self.ids.thumbs.paths = tuple(self.shell.doors.pictures())

    def take(self) -> None:
        """Let the table's camera take a picture, and read it."""
        if self.shell.doors.take_picture is None:
            return
        self._error = None
        self._texture = self._shown = None
        self.draft = BoardDraft()
        self.mode = "taking"
        self.shell.doors.take_picture(self._taken)

    def _taken(self, shot: Any) -> None:
        if self.mode != "taking":
            return  # somebody went back meanwhile
        if isinstance(shot, Exception):
            why = getattr(shot, "strerror", None) or str(shot) or type(shot).__name__
            self._failed(Line.of("flow.board.no_shot", why=why))
        else:
            self.read(shot.path, from_camera=True)

    def read(self, path: Path, *, from_camera: bool = False) -> None:
        """Read the picture at ``path`` on the working thread; the picture stands there meanwhile."""
        self._error, self.from_camera = None, from_camera
        try:
            self._shown = load_shown(path)
        except OSError as error:
            self._failed(Line.of("flow.board.no_picture", what=getattr(error, "strerror", None) or path.name))
            return
        self._texture = texture_of(self._shown)
        self.draft = BoardDraft()
        self.mode = "reading"
        self.shell.doors.read_picture(path, self._read)

    def _read(self, result: Any) -> None:
        """The reading is here, or the reason why there is none."""
        if self.mode != "reading":
            return  # somebody went back meanwhile
        if isinstance(result, Exception):
            code, facts = getattr(result, "code", None), getattr(result, "facts", {})
            line = Line(f"vision.error.{code}", tuple(facts.items())) if code else Line.of("flow.board.unread")
            self._failed(line)
            return
        self.draft = from_reading(result.to_json())
        self.mode = "doubts"

    def _failed(self, line: Line) -> None:
        self._error = line
        self._texture = self._shown = None
        self.mode = "pictures"
        self.ids.thumbs.paths = tuple(self.shell.doors.pictures())

    # ------------------------------------------------------------------------------------------ correcting

    def tap_hex(self, hex_: int) -> None:
        """A tile was tapped: it is the one to be laid on or corrected."""
        if self.mode in ("choose", "pictures", "taking", "reading"):
            return
        if self.mode != "hand":
            self.mode = "hand"
            self.phase = "number" if self.draft.tiles[hex_].maybe_number else "terrain"
        self.chosen = hex_

    def lay(self, key: Any) -> None:
        """The palette's ``key`` goes on the chosen hex; in the first round the next empty one is chosen by itself."""
        if self.phase == "harbour" or self.chosen is None:
            return
        hex_ = int(self.chosen)
        old = self.draft.tiles[hex_]
        was_empty = old.terrain is None if self.phase == "terrain" else old.number is None
        self.draft = self.draft.lay(hex_, key) if self.phase == "terrain" else self.draft.number(hex_, key)
        if was_empty:
            self._advance(hex_)

    def _advance(self, from_: int | None) -> None:
        """Choose the next hex that this phase has left empty; when there is none, go on to the numbers."""
        empty = [i for i, tile in enumerate(self.draft.tiles) if self._lacks(tile)]
        later = [i for i in empty if from_ is None or i > from_]
        if later or empty:
            self.chosen = (later or empty)[0]
        elif self.phase == "terrain" and any(not tile.complete for tile in self.draft.tiles):
            self.phase = "number"
            self._advance(None)

    def _lacks(self, tile: Tile) -> bool:
        if self.phase == "terrain":
            return tile.terrain is None
        return tile.terrain != DESERT and tile.number is None

    def tap_coast(self, edge: int) -> None:
        """The harbour at ``edge`` becomes the next kind; after the last there is none."""
        kinds: list[str | None] = [*HARBOUR_KINDS, None]
        now = dict(self.draft.harbours).get(edge)
        self.draft = self.draft.harbour(edge, kinds[(kinds.index(now) + 1) % len(kinds)])

    def answer(self, hex_: int, value: Any) -> None:
        """What a doubtful tile really is."""
        tile = self.draft.tiles[hex_]
        if tile.maybe_terrain:
            self.draft = self.draft.lay(hex_, value)
        else:
            self.draft = self.draft.number(hex_, value)

    def play(self) -> None:
        """The board is right: begin."""
        if self.draft.ready:
            self.shell.start(self.draft.board())

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        if self.words is None or not self.shell.draft.game:
            return
        words = self.words
        left = len({*self.draft.empty, *self.draft.doubtful})
        self.ready, self.was_read = self.draft.ready, self.draft.size is not None
        self.go_word = words.text("flow.seats.play") if self.draft.ready else words.text("flow.board.left", n=left)
        self._say_head()
        if self.ready and self.troubled:
            self.go_word = words.text("flow.board.anyway")
        self._show_board()
        self._show_picture()
        self._show_doubts()
        self.phases = Row(tuple(Segment(p, words.text(f"flow.board.phase.{p}")) for p in PHASES), self.phase)
        self.items = self._items()

    def _say_head(self) -> None:
        words, game = self.words, self.shell.draft.game
        sure = len(self.draft.tiles) - len(self.draft.doubtful)
        title = Line.of(f"flow.board.title.{self.mode}", n=sure, all=len(self.draft.tiles))
        note: Line | None = Line.of(f"flow.board.note.{self.mode}")
        if self.mode == "doubts" and not self.draft.doubtful:
            title, note = Line.of("flow.board.title.sure", all=len(self.draft.tiles)), Line.of("flow.board.note.sure")
        if self.mode == "random" and self.draft.ready:
            note = Line.of("flow.board.fairness", n=fairness(layout_of(self.draft.board())).score, all=100)
        elif self.mode == "hand" and self.phase == "harbour":
            note = Line.of("flow.board.note.harbour")
        caution = self.draft.unusual(self.options) if self.mode in ("doubts", "hand") else None
        told = self._error or caution or note
        self.title = words.say(title)
        self.note = words.say(told, game) if told else ""
        self.troubled = told is not None and told is not note

    def _show_board(self) -> None:
        digits = self.words.number
        draft = self._ghost if self.mode in ("choose", "pictures", "taking") else self.draft
        self.board = BoardView(
            tiles=tuple(
                Shown(i, tile.terrain, digits(tile.number) if tile.number else "",
                      6 - abs(7 - tile.number) if tile.number else 0, "doubtful" if tile.doubtful else "plain")
                for i, tile in enumerate(draft.tiles) if tile.terrain is not None
            ),
            harbours=tuple(
                Harbour(edge, "" if kind == ANY else kind, self.words.text("play.any_harbour") if kind == ANY else "")
                for edge, kind in draft.harbours
            ),
            targets=self._targets(),
            chosen=("hex", int(self.chosen)) if self.mode == "hand" and self.chosen is not None else None,
        )  # fmt: skip

    def _targets(self) -> tuple[tuple[str, int], ...]:
        if self.mode != "hand":
            return ()
        if self.phase == "harbour":
            from companion.games.arnika.geometry import COAST

            return tuple(("edge", int(edge)) for edge in COAST)
        return (("hex", int(self.chosen)),) if self.chosen is not None else ()

    def _show_picture(self) -> None:
        if self._texture is None or self.mode not in ("reading", "doubts"):
            self.picture = None
            return
        words = tuple(self.words.number(tile.number) if tile.number else "" for tile in self.draft.tiles)
        rings = tuple((i, self.words.number(k + 1)) for k, i in enumerate(self.draft.doubtful))
        draft = self.draft if self.draft.size else None
        self.picture = PictureView(self._texture, draft, words, rings, None, self.mode == "reading")

    def _show_doubts(self) -> None:
        """A card for each doubtful tile, in the order of the rings."""
        box = self.ids.doubts
        wanted = self.draft.doubtful if self.mode == "doubts" else ()
        for hex_ in [h for h in self._cards if h not in wanted]:
            box.remove_widget(self._cards.pop(hex_))
        for k, hex_ in enumerate(wanted):
            card = self._cards.get(hex_)
            if card is None:
                card = self._cards[hex_] = DoubtCard(size_hint_y=None)
                card.bind(on_answer=lambda _, hex_, value: self.answer(hex_, value))
                box.add_widget(card)
            card.height = theme.mm(25 if self.tall > 100 else 21)
            card.view = self._doubt(hex_, k)
        box.height = sum(card.height for card in self._cards.values()) + theme.mm(3) * len(self._cards)

    def _doubt(self, hex_: int, k: int) -> Doubt:
        words, game, tile = self.words, self.shell.draft.game, self.draft.tiles[hex_]
        by_terrain = bool(tile.maybe_terrain)
        options: Sequence[Any] = tile.maybe_terrain or tile.maybe_number
        if len(options) < 2 and not by_terrain:
            options = [tile.number, *(n for n in (*NUMBERS, None) if n != tile.number)]

        def word(value: Any) -> str:
            if value is None:
                return words.text("flow.board.no_number")
            return words.text(f"word.{value}", game) if by_terrain else words.number(value)

        cut = crop(self._shown, self.draft, hex_, round(theme.mm(20))) if self._shown is not None else None
        title = words.text("flow.board.which_terrain" if by_terrain else "flow.board.which_number")
        if not by_terrain and len(options) == 2 and None not in options:
            title = words.say(Line.of("flow.board.either", one=word(options[0]), other=word(options[1])))
        return Doubt(
            hex_, words.number(k + 1), cut, title,
            words.text(f"word.{tile.terrain}", game), tile.terrain or "question",
            tuple((value, word(value), value if by_terrain else "") for value in options), self.rtl,
        )  # fmt: skip

    def _items(self) -> Items:
        words, game = self.words, self.shell.draft.game
        left = self.draft.left(self.options)
        tile = self.draft.tiles[int(self.chosen)] if self.chosen is not None else Tile()
        if self.phase == "harbour":
            return Items()
        keys: Sequence[Any] = TERRAINS if self.phase == "terrain" else NUMBERS
        if self.phase == "terrain":
            found = [Item(k, words.text(f"word.{k}", game), k, 0, words.number(left[k]), left[k] < 1) for k in keys]
        else:
            found = [Item(k, words.number(k), "", 6 - abs(7 - k), words.number(left[k]), left[k] < 1) for k in keys]
        now = tile.terrain if self.phase == "terrain" else tile.number
        columns = 3 if self.phase == "terrain" else 5 if self.bw > 90 or self.stacked else 4
        return Items(tuple(found), now, self.rtl, columns)
