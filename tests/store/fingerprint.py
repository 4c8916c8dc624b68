"""What a workspace holds, free of times and of Neo4j's own ids: equal graphs give equal text."""

from typing import Any

from kg.store import Graph

_NODES = """CYPHER 25
MATCH (n) WHERE n.workspace = $workspace AND NOT n:Workspace AND ($label IS NULL OR $label IN labels(n))
RETURN labels(n) AS labels, n {.*, embedding: n.embedding IS NOT NULL, recorded_at: null, retired_at: null,
  created_at: null, due_at: null, extracted_at: null} AS values"""
_EDGES = """CYPHER 25
MATCH (n)-[r]->(m) WHERE n.workspace = $workspace AND ($type IS NULL OR type(r) = $type)
RETURN type(r) AS type, r {.*, at: null} AS values, coalesce(n.id, n.key) AS from, coalesce(m.id, m.key) AS to"""
_HISTORY = ("Tombstone", "Extraction", "Job", "HAD_SEGMENT", "WROTE", "LEFT_IN", "Left")
"""What is kept of what was, beside what is."""


async def nodes(graph: Graph, workspace: str, label: str | None = None) -> list[dict[str, Any]]:
    """The nodes with this label: their properties as text, their labels under `labels`."""
    found = await _rows(graph, _NODES, workspace=workspace, label=label)
    return sorted((_Row(row["values"], labels=str(sorted(row["labels"]))) for row in found), key=str)


async def edges(graph: Graph, workspace: str, type_: str | None = None) -> list[dict[str, Any]]:
    """The relationships of this type, with the ids of their ends under `from` and `to`."""
    found = await _rows(graph, _EDGES, workspace=workspace, type=type_)
    return sorted(
        (_Row(r["values"], type=r["type"], **{"from": r["from"], "to": r["to"]}) for r in found), key=str
    )


async def everything(graph: Graph, workspace: str) -> list[str]:
    """All nodes and relationships."""
    return [str(row) for row in (*await nodes(graph, workspace), *await edges(graph, workspace))]


async def live(graph: Graph, workspace: str) -> list[str]:
    """All but what is kept of what was."""
    return [
        row for row in await everything(graph, workspace) if not any(f"'{name}'" in row for name in _HISTORY)
    ]


class _Row(dict[str, Any]):
    """Properties as text; one that is absent is None."""

    def __init__(self, values: dict[str, Any], **more: str) -> None:
        super().__init__(sorted((key, str(value)) for key, value in values.items() if value is not None))
        self.update(more)

    def __missing__(self, key: str) -> None:
        return None


async def _rows(graph: Graph, query: str, **params: object) -> list[dict[str, Any]]:
    async with graph._driver.session() as session:
        result = await session.run(query, params)
        return await result.data()
