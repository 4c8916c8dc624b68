"""What one run over the queue has done so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.model.claim import Rejection
from kg.model.outcome import Extraction
from kg.model.receipt import Problem
from kg.model.stored import FactsReceipt


@dataclass(slots=True)
class WorkTally:
    """Segments, facts, and what has to be named."""

    extracted: int = 0
    reused: int = 0
    written: int = 0
    kept: int = 0
    tombstoned: int = 0
    waiting: int = 0
    documents: int = 0
    asked: int = 0
    """Segments about which the extractor was asked, each alone."""
    repeated: int = 0
    """Calls for a segment after its first: a repair, or a call that was made again."""
    repaired: int = 0
    """Segments asked about with the words of a repair."""
    turned_away: int = 0
    """Segments for which no call came about."""
    rejected: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)

    def asked_for(self, outcome: Extraction, repair: bool) -> None:
        calls = outcome.usage.calls
        self.asked += 1
        self.repeated += max(0, calls - 1)
        self.repaired += repair or calls > 1
        self.turned_away += not calls

    def wrote(self, receipt: FactsReceipt) -> None:
        self.documents += 1
        self.written += receipt.written
        self.kept += receipt.kept
        self.tombstoned += receipt.tombstoned

    def refused(self, rejections: Sequence[Rejection]) -> None:
        self.rejected.update(rejection.reason for rejection in rejections)
