"""Whale Riders on the play screen: the coast in the middle, a purchase by one tap on a table of prices and tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.events import Happened
from companion.game import Amounts, Choice, Field, Number, Seat, Spot
from companion.games.whale_riders import actions as act
from companion.games.whale_riders.coast import AMOUNTS, DECREE_COINS, DECREE_PEARLS, PORTS
from companion.games.whale_riders.contracts import TILE_NAMES
from companion.games.whale_riders.state import WhaleState
from companion.games.whale_riders.turn import cost_in_coins
from companion.locale import Catalogue
from companion.screens.asking import Asking
from companion.screens.faced import Faced, corners, room, told
from companion.screens.fields import field_title, value_words
from companion.screens.games.whale_riders_coast import VIOLET, Coast, CoastView, Decree, Rider
from companion.screens.keys import Key, KeysSheet, MarksSheet, Row
from companion.screens.layout import Box
from companion.screens.stage import Scene, Stage
from companion.screens.theme import Rgba, rgb
from companion.screens.views import Act, Gain, SeatView, Sign
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

ICONS = {
    "ChooseDecrees": "contract", "TakeMagic": "star", "Move": "sail", "Buy": "cart", "BuyTile": "cart",
    "BuyPearl": "pearl", "BuyStart": "pearl", "Coin": "coin-plus", "Burn": "burn", "Fulfil": "contract",
    "Deliver": "contract", "SwapTiles": "trade", "EndTurn": "done",
}  # fmt: skip
POWER_ICONS = {
    "m_double_coin": "coin-plus", "m_buy_many": "cart", "m_swap": "trade", "m_flat_price": "coin",
    "m_free_move": "sail", "m_all_wild": "crystal", "m_hand_six": "cards",
}  # fmt: skip
DECREE_ICONS = {
    "d3contracts": "contract", "d8coins": "coin", "d8tiles": "bag", "d8pearls": "pearl", "d_crab": "finish",
    "d_return": "sun",
}  # fmt: skip
GOODS_COLORS: dict[str, Rgba] = {
    "goods": rgb("8A6A3A"),
    "shell": rgb("B07A5A"),
    "kelp": rgb("4C8C4A"),
    "meat": rgb("A8485A"),
    "pottery": rgb("97492F"),
    "crystal": rgb("4F86B5"),
    "pearl": VIOLET,
    "start": VIOLET,
}
OWN_SHEETS = ("Buy", "BuyTile", "BuyPearl", "BuyStart", "Fulfil", "Deliver")
REMARKED = ("log.decree", "log.seventh_pearl")
MOST_KEYS = 12
DEAREST = 12
"""The highest price of a starting pearl that has a key; a dearer one is typed."""


class WhaleStage(Stage):
    """What is Whale Riders' own."""

    # ------------------------------------------------------------------------------------------ in the zones

    def signs(self, scene: Scene, seat: Seat) -> tuple[Sign, ...]:
        state: WhaleState = scene.state
        rider = state.riders[state.seats.index(seat)]
        found = [
            Sign("coin", scene.number(rider.coins, seat)),
            Sign("bag", scene.number(len(rider.tiles), seat)),
            Sign("contract", scene.number(len(rider.contracts), seat)),
        ]
        if rider.power:
            found.append(Sign(POWER_ICONS[rider.power], "", "brass"))
        return tuple(found)

    def gains(self, scene: Scene, news: Happened) -> dict[Seat, tuple[Gain, ...]]:
        """What was bought, and the pearls of a contract."""
        match news.event.body:
            case act.Buy(seat=seat, pearls=0):
                return {seat: (Gain("bag", GOODS_COLORS["goods"], ""),)}
            case act.Buy(seat=seat, pearls=n) | act.BuyStart(seat=seat, pearls=n) | act.Fulfil(seat=seat, pearls=n):
                return {seat: (Gain("pearl", VIOLET, scene.number(n, seat, signed=True)),)}
            case act.Deliver(seat=seat, pearls=n):
                return {seat: (Gain("pearl", VIOLET, scene.number(n, seat, signed=True)),)}
            case act.BuyTile(seat=seat, kind=kind, n=n):
                return {seat: (Gain(kind, GOODS_COLORS[kind], scene.number(n, seat, signed=True)),)}
            case act.BuyPearl(seat=seat):
                return {seat: (Gain("pearl", VIOLET, ""),)}
            case act.Coin(seat=seat):
                return {seat: (Gain("coin", rgb("C8952F"), ""),)}
        return {}

    def remarks(self, scene: Scene, news: Happened) -> tuple[tuple[Seat | None, str], ...]:
        lines = [line for line in news.snapshot.log[-1].lines if line.key in REMARKED]
        seat = getattr(news.event.body, "seat", None)
        return tuple((seat, scene.say(line, seat)) for line in lines[-1:])

    def icon_for(self, body: Any) -> str:
        return ICONS.get(type(body).__name__) or super().icon_for(body)

    def notes(self, scene: Scene, seat: Seat, form: str) -> tuple[str, ...]:
        """None: they stand beside the picture."""
        return ()

    # ------------------------------------------------------------------------------------------ acts

    def act(self, scene: Scene, choice: Choice) -> Act:
        made = super().act(scene, choice)
        name = choice.action.__name__
        kind = "primary" if name == "EndTurn" else "plain"
        return Act(made.key, made.text, ICONS.get(name, made.icon), kind, made.enabled, made.why)

    # ------------------------------------------------------------------------------------------ flows

    def open(self, page: MatchPage, seat: Seat, key: str) -> bool:
        scene = page.scene
        assert scene is not None
        choice = next((c for c in scene.choices(seat) if c.action.__name__ == key), None)
        if key not in OWN_SHEETS or choice is None or choice.refusal is not None:
            return False
        owner = page.seat_view(seat, full=False)

        def post(action: Any) -> None:
            page.close(seat)
            page.acting.post(action)

        def go_on(values: Mapping[str, Any]) -> None:
            """What is left to ask of a contract in full depth."""
            asking = Asking.of(choice)
            for name in ("coins", "pearls", "demand"):
                asking = asking.fill(values[name])
            if values["demand"] != "goods":
                asking = asking.fill(_none(asking))
            page.acting.fill(asking, f"fill:{key}")

        sheet = go_sheet(scene, owner, choice, post, go_on)
        large = len(sheet.rows) > (2 if page.panel.flat else 3) or (sheet.many and page.frame.form == "portrait")
        page.stand(seat, f"fill:{key}", sheet, large=large and key != "Buy")
        return True

    def sheet(
        self, page: MatchPage, owner: SeatView, choice: Choice, name: str, field: Field, done: Callable[[Any], None]
    ) -> Sheet | None:
        """Keys in place of steppers, a mark for each tile that is handed in."""
        assert page.scene is not None
        scene, seat = page.scene, choice.seat
        title = field_title(scene, choice, name)
        match field:
            case Number() if 1 < field.count() <= MOST_KEYS and field.step == 1:
                keys = tuple(
                    Key(n, value_words(scene, seat, name, n)) for n in range(field.low, field.high + 1)
                )  # fmt: skip
                return KeysSheet(owner, title, (Row(name, keys),), lambda got: done(got[name]), at_once=True)
            case Amounts(kinds=kinds) if kinds == TILE_NAMES:
                return self._tiles(scene, owner, title, field, done)
            case Amounts() if max(field.limits) == 1:
                keys = tuple(
                    Key(kind, scene.text(f"word.{kind}", seat), DECREE_ICONS.get(kind, "")) for kind in field.kinds
                )

                def record(n: int) -> str:
                    if n < field.low:
                        return scene.text("field.of", seat, n=n, total=field.low)
                    return scene.text("button.record", seat)

                return MarksSheet(owner, title, keys, field.low, field.high, done, record)
        return None

    def _tiles(
        self, scene: Scene, owner: SeatView, title: str, field: Amounts, done: Callable[[Any], None]
    ) -> MarksSheet:
        """A key for each tile in front of the owner."""
        seat = owner.seat
        keys = []
        for name, n in zip(TILE_NAMES, field.limits, strict=True):
            kind = name.partition("_")[0]
            icon = "pearl" if kind == "start" else "bag" if kind == "goods" else kind
            for copy in range(n):
                keys.append(Key((name, copy), scene.text(f"word.{name}", seat), icon, GOODS_COLORS[kind]))

        def count(marks: tuple[int, ...]) -> None:
            given = [key.value[0] for key, mark in zip(keys, marks, strict=True) if mark]
            done(tuple(given.count(name) for name in TILE_NAMES))

        def record(n: int) -> str:
            return scene.text("button.record", seat)

        return MarksSheet(owner, title, tuple(keys), field.low, field.high, count, record)

    # ------------------------------------------------------------------------------------------ the middle

    def make_middle(self, page: MatchPage) -> Faced:
        return Faced(Coast())

    def room(self, page: MatchPage) -> Box:
        return room(page.frame, page.panel)

    def show_middle(self, scene: Scene, middle: Any, page: MatchPage) -> None:
        shown = page.turn is not None and len(self.acts(scene, page.turn)) <= 3  # then it stands beside the acts
        middle.face(page.frame, page.panel, page.turn, told(scene, page.turn, prompt=not shown))
        middle.picture.view = coast_view(scene, flat=page.panel.flat, corners=corners(page.frame, page.panel))


# ---------------------------------------------------------------------------------------------- sheets


def _none(asking: Asking) -> tuple[int, ...]:
    """No goods named: the demand says it all."""
    asked = asking.next
    assert asked is not None
    assert isinstance(asked[1], Amounts)
    return (0,) * len(asked[1].kinds)


def go_sheet(
    scene: Scene, owner: SeatView, choice: Choice, post: Callable[[Any], None],
    go_on: Callable[[Mapping[str, Any]], None],
) -> KeysSheet:  # fmt: skip
    """The sheet that fills in every blank of ``choice`` at once, or all but the tiles of a contract in full depth."""
    seat, fields = owner.seat, dict(choice.fields)
    title = scene.text(f"action.{choice.action.__name__}", seat)
    match choice.action:
        case act.Buy:
            return _buy_sheet(scene, owner, title, fields, post)
        case act.BuyTile:
            return _tile_sheet(scene, owner, title, fields, choice, post)
        case act.BuyPearl:
            return _pearl_sheet(scene, owner, title, fields, post)
        case act.BuyStart:
            return _start_sheet(scene, owner, title, fields, choice, post)
    rows = []
    for name in ("coins", "pearls", "tiles", "demand"):
        field: Any = fields.get(name)
        if field is None or isinstance(field, Amounts):
            continue
        words, icon = (
            field_title(scene, choice, name),
            {"coins": "coin", "pearls": "pearl", "tiles": "bag"}.get(name, ""),
        )
        if isinstance(field, Number):
            keys = tuple(Key(n, scene.number(n, seat)) for n in range(field.low, min(field.high, 9) + 1))
        else:
            keys = tuple(Key(value, value_words(scene, seat, name, value)) for value in field.options)
        rows.append(Row(name, keys, words, icon))
    done = go_on if choice.action is act.Deliver else lambda got: post(choice.build(**got))
    return KeysSheet(owner, title, tuple(rows), done)


def _price_key(scene: Scene, seat: Seat, price: int, value: Any) -> Key:
    state: WhaleState = scene.state
    cost = cost_in_coins(state.rider, price)
    return Key(value, value_words(scene, seat, "price", price if cost == price else cost), "coin" if cost else "")


def _buy_sheet(
    scene: Scene, owner: SeatView, title: str, fields: dict[str, Any], post: Callable[[Any], None]
) -> KeysSheet:
    """A row for each kind of tile, a key for each space that is left and can be paid: one tap buys."""
    seat = owner.seat
    rows = []
    for pearls in fields["pearls"].options:
        keys = tuple(_price_key(scene, seat, price, (price, pearls)) for price in fields["price"].options)
        kind = "pearl" if pearls else "goods"
        words = value_words(scene, seat, "pearls", pearls)
        rows.append(Row(str(pearls), keys, words, "pearl" if pearls else "bag", _ink(kind)))
    return KeysSheet(
        owner, title, tuple(rows), lambda got: post(act.Buy(seat, *next(iter(got.values())))), at_once=True
    )  # fmt: skip


def _ink(kind: str) -> Rgba:
    return rgb("B9A6DC") if kind == "pearl" else rgb("D0A86A")


def _tile_sheet(
    scene: Scene, owner: SeatView, title: str, fields: dict[str, Any], choice: Choice, post: Callable[[Any], None]
) -> KeysSheet:
    """The space, the cheapest unless another is tapped; then the tile."""
    seat = owner.seat
    prices = fields["price"].options
    price_keys = tuple(_price_key(scene, seat, price, price) for price in prices)
    tiles = []
    for kind, most in AMOUNTS.items():
        for n in range(1, most + 1):
            tiles.append(Key((kind, n), scene.number(n, seat), kind, GOODS_COLORS[kind]))
    rows = (
        Row("price", price_keys, field_title(scene, choice, "price"), chosen=min(prices)),
        Row("tile", tuple(tiles), field_title(scene, choice, "kind")),
    )
    return KeysSheet(owner, title, rows, lambda got: post(act.BuyTile(seat, got["price"], *got["tile"])))


def _pearl_sheet(
    scene: Scene, owner: SeatView, title: str, fields: dict[str, Any], post: Callable[[Any], None]
) -> KeysSheet:
    """A key for each starting pearl that can be paid."""
    state: WhaleState = scene.state
    seat = owner.seat
    spot: Spot = fields["slot"]
    keys = []
    for slot in spot.places:
        cost = cost_in_coins(state.rider, state.rules.sun_prices[slot])
        words = f"{value_words(scene, seat, 'pearls', state.sun[slot])} · {scene.text('word.coins', seat, n=cost)}"
        keys.append(Key(slot, words, "", VIOLET))
    return KeysSheet(
        owner, title, (Row("slot", tuple(keys)),), lambda got: post(act.BuyPearl(seat, got["slot"])), at_once=True
    )


def _start_sheet(
    scene: Scene, owner: SeatView, title: str, fields: dict[str, Any], choice: Choice, post: Callable[[Any], None]
) -> KeysSheet:
    """The pearls on the tile and its price, where this copy's Sun port was not typed."""
    seat = owner.seat
    prices: Number = fields["price"]
    pearls = tuple(
        Key(n, value_words(scene, seat, "pearls", n), "pearl", VIOLET) for n in fields["pearls"].options
    )  # fmt: skip
    coins = tuple(Key(n, scene.number(n, seat)) for n in range(prices.low, min(prices.high, DEAREST) + 1))
    rows = (
        Row("pearls", pearls, "", "pearl", _ink("pearl"), chosen=pearls[0].value if len(pearls) == 1 else None),
        Row("price", coins, "", "coin"),
    )
    return KeysSheet(owner, title, rows, lambda got: post(choice.build(**got)))


# ---------------------------------------------------------------------------------------------- the coast


def port_names(scene: Scene, words: Catalogue) -> tuple[str, ...]:
    """The ports' short names; those of ports 5 to 7 as typed from the box, empty where nobody did."""
    typed = scene.snapshot.match.setup.printed("port_names") or ()
    names = []
    for port in PORTS:
        if port in ("p5", "p6", "p7"):
            at = int(port[1]) - 5
            names.append(str(typed[at]) if at < len(typed) else "")
        else:
            names.append(words.text(f"word.short.{port}", scene.game.name))
    return tuple(names)


def coast_view(scene: Scene, *, flat: bool, corners: tuple[float, float] = (0.0, 0.0)) -> CoastView:
    """Riders, ports, the pearls of the Sun port, the decrees."""
    state: WhaleState = scene.state
    words = scene.words(None)
    badges = []
    for seat in state.seats:
        player = scene.snapshot.match.player(seat)
        badges.append((player.symbol, player.color, letter_of(player.symbol, words.language)))
    riders = tuple(
        Rider(rider.port, rider.heading, *badges[who], turn=who == state.active and state.phase == "turn")
        for who, rider in enumerate(state.riders)
    )
    sun = (*state.sun, *(0,) * (7 - len(state.sun)))
    decrees = tuple(
        Decree(
            DECREE_ICONS[decree.name], DECREE_PEARLS.get(decree.name, 0), DECREE_COINS.get(decree.name, 0),
            badges[decree.owner] if decree.owner is not None else None,
        )
        for decree in state.decrees
    )  # fmt: skip
    left = "" if flat else scene.text("word.pearls_left", None, n=state.pearls_left)
    storms = "" if flat or state.rules.storms is None else scene.text("act.storms", None, n=state.rules.storms)
    rtl = words.language == "fa"
    return CoastView(riders, port_names(scene, words), sun, decrees, left, storms, corners, rtl)


STAGE = WhaleStage
