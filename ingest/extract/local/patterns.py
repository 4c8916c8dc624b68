"""Sentences read by pattern before the parse: the parser breaks on many of those that matter most."""

from collections.abc import Iterator

from ingest.extract.local.changes import CHANGES, NEW_VALUE
from ingest.extract.local.happenings import HAPPENINGS
from ingest.extract.local.people import FOR_FIRM, NEW_ROLE, PEOPLE
from ingest.extract.local.sentences import Sentence
from kg.model.claim import RawClaim

__all__ = ["FOR_FIRM", "NEW_ROLE", "NEW_VALUE", "pattern_claims", "settles"]

_SETTLING = frozenset(
    f"pattern:{name}"
    for name in ("wish", "change", "switch", "use", "action", "name", "state", "passive", "takeover")
)


def pattern_claims(sentence: Sentence) -> Iterator[RawClaim]:
    """What the patterns find. A sentence may give several, and may still go to the parser."""
    for pattern in (*HAPPENINGS, *CHANGES, *PEOPLE):
        yield from pattern(sentence)


def settles(claims: list[RawClaim]) -> bool:
    """True when a pattern said all that a sentence has: the parser would only repeat or break it."""
    return any(claim.rule in _SETTLING for claim in claims)
