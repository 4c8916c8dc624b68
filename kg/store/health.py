"""What `kg doctor` looks at in a graph: that it can be searched, and that nothing in it is silently not found."""

from dataclasses import dataclass, field

from kg.store.connection import Graph

SECONDS = 60.0
_VECTOR_INDEXES = ("passages", "passages_b", "memory", "memory_b")


@dataclass(frozen=True, slots=True)
class Health:
    """`indexes` are those that are missing or not ONLINE, by name; the counts are nodes of one workspace."""

    indexes: tuple[str, ...]
    wrong_vectors: int
    """With a vector of another length: stored, and not in the index."""
    unwritten_vectors: int
    """Without a vector, and not waiting for one."""
    orphans: dict[str, int] = field(default_factory=dict)
    """What hangs on nothing, by what it is; nothing that is zero."""


async def health(graph: Graph, workspace: str) -> Health:
    """Looks, changing nothing. Raises `EngineError`."""
    states = await graph.read("index_states", {})
    widths = {row["name"]: row["dimensions"] for row in await graph.read("vector_dimensions", {})}
    (wrong,) = await graph.read(
        "wrong_vectors",
        {"workspace": workspace, **{name: widths.get(name) for name in _VECTOR_INDEXES}},
        seconds=SECONDS,
    )
    (unwritten,) = await graph.read("unwritten_vectors", {"workspace": workspace}, seconds=SECONDS)
    missing = [name for name in _VECTOR_INDEXES if name not in widths]
    offline = tuple(missing + [row["name"] for row in states if row["state"] != "ONLINE"])
    lonely = await graph.read("orphans", {"workspace": workspace}, seconds=SECONDS)
    orphans = {row["what"]: row["found"] for row in lonely}
    return Health(offline, wrong["found"], unwritten["found"], orphans)
