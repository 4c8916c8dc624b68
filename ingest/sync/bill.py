"""Segments that would be extracted, counted by folder and rung, and what asking about them takes."""

import asyncio
import posixpath
from collections import Counter as Tallied
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ingest.arrived import Arrived
from ingest.deps import SyncDeps
from ingest.load import Load
from ingest.sync.look import Look
from kg.model.bill import BillLine
from kg.model.document import NotRead, ReadText, Segment
from kg.model.outcome import Usage
from kg.model.receipt import SegmentCounts
from policy.gate import Admit

ASKED = 500
"""Segments about which the ledger is asked at once."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A document's segments. `earlier` is the fingerprint of the extractor whose facts it keeps if the ledger
    has all of them by that one."""

    path: str
    segments: tuple[Segment, ...]
    earlier: str | None = None


async def cut(read: ReadText, path: str, earlier: str | None) -> Cut:
    """In a thread."""
    return Cut(path, await asyncio.to_thread(_segments, read), earlier)


async def again(load: Load, path: str) -> Arrived | NotRead:
    """A file read once more; in a thread."""
    return await asyncio.to_thread(_arrive, load, path)


@dataclass(slots=True)
class _Line:
    documents: int = 0
    segments: Tallied[str] = field(default_factory=Tallied)
    estimate: Usage = field(default_factory=Usage)


class Counter:
    """Counts different segments, and what the ledger lacks of them. It holds the text of no more than those
    it has not asked about yet."""

    def __init__(self, view: Look, deps: SyncDeps) -> None:
        self.estimate = Usage()
        self._view, self._deps = view, deps
        self._counted: set[str] = set()
        self._unasked: list[tuple[str, Segment]] = []
        self._lines: defaultdict[tuple[str, str], _Line] = defaultdict(_Line)
        self._keys: dict[str, tuple[str, str]] = {}

    @property
    def segments(self) -> SegmentCounts:
        missing = sum(line.segments["missing"] for line in self._lines.values())
        total = sum(line.segments["total"] for line in self._lines.values())
        return SegmentCounts(total, missing, total - missing)

    def lines(self) -> tuple[BillLine, ...]:
        """One for each folder and rung, in order of path, with all files that were seen there."""
        for found in self._view.walk.files:
            self._line(found.path).documents += 1
        return tuple(
            BillLine(folder, rung, line.documents, _counts(line.segments), line.estimate)
            for (folder, rung), line in sorted(self._lines.items())
        )

    async def take(self, made: Cut) -> None:
        hashes = list(dict.fromkeys(segment.hash for segment in made.segments))
        fresh = [segment for segment in made.segments if segment.hash not in self._counted]
        if made.earlier is not None and await self._has_all(hashes, made.earlier):
            self._line(made.path).segments["total"] += len(hashes)
            return
        for segment in {segment.hash: segment for segment in fresh}.values():
            self._counted.add(segment.hash)
            self._unasked.append((made.path, segment))
        if len(self._unasked) >= ASKED:
            await self.ask()

    async def ask(self) -> None:
        """Asks the ledger about what was taken since."""
        asked, self._unasked = self._unasked, []
        hashes = [segment.hash for _, segment in asked]
        known = await self._deps.store.extractions_among(hashes, self._deps.extractor.fingerprint)
        missing = [(path, segment) for path, segment in asked if segment.hash not in known]
        for path, _ in asked:
            self._line(path).segments["total"] += 1
        estimates = await asyncio.to_thread(self._estimates, [segment for _, segment in missing])
        for (path, _), estimate in zip(missing, estimates, strict=True):
            line = self._line(path)
            line.segments["missing"] += 1
            line.estimate += estimate
            self.estimate += estimate

    def _estimates(self, missing: Sequence[Segment]) -> list[Usage]:
        return [self._deps.extractor.estimate(segment) for segment in missing]

    async def _has_all(self, hashes: Sequence[str], fingerprint: str) -> bool:
        return await self._deps.store.extractions_among(hashes, fingerprint) >= set(hashes)

    def _line(self, path: str) -> _Line:
        folder = posixpath.dirname(path)
        if folder not in self._keys:
            self._keys[folder] = self._key(folder)
        return self._lines[self._keys[folder]]

    def _key(self, folder: str) -> tuple[str, str]:
        """The folder that decides, if it lies below the root, else the first one below the root."""
        root, destinations = self._view.root.rstrip("/"), self._view.destinations
        first = folder.removeprefix(root).split("/")[1:2]
        shown, decides = "/".join([root, *first]), destinations.decides(folder) or root
        shown = decides if decides.startswith(shown + "/") else shown
        decision = destinations.decide(folder)
        return shown, decision.rung.value if isinstance(decision, Admit) else "held"


def _counts(segments: Tallied[str]) -> SegmentCounts:
    total, missing = segments["total"], segments["missing"]
    return SegmentCounts(total, missing, total - missing)


def _segments(read: ReadText) -> tuple[Segment, ...]:
    from ingest.segment import segments

    return segments(read)


def _arrive(load: Load, path: str) -> Arrived | NotRead:
    from ingest.arrive import arrive

    loaded = load(path)
    return (
        loaded
        if isinstance(loaded, NotRead)
        else arrive(path, loaded.data, loaded.purged.but(loaded.purged.contents))
    )
