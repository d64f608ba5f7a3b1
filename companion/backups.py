"""The copies that a table makes of its store by itself. The newest fills in what a damaged store has lost."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path

from companion.config import Home, load
from companion.events import Closed, Happened, News
from companion.game import BadConfig
from companion.store import Store, StoreFailed

KEPT = 5
"""How many copies stay; a store of a thousand matches has some megabytes."""

_log = logging.getLogger("mizban.backups")


def open_store(home: Home, *, reading: bool = False) -> Store:
    """The table's store, for a command; what a damaged one has lost comes from the table's copies, as at the table.

    ``reading``: for a command that stores nothing, and works where nothing can be stored.
    """
    folder = home.backups
    try:
        chosen = load(home.config).backups
        folder = Path(chosen).expanduser() if chosen else folder
    except BadConfig as error:
        _log.info("the configuration is not read: %s", error)
    return Store(home.store, backups=Backups(folder).newest(), reading=reading)


class Backups:
    """Copies in ``folder``, at most ``kept`` of them. On a stick that is not there, none are made."""

    def __init__(self, folder: Path, *, kept: int = KEPT, now: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self._kept = kept
        self._now = now

    def newest(self) -> tuple[Path, ...]:
        """The copies that there are, the newest first. Only those that were made here count."""
        return tuple(sorted(self.folder.glob("mizban-*.db"), reverse=True))

    def make(self, store: Store) -> Path | None:
        """Copy ``store`` and let the oldest copies go; ``None`` where that could not be done."""
        if not self.folder.parent.is_dir():
            return None
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(self._now()))
        target, count = self.folder / f"mizban-{stamp}.db", 1
        while target.exists():
            count += 1
            target = self.folder / f"mizban-{stamp}-{count}.db"
        try:
            store.backup(target)
            for old in self.newest()[self._kept :]:
                old.unlink()
        except (StoreFailed, OSError) as error:
            _log.error("no copy was made: %s", error)
            return None
        return target

    def renew(self, store: Store) -> None:
        """Names were wiped from ``store``: no older copy may keep them. One without them takes their place."""
        older = self.newest()
        self.make(store)
        for copy in older:
            copy.unlink(missing_ok=True)

    def observer(self, store: Store, submit: Callable[[Callable[[], object]], object]) -> Callable[[News], None]:
        """Has a copy made, by ``submit`` in another thread, whenever a match has ended or left the table."""
        over = False

        def observe(news: News) -> None:
            nonlocal over
            match news:
                case Happened(snapshot=snapshot):
                    ended = snapshot.standing.over and not over
                    over = snapshot.standing.over
                case Closed():
                    ended, over = not over, False
                case _:
                    return
            if ended:
                submit(lambda: self.make(store))

        return observe
