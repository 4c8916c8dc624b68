"""Vectors made anew beside those in use, for another embedder; no text is extracted again."""

import time
from dataclasses import dataclass
from typing import Any

from ingest.work.vectors import BATCH, embed, embed_waiting, measured
from kg.model.vectors import LABELS, Embedding, IndexName
from kg.observe import Progress
from kg.ports import Embedder, GraphStore


@dataclass(frozen=True, slots=True)
class Reindexed:
    """What became of one index: how many vectors were made, and whose those before were; None when they were
    already those of this embedder."""

    name: IndexName
    embedding: Embedding
    before: Embedding | None
    made: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Its part of the JSON shape of `kg reindex`."""
        return {
            "index": self.name,
            "embedder": self.embedding.name,
            "dimensions": self.embedding.dimensions,
            "before": None if self.before is None else str(self.before),
            "embeddings": self.made,
            "seconds": round(self.seconds, 3),
        }


async def reindex(store: GraphStore, name: IndexName, embedder: Embedder, progress: Progress) -> Reindexed:
    """Builds one index's vectors beside those in use and switches when all are there. What was built stays when
    it is cancelled or killed, and the next call goes on from there. Raises `ModelError` when the embedder cannot
    be had, `Refused` where the database has no room for vectors of this length, `EngineError`."""
    begun = time.monotonic()
    wanted, made = await measured(embedder), 0
    before = (await store.adopt_embedder(name, wanted)).embedding
    begin = not before.is_that_of(wanted)
    if begin:
        await store.begin_reindex(name, wanted)
        made += await _build(store, name, embedder, wanted, progress)
    index = await store.finish_reindex(name, wanted)
    made += await embed_waiting(store, embedder, index, progress)
    return Reindexed(name, wanted, before if begin else None, made, time.monotonic() - begun)


async def _build(
    store: GraphStore, name: IndexName, embedder: Embedder, wanted: Embedding, progress: Progress
) -> int:
    made, stage = 0, f"vectors of {name} by {wanted}"
    for label in LABELS[name]:
        after = ""
        while nodes := await store.unbuilt(label, after, BATCH):
            made += await embed(store, embedder, list(nodes), wanted)
            after = nodes[-1].id
            done = (await store.built())[name]
            progress(stage, done.done, done.total)
    return made
