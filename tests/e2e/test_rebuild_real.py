"""Whatever happened to a folder, its projection made anew is the same one."""

import asyncio
import random
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ingest.deps import SyncDeps, SyncOptions
from ingest.load import Loaded
from ingest.rebuild import rebuild
from ingest.sync import sync
from ingest.work.extract import TRIES
from kg.errors import NotFound, Refused
from kg.model.correction import Change, NewCorrection
from kg.model.document import NotRead
from kg.model.kinds import DocumentState
from kg.model.outcome import Unparsed
from policy.rungs import Rung
from policy.scope import audience
from tests.e2e.test_histories_real import Twins, step
from tests.store.fingerprint import everything, nodes
from tests.store.makes import money, thing

if TYPE_CHECKING:
    from kg.store import Graph, GraphStore


class One(Twins):
    """The real store alone."""

    @property
    def pairs(self) -> Iterator[SyncDeps]:
        _, real = super().pairs
        yield real

    @property
    def deps(self) -> SyncDeps:
        (real,) = self.pairs
        return real

    async def correct(self, choose: random.Random, made: list[str]) -> None:
        """Somebody takes a fact out, puts one right, or undoes it."""
        ws, readers = self.store.workspace, [audience(self.store.workspace, "org")]
        facts = sorted(str(node["id"]) for node in await nodes(self.graph, ws, "Fact"))
        if made and choose.random() < 0.3:
            await self.store.undo_correction(readers, choose.choice(made), "dana")
        elif facts:
            changes = [
                None,
                Change(object=money("1 EUR")),
                Change(subject=thing(ws, "Birk")),
                Change(relation="price", object=thing(ws, "Atlas")),
            ]
            new = NewCorrection(uuid.uuid4().hex, choose.choice(facts), choose.choice(changes), "dana", None)
            if await self.store.correct_fact(readers, new) is not None:
                made.append(new.id)


async def live_through(world: One, seed: int, steps: int) -> None:
    choose, made = random.Random(seed), list[str]()
    world.rig.write("keep.md", "Ash | fee | 1 EUR\n")
    await world.set_policy("", Rung.FACTS, apply=False)
    for _ in range(steps):
        await step(world, choose)
        if choose.random() < 0.4:
            await world.correct(choose, made)
    world.rig.later(days=1)
    await world.sync()


async def rebuilt_equal(world: One) -> None:
    store = world.store
    before, calls = await store.fingerprint(), len(world.lines.asked)
    done = await rebuild(world.deps)
    assert (done.problems, done.swept) == ((), 0)
    assert await store.fingerprint() == before
    assert len(world.lines.asked) == calls


@pytest.mark.parametrize("seed", range(5))
async def test_a_history_rebuilt_is_equal(
    tmp_path: Path, store: "GraphStore", graph: "Graph", seed: int
) -> None:
    world = One(tmp_path / "root", store, graph)
    await live_through(world, seed, 8)
    await rebuilt_equal(world)


@pytest.mark.full
async def test_fifty_histories_rebuilt_are_equal(
    tmp_path: Path, graph: "Graph", capsys: pytest.CaptureFixture[str], neo4j_address: object
) -> None:
    from kg.store import GraphStore
    from tests.engine.probing import remove_workspace

    facts = 0
    for seed in range(200, 250):
        store = GraphStore(graph, f"test-{uuid.uuid4().hex[:12]}")
        world = One(tmp_path / str(seed) / "root", store, graph)
        await live_through(world, seed, 14)
        await rebuilt_equal(world)
        facts += (await store.progress()).facts
        await remove_workspace(neo4j_address, store.workspace)  # type: ignore[arg-type]  # an Address
    with capsys.disabled():
        print(f"\nrebuilt 50 histories: 50 equal by fingerprint, {facts} facts, 0 model calls")  # noqa: T201


@pytest.fixture
async def world(tmp_path: Path, store: "GraphStore", graph: "Graph") -> One:
    made = One(tmp_path / "root", store, graph)
    made.rig.write("a.md", "Northwind | fee | 40,000 EUR\n\nNorthwind | also known as | NW\n")
    made.rig.write("b.md", "NW | fee | 52,000 EUR\n\nHarborlight | customer of | Northwind\n")
    made.rig.write("plain/c.txt", "A sentence without any fact in it.\n")
    await made.set_policy("", Rung.FACTS, apply=False)
    await made.set_policy("plain", Rung.TEXT, apply=False)
    await made.sync()
    return made


DAMAGES = {
    "a fact deleted": "MATCH (n:Fact {workspace: $workspace}) WITH n LIMIT 1 DETACH DELETE n",
    "a fact with wrong words": "MATCH (n:Fact {workspace: $workspace}) SET n.text = 'wrong', n.object = 'wrong'",
    "a fact that nobody said": "CREATE (:Fact {workspace: $workspace, id: $workspace, text: 'x'})",
    "a wrong interval": "MATCH (n:Fact {workspace: $workspace}) SET n.valid_to = date('2020-01-01')",
    "evidence lost": "MATCH (:Fact {workspace: $workspace})-[e:EVIDENCE]->() DELETE e",
    "a stray passage": "CREATE (:Passage {workspace: $workspace, id: $workspace, text: 'x'})",
    "a passage with wrong words": "MATCH (p:Passage {workspace: $workspace}) SET p.text = 'wrong'",
    "a passage deleted": "MATCH (p:Passage {workspace: $workspace}) WITH p LIMIT 1 DETACH DELETE p",
    "a lonely thing": "CREATE (:Entity {workspace: $workspace, id: $workspace, key: 'x'})",
    "a thing deleted": "MATCH (e:Entity {workspace: $workspace}) WITH e LIMIT 1 DETACH DELETE e",
    "names deleted": "MATCH (n:Name {workspace: $workspace}) DETACH DELETE n",
    "a name of nothing": "CREATE (:Name {workspace: $workspace, key: 'x'})",
    "one-hop edges lost": "MATCH (:Entity {workspace: $workspace})-[r:RELATION]->() DELETE r",
    "cards and pointers lost": "MATCH (n:Card|Pointer {workspace: $workspace}) DETACH DELETE n",
    "mentions lost": "MATCH (:Document {workspace: $workspace})-[m:MENTIONS]->() DELETE m",
}


async def test_damage_is_mended(world: One, graph: "Graph") -> None:
    before, calls = await world.store.fingerprint(), len(world.lines.asked)
    recorded = {n["id"]: n["recorded_at"] for n in await _facts(graph, world.store.workspace)}
    for what, statement in DAMAGES.items():
        async with graph._driver.session() as session:
            ran = await session.run("CYPHER 25 " + statement, workspace=world.store.workspace)
            assert (await ran.consume()).counters.contains_updates, what
        assert await world.store.fingerprint() != before, what
        done = await rebuild(world.deps)
        assert done.problems == (), what
        assert await world.store.fingerprint() == before, what
    assert len(world.lines.asked) == calls
    after = {n["id"]: n["recorded_at"] for n in await _facts(graph, world.store.workspace)}
    assert after.keys() == recorded.keys()


async def test_the_time_of_recording_comes_back(world: One, graph: "Graph") -> None:
    before = await everything(graph, world.store.workspace)
    recorded = await _facts(graph, world.store.workspace)
    assert (await rebuild(world.deps)).swept == 0
    assert await _facts(graph, world.store.workspace) == recorded
    kept = ("Workspace", "LEFT_IN", "HAD_SEGMENT", "Job")
    assert [
        row for row in await everything(graph, world.store.workspace) if not any(k in row for k in kept)
    ] == [row for row in before if not any(k in row for k in kept)]


async def test_what_the_ledger_lacks_waits_and_is_named(world: One, graph: "Graph") -> None:
    before, calls = await world.store.fingerprint(), len(world.lines.asked)
    async with graph._driver.session() as session:
        await session.run(
            "CYPHER 25 MATCH (d:Document {workspace: $workspace})-[:HAS_SEGMENT]->(x:Extraction) "
            "WHERE d.path ENDS WITH '/b.md' DETACH DELETE x",
            workspace=world.store.workspace,
        )
    done = await rebuild(world.deps)
    assert [Path(problem.path).name for problem in done.problems] == ["b.md"]
    assert (done.waiting, len(world.lines.asked)) == (1, calls)
    waiting = await world.store.document((world.rig.root / "b.md").as_posix())
    assert waiting is not None and waiting.state is DocumentState.WAITING
    world.rig.later(days=1)
    await world.sync()
    assert await world.store.fingerprint() == before


async def test_what_failed_for_good_has_failed_still(world: One) -> None:
    world.lines.fails["Birch"] = Unparsed("The reply was no JSON.")
    world.rig.write("birch.md", "Birch | fee | 1,000 EUR\n")
    for _ in range(TRIES):
        await world.sync()
        world.rig.later(hours=2)
    before, calls = await world.store.fingerprint(), len(world.lines.asked)
    done = await rebuild(world.deps)
    assert [problem.code for problem in done.problems] == ["unparsed"]
    assert await world.store.fingerprint() == before
    world.rig.later(days=1)
    await world.sync()
    assert (await world.store.progress()).jobs == {"failed": 1}
    assert len(world.lines.asked) == calls


async def test_nothing_is_taken_down_that_could_not_be_made_again(world: One) -> None:
    before = await world.store.fingerprint()
    gone = (world.rig.root / "a.md").rename(world.rig.root.parent / "a.md")
    with pytest.raises(Refused, match="1 files"):
        await rebuild(world.deps)
    gone.rename(world.rig.root / "a.md")
    away = world.rig.root.rename(world.rig.root.parent / "away")
    with pytest.raises(NotFound):
        await rebuild(world.deps)
    away.rename(world.rig.root)
    assert await world.store.fingerprint() == before


def closing(deps: SyncDeps, name: str, at: int) -> SyncDeps:
    """A disk that fails on one file when it is opened for the nth time."""
    opened = list[str]()

    def load(path: str) -> Loaded | NotRead:
        opened.append(Path(path).name)
        if opened[-1] == name and opened.count(name) == at:
            return NotRead("unreadable", "The file cannot be opened (Input/output error).", failed=True)
        return deps.load(path)

    return replace(deps, load=load)


async def test_nothing_is_taken_down_while_a_file_cannot_be_opened(world: One) -> None:
    before = await world.store.fingerprint()
    with pytest.raises(Refused, match=r"Nothing was changed: .*b\.md"):
        await rebuild(closing(world.deps, "b.md", at=1))
    assert await world.store.fingerprint() == before


async def test_a_file_that_fails_in_the_middle_comes_back_whole(world: One, graph: "Graph") -> None:
    before, recorded = await world.store.fingerprint(), await _facts(graph, world.store.workspace)
    done = await rebuild(closing(world.deps, "b.md", at=2))
    assert [Path(problem.path).name for problem in done.problems] == ["b.md"]
    assert done.swept == 0
    world.rig.later(hours=1)
    await world.sync()
    assert await world.store.fingerprint() == before
    assert await _facts(graph, world.store.workspace) == recorded


@pytest.mark.parametrize("by_sync", [False, True])
async def test_a_rebuild_ended_at_any_sign_of_life_is_finished_by_the_next_run(
    world: One, by_sync: bool
) -> None:
    before, calls, at = await world.store.fingerprint(), len(world.lines.asked), 0
    ended = True
    while ended:
        at += 3
        ended = await _ended_at(world, at)
        if by_sync and ended:
            world.rig.later(hours=1)
            await sync(world.rig.root, world.deps, SyncOptions())
            if (await world.store.fingerprint()).fingerprint != before.fingerprint:
                # The taking was not through: what it had not reached is as it was.
                await rebuild(world.deps)
        else:
            await rebuild(world.deps)
        found = await world.store.fingerprint()
        assert (found.fingerprint, found.tombstones) == (before.fingerprint, before.tombstones), at
    assert at > 9
    assert len(world.lines.asked) == calls


async def _ended_at(world: One, sign: int) -> bool:
    """Whether a rebuild was ended at its nth sign of life."""
    left = [sign]

    def count(stage: str, done: int, total: int | None) -> None:
        left[0] -= 1
        if left[0] == 0:
            run.cancel()

    run = asyncio.ensure_future(rebuild(replace(world.deps, progress=count)))
    await asyncio.gather(run, return_exceptions=True)
    return run.cancelled()


async def _facts(graph: "Graph", workspace: str) -> list[dict[str, object]]:
    async with graph._driver.session() as session:
        found = await session.run(
            "CYPHER 25 MATCH (n:Fact {workspace: $workspace}) RETURN n.id AS id, n.recorded_at AS recorded_at "
            "ORDER BY id",
            workspace=workspace,
        )
        return await found.data()
