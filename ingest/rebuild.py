"""The projection made anew from the files and the ledger, without a call to any model."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from ingest.deps import SyncDeps, SyncOptions
from ingest.load import Load
from ingest.reasons import READ_FAILURES, code_of
from ingest.sync.held import held
from ingest.sync.look import Look, look
from ingest.sync.run import sync
from ingest.work import drain
from kg.errors import Refused
from kg.model.document import NotRead, Segment
from kg.model.outcome import Extraction, Unreachable, Usage
from kg.model.receipt import Problem, RebuildReceipt
from kg.model.stored import UnreadReply
from kg.ports import Again, always

NOT_KEPT = "The ledger has no extraction of this text, and a rebuild asks no model. It is asked with: kg work"
FILES = 100
"""Files opened between two looks at the progress bar."""


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
    views = [await look(Path(root), deps) for root in roots]
    for view in views:
        _refuse(view)
    async with AsyncExitStack() as holding:
        for root in roots:
            await holding.enter_async_context(held(deps, root, patience))
        for view in views:
            await _open_all(view, deps)
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


async def _open_all(view: Look, deps: SyncDeps) -> None:
    """Every file whose text is in the graph is opened and read through now, since a look at its folder does not
    tell whether that can be done."""
    found = view.differences
    known = [(document.path, document) for document in found.unchanged]
    known += [(item.found.path, item.stored) for item in found.read if item.stored is not None]
    paths = [path for path, document in known if path and document.content_hash is not None]
    for start in range(0, len(paths), FILES):
        deps.progress("opening", start, len(paths))
        await asyncio.to_thread(_open, paths[start : start + FILES], deps.load)


def _open(paths: Sequence[str], load: Load) -> None:
    for path in paths:
        if isinstance(load(path), NotRead):
            raise Refused(
                f"Nothing was changed: {path} cannot be read now, and its text could not be made again."
            )
