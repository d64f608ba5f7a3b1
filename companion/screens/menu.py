"""The sheets of the table itself: menu, log with undo, corrections, where a seat's points come from."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from companion.events import Call, Entry, Finish, Pause, Rename, Undo, Unpause
from companion.game import Choice, Seat, Text
from companion.locale import LANGUAGES, digits
from companion.screens.asking import key_of
from companion.screens.draft import NAME_LETTERS, clean_name
from companion.screens.fields import HEAD, OptionsSheet, WordsSheet, grid
from companion.screens.numbers import NumbersSheet
from companion.screens.past import open_past
from companion.screens.stage import Scene
from companion.screens.theme import PAD, PALETTES, theme
from companion.screens.views import SeatView
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.loglist import LogLine, LogList
from companion.screens.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.screens.match import MatchPage


def _scene(page: MatchPage) -> Scene:
    assert page.scene is not None
    return page.scene


class MenuSheet(Sheet):
    """What the table may do at any time, facing the seat that opened it."""

    def __init__(self, owner: SeatView, page: MatchPage) -> None:
        self.page = page
        scene, seat = _scene(page), owner.seat
        super().__init__(owner, scene.text("menu.title", seat))
        paused = scene.snapshot.paused
        called = page.shell.calling is not None
        staff = (("staff_came" if called else "call_staff", "check" if called else "staff", "plain", self._staff),)
        acts = (
            *(staff if page.shell.doors.pin_is_set() else ()),
            ("now", "book", "plain", self._now),
            ("log", "log", "plain", self._log),
            *((("numbers", "chart", "plain", self._numbers),) if page.shell.doors.story is not None else ()),
            ("correct", "correct", "plain", self._correct),
            ("unpause" if paused else "pause", "play" if paused else "pause", "plain", self._pause),
            ("language", "language", "plain", self._language),
            ("theme", "theme", "plain", self._theme),
            ("motion_on", "motion", "plain", self._motion)
            if theme.less_motion
            else ("motion_off", "still", "plain", self._motion),
            ("result", "trophy", "primary", self._result)
            if scene.snapshot.standing.over
            else ("finish", "finish", "danger", self._finish),
        )
        self.buttons: dict[str, ActButton] = {}
        for word, icon, kind, done in acts:
            button = ActButton(text=scene.text(f"menu.{word}", seat), icon_name=icon, kind=kind)
            button.bind(on_act=lambda _, done=done: done())
            self.buttons[word] = button

    def lay_out(self) -> None:
        wide, tall = self.wide - 2 * PAD, self.tall - HEAD - PAD
        columns, width, height = grid(len(self.buttons), wide, tall)
        left = PAD + (wide - columns * width - 3.0 * (columns - 1)) / 2
        for i, button in enumerate(self.buttons.values()):
            self.put(
                button, left + (i % columns) * (width + 3.0), HEAD + (i // columns) * (height + 3.0), width, height
            )

    def _now(self) -> None:
        self.page.stand(self.owner.seat, "now", NowSheet(self.owner, self.page))

    def _log(self) -> None:
        self.page.stand(self.owner.seat, "log", LogSheet(self.owner, self.page), large=True)

    def _numbers(self) -> None:
        self.page.stand(self.owner.seat, "numbers", NumbersSheet(self.owner, self.page), large=True)

    def _correct(self) -> None:
        sheet = corrections(self.owner, self.page)
        if sheet is not None:
            self.page.stand(self.owner.seat, "correct", sheet)

    def _pause(self) -> None:
        seat = self.owner.seat
        self.page.close(seat)
        self.page.acting.post(Unpause(seat) if _scene(self.page).snapshot.paused else Pause(seat))

    def _language(self) -> None:
        """Another language: of this seat on a flat table, of the whole screen on an upright one."""
        page, seat = self.page, self.owner.seat
        page.close(seat)
        if not page.panel.flat:
            page.shell.language = page.shell.other_language()
            return
        player = _scene(page).snapshot.match.player(seat)
        other = LANGUAGES[(LANGUAGES.index(player.language) + 1) % len(LANGUAGES)]
        page.acting.post(Rename(seat, msgspec.structs.replace(player, language=other)))

    def _theme(self) -> None:
        names = tuple(PALETTES)
        theme.name = names[(names.index(theme.name) + 1) % len(names)]

    def _motion(self) -> None:
        self.page.close(self.owner.seat)
        theme.less_motion = not theme.less_motion

    def _staff(self) -> None:
        """Call the staff to this seat, or say that they have come. A table without a staff PIN has none to call."""
        self.page.close(self.owner.seat)
        self.page.shell.bridge.post(Call(None if self.page.shell.calling is not None else self.owner.seat))

    def _result(self) -> None:
        self.page.close(self.owner.seat)
        self.page.shell.go("result")

    def _finish(self) -> None:
        self.page.close(self.owner.seat)
        self.page.acting.post(Finish(self.owner.seat))


def corrections(owner: SeatView, page: MatchPage) -> Sheet | None:
    """The facts that the players may set right, as a sheet; ``None`` where the game has none."""
    scene, seat = _scene(page), owner.seat
    found: dict[str, Choice] = {}
    for choice in scene.game.corrections(scene.state):
        mine = msgspec.structs.replace(choice, seat=seat)
        kind = key_of(choice)
        if choice.refusal is None and (choice.seat == seat or kind not in found):
            found[kind] = mine
    if not found:
        return None
    options = tuple((choice, page.stage.word_of(scene, choice), "") for choice in found.values())
    title = scene.text("menu.correct.about", seat)

    def chosen(choice: Choice) -> None:
        page.close(seat)
        page.acting.begin(choice)

    return OptionsSheet(owner, title, options, chosen)


class NowSheet(Sheet):
    """What hands do now, and everything that tables forget about it, on any panel."""

    def __init__(self, owner: SeatView, page: MatchPage) -> None:
        self.page = page
        super().__init__(owner, _scene(page).text("menu.now", owner.seat))

    def paint_head(self) -> None:
        super().paint_head()
        scene, stage, seat = _scene(self.page), self.page.stage, self.owner.seat
        sentences = (
            (stage.prompt(scene, seat), "body", "brass"),
            *((words, "name", "text") for words in stage.reminders(scene, seat)),
        )
        limit = self.wide - 2 * PAD - 4
        room = self.tall - HEAD - PAD
        lines = [1 if self.measure(w, role) <= theme.mm(limit) else 2 for w, role, _ in sentences]
        step = min(8.4, room / max(1, sum(lines)))
        top = HEAD
        for (words, role, ink), n in zip(sentences, lines, strict=True):
            y = top + step * n / 2
            self.line(words, PAD + 2, y, role, ink, limit=limit, lines=n, tall=step * n)
            top += step * n


class ActsSheet(Sheet):
    """Some choices of the seat as buttons; one that is off says why when it is tapped."""

    def __init__(self, owner: SeatView, page: MatchPage, title: str, choices: Sequence[Choice]) -> None:
        super().__init__(owner, title)
        self.buttons: list[ActButton] = []
        scene = _scene(page)
        for choice in choices:
            made = page.stage.act(scene, choice)
            button = ActButton(text=made.text, icon_name=made.icon, enabled=made.enabled)
            button.bind(on_act=lambda _, choice=choice: self._chosen(page, choice))
            button.bind(on_why=lambda _, made=made: page.telling.why(owner.seat, made))
            self.buttons.append(button)

    def _chosen(self, page: MatchPage, choice: Choice) -> None:
        page.close(self.owner.seat)
        page.act(self.owner.seat, key_of(choice))

    def lay_out(self) -> None:
        wide, tall = self.wide - 2 * PAD, self.tall - HEAD - PAD
        columns, width, height = grid(len(self.buttons), wide, tall)
        left = PAD + (wide - columns * width - 3.0 * (columns - 1)) / 2
        for i, button in enumerate(self.buttons):
            self.put(
                button, left + (i % columns) * (width + 3.0), HEAD + (i // columns) * (height + 3.0), width, height
            )


def log_line(scene: Scene, entry: Entry, seat: Seat | None, icon: str) -> LogLine:
    """An entry of the log in the words of ``seat``."""
    event = entry.event
    language = scene.words(seat).language
    who = getattr(event.body, "seat", None)
    known = who in scene.snapshot.match.setup.seats
    player = scene.snapshot.match.player(who) if known and who is not None else None
    return LogLine(
        event.seq,
        digits(time.strftime("%H:%M", time.localtime(event.at)), language),
        player.symbol if player else "",
        player.color if player else "",
        letter_of(player.symbol, language) if player else "",
        icon,
        ("؛ " if language == "fa" else "; ").join(_sentences(scene, entry, seat)),
        entry.undone,
        event.forced,
    )


def _sentences(scene: Scene, entry: Entry, seat: Seat | None) -> list[str]:
    return [scene.say(line, seat).rstrip(".") for line in entry.lines[:3]]


class LogSheet(Sheet):
    """The whole log; a chosen line can be gone back to or changed, the last thing or one's own turn taken back."""

    def __init__(self, owner: SeatView, page: MatchPage) -> None:
        self.page = page
        self._note = 0.0
        scene, seat = _scene(page), owner.seat
        super().__init__(owner, scene.text("log.title", seat))
        self.list = LogList(rtl=owner.rtl)
        self.list.fbind("chosen", self._chosen)
        self.back = ActButton(text=scene.text("log.back_here", seat), icon_name="history", form="row", kind="primary")
        self.last = ActButton(text=scene.text("log.undo_last", seat), icon_name="undo", form="row")
        self.own = ActButton(text=scene.text("log.undo_turn", seat), icon_name="undo", form="row")
        self.mend = ActButton(text=scene.text("log.mend", seat), icon_name="correct", form="row")
        self.back.bind(on_act=lambda _: self._undo("line", int(self.list.chosen)))
        self.mend.bind(on_act=lambda _: open_past(page, owner, int(self.list.chosen)))
        self.last.bind(on_act=lambda _: self._undo("action", None))
        self.own.bind(on_act=lambda _: self._undo("turn", None))
        self.refresh()

    def refresh(self) -> None:
        """Read the log anew."""
        scene, seat = _scene(self.page), self.owner.seat
        stage = self.page.stage
        self.list.view = tuple(
            log_line(scene, entry, seat, stage.icon_for(entry.event.body)) for entry in scene.snapshot.log
        )
        self._chosen()

    def _chosen(self, *_: Any) -> None:
        self.back.enabled = self.mend.enabled = self.list.chosen > 0
        self.repaint()

    def _undo(self, scope: str, seq: int | None) -> None:
        self.list.chosen = 0
        self.page.acting.post(Undo(self.owner.seat, scope, seq))

    def lay_out(self) -> None:
        bar = 14.0
        room = self.tall - HEAD - PAD - bar - 3.0
        rows = max(1, int(room // LogList.row_height))
        self.put(self.list, PAD, HEAD, self.wide - 2 * PAD, rows * LogList.row_height)
        chosen = self.list.chosen > 0
        buttons = [self.mend, self.back] if chosen else [self.own, self.last]
        for button in (self.back, self.mend, self.own, self.last):
            if button not in buttons and button.parent is self:
                self.remove_widget(button)
                self._put = [entry for entry in self._put if entry[0] is not button]
        wide = min(60.0, (self.wide - 2 * PAD - 3.0) / len(buttons))
        for i, button in enumerate(reversed(buttons)):
            self.put(button, self.wide - PAD - (i + 1) * wide - i * 3.0, self.tall - PAD - bar, wide, bar)
        self._note = self.wide - 2 * PAD - len(buttons) * (wide + 3.0)

    def paint_head(self) -> None:
        super().paint_head()
        if self._note > 30:
            words = _scene(self.page).text("log.nothing_lost", self.owner.seat)
            self.line(words, PAD, self.tall - PAD - 7.0, "label", "text3", limit=self._note - 2, lines=2)


class PointsSheet(Sheet):
    """Where the points of a seat come from."""

    def __init__(self, owner: SeatView, page: MatchPage) -> None:
        self.page = page
        self.other = ActButton(icon_name="people", kind="quiet", form="row")
        self.other.bind(on_act=lambda _: self.replace())
        super().__init__(owner, owner.name)
        self.other.text = _scene(page).text("menu.replace", owner.seat)

    def lay_out(self) -> None:
        role = "title" if self.measure(self.title, "title") < self.width * 0.5 else "body"
        name = PAD + 12.5 + self.measure(self.title, role) / theme.density + 2.0
        wide = max(18.0, min(38.0, self.wide * 0.36, self.wide - PAD - 14 - name))
        self.put(self.other, self.wide - PAD - 14 - wide, PAD - 1.5, wide, 12)

    def replace(self) -> None:
        """Somebody else plays on at this seat: their name is asked; score, turn and record stay the seat's."""
        page, owner, scene = self.page, self.owner, _scene(self.page)
        player = scene.snapshot.match.player(owner.seat)

        def done(name: str) -> None:
            page.close(owner.seat)
            page.acting.post(Rename(owner.seat, msgspec.structs.replace(player, name=clean_name(name))))

        title = scene.text("menu.replace.about", owner.seat)
        sheet = WordsSheet(owner, title, Text(NAME_LETTERS), scene, owner.seat, done)
        page.stand(owner.seat, "replace", sheet, large=True)

    def paint_head(self) -> None:
        super().paint_head()
        scene, owner = _scene(self.page), self.owner
        score = next(score for score in scene.snapshot.standing.scores if score.seat == owner.seat)
        parts = [part for part in score.parts if part.points] or list(score.parts)[:1]
        columns = 2 if self.wide > 110 and len(parts) > 3 else 1
        rows = -(-len(parts) // columns)
        each = (self.wide - 2 * PAD - 8.0 * (columns - 1)) / columns
        long = any(self.measure(scene.say(p.line, owner.seat), "name") > theme.mm(each - 16) for p in parts)
        step = min(14.0 if long else 10.5, (self.tall - HEAD - PAD) / max(rows, 1))
        for i, part in enumerate(parts):
            column, row = divmod(i, rows)
            left, top = PAD + column * (each + 8.0), HEAD + step * (row + 0.5)
            self.line(scene.say(part.line, owner.seat), left, top, "name", "text", limit=each - 16, lines=2, tall=step)
            words = scene.number(part.points, owner.seat)
            x = self._flow(theme.mm(left + each))
            self.write(words, x, self.height - theme.mm(top), "name", "brass", anchor="left" if owner.rtl else "right")
