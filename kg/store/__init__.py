"""The only room that speaks to Neo4j."""

import kg.store.driver  # noqa: F401  # before anything else here imports the driver
from kg.store.connection import Graph, Server
from kg.store.gate import Bounds, Table, ask
from kg.store.graph_store import GraphStore
from kg.store.health import Health, health
from kg.store.migrate import set_up
from kg.store.queries import Query, cookbook, queries
from kg.store.reader import Reader

__all__ = [
    "Bounds",
    "Graph",
    "GraphStore",
    "Health",
    "Query",
    "Reader",
    "Server",
    "Table",
    "ask",
    "cookbook",
    "health",
    "queries",
    "set_up",
]
