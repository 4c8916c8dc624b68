"""The fingerprint: the same for equal contents whatever ids they drew, another one for every damage."""

import uuid
from collections.abc import AsyncIterator
from datetime import date

import pytest

from kg.engine import Address
from kg.model.correction import Change, NewCorrection
from kg.model.ids import fact_id
from kg.store import Graph, GraphStore
from kg.store.fingerprint import line_hash
from policy.folders import FolderSetting
from policy.rungs import Rung
from policy.scope import audience
from tests.engine.probing import remove_workspace
from tests.store.makes import ROOT, Doc, document, money, thing

JAN, FEB = date(2026, 1, 1), date(2026, 2, 1)


@pytest.fixture
async def elsewhere(graph: Graph, neo4j_address: Address) -> AsyncIterator[GraphStore]:
    """The store of another empty workspace."""
    store = GraphStore(graph, f"elsewhere-{uuid.uuid4().hex[:12]}")
    yield store
    await remove_workspace(neo4j_address, store.workspace)


def docs(workspace: str) -> list[Doc]:
    return [
        Doc(workspace, "1.md").says("Northwind", "fee", money("A"), JAN).says("Dana", "knows", "Birk"),
        Doc(workspace, "2.md").says("Northwind", "fee", money("B"), FEB),
        Doc(workspace, "3.md", scope="user:dana").says("Northwind", "fee", money("A"), FEB),
    ]


async def fill(store: GraphStore, some: list[Doc]) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    for doc in some:
        await store.write_documents([document(store.workspace, doc.name, scope=doc.scope)])
        await store.write_extraction(doc.ledger_entry)
        await store.write_facts(doc.facts)


async def test_equal_contents_are_equal_whatever_their_ids_and_order(
    store: GraphStore, elsewhere: GraphStore
) -> None:
    await fill(store, docs(store.workspace))
    await fill(elsewhere, docs(elsewhere.workspace)[::-1])
    one, other = await store.fingerprint(), await elsewhere.fingerprint()
    assert one == other
    assert one.counts["facts"] == 4
    assert all(
        one.counts[word] for word in one.counts if word not in ("marks", "corrections", "retracted")
    ), one.counts


DAMAGES = {
    "an edge of succession": "MATCH (:Fact {workspace: $workspace})-[s:SUPERSEDES]->() WITH s LIMIT 1 DELETE s",
    "a fact is gone": "MATCH (n:Fact {workspace: $workspace}) WITH n LIMIT 1 DETACH DELETE n",
    "a fact's words": "MATCH (n:Fact {workspace: $workspace}) WITH n LIMIT 1 SET n.text = 'other'",
    "an interval": "MATCH (n:Fact {workspace: $workspace, relation: 'fee'}) WITH n LIMIT 1 SET n.valid_to = date()",
    "a wrong subject": "MATCH (n:Fact {workspace: $workspace}) WITH n LIMIT 1 SET n.subject_id = 'x'",
    "an edge of evidence": "MATCH (:Fact {workspace: $workspace})-[e:EVIDENCE]->() WITH e LIMIT 1 DELETE e",
    "a one-hop edge": "MATCH (:Entity {workspace: $workspace})-[r:RELATION]->() WITH r LIMIT 1 DELETE r",
    "a stray passage": "CREATE (:Passage {workspace: $workspace, id: $workspace})",
    "a passage's words": "MATCH (p:Passage {workspace: $workspace}) WITH p LIMIT 1 SET p.text = 'other'",
    "a passage for others": "MATCH (p:Passage {workspace: $workspace}) WITH p LIMIT 1 SET p.audience = 'x'",
    "a lonely thing": "CREATE (:Entity {workspace: $workspace, id: $workspace, key: 'x'})",
    "a lonely value": "CREATE (:Value {workspace: $workspace, id: $workspace, key: 'x', kind: 'text'})",
    "a name of nothing": "CREATE (:Name {workspace: $workspace, key: 'x'})",
    "a name for others": "MATCH (n:Name {workspace: $workspace})-[x:NAMES]->() WITH x LIMIT 1 SET x.audience = 'x'",
    "a mention": "MATCH (:Document {workspace: $workspace})-[m:MENTIONS]->() WITH m LIMIT 1 DELETE m",
    "a pointer's words": "MATCH (p:Pointer {workspace: $workspace}) WITH p LIMIT 1 SET p.text = 'other'",
    "a card": "MATCH (c:Card {workspace: $workspace}) WITH c LIMIT 1 DETACH DELETE c",
    "a rung": "MATCH (d:Document {workspace: $workspace}) WITH d LIMIT 1 SET d.rung = 'text'",
    "a scope": "MATCH (f:Folder {workspace: $workspace}) WITH f LIMIT 1 SET f.scope = 'user:dana'",
    "a mark": "MATCH (n:Fact {workspace: $workspace}) WITH n LIMIT 1 "
    "CREATE (:Mark {workspace: $workspace, cap: 0.1})-[:ON]->(n)",
    "a segment": "MATCH (:Document {workspace: $workspace})-[s:HAS_SEGMENT]->() WITH s LIMIT 1 DELETE s",
}


async def test_every_damage_is_seen(store: GraphStore, graph: Graph) -> None:
    await fill(store, docs(store.workspace))
    seen = [(await store.fingerprint()).fingerprint]
    unseen = []
    for what, statement in DAMAGES.items():
        async with graph._driver.session() as session:
            done = await (await session.run("CYPHER 25 " + statement, workspace=store.workspace)).consume()
        assert done.counters.contains_updates, what
        seen.append((await store.fingerprint()).fingerprint)
        if seen[-1] in seen[:-1]:
            unseen.append(what)
    assert unseen == []


async def test_corrections_are_in_it_until_they_are_undone(store: GraphStore, elsewhere: GraphStore) -> None:
    found = []
    for one in (store, elsewhere):
        await fill(one, docs(one.workspace))
        before = await one.fingerprint()
        key = (
            thing(one.workspace, "Dana").id,
            "knows",
            None,
            thing(one.workspace, "Birk").id,
            "asserted",
            None,
        )
        readers = [audience(one.workspace, "org")]
        change = Change(object=thing(one.workspace, "Atlas"))
        new = NewCorrection(
            uuid.uuid4().hex, fact_id(one.workspace, "default", "org", *key), change, "dana", None
        )
        assert await one.correct_fact(readers, new) is not None
        found.append(await one.fingerprint())
        assert found[-1].fingerprint != before.fingerprint
        assert found[-1].counts["retracted"] == found[-1].counts["corrections"] == 1
        await one.undo_correction(readers, new.id, "dana")
        assert (await one.fingerprint()).fingerprint == before.fingerprint
    assert found[0] == found[1]


async def test_times_vectors_and_jobs_are_not_in_it(store: GraphStore, graph: Graph) -> None:
    await fill(store, docs(store.workspace))
    before = await store.fingerprint()
    async with graph._driver.session() as session:
        for statement in (
            "MATCH (n:Fact|Passage|Pointer|Card {workspace: $workspace}) REMOVE n:Unembedded "
            "SET n.recorded_at = datetime(), n.terms = 'x'",
            "MATCH (j:Job {workspace: $workspace}) DETACH DELETE j",
            "MATCH (d:Document {workspace: $workspace}) SET d.size = 0, d.mtime_ns = 0, d.reason = 'x'",
        ):
            await (await session.run("CYPHER 25 " + statement, workspace=store.workspace)).consume()
    assert await store.fingerprint() == before


def test_a_line_counts_by_what_it_says_and_where() -> None:
    hashes = [
        line_hash("facts", ["a", None]),
        line_hash("facts", ["a", "null"]),
        line_hash("facts", ["anull"]),
        line_hash("names", ["a", None]),
        line_hash("facts", [JAN.isoformat()]),
    ]
    assert len(set(hashes)) == len(hashes)
    assert line_hash("facts", [JAN]) == hashes[-1]
    with pytest.raises(TypeError):
        line_hash("facts", [b"x"])
