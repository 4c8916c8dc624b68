"""Changes below a folder as the system reports them, and of the folder itself: gone, back, or replaced."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from watchfiles import Change, awatch

from ingest.sync.watch import Event

GATHER_MS = 400
"""How long changes are gathered once the first was seen, so that a burst is one."""
LOOK_MS = 1_000
"""How often it is seen whether the folder itself is still there: no system reports an unplugged disk."""

_HIDDEN = frozenset({".git", ".hg", ".svn"})
"""Folders that tools write to all the time and no sync enters."""


class FolderChanges:
    """`ingest.sync.watch.Changes` of a real folder. Made by `folder_changes`."""

    def __init__(self, root: Path, own: Sequence[Path]) -> None:
        self._root = root
        self._own = tuple(folder.expanduser().resolve() for folder in own)
        self._changed = asyncio.Event()
        self._stop = asyncio.Event()
        self.watching = asyncio.Event()
        """Set while the system reports changes to us."""

    async def next(self, seconds: float | None) -> Event:
        """See `Changes`."""
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            return Event.QUIET
        self._changed.clear()
        return Event.CHANGED

    async def report(self) -> None:
        """Until `stop`: waits for the folder, and listens as long as it is the same one."""
        polling = False
        while not self._stop.is_set():
            if (identity := _identity(self._root)) is not None:
                try:
                    await self._listen(identity, polling)
                except FileNotFoundError:
                    # It went between our look and the system's: the next look sees it.
                    identity = None
                except OSError:
                    # The system has no watch left to give; looking again and again needs none.
                    polling = True
                self.watching.clear()
            if identity is None:
                await self._later()

    def stop(self) -> None:
        self._stop.set()

    async def _listen(self, identity: tuple[int, int], polling: bool) -> None:
        listening = awatch(
            self._root,
            watch_filter=self._counts,
            debounce=GATHER_MS,
            step=50,
            stop_event=self._stop,
            rust_timeout=LOOK_MS,
            yield_on_timeout=True,
            force_polling=polling,
            ignore_permission_denied=True,
        )
        # What happened before we listened is for a look at the folder to find.
        self._changed.set()
        async with aclosing(listening):
            async for changes in listening:
                self.watching.set()
                if changes:
                    self._changed.set()
                if _identity(self._root) != identity:
                    self._changed.set()
                    return

    def _counts(self, change: Change, path: str) -> bool:
        where = Path(path)
        if _HIDDEN & set(where.parts):
            return False
        return not any(where == folder or folder in where.parents for folder in self._own)

    async def _later(self) -> None:
        try:
            async with asyncio.timeout(LOOK_MS / 1_000):
                await self._stop.wait()
        except TimeoutError:
            return


@asynccontextmanager
async def folder_changes(root: Path, own: Sequence[Path] = ()) -> AsyncIterator[FolderChanges]:
    """Listens to a folder, which need not be there at the moment. `own` are folders of kg itself: what changes
    in them is no change."""
    changes = FolderChanges(root, own)
    reporting = asyncio.create_task(changes.report())
    try:
        yield changes
    finally:
        changes.stop()
        reporting.cancel()
        await asyncio.gather(reporting, return_exceptions=True)


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
