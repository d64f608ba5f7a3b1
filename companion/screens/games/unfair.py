"""Unfair on the play screen: a park before every seat, the steps of the turn, numbers of a card on one sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.game import Choice, Game, Refusal, Seat, Word
from companion.games.unfair import actions as act
from companion.games.unfair.park import PHASES, STEPS, SUPPLY, State
from companion.games.unfair.scoring import points, table_points
from companion.screens.acting import Placing
from companion.screens.asking import Asking, key_of
from companion.screens.fields import OptionsSheet
from companion.screens.games.around import Around, strips
from companion.screens.games.figures import FiguresSheet, only_numbers
from companion.screens.games.unfair_parks import Area, Park, ParkView, RoundPiece, RoundView, StepView
from companion.screens.layout import Box
from companion.screens.menu import ActsSheet
from companion.screens.stage import Ask, Scene, Stage
from companion.screens.theme import LEAST_TARGET
from companion.screens.views import Act, Sign
from companion.screens.widgets.badge import letter_of

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

ICONS = {
    "Build": "build", "Attach": "upgrade", "PlayEvent": "event", "BuyAttraction": "park", "BuyUpgrade": "upgrade",
    "UseCard": "coin", "TakeLoan": "bank", "DeckEmpty": "deck", "Discard": "cards", "EndTurn": "done",
    "DummyTurn": "people", "TakeCard": "cards", "NextStep": "next", "ParkAction": "done", "ExtraAction": "plus",
    "CountIcons": "park", "CountPoints": "points", "CountStaff": "people", "CountBlueprints": "contract",
    "CountLoans": "bank", "CountCoins": "coin", "SheetDone": "done", "Gain": "coin", "Draw": "cards",
    "Bonus": "points", "Damage": "damage", "Destroy": "wipe", "Repair": "wrench",
}  # fmt: skip
STEP_ICONS = {"build": "build", "upgrade": "upgrade", "event": "event", "buy": "cart", "park": "park",
              "guests": "people", "cleanup": "cards", "sheet": "points"}  # fmt: skip
EFFECTS = (act.Gain, act.Draw, act.Bonus, act.Damage, act.Destroy, act.Repair)
BUYS = (act.BuyAttraction, act.BuyUpgrade, act.DeckEmpty)
PURSE = (act.UseCard, act.TakeLoan)
COUNTS = (act.CountIcons, act.CountPoints)
SHEET = (*COUNTS, act.CountStaff, act.CountBlueprints, act.CountLoans, act.CountCoins)
GROUPS = {"event": EFFECTS, "buy": BUYS, "purse": PURSE, "count": SHEET}
PRIMARY = (act.EndTurn, act.NextStep, act.ParkAction, act.SheetDone, act.TakeCard, act.DummyTurn)
PLACE = "park"
FAR = 10
"""A place of the parks is ten times the seat's number and the area."""


class UnfairStage(Stage):
    """What is Unfair's own."""

    beside = 6

    def __init__(self, game: Game[Any] | None) -> None:
        super().__init__(game)
        self.cramped = self.tight = False

    # ------------------------------------------------------------------------------------------ in the zones

    def next_turn(self, scene: Scene) -> Seat | None:
        state: State = scene.state
        if state.phase in PHASES or state.phase == "park":
            return state.next_seat(state.turn) if len(state.seats) > 1 else None
        return None

    def signs(self, scene: Scene, seat: Seat) -> tuple[Sign, ...]:
        state: State = scene.state
        park = state.park(seat)
        if state.rules.rules == "published":
            if state.phase == "park":
                return (Sign("play", scene.number(state.left[state.seats.index(seat)], seat)),)
            return (Sign("done", "", "good"),) if park.sheet.done and state.phase == "sheet" else ()
        return (Sign("coin", scene.number(park.coins, seat)), Sign("cards", scene.number(park.hand, seat)))

    def icon_for(self, body: Any) -> str:
        return ICONS.get(type(body).__name__) or super().icon_for(body)

    def remarks(self, scene: Scene, news: Any) -> tuple[tuple[Seat | None, str], ...]:
        """A full park and the last round are said aloud; reminders where the middle has no room for them."""
        turn = self.turn(scene)
        lines = [line for line in news.snapshot.log[-1].lines if line.key in REMARKED]
        return tuple((turn, scene.say(line, turn)) for line in lines[-1:])

    def notes(self, scene: Scene, seat: Seat, form: str) -> tuple[str, ...]:
        """Beside the acts of an upright panel; at a flat table they stand in the middle, facing the turn."""
        return () if form == "flat" else self.reminders(scene, seat)

    # ------------------------------------------------------------------------------------------ acts

    def act(self, scene: Scene, choice: Choice) -> Act:
        made = super().act(scene, choice)
        kind = "primary" if choice.action in PRIMARY else "plain"
        return Act(made.key, made.text, ICONS.get(choice.action.__name__, made.icon), kind, made.enabled, made.why)

    def acts(self, scene: Scene, seat: Seat) -> tuple[Act, ...]:
        state: State = scene.state
        if state.phase not in PHASES or state.rules.rules == "published":
            choices = scene.choices(seat)
            grouped = [c for c in choices if c.action in SHEET] if self.tight and state.phase == "sheet" else []
            found = [self.act(scene, choice) for choice in choices if choice not in grouped]
            if grouped:
                found.insert(0, Act("count", scene.text("play.count", seat), "points"))
            return tuple(sorted(found, key=lambda one: one.kind == "primary"))
        steps = [self._step(scene, seat, name) for name in PHASES]
        ending = [c for c in scene.choices(seat) if c.action in (act.Discard, act.EndTurn)]
        if self.tight and len(ending) > 1:  # where seven were too small for a finger: what must be first, alone
            ending = [c for c in ending if c.refusal is None][:1] or ending
        rest = [self.act(scene, c) for c in ending]
        purse = [c for c in scene.choices(seat) if c.action in PURSE]
        if purse:
            rest.insert(0, Act("purse", scene.text("play.purse", seat), "coin"))
        return (*steps, *rest)

    def _step(self, scene: Scene, seat: Seat, name: str) -> Act:
        """The button of a phase: off with its reason where the phase is over or nothing can be done in it."""
        state: State = scene.state
        words = scene.text(f"word.phase.{name}", seat)
        kind = "chosen" if state.phase == name else "plain"
        if PHASES.index(name) < PHASES.index(state.phase):
            over = Refusal("phase_over", (("phase", Word(f"word.phase.{name}")),))
            return Act(name, words, STEP_ICONS[name], "plain", False, scene.why(over, seat))
        choices = [c for c in scene.choices(seat) if c.action in self._kinds(state, name)]
        why = next((scene.why(c.refusal, seat) for c in choices if c.refusal), "")
        if not choices:
            why = scene.text(f"play.nothing_{name}", seat)
        ready = any(c.refusal is None for c in choices)
        return Act(name, words, STEP_ICONS[name], kind if ready else "plain", ready, why)

    @staticmethod
    def _kinds(state: State, name: str) -> tuple[type[Any], ...]:
        match name:
            case "build":
                return (act.Build,)
            case "upgrade":
                return (act.Attach,)
            case "event":
                return EFFECTS if state.done.played else (act.PlayEvent,)
            case _:
                return BUYS

    def asks(self, scene: Scene) -> dict[Seat, Ask | Choice]:
        """The score sheets are filled in one after the other."""
        return {}

    # ------------------------------------------------------------------------------------------ flows

    def open(self, page: MatchPage, seat: Seat, key: str) -> bool:
        scene = page.scene
        assert scene is not None
        state: State = scene.state
        if key in ("build", "upgrade"):
            building = scene.choice(seat, act.Build if key == "build" else act.Attach)
            if building is not None:
                self._light(page, scene, building, scene.text(f"play.tap_{key}", seat))
            return True
        if key == "event" and not state.done.played:
            page.acting.post(act.PlayEvent(seat))
            return True
        if key in GROUPS:
            offered = [c for c in scene.choices(seat) if c.action in GROUPS[key]]
            if len(offered) == 1:
                return self.open(page, seat, key_of(offered[0]))
            title = scene.text("word.phase.buy" if key == "buy" else f"play.{key}", seat)
            page.stand(seat, key, ActsSheet(page.seat_view(seat, full=False), page, title, offered))
            return True
        choice = next((c for c in scene.choices(seat) if c.refusal is None and key_of(c) == key), None)
        if choice is None:
            return False
        return self._begin(page, scene, choice)

    def _begin(self, page: MatchPage, scene: Scene, choice: Choice) -> bool:
        """Places are tapped in the parks, numbers typed on one sheet; the rest is the generic screen's."""
        if choice.action in (act.Damage, act.Destroy, act.Repair, *COUNTS):
            page.close(choice.seat)
            self._light(page, scene, choice, scene.text("play.tap_park", choice.seat))
            return True
        if only_numbers(Asking(choice)):
            self._ask(page, Asking(choice))
            return True
        return False

    def _light(self, page: MatchPage, scene: Scene, choice: Choice, words: str) -> None:
        """Every area that the choice may mean is lit, in whichever park it lies; or asked for, where all are small."""
        fields = dict(choice.fields)
        own = "who" not in fields
        spots = {}
        for seat in (choice.seat,) if own else tuple(fields["who"].values()):
            for area in fields["area"].values():
                if own or self._fits(scene.state, choice, seat, area):
                    asking = Asking(choice) if own else Asking(choice).fill(seat)
                    spots[PLACE, seat * FAR + area] = asking.fill(area)
        if not self.cramped:
            page.acting.place(Placing(choice.seat, spots, words))
            return
        asked = tuple(
            (asking, self._area_words(scene, choice.seat, place, own), "") for (_, place), asking in spots.items()
        )
        owner = page.seat_view(choice.seat, full=False)
        sheet = OptionsSheet(owner, words, asked, lambda asking: self._ask(page, asking))
        page.stand(choice.seat, f"fill:{key_of(choice)}", sheet)

    @staticmethod
    def _area_words(scene: Scene, seat: Seat, place: int, own: bool) -> str:
        """An area, in words with whose park it is."""
        number = scene.number(place % FAR + 1, seat)
        return number if own else f"{scene.words(seat).name(Seat(place // FAR))} · {number}"

    @staticmethod
    def _fits(state: State, choice: Choice, seat: Any, area: Any) -> bool:
        attraction = state.park(seat).areas[area]
        if attraction is None or attraction.ruin:
            return False
        return choice.action is act.Destroy or attraction.damaged is (choice.action is act.Repair)

    def tapped(self, page: MatchPage, seat: Seat, area: int) -> None:
        """An area was tapped: it was asked for, or it says itself what is meant."""
        scene = page.scene
        if scene is None:
            return
        placing = page.acting.placing
        if placing is not None:
            asking = placing.spots.get((PLACE, seat * FAR + area))
            if asking is not None:
                self._ask(page, asking)
            return
        for kind in (act.Build, act.Attach, *COUNTS):
            choice = scene.choice(seat, kind)
            if choice is not None and choice.refusal is None and dict(choice.fields)["area"].contains(area):
                self._ask(page, Asking(choice).fill(area))
                return

    def _ask(self, page: MatchPage, asking: Asking) -> None:
        """Ask for what is still open: numbers together, else one after the other."""
        scene, seat = page.scene, asking.choice.seat
        assert scene is not None
        key = f"fill:{key_of(asking.choice)}"
        if not only_numbers(asking):
            page.acting.fill(asking, key)
            return

        def done(filled: Asking) -> None:
            page.close(seat)
            page.acting.post(filled.build())

        page.stand(seat, key, FiguresSheet(page.seat_view(seat, full=False), scene, asking, done))

    def still(self, scene: Scene, seat: Seat, key: str) -> bool:
        if key in GROUPS:
            return any(choice.action in GROUPS[key] for choice in scene.choices(seat))
        return super().still(scene, seat, key)

    # ------------------------------------------------------------------------------------------ the middle

    def make_middle(self, page: MatchPage) -> Around:
        made = Around(RoundPiece(), Park)
        made.bind(on_spot=lambda _, seat, area: self.tapped(page, seat, area))
        return made

    def room(self, page: MatchPage) -> Box:
        return Box(0, 0, page.width, page.height)

    def show_middle(self, scene: Scene, middle: Any, page: MatchPage) -> None:
        state: State = scene.state
        n = len(state.parks[0].sheet.icons if state.rules.rules == "published" else state.parks[0].areas)
        big = page.panel.height_mm > 200
        deep, each = (20.0, 38.0) if big else (13.5, 26.0)
        boxes, center = strips(page.frame, page.panel.density, deep, each * n + 2.4 * (n - 1), 24.0)
        turn = self.turn(scene)
        facing = page.frame.zone(turn).side if turn is not None else "south"
        middle.arrange(page.frame, boxes, center, facing)
        self.tight = page.panel.flat and page.panel.height_mm < 125
        self.cramped = page.panel.flat and self._cramped(page, boxes, n)
        lit = page.acting.placing.spots if page.acting.placing is not None else {}
        for seat in state.seats:
            rtl = scene.words(seat).language == "fa"
            areas = tuple(self._area(scene, seat, i, (PLACE, seat * FAR + i) in lit) for i in range(n))
            player = scene.snapshot.match.player(seat)
            badge = (player.symbol, player.color, letter_of(player.symbol, "fa" if rtl else "en"))
            shown = badge if page.frame.form == "portrait" else None
            middle.strips[seat][1].view = ParkView(areas, rtl, shown, not self.cramped)
        middle.center_piece.view = self._round(scene, turn)

    @staticmethod
    def _cramped(page: MatchPage, boxes: Mapping[Seat, Box], n: int) -> bool:
        """Whether ``n`` areas in these strips are too small for a finger: then they are asked for on a sheet."""
        k = page.panel.density
        long = min(max(box.width, box.height) for box in boxes.values())
        return long < n * (LEAST_TARGET + 0.2) * k or (page.panel.height_mm < 125 and len(boxes) > 4)

    def _area(self, scene: Scene, seat: Seat, i: int, lit: bool) -> Area:
        state: State = scene.state
        park = state.park(seat)
        if state.rules.rules == "published":
            icons, told = park.sheet.icons[i], park.sheet.points[i]
            worth = (table_points(icons, state.rules) or 0) if icons else told
            if not icons and not told:
                return Area(lit=lit)
            extra = (scene.number(icons, seat),) if icons else ()
            return Area(scene.number(worth, seat), "open", extra, "", lit)
        attraction = park.areas[i]
        if attraction is None:
            return Area(lit=lit)
        earned = attraction.income + sum(upgrade.income for upgrade in attraction.upgrades)
        return Area(
            scene.number(points(attraction, state.rules) if attraction.damaged else attraction.points, seat),
            "ruin" if attraction.ruin else "damaged" if attraction.damaged else "open",
            tuple(scene.number(upgrade.points, seat, signed=True) for upgrade in attraction.upgrades),
            scene.number(earned, seat, signed=True) if earned and attraction.open else "",
            lit,
            scene.number(sum(upgrade.points for upgrade in attraction.upgrades), seat, signed=True),
        )

    def _round(self, scene: Scene, turn: Seat | None) -> RoundView:
        state: State = scene.state
        text = state.rules.rules == "text"
        names = PHASES if text else STEPS
        kind = "phase" if text else "step"
        now = names.index(state.phase) if state.phase in names else -1 if state.phase == "cards" else len(names)
        steps = tuple(
            StepView(STEP_ICONS[name], scene.text(f"word.{kind}.{name}", turn),
                     "done" if i < now else "now" if i == now else "later")
            for i, name in enumerate(names)
        )  # fmt: skip
        last = scene.text("word.last_round", turn) if state.ending else ""
        title = scene.text("word.round", turn, number=state.round)
        guides = [scene.say(line, turn) for line in scene.game.guide(state)]
        deck = scene.number(state.attractions.cards, turn) if text and state.attractions.sure else ""
        return RoundView(
            f"{title} · {last}" if last else title,
            (scene.text("play.round", turn), scene.number(state.round, turn)),
            steps if state.phase != "over" else (),
            scene.say(scene.snapshot.standing.prompt, turn),
            guides[0] if guides else "",
            (state.supply, SUPPLY) if text else (0, 0),
            deck,
            last,
            scene.words(turn).language == "fa",
        )


REMARKED = ("log.park_full", "log.full_in_round_one", "log.last_round", "log.over")
STAGE = UnfairStage
