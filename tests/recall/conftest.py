"""The graph of the tests of this room: a migrated server, its reader, and a driver to fill it with."""

from collections.abc import AsyncIterator

import pytest
from neo4j import AsyncDriver

from kg.embed.nano import NanoEmbedder
from kg.engine import Address
from kg.store.connection import Graph
from kg.store.reader import Reader
from tests.recall.world import World, open_driver


@pytest.fixture(scope="session")
async def driver(neo4j_address: Address) -> AsyncIterator[AsyncDriver]:
    async with open_driver(neo4j_address) as opened:
        yield opened


@pytest.fixture
def reader(graph: Graph) -> Reader:
    return Reader(graph)


@pytest.fixture
def world(workspace: str) -> World:
    return World(workspace)


@pytest.fixture(scope="session")
async def memory() -> AsyncIterator[NanoEmbedder]:
    """The real memory embedder, on one thread."""
    embedder = NanoEmbedder(threads=1)
    yield embedder
    await embedder.close()
