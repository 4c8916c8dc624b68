"""Which versions of Neo4j speak what the queries need."""

import re

from kg.engine import sentences
from kg.engine.address import ServerInfo

OLDEST = (2026, 9)
"""The version on which every query was tried: vector search with in-index filters, full text by SEARCH."""


def check_version(info: ServerInfo, uri: str) -> ServerInfo:
    """Gives the info back, or raises `EngineMismatch` when the server is too old to be asked."""
    found = re.match(r"(\d+)\.(\d+)", info.version)
    if found and (int(found[1]), int(found[2])) >= OLDEST:
        return info
    raise sentences.too_old(uri, info.version, f"{OLDEST[0]}.{OLDEST[1]:02}")
