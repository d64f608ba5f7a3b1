"""What a game shows of itself on the play screen. This one serves any game, from its choices and fields alone.

A game with views of its own subclasses :class:`Stage` in ``companion/screens/games`` and says only what differs: its
board, the signs beside a name, which acts are one button, its own sheets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.events import Happened, Snapshot
from companion.game import Choice, Counted, Field, Game, Line, Refusal, Seat, Spot, Throw, Who, Word
from companion.locale import Catalogue, digits
from companion.screens.asking import key_of
from companion.screens.icons import ICONS
from companion.screens.layout import Box
from companion.screens.theme import TERRAIN
from companion.screens.views import Act, Gain, SeatView, Sign
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.hexboard import Spot as Place
from companion.screens.widgets.middle import Middle, Recent
from companion.screens.widgets.steps import StepsView

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.screens.match import MatchPage
    from companion.screens.widgets.sheet import Sheet


@dataclass(frozen=True)
class Scene:
    """The match as it stands, and the words for a seat (``None``: the table's own language)."""

    game: Game[Any]
    snapshot: Snapshot
    words: Callable[[Seat | None], Catalogue]

    @property
    def state(self) -> Any:
        return self.snapshot.state

    def say(self, line: Line, seat: Seat | None) -> str:
        """``line`` in the language of ``seat``."""
        return self.words(seat).say(line, self.game.name)

    def text(self, key: str, seat: Seat | None, **facts: Any) -> str:
        return self.say(Line.of(key, **facts), seat)

    def number(self, n: int, seat: Seat | None, *, signed: bool = False) -> str:
        return self.words(seat).number(n, signed=signed)

    def choices(self, seat: Seat) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.snapshot.choices if choice.seat == seat)

    def choice(self, seat: Seat, action: type[Any]) -> Choice | None:
        """The seat's choice of ``action``, refused or not."""
        return next((choice for choice in self.choices(seat) if choice.action is action), None)

    def why(self, refusal: Refusal | None, seat: Seat) -> str:
        """The reason, where this seat may know it."""
        if refusal is None or refusal.private not in (None, seat):
            return ""
        return self.say(refusal.line, seat)


@dataclass(frozen=True)
class Ask:
    """What a seat is asked outside of its turn: a sentence, perhaps cards that change hands, and its answers.

    ``cards`` are (heading, cards) in reading order; a card is (icon, terrain or "", count).
    """

    key: str
    title: str
    acts: tuple[Act, ...]
    by: Seat | None = None
    note: str = ""
    cards: tuple[tuple[str, tuple[Gain, ...]], ...] = ()


PRIMARY = ("EndTurn", "Roll", "Pass", "EndPhase", "Done", "Finish", "Confirm")
"""Names of actions that are the main button where they are offered."""

ACT_ICONS = {
    "EndTurn": "done",
    "Roll": "dice",
    "Pass": "next",
    "Bid": "coins",
    "Undo": "undo",
    "Record": "done",
}


TABLE_ICONS = {
    "Undone": "undo",
    "Amend": "correct",
    "Pause": "pause",
    "Unpause": "play",
    "Rename": "person",
    "Finish": "finish",
    "Hidden": "eye-off",
}


class Stage:
    """The generic play screen of ``game``."""

    whole_amounts: frozenset[str] = frozenset()
    """Actions whose amounts must be all that is asked, though the rules would take them in parts."""

    beside = 3
    """Beside more buttons than these there is no room for the prompt, in the bar of a host view."""

    def __init__(self, game: Game[Any] | None) -> None:
        self.game = game

    # ------------------------------------------------------------------------------------------ whose move

    def turn(self, scene: Scene) -> Seat | None:
        """Whose zone is the deep one."""
        active = scene.snapshot.standing.active
        return active[0] if active else None

    def next_turn(self, scene: Scene) -> Seat | None:
        """Who is next, clockwise, where the game takes turns."""
        turn = self.turn(scene)
        seats = scene.snapshot.match.setup.seats
        if turn is None or len(scene.snapshot.standing.active) != 1:
            return None
        return seats[(seats.index(turn) + 1) % len(seats)]

    def tap_seat(self, page: MatchPage, seat: Seat) -> bool:
        """A badge was tapped: whether that means something of the game's own and not the seat's points."""
        return False

    # ------------------------------------------------------------------------------------------ in the zones

    def signs(self, scene: Scene, seat: Seat) -> tuple[Sign, ...]:
        """Small facts beside the name."""
        return ()

    def gains(self, scene: Scene, news: Happened) -> dict[Seat, tuple[Gain, ...]]:
        """What the event brought each seat, from the counted facts of its sentences."""
        found: dict[Seat, list[Gain]] = {}
        for line in news.snapshot.log[-1].lines if len(news.snapshot.log) else ():
            facts = dict(line.facts)
            seat = facts.get("seat")
            for fact in facts.values():
                if not isinstance(seat, Who) or not isinstance(fact, tuple):
                    continue
                for counted in fact:
                    gain = self.gain(scene, counted, seat.seat)
                    if gain is not None:
                        found.setdefault(seat.seat, []).append(gain)
        return {seat: tuple(gains) for seat, gains in found.items()}

    def keeps_gains(self, news: Happened) -> bool:
        """Whether what was gained before stays on show after this event: until the turn passes."""
        return type(news.event.body).__name__ not in ("EndTurn", "Undone")

    def score(self, scene: Scene, seat: Seat) -> str:
        """The seat's score as written."""
        standing = scene.snapshot.standing
        total = standing.total(seat)
        if standing.decimals:
            return digits(f"{total / 10**standing.decimals:.{standing.decimals}f}", scene.words(seat).language)
        return scene.number(total, seat)

    def remarks(self, scene: Scene, news: Happened) -> tuple[tuple[Seat | None, str], ...]:
        """What an event leaves to be said aloud, and to whom."""
        return ()

    def gain(self, scene: Scene, counted: Counted, seat: Seat) -> Gain | None:
        """A card for ``counted``, where there is a picture of it."""
        return self.card(counted.word, scene.number(counted.n, seat, signed=True))

    def card(self, word: Word, count: str) -> Gain | None:
        name = word.key.rpartition(".")[2]
        if name not in TERRAIN:
            return None
        return Gain(name, TERRAIN[name], count, name in ("airplane", "desert"))

    def faces(self, scene: Scene) -> tuple[int, ...] | None:
        """What the dice show, where they lie on the table."""
        throw = self.throw(scene)
        return throw.faces if throw else None

    def throw(self, scene: Scene) -> Throw | None:
        found = getattr(scene.state, "throw", None)
        return found if isinstance(found, Throw) else None

    def prompt(self, scene: Scene, seat: Seat) -> str:
        """What the seat is to do now."""
        return scene.say(scene.snapshot.standing.prompt, seat)

    def says_prompt(self, acts: int, form: str) -> bool:
        """Whether there is room for the prompt beside so many ``acts`` on a screen of ``form``."""
        return acts <= (self.beside if form == "host" else 3)

    def notes(self, scene: Scene, seat: Seat, form: str) -> tuple[str, ...]:
        """What tables forget now, to stand under the prompt of ``seat`` on a screen of ``form``; what there is no room
        for stands in the menu."""
        return self.reminders(scene, seat)

    @staticmethod
    def reminders(scene: Scene, seat: Seat | None) -> tuple[str, ...]:
        """The game's reminders of this moment in the words of ``seat``."""
        return tuple(scene.say(line, seat) for line in scene.game.guide(scene.state))

    # ------------------------------------------------------------------------------------------ acts

    def acts(self, scene: Scene, seat: Seat) -> tuple[Act, ...]:
        """The buttons of the seat whose turn it is: one for each choice, the main one last."""
        found = [self.act(scene, choice) for choice in scene.choices(seat)]
        if len(found) == 1 and found[0].kind == "plain":
            found = [Act(found[0].key, found[0].text, found[0].icon, "primary", found[0].enabled, found[0].why)]
        return tuple(sorted(found, key=lambda act: act.kind == "primary"))

    def act(self, scene: Scene, choice: Choice) -> Act:
        name = choice.action.__name__
        return Act(
            key_of(choice),
            self.word_of(scene, choice),
            ACT_ICONS.get(name, self.icon_of(name)),
            "primary" if name in PRIMARY else "plain",
            choice.refusal is None,
            scene.why(choice.refusal, choice.seat),
        )

    def word_of(self, scene: Scene, choice: Choice) -> str:
        """The word on the button, shorter than in a sentence where the catalogue has it; what is given tells two of a
        kind apart."""
        words, name = scene.words(choice.seat), choice.action.__name__
        if words.has(f"act.{name}", scene.game.name):
            return scene.text(f"act.{name}", choice.seat)
        key = f"action.{name}"
        given = [str(value) for _, value in choice.given]
        finer = ".".join((key, *given))
        return scene.text(finer if given and words.has(finer, scene.game.name) else key, choice.seat)

    def icon_for(self, body: Any) -> str:
        """The icon of a line of the log."""
        name = type(body).__name__
        return TABLE_ICONS.get(name) or ACT_ICONS.get(name) or self.icon_of(name)

    def icon_of(self, name: str) -> str:
        """An icon that the action's name calls for."""
        low = name.lower()
        return next((icon for icon in ICONS if len(icon) > 3 and icon in low), "play")

    def lights(self, field: Spot) -> bool:
        """Whether the board can show these places to be tapped."""
        return False

    def places(self, field: Spot) -> tuple[Place, ...]:
        return tuple((field.kind, place) for place in field.places)

    def asks(self, scene: Scene) -> dict[Seat, Ask | Choice]:
        """What seats are asked whose turn it is not: a single choice with blanks opens its own sheet."""
        found: dict[Seat, Ask | Choice] = {}
        turn = self.turn(scene)
        for seat in scene.snapshot.standing.active:
            if seat == turn:
                continue
            choices = scene.choices(seat)
            if len(choices) == 1 and choices[0].fields and choices[0].refusal is None:
                found[seat] = choices[0]
            elif choices:
                acts = self.acts(scene, seat)
                found[seat] = Ask(",".join(act.key for act in acts), self.prompt(scene, seat), acts)
        return found

    def waiting(self, scene: Scene, seat: Seat) -> str:
        """A sentence for the seat of the turn while it waits for others."""
        return ""

    # ------------------------------------------------------------------------------------------ flows of its own

    def open(self, page: MatchPage, seat: Seat, key: str) -> bool:
        """A flow of the game's own for the act ``key``; False: the generic one."""
        return False

    def sheet(
        self, page: MatchPage, owner: SeatView, choice: Choice, name: str, field: Field, done: Callable[[Any], None]
    ) -> Sheet | None:
        """A sheet of the game's own for the blank ``name`` of ``choice``; ``None``: the generic one."""
        return None

    def steps(self, scene: Scene) -> StepsView | None:
        """The way through what is forced on the table now, for a line over the sheet that asks: mostly none."""
        return None

    def still(self, scene: Scene, seat: Seat, key: str) -> bool:
        """Whether the sheet ``key`` of the seat may stay open: what it fills in can still be chosen."""
        if not key.startswith("fill:"):
            return True
        name = key.removeprefix("fill:")
        corrections = {key_of(choice) for choice in scene.game.corrections(scene.state)}
        return name in corrections or any(key_of(choice) == name for choice in scene.choices(seat))

    # ------------------------------------------------------------------------------------------ motion

    def sources(
        self, scene: Scene, news: Happened, gains: dict[Seat, tuple[Gain, ...]]
    ) -> tuple[tuple[Seat, Gain, tuple[float, float]], ...]:
        """Where in the window each card that a seat gained comes from; none fly where the screen can't know."""
        return ()

    def landed(self, scene: Scene, news: Happened) -> Any:
        """The piece that the event put on the board, in the middle's own terms; ``None``: no piece."""
        return None

    def path(self, scene: Scene, news: Happened) -> tuple[int, ...]:
        """Places that light up one after the other, as the path of an award that was just won."""
        return ()

    def ways(self, scene: Scene, seat: Seat) -> tuple[tuple[Seat, str, tuple[int, ...]], ...]:
        """What can be drawn on the board to be counted, as each seat's longest connection.

        Whose it is, what is said of it to ``seat``, and its places from one end to the other.
        """
        return ()

    # ------------------------------------------------------------------------------------------ the middle

    def make_middle(self, page: MatchPage) -> Widget:
        """The widget in the middle of the table."""
        return Middle()

    def room(self, page: MatchPage) -> Box:
        """Where the middle stands: by default the room of a hex board."""
        return page.frame.board

    def show_middle(self, scene: Scene, middle: Any, page: MatchPage) -> None:
        """Bring the middle up to date: by default the last things that happened, as icons and badges."""
        upright = not page.panel.flat
        rows = []
        for entry in [entry for entry in list(scene.snapshot.log)[-8:] if not entry.undone][-5:]:
            who = getattr(entry.event.body, "seat", None)
            if who not in scene.snapshot.match.setup.seats or not entry.lines:
                continue
            player = scene.snapshot.match.player(who)
            words = scene.say(entry.lines[0], None) if upright else ""
            language = scene.words(None).language
            rows.append(
                Recent(
                    player.symbol, player.color, letter_of(player.symbol, language),
                    self.icon_for(entry.event.body), words, language == "fa",
                )
            )  # fmt: skip
        middle.view = tuple(rows)
