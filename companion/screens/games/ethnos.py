"""Ethnos on the play screen: its lands in the middle, bands by one tap on a table of tribes and sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.events import Happened
from companion.game import Amounts, Choice, Field, Number, OneOf, Seat
from companion.games.ethnos import actions as act
from companion.games.ethnos import text, text_scoring
from companion.games.ethnos.state import EthnosState, PublishedTable, Table, TextTable
from companion.games.ethnos.tribes import KINGDOMS, TEXT_ROUNDS, ages
from companion.screens.faced import Faced, corners, room, told
from companion.screens.fields import field_title, value_words
from companion.screens.games.ethnos_map import KINGDOM_COLORS, TRIBE_COLORS, Holder, Land, LandsMap, LandsView
from companion.screens.keys import Key, KeysSheet, MarksSheet, Row
from companion.screens.layout import Box
from companion.screens.stage import Ask, Scene, Stage
from companion.screens.theme import mix, rgb, theme
from companion.screens.views import Act, Gain, SeatView, Sign
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

ICONS = {
    "ChooseTribes": "tribe", "PlaceRegion": "region", "RegionsDone": "done", "PlaceGlory": "region", "Lay": "cards",
    "FormBand": "people", "ExtendBand": "extend", "UsePower": "points", "TakeCard": "cards", "SwapCard": "trade",
    "EndTurn": "done", "DeckEmpty": "deck", "CardsLeft": "cards", "CloseRound": "done", "Recruit": "cards",
    "PlayBand": "people", "Keep": "hand", "FreeMarker": "region", "Dragon": "dragon", "CashOrcs": "orcs",
}  # fmt: skip
MAIN = ("CloseRound", "EndTurn", "RegionsDone")
OWN_SHEETS = ("PlaceRegion", "FormBand", "ExtendBand", "PlayBand", "PlaceGlory")
TAKEN = ("log.marker", "log.no_marker", "log.giant", "log.troll")
"""What hands do after a band as published."""
MOST_KEYS = 12
"""A number of up to so many values is asked by a key for each."""


def bright(tribe: str) -> Any:
    """The tribe's colour as the ink of a sign on the ground."""
    other = rgb("FBF3E2") if theme.name != "light" else rgb("1A120A")
    return mix(TRIBE_COLORS[tribe], other, 0.28)


class EthnosStage(Stage):
    """What is Ethnos' own."""

    # ------------------------------------------------------------------------------------------ whose move

    def turn(self, scene: Scene) -> Seat | None:
        """While hands are counted, who still may use a power: the others only count."""
        table = table_of(scene)
        if isinstance(table, TextTable) and table.phase == "count" and table.trigger is not None:
            seat = table.seats[table.trigger]
            if scene.choice(seat, act.UsePower) is not None:
                return seat
        return super().turn(scene)

    # ------------------------------------------------------------------------------------------ in the zones

    def signs(self, scene: Scene, seat: Seat) -> tuple[Sign, ...]:
        table = table_of(scene)
        who = table.seats.index(seat)
        if not table.hands:
            return ()
        found = [Sign("cards", scene.number(table.hands[who], seat))]
        if isinstance(table, TextTable):
            for band in table.bands[who]:
                found.append(Sign(band.tribe, scene.number(band.size, seat), bright(band.tribe)))
            for tribe, n in zip(table.tribes, table.laid[who], strict=True):
                if n:
                    found.append(Sign(tribe, scene.number(n, seat), "text3"))
            return tuple(found)
        if table.bands[who]:
            found.append(Sign("people", scene.number(len(table.bands[who]), seat)))
        if table.giant is not None and table.giant[0] == who:
            found.append(Sign("giants", scene.number(table.giant[1], seat), bright("giants")))
        if table.merfolk[who]:
            found.append(Sign("merfolk", scene.number(table.merfolk[who], seat), bright("merfolk")))
        if table.trolls[who]:
            found.append(Sign("trolls", scene.number(sum(table.trolls[who]), seat), bright("trolls")))
        if any(table.orcs[who]):
            found.append(Sign("orcs", scene.number(sum(table.orcs[who]), seat), bright("orcs")))
        return tuple(found)

    def gains(self, scene: Scene, news: Happened) -> dict[Seat, tuple[Gain, ...]]:
        """The points of a band, on a card of its tribe."""
        body = news.event.body
        lines = news.snapshot.log[-1].lines if len(news.snapshot.log) else ()
        for line in lines:
            if isinstance(body, act.FormBand | act.ExtendBand) and line.key == "log.gained":
                points = scene.number(int(line["n"]), body.seat, signed=True)  # type: ignore[arg-type]
                return {body.seat: (Gain(body.tribe, TRIBE_COLORS[body.tribe], points),)}
        return {}

    def keeps_gains(self, news: Happened) -> bool:
        """Until the turn passes."""
        return isinstance(news.event.body, (act.UsePower, *act.CORRECTIONS))

    def remarks(self, scene: Scene, news: Happened) -> tuple[tuple[Seat | None, str], ...]:
        """Whether a marker goes down and what a leader takes; the end of an age, unless seats are asked something then:
        their sheets say it."""
        lines = news.snapshot.log[-1].lines
        if isinstance(news.event.body, act.PlayBand):
            seat = news.event.body.seat
            return ((seat, " · ".join(scene.say(line, seat) for line in lines if line.key in TAKEN)),)
        if len(scene.snapshot.standing.active) > 1:
            return ()
        turn = self.turn(scene)
        return tuple((turn, scene.say(line, turn)) for line in lines if line.key == "log.age_over")

    def icon_for(self, body: Any) -> str:
        return ICONS.get(type(body).__name__) or super().icon_for(body)

    def notes(self, scene: Scene, seat: Seat, form: str) -> tuple[str, ...]:
        """None: they stand beside the picture."""
        return ()

    # ------------------------------------------------------------------------------------------ acts

    def acts(self, scene: Scene, seat: Seat) -> tuple[Act, ...]:
        table = table_of(scene)
        found = list(super().acts(scene, seat))
        if isinstance(table, PublishedTable) and table.drew is not None and table.phase == "turn":
            other = table.seats[table.drew]
            if other != seat and scene.choice(other, act.Dragon) is not None:
                name = scene.words(seat).name(other)
                found.append(Act(f"dragon:{other}", scene.text("act.dragon_of", seat, name=name), "dragon"))
        return tuple(found)

    def word_of(self, scene: Scene, choice: Choice) -> str:
        if choice.action is act.ExtendBand:
            return scene.text("act.extend", choice.seat)
        return super().word_of(scene, choice)

    def act(self, scene: Scene, choice: Choice) -> Act:
        made = super().act(scene, choice)
        name = choice.action.__name__
        kind = "primary" if name in MAIN else "plain"
        return Act(made.key, made.text, ICONS.get(name, made.icon), kind, made.enabled, made.why)

    def asks(self, scene: Scene) -> dict[Seat, Ask | Choice]:
        """Hands that are to be counted, also of the seat that stands first."""
        table = table_of(scene)
        if not isinstance(table, TextTable) or table.phase != "count":
            return super().asks(scene)
        found: dict[Seat, Ask | Choice] = {}
        for seat in table.seats:
            choices = scene.choices(seat)
            if len(choices) == 1 and choices[0].action is act.CardsLeft:
                found[seat] = choices[0]
        return found

    # ------------------------------------------------------------------------------------------ flows

    def open(self, page: MatchPage, seat: Seat, key: str) -> bool:
        scene = page.scene
        assert scene is not None
        if key.startswith("dragon:"):
            page.acting.post(act.Dragon(Seat(int(key.partition(":")[2]))))
            return True
        name, _, land = key.partition(":")
        choice = next((c for c in scene.choices(seat) if c.action.__name__ == name), None)
        if name not in OWN_SHEETS or choice is None or choice.refusal is not None:
            return False
        owner = page.seat_view(seat, full=False)

        def post(action: Any) -> None:
            page.close(seat)
            page.acting.post(action)

        sheet = own_sheet(scene, owner, choice, land, post)
        narrow = page.frame.form == "portrait" or (page.panel.flat and page.panel.height_mm < 125)
        large = len(sheet.rows) > 3 or (sheet.many and narrow)
        page.stand(seat, f"fill:{name}", sheet, large=large)
        return True

    def sheet(
        self, page: MatchPage, owner: SeatView, choice: Choice, name: str, field: Field, done: Callable[[Any], None]
    ) -> Sheet | None:
        """Keys in place of steppers: one tap a number, a mark a tribe."""
        assert page.scene is not None
        scene, seat = page.scene, choice.seat
        title = field_title(scene, choice, name)
        match field:
            case Number() if 1 < field.count() <= MOST_KEYS and field.step == 1:
                keys = tuple(Key(n, scene.number(n, seat)) for n in range(field.low, field.high + 1))
                return KeysSheet(owner, title, (Row(name, keys),), lambda got: done(got[name]), at_once=True)
            case OneOf(options=options) if any(value in KINGDOM_COLORS for value in options):
                keys = tuple(kingdom_key(scene, seat, value) for value in options)
                return KeysSheet(owner, title, (Row(name, keys),), lambda got: done(got[name]), at_once=True)
            case OneOf(options=options) if any(value in TRIBE_COLORS for value in options):
                keys = tuple(tribe_key(scene, seat, value) for value in options)
                return KeysSheet(owner, title, (Row(name, keys),), lambda got: done(got[name]), at_once=True)
            case Amounts() if max(field.limits) == 1:
                return self._marks(scene, owner, title, field, done)
        return None

    def _marks(
        self, scene: Scene, owner: SeatView, title: str, field: Amounts, done: Callable[[Any], None]
    ) -> MarksSheet:
        seat = owner.seat
        make = kingdom_key if field.kinds == KINGDOMS else tribe_key
        held = tuple(kind for kind, limit in zip(field.kinds, field.limits, strict=True) if limit)
        keys = tuple(make(scene, seat, kind) for kind in held)

        def whole(marks: tuple[int, ...]) -> None:
            marked = dict(zip(held, marks, strict=True))
            done(tuple(marked.get(kind, 0) for kind in field.kinds))

        def record(n: int) -> str:
            if n < field.low:
                return scene.text("field.of", seat, n=n, total=field.low)
            return scene.text("button.record", seat)

        return MarksSheet(owner, title, keys, field.low, field.high, whole, record)

    # ------------------------------------------------------------------------------------------ the middle

    def make_middle(self, page: MatchPage) -> Faced:
        lands = LandsMap()
        lands.bind(on_land=lambda _, index: self._land(page, index))
        return Faced(lands)

    def room(self, page: MatchPage) -> Box:
        return room(page.frame, page.panel)

    def _land(self, page: MatchPage, index: int) -> None:
        """A kingdom was tapped: a band for it, or the free marker."""
        scene, seat = page.scene, page.turn
        if scene is None or seat is None:
            return
        kingdom = KINGDOMS[index]
        if scene.choice(seat, act.FreeMarker) is not None:
            page.acting.post(act.FreeMarker(seat, kingdom))
        else:
            self.open(page, seat, f"PlayBand:{kingdom}")

    def show_middle(self, scene: Scene, middle: Any, page: MatchPage) -> None:
        shown = page.turn is not None and len(self.acts(scene, page.turn)) <= 3  # then it stands beside the acts
        middle.face(page.frame, page.panel, page.turn, told(scene, page.turn, prompt=not shown))
        middle.picture.view = lands_view(scene, flat=page.panel.flat, corners=corners(page.frame, page.panel))


# ---------------------------------------------------------------------------------------------- sheets


def tribe_key(scene: Scene, seat: Seat, tribe: str, value: Any = None, *, enabled: bool = True, why: str = "") -> Key:
    words = scene.text(f"word.{tribe}", seat)
    return Key(tribe if value is None else value, words, tribe, TRIBE_COLORS[tribe], enabled, why)


def kingdom_key(scene: Scene, seat: Seat, kingdom: str) -> Key:
    return Key(kingdom, scene.text(f"word.{kingdom}", seat), "", KINGDOM_COLORS[kingdom])


def own_sheet(scene: Scene, owner: SeatView, choice: Choice, land: str, post: Callable[[Any], None]) -> KeysSheet:
    """The sheet that fills in every blank of ``choice`` at once; ``land``: a kingdom that is tapped already."""
    title = scene.text(f"action.{choice.action.__name__}", owner.seat)
    match choice.action:
        case act.FormBand:
            return _form_sheet(scene, owner, title, choice, post)
        case act.ExtendBand:
            return _extend_sheet(scene, owner, title, post)
        case act.PlayBand:
            return _band_sheet(scene, owner, title, choice, land, post)
    rows = tuple(_row(scene, owner.seat, choice, name, field) for name, field in choice.fields)
    return KeysSheet(owner, title, rows, lambda got: post(choice.build(**got)))


def _row(scene: Scene, seat: Seat, choice: Choice, name: str, field: Field) -> Row:
    words = field_title(scene, choice, name)
    values = range(field.low, field.high + 1) if isinstance(field, Number) else field.options  # type: ignore[union-attr]
    keys = tuple(
        tribe_key(scene, seat, value) if value in TRIBE_COLORS else Key(value, value_words(scene, seat, name, value))
        for value in values
    )
    return Row(name, keys, words)


def _form_sheet(scene: Scene, owner: SeatView, title: str, choice: Choice, post: Callable[[Any], None]) -> KeysSheet:
    """A row for each size, a key for each tribe: one tap forms the band."""
    seat, table = owner.seat, table_of(scene)
    assert isinstance(table, TextTable)
    size: Any = dict(choice.fields)["size"]
    rows = []
    for n in range(size.low, size.high + 1):
        points = text_scoring.band_points(table.rules, n)
        keys = []
        for tribe in table.tribes:
            refusal = scene.game.check(scene.state, act.FormBand(seat, tribe, n))
            keys.append(
                tribe_key(
                    scene, seat, tribe, (tribe, n), enabled=refusal is None, why=scene.why(refusal, seat)
                )
            )  # fmt: skip
        rows.append(Row(str(n), tuple(keys), scene.text("act.size", seat, n=n, points=points)))
    return KeysSheet(
        owner, title, tuple(rows), lambda got: _one(got, lambda v: post(act.FormBand(seat, *v))), at_once=True
    )


def _extend_sheet(scene: Scene, owner: SeatView, title: str, post: Callable[[Any], None]) -> KeysSheet:
    """A row for each band with room, a key for each number of cards that it can take."""
    seat, table = owner.seat, table_of(scene)
    assert isinstance(table, TextTable)
    who = table.seats.index(seat)
    rows = []
    for band in dict.fromkeys(text.extendable(table, who)):
        keys = []
        for n in range(1, 3):
            action = act.ExtendBand(seat, band.tribe, n, band.size)
            if scene.game.check(scene.state, action) is None:
                words = scene.text("act.more", seat, n=n, points=text.gained(table, action))
                keys.append(Key((band.tribe, n, band.size), words, "plus"))
        if keys:
            words = scene.text("act.band", seat, n=band.size, tribe=scene.text(f"word.{band.tribe}", seat))
            rows.append(Row(f"{band.tribe} {band.size}", tuple(keys), words, band.tribe, bright(band.tribe)))
    return KeysSheet(
        owner, title, tuple(rows), lambda got: _one(got, lambda v: post(act.ExtendBand(seat, *v))), at_once=True
    )


def _band_sheet(
    scene: Scene, owner: SeatView, title: str, choice: Choice, land: str, post: Callable[[Any], None]
) -> KeysSheet:
    """Kingdom, leader, skeletons (none, unless told) and size; the size is asked last."""
    seat, fields = owner.seat, dict(choice.fields)
    rows = []
    if not land:
        keys = tuple(kingdom_key(scene, seat, kingdom) for kingdom in KINGDOMS)
        rows.append(Row("kingdom", keys))
    leaders: Any = fields["leader"]
    keys = tuple(tribe_key(scene, seat, leader) for leader in leaders.options)
    rows.append(Row("leader", keys, field_title(scene, choice, "leader")))
    for name, start in (("skeletons", 0), ("size", None)):
        field: Any = fields.get(name)
        if field is not None:
            keys = tuple(Key(n, scene.number(n, seat)) for n in range(field.low, field.high + 1))
            words = field_title(scene, choice, name) if name == "size" else scene.text("word.skeletons", seat)
            rows.append(Row(name, keys, words, chosen=start))
    given: dict[str, Any] = {"kingdom": land} if land else {}
    title = f"{title} · {scene.text(f'word.{land}', seat)}" if land else title
    return KeysSheet(owner, title, tuple(rows), lambda got: post(act.PlayBand(seat, **given, **got)))


def _one(got: Any, take: Callable[[Any], None]) -> None:
    """The only value of an answer at once."""
    take(next(iter(got.values())))


# ---------------------------------------------------------------------------------------------- the lands


def table_of(scene: Scene) -> Table:
    state: EthnosState = scene.state
    return state.table


def lands_view(scene: Scene, *, flat: bool, corners: tuple[float, float] = (0.0, 0.0)) -> LandsView:
    """The lands of the match as cards."""
    table = table_of(scene)
    words = scene.words(None)
    rtl = words.language == "fa"
    if isinstance(table, TextTable):
        number = min(table.round, TEXT_ROUNDS)
        title = scene.text("word.round_of", None, i=number, n=TEXT_ROUNDS)
        deck = scene.number(table.deck, None) if table.deck is not None else ""
        if deck and table.phase in ("turn", "count"):
            title += f" · {scene.text('word.in_deck', None, n=table.deck or 0)}"
        return LandsView(_regions(scene, table), TEXT_ROUNDS, number, deck, None, title, flat, rtl, corners)
    count = ages(len(table.seats))
    number = min(table.age, count)
    title = scene.text("word.age_of", None, i=number, n=count)
    return LandsView(_kingdoms(scene, table, number), count, number, "", table.dragons, title, flat, rtl, corners)


def _holder(scene: Scene, table: Table, who: int, n: int) -> Holder:
    player = scene.snapshot.match.player(table.seats[who])
    letter = letter_of(player.symbol, scene.words(None).language)
    return Holder(player.symbol, player.color, letter, n, scene.number(n, None))


def _regions(scene: Scene, table: TextTable) -> tuple[Land, ...]:
    """Who leads in each region; where several do, nobody would get it."""
    lands = []
    played = table.past[-1] if table.phase == "over" and table.past else table.current
    for i, region in enumerate(table.regions):
        counts = text_scoring.region_counts(table, played, i) if played.bands else ()
        most = max(counts, default=0)
        ahead = [who for who, n in enumerate(counts) if n == most and most > 0]
        holders = tuple(_holder(scene, table, who, most) for who in ahead)
        note = "" if holders else scene.text("word.nobody_yet", None)
        value = scene.number(region.value, None)
        color = TRIBE_COLORS[region.tribe]
        lands.append(Land(region.tribe, color, (value,), holders, tied=len(ahead) > 1, note=note))
    return tuple(lands)


def _kingdoms(scene: Scene, table: PublishedTable, age: int) -> tuple[Land, ...]:
    """Each kingdom's tokens, those of the ages so far bright, and everybody's markers in the order of their number."""
    lands = []
    tap, lit = table.phase in ("turn", "centaurs", "merfolk"), table.phase == "merfolk"
    for k, kingdom in enumerate(KINGDOMS):
        tokens = table.glory[k] if k < len(table.glory) else ()
        markers = [(row[k], who) for who, row in enumerate(table.markers) if row[k]]
        markers.sort(key=lambda entry: (-entry[0], entry[1]))
        holders = tuple(_holder(scene, table, who, n) for n, who in markers)
        values = tuple(scene.number(token, None) for token in tokens)
        name = scene.text(f"word.{kingdom}", None)
        note = scene.text("word.nobody_yet", None) if tokens else ""
        lands.append(Land("", KINGDOM_COLORS[kingdom], values, holders, name, age, note=note, tap=tap, lit=lit))
    return tuple(lands)


STAGE = EthnosStage
