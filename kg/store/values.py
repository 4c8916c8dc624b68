"""What crosses the border to the driver: text that it can carry, and plain values that come back."""

from collections.abc import Mapping
from typing import Any

import neo4j.graph
import neo4j.spatial
import neo4j.time

_PLAIN = (str, float, int, bool, type(None))
"""What most values of a row are; trying the cases below on each cost two milliseconds for sixty rows."""

REPLACEMENT = "\ufffd"
"""Unicode's own sign for what could not be kept."""


def clean(value: Any) -> Any:
    """The same value with NUL and lone surrogates in any text replaced by U+FFFD: the first ends a string in
    some index, the second cannot be encoded at all."""
    match value:
        case str():
            return clean_text(value if type(value) is str else str(value))
        case Mapping():
            return {key: clean(part) for key, part in value.items()}
        case list() | tuple() | set() | frozenset():
            # A vector is long and holds no text: look at its head only.
            parts = list(value)
            return parts if parts and isinstance(parts[0], float) else [clean(part) for part in parts]
    return value


def clean_text(text: str) -> str:
    """See `clean`."""
    if text.isascii():
        return text.replace("\x00", REPLACEMENT) if "\x00" in text else text
    sound = text.replace("\x00", REPLACEMENT)
    try:
        sound.encode("utf-8")
    except UnicodeEncodeError:
        # Going through UTF-16 joins two halves that belong together before it replaces what stays alone.
        return sound.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return sound


def native(value: Any) -> Any:
    """A driver value as plain Python: dates and times of the standard library, nodes and relationships as
    dictionaries of their properties, paths as lists of both, points and durations as text."""
    if type(value) in _PLAIN:
        return value
    match value:
        case neo4j.time.DateTime() | neo4j.time.Date() | neo4j.time.Time():
            return value.to_native()
        case neo4j.time.Duration() | neo4j.spatial.Point():
            return str(value)
        case neo4j.graph.Node() | neo4j.graph.Relationship():
            return {key: native(part) for key, part in value.items()}
        case neo4j.graph.Path():
            return [native(part) for part in (*value.nodes, *value.relationships)]
        case dict():
            return {key: native(part) for key, part in value.items()}
        case list():
            return value if value and isinstance(value[0], float) else [native(part) for part in value]
    return value
