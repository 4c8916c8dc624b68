"""A workspace put back to what it was, so that every kill begins from the same graph."""

from dataclasses import dataclass
from typing import Any

from kg.engine import Address
from kg.store import Graph
from tests.engine.probing import remove_workspace

_NODES = """CYPHER 25
MATCH (n) WHERE n.workspace = $workspace RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS values"""
_EDGES = """CYPHER 25
MATCH (n)-[r]->(m) WHERE n.workspace = $workspace
RETURN elementId(n) AS start, elementId(m) AS end, type(r) AS type, properties(r) AS values"""
_PUT_NODES = """CYPHER 25
UNWIND $rows AS row CREATE (n:$(row.labels)) SET n = row.values RETURN row.id AS before, elementId(n) AS now"""
_PUT_EDGES = """CYPHER 25
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.start
MATCH (m) WHERE elementId(m) = row.end
CREATE (n)-[r:$(row.type)]->(m) SET r = row.values"""


@dataclass(frozen=True)
class Copy:
    """All nodes and relationships of a workspace."""

    workspace: str
    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


async def copy(graph: Graph, workspace: str) -> Copy:
    """What the workspace holds now."""
    async with graph._driver.session() as session:
        nodes = await (await session.run(_NODES, workspace=workspace)).data()
        edges = await (await session.run(_EDGES, workspace=workspace)).data()
    return Copy(workspace, nodes, edges)


async def put_back(graph: Graph, address: Address, wanted: Copy) -> None:
    """The workspace holds what it held then, and nothing else."""
    await remove_workspace(address, wanted.workspace)
    async with graph._driver.session() as session:
        made = await (await session.run(_PUT_NODES, rows=wanted.nodes)).data()
        now = {row["before"]: row["now"] for row in made}
        rows = [{**edge, "start": now[edge["start"]], "end": now[edge["end"]]} for edge in wanted.edges]
        await (await session.run(_PUT_EDGES, rows=rows)).consume()
