"""From examined files to stored documents: new, changed, moved or the same, written in batches."""

import asyncio
import posixpath
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ingest.arrived import Arrived, Forms
from ingest.deps import SyncDeps
from ingest.destinations import Destinations
from ingest.reasons import READ_FAILURES, code_of, reason
from ingest.renaming import lower_documents, taught
from ingest.resolve import keys_to_look_up, mentions_of, resolve
from ingest.sync.compare import ToRead, path_key, renamed
from ingest.sync.examine import Examined, Movable
from ingest.sync.origins import Origins
from ingest.sync.tally import Tally
from ingest.walk import Found
from kg.model.document import NotRead
from kg.model.kinds import DocumentState
from kg.model.receipt import Notice
from kg.model.stored import DocumentWrite, LeftDocument, StoredDocument
from policy.gate import Admit
from policy.rungs import Machinery, Rung

BATCH_DOCUMENTS = 64
BATCH_PASSAGES = 2_000
"""A batch is one transaction of at most about this size, so that text is findable soon and memory bounded."""

Waiting = tuple[DocumentWrite, tuple[str, ...]]
"""A document to be written, and the names on its card."""


class Intake:
    """Takes examined files in the order of their paths; `finish` writes what waits at the end."""

    def __init__(
        self,
        deps: SyncDeps,
        root: str,
        destinations: Destinations,
        gone: Iterable[StoredDocument],
        tally: Tally,
        left: Iterable[LeftDocument] = (),
    ) -> None:
        self._deps = deps
        self._root = root
        self._destinations = destinations
        self._tally = tally
        self._batch: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._origins = Origins(gone, left)

    @property
    def movable(self) -> Movable:
        """What a new file may turn out to be."""
        return self._origins.movable

    @property
    def gone(self) -> tuple[StoredDocument, ...]:
        """Documents whose file was found nowhere so far."""
        return self._origins.gone

    async def prepare(self, items: Sequence[ToRead]) -> None:
        """Makes the folders that these files stand in."""
        folders = {self._folder(item.found, item.admit) for item in items}
        if folders:
            await self._deps.store.ensure_folders(sorted(folders), self._root)

    async def take(self, seen: Examined) -> None:
        """Does what one file asks for."""
        path, stored = seen.item.found.path, seen.item.stored
        self._tally.bytes_read += seen.size
        if isinstance(seen.outcome, NotRead) and seen.outcome.failed:
            await self._fail(seen, seen.outcome)
        elif stored is not None and seen.same:
            await self._same(seen, stored)
        elif stored is not None:
            self._tally.documents["changed"] += 1
            await self._restate(seen, stored)
        else:
            await self._new(seen)
        if isinstance(seen.outcome, NotRead) and not seen.outcome.failed and seen.outcome.code != "purged":
            self._tally.unread(path, seen.outcome)
        elif isinstance(seen.outcome, Arrived):
            self._tally.warned(path, seen.outcome.read)
            self._tally.secrets.update(dict(seen.outcome.secrets))

    async def finish(self) -> None:
        """Writes what waits. The text of every file taken is findable when this returns."""
        await self._flush()
        await self._settle()

    async def abandon(self) -> None:
        """Ends the write that is under way, when the run ends before its time."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)

    async def _flush(self) -> None:
        """Begins to write the batch. One batch is written while the next one is read."""
        await self._settle()
        batch, self._batch = self._batch, []
        if batch:
            self._writing = asyncio.create_task(self._write_batch(batch))

    async def _settle(self) -> None:
        if self._writing is not None:
            await self._writing
            self._writing = None

    async def _write_batch(self, batch: Sequence[Waiting]) -> None:
        writes = await self._with_mentions(batch)
        await self._deps.store.write_documents(writes, self._deps.stamp)
        self._tally.passages += sum(len(write.passages) for write in writes)

    async def _same(self, seen: Examined, stored: StoredDocument) -> None:
        found, admit = seen.item.found, seen.item.admit
        if stored.path and stored.path != found.path:
            self._tally.documents["moved"] += 1
            await self._rename(stored.id, seen)
        else:
            self._tally.documents["unchanged"] += 1
        if seen.outcome is None:
            self._tally.documents["unread"] += stored.content_hash is None
        self._tally.reformed(stored, admit)
        if seen.item.reform and seen.outcome is not None:
            if _failed_for_good(seen):
                self._tally.still_failing(stored, code_of(stored.reason))
            await self._unteach(stored, admit)
            await self._write(seen, stored.id, seen.forms)
            return
        await self._deps.store.touch_document(stored.id, seen.size, seen.mtime_ns, seen.raw_hash)
        if stored.state is DocumentState.HELD or code_of(stored.reason) in READ_FAILURES:
            await self._deps.store.mark_documents([stored.id], DocumentState.LIVE, None)
        elif stored.state is DocumentState.FAILED:
            # It was the model that failed, and it would be shown the same text.
            self._tally.still_failing(stored, code_of(stored.reason))

    async def _new(self, seen: Examined) -> None:
        """A path that was not there before: of a file that stood elsewhere, or went and is back, or is new."""
        if isinstance(seen.outcome, NotRead) and seen.outcome.code == "purged":
            self._tally.documents["seen"] -= 1
            self._tally.notices.append(Notice(seen.item.found.path, "purged", seen.outcome.message))
            return
        origin = None if seen.item.returning else self._origins.take(seen)
        if isinstance(origin, StoredDocument):
            await self._move(seen, origin)
            return
        self._tally.documents["new"] += 1
        self._tally.documents["returned"] += origin is not None or seen.item.returning is not None
        if origin is None:
            await self._write(seen, seen.document, seen.forms)
        else:
            await self._write(seen, origin.id, None)

    async def _move(self, seen: Examined, origin: StoredDocument) -> None:
        """The file is one that stood elsewhere: its id, vectors and facts stay."""
        found, admit = seen.item.found, seen.item.admit
        self._tally.documents["moved"] += 1
        await self._rename(origin.id, seen)
        if admit.rung.height < origin.rung.height:
            self._tally.documents["lowered"] += 1
            self._tally.took_back(await lower_documents(self._deps.store, [origin], admit.rung))
        self._tally.reformed(origin, admit)
        asks = admit.rung.height > origin.rung.height
        asks = asks or (admit.project, admit.scope) != (origin.project, origin.scope)
        if asks or renamed(found.path, origin.path):
            await self._unteach(origin, admit)
            await self._write(seen, origin.id, None)

    async def _rename(self, document: str, seen: Examined) -> None:
        found = seen.item.found
        folder = self._folder(found, seen.item.admit)
        await self._deps.store.move_document(
            document, found.path, path_key(found.path), folder, seen.size, seen.mtime_ns
        )

    async def _fail(self, seen: Examined, why: NotRead) -> None:
        """What is known of the file stays; a new one is stored as failed, so that it can be looked up. One
        that vanished meanwhile has nothing to be stored."""
        self._tally.failed(seen.item.found.path, why)
        if why.code == "vanished":
            return
        stored = seen.item.stored
        if stored is None:
            await self._write(seen, seen.document, None)
        elif not _waits_for_a_model(stored):
            line = reason(why.code, why.message)
            await self._deps.store.mark_documents([stored.id], DocumentState.FAILED, line)

    async def _restate(self, seen: Examined, stored: StoredDocument) -> None:
        """New text under a known path. Where nothing is left to know, what was known goes first."""
        if stored.path and stored.path != seen.item.found.path:
            await self._rename(stored.id, seen)
        self._tally.reformed(stored, seen.item.admit)
        if stored.rung.height > Rung.TEXT.height and (seen.forms is None or seen.forms.card is None):
            self._tally.took_back(await lower_documents(self._deps.store, [stored], Rung.TEXT))
        await self._unteach(stored, seen.item.admit)
        await self._write(seen, stored.id, seen.forms)

    async def _unteach(self, stored: StoredDocument, admit: Admit) -> None:
        """A name counts for the scope that teaches it. A document that gives other names and goes to another
        scope takes its facts back first, so that those who used the names are read again, and says all of it
        anew for its new readers, out of the ledger."""
        if stored.scope == admit.scope or stored.fingerprint is None:
            return
        store = self._deps.store
        held = await store.named_by([stored.id])
        if taught(store.workspace, held.get(stored.id, ())):
            self._tally.took_back(await lower_documents(store, [stored], Rung.GIST))

    async def _write(self, seen: Examined, document: str, made: Forms | None) -> None:
        if made is None and isinstance(seen.outcome, Arrived):
            made = await asyncio.to_thread(_forms, document, seen.outcome, seen.item.admit.machinery)
        names = made.card.mentions if made and made.card else ()
        self._batch.append((self._as_write(seen, document, made or Forms()), names))
        waiting = sum(len(write.passages) for write, _ in self._batch)
        if len(self._batch) >= BATCH_DOCUMENTS or waiting >= BATCH_PASSAGES:
            await self._flush()

    def _as_write(self, seen: Examined, document: str, made: Forms) -> DocumentWrite:
        found, admit = seen.item.found, seen.item.admit
        read = seen.outcome.read if isinstance(seen.outcome, Arrived) else None
        why = seen.outcome if isinstance(seen.outcome, NotRead) else None
        shown = read if admit.machinery.passages else None
        failed = _failed_for_good(seen)
        return DocumentWrite(
            id=document,
            path=found.path,
            path_key=path_key(found.path),
            root=self._root,
            folder=self._folder(found, admit),
            title=(shown.title if shown else None) or posixpath.basename(found.path),
            content_hash=seen.content_hash,
            raw_hash=seen.raw_hash,
            size=seen.size,
            mtime_ns=seen.mtime_ns,
            state=failed.state if failed else _state(why),
            reason=failed.reason if failed else reason(why.code, why.message) if why else None,
            rung=admit.rung,
            project=admit.project,
            scope=admit.scope,
            dated=shown.dated if shown else None,
            media_type=read.media_type if read else "application/octet-stream",
            encoding=read.encoding if read else "",
            passages=made.passages,
            card=made.card,
            warnings=tuple(warning.message for warning in shown.warnings) if shown else (),
            extract=admit.machinery.facts and made.card is not None and failed is None,
        )

    def _folder(self, found: Found, admit: Admit) -> str:
        folder = posixpath.dirname(found.path)
        return self._destinations.nameable(folder, self._root) if admit.rung is Rung.NOTHING else folder

    async def _with_mentions(self, batch: Sequence[Waiting]) -> list[DocumentWrite]:
        """The names on the cards, resolved with one look-up a scope."""
        keys: defaultdict[str, set[str]] = defaultdict(set)
        for write, names in batch:
            keys[write.scope] |= keys_to_look_up(mentions_of((), names))
        store = self._deps.store
        known = {
            scope: await store.entities_named(sorted(asked), scope) for scope, asked in keys.items() if asked
        }
        return [
            replace(write, mentions=resolve(store.workspace, (), known.get(write.scope, {}), names).entities)
            for write, names in batch
        ]


def _waits_for_a_model(document: StoredDocument) -> bool:
    """Its state says what became of its facts; that is true still when the file can be read again."""
    put_off = document.state in (DocumentState.WAITING, DocumentState.FAILED)
    return put_off and document.content_hash is not None and code_of(document.reason) not in READ_FAILURES


def _failed_for_good(seen: Examined) -> StoredDocument | None:
    """A document that a rebuild took down, and whose text no model could make facts of: its job stays as it is."""
    stored = seen.item.stored
    if stored is None or not seen.same or stored.rung is not Rung.NOTHING or not stored.path:
        return None
    failed = stored.state is DocumentState.FAILED and stored.fingerprint is None
    return stored if failed and _waits_for_a_model(stored) else None


def _state(why: NotRead | None) -> DocumentState:
    if why is None:
        return DocumentState.LIVE
    return DocumentState.FAILED if why.failed else DocumentState.UNREAD


def _forms(document: str, arrived: Arrived, allowed: Machinery) -> Forms:
    from ingest.arrive import forms

    return forms(document, arrived, allowed)
