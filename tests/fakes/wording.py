"""What the in-memory store keeps of a document, and derives from all: words of facts, and entities."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kg.model.claim import Value
from kg.model.interval import Span
from kg.model.kinds import EntityKind
from kg.model.stored import DocumentWrite, FactsWrite, ResolvedEntity, Statement
from kg.model.wording import fact_text


@dataclass(slots=True)
class Doc:
    """A document and everything it wrote."""

    write: DocumentWrite
    facts: FactsWrite | None = None
    taken_down: str | None = None
    """The fingerprint of its facts (empty for none), while a rebuild has it down."""

    @property
    def mentions(self) -> tuple[ResolvedEntity, ...]:
        return self.write.mentions if self.facts is None else self.facts.mentions


def words(said: Sequence[Statement], span: Span, names: Mapping[str, str]) -> str:
    first = min(
        said, key=lambda s: (s.claim.object.text if isinstance(s.claim.object, Value) else "", s.index)
    )
    value = first.claim.object
    object_ = value.text if isinstance(value, Value) else names.get(span.object, span.object)
    return fact_text(
        names.get(first.subject.id, first.subject.name),
        first.claim.relation,
        object_,
        span.modality,
        first.claim.qualifier,
        span.said_at,
        span.start,
        None if span.closed else span.valid_to,
    )


def merged(facts: FactsWrite) -> list[ResolvedEntity]:
    """One a thing, with all keys that the document gives for it."""
    by_id: dict[str, ResolvedEntity] = {}
    for entity in facts.mentions:
        known = by_id.get(entity.id, entity)
        by_id[entity.id] = replace(known, keys=tuple(sorted({*known.keys, *entity.keys})))
    return [by_id[id_] for id_ in sorted(by_id)]


def blend(id_: str, said: Sequence[ResolvedEntity]) -> ResolvedEntity:
    kinds = Counter(entity.kind for entity in said if entity.kind != EntityKind.THING.value)
    names = Counter(entity.name for entity in said)
    kind = min(kinds, key=lambda kind: (-kinds[kind], kind)) if kinds else EntityKind.THING.value
    name = min(names, key=lambda name: (-names[name], name))
    return ResolvedEntity(id_, name, kind, tuple(sorted({key for entity in said for key in entity.keys})))
