"""The steps that a sync and a change of policy have in common."""

import time
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace

from ingest.deps import SyncDeps
from ingest.renaming import lower_documents, remove_documents
from ingest.sync.compare import ToRead
from ingest.sync.examine import examine_all
from ingest.sync.intake import Intake
from ingest.sync.tally import Tally
from kg.model.receipt import FactCounts, WorkReceipt
from kg.model.stored import StoredDocument
from policy.rungs import Rung

CHANGES = ("rung", "project", "scope")

BATCH = 200
"""Documents taken back between two looks at the progress bar; what is interrupted goes on after the last."""


async def lower(documents: Sequence[tuple[StoredDocument, Rung]], deps: SyncDeps, tally: Tally) -> float:
    """Takes back what documents have above a rung, and what files that are gone left in folders that are at
    `nothing` by now. Returns seconds."""
    begun, done = time.monotonic(), 0
    for rung in Rung:
        for some in _batches([document for document, wanted in documents if wanted is rung]):
            tally.took_back(await lower_documents(deps.store, some, rung))
            tally.documents["lowered"] += len(some)
            done += len(some)
            deps.progress("taking back", done, len(documents))
    await deps.store.sweep_left()
    seconds = time.monotonic() - begun
    tally.seconds["rung"] += seconds if documents else 0.0
    return seconds


async def read(items: Sequence[ToRead], intake: Intake, deps: SyncDeps, tally: Tally) -> None:
    """Reads and writes files; their text is findable when this returns. Those whose folder asks for another
    form come last, so that it is known what each kind of change took."""
    done = 0
    await intake.prepare(items)
    try:
        for change in (None, *CHANGES):
            begun = time.monotonic()
            some = [item for item in items if _change(item) == change]
            async with aclosing(examine_all(some, deps.load, intake.movable)) as examined:
                async for seen in examined:
                    await intake.take(seen)
                    done += 1
                    deps.progress("reading", done, len(items))
            await intake.finish()
            if change is not None and some:
                tally.seconds[change] += time.monotonic() - begun
    finally:
        await intake.abandon()


def _change(item: ToRead) -> str | None:
    """What of its folder's policy makes a document be written again, what others see first."""
    was, now = item.stored, item.admit
    if was is None or not item.reform:
        return None
    if was.scope != now.scope:
        return "scope"
    if was.project != now.project:
        return "project"
    return "rung" if was.rung.height < now.rung.height else None


async def remove(documents: Sequence[StoredDocument], deps: SyncDeps, tally: Tally) -> float:
    """Takes back all that documents wrote. Returns seconds."""
    begun = time.monotonic()
    for some in _batches(documents):
        tally.took_back(await remove_documents(deps.store, some))
        tally.documents["removed"] += len(some)
        deps.progress("taking back", tally.documents["removed"], len(documents))
    return time.monotonic() - begun


def _batches(documents: Sequence[StoredDocument]) -> Iterator[Sequence[StoredDocument]]:
    return (documents[start : start + BATCH] for start in range(0, len(documents), BATCH))


def with_taken_back(work: WorkReceipt, tally: Tally) -> WorkReceipt:
    """The work's receipt, with the facts that went or came back when documents were taken back."""
    facts = FactCounts(
        written=work.facts.written + tally.facts["written"],
        kept=work.facts.kept,
        tombstoned=work.facts.tombstoned + tally.facts["tombstoned"],
        rejected=work.facts.rejected,
    )
    return replace(work, facts=facts)
