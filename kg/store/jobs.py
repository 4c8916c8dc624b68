"""The one queue: work that happens later, taken by lease."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from kg.model.stored import Job
from kg.store.connection import Row, Work
from kg.store.part import Part


class Jobs(Part):
    """See `kg.ports.GraphStore`."""

    async def lease_jobs(
        self, kinds: Sequence[str], limit: int, now: datetime, seconds: float, root: str | None = None
    ) -> tuple[Job, ...]:
        """See the port."""
        params = {
            "workspace": self._workspace,
            "kinds": sorted(set(kinds)),
            "root": root,
            "now": now,
            "until": now + timedelta(seconds=seconds),
            "limit": limit,
        }
        rows = await self._change("lease_jobs", params)
        return tuple(Job(**row["job"]) for row in rows)

    async def renew_jobs(self, ids: Sequence[str], until: datetime) -> None:
        """See the port."""
        await self._change("renew_jobs", {"ids": sorted(set(ids)), "until": until})

    async def release_jobs(self, ids: Sequence[str]) -> None:
        """See the port."""
        await self._change("release_jobs", {"ids": sorted(set(ids))})

    async def finish_job(self, id: str) -> None:
        """See the port."""
        await self._change("finish_job", {"id": id})

    async def retry_job(self, id: str, reason: str, next_try: datetime | None) -> None:
        """See the port."""
        await self._change("retry_job", {"id": id, "reason": reason, "due_at": next_try})

    async def _change(self, query: str, params: Row) -> list[Row]:
        async def work(work: Work) -> list[Row]:
            return await work.run(query, **params)

        return await self._graph.write("the queue", work)
