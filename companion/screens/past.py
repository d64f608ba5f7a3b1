"""Changing the past from the log: a line was really something else, something is missing after it, or it never was.

What may be chosen is what everybody knew then; the table checks it with everything that came after, and asks the seats
that it concerns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from companion.events import Amend, Undo
from companion.game import Choice
from companion.screens.asking import Asking, key_of
from companion.screens.fields import OptionsSheet
from companion.screens.stage import Scene

if TYPE_CHECKING:
    from companion.screens.match import MatchPage
    from companion.screens.views import SeatView

WAYS = (("amend", "correct"), ("insert", "plus"), ("take_out", "erase"))


def open_past(page: MatchPage, owner: SeatView, seq: int) -> None:
    """Ask ``owner`` what is wrong with the line ``seq``."""
    scene, seat, seen = page.scene, owner.seat, page.shell.doors.past
    assert scene is not None

    def chosen(way: str) -> None:
        page.close(seat)
        if way == "take_out":
            page.acting.post(Undo(seat, "event", seq))
        elif seen is not None:
            amend = Amend(seat, seq, None, way == "insert")
            seen(scene.snapshot.match.id, seq, amend.insert, lambda found: _offer(page, owner, amend, found))

    options = tuple((way, scene.text(f"log.{way}", seat), icon) for way, icon in WAYS)
    page.stand(seat, "past", OptionsSheet(owner, scene.text("log.mend", seat), options, chosen))


def _offer(page: MatchPage, owner: SeatView, amend: Amend, found: Any) -> None:
    """What it may have been, that of the line's own seat first."""
    scene, seat = page.scene, owner.seat
    if scene is None or not isinstance(found, tuple) or not found:
        return
    kinds: dict[tuple[int, str], Choice] = {}
    for choice in found:
        kinds.setdefault((choice.seat, key_of(choice)), choice)
    options = tuple((choice, _word(page, scene, choice, owner), "") for choice in kinds.values())

    def chosen(choice: Choice) -> None:
        page.close(seat)
        page.acting.fill(Asking.of(choice, amend), "past:blank")

    title = scene.text("log.insert" if amend.insert else "log.amend", seat)
    page.stand(seat, "past:kind", OptionsSheet(owner, title, options, chosen))


def _word(page: MatchPage, scene: Scene, choice: Choice, owner: SeatView) -> str:
    """What ``choice`` is called at the edge of ``owner``, with the name of another who did it."""
    word = page.stage.word_of(scene, msgspec.structs.replace(choice, seat=owner.seat))
    if choice.seat == owner.seat:
        return word
    words = scene.words(owner.seat)
    return scene.text("log.who", owner.seat, name=words.isolated(words.name(choice.seat)), what=word)
