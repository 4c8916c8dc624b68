"""The projection taken down, so that a sync of every root makes it anew from the files and the ledger.

A document that is taken down stands at `nothing` and keeps its path, which none that is there by policy does. So
whatever ends a rebuild in the middle, any later sync raises what is missing. Each is taken whole, in one transaction:
readers find all of it or nothing. What is left then belongs to no document."""

from collections.abc import Callable

from kg import observe
from kg.store.connection import Work
from kg.store.part import Part
from kg.store.parts import SECONDS

BATCH = 2_000
"""Nodes in one transaction."""
DOCUMENTS = 50
"""Documents in one transaction."""

Progress = Callable[[str, int, int | None], None]

TAKEN = (
    ("rebuild_facts", "facts"),
    ("rebuild_retracted", "corrected facts"),
    ("rebuild_pointers", "pointers"),
    ("rebuild_cards", "cards"),
    ("rebuild_passages", "passages"),
    ("rebuild_names", "names"),
    ("rebuild_entities", "things"),
    ("rebuild_values", "values"),
)
"""What is deleted after the documents were taken down, with what it is called."""
TAKING, MAKING = "taking", "making"


class Rebuilding(Part):
    """See `kg.ports.GraphStore`."""

    async def take_down(self, progress: Progress) -> bool:
        """See the port."""
        if await self._stage() == MAKING and await self._count("rebuild_open"):
            return False
        await self._set_stage(TAKING)
        await self._documents(progress)
        for query, what in TAKEN:
            await self._all(query, what, progress)
        for query in ("rebuild_taught", "rebuild_brought_entities"):
            with observe.step("rebuild.take"):
                await self._graph.write("a part of the projection", _Once(query, self._workspace), SECONDS)
        await self._set_stage(MAKING)
        return True

    async def end_rebuild(self) -> int:
        """See the port."""
        if await self._count("rebuild_open") or await self._count("rebuild_unmade"):
            return 0
        swept = await self._all("rebuild_leftovers", "what nothing says", observe.silent)
        await self._set_stage(None)
        return swept

    async def _documents(self, progress: Progress) -> None:
        async def work(work: Work) -> int:
            rows = await work.run("rebuild_next", workspace=self._workspace, limit=DOCUMENTS)
            ids = sorted(row["id"] for row in rows)
            if ids:
                await work.run("hold_documents", workspace=self._workspace, ids=ids)
                await work.run("rebuild_said", ids=ids)
                await work.run("rebuild_documents", ids=ids)
            return len(ids)

        done, part = 0, DOCUMENTS
        while part == DOCUMENTS:
            with observe.step("rebuild.documents"):
                part = await self._graph.write("taking documents down", work, SECONDS)
            done += part
            progress("taking down documents", done, None)

    async def _all(self, query: str, what: str, progress: Progress) -> int:
        done, part = 0, BATCH
        while part == BATCH:
            with observe.step("rebuild.take"):
                part = await self._graph.write(
                    "a part of the projection", _Batch(query, self._workspace, BATCH), SECONDS
                )
            done += part
            progress(f"taking down {what}", done, None)
        return done

    async def _stage(self) -> str | None:
        rows = await self._graph.read("rebuild_stage", {"workspace": self._workspace})
        return rows[0]["stage"] if rows else None

    async def _count(self, query: str) -> int:
        (row,) = await self._graph.read(query, {"workspace": self._workspace}, SECONDS)
        return int(row["found"])

    async def _set_stage(self, stage: str | None) -> None:
        async def work(work: Work) -> None:
            await work.run("set_rebuild_stage", workspace=self._workspace, stage=stage)

        with observe.step("rebuild.stage"):
            await self._graph.write("how far a rebuild is", work)


class _Once:
    """One statement over the workspace."""

    def __init__(self, query: str, workspace: str) -> None:
        self._query, self._workspace = query, workspace

    async def __call__(self, work: Work) -> None:
        await work.run(self._query, workspace=self._workspace)


class _Batch:
    """One part of what goes; how much that was."""

    def __init__(self, query: str, workspace: str, limit: int) -> None:
        self._query, self._workspace, self._limit = query, workspace, limit

    async def __call__(self, work: Work) -> int:
        rows = await work.run(self._query, workspace=self._workspace, limit=self._limit)
        return int(rows[0]["found"]) if rows else 0
