"""Reading many files at once, in order, with a bound on what is held in memory."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Collection, Sequence
from dataclasses import dataclass, replace

from ingest.arrived import Arrived, Forms
from ingest.load import Load, Loaded
from ingest.sync.compare import ToRead, is_readable_now
from kg import observe
from kg.model.document import NotRead
from kg.model.ids import new_document_id
from kg.model.kinds import DocumentState
from kg.model.stored import StoredDocument
from kg.observe import LOGGER

WINDOW = 8
"""Files read ahead of the one that is being written."""

BYTES_AHEAD = 64 * 2**20
"""Bytes of files read ahead. One larger file goes alone."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What became of one file. `document` is its id if it is written; `same` says that its text is the one
    the graph has. `forms` is None where nothing needs to be written, or where the file may turn out to be
    one that moved here."""

    item: ToRead
    document: str
    size: int
    mtime_ns: int
    raw_hash: str
    outcome: Arrived | NotRead | None
    """None when the bytes are those the graph has read."""
    same: bool = False
    forms: Forms | None = None

    @property
    def content_hash(self) -> str | None:
        return self.outcome.content_hash if isinstance(self.outcome, Arrived) else None


@dataclass(frozen=True, slots=True)
class Movable:
    """Hashes of documents whose paths are gone: a new file with one of them may be that document."""

    content: Collection[str]
    raw: Collection[str]


async def examine_all(
    items: Sequence[ToRead], load: Load, movable: Movable
) -> AsyncGenerator[Examined, None]:
    """Every file's outcome, in the order of `items`. Leaving the loop cancels what was read ahead."""
    ahead: deque[tuple[asyncio.Task[Examined], int]] = deque()
    held = 0
    try:
        for item in items:
            while ahead and (len(ahead) >= WINDOW or held + item.found.size > BYTES_AHEAD):
                task, size = ahead.popleft()
                held -= size
                yield await task
            work = asyncio.create_task(asyncio.to_thread(examine, item, load, movable))
            ahead.append((work, item.found.size))
            held += item.found.size
        while ahead:
            yield await ahead.popleft()[0]
    finally:
        for task, _ in ahead:
            task.cancel()
        await asyncio.gather(*(task for task, _ in ahead), return_exceptions=True)


def examine(item: ToRead, load: Load, movable: Movable) -> Examined:
    """One file, in a thread: from its path to what could be written of it."""
    with observe.step("file.read"):
        return _examine(item, load, movable)


def _examine(item: ToRead, load: Load, movable: Movable) -> Examined:
    document = item.stored.id if item.stored else item.returning or new_document_id()
    loaded = load(item.found.path)
    if isinstance(loaded, NotRead):
        return Examined(item, document, item.found.size, item.found.mtime_ns, "", loaded)
    known = item.stored is not None and _has_read(item.stored, item.found.path, loaded.raw_hash)
    seen = Examined(item, document, loaded.size, loaded.mtime_ns, loaded.raw_hash, None, same=known)
    if known and not item.reform:
        return seen
    try:
        return _formed(seen, loaded, movable)
    except Exception as error:
        # A reader's fault in one file must not end the run for all others; its message may quote the file.
        LOGGER.error("reading failed with %s", type(error).__name__)
        return replace(seen, outcome=_fault(error), same=False)


def _has_read(stored: StoredDocument, path: str, raw_hash: str) -> bool:
    """Whether the graph has what these bytes give: their text, or that they have none. Of bytes that failed
    it has neither."""
    unread = stored.state is DocumentState.UNREAD and not is_readable_now(path, stored)
    return (stored.content_hash is not None or unread) and stored.raw_hash == raw_hash


def _formed(seen: Examined, loaded: Loaded, movable: Movable) -> Examined:
    from ingest.arrive import arrive, forms

    item, stored = seen.item, seen.item.stored
    # What is stored stays, whoever purged the same elsewhere.
    there = loaded.purged.contents if stored is not None else movable.content
    outcome = arrive(item.found.path, loaded.data, loaded.purged.but(there))
    if isinstance(outcome, NotRead):
        return replace(seen, outcome=outcome)
    same = stored is not None and stored.content_hash == outcome.content_hash
    may_have_moved = stored is None and outcome.content_hash in movable.content
    if may_have_moved or (same and not item.reform):
        return replace(seen, outcome=outcome, same=same)
    made = forms(seen.document, outcome, item.admit.machinery)
    return replace(seen, outcome=outcome, same=same, forms=made)


def _fault(error: Exception) -> NotRead:
    reason = f"The file could not be read ({type(error).__name__} in its reader); the others went on."
    return NotRead("reader_failed", reason, failed=True)
