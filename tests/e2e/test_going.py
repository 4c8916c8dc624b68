"""Files that go, whole folders that go, and their way back: what a reader finds, and what it costs."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from ingest.deps import SyncDeps, SyncOptions
from ingest.sync import sync, unlink
from kg.errors import NotFound
from kg.model.lucene import lucene_query
from kg.model.receipt import SyncReceipt
from kg.model.seen import RecallAsk, SearchAsk
from kg.recall.facts import show_ledger
from kg.store import Graph, GraphStore
from kg.store.reader import Reader
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor
from tests.recall.world import view
from tests.store.fingerprint import edges, nodes

ROPES = {
    "drop1.md": "Rope length for the boat: 12 m.\n\nBoat | rope length | 12 m\n",
    "drop2.md": "Rope length for the swing: 3 m.\n\nSwing | rope length | 3 m\n",
    "keep1.md": "Rope length for the tent: 5 m.\n\nTent | rope length | 5 m\n",
    "keep2.md": "Rope length for the well: 20 m.\n\nWell | rope length | 20 m\n",
}
QUESTION = "rope length"


class Folder:
    """A folder at `facts`, on the real store."""

    def __init__(self, root: Path, store: GraphStore, graph: Graph) -> None:
        self.root, self.store, self.graph = root, store, graph
        self.extractor, self.embedder = LineExtractor(), FakeEmbedder()
        self.reader, self.view = Reader(graph), view(store.workspace)

    @property
    def deps(self) -> SyncDeps:
        now = lambda: datetime.now(UTC)  # noqa: E731
        return SyncDeps(self.store, self.embedder, self.embedder, self.extractor, now)

    def write(self, files: dict[str, str]) -> None:
        self.root.mkdir(exist_ok=True)
        for name, text in files.items():
            (self.root / name).write_text(text)

    async def sync(self, confirm: bool = False) -> SyncReceipt:
        return await sync(self.root, self.deps, SyncOptions(confirm=confirm))

    async def ids(self) -> dict[str, str]:
        found = await self.store.documents(self.root.as_posix())
        return {Path(document.path).name: document.id for document in found}

    async def found(self, *, words: bool, meaning: bool, nearest: int = 50) -> list[str]:
        """Names of the files that search finds by one path."""
        vector = await self.embedder.embed_query(QUESTION) if meaning else None
        lucene = lucene_query(QUESTION, self.view.audiences, None) if words else None
        pieces = await self.reader.search(
            self.view, SearchAsk(vector, lucene, nearest=nearest, embedder=self.embedder.name)
        )
        return sorted({Path(piece.path).name for piece in pieces if piece.path})

    async def recalled(self, ask: RecallAsk) -> set[str]:
        return {candidate.text for candidate in await self.reader.recall(self.view, ask)}


@pytest.fixture
async def folder(tmp_path: Path, store: GraphStore, graph: Graph) -> Folder:
    made = Folder(tmp_path / "notes", store, graph)
    await store.set_folder(FolderSetting(made.root.as_posix(), Rung.FACTS))
    return made


async def test_deleted_notes_take_no_result_places_on_any_path(folder: Folder) -> None:
    folder.write(ROPES)
    await folder.sync()
    for name in ("drop1.md", "drop2.md"):
        (folder.root / name).unlink()
    assert (await folder.sync()).documents.removed == 2
    live = ["keep1.md", "keep2.md"]
    assert await folder.found(words=True, meaning=False, nearest=2) == live
    assert await folder.found(words=False, meaning=True, nearest=2) == live
    vector = await folder.embedder.embed_query(QUESTION)
    lucene = lucene_query(QUESTION, folder.view.audiences, None)
    for ask in (
        RecallAsk(vector, None, (), 4, embedder=folder.embedder.name),
        RecallAsk(None, lucene, (), 4),
    ):
        assert {text for text in await folder.recalled(ask) if "rope length" in text} == {
            "Tent rope length: 5 m",
            "Well rope length: 20 m",
        }
    assert await folder.recalled(RecallAsk(None, None, ("boat", "swing"), 4)) == set()
    for label in ("Passage", "Card", "Pointer", "Fact", "Entity", "Value", "Name"):
        held = str(await nodes(folder.graph, folder.store.workspace, label)).casefold()
        assert "boat" not in held and "swing" not in held
    shown = await show_ledger(
        folder.reader, folder.view, (folder.root / "drop1.md").as_posix(), today=date(2026, 12, 1)
    )
    assert shown.state == "removed"
    assert [fact.text for entry in shown.entries for fact in entry.tombstones] == ["Boat rope length: 12 m"]
    await folder.store.set_folder(FolderSetting(folder.root.as_posix(), Rung.NOTHING))
    await folder.sync()
    assert await nodes(folder.graph, folder.store.workspace, "Tombstone") == []
    assert await nodes(folder.graph, folder.store.workspace, "Left") == []


async def test_a_deleted_document_leaves_no_orphans(folder: Folder) -> None:
    folder.write({"a.md": "Alto | bought | Swiftly\nAlto | sells | rope\n", "b.md": "Alto | sells | rope\n"})
    await folder.sync()
    ids = await folder.ids()
    workspace = folder.store.workspace
    assert len(await edges(folder.graph, workspace, "EVIDENCE")) == 3
    (folder.root / "a.md").unlink()
    await folder.sync()
    names = {node["name"] for node in await nodes(folder.graph, workspace, "Entity")}
    assert "Alto" in names and "Swiftly" not in names
    (fact,) = await nodes(folder.graph, workspace, "Fact")
    assert fact["text"] == "Alto sells rope"
    assert [edge["to"] for edge in await edges(folder.graph, workspace, "EVIDENCE")] == [ids["b.md"]]
    assert {node["document"] for node in await nodes(folder.graph, workspace, "Passage")} == {ids["b.md"]}
    assert await _orphans(folder) == []


async def _orphans(folder: Folder) -> Sequence[str]:
    """Things without a source, and relations of facts that are not live."""
    workspace = folder.store.workspace
    live = {node["id"] for node in await nodes(folder.graph, workspace, "Fact")}
    reached = {
        edge["to"]
        for kind in ("SUBJECT", "OBJECT", "MENTIONS")
        for edge in await edges(folder.graph, workspace, kind)
    }
    things = [
        node["id"] for label in ("Entity", "Value") for node in await nodes(folder.graph, workspace, label)
    ]
    relations = [edge["fact"] for edge in await edges(folder.graph, workspace, "RELATION")]
    return [id_ for id_ in things if id_ not in reached] + [id_ for id_ in relations if id_ not in live]


async def test_an_unlinked_folder_comes_back_whole_and_for_nothing(folder: Folder) -> None:
    folder.write(ROPES)
    await folder.sync()
    before, ids = await folder.store.fingerprint(), await folder.ids()
    asked = len(folder.extractor.asked)
    tally = await unlink(folder.root.as_posix(), folder.deps)
    assert (tally.documents["removed"], await folder.store.roots()) == (4, ())
    assert await folder.found(words=True, meaning=True) == []
    with pytest.raises(NotFound, match="no synced folder"):
        await unlink(folder.root.as_posix(), folder.deps)
    receipt = await folder.sync()
    assert (receipt.documents.new, receipt.documents.returned) == (4, 4)
    assert (receipt.work.usage.calls, len(folder.extractor.asked)) == (0, asked)
    assert await folder.ids() == ids
    assert await folder.store.fingerprint() == before


async def test_a_purged_folder_leaves_nothing(folder: Folder) -> None:
    folder.write(ROPES)
    await folder.sync()
    await unlink(folder.root.as_posix(), folder.deps)
    await unlink(folder.root.as_posix(), folder.deps, purge=True)
    left = await nodes(folder.graph, folder.store.workspace)
    # Which embedder the workspace's vectors come from is no trace of a folder.
    assert [node for node in left if "VectorIndex" not in node["labels"]] == []


async def test_a_removal_that_was_confirmed_can_be_undone(folder: Folder) -> None:
    texts = {f"{n}.md": f"Note {n}.\n\nTent {n} | rope length | {n} m\n" for n in range(12)}
    folder.write(texts)
    await folder.sync()
    before, ids = await folder.store.fingerprint(), await folder.ids()
    asked = len(folder.extractor.asked)
    for name in list(texts)[:7]:
        (folder.root / name).unlink()
    held = await folder.sync()
    assert [problem.code for problem in held.problems] == ["mass_removal"]
    assert await folder.store.fingerprint() == before
    assert (await folder.sync(confirm=True)).documents.removed == 7
    moved = {f"back-{name}" if name == "0.md" else name: text for name, text in texts.items()}
    folder.write(moved)
    receipt = await folder.sync()
    assert receipt.documents.returned == 7
    assert (receipt.work.usage.calls, len(folder.extractor.asked)) == (0, asked)
    back = await folder.ids()
    assert back.pop("back-0.md") == ids.pop("0.md")
    assert back == ids


async def test_a_missing_root_is_an_error_and_takes_nothing_back(folder: Folder) -> None:
    folder.write(ROPES)
    await folder.sync()
    before = await folder.store.fingerprint()
    folder.root.rename(folder.root.with_name("elsewhere"))
    with pytest.raises(NotFound):
        await folder.sync()
    assert await folder.store.fingerprint() == before
