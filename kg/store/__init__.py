"""The only room that speaks to Neo4j."""

from kg.store.connection import Graph, Server
from kg.store.graph_store import GraphStore
from kg.store.migrate import set_up
from kg.store.queries import Query, queries
from kg.store.reader import Reader

__all__ = ["Graph", "GraphStore", "Query", "Reader", "Server", "queries", "set_up"]
