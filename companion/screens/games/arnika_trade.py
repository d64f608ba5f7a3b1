"""The trade sheet: one row of cards with plus and minus says both sides; then the bank or a player is tapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.game import Amounts, Choice, OneOf, Seat
from companion.games.arnika import actions as act
from companion.games.arnika.cards import KINDS, Cards
from companion.games.arnika.state import State
from companion.games.arnika.trading import rates
from companion.screens.fields import HEAD, grid, scene_card
from companion.screens.theme import GAP, PAD
from companion.screens.views import Act, SeatView
from companion.screens.widgets.badge import letter_of
from companion.screens.widgets.button import ActButton
from companion.screens.widgets.sheet import Sheet
from companion.screens.widgets.stepper import Stepper

if TYPE_CHECKING:
    from companion.screens.match import MatchPage


class TradeSheet(Sheet):
    """What is over zero is wanted, what is under zero is given. ``kind`` OfferTrade offers it to the bank, to one or to
    all; CounterOffer answers an offer, starting from it."""

    def __init__(self, owner: SeatView, page: MatchPage, kind: type[Any]) -> None:
        assert page.scene is not None
        self.page, self.scene, self.kind = page, page.scene, kind
        seat = owner.seat
        super().__init__(owner, self.scene.text("play.counter" if kind is act.CounterOffer else "play.trade", seat))
        self.offer: Choice | None = self.scene.choice(seat, kind)
        self.bank: Choice | None = self.scene.choice(seat, act.BankTrade) if kind is act.OfferTrade else None
        self.steppers: list[Stepper] = []
        for name, start, give, want in zip(KINDS, self._start(), *self._limits(), strict=True):
            stepper = Stepper(
                form="column", low=-give, high=want, number=max(-give, min(want, start)), rtl=owner.rtl,
                card=scene_card(self.scene, name), write_number=lambda n: self.scene.number(n, seat, signed=True),
            )  # fmt: skip
            stepper.bind(number=lambda *_: self._changed())
            self.steppers.append(stepper)
        self.partners: dict[Any, ActButton] = {}
        for partner in self._partners():
            self.partners[partner] = self._button(partner)
        self._changed()

    # ------------------------------------------------------------------------------------------ what is offered

    @property
    def gives(self) -> Cards:
        return tuple(max(0, -int(stepper.number)) for stepper in self.steppers)  # type: ignore[return-value]

    @property
    def wants(self) -> Cards:
        return tuple(max(0, int(stepper.number)) for stepper in self.steppers)  # type: ignore[return-value]

    def _start(self) -> Cards:
        """A counter-offer starts from what was offered, seen from the other side."""
        state: State = self.scene.state
        if self.kind is act.CounterOffer:
            offer = next((offer for offer in state.offers if self.owner.seat in offer.asked), None)
            if offer is not None:
                return tuple(g - w for g, w in zip(offer.gives, offer.wants, strict=True))  # type: ignore[return-value]
        return (0, 0, 0, 0, 0)

    def _limits(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many of each kind may be given and wanted at most."""
        give, want = [0] * 5, [0] * 5
        if self.offer is not None:
            fields = dict(self.offer.fields)
            for name, most in (("gives", give), ("wants", want)):
                field = fields.get(name)
                if isinstance(field, Amounts):
                    most[:] = field.limits
        if self.bank is not None:
            fields = dict(self.bank.fields)
            gives, gets = fields["gives"], fields["gets"]
            rate = rates(self.scene.state, self.owner.seat)
            for i, kind in enumerate(KINDS):
                if isinstance(gives, OneOf) and kind in gives.options:
                    give[i] = max(give[i], rate[i])
                if isinstance(gets, OneOf) and kind in gets.options and gives.count():
                    want[i] = max(want[i], 1)
        return tuple(give), tuple(want)

    def _bank_trade(self) -> act.BankTrade | None:
        """The trade with the bank that the steppers say, if they say one."""
        given = [i for i, n in enumerate(self.gives) if n]
        wanted = [i for i, n in enumerate(self.wants) if n]
        if len(given) != 1 or len(wanted) != 1 or self.wants[wanted[0]] != 1:
            return None
        if self.gives[given[0]] != rates(self.scene.state, self.owner.seat)[given[0]]:
            return None
        return act.BankTrade(self.owner.seat, KINDS[given[0]], KINDS[wanted[0]])

    # ------------------------------------------------------------------------------------------ partners

    def _partners(self) -> tuple[Any, ...]:
        """ "bank", ``None`` for everybody, or a seat."""
        state: State = self.scene.state
        if self.kind is act.CounterOffer:
            return tuple(offer.seat for offer in state.offers if self.owner.seat in offer.asked)[:1]
        others = tuple(Seat(seat) for seat in state.seats if seat != self.owner.seat)
        return ("bank", *((None,) if len(others) > 1 else ()), *others)

    def _button(self, partner: Any) -> ActButton:
        seat, words = self.owner.seat, self.scene.words(self.owner.seat)
        if partner == "bank":
            button = ActButton(text=self.scene.text("play.bank", seat), icon_name="bank", form="row")
        elif partner is None:
            button = ActButton(text=self.scene.text("play.everybody", seat), icon_name="people", form="row")
        else:
            player = self.scene.snapshot.match.player(partner)
            badge = (player.symbol, player.color, letter_of(player.symbol, words.language))
            button = ActButton(text=words.name(partner), badge=badge, form="row")
        button.bind(on_act=lambda _: self._trade(partner), on_why=lambda _: self._why(partner))
        return button

    def _action(self, partner: Any) -> Any:
        if partner == "bank":
            return self._bank_trade()
        if self.offer is None or not any(self.gives) or not any(self.wants):
            return None
        values = {"gives": self.gives, "wants": self.wants}
        if any(name == "to" for name, _ in self.offer.fields):
            values["to"] = partner
        return self.offer.build(**values)

    def _changed(self) -> None:
        for partner, button in self.partners.items():
            choice = self.bank if partner == "bank" else self.offer
            button.enabled = choice is not None and choice.refusal is None and self._action(partner) is not None
            button.kind = "primary" if button.enabled and self.kind is act.CounterOffer else "plain"
        self.repaint()

    def _why(self, partner: Any) -> None:
        choice = self.bank if partner == "bank" else self.offer
        seat = self.owner.seat
        if choice is not None and choice.refusal is not None:
            why = self.scene.why(choice.refusal, seat)
        elif partner == "bank":
            best = min(rates(self.scene.state, seat))
            why = self.scene.text("play.bank_why", seat, n=best)
        else:
            why = self.scene.text("play.trade_why", seat)
        self.page.telling.why(seat, Act("", "", why=why))

    def _trade(self, partner: Any) -> None:
        action = self._action(partner)
        self.page.close(self.owner.seat)
        self.page.acting.post(action)

    # ------------------------------------------------------------------------------------------ laying out

    def lay_out(self) -> None:
        side = 44.0 if self.wide > 120 else 0.0
        wide = self.wide - 2 * PAD - side - 12.0
        step = wide / 5
        tall = self.tall - HEAD - PAD
        high = min(tall if side else tall * 0.55, 47.0)
        for i, stepper in enumerate(self.steppers):
            self.put(stepper, PAD + 12.0 + i * step + 0.6, HEAD, step - 1.2, high)
        left, top, room = PAD, HEAD + high + GAP, self.wide - 2 * PAD
        if side:
            left, top, room = self.wide - PAD - side + GAP, HEAD, side - GAP
        n = len(self.partners)
        if side:
            each = min((tall - GAP * 0.7 * (n - 1)) / n, 14.0) if n < 4 else 0.0
            columns, width, height = (1, room, each) if each else (2, (room - GAP) / 2, (tall - 2 * GAP) / 3)
        else:
            columns, width, height = grid(n, room, tall - high - GAP)
        for i, button in enumerate(self.partners.values()):
            button.form = "row" if width > 34 else "stack"
            self.put(button, left + (i % columns) * (width + GAP), top + (i // columns) * (height + GAP), width, height)

    def paint_head(self) -> None:
        super().paint_head()
        seat = self.owner.seat
        high = self.steppers[0].height / self.width * self.wide if self.width else 0
        for key, top in (("play.get", HEAD + 6.0), ("play.give", HEAD + high - 6.0)):
            self.line(self.scene.text(key, seat), PAD, top, "label", "text2", limit=11.5)
