"""What a run did, as a value: the receipt after a sync, and its JSON shape."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kg.model.outcome import Usage
from kg.model.price import Prices, expected, money

if TYPE_CHECKING:
    from kg.model.bill import Bill


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that failed or is held back. `path` is absolute; `message` says what to do next. `next_try`: from
    then on `kg sync` and `kg work` try it again by themselves."""

    path: str
    code: str
    message: str
    next_try: datetime | None = None

    def as_json(self) -> dict[str, Any]:
        """Its JSON shape in every receipt."""
        return {**asdict(self), "next_try": self.next_try and self.next_try.isoformat()}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that could not be used while its document went on. `line` counts from 1, 0 when unknown."""

    path: str
    code: str
    message: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class DocumentCounts:
    """Files of one run. `seen` = `new` + `changed` + `unchanged` + `moved` + `failed` + `held`; `removed`
    were not seen. The others overlap with these: `unread` have no text (no reader, binary content),
    `returned` had gone, stand at a path that is new, and have their old ids, `waiting` wait for their facts,
    `raised`, `lowered` and `rescoped` got the form their folder now asks for, `older` keep facts of an
    earlier extractor."""

    seen: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    moved: int = 0
    removed: int = 0
    failed: int = 0
    held: int = 0
    unread: int = 0
    waiting: int = 0
    raised: int = 0
    lowered: int = 0
    rescoped: int = 0
    older: int = 0
    returned: int = 0


@dataclass(frozen=True, slots=True)
class SegmentCounts:
    """Segments of the documents whose facts were written; `total` = `extracted` + `reused`."""

    total: int = 0
    extracted: int = 0
    reused: int = 0


@dataclass(frozen=True, slots=True)
class FactCounts:
    """Facts, and claims that were rejected by validation."""

    written: int = 0
    kept: int = 0
    tombstoned: int = 0
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a run ended before its work did. `failed` is False for a limit the caller set."""

    code: str
    message: str
    failed: bool = True


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a run did other than its bill said, and why."""

    what: str
    planned: int
    real: int
    why: str


@dataclass(frozen=True, slots=True)
class Asked:
    """How the calls of a run came about."""

    segments: int = 0
    """Asked about, each alone."""
    repeated: int = 0
    """Calls for a segment after its first: a repair, or a call that was made again."""
    repaired: int = 0
    """Segments asked about with the words of a repair."""
    turned_away: int = 0
    """Segments for which no call came about."""


@dataclass(frozen=True, slots=True)
class WorkReceipt:
    """What draining the queue did."""

    segments: SegmentCounts = SegmentCounts()
    usage: Usage = field(default_factory=Usage)
    facts: FactCounts = FactCounts()
    embeddings: int = 0
    waiting: int = 0
    """Documents that were put off in this run."""
    left: int = 0
    """Jobs still queued, or in the hands of another run."""
    problems: tuple[Problem, ...] = ()
    rejected: Mapping[str, int] = field(default_factory=dict)
    """Rejected claims by reason."""
    stopped: Stop | None = None
    seconds: float = 0.0
    asked: Asked = Asked()
    notices: tuple[Notice, ...] = ()
    """What could not be done and waits for a person, while everything else went on."""

    @property
    def exit_code(self) -> int:
        """0 ok, 1 something failed, 3 the model could not be had."""
        if self.stopped is not None and self.stopped.failed:
            return 3
        return 1 if self.problems else 0

    def as_json(self) -> dict[str, Any]:
        """The work part of a receipt's JSON shape."""
        return {
            "segments": asdict(self.segments),
            "model_calls": self.usage.calls,
            "tokens": {"in": self.usage.tokens_in, "out": self.usage.tokens_out},
            "facts": asdict(self.facts),
            "rejected": dict(sorted(self.rejected.items())),
            "embeddings": self.embeddings,
            "left": self.left,
            "problems": [problem.as_json() for problem in self.problems],
            "warnings": [asdict(notice) for notice in self.notices],
            "stopped": None if self.stopped is None else asdict(self.stopped),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class SyncReceipt:
    """What a sync did. `work` is the part that came after the text was findable; `skipped` counts what
    was not taken in, by rule."""

    root: str
    documents: DocumentCounts
    work: WorkReceipt
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Notice, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    redacted: Mapping[str, int] = field(default_factory=dict)
    """Secrets that became placeholders, by kind."""
    passages: int = 0
    bytes_read: int = 0
    seconds_findable: float = 0.0
    """Until the text of every file could be found."""
    seconds_taking_back: float = 0.0
    """Spent on lowered and removed documents."""
    seconds_changes: Mapping[str, float] = field(default_factory=dict)
    """Until text and cards stood as a folder's changed `rung`, `project` or `scope` asks."""
    seconds: float = 0.0
    planned: "Bill | None" = None
    """What the bill said; None where no model is asked, so that nothing costs anything."""
    differences: tuple[Difference, ...] = ()
    """Where the run did other than its bill said."""
    prices: Prices | None = None

    @property
    def did_something(self) -> bool:
        """Whether anything was written, asked for, or has to be named."""
        counts = self.documents
        touched = (counts.new, counts.changed, counts.moved, counts.removed, counts.raised, counts.lowered)
        return any(touched) or bool(self.work.segments.total or self.work.embeddings or self.problems)

    @property
    def status(self) -> str:
        """`ok`, `warnings`, or `problems`."""
        if self.problems or self.work.exit_code:
            return "problems"
        return "warnings" if self.warnings or self.work.notices else "ok"

    @property
    def exit_code(self) -> int:
        """0 ok (warnings too), 1 something failed or is held, 3 the model could not be had."""
        return max(self.work.exit_code, 1 if self.problems else 0)

    def as_json(self) -> dict[str, Any]:
        """The stable JSON shape of `kg sync`."""
        work = self.work.as_json()
        return {
            "root": self.root,
            "status": self.status,
            "documents": asdict(self.documents),
            **work,
            "problems": [problem.as_json() for problem in self.problems] + work["problems"],
            "warnings": [asdict(notice) for notice in self.warnings] + work["warnings"],
            "skipped": dict(sorted(self.skipped.items())),
            "redacted": dict(sorted(self.redacted.items())),
            "passages": self.passages,
            "bytes_read": self.bytes_read,
            "seconds_findable": round(self.seconds_findable, 3),
            "seconds_taking_back": round(self.seconds_taking_back, 3),
            "seconds_changes": {
                what: round(self.seconds_changes.get(what, 0.0), 3) for what in ("rung", "project", "scope")
            },
            "seconds": round(self.seconds, 3),
            "cost": money(self.work.usage, self.prices),
            "planned": _nothing(self.prices) if self.planned is None else self.planned.planned(),
            "differences": [asdict(difference) for difference in self.differences],
        }


def _nothing(prices: Prices | None) -> dict[str, Any]:
    return {"documents": None, "segments": None, **expected(Usage(), prices)}


@dataclass(frozen=True, slots=True)
class RebuildReceipt:
    """What a rebuild did. `waiting`: documents whose text the ledger has no extraction of; `swept`: facts that
    were in the graph and that nothing said."""

    resumed: bool
    documents: int
    waiting: int
    swept: int
    problems: tuple[Problem, ...]
    seconds: float
