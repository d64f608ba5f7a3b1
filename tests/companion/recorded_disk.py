"""A disk that remembers what SQLite asked of it, so that a power cut can be replayed at any instant.

The SQLite that Python itself uses gets a default VFS of ours: the unix one, with each file's xWrite, xTruncate, xSync
and the deletion of files noted down before they are passed on. What a cut leaves follows from the notes: everything
before a file's last sync is there; of what came after, each write may be there, or not, or up to a sector's edge.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

SECTOR = 512
POINTER = ctypes.c_void_p
_METHODS = (
    "xClose xRead xWrite xTruncate xSync xFileSize xLock xUnlock xCheckReservedLock xFileControl xSectorSize "
    "xDeviceCharacteristics xShmMap xShmLock xShmBarrier xShmUnmap xFetch xUnfetch"
).split()
_AFTER_OPEN = (
    "xDelete xAccess xFullPathname xDlOpen xDlError xDlSym xDlClose xRandomness xSleep xCurrentTime xGetLastError "
    "xCurrentTimeInt64 xSetSystemCall xGetSystemCall xNextSystemCall"
).split()


class _IoMethods(ctypes.Structure):
    _fields_ = [("iVersion", ctypes.c_int), *((name, POINTER) for name in _METHODS)]


class _File(ctypes.Structure):
    _fields_ = [("pMethods", ctypes.POINTER(_IoMethods))]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", POINTER),
        ("zName", ctypes.c_char_p),
        ("pAppData", POINTER),
        ("xOpen", POINTER),
        *((name, POINTER) for name in _AFTER_OPEN),
    ]


_INT = ctypes.c_int
_OPEN = ctypes.CFUNCTYPE(_INT, POINTER, POINTER, POINTER, _INT, ctypes.POINTER(_INT))
_DELETE = ctypes.CFUNCTYPE(_INT, POINTER, ctypes.c_char_p, _INT)
_WRITE = ctypes.CFUNCTYPE(_INT, POINTER, POINTER, _INT, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(_INT, POINTER, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(_INT, POINTER, _INT)


@dataclass(frozen=True, slots=True)
class Write:
    path: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    path: str


@dataclass(frozen=True, slots=True)
class Delete:
    path: str


@dataclass(frozen=True, slots=True)
class Told:
    """The program told somebody that ``what`` is stored."""

    what: Any


Note = Write | Truncate | Sync | Delete | Told


class Recorder:
    """Everything that was asked of the disk, in order."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self._keep: list[Any] = []  # what C points into must not be collected
        self._paths: dict[int, str] = {}

    def told(self, what: Any) -> None:
        self.notes.append(Told(what))

    def after_a_cut(self, at: int, rng: Random) -> dict[str, bytes]:
        """What the files may hold when the power goes before note ``at``."""
        files: dict[str, bytearray] = {}
        synced: dict[str, int] = {}
        for index, note in enumerate(self.notes[:at]):
            if isinstance(note, Sync):
                synced[note.path] = index
        for index, note in enumerate(self.notes[:at]):
            match note:
                case Write(path=path, offset=offset, data=data):
                    if index > synced.get(path, -1):
                        data = data[: self._reached(len(data), offset, rng)]
                    if data:
                        content = files.setdefault(path, bytearray())
                        content.extend(b"\0" * (offset - len(content)))
                        content[offset : offset + len(data)] = data
                case Truncate(path=path, size=size):
                    if index < synced.get(path, -1) or rng.random() < 0.5:
                        del files.setdefault(path, bytearray())[size:]
                case Delete(path=path):
                    files.pop(path, None)
        return {path: bytes(content) for path, content in files.items()}

    @staticmethod
    def _reached(size: int, offset: int, rng: Random) -> int:
        """How much of an unsynced write is on the disk: nothing, all, or up to a sector's edge."""
        chance = rng.random()
        if chance < 0.4:
            return 0
        if chance < 0.7:
            return size
        edge = (offset // SECTOR + rng.randint(0, size // SECTOR + 1)) * SECTOR
        return min(size, max(0, edge - offset))

    # ------------------------------------------------------------------------------------------ called by SQLite

    def _wrap(self, original: _IoMethods) -> Any:
        methods = _IoMethods()
        ctypes.memmove(ctypes.byref(methods), ctypes.byref(original), ctypes.sizeof(_IoMethods))
        write, truncate, sync = _WRITE(original.xWrite), _TRUNCATE(original.xTruncate), _SYNC(original.xSync)

        def on_write(file: int, data: int, size: int, offset: int) -> int:
            self.notes.append(Write(self._paths[file], offset, ctypes.string_at(data, size)))
            return int(write(file, data, size, offset))

        def on_truncate(file: int, size: int) -> int:
            self.notes.append(Truncate(self._paths[file], size))
            return int(truncate(file, size))

        def on_sync(file: int, flags: int) -> int:
            result = int(sync(file, flags))
            self.notes.append(Sync(self._paths[file]))
            return result

        for name, kind, function in (
            ("xWrite", _WRITE, on_write),
            ("xTruncate", _TRUNCATE, on_truncate),
            ("xSync", _SYNC, on_sync),
        ):
            callback = kind(function)
            self._keep.append(callback)
            setattr(methods, name, ctypes.cast(callback, POINTER).value)
        self._keep.append(methods)
        return methods


@contextmanager
def recording() -> Iterator[Recorder]:
    """Every file that SQLite opens meanwhile is recorded. :raises OSError: where Python has a SQLite of its own."""
    name = ctypes.util.find_library("sqlite3")
    if name is None:
        raise OSError("no shared SQLite")
    library = ctypes.CDLL(name)
    library.sqlite3_libversion.restype = ctypes.c_char_p
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
    library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_Vfs), _INT]
    library.sqlite3_vfs_unregister.argtypes = [ctypes.POINTER(_Vfs)]
    unix = library.sqlite3_vfs_find(None)
    recorder = Recorder()
    ours = _Vfs()
    ctypes.memmove(ctypes.byref(ours), unix, ctypes.sizeof(_Vfs))
    opened, deleted = _OPEN(unix.contents.xOpen), _DELETE(unix.contents.xDelete)

    def on_open(vfs: int, path: int | None, file: int, flags: int, out: Any) -> int:
        # the pointer itself goes on, not a copy of the name: SQLite keeps it as long as the file is open
        result = int(opened(vfs, path, file, flags, out))
        if result == 0:
            recorder._paths[file] = ctypes.string_at(path).decode() if path else ""
            held = ctypes.cast(file, ctypes.POINTER(_File)).contents
            methods = recorder._wrap(held.pMethods.contents)
            held.pMethods = ctypes.pointer(methods)
        return result

    def on_delete(vfs: int, path: bytes, sync: int) -> int:
        recorder.notes.append(Delete(path.decode()))
        return int(deleted(vfs, path, sync))

    callbacks = (_OPEN(on_open), _DELETE(on_delete))
    ours.zName = b"recording"
    ours.xOpen = ctypes.cast(callbacks[0], POINTER).value
    ours.xDelete = ctypes.cast(callbacks[1], POINTER).value
    library.sqlite3_vfs_register(ctypes.byref(ours), 1)
    try:
        yield recorder
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(ours))
        library.sqlite3_vfs_register(unix, 1)


def put(files: dict[str, bytes], folder: Path) -> None:
    """Write ``files`` into ``folder`` under their own names; the shared memory of a WAL is nothing a cut leaves."""
    for path, content in files.items():
        if not path.endswith("-shm"):
            (folder / Path(path).name).write_bytes(content)
