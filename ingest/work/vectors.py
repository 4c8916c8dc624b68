"""Vectors for what waits for them, of the one embedder that each index has."""

from collections.abc import Iterable
from itertools import groupby

from kg.errors import ModelRefused, VectorsBusy
from kg.model import vectors as model
from kg.model.receipt import Notice
from kg.model.stored import Unembedded
from kg.model.vectors import LABELS, IndexName, VectorIndex
from kg.observe import Progress
from kg.ports import Embedder, GraphStore, Vector

BATCH = 256
"""Texts of one request and one transaction."""


class Embedding:
    """One run's vectors. `notices` names each index whose vectors are of another embedder than the one that is
    configured: nothing is written there."""

    def __init__(self, store: GraphStore, progress: Progress) -> None:
        self.made = 0
        self.notices: list[Notice] = []
        self._store = store
        self._progress = progress

    async def run(self, name: IndexName, embedder: Embedder) -> None:
        """Embeds what waits in one index."""
        store = self._store
        index = await store.vector_index(name)
        if index is None and not await store.unembedded(LABELS[name], 1):
            return
        index = index or await store.adopt_embedder(name, await measured(embedder))
        if index.retired is not None:
            index = await store.finish_reindex(name, index.embedding)
        if not self._told(index, embedder):
            self.made += await embed_waiting(store, embedder, index, self._progress)
            self._told(await store.vector_index(name), embedder)

    def _told(self, index: VectorIndex | None, embedder: Embedder) -> bool:
        """Whether the index has another embedder's vectors, which is noted then."""
        sentence = None if index is None else index.differs(known(embedder))
        if sentence is not None:
            self.notices.append(Notice("", "embedder_changed", sentence))
        return sentence is not None


def known(embedder: Embedder) -> model.Embedding:
    """The embedder as far as it is known without asking it."""
    return model.Embedding(embedder.name, embedder.dimensions)


async def measured(embedder: Embedder) -> model.Embedding:
    """The embedder with its dimensions; where only a reply tells, it is asked for one. Raises `ModelError`."""
    if embedder.dimensions is None:
        await embedder.embed_query("dimensions")
    return known(embedder)


async def embed_waiting(store: GraphStore, embedder: Embedder, index: VectorIndex, progress: Progress) -> int:
    """Embeds every node of an index that waits, and returns how many got a vector. A blank text gets none and
    waits no longer. Raises `ModelError` when the embedder cannot be had, or gives vectors of another length than
    before; the rest then waits on, as it does when the index gets another embedder meanwhile."""
    labels = LABELS[index.name]
    stage = f"vectors of {' and '.join(label.lower() + 's' for label in labels)}"
    made, done, total = 0, set[str](), 0
    while waiting := await store.unembedded(labels, BATCH):
        fresh = [node for node in waiting if node.id not in done]
        if not fresh:
            # Somebody changes these texts as fast as we embed them; the next run takes them.
            break
        try:
            made += await embed(store, embedder, fresh, index.embedding)
        except VectorsBusy:
            # Whose vectors it has is looked at again by the caller; these are the next run's.
            break
        done |= {node.id for node in fresh}
        total = total or (await store.progress()).unembedded + len(fresh)
        progress(stage, len(done), max(total, len(done)))
    if done:
        progress(stage, len(done), len(done))
    return made


async def embed(
    store: GraphStore, embedder: Embedder, nodes: list[Unembedded], wanted: model.Embedding
) -> int:
    """Gives these nodes their vectors, and returns how many got one. Raises `ModelError`, see `embed_waiting`."""
    texts = [node.text for node in nodes]
    vectors = dict(zip((n.id for n in nodes), await embedder.embed(texts), strict=True))
    _refuse_other_lengths(vectors.values(), wanted)
    for label, some in groupby(sorted(nodes, key=lambda node: node.label), key=lambda node: node.label):
        await store.set_vectors({node.id: vectors[node.id] for node in some}, label, embedder.name)
    return sum(vector is not None for vector in vectors.values())


def _refuse_other_lengths(vectors: Iterable[Vector | None], wanted: model.Embedding) -> None:
    for vector in vectors:
        if vector is not None and len(vector) != wanted.dimensions:
            raise ModelRefused(
                f"The embedding model gave a vector of {len(vector)} dimensions where the index has {wanted}. Nothing "
                "was written; make the vectors anew with: kg reindex"
            )
