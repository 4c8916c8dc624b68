"""The vectors of the in-memory store: in use, and being built beside those."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kg.errors import VectorsBusy
from kg.model.stored import Unembedded
from kg.model.vectors import INDEX_OF, INDEXES, LABELS, Built, Embedding, IndexName, VectorIndex
from kg.ports import Vector

Made = dict[tuple[str, str], tuple[str, Vector | None]]
"""(label, id) to the text and its vector."""


class FakeVectors(ABC):
    """The part of `kg.ports.GraphStore` that is about vectors."""

    def __init__(self) -> None:
        self.vectors: Made = {}
        self._built: Made = {}
        self._indexes: dict[IndexName, VectorIndex] = {}

    @abstractmethod
    def texts(self) -> dict[tuple[str, str], str]:
        """Everything that has or waits for a vector: (label, id) to its text."""

    @abstractmethod
    def allowed_texts(self) -> set[tuple[str, str]]:
        """(label, id) of what the folders allow to be looked at now."""

    def vectors_in_use(self) -> Made:
        """Vectors of what is there now and has not changed since."""
        texts = self.texts()
        return {at: made for at, made in self.vectors.items() if texts.get(at) == made[0]}

    async def unembedded(self, labels: Sequence[str], limit: int) -> tuple[Unembedded, ...]:
        shown = self.allowed_texts()
        return tuple(node for node in self._waiting(labels) if (node.label, node.id) in shown)[:limit]

    def _waiting(self, labels: Sequence[str]) -> list[Unembedded]:
        return [
            Unembedded(id_, label, text)
            for (label, id_), text in sorted(self.texts().items())
            if label in labels and self.vectors.get((label, id_), ("",))[0] != text
        ]

    async def set_vectors(self, vectors: Mapping[str, Vector | None], label: str, embedder: str) -> None:
        index, texts = self._indexes.get(INDEX_OF[label]), self.texts()
        widths = {len(vector) for vector in vectors.values() if vector is not None} or {None}
        made = [Embedding(embedder, width) for width in widths]
        wanted = () if index is None else (index.embedding, index.building)
        if len(made) > 1 or not any(one is not None and one.is_that_of(made[0]) for one in wanted):
            raise VectorsBusy(f"vectors of {made} for an index of {index}")
        assert index is not None
        into = self.vectors if index.embedding.is_that_of(made[0]) else self._built
        into |= {(label, id_): (texts[label, id_], v) for id_, v in vectors.items() if (label, id_) in texts}

    async def vector_index(self, name: IndexName) -> VectorIndex | None:
        return self._indexes.get(name)

    async def adopt_embedder(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        return self._indexes.setdefault(name, VectorIndex(name, embedding, "a"))

    async def begin_reindex(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        index = await self.adopt_embedder(name, embedding)
        if index.building != embedding:
            self._built = {at: made for at, made in self._built.items() if at[0] not in LABELS[name]}
            self._indexes[name] = replace(index, building=embedding)
        return self._indexes[name]

    async def unbuilt(self, label: str, after: str, limit: int) -> tuple[Unembedded, ...]:
        index, shown = self._indexes.get(INDEX_OF[label]), self.allowed_texts()
        if index is None or index.building is None:
            return ()
        return tuple(
            Unembedded(id_, label, text)
            for (kind, id_), (text, vector) in sorted(self.vectors_in_use().items())
            if kind == label and vector is not None and id_ > after and (kind, id_) in shown
            if self._built.get((kind, id_), ("",))[0] != text
        )[:limit]

    async def finish_reindex(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        index = self._indexes[name]
        if index.building == embedding:
            blank = {at: made for at, made in self.vectors.items() if made[1] is None}
            others = {at: made for at, made in self.vectors.items() if at[0] not in LABELS[name]}
            self.vectors = blank | others | {a: m for a, m in self._built.items() if a[0] in LABELS[name]}
            self._built = {at: made for at, made in self._built.items() if at[0] not in LABELS[name]}
            self._indexes[name] = VectorIndex(name, embedding, index.other_slot)
        else:
            self._indexes[name] = replace(index, building=None)
        return self._indexes[name]

    async def built(self) -> Mapping[IndexName, Built]:
        return {
            name: Built(_count(self._built, name), _count(self.vectors_in_use(), name))
            for name in INDEXES
            if (index := self._indexes.get(name)) is not None and index.building is not None
        }


def _count(made: Made, name: IndexName) -> int:
    return sum(at[0] in LABELS[name] and vector is not None for at, (_, vector) in made.items())
