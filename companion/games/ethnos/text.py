"""The turns of the ``text``: lay, form or extend, take or swap; the round's end. Rules page: sections 2 to 6.

In *light* depth the laying is not entered and hands are estimates; in *full* depth both are followed and checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Action, Choice, Number, OneOf, Refusal, Who, Word
from companion.games.ethnos import actions as act
from companion.games.ethnos.state import Adjustment, Band, Round, TextTable, replaced, tribe_index
from companion.games.ethnos.text_scoring import band_points
from companion.games.ethnos.tribes import BAND, BANDS_END_ROUND, HAND, TEXT_ROUNDS

EFFECTS = ("extra_card", "exchange", "other")
MOST_LEFT = HAND + 1
"""A power can leave a sixth card in the hand of who ends the round in the middle of the turn."""


def begin_round(table: TextTable, starter: int) -> TextTable:
    """The table after the deal: four cards and one more for each seat, the display face up."""
    count = len(table.seats)
    deck = table.rules.cards
    return replace(
        table,
        phase="turn",
        starter=starter,
        active=starter,
        bands=((),) * count,
        left=(None,) * count,
        hands=(HAND,) * count,
        laid=((0,) * len(table.tribes),) * count,
        display=table.rules.display,
        deck=None if deck is None else deck - table.rules.display - HAND * count,
        began=table.turn,
        has_laid=False,
        acted=False,
        power="",
        closing=False,
        trigger=None,
    )


# ---------------------------------------------------------------------------------------------- what may be done


def must_lay(table: TextTable, who: int) -> bool:
    """Whether a card has to be laid first (E-06, followed in *full* depth only)."""
    return table.depth == "full" and table.rules.turn == "lay_one" and not table.has_laid and table.hands[who] > 0


def may_lay(table: TextTable, who: int) -> bool:
    return table.depth == "full" and table.rules.turn != "from_hand" and not table.has_laid and table.hands[who] > 0


def available(table: TextTable, who: int, tribe: str) -> int:
    """Cards of ``tribe`` that a band may come from, as far as the depth tells."""
    if table.depth == "light":
        return BAND[1]
    front = table.laid[who][tribe_index(table.tribes, tribe)]
    match table.rules.turn:
        case "lay_one":
            return front
        case "from_hand":
            return table.hands[who]
        case _:
            return front + table.hands[who]


def extendable(table: TextTable, who: int) -> tuple[Band, ...]:
    """Own bands with room that could get a card now."""
    if table.acted or not table.rules.extend:
        return ()
    return tuple(b for b in table.bands[who] if b.size < BAND[1] and available(table, who, b.tribe) > 0)


def choices(table: TextTable) -> Iterator[Choice]:
    """What each seat may do in the phases "turn" and "count"."""
    if table.phase == "count":
        yield from _count_choices(table)
        return
    who = table.active
    seat = table.seats[who]
    lay_first = Refusal("lay_first") if must_lay(table, who) else None
    if may_lay(table, who):
        yield Choice(seat, act.Lay, (("tribe", OneOf(table.tribes)),))
    ready = tuple(t for t in table.tribes if available(table, who, t) >= BAND[0])
    if table.acted:
        yield Choice(seat, act.FormBand, refusal=Refusal("one_band_a_turn"))
    elif lay_first or not ready:
        yield Choice(seat, act.FormBand, refusal=lay_first or Refusal("no_three_of_a_tribe"))
    else:
        yield Choice(seat, act.FormBand, (("tribe", OneOf(ready)), ("size", Number(*BAND))))
    if table.rules.extend:
        yield _extend_choice(table, who, lay_first)
    if table.power == "ready":
        yield Choice(seat, act.UsePower, (("effect", OneOf(EFFECTS)),))
    if table.display > 0:
        yield Choice(seat, act.TakeCard, refusal=lay_first)
        no_card = Refusal("nothing_to_discard") if table.depth == "full" and table.hands[who] == 0 else None
        yield Choice(seat, act.SwapCard, refusal=lay_first or no_card)
    else:
        yield Choice(seat, act.EndTurn, refusal=lay_first)
    if table.deck is None:
        yield Choice(seat, act.DeckEmpty)


def _extend_choice(table: TextTable, who: int, lay_first: Refusal | None) -> Choice:
    seat, bands = table.seats[who], extendable(table, who)
    if lay_first or not bands:
        why = lay_first or Refusal("one_band_a_turn" if table.acted else "no_band_to_extend")
        return Choice(seat, act.ExtendBand, refusal=why)
    fields: tuple[tuple[str, OneOf | Number], ...] = (
        ("tribe", OneOf(tuple(dict.fromkeys(band.tribe for band in bands)))),
        ("n", Number(1, BAND[1] - min(band.size for band in bands))),
    )
    if any(len({b.size for b in bands if b.tribe == band.tribe}) > 1 for band in bands):
        fields = (*fields, ("size", OneOf(tuple(sorted({band.size for band in bands})))))
    return Choice(seat, act.ExtendBand, fields)


def _count_choices(table: TextTable) -> Iterator[Choice]:
    left = table.current.left
    for who, seat in enumerate(table.seats):
        if left[who] is None:
            yield Choice(seat, act.CardsLeft, (("n", Number(0, MOST_LEFT)),))
        if table.power == "ready" and table.trigger == who and table.left[who] is None:
            yield Choice(seat, act.UsePower, (("effect", OneOf(EFFECTS)),))
    if None not in left:
        yield Choice(table.seats[next_starter(table)], act.CloseRound)


def next_starter(table: TextTable) -> int:
    """The text says "the previous person" once and "the next clockwise" once; the latter holds (E-10)."""
    return (table.starter + 1) % len(table.seats)


# ---------------------------------------------------------------------------------------------- why not


def check(table: TextTable, action: Action) -> Refusal | None:
    """Why ``action`` is not allowed in the phases "turn" and "count"."""
    who = table.seats.index(action.seat)
    if table.phase == "count":
        return _check_count(table, who, action)
    if isinstance(action, act.CardsLeft | act.CloseRound):
        return Refusal("not_now", overrulable=False)
    if who != table.active:
        return Refusal("not_your_turn", (("seat", Who(table.seats[table.active])),))
    match action:
        case act.Lay(tribe=tribe):
            if tribe not in table.tribes:
                return Refusal("no_such_tribe", overrulable=False)
            if table.depth != "full" or table.rules.turn == "from_hand":
                return Refusal("not_entered", overrulable=False)
            if table.has_laid:
                return Refusal("one_card_a_turn")
            return None if table.hands[who] > 0 else Refusal("hand_is_empty", overrulable=False)
        case act.FormBand(tribe=tribe, size=size):
            return _check_form(table, who, tribe, size)
        case act.ExtendBand(tribe=tribe, n=n, size=size):
            return _check_extend(table, who, tribe, n, size)
        case act.UsePower(effect=effect):
            return _check_power(table, effect)
        case act.TakeCard() | act.SwapCard() | act.EndTurn():
            return _check_end(table, who, action)
        case act.DeckEmpty():
            if table.deck:
                return Refusal("deck_not_empty", (("n", table.deck),))
            return None
        case _:
            return Refusal("not_in_these_rules", overrulable=False)


def _check_form(table: TextTable, who: int, tribe: str, size: int) -> Refusal | None:
    if tribe not in table.tribes:
        return Refusal("band_one_tribe", overrulable=False)
    if not BAND[0] <= size <= BAND[1]:
        return Refusal("band_size", (("low", BAND[0]), ("high", BAND[1])), overrulable=False)
    if table.acted:
        return Refusal("one_band_a_turn")
    if must_lay(table, who):
        return Refusal("lay_first")
    if size > available(table, who, tribe):
        return Refusal("not_enough_cards", (("n", available(table, who, tribe)), ("tribe", Word(f"word.{tribe}"))))
    return None


def extended_band(table: TextTable, who: int, tribe: str, n: int, size: int) -> int | None:
    """Index of the band that ``n`` cards go to: of this ``size``, or (0) the largest that has room for them."""
    fitting = [
        i
        for i, band in enumerate(table.bands[who])
        if band.tribe == tribe and band.size + n <= BAND[1] and size in (0, band.size)
    ]
    return max(fitting, key=lambda i: table.bands[who][i].size, default=None)


def _check_extend(table: TextTable, who: int, tribe: str, n: int, size: int) -> Refusal | None:
    if not table.rules.extend:
        return Refusal("no_extending")
    if n < 1 or not any(band.tribe == tribe and size in (0, band.size) for band in table.bands[who]):
        return Refusal("no_band_to_extend", overrulable=False)
    if extended_band(table, who, tribe, n, size) is None:
        return Refusal("band_full", (("high", BAND[1]),), overrulable=False)
    if table.acted:
        return Refusal("extend_later" if table.power else "one_band_a_turn")
    if must_lay(table, who):
        return Refusal("lay_first")
    if n > available(table, who, tribe):
        return Refusal("not_enough_cards", (("n", available(table, who, tribe)), ("tribe", Word(f"word.{tribe}"))))
    return None


def _check_power(table: TextTable, effect: str) -> Refusal | None:
    if effect not in EFFECTS:
        return Refusal("no_such_power", overrulable=False)
    if not table.power:
        return Refusal("power_only_on_forming")
    if table.power == "used":
        return Refusal("power_once")
    return Refusal("display_empty") if effect != "other" and table.display == 0 else None


def _check_end(table: TextTable, who: int, action: Action) -> Refusal | None:
    if must_lay(table, who):
        return Refusal("lay_first")
    if isinstance(action, act.EndTurn):
        return Refusal("take_or_swap") if table.display > 0 else None
    if table.display == 0:
        return Refusal("display_empty", overrulable=False)
    if isinstance(action, act.SwapCard) and table.depth == "full" and table.hands[who] == 0:
        return Refusal("nothing_to_discard")
    return None


def _check_count(table: TextTable, who: int, action: Action) -> Refusal | None:
    match action:
        case act.CardsLeft(n=n):
            if n < 0:
                return Refusal("bad_number", overrulable=False)
            if table.left[who] is not None:
                return Refusal("already_counted")
            return None if n <= MOST_LEFT else Refusal("hand_limit", (("n", HAND),))
        case act.CloseRound():
            waiting = next((i for i, n in enumerate(table.current.left) if n is None), None)
            if waiting is not None:
                return Refusal("count_first", (("seat", Who(table.seats[waiting])),), overrulable=False)
            return None
        case act.UsePower(effect=effect) if table.trigger == who and table.left[who] is None:
            return _check_power(table, effect)
        case _:
            return Refusal("round_over", overrulable=False)


# ---------------------------------------------------------------------------------------------- what it does


def apply(table: TextTable, action: Action) -> TextTable:
    """The table after ``action``."""
    who = table.seats.index(action.seat)
    match action:
        case act.Lay(tribe=tribe):
            laid = table.laid[who]
            at = tribe_index(table.tribes, tribe)
            laid = replaced(laid, at, laid[at] + 1)
            return replace(_hand(table, who, -1), laid=replaced(table.laid, who, laid), has_laid=True)
        case act.FormBand(tribe=tribe, size=size):
            table = _spend(table, who, tribe, size)
            bands = (*table.bands[who], Band(tribe, size))
            table = replace(table, bands=replaced(table.bands, who, bands), acted=True, power="ready")
            return _third_band(table, who) if len(bands) >= BANDS_END_ROUND else table
        case act.ExtendBand(tribe=tribe, n=n, size=size):
            at = extended_band(table, who, tribe, n, size) or 0
            table = _spend(table, who, tribe, n)
            bands = replaced(table.bands[who], at, Band(tribe, table.bands[who][at].size + n))
            return replace(table, bands=replaced(table.bands, who, bands), acted=True)
        case act.UsePower(effect=effect):
            return _use_power(table, who, effect)
        case act.TakeCard():
            return _take(table, who, discarded=0)
        case act.SwapCard():
            return _take(table, who, discarded=1)
        case act.EndTurn():
            return _next_turn(table, who, ended=False)
        case act.DeckEmpty():
            table = replace(table, deck=0)
            if table.rules.round_end == "immediate":
                return replace(table, phase="count")
            return replace(table, closing=True)
        case act.CardsLeft(n=n):
            return replace(table, left=replaced(table.left, who, n))
        case act.CloseRound():
            return _close_round(table)
        case _:
            return correct(table, who, action)


def correct(table: TextTable, who: int, action: Action) -> TextTable:
    """The table with one fact set right."""
    match action:
        case act.SetDepth(depth=depth):
            return replace(table, depth=depth)
        case act.SetHand(n=n):
            return replace(table, hands=replaced(table.hands, who, n)) if table.hands else table
        case act.SetDeck(n=n):
            return replace(table, deck=n) if table.bands else table
        case act.SetLaid(tribe=tribe, n=n) if table.laid and tribe in table.tribes:
            row = replaced(table.laid[who], tribe_index(table.tribes, tribe), n)
            return replace(table, laid=replaced(table.laid, who, row))
        case act.Adjust(points=points):
            return replace(table, adjustments=(*table.adjustments, Adjustment(who, points)))
        case _:
            return table


def gained(table: TextTable, action: Action) -> int:
    """What forming or extending a band brings: for an extension the difference (V1)."""
    who = table.seats.index(action.seat)
    match action:
        case act.FormBand(size=size):
            return band_points(table.rules, size)
        case act.ExtendBand(tribe=tribe, n=n, size=size):
            at = extended_band(table, who, tribe, n, size)
            before = table.bands[who][at].size if at is not None else 0
            return band_points(table.rules, before + n) - band_points(table.rules, before)
        case _:
            return 0


def _hand(table: TextTable, who: int, by: int) -> TextTable:
    return replace(table, hands=replaced(table.hands, who, max(0, table.hands[who] + by)))


def _spend(table: TextTable, who: int, tribe: str, n: int) -> TextTable:
    """Take ``n`` cards of ``tribe`` for a band: from the row in front first, the rest from the hand (E-06)."""
    at = tribe_index(table.tribes, tribe)
    front = min(n, table.laid[who][at])
    if front:
        table = replace(
            table, laid=replaced(table.laid, who, replaced(table.laid[who], at, table.laid[who][at] - front))
        )
    return _hand(table, who, front - n) if table.rules.turn != "lay_one" else table


def _third_band(table: TextTable, who: int) -> TextTable:
    if table.rules.round_end == "immediate":
        return replace(table, phase="count", trigger=who)
    return replace(table, closing=True)


def _use_power(table: TextTable, who: int, effect: str) -> TextTable:
    table = replace(table, power="used")
    if effect != "extra_card":
        return table
    table, ended = _supply(_hand(table, who, 1))
    if ended and table.phase == "turn":
        table = replace(table, phase="count") if table.rules.round_end == "immediate" else replace(table, closing=True)
    return table


def _supply(table: TextTable) -> tuple[TextTable, bool]:
    """A card leaves the display and is replaced, if it can be; whether the deck could not supply one (E-07)."""
    if table.rules.refill == "round_start":
        shown = max(0, table.display - 1)
        return replace(table, display=shown), shown == 0
    if table.deck is None:
        return table, False
    if table.deck > 0:
        return replace(table, deck=table.deck - 1), False
    return replace(table, display=max(0, table.display - 1)), True


def _take(table: TextTable, who: int, discarded: int) -> TextTable:
    laid = 1 if table.depth == "light" and table.rules.turn == "lay_one" and table.hands[who] > 0 else 0
    table = _hand(_hand(table, who, -laid - discarded), who, 1)
    table = _hand(table, who, min(0, HAND - table.hands[who]))
    table, ended = _supply(table)
    return _next_turn(table, who, ended)


def _next_turn(table: TextTable, who: int, ended: bool) -> TextTable:
    following = (who + 1) % len(table.seats)
    closing = table.closing or ended
    over = ended and table.rules.round_end == "immediate"
    over = over or (closing and table.rules.round_end != "immediate" and following == table.starter)
    return replace(
        table,
        phase="count" if over else "turn",
        active=following,
        closing=closing,
        turn=table.turn + 1,
        has_laid=False,
        acted=False,
        power="",
    )


def _close_round(table: TextTable) -> TextTable:
    """Put the round's facts away: its points follow from them, so that no round can be scored twice."""
    left = tuple(n or 0 for n in table.current.left)
    table = replace(table, past=(*table.past, Round(table.bands, left)), turn=table.turn + 1)
    if len(table.past) == TEXT_ROUNDS:
        return replace(table, phase="over", power="", trigger=None)
    return begin_round(table, next_starter(table))


def invariants(table: TextTable) -> tuple[str, ...]:
    """What no action, overruled or not, may break."""
    count = len(table.seats)
    broken = []
    if not all(len(each) == count for each in (table.bands, table.left, table.hands, table.laid)):
        broken.append("a seat without its row")
    if any(not BAND[0] <= b.size <= BAND[1] or b.tribe not in table.tribes for bands in table.bands for b in bands):
        broken.append("a band of no size or tribe")
    if min(table.hands) < 0 or table.display < 0 or (table.deck or 0) < 0 or min(map(min, table.laid)) < 0:
        broken.append("a negative number of cards")
    if len(table.past) > TEXT_ROUNDS or (table.phase == "over") != (len(table.past) == TEXT_ROUNDS):
        broken.append("not three rounds")
    if any(n is None for played in table.past for n in played.left):
        broken.append("a closed round whose hands were not counted")
    return tuple(broken)
