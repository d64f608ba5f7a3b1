"""Recorded games of the classic rules, replayed and compared state by state.

The form of the records: resources 0 brick, 1 lumber, 2 wool, 3 grain, 4 ore; settlements ``a-d``, cities ``A-D`` by
corner, roads by edge; unplayed development cards as knight, victory point, road building, year of plenty, monopoly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.game import Seat, Setup, Throw
from companion.games.arnika import actions as act
from companion.games.arnika.building import choose_builds
from companion.games.arnika.cards import DESERT, KINDS, POINT, Cards
from companion.games.arnika.geometry import EDGE_BETWEEN, Mask
from companion.games.arnika.layout import ANY, Layout, board_of
from companion.games.arnika.longest import holder
from companion.games.arnika.production import harvest
from companion.games.arnika.purse import missing_for_each
from companion.games.arnika.rules import Arnika
from companion.games.arnika.state import Phase, State, lengths_of
from companion.games.arnika.trading import choose_bank_trade, rates

THEIRS = ("doctor", "airplane", "factory", "hotel", "coin")
"""Our kinds in the records' order: brick, lumber, wool, grain, ore."""
ORDER = tuple(KINDS.index(kind) for kind in THEIRS)
CARDS = {
    "knight": "consult",
    "vp": "point",
    "victory_point": "point",
    "road_building": "roads",
    "year_of_plenty": "plenty",
    "monopoly": "monopoly",
}
KNOWN_CARDS = 5

Record = Mapping[str, Any]


class UnknownRecord(ValueError):
    """A line that is none of the forms."""


def ours(cards: list[int]) -> Cards:
    """Five counts in the records' order as a bunch of ours."""
    found = [0] * 5
    for n, kind in zip(cards, ORDER, strict=True):
        found[kind] += n
    return tuple(found)  # type: ignore[return-value]


def theirs(cards: Cards) -> list[int]:
    return [cards[kind] for kind in ORDER]


def layout_from(hexes: list[list[Any]], ports: list[list[int]]) -> Layout:
    return Layout(
        tuple(DESERT if kind is None else THEIRS[kind] for kind, _ in hexes),
        tuple(number for _, number in hexes),
        tuple(
            sorted((int(EDGE_BETWEEN[a, b]), ANY if kind == len(THEIRS) else THEIRS[kind]) for kind, a, b in ports)  # type: ignore[index]
        ),
    )


def masks_from(corners: str, edges: str, seats: int) -> tuple[tuple[Mask, ...], tuple[Mask, ...], tuple[Mask, ...]]:
    """Juniors, seniors and connections of each seat from the two strings."""
    juniors, seniors, connections = [0] * seats, [0] * seats, [0] * seats
    for i, letter in enumerate(corners):
        if letter != ".":
            pieces = seniors if letter.isupper() else juniors
            pieces["abcd".index(letter.lower())] |= 1 << i
    for i, digit in enumerate(edges):
        if digit != ".":
            connections[int(digit)] |= 1 << i
    return tuple(juniors), tuple(seniors), tuple(connections)


def strings_of(state: State) -> tuple[str, str]:
    corners, edges = ["."] * 54, ["."] * 72
    for seat in state.seats:
        for i in range(54):
            if state.juniors[seat] >> i & 1:
                corners[i] = "abcd"[seat]
            elif state.seniors[seat] >> i & 1:
                corners[i] = "ABCD"[seat]
        for i in range(72):
            if state.connections[seat] >> i & 1:
                edges[i] = str(seat)
    return "".join(corners), "".join(edges)


class Replay:
    """A recorded game as far as it was replayed."""

    def __init__(self) -> None:
        self.game = Arnika()
        self.state: State | None = None
        self.acts = 0

    def begin(self, record: Record) -> None:
        given = (("goal", record.get("vp_to_win", 10)), ("harbours", "custom"), ("tokens", "custom"))
        options = self.game.complete(given, "classic")
        layout = layout_from(record["hexes"], record["ports"])
        seats = tuple(Seat(i) for i in range(record.get("players", 4)))
        self.state = self.game.start(Setup(seats, Seat(record["start"]), options, board_of(layout, record["robber"])))
        self.acts = 0

    def act(self, record: Record) -> Iterator[str]:
        """Plays ``record``, and tells what differs: the legal sets before it, the state after it."""
        if self.state is None:
            raise UnknownRecord("an act before its game")
        self.acts += 1
        if self.state.phase is Phase.ROADS and record["a"]["type"] != "road":
            self.state = self.game.apply(self.state, act.StopRoads(self.state.turn))
        if "legal" in record:
            yield from _legal(self.state, record["legal"])
        yield from _before(self.state, record)
        for action in _actions(self.state, record):
            refusal = self.game.check(self.state, action)
            if refusal is not None:
                yield f"{action} is refused: {refusal.code}"
            if isinstance(action, act.Roll):
                yield from _short(self.state, record)
            self.state = self.game.apply(self.state, action)
        yield from _compared(self.state, record)
        for what in self.game.invariants(self.state, thorough=False):
            yield f"invariant: {what}"

    def end(self, record: Record) -> Iterator[str]:
        if self.state is None:
            raise UnknownRecord("an end before its game")
        found = {
            "records": self.acts,
            "winner": _won(self.state),
            "vp": [_total(self.state, seat) for seat in self.state.seats],
            "turns": _turns(self.state),
        }
        for name, value in found.items():
            if name in record and record[name] != value:
                yield f"{name} at the end is {value}, not {record[name]}"


def compare_record(replay: Replay, record: Record) -> Iterator[str]:
    """What differs in ``record``. :raises UnknownRecord: when it has none of the forms."""
    match record.get("t"):
        case "game":
            replay.begin(record)
        case "act":
            yield from replay.act(record)
        case "end":
            yield from replay.end(record)
        case None if "rules_gain" in record:
            yield from _shortage(record)
        case None if "len" in record and "b" in record:
            yield from _longest(record)
        case _:
            raise UnknownRecord("neither a game, nor a position, nor a roll")


def _actions(state: State, record: Record) -> Iterator[Any]:
    """``record`` in our actions; a theft and a trade are two of them."""
    seat, a, chance = Seat(record["seat"]), record["a"], record.get("chance", {})
    setting_up = state.phase in (Phase.PLACE_JUNIOR, Phase.PLACE_CONNECTION)
    match a["type"]:
        case "settlement":
            yield act.PlaceJunior(seat, a["node"]) if setting_up else act.BuildJunior(seat, a["node"])
        case "road":
            yield act.PlaceConnection(seat, a["edge"]) if setting_up else act.BuildConnection(seat, a["edge"])
        case "city":
            yield act.BuildSenior(seat, a["node"])
        case "roll":
            yield act.Roll(seat, Throw(chance["roll"]))
        case "end_turn":
            yield act.EndTurn(seat)
        case "discard":
            given = [0] * 5
            given[a["res"]] = 1
            yield act.Discard(seat, ours(given))
        case "robber" | "steal":
            if a["type"] == "robber":
                yield act.MoveCrisis(seat, a["hex"])
            if "stolen_from" in chance:
                yield act.Steal(seat, Seat(chance["stolen_from"]), THEIRS[chance["res"]])
        case "bank_trade":
            yield act.BankTrade(seat, THEIRS[a["give"]], THEIRS[a["get"]])
        case "player_trade":
            yield act.OfferTrade(seat, ours(a["give"]), ours(a["get"]), Seat(a["with"]))
            yield act.AcceptTrade(Seat(a["with"]), seat)
        case "buy_dev":
            yield act.BuyCard(seat, CARDS[chance["card"]])
        case "play_knight":
            yield act.PlayConsult(seat)
        case "play_road_building":
            yield act.PlayRoads(seat)
        case "play_year_of_plenty":
            counts = [0] * 5
            for kind in a["res"]:
                counts[kind] += 1
            yield act.PlayPlenty(seat, ours(counts))
        case "play_monopoly":
            yield act.PlayMonopoly(seat, THEIRS[a["res"]])
        case other:
            raise UnknownRecord(f"an act called {other}")


def _legal(state: State, legal: Record) -> Iterator[str]:
    """The sets before an act; while free roads are placed, only these."""
    found: dict[str, list[Any]] = {"settlement": [], "city": [], "road": [], "bank_trade": []}
    short = missing_for_each(state, state.turn)
    for name, choice in zip(("road", "settlement", "city"), choose_builds(state, short), strict=True):
        if choice.refusal is None and (state.phase is not Phase.ROADS or name == "road"):
            found[name] = sorted(choice.fields[0][1].values())
    if state.phase is not Phase.ROADS:
        choice = choose_bank_trade(state)
        rate = dict(zip(KINDS, rates(state, state.turn), strict=True))
        if choice.refusal is None:
            found["bank_trade"] = sorted(
                [THEIRS.index(a.gives), rate[a.gives], THEIRS.index(a.gets)]
                for a in choice.actions()
                if a.gives != a.gets
            )
    for name, values in found.items():
        if name in legal and sorted(legal[name]) != values:
            yield f"legal {name} is {values}, not {sorted(legal[name])}"


def _before(state: State, record: Record) -> Iterator[str]:
    """What the act itself says of the state that it is taken in: the turn, whether a road is free."""
    if record.get("turn", _turns(state)) != _turns(state):
        yield f"turn is {_turns(state)}, not {record['turn']}"
    free = state.phase is not Phase.PLAY
    if record["a"]["type"] == "road" and record["a"].get("free", free) != free:
        yield f"a road is {'free' if free else 'paid for'} here"


def _turns(state: State) -> int:
    """Turns ended since the set-up, as the records count them."""
    return max(0, state.turns - 1)


def _short(before: State, record: Record) -> Iterator[str]:
    total = record["chance"]["roll"]
    short = sorted(ORDER.index(kind) for kind in harvest(before, total).short)
    if short != sorted(record["chance"].get("short", [])):
        yield f"short of {short}, not {record['chance'].get('short', [])}"


def _total(state: State, seat: int) -> int:
    """Points with the hidden ones."""
    return state.points(seat) + state.development[seat].known[POINT]


def _won(state: State) -> int | None:
    """Who has won, or would on turning up point cards now."""
    if state.winner is not None:
        return state.winner
    return int(state.turn) if state.turns and _total(state, state.turn) >= state.rules.goal else None


def _phase(state: State) -> str:
    if _won(state) is not None:
        return "over"
    seats = len(state.hands)
    if state.phase is Phase.PLACE_JUNIOR:
        return "setup1" if state.placed < seats else "setup2"
    if state.phase is Phase.PLACE_CONNECTION:
        return "setup1" if state.placed <= seats else "setup2"
    return "main"


def _next(state: State) -> int:
    """Who acts: of several that discard, the records name the first from the roller on."""
    if state.phase is Phase.DISCARD:
        seats = len(state.hands)
        clockwise = ((state.turn + i) % seats for i in range(seats))
        return next(seat for seat in clockwise if state.due[seat])
    return int(state.turn)


def _compared(state: State, record: Record) -> Iterator[str]:
    corners, edges = strings_of(state)
    found = {
        "b": corners,
        "r": edges,
        "robber": state.crisis,
        "hands": [theirs(hand.least) for hand in state.hands],
        "bank": theirs(state.bank),
        "dev": [list(cards.known[:KNOWN_CARDS]) for cards in state.development],
        "knights": [cards.consults for cards in state.development],
        "la": state.top,
        "vp": [_total(state, seat) for seat in state.seats],
        "vp_public": [score.total for score in Arnika().standing(state).scores],
        "next": _next(state),
        "phase": _phase(state),
        "done": _won(state) is not None,
    }
    for name, value in found.items():
        if name in record and record[name] != value:
            yield f"{name} is {value}, not {record[name]}"
    if "lr" in record:
        if record["lr"]["holder"] != state.longest:
            yield f"longest road lies with {state.longest}, not {record['lr']['holder']}"
        if record["lr"]["len"] != list(state.lengths):
            yield f"lengths are {list(state.lengths)}, not {record['lr']['len']}"
    if record["a"]["type"] == "roll":
        nobody = [0] * len(state.hands)
        due = list(state.due) or nobody
        if record["chance"].get("discard", nobody) != due:
            yield f"to discard: {due}, not {record['chance'].get('discard')}"
    if any(not hand.is_known for hand in state.hands):
        yield "a hand is not known"


def _longest(record: Record) -> Iterator[str]:
    juniors, seniors, connections = masks_from(record["b"], record["r"], len(record["len"]))
    lengths = lengths_of(connections, juniors, seniors)
    if list(lengths) != record["len"]:
        yield f"lengths are {list(lengths)}, not {record['len']}"
    found = holder(record["prev"], lengths)
    if found != record["holder"]:
        yield f"longest road lies with {found}, not {record['holder']}"


def _shortage(record: Record) -> Iterator[str]:
    game = Arnika()
    seats = len(record["rules_gain"])
    options = game.complete((("harbours", "custom"), ("tokens", "custom")), "classic")
    board = board_of(layout_from(record["hexes"], record.get("ports", [])), record["robber"])
    state = game.start(Setup(tuple(Seat(i) for i in range(seats)), Seat(0), options, board))
    juniors, seniors, connections = masks_from(record["b_before"], record["r_before"], seats)
    state = msgspec.structs.replace(
        state, juniors=juniors, seniors=seniors, connections=connections, bank=ours(record["bank"])
    )
    gains = [theirs(cards) for cards in harvest(state, record["roll"]).gains]
    if gains != record["rules_gain"]:
        yield f"gains are {gains}, not {record['rules_gain']}"
