"""The numbers of a match, while it is played as after it: the dice against chance, cards by cause, points over time.

On the table's menu it is a sheet that faces who opened it, and stays true while the others play on. From there a
counted way, as each seat's longest connection, can be drawn on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.events import Match, Snapshot
from companion.game import Seat
from companion.locale import Catalogue, digits
from companion.screens.charts import (
    Chart,
    CourseChart,
    CourseLine,
    CourseView,
    DiceChart,
    DiceView,
    TallyTable,
    TallyView,
)
from companion.screens.fields import HEAD
from companion.screens.theme import GAP, PAD, theme
from companion.screens.views import SeatView
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.segments import Row, Segment, Segments
from companion.screens.widgets.sheet import Sheet
from companion.story import Story

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

TAB = 12.0
"""The height of the row of tabs, in millimetres."""
SEAT = 12.0
"""The side of a button that means a seat, in millimetres."""
NARROW = 110.0
"""Millimetres that a chart and the seats beside it need."""
SAID = 9.0
"""The height of a sentence over what it speaks of, in millimetres."""


def points_words(points: int, decimals: int, words: Catalogue) -> str:
    """``points`` as they are written: with their decimals, in the language's digits, with a real minus."""
    if not decimals:
        return words.number(points)
    sign = "−" if points < 0 else ""
    return digits(f"{sign}{abs(points) / 10**decimals:.{decimals}f}", words.language)


def dice_view(
    match: Match, story: Story, words: Catalogue, *, of: Seat | None = None, rtl: bool = False, grow: float = 1.0
) -> DiceView:
    """The throws of the seat ``of``, or of the whole table with what may be said of them."""
    throws, note = story.throws, " ".join(remarks(match, story, "dice", words))
    if of is not None:
        throws, note = story.throws_of[match.setup.seats.index(of)], ""
        title = words.text("flow.result.throws_of", n=sum(count for _, count in throws), name=words.name(of))
    else:
        title = words.text("flow.result.throws", n=sum(count for _, count in throws))
    bars = tuple((words.number(total), count) for total, count in throws)
    return DiceView(bars, story.dice, title, words.text("flow.result.expected"), rtl, grow, note)


def tally_view(
    match: Match, story: Story, words: Catalogue, *, of: Seat | None = None, rtl: bool = False, grow: float = 1.0
) -> TallyView:
    """What came to each seat and went from it; the column of the seat ``of`` is lit."""

    def cell(came: int, went: int) -> tuple[str, str]:
        return words.number(came, signed=True) if came else "", words.number(-went) if went else ""

    rows = tuple(
        (words.say(tally.line, match.game), tuple(map(cell, tally.came, tally.went))) for tally in story.tallies
    )
    heads = tuple((player.symbol, player.color) for player in match.players)
    chosen = None if of is None else match.setup.seats.index(of)
    return TallyView(heads, rows, remarks(match, story, "cards", words), chosen, rtl, grow)


def course_view(
    snapshot: Snapshot, story: Story, words: Catalogue, *, rtl: bool = False, grow: float = 1.0
) -> CourseView:
    """The points of each seat from turn to turn."""
    lines = tuple(
        CourseLine(player.symbol, player.color, tuple(totals[i] for totals in story.course))
        for i, player in enumerate(snapshot.match.players)
    )
    high = max(value for totals in story.course for value in totals)
    decimals = snapshot.standing.decimals
    step = next(step for step in _steps() if high / step <= 3.5)
    ticks = tuple((n, points_words(n, decimals, words)) for n in range(step, max(high, 1) + 1, step))
    return CourseView(lines, ticks, words.text("flow.result.course"), rtl, grow)


def has_course(story: Story) -> bool:
    """Whether there is more than a beginning and an end to draw a line through."""
    return len(story.course) > 2


def remarks(match: Match, story: Story, about: str, words: Catalogue) -> tuple[str, ...]:
    """What the game itself says ``about`` the dice or the cards, a sentence each."""
    return tuple(words.say(remark.line, match.game) for remark in story.remarks if remark.about == about)


def _steps() -> Iterator[int]:
    scale = 1
    while True:
        yield from (scale, 2 * scale, 5 * scale)
        scale *= 10


class NumbersSheet(Sheet):
    """The numbers as they stand now; ``tab`` is what is shown: "dice", "cards", "course" or "ways".

    ``thrower`` is the seat whose throws are shown, ``None`` those of the whole table.
    """

    def __init__(self, owner: SeatView, page: MatchPage) -> None:
        self.page = page
        self.tab = ""
        self.thrower: Seat | None = None
        self.story: Story | None = None
        self.parts: tuple[Segment, ...] = ()
        self.ways: dict[Seat, ActButton] = {}
        self.throwers: dict[Seat, ActButton] = {}
        self._told: tuple[str, int] | None = None
        self.charts: dict[str, Chart] = {"dice": DiceChart(), "cards": TallyTable(), "course": CourseChart()}
        self.tabs = Segments(rtl=owner.rtl, track="raised")
        self.tabs.bind(on_choose=lambda _, key: self.choose(key))
        assert page.scene is not None
        super().__init__(owner, page.scene.text("menu.numbers", owner.seat))
        page.shell.bind(snapshot=self._ask)  # weakly: the shell outlives every sheet
        self._ask()

    # ------------------------------------------------------------------------------------------ the story

    def _ask(self, *_: Any) -> None:
        """Have the story told as far as it has come."""
        snapshot, tell = self.page.shell.snapshot, self.page.shell.doors.story
        if snapshot is None or tell is None or self._told == (snapshot.match.id, snapshot.revision):
            return
        self._told = snapshot.match.id, snapshot.revision
        tell(snapshot.match.id, self.owner.language, lambda found: self._hear(found))

    def _hear(self, found: Any) -> None:
        if isinstance(found, tuple) and self.page.scene is not None:
            self.story = found[0]
            self.show()

    def choose(self, tab: str) -> None:
        """Show ``tab``."""
        self.tab = tab
        self.show()

    def show(self) -> None:
        """Fill tabs and charts anew; what has nothing to show yet has no tab."""
        scene, story, seat = self.page.scene, self.story, self.owner.seat
        if scene is None or story is None:
            return
        words, match, rtl = scene.words(seat), scene.snapshot.match, self.owner.rtl
        if story.throws:
            self.charts["dice"].view = dice_view(match, story, words, of=self.thrower, rtl=rtl)
        if story.tallies:
            self.charts["cards"].view = tally_view(match, story, words, rtl=rtl)
        if has_course(story):
            self.charts["course"].view = course_view(scene.snapshot, story, words, rtl=rtl)
        ways = self.page.stage.ways(scene, seat)
        there = [(name, icon) for name, icon in (("dice", "dice"), ("cards", "cards"), ("course", "chart"))
                 if self.charts[name].view is not None]  # fmt: skip
        parts = [Segment(name, scene.text(f"flow.result.tab.{name}", seat), icon) for name, icon in there]
        if ways:
            parts.append(Segment("ways", scene.text("numbers.ways", seat), "road"))
        if self.tab not in [part.key for part in parts]:
            self.tab = parts[0].key if parts else ""
        self.parts = tuple(parts)
        self.empty()
        self.ways = {whose: self._of(whose, told, partial(self._draw, at)) for whose, told, at in ways}
        self.throwers = {seat: self._of(seat, "", partial(self.throws_of, seat)) for seat in match.setup.seats}
        for whose, button in self.throwers.items():
            button.kind = "chosen" if whose == self.thrower else "quiet"
        self.repaint()

    def _of(self, whose: Seat, told: str, done: Callable[[], None]) -> ActButton:
        """A button that means the seat ``whose``."""
        scene = self.page.scene
        assert scene is not None
        player = scene.snapshot.match.player(whose)
        language = scene.words(self.owner.seat).language
        badge = player.symbol, player.color, letter_of(player.symbol, language)
        button = ActButton(text=told, badge=badge, form="row")
        button.bind(on_act=lambda _: done())
        return button

    def throws_of(self, seat: Seat) -> None:
        """Show the throws of ``seat``; again: those of the whole table."""
        self.thrower = None if self.thrower == seat else seat
        self.show()

    def _draw(self, places: tuple[int, ...]) -> None:
        self.page.close(self.owner.seat)
        self.page.moving.keep_lit(places)

    # ------------------------------------------------------------------------------------------ looks

    def lay_out(self) -> None:
        wide, room = self.wide - 2 * PAD, self.tall - HEAD - TAB - GAP - PAD
        if len(self.parts) > 1:
            self.tabs.view = Row(self.parts, self.tab)
            if sum(self.tabs.needs()) > theme.mm(wide):
                self.tabs.view = Row(tuple(replace(part, icon="") for part in self.parts), self.tab)
            self.put(self.tabs, PAD, HEAD, wide, TAB)
        top = HEAD + TAB + GAP
        if self.tab == "dice":
            narrow = wide < NARROW  # the seats stand below the chart there, else beside it
            columns = len(self.throwers) if narrow else 2
            beside = columns * (SEAT + GAP) - GAP
            chart = (wide - 4, room - SEAT - GAP) if narrow else (wide - 4 - beside - GAP, room)
            self.put(self.charts["dice"], PAD + 2, top, *chart)
            start = (PAD + 2, top + chart[1] + GAP) if narrow else (PAD + wide - beside, top)
            for i, button in enumerate(self.throwers.values()):
                row, column = divmod(i, columns)
                self.put(button, start[0] + column * (SEAT + GAP), start[1] + row * (SEAT + GAP), SEAT, SEAT)
        elif self.tab in self.charts:
            self.put(self.charts[self.tab], PAD + 2, top, wide - 4, room)
        elif self.tab == "ways":
            rows = -(-len(self.ways) // 2)
            width, height = (wide - GAP) / 2, min(18.0, (room - SAID) / rows - GAP)
            for i, button in enumerate(self.ways.values()):
                row, column = divmod(i, 2)
                self.put(button, PAD + column * (width + GAP), top + SAID + row * (height + GAP), width, height)

    def paint_head(self) -> None:
        super().paint_head()
        scene, limit = self.page.scene, self.wide - 2 * PAD - 4
        if self.story is None or scene is None:
            return
        if not self.tab:
            self.line(scene.text("numbers.none", self.owner.seat), PAD + 2, HEAD + TAB / 2, "body", "text2",
                      limit=limit, lines=2, tall=TAB)  # fmt: skip
        elif self.tab == "ways":
            self.line(scene.text("numbers.draw", self.owner.seat), PAD + 2, HEAD + TAB + GAP + SAID * 0.4, "act",
                      "text2", limit=limit, lines=2, tall=SAID)  # fmt: skip
