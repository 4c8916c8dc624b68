"""A labelled batch of notes: what a careful person would keep of its documents, and what they would ask."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

NOT_DOCUMENTS = ("gold.json", "gold.txt", "dropped.txt")


@dataclass(frozen=True, slots=True)
class GoldFact:
    """A fact of one document. `must`: missing it counts; else it is right when found. `wordings`: it in other
    words, the first as written."""

    doc: str
    wordings: tuple[tuple[str, str, str], ...]
    modality: str
    difficulty: str
    must: bool


@dataclass(frozen=True, slots=True)
class GoldChange:
    """A dated later document says another value for the same thing."""

    subject: str
    relation: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class GoldPair:
    """Two names in two documents, and whether they mean one thing."""

    a: str
    a_doc: str
    b: str
    b_doc: str
    same: bool


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """What a colleague asks about a thing; `stale` are values that were true before."""

    about: str
    question: str
    answer: str
    stale: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Batch:
    """One folder of `tests/data/notes` with a `gold.json`."""

    name: str
    documents: tuple[Path, ...]
    facts: tuple[GoldFact, ...]
    changes: tuple[GoldChange, ...]
    pairs: tuple[GoldPair, ...]
    questions: tuple[GoldQuestion, ...]
    latest: date
    """The day of its latest document."""


def read_batch(folder: Path) -> Batch:
    """The batch in a folder. A line of `dropped.txt`, `doc | subject | relation | object | why`, takes out a
    gold fact that is plainly wrong."""
    gold = json.loads((folder / "gold.json").read_text("utf-8"))
    dropped = _dropped(folder)
    facts = [_fact(row) for row in gold["facts"] if _place(row) not in dropped]
    days = [date.fromisoformat(row["date"]) for row in gold["documents"].values() if row.get("date")]
    changes = [GoldChange(*(row[key] for key in _CHANGE)) for row in gold["supersessions"]]
    pairs = [GoldPair(*(row[key] for key in _PAIR)) for row in gold["pairs"]]
    questions = [
        GoldQuestion(row["about"], row["question"], row["answer"], tuple(row.get("stale") or ()))
        for row in gold["questions"]
    ]
    return Batch(
        folder.name,
        tuple(folder / name for name in sorted(gold["documents"])),
        tuple(facts),
        tuple(changes),
        tuple(pairs),
        tuple(questions),
        max(days),
    )


_CHANGE = ("subject", "relation", "old", "new")
_PAIR = ("a", "a_doc", "b", "b_doc", "same")


def _place(row: Mapping[str, Any]) -> tuple[str, str, str, str]:
    return row["doc"], row["subject"], row["relation"], str(row["object"])


def _dropped(folder: Path) -> set[tuple[str, ...]]:
    path = folder / "dropped.txt"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {tuple(part.strip() for part in line.split("|")[:4]) for line in lines if line.strip()}


def _fact(row: Mapping[str, Any]) -> GoldFact:
    also = [(str(a), str(b), str(c)) for a, b, c in row.get("also") or ()]
    first = (row["subject"], row["relation"], str(row["object"]))
    return GoldFact(row["doc"], (first, *also), row["modality"], row["difficulty"], bool(row["must"]))
