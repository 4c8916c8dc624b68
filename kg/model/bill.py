"""What a run would do and cost, counted before it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kg.model.outcome import Usage
from kg.model.price import Prices, expected
from kg.model.receipt import DocumentCounts, Notice, Problem, SegmentCounts


@dataclass(frozen=True, slots=True)
class BillLine:
    """The part of a bill for one folder and rung. `estimate.tokens_out` is a guess; calls and tokens in are
    counted."""

    folder: str
    """The folder that decided the rung, or the nearest one below the root that the files have in common."""
    rung: str
    """`held` where the folder's policy cannot be read."""
    documents: int
    segments: SegmentCounts = field(default_factory=SegmentCounts)
    estimate: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Bill:
    """What a sync would do, counted without any call or write. Segments that several documents share count
    once, where they are met first. A local extractor makes no calls and its tokens cost nothing: they are 0."""

    root: str
    documents: DocumentCounts
    segments: SegmentCounts
    estimate: Usage
    lines: tuple[BillLine, ...] = ()
    prices: Prices | None = None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Notice, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The JSON shape of `kg sync --plan`: the receipt's words, with what would be."""
        return {
            "root": self.root,
            "plan": True,
            "documents": asdict(self.documents),
            "segments": asdict(self.segments),
            **expected(self.estimate, self.prices),
            "folders": [
                {
                    "folder": line.folder,
                    "rung": line.rung,
                    "documents": line.documents,
                    "segments": asdict(line.segments),
                    **expected(line.estimate, self.prices),
                }
                for line in self.lines
            ],
            "problems": [problem.as_json() for problem in self.problems],
            "warnings": [asdict(notice) for notice in self.warnings],
            "skipped": dict(sorted(self.skipped.items())),
            "seconds": round(self.seconds, 3),
        }

    def planned(self) -> dict[str, Any]:
        """The part of a receipt's JSON shape that says what the bill said."""
        return {
            "documents": asdict(self.documents),
            "segments": asdict(self.segments),
            **expected(self.estimate, self.prices),
        }
