"""What one sync has done so far, counted as it goes."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from ingest.reasons import message_of
from kg.model.document import NotRead, ReadText
from kg.model.receipt import DocumentCounts, Notice, Problem
from kg.model.stored import FactsReceipt, StoredDocument
from policy.gate import Admit


@dataclass(slots=True)
class Tally:
    """Counts by the fields of `DocumentCounts`, and everything that has to be named."""

    documents: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    secrets: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """That changes of a folder's `rung`, `project` and `scope` took."""
    passages: int = 0
    bytes_read: int = 0

    def counts(self) -> DocumentCounts:
        return DocumentCounts(**self.documents)

    def failed(self, path: str, why: NotRead) -> None:
        self.documents["failed"] += 1
        self.problems.append(Problem(path, why.code, why.message))

    def unread(self, path: str, why: NotRead) -> None:
        self.documents["unread"] += 1
        self.notices.append(Notice(path, why.code, why.message))

    def reformed(self, stored: StoredDocument, admit: Admit) -> None:
        """A document gets the form its folder now asks for."""
        self.documents["raised"] += admit.rung.height > stored.rung.height
        self.documents["rescoped"] += (admit.project, admit.scope) != (stored.project, stored.scope)

    def warned(self, path: str, read: ReadText) -> None:
        self.notices += [Notice(path, w.code, w.message, w.line) for w in read.warnings]

    def took_back(self, receipt: FactsReceipt) -> None:
        self.facts["tombstoned"] += receipt.tombstoned
        self.facts["written"] += receipt.written

    def still_failing(self, document: StoredDocument, code: str) -> None:
        """Named at every sync until it is mended: it never passes for fine."""
        self.problems.append(Problem(document.path, code, message_of(document.reason)))
