"""A folder into the graph: text first, then what is gone, then vectors and facts."""

import time
from collections import defaultdict
from pathlib import Path

from ingest.deps import SyncDeps, SyncOptions
from ingest.erasing import take_back_purged
from ingest.purged import keeping_out
from ingest.reasons import code_of, reason
from ingest.sync.anew import is_older, older_notice, wants_anew
from ingest.sync.believable import disbelief
from ingest.sync.compared import differences
from ingest.sync.held import held
from ingest.sync.intake import Intake
from ingest.sync.look import Look, look
from ingest.sync.plan import bill_of
from ingest.sync.steps import lower, read, remove, with_taken_back
from ingest.sync.tally import Tally
from ingest.walk import real_root
from ingest.work import drain
from kg.model.bill import Bill
from kg.model.kinds import DocumentState
from kg.model.receipt import SyncReceipt, WorkReceipt
from kg.ports import BatchExtractor


async def sync(root: Path, deps: SyncDeps, options: SyncOptions | None = None) -> SyncReceipt:
    """Brings a folder into the graph. What was finished stays when it is cancelled, and the next sync (or
    `drain`, for vectors and facts) goes on from there. Files that fail are named in the receipt and stop no
    other file. Raises `NotFound` for a root that is not there, `UsageError` for one that is no folder,
    `Unreadable` for one that cannot be looked into, `RootBusy` while another run works on it, `EngineError`
    when the graph cannot be had."""
    options = options or SyncOptions()
    async with held(deps, real_root(root), options.patience):
        await take_back_purged(deps.store, deps.progress)
        return await _sync(root, await keeping_out(deps), options)


async def _sync(root: Path, deps: SyncDeps, options: SyncOptions) -> SyncReceipt:
    begun = time.monotonic()
    deps.progress("looking", 0, None)
    view = await look(root, deps)
    found, tally = view.differences, Tally()
    _count(view, tally)
    await deps.store.sweep_text(view.root)
    await _hold(view, deps)
    taking_back = await lower(found.lower, deps, tally)
    intake = Intake(deps, view.root, view.destinations, found.gone, tally, view.left)
    await read(found.read, intake, deps, tally)
    findable = time.monotonic() - begun
    # It reads the files a second time, and the text must not wait for that.
    bill = await _bill(view, deps, options)
    held_back = disbelief(view.root, len(view.stored), len(intake.gone), options)
    if held_back is not None:
        tally.problems.append(held_back)
    else:
        taking_back += await remove(intake.gone, deps, tally)
    if options.re_extract:
        await _queue_anew(view.root, deps)
    work = await _work(view.root, deps, options)
    await _standing(view, deps, work, tally)
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
        seconds_changes=dict(tally.seconds),
        seconds=time.monotonic() - begun,
        planned=bill,
        differences=differences(bill, tally.counts(), work, options.wait),
        prices=deps.prices,
    )


async def _work(root: str, deps: SyncDeps, options: SyncOptions) -> WorkReceipt:
    if not options.wait:
        return WorkReceipt()
    return await drain(deps, root, options.limits, options.budget)


def _count(view: Look, tally: Tally) -> None:
    """Counts what is unchanged, and names what is held and what is still failing."""
    found = view.differences
    tally.documents.update(seen=found.seen, held=len(found.held), unchanged=len(found.unchanged))
    tally.problems += [*view.walk.problems, *view.held_problems()]
    tally.notices += [*view.walk.notices, *found.clashes]
    for document in found.unchanged:
        tally.documents["unread"] += document.state is DocumentState.UNREAD
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


async def _bill(view: Look, deps: SyncDeps, options: SyncOptions) -> Bill | None:
    """What was said of this run before, or would have been; None where it asks no model."""
    if isinstance(deps.extractor, BatchExtractor):
        return None
    if options.planned is not None or not options.wait:
        return options.planned
    return await bill_of(view, deps, options, time.monotonic())


async def _queue_anew(root: str, deps: SyncDeps) -> None:
    documents = await deps.store.documents(root)
    wanted = [document.id for document in documents if wants_anew(document, deps.extractor.fingerprint)]
    await deps.store.queue_extraction(wanted, anew=True)


async def _standing(view: Look, deps: SyncDeps, work: WorkReceipt, tally: Tally) -> None:
    """How many documents wait for their facts now, and how many have another extractor's; asked only where any
    can."""
    present = deps.extractor.fingerprint
    waits = work.waiting or any(document.state is DocumentState.WAITING for document in view.stored)
    if not waits and not any(is_older(document, present) for document in view.stored):
        return
    documents = await deps.store.documents(view.root)
    tally.documents["waiting"] = sum(document.state is DocumentState.WAITING for document in documents)
    tally.documents["older"] = older = sum(is_older(document, present) for document in documents)
    if older:
        tally.notices.append(older_notice(view.root, older))
