"""The score pad on the play screen: the sheet in the middle, keys with a running change, clocks that count on.

An upright panel shows the keys beside the seats (a tap on a badge chooses who writes); at a flat table they stand at
the edge of the seat that writes, and the middle shows the sheet, turned to it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.events import Player, Rename
from companion.game import Choice, Game, Number, Seat
from companion.games.score_pad import actions as act
from companion.games.score_pad import scoring
from companion.games.score_pad.pad import State
from companion.locale import digits
from companion.screens import text as script
from companion.screens.asking import key_of
from companion.screens.draft import COLORS, SYMBOLS
from companion.screens.games.around import CORNER
from companion.screens.games.score_pad_sheet import Entry, EntrySheet, PadView, ScoreSheet, SheetRow
from companion.screens.layout import Box
from companion.screens.stage import Ask, Scene, Stage
from companion.screens.views import Act, Sign
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.digits import Typed
from companion.screens.widgets.turned import Turned

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

ICONS = {
    "Record": "done", "Mark": "done", "Pass": "next", "TimeUp": "timer", "CloseRound": "check", "Out": "leave",
    "NameWinner": "trophy", "EndGame": "finish", "TogetherEnd": "finish", "SetCell": "correct", "ClearCell": "erase",
    "SetTotal": "correct", "SetTurn": "person", "SetFirst": "start", "Reverse": "counterclockwise",
    "MoveSeat": "shuffle", "Join": "sit", "LeaveSeat": "leave",
}  # fmt: skip
FAR = 999_999
RECORD, SHEET = "record", "sheet"


def newcomer(players: Sequence[Player], seat: Seat) -> Player:
    """A place for ``seat`` beside ``players``: what is free first, at the side with the fewest; no name yet."""
    color = next(color for color in COLORS if color not in {player.color for player in players})
    symbol = next((one for one in SYMBOLS if one not in {player.symbol for player in players}), SYMBOLS[0])
    sides = [player.side for player in players]
    side = min(("south", "north", "west", "east"), key=sides.count)
    return Player(seat, "", color, symbol, side, players[0].language)


class PadMiddle(Widget):
    """The sheet and, on an upright panel, the keys; one of the two is shown."""

    def __init__(self, entry: Entry, **kwargs: Any) -> None:
        self.sheet, self.entry = ScoreSheet(), entry
        self._turned = Turned()
        super().__init__(**kwargs)
        self._turned.add_widget(self.sheet)

    def put(self, box: Box, facing: str, keys: bool) -> None:
        shown, other = (self.entry, self._turned) if keys else (self._turned, self.entry)
        if shown.parent is not self:
            self.clear_widgets()
            self.add_widget(shown)
        assert other.parent is not self
        self._turned.side = facing
        shown.pos, shown.size = (round(box.x), round(box.y)), (round(box.width), round(box.height))


class ScorePadStage(Stage):
    """What is the pad's own."""

    beside = 4

    def __init__(self, game: Game[Any] | None) -> None:
        super().__init__(game)
        self.chosen: Seat | None = None
        self.column: int | None = None
        self.sheet_wanted: bool | None = None
        self.typed: Typed | None = None
        self.entry: Entry | None = None
        self.page: MatchPage | None = None
        self._told: set[Seat] = set()

    # ------------------------------------------------------------------------------------------ whose move

    def turn(self, scene: Scene) -> Seat | None:
        """Who writes: the seat in turn, or the one that was chosen, or the next that has not written."""
        state: State = scene.state
        active = scene.snapshot.standing.active
        if state.over:
            return None
        here = [player.seat for player in scene.snapshot.match.players]
        if state.by_turns:
            return state.turn if state.turn in here else None
        active = tuple(seat for seat in active if seat in here)  # who has just joined has no place yet
        if self.chosen in active:
            return self.chosen
        after = state.following(self.chosen) if self.chosen in state.order else state.playing
        return next((seat for seat in after if seat in active), next(iter(state.playing), None))

    def next_turn(self, scene: Scene) -> Seat | None:
        state: State = scene.state
        if not state.by_turns or state.over:
            return None
        return next(iter(state.following(state.turn)), None)

    def tap_seat(self, page: MatchPage, seat: Seat) -> bool:
        """A badge was tapped: this seat writes now; once more, and it shows where its points come from."""
        scene = page.scene
        if scene is None or seat not in scene.state.playing or scene.state.over:
            return False
        if self.turn(scene) == seat:
            return False
        if scene.state.by_turns:
            return False
        self._forget()
        self.chosen = seat
        page.take(scene.snapshot)
        return True

    def _forget(self) -> None:
        self.typed, self.column = None, None

    # ------------------------------------------------------------------------------------------ in the zones

    def signs(self, scene: Scene, seat: Seat) -> tuple[Sign, ...]:
        state: State = scene.state
        found = []
        if state.rules.clock != "none":
            left = self.time_left(scene, seat)
            found.append(
                Sign("timer", self.time_words(scene, seat), "bad" if left is not None and left <= 0 else "text2")
            )
        if state.rules.teams != "none" and seat in state.seats:
            team = sorted(set(state.teams)).index(state.teams[state.seats.index(seat)])
            found.append(Sign("people", scene.number(team + 1, seat)))
        if (state.by_turns or state.rules.by == "rounds") and seat == state.first:
            found.append(Sign("start", "", "brass"))
        if state.rules.by == "rounds" and seat in state.done:
            found.append(Sign("check", "", "good"))
        if seat in state.out:
            found.append(Sign("leave", "", "bad"))
        return tuple(found)

    def used(self, scene: Scene, seat: Seat) -> float:
        """Seconds that ``seat`` has used."""
        return scene.snapshot.used(seat, time.monotonic())

    def time_left(self, scene: Scene, seat: Seat) -> float | None:
        """Seconds that are left to ``seat``; ``None`` where nothing counts down."""
        rules = scene.state.rules
        return rules.clock_minutes * 60 - self.used(scene, seat) if rules.clock == "down" else None

    def time_words(self, scene: Scene, seat: Seat) -> str:
        left = self.time_left(scene, seat)
        seconds = int(max(0.0, left) if left is not None else self.used(scene, seat))
        words = f"{seconds // 60}:{seconds % 60:02d}"
        return script.left_to_right(digits(words, scene.words(seat).language))

    def remarks(self, scene: Scene, news: Any) -> tuple[tuple[Seat | None, str], ...]:
        """Who joined gets a place at the table: a symbol, a colour and a side that are free."""
        body = news.event.body
        if isinstance(body, act.Join) and self.page is not None:
            match = scene.snapshot.match
            if body.who not in {player.seat for player in match.players}:
                self.page.acting.post(Rename(body.seat, newcomer(match.players, body.who)))
        return ()

    def icon_for(self, body: Any) -> str:
        return ICONS.get(type(body).__name__) or super().icon_for(body)

    def notes(self, scene: Scene, seat: Seat, form: str) -> tuple[str, ...]:
        """Beside the acts of an upright panel; at a flat table they stand in the middle, facing the turn."""
        if form == "flat":
            return ()
        found = self.reminders(scene, seat)
        return found[1:] if self.shows_sheet(scene.state) else found  # the sheet has the first as its title

    # ------------------------------------------------------------------------------------------ acts

    def acts(self, scene: Scene, seat: Seat) -> tuple[Act, ...]:
        """What the table says of the round and the match; the main one records what is typed."""
        state: State = scene.state
        kinds = (act.Record, act.Mark)
        mine = [c for c in scene.snapshot.choices if c.seat == seat or c.action in TABLE]
        found = {c.action: self.act(scene, c) for c in mine if c.action not in (*kinds, act.TimeUp)}
        acts = list(found.values())
        by, sheet = state.rules.by, self.upright and self.shows_sheet(state)
        if any(c.action in kinds for c in scene.choices(seat)) and not sheet:
            acts.append(Act(RECORD, scene.text("word.record", seat), "done", "primary"))
        if self.upright and (by == "rounds" or (by == "categories" and not sheet)):
            words, icon = ("play.keys", "keyboard") if sheet else ("play.sheet", "chart")
            acts.insert(0, Act(SHEET, scene.text(words, seat), icon))
        return tuple(sorted(acts, key=lambda one: one.kind == "primary"))

    upright = False

    def shows_sheet(self, state: State) -> bool:
        """Whether an upright panel shows the sheet and not the keys."""
        if state.over:
            return True
        if self.sheet_wanted is not None:
            return self.sheet_wanted
        return state.rules.by == "categories" and self.column is None

    def act(self, scene: Scene, choice: Choice) -> Act:
        made = super().act(scene, choice)
        return Act(made.key, made.text, ICONS.get(choice.action.__name__, made.icon), "plain", made.enabled, made.why)

    def asks(self, scene: Scene) -> dict[Seat, Ask | Choice]:
        return {}

    # ------------------------------------------------------------------------------------------ flows

    def open(self, page: MatchPage, seat: Seat, key: str) -> bool:
        scene = page.scene
        assert scene is not None
        if key == SHEET:
            self.sheet_wanted = not self.shows_sheet(scene.state)
            if scene.state.rules.by == "categories":
                self._forget()
            page.refresh()
            return True
        if key == RECORD:
            if page.panel.flat and page.ids.overlay.key_of(seat) != "entry":
                self._stand(page, seat)
            else:
                self.record(page, seat)
            return True
        owners = [
            c for c in scene.snapshot.choices if c.action in TABLE and c.action.__name__ == key and c.seat != seat
        ]
        if owners and not any(key_of(c) == key for c in scene.choices(seat)):
            page.acting.begin(owners[0])
            return True
        return False

    def _stand(self, page: MatchPage, seat: Seat) -> None:
        """The keys at the edge of the seat; where points go by category, it is chosen in the sheet before."""
        scene = page.scene
        assert scene is not None
        state: State = scene.state
        if state.rules.by == "categories" and self.column is None:
            empty = dict(next(c for c in scene.choices(seat) if c.action is act.Mark).fields)["column"]
            self.column = next(iter(empty.values()))  # type: ignore[assignment]
        entry = Entry(self._typing(state))
        title = self.heading(scene, seat)
        sheet = EntrySheet(
            page.seat_view(seat, full=False), title, entry, scene.text("word.record", seat),
            lambda: self.record(page, seat),
        )  # fmt: skip
        entry.bind(on_typed=lambda *_: self._show_entry(scene, seat, entry))
        self._show_entry(scene, seat, entry)
        page.stand(seat, "entry", sheet)

    def still(self, scene: Scene, seat: Seat, key: str) -> bool:
        return seat == self.turn(scene) if key == "entry" else super().still(scene, seat, key)

    def _typing(self, state: State) -> Typed:
        """What is being typed: any number, as the table may overrule a range."""
        if self.typed is None:
            low, high = state.rules.lowest_entry, state.rules.highest_entry
            self.typed = Typed(Number(-FAR if low < 0 else 0, FAR if high > 0 else 0, decimals=state.rules.decimals))
        return self.typed

    def heading(self, scene: Scene, seat: Seat) -> str:
        """Whose points they are, and in which column."""
        state: State = scene.state
        if state.rules.by == "categories" and self.column is not None:
            return scene.say(state.rules.heading(self.column), seat)
        if state.rules.by == "rounds":
            return scene.text("word.round", seat, number=state.round)
        return scene.words(seat).name(seat)

    def _written(self, state: State, seat: Seat) -> int | None:
        """What stands in the chosen column of the seat already: it is corrected then."""
        if self.column is None:
            return None
        row = state.row(seat)
        return row[self.column] if self.column < len(row) else None

    def record(self, page: MatchPage, seat: Seat) -> None:
        """Post what is typed: an entry, a category's points, or a correction of what stands there."""
        scene = page.scene
        assert scene is not None
        state: State = scene.state
        typed = self._typing(state)
        column = self.column
        if column is not None and self._written(state, seat) is not None:
            action: Any = act.SetCell(seat, column, typed.number)
        elif state.rules.by == "categories":
            if column is None:
                self.sheet_wanted = None
                page.refresh()
                return
            action = act.Mark(seat, column, typed.number)
        else:
            action = act.Record(seat, typed.number)
        self._forget()
        self.sheet_wanted = None
        if state.rules.by == "running":
            self.chosen = seat
        page.close(seat)
        page.acting.post(action)
        page.refresh()

    # ------------------------------------------------------------------------------------------ the middle

    def make_middle(self, page: MatchPage) -> PadMiddle:
        self.page = page
        entry = Entry(Typed(Number(0, FAR)))
        entry.bind(on_typed=lambda *_: self.show_middle(page.scene, page.middle, page))  # type: ignore[arg-type]
        self.entry = entry
        made = PadMiddle(entry)
        made.sheet.bind(on_cell=lambda _, row, seat: self._cell(page, row, seat))
        made.sheet.bind(on_head=lambda _, seat: self._head(page, seat))
        Clock.schedule_interval(lambda _: self.tick(page, made), 1.0)
        return made

    def _head(self, page: MatchPage, place: int) -> None:
        if page.scene is not None:
            page.open_seat(page.scene.state.seats[place])

    def _cell(self, page: MatchPage, row: int, place: int) -> None:
        """A cell was tapped: it is written, or corrected."""
        scene = page.scene
        if scene is None:
            return
        state: State = scene.state
        seat = state.seats[place]
        written = row < len(state.row(seat)) and state.row(seat)[row] is not None
        may = state.rules.by == "categories" and seat in state.playing and (not state.by_turns or seat == state.turn)
        if state.over or seat not in state.order or not (written or may):
            return
        self._forget()
        if not state.by_turns:
            self.chosen = seat
        self.column, self.sheet_wanted = row, False
        if page.panel.flat:
            self._stand(page, seat)
        elif state.by_turns and seat != state.turn:
            self.column, self.sheet_wanted = None, None
        page.take(scene.snapshot)

    def room(self, page: MatchPage) -> Box:
        return Box(0, 0, page.width, page.height)

    def show_middle(self, scene: Scene, middle: Any, page: MatchPage) -> None:
        state: State = scene.state
        self.upright = not page.panel.flat
        turn = self.turn(scene)
        keys = self.upright and not self.shows_sheet(state) and turn is not None
        facing = page.frame.zone(turn).side if page.panel.flat and turn is not None else "south"
        middle.put(self._box(page, keys), facing, keys)
        middle.sheet.view = self._view(scene, turn)
        if keys and turn is not None:
            self._show_entry(scene, turn, middle.entry)

    @staticmethod
    def _box(page: MatchPage, keys: bool) -> Box:
        """The middle without the corner buttons."""
        room, k = page.frame.middle, page.panel.density
        if page.frame.form == "flat":
            return room.inset(3 * k)
        far = CORNER * k
        left = room.x + (far if page.frame.menu.x < room.center[0] else 2 * k)
        wide = room.width - far - 2 * k
        if keys and page.frame.form == "host":
            wide = min(wide, 72 * k)
        return Box(left, room.y, wide, room.height)

    def _show_entry(self, scene: Scene, seat: Seat, entry: Entry) -> None:
        state: State = scene.state
        typed = self._typing(state)
        decimals = state.rules.decimals
        language = scene.words(seat).language
        factor = 1
        if self.column is not None and self.column < len(state.rules.categories):
            factor = state.rules.categories[self.column].times
        total = scoring.points(state, seat) - (self._written(state, seat) or 0) * factor

        def said(points: int) -> str:
            return self._figure(scene, points, decimals, seat)

        def signed(points: int) -> str:
            words = said(abs(points))
            return script.left_to_right(("−" if points < 0 or (typed.negative and not points) else "+") + words)

        entry.change.rtl = language == "fa"
        entry.change.name = self.heading(scene, seat) if state.rules.by != "running" else ""
        entry.change.seat_color = (
            scene.snapshot.match.player(seat).color if seat in scene.snapshot.match.setup.seats else ""
        )
        entry.typed = typed
        entry.change.before, entry.change.delta = said(total), signed(typed.number * factor)
        entry.change.after = said(total + typed.number * factor)
        entry.digits.say(lambda n: scene.number(n, seat))
        entry.digits.signed = typed.field.low < 0 < typed.field.high

    @staticmethod
    def _figure(scene: Scene, points: int, decimals: int, seat: Seat | None) -> str:
        """Points as people write them."""
        if not decimals:
            return scene.number(points, seat)
        words = digits(f"{abs(points) / 10**decimals:.{decimals}f}", scene.words(seat).language)
        return script.left_to_right(f"−{words}") if points < 0 else words

    def _view(self, scene: Scene, turn: Seat | None) -> PadView:
        state: State = scene.state
        reader = turn if turn is not None else None
        language = scene.words(reader).language
        placed = {player.seat for player in scene.snapshot.match.players}
        here = [seat for seat in state.seats if seat in placed]

        def said(points: int | None) -> str:
            return "" if points is None else self._figure(scene, points, state.rules.decimals, reader)

        longest = max((len(state.row(seat)) for seat in here), default=0)
        by = state.rules.by
        count = (
            len(state.rules.categories) if by == "categories" else max(longest, state.round if by == "rounds" else 0)
        )
        rows = []
        for i in range(count):
            cells = tuple(said(state.row(seat)[i]) if i < len(state.row(seat)) else "" for seat in here)
            open_ = tuple(
                by == "categories" and not state.over and seat in state.playing and not cell
                and (not state.by_turns or seat == state.turn)
                for seat, cell in zip(here, cells, strict=True)
            )  # fmt: skip
            if by == "categories":
                words = scene.say(state.rules.heading(i), reader)
            else:
                words = scene.text("word.round" if by == "rounds" else "play.entry", reader, number=i + 1)
            rows.append(SheetRow(words, cells, open_))
        players = [scene.snapshot.match.player(seat) for seat in here]
        guides = [scene.say(line, reader) for line in scene.game.guide(state)]
        return PadView(
            tuple((p.symbol, p.color, letter_of(p.symbol, language)) for p in players),
            tuple(rows),
            tuple(said(scoring.points(state, seat)) for seat in here),
            scene.text("play.total", reader),
            here.index(turn) if turn in here else None,
            next(iter(guides), ""),
            "",
            language == "fa",
        )

    # ------------------------------------------------------------------------------------------ clocks

    def tick(self, page: MatchPage, middle: PadMiddle) -> bool:
        """Clocks go on where there are any; ``False`` ends it with its middle."""
        if page.middle is not middle:
            return False
        scene = page.scene
        if scene is None or scene.state.rules.clock == "none" or scene.snapshot.paused or scene.state.over:
            return True
        page._show_zones()
        seat = self.turn(scene)
        if seat is not None:
            self._out_of_time(page, scene, seat)
        return True

    def _out_of_time(self, page: MatchPage, scene: Scene, seat: Seat) -> None:
        """The turn passes by itself where the table agreed so and somebody still has time; else it is said once."""
        state: State = scene.state
        left = self.time_left(scene, seat)
        if left is None or left > 0 or not state.by_turns:
            return
        others = (self.time_left(scene, other) or 0.0 for other in state.playing)
        if state.rules.time_up == "skip" and any(other > 0 for other in others):
            page.acting.post(act.TimeUp(seat))
        elif seat not in self._told:
            self._told.add(seat)
            page.telling.toast(seat, "question", scene.text("action.TimeUp", seat))


TABLE = (act.CloseRound, act.EndGame, act.TogetherEnd)
STAGE = ScorePadStage
