"""Who names what, so that documents can be read again when a name comes to mean something else."""

from collections.abc import Mapping, Sequence

from kg import observe
from kg.model.ids import job_id
from kg.model.stored import Naming, ResolvedEntity
from kg.store.connection import Work
from kg.store.part import Part


class Names(Part):
    """See `kg.ports.GraphStore`."""

    async def named_by(self, documents: Sequence[str]) -> Mapping[str, tuple[ResolvedEntity, ...]]:
        """See the port."""
        found: dict[str, tuple[ResolvedEntity, ...]] = {}
        params = {"workspace": self._workspace, "documents": sorted(set(documents))}
        for r in await self._graph.read("named_by", params, seconds=60.0):
            entity = ResolvedEntity(r["id"], r["name"], r["kind"], tuple(r["keys"]))
            found[r["document"]] = (*found.get(r["document"], ()), entity)
        return found

    async def documents_naming(self, entities: Sequence[str]) -> tuple[Naming, ...]:
        """See the port."""
        params = {"workspace": self._workspace, "entities": sorted(set(entities))}
        rows = await self._graph.read("documents_naming", params, seconds=60.0)
        return tuple(Naming(row["document"], row["entity"], tuple(row["keys"])) for row in rows)

    async def queue_extraction(self, documents: Sequence[str], anew: bool = False) -> None:
        """See the port. Whoever queues a job again takes no `anew` from it."""
        params = {"workspace": self._workspace, "ids": sorted(set(documents))}
        found = await self._graph.read("documents_to_queue", params)
        rows = [
            {
                "id": job_id("extract", row["id"], row["content_hash"]),
                "workspace": self._workspace,
                "kind": "extract",
                "document": row["id"],
                "path_key": row["path_key"],
                "root": row["root"],
                "state": "queued",
                "tries": 0,
                **({"anew": True} if anew else {}),
            }
            for row in found
        ]

        async def work(work: Work) -> None:
            await work.run("queue_jobs", rows=rows)

        if rows:
            with observe.step("jobs.queue"):
                await self._graph.write("the queue", work)
