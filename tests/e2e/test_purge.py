"""What is purged is nowhere, and does not come back while its file stands."""

from pathlib import Path

import pytest

from ingest.deps import SyncOptions
from ingest.purge import document_bill, name_to_purge, purge_document, purge_name
from kg.model.ids import entity_id, path_hash
from kg.store import Graph, GraphStore
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.e2e.test_going import Folder
from tests.store.fingerprint import everything, nodes

CANARY = "heliotrope"
FILES = {
    "a.md": "# Plans\n\nDana Lopez | works at | Northwind\nNorthwind | fee | 48,000 EUR\n",
    "b.md": "# Notes\n\nWe met Dana Lopez, and she signed.\n\nNorthwind | fee | 48,000 EUR\n",
    "private.md": f"# The {CANARY}\n\nBirk | sells | {CANARY}\nNorthwind | fee | 48,000 EUR\n",
    "quiet.md": "# Quiet\n\nNothing of anybody.\n",
}


@pytest.fixture
async def folder(tmp_path: Path, store: GraphStore, graph: Graph) -> Folder:
    made = Folder(tmp_path / "notes", store, graph)
    await store.set_folder(FolderSetting(made.root.as_posix(), Rung.FACTS))
    made.write(FILES)
    await made.sync()
    return made


async def test_a_purged_document_is_nowhere_and_stays_out(folder: Folder) -> None:
    store, path = folder.store, (folder.root / "private.md").as_posix()
    hashed = path_hash(store.workspace, path)
    was = await store.document_to_purge(hashed, folder.view.audiences)
    assert was is not None and document_bill(was)["facts it says"] == 2
    assert await store.document_to_purge(hashed, []) is None
    remains = await purge_document(was, hashed, store)
    assert set(remains.left.values()) == {0}
    assert {"full-text index", "vector index", "passages", "extractions"} <= remains.left.keys()
    assert "by 1 of its vectors" in remains.looked[-1]
    assert not any(CANARY in row or was.id in row for row in await everything(folder.graph, store.workspace))
    assert [fact["text"] for fact in await nodes(folder.graph, store.workspace, "Fact")].count(
        "Northwind fee: 48,000 EUR"
    ) == 1

    (folder.root / "copy.md").write_text(FILES["private.md"])
    asked = len(folder.extractor.asked)
    receipt = await folder.sync()
    assert sorted(Path(n.path).name for n in receipt.warnings if n.code == "purged") == [
        "copy.md",
        "private.md",
    ]
    assert (receipt.documents.new, receipt.documents.seen, len(folder.extractor.asked)) == (0, 3, asked)
    assert not any(CANARY in row for row in await everything(folder.graph, store.workspace))
    (folder.root / "private.md").write_text("Something else by now.\n")
    assert (await folder.sync()).documents.new == 0

    assert await store.allow_purged(hashed, [], folder.view.audiences)
    assert not await store.allow_purged(hashed, [], folder.view.audiences)
    assert (await folder.sync()).documents.new == 2
    assert await nodes(folder.graph, store.workspace, "Purged") == []


async def test_a_check_that_finds_something_says_so(folder: Folder) -> None:
    store = folder.store
    hashed = path_hash(store.workspace, (folder.root / "private.md").as_posix())
    was = await store.document_to_purge(hashed, folder.view.audiences)
    assert was is not None
    found = await store.document_remains(was)
    assert found["documents"] == 1 and found["passages"] == len(was.passages)
    assert found["full-text index"] >= 1 and found["vector index"] >= 1


async def test_a_purged_file_that_is_gone_leaves_nothing(folder: Folder) -> None:
    store, path = folder.store, folder.root / "private.md"
    path.unlink()
    await folder.sync()
    hashed = path_hash(store.workspace, path.as_posix())
    was = await store.document_to_purge(hashed, folder.view.audiences)
    assert was is not None and document_bill(was)["tombstones"] == 1
    assert set((await purge_document(was, hashed, store)).left.values()) == {0}
    assert not any(CANARY in row for row in await everything(folder.graph, store.workspace))


async def test_a_purged_name_is_nowhere_and_no_sync_brings_it_back(folder: Folder) -> None:
    store, workspace = folder.store, folder.store.workspace
    thing = entity_id(workspace, "dana lopez")
    (fact,) = [f for f in await nodes(folder.graph, workspace, "Fact") if "Dana" in str(f["text"])]
    await _retracted(store, str(fact["id"]), folder)
    found = await name_to_purge("Dana Lopez", [thing], folder.view.audiences, store)
    assert found.bill()["documents"] == 2
    remains, problems = await purge_name(found, folder.deps, store, SyncOptions())
    assert (set(remains.left.values()), problems) == ({0}, ())
    assert {"passages", "names", "full-text index", "vector index"} <= remains.left.keys()
    assert not any("by 0" in looked for looked in remains.looked)
    held = await everything(folder.graph, workspace)
    assert not any("lopez" in row.casefold() for row in held)
    texts = {fact["text"] for fact in await nodes(folder.graph, workspace, "Fact")}
    assert "Northwind fee: 48,000 EUR" in texts
    assert any("[secret:purged]" in str(p["text"]) for p in await nodes(folder.graph, workspace, "Passage"))

    (folder.root / "b.md").write_text(FILES["b.md"] + "\nDANA LOPEZ | signed | the lease\n")
    (folder.root / "new.md").write_text("Dana Lopez's son\n\nDana Lopez | knows | Birk\n")
    await folder.sync()
    held = await everything(folder.graph, workspace)
    assert not any("lopez" in row.casefold() for row in held)
    assert not any("Lopez" in text for text in folder.extractor.asked[-3:])


async def test_the_check_of_a_name_asks_the_indexes(folder: Folder) -> None:
    store = folder.store
    assert any("Lopez" in row["text"] for row in await store.found_by_words(["dana lopez"]))
    assert await store.found_by_words(["dana nobody"]) == []
    found = await name_to_purge(
        "Dana Lopez", [entity_id(store.workspace, "dana lopez")], folder.view.audiences, store
    )
    vectors = await store.vectors_of(found.of("passages"), found.of("facts"))
    assert vectors.asked and any("Lopez" in row["text"] for row in await store.found_by_meaning(vectors))


async def _retracted(store: GraphStore, fact: str, folder: Folder) -> None:
    """A correction that names the person, in the ledger."""
    from kg.model.correction import NewCorrection

    made = NewCorrection("c" * 32, fact, None, "ada", "Dana Lopez never did")
    await store.correct_fact(folder.view.audiences, made)
