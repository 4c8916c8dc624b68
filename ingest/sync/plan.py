"""The bill before a sync: what it would read, extract and ask for, without a call or a write."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

from ingest.arrived import Arrived
from ingest.deps import SyncDeps
from ingest.sync.compare import ToRead
from ingest.sync.examine import Examined, Movable, examine_all
from ingest.sync.look import Look, look
from ingest.sync.tally import Tally
from ingest.walk import Found
from kg.model.document import NotRead, ReadText, Segment
from kg.model.receipt import Bill, SegmentCounts
from kg.ports import BatchExtractor
from policy.gate import Admit

ASKED = 500
"""Segments about which the ledger is asked at once."""

NOTHING_MOVES = Movable(frozenset(), frozenset())


async def plan(root: Path, deps: SyncDeps) -> Bill:
    """Counts what `sync` would do now. Tokens are those of the segments' text, without the prompt around it.
    Raises what `sync` raises."""
    begun = time.monotonic()
    view = await look(root, deps)
    tally, found = Tally(), view.differences
    tally.documents.update(
        seen=found.seen, unchanged=len(found.unchanged), held=len(found.held), lowered=len(found.lower)
    )
    tally.problems += [*view.walk.problems, *view.held_problems()]
    wanted = await _wanted(view, deps, tally)
    return Bill(
        root=view.root,
        documents=tally.counts(),
        segments=SegmentCounts(wanted.total, wanted.missing, wanted.total - wanted.missing),
        model_calls=0 if isinstance(deps.extractor, BatchExtractor) else wanted.missing,
        tokens=wanted.tokens,
        problems=tuple(tally.problems),
        skipped=view.skipped,
        seconds=time.monotonic() - begun,
    )


class _Wanted:
    """Counts different segments, and what the ledger lacks of them. It holds the text of no more than those
    it has not asked about yet."""

    def __init__(self, deps: SyncDeps) -> None:
        self._deps = deps
        self._hashes: set[str] = set()
        self._unasked: list[Segment] = []
        self.missing = self.tokens = 0

    @property
    def total(self) -> int:
        return len(self._hashes)

    async def take(self, cut: Sequence[Segment]) -> None:
        for segment in cut:
            if segment.hash not in self._hashes:
                self._hashes.add(segment.hash)
                self._unasked.append(segment)
        if len(self._unasked) >= ASKED:
            await self.ask()

    async def ask(self) -> None:
        asked, self._unasked = self._unasked, []
        hashes = [segment.hash for segment in asked]
        known = await self._deps.store.extractions_among(hashes, self._deps.extractor.fingerprint)
        missing = [segment for segment in asked if segment.hash not in known]
        self.missing += len(missing)
        self.tokens += await asyncio.to_thread(_tokens, missing)


async def _wanted(view: Look, deps: SyncDeps, tally: Tally) -> _Wanted:
    """The segments of every document whose facts are to be written: those that differ, and those whose facts
    still wait."""
    unmade = (document.path for document in view.differences.unchanged if document.fingerprint is None)
    waiting = [item for path in unmade if (item := _again(view, path)) is not None]
    items = [*view.differences.read, *waiting]
    gone = {document.content_hash for document in view.differences.gone}
    wanted = _Wanted(deps)
    async with aclosing(examine_all(items, deps.load, NOTHING_MOVES)) as examined:
        async for seen in examined:
            if seen.item not in waiting:
                _count(seen, gone, tally)
            if seen.item.admit.machinery.facts and isinstance(seen.outcome, Arrived):
                await wanted.take(await asyncio.to_thread(_segments, seen.outcome.read))
    await wanted.ask()
    tally.documents["removed"] = len(view.differences.gone) - tally.documents["moved"]
    return wanted


def _again(view: Look, path: str) -> ToRead | None:
    """An unchanged document at the top rung without facts, to be read for its segments."""
    decision = view.destinations.decide(path.rpartition("/")[0])
    if not isinstance(decision, Admit) or not decision.machinery.facts:
        return None
    return ToRead(Found(path, 0, 0, 0), decision)


def _count(seen: Examined, gone: set[str | None], tally: Tally) -> None:
    stored = seen.item.stored
    if isinstance(seen.outcome, NotRead) and seen.outcome.failed:
        tally.failed(seen.item.found.path, seen.outcome)
    elif stored is not None:
        moved = bool(stored.path) and stored.path != seen.item.found.path
        tally.documents["changed" if not seen.same else "moved" if moved else "unchanged"] += 1
        tally.reformed(stored, seen.item.admit)
    elif seen.content_hash is not None and seen.content_hash in gone:
        gone.discard(seen.content_hash)
        tally.documents["moved"] += 1
    else:
        tally.documents["new"] += 1
    if isinstance(seen.outcome, NotRead) and not seen.outcome.failed:
        tally.documents["unread"] += 1


def _segments(read: ReadText) -> tuple[Segment, ...]:
    from ingest.segment import segments

    return segments(read)


def _tokens(missing: Sequence[Segment]) -> int:
    from kg.model.tokens import count_tokens

    return sum(count_tokens(segment.text) for segment in missing)
