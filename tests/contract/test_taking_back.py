"""What every graph store promises of files that are gone: many at once, what stays of them, how they come back."""

from dataclasses import replace

from kg.model.ids import path_hash
from kg.model.stored import FactsReceipt, LeftDocument
from kg.ports import GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.contract.test_store import said, store, waiting
from tests.store.makes import FINGERPRINT, ROOT, Doc, document

__all__ = ["store"]


async def test_what_a_removed_document_left_goes_with_its_folder(store: GraphStore) -> None:
    gone, there = (
        Doc(store.workspace, name).says("Northwind", "supplies", "Birk") for name in ("1.md", "2.md")
    )
    await said(store, gone, there)
    hashes = [gone.segment, there.segment]
    await store.remove_document(gone.id)
    await store.sweep_left()
    assert set(await store.extractions(hashes, FINGERPRINT)) == set(hashes)
    await store.set_folder(FolderSetting(ROOT, Rung.NOTHING))
    await store.sweep_left()
    assert set(await store.extractions(hashes, FINGERPRINT)) == {there.segment}
    await store.remove_document(there.id)
    assert await store.extractions(hashes, FINGERPRINT) == {}


async def test_a_reply_that_another_document_uses_outlives_the_folder(store: GraphStore) -> None:
    one, two = (Doc(store.workspace, name).says("Northwind", "supplies", "Birk") for name in ("1.md", "2.md"))
    await said(store, one, two)
    await store.write_facts(replace(two.facts, segments=one.facts.segments))
    await store.ensure_folders([ROOT + "/sub"], ROOT)
    path = ROOT + "/sub/2.md"
    await store.move_document(two.id, path, path, ROOT + "/sub", 7, 8)
    await store.set_folder(FolderSetting(ROOT + "/sub", Rung.FACTS))
    await store.remove_document(one.id)
    await store.set_folder(FolderSetting(ROOT, Rung.NOTHING))
    await store.sweep_left()
    assert set(await store.extractions([one.segment], FINGERPRINT)) == {one.segment}
    await store.lower_document(two.id, Rung.NOTHING)
    assert await store.extractions([one.segment], FINGERPRINT) == {}


async def test_a_forgotten_root_leaves_nothing(store: GraphStore) -> None:
    doc = Doc(store.workspace, "1.md").says("Northwind", "supplies", "Birk")
    await said(store, doc)
    await store.set_folder(FolderSetting(ROOT + "-other", Rung.FACTS))
    await store.ensure_folders([ROOT + "-other"], ROOT + "-other")
    await store.remove_document(doc.id)
    await store.forget_folder(ROOT)
    assert await store.extractions([doc.segment], FINGERPRINT) == {}
    assert await store.roots() == (ROOT + "-other",)
    assert await store.folder_settings() == (FolderSetting(ROOT + "-other", Rung.FACTS),)


async def test_an_unlinked_root_keeps_what_it_set_and_what_was_left(store: GraphStore) -> None:
    doc = Doc(store.workspace, "1.md").says("Northwind", "supplies", "Birk")
    await said(store, doc)
    await store.remove_document(doc.id)
    await store.unlink_root(ROOT)
    assert await store.roots() == ()
    assert await store.folder_settings() == (FolderSetting(ROOT, Rung.FACTS),)
    assert set(await store.extractions([doc.segment], FINGERPRINT)) == {doc.segment}
    assert [left.id for left in await store.left(ROOT)] == [doc.id]


async def test_many_documents_go_at_once_and_shared_facts_with_the_last(store: GraphStore) -> None:
    docs = [Doc(store.workspace, f"{n}.md").says("Northwind", "supplies", "Birk") for n in range(3)]
    for n, doc in enumerate(docs):
        doc.says(f"Company {n}", "supplies", "Birk")
    await said(store, *docs)
    lowered = await store.lower_documents([doc.id for doc in docs[:2]], Rung.TEXT)
    assert lowered == FactsReceipt(tombstoned=2)
    assert sorted((await waiting(store, "Fact")).values()) == [
        "Company 2 supplies Birk",
        "Northwind supplies Birk",
    ]
    assert await store.lower_documents([doc.id for doc in docs[:2]], Rung.TEXT) == FactsReceipt()
    assert await store.remove_documents([doc.id for doc in docs]) == FactsReceipt(tombstoned=2)
    assert await waiting(store, "Fact") == {}
    assert (await store.progress()).entities == 0
    assert await store.remove_documents([doc.id for doc in docs]) == FactsReceipt()


async def test_what_is_kept_of_a_file_that_is_gone_are_its_id_and_hashes(store: GraphStore) -> None:
    write = document(store.workspace, "1.md")
    await said(store, Doc(store.workspace, "1.md"))
    assert await store.left(ROOT) == ()
    await store.remove_document(write.id)
    hashed = path_hash(store.workspace, write.path_key)
    assert await store.left(ROOT) == (LeftDocument(write.id, hashed, write.content_hash, write.raw_hash),)
    assert await store.document(write.path) is None
    await store.write_documents([write])
    assert await store.left(ROOT) == ()
    back = await store.document(write.path)
    assert back is not None and back.id == write.id
