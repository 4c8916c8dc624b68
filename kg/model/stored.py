"""What passes between ingest and the store: writes as frozen values, and what the store gives back."""

from dataclasses import dataclass, field
from datetime import date, datetime

from kg.model.claim import Claim, Rejection
from kg.model.document import Card, Passage
from kg.model.kinds import DocumentState
from kg.model.outcome import Usage
from policy.rungs import Rung


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What the graph knows of a file: enough to see, without reading it, that nothing changed."""

    id: str
    path: str
    """Absolute, exactly as on disk (POSIX separators). Empty at `nothing`, like `path_key`: of such a file
    the graph keeps `path_hash` alone."""
    path_key: str
    """NFC of `path`: the comparison key, never used to open a file."""
    root: str
    content_hash: str | None
    raw_hash: str | None
    """BLAKE2b of the bytes: an unread file (binary, no reader) is remembered by it."""
    size: int
    mtime_ns: int
    state: DocumentState
    reason: str | None
    rung: Rung
    """The rung whose form is in the graph now (applied), not the folder's setting."""
    project: str
    scope: str
    fingerprint: str | None
    """Of the extractor whose facts are in memory; None when there are none."""
    path_hash: str = ""
    """`kg.model.ids.path_hash` of `path_key`: finds a document at every rung."""


@dataclass(frozen=True, slots=True)
class LeftDocument:
    """What is kept of a document whose file is gone, so that one that comes back gets its id: hashes only."""

    id: str
    path_hash: str
    content_hash: str | None
    raw_hash: str | None


@dataclass(frozen=True, slots=True)
class DocumentWrite:
    """One document's text form, written in one transaction. Passages replace the earlier ones by id, so
    an unchanged passage keeps its vector. `card` is None below `gist`; `passages` is empty at `nothing`."""

    id: str
    path: str
    path_key: str
    root: str
    folder: str
    """Absolute path of the folder node the document is IN."""
    title: str
    content_hash: str | None
    raw_hash: str
    size: int
    mtime_ns: int
    state: DocumentState
    reason: str | None
    rung: Rung
    project: str
    scope: str
    dated: date | None
    media_type: str
    encoding: str
    passages: tuple[Passage, ...] = ()
    card: Card | None = None
    warnings: tuple[str, ...] = ()
    extract: bool = False
    """Enqueue an `extract` job for it in the same transaction (rung `facts`)."""
    mentions: tuple["ResolvedEntity", ...] = ()
    """Who and what the card names, resolved; empty below `gist`."""


@dataclass(frozen=True, slots=True)
class StoredExtraction:
    """A ledger entry: what one extractor said of one content, and what it cost. Written as soon as it was
    paid for, before any fact, so that a death in between costs nothing twice."""

    id: str
    segment_hash: str
    fingerprint: str
    claims: tuple[Claim, ...]
    rejections: tuple[Rejection, ...]
    usage: Usage


@dataclass(frozen=True, slots=True)
class ResolvedEntity:
    """A mention resolved: the entity's id and the name keys that lead to it."""

    id: str
    name: str
    kind: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Naming:
    """A document whose facts are about a thing, and the name keys it teaches for it; none when it only uses
    a name that others taught."""

    document: str
    entity: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One claim placed in one document: one EVIDENCE edge. Offsets are in the document's text."""

    extraction: str
    """Id of the StoredExtraction."""
    index: int
    """Of the claim in its extraction."""
    claim: Claim
    subject: ResolvedEntity
    object: ResolvedEntity | None
    """None when the object is a value (`claim.object` is then a `Value`)."""
    passage: str
    start: int
    end: int
    quote_hash: str
    said_at: date | None


@dataclass(frozen=True, slots=True)
class PlacedSegment:
    """A segment of a document and the extraction that covers it."""

    start: int
    end: int
    extraction: str


@dataclass(frozen=True, slots=True)
class FactsWrite:
    """Everything one document says now. The store diffs it against what the document said before: evidence
    that is gone goes, facts left without any become tombstones, intervals are recomputed for every touched
    (subject, relation, qualifier). One transaction."""

    document: str
    fingerprint: str
    segments: tuple[PlacedSegment, ...]
    statements: tuple[Statement, ...]
    mentions: tuple[ResolvedEntity, ...]
    pointer_title: str
    pointer_about: str


@dataclass(frozen=True, slots=True)
class FactsReceipt:
    """What a facts transaction did, counted in facts (not in evidence edges)."""

    written: int = 0
    kept: int = 0
    tombstoned: int = 0


@dataclass(frozen=True, slots=True)
class UnreadReply:
    """A reply that could not be read: to which segment, and whether it broke off at the model's limit."""

    segment_hash: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """Work that happens later. `tries` counts leases; a lease that ran out is taken by the next worker."""

    id: str
    kind: str
    """extract | retire"""
    document: str
    tries: int
    reason: str | None
    next_try: datetime | None = None
    anew: bool = False
    """The facts are to be the present extractor's, also where those of an earlier one stand."""
    unread: tuple["UnreadReply", ...] = ()
    """Segments whose last reply could not be read, and whose repair a limit put off."""


@dataclass(frozen=True, slots=True)
class Unembedded:
    """A node of one of the two indexes that waits for its vector."""

    id: str
    label: str
    """Passage | Card | Pointer | Fact"""
    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the graph is, for `status` and for progress bars: counts of one workspace."""

    documents: dict[str, int] = field(default_factory=dict)
    """By state."""
    passages: int = 0
    facts: int = 0
    pointers: int = 0
    entities: int = 0
    unembedded: int = 0
    jobs: dict[str, int] = field(default_factory=dict)
    """By state: queued | leased | failed."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """One hash over what a workspace holds (`kg.store.fingerprint` says what goes in), how many lines of each
    section went into it, and the tombstones, which did not."""

    fingerprint: str
    counts: dict[str, int]
    tombstones: int
