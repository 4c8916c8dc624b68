"""What kg answers: the values behind the stable JSON shapes. A field's name is its JSON name."""

from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, Literal

from kg.model.kinds import FactStatus, Modality


@dataclass(frozen=True, slots=True)
class View:
    """What exists for a reader: the audience tokens it may read (none reads nothing), and the one project
    it asks about (None asks about all)."""

    workspace: str
    audiences: tuple[str, ...]
    project: str | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """One piece of evidence, read from the document's passages when shown. `quote` is None where the stored
    text no longer has these words; offsets count characters of the document's text."""

    path: str
    title: str
    quote: str | None
    start: int
    end: int
    said_at: date | None


@dataclass(frozen=True, slots=True)
class GraphRelation:
    """A link that a judgement made from this fact to another one the reader may see."""

    type: str
    weight: float
    fact: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as one reader sees it: only evidence, links and successors that this reader may see.
    `current`: live, and its interval holds on the day asked about (a wish or plan holds once it is said).
    `valid_to` is the first day on which it holds no more."""

    id: str
    subject: str
    relation: str
    object: str
    text: str
    modality: Modality
    status: FactStatus
    current: bool
    confidence: float
    valid_from: date | None
    valid_to: date | None
    recorded_at: datetime | None
    superseded_by: tuple[str, ...] = ()
    graph_relations: tuple[GraphRelation, ...] = ()
    evidence: tuple[Quote, ...] = ()
    qualifier: str | None = None
    project: str | None = None
    corrections: tuple[str, ...] = ()
    """Of a live fact the corrections that put it there, of a retracted one those that keep it out."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A page of facts; `more` when there are further ones."""

    facts: tuple[Fact, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One event in the life of a fact. `by` is an extractor's fingerprint, a rule or a principal."""

    at: datetime | None
    by: str
    what: str
    why: str


@dataclass(frozen=True, slots=True)
class FactStory:
    """Everything about one fact; the JSON is the fact's with `history` beside it."""

    fact: Fact
    history: tuple[HistoryLine, ...]


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """A correction by a person. `kind` is `retract` or `correct`; `text` is what the fact said, while that may
    still be read; `change` what was put in place, by part. `holds_back` are the facts it keeps out of memory now;
    none when nobody says them any more, or when it was undone."""

    id: str
    kind: str
    fact: str
    text: str | None
    change: dict[str, str]
    by: str
    at: datetime
    reason: str | None
    undone_by: str | None
    undone_at: datetime | None
    holds_back: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorrectionLines:
    """A page of corrections; `more` when there are further ones."""

    corrections: tuple[CorrectionLine, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class EntityHead:
    """Who or what the answer is about. Aliases are those this reader was taught."""

    key: str
    name: str
    kind: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Related:
    """A thing around the entity, with the relations that lead there. `count` is how many facts say so."""

    key: str
    name: str
    kind: str
    relations: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class AboutDocument:
    """A document that mentions the entity or says something of it. `facts` counts what it says."""

    path: str
    title: str
    about: str | None
    facts: int
    dated: date | None = None


@dataclass(frozen=True, slots=True)
class Groups:
    """The facts of a card by what they are to a reader, as fact ids in the order to show them. A fact stands
    in exactly one group."""

    current: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    """Requested or planned and not overtaken, or said to hold from a later day on."""
    unsure: tuple[str, ...] = ()
    """Hedged, negated or asked."""
    conflicts: tuple[str, ...] = ()
    """Statements of a single-valued relation that disagree and that no date puts in order."""
    history: tuple[str, ...] = ()
    """Superseded, ended or stale on the day asked about."""


@dataclass(frozen=True, slots=True)
class EntityCard:
    """What is known about an entity, put together for one reader on one day."""

    entity: EntityHead
    facts: tuple[Fact, ...]
    related: tuple[Related, ...]
    documents: tuple[AboutDocument, ...]
    groups: Groups
    as_of: date
    more: bool = False
    """There are further facts than the card shows."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A name near the one asked for, with what there is about it."""

    name: str
    kind: str
    facts: int
    documents: int


@dataclass(frozen=True, slots=True)
class UnknownName:
    """Nothing this reader may see bears the name, or several things do. The same for a name nobody knows and
    for one that only others know."""

    name: str
    suggestions: tuple[Suggestion, ...] = ()
    ambiguous: bool = False

    @property
    def message(self) -> str:
        """The sentence for people."""
        near = ", ".join(f"{s.name} ({s.facts} facts, {s.documents} documents)" for s in self.suggestions)
        if self.ambiguous:
            return (
                f"Several things bear the name {self.name!r}: {near}. Ask for one of them by its full name."
            )
        if near:
            return f"Nothing is known about {self.name!r}. Near it: {near}."
        return f"Nothing is known about {self.name!r}. Search the files with: kg search."


About = EntityCard | UnknownName


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found. `start` and `end` are offsets in the document's text, None for what has none."""

    kind: Literal["passage", "card", "fact", "record"]
    path: str | None
    title: str | None
    about: str | None
    text: str
    start: int | None
    end: int | None
    score: float
    graph_relations: tuple[GraphRelation, ...] = ()
    id: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The answer of `search`. `reason` says why there is nothing, when nothing could be looked for."""

    hits: tuple[Hit, ...]
    took_ms: float
    reason: str | None = None
    more: bool = False
    notice: str | None = None
    """Why nothing was looked for by meaning, when it could not be."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a recalled line comes from, and when it was said."""

    path: str | None
    said_at: date | None


@dataclass(frozen=True, slots=True)
class Item:
    """One recalled line. `why` names the arms that found it; `score` orders the items of one answer only."""

    kind: Literal["fact", "pointer"]
    id: str
    text: str
    score: float
    why: str
    source: Source
    modality: Modality | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """One candidate as the fusion saw it, and what became of it."""

    id: str
    kind: str
    text: str
    arms: dict[str, float]
    features: dict[str, float]
    score: float
    verdict: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why recall spoke or kept silent."""

    words: tuple[str, ...]
    linked: tuple[str, ...]
    gate: str
    numbers: dict[str, float]
    candidates: tuple[Explained, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """The answer of `recall`. `block` is the framed text for an agent, `tokens` its size; `reason` says why
    it is silent."""

    items: tuple[Item, ...]
    silent: bool
    tokens: int
    took_ms: float
    block: str = ""
    reason: str | None = None
    explain: Explanation | None = None
    notice: str | None = None
    """Why nothing was looked for by meaning, when it could not be."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One extraction a document rests on: what it cost, wrote and refused."""

    id: str
    start: int | None
    end: int | None
    """None for what only an earlier state of the document rested on."""
    fingerprint: str
    recorded_at: datetime | None
    calls: int
    tokens_in: int
    tokens_out: int
    facts: tuple[Fact, ...]
    tombstones: tuple[Fact, ...]
    rejections: tuple[dict[str, str], ...]


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the ledger holds of one document."""

    path: str
    title: str
    state: str
    reason: str | None
    rung: str
    entries: tuple[LedgerEntry, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """A document that is not live. Without `next_try` it is tried again when its file changes, when its folder's
    policy can be read, or with `kg work --retry`."""

    state: str
    path: str
    reason: str | None
    next_try: datetime | None
    tries: int


@dataclass(frozen=True, slots=True)
class FileInGraph:
    """What is in the graph because of one file."""

    path: str
    state: str
    reason: str | None
    rung: str
    """The rung whose form is in the graph now; the folder's may differ until the next sync."""
    passages: int
    card: bool
    pointer: bool
    mentions: int
    facts: int
    tombstones: int
    extractions: int


@dataclass(frozen=True, slots=True)
class EntityLine:
    """One row of the list of entities."""

    key: str
    name: str
    kind: str
    facts: int
    documents: int


def as_json(value: object) -> Any:
    """The JSON form of an answer: dates as ISO text, tuples as lists, scores with four decimals, absent
    explanations left out, a fact's story as the fact with its history."""
    if isinstance(value, FactStory):
        return {**as_json(value.fact), "history": as_json(value.history)}
    if is_dataclass(value):
        pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
        return {name: as_json(part) for name, part in pairs if not (name == "explain" and part is None)}
    match value:
        case Enum():
            return value.value
        case datetime() | date():
            return value.isoformat()
        case float():
            return round(value, 4)
        case tuple() | list():
            return [as_json(part) for part in value]
        case dict():
            return {str(name): as_json(part) for name, part in value.items()}
    return value
