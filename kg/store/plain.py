"""Whatever a statement gives back, as values that JSON has."""

import math
from datetime import date, datetime, time
from typing import Any

import neo4j.graph
import neo4j.spatial
import neo4j.time

HIDDEN = frozenset({"embedding", "embedding_b"})
"""Left out of a node that is given back whole: hundreds of numbers that say nothing to a person. It is there
when it is asked for by name."""


def plain(value: Any) -> Any:
    """Nodes and relationships as maps with their labels or type and their properties, paths as lists of
    both, dates, times and durations as ISO text, points as maps, bytes as hex; a number that JSON has not
    (NaN, infinity) as text."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case neo4j.graph.Node():
            return {"labels": sorted(value.labels), "properties": _properties(value)}
        case neo4j.graph.Relationship():
            return {"type": value.type, "properties": _properties(value)}
        case neo4j.graph.Path():
            return _path(value)
        case neo4j.time.Date() | neo4j.time.Time() | neo4j.time.DateTime() | neo4j.time.Duration():
            return value.iso_format()
        case date() | datetime() | time():
            return value.isoformat()
        case neo4j.spatial.Point():
            return {"srid": value.srid, "coordinates": [plain(part) for part in value]}
        case list() | tuple():
            return [plain(part) for part in value]
        case dict():
            return {str(key): plain(part) for key, part in value.items()}
        case bytes() | bytearray():
            return value.hex()
    return str(value)


def _properties(entity: neo4j.graph.Entity) -> dict[str, Any]:
    return {key: plain(part) for key, part in sorted(entity.items()) if key not in HIDDEN}


def _path(path: neo4j.graph.Path) -> list[Any]:
    found = [plain(path.start_node)] if path.start_node is not None else []
    for relationship, node in zip(path.relationships, path.nodes[1:], strict=True):
        found += [plain(relationship), plain(node)]
    return found
