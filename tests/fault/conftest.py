"""What fault tests share: a forking process, a folder with its graph, and how each act goes undisturbed."""

import uuid
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from kg.engine import Address
    from kg.store import Graph
    from tests.fault.forks import Forks
    from tests.fault.own import Own
    from tests.fault.rig import Rig
    from tests.fault.verdict import Undisturbed


@pytest.fixture(scope="session")
async def forks(tmp_path_factory: pytest.TempPathFactory) -> "AsyncIterator[Forks]":
    """A process that has everything imported and forks a child for each run."""
    from tests.fault.forks import Forks

    async with Forks(tmp_path_factory.mktemp("runs")) as started:
        yield started


@pytest.fixture(scope="session")
async def rig(
    forks: "Forks", graph: "Graph", neo4j_address: "Address", tmp_path_factory: pytest.TempPathFactory
) -> "AsyncIterator[Rig]":
    """The folder of the story, synced, in a workspace of its own."""
    from tests.engine.probing import remove_workspace
    from tests.fault.rig import Rig

    root = tmp_path_factory.mktemp("story") / "vault"
    made = Rig(forks, graph, neo4j_address, root, f"fault-{uuid.uuid4().hex[:12]}")
    async with made.server:
        await made.prepare()
        yield made
    await remove_workspace(neo4j_address, made.workspace)


@pytest.fixture(scope="session")
async def change(rig: "Rig") -> "Undisturbed":
    """How a sync after a busy week goes when nothing happens."""
    from tests.fault.rig import ACTS
    from tests.fault.verdict import undisturbed

    return await undisturbed(rig, ACTS[0])


@pytest.fixture(scope="session")
async def wholes(rig: "Rig", change: "Undisturbed") -> "list[Undisturbed]":
    """How each act goes when nothing happens."""
    from tests.fault.rig import ACTS
    from tests.fault.verdict import undisturbed

    return [change, *[await undisturbed(rig, act) for act in ACTS[1:]]]


@pytest.fixture(scope="session")
async def own(tmp_path_factory: pytest.TempPathFactory) -> "AsyncIterator[tuple[Own, Address]]":
    """A server that may be killed."""
    from tests.fault.own import own_server

    async with own_server(tmp_path_factory.mktemp("own")) as started:
        yield started
