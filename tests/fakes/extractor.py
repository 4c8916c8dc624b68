"""A hand-written extractor: facts are lines of the form `subject | relation | object`, and maybe
` | modality` and ` | from 2026-03-01` after it."""

import re
from collections.abc import Sequence

from kg.model.claim import RawClaim
from kg.model.document import Segment
from kg.model.outcome import Extracted, Extraction, Usage
from kg.model.stored import UnreadReply
from kg.ports import Again, always

_LINE = re.compile(
    r"^(?P<subject>[^|\n]+) \| (?P<relation>[^|\n]+) \| (?P<object>[^|\n]+?)"
    r"(?: \| (?P<modality>[a-z]+))?(?: \| from (?P<starts>[0-9-]+))?$",
    re.MULTILINE,
)


class LineExtractor:
    """Reads such lines and nothing else, one call a segment. `asked` holds every segment's text; `replies`
    are given first, in order, whatever is asked."""

    def __init__(self, fingerprint: str = "lines:1", hosted: bool = False) -> None:
        self.asked: list[str] = []
        self.replies: list[Extraction] = []
        self.fails: dict[str, Extraction] = {}
        """A text that holds the key gets this reply."""
        self._fingerprint = fingerprint
        self._hosted = hosted

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    @property
    def hosted(self) -> bool:
        return self._hosted

    def estimate(self, segment: Segment) -> Usage:
        return Usage(1, 100, 10)

    async def extract(
        self, segment: Segment, again: Again = always, unread: UnreadReply | None = None
    ) -> Extraction:
        self.asked.append(segment.text)
        if self.replies:
            return self.replies.pop(0)
        failing = (reply for word, reply in self.fails.items() if word in segment.text)
        return next(failing, None) or Extracted(claims_in(segment.text), Usage(1, 100, 10))

    async def close(self) -> None:
        return


class BatchLineExtractor(LineExtractor):
    """The same, several at once and without a call. `batches` holds the size of each."""

    def __init__(self, fingerprint: str = "lines:1") -> None:
        super().__init__(fingerprint)
        self.batches: list[int] = []

    def estimate(self, segment: Segment) -> Usage:
        return Usage()

    async def extract_many(self, segments: Sequence[Segment]) -> tuple[Extraction, ...]:
        self.batches.append(len(segments))
        self.asked += [segment.text for segment in segments]
        return tuple(Extracted(claims_in(segment.text)) for segment in segments)


def claims_in(text: str) -> tuple[RawClaim, ...]:
    """The claims of every such line, with their places."""
    return tuple(
        RawClaim(
            subject=match["subject"],
            subject_kind="organization",
            relation=match["relation"],
            object=match["object"],
            object_kind="organization" if match["object"][0].isupper() else "text",
            modality=match["modality"] or "asserted",
            valid_from=match["starts"],
            start=match.start(),
            end=match.end(),
            confidence=0.9,
        )
        for match in _LINE.finditer(text)
    )
