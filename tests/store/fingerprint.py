"""Everything a workspace holds, free of times and of Neo4j's own ids: equal graphs give equal text."""

from kg.store.connection import Graph

_NODES = """CYPHER 25
MATCH (n) WHERE n.workspace = $workspace AND NOT n:Workspace
RETURN labels(n) AS labels, n {.*, embedding: n.embedding IS NOT NULL, lock: n.lock, recorded_at: null,
  retired_at: null, created_at: null, due_at: null, extracted_at: null} AS values"""
_EDGES = """CYPHER 25
MATCH (n)-[r]->(m) WHERE n.workspace = $workspace
RETURN type(r) AS type, r {.*, at: null} AS values, coalesce(n.id, n.key) AS start, coalesce(m.id, m.key) AS end"""


async def everything(graph: Graph, workspace: str) -> list[str]:
    found = []
    async with graph._driver.session() as session:
        for query in (_NODES, _EDGES):
            result = await session.run(query, workspace=workspace)
            async for record in result:
                row = record.data()
                row["values"] = sorted((k, str(v)) for k, v in row["values"].items() if v is not None)
                row["labels"] = sorted(row.get("labels", ()))
                found.append(str(sorted(row.items())))
    return sorted(found)
