"""Vectors come after the words: which nodes wait, and what they get."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from kg import observe
from kg.model.stored import Progress, Unembedded
from kg.ports import Vector
from kg.store.connection import Graph, Row, Work
from kg.store.part import Part

DIMENSIONS = 384
"""Of both vector indexes, see `cypher/migrations/V0003__search_indexes.cypher`."""

BATCH = 500
"""Vectors in one transaction: the index is built inside of the commit, at about a millisecond each."""

_QUERIES = {
    "Passage": "set_passage_vectors",
    "Card": "set_card_vectors",
    "Pointer": "set_pointer_vectors",
    "Fact": "set_fact_vectors",
}


REMEMBERED = 100_000
"""Texts handed out and not come back as vectors: beyond that they are forgotten, and no longer compared."""


class Vectors(Part):
    """See `kg.ports.GraphStore`."""

    def __init__(self, graph: Graph, workspace: str) -> None:
        super().__init__(graph, workspace)
        self._handed: dict[str, tuple[str, str]] = {}

    async def unembedded(self, labels: Sequence[str], limit: int) -> tuple[Unembedded, ...]:
        """See the port. The text of a passage is led by its context, which is what it is about."""
        params = {"workspace": self._workspace, "labels": list(labels), "limit": limit}
        rows = await self._graph.read("unembedded", params)
        if len(self._handed) > REMEMBERED:
            self._handed.clear()
        self._handed.update((row["id"], (row["text"] or "", row["context"] or "")) for row in rows)
        return tuple(Unembedded(row["id"], row["label"], _text(row)) for row in rows)

    async def set_vectors(self, vectors: Mapping[str, Vector | None], label: str) -> None:
        """See the port; also a `ValueError` for a vector without length or with a value that is no number,
        which would fail every search. A node whose words changed since this store handed them out keeps
        waiting. One transaction for every 500."""
        for vector in vectors.values():
            _check(vector)
        query = _QUERIES[label]
        for rows in self._batches(vectors):
            with observe.step("vectors.set"):
                await self._graph.write("vectors", _setter(query, self._workspace, rows))

    def _batches(self, vectors: Mapping[str, Vector | None]) -> Iterator[list[Row]]:
        ids = sorted(vectors)
        for start in range(0, len(ids), BATCH):
            yield [self._row(id_, vectors[id_]) for id_ in ids[start : start + BATCH]]

    def _row(self, id_: str, vector: Vector | None) -> Row:
        text, context = self._handed.pop(id_, (None, None))
        return {"id": id_, "vector": _list(vector), "text": text, "context": context}

    async def progress(self) -> Progress:
        """See the port."""
        params = {"workspace": self._workspace}
        documents = await self._graph.read("progress_documents", params, seconds=60.0)
        (counts,) = await self._graph.read("progress_counts", params, seconds=60.0)
        jobs = await self._graph.read("progress_jobs", params, seconds=60.0)
        return Progress(
            documents={row["state"]: row["count"] for row in documents},
            jobs={row["state"]: row["count"] for row in jobs},
            **counts,
        )


def _text(row: Row) -> str:
    text, context = row["text"] or "", row["context"] or ""
    return f"{context}\n{text}" if context.strip() and text.strip() else text


def _check(vector: Vector | None) -> None:
    if vector is None:
        return
    if len(vector) != DIMENSIONS:
        raise ValueError(f"a vector of {len(vector)} values; the index holds {DIMENSIONS}")
    if not 0.0 < sum(value * value for value in vector) < float("inf"):
        raise ValueError("a vector needs a length")


def _list(vector: Vector | None) -> list[float] | None:
    return None if vector is None else [float(value) for value in vector]


def _setter(query: str, workspace: str, rows: list[Row]) -> Callable[[Work], Awaitable[None]]:
    async def work(work: Work) -> None:
        await work.run(query, workspace=workspace, rows=rows)

    return work
