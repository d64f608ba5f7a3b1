"""Amun-Re on the play screen: provinces with bids in the middle, columns before the seats, offerings under a cover."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.game import Choice, Game, Line, Seat, Spot, Who
from companion.games.amun_re import actions as act
from companion.games.amun_re import auction, coins, income
from companion.games.amun_re.table import CARDS, COLUMNS, FIRST_HAND, ICONS, ROUNDS, State
from companion.locale import joined
from companion.screens.asking import Asking, key_of
from companion.screens.games.amun_re_building import BuildSheet
from companion.screens.games.amun_re_table import Bank, ColumnCell, Columns, ColumnsView, Kingdom, KingdomView, LotView
from companion.screens.games.around import Around, strips
from companion.screens.games.figures import FiguresSheet, only_numbers
from companion.screens.keys import Key, KeysSheet, Row
from companion.screens.layout import Box, sheet_box
from companion.screens.sealed import CoinCard, SealedSheet
from companion.screens.stage import Ask, Scene, Stage
from companion.screens.sums import SumsSheet
from companion.screens.views import Act, SeatView, Sign
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.steps import StepsView

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

LOG_ICONS = {
    "ChooseHand": "cards", "HandsReady": "done", "Bid": "bid", "Win": "bid", "TakeProvince": "region",
    "Reveal": "eye", "Offer": "lock", "SetRates": "temple", "Keep": "coins", "Build": "pyramid", "BuildFor": "coins",
    "ConfirmPrices": "check",
}  # fmt: skip
PRIMARY = (act.HandsReady, act.TakeProvince, act.SetRates, act.Keep, act.Build)
COIN = "coin:"
TIGHT = 125.0
"""On a flat panel that is not so high, in millimetres, the bid cards stand on a sheet and not in the zone."""
TOGETHER = 100.0
"""From this height on a flat panel has room for the sheets of several seats."""


class AmunReStage(Stage):
    """What is Amun-Re's own."""

    beside = 4

    def __init__(self, game: Game[Any] | None) -> None:
        super().__init__(game)
        self.picked: tuple[Any, int | None, int | None] = (None, None, None)
        self.tight = self.cramped = False

    # ------------------------------------------------------------------------------------------ whose move

    def turn(self, scene: Scene) -> Seat | None:
        state: State = scene.state
        if state.phase == "offering":
            return None  # everybody at the same time
        if state.phase == "hand":
            return state.starter
        return super().turn(scene)

    def next_turn(self, scene: Scene) -> Seat | None:
        state: State = scene.state
        if state.phase != "auction" or state.rules.bidding != "each_bid":
            return None
        waiting = [seat for seat in state.clockwise_from(state.turn)[1:] if state.bid_of(seat) is None]
        return waiting[0] if waiting else None

    # ------------------------------------------------------------------------------------------ in the zones

    def signs(self, scene: Scene, seat: Seat) -> tuple[Sign, ...]:
        state: State = scene.state
        player = state.player(seat)
        found = []
        if player.columns:
            columns = "|".join(scene.number(column.pyramids, seat) for column in player.columns)
            found = [Sign("pyramid", columns, "brass"), Sign("ankh", scene.number(player.ankhs, seat))]
        if state.phase == "offering":
            found.append(Sign("lock", "", "good") if player.sealed else Sign("hourglass"))
        elif state.phase == "income" and player.kept is not None:
            found.append(Sign("coins", scene.number(income.budget(state, seat) - player.paid, seat)))
        elif seat == state.starter:
            found.append(Sign("start", "", "brass"))
        return tuple(found)

    def icon_for(self, body: Any) -> str:
        return LOG_ICONS.get(type(body).__name__) or super().icon_for(body)

    def remarks(self, scene: Scene, news: Any) -> tuple[tuple[Seat | None, str], ...]:
        """Who was outbid hears it; the reveal and the honour of a round are said to the table."""
        lines = news.snapshot.log[-1].lines
        outbid = next((line for line in lines if line.key == "log.outbid"), None)
        body = news.event.body
        if outbid is not None and isinstance(body, act.Bid):
            loser = outbid["seat"]
            assert isinstance(loser, Who)
            seat = loser.seat
            beaten = scene.say(Line.of("word.outbid", seat=Who(body.seat), number=body.lot + 1), seat)
            return ((seat, f"{beaten} · {scene.text('word.must_exceed', seat, n=body.coins)}"),)
        turn = self.turn(scene)
        told = [scene.say(line, turn) for line in lines if line.key in ("log.temple", "log.rates", "log.starter")]
        return ((turn, " · ".join(told)),) if told else ()

    def waiting(self, scene: Scene, seat: Seat) -> str:
        state: State = scene.state
        if state.phase != "hand" or state.rules.hand_entry == "never":
            return ""
        others = [other for other in scene.snapshot.standing.active if other != seat]
        words = scene.words(seat)
        if seat in scene.snapshot.standing.active or not others:
            return ""
        return scene.text("play.waiting_for", seat, names=joined([words.name(o) for o in others], words.language))

    def notes(self, scene: Scene, seat: Seat, form: str) -> tuple[str, ...]:
        """Beside the acts of an upright panel; at a flat table they stand in the middle, facing the turn."""
        return () if form == "flat" else self.reminders(scene, seat)

    # ------------------------------------------------------------------------------------------ acts

    def act(self, scene: Scene, choice: Choice) -> Act:
        made = super().act(scene, choice)
        kind = "primary" if choice.action in PRIMARY else "plain"
        return Act(made.key, made.text, LOG_ICONS.get(choice.action.__name__, made.icon), kind, made.enabled, made.why)

    def acts(self, scene: Scene, seat: Seat) -> tuple[Act, ...]:
        state: State = scene.state
        if state.phase == "auction" and not self.tight:
            return tuple(self._coin(scene, seat, value) for value in CARDS)
        found = [self.act(scene, choice) for choice in scene.choices(seat)]
        return tuple(sorted(found, key=lambda one: one.kind == "primary"))

    def _coin(self, scene: Scene, seat: Seat, value: int) -> Act:
        """A bid card: off where everybody knows that it can't be laid, never because of what a hand holds."""
        state: State = scene.state
        lot, card = self._picks(state)
        why = self._too_low(state, seat, lot, value)
        spent = value in state.player(seat).spent
        words = "–" if spent else scene.number(value, seat)
        kind = "primary" if card == value else "card"
        return Act(f"{COIN}{value}", words, "", kind, why is None, scene.why(why, seat), "figure")

    @staticmethod
    def _too_low(state: State, seat: Seat, lot: int | None, value: int) -> Any:
        """Why everybody knows that the card can't be laid (under ``lot``, where one is picked)."""
        why = auction.check_card(state.player(seat), seat, value)
        return auction.check_bid(state, act.Bid(seat, lot, value)) if why is None and lot is not None else why

    def _picks(self, state: State) -> tuple[int | None, int | None]:
        """The province and the card that are picked, as long as nothing has happened since."""
        known, lot, card = self.picked
        return (lot, card) if known == (state.turn, state.lots) else (None, None)

    def asks(self, scene: Scene) -> dict[Seat, Ask | Choice]:
        """Offerings, and hands where they are told: each at its own seat, under a cover."""
        turn = self.turn(scene)
        return {c.seat: c for c in scene.snapshot.choices if c.secret and c.refusal is None and c.seat != turn}

    def steps(self, scene: Scene) -> StepsView | None:
        """Who has sealed already, who is at it, who is still to come, where one tells after the other."""
        state: State = scene.state
        waiting = [c.seat for c in scene.snapshot.choices if c.secret and c.refusal is None]
        if not waiting:
            return None
        match, language = scene.snapshot.match, scene.words(None).language
        key = "word.offering" if state.phase == "offering" else "action.ChooseHand"
        marks = []
        for seat in match.setup.seats:
            icon, ink = ("lock", "good") if seat not in waiting else ("timer", "text3")
            if seat == min(waiting):
                icon, ink = "eye", "brass"
            player = match.player(seat)
            marks.append((player.symbol, player.color, letter_of(player.symbol, language), icon, ink))
        return StepsView(scene.text(key, None), "", (), 0, rtl=language == "fa", marks=tuple(marks))

    # ------------------------------------------------------------------------------------------ flows

    def open(self, page: MatchPage, seat: Seat, key: str) -> bool:
        scene = page.scene
        assert scene is not None
        if key.startswith(COIN):
            self.pick(page, seat, card=int(key.removeprefix(COIN)))
            return True
        if key == "Bid":
            page.telling.toast(seat, "done", scene.text("play.tap_province", seat))
            return True
        choice = next((c for c in scene.choices(seat) if c.refusal is None and key_of(c) == key), None)
        if choice is not None and len(choice.fields) > 1 and only_numbers(Asking(choice)):
            self._figures(page, scene, Asking(choice))
            return True
        return False

    def _figures(self, page: MatchPage, scene: Scene, asking: Asking) -> None:
        seat = asking.choice.seat

        def done(filled: Asking) -> None:
            page.close(seat)
            page.acting.post(filled.build())

        key = f"fill:{key_of(asking.choice)}"
        page.stand(seat, key, FiguresSheet(page.seat_view(seat, full=False), scene, asking, done))

    def pick(self, page: MatchPage, seat: Seat, *, lot: int | None = None, card: int | None = None) -> None:
        """A province or a card was tapped; with both the bid is made. Winners only: the card alone."""
        scene = page.scene
        assert scene is not None
        state: State = scene.state
        if state.phase != "auction":
            return
        if state.rules.bidding == "results":
            if card is not None:
                page.acting.post(act.Win(seat, card))
            return
        known_lot, known_card = self._picks(state)
        if lot is not None and lot == known_lot:
            reveal = scene.choice(seat, act.Reveal)
            if reveal is not None and dict(reveal.fields)["lot"].contains(lot):
                page.acting.fill(Asking(reveal).fill(lot), "fill:Reveal")  # a second tap: its icons
            return
        if lot is not None and self.tight:
            self._cards(page, scene, seat, lot)
            return
        lot = known_lot if lot is None else lot
        card = known_card if card is None else card
        self.picked = ((state.turn, state.lots), lot, card)
        if lot is not None and card is not None:
            self.picked = (None, None, None)
            page.acting.post(act.Bid(seat, lot, card))
        page.refresh()

    def _cards(self, page: MatchPage, scene: Scene, seat: Seat, lot: int) -> None:
        """The bid cards on a sheet, for the province that was tapped."""
        state: State = scene.state
        keys = []
        for value in CARDS:
            why = self._too_low(state, seat, lot, value)
            spent = value in state.player(seat).spent
            words = "–" if spent else scene.number(value, seat)
            keys.append(Key(value, words, enabled=why is None, why=scene.why(why, seat)))
        title = scene.text("word.province", seat, number=lot + 1)

        def bid(got: Mapping[str, Any]) -> None:
            page.close(seat)
            page.acting.post(act.Bid(seat, lot, got["coins"]))

        row = Row("coins", tuple(keys))
        page.stand(seat, "fill:Bid", KeysSheet(page.seat_view(seat, full=False), title, (row,), bid, at_once=True))

    def lights(self, field: Spot) -> bool:
        return field.kind == "column" and not self.cramped

    def sheet(
        self, page: MatchPage, owner: SeatView, choice: Choice, name: str, field: Any, done: Callable[[Any], None]
    ) -> Sheet | None:
        """Cards for what is offered, kept or held; steppers on the columns for pyramids."""
        scene = page.scene
        assert scene is not None
        match choice.action:
            case act.Offer | act.Keep:
                return self._coins(page, scene, owner, choice, field, done)
            case act.ChooseHand:
                return self._hand(scene, owner, done)
            case act.Build | act.BuildFor if name == "pyramids":
                return BuildSheet(owner, scene, field, done, by_hand=choice.action is act.BuildFor)
        return None

    def _coins(
        self, page: MatchPage, scene: Scene, owner: Any, choice: Choice, field: Any, done: Callable[[Any], None]
    ) -> Sheet:
        """One key a sum where a finger finds them all, else the cards that make it."""
        state: State = scene.state
        seat, offers = choice.seat, choice.action is act.Offer
        player = state.player(seat)
        fits = coins.can_offer if offers else coins.can_keep
        title = scene.text("word.offering" if offers else "action.Keep.coins", seat)
        together = page.panel.flat and page.panel.height_mm >= TOGETHER and len(self.asks(scene)) > 1
        box, k = sheet_box(page.panel, page.frame, seat, small=offers and together), page.panel.density
        if SumsSheet.fits(field.high + 1, box.width / k, box.height / k, not offers):
            sums = tuple((n, fits(player, n)) for n in range(field.high + 1))
            note = scene.text("guide.unoffered_is_income", seat) if offers else ""
            return SumsSheet(owner, scene, title, sums, note, done, open_=not offers)

        def told(values: tuple[int, ...]) -> tuple[str, str, str, str]:
            total = scene.number(sum(values), seat)
            if offers:
                return scene.text("word.you_offer", seat), total, "", scene.text("word.seal", seat, n=sum(values))
            return scene.text("action.Keep", seat), total, "", scene.text("button.record", seat)

        def right(values: tuple[int, ...]) -> bool:
            return bool(field.contains(sum(values))) and fits(player, sum(values))

        cards = [CoinCard(n, scene.number(n, seat), n not in player.spent and n <= field.high) for n in CARDS]
        return SealedSheet(owner, scene, title, cards, (), told, right, lambda v: done(sum(v)), open_=not offers)

    def _hand(self, scene: Scene, owner: Any, done: Callable[[Any], None]) -> Sheet:
        state: State = scene.state
        seat = owner.seat
        limit = state.player(seat).limit
        exact = state.round == 1 and state.rules.hand14 == "exact"

        def told(values: tuple[int, ...]) -> tuple[str, str, str, str]:
            most = scene.text("play.of_hand", seat, n=limit)
            return (
                scene.text("word.hand", seat),
                scene.number(sum(values), seat),
                most,
                scene.text("button.record", seat),
            )

        def right(values: tuple[int, ...]) -> bool:
            return sum(values) == FIRST_HAND if exact else sum(values) <= limit

        cards = [CoinCard(n, scene.number(n, seat), n <= limit) for n in CARDS]
        return SealedSheet(
            owner, scene, scene.text("action.ChooseHand", seat), cards, (0,), told, right,
            lambda values: done(tuple(int(n in values) for n in CARDS)),
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ the middle

    def make_middle(self, page: MatchPage) -> Around:
        kingdom = Kingdom()
        kingdom.bind(on_lot=lambda _, lot: self._lot(page, lot))
        made = Around(kingdom, Columns)
        made.bind(on_spot=lambda _, seat, column: self._column(page, seat, column))
        return made

    def _lot(self, page: MatchPage, lot: int) -> None:
        if page.turn is not None:
            self.pick(page, page.turn, lot=lot)

    @staticmethod
    def _column(page: MatchPage, seat: Seat, column: int) -> None:
        if page.acting.placing is not None and page.acting.placing.seat == seat:
            page.acting.spot("column", column)

    def room(self, page: MatchPage) -> Box:
        return Box(0, 0, page.width, page.height)

    def show_middle(self, scene: Scene, middle: Any, page: MatchPage) -> None:
        state: State = scene.state
        big = page.panel.height_mm > 200
        self.tight = page.panel.flat and page.panel.height_mm < TIGHT
        self.cramped = page.panel.flat and page.panel.height_mm < TOGETHER and len(state.seats) > 4
        deep, each = (20.0, 38.0) if big else (13.5, 26.0)
        boxes, center = strips(page.frame, page.panel.density, deep, each * COLUMNS + 4.8, 34.0)
        turn = self.turn(scene)
        facing = "south"
        if state.phase == "auction":
            if not page.panel.flat or page.panel.height_mm < 130:
                boxes, center = {}, self._whole(page)
        elif turn is not None:
            facing = page.frame.zone(turn).side
        middle.arrange(page.frame, boxes, center, facing)
        for seat in boxes:
            middle.strips[seat][1].view = self._columns(scene, seat, page)
        middle.center_piece.view = self._kingdom(scene, turn, page)

    @staticmethod
    def _whole(page: MatchPage) -> Box:
        """The whole middle, but the corners where buttons stand on an upright panel."""
        room, k = page.frame.middle, page.panel.density
        if page.frame.form == "flat":
            return room.inset(2 * k)
        if page.frame.form == "portrait":
            return Box(room.x + 2 * k, room.y + 14.5 * k, room.width - 4 * k, room.height - 29 * k)
        far = 16.0 * k
        left = room.x + (far if page.frame.menu.x < room.center[0] else 2 * k)
        return Box(left, room.y + k, room.width - far - 2 * k, room.height - 2 * k)

    def _columns(self, scene: Scene, seat: Seat, page: MatchPage) -> ColumnsView:
        state: State = scene.state
        player = state.player(seat)
        placing = page.acting.placing
        lit = placing.spots if placing is not None and placing.seat == seat else {}
        cells = []
        for i in range(COLUMNS):
            if i >= len(player.columns) or player.columns[i].top is None:
                cells.append(ColumnCell("", laid=False, lit=("column", i) in lit))
                continue
            top = player.columns[i].top
            assert top is not None
            facts = (("farm", top.farms), ("caravan", top.caravans), ("ankh", top.ankhs))
            shows = tuple((icon, scene.number(n, seat)) for icon, n in facts if n)
            cells.append(ColumnCell(scene.number(player.columns[i].pyramids, seat), shows, True, ("column", i) in lit))
        language = scene.words(seat).language
        seated = scene.snapshot.match.player(seat)
        badge = (seated.symbol, seated.color, letter_of(seated.symbol, language))
        return ColumnsView(tuple(cells), language == "fa", badge if page.frame.form == "portrait" else None)

    def _kingdom(self, scene: Scene, turn: Seat | None, page: MatchPage) -> KingdomView:
        state: State = scene.state
        reader = None if state.phase == "auction" else turn
        language = scene.words(reader).language
        title = scene.text("word.round_of", reader, number=state.round, of=ROUNDS)
        if state.phase == "auction":
            step = scene.text("word.auction_of", reader, number=state.auction, of=COLUMNS)
        else:
            step = scene.text(f"play.phase.{state.phase}", reader)
        guides, flat, auction_ = self.reminders(scene, reader), page.panel.flat, state.phase == "auction"
        said = turn is not None and self.says_prompt(len(self.acts(scene, turn)), page.frame.form)
        return KingdomView(
            f"{title} · {step}",
            (scene.text("play.round", reader), scene.number(state.round, reader)),
            self._lots(scene, language) if state.phase == "auction" else (),
            self._banks(scene, reader),
            "",
            "" if said or (flat and turn is None) else scene.say(scene.snapshot.standing.prompt, reader),
            () if (flat and (turn is None or auction_)) or (said and not flat) else guides,
            language == "fa",
            flat,
        )

    def _lots(self, scene: Scene, language: str) -> tuple[LotView, ...]:
        state: State = scene.state
        chosen, _ = self._picks(state)
        found = []
        for i, lot in enumerate(state.lots):
            icons: tuple[str, ...] = ()
            if lot.icons is not None:
                icons = tuple(scene.number(n, None) if n else "" for n in lot.icons)
            badge = None
            if lot.bid is not None:
                player = scene.snapshot.match.player(lot.bid.seat)
                badge = (player.symbol, player.color, letter_of(player.symbol, language))
            bid = scene.number(lot.bid.coins, None) if lot.bid is not None else ""
            words = scene.text("word.province", None, number=i + 1)
            found.append(LotView(words, icons, bid, badge, i == chosen, scene.text("word.empty", None)))
        assert len(ICONS) == 4
        return tuple(found)

    def _banks(self, scene: Scene, reader: Seat | None) -> tuple[Bank, ...]:
        """The offering table beside the river; without one, what the players read off the box."""
        state: State = scene.state
        told = state.phase in ("rates", "income", "over") and state.rates is not None
        total = income.offered(state) if state.phase in ("rates", "income", "over") else None
        table = state.rules.offering_table
        here = None
        if table and total is not None:
            here = next((i for i, reach in enumerate(table) if total <= reach.most), len(table) - 1)
        banks = []
        for i, reach in enumerate(table):
            last = i == len(table) - 1
            low = table[i - 1].most + 1 if i else 0
            key, n = ("play.from", low) if last else ("play.up_to", reach.most)
            if i == here:
                key, n = "play.total", total or 0
            words, short = scene.text(key, reader, n=n), scene.text(f"{key}.short", reader, n=n)
            rates = scene.number(reach.farm, reader), scene.number(reach.caravan, reader)
            banks.append(Bank(words, short, *rates, i == here))
        if not banks and told and state.rates is not None:
            words, short = (scene.text(key, reader, n=total or 0) for key in ("play.total", "play.total.short"))
            rates = scene.number(state.rates.farm, reader), scene.number(state.rates.caravan, reader)
            banks.append(Bank(words, short, *rates, True))
        return tuple(banks)


STAGE = AmunReStage
