"""The table: check, apply, store, tell. The only place that changes anything.

:meth:`Table.take` is called by one thread (``Inbox.run``); everything else may be read from any thread. What it tells
its observers is on disk. What it tells is public: a secret leaves only by :meth:`Table.seen_by`, to the seat that it
belongs to.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec

from companion.clocks import Clocks
from companion.events import (
    Amend,
    Answer,
    Begin,
    Call,
    Called,
    Closed,
    Differs,
    Event,
    Finish,
    Happened,
    Health,
    Hidden,
    Leave,
    Match,
    News,
    Pause,
    Pressed,
    Proposed,
    Refused,
    Rename,
    Request,
    Resume,
    Resumed,
    RollStored,
    Snapshot,
    Undo,
    Undone,
    Unpause,
)
from companion.game import (
    Asked,
    BoardSeen,
    ButtonPressed,
    DiceRolled,
    Game,
    Line,
    MizbanError,
    Refusal,
    RollId,
    Seat,
    Signal,
    Who,
)
from companion.games import find_game
from companion.history import History
from companion.playing import Playing
from companion.questions import Change, Sight
from companion.reconcile import differences, reconcile
from companion.store import Store, StoreFailed
from companion.throws import Throws

Observer = Callable[[News], None]

_log = logging.getLogger("mizban.table")


class Table:
    """One table with at most one match. ``store`` keeps it, ``games`` finds a game by its name."""

    def __init__(
        self,
        store: Store,
        *,
        games: Callable[[str], Game[Any]] = find_game,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        new_id: Callable[[], str] = lambda: uuid4().hex,
    ) -> None:
        self._store = store
        self._games = games
        self._now = now
        self._monotonic = monotonic
        self._new_id = new_id
        self._observers: list[Observer] = []
        self._playing: Playing | None = None
        self._snapshot: Snapshot | None = None
        self._ill: set[str] = set()

    # ------------------------------------------------------------------------------------------ for any thread

    def watch(self, observer: Observer) -> None:
        """Tell ``observer`` the news from now on, in the table's own thread; what it raises stops nobody else."""
        self._observers = [*self._observers, observer]

    def unwatch(self, observer: Observer) -> None:
        """Tell ``observer`` nothing more."""
        self._observers = [other for other in self._observers if other != observer]

    @property
    def snapshot(self) -> Snapshot | None:
        """The match as the whole table may know it, or ``None`` when there is none."""
        return self._snapshot

    def seen_by(self, seat: Seat) -> Any:
        """The state with what ``seat`` may know besides: only for a screen that this seat holds its button at.

        :raises LookupError: when there is no match.
        """
        playing = self._playing
        if playing is None:
            raise LookupError("no match at the table")
        return playing.game.view(playing.history.state, seat)

    # ------------------------------------------------------------------------------------------ the one way in

    def take(self, signal: Signal | Request) -> None:
        """Do what ``signal`` means now, or tell why not. Never raises."""
        try:
            if self._playing is not None and self._playing.in_doubt:
                self._reread(self._playing)
            self._take(signal)
        except StoreFailed as failed:
            self._store_failed(failed, signal)
        except MizbanError as error:
            self._refuse(Refusal(error.line.key, error.line.facts, overrulable=False), signal, "")
        except Exception:
            _log.exception("the table could not take %r", signal)
            self._refuse(Refusal("broken", overrulable=False), signal, "")

    def _take(self, signal: Signal | Request) -> None:
        playing = self._playing
        match signal:
            case Begin(match=match):
                self._games(match.game).start(match.setup)  # a set-up that can't start is not stored
                self._store.begin(match)
                self._open(match, fresh=True)
            case Resume(match=match_id):
                self._open(self._store.match(match_id), fresh=False)
            case Leave():
                self._leave()
            case Call(seat=seat):
                self._tell(Called(seat))
            case ButtonPressed():
                self._tell(Pressed(signal))
                if playing is not None:
                    self._button(playing, signal)
            case DiceRolled():
                self._dice(playing, signal)
            case _ if playing is None:
                if isinstance(signal, Asked):
                    self._refuse(Refusal("no_match", overrulable=False), signal.action, signal.source)
            case BoardSeen():
                self._seen(playing, signal)
            case Asked(action=action, source=source, forced=forced):
                self._asked(playing, action, source, forced)
            case _:
                action = playing.game.interpret(playing.history.state, signal)
                if action is not None:
                    self._do(playing, action, "clock")

    # ------------------------------------------------------------------------------------------ matches

    def _open(self, match: Match, *, fresh: bool) -> None:
        game = self._games(match.game)
        events = [] if fresh else self._store.events(match)
        history = History(game, match)
        for event in events:
            history.add(event)
        clocks = Clocks(match.setup.seats, self._monotonic)
        clocks.restore(events)
        throws = Throws([] if fresh else self._store.throws(match.id))
        playing = Playing(game, history, clocks, throws)
        clocks.run_for(playing.standing.active)
        self._leave()  # only now: a log that can't be folded sends nobody away
        self._playing = playing
        self._offer(playing)
        self._snapshot = playing.snapshot()
        self._tell(Resumed(self._snapshot))
        if match.rules_version != game.rules_version:
            facts = {"theirs": match.rules_version, "ours": game.rules_version}
            self._tell(Health("rules", False, Line.of("health.rules_changed", **facts)))

    def _leave(self) -> None:
        if self._playing is not None:
            match = self._playing.history.match.id
            self._playing = self._snapshot = None
            self._tell(Closed(match))

    def _reread(self, playing: Playing) -> None:
        """A commit got no answer and nobody could look it up: the disk says what is so."""
        self._open(self._store.match(playing.history.match.id), fresh=False)

    # ------------------------------------------------------------------------------------------ signals

    def _button(self, playing: Playing, press: ButtonPressed) -> None:
        question = playing.question_at(press.seat)
        if question is not None:
            self._answer(playing, Answer(press.seat, question.id, not press.long), "button")
            return
        action = None if playing.clocks.paused else playing.game.interpret(playing.history.state, press)
        if action is not None:
            self._do(playing, action, "button")
        elif playing.clocks.stands and not press.long:
            self._commit(playing, Unpause(press.seat), "button")
        elif press.long and not playing.clocks.stands:
            self._commit(playing, Pause(press.seat), "button")

    def _dice(self, playing: Playing | None, throw: DiceRolled) -> None:
        if self._store.knows(throw.id):
            self._tell(RollStored(throw.id))  # the unit repeats it because it has not heard from us
            return
        unclear = throw.quality != "ok" or None in throw.faces
        if playing is None:
            self._store.keep(throw, None)
            self._tell(RollStored(throw.id))
            return
        history = playing.history
        after = len(history.events)
        action = None if unclear else self._meant(playing, throw)
        if action is not None:
            self._commit(playing, action, "dice", roll=throw.id, throw=throw)
            return
        self._store.keep(throw, history.match.id, after)
        self._tell(RollStored(throw.id))
        playing.throws.fell(throw, after)
        if unclear:
            self._refuse(Refusal("throw_unclear", overrulable=False), None, "dice")
        self._renew(playing)

    def _meant(self, playing: Playing, throw: DiceRolled) -> Any | None:
        """The action that ``throw`` means now and that is allowed, if any."""
        state = playing.history.state
        action = None if playing.over else playing.game.interpret(state, throw)
        return None if action is None or playing.game.check(state, action) is not None else action

    def _seen(self, playing: Playing, seen: BoardSeen) -> None:
        state = playing.history.state
        look = (seen, len(playing.history.events))
        if look == playing.looked or playing.over:
            return
        playing.looked = look
        places = differences(playing.game.board(state), seen.board, seen.doubtful)
        plans = reconcile(playing.game, state, seen.board, seen.doubtful) if places else ()
        if places and not plans:
            self._tell(Differs(places))
        elif playing.differs:
            self._tell(Differs(()))
        playing.differs = bool(places and not plans)
        playing.withdraw(Sight)
        if len(plans) == 1 and not seen.doubtful:
            for action in plans[0]:
                self._do(playing, action, "camera")
        elif plans:
            playing.open.append(Sight.of(plans, len(playing.history.events)))
            self._renew(playing)

    def _asked(self, playing: Playing, action: Any, source: str, forced: bool) -> None:
        match action:
            case Undo():
                self._undo(playing, action, source, forced)
            case Amend():
                if not isinstance(action.action, playing.game.actions):
                    self._refuse(Refusal("not_of_this_game", overrulable=False), action, source)
                    return
                self._change(playing, msgspec.structs.replace(action, drops=(), consent=()), source, forced)
            case Answer():
                self._answer(playing, action, source)
            case Pause() | Unpause() | Rename() | Finish():
                self._commit(playing, action, source)
            case _ if isinstance(action, playing.game.actions):
                self._do(playing, action, source, forced=forced)
            case _:
                self._refuse(Refusal("not_of_this_game", overrulable=False), action, source)

    # ------------------------------------------------------------------------------------------ actions

    def _do(
        self, playing: Playing, action: Any, source: str, *, forced: bool = False, roll: RollId | None = None
    ) -> bool:
        """Check, apply, store, advance, tell; or tell why not. Whether it was done."""
        game, state = playing.game, playing.history.state
        if action.seat not in (*playing.history.match.setup.seats, *game.seated(state)):
            return self._refuse(Refusal("no_such_seat", overrulable=False), action, source)
        refusal = Refusal("finished", overrulable=False) if playing.finished else game.check(state, action)
        if refusal is not None and not (forced and refusal.overrulable):
            hidden = game.secret(state, action, state)
            return self._refuse(refusal, Hidden(action.seat, type(action).__name__) if hidden else action, source)
        after = game.apply(state, action)
        if refusal is not None:
            broken = set(game.invariants(after, thorough=False)) - set(game.invariants(state, thorough=False))
            if broken:
                _log.warning("overruling %s would break: %s", refusal.code, "; ".join(sorted(broken)))
                return self._refuse(msgspec.structs.replace(refusal, overrulable=False), action, source)
        self._commit(playing, action, source, forced=refusal is not None, roll=roll, after=after)
        return True

    def _commit(
        self,
        playing: Playing,
        body: Any,
        source: str,
        *,
        forced: bool = False,
        roll: RollId | None = None,
        throw: DiceRolled | None = None,
        after: Any = None,
    ) -> None:
        history = playing.history
        event = Event(
            self._new_id(),
            history.match.id,
            len(history.events) + 1,
            self._now(),
            source,
            body,
            forced,
            roll,
            playing.clocks.read(),
        )
        self._append(playing, event, throw)
        before, over = history.state, playing.over
        if throw is not None:
            playing.throws.fell(throw, len(history.events))
        history.add(event, after)
        playing.advanced(event)
        if playing.over != over:
            self._mark_end(playing)
        if throw is not None:
            self._tell(RollStored(throw.id))
        gone = playing.stale()
        self._offer(playing)
        self._snapshot = snapshot = playing.snapshot()
        view = playing.game.view
        self._tell(Happened(snapshot.log[-1].event, view(before, None), snapshot))
        for question in (*gone, *playing.new_questions()):
            self._tell(Proposed(question, snapshot))

    def _append(self, playing: Playing, event: Event, throw: DiceRolled | None) -> None:
        try:
            self._store.append(event, throw)
        except StoreFailed:
            playing.in_doubt = True
            if not self._store.has(event.id):
                playing.in_doubt = False
                raise
            playing.in_doubt = False  # it was stored, only the answer was lost
        if "store" in self._ill:
            self._ill.discard("store")
            self._tell(Health("store", True, Line.of("health.store_well")))

    def _mark_end(self, playing: Playing) -> None:
        try:
            self._store.end(playing.history.match.id, self._now() if playing.over else None)
        except StoreFailed:
            _log.exception("the match is not marked as ended; its log says it all the same")

    # ------------------------------------------------------------------------------------------ undo, amend, answer

    def _undo(self, playing: Playing, undo: Undo, source: str, forced: bool) -> None:
        history = playing.history
        stack = [event.seq for event in history.undoable()]
        seqs: tuple[int, ...]
        match undo.scope:
            case "redo":
                last = history.redoable()
                seqs = () if last is None else (last.seq,)
            case "event":
                seqs = tuple(seq for seq in stack if seq == undo.seq)
            case "line":
                seqs = tuple(seq for seq in stack if undo.seq is not None and seq >= undo.seq)
            case "turn":
                start = history.turn_of(undo.seat)
                seqs = tuple(seq for seq in stack if start is not None and seq >= start)
            case _:
                seqs = tuple(stack[-1:])
        if not seqs:
            self._refuse(Refusal("nothing_to_undo", overrulable=False), undo, source)
            return
        self._change(playing, Undone(undo.seat, seqs), source, forced)

    def _change(self, playing: Playing, body: Undone | Amend, source: str, forced: bool) -> None:
        """Change the past at once, or ask the seats that it concerns."""
        history = playing.history
        if isinstance(body, Amend) and not history.amendable(body):
            self._refuse(Refusal("no_such_line", (("line", body.seq),), overrulable=False), body, source)
            return
        plan = history.plan(body, forced=forced)
        if plan.refusal is not None:
            self._refuse(plan.refusal, body, source)
            return
        change = Change.of(history, body, plan, source, forced)
        playing.withdraw(Change)
        if change.waiting and not forced:
            playing.open.append(change)
            self._renew(playing)
        else:
            self._commit(playing, change.body, source, forced=forced)

    def _answer(self, playing: Playing, answer: Answer, source: str) -> None:
        found = next((o for o in playing.open if any(q.id == answer.question for q in o.questions)), None)
        question = next((q for q in playing.questions if q.id == answer.question), None)
        if question is None or question.seat != answer.seat:
            self._refuse(Refusal("question_gone", overrulable=False), answer, source)
        elif question.kind == "throw":
            throw = playing.throws.offered
            action = throw and self._meant(playing, throw)
            if answer.yes and throw is not None and action is not None:
                self._do(playing, action, "dice", roll=throw.id)
            else:
                self._commit(playing, answer, source)
        elif isinstance(found, Change):
            playing.open.remove(found)
            left = found.agreed(answer.seat) if answer.yes else None
            if left is not None and not left.waiting:
                self._renew(playing)
                self._commit(playing, left.body, found.source, forced=found.forced)
                return
            if left is not None:
                playing.open.append(left)
            else:
                self._refuse(Refusal("declined", (("who", Who(answer.seat)),), overrulable=False), found.body, source)
            self._renew(playing)
        elif isinstance(found, Sight):
            playing.open.remove(found)
            if answer.yes:
                self._renew(playing)
                for action in found.plans[0]:
                    self._do(playing, action, "camera")
                return
            if len(found.plans) > 1:
                playing.open.append(found.next())
            self._renew(playing)

    # ------------------------------------------------------------------------------------------ telling

    def _offer(self, playing: Playing) -> None:
        """Offer a throw that is waiting where it can be used now."""
        playing.throws.offer(playing.history, lambda throw: self._meant(playing, throw))

    def _renew(self, playing: Playing) -> None:
        """Tell of questions that came and went without an event."""
        gone = playing.stale()
        self._offer(playing)
        self._snapshot = snapshot = playing.snapshot()
        for question in (*gone, *playing.new_questions()):
            self._tell(Proposed(question, snapshot))

    def _refuse(self, refusal: Refusal, action: Any, source: str) -> bool:
        self._tell(Refused(refusal, action, source))
        return False

    def _store_failed(self, failed: StoreFailed, signal: Signal | Request) -> None:
        _log.error("not stored: %s", failed)
        self._ill.add("store")
        action, source = (signal.action, signal.source) if isinstance(signal, Asked) else (None, "")
        code = "disk_full" if failed.full else "not_stored"
        self._refuse(Refusal(code, failed.line.facts, overrulable=False), action, source)
        remedy = Line.of("remedy.disk_full" if failed.full else "remedy.store")
        self._tell(Health("store", False, failed.line, remedy))

    def _tell(self, news: News) -> None:
        for observer in self._observers:
            try:
                observer(news)
            except Exception:
                _log.exception("an observer could not take %s", type(news).__name__)
                name = getattr(observer, "__qualname__", type(observer).__name__)
                if not isinstance(news, Health) and name not in self._ill:
                    self._ill.add(name)
                    self._tell(Health(name, False, Line.of("health.observer", part=name)))
