"""A folder into the graph: text first, then what is gone, then vectors and facts."""

import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from ingest.deps import SyncDeps, SyncOptions
from ingest.reasons import code_of, reason
from ingest.sync.held import held
from ingest.sync.intake import Intake
from ingest.sync.look import Look, look
from ingest.sync.steps import lower, read, remove, with_taken_back
from ingest.sync.tally import Tally
from ingest.walk import real_root
from ingest.work import drain
from kg.model.kinds import DocumentState
from kg.model.receipt import Problem, SyncReceipt, WorkReceipt
from kg.model.stored import StoredDocument

SMALL_ROOT = 10
"""Documents up to which a root may lose more than half of them, though not all, without being asked about."""


async def sync(root: Path, deps: SyncDeps, options: SyncOptions | None = None) -> SyncReceipt:
    """Brings a folder into the graph. What was finished stays when it is cancelled, and the next sync (or
    `drain`, for vectors and facts) goes on from there. Files that fail are named in the receipt and stop no
    other file. Raises `NotFound` for a root that is not there, `UsageError` for one that is no folder,
    `Unreadable` for one that cannot be looked into, `RootBusy` while another run works on it, `EngineError`
    when the graph cannot be had."""
    options = options or SyncOptions()
    async with held(deps, real_root(root), options.patience):
        return await _sync(root, deps, options)


async def _sync(root: Path, deps: SyncDeps, options: SyncOptions) -> SyncReceipt:
    begun = time.monotonic()
    deps.progress("looking", 0, None)
    view = await look(root, deps)
    found, tally = view.differences, Tally()
    _count(view, deps, tally)
    await _hold(view, deps)
    taking_back = await lower(found.lower, deps, tally)
    intake = Intake(deps, view.root, view.destinations, found.gone, tally)
    await read(found.read, intake, deps)
    findable = time.monotonic() - begun
    if _is_believable(view, intake.gone, options, tally):
        taking_back += await remove(intake.gone, deps, tally)
    work = await drain(deps, root=view.root, limits=options.limits) if options.wait else WorkReceipt()
    tally.documents["waiting"] = await _waiting(view, deps, work)
    return SyncReceipt(
        root=view.root,
        documents=tally.counts(),
        work=with_taken_back(work, tally),
        problems=tuple(tally.problems),
        warnings=tuple(tally.notices),
        skipped=view.skipped,
        redacted=dict(tally.secrets),
        passages=tally.passages,
        bytes_read=tally.bytes_read,
        seconds_findable=findable,
        seconds_taking_back=taking_back,
        seconds=time.monotonic() - begun,
    )


def _count(view: Look, deps: SyncDeps, tally: Tally) -> None:
    """Counts what is unchanged, and names what is held and what is still failing."""
    found = view.differences
    tally.documents.update(seen=found.seen, held=len(found.held), unchanged=len(found.unchanged))
    tally.problems += [*view.walk.problems, *view.held_problems()]
    tally.notices += [*view.walk.notices, *found.clashes]
    for document in found.unchanged:
        tally.documents["unread"] += document.state is DocumentState.UNREAD
        tally.documents["older"] += document.fingerprint not in (None, deps.extractor.fingerprint)
        if document.state is DocumentState.FAILED:
            tally.still_failing(document, code_of(document.reason))


async def _hold(view: Look, deps: SyncDeps) -> None:
    """Marks what is held now, and what is not any more. Only what is live is marked, so that it is known what
    it was: what waits or has failed stays that, with its reason."""
    fresh: defaultdict[str, list[str]] = defaultdict(list)
    for _, document, why in view.differences.held:
        if document is not None and document.state is DocumentState.LIVE:
            fresh[why.reason].append(document.id)
    for why_, ids in fresh.items():
        await deps.store.mark_documents(ids, DocumentState.HELD, reason("policy_unreadable", why_))
    released = [document.id for document in view.differences.release]
    if released:
        await deps.store.mark_documents(released, DocumentState.LIVE, None)


def _is_believable(view: Look, gone: Sequence[StoredDocument], options: SyncOptions, tally: Tally) -> bool:
    """Whether so many files can be gone. More than half of a root, or all of a small one, is more likely a
    disk that is missing; a single file that is gone may well be."""
    known = len(view.stored)
    many = known > 1 if len(gone) == known else known > SMALL_ROOT and len(gone) * 2 > known
    if options.confirm or not many:
        return True
    message = (
        f"{len(gone)} of {known} files are gone. Nothing was taken back; if that is right, sync again with "
        "--confirm."
    )
    tally.problems.append(Problem(view.root, "mass_removal", message))
    return False


async def _waiting(view: Look, deps: SyncDeps, work: WorkReceipt) -> int:
    """How many documents wait for their facts now; asked only where any can."""
    if not work.waiting and not any(d.state is DocumentState.WAITING for d in view.stored):
        return 0
    return sum(d.state is DocumentState.WAITING for d in await deps.store.documents(view.root))
