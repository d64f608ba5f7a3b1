"""The numbers of a match while it is played: from the menu, in the words of who opened them, true as play goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from midgame import go_on
from moments import arnika
from playing import Played

from companion.game import Throw
from companion.games.arnika import actions as act
from companion.games.arnika.statistics import way_of
from companion.locale import Catalogue
from companion.screens.bootstrap import PANELS
from companion.screens.theme import theme
from companion.selfplay import random_action

pytestmark = pytest.mark.ui


@pytest.fixture(autouse=True)
def still() -> Iterator[None]:
    theme.less_motion = True
    yield
    theme.less_motion = False


def open_numbers(played: Played) -> Any:
    """The sheet of numbers, opened by taps at the seat of the turn."""
    go_on(played)
    played.driver.settle()
    played.driver.tap(played.page.ids.menu)
    played.driver.settle()
    seat = next(iter(played.page.ids.overlay.open))
    played.driver.tap(played.sheet(seat).buttons["numbers"])
    played.driver.settle()
    return played.sheet(seat)


@pytest.mark.parametrize("language", ["fa", "en"])
def test_every_number_of_a_match_can_be_seen_while_it_is_played(tmp_path: Path, language: str) -> None:
    played = arnika(tmp_path, "play", panel=PANELS["7in"], language=language)
    sheet = open_numbers(played)
    assert [part.key for part in sheet.parts] == ["dice", "cards", "course", "ways"]
    thrown = [entry for entry in played.table.snapshot.log
              if isinstance(entry.event.body, act.Roll | act.CrisisReroll)]  # fmt: skip
    dice = sheet.charts["dice"].view
    assert sum(count for _, count in dice.bars) == len(thrown) > 30
    assert {"fa": "خی‌دو", "en": "Chi-square"}[language] in dice.note
    assert len(sheet.charts["cards"].view.heads) == 4
    assert {name for name, _ in sheet.charts["cards"].view.rows} >= {
        Catalogue(language).text(f"stats.cause.{cause}.name", "arnika") for cause in ("roll", "building")
    }
    assert [line.values[-1] for line in sheet.charts["course"].view.lines] == [
        score.total for score in played.table.snapshot.standing.scores
    ]
    played.close()


def test_the_numbers_stay_true_while_others_play_on(tmp_path: Path) -> None:
    played = arnika(tmp_path, "play", panel=PANELS["10in"], language="en")
    sheet = open_numbers(played)
    before = dict(sheet.charts["dice"].view.bars)
    played.do(act.EndTurn(played.page.turn))
    played.do(act.Roll(played.page.turn, Throw(4)))
    assert dict(sheet.charts["dice"].view.bars) == before | {"4": before["4"] + 1}
    played.close()


def test_the_throws_of_each_seat_are_there_for_everybody(tmp_path: Path) -> None:
    played = arnika(tmp_path, "play", panel=PANELS["7in"], language="en")
    sheet = open_numbers(played)
    table = sheet.charts["dice"].view
    summed: Counter[str] = Counter()
    for seat in tuple(sheet.throwers):
        played.driver.tap(sheet.throwers[seat])
        played.driver.settle()
        summed.update(dict(sheet.charts["dice"].view.bars))
    assert summed == Counter(dict(table.bars))
    played.driver.tap(sheet.throwers[seat])
    played.driver.settle()
    assert sheet.charts["dice"].view == table
    played.close()


def test_the_counted_path_of_the_longest_connection_is_drawn_with_its_numbers(tmp_path: Path) -> None:
    played = arnika(tmp_path, "play", panel=PANELS["10in"], language="fa")
    sheet = open_numbers(played)
    sheet.choose("ways")
    played.driver.settle()
    whose, button = next(iter(sheet.ways.items()))
    way = way_of(played.state, whose)
    assert len(way) == max(len(way_of(played.state, seat)) for seat in played.state.seats) >= 3
    played.driver.tap(button)
    played.driver.settle()
    board = played.page.middle.view
    words = Catalogue("fa")
    assert board.glow == way
    assert board.steps == tuple(words.number(n) for n in range(1, len(way) + 1))
    assert not played.page.ids.overlay.open
    played.do(act.EndTurn(played.page.turn))
    assert played.page.middle.view.glow != way, "the next thing that happens clears the board"
    played.close()


def test_a_match_that_has_just_begun_says_that_nothing_has_been_counted(tmp_path: Path) -> None:
    played = Played(tmp_path, panel=PANELS["7in"], language="en", game="whale_riders", seats=3)
    sheet = open_numbers(played)
    assert sheet.parts == ()
    assert "Nothing has been counted yet" in [written.text for written in sheet.written]
    played.close()


def test_a_game_without_dice_shows_the_points_alone(tmp_path: Path) -> None:
    played = Played(tmp_path, panel=PANELS["10in"], language="fa", game="whale_riders", seats=3)
    rng = Random(4)
    for _ in range(25):
        played.do(random_action(played.game, played.state, rng))
    sheet = open_numbers(played)
    assert [part.key for part in sheet.parts] == ["course"]
    assert len(sheet.charts["course"].view.lines) == 3
    played.close()
