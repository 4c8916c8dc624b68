"""One hash over what a workspace holds: equal files, policies, extractions and judgements give equal hashes.

What goes in, each as a line of plain values: folders (what they set, what holds), documents (place, content, state,
rung, project, scope, extractor, title, date), passages, cards, pointers, segments with the extraction that covers
them, mentions, things, values, names, facts with interval, confidence and words, their one-hop edges, evidence,
links, marks, corrections that stand and the statements they keep out.

What stays out: Neo4j's own ids and the ids kg draws or makes of them (a document is its path, a thing its key, a
fact its triple and interval), the workspace's name, every time of recording, jobs and leases, vectors and the words
cut for full text (both made of what goes in), kind and capitals of a thing's name (which the first document that knew
it gave to those who only use another name of it), sizes and time stamps of files, reasons of states, ledger entries
that cover nothing now, and tombstones, which are counted beside.

The lines are hashed one by one and the digests added, modulo 2^256: the order in which the server gives them does
not matter, equal lines count as often as they are there, and nothing has to be held. Such a sum (an "AdHash",
Bellare and Micciancio 1997) finds every accident; it is no seal against someone who forges a graph.
"""

import hashlib
import json
from collections import Counter
from collections.abc import AsyncIterator
from datetime import date

from kg.model.stored import Fingerprint
from kg.store.connection import Row
from kg.store.corrected import change_in_words
from kg.store.part import Part
from policy.scope import audience

SECTIONS = (
    "fingerprint_folders",
    "fingerprint_documents",
    "fingerprint_passages",
    "fingerprint_cards",
    "fingerprint_pointers",
    "fingerprint_segments",
    "fingerprint_mentions",
    "fingerprint_entities",
    "fingerprint_values",
    "fingerprint_names",
    "fingerprint_facts",
    "fingerprint_relations",
    "fingerprint_evidence",
    "fingerprint_links",
    "fingerprint_marks",
    "fingerprint_corrections",
    "fingerprint_retracted",
)
SECONDS = 900.0
_MODULUS = 1 << 256


class Fingerprints(Part):
    """See `kg.ports.GraphStore`."""

    async def fingerprint(self) -> Fingerprint:
        """See the port. Time grows with what there is, memory does not."""
        total, counts = 0, Counter[str]()
        scopes: dict[str, str] = {}
        for query in SECTIONS:
            section = query.removeprefix("fingerprint_")
            reading = _Reading(section, self._workspace, scopes)
            done = await self._graph.fold(query, {"workspace": self._workspace}, reading, SECONDS)
            total = (total + done[0]) % _MODULUS
            counts[section] = done[1]
        (row,) = await self._graph.read("count_tombstones", {"workspace": self._workspace}, SECONDS)
        return Fingerprint(f"{total:064x}", dict(counts), row["found"])


class _Reading:
    """Adds up one section. `scopes` maps audience tokens to the scopes they stand for, since a token is made of
    the workspace's name; the folders and documents, which come first, tell which there are."""

    def __init__(self, section: str, workspace: str, scopes: dict[str, str]) -> None:
        self._section = section
        self._workspace = workspace
        self._scopes = scopes

    async def __call__(self, rows: AsyncIterator[Row]) -> tuple[int, int]:
        total, count = 0, 0
        async for row in rows:
            total += line_hash(self._section, self._line(row))
            count += 1
        return total, count

    def _line(self, row: Row) -> list[object]:
        line: list[object] = row["line"]
        if self._section in ("folders", "documents"):
            scope = line[7]
            if isinstance(scope, str):
                self._scopes[audience(self._workspace, scope)] = scope
        if "audience" in row:
            return [*line, self._scopes.get(row["audience"])]
        if "change" in row:
            return [*line, change_in_words(row["change"])]
        return line


def line_hash(section: str, line: list[object]) -> int:
    """The number that one line adds."""
    text = json.dumps([section, line], ensure_ascii=True, separators=(",", ":"), default=_plain)
    return int.from_bytes(hashlib.blake2b(text.encode("ascii"), digest_size=32).digest(), "big")


def _plain(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be part of a fingerprint")
