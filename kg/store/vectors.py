"""Vectors come after the words: which nodes wait, and what they get."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence

from kg import observe
from kg.errors import VectorsBusy
from kg.model.stored import Progress, Unembedded
from kg.model.vectors import INDEX_OF, Embedding, IndexName, VectorIndex
from kg.ports import Vector
from kg.store.connection import Graph, Row, Work
from kg.store.part import Part

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
        return self._hand_out(await self._graph.read("unembedded", params))

    def _hand_out(self, rows: Sequence[Row]) -> tuple[Unembedded, ...]:
        if len(self._handed) > REMEMBERED:
            self._handed.clear()
        self._handed.update((row["id"], (row["text"] or "", row["context"] or "")) for row in rows)
        return tuple(Unembedded(row["id"], row["label"], _text(row)) for row in rows)

    async def vector_index(self, name: IndexName) -> VectorIndex | None:
        """See the port."""
        rows = await self._graph.read("vector_indexes", {"workspace": self._workspace})
        return next((_index(row["index"]) for row in rows if row["index"]["name"] == name), None)

    async def set_vectors(self, vectors: Mapping[str, Vector | None], label: str, embedder: str) -> None:
        """See the port; also `ValueError` for a vector without length or with a value that is no number,
        which would fail every search. A node whose words changed since this store handed them out keeps
        waiting. One transaction for every 500."""
        width = check(vectors.values(), embedder, await self.vector_index(INDEX_OF[label]))
        query = _QUERIES[label]
        for rows in self._batches(vectors):
            with observe.step("vectors.set"):
                await self._graph.write("vectors", _setter(query, self._workspace, embedder, width, rows))

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


def check(vectors: Iterable[Vector | None], embedder: str, index: VectorIndex | None) -> int | None:
    """How long the vectors are; None when all are blank. Raises `VectorsBusy` unless all are of one embedder that
    the index has, or is being built for."""
    real = [vector for vector in vectors if vector is not None]
    if not all(0.0 < sum(value * value for value in vector) < float("inf") for vector in real):
        raise ValueError("a vector needs a length")
    widths = {len(vector) for vector in real}
    made = Embedding(embedder, min(widths, default=None))
    wanted = () if index is None else (index.embedding, index.building)
    if len(widths) > 1 or not any(one is not None and one.is_that_of(made) for one in wanted):
        raise VectorsBusy(
            f"The vectors are those of {None if index is None else index.embedding} now, and vectors of {made} were to "
            "be written: another run makes them anew. Nothing of them was written; do it again when that run is done."
        )
    return made.dimensions


def _index(row: Row) -> VectorIndex:
    building = row["building"]
    return VectorIndex(
        name=row["name"],
        embedding=Embedding(row["embedder"], row["dimensions"]),
        slot=row["slot"],
        building=None if building is None else Embedding(building, row["building_dimensions"]),
        clearing=bool(row["clearing"]),
        retired=row["retired"],
    )


def _list(vector: Vector | None) -> list[float] | None:
    return None if vector is None else [float(value) for value in vector]


def _setter(
    query: str, workspace: str, embedder: str, width: int | None, rows: list[Row]
) -> Callable[[Work], Awaitable[None]]:
    async def work(work: Work) -> None:
        await work.run(query, workspace=workspace, embedder=embedder, dimensions=width, rows=rows)

    return work
