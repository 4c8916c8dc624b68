"""Claims placed in a document: where exactly the evidence stands, and when the words were said."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date

from ingest.resolve import Resolution
from kg.model.claim import ALIAS_RELATION, Claim, Mention
from kg.model.document import Passage, Segment
from kg.model.ids import quote_hash
from kg.model.stored import ResolvedEntity, Statement, StoredExtraction

Covered = tuple[Segment, StoredExtraction]
"""A segment of a document and the ledger entry that covers it."""


def statements(
    text: str,
    passages: Sequence[Passage],
    covered: Sequence[Covered],
    resolution: Resolution,
    dated: date | None,
) -> tuple[Statement, ...]:
    """One statement per claim and place: equal segments at two places are two pieces of evidence. A claim
    that teaches a name is none. `text` is the redacted text of the document, `dated` its own date, which
    counts where neither claim nor segment knows better."""
    starts = [passage.start for passage in passages]
    placed: list[Statement] = []
    for segment, extraction in covered:
        for index, claim in enumerate(extraction.claims):
            subject = resolution.entity(claim.subject)
            object_ = resolution.entity(claim.object) if isinstance(claim.object, Mention) else None
            if subject is None or _says_nothing(claim, subject, object_):
                continue
            start, end = segment.start + claim.start, segment.start + claim.end
            placed.append(
                Statement(
                    extraction=extraction.id,
                    index=index,
                    claim=claim,
                    subject=subject,
                    object=object_,
                    passage=passages[max(0, bisect_right(starts, start) - 1)].id,
                    start=start,
                    end=end,
                    quote_hash=quote_hash(text[start:end]),
                    said_at=claim.said_at or segment.context.said_at or dated,
                )
            )
    return tuple(placed)


def _says_nothing(claim: Claim, subject: ResolvedEntity, object_: ResolvedEntity | None) -> bool:
    """An alias is stored as a name; a thing related to itself comes from two spellings of one name; an
    object whose name has no visible character is none."""
    if not isinstance(claim.object, Mention):
        return False
    return claim.relation == ALIAS_RELATION or object_ is None or object_.id == subject.id
