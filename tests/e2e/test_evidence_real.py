"""What hangs on which file: a fact goes with the last that says it, and nothing is left hanging on none (case B68).
The same document any number of times, one after the other or at once, is one document."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ingest.deps import SyncDeps, SyncOptions
from ingest.sync import sync
from kg.store.health import health
from policy.rungs import Rung
from tests.e2e.test_histories_real import Twins
from tests.store.fingerprint import edges, nodes
from tests.store.makes import Doc, document

if TYPE_CHECKING:
    from kg.store import Graph, GraphStore


class One(Twins):
    """The real store alone."""

    @property
    def pairs(self) -> Iterator[SyncDeps]:
        _, real = super().pairs
        yield real

    async def evidence(self) -> Counter[str]:
        """How many statements each fact has, by its words."""
        facts = {n["id"]: n for n in await nodes(self.graph, self.store.workspace, "Fact")}
        found = Counter(e["from"] for e in await edges(self.graph, self.store.workspace, "EVIDENCE"))
        return Counter(
            {f"{n['subject']} {n['relation']} {n['object']}": found[id_] for id_, n in facts.items()}
        )


@pytest.fixture
async def world(tmp_path: Path, store: "GraphStore", graph: "Graph") -> One:
    made = One(tmp_path / "root", store, graph)
    await made.set_policy("", Rung.FACTS, apply=False)
    return made


async def test_what_only_a_deleted_file_said_is_gone_without_a_trace(world: One, graph: "Graph") -> None:
    ws = world.store.workspace
    world.rig.write("a.md", "Alto | supplier | Swiftly\n\nAlto | seat | Porto\n")
    world.rig.write("b.md", "Alto | seat | Porto\n\nAlto | owner | Dana Reyes\n")
    await world.sync()
    assert await world.evidence() == {
        "Alto supplier Swiftly": 1,
        "Alto seat Porto": 2,
        "Alto owner Dana Reyes": 1,
    }
    (world.rig.root / "a.md").unlink()
    await world.sync()
    assert await world.evidence() == {"Alto seat Porto": 1, "Alto owner Dana Reyes": 1}
    assert {n["name"] for n in await nodes(graph, ws, "Entity")} == {"Alto", "Porto", "Dana Reyes"}
    assert {n["key"] for n in await nodes(graph, ws, "Name")} == {"alto", "porto", "dana reyes"}
    assert len(await edges(graph, ws, "RELATION")) == 2
    assert not any("Swiftly" in n["text"] for n in await nodes(graph, ws, "Passage"))
    assert (await health(graph, ws)).orphans == {}


async def test_two_files_with_the_same_text_are_two_documents(world: One, graph: "Graph") -> None:
    ws, text = world.store.workspace, "Alto | supplier | Swiftly\n"
    world.rig.write("keep.txt", "Nothing is said here.\n")
    world.rig.write("a.md", text)
    world.rig.write("b.md", text)
    await world.sync()
    assert len(await nodes(graph, ws, "Document")) == 3
    asked = len(world.lines.asked)
    assert sum("Swiftly" in words for words in world.lines.asked) == 1
    assert await world.evidence() == {"Alto supplier Swiftly": 2}
    (fact,) = await nodes(graph, ws, "Fact")
    for name, left in (("a.md", 1), ("b.md", 0)):
        (world.rig.root / name).unlink()
        await sync(world.rig.root, next(world.pairs), SyncOptions(confirm=True))
        assert sum((await world.evidence()).values()) == left
    (gone,) = await nodes(graph, ws, "Tombstone")
    assert gone["id"] == fact["id"]
    world.rig.write("c.md", text)
    await world.sync()
    assert len(world.lines.asked) == asked


async def test_equal_statements_in_two_scopes_are_two_facts(world: One) -> None:
    world.rig.write("a.md", "Alto | supplier | Swiftly\n")
    world.rig.write("mine/b.md", "Alto | supplier | Swiftly\n")
    from policy.folders import FolderSetting

    mine = (world.rig.root / "mine").as_posix()
    await world.store.set_folder(FolderSetting(mine, None, None, "user:dana"))
    await world.sync()
    found = await nodes(world.graph, world.store.workspace, "Fact")
    assert sorted(n["scope"] for n in found) == ["org", "user:dana"]
    evidence = await edges(world.graph, world.store.workspace, "EVIDENCE")
    assert len({e["from"] for e in evidence}) == len(evidence) == 2


HANGING = {
    "facts without a source": "MATCH (n:Fact {workspace: $workspace})-[e:EVIDENCE]->() DELETE e",
    "relations without a fact": "MATCH (n:Fact {workspace: $workspace}) DETACH DELETE n",
    "things without a source": "CREATE (:Entity {workspace: $workspace, id: $workspace, key: 'x'})",
    "values without a fact": "CREATE (:Value {workspace: $workspace, id: $workspace, key: 'x'})",
    "names of nothing": "CREATE (:Name {workspace: $workspace, key: 'x'})",
    "passages without a document": "CREATE (:Passage {workspace: $workspace, id: $workspace})",
    "cards without a document": "CREATE (:Card {workspace: $workspace, id: $workspace})",
    "pointers without a document": "CREATE (:Pointer {workspace: $workspace, id: $workspace})",
    "retracted facts without a source": "CREATE (:Tombstone:Retracted {workspace: $workspace, id: $workspace})",
}


async def test_the_doctor_finds_what_hangs_on_nothing(world: One, graph: "Graph") -> None:
    ws = world.store.workspace
    world.rig.write("a.md", "Alto | supplier | Swiftly\n\nAlto | fee | 5 EUR\n")
    await world.sync()
    assert (await health(graph, ws)).orphans == {}
    for what, statement in HANGING.items():
        async with graph._driver.session() as session:
            await (await session.run("CYPHER 25 " + statement, workspace=ws)).consume()
        assert what in (await health(graph, ws)).orphans, what


async def test_the_same_documents_ten_times_and_sixteen_at_once(world: One, graph: "Graph") -> None:
    await _again_and_again(world, documents=5)


@pytest.mark.full
async def test_fifty_documents_ten_times_and_sixteen_at_once(
    world: One, graph: "Graph", capsys: pytest.CaptureFixture[str]
) -> None:
    await _again_and_again(world, documents=50)
    with capsys.disabled():
        print("\n50 documents, synced 10 times in a row and 16 times at once: 50 documents, 0 changes")  # noqa: T201


async def _again_and_again(world: One, documents: int) -> None:
    for number in range(documents):
        world.rig.write(
            f"{number}.md", f"Alto | supplier | Firm {number}\n\nFirm {number} | fee | {number} EUR\n"
        )
    await world.sync()
    before = await world.store.fingerprint()
    asked = len(world.lines.asked)
    assert before.counts["documents"] == documents
    for _ in range(10):
        for number in range(documents):
            world.rig.touch(f"{number}.md")
        await world.sync()
        assert await world.store.fingerprint() == before
    for number in range(documents):
        world.rig.touch(f"{number}.md")
    await asyncio.gather(*(world.sync() for _ in range(16)))
    assert await world.store.fingerprint() == before
    assert len(world.lines.asked) == asked


async def test_one_document_written_by_sixteen_at_once(
    store: "GraphStore", graph: "Graph", workspace: str
) -> None:
    """Below the sync, where nothing makes them wait."""
    from policy.folders import FolderSetting
    from tests.store.makes import ROOT

    await store.set_folder(FolderSetting(ROOT, Rung.FACTS))
    await store.ensure_folders([ROOT], ROOT)
    doc = Doc(workspace, "1.md").says("Alto", "supplier", "Swiftly").says("Dana", "knows", "Birk")

    async def written() -> None:
        await store.write_documents([document(workspace, "1.md")])
        await store.write_extraction(doc.ledger_entry)
        await store.write_facts(doc.facts)

    await written()
    before = await store.fingerprint()
    await asyncio.gather(*(written() for _ in range(16)))
    assert await store.fingerprint() == before
    assert len(await nodes(graph, workspace, "Document")) == 1
