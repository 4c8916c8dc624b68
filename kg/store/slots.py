"""Two slots for vectors: one in use, one to make them anew in. A slot is a property with an index of its own."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from kg import observe
from kg.errors import Refused
from kg.model.stored import Unembedded
from kg.model.vectors import INDEX_OF, LABELS, UNNAMED, Built, Embedding, IndexName, VectorIndex
from kg.store.connection import Work
from kg.store.migrate import wait_for_indexes
from kg.store.vectors import Vectors

SECONDS = 60.0
SWEEP = 1_000
"""Vectors taken out of an index in one transaction, at about a millisecond each."""

_CREATE = {
    ("passages", "a"): "create_passages_a",
    ("passages", "b"): "create_passages_b",
    ("memory", "a"): "create_memory_a",
    ("memory", "b"): "create_memory_b",
}


class Slots(Vectors):
    """See `kg.ports.GraphStore`."""

    async def adopt_embedder(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        """See the port. What was written before the graph kept names has 384 dimensions and stands in slot a."""
        found = await self.vector_index(name)
        if found is not None:
            return found
        slot, adopted = await self._first_slot(name, embedding)
        await self._noted(
            "adopt_embedder", name, embedder=adopted.name, dimensions=adopted.dimensions, slot=slot
        )
        made = await self.vector_index(name)
        assert made is not None
        return made

    async def begin_reindex(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        """See the port."""
        index = await self.adopt_embedder(name, embedding)
        if index.retired is not None:
            index = await self._swept(index)
        if index.building != embedding:
            slot = index.other_slot
            await self._widen(name, slot, embedding, check_only=True)
            with observe.step("vectors.begin"):
                await self._noted(
                    "begin_building",
                    name,
                    embedder=embedding.name,
                    dimensions=embedding.dimensions,
                    slot=slot,
                )
        elif not index.clearing:
            return index
        await self._sweep_slot(name, index.other_slot, wait=False)
        await self._widen(name, index.other_slot, embedding)
        await self._noted("slot_is_clear", name)
        return cast(VectorIndex, await self.vector_index(name))

    async def unbuilt(self, label: str, after: str, limit: int) -> Sequence[Unembedded]:
        """See the port."""
        index = await self.vector_index(INDEX_OF[label])
        if index is None or index.building is None:
            return ()
        params = {"workspace": self._workspace, "label": label, "slot": index.other_slot}
        return self._hand_out(
            await self._graph.read("unbuilt", {**params, "after": after, "limit": limit}, SECONDS)
        )

    async def finish_reindex(self, name: IndexName, embedding: Embedding) -> VectorIndex:
        """See the port."""
        with observe.step("vectors.switch"):
            await self._noted("switch_slots", name, embedder=embedding.name, dimensions=embedding.dimensions)
        index = cast(VectorIndex, await self.vector_index(name))
        if index.building is not None:
            await self._sweep_slot(name, index.other_slot, wait=False)
            await self._noted("give_up_building", name)
        return await self._swept(index)

    async def built(self) -> Mapping[IndexName, Built]:
        """See the port."""
        counts = await self._graph.read("built_counts", {"workspace": self._workspace}, SECONDS)
        found: dict[IndexName, Built] = {}
        for row in counts:
            index = await self.vector_index(row["name"])
            if index is not None and index.building is not None:
                done, used = row[index.other_slot], row[index.slot]
                found[index.name] = Built(0 if index.clearing else done, max(done, used))
        return found

    async def _first_slot(self, name: IndexName, embedding: Embedding) -> tuple[str, Embedding]:
        widths = await self._widths()
        if widths[_index_name(name, "a")] == embedding.dimensions:
            return "a", embedding
        counts = await self._graph.read("built_counts", {"workspace": self._workspace}, SECONDS)
        if any(row["name"] == name and row["a"] for row in counts):
            return "a", Embedding(UNNAMED, widths[_index_name(name, "a")])
        await self._widen(name, "b", embedding)
        return "b", embedding

    async def _widths(self) -> dict[str, int]:
        rows = await self._graph.read("vector_dimensions", {})
        return {row["name"]: row["dimensions"] for row in rows}

    async def _widen(
        self, name: IndexName, slot: str, embedding: Embedding, check_only: bool = False
    ) -> None:
        """Makes the slot's index one of this width, one process at a time. Raises `Refused` when another
        workspace has vectors of another width there."""
        index = _index_name(name, slot)

        async def remake(work: Work) -> None:
            await work.run("drop_index", name=index)
            await work.run(_CREATE[name, slot], options=_options(embedding.dimensions))

        async def alone(work: Work) -> None:
            await work.run("hold_setup")
            width = (await self._widths()).get(index)
            if width == embedding.dimensions:
                return
            taken = await self._graph.read("slots_taken", {"name": name, "workspace": self._workspace})
            if slot in {row["slot"] for row in taken}:
                raise Refused(
                    f"Another workspace of this database has vectors of {width} dimensions where those of "
                    f"{embedding} would be made. Nothing was changed; reindex that workspace first, or use a database "
                    "of its own."
                )
            if not check_only:
                await self._graph.write("the vector index", remake, SECONDS)

        await self._graph.write("the vector index", alone, SECONDS * 2)
        await wait_for_indexes(self._graph)

    async def _swept(self, index: VectorIndex) -> VectorIndex:
        """Takes out what the retired slot holds; a node without a vector in the slot in use waits for one."""
        if index.retired is not None:
            await self._sweep_slot(index.name, index.retired, wait=True)
            await self._noted("slot_is_swept", index.name)
        return cast(VectorIndex, await self.vector_index(index.name))

    async def _sweep_slot(self, name: IndexName, slot: str, wait: bool) -> None:
        for label in LABELS[name]:
            after: str | None = ""
            while after is not None:
                after = await self._sweep_some(label, slot, wait, after)

    async def _sweep_some(self, label: str, slot: str, wait: bool, after: str) -> str | None:
        params = {"workspace": self._workspace, "label": label, "slot": slot, "wait": wait}

        async def some(work: Work) -> str | None:
            (row,) = await work.run("sweep_slot", **params, after=after, limit=SWEEP)
            last: str | None = row["last"]
            return last

        with observe.step("vectors.sweep"):
            return await self._graph.write("the vectors", some, SECONDS)

    async def _noted(self, query: str, name: IndexName, **params: Any) -> None:
        await self._graph.write("the vector index", _run(query, self._workspace, name, params))


def _run(
    query: str, workspace: str, name: IndexName, params: dict[str, Any]
) -> Callable[[Work], Awaitable[None]]:
    async def work(work: Work) -> None:
        await work.run(query, workspace=workspace, name=name, **params)

    return work


def _index_name(name: IndexName, slot: str) -> str:
    return name if slot == "a" else f"{name}_b"


def _options(dimensions: int | None) -> dict[str, dict[str, object]]:
    """As in the migrations: recall@10 .98 at 100,000 facts."""
    return {
        "indexConfig": {
            "vector.dimensions": dimensions,
            "vector.similarity_function": "cosine",
            "vector.quantization.enabled": False,
            "vector.hnsw.m": 32,
            "vector.hnsw.ef_construction": 200,
            "vector.default_search_expansion_factor": 5.0,
        }
    }
