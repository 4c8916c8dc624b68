"""What has to change in the graph so that its facts are what the statements say. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from kg.model.ids import digest, fact_id
from kg.model.interval import Span, project
from kg.model.kinds import Modality
from kg.model.lucene import project_token, terms
from kg.model.relations import is_single_valued
from kg.model.wording import fact_text
from kg.store.connection import Row
from kg.store.stated import ENTITY_KINDS, Group, Stated, stored

_RELATION = ("modality", "confidence", "valid_from", "valid_to", "audience", "project")


@dataclass(frozen=True, slots=True)
class Held:
    """The touched groups as the graph has them."""

    facts: Mapping[str, Row]
    statements: Mapping[str, Stated]
    fact_of: Mapping[str, str]
    """Id of the fact, or of what was taken out, by evidence id."""
    caps: Mapping[str, float]
    supersedes: frozenset[tuple[str, str]]
    """(newer, older) by the rule."""
    retracted: Mapping[str, Row]
    """What corrections keep out, with the `corrections` that do."""

    def related(self) -> set[str]:
        """The groups that corrections join these to."""
        edges = (one.edge for one in self.statements.values())
        return {edge[end] for edge in edges for end in ("target", "origin") if edge[end] is not None}


@dataclass(slots=True)
class Changes:
    """Rows for the queries of `cypher/queries/facts.cypher`, in the order they are applied."""

    create: list[Row] = field(default_factory=list)
    retract: list[Row] = field(default_factory=list)
    """What corrections take out or keep out from now on."""
    lapse: list[Row] = field(default_factory=list)
    """What corrections kept out and nobody says any more."""
    forget: list[str] = field(default_factory=list)
    """What corrections kept out under an id that it has no more."""
    correct: list[Row] = field(default_factory=list)
    """By which corrections something is kept out."""
    keep_out: list[Row] = field(default_factory=list)
    """Evidence of what is kept out."""
    update: list[Row] = field(default_factory=list)
    reembed: list[str] = field(default_factory=list)
    relations: list[Row] = field(default_factory=list)
    bury: list[Row] = field(default_factory=list)
    delete: list[str] = field(default_factory=list)
    moved: list[Row] = field(default_factory=list)
    add_evidence: list[Row] = field(default_factory=list)
    update_evidence: list[Row] = field(default_factory=list)
    remove_evidence: list[str] = field(default_factory=list)
    add_supersedes: list[Row] = field(default_factory=list)
    remove_supersedes: list[Row] = field(default_factory=list)
    fact_of: dict[str, str] = field(default_factory=dict)
    """Fact id by evidence id, afterwards."""
    live: dict[str, "Projected"] = field(default_factory=dict)
    """The facts afterwards, by id."""


@dataclass(frozen=True, slots=True)
class Projected:
    """One fact as it should be, in memory or kept out of it."""

    id: str
    values: Row
    statements: tuple[Stated, ...]
    supersedes: tuple[str, ...]
    corrections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptOut:
    """A statement that corrections took out of memory, or led elsewhere, and by which."""

    statement: Stated
    by: tuple[str, ...]


def held(rows: Iterable[Row], retracted: Iterable[Row] = ()) -> Held:
    """The rows of `facts_of_groups` and of `retracted_of_groups`."""
    facts, statements, fact_of, caps, out = {}, {}, {}, {}, {}
    pairs: set[tuple[str, str]] = set()
    for row in rows:
        fact = row["fact"]
        facts[fact["id"]] = fact
        pairs |= {(fact["id"], old) for old in row["supersedes"]}
        if row["cap"] is not None:
            caps[fact["id"]] = row["cap"]
        for edge in row["evidence"]:
            statements[edge["id"]] = stored(fact, edge)
            fact_of[edge["id"]] = fact["id"]
    for row in retracted:
        fact = row["fact"]
        out[fact["id"]] = {**fact, "corrections": sorted(row["corrections"])}
        for edge in row["evidence"]:
            statements[edge["id"]] = stored(fact, edge)
            fact_of[edge["id"]] = fact["id"]
    return Held(facts, statements, fact_of, caps, frozenset(pairs), out)


def changes(
    before: Held,
    statements: Iterable[Stated],
    kept_out: Iterable[KeptOut] = (),
    documents: frozenset[str] = frozenset(),
) -> Changes:
    """From what is held to what these statements (all of the touched groups) come to. `documents` are
    those whose words change."""
    after = _projected(statements, before.caps)
    out = _kept_out(kept_out, after)
    found = Changes(live=after)
    _evidence(before, after, out, found)
    _facts(before, after, found)
    _leaving(before, after, out, documents, found)
    _retracted(before, out, documents, found)
    _links(before, after, found)
    return found


def _kept_out(kept_out: Iterable[KeptOut], live: Mapping[str, Projected]) -> dict[str, Projected]:
    """What the statements that were taken out would be as facts among themselves. Where such a fact is in
    memory by other statements, what was taken out has an id of its own."""
    by = {one.statement.id: one.by for one in kept_out}
    found = {}
    for fact in _projected((one.statement for one in kept_out), {}).values():
        id_ = digest("retracted", fact.id) if fact.id in live else fact.id
        corrections = sorted({one for said in fact.statements for one in by[said.id]})
        document = min(said.document for said in fact.statements)
        values = {key: value for key, value in fact.values.items() if key != "terms"}
        values |= {"id": id_, "document": document}
        found[id_] = Projected(id_, values, fact.statements, (), tuple(corrections))
    return found


def _projected(statements: Iterable[Stated], caps: Mapping[str, float]) -> dict[str, Projected]:
    groups: dict[str, list[Stated]] = {}
    for one in statements:
        groups.setdefault(one.group.id, []).append(one)
    found: dict[str, Projected] = {}
    for some in groups.values():
        found |= {fact.id: fact for fact in _group(some, caps)}
    return found


def _group(statements: Sequence[Stated], caps: Mapping[str, float]) -> list[Projected]:
    group = statements[0].group
    by_id = {one.id: one for one in statements}
    spans = project((one.said for one in statements), is_single_valued(group.relation))
    ids = {span.key: _fact_id(group, span) for span in spans}
    found = []
    for span in spans:
        evidence = tuple(by_id[id_] for id_ in span.evidence)
        values = _values(ids[span.key], group, span, evidence, caps.get(ids[span.key]))
        found.append(Projected(ids[span.key], values, evidence, tuple(ids[key] for key in span.supersedes)))
    return found


def _fact_id(group: Group, span: Span) -> str:
    start = None if span.start is None else span.start.isoformat()
    return fact_id(
        group.workspace,
        group.project,
        group.scope,
        group.subject,
        group.relation,
        group.qualifier,
        span.object,
        span.modality,
        start,
    )


def _values(id_: str, group: Group, span: Span, evidence: Sequence[Stated], cap: float | None) -> Row:
    first = min(evidence, key=_naming).edge
    text = _text(group, span, evidence, first)
    return {
        "id": id_,
        "workspace": group.workspace,
        "group": group.id,
        "project": group.project,
        "project_token": project_token(group.project),
        "scope": group.scope,
        "audience": group.audience,
        "subject_id": group.subject,
        "subject": first["subject"],
        "relation": group.relation,
        "qualifier": group.qualifier,
        "object_id": span.object,
        "object": first["object"],
        "object_kind": first["object_kind"],
        "modality": span.modality,
        "text": text,
        "terms": terms(text),
        "confidence": span.confidence if cap is None else min(span.confidence, cap),
        "valid_from": span.start,
        "valid_to": span.valid_to,
        "said_at": span.said_at,
    }


def _naming(one: Stated) -> tuple[date, str, str, str]:
    """What is called as the first statement calls it; what decides between those of one day is what they say,
    never an id, so that equal files give equal words."""
    edge = one.edge
    return (edge["said_at"] or date.max, edge["subject"], edge["object"], edge["object_kind"])


def _text(group: Group, span: Span, evidence: Sequence[Stated], first: Row) -> str:
    """The words of a fact hold only dates that the text gives: an interval that a newer statement closes
    changes no word and no vector."""
    given = {one.edge["valid_from"] for one in evidence} - {None}
    return fact_text(
        first["subject"],
        group.relation,
        first["object"],
        Modality(span.modality),
        group.qualifier,
        first["said_at"],
        span.start if span.start in given else None,
        None if span.closed else span.valid_to,
    )


def _evidence(
    before: Held, after: Mapping[str, Projected], out: Mapping[str, Projected], found: Changes
) -> None:
    every = (*after.values(), *out.values())
    wanted = {one.id: (fact.id, one) for fact in every for one in fact.statements}
    found.fact_of = {id_: fact for id_, (fact, _) in wanted.items()}
    for id_, (fact, one) in sorted(wanted.items()):
        if before.fact_of.get(id_) != fact:
            rows = found.add_evidence if fact in after else found.keep_out
            rows.append({"fact": fact, "document": one.document, "values": one.edge})
        elif before.statements[id_].edge != one.edge:
            found.update_evidence.append(one.edge)
    found.remove_evidence = sorted(
        id_ for id_, fact in before.fact_of.items() if id_ not in wanted or wanted[id_][0] != fact
    )


def _facts(before: Held, after: Mapping[str, Projected], found: Changes) -> None:
    for id_, fact in sorted(after.items()):
        old = before.facts.get(id_)
        if old is None:
            found.create.append(_creation(fact))
            continue
        changed = {key: value for key, value in fact.values.items() if old.get(key) != value}
        if changed:
            found.update.append({"id": id_, "values": changed})
        if "text" in changed:
            found.reembed.append(id_)
        if changed.keys() & set(_RELATION):
            found.relations.append(_relation(fact.values))


def _leaving(
    before: Held,
    after: Mapping[str, Projected],
    out: Mapping[str, Projected],
    documents: frozenset[str],
    found: Changes,
) -> None:
    """Facts that leave memory. One all of whose statements became other facts' was never taken back."""
    evidence_of, stay = _evidence_of(before), found.fact_of
    for id_ in sorted(before.facts.keys() - after.keys()):
        own = evidence_of.get(id_, [])
        if id_ not in out and all(evidence in stay for evidence in own):
            found.delete.append(id_)
            found.moved += [{"from": id_, "to": stay[evidence]} for evidence in own[:1]]
        else:
            found.bury.append({"id": id_, "document": _document(before, own, documents)})


def _retracted(before: Held, out: Mapping[str, Projected], documents: frozenset[str], found: Changes) -> None:
    for id_, fact in sorted(out.items()):
        old = before.retracted.get(id_)
        if old is None or any(old.get(key) != value for key, value in fact.values.items()):
            found.retract.append(_creation(fact))
        if old is None or old["corrections"] != list(fact.corrections):
            found.correct.append({"id": id_, "corrections": list(fact.corrections)})
    evidence_of = _evidence_of(before)
    for id_ in sorted(before.retracted.keys() - out.keys() - found.live.keys()):
        own = evidence_of.get(id_, [])
        if all(evidence in found.fact_of for evidence in own):
            found.forget.append(id_)
        else:
            found.lapse.append({"id": id_, "document": _document(before, own, documents)})


def _evidence_of(before: Held) -> Mapping[str, list[str]]:
    """Evidence ids by fact, in order."""
    found: dict[str, list[str]] = {}
    for evidence, fact in sorted(before.fact_of.items()):
        found.setdefault(fact, []).append(evidence)
    return found


def _document(before: Held, evidence: Sequence[str], documents: frozenset[str]) -> str | None:
    """Whose tombstone it is: of one that changed and said it, else of one that changed."""
    said = {before.statements[id_].document for id_ in evidence}
    return min(said & documents or documents or said, default=None)


def _creation(fact: Projected) -> Row:
    values = fact.values
    thing = values["object_kind"] in ENTITY_KINDS
    return {
        "values": values,
        "object_entity": values["object_id"] if thing else None,
        "object_value": None if thing else values["object_id"],
        "relation": _relation(values),
    }


def _relation(values: Row) -> Row:
    return {"fact": values["id"], "name": values["relation"], **{key: values[key] for key in _RELATION}}


def _links(before: Held, after: Mapping[str, Projected], found: Changes) -> None:
    """Edges of facts that go are removed with them, so only those between facts that stay are listed."""
    wanted = {(fact.id, old) for fact in after.values() for old in fact.supersedes}
    found.add_supersedes = [{"new": new, "old": old} for new, old in sorted(wanted - before.supersedes)]
    gone = {(new, old) for new, old in before.supersedes - wanted if new in after and old in after}
    found.remove_supersedes = [{"new": new, "old": old} for new, old in sorted(gone)]
