"""What every part of the store holds: the door to Neo4j, and the one workspace it works for."""

from kg.store.connection import Graph
from kg.store.statistics import Statistics


class Part:
    """A part of `GraphStore`."""

    def __init__(self, graph: Graph, workspace: str) -> None:
        self._graph = graph
        self._workspace = workspace
        self._statistics = Statistics(graph)

    @property
    def workspace(self) -> str:
        return self._workspace
