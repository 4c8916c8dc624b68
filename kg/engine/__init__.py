"""The Neo4j under everything: fetched, started, found again and stopped, or only asked when it is another's.

This room knows processes, files and ports, and no Cypher: whether a server answers is told by a `Probe` that
the composition root hands in.
"""

from kg.engine.address import Address, Probe, ServerInfo
from kg.engine.config import LocalConfig
from kg.engine.doctor import Check
from kg.engine.local import LocalEngine
from kg.engine.outside import OutsideEngine
from kg.engine.settings import SERVER_SETTINGS, Memory
from kg.engine.status import Running, Starting, Status, Stopped

Engine = LocalEngine | OutsideEngine

__all__ = [
    "SERVER_SETTINGS",
    "Address",
    "Check",
    "Engine",
    "LocalConfig",
    "LocalEngine",
    "Memory",
    "OutsideEngine",
    "Probe",
    "Running",
    "ServerInfo",
    "Starting",
    "Status",
    "Stopped",
]
