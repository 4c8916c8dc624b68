"""Asking for extractions: the ledger first, then the extractor, at most once for one content."""

import asyncio
from collections.abc import Collection, Coroutine, Mapping, Sequence

from ingest.deps import SyncDeps
from ingest.together import together
from ingest.work.budget import Budget
from ingest.work.tally import WorkTally
from kg import observe
from kg.model.document import Segment
from kg.model.ids import extraction_id
from kg.model.outcome import Extracted, Extraction, Unparsed, Unreachable, Usage
from kg.model.receipt import Stop
from kg.model.stored import StoredExtraction, UnreadReply
from kg.ports import BatchExtractor

SIDE_BY_SIDE = 4
"""Calls under way at once."""

PATIENCE = 3
"""Calls in a row without a reply after which the run ends: the endpoint is down, and each further call would
only wait for its deadline."""

BATCH = 32
"""Segments of one call of an extractor that takes several."""

Answer = StoredExtraction | Unparsed | UnreadReply | Unreachable | None
"""A ledger entry, or why there is none. `UnreadReply`: the limit left no call for the repair. None: not asked,
because the run ended first."""

Asked = Mapping[str, Answer]
"""By segment hash."""


class Asking:
    """One run's questions to the extractor."""

    def __init__(self, deps: SyncDeps, budget: Budget, tally: WorkTally) -> None:
        self.stop: Stop | None = None
        self._deps = deps
        self._budget = budget
        self._tally = tally
        self._silent = 0
        self._of: Mapping[str, Collection[str]] = {}

    async def all(
        self,
        segments: Sequence[Segment],
        unread: Mapping[str, UnreadReply],
        of: Mapping[str, Collection[str]],
    ) -> Asked:
        """Every segment's extraction. New ones are in the ledger when this returns, each written as soon as it was
        paid for. `unread`, by segment hash, are replies of an earlier run that wait for their repair; `of` are the
        documents that have a segment, which own the reply."""
        self._of = {**self._of, **of}
        hashes = [segment.hash for segment in segments]
        fingerprint = self._deps.extractor.fingerprint
        known = await self._deps.store.extractions(hashes, fingerprint) if hashes else {}
        self._tally.reused += len(known)
        missing = [segment for segment in segments if segment.hash not in known]
        extractor = self._deps.extractor
        if isinstance(extractor, BatchExtractor):
            return {**known, **await self._together(extractor, missing)}
        gate = asyncio.Semaphore(SIDE_BY_SIDE)
        answers = await together(*(self._one(segment, gate, unread.get(segment.hash)) for segment in missing))
        return {**known, **dict(zip((segment.hash for segment in missing), answers, strict=True))}

    async def _together(self, extractor: BatchExtractor, segments: Sequence[Segment]) -> dict[str, Answer]:
        """For extractors that cost nothing: several segments a call and a transaction."""
        answers: dict[str, Answer] = {}
        for first in range(0, len(segments), BATCH):
            some = segments[first : first + BATCH]
            with observe.step("extractor.call"):
                outcomes = await extractor.extract_many(some)
            entries: list[StoredExtraction] = []
            for segment, outcome in zip(some, outcomes, strict=True):
                if isinstance(outcome, Extracted):
                    entries.append(await self._believe(segment, outcome))
                else:
                    answers[segment.hash] = outcome
            await self._write(entries)
            self._extracted(*entries)
            answers |= {entry.segment_hash: entry for entry in entries}
        return answers

    async def _one(self, segment: Segment, gate: asyncio.Semaphore, unread: UnreadReply | None) -> Answer:
        async with gate:
            if self.stop is not None:
                return None
            call = _Calls(self._budget, self._deps.extractor.estimate(segment))
            if not call.admitted():
                self.stop = self._budget.stop()
                return None
            with observe.step("extractor.call"):
                outcome = await self._deps.extractor.extract(segment, call.admitted, unread)
            self._budget.spend(outcome.usage, call.estimate, call.open)
            self._tally.asked_for(outcome, unread is not None)
            if call.refused and isinstance(outcome, Unparsed):
                # Not the document's fault: it goes back untried, and the next run begins with the repair.
                self.stop = self._budget.stop()
                return UnreadReply(segment.hash, outcome.cut)
            return await _to_its_end(self._heard(segment, outcome))

    async def _heard(self, segment: Segment, outcome: Extraction) -> Answer:
        match outcome:
            case Extracted():
                self._silent = 0
                return await self._keep(segment, outcome)
            case Unparsed():
                self._silent = 0
                return outcome
            case Unreachable(retryable=retryable, reason=why):
                self._silent += 1
                if not retryable:
                    self.stop = Stop("model_refused", why)
                elif self._silent >= PATIENCE:
                    self.stop = Stop("model_unavailable", f"{why} Go on later with: kg work")
                return outcome

    async def _keep(self, segment: Segment, outcome: Extracted) -> StoredExtraction:
        entry = await self._believe(segment, outcome)
        await self._write([entry])
        self._extracted(entry)
        return entry

    async def _write(self, entries: Sequence[StoredExtraction]) -> None:
        await self._deps.store.write_extractions(entries, self._of, self._deps.stamp)

    async def _believe(self, segment: Segment, outcome: Extracted) -> StoredExtraction:
        from ingest.validate import validate

        fingerprint = self._deps.extractor.fingerprint
        claims, rejections = await asyncio.to_thread(validate, segment, outcome.claims)
        return StoredExtraction(
            id=extraction_id(self._deps.store.workspace, segment.hash, fingerprint),
            segment_hash=segment.hash,
            fingerprint=fingerprint,
            claims=claims,
            rejections=rejections,
            usage=outcome.usage,
        )

    def _extracted(self, *entries: StoredExtraction) -> None:
        self._tally.extracted += len(entries)
        for entry in entries:
            self._tally.refused(entry.rejections)


class _Calls:
    """The calls for one segment, each admitted before it is made."""

    def __init__(self, budget: Budget, estimate: Usage) -> None:
        self.estimate = estimate
        self.open = 0
        self.refused = False
        self._budget = budget

    def admitted(self) -> bool:
        self.refused = not self._budget.admits(self.estimate)
        self.open += not self.refused
        return not self.refused


async def _to_its_end(work: Coroutine[None, None, Answer]) -> Answer:
    """Waits for `work` even when cancelled meanwhile: what was paid for is stored before the run ends."""
    task, cancelled = asyncio.ensure_future(work), False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            # More than one may come: from the caller, and from the work beside this one.
            cancelled = True
    if cancelled:
        raise asyncio.CancelledError
    return task.result()
