"""How a match went, folded from its log."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.events import Event, Match, Pause, Player, Undone, Unpause
from companion.game import Seat, Throw
from companion.games import GAMES, find_game
from companion.record import fold
from companion.selfplay import play_random
from companion.story import BREAK, story


def told(game: str, seats: int, seed: int) -> tuple[Match, list[Event]]:
    rules, rng = find_game(game), Random(seed)
    setup = rules.random_setup(rng, seats)
    match = Match(
        "m", game, rules.rules_version, setup, tuple(Player(seat, f"P{seat}") for seat in setup.seats), 1000.0
    )
    actions = play_random(rules, rng, setup, longest=1500).actions
    return match, [Event(f"e{i}", "m", i, 1000.0 + 10 * i, "touch", action) for i, action in enumerate(actions, 1)]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_the_course_ends_with_the_standing_of_the_match(game: str) -> None:
    match, events = told(game, 3, 11)
    history = fold(find_game(game), match, events)
    found = story(history)
    standing = history.game.standing(history.state)
    assert found.course[-1] == tuple(standing.total(seat) for seat in match.setup.seats)
    assert all(len(totals) == 3 for totals in found.course)


def test_every_throw_is_counted_once_under_its_sum() -> None:
    match, events = told("arnika", 3, 5)
    rolls = [event for event in events if isinstance(getattr(event.body, "throw", None), Throw)]
    found = story(fold(find_game("arnika"), match, events))
    assert [total for total, _ in found.throws] == list(range(2, 13))
    assert sum(count for _, count in found.throws) == len(rolls) > 0
    assert found.dice == 2


def test_the_throws_of_the_seats_are_those_of_the_table() -> None:
    match, events = told("arnika", 3, 5)
    found = story(fold(find_game("arnika"), match, events))
    together = [sum(row[i][1] for row in found.throws_of) for i in range(len(found.throws))]
    assert together == [count for _, count in found.throws]
    assert len(found.throws_of) == 3


def test_what_came_less_what_went_is_what_each_hand_holds_at_the_end() -> None:
    match, events = told("arnika", 3, 5)
    history = fold(find_game("arnika"), match, events)
    moved = [tally for tally in story(history).tallies if tally.line.key != "stats.kept.name"]
    for seat, hand in enumerate(history.state.hands):
        assert sum(tally.came[seat] - tally.went[seat] for tally in moved) == hand.size


def test_what_was_taken_back_is_in_no_number_of_the_match() -> None:
    """Undo leaves the log longer and the story as it was before: throws, points, cards and remarks are folded anew."""
    match, events = told("arnika", 3, 5)
    game = find_game("arnika")
    begun, more = events[:40], events[40:60]
    taken_back = Event("u", match.id, 61, more[-1].at, "touch", Undone(Seat(0), tuple(event.seq for event in more)))
    before, after = story(fold(game, match, begun)), story(fold(game, match, [*begun, *more, taken_back]))
    assert sum(count for _, count in story(fold(game, match, [*begun, *more])).throws) > sum(
        n for _, n in before.throws
    )
    assert msgspec.structs.replace(after, seconds=before.seconds) == before


def test_a_game_without_dice_has_no_throws() -> None:
    match, events = told("ethnos", 3, 5)
    assert story(fold(find_game("ethnos"), match, events)).throws == ()


def test_pauses_and_breaks_are_not_time_played() -> None:
    match, events = told("arnika", 3, 5)
    first, second, third = events[:3]
    times = (1000.0, 1010.0, 1010.0 + 600, 1020.0 + 600, 1020.0 + 600 + 2 * BREAK)
    bodies = (first.body, Pause(Seat(0)), Unpause(Seat(0)), second.body, third.body)
    log = [Event(f"e{i}", "m", i, at, "touch", body) for i, (at, body) in enumerate(zip(times, bodies, strict=True), 1)]
    assert story(fold(find_game("arnika"), match, log)).seconds == 20.0


def test_what_was_hidden_shows_in_the_course_only_at_its_end() -> None:
    match, events = told("amun_re", 3, 7)
    history = fold(find_game("amun_re"), match, events)
    found = story(history)
    game = history.game
    public = {
        tuple(game.standing(game.view(state, None)).total(s) for s in match.setup.seats) for state in history.states
    }
    assert set(found.course[:-1]) <= public
