"""What the read side gives back before anything is weighed or worded: rows as one reader sees them."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from kg.model.answers import AboutDocument, GraphRelation, Related
from kg.model.kinds import FactStatus, Modality


@dataclass(frozen=True, slots=True)
class RecallAsk:
    """One question to memory. Without `vector` nothing is looked for by meaning, without `lucene` nothing by
    words, without `names` no entity."""

    vector: tuple[float, ...] | None
    lucene: str | None
    names: tuple[str, ...]
    """Name keys the turn may hold."""
    nearest: int = 30
    """Most candidates by meaning, and most by words."""
    embedder: str = ""
    """Whose vector it is: it is compared with vectors of the same embedder and length only."""


@dataclass(frozen=True, slots=True)
class Link:
    """A thing named in the turn that this candidate speaks of."""

    key: str
    entity: str
    name: str
    role: Literal["subject", "object"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One pointer or fact that may be said. `similarity` is the cosine to the turn, -1 to 1, None for a node
    that waits for its vector; `words` the full-text score; `nearest` true when the meaning index itself gave
    it. For a pointer relation and object are empty."""

    kind: Literal["fact", "pointer"]
    id: str
    text: str
    subject: str
    relation: str
    object: str
    object_kind: str
    modality: Modality
    confidence: float
    stale: bool
    valid_from: date | None
    valid_to: date | None
    path: str | None
    said_at: date | None
    similarity: float | None = None
    words: float | None = None
    nearest: bool = False
    links: tuple[Link, ...] = ()
    newer: tuple["Candidate", ...] = ()
    """Facts that superseded it, directly or through others."""
    superseded: bool = False
    """True for one of `newer` that was itself superseded."""


@dataclass(frozen=True, slots=True)
class SearchAsk:
    """One question to everything stored. `files` are ends of paths in lower case, `/name.md`: the beginning of
    such a file is found too. `folder` is a path key; only what lies at or below it counts."""

    vector: tuple[float, ...] | None
    lucene: str | None
    files: tuple[str, ...] = ()
    folder: str | None = None
    nearest: int = 50
    embedder: str = ""
    """Whose vector it is, see `RecallAsk`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing found by pull. `position` counts the passages of a document from 0."""

    kind: Literal["passage", "card", "fact", "record"]
    id: str
    document: str | None
    path: str | None
    title: str | None
    about: str | None
    text: str
    context: str
    start: int | None
    end: int | None
    position: int | None
    similarity: float | None
    words: float | None
    relations: tuple[GraphRelation, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenPassage:
    """A stretch of a document's text; offsets count characters of it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class SeenEvidence:
    """One statement behind a fact, with the passages its quote lies in."""

    path: str
    title: str
    start: int
    end: int
    hash: str
    said_at: date | None
    passages: tuple[SeenPassage, ...]


@dataclass(frozen=True, slots=True)
class SeenFact:
    """A fact with what this reader may see of its evidence, successors and links."""

    id: str
    subject: str
    relation: str
    object: str
    text: str
    qualifier: str | None
    modality: Modality
    status: FactStatus
    confidence: float
    valid_from: date | None
    valid_to: date | None
    said_at: date | None
    recorded_at: datetime | None
    project: str | None
    group: str | None
    superseded_by: tuple[str, ...] = ()
    relations: tuple[GraphRelation, ...] = ()
    evidence: tuple[SeenEvidence, ...] = ()
    scope: str | None = None
    corrections: tuple[str, ...] = ()
    """Of a live fact those that put it there, of a retracted one those that keep it out."""


@dataclass(frozen=True, slots=True)
class SeenEntity:
    """An entity that exists for this reader, under the names the reader was taught."""

    id: str
    key: str
    name: str
    kind: str
    aliases: tuple[str, ...]
    facts: int
    documents: int


@dataclass(frozen=True, slots=True)
class SeenName:
    """A spelling in the graph that this reader was taught."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Which facts to list; no status means live and stale ones."""

    status: FactStatus | None = None
    limit: int = 100
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What lies around an entity besides its facts."""

    related: tuple[Related, ...]
    documents: tuple[AboutDocument, ...]


@dataclass(frozen=True, slots=True)
class SeenExtraction:
    """One ledger entry as it covers a document. A rejection: reason, subject, relation, object."""

    id: str
    start: int | None
    end: int | None
    """None for an earlier state of the document."""
    fingerprint: str
    recorded_at: datetime | None
    calls: int
    tokens_in: int
    tokens_out: int
    facts: tuple[str, ...]
    tombstones: tuple[str, ...]
    rejections: tuple[dict[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeenLedger:
    """A document with its ledger entries."""

    document: str
    path: str
    title: str
    state: str
    reason: str | None
    rung: str
    extractions: tuple[SeenExtraction, ...]


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """Something that happened to a fact."""

    at: datetime | None
    by: str
    what: Literal["said", "superseded", "supersedes", "retired", "retracted", "corrected", "restored", "put"]
    why: str
