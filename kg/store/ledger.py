"""The ledger: what each extraction said of one content, kept once for every document that has it."""

from collections.abc import Collection, Mapping, Sequence

from kg import observe
from kg.model.ids import extraction_id
from kg.model.outcome import Usage
from kg.model.stored import StoredExtraction
from kg.store.claims import claims_from_json, claims_to_json, rejections_from_json, rejections_to_json
from kg.store.connection import Row, Work
from kg.store.part import Part
from kg.store.stamp import refuse_purged

BATCH = 500
"""Contents asked for at once: a reply holds all their claims."""


class Ledger(Part):
    """See `kg.ports.GraphStore`."""

    async def extractions(
        self, segment_hashes: Sequence[str], fingerprint: str
    ) -> Mapping[str, StoredExtraction]:
        """See the port."""
        ids = [extraction_id(self._workspace, hash_, fingerprint) for hash_ in dict.fromkeys(segment_hashes)]
        found: dict[str, StoredExtraction] = {}
        for start in range(0, len(ids), BATCH):
            rows = await self._graph.read("extractions", {"ids": ids[start : start + BATCH]}, seconds=60.0)
            found |= {row["extraction"]["segment_hash"]: _extraction(row["extraction"]) for row in rows}
        return found

    async def extractions_among(self, segment_hashes: Sequence[str], fingerprint: str) -> frozenset[str]:
        """See the port."""
        ids = [extraction_id(self._workspace, hash_, fingerprint) for hash_ in dict.fromkeys(segment_hashes)]
        rows = await self._graph.read("extractions_among", {"ids": ids}, seconds=60.0) if ids else []
        return frozenset(row["segment_hash"] for row in rows)

    async def write_extraction(self, extraction: StoredExtraction) -> None:
        """See the port. The first one written for a content stays."""
        await self.write_extractions((extraction,))

    async def write_extractions(
        self,
        extractions: Sequence[StoredExtraction],
        of: Mapping[str, Collection[str]] | None = None,
        stamp: str | None = None,
    ) -> None:
        """See the port; keys are written in order."""
        rows = [
            {
                "values": _row(self._workspace, entry),
                "documents": sorted((of or {}).get(entry.segment_hash, ())),
            }
            for entry in sorted(extractions, key=lambda entry: entry.id)
        ]
        documents = sorted({id_ for row in rows for id_ in row["documents"]})

        async def work(work: Work) -> None:
            if documents:
                await work.run("lock_documents", workspace=self._workspace, ids=documents)
            await refuse_purged(work, self._workspace, stamp)
            await work.run("write_extractions", rows=rows)

        if rows:
            with observe.step("ledger.write"):
                await self._graph.write("ledger entries", work)


def _row(workspace: str, extraction: StoredExtraction) -> Row:
    return {
        "id": extraction.id,
        "workspace": workspace,
        "segment_hash": extraction.segment_hash,
        "fingerprint": extraction.fingerprint,
        "claims": claims_to_json(extraction.claims),
        "rejections": rejections_to_json(extraction.rejections),
        "calls": extraction.usage.calls,
        "tokens_in": extraction.usage.tokens_in,
        "tokens_out": extraction.usage.tokens_out,
    }


def _extraction(row: Row) -> StoredExtraction:
    return StoredExtraction(
        id=row["id"],
        segment_hash=row["segment_hash"],
        fingerprint=row["fingerprint"],
        claims=claims_from_json(row["claims"]),
        rejections=rejections_from_json(row["rejections"]),
        usage=Usage(row["calls"], row["tokens_in"], row["tokens_out"]),
    )
