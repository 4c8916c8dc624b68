"""The projection made anew from the files and the ledger, without a call to any model."""

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from ingest.deps import SyncDeps, SyncOptions
from ingest.reasons import READ_FAILURES, code_of
from ingest.sync.held import held
from ingest.sync.look import Look, look
from ingest.sync.run import sync
from ingest.work import drain
from kg.errors import Refused
from kg.model.document import Segment
from kg.model.outcome import Extraction, Unreachable, Usage
from kg.model.receipt import Problem, RebuildReceipt
from kg.model.stored import UnreadReply
from kg.ports import Again, always

NOT_KEPT = "The ledger has no extraction of this text, and a rebuild asks no model. It is asked with: kg work"


class FromLedger:
    """An extractor that says nothing: what the ledger lacks, waits. It is taken for the one whose `fingerprint` it
    has, so that everything that one said is found."""

    hosted = False

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        return Unreachable(NOT_KEPT, retryable=True)

    async def extract_many(self, segments: Sequence[Segment]) -> tuple[Extraction, ...]:
        return tuple(Unreachable(NOT_KEPT, retryable=True) for _ in segments)

    def estimate(self, segment: Segment) -> Usage:
        return Usage()

    async def close(self) -> None:
        return


async def rebuild(deps: SyncDeps, patience: float = SyncOptions().patience) -> RebuildReceipt:
    """Takes the projection of the workspace down and makes it anew, root by root. Ended in the middle, the next
    call, or a sync of each root, goes on. Raises `NotFound` for a root that is not there and `Refused` where
    something of the graph could not be made again from the files as they are, before anything is changed;
    `RootBusy` while another run works on a root."""
    begun = time.monotonic()
    roots = await deps.store.roots()
    for root in roots:
        _refuse(await look(Path(root), deps))
    async with AsyncExitStack() as holding:
        for root in roots:
            await holding.enter_async_context(held(deps, root, patience))
        fresh = await deps.store.take_down(deps.progress)
    quiet = replace(deps, extractor=FromLedger(deps.extractor.fingerprint))
    problems: list[Problem] = []
    documents = 0
    for root in roots:
        receipt = await sync(Path(root), quiet, SyncOptions(patience=patience))
        problems += [*receipt.problems, *receipt.work.problems]
        documents += receipt.documents.seen
    # What one root taught may change what names mean in another.
    work = await drain(quiet)
    return RebuildReceipt(
        resumed=not fresh,
        documents=documents,
        waiting=work.left,
        swept=await deps.store.end_rebuild(),
        problems=tuple(dict.fromkeys((*problems, *work.problems))),
        seconds=time.monotonic() - begun,
    )


def _refuse(view: Look) -> None:
    """Whatever is in the graph has to be on the disk, readable, and allowed."""
    found = view.differences
    unread = [
        d.path for d in view.stored if code_of(d.reason) in READ_FAILURES and d.content_hash is not None
    ]
    if found.gone:
        why = (
            f"{len(found.gone)} files of {view.root} are gone or stand elsewhere; first: kg sync {view.root}"
        )
    elif found.held:
        why = f"the policy of a folder in {view.root} cannot be read; set it with: kg policy set"
    elif view.walk.problems:
        why = f"{view.walk.problems[0].path} cannot be looked into"
    elif unread:
        why = f"{unread[0]} cannot be read, and its text could not be made again"
    else:
        return
    raise Refused(f"Nothing was changed: {why}.")
