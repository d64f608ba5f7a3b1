"""The end of a match on the screen: standing, ties, charts, receipt, and the ways on from there."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import pytest
from flowing import Evening, players

from companion.events import Match, Undo
from companion.game import Asked, Line, Part, Score, Seat, Setup, Standing
from companion.locale import Catalogue
from companion.screens.bootstrap import PANELS
from companion.screens.charts import _apart, chances_of
from companion.screens.draft import from_match
from companion.screens.result import points_words, ranks


def standing(*totals: int, winners: tuple[int, ...] = (), lowest: bool = False, decimals: int = 0) -> Standing:
    scores = tuple(Score(Seat(i), n, (Part(Line.of("score.points", n=n), n),)) for i, n in enumerate(totals))
    won = tuple(Seat(i) for i in winners)
    return Standing(scores, (), Line.of("prompt.over"), won, True, decimals, lowest)


def test_winners_stand_first_even_where_a_tie_was_broken() -> None:
    assert ranks(standing(34, 10, 34, winners=(2,))) == [2, 0, 1]
    assert ranks(standing(34, 10, 34, winners=(0, 2))) == [0, 2, 1]


def test_where_the_lowest_total_wins_it_stands_first() -> None:
    assert ranks(standing(9, 3, 7, winners=(1,), lowest=True)) == [1, 2, 0]


@pytest.mark.parametrize(
    ("points", "decimals", "language", "said"),
    [(1250, 2, "en", "12.50"), (-5, 0, "en", "−5"), (17, 0, "fa", "۱۷"), (-50, 1, "en", "−5.0")],
)
def test_points_are_written_in_the_digits_of_the_language(points: int, decimals: int, language: str, said: str) -> None:
    assert points_words(points, decimals, Catalogue(language)) == said


def test_the_chances_of_two_dice_are_those_of_two_dice() -> None:
    assert [round(chance * 36) for chance in chances_of(2)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_symbols_at_the_ends_of_the_lines_never_cover_each_other() -> None:
    placed = sorted(_apart([50.0, 50.0, 50.0, 2.0], 10.0, 0.0, 100.0))
    assert all(upper - lower >= 10 for lower, upper in itertools.pairwise(placed))
    assert placed[0] >= 0


def test_the_next_match_keeps_people_places_buttons_and_options() -> None:
    sitting = tuple(msgspec.structs.replace(p, chair=int(p.seat) + 2) for p in players(3, "fa"))
    match = Match("m", "arnika", 1, Setup(tuple(Seat(i) for i in range(3)), Seat(1), (("x", 1),)), sitting, 0.0)
    draft = from_match(match)
    assert [int(p.seat) for p in draft.players] == [2, 3, 4]
    assert [p.name for p in draft.seated()] == [p.name for p in sitting]
    assert draft.first == 1
    assert draft.given == (("x", 1),)
    assert draft.board is None


@pytest.mark.ui
def test_a_match_ends_on_its_result_and_the_last_thing_can_still_be_taken_back(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        page = evening.end("arnika", 3, 4)
        shown = evening.shell.snapshot.standing
        assert [row.won for row in page.results.rows].count(True) == len(shown.winners)
        assert page.has_dice
        assert page.has_course
        assert page.dice.note, "the dice are judged, or said to be too few"
        assert len(page.tally.heads) == 3
        assert page.tally.rows
        page.pick(1)
        evening.settle()
        assert page.tally.chosen == 1
        assert evening.companion.store.match(evening.shell.snapshot.match.id).players[1].name in page.dice.title
        evening.tap("board")
        evening.until_page("match")
        evening.companion.inbox.post(Asked(Undo(shown.scores[0].seat)))
        evening.driver.until(lambda: not evening.shell.snapshot.standing.over or evening.shell.snapshot.questions)


@pytest.mark.ui
@pytest.mark.slow
def test_tapping_a_player_lists_where_the_points_come_from(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["10in"], "en") as evening:
        page = evening.end("whale_riders", 4, 3)
        assert page.dice is None
        last = page.results.rows[-1]
        from companion.screens.standings import Standings

        table = next(evening.visible(Standings))
        bottom, high, seat = table._rows[-1]
        evening.driver.tap_at(*table.to_window(table.center_x, table.y + bottom + high / 2))
        evening.settle()
        assert (seat, page.parts.name) == (last.seat, last.name)


@pytest.mark.ui
def test_playing_again_keeps_the_group_and_the_next_one_starts(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en") as evening:
        evening.end("whale_riders", 3, 3)
        before = evening.shell.snapshot.match
        evening.tap("again")
        evening.driver.until(
            lambda: evening.shell.snapshot is not None and evening.shell.snapshot.match.id != before.id
        )
        after = evening.shell.snapshot.match
        assert [p.name for p in after.players] == [p.name for p in before.players]
        assert after.setup.first == (before.setup.first + 1) % 3
        evening.until_page("match")


@pytest.mark.ui
def test_the_names_of_a_group_that_leaves_are_gone_but_only_after_a_long_press(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "fa") as evening:
        match = evening.end("whale_riders", 3, 3).shell.snapshot.match
        evening.tap("tidy")
        evening.tap("wipe")
        assert evening.shell.page_name == "result"
        finger = evening.driver.press(*evening.button("wipe").to_window(*evening.button("wipe").center))
        evening.driver.settle(1.8)
        evening.driver.lift(finger)
        evening.until_page("attract")
        evening.driver.until(lambda: not any(p.name for p in evening.companion.store.match(match.id).players))
        assert evening.shell.draft.players == ()


@pytest.mark.ui
@pytest.mark.slow
def test_another_game_for_the_same_group_goes_to_the_chooser(tmp_path: Path) -> None:
    with Evening(tmp_path, PANELS["7in"], "en") as evening:
        evening.end("whale_riders", 3, 3)
        evening.tap("tidy")
        evening.tap("people")
        evening.until_page("chooser")
        assert len(evening.shell.draft.players) == 3
