"""The end of a match: who won, where the points come from, how it went, and a receipt to take home.

It is made of the standing alone, so every game has it; the charts come when the story has been told from the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.events import Player, Snapshot
from companion.game import Line, Named, Part, Seat, Standing
from companion.locale import Catalogue, joined
from companion.screens.charts import ReceiptView
from companion.screens.draft import from_match
from companion.screens.numbers import course_view, dice_view, has_course, points_words, tally_view
from companion.screens.page import Page, load_layout
from companion.screens.standings import PartsView, Piece, Result, Results
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.segments import Row, Segment
from companion.story import Story

if TYPE_CHECKING:
    from companion.screens.shell import Shell

load_layout("result")

MOST_TINTS = 7
"""Parts of a score that have a colour of their own; the rest share the last one."""


def kind_of(part: Part) -> tuple[str, Any]:
    """What kind of points ``part`` is: its key, and its own name where a template or a box brings one."""
    named = next((fact for _, fact in part.line.facts if isinstance(fact, Named)), None)
    return part.line.key, named


def ranks(standing: Standing) -> list[Seat]:
    """The seats, winners first, then by total; equal ones in the order of the seats."""

    def key(seat: Seat) -> tuple[bool, int]:
        total = standing.total(seat)
        return seat not in standing.winners, total if standing.lowest else -total

    return sorted((score.seat for score in standing.scores), key=key)


class ResultPage(Page):
    """The page "result". ``listed`` is the seat that was picked: its points, throws and cards are shown.

    ``tab`` is what a small panel shows, ``beside`` what stands beside the table of results on a large one.
    """

    shell = ObjectProperty()
    panel = ObjectProperty(None)
    tab = StringProperty("points")
    beside = StringProperty("dice")
    listed = NumericProperty(None, allownone=True)
    headline = ObjectProperty(None, allownone=True)
    results = ObjectProperty(Results(()))
    dice = ObjectProperty(None, allownone=True)
    course = ObjectProperty(None, allownone=True)
    parts = ObjectProperty(None, allownone=True)
    tally = ObjectProperty(None, allownone=True)
    receipt = ObjectProperty(None, allownone=True)
    tabs = ObjectProperty(Row())
    sides = ObjectProperty(Row())
    whole = BooleanProperty(True)
    grow = NumericProperty(1.0)
    has_dice = BooleanProperty(False)
    has_course = BooleanProperty(False)
    has_sides = BooleanProperty(False)

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        self._story: Story | None = None
        self._text = ""
        self._told: tuple[str, int, str] | None = None
        super().__init__(shell=shell, panel=shell.panel, upright=not shell.panel.flat, **kwargs)
        self._show = Clock.create_trigger(self.show, -1)
        for name in ("words", "size", "tab", "beside", "listed"):
            self.fbind(name, self._show)
        shell.fbind("snapshot", self._show)
        self._show()

    def entered(self) -> None:
        """From the beginning: the table of results."""
        self.tab, self.beside, self.listed = "points", "dice", None
        self._show()

    def _measure(self, *args: Any) -> None:
        super()._measure(*args)
        self.whole = self.wide >= 150 and self.tall >= 105
        self.grow = max(1.0, min(1.75, self.wide / 217, self.tall / 136)) if self.whole else 1.0

    # ------------------------------------------------------------------------------------------ showing

    def show(self, *_: Any) -> None:
        """Fill everything from the snapshot, and ask for the story where there is a newer one."""
        snapshot: Snapshot | None = self.shell.snapshot
        words = self.words
        if words is None or snapshot is None or self.shell.page_name != "result":
            return
        words = self.shell.words_of(words.language)
        self._ask_story(snapshot, words.language)
        standing = snapshot.standing
        order = ranks(standing)
        tints = self._tints(standing)
        small = not self.whole
        if small and self.tab == "parts" and self.listed is None:
            self.tab = "points"
        rows = tuple(self._result(snapshot.match.player(seat), standing, tints, words) for seat in order)
        self.headline = self._headline(snapshot, words)
        self.results = Results(rows, self._legend(snapshot, tints, words), self.listed, self.rtl, self.grow)
        story = self._story
        self.has_dice = bool(story and story.throws)
        self.has_course = bool(story and has_course(story))
        listed = self.listed if self.listed is not None else (order[0] if not self.has_dice else None)
        self.parts = None if listed is None else self._parts(snapshot, Seat(int(listed)), words)
        match, of = snapshot.match, None if self.listed is None else Seat(int(self.listed))
        look: Any = {"rtl": self.rtl, "grow": self.grow}
        self.dice = dice_view(match, story, words, of=of, **look) if story and story.throws else None
        self.tally = tally_view(match, story, words, of=of, **look) if story and story.tallies else None
        self.course = course_view(snapshot, story, words, **look) if story and self.has_course else None
        note = words.text("flow.result.scan")
        self.receipt = ReceiptView(self._text, words.text("flow.result.receipt"), note, self.rtl, self.grow)
        self.tabs, self.sides = self._tab_row(words), self._side_row(words)
        if self.tab not in [part.key for part in self.tabs.segments] + ["parts"]:
            self.tab = self.tabs.segments[0].key

    def _tab_row(self, words: Catalogue) -> Row:
        found = [("points", "trophy")]
        if self.has_course:
            found.append(("course", "chart"))
        if self.has_dice:
            found.append(("dice", "dice"))
        if self.tally is not None:
            found.append(("cards", "cards"))
        found.append(("receipt", "qrcode"))
        parts = tuple(
            Segment(key, words.text(f"flow.result.tab.{key}"), "" if self.narrow else icon) for key, icon in found
        )
        return Row(parts, "points" if self.tab == "parts" else self.tab)

    def _side_row(self, words: Catalogue) -> Row:
        """What may stand beside the table of results on a large panel; ``beside`` is turned to one of them."""
        there = (("dice", "dice", self.dice), ("cards", "cards", self.tally), ("points", "trophy", self.parts))
        parts = tuple(
            Segment(key, words.text(f"flow.result.tab.{key}"), icon) for key, icon, view in there if view is not None
        )
        self.has_sides = len(parts) > 1
        if parts and self.beside not in [part.key for part in parts]:
            self.beside = parts[0].key
        return Row(parts, self.beside)

    def _headline(self, snapshot: Snapshot, words: Catalogue) -> Any:
        standing = snapshot.standing
        winners = [snapshot.match.player(seat) for seat in standing.winners]
        badges = tuple((p.symbol, p.color, letter_of(p.symbol, words.language)) for p in winners)
        names = joined([words.name(player.seat) for player in winners], words.language)
        if not winners:
            title = words.text("flow.result.nobody")
        elif len(winners) == 1:
            title = words.text("flow.result.won", name=names)
        else:
            title = words.text("flow.result.shared", names=names)
        tie = words.say(standing.tie, snapshot.match.game) if standing.tie is not None else ""
        note = " · ".join(part for part in (tie, self._note(words)) if part)
        return badges, title, note, self.rtl, self.grow

    def _note(self, words: Catalogue) -> str:
        if self._story is None:
            return ""
        hours, minutes = divmod(round(self._story.seconds / 60), 60)
        turns = words.text("flow.result.turns", n=self._story.turns)
        if hours:
            return words.text("flow.result.took_hours", hours=hours, minutes=minutes, turns=turns)
        return words.text("flow.result.took", minutes=max(1, minutes), turns=turns)

    def _tints(self, standing: Standing) -> dict[tuple[str, Any], int]:
        kinds = dict.fromkeys(kind_of(part) for score in standing.scores for part in score.parts if part.points)
        return {kind: min(i, MOST_TINTS - 1) for i, kind in enumerate(kinds)}

    def _result(self, player: Player, standing: Standing, tints: dict[Any, int], words: Catalogue) -> Result:
        score = next(score for score in standing.scores if score.seat == player.seat)
        sums: dict[tuple[bool, int], int] = {}
        for part in score.parts:
            if part.points:
                key = (part.points < 0, tints[kind_of(part)])
                sums[key] = sums.get(key, 0) + part.points
        pieces = tuple(
            Piece(points, points_words(points, standing.decimals, words), number)
            for (_, number), points in sorted(sums.items())
        )
        return Result(
            int(player.seat), words.name(player.seat), letter_of(player.symbol, words.language), player.symbol,
            player.color, points_words(score.total, standing.decimals, words), player.seat in standing.winners, pieces,
        )  # fmt: skip

    def _legend(self, snapshot: Snapshot, tints: dict[Any, int], words: Catalogue) -> tuple[tuple[int, str], ...]:
        """What the tints mean, where every kind of points has a short name (``<key>.name``) or brings its own."""
        game = snapshot.match.game
        named: dict[int, str] = {}
        for (key, own), number in tints.items():
            if own is not None:
                name = own.fa if words.language == "fa" else own.en
            elif words.has(f"{key}.name", game):
                name = words.text(f"{key}.name", game)
            else:
                return ()
            named[number] = words.text("flow.result.others") if number in named else name
        roomy = self.whole or self.narrow or len(snapshot.standing.scores) < 5
        return tuple(named.items()) if len(named) > 1 and roomy else ()

    def _parts(self, snapshot: Snapshot, seat: Seat, words: Catalogue) -> PartsView:
        player, standing = snapshot.match.player(seat), snapshot.standing
        score = next(score for score in standing.scores if score.seat == seat)
        lines = tuple(
            (words.say(part.line, snapshot.match.game), points_words(part.points, standing.decimals, words))
            for part in score.parts
            if part.points
        )
        return PartsView(
            words.name(seat), player.symbol, player.color, letter_of(player.symbol, words.language),
            points_words(score.total, standing.decimals, words), lines, self.rtl, self.grow,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ the story

    def _ask_story(self, snapshot: Snapshot, language: str) -> None:
        key = (snapshot.match.id, snapshot.revision, language)
        tell = self.shell.doors.story
        if key == self._told or tell is None:
            return
        if self._told is None or self._told[:2] != key[:2]:
            self._story, self._text = None, ""
        self._told = key
        tell(snapshot.match.id, language, lambda found: self._hear(key, found))

    def _hear(self, key: tuple[str, int, str], found: Any) -> None:
        if key == self._told and isinstance(found, tuple):
            self._story, self._text = found
            self._show()

    # ------------------------------------------------------------------------------------------ wishes

    def pick(self, seat: int) -> None:
        """List where the points of ``seat`` come from; again: no more."""
        self.listed = None if self.listed == seat else seat
        self.beside = "points" if self.listed is not None else "dice"
        if not self.whole:
            self.tab = "parts" if self.listed is not None else "points"

    def again(self) -> None:
        """The same group plays the same game once more; the next one in the round starts."""
        match = self.shell.snapshot.match
        draft = from_match(match)
        self.shell.draft = draft.starts(draft.players[(draft.first + 1) % len(draft.players)].seat)
        self.shell.leave_for("after_seats")

    def tidy(self) -> None:
        """Ask about the pieces, and who stays."""
        self.shell.sheet(TidySheet(self.shell))

    def look(self) -> None:
        """Back to the table as it stands, to look at it or to take back the last thing."""
        self.shell.go("match")


class TidySheet(Page):
    """Are all the pieces back? The group stays for another game, or leaves and its names go."""

    shell = ObjectProperty()
    reminder = StringProperty("")

    def __init__(self, shell: Shell, **kwargs: Any) -> None:
        super().__init__(shell=shell, upright=not shell.panel.flat, **kwargs)
        self.fbind("words", self._remind)
        self._remind()

    def _remind(self, *_: Any) -> None:
        if self.words is not None and self.shell.snapshot is not None:
            game = self.shell.snapshot.match.game
            own = self.words.has("tidy.pieces", game)
            self.reminder = self.words.say(Line.of("tidy.pieces" if own else "flow.tidy.about"), game)

    def another(self) -> None:
        """Another game for the same group."""
        self.shell.draft = from_match(self.shell.snapshot.match)
        self.shell.leave_for("chooser")

    def leave(self) -> None:
        """The group leaves: what was typed of it goes, here and in the record."""
        self.shell.forget_group()
