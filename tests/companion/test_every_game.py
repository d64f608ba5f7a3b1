"""Every game, every preset: what the kit promises of any game, with nobody asking the game for a test of its own.

A game that joins ``GAMES`` is played here at random, alone and at a real table on a real store: undone, brought back,
taken up again, exported, imported, replayed, and looked at for secrets.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion import exports, record
from companion.events import Begin, Event, Happened, Hidden, Match, Player, Refused, Resume, Undo, decode_body, encode
from companion.game import Asked, Game, Seat
from companion.games import GAMES, find_game
from companion.history import History
from companion.locale import Catalogue
from companion.selfplay import Witness, moves, play_random, random_action, random_options, selfplay
from companion.store import Store
from companion.table import Table

CASES = [(game.name, preset.name) for game in GAMES for preset in game.presets]
every_game = pytest.mark.parametrize(("name", "preset"), CASES, ids=["-".join(case) for case in CASES])
SHORT = 42
"""Actions of a match at a table in the short form; each is on disk before the next."""
LONG = 1500


def drawn_match(game: Game[Any], preset: str, rng: Random, seats: int | None = None) -> Match:
    """A match of ``game`` with options, seats, board and box drawn by ``rng``."""
    options = random_options(game, rng, preset)
    setup = game.random_setup(rng, seats or rng.choice(list(game.seats(dict(options)))), options)
    players = tuple(Player(seat, f"p{seat + 1}") for seat in setup.seats)
    return Match(f"{game.name}-{preset}", game.name, game.rules_version, setup, players, 1_700_000_000.0)


class Evening:
    """A real table on a real store, whose clock moves a second for each look at it."""

    def __init__(self, path: Path, match: Match, rng: Random) -> None:
        self.path, self.match, self.rng = path, match, rng
        self.game = find_game(match.game)
        self.refused: list[Refused] = []
        self.told: list[Happened] = []
        self.seconds, self.ids = count(1), count(1)
        self.sit_down()
        self.table.take(Begin(match))

    def sit_down(self) -> None:
        self.store = Store(self.path)
        self.table = Table(
            self.store,
            now=lambda: 1_700_000_000.0 + next(self.seconds),
            monotonic=lambda: float(next(self.seconds)),
            new_id=lambda: f"{self.match.id}-e{next(self.ids)}",
        )
        self.table.watch(self.hear)

    def hear(self, news: Any) -> None:
        if isinstance(news, Refused):
            self.refused.append(news)
        elif isinstance(news, Happened):
            self.told.append(news)

    def power_cut(self) -> None:
        self.store.close()
        self.sit_down()
        self.table.take(Resume(self.match.id))

    @property
    def history(self) -> History:
        playing: Any = self.table._playing
        history: History = playing.history
        return history

    @property
    def snapshot(self) -> Any:
        return self.table.snapshot

    def ask(self, action: Any, *, forced: bool = False) -> None:
        self.table.take(Asked(action, "touch", forced))
        assert not self.refused, self.refused

    def play(self, actions: int) -> None:
        for _ in range(actions):
            state = self.history.state
            if self.snapshot.standing.over:
                return
            action = random_action(self.game, state, self.rng)
            assert action is not None, f"nobody can do anything: {state}"
            self.ask(self.game.told(state, action, self.rng) if self.rng.random() < 0.5 else action)


def evening(tmp_path: Path, name: str, preset: str, seed: int, actions: int) -> Evening:
    rng = Random(f"{name}:{preset}:{seed}")
    played = Evening(tmp_path / "mizban.db", drawn_match(find_game(name), preset, rng), rng)
    played.play(actions)
    return played


# ---------------------------------------------------------------------------------------------- the rules alone


@every_game
def test_random_play_breaks_nothing_and_comes_out_the_same_each_time(name: str, preset: str):
    selfplay(find_game(name), 1, 11, preset=preset, vary=True, longest=300)


@pytest.mark.slow
@every_game
def test_two_hundred_random_matches_break_nothing(name: str, preset: str):
    selfplay(find_game(name), 200, 12, preset=preset, vary=True)


@every_game
def test_random_matches_end(name: str, preset: str):
    figures = selfplay(find_game(name), 1, 13, preset=preset)
    assert figures.ended == 1, figures


@every_game
def test_every_seat_count_that_a_game_offers_can_be_played(name: str, preset: str):
    game = find_game(name)
    for seats in game.seats(dict(game.complete((), preset))):
        rng = Random(seats)
        match = drawn_match(game, preset, rng)
        setup = game.random_setup(rng, seats, game.complete((), preset))
        played = play_random(game, rng, setup, longest=40, told=True, after=Witness(game, f"{match.id}:{seats}"))
        assert played.actions


@every_game
def test_actions_and_states_survive_encoding_as_they_are(name: str, preset: str):
    game, rng = find_game(name), Random(name + preset)
    setup = drawn_match(game, preset, rng).setup
    steps = 0

    def same(before: Any, action: Any, after: Any, n: int) -> None:
        nonlocal steps
        steps += 1
        assert decode_body(encode(action), game) == action
        if n % 10 == 0:
            assert msgspec.json.decode(encode(after), type=game.state) == after

    for _ in moves(game, setup, rng, cap=200, told=True, after=same):
        pass
    assert steps


@every_game
def test_what_an_earlier_line_could_have_been_is_asked_of_every_line_and_tells_no_secret(name: str, preset: str):
    game, rng = find_game(name), Random(f"{name}:{preset}:past")
    match = drawn_match(game, preset, rng)
    history = History(game, match)
    for seq, action in enumerate(moves(game, match.setup, rng, cap=SHORT, told=True), 1):
        history.add(Event(f"e{seq}", match.id, seq, match.began + seq, "touch", action))
    for seq in range(1, len(history.events) + 1):
        for after in (False, True):
            for choice in history.could_be(seq, after=after):
                assert choice.refusal is None
                assert not choice.secret
    assert history.could_be(len(history.events) + 1) == ()
    assert any(history.could_be(seq) for seq in range(1, len(history.events) + 1))


# ---------------------------------------------------------------------------------------------- at a table


@every_game
def test_undo_of_what_was_done_is_as_if_it_had_not_been_done(tmp_path: Path, name: str, preset: str):
    """undo(do(x)) = x at every step, the first and the last among them; and redo brings it back."""
    played = evening(tmp_path, name, preset, 1, 0)
    for step in range(SHORT // 3):
        before = played.snapshot
        played.play(1)
        if before.standing.over:
            break
        after = played.snapshot
        seat = after.match.setup.seats[step % len(after.match.setup.seats)]
        played.ask(Undo(seat), forced=True)
        assert_same_but_for_the_log(played.snapshot, before)
        played.ask(Undo(seat, "redo"), forced=True)
        assert_same_but_for_the_log(played.snapshot, after)
    assert not played.history.gone - {event.seq for event in played.history.events}


def assert_same_but_for_the_log(one: Any, other: Any) -> None:
    for field in ("state", "standing", "choices", "waived"):
        assert getattr(one, field) == getattr(other, field), field


@every_game
def test_a_match_taken_up_again_is_the_match_that_was_left(tmp_path: Path, name: str, preset: str):
    played = evening(tmp_path, name, preset, 2, SHORT // 2)
    played.ask(Undo(Seat(0), "line", played.rng.randint(1, len(played.snapshot.log))), forced=True)
    played.play(SHORT // 2)
    before, secret = played.snapshot, played.history.state
    played.power_cut()
    after = played.snapshot
    assert_same_but_for_the_log(after, before)
    assert played.history.state == secret
    assert list(after.log) == list(before.log)
    assert after.clock == before.log[-1].event.clock, "the clocks of the last stored event"
    played.play(1)
    assert played.snapshot.revision == after.revision + (not after.standing.over)


@every_game
def test_a_record_brings_the_match_back(tmp_path: Path, name: str, preset: str):
    """export -> import -> the same events, state and standing; and the same record once more."""
    played = evening(tmp_path, name, preset, 3, SHORT // 2)
    played.ask(Undo(Seat(0)), forced=True)
    played.play(SHORT)
    lines = list(record.lines(played.history, secrets=True))
    read = record.parse(lines)
    assert read.events == tuple(played.history.events)
    assert read.history.state == played.history.state
    theirs, ours = read.history.match.setup, played.match.setup
    assert (theirs.seats, theirs.first, theirs.board) == (ours.seats, ours.first, ours.board)
    assert (dict(theirs.options), dict(theirs.box)) == (dict(ours.options), dict(ours.box))
    assert encode(read.standing) == encode(played.game.standing(played.history.state))
    assert list(record.lines(read.history, secrets=True)) == lines
    elsewhere = Store(tmp_path / "elsewhere.db")
    elsewhere.begin(read.match, read.events)
    assert record.fold(played.game, read.match, elsewhere.events(read.match)).state == played.history.state


@every_game
def test_every_line_of_the_log_and_the_result_can_be_read_in_both_languages(tmp_path: Path, name: str, preset: str):
    played = evening(tmp_path, name, preset, 4, SHORT)
    snapshot = played.snapshot
    for language in ("fa", "en"):
        words = exports.words_for(played.history, language)
        assert words.text("game.name", name)
        for entry in snapshot.log:
            assert entry.lines
            for line in entry.lines:
                assert words.say(line, name)
        for line in (
            snapshot.standing.prompt,
            *played.game.guide(played.history.state),
            *(part.line for score in snapshot.standing.scores for part in score.parts),
        ):
            assert words.say(line, name)
        for form in exports.FORMATS.values():
            assert form(played.history, words)


# ---------------------------------------------------------------------------------------------- secrets


def seen_by_all(game: Game[Any], match: Match, actions: list[Any]) -> list[Any]:
    """Everything that leaves the table, and what its pages show, when ``actions`` were done."""
    history = History(game, match)
    for seq, action in enumerate(actions, 1):
        event = Event(f"e{seq}", match.id, seq, float(seq), "touch", action, clock=(0.0,) * len(match.players))
        history.add(event)
    words = Catalogue("en", {player.seat: player.name for player in match.players})
    return [
        history.game.view(history.state, None),
        game.standing(history.state),
        game.board(history.state),
        game.guide(history.state),
        [(entry.event, entry.lines) for entry in history.log],
        *(form(history, words) for name, form in exports.FORMATS.items() if name != "qr"),
        exports.receipt(history, words),
    ]


def other_ways(game: Game[Any], state: Any, action: Any, rng: Random) -> list[Any]:
    """Other actions that whoever did ``action`` could have done with the same button, as far as the table sees."""
    choices = (*game.choices(state), *game.corrections(state))
    choice = next((choice for choice in choices if choice.contains(action)), None)
    found = [game.told(state, action, rng) for _ in range(4)]
    if choice is not None and choice.secret:
        found += [choice.sample(rng) for _ in range(12)]
    return [other for other in dict.fromkeys(found) if other != action and game.check(state, other) is None]


@every_game
def test_what_is_secret_changes_nothing_that_the_table_can_see(name: str, preset: str):
    """Two matches that differ only in a secret look alike: view, standing, log, each export, the undo list."""
    game = find_game(name)
    compared = found = 0
    for seed in range(3):
        most = compared + 8
        rng = Random(f"secrets:{name}:{preset}:{seed}")
        match = drawn_match(game, preset, rng)
        actions: list[Any] = []
        state = game.start(match.setup)
        for action in moves(game, match.setup, rng, cap=160, told=True):
            after = game.apply(state, action)
            if game.secret(state, action, after) and compared < most:
                found += 1
                for other in other_ways(game, state, action, rng)[:2]:
                    if not game.secret(state, other, game.apply(state, other)):
                        continue
                    mine, theirs = (seen_by_all(game, match, [*actions, each]) for each in (action, other))
                    assert mine == theirs, f"{action} and {other} can be told apart"
                    compared += 1
            actions.append(action)
            state = after
    assert compared or not found, "no secret had another way to be"


@every_game
def test_a_secret_is_told_neither_by_the_table_nor_by_an_undo(tmp_path: Path, name: str, preset: str):
    played = evening(tmp_path, name, preset, 5, 0)
    for _ in range(SHORT):
        before = played.history.state
        played.play(1)
        if not played.told or played.snapshot.standing.over:
            break
        action = played.history.events[-1].body
        if played.game.secret(before, action, played.history.state):
            hidden = Hidden(action.seat, type(action).__name__)
            assert played.told[-1].event.body == hidden
            assert played.snapshot.log[-1].event.body == hidden
            assert played.told[-1].before == played.game.view(before, None)
            played.ask(Undo(action.seat), forced=True)
            assert played.snapshot.log[-2].event.body == hidden, "taken back, and still nobody's business"
            written = msgspec.json.decode(list(record.lines(played.history))[-3])
            assert written["seq"] == len(played.history.events) - 1
            assert msgspec.json.encode(written["body"]) == msgspec.json.encode(hidden)
            played.ask(Undo(action.seat, "redo"), forced=True)
    assert played.snapshot.public().choices == ()
    assert played.snapshot.state == played.game.view(played.history.state, None)
