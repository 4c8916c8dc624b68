"""Documents and folders: written whole, found by path, and readable as the folder says now."""

from dataclasses import replace

import pytest

from kg.model.document import Card, Passage
from kg.model.ids import passage_id
from kg.model.kinds import DocumentState
from kg.model.stored import DocumentWrite
from kg.store import Graph, GraphStore
from kg.store.prepare import prepare
from kg.store.staging import stage
from kg.store.writing import BATCH_CHARACTERS, BATCH_DOCUMENTS, batches
from policy.folders import FolderSetting, Unreadable
from policy.rungs import Rung
from tests.store.fingerprint import edges, everything, nodes
from tests.store.makes import ROOT, doc_id, document, set_vectors, thing


async def test_what_is_written_is_what_comes_back(store: GraphStore) -> None:
    write = document(
        store.workspace, "a.md", state=DocumentState.WAITING, reason="no model", size=2**40, extract=False
    )
    await store.write_documents([write])
    (stored,) = await store.documents(ROOT)
    assert (stored.id, stored.path, stored.path_key, stored.root) == (
        write.id,
        write.path,
        write.path_key,
        ROOT,
    )
    assert (stored.content_hash, stored.raw_hash) == (write.content_hash, write.raw_hash)
    assert (stored.size, stored.mtime_ns) == (2**40, write.mtime_ns)
    assert (stored.state, stored.reason, stored.rung) == (DocumentState.WAITING, "no model", Rung.FACTS)
    assert (stored.project, stored.scope, stored.fingerprint) == ("default", "org", None)
    assert await store.document(write.id) == stored
    assert await store.document(write.path) == stored
    assert await store.document("/vault/none.md") is None


async def test_another_workspace_has_its_own(store: GraphStore, graph: Graph) -> None:
    write = document(store.workspace)
    await store.write_documents([write])
    other = GraphStore(graph, store.workspace + "-other")
    assert await other.document(write.id) is None
    assert await other.documents(ROOT) == ()
    await other.mark_documents([write.id], DocumentState.FAILED, "not mine")
    assert (await other.remove_document(write.id)).tombstoned == 0
    stored = await store.document(write.id)
    assert stored is not None
    assert stored.state is DocumentState.LIVE


async def test_a_path_is_compared_by_its_composed_form(store: GraphStore) -> None:
    write = document(store.workspace, "Größe.md")
    decomposed = replace(write, path="/vault/Gro\u0308ße.md")
    await store.write_documents([decomposed])
    found = await store.document("/vault/Größe.md")
    assert found is not None
    assert found.path == "/vault/Gro\u0308ße.md"


async def test_an_unchanged_passage_keeps_its_vector(store: GraphStore, graph: Graph) -> None:
    write = document(store.workspace, text="One.\n\nTwo.", rung=Rung.TEXT)
    await store.write_documents([write])
    await set_vectors(store, {n.id: _unit() for n in await store.unembedded(["Passage"], 9)}, "Passage")
    await store.write_documents(
        [document(store.workspace, text="Before.\n\nOne.\n\nTwo changed.", rung=Rung.TEXT)]
    )
    passages = {p["text"]: p for p in await nodes(graph, store.workspace, "Passage")}
    assert set(passages) == {"Before.", "One.", "Two changed."}
    assert (passages["One."]["embedding"], passages["One."]["start"], passages["One."]["position"]) == (
        "True",
        "9",
        "1",
    )
    assert sorted(n.text for n in await store.unembedded(["Passage"], 9)) == [
        "a.md\nBefore.",
        "a.md\nTwo changed.",
    ]


async def test_a_changed_context_is_embedded_anew(store: GraphStore) -> None:
    write = document(store.workspace, text="One.", rung=Rung.TEXT)
    await store.write_documents([write])
    await set_vectors(store, {n.id: _unit() for n in await store.unembedded(["Passage"], 9)}, "Passage")
    (passage,) = write.passages
    await store.write_documents([replace(write, passages=(replace(passage, context="New title"),))])
    assert [n.text for n in await store.unembedded(["Passage"], 9)] == ["New title\nOne."]


async def test_a_new_name_is_found_by_words_and_costs_no_vector(store: GraphStore, graph: Graph) -> None:
    write = document(store.workspace, text="One.", rung=Rung.TEXT)
    (passage,) = write.passages
    await store.write_documents([replace(write, passages=(replace(passage, called="offer"),))])
    await set_vectors(store, {n.id: _unit() for n in await store.unembedded(["Passage"], 9)}, "Passage")
    await store.write_documents([replace(write, passages=(replace(passage, called="minutes"),))])
    assert await store.unembedded(["Passage"], 9) == ()
    (held,) = await nodes(graph, store.workspace, "Passage")
    assert "minut" in held["context_terms"] and "offer" not in held["context_terms"]


async def test_a_vector_of_words_that_are_gone_is_not_taken(store: GraphStore) -> None:
    await store.set_folder(FolderSetting(ROOT, Rung.GIST))
    write = document(store.workspace, rung=Rung.GIST, extract=False)
    await store.write_documents([write])
    (card,) = await store.unembedded(["Card"], 9)
    await store.write_documents([replace(write, card=Card("a.md", "something else"))])
    await set_vectors(store, {card.id: _unit()}, "Card")
    (card,) = await store.unembedded(["Card"], 9)
    assert card.text == "a.md\nsomething else"
    await set_vectors(store, {card.id: _unit()}, "Card")
    assert await store.unembedded(["Card"], 9) == ()


async def test_writing_twice_changes_nothing(store: GraphStore, graph: Graph) -> None:
    writes = [
        document(store.workspace, f"{n}.md", mentions=(thing(store.workspace, "Northwind"),))
        for n in range(3)
    ]
    await store.write_documents(writes)
    before = await everything(graph, store.workspace)
    await store.write_documents(writes)
    assert await everything(graph, store.workspace) == before


async def test_a_card_names_things_and_lets_them_go(store: GraphStore, graph: Graph) -> None:
    northwind = thing(store.workspace, "Northwind")
    write = document(store.workspace, rung=Rung.GIST, mentions=(northwind,), extract=False)
    await store.write_documents([write])
    assert await store.entities_named(["northwind"], "org") == {"northwind": (northwind,)}
    await store.write_documents([replace(write, card=Card("a.md", "other", ()), mentions=())])
    assert await store.entities_named(["northwind"], "org") == {}
    assert [card["about"] for card in await nodes(graph, store.workspace, "Card")] == ["other"]
    assert await nodes(graph, store.workspace, "Name") == []


async def test_a_lower_rung_takes_back_what_stood_higher(store: GraphStore, graph: Graph) -> None:
    write = document(
        store.workspace, rung=Rung.GIST, mentions=(thing(store.workspace, "Birk"),), extract=False
    )
    await store.write_documents([write])
    await store.write_documents([replace(write, rung=Rung.TEXT, card=None, mentions=())])
    assert await nodes(graph, store.workspace, "Card") == []
    assert await nodes(graph, store.workspace, "Entity") == []
    assert len(await nodes(graph, store.workspace, "Passage")) == 1


async def test_at_nothing_there_is_neither_text_nor_path_nor_title(store: GraphStore, graph: Graph) -> None:
    write = document(store.workspace, "diary of Dana.md", text="a secret", rung=Rung.NOTHING, extract=False)
    await store.write_documents([write])
    assert not any("iary" in row or "secret" in row for row in await everything(graph, store.workspace))
    stored = await store.document(write.path)
    assert stored is not None
    assert (stored.id, stored.path, stored.content_hash) == (write.id, "", write.content_hash)
    await store.move_document(write.id, "/vault/diary 2.md", "/vault/diary 2.md", ROOT, 1, 2)
    assert not any("iary" in row for row in await everything(graph, store.workspace))
    moved = await store.document("/vault/diary 2.md")
    assert moved is not None
    assert moved.id == write.id


async def test_marks_and_touches_change_what_they_name(store: GraphStore) -> None:
    write = document(store.workspace)
    await store.write_documents([write])
    await store.mark_documents([write.id, "0" * 32], DocumentState.HELD, "policy")
    await store.touch_document(write.id, 7, 8, "raw")
    stored = await store.document(write.id)
    assert stored is not None
    assert (stored.state, stored.reason, stored.size, stored.mtime_ns, stored.raw_hash) == (
        DocumentState.HELD, "policy", 7, 8, "raw",
    )  # fmt: skip
    assert stored.content_hash == write.content_hash


async def test_a_moved_document_is_in_its_new_folder(store: GraphStore, graph: Graph) -> None:
    write = document(store.workspace)
    await store.write_documents([write])
    await store.ensure_folders([ROOT + "/sub"], ROOT)
    await store.move_document(write.id, "/vault/sub/b.md", "/vault/sub/b.md", ROOT + "/sub", 1, 2)
    (edge,) = await edges(graph, store.workspace, "IN")
    assert edge["to"] == "/vault/sub"
    assert await store.document("/vault/a.md") is None
    stored = await store.document("/vault/sub/b.md")
    assert stored is not None
    assert (stored.path, stored.size, stored.mtime_ns) == ("/vault/sub/b.md", 1, 2)


@pytest.mark.parametrize("text", ["\x00 nul", "lone \ud83d half", "'\"`{}$\\ Cypher }) DETACH DELETE n //"])
async def test_no_text_stops_a_document(store: GraphStore, graph: Graph, text: str) -> None:
    write = document(store.workspace, rung=Rung.TEXT)
    passage = Passage(passage_id(write.id, text, 0), 0, len(text), text, text)
    await store.write_documents([replace(write, title=text, passages=(passage,))])
    (stored,) = await nodes(graph, store.workspace, "Passage")
    assert stored["text"] == text.replace("\x00", "\ufffd").replace("\ud83d", "\ufffd")


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of ten passages, so that a text of forty is a long one."""
    monkeypatch.setattr("kg.store.staging.PART", 10)
    monkeypatch.setattr("kg.store.writing.PART", 10)


def long(store: GraphStore, lines: range, **more: object) -> DocumentWrite:
    text = "\n\n".join(f"Line {number} of a long log." for number in lines)
    return document(store.workspace, "long.log", text, Rung.TEXT, **more)


@pytest.mark.usefixtures("short_parts")
async def test_a_long_document_comes_and_goes_in_parts(store: GraphStore, graph: Graph) -> None:
    await store.write_documents([long(store, range(45)), document(store.workspace, rung=Rung.TEXT)])
    assert len(await edges(graph, store.workspace, "HAS_PASSAGE")) == 46
    before = await everything(graph, store.workspace)
    await store.write_documents([long(store, range(45))])
    assert await everything(graph, store.workspace) == before
    await store.write_documents([long(store, range(40, 60))])
    assert len(await edges(graph, store.workspace, "HAS_PASSAGE")) == 21
    await store.remove_document(long(store, range(0)).id)
    assert len(await nodes(graph, store.workspace, "Passage")) == 1
    assert await edges(graph, store.workspace, "STAGES") == []
    assert len(await nodes(graph, store.workspace, "Document")) == 1


@pytest.mark.usefixtures("short_parts")
async def test_a_long_document_cut_short_is_not_there_and_done_next_time(
    store: GraphStore, graph: Graph
) -> None:
    cut = prepare(store.workspace, long(store, range(45)))
    await stage(graph, store.workspace, replace(cut, passages=cut.passages[:25]))
    assert await store.document(cut.write.id) is None
    assert await store.documents(ROOT) == ()
    assert len(await edges(graph, store.workspace, "STAGES")) == 25
    await store.write_documents([long(store, range(45))])
    assert len(await edges(graph, store.workspace, "HAS_PASSAGE")) == 45
    assert await edges(graph, store.workspace, "STAGES") == []


@pytest.mark.usefixtures("short_parts")
async def test_parts_that_a_death_left_behind_are_swept_when_the_path_is_written_again(
    store: GraphStore, graph: Graph
) -> None:
    await stage(graph, store.workspace, prepare(store.workspace, long(store, range(45))))
    again = replace(long(store, range(12)), id="f" * 32)
    passages = tuple(replace(p, id=f"again {p.id}") for p in again.passages)
    await store.write_documents([replace(again, passages=passages)])
    assert len(await nodes(graph, store.workspace, "Passage")) == 12
    assert [d["id"] for d in await nodes(graph, store.workspace, "Document")] == ["f" * 32]


@pytest.mark.full
async def test_a_log_of_thirty_megabytes(store: GraphStore, graph: Graph) -> None:
    """More than one transaction may hold."""
    text = "\n\n".join(f"{number} " + "a word of the log " * 50 for number in range(33_000))
    await store.write_documents([document(store.workspace, text=text, rung=Rung.TEXT)])
    assert (await store.progress()).passages == 33_000
    await store.write_documents([document(store.workspace, text="short", rung=Rung.TEXT)])
    assert (await store.progress()).passages == 1


def test_batches_are_bounded_and_keep_order() -> None:
    writes = [document("w", f"{number}.md", text="x") for number in range(BATCH_DOCUMENTS + 1)]
    assert [len(batch) for batch in batches(writes)] == [BATCH_DOCUMENTS, 1]
    long = [document("w", f"{number}.md", text="x" * BATCH_CHARACTERS) for number in range(3)]
    assert [len(batch) for batch in batches(long)] == [1, 1, 1]
    assert list(batches([])) == []


async def test_folders_hold_what_is_set_above_them(store: GraphStore, graph: Graph) -> None:
    await store.ensure_folders([ROOT + "/a/b", ROOT + "/c"], ROOT)
    await store.set_folder(FolderSetting(ROOT + "/a", Rung.FACTS, "atlas", "dept:sales"))
    await store.set_folder(FolderSetting(ROOT + "/a/b", Rung.NOTHING))
    await store.ensure_folders([ROOT + "/a/b/late"], ROOT)
    held = {
        f["key"]: (f["rung"], f["project"], f["scope"]) for f in await nodes(graph, store.workspace, "Folder")
    }
    assert held == {
        ROOT: ("text", "default", "org"),
        ROOT + "/a": ("facts", "atlas", "dept:sales"),
        ROOT + "/a/b": ("nothing", "atlas", "dept:sales"),
        ROOT + "/a/b/late": ("nothing", "atlas", "dept:sales"),
        ROOT + "/c": ("text", "default", "org"),
    }
    assert await store.roots() == (ROOT,)
    assert await store.folder_settings() == (
        FolderSetting(ROOT + "/a", Rung.FACTS, "atlas", "dept:sales"),
        FolderSetting(ROOT + "/a/b", Rung.NOTHING),
    )
    await store.set_folder(FolderSetting(ROOT + "/a"))
    assert [setting.path for setting in await store.folder_settings()] == [ROOT + "/a/b"]


async def test_a_folder_whose_name_begins_alike_is_another(store: GraphStore, graph: Graph) -> None:
    await store.ensure_folders([ROOT + "/a", ROOT + "/ab", ROOT + "/a/c"], ROOT)
    await store.set_folder(FolderSetting(ROOT + "/a", Rung.FACTS))
    held = {f["key"]: f["rung"] for f in await nodes(graph, store.workspace, "Folder")}
    assert held == {ROOT: "text", ROOT + "/a": "facts", ROOT + "/ab": "text", ROOT + "/a/c": "facts"}


async def test_a_policy_that_cannot_be_read_holds_its_folder_and_keeps_what_was(
    store: GraphStore, graph: Graph
) -> None:
    await store.ensure_folders([ROOT + "/a", ROOT + "/a/b", ROOT + "/c"], ROOT)
    await store.set_folder(FolderSetting(ROOT + "/a", Rung.FACTS))
    await store.set_folder(FolderSetting(ROOT + "/a", "gold"))  # type: ignore[arg-type]  # what a rung cannot be
    held = {f["key"]: (f["held"], f["rung"]) for f in await nodes(graph, store.workspace, "Folder")}
    assert held[ROOT + "/a"] == held[ROOT + "/a/b"] == ("True", "facts")
    assert held[ROOT + "/c"] == (None, "text")
    assert await store.folder_settings() == (
        Unreadable(ROOT + "/a", "its rung is none of nothing, text, gist, facts"),
    )
    await store.ensure_folders([ROOT + "/a/new"], ROOT)
    held = {f["key"]: (f["held"], f["rung"]) for f in await nodes(graph, store.workspace, "Folder")}
    assert held[ROOT + "/a/new"] == ("True", None)
    await store.set_folder(FolderSetting(ROOT + "/a", Rung.GIST))
    held = {f["key"]: (f["held"], f["rung"]) for f in await nodes(graph, store.workspace, "Folder")}
    assert {held[ROOT + "/a"], held[ROOT + "/a/new"]} == {(None, "gist")}


async def test_a_document_of_an_unknown_folder_gets_the_folder(store: GraphStore, graph: Graph) -> None:
    await store.write_documents([document(store.workspace, folder="/vault/new")])
    (edge,) = await edges(graph, store.workspace, "IN")
    assert (edge["from"], edge["to"]) == (doc_id("a.md", store.workspace), "/vault/new")
    assert [(f["key"], f["rung"]) for f in await nodes(graph, store.workspace, "Folder")] == [
        ("/vault/new", "text")
    ]


def _unit() -> tuple[float, ...]:
    return (1.0, *(0.0,) * 383)
