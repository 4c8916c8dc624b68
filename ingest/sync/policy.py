"""After a folder's policy was set: its documents get the form it now asks for."""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from ingest.deps import SyncDeps, SyncOptions
from ingest.destinations import Destinations
from ingest.erasing import take_back_purged
from ingest.purged import keeping_out
from ingest.sync.held import held
from ingest.sync.intake import Intake
from ingest.sync.look import look
from ingest.sync.steps import lower, read, with_taken_back
from ingest.sync.tally import Tally
from ingest.work import drain
from kg.errors import KgError, RootBusy
from kg.model.receipt import Problem, SyncReceipt, WorkReceipt
from kg.model.stored import StoredDocument
from policy.folders import folder_key
from policy.gate import Admit
from policy.rungs import Rung


async def apply_policy(folder: str, deps: SyncDeps, options: SyncOptions | None = None) -> SyncReceipt:
    """Gives every document at or below `folder` (absolute) the form its folder asks for. Readers were held
    to the policy before this began; here nodes are taken back, without looking at the disk, and documents
    that may be more now, or are for others now, are read again. What is interrupted is finished by the next
    sync. No new file is taken in. Raises `EngineError` when the graph cannot be had."""
    options = options or SyncOptions()
    begun, tally, taking_back = time.monotonic(), Tally(), 0.0
    await take_back_purged(deps.store, deps.progress)
    destinations = Destinations(await deps.store.folder_settings())
    for root in await deps.store.roots():
        if _touch(root, folder):
            taking_back += await _alone(root, folder, destinations, deps, tally, options.patience)
    findable = time.monotonic() - begun
    work = await drain(deps, limits=options.limits) if options.wait else WorkReceipt()
    return SyncReceipt(
        root=folder,
        documents=tally.counts(),
        work=with_taken_back(work, tally),
        problems=tuple(tally.problems),
        warnings=tuple(tally.notices),
        redacted=dict(tally.secrets),
        passages=tally.passages,
        bytes_read=tally.bytes_read,
        seconds_findable=findable,
        seconds_taking_back=taking_back,
        seconds_changes=dict(tally.seconds),
        seconds=time.monotonic() - begun,
    )


async def _alone(
    root: str, folder: str, destinations: Destinations, deps: SyncDeps, tally: Tally, patience: float
) -> float:
    try:
        async with held(deps, root, patience):
            return await _root(root, folder, destinations, await keeping_out(deps), tally)
    except RootBusy as error:
        message = f"{error.message} Readers are held to the policy already; the next sync finishes this."
        tally.problems.append(Problem(root, error.code, message))
        return 0.0


async def _root(root: str, folder: str, destinations: Destinations, deps: SyncDeps, tally: Tally) -> float:
    documents = await deps.store.documents(root)
    below = [document for document in documents if document.path and _is_below(document.path, folder)]
    tally.documents["seen"] += len(below)
    downwards = list(_too_high(below, destinations))
    seconds = await lower(downwards, deps, tally)
    tally.documents["unchanged"] += len(below)
    hidden = any(document.rung is Rung.NOTHING for document in documents)
    if hidden or any(_asks(document, destinations) for document in below):
        await _read_again(root, folder, deps, tally)
    return seconds


async def _read_again(root: str, folder: str, deps: SyncDeps, tally: Tally) -> None:
    """Documents whose text has to be at hand. Of those at `nothing` only the disk knows the path."""
    try:
        view = await look(Path(root), deps)
    except KgError as error:
        tally.problems.append(Problem(root, error.code, f"{error.message} The next sync finishes this."))
        return
    items = [
        item
        for item in view.differences.read
        if item.reform and item.stored is not None and _is_below(item.found.path, folder)
    ]
    tally.documents["unchanged"] -= sum(bool(item.stored and item.stored.path) for item in items)
    tally.documents["seen"] += sum(bool(item.stored and not item.stored.path) for item in items)
    await read(items, Intake(deps, view.root, view.destinations, (), tally), deps, tally)


def _too_high(
    documents: Sequence[StoredDocument], destinations: Destinations
) -> Iterable[tuple[StoredDocument, Rung]]:
    for document in documents:
        decision = destinations.decide(document.path.rpartition("/")[0])
        if isinstance(decision, Admit) and decision.rung.height < document.rung.height:
            yield document, decision.rung


def _asks(document: StoredDocument, destinations: Destinations) -> bool:
    decision = destinations.decide(document.path.rpartition("/")[0])
    if not isinstance(decision, Admit):
        return False
    rescoped = (decision.project, decision.scope) != (document.project, document.scope)
    return rescoped or decision.rung.height > document.rung.height


def _is_below(path: str, folder: str) -> bool:
    return folder_key(path).startswith(folder_key(folder) + "/")


def _touch(root: str, folder: str) -> bool:
    """Whether one lies in the other, or they are the same."""
    one, other = folder_key(root) + "/", folder_key(folder) + "/"
    return one.startswith(other) or other.startswith(one)
