"""The corrections of the in-memory store: statements pass them each time facts are derived."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg.model.claim import Mention, Value
from kg.model.correction import Change, Corrected, Form, NewCorrection, Standing, passed
from kg.model.ids import value_id
from kg.model.interval import Span
from kg.model.kinds import EntityKind
from kg.model.stored import DocumentWrite, FactsReceipt, ResolvedEntity, Statement
from policy.folders import Effective, Unreadable
from policy.rungs import Rung
from policy.scope import audience


@dataclass(frozen=True, slots=True)
class LiveFact:
    """A fact as projected now."""

    span: Span
    text: str
    project: str
    scope: str
    documents: frozenset[str]
    """Ids of the documents that say it."""
    supersedes: frozenset[str]


class FakeCorrections(ABC):
    """The part of `kg.ports.GraphStore` that is about corrections."""

    _workspace: str
    _projected: dict[str, LiveFact] | None

    @abstractmethod
    def facts(self) -> dict[str, LiveFact]:
        """What is in memory now."""

    @abstractmethod
    def written(self, document: str) -> DocumentWrite:
        """The document's text form."""

    @abstractmethod
    def effective(self, folder: str) -> Effective | Unreadable:
        """The folder's policy."""

    @abstractmethod
    def _said(self) -> Iterator[tuple[str, DocumentWrite, Statement]]: ...

    @abstractmethod
    def _taken_back(self, before: Mapping[str, object], document: str) -> FactsReceipt: ...

    def __init__(self) -> None:
        super().__init__()
        self._made: dict[str, NewCorrection] = {}
        self._scopes: dict[str, str] = {}
        self._standing: dict[str, Standing] = {}
        self._undone: set[str] = set()

    async def correct_fact(self, audiences: Sequence[str], new: NewCorrection) -> Corrected | None:
        before = self.facts()
        fact = before.get(new.fact)
        if new.id not in self._made:
            if fact is None or not self._readable(fact, audiences):
                return None
            self._rule(new, fact.scope, fact.span, self._said())
            self._projected = None
            self._taken_back(before, min(fact.documents))
        by = {id_ for id_, one in self.facts().items() if one.documents} - before.keys()
        return Corrected(new.id, new.fact, tuple(sorted(by)) if new.change else ())

    async def undo_correction(self, audiences: Sequence[str], id: str, by: str) -> Corrected | None:
        if not self._seen(id, audiences):
            return None
        before = self.facts()
        self._undone.add(id)
        self._projected = None
        self._taken_back(before, "")
        new = self.facts().keys() - before.keys()
        return Corrected(id, self._made[id].fact, tuple(sorted(new)))

    def _readable(self, fact: LiveFact, audiences: Sequence[str]) -> bool:
        policies = [self.effective(self.written(id_).folder) for id_ in fact.documents]
        return audience(self._workspace, fact.scope) in audiences and any(
            isinstance(one, Effective)
            and one.rung is Rung.FACTS
            and audience(self._workspace, one.scope) in audiences
            for one in policies
        )

    def _rule(
        self,
        new: NewCorrection,
        scope: str,
        span: Span,
        said: Iterable[tuple[str, DocumentWrite, Statement]],
    ) -> None:
        forms = [(f"{id_}:{s.extraction}:{s.index}:{s.start}", self._form(w, s)) for id_, w, s in said]
        mine = [form for key, form in forms if key in span.evidence]
        first, quotes = mine[0], frozenset(form.quote for form in mine)
        beside = (f for key, f in forms if key not in span.evidence and f.target == first.target)
        self._made[new.id], self._scopes[new.id] = new, scope
        self._standing[new.id] = Standing(
            id=new.id,
            order=len(self._made),
            target=first.target,
            wording=first.wording,
            quotes=quotes,
            spared=frozenset(form.wording for form in beside if form.quote in quotes),
            start=span.start,
            end=span.valid_to,
            change=new.change,
        )

    def _corrected(self, write: DocumentWrite, said: Statement) -> Statement | None:
        """The statement as standing corrections leave it."""
        if not self._standing.keys() - self._undone:
            return said
        standing: dict[str, list[Standing]] = {}
        for id_, one in self._standing.items():
            if id_ not in self._undone:
                standing.setdefault(one.target, []).append(one)
        form = self._form(write, said)
        way = passed(form, standing)
        while way.unknown is not None:
            standing[way.unknown] = []
            way = passed(form, standing)
        if way.form is None:
            return None
        for id_ in way.by:
            said = _changed(said, self._standing[id_].change or Change())
        return said

    def _form(self, write: DocumentWrite, said: Statement) -> Form:
        claim, value = said.claim, said.claim.object
        own = value_id(self._workspace, value.kind, value.key) if isinstance(value, Value) else ""
        return Form(
            workspace=self._workspace,
            project=write.project,
            scope=write.scope,
            subject=said.subject.id,
            relation=claim.relation,
            qualifier=claim.qualifier,
            object=said.object.id if said.object is not None else own,
            modality=claim.modality,
            quote=said.quote_hash,
            said_at=said.said_at,
            valid_from=claim.valid_from,
            valid_to=claim.valid_to,
            subject_name=said.subject.name,
            object_name="",
            object_kind="",
        )

    def _brought(self, scope: str | None) -> list[ResolvedEntity]:
        """What standing corrections name, for readers of this scope."""
        return [
            thing
            for id_, new in self._made.items()
            if id_ not in self._undone and new.change and scope in (None, self._scopes[id_], "org")
            if scope is None or self._scopes[id_] in ("org", scope)
            for thing in new.change.things
        ]

    def _seen(self, id_: str, audiences: Sequence[str]) -> bool:
        return id_ in self._made and audience(self._workspace, self._scopes[id_]) in audiences


def _changed(said: Statement, change: Change) -> Statement:
    claim = replace(
        said.claim,
        relation=change.relation or said.claim.relation,
        modality=change.modality or said.claim.modality,
        valid_from=change.valid_from or said.claim.valid_from,
        valid_to=change.valid_to or said.claim.valid_to,
    )
    said = replace(said, claim=claim, subject=change.subject or said.subject)
    match change.object:
        case ResolvedEntity(name=name, kind=kind) as thing:
            named = replace(claim, object=Mention(name, EntityKind(kind)))
            return replace(said, claim=named, object=thing)
        case Value() as value:
            return replace(said, claim=replace(claim, object=value), object=None)
    return said
