"""A lock between processes, held as long as a file is open and let go by the system when its holder dies."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

POLL_SECONDS = 0.1

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _take(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@asynccontextmanager
async def held(path: Path, waiting: Callable[[], None]) -> AsyncIterator[None]:
    """Holds the lock; calls `waiting` at every look while somebody else has it. The caller sets the limit."""
    with path.open("ab") as file:
        while not _take(file):
            waiting()
            await asyncio.sleep(POLL_SECONDS)
        yield
