"""Quotes: cut from the passages when shown, since memory keeps none."""

import itertools
from collections.abc import Iterator

from kg.model.answers import Quote
from kg.model.ids import quote_hash
from kg.model.seen import SeenEvidence

WIDEST_GAP = 64
"""Characters of white space between two passages; a wider one separates more than one quote."""
MOST_READINGS = 1_000


def quote(evidence: SeenEvidence) -> Quote:
    """The evidence with its words. They are left out when the passages no longer hold them: the file has
    changed since, and other words must not stand as a quote."""
    words = next((text for text in _readings(evidence) if quote_hash(text) == evidence.hash), None)
    return Quote(evidence.path, evidence.title, words, evidence.start, evidence.end, evidence.said_at)


def _readings(evidence: SeenEvidence) -> Iterator[str]:
    """What may stand from start to end. Inside of one passage that is sure; the white space between two
    is in none, so each likely one is tried: line breaks, an indent behind them, blanks."""
    cut = _cut(evidence)
    if cut is None:
        return
    parts, gaps = cut
    if not gaps:
        yield parts[0]
        return
    blanks = [["\n" * breaks + " " * (gap - breaks) for breaks in range(gap, -1, -1)] for gap in gaps]
    for fill in itertools.islice(itertools.product(*blanks), MOST_READINGS):
        yield parts[0] + "".join(blank + part for blank, part in zip(fill, parts[1:], strict=True))


def _cut(evidence: SeenEvidence) -> tuple[list[str], list[int]] | None:
    """The pieces of the quote in its passages, and the sizes of the gaps between them."""
    parts: list[str] = []
    gaps: list[int] = []
    at = evidence.start
    for passage in evidence.passages:
        if passage.end <= at or passage.start >= evidence.end:
            continue
        gap = max(passage.start - at, 0)
        if (gap and not parts) or gap > WIDEST_GAP:
            return None
        if parts:
            gaps.append(gap)
        parts.append(passage.text[max(at - passage.start, 0) : evidence.end - passage.start])
        at = passage.end
    return (parts, gaps) if parts and at >= evidence.end else None
