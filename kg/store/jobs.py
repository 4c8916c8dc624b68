"""The one queue: work that happens later, taken by lease."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from kg import observe
from kg.model.stored import Job, UnreadReply
from kg.store.connection import Row, Work
from kg.store.part import Part


class Jobs(Part):
    """See `kg.ports.GraphStore`."""

    async def lease_jobs(
        self,
        lease: str,
        kinds: Sequence[str],
        limit: int,
        now: datetime,
        seconds: float,
        root: str | None = None,
    ) -> tuple[Job, ...]:
        """See the port."""
        until = now + timedelta(seconds=seconds)
        wanted = {"workspace": self._workspace, "kinds": sorted(set(kinds)), "until": until, "lease": lease}

        async def work(work: Work) -> list[Row]:
            # The answer to an earlier try of this transaction may be lost, and not what it did.
            held = await work.run("leased_jobs", **wanted)
            return held or await work.run("lease_jobs", root=root, now=now, limit=limit, **wanted)

        with observe.step("jobs.take"):
            rows = await self._graph.write("the queue", work)
        return tuple(_job(row["job"]) for row in rows)

    async def due_jobs(self, root: str, kinds: Sequence[str], now: datetime) -> tuple[Job, ...]:
        """See the port."""
        params = {"workspace": self._workspace, "kinds": sorted(set(kinds)), "root": root, "now": now}
        (row,) = await self._graph.read("due_jobs", params, seconds=60.0)
        return tuple(_job(job) for job in row["jobs"])

    async def renew_jobs(self, lease: str, ids: Sequence[str], until: datetime) -> None:
        """See the port."""
        await self._change("renew_jobs", {"lease": lease, "ids": sorted(set(ids)), "until": until})

    async def release_jobs(self, lease: str, ids: Sequence[str]) -> None:
        """See the port."""
        with observe.step("jobs.return"):
            await self._change("release_jobs", {"lease": lease, "ids": sorted(set(ids))})

    async def return_job(self, lease: str, id: str, unread: Sequence[UnreadReply]) -> None:
        """See the port."""
        params: Row = {
            "lease": lease,
            "id": id,
            "unread": [reply.segment_hash for reply in unread],
            "unread_cut": [reply.cut for reply in unread],
        }
        with observe.step("jobs.return"):
            await self._change("return_job", params)

    async def job_leases(self, kind: str, now: datetime) -> tuple[str, ...]:
        """See the port."""
        params = {"workspace": self._workspace, "kind": kind, "now": now}
        return tuple(row["lease"] for row in await self._graph.read("job_leases", params))

    async def return_jobs(self, kind: str, leases: Sequence[str], now: datetime) -> None:
        """See the port."""
        params = {"workspace": self._workspace, "kind": kind, "leases": sorted(set(leases)), "now": now}
        with observe.step("jobs.return"):
            await self._change("return_jobs", params)

    async def finish_job(self, lease: str, id: str) -> None:
        """See the port."""
        with observe.step("jobs.finish"):
            await self._change("finish_job", {"lease": lease, "id": id})

    async def retry_job(self, lease: str, id: str, reason: str, next_try: datetime | None) -> None:
        """See the port."""
        params = {"lease": lease, "id": id, "reason": reason, "due_at": next_try}
        with observe.step("jobs.retry"):
            await self._change("retry_job", params)

    async def try_again(self) -> int:
        """What failed for good, or waits for a later try, is due now; how many jobs that are."""
        with observe.step("jobs.queue"):
            (row,) = await self._change("try_again", {"workspace": self._workspace})
        return int(row["queued"])

    async def _change(self, query: str, params: Row) -> list[Row]:
        async def work(work: Work) -> list[Row]:
            return await work.run(query, **params)

        return await self._graph.write("the queue", work)


def _job(row: Row) -> Job:
    replies = zip(row["unread"] or (), row["unread_cut"] or (), strict=True)
    return Job(
        id=row["id"],
        kind=row["kind"],
        document=row["document"],
        tries=row["tries"],
        reason=row["reason"],
        anew=bool(row["anew"]),
        unread=tuple(UnreadReply(hash_, cut) for hash_, cut in replies),
    )
