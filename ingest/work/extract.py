"""From queued documents to facts: what the ledger has is used, what it lacks is asked for once, and each
document is written in one transaction when all its segments are covered."""

import asyncio
from datetime import timedelta

from ingest.deps import SyncDeps
from ingest.destinations import Destinations
from ingest.place import statements
from ingest.reasons import reason
from ingest.renaming import before_naming, taught
from ingest.resolve import keys_to_look_up, mentions_of, resolve
from ingest.together import together
from ingest.work.ask import Asked, Asking
from ingest.work.budget import Budget
from ingest.work.lease import Leased, backoff, lease
from ingest.work.prepare import Changed, Prepared, of_its_time, prepare
from ingest.work.tally import WorkTally
from kg.model.kinds import DocumentState
from kg.model.outcome import Unparsed, Unreachable
from kg.model.receipt import Problem, Stop
from kg.model.stored import FactsWrite, Job, PlacedSegment, StoredExtraction, UnreadReply
from policy.gate import Held

GROUP = 16
"""Documents worked on together: their missing segments go to the extractor side by side, and a segment that
several have is asked for once."""

WORKERS = 2

TRIES = 5
"""After so many replies that did not parse a document has failed, until it changes."""

_SETTLE = timedelta(minutes=1)


class Extraction:
    """One run over the queue of extractions."""

    def __init__(self, deps: SyncDeps, root: str | None, budget: Budget) -> None:
        self.tally = WorkTally()
        self._deps = deps
        self._root = root
        self._asking = Asking(deps, budget, self.tally)
        self._one_asks = asyncio.Lock()
        self._one_writes = asyncio.Lock()
        """A document is resolved and written before the next one is: each sees the names of all before it."""
        self._total = 0

    @property
    def stop(self) -> Stop | None:
        """Why the run ended before the queue did."""
        return self._asking.stop

    async def left(self) -> int:
        """Jobs of the workspace that are still queued or in another run's hands."""
        jobs = (await self._deps.store.progress()).jobs
        return jobs.get("queued", 0) + jobs.get("leased", 0)

    async def run(self) -> None:
        """Until nothing is due or the run is stopped. While one group is asked about, another is written."""
        await together(*(self._worker() for _ in range(WORKERS)))

    async def _worker(self) -> None:
        while self.stop is None:
            async with lease(self._deps, GROUP, self._root) as leased:
                if not leased.jobs:
                    return
                await self._group(leased)

    async def _group(self, leased: Leased) -> None:
        self._total = self._total or await self.left()
        destinations = Destinations(await self._deps.store.folder_settings())
        taken = await together(*(self._take(leased, job, destinations) for job in leased.jobs))
        prepared = [found for found in taken if found is not None]
        wanted = {s.hash: s for found in prepared if found.earlier is None for s in found.segments}
        of: dict[str, set[str]] = {}
        for found in prepared:
            for segment in found.segments:
                of.setdefault(segment.hash, set()).add(found.document.id)
        unread = {reply.segment_hash: reply for found in prepared for reply in found.job.unread}
        async with self._one_asks:
            # The other group's answers are in the ledger now, so nothing is asked twice.
            answers = await self._asking.all(list(wanted.values()), unread, of)
        for found in prepared:
            async with self._one_writes:
                await self._settle(leased, found, answers if found.earlier is None else found.earlier)
            done = self.tally.documents
            self._deps.progress("facts", done, max(self._total, done))

    async def _take(self, leased: Leased, job: Job, destinations: Destinations) -> Prepared | None:
        """The document of a job, or None when there is nothing to do for it now."""
        store = self._deps.store
        document = await store.document(job.document)
        if document is None or not document.path:
            await leased.finish(job)
            return None
        decision = destinations.decide(document.path.rpartition("/")[0])
        if isinstance(decision, Held):
            await leased.retry(job, reason("policy_unreadable", decision.reason), _SETTLE)
            return None
        if not decision.machinery.facts:
            await leased.finish(job)
            return None
        found = await prepare(self._deps, job, document)
        if isinstance(found, Changed):
            await self._postpone(leased, job, document.path, reason("changed", found.reason), _SETTLE)
            return None
        found = await of_its_time(self._deps, found)
        self.tally.reused += len(found.earlier or ())
        return found

    async def _settle(self, leased: Leased, found: Prepared, answers: Asked) -> None:
        """Writes a document that is covered; postpones one that is not."""
        failed = [
            answers[s.hash] for s in found.segments if not isinstance(answers[s.hash], StoredExtraction)
        ]
        path, job = found.document.path, found.job
        match next((why for why in failed if why is not None), None):
            case Unparsed(reason=why):
                line = reason("unparsed", why)
                await self._postpone(
                    leased, job, path, line, None if job.tries >= TRIES else backoff(job.tries)
                )
            case Unreachable(reason=why, retryable=True):
                await self._postpone(leased, job, path, reason("unreachable", why), backoff(job.tries))
            case Unreachable(reason=why):
                line = reason("model_refused", why)
                await self._deps.store.mark_documents([job.document], DocumentState.WAITING, line)
                self.tally.waiting += 1
            case UnreadReply():
                replies = {
                    reply.segment_hash: reply for reply in job.unread if not answers.get(reply.segment_hash)
                }
                fresh = {why.segment_hash: why for why in failed if isinstance(why, UnreadReply)}
                await leased.put_back(job, tuple((replies | fresh).values()))
                self.tally.waiting += 1
            case _ if failed:
                self.tally.waiting += 1
            case _:
                await self._write(found, answers)
                await leased.finish(job)

    async def _postpone(
        self, leased: Leased, job: Job, path: str, line: str, after: timedelta | None
    ) -> None:
        """The document waits, or has failed when there is no next try; either is named."""
        state = DocumentState.FAILED if after is None else DocumentState.WAITING
        await self._deps.store.mark_documents([job.document], state, line)
        next_try = await leased.retry(job, line, after)
        self.tally.waiting += after is not None
        code, _, message = line.partition(": ")
        self.tally.problems.append(Problem(path, code, message, next_try))

    async def _write(self, found: Prepared, answers: Asked) -> None:
        store, document = self._deps.store, found.document
        covered = [
            (s, entry) for s in found.segments if isinstance(entry := answers[s.hash], StoredExtraction)
        ]
        claims = [claim for _, entry in covered for claim in entry.claims]
        keys = keys_to_look_up(mentions_of(claims, found.card.mentions))
        known = await store.entities_named(sorted(keys), document.scope) if keys else {}
        resolution = resolve(store.workspace, claims, known, found.card.mentions)
        write = FactsWrite(
            document=document.id,
            fingerprint=(document.fingerprint if found.earlier is not None else None)
            or self._deps.extractor.fingerprint,
            segments=tuple(PlacedSegment(s.start, s.end, entry.id) for s, entry in covered),
            statements=statements(found.read.text, found.passages, covered, resolution, found.read.dated),
            mentions=resolution.entities,
            pointer_title=found.card.title,
            pointer_about=found.card.about,
        )
        held = await store.named_by([document.id]) if document.fingerprint is not None else {}
        given = held.get(document.id, ())
        before, after = taught(store.workspace, given), taught(store.workspace, resolution.entities)
        if before != after:
            await before_naming(store, document.id, before, after, known)
        self.tally.wrote(await store.write_facts(write))
        if document.state is not DocumentState.LIVE:
            await store.mark_documents([document.id], DocumentState.LIVE, None)
