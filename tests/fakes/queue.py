"""The queue of the in-memory store: work that happens later, taken by lease."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from kg.model.stored import Job, UnreadReply
from tests.fakes.roots import FakeRoots


@dataclass(slots=True)
class Queued:
    """A job with its lease."""

    job: Job
    root: str
    path_key: str
    due: datetime | None = None
    lease: str | None = None
    leased_until: datetime | None = None
    failed: bool = False


class FakeQueue(FakeRoots):
    """The part of `kg.ports.GraphStore` that is about jobs."""

    def __init__(self) -> None:
        super().__init__()
        self._jobs: dict[str, Queued] = {}

    async def lease_jobs(
        self,
        lease: str,
        kinds: Sequence[str],
        limit: int,
        now: datetime,
        seconds: float,
        root: str | None = None,
    ) -> tuple[Job, ...]:
        taken = [queued for queued in self._jobs.values() if queued.lease == lease]
        if not taken:
            taken = self._free(kinds, now, root)[:limit]
            for queued in taken:
                queued.job = replace(queued.job, tries=queued.job.tries + 1)
                queued.lease, queued.leased_until = lease, now + timedelta(seconds=seconds)
        return tuple(
            queued.job for queued in sorted(taken, key=lambda queued: (queued.path_key, queued.job.id))
        )

    async def due_jobs(self, root: str, kinds: Sequence[str], now: datetime) -> tuple[Job, ...]:
        return tuple(queued.job for queued in self._free(kinds, now, root))

    def _free(self, kinds: Sequence[str], now: datetime, root: str | None) -> list[Queued]:
        free = [
            queued
            for queued in self._jobs.values()
            if queued.job.kind in kinds
            and not queued.failed
            and (root is None or queued.root == root)
            and (queued.due is None or queued.due <= now)
            and (queued.leased_until is None or queued.leased_until <= now)
        ]
        never = datetime.min.replace(tzinfo=UTC)
        return sorted(free, key=lambda queued: (queued.due or never, queued.path_key, queued.job.id))

    async def renew_jobs(self, lease: str, ids: Sequence[str], until: datetime) -> None:
        for queued in self._held(lease, ids):
            queued.leased_until = until

    async def release_jobs(self, lease: str, ids: Sequence[str]) -> None:
        for queued in self._held(lease, ids):
            queued.job = replace(queued.job, tries=queued.job.tries - 1)
            queued.lease = queued.leased_until = None

    async def return_job(self, lease: str, id: str, unread: Sequence[UnreadReply]) -> None:
        for queued in self._held(lease, [id]):
            queued.job = replace(queued.job, tries=queued.job.tries - 1, unread=tuple(unread))
            queued.lease = queued.leased_until = None

    async def job_leases(self, kind: str, now: datetime) -> tuple[str, ...]:
        held = (queued for queued in self._jobs.values() if queued.job.kind == kind)
        return tuple(sorted({q.lease for q in held if q.lease and q.leased_until and q.leased_until > now}))

    async def return_jobs(self, kind: str, leases: Sequence[str], now: datetime) -> None:
        for lease in set(leases) & set(await self.job_leases(kind, now)):
            await self.release_jobs(lease, list(self._jobs))

    async def finish_job(self, lease: str, id: str) -> None:
        for queued in self._held(lease, [id]):
            del self._jobs[queued.job.id]

    async def retry_job(self, lease: str, id: str, reason: str, next_try: datetime | None) -> None:
        for queued in self._held(lease, [id]):
            queued.job = replace(queued.job, reason=reason, next_try=next_try, unread=())
            queued.due, queued.failed = next_try, next_try is None
            queued.lease = queued.leased_until = None

    def _held(self, lease: str, ids: Sequence[str]) -> list[Queued]:
        return [self._jobs[id_] for id_ in ids if id_ in self._jobs and self._jobs[id_].lease == lease]
