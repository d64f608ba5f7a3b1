"""No answer came to a commit: the disk says what is so, and the table goes by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.events import Event, Health, Resume
from companion.game import Line
from companion.store import Store, StoreFailed
from tests.companion.playing import A, B, Played, a_turn, roll, toy_match
from tests.companion.toy_game import EndTurn


class Unsure(Store):
    """``stores``: whether an append is done all the same; ``answers``: whether anything can be asked."""

    fails = stores = False
    answers = True

    def append(self, event: Event, throw: Any = None) -> None:
        if not self.fails:
            return super().append(event, throw)
        if self.stores:
            super().append(event, throw)
        raise StoreFailed(Line.of("error.store", file="x", what="no answer"))

    def has(self, event: str) -> bool:
        if not self.answers:
            raise StoreFailed(Line.of("error.store", file="x", what="no answer"))
        return super().has(event)


class UnsurePlayed(Played):
    store_kind = Unsure

    def now(self, **how: bool) -> None:
        for name, value in how.items():
            setattr(self.store, name, value)


@pytest.fixture
def two(tmp_path: Path) -> UnsurePlayed:
    played = UnsurePlayed(tmp_path, toy_match())
    played.done(roll(A))
    return played


def test_what_was_stored_though_no_answer_came_is_done_once(two: UnsurePlayed):
    two.now(fails=True, stores=True)
    two.done(EndTurn(A))
    assert two.kinds() == ["Roll", "EndTurn"]
    two.pull_the_plug()
    assert two.kinds() == ["Roll", "EndTurn"]


def test_what_was_not_stored_is_refused_and_can_be_done_again(two: UnsurePlayed):
    two.now(fails=True)
    refused = two.ask(EndTurn(A))
    assert refused is not None
    assert refused.refusal.code == "not_stored"
    assert two.kinds() == ["Roll"]
    two.now(fails=False)
    two.done(EndTurn(A))
    assert two.told(Health)[-1].well


@pytest.mark.parametrize("stores", [True, False])
def test_what_nobody_could_look_up_is_read_from_the_disk_before_anything_else(two: UnsurePlayed, stores: bool):
    two.now(fails=True, stores=stores, answers=False)
    assert two.ask(EndTurn(A)) is not None
    two.now(fails=False, answers=True)
    refused = two.ask(EndTurn(A))
    assert (refused is not None) is stores, "it is done already, or it is done now"
    assert two.kinds() == ["Roll", "EndTurn"]
    before = two.snapshot.state
    two.pull_the_plug()
    assert two.snapshot.state == before


def test_a_throw_is_acknowledged_only_when_it_is_stored(two: UnsurePlayed):
    two.done(*a_turn(A)[1:])
    two.now(fails=True)
    two.throw(1, 2, 3)
    assert not [news for news in two.news if type(news).__name__ == "RollStored"]
    two.now(fails=False)
    two.throw(1, 2, 3)
    assert two.kinds().count("Roll") == 2
    assert two.snapshot.log[-1].event.body.seat == B


def test_a_match_of_older_rules_is_taken_up_and_that_is_said(tmp_path: Path):
    older = msgspec.structs.replace(toy_match("older"), rules_version=0)
    played = Played(tmp_path, older)
    played.done(roll(A))
    played.news.clear()
    played.table.take(Resume("older"))
    (note,) = played.told(Health)
    assert (note.line.key, note.line["theirs"], note.line["ours"]) == ("health.rules_changed", 0, 1)
    assert played.kinds() == ["Roll"]
