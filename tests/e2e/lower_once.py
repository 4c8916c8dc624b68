"""A process that gives a folder the form its policy asks for, and ends itself at one of the steps: what a death
in the middle of taking back is. Run with the address of the server, a workspace, a folder, and how many times
`document.lower` is left before the end."""

import asyncio
import os
import signal
import sys
from datetime import UTC, datetime

from ingest.deps import SyncDeps, SyncOptions
from ingest.sync import apply_policy
from kg import observe
from kg.engine import Address
from kg.store import Graph, GraphStore
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.extractor import LineExtractor


def deps_of(store: GraphStore) -> SyncDeps:
    embedder = FakeEmbedder()
    return SyncDeps(store, embedder, embedder, LineExtractor(), lambda: datetime.now(UTC))


async def lower(uri: str, user: str, password: str, workspace: str, folder: str, last: int) -> None:
    left = 0

    def count(step: str, edge: observe.Edge) -> None:
        nonlocal left
        left += (step, edge) == ("document.lower", "leave")
        if left == last:
            os.kill(os.getpid(), signal.SIGKILL)

    observe.listen(count)
    async with Graph.open(Address(uri, user, password)) as graph:
        await apply_policy(folder, deps_of(GraphStore(graph, workspace)), SyncOptions(wait=False))


if __name__ == "__main__":
    asyncio.run(lower(*sys.argv[1:6], int(sys.argv[6])))
