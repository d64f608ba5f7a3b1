"""From a tap to an action: which button, which blanks, which place on the board; then it is posted, nothing shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.events import Answer, Question, Unpause
from companion.game import Amounts, Choice, Seat, Spot, Text
from companion.screens.asking import Asking, key_of
from companion.screens.fields import field_sheet, field_title
from companion.screens.stage import Ask, Scene
from companion.screens.views import Act
from companion.screens.widgets.hexboard import Spot as Place
from companion.screens.widgets.sheet import Sheet

if TYPE_CHECKING:
    from companion.screens.match import MatchPage

CANCEL = "cancel"
UNPAUSE = "unpause"


@dataclass(frozen=True)
class Placing:
    """Lit places: what a tap on each fills in, the words beside them, and further buttons while they are lit."""

    seat: Seat
    spots: Mapping[Place, Asking]
    words: str
    may_cancel: bool = True
    acts: tuple[Act, ...] = field(default=())


class Acting:
    """What the seats are in the middle of doing on one play page."""

    def __init__(self, page: MatchPage) -> None:
        self.page = page
        self.placing: Placing | None = None
        self.chosen: Place | None = None

    @property
    def scene(self) -> Scene:
        assert self.page.scene is not None
        return self.page.scene

    def act(self, seat: Seat, key: str) -> None:
        """The button ``key`` of ``seat`` was pressed."""
        if key == CANCEL:
            self.stop()
            self.page.refresh()
            return
        if key == UNPAUSE:
            self.post(Unpause(seat))
            return
        if self.page.stage.open(self.page, seat, key):
            return
        choice = next((choice for choice in self.scene.choices(seat) if key_of(choice) == key), None)
        if choice is None:
            return
        if choice.refusal is not None:
            self.page.telling.why(seat, self.page.stage.act(self.scene, choice))
            return
        self.fill(Asking.of(choice), f"fill:{key}")

    def fill(self, asking: Asking, key: str, *, closable: bool = True, small: bool = False) -> None:
        """Ask for the next blank, or post the action when there is none."""
        page, seat = self.page, asking.seat
        asked = asking.next
        if asked is None:
            page.close(seat)
            self.post(asking.build())
            return
        name, blank = asked
        if isinstance(blank, Spot) and page.stage.lights(blank):
            page.close(seat)
            spots = dict.fromkeys(page.stage.places(blank), asking)
            self.place(Placing(seat, spots, field_title(self.scene, asking.choice, name)))
            return

        def done(value: Any) -> None:
            self.fill(asking.fill(value), key, closable=closable, small=small)

        if isinstance(blank, Amounts) and asking.choice.action.__name__ in page.stage.whole_amounts:
            blank = Amounts(blank.kinds, blank.limits, blank.high, blank.high)
        owner = page.seat_view(seat, full=False)
        past = asking.amend is not None  # a game's own sheets show how it stands now
        sheet = None if past else page.stage.sheet(page, owner, asking.choice, name, blank, done)
        if sheet is None:
            sheet = field_sheet(self.scene, owner, asking.choice, name, blank, done, closable)
        elif not closable:
            sheet.fix()
        page.stand(seat, key, sheet, small=small, large=isinstance(blank, Text))

    def place(self, placing: Placing) -> None:
        """Light places on the board."""
        self.placing, self.chosen = placing, None
        self.page.refresh()

    def spot(self, kind: str, number: int) -> None:
        """A lit place was tapped."""
        asking = self.placing.spots.get((kind, number)) if self.placing else None
        if asking is None:
            return
        self.chosen = (kind, number)
        self.page.show_middle()
        self.fill(asking.fill(number), "spot")

    def light_only_choice(self) -> None:
        """Where all that the seat of the turn can do is to tap a place, the places are lit at once."""
        seat, stage = self.page.turn, self.page.stage
        if seat is None or self.placing is not None:
            return
        spots: dict[Place, Asking] = {}
        acts: list[Act] = []
        for choice in self.scene.choices(seat):
            blank = choice.fields[0][1] if choice.fields else None
            if isinstance(blank, Spot) and choice.refusal is None and stage.lights(blank):
                spots |= dict.fromkeys(stage.places(blank), Asking(choice))
            elif blank is None and choice.refusal is None:
                acts.append(stage.act(self.scene, choice))
            else:
                return
        if spots:
            self.placing = Placing(seat, spots, stage.prompt(self.scene, seat), may_cancel=False, acts=tuple(acts))

    def stop(self) -> None:
        """No place is lit any more."""
        self.placing, self.chosen = None, None

    def toggle(self, seat: Seat, key: str, make: Callable[[], Sheet]) -> None:
        """Open the sheet ``key`` for ``seat``, or close it where it stands open; what a seat is asked stays."""
        standing = self.page.ids.overlay.key_of(seat)
        if standing == key:
            self.page.close(seat)
        elif not standing.startswith("ask:"):
            self.page.stand(seat, key, make(), small=key == "points")

    def answer(self, seat: Seat, ask: Ask | Question, key: str) -> None:
        """The seat answered what it is asked."""
        if isinstance(ask, Question):
            self.post(Answer(seat, ask.id, key == "yes"))
        else:
            self.act(seat, key)

    def begin(self, choice: Choice) -> None:
        """Fill in the blanks of ``choice``."""
        self.fill(Asking.of(choice), f"fill:{key_of(choice)}")

    def post(self, action: Any, *, forced: bool = False) -> None:
        """Ask the table for ``action``; ``forced``: the players overrule a refusal."""
        self.page.shell.bridge.ask(action, forced=forced)
