"""What every graph store promises, asked of the real one and of the fake that stands in for it."""

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from kg.errors import VectorsBusy
from kg.model.ids import fact_id, value_id
from kg.model.kinds import DocumentState
from kg.model.stored import FactsReceipt
from kg.ports import GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.store import FakeStore
from tests.store.makes import FINGERPRINT, ROOT, Doc, document, money, set_vectors, thing

if TYPE_CHECKING:
    from kg.store import Graph

JAN, FEB, MAR = (date(2026, month, 1) for month in (1, 2, 3))


@pytest.fixture(params=["fake", "neo4j"])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """Each promise is asked of both."""
    if request.param == "fake":
        return FakeStore("contract")
    from kg.store import GraphStore as RealStore

    graph: Graph = request.getfixturevalue("graph")
    return RealStore(graph, request.getfixturevalue("workspace"))


async def said(store: GraphStore, *docs: Doc) -> list[FactsReceipt]:
    """Writes the documents and what they say."""
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([document(store.workspace, doc.name, scope=doc.scope) for doc in docs])
    receipts = []
    for doc in docs:
        await store.write_extraction(doc.ledger_entry)
        receipts.append(await store.write_facts(doc.facts))
    return receipts


async def waiting(store: GraphStore, label: str) -> dict[str, str]:
    return {node.id: node.text for node in await store.unembedded([label], 1000)}


async def test_documents_come_back_by_root_id_and_path(store: GraphStore) -> None:
    one, two = document(store.workspace, "b.md"), document(store.workspace, "a.md")
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([one, two])
    assert [stored.path for stored in await store.documents(ROOT)] == [two.path, one.path]
    assert await store.documents("/elsewhere") == ()
    found = await store.document(one.id)
    assert found == await store.document(one.path)
    assert found is not None
    assert (found.path, found.rung, found.state) == (one.path, Rung.FACTS, DocumentState.LIVE)
    assert found.fingerprint is None
    assert await store.document("/vault/none.md") is None


async def test_a_document_at_nothing_is_known_by_its_hash_alone(store: GraphStore) -> None:
    write = document(store.workspace, "diary.md", rung=Rung.NOTHING, extract=False)
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents([write])
    found = await store.document(write.path)
    assert found is not None
    assert (found.id, found.path, found.path_key) == (write.id, "", "")
    assert found.path_hash


async def test_states_marks_and_moves(store: GraphStore) -> None:
    write = document(store.workspace, "a.md")
    await store.ensure_folders([ROOT, ROOT + "/sub"], ROOT)
    await store.write_documents([write])
    await store.mark_documents([write.id], DocumentState.WAITING, "no model")
    await store.touch_document(write.id, 5, 6, "raw")
    await store.move_document(write.id, ROOT + "/sub/b.md", ROOT + "/sub/b.md", ROOT + "/sub", 7, 8)
    found = await store.document(ROOT + "/sub/b.md")
    assert found is not None
    assert (found.id, found.state, found.reason) == (write.id, DocumentState.WAITING, "no model")
    assert (found.size, found.mtime_ns, found.raw_hash, found.content_hash) == (
        7,
        8,
        "raw",
        write.content_hash,
    )
    assert await store.document(write.path) is None


async def test_settings_and_roots(store: GraphStore) -> None:
    settings = [
        FolderSetting(ROOT + "/b", Rung.FACTS, "atlas", "dept:x"),
        FolderSetting(ROOT + "/a", Rung.GIST),
    ]
    for setting in settings:
        await store.set_folder(setting)
    await store.ensure_folders([ROOT + "/a"], ROOT)
    assert await store.folder_settings() == tuple(reversed(settings))
    assert await store.roots() == (ROOT,)


async def test_passages_and_cards_wait_until_they_have_a_vector(store: GraphStore) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.GIST))
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents(
        [document(store.workspace, text="One.\n\nTwo.", rung=Rung.GIST, extract=False)]
    )
    passages, cards = await waiting(store, "Passage"), await waiting(store, "Card")
    assert (len(passages), len(cards)) == (2, 1)
    assert (await store.progress()).unembedded == 3
    await set_vectors(store, dict.fromkeys(passages, unit()), "Passage")
    await set_vectors(store, dict.fromkeys(cards), "Card")
    assert (await store.progress()).unembedded == 0
    changed = document(store.workspace, text="One.\n\nThree.", rung=Rung.GIST, extract=False)
    await store.write_documents([changed])
    assert len(await waiting(store, "Passage")) == 1


SHOWN = {
    Rung.NOTHING: set(),
    Rung.TEXT: {"Passage"},
    Rung.GIST: {"Passage", "Card"},
    Rung.FACTS: {"Passage", "Card", "Pointer", "Fact"},
}


@pytest.mark.parametrize("rung", list(SHOWN))
async def test_no_text_goes_to_an_embedder_that_its_folder_does_not_allow_now(
    store: GraphStore, rung: Rung
) -> None:
    await said(store, Doc(store.workspace, "1.md").says("Northwind", "fee", money("A"), JAN))
    await store.set_folder(FolderSetting(ROOT, rung))
    labels = ["Passage", "Card", "Pointer", "Fact"]
    assert {node.label for node in await store.unembedded(labels, 1000)} == SHOWN[rung]
    assert {label for label in labels if await waiting(store, label)} == SHOWN[rung]
    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    assert {node.label for node in await store.unembedded(labels, 1000)} == SHOWN[Rung.FACTS]


async def test_a_fact_is_embedded_while_one_of_its_documents_allows_it(store: GraphStore) -> None:
    one = Doc(store.workspace, "1.md").says("Northwind", "supplies", "Birk", JAN)
    two = Doc(store.workspace, "2.md").says("Northwind", "supplies", "Birk", FEB)
    await said(store, one, two)
    await store.ensure_folders([ROOT + "/sub"], ROOT)
    path = ROOT + "/sub/2.md"
    await store.move_document(two.id, path, path, ROOT + "/sub", 7, 8)
    await store.set_folder(FolderSetting(ROOT + "/sub", Rung.NOTHING))
    assert len(await waiting(store, "Fact")) == 1
    await store.set_folder(FolderSetting(ROOT, Rung.NOTHING))
    assert await waiting(store, "Fact") == {}
    await store.set_folder(FolderSetting(ROOT + "/sub", Rung.FACTS))
    assert len(await waiting(store, "Fact")) == 1


async def test_a_vector_of_another_length_is_refused(store: GraphStore) -> None:
    with pytest.raises(VectorsBusy, match="3"):
        await set_vectors(store, {"x": (1.0, 0.0, 0.0)}, "Fact")


async def test_facts_have_the_ids_of_their_interval(store: GraphStore) -> None:
    ws = store.workspace
    docs = (
        Doc(ws, "1.md").says("Northwind", "fee", money("A"), JAN),
        Doc(ws, "2.md").says("Northwind", "fee", money("B"), FEB),
        Doc(ws, "3.md").says("Northwind", "fee", money("A"), MAR),
    )
    receipts = await said(store, *docs)
    assert [receipt.written for receipt in receipts] == [1, 1, 1]
    assert set(await waiting(store, "Fact")) == {
        fee(ws, "A", JAN), fee(ws, "B", FEB), fee(ws, "A", MAR),
    }  # fmt: skip
    progress = await store.progress()
    assert (progress.facts, progress.pointers, progress.entities) == (3, 3, 1)


async def test_what_is_taken_back_restores_what_it_had_closed(store: GraphStore) -> None:
    ws = store.workspace
    docs = (
        Doc(ws, "1.md").says("Northwind", "fee", money("A"), JAN),
        Doc(ws, "2.md").says("Northwind", "fee", money("B"), FEB),
        Doc(ws, "3.md").says("Northwind", "fee", money("A"), MAR),
    )
    await said(store, *docs)
    assert (await store.remove_document(docs[1].id)).tombstoned >= 1
    assert set(await waiting(store, "Fact")) == {fee(ws, "A", JAN)}
    assert (await store.lower_document(docs[0].id, Rung.GIST)).tombstoned == 1
    assert set(await waiting(store, "Fact")) == {fee(ws, "A", MAR)}
    assert (await store.progress()).pointers == 1


async def test_the_ledger_tells_what_it_has(store: GraphStore) -> None:
    doc = Doc(store.workspace, "1.md").says("Northwind", "supplies", "Birk")
    assert await store.extractions_among([doc.segment], FINGERPRINT) == frozenset()
    await store.write_extraction(doc.ledger_entry)
    asked = [doc.segment, doc.segment, "segment of another"]
    assert await store.extractions_among(asked, FINGERPRINT) == {doc.segment}
    assert await store.extractions_among(asked, "another extractor") == frozenset()
    assert await store.extractions_among([], FINGERPRINT) == frozenset()


async def test_the_same_facts_again_are_kept(store: GraphStore) -> None:
    doc = Doc(store.workspace, "1.md").says("Northwind", "fee", money("A"), JAN).says("Dana", "knows", "Birk")
    assert await said(store, doc) == [FactsReceipt(written=2)]
    assert await store.write_facts(doc.facts) == FactsReceipt(kept=2)
    less = Doc(store.workspace, "1.md").says("Northwind", "fee", money("A"), JAN)
    assert await store.write_facts(less.facts) == FactsReceipt(kept=1, tombstoned=1)
    found = await store.document(doc.id)
    assert found is not None
    assert found.fingerprint == FINGERPRINT


async def test_evidence_of_two_documents_is_one_fact(store: GraphStore) -> None:
    one = Doc(store.workspace, "1.md").says("Northwind", "supplies", "Birk", JAN)
    two = Doc(store.workspace, "2.md").says("Northwind", "supplies", "Birk", FEB)
    assert await said(store, one, two) == [FactsReceipt(written=1), FactsReceipt(kept=1)]
    assert (await store.remove_document(one.id)).tombstoned == 0
    assert (await store.progress()).facts == 1
    assert (await store.remove_document(two.id)).tombstoned == 1
    assert (await store.progress()).facts == 0


async def test_names_are_known_where_they_were_taught(store: GraphStore) -> None:
    ws = store.workspace
    await said(
        store,
        Doc(ws, "1.md").says("Northwind", "supplies", "Birk"),
        Doc(ws, "2.md", scope="user:dana").says("Secret", "supplies", "Birk"),
    )
    northwind = await store.entities_named(["northwind", "nobody"], "org")
    assert {key: [e.id for e in found] for key, found in northwind.items()} == {
        "northwind": [thing(ws, "Northwind").id]
    }
    assert await store.entities_named(["secret"], "org") == {}
    assert await store.entities_named(["secret"], "dept:sales") == {}
    assert set(await store.entities_named(["secret", "northwind"], "user:dana")) == {"secret", "northwind"}


async def test_the_ledger_keeps_what_was_paid_for(store: GraphStore) -> None:
    doc = (
        Doc(store.workspace, "1.md")
        .says("Northwind", "fee", money("A"), JAN, valid_from=JAN, valid_to=FEB, qualifier="hosting")
        .says("Dana", "knows", "Birk")
    )
    entry = doc.ledger_entry
    await store.write_extraction(entry)
    await store.write_extraction(replace(entry, claims=()))
    assert await store.extractions([entry.segment_hash, "other"], FINGERPRINT) == {entry.segment_hash: entry}
    assert await store.extractions([entry.segment_hash], "another") == {}


@pytest.mark.parametrize("rung", [Rung.TEXT, Rung.NOTHING])
async def test_lowered_documents_have_nothing_left_to_do(store: GraphStore, rung: Rung) -> None:
    doc = Doc(store.workspace, "1.md").says("Northwind", "fee", money("A"), JAN)
    await said(store, doc)
    await store.lower_document(doc.id, rung)
    progress = await store.progress()
    assert (progress.facts, progress.pointers, progress.entities, progress.jobs) == (0, 0, 0, {})
    assert progress.passages == (1 if rung is Rung.TEXT else 0)
    found = await store.document(doc.id)
    assert found is not None
    assert (found.rung, found.fingerprint) == (rung, None)


async def test_progress_counts_documents_by_state(store: GraphStore) -> None:
    await store.ensure_folders([ROOT], ROOT)
    await store.write_documents(
        [
            document(store.workspace, "1.md"),
            document(store.workspace, "2.md", state=DocumentState.FAILED, reason="unreadable"),
        ]
    )
    assert (await store.progress()).documents == {"live": 1, "failed": 1}


def fee(workspace: str, object_: str, day: date) -> str:

    subject = thing(workspace, "Northwind").id
    value = value_id(workspace, "money", object_.casefold())
    return fact_id(workspace, "default", "org", subject, "fee", None, value, "asserted", day.isoformat())


def unit() -> tuple[float, ...]:
    return (1.0, *(0.0,) * 383)


async def test_a_lowered_document_waits_for_no_facts(store: GraphStore) -> None:
    reasons = {
        "a.md": (DocumentState.WAITING, "unparsed: no JSON"),
        "b.md": (DocumentState.FAILED, "unparsed: no JSON"),
        "c.md": (DocumentState.FAILED, "unreadable: Permission denied."),
    }
    await said(store, *(Doc(store.workspace, name) for name in reasons))
    states = {}
    for name, (state, reason) in reasons.items():
        id_ = document(store.workspace, name).id
        await store.mark_documents([id_], state, reason)
        await store.lower_document(id_, Rung.TEXT)
        found = await store.document(id_)
        assert found is not None
        states[name] = (found.state, found.reason)
    assert states == {
        "a.md": (DocumentState.LIVE, None),
        "b.md": (DocumentState.LIVE, None),
        "c.md": (DocumentState.FAILED, "unreadable: Permission denied."),
    }
