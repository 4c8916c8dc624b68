"""What every room's tests may ask for: a real Neo4j, and a workspace of their own in it."""

import asyncio
import os
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kg.engine import Address
    from kg.store import Graph, GraphStore

# Enough for fixtures of a few thousand facts, and little enough beside a busy machine.
HEAP_MB, PAGE_CACHE_MB = 768, 128


def named_server(file: Path) -> list[str]:
    values = dict(line.split("=", 1) for line in file.read_text("utf-8").splitlines() if "=" in line)
    return [values[f"KG_NEO4J_{name}"] for name in ("URI", "USER", "PASSWORD")]


@pytest.fixture(scope="session")
async def neo4j_address(tmp_path_factory: pytest.TempPathFactory) -> "AsyncIterator[Address]":
    """A real Neo4j, started by kg's own engine once per run and stopped at its end.

    With KG_TEST_NEO4J_ENV naming a file of KG_NEO4J_URI, _USER and _PASSWORD, that server is used instead."""
    from kg.config import default_cache
    from kg.engine import Address, LocalConfig, LocalEngine, Memory
    from tests.engine.probing import probe

    if named := os.environ.get("KG_TEST_NEO4J_ENV"):
        yield Address(*named_server(Path(named)))
        return
    memory = Memory(heap=HEAP_MB, page_cache=PAGE_CACHE_MB, transactions=HEAP_MB // 2)
    home = tmp_path_factory.mktemp("engine")
    engine = LocalEngine(LocalConfig(home, default_cache(os.environ), memory=memory), probe)
    try:
        yield await engine.up()
    finally:
        await engine.down()


@pytest.fixture
async def workspace(neo4j_address: "Address") -> AsyncIterator[str]:
    """The name of an empty workspace; what was written to it is removed afterwards."""
    from tests.engine.probing import remove_workspace

    name = f"test-{uuid.uuid4().hex[:12]}"
    yield name
    await remove_workspace(neo4j_address, name)


@pytest.fixture(scope="session")
async def graph(neo4j_address: "Address") -> "AsyncIterator[Graph]":
    """A pool of connections to the server, which is set up."""
    from kg.store import Graph, set_up

    async with Graph.open(neo4j_address) as opened, Graph.open(neo4j_address) as other:
        # Two at once, as two commands may find an empty database at one moment.
        await asyncio.gather(set_up(opened), set_up(other))
        yield opened


@pytest.fixture
async def store(graph: "Graph", workspace: str) -> "GraphStore":
    """The store of an empty workspace."""
    from kg.store import GraphStore

    return GraphStore(graph, workspace)
