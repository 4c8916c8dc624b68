"""Scores an extractor on labelled notes: gold facts found, and found facts that are gold or plausible."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest.extract.local.parsing import extract_now
from ingest.readers import read
from ingest.segment import segments
from ingest.validate import validate
from ingest.values import read_value
from kg.model.claim import Claim, Mention, Rejection
from kg.model.document import ReadText, Segment
from kg.model.names import name_key
from kg.model.outcome import Extracted


@dataclass(frozen=True, slots=True)
class Gold:
    """A fact a reader would keep; `wanted` False when finding it is fine and missing it is too."""

    file: str
    subject: str
    relation: str
    object: str
    modality: str
    wanted: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over one or more batches."""

    wanted: int
    hit: int
    said: int
    right: int
    missed: tuple[Gold, ...]
    wrong: tuple[tuple[str, Claim], ...]

    @property
    def recall(self) -> float:
        return self.hit / self.wanted if self.wanted else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.said if self.said else 1.0


def read_gold(path: Path) -> list[Gold]:
    """`[?] file | subject | relation | object [| modality]`, one a line."""
    gold = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            wanted = not line.startswith("?")
            parts = [part.strip() for part in line.lstrip("? ").split("|")]
            gold.append(Gold(*parts[:4], parts[4] if len(parts) > 4 else "", wanted))
    return gold


def document_segments(name: str, data: bytes) -> tuple[Segment, ...]:
    """The segments of a file as the readers cut it."""
    text = read(name, data)
    return segments(text) if isinstance(text, ReadText) else ()


def extract_file(name: str, data: bytes) -> tuple[list[Claim], list[Rejection]]:
    """Validated claims of one file, and what validation refused."""
    parts = document_segments(name, data)
    claims: list[Claim] = []
    refused: list[Rejection] = []
    for segment, outcome in zip(parts, extract_now(parts), strict=True):
        assert isinstance(outcome, Extracted)
        good, bad = validate(segment, outcome.claims)
        claims.extend(good)
        refused.extend(bad)
    return claims, refused


def score(folder: Path) -> Score:
    """Scores one batch: `gold.txt` beside its notes."""
    gold = read_gold(folder / "gold.txt")
    hit: set[int] = set()
    wrong: list[tuple[str, Claim]] = []
    said = right = 0
    for file in sorted(folder.iterdir()):
        if file.name == "gold.txt":
            continue
        for claim in extract_file(file.name, file.read_bytes())[0]:
            said += 1
            matches = [
                i for i, each in enumerate(gold) if each.file == file.name and matches_gold(claim, each)
            ]
            hit.update(matches)
            right += bool(matches)
            if not matches:
                wrong.append((file.name, claim))
    wanted = [i for i, each in enumerate(gold) if each.wanted]
    missed = tuple(gold[i] for i in wanted if i not in hit)
    return Score(len(wanted), sum(i in hit for i in wanted), said, right, missed, tuple(wrong))


def matches_gold(claim: Claim, gold: Gold) -> bool:
    """Subject and object agree, whatever the relation's wording (it may carry part of either)."""
    if gold.modality and claim.modality.value != gold.modality:
        return False
    subject = claim.subject.name
    relation = set(_words(claim.relation))
    named = _same(subject, gold.subject) or _covers(
        set(_words(gold.subject)), set(_words(subject)) | relation
    )
    return named and _same_object(claim, gold, relation)


def _same_object(claim: Claim, gold: Gold, relation: set[str]) -> bool:
    text = claim.object.name if isinstance(claim.object, Mention) else claim.object.text
    if _same(text, gold.object):
        return True
    value = read_value(gold.object, claim.said_at)
    if value is not None and not isinstance(claim.object, Mention):
        return value.key == claim.object.key
    said, wanted = set(_words(text)), set(_words(gold.object))
    return bool(said) and _covers(wanted, said | relation) and bool(said & wanted)


def _same(said: str, wanted: str) -> bool:
    left, right = name_key(said), name_key(wanted)
    if left == right:
        return True
    said_words, wanted_words = set(_words(said)), set(_words(wanted))
    if not said_words or not wanted_words:
        return False
    shared = len(said_words & wanted_words)
    return 2 * shared / (len(said_words) + len(wanted_words)) >= 0.66


def _covers(wanted: set[str], said: set[str]) -> bool:
    return bool(wanted) and wanted <= said


def _words(text: str) -> Iterator[str]:
    for word in re.findall(r"[\w.@+-]+", text.casefold()):
        if word not in {"the", "a", "an", "of", "for", "in", "on", "at", "to"}:
            yield word.strip(".").removesuffix("s") if len(word) > 3 else word.strip(".")
