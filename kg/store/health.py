"""What `kg doctor` looks at in a graph: that it can be searched, and that nothing in it is silently not found."""

from dataclasses import dataclass

from kg.store.connection import Graph
from kg.store.vectors import DIMENSIONS

SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Health:
    """`indexes` are those that are not ONLINE, by name; the counts are nodes of one workspace."""

    indexes: tuple[str, ...]
    wrong_vectors: int
    """With a vector of another length: stored, and not in the index."""
    unwritten_vectors: int
    """Without a vector, and not waiting for one."""


async def health(graph: Graph, workspace: str) -> Health:
    """Looks, changing nothing. Raises `EngineError`."""
    states = await graph.read("index_states", {})
    (wrong,) = await graph.read(
        "wrong_vectors", {"workspace": workspace, "dimensions": DIMENSIONS}, seconds=SECONDS
    )
    (unwritten,) = await graph.read("unwritten_vectors", {"workspace": workspace}, seconds=SECONDS)
    offline = tuple(row["name"] for row in states if row["state"] != "ONLINE")
    return Health(offline, wrong["found"], unwritten["found"])
