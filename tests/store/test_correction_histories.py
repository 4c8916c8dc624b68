"""Any history of statements, corrections and undoing comes to what its last words and its standing corrections say:
an oracle computes that from nothing, in its own way."""

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.engine import Address
from kg.model.correction import Change, NewCorrection
from kg.model.ids import quote_hash
from kg.model.interval import Said, project
from kg.model.kinds import Modality
from kg.model.relations import is_single_valued
from kg.store import Graph, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from policy.scope import audience
from tests.engine.probing import remove_workspace
from tests.store.fingerprint import edges, nodes
from tests.store.makes import ROOT, Doc, document, money, thing

DAYS = [None, date(2026, 1, 1), date(2026, 2, 1), date(2026, 3, 1)]


@dataclass(frozen=True)
class Spoken:
    """A statement as the oracle sees it."""

    id: tuple[str, int]
    subject: str
    relation: str
    object: str
    day: date | None
    modality: Modality
    quote: str
    end: date | None = None


@dataclass(frozen=True)
class Fact:
    subject: str
    relation: str
    object: str
    modality: Modality
    start: date | None
    end: date | None
    evidence: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Ruling:
    """A correction as the oracle remembers it."""

    fact: Fact
    quotes: frozenset[str]
    beside: frozenset[tuple[str, Modality]]
    put: dict[str, object] | None

    def concerns(self, one: Spoken) -> bool:
        about = (one.subject, one.object) == (self.fact.subject, self.fact.object)
        same = (one.relation, one.modality) == (self.fact.relation, self.fact.modality)
        by_words = one.quote in self.quotes and (one.relation, one.modality) not in self.beside
        return about and (by_words or (same and self._then(one)))

    def _then(self, one: Spoken) -> bool:
        if one.end is not None and one.end == self.fact.end:
            return True
        if one.day is None:
            return self.fact.end is None
        begun = self.fact.start is None or self.fact.start <= one.day
        return begun and (self.fact.end is None or one.day < self.fact.end)


@dataclass
class Oracle:
    documents: dict[str, list[Spoken]] = field(default_factory=dict)
    rulings: list[Ruling] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)

    def forms(self) -> tuple[list[Spoken], int]:
        """The statements as the standing rulings leave them, and how many were met by one."""
        left, met = [], 0
        for said in (one for some in self.documents.values() for one in some):
            form: Spoken | None = said
            touched = False
            for number, ruling in enumerate(self.rulings):
                if form is None or number in self.undone or not ruling.concerns(form):
                    continue
                touched = True
                form = None if ruling.put is None else replace(form, **ruling.put)  # type: ignore[arg-type]  # by name
            met += touched
            left += [form] if form is not None else []
        return left, met

    def facts(self) -> list[Fact]:
        groups: dict[tuple[str, str], dict[str, Spoken]] = {}
        for one in self.forms()[0]:
            groups.setdefault((one.subject, one.relation), {})[f"{one.id}"] = one
        found = []
        for (subject, relation), some in groups.items():
            spoken = (Said(id_, s.object, s.modality, s.day, None, s.end) for id_, s in some.items())
            for span in project(spoken, is_single_valued(relation)):
                evidence = tuple(sorted(some[id_].id for id_ in span.evidence))
                found.append(
                    Fact(subject, relation, span.object, span.modality, span.start, span.valid_to, evidence)
                )
        return sorted(found, key=str)

    def rule(self, fact: Fact, put: dict[str, object] | None) -> None:
        forms = {one.id: one for one in self.forms()[0]}
        quotes = frozenset(forms[id_].quote for id_ in fact.evidence)
        beside = frozenset(
            (other.relation, other.modality)
            for other in self.facts()
            if other != fact
            and (other.subject, other.object) == (fact.subject, fact.object)
            and any(forms[id_].quote in quotes for id_ in other.evidence)
        )
        self.rulings.append(Ruling(fact, quotes, beside, put))


SAYING = st.tuples(
    st.sampled_from(["Northwind", "Birk"]),
    st.sampled_from(["fee", "supplies", "price"]),
    st.sampled_from(["A", "B"]),
    st.sampled_from(DAYS),
    st.sampled_from([Modality.ASSERTED, Modality.ASSERTED, Modality.REQUESTED]),
    st.sampled_from(["one sentence", "another"]),
)
NAMES = st.sampled_from(["1.md", "2.md", "3.md"])
PUT = st.dictionaries(
    st.sampled_from(["subject", "relation", "object", "end"]), st.booleans(), min_size=1, max_size=2
)
EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("say"), NAMES, st.lists(SAYING, min_size=1, max_size=4)),
        st.tuples(st.just("say"), NAMES, st.lists(SAYING, min_size=1, max_size=4)),
        st.tuples(st.just("remove"), NAMES, st.none()),
        st.tuples(st.just("rule"), st.integers(0, 7), st.none() | PUT),
        st.tuples(st.just("rule"), st.integers(0, 7), PUT),
        st.tuples(st.just("undo"), st.integers(0, 7), st.none()),
    ),
    min_size=3,
    max_size=9,
)
CHOICES: dict[str, tuple[object, object]] = {
    "subject": ("Northwind", "Atlas"),
    "relation": ("price", "rent"),
    "object": ("A", "C"),
    "end": (date(2026, 2, 1), date(2026, 6, 1)),
}


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS)
async def test_any_history_of_corrections_comes_to_what_the_oracle_says(
    graph: Graph, neo4j_address: Address, events: Sequence[tuple[str, object, object]]
) -> None:
    await _history(graph, neo4j_address, events)


@pytest.mark.full
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS)
async def test_three_hundred_histories_of_corrections(
    graph: Graph, neo4j_address: Address, events: Sequence[tuple[str, object, object]]
) -> None:
    await _history(graph, neo4j_address, events)


async def _history(graph: Graph, address: Address, events: Sequence[tuple[str, object, object]]) -> None:
    store = GraphStore(graph, f"test-{uuid.uuid4().hex[:12]}")
    try:
        await _told(store, graph, events)
    finally:
        await remove_workspace(address, store.workspace)


async def _told(store: GraphStore, graph: Graph, events: Sequence[tuple[str, object, object]]) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    run = _Run(store, graph, Oracle(), [])
    for what, which, more in events:
        await getattr(run, what)(which, more)
        assert await run.found() == run.expected(), (what, which, more)
    for number in range(len(run.made)):
        await run.undo(number, None)
    assert await nodes(graph, store.workspace, "Retracted") == []
    for name in sorted(run.oracle.documents):
        await store.remove_document(Doc(store.workspace, name).id)
    for label in ("Entity", "Value", "Name", "Fact"):
        assert await nodes(graph, store.workspace, label) == [], label


@dataclass
class _Run:
    """The same events told to the store and to the oracle."""

    store: GraphStore
    graph: Graph
    oracle: Oracle
    made: list[str]

    async def say(
        self, name: str, sayings: Sequence[tuple[str, str, str, date | None, Modality, str]]
    ) -> None:
        ws = self.store.workspace
        doc = Doc(ws, name)
        spoken = []
        for at, (subject, relation, object_, day, modality, quote) in enumerate(sayings):
            doc.says(subject, relation, money(object_), day, modality)
            spoken.append(Spoken((name, at), subject, relation, object_, day, modality, quote))
        doc.statements = [
            replace(one, quote_hash=quote_hash(said.quote))
            for one, said in zip(doc.statements, spoken, strict=True)
        ]
        self.oracle.documents[name] = spoken
        await self.store.write_documents([document(ws, name)])
        await self.store.write_extraction(doc.ledger_entry)
        await self.store.write_facts(doc.facts)

    async def remove(self, name: str, _: None) -> None:
        self.oracle.documents.pop(name, None)
        await self.store.remove_document(Doc(self.store.workspace, name).id)

    async def rule(self, which: int, chosen: dict[str, bool] | None) -> None:
        facts = self.oracle.facts()
        if not facts:
            return
        fact = facts[which % len(facts)]
        put = None if chosen is None else {part: CHOICES[part][pick] for part, pick in chosen.items()}
        ids = {
            (n["subject"], n["relation"], n["object"], n["modality"], n["valid_from"]): n["id"]
            for n in await nodes(self.graph, self.store.workspace, "Fact")
        }
        start = None if fact.start is None else str(fact.start)
        id_ = ids[fact.subject, fact.relation, fact.object, str(fact.modality), start]
        new = NewCorrection(uuid.uuid4().hex, id_, None if put is None else self._change(put), "dana", None)
        self.oracle.rule(fact, put)
        assert await self.store.correct_fact([audience(self.store.workspace, "org")], new) is not None
        self.made.append(new.id)

    def _change(self, put: dict[str, object]) -> Change:
        subject, object_ = put.get("subject"), put.get("object")
        return Change(
            subject=thing(self.store.workspace, subject) if isinstance(subject, str) else None,
            relation=str(put["relation"]) if "relation" in put else None,
            object=money(object_) if isinstance(object_, str) else None,
            valid_to=put.get("end"),  # type: ignore[arg-type]  # a date
        )

    async def undo(self, which: int, _: None) -> None:
        if self.made:
            number = which % len(self.made)
            readers = [audience(self.store.workspace, "org")]
            assert await self.store.undo_correction(readers, self.made[number], "birk") is not None
            self.oracle.undone.add(number)

    def expected(self) -> tuple[Counter[str], int]:
        facts = Counter(
            str(
                (
                    f.subject,
                    f.relation,
                    f.object,
                    str(f.modality),
                    _text(f.start),
                    _text(f.end),
                    len(f.evidence),
                )
            )
            for f in self.oracle.facts()
        )
        return facts, self.oracle.forms()[1]

    async def found(self) -> tuple[Counter[str], int]:
        ws = self.store.workspace
        evidence = Counter(edge["from"] for edge in await edges(self.graph, ws, "EVIDENCE"))
        facts = Counter(
            str(
                (
                    *(n[part] for part in ("subject", "relation", "object", "modality")),
                    *(n["valid_from"], n["valid_to"], evidence[n["id"]]),
                )
            )
            for n in await nodes(self.graph, ws, "Fact")
        )
        out = sum(evidence[n["id"]] for n in await nodes(self.graph, ws, "Retracted"))
        return facts, out


def _text(day: date | None) -> str | None:
    return None if day is None else str(day)
