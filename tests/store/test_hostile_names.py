"""Names, relations and texts that would break a statement put together from text: stored as given."""

from datetime import date

import pytest

from kg.model.names import name_key
from kg.store import Graph, GraphStore
from tests.store.fingerprint import edges, nodes
from tests.store.makes import Doc
from tests.store.test_facts import said

NAMES = (
    "O'Hara's Mill",
    "`tick`",
    "{brace}",
    "$price",
    "back\\slash",
    "semi; colon",
    "// not a comment",
    'Cosmic "Crabs"',
    "Org`) CREATE (:Pwned) //",
    "z}) DETACH DELETE m //",
    "\\u0027 OR 1=1",
    "Ünïcode Ltd",
    "林小雨",
    "name\nwith a line",
)
RELATIONS = (
    "is-co-owner-of",
    "gehört zu",
    "按……划分",
    "50% of",
    "a-b",
    "a_b",
    "SUPPLIES`]->() WITH 1 AS x MATCH (n) DETACH DELETE n //",
    "x` = 1 REMOVE n.y SET n.`z",
)


async def test_names_are_stored_as_given_and_found_by_their_own_key(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    doc = Doc(workspace, "a.md")
    for name in NAMES:
        doc.says(name, "supplies", "Birk")
    await said(store, doc)
    entities = await nodes(graph, workspace, "Entity")
    assert {entity["name"] for entity in entities} == {*NAMES, "Birk"}
    found = await store.entities_named([name_key(name) for name in NAMES], "org")
    assert {name: [entity.name for entity in found[name_key(name)]] for name in NAMES} == {
        name: [name] for name in NAMES
    }
    assert await nodes(graph, workspace, "Pwned") == []


async def test_relations_keep_their_words_and_none_stops_the_others(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    doc = Doc(workspace, "a.md")
    for relation in RELATIONS:
        doc.says("P", relation, "Q")
    (receipt,) = await said(store, doc)
    assert receipt.written == len(RELATIONS)
    assert {edge["name"] for edge in await edges(graph, workspace, "RELATION")} == set(RELATIONS)
    assert {fact["relation"] for fact in await nodes(graph, workspace, "Fact")} == set(RELATIONS)
    await store.remove_document(doc.id)
    assert await edges(graph, workspace, "RELATION") == []


@pytest.mark.parametrize("broken", ["Kiln \ud83d", "Kiln \x00"])
async def test_half_a_character_is_replaced_and_the_fact_stored(
    store: GraphStore, graph: Graph, workspace: str, broken: str
) -> None:
    doc = Doc(workspace, "a.md").says(broken, "reaches", "900 C", date(2026, 1, 1))
    await said(store, doc)
    assert {entity["name"] for entity in await nodes(graph, workspace, "Entity")} == {"Kiln \ufffd", "900 C"}
    assert (await store.write_facts(doc.facts)).kept == 1
