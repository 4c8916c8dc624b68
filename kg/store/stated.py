"""Statements as they lie in the graph: the EVIDENCE edge and what its fact is about."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kg.model.claim import Value
from kg.model.ids import evidence_id, group_id, value_id
from kg.model.interval import Said
from kg.model.kinds import EntityKind, Modality
from kg.model.stored import Statement
from kg.store.connection import Row

ENTITY_KINDS = frozenset(EntityKind)
"""Kinds of an object that is an entity; the kinds of values are others."""


@dataclass(frozen=True, slots=True)
class Group:
    """What statements must share for their intervals to be computed together."""

    workspace: str
    project: str
    scope: str
    audience: str
    subject: str
    relation: str
    qualifier: str | None

    @property
    def id(self) -> str:
        return group_id(self.workspace, self.project, self.scope, self.subject, self.relation, self.qualifier)


@dataclass(frozen=True, slots=True)
class Stated:
    """One statement: the edge's properties, the document it stands in, and what it says."""

    group: Group
    document: str
    object: str
    modality: Modality
    edge: Row

    @property
    def id(self) -> str:
        return str(self.edge["id"])

    @property
    def said(self) -> Said:
        """The same for the projection."""
        return Said(
            evidence=self.id,
            object=self.object,
            modality=self.modality,
            said_at=self.edge["said_at"],
            valid_from=self.edge["valid_from"],
            valid_to=self.edge["valid_to"],
            confidence=self.edge["confidence"],
        )


def stated(workspace: str, document: Row, statements: Iterable[Statement]) -> list[Stated]:
    """What a document says now. Equal claims of equal segments are told apart by their order of place."""
    seen: Counter[tuple[str, int]] = Counter()
    found = []
    for statement in sorted(statements, key=lambda s: (s.start, s.end, s.extraction, s.index)):
        at = (statement.extraction, statement.index)
        found.append(_stated(workspace, document, statement, seen[at]))
        seen[at] += 1
    return found


def stored(fact: Row, edge: Row) -> Stated:
    """A statement read back: its fact's properties and its edge's, `document` among these."""
    group = Group(
        fact["workspace"],
        fact["project"],
        fact["scope"],
        fact["audience"],
        fact["subject_id"],
        fact["relation"],
        fact.get("qualifier"),
    )
    values = {key: edge.get(key) for key in EDGE}
    return Stated(group, edge["document"], fact["object_id"], Modality(fact["modality"]), values)


def place(workspace: str, document: Row, statement: Statement) -> Group:
    """The group a statement of this document belongs to."""
    claim = statement.claim
    return Group(
        workspace,
        document["project"],
        document["scope"],
        document["audience"],
        statement.subject.id,
        claim.relation,
        claim.qualifier,
    )


EDGE = (
    *("id", "extraction", "index", "passage", "start", "end", "hash", "said_at", "valid_from", "valid_to"),
    *("confidence", "rule", "subject", "object", "object_kind"),
)
"""The properties of an EVIDENCE edge."""


def object_id(workspace: str, statement: Statement) -> str:
    """The id of the thing or value a statement is about."""
    if statement.object is not None:
        return statement.object.id
    value = statement.claim.object
    if not isinstance(value, Value):
        raise ValueError("a statement about an entity carries the resolved entity")
    return value_id(workspace, value.kind, value.key)


def value_rows(workspace: str, statements: Iterable[Statement]) -> list[Row]:
    """The values among the objects, as `hold_values` makes them, in order of id."""
    values = {
        object_id(workspace, s): s.claim.object
        for s in statements
        if s.object is None and isinstance(s.claim.object, Value)
    }
    return [
        {"id": id_, "kind": value.kind, "key": value.key, "text": value.text}
        for id_, value in sorted(values.items())
    ]


def _stated(workspace: str, document: Row, statement: Statement, occurrence: int) -> Stated:
    claim = statement.claim
    thing = statement.object
    edge: Row = {
        "id": evidence_id(document["id"], statement.extraction, statement.index, occurrence),
        "extraction": statement.extraction,
        "index": statement.index,
        "passage": statement.passage,
        "start": statement.start,
        "end": statement.end,
        "hash": statement.quote_hash,
        "said_at": statement.said_at,
        "valid_from": claim.valid_from,
        "valid_to": claim.valid_to,
        "confidence": claim.confidence,
        "rule": claim.rule,
        "subject": statement.subject.name,
        "object": thing.name if thing is not None else getattr(claim.object, "text", ""),
        "object_kind": str(thing.kind if thing is not None else claim.object.kind),
    }
    group = place(workspace, document, statement)
    return Stated(group, document["id"], object_id(workspace, statement), claim.modality, edge)
