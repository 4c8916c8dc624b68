"""A queued document read again, in the form its facts are taken from."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ingest.deps import SyncDeps
from ingest.load import Load
from kg.model.document import Card, NotRead, Passage, ReadText, Segment
from kg.model.stored import Job, StoredDocument, StoredExtraction


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document whose facts are to be written, with nothing in it that the guard did not see."""

    job: Job
    document: StoredDocument
    read: ReadText
    passages: tuple[Passage, ...]
    card: Card
    segments: tuple[Segment, ...]
    earlier: Mapping[str, StoredExtraction] | None = None
    """By segment hash all that the extractor of its present facts said, where its facts stay that extractor's."""


@dataclass(frozen=True, slots=True)
class Changed:
    """The file is not what the graph has of it any more: the next sync settles it."""

    job: Job
    document: StoredDocument
    reason: str


async def prepare(deps: SyncDeps, job: Job, document: StoredDocument) -> Prepared | Changed:
    """Reads, guards and cuts in a thread."""
    return await asyncio.to_thread(_prepare, deps.load, job, document)


def _prepare(load: Load, job: Job, document: StoredDocument) -> Prepared | Changed:
    from ingest.arrive import arrive
    from ingest.card import make_card
    from ingest.passages import passages
    from ingest.segment import segments

    loaded = load(document.path)
    if isinstance(loaded, NotRead):
        return Changed(job, document, loaded.message)
    arrived = arrive(document.path, loaded.data, loaded.purged.but(loaded.purged.contents))
    if isinstance(arrived, NotRead):
        return Changed(job, document, arrived.message)
    if arrived.content_hash != document.content_hash:
        return Changed(job, document, "The file changed after it was read; the next sync takes it up.")
    read = arrived.read
    return Prepared(job, document, read, passages(document.id, read), make_card(read), segments(read))


async def of_its_time(deps: SyncDeps, found: Prepared) -> Prepared:
    """A document whose facts are another extractor's keeps them so, at no cost, as long as the ledger has all of
    its segments by that one; unless its job says otherwise."""
    before = found.document.fingerprint
    if before is None or before == deps.extractor.fingerprint or found.job.anew:
        return found
    hashes = [segment.hash for segment in found.segments]
    earlier = await deps.store.extractions(hashes, before) if hashes else {}
    return replace(found, earlier=earlier) if earlier.keys() >= set(hashes) else found
