"""Sheets that ask for one blank of a choice: an option, a seat, a number, amounts, dice, a place, words.

Every game can be played through these alone. Each calls ``done(value)`` once, with a value that the field contains.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from companion.game import Amounts, Choice, Faces, Field, Number, OneOf, Players, Seat, Spot, Text, Throw, Word
from companion.locale import LANGUAGES
from companion.screens.icons import ICONS, pictured
from companion.screens.keyboard import Keyboard
from companion.screens.keyboards import typed
from companion.screens.stage import Scene
from companion.screens.text import base_direction
from companion.screens.theme import GAP, LEAST_TARGET, PAD, theme
from companion.screens.views import SeatView
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.keypad import Keypad
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.stepper import Stepper

Done = Callable[[Any], None]
HEAD = PAD + 11.0
"""Where the body of a sheet begins, in millimetres from its top."""

LINE = 12.0
"""The height of the line that is typed into, in millimetres."""


def field_title(scene: Scene, choice: Choice, name: str) -> str:
    """What the blank ``name`` asks, in the seat's words."""
    words = scene.words(choice.seat)
    for key in (f"action.{choice.action.__name__}.{name}", f"field.{name}"):
        if words.has(key, scene.game.name):
            return scene.text(key, choice.seat)
    return scene.text(f"action.{choice.action.__name__}", choice.seat)


def value_words(scene: Scene, seat: Seat, name: str, value: Any) -> str:
    """A value of a blank in the seat's words."""
    words = scene.words(seat)
    if value is None:
        value = "none"
    for key in (f"option.{name}.{value}", f"word.{value}", str(value)):
        if words.has(key, scene.game.name):
            return scene.text(key, seat)
    if isinstance(value, bool):
        return scene.text("field.yes" if value else "field.no", seat)
    if isinstance(value, int):
        return scene.number(value, seat)
    if isinstance(value, Word):
        return scene.text(value.key, seat)
    if isinstance(value, tuple):
        return " · ".join(value_words(scene, seat, name, v) for v in value) or scene.text("word.nothing", seat)
    return str(value)


def field_sheet(
    scene: Scene, owner: SeatView, choice: Choice, name: str, field: Field, done: Done, closable: bool = True
) -> Sheet:
    """The sheet that asks for the blank ``name`` of ``choice``; one that must be answered is not ``closable``."""
    sheet = _field_sheet(scene, owner, choice, name, field, done)
    if not closable:
        sheet.fix()
    return sheet


def _field_sheet(scene: Scene, owner: SeatView, choice: Choice, name: str, field: Field, done: Done) -> Sheet:
    title = field_title(scene, choice, name)
    seat = choice.seat
    match field:
        case OneOf(options=options):
            return OptionsSheet(
                owner, title, tuple((v, value_words(scene, seat, name, v), _icon(v)) for v in options), done
            )
        case Players(seats=seats):
            return OptionsSheet(owner, title, tuple((s, scene.words(seat).name(s), "person") for s in seats), done)
        case Spot(kind=kind, places=places):
            named = tuple((p, _place_words(scene, seat, kind, p), "") for p in places)
            return OptionsSheet(owner, title, named, done)
        case Faces():
            return SumSheet(owner, title, field, lambda n: scene.number(n, seat), done)
        case Number():
            return NumberSheet(owner, title, field, lambda n: scene.number(n, seat), done)
        case Amounts():
            return AmountsSheet(owner, title, field, scene, seat, done)
        case Text():
            return WordsSheet(owner, title, field, scene, seat, done)


def _place_words(scene: Scene, seat: Seat, kind: str, place: int) -> str:
    words = scene.words(seat)
    key = f"word.{kind}.{place}"
    return scene.text(key, seat) if words.has(key, scene.game.name) else scene.number(place + 1, seat)


def _icon(value: Any) -> str:
    return value if isinstance(value, str) and value in ICONS else ""


def grid(n: int, wide: float, tall: float, least: float = 20.0) -> tuple[int, float, float]:
    """Columns, width and height of cells for ``n`` targets in a room of ``wide`` x ``tall`` millimetres."""
    best: tuple[float, int, float, float] | None = None
    for columns in range(1, n + 1):
        rows = ceil(n / columns)
        cell = min((wide - GAP * (columns - 1)) / columns, 46.0), min((tall - GAP * (rows - 1)) / rows, 22.0)
        fair = min(cell[0] / 1.6, cell[1])
        if best is None or fair >= best[0]:  # of equals the one with fewer rows
            best = fair, columns, cell[0], cell[1]
    assert best is not None
    return best[1], best[2], best[3]


class OptionsSheet(Sheet):
    """A button for each of ``options`` (value, words, icon); in pages where they are many."""

    def __init__(self, owner: SeatView, title: str, options: tuple[tuple[Any, str, str], ...], done: Done) -> None:
        self.options, self.done, self.page = options, done, 0
        self._laid: tuple[Any, ...] = ()
        super().__init__(owner, title)

    def lay_out(self) -> None:
        wide, tall = self.wide - 2 * PAD, self.tall - HEAD - PAD
        fits = max(1, int((wide + GAP) // (20 + GAP))) * max(1, int((tall + GAP) // (14 + GAP)))
        laid = (round(wide), round(tall), self.page)
        if laid == self._laid:
            return
        self._laid = laid
        self.empty()
        paged = len(self.options) > fits
        per = fits - 1 if paged else fits
        shown = self.options[self.page * per : (self.page + 1) * per]
        cells = len(shown) + (1 if paged else 0)
        columns, width, height = grid(cells, wide, tall)
        left = PAD + (wide - columns * width - GAP * (columns - 1)) / 2
        rows = ceil(cells / columns)
        top = HEAD + max(0.0, (tall - rows * height - GAP * (rows - 1)) / 3)
        for i in range(cells):
            x, y = left + (i % columns) * (width + GAP), top + (i // columns) * (height + GAP)
            if i < len(shown):
                value, words, icon = shown[i]
                button = ActButton(text=words, icon_name=icon, role="name" if len(words) < 4 and not icon else "act")
                button.bind(on_act=lambda _, value=value: self.done(value))
            else:
                button = ActButton(icon_name="more", kind="quiet")
                button.bind(on_act=lambda _, per=per: self._turn_page(per))
            self.put(button, x, y, width, height)

    def _turn_page(self, per: int) -> None:
        self.page = (self.page + 1) % ceil(len(self.options) / per)
        self.repaint()


class SumSheet(Sheet):
    """The sums of some dice as a grid: one tap records the throw."""

    def __init__(
        self, owner: SeatView, title: str, field: Faces, write_number: Callable[[int], str], done: Done
    ) -> None:
        super().__init__(owner, title)
        self.keys: dict[int, ActButton] = {}
        for total in range(field.dice, field.dice * field.sides + 1):
            key = ActButton(text=write_number(total), kind="key", role="figure")
            key.bind(on_act=lambda _, total=total: done(Throw(total)))
            self.keys[total] = key

    def lay_out(self) -> None:
        wide, tall = self.wide - 2 * PAD, self.tall - HEAD - PAD
        columns, width, height = grid(len(self.keys), wide, tall)
        left = PAD + (wide - columns * width - GAP * (columns - 1)) / 2
        for i, key in enumerate(self.keys.values()):
            x, y = left + (i % columns) * (width + GAP), HEAD + (i // columns) * (height + GAP)
            self.put(key, x, y, width, height, fixed=True)


class NumberSheet(Sheet):
    """A number: by stepper where it is one of few, else by keypad; always shown before it is recorded."""

    def __init__(
        self, owner: SeatView, title: str, field: Number, write_number: Callable[[int], str], done: Done
    ) -> None:
        super().__init__(owner, title)
        self.field, self.write_number, self.done = field, write_number, done
        start = min(max(0, field.low), field.high)
        self.stepper = Stepper(low=field.low, high=field.high, step=field.step, number=start, write_number=write_number)
        self.keypad: Keypad | None = None
        if field.count() > 12 and field.low >= 0:
            self.keypad = Keypad(longest=len(str(field.high)), write_number=write_number, number=start)
            self.keypad.bind(number=lambda _, n: setattr(self.stepper, "number", min(n, field.high)))
            self.keypad.bind(on_done=lambda _: self.finish())
        self.record = ActButton(icon_name="done", kind="primary")
        self.record.bind(on_act=lambda _: self.finish())

    def finish(self) -> None:
        """Record the number, if it is one that may be."""
        if self.field.contains(int(self.stepper.number)):
            self.done(int(self.stepper.number))

    def lay_out(self) -> None:
        tall = self.tall - HEAD - PAD
        if self.keypad is None:
            self.put(self.stepper, self.wide / 2 - 30, HEAD + tall / 2 - 10, 60, 20)
            self.put(self.record, self.wide - PAD - 22, self.tall - PAD - 20, 22, 20)
            return
        pad_width = min(54.0, self.wide - 2 * PAD)
        if self.wide >= 120:
            self.put(self.keypad, self.wide - PAD - pad_width - 16, PAD, pad_width, self.tall - 2 * PAD)
            self.put(self.stepper, PAD, HEAD + tall / 2 - 10, 60, 20)
        else:
            self.put(self.stepper, (self.wide - 60) / 2, HEAD, 60, 16)
            self.put(self.keypad, (self.wide - pad_width) / 2, HEAD + 19, pad_width, self.tall - HEAD - 19 - PAD)


class AmountsSheet(Sheet):
    """How many of each kind: a stepper on each card, the sum beside what is asked, recorded together."""

    def __init__(self, owner: SeatView, title: str, field: Amounts, scene: Scene, seat: Seat, done: Done) -> None:
        super().__init__(owner, title)
        self.field, self.scene, self.seat, self.done = field, scene, seat, done
        self.steppers: list[Stepper] = []
        for kind, limit in zip(field.kinds, field.limits, strict=True):
            picture = scene_card(scene, kind)
            stepper = Stepper(
                high=limit, form="card", card=picture, rtl=owner.rtl, write_number=lambda n: scene.number(n, seat)
            )
            stepper.bind(number=self._counted)
            self.steppers.append(stepper)
        self.record = ActButton(icon_name="done", kind="primary", text=scene.text("button.record", seat))
        self.record.bind(on_act=lambda _: self.finish())
        self.none = ActButton(icon_name="erase", kind="quiet")
        self.none.bind(on_act=lambda _: self.clear())
        self._counted()

    def clear(self) -> None:
        """None of any kind again."""
        for stepper in self.steppers:
            stepper.number = 0

    @property
    def amounts(self) -> tuple[int, ...]:
        return tuple(int(stepper.number) for stepper in self.steppers)

    def _counted(self, *_: Any) -> None:
        total = sum(self.amounts)
        for stepper, limit in zip(self.steppers, self.field.limits, strict=True):
            stepper.high = min(limit, int(stepper.number) + self.field.high - total)
        self.record.enabled = self.field.contains(self.amounts)
        word = self.scene.text("button.record", self.seat)
        goal = self.field.low if self.field.low == self.field.high else 0
        # the button counts until it may be pressed
        self.record.text = self.scene.text("field.of", self.seat, n=total, total=goal) if goal > total else word
        self.repaint()

    def finish(self) -> None:
        """Record, if the sum is right."""
        if self.field.contains(self.amounts):
            self.done(self.amounts)

    def lay_out(self) -> None:
        n = len(self.steppers)
        small = self.tall < 60
        head = HEAD - 2.5 if small else HEAD
        side = 22.0 if self.wide > 96 else 0.0
        wide = self.wide - 2 * PAD - (side + GAP if side else 0.0)
        step = min(wide / n, 26.0)
        tall = self.tall - head - PAD + (1.0 if small else 0.0) - (0.0 if side else 17.0)
        left = PAD + (wide - step * n) / 2
        high = min(tall, 44.0)
        low = not side and high * 0.38 < LEAST_TARGET  # no room for a minus under each card: one button takes all back
        for i, stepper in enumerate(self.steppers):
            stepper.form = "tap" if low else "card"
            self.put(stepper, left + i * step + 0.5, head + (tall - high) / 2, step - 1.0, high)
        if side:
            self.put(self.record, self.wide - PAD - side, self.tall - PAD - 20, side, 20)
        else:
            start = 14.0 + GAP if low else 0.0
            self.put(self.record, PAD + start, self.tall - PAD - 14, self.wide - 2 * PAD - start, 14)
            self.record.form = "row"
        if low:
            self.put(self.none, PAD, self.tall - PAD - 14, 14, 14)


def scene_card(scene: Scene, kind: str) -> tuple[str, Any, bool]:
    """Icon, colour and whether the icon is dark, for a card of ``kind``."""
    from companion.screens.theme import DARK_ICON_TERRAIN, GROUNDS

    kind = pictured(kind, scene.snapshot.match.terms)
    if kind in GROUNDS:
        return kind, GROUNDS[kind], kind in DARK_ICON_TERRAIN and kind != "coin"
    return (kind if kind in ICONS else "cards"), theme.palette.raised2, False


class WordsSheet(Sheet):
    """Free words by the on-screen keyboard, which faces the seat that types."""

    def __init__(self, owner: SeatView, title: str, field: Text, scene: Scene, seat: Seat, done: Done) -> None:
        self.field, self.done, self.words = field, done, ""
        self.keyboard = Keyboard(layout=owner.language, words=scene.words(seat))
        super().__init__(owner, title)
        self.keyboard.bind(on_key=lambda _, key: self.key(key))
        self._capital()

    def key(self, key: str) -> None:
        """A key of the keyboard."""
        keyboard = self.keyboard
        language = keyboard.layout.removeprefix("digits-")
        if key == "done":
            self.finish()
        elif key == "language":
            keyboard.layout = LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
        elif key == "digits":
            keyboard.layout = language if keyboard.layout != language else f"digits-{language}"
        elif key == "shift":
            keyboard.shifted = not keyboard.shifted
            return
        else:
            shift = bool(keyboard.shifted) and key.isascii()
            self.words = typed(self.words, key, shift=shift, longest=self.field.longest)
        self._capital()
        self.repaint()

    def _capital(self) -> None:
        self.keyboard.shifted = self.keyboard.layout == "en" and not self.words

    def finish(self) -> None:
        """Record the words, if there are any."""
        words = self.words.strip()
        if self.field.contains(words):
            self.done(words)

    def lay_out(self) -> None:
        high = min(self.tall - HEAD - LINE - GAP, 64.0)
        self.put(self.keyboard, 2.0, self.tall - high - 2.0, self.wide - 4.0, high, fixed=True)

    def paint_head(self) -> None:
        super().paint_head()
        top = self.tall - min(self.tall - HEAD - LINE - GAP, 64.0) - 2.0 - LINE - 1.0
        wide = self.wide - 2 * PAD
        self.box(theme.mm(PAD), self.height - theme.mm(top + LINE), theme.mm(wide), theme.mm(LINE), 2.6, "raised")
        rtl = base_direction(self.words) == "rtl" if self.words else self.owner.rtl
        x = self.width - theme.mm(PAD + 3.0) if rtl else theme.mm(PAD + 3.0)
        y = self.height - theme.mm(top + LINE / 2)
        long = self.write(self.words, x, y, "body", anchor="right" if rtl else "left", limit=theme.mm(wide - 8.0))
        x += (-1 if rtl else 1) * (long + theme.mm(1.0))
        self.fill(x, y - theme.mm(3.0), theme.mm(0.5), theme.mm(6.0), "brass")
