"""What stands in the gallery: every widget of ours in each of its states, as exhibits with a label and a size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.uix.widget import Widget

from companion.game import Seat
from companion.locale import Catalogue
from companion.screens.charts import CourseChart, CourseLine, CourseView, DiceChart, DiceView
from companion.screens.games.arnika import grid
from companion.screens.icons import ICONS
from companion.screens.keyboard import Keyboard
from companion.screens.pin_pad import NumberPad
from companion.screens.standings import Piece, Result, Results
from companion.screens.standings import Standings as ResultTable
from companion.screens.theme import DARK_ICON_TERRAIN, SEATS, SYMBOLS, TERRAIN
from companion.screens.views import Act, Gain, SeatView, Sign
from companion.screens.widgets.badge import letter_of, paint_badge
from companion.screens.widgets.button import KINDS, ActButton
from companion.screens.widgets.card import paint_card
from companion.screens.widgets.dice import Dice
from companion.screens.widgets.drawn import Drawn
from companion.screens.widgets.hexboard import BoardView, Harbour, HexBoard, Tile, Token
from companion.screens.widgets.loglist import LogLine, LogList
from companion.screens.widgets.segments import Row, Segment, Segments
from companion.screens.widgets.sentence import Sentence
from companion.screens.widgets.stepper import Stepper
from companion.screens.widgets.toast import LOOKS, Toast, ToastView
from companion.screens.widgets.zone import SeatZone


@dataclass(frozen=True)
class Exhibit:
    """``widget`` at ``wide`` x ``tall`` millimetres; ``state`` names it ("flow.gallery.<state>"), "" : nothing."""

    state: str
    widget: Widget
    wide: float
    tall: float


class Swatch(Drawn):
    """A colour of the palette; ``view`` is its name."""

    def paint(self) -> None:
        self.box(0, 0, self.width, self.height, 2.6, self.view)
        self.box(0, 0, self.width, self.height, 2.6, "line", outline=0.25)


class Badge(Drawn):
    """A seat's badge; ``view`` is (symbol, colour, letter, state, clock)."""

    def paint(self) -> None:
        symbol, color, letter, state, clock = self.view
        size = min(self.width, self.height) * 0.66
        x, y = self.width / 2, self.height / 2
        paint_badge(self, x, y, size, symbol, color, letter, state=state, clock=clock, faded=state == "away")


class Card(Drawn):
    """A resource card; ``view`` is (terrain, count, chosen, faded, rtl)."""

    def paint(self) -> None:
        terrain, count, chosen, faded, rtl = self.view
        high = self.height * 0.86
        wide = high * 0.74
        dark = terrain in DARK_ICON_TERRAIN and terrain != "coin"
        paint_card(self, self.width / 2 - wide / 2, 0, wide, high, terrain, TERRAIN[terrain], dark_icon=dark,
                   count=count, chosen=chosen, faded=faded, rtl=rtl)  # fmt: skip


class Glyph(Drawn):
    """An icon; ``view`` is its name."""

    def paint(self) -> None:
        self.icon(self.view, self.width / 2, self.height / 2, min(self.width, self.height) * 0.7, "brass")


def ink(words: Catalogue) -> list[Exhibit]:
    """Colours and type."""
    colors = ("ground", "panel", "raised", "raised2", "line", "text3", "text2", "text", "brass", "brass_hi", "brass_lo",
              "good", "warn", "bad", "info", "cream")  # fmt: skip
    found = [Exhibit("", Swatch(view=color), 14, 14) for color in colors]
    spoken = {
        "score": words.number(40),
        "figure": words.number(17),
        "prompt": words.text("flow.gallery.prompt"),
        "body": words.text("flow.gallery.body"),
        "label": words.text("flow.gallery.label"),
    }
    for role, text in spoken.items():
        figure = role in ("score", "figure")
        found.append(Exhibit(role if figure else "", Sentence(text=text, role=role), 30 if figure else 110, 17))
    return found


def seats(words: Catalogue) -> list[Exhibit]:
    """Symbols, colours and the twin of the light."""
    letter = [letter_of(symbol, words.language) for symbol in SYMBOLS]
    found = [
        Exhibit("", Badge(view=(SYMBOLS[i % 6], color, letter[i % 6], "compact", None)), 20, 20)
        for i, color in enumerate(SEATS)
    ]
    for state, clock in (("compact", None), ("next", None), ("asked", None), ("turn", 38), ("away", None)):
        found.append(Exhibit(state, Badge(view=("circle", "red", letter[0], state, clock)), 26, 24))
    return found


def buttons(words: Catalogue) -> list[Exhibit]:
    """Every kind, pressed, off, half held."""
    found = []
    for kind in KINDS:
        found.append(
            Exhibit(kind, ActButton(kind=kind, text=words.text("flow.gallery.act"), icon_name="build"), 24, 20)
        )
    pressed = ActButton(text=words.text("flow.gallery.act"), icon_name="build")
    pressed.state = "down"
    found.append(Exhibit("pressed", pressed, 24, 20))
    off = ActButton(text=words.text("flow.gallery.act"), icon_name="build", enabled=False)
    found.append(Exhibit("off", off, 24, 20))
    held = ActButton(kind="danger", form="row", text=words.text("menu.finish"), icon_name="finish")
    held.held = 0.6
    found.append(Exhibit("held", held, 60, 14))
    row = ActButton(kind="quiet", form="row", text=words.text("flow.back"), icon_name="undo")
    return [*found, Exhibit("row", row, 40, 13), Exhibit("icon", ActButton(kind="quiet", icon_name="menu"), 12, 12)]


def blanks(words: Catalogue) -> list[Exhibit]:
    """What asks for a number or one of a few."""
    numbers = tuple(Segment(n, words.number(n)) for n in range(2, 7))
    signs = (
        Segment("a", words.text("flow.result.tab.points"), "trophy"),
        Segment("b", words.text("flow.result.tab.dice"), "dice"),
    )
    rtl = words.language == "fa"
    return [
        Exhibit("segments", Segments(view=Row(numbers, 4), rtl=rtl), 70, 13),
        Exhibit("segments", Segments(view=Row(signs, "a"), rtl=rtl), 70, 13),
        Exhibit("stepper", Stepper(number=4, high=9, write_number=words.number), 60, 16),
        Exhibit("stepper_low", Stepper(number=0, high=9, write_number=words.number), 60, 16),
        Exhibit("card", Stepper(number=2, high=5, form="card", card=("hotel", TERRAIN["hotel"], False), rtl=rtl,
                                write_number=words.number), 22, 40),
        Exhibit("pad", NumberPad(write_number=words.number), 54, 62),
        Exhibit("keyboard", Keyboard(layout=words.language, words=words), 146, 52),
    ]  # fmt: skip


def cards(words: Catalogue) -> list[Exhibit]:
    """Cards, dice."""
    rtl = words.language == "fa"
    found = [
        Exhibit("", Card(view=(terrain, "", False, False, rtl)), 20, 26) for terrain in TERRAIN if terrain != "desert"
    ]
    found += [
        Exhibit("counted", Card(view=("hotel", words.number(2), False, False, rtl)), 22, 26),
        Exhibit("gained", Card(view=("coin", words.number(4, signed=True), False, False, rtl)), 22, 26),
        Exhibit("chosen", Card(view=("factory", words.number(1), True, False, rtl)), 22, 26),
        Exhibit("spent", Card(view=("doctor", "", False, True, rtl)), 22, 26),
    ]
    for faces in ((1, 2), (3, 4), (5, 6)):
        dice = Dice()
        dice.view = faces
        found.append(Exhibit("", dice, 34, 16))
    return found


def board(words: Catalogue) -> list[Exhibit]:
    """The hex board: tiles and tokens plain, producing, blocked, doubtful; pieces, harbours, the crisis, targets."""
    terrains = [t for t in TERRAIN if t != "desert"]
    numbers = (5, 10, 8, 6, 9, 12, 11, 4, 3, 8, 10, 9, 4, 5, 6, 3, 11, 2)
    states = {2: "producing", 4: "blocked", 6: "doubtful"}
    tiles = tuple(
        Tile(i, terrains[i % 5] if i != 9 else "desert", words.number(numbers[i % 18]) if i != 9 else "",
             6 - abs(7 - numbers[i % 18]) if i != 9 else 0, states.get(i, "plain"))
        for i in range(19)
    )  # fmt: skip
    tokens = (
        Token("connection", 10, "red", "circle"), Token("connection", 11, "red", "circle"),
        Token("junior", 12, "red", "circle"), Token("senior", 20, "blue", "triangle"),
        Token("connection", 30, "blue", "triangle"), Token("junior", 40, "white", "square"),
    )  # fmt: skip
    shown = BoardView(
        tiles, (Harbour(0, "hotel"), Harbour(4, "", words.text("play.any_harbour"))), tokens, 4, (10, 11),
        (("corner", 30), ("corner", 33)), "red",
    )  # fmt: skip
    return [Exhibit("", HexBoard(grid=grid(), view=shown), 110, 100)]


def zones(words: Catalogue) -> list[Exhibit]:
    """A seat's zone as it is compact, next, asked, on turn and away."""
    fa = words.language == "fa"
    name = "نیلوفر" if fa else "Niloufar"

    def view(state: str, **more: Any) -> SeatView:
        return SeatView(
            Seat(0), name, letter_of("circle", words.language), "circle", "red", words.language, words.number(7), state,
            (Sign("cards", words.number(9)), Sign("road", "", "brass")), **more,
        )  # fmt: skip

    found = []
    for state in ("compact", "next", "asked", "away"):
        found.append(Exhibit(state, SeatZone(view=view(state)), 96, 20))
    gain = (Gain("coin", TERRAIN["coin"], words.number(2, signed=True)),)
    acts = (Act("a", words.text("flow.gallery.act"), "build"), Act("b", words.text("flow.back"), "undo"),
            Act("c", words.text("flow.seats.play"), "done", "primary"))  # fmt: skip
    turn = SeatZone(view=view("turn", gains=gain, clock=22, roll=words.number(8), acts=acts), form="bar")
    return [*found, Exhibit("turn", turn, 170, 27)]


def telling(words: Catalogue) -> list[Exhibit]:
    """Toasts and the log."""
    rtl = words.language == "fa"
    found: list[Exhibit] = []
    for kind in LOOKS:
        act = words.text("flow.gallery.act") if kind in ("seen", "question") else ""
        toast = Toast()
        toast.view = ToastView(kind, words.text(f"flow.gallery.toast.{kind}"), rtl, act)
        found.append(Exhibit("", toast, 96, 13))
    letter = letter_of("circle", words.language)
    told = (("dice", "done", False), ("undo", "seen", True), ("build", "done", False))
    lines = tuple(
        LogLine(i, f"{words.number(20)}:{words.number(10 + i)}", "circle", "red", letter, icon,
                words.text(f"flow.gallery.toast.{kind}"), undone)
        for i, (icon, kind, undone) in enumerate(told)
    )  # fmt: skip
    log = LogList(rtl=rtl)
    log.view = lines
    return [*found, Exhibit("log", log, 140, 3 * LogList.row_height)]


def charts(words: Catalogue) -> list[Exhibit]:
    """The charts at the end of a match."""
    rtl = words.language == "fa"
    names = ("نیلوفر", "آرش", "مریم") if rtl else ("Niloufar", "Arash", "Maryam")
    colors = ("red", "blue", "white")
    rows = tuple(
        Result(i, names[i], letter_of(SYMBOLS[i], words.language), SYMBOLS[i], colors[i], words.number(total), i == 0,
               tuple(Piece(n, words.number(n), k) for k, n in enumerate(parts)))
        for i, (total, parts) in enumerate(((10, (4, 4, 2)), (7, (3, 2, 2)), (4, (4, 0, 0))))
    )  # fmt: skip
    counts = (1, 3, 4, 5, 9, 8, 13, 3, 5, 3, 1)
    bars = tuple((words.number(total), n) for total, n in zip(range(2, 13), counts, strict=True))
    course = tuple(
        CourseLine(SYMBOLS[i], colors[i], values)
        for i, values in enumerate(((2, 2, 3, 5, 6, 10), (2, 3, 4, 4, 6, 7), (2, 2, 2, 3, 3, 4)))
    )
    return [
        Exhibit("", ResultTable(view=Results(rows, (), None, rtl)), 100, 44),
        Exhibit("", DiceChart(view=DiceView(bars, 2, words.text("flow.result.throws", n=sum(counts)),
                                            words.text("flow.result.expected"), rtl)), 90, 60),
        Exhibit("", CourseChart(view=CourseView(course, ((5, words.number(5)), (10, words.number(10))),
                                                words.text("flow.result.course"), rtl)), 130, 46),
    ]  # fmt: skip


def icons(_words: Catalogue) -> list[Exhibit]:
    """Every icon that the screens know."""
    return [Exhibit("", Glyph(view=name), 11, 11) for name in ICONS]


CHAPTERS: dict[str, Callable[[Catalogue], list[Exhibit]]] = {
    "ink": ink,
    "seats": seats,
    "buttons": buttons,
    "blanks": blanks,
    "cards": cards,
    "board": board,
    "zones": zones,
    "telling": telling,
    "charts": charts,
    "icons": icons,
}
"""Chapters in their order; "flow.gallery.chapter.<name>" are their words."""

LABEL = 6.0
"""Millimetres under an exhibit for its label."""


def placed(exhibits: list[Exhibit], wide: float, gap: float = 4.0) -> tuple[list[tuple[float, float]], float]:
    """Where each exhibit stands (left, top) in a room of ``wide`` millimetres, row by row, and how high it all is."""
    found = []
    left = top = row = 0.0
    for exhibit in exhibits:
        across = min(exhibit.wide, wide)
        if left and left + across > wide:
            left, top, row = 0.0, top + row + gap, 0.0
        found.append((left, top))
        left += across + gap
        row = max(row, exhibit.tall + (LABEL if exhibit.state else 0.0))
    return found, top + row
