"""What documents say and what the graph then holds: the same in every order, and taken back exactly."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.model.claim import Value
from kg.model.kinds import Modality, ValueKind
from kg.model.stored import FactsReceipt, FactsWrite, ResolvedEntity
from kg.store import Graph, GraphStore
from kg.store.parts import PART, parts
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.store.fingerprint import edges, everything, live, nodes
from tests.store.makes import FINGERPRINT, ROOT, Doc, document, money, set_vectors, thing

JAN, FEB, MAR = (date(2026, month, 1) for month in (1, 2, 3))
CHEAP, DEAR = money("48,000 EUR"), money("60,000 EUR")


async def said(store: GraphStore, *docs: Doc) -> list[FactsReceipt]:
    """Writes the documents and what they say."""
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([], ROOT)
    await store.write_documents([document(store.workspace, doc.name, scope=doc.scope) for doc in docs])
    receipts = []
    for doc in docs:
        await store.write_extraction(doc.ledger_entry)
        receipts.append(await store.write_facts(doc.facts))
    return receipts


@pytest.fixture
def story(workspace: str) -> tuple[Doc, Doc, Doc]:
    """The fee goes up and comes down again, in three documents."""
    return (
        Doc(workspace, "1.md")
        .says("Northwind", "fee", CHEAP, JAN)
        .says("Dana", "works at", "Northwind", JAN),
        Doc(workspace, "2.md").says("Northwind", "fee", DEAR, FEB),
        Doc(workspace, "3.md").says("Northwind", "fee", CHEAP, MAR).says("Northwind", "supplies", "Birk"),
    )


async def test_there_and_back_in_any_order(
    store: GraphStore, graph: Graph, story: tuple[Doc, Doc, Doc]
) -> None:
    await said(store, *story)
    expected = await live(graph, store.workspace)
    facts = await nodes(graph, store.workspace, "Fact")
    fees = sorted(
        (fact["valid_from"], fact["valid_to"], fact["object"]) for fact in facts if fact["relation"] == "fee"
    )
    assert fees == [
        ("2026-01-01", "2026-02-01", "48,000 EUR"),
        ("2026-02-01", "2026-03-01", "60,000 EUR"),
        ("2026-03-01", None, "48,000 EUR"),
    ]
    assert len(await edges(graph, store.workspace, "SUPERSEDES")) == 2
    for order in list(permutations(story))[1::2]:
        for doc in story:
            await store.remove_document(doc.id)
        await said(store, *order)
        assert await live(graph, store.workspace) == expected


async def test_the_same_write_twice_changes_nothing(
    store: GraphStore, graph: Graph, story: tuple[Doc, Doc, Doc]
) -> None:
    await said(store, *story)
    before = await everything(graph, store.workspace)
    for doc, kept in zip(story, (2, 1, 2), strict=True):
        assert await store.write_facts(doc.facts) == FactsReceipt(written=0, kept=kept)
    assert await everything(graph, store.workspace) == before


@pytest.mark.parametrize("gone", [0, 1, 2])
async def test_taken_back_is_never_said(
    store: GraphStore, graph: Graph, story: tuple[Doc, Doc, Doc], gone: int
) -> None:
    rest = [doc for at, doc in enumerate(story) if at != gone]
    await said(store, *rest)
    expected = await live(graph, store.workspace)
    await said(store, story[gone])
    receipt = await store.remove_document(story[gone].id)
    assert await live(graph, store.workspace) == expected
    assert receipt.tombstoned >= 1
    tombs = await nodes(graph, store.workspace, "Tombstone")
    assert len(tombs) == receipt.tombstoned
    assert all(tomb["retired_reason"] == "its file is gone" for tomb in tombs)


async def test_two_documents_hold_one_fact_and_the_last_lets_it_go(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    one = Doc(workspace, "1.md").says("Northwind", "supplies", "Birk", JAN, confidence=0.5)
    other = Doc(workspace, "2.md").says("Northwind", "supplies", "Birk", FEB, confidence=0.9)
    first, second = await said(store, one, other)
    assert (first.written, second.written, second.kept) == (1, 0, 1)
    (fact,) = await nodes(graph, workspace, "Fact")
    assert fact["confidence"] == "0.9"
    assert len(await edges(graph, workspace, "EVIDENCE")) == 2
    assert (await store.remove_document(other.id)).tombstoned == 0
    (fact,) = await nodes(graph, workspace, "Fact")
    assert fact["confidence"] == "0.5"
    assert (await store.remove_document(one.id)).tombstoned == 1
    assert await nodes(graph, workspace, "Fact") == []


async def test_a_tombstone_comes_back_when_it_is_said_again(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    doc = Doc(workspace, "1.md").says("Northwind", "supplies", "Birk", JAN)
    await said(store, doc)
    before = await everything(graph, workspace)
    silent = Doc(workspace, "1.md")
    assert (await store.write_facts(silent.facts)).tombstoned == 1
    assert [tomb["text"] for tomb in await nodes(graph, workspace, "Tombstone")] == [
        "Northwind supplies Birk"
    ]
    assert await nodes(graph, workspace, "Entity") == []
    assert (await store.write_facts(doc.facts)).written == 1
    assert await everything(graph, workspace) == before


async def test_scopes_keep_their_own_facts_and_names(store: GraphStore, graph: Graph, workspace: str) -> None:
    open_ = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN)
    draft = Doc(workspace, "2.md", scope="user:dana").says("Northwind", "fee", DEAR, FEB)
    await said(store, open_, draft)
    facts = await nodes(graph, workspace, "Fact")
    assert sorted((fact["scope"], fact["object"], fact["valid_to"]) for fact in facts) == [
        ("org", "48,000 EUR", None),
        ("user:dana", "60,000 EUR", None),
    ]
    assert await edges(graph, workspace, "SUPERSEDES") == []
    assert len(await nodes(graph, workspace, "Entity")) == 1
    assert len(await edges(graph, workspace, "NAMES")) == 2
    await store.remove_document(open_.id)
    assert await store.entities_named(["northwind"], "org") == {}
    assert len((await store.entities_named(["northwind"], "user:dana"))["northwind"]) == 1


async def test_names_and_values_go_with_the_last_that_teaches_them(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    northwind = thing(workspace, "Northwind")
    alias = ResolvedEntity(northwind.id, "NW", "organization", ("northwind", "nw"))
    one = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN)
    other = Doc(workspace, "2.md").says("Northwind", "fee", CHEAP, FEB)
    await said(store, one, other)
    await store.write_facts(_with_mentions(other, alias))
    found = await store.entities_named(["nw", "northwind"], "org")
    assert found["nw"] == found["northwind"]
    assert found["nw"][0].keys == ("northwind", "nw")
    await store.remove_document(other.id)
    found = await store.entities_named(["nw", "northwind"], "org")
    assert "nw" not in found
    assert found["northwind"][0].keys == ("northwind",)
    assert len(await nodes(graph, workspace, "Name")) == 1
    await store.remove_document(one.id)
    assert await nodes(graph, workspace, "Name") == []
    assert await nodes(graph, workspace, "Value") == []
    assert await nodes(graph, workspace, "Entity") == []


async def test_a_thing_keeps_no_spelling_that_only_a_lost_document_used(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    shouting = Doc(workspace, "1.md", scope="user:dana").says("NORTHWIND", "fee", CHEAP, JAN)
    plain = Doc(workspace, "2.md").says("Northwind", "fee", CHEAP, JAN)
    await said(store, shouting, plain)
    await store.remove_document(shouting.id)
    assert [entity["name"] for entity in await nodes(graph, workspace, "Entity")] == ["Northwind"]


async def test_a_document_shifted_keeps_its_facts_and_moves_its_evidence(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    doc = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN).says("Northwind", "supplies", "Birk")
    await said(store, doc)
    before = await nodes(graph, workspace, "Fact")
    assert await store.write_facts(doc.shifted(7).facts) == FactsReceipt(written=0, kept=2)
    assert await nodes(graph, workspace, "Fact") == before
    assert sorted(int(e["start"]) for e in await edges(graph, workspace, "EVIDENCE")) == [7, 17]


@pytest.mark.parametrize("setting", [Rung.GIST, Rung.TEXT, Rung.NOTHING])
async def test_a_policy_set_while_an_extraction_ran_holds(
    store: GraphStore, graph: Graph, workspace: str, setting: Rung
) -> None:
    doc = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN)
    await said(store)
    await store.write_documents([document(workspace, "1.md")])
    await store.write_extraction(doc.ledger_entry)
    await store.set_folder(FolderSetting(ROOT, setting))
    assert await store.write_facts(doc.facts) == FactsReceipt()
    assert await nodes(graph, workspace, "Fact") == []
    assert await nodes(graph, workspace, "Pointer") == []


async def test_facts_of_a_document_that_is_gone_are_not_written(store: GraphStore, workspace: str) -> None:
    doc = Doc(workspace, "never.md").says("Northwind", "fee", CHEAP, JAN)
    assert await store.write_facts(doc.facts) == FactsReceipt()


async def test_lowering_goes_rung_by_rung(store: GraphStore, graph: Graph, workspace: str) -> None:
    doc = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN)
    await said(store, doc)

    async def counts() -> dict[str, int]:
        labels = ("Fact", "Pointer", "Card", "Passage", "Tombstone", "Extraction", "Entity", "Job")
        return {label: len(await nodes(graph, workspace, label)) for label in labels}

    assert (await counts())["Fact"] == 1
    assert (await store.lower_document(doc.id, Rung.GIST)).tombstoned == 1
    at_gist = await counts()
    assert (at_gist["Fact"], at_gist["Pointer"], at_gist["Job"], at_gist["Tombstone"]) == (0, 0, 0, 1)
    assert (at_gist["Card"], at_gist["Passage"], at_gist["Extraction"]) == (1, 1, 1)
    await store.lower_document(doc.id, Rung.TEXT)
    at_text = await counts()
    assert (at_text["Card"], at_text["Passage"]) == (0, 1)
    await store.lower_document(doc.id, Rung.NOTHING)
    assert set((await counts()).values()) == {0}
    stored = await store.document(doc.id)
    assert stored is not None
    assert (stored.rung, stored.path, stored.fingerprint) == (Rung.NOTHING, "", None)
    assert (await nodes(graph, workspace, "Document"))[0]["title"] is None


async def test_a_shared_extraction_outlives_one_of_its_documents(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    one = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN)
    twin = Doc(workspace, "2.md", segment="1.md").says("Northwind", "fee", CHEAP, JAN)
    await said(store, one, twin)
    assert len(await nodes(graph, workspace, "Extraction")) == 1
    await store.lower_document(one.id, Rung.NOTHING)
    found = await store.extractions(["segment of 1.md"], FINGERPRINT)
    assert found["segment of 1.md"] == one.ledger_entry
    await store.lower_document(twin.id, Rung.NOTHING)
    assert await store.extractions(["segment of 1.md"], FINGERPRINT) == {}


async def test_an_unchanged_fact_keeps_its_vector_when_it_is_closed(
    store: GraphStore, graph: Graph, story: tuple[Doc, Doc, Doc]
) -> None:
    one, two, _ = story
    await said(store, one)
    waiting = await store.unembedded(["Fact"], 10)
    await set_vectors(store, {node.id: _unit() for node in waiting}, "Fact")
    await said(store, two)
    facts = {fact["object"]: fact for fact in await nodes(graph, store.workspace, "Fact")}
    assert facts["48,000 EUR"]["valid_to"] == "2026-02-01"
    assert facts["48,000 EUR"]["embedding"] == "True"
    assert [node.text for node in await store.unembedded(["Fact"], 10)] == ["Northwind fee: 60,000 EUR"]


async def test_tombstones_have_no_vector_and_no_words(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    doc = Doc(workspace, "1.md").says("Northwind", "supplies", "Birk", JAN)
    await said(store, doc)
    await set_vectors(store, {n.id: _unit() for n in await store.unembedded(["Fact"], 10)}, "Fact")
    await store.remove_document(doc.id)
    (tomb,) = await nodes(graph, workspace, "Tombstone")
    assert (tomb["embedding"], tomb["terms"], tomb["labels"]) == ("False", None, "['Tombstone']")
    assert await store.unembedded(["Fact"], 10) == ()


async def test_very_many_statements_go_in_parts_and_come_to_the_same(
    store: GraphStore, graph: Graph, workspace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def log(name: str, count: int) -> Doc:
        doc = Doc(workspace, name)
        for at in range(count):
            relation = "status" if at % 2 else "feeds"
            doc.says(f"Machine {at % 7}", relation, f"Thing {at % 5}", JAN + timedelta(at))
        return doc

    await said(store, log("1.md", 24))
    await said(store, log("2.md", 18))
    expected = await live(graph, workspace)
    facts = len(await nodes(graph, workspace, "Fact"))
    evidence = await edges(graph, workspace, "EVIDENCE")
    only_two = FactsReceipt(kept=len({e["from"] for e in evidence if e["to"] == log("2.md", 0).id}))
    for name in ("1.md", "2.md"):
        await store.remove_document(log(name, 0).id)
    monkeypatch.setattr("kg.store.parts.PART", 5)
    first, second = await said(store, log("1.md", 24), log("2.md", 18))
    assert await live(graph, workspace) == expected
    assert first.written + second.written >= facts
    assert await store.write_facts(log("2.md", 18).facts) == only_two
    gone = await store.remove_document(log("1.md", 0).id)
    gone_too = await store.remove_document(log("2.md", 0).id)
    assert gone.tombstoned + gone_too.tombstoned >= facts
    for label in ("Fact", "Entity", "Value", "Name"):
        assert await nodes(graph, workspace, label) == []


def test_parts_hold_whole_groups_and_everything_once() -> None:
    sizes = {f"g{number}": number * 700 % (PART + 500) for number in range(20)}
    found = list(parts(sizes))
    assert sorted(group for part in found for group in part) == sorted(sizes)
    assert all(len(part) == 1 or sum(sizes[group] for group in part) <= PART for part in found)
    assert len(found) > 1


@pytest.mark.full
async def test_twelve_thousand_statements_of_one_document(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    """More than one transaction may hold, to come and to go."""
    doc = Doc(workspace, "1.md")
    for at in range(12_000):
        doc.says(f"Machine {at % 1200}", f"relation {at % 37}", f"Thing {at % 2399}", JAN)
    (receipt,) = await said(store, doc)
    assert receipt.written == len(await nodes(graph, workspace, "Fact"))
    assert (await store.remove_document(doc.id)).tombstoned == receipt.written
    assert await nodes(graph, workspace, "Entity") == []


Events = list[tuple[str, list[tuple[str, str, str, date | None, Modality]] | None]]
"""A document and what it says from now on; None when its file goes."""
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["1.md", "2.md", "3.md"]),
        st.none()
        | st.lists(
            st.tuples(
                st.sampled_from(["Northwind", "Birk"]),
                st.sampled_from(["fee", "supplies"]),
                st.sampled_from(["A", "B"]),
                st.sampled_from([None, JAN, FEB]),
                st.sampled_from([Modality.ASSERTED, Modality.ASSERTED, Modality.REQUESTED]),
            ),
            max_size=3,
        ),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS)
async def test_any_history_ends_where_its_last_words_would_begin(
    store: GraphStore, graph: Graph, events: Events
) -> None:
    await _history(store, graph, events)


@pytest.mark.full
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EVENTS)
async def test_three_hundred_histories(store: GraphStore, graph: Graph, events: Events) -> None:
    await _history(store, graph, events)


async def _history(store: GraphStore, graph: Graph, events: Events) -> None:
    workspace = store.workspace
    await said(store)
    last: dict[str, Doc] = {}
    for name, statements in events:
        doc = Doc(workspace, name)
        for subject, relation, object_, day, modality in statements or ():
            doc.says(subject, relation, Value(object_, ValueKind.TEXT, object_), day, modality)
        if statements is None:
            await store.remove_document(doc.id)
            last.pop(name, None)
        else:
            last[name] = doc
            await said(store, doc)
    reached = await live(graph, workspace)
    for doc in last.values():
        await store.remove_document(doc.id)
    assert await nodes(graph, workspace, "Entity") == []
    assert await nodes(graph, workspace, "Value") == []
    await said(store, *(last[name] for name in sorted(last)))
    assert await live(graph, workspace) == reached
    for doc in last.values():
        await store.remove_document(doc.id)


def _unit() -> tuple[float, ...]:
    return (1.0, *(0.0,) * 383)


def _with_mentions(doc: Doc, *mentions: ResolvedEntity) -> FactsWrite:
    return replace(doc.facts, mentions=mentions)


async def test_a_document_that_moves_keeps_the_vector_of_its_line(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    doc = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN)
    await said(store, doc)
    (line,) = await store.unembedded(["Pointer"], 9)
    await set_vectors(store, {line.id: (1.0,) + (0.0,) * 383}, "Pointer")
    path = ROOT + "/sub/2.md"
    await store.ensure_folders([ROOT + "/sub"], ROOT)
    await store.move_document(doc.id, path, path, ROOT + "/sub", 7, 8)
    assert await store.unembedded(["Pointer"], 9) == ()
    (held,) = await nodes(graph, workspace, "Pointer")
    assert (held["embedding"], held["where"], held["place"]) == ("True", path, "vault/sub/2.md")
    assert "vault" not in line.text
    assert "sub" in held["context_terms"]
    await store.write_facts(replace(doc.facts, pointer_about="something else"))
    (line,) = await store.unembedded(["Pointer"], 9)
    assert line.text.endswith("something else")


async def test_tombstones_of_a_removed_document_go_with_its_folder(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    doc = Doc(workspace, "1.md").says("Northwind", "fee", CHEAP, JAN)
    await said(store, doc)
    await store.remove_document(doc.id)
    assert {tomb["document"] for tomb in await nodes(graph, workspace, "Tombstone")} == {doc.id}
    assert {edge["from"] for edge in await edges(graph, workspace, "LEFT_IN")} == {doc.id}
    assert [left.id for left in await store.left(ROOT)] == [doc.id]
    await said(store, doc)
    for label in ("Tombstone", "Left"):
        assert await nodes(graph, workspace, label) == []
    assert await edges(graph, workspace, "LEFT_IN") == []
    await store.remove_document(doc.id)
    await store.set_folder(FolderSetting(ROOT, Rung.NOTHING))
    await store.sweep_left()
    for label in ("Tombstone", "Extraction", "Document", "Left", "Entity", "Value", "Name"):
        assert await nodes(graph, workspace, label) == []
