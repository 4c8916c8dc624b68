"""Statements before they are facts: what an extractor said, and what validation made of it."""

from dataclasses import dataclass
from datetime import date

from kg.model.kinds import EntityKind, Modality, ValueKind

ALIAS_RELATION = "also known as"
"""A claim with this relation and an entity as object teaches a name; it is stored as a name, not a fact."""


@dataclass(frozen=True, slots=True)
class RawClaim:
    """One item of an extraction reply, as strings, before anything is believed. `start`/`end` are offsets
    of the evidence in the segment's text when the extractor knows them; else `quote` locates it."""

    subject: str
    subject_kind: str
    relation: str
    object: str
    object_kind: str
    modality: str = "asserted"
    quote: str = ""
    valid_from: str | None = None
    valid_to: str | None = None
    confidence: float = 0.5
    qualifier: str | None = None
    start: int | None = None
    end: int | None = None
    said_at: date | None = None
    """The date of the entry it stands in, when the extractor knows better than the segment's context."""
    rule: str | None = None
    """The rule that made or resolved it, for extractors that have rules."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity as named in the text."""

    name: str
    kind: EntityKind


@dataclass(frozen=True, slots=True)
class Value:
    """An object that is no entity: as written, and a normalised key (`48000 EUR/year`, `2027-06-30`)."""

    text: str
    kind: ValueKind
    key: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A validated statement. Offsets are relative to the segment; `valid_*` are what the text says,
    never inferred from the order of import."""

    subject: Mention
    relation: str
    object: Mention | Value
    modality: Modality
    start: int
    end: int
    confidence: float
    qualifier: str | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    said_at: date | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A raw claim that was not believed: counted in the receipt, listed in the ledger. Carries no text
    beyond the triple it refuses."""

    reason: str
    """no_evidence | subject_not_entity | object_empty | pronoun | path | url | date_subject | heading |
    relation_empty | own_output | too_long | duplicate"""
    subject: str
    relation: str
    object: str
