"""The bytes of one file, taken so that the next run can tell whether they are still the same."""

import errno
import hashlib
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass

from ingest.cloud import MESSAGE, is_placeholder
from kg.model.document import NotRead
from kg.model.purged import NOTHING_PURGED, Purged

SIZE_LIMIT = 256 * 2**20
"""Bytes. A larger file is named and not read: its text would be held in memory several times."""

_TICK_NS = 20_000_000
"""Kernel time stamps advance in ticks of up to 10 ms; twice that is told apart safely."""

_READ_TRIES = 2
_FLAGS = (
    os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """Bytes as they were at `size` and `mtime_ns`. `mtime_ns` is 0 where a later change could carry the
    same time stamp: the next run then looks at the bytes again."""

    data: bytes
    size: int
    mtime_ns: int
    raw_hash: str
    purged: Purged = NOTHING_PURGED
    """What must not come in with them."""


_LINKED = NotRead("outside", "A link stands where a file or folder was; links are not followed.", True)

_AWAY = NotRead("cloud_only", MESSAGE, True)

Load = Callable[[str], Loaded | NotRead]


def load(path: str, limit: int = SIZE_LIMIT) -> Loaded | NotRead:
    """Reads a regular file by its real path, without following a link put in its place or above it. Never
    raises for what a file system can do: the reason comes back as `NotRead`."""
    try:
        return _load(path, limit)
    except FileNotFoundError:
        return NotRead("vanished", "The file was there a moment ago and is gone; sync again.", failed=True)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return _LINKED
        reason = os.strerror(error.errno) if error.errno else "unknown reason"
        return NotRead(
            "unreadable", f"The file cannot be opened ({reason}); what was known of it stays.", True
        )


def raw_hash(data: bytes) -> str:
    """The hash of a file's bytes."""
    return hashlib.blake2b(data, digest_size=16, person=b"kg bytes").hexdigest()


def _load(path: str, limit: int) -> Loaded | NotRead:
    if is_placeholder(os.lstat(path)):
        return _AWAY
    descriptor = os.open(path, _FLAGS)
    status = os.fstat(descriptor)
    if os.path.realpath(path).replace(os.sep, "/") != path:
        os.close(descriptor)
        return _LINKED
    if not stat.S_ISREG(status.st_mode) or status.st_size > limit:
        os.close(descriptor)
        return _refused(status, limit)
    with os.fdopen(descriptor, "rb") as file:
        for _ in range(_READ_TRIES):
            before = os.fstat(descriptor)
            data = file.read(limit)
            steady = _stamp(before) == _stamp(os.fstat(descriptor)) and len(data) == before.st_size
            if steady:
                break
            file.seek(0)
    settled = steady and abs(time.time_ns() - before.st_mtime_ns) > _TICK_NS
    return Loaded(data, before.st_size, before.st_mtime_ns if settled else 0, raw_hash(data))


def _refused(status: os.stat_result, limit: int) -> NotRead:
    if not stat.S_ISREG(status.st_mode):
        return NotRead("unreadable", "This is no regular file; it was skipped.")
    size = status.st_size // 2**20
    return NotRead("too_large", f"The file has {size} MB, more than the {limit // 2**20} MB that kg reads.")


def _stamp(status: os.stat_result) -> tuple[int, int]:
    return status.st_size, status.st_mtime_ns
