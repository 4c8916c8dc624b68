"""Jobs held while they are worked on: kept alive, and given back if the run ends first."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

from ingest.deps import SyncDeps
from kg.engine.maker import has_ended, new_lease
from kg.errors import EngineError
from kg.model.stored import Job, UnreadReply

LEASE_SECONDS = 60.0
"""After a death the next run waits at most this long for what the dead one held."""

_RENEW_SECONDS = LEASE_SECONDS / 3
_GIVE_BACK_SECONDS = 10.0
_FIRST_RETRY = timedelta(seconds=30)
_LAST_RETRY = timedelta(hours=1)


class Leased:
    """The jobs of one group. What is not settled when the group ends goes back untried."""

    def __init__(self, deps: SyncDeps, token: str, jobs: Sequence[Job]) -> None:
        self.jobs = tuple(jobs)
        self._token = token
        self._deps = deps
        self._open = {job.id for job in jobs}

    async def finish(self, job: Job) -> None:
        """Done for good."""
        await self._deps.store.finish_job(self._token, job.id)
        self._open.discard(job.id)

    async def retry(self, job: Job, reason: str, after: timedelta | None) -> datetime | None:
        """To be tried again after a while, and when that is; None: failed for good."""
        next_try = None if after is None else self._deps.clock() + after
        await self._deps.store.retry_job(self._token, job.id, reason, next_try)
        self._open.discard(job.id)
        return next_try

    async def put_back(self, job: Job, unread: Sequence[UnreadReply]) -> None:
        """Untried; whoever takes it next begins with the repair of these replies."""
        await self._deps.store.return_job(self._token, job.id, unread)
        self._open.discard(job.id)

    async def renew(self) -> None:
        if self._open:
            await self._deps.store.renew_jobs(self._token, sorted(self._open), _until(self._deps.clock()))

    async def give_back(self) -> None:
        if self._open:
            await self._deps.store.release_jobs(self._token, sorted(self._open))


@asynccontextmanager
async def lease(deps: SyncDeps, limit: int, root: str | None) -> AsyncIterator[Leased]:
    """Takes up to `limit` extraction jobs that are due."""
    token = new_lease()
    jobs = await deps.store.lease_jobs(token, ("extract",), limit, deps.clock(), LEASE_SECONDS, root)
    leased = Leased(deps, token, jobs)
    heartbeat = asyncio.create_task(_keep_alive(leased))
    try:
        yield leased
    finally:
        heartbeat.cancel()
        await asyncio.gather(heartbeat, return_exceptions=True)
        await _give_back(leased)


async def return_from_the_dead(deps: SyncDeps) -> None:
    """Gives back what runs held that ended without giving it back."""
    leases = await deps.store.job_leases("extract", deps.clock())
    dead = [lease for lease in leases if await asyncio.to_thread(has_ended, lease)]
    if dead:
        await deps.store.return_jobs("extract", dead, deps.clock())


def backoff(tries: int) -> timedelta:
    """How long to wait after this many tries: half a minute, doubled each time, an hour at most."""
    doubled: int = 1 << max(0, min(tries, 16) - 1)
    return min(_FIRST_RETRY * doubled, _LAST_RETRY)


async def _keep_alive(leased: Leased) -> None:
    while True:
        await asyncio.sleep(_RENEW_SECONDS)
        # An engine that is away for a moment must not end the heartbeat: the next beat may still be in time.
        with suppress(EngineError):
            await leased.renew()


async def _give_back(leased: Leased) -> None:
    """Also on the way out of a cancelled run. Without the engine the leases run out by themselves."""
    try:
        async with asyncio.timeout(_GIVE_BACK_SECONDS):
            await asyncio.shield(leased.give_back())
    except (EngineError, TimeoutError):
        return


def _until(now: datetime) -> datetime:
    return now + timedelta(seconds=LEASE_SECONDS)
