"""Moments of the games with views of their own, found by random play through the rules and shown on a panel.

Always the same ones: :func:`shown` takes the first seed whose match comes to the moment, hands its record to a table
and opens what the moment shows. :func:`generic` takes a game's own view away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from driver import unseen
from midgame import go_on
from playing import Played

from companion.game import Setup
from companion.games import find_game
from companion.screens.bootstrap import Panel
from companion.screens.sealed import CoveredSheet
from companion.screens.stage import Stage

SEEDS, LONGEST = 30, 3000
LIKES: dict[str, Mapping[str, float]] = {
    "ethnos": {"FormBand": 6.0, "TakeCard": 14.0, "ExtendBand": 2.0, "SwapCard": 2.0, "DeckEmpty": 0.0,
               "Recruit": 20.0, "PlayBand": 6.0, "Dragon": 0.3, "UsePower": 1.0},
    "whale_riders": {"Move": 6.0, "Buy": 8.0, "BuyTile": 8.0, "Coin": 4.0, "Burn": 1.0, "Fulfil": 6.0, "Deliver": 6.0},
    "unfair": {"EndTurn": 2.0, "Build": 12.0, "Attach": 8.0, "DeckEmpty": 0.0, "NextStep": 1.0, "ParkAction": 6.0,
               "CountIcons": 9.0, "TakeLoan": 0.5},
    "amun_re": {"ConfirmPrices": 0.0},
    "score_pad": {"EndGame": 0.0, "TogetherEnd": 0.0, "NameWinner": 0.0, "Out": 0.0},
}  # fmt: skip
"""How much each kind of action is liked; the others are liked 3."""


def _nothing(played: Played) -> None:
    """Open nothing."""


def _tap(key: str) -> Callable[[Played], None]:
    return lambda played: played.page.act(played.page.turn, key)


def _points(played: Played) -> None:
    turn = played.page.turn
    assert turn is not None
    played.page.open_seat(turn)


def _reminders(played: Played) -> None:
    page = played.page
    page.open_menu()
    played.driver.frames(2)
    played.driver.tap(next(iter(page.ids.overlay.open.values())).sheet.buttons["now"])


def _uncover(played: Played) -> None:
    for entry in played.page.ids.overlay.open.values():
        if isinstance(entry.sheet, CoveredSheet):
            entry.sheet.uncover(60)


def _build(played: Played) -> None:
    """The figures of a card, for the first free area."""
    page = played.page
    assert page.turn is not None
    areas = played.state.park(page.turn).areas
    stage: Any = page.stage
    stage.tapped(page, page.turn, next(i for i, one in enumerate(areas) if one is None))


@dataclass(frozen=True)
class View:
    """When it is shown, what is opened then, and by which rules."""

    until: Callable[[Any], bool]
    open: Callable[[Played], None] = _nothing
    preset: str = "text"
    options: tuple[tuple[str, Any], ...] = ()


def _late(state: Any) -> bool:
    return bool(state.table.phase == "turn" and state.table.turn > 24 and any(state.table.bands))


def _aged(state: Any) -> bool:
    return bool(state.table.phase == "turn" and state.table.turn > 50)


def _rich(state: Any) -> bool:
    return bool(state.phase == "turn" and state.turn > 8 and state.rider.port and state.rider.coins > 2)


def _bidding(state: Any) -> bool:
    return state.phase == "auction" and (state.round, state.auction) == (2, 2) and any(lot.bid for lot in state.lots)


FULL = (("depth", "full"),)
VIEWS: dict[str, dict[str, View]] = {
    "ethnos": {
        "turn": View(_late),
        "form": View(_late, _tap("FormBand")),
        "points": View(_late, _points),
        "count": View(lambda s: s.table.phase == "count"),
        "ages": View(_aged, preset="published"),
        "band": View(_aged, _tap("PlayBand"), preset="published"),
    },
    "whale_riders": {
        "turn": View(lambda s: s.turn > 40 and s.phase == "turn" and s.used == 1),
        "buy": View(_rich, _tap("Buy")),
        "decrees": View(lambda s: s.turn > 40 and s.phase == "turn" and s.used == 0, preset="expansions"),
        "tile": View(_rich, _tap("BuyTile"), preset="expansions", options=FULL),
        "deliver": View(
            lambda s: s.turn > 20 and s.phase == "turn" and s.used == 0 and len(s.rider.tiles) > 2, _tap("Deliver"),
            preset="expansions", options=FULL,
        ),
    },
    "unfair": {
        "build": View(lambda s: s.phase == "build" and s.round > 1 and any(any(p.areas) for p in s.parks)),
        "figures": View(lambda s: s.phase == "build" and s.round > 1 and None in s.park(s.turn).areas, _build),
        "buy": View(lambda s: s.phase == "event" and s.round > 1, _tap("buy")),
        "five_areas": View(lambda s: s.phase == "upgrade" and s.round > 2, options=(("areas", 5),)),
        "park": View(lambda s: s.phase == "park" and s.round > 2, preset="published"),
        "sheet": View(lambda s: s.phase == "sheet", preset="published"),
    },
    "amun_re": {
        "hand": View(lambda s: s.phase == "hand"),
        "later_hand": View(lambda s: s.phase == "hand" and s.round == 2),
        "auction": View(_bidding),
        "won": View(lambda s: s.phase == "won" and s.round == 2),
        "cover": View(lambda s: s.phase == "offering"),
        "offering": View(lambda s: s.phase == "offering", _uncover),
        "told_hand": View(lambda s: s.phase == "hand" and s.round == 2, _uncover, options=(("hand_entry", "secret"),)),
        "income": View(lambda s: s.phase == "income" and s.round == 2),
        "keep": View(lambda s: s.phase == "income" and s.players[0].kept is None, _tap("Keep")),
        "reminders": View(lambda s: s.phase == "income" and s.round == 2, _reminders),
    },
    "score_pad": {
        "running": View(lambda s: sum(map(len, s.rows)) > 6, preset="running"),
        "rounds": View(lambda s: s.round > 3, preset="rounds", options=(("clock", "down"), ("entry", "turns"))),
        "categories": View(lambda s: sum(map(len, s.rows)) > 6, preset="categories"),
        "record": View(lambda s: s.round > 3, _tap("record"), preset="rounds"),
    },
}  # fmt: skip


def seats_of(game: str, view: str) -> range:
    """How many may sit where ``view`` is shown."""
    known = find_game(game)
    return known.seats(dict(known.complete(VIEWS[game][view].options, VIEWS[game][view].preset)))


@cache
def record(game: str, view: str, seats: int) -> tuple[Setup, tuple[Any, ...]]:
    """A set-up and the actions after which ``view`` has come. :raises AssertionError: where it never does."""
    known, wanted = find_game(game), VIEWS[game][view]
    options = known.complete(wanted.options, wanted.preset)
    for seed in range(SEEDS):
        setup, rng = known.random_setup(Random(seed), seats, options), Random(seed)
        state, actions = known.start(setup), []
        while len(actions) < LONGEST and not wanted.until(state):
            choices = [c for c in known.choices(state) if c.refusal is None]
            weights = [LIKES[game].get(c.action.__name__, 3.0) for c in choices]
            if not any(weights):
                break
            action = rng.choices(choices, weights)[0].sample(rng)
            if known.check(state, action) is None:
                state = known.apply(state, action)
                actions.append(action)
        if wanted.until(state):
            return setup, tuple(actions)
    raise AssertionError(f"{game} never came to {view} with {seats} seats")


def shown(folder: Path, game: str, view: str, panel: Panel, seats: int, language: str) -> Played:
    """A table at the moment, with what it shows open."""
    setup, actions = record(game, view, seats)
    with unseen():
        played = Played(
            folder, game=game, seats=seats, language=language, panel=panel, setup=lambda _: setup, record=actions[:-1]
        )
        go_on(played)
        for action in actions[-1:]:
            played.do(action)
        played.driver.frames(3)
    VIEWS[game][view].open(played)
    played.driver.settle(0.15)
    return played


def generic(played: Played) -> None:
    """The page without the game's own view."""
    page = played.page
    page.stage = Stage(played.game)
    page._drop_middle()
    page.refresh()
    played.driver.frames(2)
