"""What one run over the queue has done so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kg.model.claim import Rejection
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
    rejected: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)

    def wrote(self, receipt: FactsReceipt) -> None:
        self.documents += 1
        self.written += receipt.written
        self.kept += receipt.kept
        self.tombstoned += receipt.tombstoned

    def refused(self, rejections: Sequence[Rejection]) -> None:
        self.rejected.update(rejection.reason for rejection in rejections)
