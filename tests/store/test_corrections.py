"""A fact is wrong: taken out or put right at once, for whoever says it, and undone in any order."""

import uuid
from dataclasses import replace
from datetime import date

from kg.model.correction import Change, NewCorrection
from kg.model.ids import quote_hash
from kg.store import Graph, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from policy.scope import audience
from tests.store.fingerprint import edges, everything, live, nodes
from tests.store.makes import ROOT, Doc, document, money, thing

JAN, FEB, MAR = (date(2026, month, 1) for month in (1, 2, 3))


def readers(workspace: str, scope: str = "org") -> list[str]:
    return [audience(workspace, scope)]


async def said(store: GraphStore, *docs: Doc) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    for doc in docs:
        await store.write_documents([document(store.workspace, doc.name, scope=doc.scope)])
        await store.write_extraction(doc.ledger_entry)
        await store.write_facts(doc.facts)


def read_from(doc: Doc, *quotes: str) -> Doc:
    """The same document with these words behind its statements."""
    doc.statements = [
        replace(one, quote_hash=quote_hash(quote)) for one, quote in zip(doc.statements, quotes, strict=True)
    ]
    return doc


async def correct(
    store: GraphStore, fact: str, change: Change | None = None, scope: str = "org"
) -> tuple[str, tuple[str, ...]]:
    """Makes a correction; its id, and the facts that are there by it."""
    new = NewCorrection(uuid.uuid4().hex, fact, change, "dana", "because")
    done = await store.correct_fact(readers(store.workspace, scope), new)
    assert done is not None
    assert await store.correct_fact(readers(store.workspace, scope), new) == done
    return done.id, done.facts


async def undo(store: GraphStore, correction: str) -> None:
    assert await store.undo_correction(readers(store.workspace), correction, "birk") is not None


async def texts(graph: Graph, workspace: str, label: str = "Fact") -> dict[str, str]:
    return {node["text"]: node["id"] for node in await nodes(graph, workspace, label)}


async def test_a_retracted_fact_is_out_at_once_and_back_when_that_is_undone(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    one = Doc(workspace, "1.md").says("Northwind", "fee", money("A"), JAN)
    two = Doc(workspace, "2.md").says("Northwind", "fee", money("B"), FEB)
    await said(store, one, two)
    before = await everything(graph, workspace)
    facts = await texts(graph, workspace)
    (newer,) = (id_ for text, id_ in facts.items() if "B" in text)
    made, by = await correct(store, newer)
    assert by == ()
    (left,) = await nodes(graph, workspace, "Fact")
    assert left["valid_to"] is None
    (out,) = await nodes(graph, workspace, "Retracted")
    assert (out["id"], out["labels"]) == (newer, "['Retracted', 'Tombstone']")
    assert [edge["fact"] for edge in await edges(graph, workspace, "RELATION")] == [left["id"]]
    await undo(store, made)
    kept = [row for row in await everything(graph, workspace) if "Correction" not in row]
    assert kept == before


async def test_it_stays_out_whoever_says_it_and_in_whatever_words(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    await said(
        store, read_from(Doc(workspace, "1.md").says("Dana", "leads", "Atlas", JAN), "Dana leads Atlas")
    )
    (fact,) = await nodes(graph, workspace, "Fact")
    await correct(store, fact["id"])
    await said(store, Doc(workspace, "2.md").says("Dana", "leads", "Atlas", FEB))
    assert await nodes(graph, workspace, "Fact") == []
    await said(
        store, read_from(Doc(workspace, "1.md").says("Dana", "is lead of", "Atlas", JAN), "Dana leads Atlas")
    )
    assert await nodes(graph, workspace, "Fact") == []
    await said(store, Doc(workspace, "3.md").says("Dana", "founded", "Atlas", FEB))
    await said(store, Doc(workspace, "4.md").says("Dana", "leads", "Birk", FEB))
    assert sorted(node["relation"] for node in await nodes(graph, workspace, "Fact")) == ["founded", "leads"]


async def test_what_the_same_words_say_besides_is_spared(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    words = "Dana founded and leads Atlas"
    doc = Doc(workspace, "1.md").says("Dana", "founded", "Atlas", JAN).says("Dana", "leads", "Atlas", JAN)
    await said(store, read_from(doc, words, words))
    facts = {node["relation"]: node["id"] for node in await nodes(graph, workspace, "Fact")}
    await correct(store, facts["founded"])
    assert [node["relation"] for node in await nodes(graph, workspace, "Fact")] == ["leads"]


async def test_a_corrected_fact_lives_while_a_document_supports_it(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    docs = [Doc(workspace, f"{n}.md").says("Northwind", "fee", money("A"), JAN) for n in (1, 2)]
    await said(store, *docs)
    before = await live(graph, workspace)
    (fact,) = await nodes(graph, workspace, "Fact")
    made, by = await correct(store, fact["id"], Change(object=money("B")))
    (put,) = await nodes(graph, workspace, "Fact")
    assert (put["object"], (put["id"],)) == ("B", by)
    assert {
        edge["to"] for edge in await edges(graph, workspace, "EVIDENCE") if edge["from"] == put["id"]
    } == {doc.id for doc in docs}
    await store.lower_document(docs[0].id, Rung.GIST)
    assert len([e for e in await edges(graph, workspace, "EVIDENCE") if e["from"] == put["id"]]) == 1
    await store.lower_document(docs[1].id, Rung.GIST)
    assert await nodes(graph, workspace, "Fact") == []
    assert await nodes(graph, workspace, "Retracted") == []
    assert {node["text"] for node in await nodes(graph, workspace, "Value")} == {"B"}
    await said(store, *docs)
    (again,) = await nodes(graph, workspace, "Fact")
    assert (again["id"], again["object"]) == (put["id"], "B")
    await undo(store, made)
    assert [row for row in await live(graph, workspace) if "Correction" not in row] == before
    assert {node["text"] for node in await nodes(graph, workspace, "Value")} == {"A"}


async def test_what_a_correction_brings_in_is_known_and_goes_with_it(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    await said(store, Doc(workspace, "1.md").says("Dana", "leads", "Atlas", JAN))
    (fact,) = await nodes(graph, workspace, "Fact")
    made, _ = await correct(
        store, fact["id"], Change(subject=thing(workspace, "Birk"), object=thing(workspace, "Juno"))
    )
    (put,) = await nodes(graph, workspace, "Fact")
    assert (put["subject"], put["relation"], put["object"]) == ("Birk", "leads", "Juno")
    assert set(await store.entities_named(["birk", "juno"], "org")) == {"birk", "juno"}
    await undo(store, made)
    assert await store.entities_named(["birk", "juno"], "org") == {}
    assert {node["name"] for node in await nodes(graph, workspace, "Entity")} == {"Dana", "Atlas"}
    assert await nodes(graph, workspace, "Value") == []


async def test_only_who_may_read_a_fact_may_correct_it(
    store: GraphStore, graph: Graph, workspace: str
) -> None:
    await said(store, Doc(workspace, "1.md", scope="user:dana").says("Dana", "leads", "Atlas", JAN))
    (fact,) = await nodes(graph, workspace, "Fact")
    before = await everything(graph, workspace)
    new = NewCorrection(uuid.uuid4().hex, fact["id"], None, "eve", None)
    assert await store.correct_fact(readers(workspace), new) is None
    assert await store.correct_fact([], new) is None
    assert await store.correct_fact(readers(workspace), replace(new, fact="f" * 32)) is None
    assert await everything(graph, workspace) == before
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS, scope="user:dana"))
    made, _ = await correct(store, fact["id"], scope="user:dana")
    assert await store.undo_correction(readers(workspace), made, "eve") is None
    assert await store.undo_correction(readers(workspace), "f" * 32, "eve") is None
    assert await nodes(graph, workspace, "Fact") == []
    assert await store.undo_correction(readers(workspace, "user:dana"), made, "dana") is not None
    assert len(await nodes(graph, workspace, "Fact")) == 1


async def test_undone_in_the_middle(store: GraphStore, graph: Graph, workspace: str) -> None:
    """A is put right to B, and B to C; then the first is undone: what was said is A again, which the second is
    not about."""
    await said(store, Doc(workspace, "1.md").says("Northwind", "fee", money("A"), JAN))
    (fact,) = await nodes(graph, workspace, "Fact")
    first, (second_fact,) = await correct(store, fact["id"], Change(object=money("B")))
    second, _ = await correct(store, second_fact, Change(object=money("C")))
    assert [node["object"] for node in await nodes(graph, workspace, "Fact")] == ["C"]
    await undo(store, first)
    assert [node["object"] for node in await nodes(graph, workspace, "Fact")] == ["A"]
    await undo(store, second)
    assert [node["object"] for node in await nodes(graph, workspace, "Fact")] == ["A"]
    assert {node["text"] for node in await nodes(graph, workspace, "Value")} == {"A"}


async def test_an_end_put_right_closes_the_same_fact(store: GraphStore, graph: Graph, workspace: str) -> None:
    await said(store, Doc(workspace, "1.md").says("Northwind", "fee", money("A"), JAN))
    (fact,) = await nodes(graph, workspace, "Fact")
    made, by = await correct(store, fact["id"], Change(valid_to=MAR))
    (put,) = await nodes(graph, workspace, "Fact")
    assert (put["id"], put["valid_to"], by) == (fact["id"], "2026-03-01", (fact["id"],))
    await undo(store, made)
    (back,) = await nodes(graph, workspace, "Fact")
    assert (back["id"], back["valid_to"]) == (fact["id"], None)
    assert await nodes(graph, workspace, "Tombstone") == []
