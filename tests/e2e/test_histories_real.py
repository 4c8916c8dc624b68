"""The same history of a folder on the real graph and on the fake: equal facts, whatever happened."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ingest.deps import SyncDeps, SyncOptions
from ingest.sync import apply_policy, sync
from kg.model.outcome import Unparsed
from policy.folders import FolderSetting
from policy.rungs import Rung
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor
from tests.ingest.rig import Rig
from tests.store.fingerprint import edges, nodes

if TYPE_CHECKING:
    from kg.store import Graph, GraphStore

FOLDERS = ("", "work/", "work/weekly/", "diary/")
NAMES = ("2026-11-04.md", "2026-11-11.md", "Northwind.md", "notes.txt")
LINES = (
    "Northwind | fee | 40,000 EUR",
    "Northwind | fee | 48,000 EUR",
    "Northwind Ltd | owner | Dana Reyes",
    "Northwind | also known as | NW",
    "NW | fee | 52,000 EUR",
    "Harborlight | also known as | NW",
    "harborlight | customer of | Northwind",
    "A sentence without any fact in it.",
)


class Twins:
    """One folder, synced into both stores. The real one has vectors of its own width."""

    def __init__(self, root: Path, store: "GraphStore", graph: "Graph") -> None:
        self.rig = Rig(root, workspace=store.workspace)
        # The server stamps work with its own clock; ours must never be behind it.
        self.rig.now = datetime.now(UTC) + timedelta(days=1)
        self.graph, self.store = graph, store
        self.lines = LineExtractor()

    @property
    def pairs(self) -> Iterator[SyncDeps]:
        yield self.rig.deps
        body, memory = FakeEmbedder(name="body"), FakeEmbedder(name="memory")
        clock = self.rig.deps.clock
        yield SyncDeps(self.store, body, memory, self.lines, clock)

    async def sync(self, wait: bool = True) -> None:
        for deps in self.pairs:
            await sync(self.rig.root, deps, SyncOptions(wait=wait))

    async def failing(self) -> None:
        extractors = [self.lines, self.rig.extractor]
        for extractor in extractors:
            assert isinstance(extractor, LineExtractor)
            extractor.fails["Harborlight"] = Unparsed("The reply was no JSON.")
        await self.sync()
        for extractor in extractors:
            assert isinstance(extractor, LineExtractor)
            extractor.fails.clear()
        self.rig.later(hours=1)

    async def set_policy(self, folder: str, rung: Rung | None, apply: bool) -> None:
        path = (self.rig.root / folder).as_posix().rstrip("/")
        for deps in self.pairs:
            await deps.store.set_folder(FolderSetting(path, rung))
            if apply:
                await apply_policy(path, deps)

    async def compare(self) -> None:
        workspace = self.store.workspace
        facts = self.rig.store.facts()
        found = {str(node["id"]): node["valid_to"] for node in await nodes(self.graph, workspace, "Fact")}
        assert found == {
            id_: None if fact.span.valid_to is None else fact.span.valid_to.isoformat()
            for id_, fact in facts.items()
        }
        superseded = {(e["from"], e["to"]) for e in await edges(self.graph, workspace, "SUPERSEDES")}
        live = {(new, old) for new, old in superseded if new in found and old in found}
        assert live == {(id_, old) for id_, fact in facts.items() for old in fact.supersedes}
        passages = sorted(str(n["text"]) for n in await nodes(self.graph, workspace, "Passage"))
        assert passages == sorted(p.text for w in self.rig.store.all_written() for p in w.passages)
        entities = {str(node["id"]) for node in await nodes(self.graph, workspace, "Entity")}
        assert entities == {entity.id for entity in self.rig.store.entities()}
        names = {str(node["key"]) for node in await nodes(self.graph, workspace, "Name")}
        assert names == {key for entity in self.rig.store.entities() for key in entity.keys}
        assert not await nodes(self.graph, workspace, "Unembedded")
        assert (await self.store.progress()).jobs == (await self.rig.store.progress()).jobs


async def step(twins: Twins, choose: random.Random) -> None:
    """One thing that a person, a model or a clock does."""
    rig = twins.rig
    name = choose.choice(FOLDERS) + choose.choice(NAMES)
    path = rig.root / name
    match choose.randrange(10):
        case 0 | 1 | 2:
            rig.write(name, "\n\n".join(choose.choices(LINES, k=choose.randrange(5))) + "\n")
        case 3:
            path.unlink(missing_ok=True)
        case 4 if path.exists():
            other = rig.root / (choose.choice(FOLDERS) + choose.choice(NAMES))
            other.parent.mkdir(parents=True, exist_ok=True)
            path.rename(other)
        case 5:
            rung = choose.choice([None, *Rung])
            await twins.set_policy(choose.choice(FOLDERS[1:]), rung, apply=choose.random() < 0.5)
        case 6:
            await twins.failing()
        case 7:
            await twins.sync(wait=False)
        case _:
            await twins.sync()


async def live_through(twins: Twins, seed: int, steps: int) -> None:
    choose = random.Random(seed)
    twins.rig.write("keep.md", "Ash | fee | 1 EUR\n")
    await twins.set_policy("", Rung.FACTS, apply=False)
    for _ in range(steps):
        await step(twins, choose)
    twins.rig.later(days=1)
    await twins.sync()
    await twins.compare()


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_history_ends_in_the_graph_the_fake_ends_in(
    tmp_path: Path, store: "GraphStore", graph: "Graph", seed: int
) -> None:
    await live_through(Twins(tmp_path / "root", store, graph), seed, 10)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 140))
async def test_forty_histories_end_in_the_graph_the_fake_ends_in(
    tmp_path: Path, store: "GraphStore", graph: "Graph", seed: int
) -> None:
    await live_through(Twins(tmp_path / "root", store, graph), seed, 14)
