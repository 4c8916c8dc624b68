"""Statements as they lie in the graph: the EVIDENCE edge and what its fact is about."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kg.model.claim import Value
from kg.model.correction import Form
from kg.model.ids import digest, evidence_id, group_id, value_id
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
    def corrected(self) -> bool:
        """Whether a correction put it there; its document says something else."""
        return self.edge.get("correction") is not None

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
    *("correction", "source", "origin", "target"),
)
"""The properties of an EVIDENCE edge. The last four tell where corrections led: a corrected statement has the
`correction` it comes from, the id of its `source` and the `origin`, the group of that; its source has as `target`
the group it was led to."""


def form_of(one: Stated) -> Form:
    """What corrections look at in a statement."""
    group, edge = one.group, one.edge
    return Form(
        workspace=group.workspace,
        project=group.project,
        scope=group.scope,
        subject=group.subject,
        relation=group.relation,
        qualifier=group.qualifier,
        object=one.object,
        modality=one.modality,
        quote=edge["hash"],
        said_at=edge["said_at"],
        valid_from=edge["valid_from"],
        valid_to=edge["valid_to"],
        subject_name=edge["subject"],
        object_name=edge["object"],
        object_kind=edge["object_kind"],
    )


def group_of(one: Stated, form: Form) -> Group:
    """Where a statement belongs in this form."""
    return replace(one.group, subject=form.subject, relation=form.relation, qualifier=form.qualifier)


def derived(one: Stated, form: Form, correction: str) -> Stated:
    """The statement that a correction puts in place of another."""
    edge = {
        **one.edge,
        "id": digest("corrected", one.id, correction),
        "subject": form.subject_name,
        "object": form.object_name,
        "object_kind": form.object_kind,
        "valid_from": form.valid_from,
        "valid_to": form.valid_to,
        "correction": correction,
        "source": one.id,
        "origin": one.group.id,
        "target": None,
    }
    return Stated(group_of(one, form), one.document, form.object, form.modality, edge)


def said_as(one: Stated, target: str | None) -> Stated:
    """A statement as its document says it, led to this group by corrections, or to none."""
    edge = {**one.edge, "correction": None, "source": None, "origin": None, "target": target}
    return replace(one, edge=edge)


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
