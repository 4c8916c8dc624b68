"""What the fingerprint of the in-memory store is of."""

from collections.abc import Iterable, Mapping

from kg.model.ids import digest
from kg.model.stored import Fingerprint


def hashed(lines: Mapping[str, Iterable[object]], tombstones: int) -> Fingerprint:
    """One hash over lines, whatever their order."""
    every = {name: sorted(map(repr, some)) for name, some in lines.items()}
    counts = {name: len(some) for name, some in every.items()}
    hashed = digest(*(f"{name} {line}" for name, some in every.items() for line in some))
    return Fingerprint(hashed, counts, tombstones)
