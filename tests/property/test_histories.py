"""Whatever happens to a folder, the graph is as an oracle says that was written from the rules alone."""

import asyncio
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from ingest.deps import SyncDeps
from kg.model.answers import View
from kg.model.seen import RecallAsk
from policy.scope import audience
from tests.engine.probing import remove_workspace
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor
from tests.fakes.store import FakeStore
from tests.property.histories import histories
from tests.property.pictures import Naming, Picture, fake_picture, real_picture
from tests.property.player import Counts, Memory, Player

if TYPE_CHECKING:
    from kg.engine import Address
    from kg.store import Graph, GraphStore

History = list[tuple[Any, ...]]


async def on_the_fake(history: History, counts: Counts) -> None:
    """One history on the in-memory store."""
    store = FakeStore()

    async def look(naming: Naming) -> Picture:
        return fake_picture(store, naming, await store.progress())

    with root_of_its_own() as root:
        deps, model = around(store, 4)
        await Player(root, deps, model, look, None, counts).play(history)


async def on_neo4j(history: History, counts: Counts, graph: "Graph", address: "Address") -> None:
    """One history on the real store, in a workspace of its own, and what its readers may see."""
    from kg.store import GraphStore, Reader

    store, reader = GraphStore(graph, f"history-{uuid.uuid4().hex[:12]}"), Reader(graph)

    async def look(naming: Naming) -> Picture:
        return await real_picture(store, graph, naming)

    async def recall(naming: Naming, scopes: set[str]) -> Memory:
        audiences = tuple(sorted(audience(store.workspace, scope) for scope in scopes))
        vector = (1.0, *(0.0 for _ in range(383)))
        found = await reader.recall(
            View(store.workspace, audiences), RecallAsk(vector, None, (), nearest=1_000, embedder="memory")
        )
        return (
            {each.id for each in found if each.kind == "fact"},
            {naming.relative(each.path) for each in found if each.kind == "pointer" and each.path},
        )

    with root_of_its_own() as root:
        deps, model = around(store, 384)
        try:
            await Player(root, deps, model, look, recall, counts).play(history)
        finally:
            await remove_workspace(address, store.workspace)


def around(store: "FakeStore | GraphStore", dimensions: int) -> tuple[SyncDeps, LineExtractor]:
    """The fakes around a store. The server stamps work with its own clock, which the runs must not be behind."""
    model, begun = LineExtractor(), datetime.now(UTC) + timedelta(days=1)
    body, memory = FakeEmbedder(dimensions, "body"), FakeEmbedder(dimensions, "memory")
    return SyncDeps(store, body, memory, model, lambda: begun), model


@contextmanager
def root_of_its_own() -> Iterator[Path]:
    home = Path(tempfile.mkdtemp(prefix="kg-history-")).resolve()
    try:
        yield home / "root"
    finally:
        shutil.rmtree(home)


def every(number: int, steps: tuple[int, int], play: Callable[[History], None], shrink: bool) -> None:
    """Plays so many random histories; a difference is shrunk to the shortest history that has it, where each is
    over in no time."""
    phases = {Phase.explicit, Phase.reuse, Phase.generate} | ({Phase.shrink} if shrink else set())

    @settings(
        max_examples=number,
        deadline=None,
        phases=phases,
        print_blob=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(histories(*steps))
    def one(history: History) -> None:
        play(history)

    one()


def in_memory(number: int, least: int, most: int) -> str:
    counts = Counts()
    every(number, (least, most), lambda history: asyncio.run(on_the_fake(history, counts)), shrink=True)
    return f"histories in memory: {counts}, 0 differences"


def in_neo4j(address: "Address", number: int, least: int, most: int) -> str:
    from kg.store import Graph, set_up

    counts = Counts()

    async def opened() -> "Graph":
        graph = await stack.enter_async_context(Graph.open(address))
        await set_up(graph)
        return graph

    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        graph = runner.run(opened())
        try:
            every(
                number, (least, most), lambda h: runner.run(on_neo4j(h, counts, graph, address)), shrink=False
            )
        finally:
            runner.run(stack.aclose())
    return f"histories in Neo4j: {counts}, 0 differences"


def shown(capsys: pytest.CaptureFixture[str], line: str) -> None:
    with capsys.disabled():
        print(f"\n{line}")  # noqa: T201


def test_a_history_is_as_the_oracle_says(capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, in_memory(40, 4, 14))


def test_a_history_in_neo4j_is_as_the_oracle_says(
    neo4j_address: "Address", capsys: pytest.CaptureFixture[str]
) -> None:
    shown(capsys, in_neo4j(neo4j_address, 10, 4, 12))


@pytest.mark.full
def test_two_thousand_histories_are_as_the_oracle_says(capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, in_memory(2_000, 8, 30))


@pytest.mark.full
def test_five_hundred_histories_in_neo4j_are_as_the_oracle_says(
    neo4j_address: "Address", capsys: pytest.CaptureFixture[str]
) -> None:
    shown(capsys, in_neo4j(neo4j_address, 500, 6, 16))
