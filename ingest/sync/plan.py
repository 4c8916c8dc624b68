"""The bill before a sync: what it would read, extract and ask for, without a call or a write."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

from ingest.arrived import Arrived
from ingest.deps import SyncDeps, SyncOptions
from ingest.purged import keeping_out
from ingest.sync.anew import is_older, older_notice, wants_anew
from ingest.sync.believable import disbelief
from ingest.sync.bill import Counter, Cut, again, cut
from ingest.sync.compare import renamed
from ingest.sync.examine import Examined, Movable, examine_all
from ingest.sync.look import Look, look
from ingest.sync.origins import Origins
from ingest.sync.tally import Tally
from kg.model.bill import Bill
from kg.model.document import NotRead
from kg.model.stored import Job, StoredDocument
from policy.gate import Admit

NOTHING_MOVES = Movable(frozenset(), frozenset())
EXTRACT = ("extract",)


async def plan(root: Path, deps: SyncDeps, options: SyncOptions | None = None) -> Bill:
    """Counts what `sync` would do now with these options. Raises what `sync` raises."""
    begun = time.monotonic()
    deps = await keeping_out(deps)
    return await bill_of(await look(root, deps), deps, options or SyncOptions(), begun)


async def bill_of(view: Look, deps: SyncDeps, options: SyncOptions, begun: float) -> Bill:
    """The bill of a root that was looked at; `begun` is when, on the monotonic clock."""
    planning = _Planning(view, deps, options)
    counter = Counter(view, deps)
    async with aclosing(planning.cuts()) as cuts:
        async for made in cuts:
            await counter.take(made)
    await counter.ask()
    tally = planning.tally
    return Bill(
        root=view.root,
        documents=tally.counts(),
        segments=counter.segments,
        estimate=counter.estimate,
        lines=counter.lines(),
        prices=deps.prices,
        problems=tuple(tally.problems),
        warnings=tuple(tally.notices),
        skipped=view.skipped,
        seconds=time.monotonic() - begun,
    )


class _Planning:
    """Goes through a root as a sync would, and says what it would cut into segments. It is the intake without
    its writes: whatever makes that one queue a document makes this one cut it."""

    def __init__(self, view: Look, deps: SyncDeps, options: SyncOptions) -> None:
        self.tally = Tally()
        self._view, self._deps, self._options = view, deps, options
        self._anew = options.re_extract
        self._present = deps.extractor.fingerprint
        self._origins = Origins(view.differences.gone, view.left)
        self._due: dict[str, Job] = {}
        self._older = 0

    async def cuts(self) -> AsyncGenerator[Cut, None]:
        """The segments of every document whose facts would be written: those that differ, those whose facts
        still wait, and those that are to be made anew."""
        view, tally = self._view, self.tally
        found = view.differences
        tally.documents.update(
            seen=found.seen, unchanged=len(found.unchanged), held=len(found.held), lowered=len(found.lower)
        )
        tally.problems += [*view.walk.problems, *view.held_problems()]
        due = await self._deps.store.due_jobs(view.root, EXTRACT, self._deps.clock())
        self._due = {job.document: job for job in due}
        async with aclosing(examine_all(found.read, self._deps.load, NOTHING_MOVES)) as examined:
            async for seen in examined:
                if (made := await self._examined(seen)) is not None:
                    yield made
        for document in found.unchanged:
            if (made := await self._unchanged(document)) is not None:
                yield made
        self._close()

    def _close(self) -> None:
        gone = self._origins.gone
        held_back = disbelief(self._view.root, len(self._view.stored), len(gone), self._options)
        if held_back is not None:
            self.tally.problems.append(held_back)
        else:
            self.tally.documents["removed"] = len(gone)
        self.tally.documents["older"] = self._older
        if self._older:
            self.tally.notices.append(older_notice(self._view.root, self._older))

    async def _examined(self, seen: Examined) -> Cut | None:
        known, tally = seen.item.stored, self.tally
        if isinstance(seen.outcome, NotRead):
            if seen.outcome.failed:
                tally.failed(seen.item.found.path, seen.outcome)
                return None
            if known is None and seen.outcome.code == "purged":
                tally.documents["seen"] -= 1
                return None
            tally.documents["unread"] += 1
        if known is not None:
            moved = bool(known.path) and known.path != seen.item.found.path
            tally.documents["changed" if not seen.same else "moved" if moved else "unchanged"] += 1
            tally.reformed(known, seen.item.admit)
            return await self._known(seen, known)
        origin = None if seen.item.returning else self._origins.take(seen)
        if isinstance(origin, StoredDocument):
            tally.documents["moved"] += 1
            return await self._moved(seen, origin)
        tally.documents["new"] += 1
        tally.documents["returned"] += origin is not None or seen.item.returning is not None
        return await self._cut(seen, None)

    async def _known(self, seen: Examined, known: StoredDocument) -> Cut | None:
        writes = not seen.same or (seen.item.reform and seen.outcome is not None)
        return await self._cut(seen, known) if writes else await self._kept(seen, known)

    async def _moved(self, seen: Examined, origin: StoredDocument) -> Cut | None:
        admit = seen.item.admit
        self.tally.documents["lowered"] += admit.rung.height < origin.rung.height
        self.tally.reformed(origin, admit)
        asks = admit.rung.height > origin.rung.height
        asks = asks or (admit.project, admit.scope) != (origin.project, origin.scope)
        if asks or renamed(seen.item.found.path, origin.path):
            return await self._cut(seen, origin)
        return await self._kept(seen, origin)

    async def _cut(self, seen: Examined, known: StoredDocument | None) -> Cut | None:
        """What is written, and queued if it has a card."""
        made, admit = seen.outcome, seen.item.admit
        has_card = seen.forms is not None and seen.forms.card is not None
        if not admit.machinery.facts or not isinstance(made, Arrived) or not has_card:
            return None
        return await cut(made.read, seen.item.found.path, self._earlier(known))

    async def _kept(self, seen: Examined, document: StoredDocument) -> Cut | None:
        return await self._again(seen.item.found.path, seen.item.admit, document)

    async def _unchanged(self, document: StoredDocument) -> Cut | None:
        decision = self._view.destinations.decide(document.path.rpartition("/")[0]) if document.path else None
        if not isinstance(decision, Admit):
            return None
        return await self._again(document.path, decision, document)

    async def _again(self, path: str, admit: Admit, document: StoredDocument) -> Cut | None:
        """A document whose text form stays, for its facts alone."""
        if not admit.machinery.facts:
            return None
        anew = self._anew and wants_anew(document, self._present)
        self._older += is_older(document, self._present) and not anew
        if not anew and document.id not in self._due:
            return None
        arrived = await again(self._deps.load, path)
        if not isinstance(arrived, Arrived) or arrived.content_hash != document.content_hash:
            return None
        return await cut(arrived.read, path, self._earlier(document))

    def _earlier(self, known: StoredDocument | None) -> str | None:
        """The extractor whose facts a document keeps while the ledger has all of them."""
        if known is None or self._anew or not is_older(known, self._present):
            return None
        due = self._due.get(known.id)
        return None if due is not None and due.anew else known.fingerprint
