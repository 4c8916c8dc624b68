"""A small tree at four rungs, through the real extractor, into the real graph."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ingest.deps import SyncDeps, SyncOptions
from ingest.extract.local import LocalExtractor
from ingest.sync import apply_policy, sync
from kg.model.kinds import DocumentState
from kg.model.receipt import SyncReceipt
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.engine.probing import remove_workspace
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor
from tests.store.fingerprint import everything, nodes

if TYPE_CHECKING:
    from kg.engine import Address
    from kg.store import Graph, GraphStore

FILES = {
    "work/contracts/northwind.md": (
        "---\ntitle: Northwind contract\ndate: 2026-06-15\n---\n# Northwind contract\n\n"
        "- Client: Northwind\n- Fee: 48,000 EUR a year\n- Notice period: 60 days\n- Term ends: 30 June 2027\n"
    ),
    "work/weekly/2026-11-04.md": (
        "# Week 45\n\n- Dentist on Thursday\n\nNorthwind want to bring the renewal forward to January.\n\n"
        "Harborlight contact: Tomas Okafor\n"
    ),
    "archive/invoice.txt": "Invoice 7 to Northwind: heron maintenance, 4,000 EUR.\n",
    "decisions/naming.md": "# Naming\n\nProjects are named after birds. Northwind agreed.\n",
    "diary/2026-11-01.md": "Slept badly, thought of Northwind.\n",
}
RUNGS = {"work": Rung.FACTS, "archive": Rung.TEXT, "decisions": Rung.GIST, "diary": Rung.NOTHING}


class Tree:
    """The folder and everything around it."""

    address: "Address"

    def __init__(self, root: Path, store: "GraphStore", graph: "Graph", extractor: LocalExtractor) -> None:
        self.root, self.store, self.graph, self.extractor = root, store, graph, extractor
        self.body, self.memory = FakeEmbedder(name="body"), FakeEmbedder(name="memory")
        for name, text in FILES.items():
            self.write(name, text)

    @property
    def deps(self) -> SyncDeps:
        return SyncDeps(self.store, self.body, self.memory, self.extractor, lambda: datetime.now(UTC))

    def write(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    async def rung(self, folder: str, rung: Rung) -> str:
        path = (self.root / folder).as_posix()
        await self.store.set_folder(FolderSetting(path, rung))
        return path

    async def sync(self) -> SyncReceipt:
        return await sync(self.root, self.deps, SyncOptions())

    async def texts(self, label: str, field: str = "text") -> set[str]:
        found = await nodes(self.graph, self.store.workspace, label)
        return {str(node[field]) for node in found}

    async def places(self, label: str) -> set[str]:
        """Names of the documents that have such a node."""
        documents = await self.store.documents(self.root.as_posix())
        names = {document.id: Path(document.path).name for document in documents}
        found = await nodes(self.graph, self.store.workspace, label)
        return {names[str(node["document"])] for node in found}


@pytest.fixture
async def tree(
    tmp_path: Path, store: "GraphStore", graph: "Graph", neo4j_address: "Address"
) -> AsyncIterator[Tree]:
    extractor = LocalExtractor()
    made = Tree(tmp_path / "root", store, graph, extractor)
    for folder, rung in RUNGS.items():
        await made.rung(folder, rung)
    made.address = neo4j_address
    yield made
    await extractor.close()


async def test_each_rung_gets_its_form_and_a_second_sync_does_nothing(tree: Tree) -> None:
    receipt = await tree.sync()
    assert (receipt.documents.new, receipt.exit_code) == (5, 0)
    assert receipt.work.usage.calls == 0
    everywhere = {"northwind.md", "2026-11-04.md"}
    assert await tree.places("Passage") == everywhere | {"invoice.txt", "naming.md"}
    assert await tree.places("Card") == everywhere | {"naming.md"}
    assert await tree.places("Pointer") == everywhere
    facts = await tree.texts("Fact")
    assert any("48,000 EUR" in fact for fact in facts)
    assert any("January" in fact and "asked" in fact for fact in facts)
    assert not any("badly" in text for text in await everything(tree.graph, tree.store.workspace))
    assert not await tree.texts("Unembedded")
    before = await everything(tree.graph, tree.store.workspace)
    embedded = len(tree.body.texts) + len(tree.memory.texts)
    again = await tree.sync()
    assert again.documents.unchanged == again.documents.seen == 5
    assert (again.work.usage.calls, again.work.embeddings, again.work.segments.total) == (0, 0, 0)
    assert len(tree.body.texts) + len(tree.memory.texts) == embedded
    assert await everything(tree.graph, tree.store.workspace) == before


async def test_demotion_takes_exactly_its_facts_and_pointer(tree: Tree) -> None:
    await tree.sync()
    facts, passages = await tree.texts("Fact"), await tree.texts("Passage")
    folder = await tree.rung("work/weekly", Rung.TEXT)
    receipt = await apply_policy(folder, tree.deps)
    gone = facts - await tree.texts("Fact")
    assert (receipt.documents.lowered, receipt.exit_code) == (1, 0)
    assert receipt.work.facts.tombstoned == len(gone) > 0
    assert any("January" in fact for fact in gone)
    assert not any("48,000" in fact for fact in gone)
    assert await tree.places("Pointer") == {"northwind.md"}
    assert await tree.texts("Passage") == passages
    await tree.rung("work/weekly", Rung.FACTS)
    receipt = await apply_policy(folder, tree.deps)
    assert (receipt.documents.raised, receipt.work.segments.extracted) == (1, 0)
    assert await tree.texts("Fact") == facts


async def test_promotion_from_nothing_reads_the_file_the_graph_had_no_name_for(tree: Tree) -> None:
    await tree.sync()
    assert "2026-11-01.md" not in await tree.places("Passage")
    folder = await tree.rung("diary", Rung.TEXT)
    receipt = await apply_policy(folder, tree.deps)
    assert (receipt.documents.raised, receipt.exit_code) == (1, 0)
    assert "2026-11-01.md" in await tree.places("Passage")
    assert (await tree.sync()).documents.unchanged == 5


async def test_change_move_and_removal_end_in_the_graph_of_a_fresh_sync(tree: Tree, graph: "Graph") -> None:
    from kg.store import GraphStore

    await tree.sync()
    weekly = "work/weekly/2026-11-04.md"
    tree.write(weekly, FILES[weekly].replace("January", "March"))
    (tree.root / "work" / "contracts" / "northwind.md").rename(tree.root / "work" / "northwind.md")
    (tree.root / "archive" / "invoice.txt").unlink()
    receipt = await tree.sync()
    counts = receipt.documents
    assert (counts.changed, counts.moved, counts.removed, counts.unchanged) == (1, 1, 1, 2)
    facts = await tree.texts("Fact")
    assert any("March" in fact for fact in facts)
    assert not any("January" in fact for fact in facts)
    other = GraphStore(graph, f"{tree.store.workspace}-fresh")
    try:
        first, tree.store = tree.store, other
        for folder, rung in RUNGS.items():
            await tree.rung(folder, rung)
        await tree.sync()
        for label in ("Fact", "Pointer", "Passage", "Card"):
            assert await tree.texts(label) == {
                str(n["text"]) for n in await nodes(graph, first.workspace, label)
            }
    finally:
        await remove_workspace(tree.address, other.workspace)


async def test_a_file_that_fails_is_named_in_the_graph_too(tree: Tree) -> None:
    tree.write("work/bad.md", "fine")
    (tree.root / "work" / "bad.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    receipt = await tree.sync()
    assert (receipt.documents.unread, receipt.exit_code) == (1, 0)
    found = await tree.store.document((tree.root / "work" / "bad.md").as_posix())
    assert found is not None
    assert found.state is DocumentState.UNREAD
    assert found.reason is not None
    assert found.reason.startswith("binary: ")


async def test_facts_under_another_name_join_and_part_again(tree: Tree) -> None:
    lines = replace(tree.deps, extractor=LineExtractor())
    tree.write("work/b.md", "NW | fee | 52,000 EUR\n")
    await sync(tree.root, lines)
    assert await tree.texts("Fact") == {"NW fee: 52,000 EUR"}
    tree.write("work/a.md", "Northwind | also known as | NW\n\nNorthwind | owner | Dana Reyes\n")
    receipt = await sync(tree.root, lines)
    assert await tree.texts("Fact") == {"Northwind fee: 52,000 EUR", "Northwind owner: Dana Reyes"}
    assert receipt.work.segments.reused == 1
    (tree.root / "work" / "a.md").unlink()
    await sync(tree.root, lines)
    assert await tree.texts("Fact") == {"NW fee: 52,000 EUR"}
    names = {str(node["key"]) for node in await nodes(tree.graph, tree.store.workspace, "Name")}
    assert "nw" in names
    assert "dana reyes" not in names
