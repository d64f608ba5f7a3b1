"""Arnika on the play screen: its board in the middle, building by tapping it, trade, cards, the seven step by step."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from companion.events import Happened
from companion.game import Choice, Counted, Game, Seat, Spot, Who
from companion.games.arnika import actions as act
from companion.games.arnika import geometry
from companion.games.arnika.cards import KINDS
from companion.games.arnika.state import Phase, State
from companion.games.arnika.statistics import way_of
from companion.locale import joined
from companion.screens.acting import Placing
from companion.screens.asking import Asking, key_of
from companion.screens.fields import scene_card
from companion.screens.games.arnika_board import board_view, landed, producers
from companion.screens.games.arnika_trade import TradeSheet
from companion.screens.icons import pictured
from companion.screens.menu import ActsSheet
from companion.screens.stage import Ask, Scene, Stage
from companion.screens.views import Act, Gain, Sign
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.hexboard import Grid, HexBoard, Token
from companion.screens.widgets.hexboard import Spot as Place
from companion.screens.widgets.steps import StepsView

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

ICONS = {
    "PlaceJunior": "junior", "PlaceConnection": "road", "Roll": "dice", "CrisisReroll": "dice", "EndTurn": "done",
    "Discard": "bank", "DiscardCount": "bank", "CrisisHome": "crisis", "MoveCrisis": "crisis", "LoseCard": "cards",
    "Steal": "hand", "BuildConnection": "road", "BuildJunior": "junior", "BuildSenior": "senior", "StopRoads": "done",
    "TakeLongest": "road", "BuyCard": "buy", "PlayConsult": "consult", "PlayRoads": "road", "PlayPlenty": "cards",
    "PlayMonopoly": "hand", "PlayOther": "progress", "RevealPoints": "points", "BankTrade": "bank",
    "OfferTrade": "trade", "CounterOffer": "counter", "AcceptTrade": "trade", "DeclineTrade": "close",
    "WithdrawOffer": "undo",
}  # fmt: skip
BUILDS = (act.BuildConnection, act.BuildJunior, act.BuildSenior)
CARDS = (act.PlayConsult, act.PlayRoads, act.PlayPlenty, act.PlayMonopoly, act.PlayOther, act.RevealPoints)
TRADES = (act.OfferTrade, act.BankTrade)


@cache
def grid() -> Grid:
    """The places of the board in parts of a hex's radius."""
    wide = 3**0.5

    def at(cells: Any) -> tuple[float, float]:
        x, y = geometry.position(cells)
        return x * wide, -y * wide

    return Grid(
        {i: at((cell,)) for i, cell in enumerate(geometry.HEX_CELLS)},
        {i: at(cells) for i, cells in enumerate(geometry.CORNER_CELLS)},
        dict(enumerate(geometry.ENDS)),
    )


class ArnikaStage(Stage):
    """What is Arnika's own."""

    whole_amounts = frozenset({"Discard"})

    def __init__(self, game: Game[Any] | None) -> None:
        super().__init__(game)
        self.board: HexBoard | None = None

    # ------------------------------------------------------------------------------------------ whose move

    def turn(self, scene: Scene) -> Seat | None:
        """The seat whose turn it is, also while others are asked."""
        state: State = scene.state
        return state.turn

    def next_turn(self, scene: Scene) -> Seat | None:
        state: State = scene.state
        return Seat((state.turn + 1) % len(state.hands)) if state.phase not in SET_UP else None

    # ------------------------------------------------------------------------------------------ in the zones

    def signs(self, scene: Scene, seat: Seat) -> tuple[Sign, ...]:
        state: State = scene.state
        terms = scene.snapshot.match.terms
        found = [Sign("cards", scene.number(state.hands[seat].size, seat))]
        cards = state.development[seat].unplayed
        if cards or state.turn == seat:
            found.append(Sign("devcards", scene.number(cards, seat)))
        if state.longest == seat:
            found.append(Sign("road", "", "brass"))
        if state.top == seat:
            found.append(Sign(pictured("consult", terms), "", "brass"))
        elif consults := state.development[seat].consults:
            found.append(Sign(pictured("consult", terms), scene.number(consults, seat)))
        return tuple(found)

    def gains(self, scene: Scene, news: Happened) -> dict[Seat, tuple[Gain, ...]]:
        found: dict[Seat, tuple[Gain, ...]] = {}
        for line in news.snapshot.log[-1].lines:
            if line.key != "log.gained":
                continue
            seat, cards = line["seat"].seat, line["cards"]  # type: ignore[union-attr]
            made = (self.gain(scene, counted, seat) for counted in cards)  # type: ignore[union-attr,arg-type]
            found[seat] = tuple(gain for gain in made if gain is not None)
        return found

    def remarks(self, scene: Scene, news: Happened) -> tuple[tuple[Seat | None, str], ...]:
        """Awards that changed hands are said to the whole table, at the seat that has the turn."""
        lines = [line for line in news.snapshot.log[-1].lines if line.key in REMARKED]
        turn = self.turn(scene)
        return tuple((turn, scene.say(line, turn)) for line in lines[-1:])

    def gain(self, scene: Scene, counted: Counted, seat: Seat) -> Gain | None:
        """A card in the picture that the table's words ask for."""
        kind = counted.word.key.rpartition(".")[2]
        if kind not in KINDS:
            return super().gain(scene, counted, seat)
        icon, color, dark = scene_card(scene, kind)
        return Gain(icon, color, scene.number(counted.n, seat, signed=True), dark)

    def icon_for(self, body: Any) -> str:
        return ICONS.get(type(body).__name__) or super().icon_for(body)

    def steps(self, scene: Scene) -> StepsView | None:
        """The way through a seven, while cards go back."""
        state: State = scene.state
        if state.phase is not Phase.DISCARD:
            return None
        away = "home" if state.rules.crisis_mode == "arnika" else "move"
        match, language = scene.snapshot.match, scene.words(None).language
        owing = [(match.player(seat), state.due[seat]) for seat in match.setup.seats if state.due[seat]]
        return StepsView(
            scene.text("steps.seven", None),
            scene.text("steps.seven.note", None, n=state.rules.discard_limit),
            tuple((scene.number(i, None), scene.text(f"steps.{step}", None))
                  for i, step in enumerate(("return", away, "go_on"), 1)),
            0,
            tuple((p.symbol, p.color, letter_of(p.symbol, language), scene.number(n, None)) for p, n in owing),
            language == "fa",
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ acts

    def acts(self, scene: Scene, seat: Seat) -> tuple[Act, ...]:
        state: State = scene.state
        choices = scene.choices(seat)
        if state.phase is Phase.PLAY and state.offer_of(seat):
            return tuple(self.act(scene, choice) for choice in choices if choice.action is act.WithdrawOffer)
        if state.phase is Phase.PLAY:
            return self._play_acts(scene, seat)
        found = [self.act(scene, choice) for choice in choices if choice.action not in CARDS]
        cards = [choice for choice in choices if choice.action in CARDS]
        if cards and state.phase is not Phase.OVER:
            found.insert(0, self._group(scene, "cards", "devcards", cards))
        elif cards:
            found += [self.act(scene, choice) for choice in cards]
        return tuple(found)

    def act(self, scene: Scene, choice: Choice) -> Act:
        made = super().act(scene, choice)
        main = choice.action in (act.Roll, act.CrisisReroll, act.EndTurn, act.CrisisHome)
        icon = pictured(ICONS.get(choice.action.__name__, made.icon), scene.snapshot.match.terms)
        return Act(made.key, made.text, icon, "primary" if main else "plain", made.enabled, made.why)

    def _group(self, scene: Scene, key: str, icon: str, choices: list[Choice]) -> Act:
        """One button for several choices: on where one of them is."""
        seat = choices[0].seat
        why = next((scene.why(choice.refusal, seat) for choice in choices if choice.refusal), "")
        enabled = any(choice.refusal is None for choice in choices)
        return Act(key, scene.text(f"play.{key}", seat), icon, "plain", enabled, why)

    def _play_acts(self, scene: Scene, seat: Seat) -> tuple[Act, ...]:
        choices = scene.choices(seat)

        def of(kinds: tuple[type[Any], ...]) -> list[Choice]:
            return [choice for choice in choices if choice.action in kinds]

        groups = (
            ("build", "build", BUILDS),
            ("trade", "trade", TRADES),
            ("", "", (act.BuyCard,)),
            ("cards", "devcards", CARDS),
        )
        found: list[Act] = []
        for key, icon, kinds in groups:
            some = of(kinds)
            if some:
                found.append(self._group(scene, key, icon, some) if key else self.act(scene, some[0]))
        longest = of((act.TakeLongest,))
        if longest:
            found.append(self._group(scene, "longest", "road", longest))
        return (*found, *(self.act(scene, choice) for choice in of((act.EndTurn,))))

    def lights(self, field: Spot) -> bool:
        return field.kind in ("hex", "corner", "edge") and self.has_map

    has_map = True

    # ------------------------------------------------------------------------------------------ what is asked

    def asks(self, scene: Scene) -> dict[Seat, Ask | Choice]:
        """Cards to give back or to lose, offers to answer: each at the seat that it concerns."""
        state: State = scene.state
        found: dict[Seat, Ask | Choice] = {}
        if state.phase in (Phase.DISCARD, Phase.LOSE):
            for seat in scene.snapshot.standing.active:
                choices = scene.choices(seat)
                if choices:
                    found[seat] = choices[0]
        for offer in state.offers:
            for seat in offer.asked:
                if seat not in found:
                    found[seat] = self._offer(scene, seat, offer)
        return found

    def _offer(self, scene: Scene, seat: Seat, offer: Any) -> Ask:
        """The offer as ``seat`` sees it: what it would give, what it would get."""
        acts: list[Act] = []
        for choice in scene.choices(seat):
            if dict(choice.given).get("by", offer.seat) != offer.seat:
                continue
            if choice.action is act.DeclineTrade:
                acts.insert(0, Act(key_of(choice), scene.text("button.decline", seat), "close"))
            elif choice.action is act.CounterOffer:
                enabled = choice.refusal is None
                acts.append(Act("counter", scene.text("button.counter", seat), "trade", "plain", enabled,
                                scene.why(choice.refusal, seat)))  # fmt: skip
            elif choice.action is act.AcceptTrade:
                enabled = choice.refusal is None
                acts.append(Act(key_of(choice), scene.text("button.accept", seat), "done", "primary", enabled,
                                scene.why(choice.refusal, seat)))  # fmt: skip
        acts.sort(key=lambda found: ("plain", "primary").index(found.kind))

        def cards(amounts: tuple[int, ...]) -> tuple[Gain, ...]:
            return tuple(
                Gain(kind, color, scene.number(n, seat) if n > 1 else "", dark)
                for kind, n in zip(KINDS, amounts, strict=True)
                if n
                for _, color, dark in (scene_card(scene, kind),)
            )

        title = scene.text("play.offers", seat, name=scene.words(seat).isolated(scene.words(seat).name(offer.seat)))
        return Ask(
            f"offer:{offer.seat}:{offer.gives}:{offer.wants}", title, tuple(acts), offer.seat,
            scene.text("ask.press", seat),
            (
                (scene.text("play.you_give", seat), cards(offer.wants)),
                (scene.text("play.you_get", seat), cards(offer.gives)),
            ),
        )  # fmt: skip

    def waiting(self, scene: Scene, seat: Seat) -> str:
        state: State = scene.state
        others = [other for other in scene.snapshot.standing.active if other != seat]
        offer = state.offer_of(seat)
        if offer is not None:
            others = [other for other in offer.asked if other != seat]
        if not others or (seat in scene.snapshot.standing.active and offer is None):
            return ""
        words = scene.words(seat)
        return scene.text(
            "play.waiting_for", seat, names=joined([words.name(other) for other in others], words.language)
        )

    # ------------------------------------------------------------------------------------------ flows

    def open(self, page: MatchPage, seat: Seat, key: str) -> bool:
        scene = page.scene
        assert scene is not None
        if key == "build" or key.startswith("build:"):
            self._build(page, scene, seat, key.partition(":")[2])
        elif key in ("trade", "counter"):
            kind = act.CounterOffer if key == "counter" else act.OfferTrade
            page.stand(seat, key, TradeSheet(page.seat_view(seat, full=False), page, kind))
        elif key in ("cards", "longest"):
            self._menu(page, scene, seat, key)
        elif key == "CrisisHome":
            choice = scene.choice(seat, act.CrisisHome)
            places = dict(choice.fields)["hex"].places if choice else ()  # type: ignore[union-attr]
            if choice is not None and len(places) == 1:
                page.acting.post(choice.build(hex=places[0]))
            return len(places) == 1
        else:
            return False
        return True

    def _build(self, page: MatchPage, scene: Scene, seat: Seat, only: str) -> None:
        """Everything that can be built is lit at once; a kind's button leaves only its own places."""
        choices = [choice for kind in BUILDS if (choice := scene.choice(seat, kind)) is not None]
        spots: dict[Place, Asking] = {}
        acts: list[Act] = []
        for choice in choices:
            name = choice.action.__name__
            if only == name and not choice.fields and choice.refusal is None:
                page.acting.begin(choice)  # no map: it is only counted
                return
            if choice.refusal is None and choice.fields and only in ("", name):
                spots |= dict.fromkeys(self.places(choice.fields[0][1]), Asking(choice))  # type: ignore[arg-type]
            made = self.act(scene, choice)
            kind = "chosen" if only == name else "plain"
            acts.append(Act(f"build:{name}", made.text, made.icon, kind, made.enabled, made.why))
        page.acting.place(Placing(seat, spots, scene.text("play.tap_place", seat), acts=tuple(acts)))

    def _menu(self, page: MatchPage, scene: Scene, seat: Seat, key: str) -> None:
        """The choices behind one button, on a sheet."""
        kinds = CARDS if key == "cards" else (act.TakeLongest,)
        choices = [choice for choice in scene.choices(seat) if choice.action in kinds]
        page.stand(
            seat, key, ActsSheet(page.seat_view(seat, full=False), page, scene.text(f"play.{key}", seat), choices)
        )

    def still(self, scene: Scene, seat: Seat, key: str) -> bool:
        kinds = {"trade": TRADES, "counter": (act.CounterOffer,), "cards": CARDS, "longest": (act.TakeLongest,)}.get(
            key
        )
        if kinds is None:
            return super().still(scene, seat, key)
        return any(choice.action in kinds for choice in scene.choices(seat)) and scene.state.offer_of(seat) is None

    # ------------------------------------------------------------------------------------------ motion

    def sources(
        self, scene: Scene, news: Happened, gains: dict[Seat, tuple[Gain, ...]]
    ) -> tuple[tuple[Seat, Gain, tuple[float, float]], ...]:
        board, state = self.board, scene.state
        if board is None or not self.has_map or not isinstance(news.event.body, act.Roll | act.CrisisReroll):
            return ()
        found = []
        for seat, cards in gains.items():
            kinds = {pictured(kind, scene.snapshot.match.terms): kind for kind in KINDS}
            for card in cards:
                hexes = producers(state, seat, kinds[card.icon])
                if hexes:
                    x, y = board.where(("hex", hexes[0]))
                    found.append((seat, card, board.to_window(board.x + x, board.y + y)))
        return tuple(found)

    def landed(self, scene: Scene, news: Happened) -> Token | None:
        return landed(scene, news.event.body) if self.has_map else None

    def path(self, scene: Scene, news: Happened) -> tuple[int, ...]:
        """The way that was just counted: of who gets the longest connection, else of whose way was cut."""
        told = {line.key: line for line in news.snapshot.log[-1].lines}
        line = told.get("log.longest") or told.get("log.cut")
        return () if line is None else way_of(scene.state, line["who"].seat)  # type: ignore[union-attr]

    def ways(self, scene: Scene, seat: Seat) -> tuple[tuple[Seat, str, tuple[int, ...]], ...]:
        """The longest connection of each seat, the longest first."""
        state: State = scene.state
        found = [(Seat(whose), way_of(state, whose)) for whose in state.seats] if state.map else []
        found.sort(key=lambda way: -len(way[1]))
        return tuple(
            (whose, scene.text("numbers.way", seat, who=Who(whose), n=len(way)), way) for whose, way in found if way
        )

    # ------------------------------------------------------------------------------------------ the middle

    def make_middle(self, page: MatchPage) -> HexBoard:
        self.board = board = HexBoard(grid=grid())
        board.bind(on_spot=lambda _, kind, number: page.acting.spot(kind, number))
        return board

    def show_middle(self, scene: Scene, middle: Any, page: MatchPage) -> None:
        self.has_map = scene.state.map
        middle.opacity = 1.0 if scene.state.map else 0.0
        middle.view = board_view(scene, page.acting, page.differs, page.moving.glow)


SET_UP = (Phase.PLACE_JUNIOR, Phase.PLACE_CONNECTION)
REMARKED = (
    *("log.cut", "log.longest", "log.longest_aside", "log.longest_tied", "log.top", "log.top_aside"),
    *("log.won", "log.short"),
)
STAGE = ArnikaStage
