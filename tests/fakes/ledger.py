"""The ledger of the in-memory store."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from kg.model.stored import StoredExtraction


class FakeLedger:
    """The part of `kg.ports.GraphStore` that is about what was paid for."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()
        self.ledger: dict[str, StoredExtraction] = {}

    async def extractions(
        self, segment_hashes: Sequence[str], fingerprint: str
    ) -> Mapping[str, StoredExtraction]:
        wanted = set(segment_hashes)
        entries = (entry for entry in self.ledger.values() if entry.fingerprint == fingerprint)
        return {entry.segment_hash: entry for entry in entries if entry.segment_hash in wanted}

    async def extractions_among(self, segment_hashes: Sequence[str], fingerprint: str) -> frozenset[str]:
        return frozenset(await self.extractions(segment_hashes, fingerprint))

    async def write_extraction(self, extraction: StoredExtraction) -> None:
        self.calls["write_extraction"] += 1
        self.ledger.setdefault(extraction.id, extraction)

    async def write_extractions(
        self,
        extractions: Sequence[StoredExtraction],
        of: Mapping[str, Collection[str]] | None = None,
        stamp: str | None = None,
    ) -> None:
        for extraction in extractions:
            await self.write_extraction(extraction)
